package main

import (
	"bufio"
	"encoding/base64"
	"errors"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/cmd/internal/vocabulary"
	"github.com/urispec/urispec/cmd/urispec-bulk/records"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/schemes"
	"github.com/urispec/urispec/resolve"
)

// jsonLines writes results as JSON Lines, in the words of urispec --json; the file json.go
// there explains them. The tests compare the two byte by byte.
type jsonLines struct {
	w       *bufio.Writer
	edition *grammar.Edition
	parts   bool // of conforming references, as parse has them
	line    object
}

func newJSONLines(j *job, w io.Writer) *jsonLines {
	return &jsonLines{w: bufio.NewWriterSize(w, 256<<10), edition: j.edition, parts: j.command == "parse"}
}

func (l *jsonLines) close() error { return l.w.Flush() }

func (l *jsonLines) write(r *result) error {
	o := &l.line
	o.text = append(o.text[:0], '{')
	o.string("file", r.file)
	o.number("line", int64(r.line))
	if r.unread != nil {
		o.null("input")
		o.fault(unreadFault(r.unread))
	} else {
		if r.link != nil {
			o.number("start", r.link.Start)
			o.number("end", r.link.End)
		}
		o.string("input", r.input)
		o.string("edition", l.edition.Name())
		if l.edition.Grammar().IsCorrected() {
			o.bool("corrected", true)
		}
		o.bool("valid", r.valid)
		if r.err != nil {
			in := ""
			if r.link != nil && r.link.resolved {
				in = "reference"
			}
			o.fault(vocabulary.NewFault(in, r.err))
		}
		if r.ref != nil {
			o.ast(l.edition, r.ref)
		}
		if r.link != nil {
			o.link(r.link, r.err)
		}
	}
	_, err := l.w.Write(append(o.text, "}\n"...))
	return err
}

// unreadFault describes why a record was not read.
func unreadFault(err error) vocabulary.Fault {
	f := vocabulary.NewFault("input", err)
	if long, ok := errors.AsType[*records.LongError](err); ok {
		f.Length = long.Length
	}
	return f
}

// object is a JSON object that is built member by member.
type object struct{ text []byte }

// name begins a member. Names need no escapes.
func (o *object) name(name string) {
	if o.text[len(o.text)-1] != '{' {
		o.text = append(o.text, ',')
	}
	o.text = append(append(append(o.text, '"'), name...), `":`...)
}

// string adds a string: as name, or as name_base64 if it is not valid UTF-8.
func (o *object) string(name, s string) {
	if utf8.ValidString(s) {
		o.name(name)
		o.value(s)
		return
	}
	o.name(name + "_base64")
	o.text = append(base64.StdEncoding.AppendEncode(append(o.text, '"'), []byte(s)), '"')
}

// value appends a string that is valid UTF-8.
func (o *object) value(s string) {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			o.text = append(o.text, vocabulary.JSON(s)...)
			return
		}
	}
	o.text = append(append(append(o.text, '"'), s...), '"')
}

func (o *object) number(name string, n int64) {
	o.name(name)
	o.text = strconv.AppendInt(o.text, n, 10)
}

func (o *object) bool(name string, b bool) {
	o.name(name)
	o.text = strconv.AppendBool(o.text, b)
}

func (o *object) null(name string) {
	o.name(name)
	o.text = append(o.text, "null"...)
}

// optional adds a string, or null if it is absent.
func (o *object) optional(name, s string, present bool) {
	if present {
		o.string(name, s)
	} else {
		o.null(name)
	}
}

func (o *object) fault(f vocabulary.Fault) {
	o.name("error")
	o.text = f.AppendJSON(o.text)
}

func (o *object) begin(name string) {
	o.name(name)
	o.text = append(o.text, '{')
}

func (o *object) end() { o.text = append(o.text, '}') }

