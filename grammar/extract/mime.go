package extract

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"iter"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"slices"
	"strconv"
	"strings"

	"github.com/urispec/urispec/grammar"
)

// How much of a message is read. The rest is left out, with a [*PartError] that has
// one of the errors below.
const (
	maxHeader = 1 << 20 // bytes in the header of a message; the header of a part may be larger
	maxDepth  = 32      // multiparts and messages inside each other
	maxParts  = 10_000  // in all
)

// The errors in a [PartError] that do not come from the packages that read the
// message.
var (
	ErrHeader   = fmt.Errorf("the header is longer than %d bytes", maxHeader)
	ErrDepth    = fmt.Errorf("more than %d messages and multiparts are nested", maxDepth)
	ErrParts    = fmt.Errorf("there are more than %d parts", maxParts)
	ErrBoundary = errors.New("a multipart needs a boundary")
	ErrBase64   = errors.New("base64 goes on after its padding")
)

// PartLink is a reference that was found in a part of a message.
type PartLink struct {
	// Link has its offsets and line in the decoded content of the part. For a
	// field in the header they are 0.
	Link
	// Part is the number of the part as in IMAP (RFC 3501, section 6.4.5): 1.2 is
	// the second part of the first one. A single part has the number 1. Part is
	// empty for the header of the message itself.
	Part string
	// ContentType is the media type of the part: "text/html".
	ContentType string
}

// PartError says where and why a message, or a part of one, cannot be read on.
// [MIME] yields it.
type PartError struct {
	Part   string // its number, see [PartLink]; "" for the message itself
	Offset int64  // how many bytes of its content were decoded before
	Err    error  // why
}

// Error names the part and the offset before the cause.
func (err *PartError) Error() string {
	where := "message"
	if err.Part != "" {
		where = "part " + err.Part
	}
	return fmt.Sprintf("%s, at byte %d: %v", where, err.Offset, err.Err)
}

// Unwrap returns Err.
func (err *PartError) Unwrap() error { return err.Err }

// MIME yields the references in a message, in the order of the message: in parts of
// type text/html as [HTML] does, in other text as [Text] does, the references in
// the fields Content-Base and Content-Location, and the URL of a
// message/external-body (RFC 2017). Parts and messages inside others are read too,
// whether they are attached or not. The encodings quoted-printable and base64 are
// undone. Character sets are not converted: bytes are judged as they stand.
//
// Each reference is resolved against the base of its part (5.1.1): the base that
// the HTML gives itself, or else the Content-Base or, without that, the
// Content-Location in the header of the part. A part without either takes the base
// of the multipart or message around it (5.1.2), and so on up to the context c.
// This is what url-syntax-02 describes. The later editions leave it to MHTML, whose
// two documents go less far: RFC 2110 has no inheritance from multiparts, and RFC
// 2557 has no Content-Base. Here both count in all editions. The caller can give
// RFC 2557's default, thismessage:/, in c. A relative Content-Location is resolved
// first. White space in these fields is ignored, and the encoding of RFC 2047 is
// undone. A field that is longer than [MaxLength] has a [*LongError] and gives no base;
// neither does one whose base is longer than [MaxBase].
//
// An error is a [*PartError], and comes with a PartLink that has only Part and
// ContentType. Unlike HTML and Text, MIME goes on after an error and reads what can
// be read. It takes a fixed amount of memory.
func MIME(e *grammar.Edition, r io.Reader, c grammar.Context) iter.Seq2[PartLink, error] {
	return func(yield func(PartLink, error) bool) {
		m := &message{edition: e, yield: yield}
		m.message(entity{kind: "message/rfc822", resolver: outermost(e, c)}, r)
	}
}

// message is a message that is being read.
type message struct {
	edition *grammar.Edition
	yield   func(PartLink, error) bool
	stopped bool // the caller wants no more, or there is too much
	parts   int
}

// entity is a message, or a part of one.
type entity struct {
	part     string    // its number
	kind     string    // its media type
	depth    int       // messages and multiparts around it
	resolver *resolver // with its base, or the base around it until the header is read
}

// child returns the n-th entity inside.
func (en entity) child(n int) entity {
	if en.part != "" {
		en.part += "."
	}
	return entity{part: en.part + strconv.Itoa(n), depth: en.depth + 1, resolver: en.resolver}
}

// give yields a link.
func (m *message) give(en entity, l Link) {
	if !m.stopped {
		m.stopped = !m.yield(PartLink{l, en.part, en.kind}, nil)
	}
}

// fail yields an error.
func (m *message) fail(en entity, offset int64, err error) {
	if !m.stopped {
		m.stopped = !m.yield(PartLink{Part: en.part, ContentType: en.kind}, &PartError{en.part, offset, err})
	}
}

