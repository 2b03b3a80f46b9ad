package extract

import (
	"iter"
	"slices"
	"strings"
)

// tag is a start tag of HTML.
type tag struct {
	name       string // in lower case
	foreign    bool   // it is in SVG or MathML
	attributes []linkAttribute
}

// linkAttribute is an attribute that is named by rules or their conditions.
type linkAttribute struct {
	attribute
	name string // in lower case
}

// tagLink is a reference in a tag.
type tagLink struct {
	text       string
	start, end int // where it stands in the tag, as it is written
	attribute  string
	kind       Kind
	err        error // a [*LongError], or nil
}

// read reads a tag as it is written.
func (t *tag) read(name string, raw []byte, foreign bool) {
	t.name, t.foreign, t.attributes = name, foreign, t.attributes[:0]
	for a := range attributes(raw) {
		if name := attributeNames[string(lower(a.name))]; name != "" && t.attribute(name) == nil {
			t.attributes = append(t.attributes, linkAttribute{a, name}) // the first with a name counts
		}
	}
}

// attribute returns an attribute of the tag, or nil if it has none.
func (t *tag) attribute(name string) *linkAttribute {
	i := slices.IndexFunc(t.attributes, func(a linkAttribute) bool { return a.name == name })
	if i < 0 {
		return nil
	}
	return &t.attributes[i]
}

// links yields the references in the tag, in its order.
func (t *tag) links() iter.Seq[tagLink] {
	return func(yield func(tagLink) bool) {
		for i := range t.attributes {
			a := &t.attributes[i]
			if r := ruleFor(t.name, a.name, t.foreign); r != nil && (r.where == "" || t.meets(r.where)) && !t.linksOf(r, a, yield) {
				return
			}
		}
	}
}

// linksOf yields the references in an attribute. It returns false if no more are wanted.
func (t *tag) linksOf(r *rule, a *linkAttribute, yield func(tagLink) bool) bool {
	l := tagLink{attribute: a.name, kind: t.kind(r)}
	if a.state != "" {
		l.text = string(a.value[:min(len(a.value), MaxLength)])
		l.start, l.end, l.err = a.valueAt, a.valueAt+len(a.value), &LongError{Limit: MaxAttribute}
		return yield(l)
	}
	v := resolved(a.value)
	for from, to := range r.read(v.text) {
		l.text = unbroken(v.text[from:to])
		l.start, l.end = a.valueAt+v.offset(from), a.valueAt+v.offset(to)
		if !yield(l) {
			return false
		}
	}
	return true
}

// meets reports whether the tag meets the condition of a rule.
func (t *tag) meets(where string) bool {
	name, value, _ := strings.Cut(where, "=")
	a := t.attribute(name)
	return a != nil && strings.EqualFold(resolved(a.value).text, value)
}

// kind returns the kind of a link by a rule. Some elements can be hyperlinks or
// something else.
func (t *tag) kind(r *rule) Kind {
	if r.kind != Hyperlink {
		return r.kind
	}
	if a := t.attribute("rel"); t.name == "link" && a != nil {
		for rel := range strings.FieldsSeq(resolved(a.value).text) {
			if rels[strings.ToLower(rel)] {
				return Resource
			}
		}
	}
	if embeds[t.name] {
		return Resource
	}
	return Hyperlink
}

// unbroken returns a reference without its tabs and line breaks.
func unbroken(ref string) string {
	if !strings.ContainsAny(ref, "\t\n\r") {
		return ref
	}
	return strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(ref)
}
