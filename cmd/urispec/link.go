package main

import (
	"errors"
	"fmt"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/extract"
	"github.com/urispec/urispec/resolve"
)

// link is an [item] of HTML.
type link struct{ extract.Link }

func (l link) where() string { return l.spot().String() }

func (l link) spot() spot {
	return spot{l.Line, l.Column, l.Character, widthOf(l.Text, l.End-l.Start)}
}

func (l link) line(s *session) string {
	if l.Target == "" && l.Current {
		return "(current document)" + s.shown(l.Text) // a fragment, or nothing
	}
	return s.shown(l.Target)
}

func (l link) missing() string {
	if l.Err == nil {
		return ""
	}
	f := newFault("reference", l.Err)
	if _, ok := errors.AsType[*grammar.NoBaseError](l.Err); ok {
		f.text = "there is no base; give one with --base"
	}
	return fmt.Sprintf("no target of \"%s\": %s", beginning(l.Text, lineWidth/2), f.forPeople())
}

func (l link) conforms(e *grammar.Edition) bool {
	_, cut := errors.AsType[*extract.LongError](l.Err)
	return e.Valid(l.Text) && !cut
}

func (l link) err() error { return l.Err }

// reason is "", because a reference that does not conform has no line.
func (l link) reason() string { return "" }

func (l link) text() string { return l.Text }

func (l link) place(out *object) {
	if l.Line > 0 {
		out.add("line", l.Line)
		out.add("column", l.Column)
		out.add("start", l.Start)
		out.add("end", l.End)
	} else { // in a header
		out.add("line", nil)
		out.add("column", nil)
		out.add("start", nil)
		out.add("end", nil)
	}
}

func (l link) members(out *object) {
	out.optional("element", l.Element, l.Element != "")
	out.optional("attribute", l.Attribute, l.Attribute != "")
	out.text("kind", l.Kind.String())
	out.optional("base", l.Base, l.Origin != "")
	out.optional("origin", string(l.Origin), l.Origin != "")
	out.optional("target", l.Target, l.Target != "")
	if unwritable := new(resolve.UnwritableError); errors.As(l.Err, &unwritable) {
		out.text("literal", unwritable.Literal)
	}
	out.add("same_document", l.Current)
}

// partLink is an [item] of a message.
type partLink struct{ extract.PartLink }

func (l partLink) link() link { return link{l.Link} }

func (l partLink) line(s *session) string           { return l.link().line(s) }
func (l partLink) missing() string                  { return l.link().missing() }
func (l partLink) conforms(e *grammar.Edition) bool { return l.link().conforms(e) }
func (l partLink) err() error                       { return l.Err }
func (l partLink) text() string                     { return l.Text }
func (l partLink) reason() string                   { return "" }

// spot is not known, because lines are those of the decoded part.
func (l partLink) spot() spot { return spot{} }

func (l partLink) members(out *object) { l.link().members(out) }

// where is the part, if the message has several, and the line in it or the header
// field.
func (l partLink) where() string {
	place := l.link().where()
	if l.Line == 0 {
		place = l.Attribute
	}
	if l.Part != "" {
		place = l.Part + ":" + place
	}
	return place
}

func (l partLink) place(out *object) {
	out.optional("part", l.Part, l.Part != "")
	out.text("type", l.ContentType)
	l.link().place(out)
}