// message reads a message.
func (m *message) message(en entity, r io.Reader) {
	body := bufio.NewReader(r)
	fields, err := readHeader(body)
	if err != nil {
		m.fail(en, 0, err)
	}
	if msg, err := mail.ReadMessage(fields); err != nil {
		m.fail(en, 0, err)
	} else {
		m.entity(en, textproto.MIMEHeader(msg.Header), body, "text/plain", true)
	}
}

// readHeader returns the header of a message without the lines that are not fields,
// because package mail would stop there. The error is for the first of them.
func readHeader(r *bufio.Reader) (io.Reader, error) {
	var (
		header  bytes.Buffer
		room    = maxHeader
		wrong   error
		isField bool   // the line belongs to a field
		isBegin = true // the piece begins a line
	)
	for isFirst := true; ; isFirst = false {
		piece, err := r.ReadSlice('\n')
		text := bytes.TrimRight(piece, "\r\n")
		if isBegin && len(text) == 0 {
			break
		}
		if isBegin && !(isBlank(text[0]) && isField) {
			name, _, hasColon := bytes.Cut(text, []byte(":"))
			isField = hasColon && !slices.ContainsFunc(bytes.TrimRight(name, " \t"), isBlank)
			isMailbox := isFirst && bytes.HasPrefix(text, []byte("From "))
			if !isField && !isMailbox && wrong == nil {
				wrong = fmt.Errorf("this header line is not a field: %.80q", text)
			}
		}
		switch {
		case !isField:
		case len(piece) > room:
			room, wrong = 0, cmp.Or(wrong, ErrHeader)
		default:
			header.Write(piece)
			room -= len(piece)
		}
		isBegin = err == nil
		if err != nil && err != bufio.ErrBufferFull {
			break // the next read returns the rest, or the error
		}
	}
	header.WriteString("\r\n\r\n")
	return &header, wrong
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// baseFields are the fields that give a base, in order of precedence.
var baseFields = []string{"Content-Base", "Content-Location"}

// location returns the reference in a field. White space, "including that used for
// line folding", and delimiters are ignored. A field that is longer than [MaxLength] is
// cut, and then there is an error.
func location(field string) (string, error) {
	if len(field) > MaxLength {
		return Unwrap(field[:MaxLength]), &LongError{Length: int64(len(field)), Limit: MaxLength}
	}
	ref := Unwrap(field)
	if decoded, err := new(mime.WordDecoder).DecodeHeader(ref); err == nil {
		return decoded, nil // section 4.4.1 of RFC 2557
	}
	return ref, nil
}

// entity reads an entity after its header. A message has the number of the part that
// it is; its content, unless it is a multipart, is number 1 in it.
func (m *message) entity(en entity, h textproto.MIMEHeader, body io.Reader, byDefault string, isMessage bool) {
	kind, params, _ := mime.ParseMediaType(cmp.Or(h.Get("Content-Type"), byDefault))
	en.kind = cmp.Or(kind, "text/plain") // section 5.2 of RFC 2045
	m.header(&en, h)
	family, _, _ := strings.Cut(en.kind, "/")
	if isMessage && family != "multipart" {
		en.part = en.child(1).part
	}

	hasEntities := family == "multipart" || messages[en.kind]
	decoded, err := decode(h.Get("Content-Transfer-Encoding"), body)
	content := &counter{r: decoded}
	switch {
	case en.kind == "message/external-body":
		m.external(en, params)
	case !hasEntities && !htmls[en.kind] && family != "text":
		// The type has no references, or is not known.
	case err != nil:
		m.fail(en, 0, err)
	case hasEntities && en.depth == maxDepth:
		m.fail(en, 0, ErrDepth)
	case family == "multipart":
		m.multipart(en, content, params["boundary"])
	case hasEntities:
		en.depth++
		m.message(en, content)
	case htmls[en.kind]:
		m.html(en, content)
	default:
		m.text(en, content)
	}
}

var (
	messages = set("message/rfc822 message/global message/news")
	htmls    = set("text/html application/xhtml+xml")
)

// header reads the fields that give a base.
func (m *message) header(en *entity, h textproto.MIMEHeader) {
	around := en.resolver
	en.resolver = around.enclosed()
	isFirst := true
	for _, name := range baseFields {
		ref, err := location(h.Get(name))
		if ref == "" {
			continue
		}
		l := around.resolved(Link{Text: ref, Attribute: name, Kind: BaseHref, Err: err})
		m.give(*en, l)
		if isFirst {
			en.resolver, isFirst = around.embedded(l), false
		}
	}
}

// external yields the location of a body that is somewhere else.
func (m *message) external(en entity, params map[string]string) {
	if ref := Unwrap(params["url"]); ref != "" && strings.EqualFold(params["access-type"], "url") {
		m.give(en, en.resolver.resolved(Link{Text: ref, Attribute: "Content-Type", Kind: Hyperlink}))
	}
}

// html reads an HTML part.
func (m *message) html(en entity, r *counter) {
	for l, err := range readHTML(r, en.resolver, 2*MaxAttribute) {
		if err != nil {
			m.fail(en, r.n, err)
		} else {
			m.give(en, l)
		}
		if m.stopped {
			return
		}
	}
}

// text reads a part in plain text or a similar type.
func (m *message) text(en entity, r *counter) {
	for f, err := range Text(m.edition, r) {
		if err != nil {
			m.fail(en, r.n, err)
		} else {
			m.give(en, en.resolver.resolved(Link{
				Text: f.Text, Start: f.Start, End: f.End, Line: f.Line, Column: f.Column, Character: f.Character, Err: f.Err,
			}))
		}
		if m.stopped {
			return
		}
	}
}

// multipart reads the parts of a multipart.
func (m *message) multipart(en entity, r *counter, boundary string) {
	if boundary == "" {
		m.fail(en, 0, ErrBoundary)
		return
	}
	byDefault := "text/plain"
	if en.kind == "multipart/digest" {
		byDefault = "message/rfc822"
	}
	parts := multipart.NewReader(&terminated{r: r}, boundary)
	lost := false // a part was lost, and that was reported
	for n := 1; !m.stopped; {
		part, err := parts.NextRawPart()
		malformed := textproto.ProtocolError("")
		switch {
		case err == io.EOF: // after the last boundary
			return
		case err == nil || errors.As(err, &malformed):
			if m.parts++; m.parts > maxParts {
				m.fail(en, r.n, ErrParts)
				m.stopped = true
				return
			}
			if lost = err != nil; lost {
				m.fail(en.child(n), 0, err)
			} else {
				m.entity(en.child(n), part.Header, part, byDefault, false)
			}
			n++
		case errors.Is(err, bufio.ErrBufferFull): // a line outside of all parts is too long
		case errors.Is(err, io.ErrUnexpectedEOF) || errors.Unwrap(err) != nil: // nothing follows
			m.fail(en, r.n, err)
			return
		case !lost:
			m.fail(en, r.n, err)
			lost = true
		}
	}
}

// decode returns a reader that undoes an encoding.
func decode(encoding string, r io.Reader) (io.Reader, error) {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "", "7bit", "8bit", "binary":
		return r, nil
	case "quoted-printable":
		// quotedprintable reads no line that is longer than its buffer.
		return quotedprintable.NewReader(bufio.NewReaderSize(r, MaxLength)), nil
	case "base64":
		return base64.NewDecoder(base64.RawStdEncoding, &unpadded{r: r}), nil
	}
	return nil, fmt.Errorf("the encoding %q is not known", encoding)
}

