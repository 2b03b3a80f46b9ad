package schemes

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/resolve"
	"github.com/urispec/urispec/resolve/escape"
)

// Description is what RFC 1738 says about a URL: its parts, and what a client does
// with it. It is made for people and, through its MarshalJSON methods, for
// programs.
type Description struct {
	URL     string  `json:"url"`
	Kind    string  `json:"kind"` // as [ast.URL.Kind] returns it
	Scheme  string  `json:"scheme"`
	Form    string  `json:"form"`    // as the document prints it
	Section string  `json:"section"` // that defines the form
	Fields  []Field `json:"fields"`
	Port    *Port   `json:"port"` // nil if the URL names none and the scheme has no default
	// Steps are what a client does, in order. It is empty if the document does not
	// say, or if Refused is set.
	Steps []Step `json:"steps"`
	// Refused says why nothing may be sent; it is nil if there is no such reason.
	Refused *OctetError `json:"refused"`
	Notes   []Note      `json:"notes"`
}

// Field is a part of a URL, or its absence.
type Field struct {
	Name    string
	Section string   // the section that says what the part is
	Span    ast.Span // in the URL
	Text    string   // as written
	Decoded string   // the data: the octets that the text encodes
	Present bool     // false for a part that is absent, whose Span is [ast.Absent]
}

// Port is the port to connect to.
type Port struct {
	Number  string `json:"number"` // the digits; the document states no range
	Default bool   `json:"default"`
}

// Step is something that a client does.
type Step struct {
	// Do is what the client does. If Sent is set, it is what the client sends to the
	// server, octet for octet, without the line end.
	Do      string
	Sent    bool
	If      string // the condition, such as "the server asks for a password"; "" for none
	Why     string
	Section string
}

// Note is a remark about a URL.
type Note struct {
	Text    string `json:"text"`
	Section string `json:"section"`
}

// OctetError says that the data of a part has an octet that ends or divides a line
// of the protocol, so that what would be sent is not what the URL may say: "Care
// should be taken when URLs contain embedded encoded delimiters for a given
// protocol (for example, CR and LF characters for telnet protocols) that these
// are not unencoded before transmission" (6). It is the Refused of a
// [Description].
type OctetError struct {
	Part    string // that holds the octet
	Offset  int    // of the escape in the URL, in bytes
	Octet   byte
	Section string // of RFC 1738 that refuses it
}

// Error returns one line: `"%0D" at offset 12 in the cwd is an encoded CR, which
// must not be sent (section 6)`.
func (err *OctetError) Error() string {
	return fmt.Sprintf(`"%%%02X" at offset %d in the %s is an encoded %s, which must not be sent (section %s)`,
		err.Octet, err.Offset, err.Part, octetName(err.Octet), err.Section)
}

// Fault implements [ast.FaultError]: it returns the fault of the URL, whose text
// the error does not keep.
func (err *OctetError) Fault() ast.Fault {
	return ast.Fault{
		Message: fmt.Sprintf(`"%%%02X" in the %s is an encoded %s, which must not be sent`, err.Octet, err.Part, octetName(err.Octet)),
		Offset:  err.Offset, Section: err.Section,
	}
}

// Describe returns what RFC 1738 says about a URL.
func Describe(u ast.URL) *Description {
	f := formOf(u.Kind())
	d := &describer{url: u, Description: Description{
		URL: u.String(), Kind: u.Kind(), Form: f.layout, Section: f.section, Steps: []Step{}, Notes: []Note{},
	}}
	d.Scheme, _, _ = strings.Cut(d.URL, ":")
	d.fields(f)
	d.delimiters(f)
	switch u := u.(type) {
	case ast.HTTP:
		d.http(u)
	case ast.FTP:
		d.ftp(u)
	case ast.Gopher:
		d.gopher(u)
	case ast.Mailto:
		d.mailto(u)
	case ast.News:
		d.news(u)
	case ast.NNTP:
		d.nntp(u)
	case ast.Telnet:
		d.telnet(u)
	case ast.WAIS:
		d.wais(u)
	case ast.File:
		d.file(u)
	case ast.Prospero:
		d.prospero(u)
	case ast.Other:
		d.other(u)
	}
	if d.Refused != nil {
		d.Steps = []Step{}
	}
	return &d.Description
}

// Sent returns the lines that the steps send, octet for octet, each without its line
// end.
func (d *Description) Sent() []string {
	var lines []string
	for _, s := range d.Steps {
		if s.Sent {
			lines = append(lines, s.Do)
		}
	}
	return lines
}

// String returns Do in printable ASCII. Other octets of a line that is sent are
// written as [grammar.Quoted] writes them, such as `\x09`.
func (s Step) String() string {
	if !s.Sent {
		return s.Do
	}
	quoted := grammar.Quoted(s.Do)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}

// MarshalJSON writes an object with name, section, start, end, text and decoded. The
// last four are null for an absent part. Data that is not UTF-8 is in decoded_base64
// instead of decoded.
func (f Field) MarshalJSON() ([]byte, error) {
	out := struct {
		Name    string          `json:"name"`
		Section string          `json:"section"`
		Start   *int32          `json:"start"`
		End     *int32          `json:"end"`
		Text    *string         `json:"text"`
		Decoded json.RawMessage `json:"decoded,omitempty"`
		Base64  []byte          `json:"decoded_base64,omitempty"`
	}{Name: f.Name, Section: f.Section, Decoded: json.RawMessage("null")}
	if f.Present {
		out.Start, out.End, out.Text = &f.Span.Start, &f.Span.End, &f.Text
		out.Decoded, out.Base64 = octetsJSON(f.Decoded)
	}
	return marshal(out)
}

