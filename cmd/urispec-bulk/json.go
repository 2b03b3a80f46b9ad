package main

import (
	"bufio"
	"errors"
	"io"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/cmd/internal/vocabulary"
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
	o.Text = append(o.Text[:0], '{')
	o.String("file", r.file)
	o.Number("line", int64(r.line))
	if r.unread != nil {
		o.Unread(r.unread)
	} else {
		if r.link != nil {
			o.Number("start", r.link.Start)
			o.Number("end", r.link.End)
		}
		in := ""
		if r.link != nil && r.link.resolved {
			in = "reference"
		}
		o.Verdict(l.edition, r.input, r.valid, in, r.err)
		if r.ref != nil {
			o.ast(l.edition, r.ref)
		}
		if r.link != nil {
			o.link(r.link, r.err)
		}
	}
	_, err := l.w.Write(append(o.Text, "}\n"...))
	return err
}

// object is the result for one reference.
type object struct{ vocabulary.Object }

// ast adds the components of a reference that conforms.
func (o *object) ast(e *grammar.Edition, ref *ast.Reference) {
	span := func(name string, s ast.Span) { o.Optional(name, ref.Text(s), s.Present()) }
	o.Begin("ast")
	span("scheme", ref.Scheme.Span)
	if site, server := &ref.Site, &ref.Site.Server; !site.Present() {
		o.Null("site")
	} else {
		o.Begin("site")
		o.String("kind", site.Kind.String())
		span("text", site.Span)
		if user := &server.UserInfo; !user.Present() {
			o.Null("userinfo")
		} else {
			o.Begin("userinfo")
			span("text", user.Span)
			if splitsUser(e) {
				span("user", user.User)
				span("password", user.Password)
			}
			o.End()
		}
		if host := &server.HostPort.Host; !host.Present() {
			o.Null("host")
		} else {
			o.Begin("host")
			o.String("kind", host.Kind.String())
			span("text", host.Span)
			o.End()
		}
		span("port", server.HostPort.Port.Span)
		o.End()
	}
	o.Begin("path")
	o.String("kind", ref.Path.Kind.String())
	span("text", ref.Path.Span)
	o.segments(ref)
	o.End()
	span("query", ref.Query.Span)
	span("fragment", ref.Fragment.Span)
	if e.Name() == editions.RFC1738.Name() {
		o.url(e, ref.Input)
	}
	o.End()
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
	o.Name("segments")
	o.Text = append(o.Text, '[')
	for s := range ref.Segments() {
		o.comma('[')
		o.Text = append(o.Text, `{"text":`...)
		o.Value(ref.Text(s.Name))
		o.Text = append(o.Text, `,"params":[`...)
		for p := range ref.Params(s) {
			o.comma('[')
			o.Value(ref.Text(p.Span))
		}
		o.Text = append(o.Text, `]}`...)
	}
	o.Text = append(o.Text, ']')
}

// comma appends a comma unless a list has just begun.
func (o *object) comma(open byte) {
	if o.Text[len(o.Text)-1] != open {
		o.Text = append(o.Text, ',')
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
	o.Begin("url")
	o.String("kind", u.Kind())
	added := make(map[string]bool)
	for _, part := range schemes.Describe(u).Fields { // including the absent ones
		if added[part.Name] {
			continue
		}
		added[part.Name] = true
		switch part.Name {
		case "hsegment", "cwd", "fsegment", "fieldname", "fieldvalue":
			o.Name(part.Name)
			o.Text = append(o.Text, '[')
			for _, text := range texts[part.Name] {
				o.comma('[')
				o.Value(text)
			}
			o.Text = append(o.Text, ']')
		default:
			o.Optional(part.Name, part.Text, part.Present)
		}
	}
	o.End()
}

// link adds what is known of a reference in a document.
func (o *object) link(l *link, err error) {
	o.String("document", l.document)
	if !l.resolved {
		o.String("delimiter", l.delimiter)
		return
	}
	o.Optional("element", l.Element, l.Element != "")
	o.Optional("attribute", l.Attribute, l.Attribute != "")
	o.String("kind", l.Kind.String())
	o.Optional("base", l.Base, l.Origin != "")
	o.Optional("origin", string(l.Origin), l.Origin != "")
	o.Optional("target", l.Target, l.Target != "")
	if unwritable, ok := errors.AsType[*resolve.UnwritableError](err); ok {
		o.String("literal", unwritable.Literal)
	}
	o.Bool("same_document", l.Current)
}