// counter counts the bytes that are read.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// unpadded reads base64 without its padding and without other characters, which
// "must be ignored by decoding software" (RFC 2045, section 6.8).
type unpadded struct {
	r      io.Reader
	padded bool
}

func (u *unpadded) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	kept := p[:0]
	for _, c := range p[:n] {
		switch isData := isLetter(c) || '0' <= c && c <= '9' || c == '+' || c == '/'; {
		case c == '=':
			u.padded = true
		case isData && u.padded:
			return len(kept), ErrBase64
		case isData:
			kept = append(kept, c)
		}
	}
	return len(kept), err
}

// terminated adds a line break, in the form that the input uses, because the last
// line may be a boundary. It turns the end into an unexpected one, so that package
// multipart does not take any end for that of the last boundary.
type terminated struct {
	r     io.Reader
	last  byte // the last byte that was read
	isLF  bool // lines end with LF only
	tail  string
	ended bool
}

func (t *terminated) Read(p []byte) (int, error) {
	if !t.ended {
		n, err := t.r.Read(p)
		if i := bytes.LastIndexByte(p[:n], '\n'); i > 0 {
			t.isLF = p[i-1] != '\r'
		} else if i == 0 {
			t.isLF = t.last != '\r'
		}
		if n > 0 {
			t.last = p[n-1]
		}
		if err != io.EOF {
			return n, err
		}
		if t.ended, t.tail = true, "\r\n"; t.isLF {
			t.tail = "\n"
		}
		return n, nil
	}
	if t.tail == "" {
		return 0, io.ErrUnexpectedEOF
	}
	n := copy(p, t.tail)
	t.tail = t.tail[n:]
	return n, nil
}