// ast adds the components of a reference that conforms.
func (o *object) ast(e *grammar.Edition, ref *ast.Reference) {
	span := func(name string, s ast.Span) { o.optional(name, ref.Text(s), s.Present()) }
	o.begin("ast")
	span("scheme", ref.Scheme.Span)
	if site, server := &ref.Site, &ref.Site.Server; !site.Present() {
		o.null("site")
	} else {
		o.begin("site")
		o.string("kind", site.Kind.String())
		span("text", site.Span)
		if user := &server.UserInfo; !user.Present() {
			o.null("userinfo")
		} else {
			o.begin("userinfo")
			span("text", user.Span)
			if splitsUser(e) {
				span("user", user.User)
				span("password", user.Password)
			}
			o.end()
		}
		if host := &server.HostPort.Host; !host.Present() {
			o.null("host")
		} else {
			o.begin("host")
			o.string("kind", host.Kind.String())
			span("text", host.Span)
			o.end()
		}
		span("port", server.HostPort.Port.Span)
		o.end()
	}
	o.begin("path")
	o.string("kind", ref.Path.Kind.String())
	span("text", ref.Path.Span)
	o.segments(ref)
	o.end()
	span("query", ref.Query.Span)
	span("fragment", ref.Fragment.Span)
	if e.Name() == editions.RFC1738.Name() {
		o.url(e, ref.Input)
	}
	o.end()
}

// splitsUser reports whether the edition's grammar splits a userinfo.
func splitsUser(e *grammar.Edition) bool {
	for _, component := range e.Document().Components {
		if component == "user" {
			return true
		}
	}
	return false
}

// segments adds the segments of a path, each with its text and its parameters.
func (o *object) segments(ref *ast.Reference) {
	o.name("segments")
	o.text = append(o.text, '[')
	for s := range ref.Segments() {
		o.comma('[')
		o.text = append(o.text, `{"text":`...)
		o.value(ref.Text(s.Name))
		o.text = append(o.text, `,"params":[`...)
		for p := range ref.Params(s) {
			o.comma('[')
			o.value(ref.Text(p.Span))
		}
		o.text = append(o.text, `]}`...)
	}
	o.text = append(o.text, ']')
}

// comma appends a comma unless a list has just begun.
func (o *object) comma(open byte) {
	if o.text[len(o.text)-1] != open {
		o.text = append(o.text, ',')
	}
}

// url adds the parts of an RFC 1738 URL by name. Those that may occur any number of times
// are lists.
func (o *object) url(e *grammar.Edition, input string) {
	parse := schemes.Parse
	if e.Grammar().IsCorrected() {
		parse = schemes.ParseCorrected
	}
	u, err := parse(input)
	if err != nil {
		return // never, because it conforms
	}
	texts := make(map[string][]string)
	for name, part := range u.Parts() {
		texts[name] = append(texts[name], u.Text(part))
	}
	o.begin("url")
	o.string("kind", u.Kind())
	added := make(map[string]bool)
	for _, part := range schemes.Describe(u).Fields { // including the absent ones
		if added[part.Name] {
			continue
		}
		added[part.Name] = true
		switch part.Name {
		case "hsegment", "cwd", "fsegment", "fieldname", "fieldvalue":
			o.name(part.Name)
			o.text = append(o.text, '[')
			for _, text := range texts[part.Name] {
				o.comma('[')
				o.value(text)
			}
			o.text = append(o.text, ']')
		default:
			o.optional(part.Name, part.Text, part.Present)
		}
	}
	o.end()
}

// link adds what is known of a reference in a document.
func (o *object) link(l *link, err error) {
	o.string("document", l.document)
	if !l.resolved {
		o.string("delimiter", l.delimiter)
		return
	}
	o.optional("element", l.Element, l.Element != "")
	o.optional("attribute", l.Attribute, l.Attribute != "")
	o.string("kind", l.Kind.String())
	o.optional("base", l.Base, l.Origin != "")
	o.optional("origin", string(l.Origin), l.Origin != "")
	o.optional("target", l.Target, l.Target != "")
	if unwritable, ok := errors.AsType[*resolve.UnwritableError](err); ok {
		o.string("literal", unwritable.Literal)
	}
	o.bool("same_document", l.Current)
}