// MarshalJSON writes an object with do, sent, if, why and section. Without a
// condition, if is null. A line that is not UTF-8 is in do_base64 instead of do.
func (s Step) MarshalJSON() ([]byte, error) {
	out := struct {
		Do      json.RawMessage `json:"do,omitempty"`
		Base64  []byte          `json:"do_base64,omitempty"`
		Sent    bool            `json:"sent"`
		If      *string         `json:"if"`
		Why     string          `json:"why"`
		Section string          `json:"section"`
	}{Sent: s.Sent, Why: s.Why, Section: s.Section}
	out.Do, out.Base64 = octetsJSON(s.Do)
	if s.If != "" {
		out.If = &s.If
	}
	return marshal(out)
}

// MarshalJSON writes an object with part, offset, octet (a number), section and
// message.
func (err *OctetError) MarshalJSON() ([]byte, error) {
	return marshal(struct {
		Part    string `json:"part"`
		Offset  int    `json:"offset"`
		Octet   byte   `json:"octet"`
		Section string `json:"section"`
		Message string `json:"message"`
	}{err.Part, err.Offset, err.Octet, err.Section, err.Error()})
}

// octetsJSON returns octets as a JSON string or, if they are not UTF-8, as bytes for
// base64, because a JSON string cannot hold them.
func octetsJSON(s string) (json.RawMessage, []byte) {
	if !utf8.ValidString(s) {
		return nil, []byte(s)
	}
	text, _ := marshal(s) // a string can always be encoded
	return text, nil
}

// marshal does not escape "&", as json.Marshal would, but leaves that to the caller
// of MarshalJSON.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return b.Bytes(), err
}

// describer writes a description.
type describer struct {
	Description
	url ast.URL
}

// fields writes the parts of the form, including absent ones.
func (d *describer) fields(f *form) {
	spans := f.spans(d.url)
	for i, p := range f.parts {
		if p.paired && len(spans[i]) > 0 {
			continue // it is written with the part before it
		}
		if len(spans[i]) == 0 {
			d.Fields = append(d.Fields, Field{Name: p.name, Section: p.where(), Span: ast.Absent})
		}
		for n, s := range spans[i] {
			d.field(p, s)
			if i+1 < len(f.parts) && f.parts[i+1].paired {
				d.field(f.parts[i+1], spans[i+1][n])
			}
		}
		if p.name == port.name {
			d.port(spans[i])
		}
	}
}

func (d *describer) field(p part, s ast.Span) {
	d.Fields = append(d.Fields, Field{
		Name: p.name, Section: p.where(), Span: s,
		Text: d.url.Text(s), Decoded: Decode(d.url, s), Present: true,
	})
}

// port finds the port in the URL, or the default port of its scheme. A scheme that
// the document does not define has none.
func (d *describer) port(spans []ast.Span) {
	for _, s := range spans {
		d.Port = &Port{Number: d.url.Text(s)}
		return
	}
	for _, p := range resolve.DefaultPorts {
		if p.Scheme == d.Kind {
			d.Port = &Port{Number: p.Port, Default: true}
		}
	}
}

// lineEnds are the octets that no line of a protocol can contain: CR and LF end the
// line, and NUL ends the string into which a server reads it.
const lineEnds = "\r\n\x00"

// delimiters looks for encoded line ends. In a part that becomes part of a line they
// are refused; elsewhere they only lead to a note.
func (d *describer) delimiters(f *form) {
	for _, field := range d.Fields {
		p := f.parts[f.index(field.Name)]
		if p.name == gopherPlus && isFilledForm(field.Decoded) {
			continue // a filled form has several lines (3.4.9)
		}
		d.delimiter(p, field)
	}
}

// delimiter looks for the first escape in a part that must not be decoded.
func (d *describer) delimiter(p part, f Field) {
	for i := range len(f.Text) {
		octet, ok := escape.At(f.Text, i)
		if !ok {
			continue
		}
		found := &OctetError{Part: f.Name, Offset: int(f.Span.Start) + i, Octet: octet, Section: "6"}
		switch {
		case strings.IndexByte(p.never, found.Octet) >= 0:
			found.Section = p.where()
		case strings.IndexByte(lineEnds, found.Octet) < 0:
			continue
		}
		if !p.line {
			d.note(fmt.Sprintf("the %s has an encoded %s at offset %d of the URL; where that octet is a delimiter, send it encoded",
				f.Name, octetName(found.Octet), found.Offset), found.Section)
		} else if d.Refused == nil {
			d.Refused = found
		}
		return
	}
}

// octetName returns the name of a control character.
func octetName(b byte) string {
	switch b {
	case 0:
		return "NUL"
	case '\t':
		return "HT"
	case '\n':
		return "LF"
	case '\r':
		return "CR"
	}
	return fmt.Sprintf("octet %02X", b)
}
