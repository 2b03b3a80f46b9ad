package extract

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/resolve"
)

// MaxAttribute is the length in bytes up to which an attribute of HTML is read,
// name and all. It bounds the memory that HTML takes. A reference in a longer
// one is found, but cut, and its error is a [*LongError]. It is more
// than [MaxLength] because images are written into attributes.
const MaxAttribute = 1 << 20

// maxHeld is how many bytes of links are held back to see whether a base
// follows.
const maxHeld = 4 << 20

// Link is a reference that was found in HTML, or in a message, and what it
// refers to.
type Link struct {
	// Text is the reference, without what HTML adds to it: character
	// references are resolved, white space around it and line breaks and tabs
	// inside are gone.
	Text string
	// Start and End are the byte offsets between which the reference stands,
	// as it is written. In a list of references they are those of one of them.
	Start, End int64
	// Line is the line on which the reference starts, the first being 1. Lines
	// end with LF.
	Line int
	// Element and Attribute are the names, in lower case, of what the reference
	// stands in; in plain text they are empty, and in the header of a message
	// Attribute is the name of the field.
	Element, Attribute string
	// Kind is what is made of the link.
	Kind Kind
	// Base is what the reference is relative to, "" if there is nothing, and
	// Origin where that comes from, then "".
	Base   string
	Origin grammar.Origin
	// Target is what the reference is resolved to, "" if there is an error (but
	// a [*LateBaseError]) or the edition has no target for the current document.
	Target string
	// Current is true if the reference is to the current document, for which
	// nothing has to be loaded: if the resolution ends so, or, where it never
	// does, if the target is the base but for a fragment (4.4 of RFC 3986). It is
	// false for links that always make a new request, as those of forms do.
	Current bool
	// Err is nil if Text conforms to the edition, and has a target or is to the
	// current document. Else it is the error of [grammar.Base.Resolve]; or, if
	// Text is relative and there is no base, that of
	// [grammar.Edition.EstablishBase], maybe wrapped; or a [*LateBaseError] or a
	// [*LongError].
	Err error
}

// HTML yields the references in a document in HTML, in its order: those in the
// attributes that have a meaning as links in any of the languages that are
// called HTML (today's standard, HTML 4 and 2.0, what browsers added, SVG and
// MathML inside). Not read are other languages inside: style sheets, scripts, the
// srcdoc of a frame.
//
// An attribute counts if the element it stands in gives it a meaning (the href
// of a, not that of div), and as its standard reads it: as one reference, as
// some that white space or commas separate, as the candidates of a srcset, as
// the second half of a refresh. White space around a reference is taken away,
// and so are tabs and line breaks inside, as the URL Standard says; HTML 4
// (section 6.2) ignores line feeds only. Spaces inside stay, and do not conform.
// What is empty is a reference too. Bytes beyond US-ASCII are judged as they
// stand, and a null character as U+FFFD.
//
// Each reference is resolved by the edition's algorithm, against the base of the
// document (5.1.1 to 5.1.4): the first BASE element with an HREF, wherever it
// stands but in templates, SVG and other content that is not the document's
// own; without one, the base that c gives. The innermost entity of c is the
// document as it is described from outside, by the header of a message, say. A
// relative HREF is resolved against the base of c, though all editions ask for
// an absolute one (Appendix D). If the HREF gives no base there is none, and
// relative references have its error. In an edition that has no relative form,
// they have a [*grammar.NotDefinedError].
//
// So all links before the base have to wait for it. At most 4 MB of them do;
// then they are resolved without it. A base behind them has a [*LateBaseError]
// and counts for what follows it.
//
// A reference that does not conform is yielded as any other. An error is
// yielded last, with the zero Link: that of the reader, or an
// [*UnfinishedError]. HTML takes time linear in the document, and a fixed amount
// of memory: some megabytes, for tags that are made to take more some ten times
// that.
func HTML(e *grammar.Edition, r io.Reader, c grammar.Context) iter.Seq2[Link, error] {
	return readHTML(e, r, c, 2*MaxAttribute)
}

// readHTML is HTML with attributes that have at least half of maxToken.
func readHTML(e *grammar.Edition, r io.Reader, c grammar.Context, maxToken int) iter.Seq2[Link, error] {
	return func(yield func(Link, error) bool) {
		p := &page{markup: newMarkup(r, maxToken), outer: newResolver(e, c), yield: yield}
		err := error(nil)
		for err == nil && !p.stopped {
			if err = p.read(); err == nil && p.name != "" {
				p.element()
			}
		}
		p.release()
		if err != io.EOF && !p.stopped {
			yield(Link{}, err)
		}
	}
}

// page is a document that is read.
type page struct {
	*markup
	yield   func(Link, error) bool
	stopped bool // nobody wants more

	outer   *resolver // has the base that there is without a BASE element
	inner   *resolver // has the base; nil as long as it may still come
	hasBase bool      // it has come
	held    []Link    // wait for it
	size    int       // of held, in bytes
	given   int       // links were yielded before it came

	attributes []linkAttribute // of the element
}

// linkAttribute is an attribute that rules or their conditions name.
type linkAttribute struct {
	attribute
	name string // in lower case
}

// element finds the links in a start tag.
func (p *page) element() {
	p.attributes = p.attributes[:0]
	for a := range attributes(p.raw) {
		if name := attributeNames[string(lower(a.name))]; name != "" && p.attribute(name) == nil {
			p.attributes = append(p.attributes, linkAttribute{a, name}) // the first of a name counts
		}
	}
	for i := range p.attributes {
		a := &p.attributes[i]
		if r := ruleFor(p.name, a.name, p.isForeign()); r != nil && (r.where == "" || p.meets(r.where)) {
			p.links(r, a)
		}
	}
}

// attribute returns an attribute of the element, nil if it has none.
func (p *page) attribute(name string) *linkAttribute {
	i := slices.IndexFunc(p.attributes, func(a linkAttribute) bool { return a.name == name })
	if i < 0 {
		return nil
	}
	return &p.attributes[i]
}

// meets reports whether the element meets the condition of a rule.
func (p *page) meets(where string) bool {
	name, value, _ := strings.Cut(where, "=")
	a := p.attribute(name)
	return a != nil && strings.EqualFold(resolved(a.value).text, value)
}

// kind returns the kind of a link by a rule. Some elements may be hyperlinks and
// more.
func (p *page) kind(r *rule) Kind {
	if r.kind != Hyperlink {
		return r.kind
	}
	if a := p.attribute("rel"); p.name == "link" && a != nil {
		for rel := range strings.FieldsSeq(resolved(a.value).text) {
			if rels[strings.ToLower(rel)] {
				return Resource
			}
		}
	}
	if embeds[p.name] {
		return Resource
	}
	return Hyperlink
}

// links finds the references in an attribute.
func (p *page) links(r *rule, a *linkAttribute) {
	at, where := a.valueAt, p.behind(p.raw[:a.valueAt])
	l := Link{Element: p.name, Attribute: a.name, Kind: p.kind(r)}
	if a.state != "" {
		l.Text = string(a.value[:min(len(a.value), MaxLength)])
		l.Start, l.End, l.Line = where.off, where.off+int64(len(a.value)), where.line
		l.Err = &LongError{Limit: MaxAttribute}
		p.add(l)
		return
	}
	v := resolved(a.value)
	for from, to := range r.read(v.text) {
		start := a.valueAt + v.offset(from)
		at, where = start, where.behind(p.raw[at:start])
		l.Text = unbroken(v.text[from:to])
		l.Start, l.End, l.Line = where.off, p.off+int64(a.valueAt+v.offset(to)), where.line
		if l.Kind == BaseHref {
			p.base(l)
		} else {
			p.add(l)
		}
		if p.stopped {
			return
		}
	}
}

// unbroken returns a reference without tabs and line breaks.
func unbroken(ref string) string {
	if !strings.ContainsAny(ref, "\t\n\r") {
		return ref
	}
	return strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(ref)
}

// base adds the link of a BASE element, and makes it the base if it is the
// first one.
func (p *page) base(l Link) {
	l = p.outer.resolved(l)
	if !p.hasBase && len(p.nesting) == 0 {
		p.hasBase = true
		if p.inner != nil && l.Err == nil {
			l.Err = &LateBaseError{Links: p.given}
		}
		p.inner = newResolver(p.outer.edition, inside(p.outer.context, grammar.Entity{Embedded: []string{l.Text}}))
		p.release()
	}
	p.add(l)
}

// add adds a link to those that wait for the base, or yields it.
func (p *page) add(l Link) {
	if p.inner != nil {
		p.give(l)
		return
	}
	const link = 256 // bytes about a Link takes besides its text
	p.held = append(p.held, l)
	if p.size += link + len(l.Text); p.size > maxHeld {
		p.release()
	}
}

// release yields the links that wait for the base.
func (p *page) release() {
	if p.inner == nil {
		p.inner = p.outer
	}
	for _, l := range p.held {
		p.give(l)
	}
	p.held = nil
}

// give yields a link.
func (p *page) give(l Link) {
	if p.stopped {
		return
	}
	if l.Kind != BaseHref && l.Err == nil {
		l = p.inner.resolved(l)
	}
	p.given++
	p.stopped = !p.yield(l, nil)
}

// resolver resolves references against the base that a context gives.
type resolver struct {
	edition *grammar.Edition
	context grammar.Context

	base    *grammar.Base // nil if the edition has no relative form
	origin  grammar.Origin
	err     error // why there is no base; then base is any
	compare bool  // the edition knows the current document by its reference, not by form
}

func newResolver(e *grammar.Edition, c grammar.Context) *resolver {
	r := &resolver{edition: e, context: c}
	if r.base, r.origin, r.err = e.EstablishBase(c); r.err != nil {
		// What is absolute has a target all the same, which no base changes.
		r.base, _ = e.Base("http://localhost/")
		_, none := errors.AsType[*grammar.NotDefinedError](r.err)
		if faulty, ok := errors.AsType[ast.FaultError](r.err); !none && !(ok && faulty.Fault().In == "base") {
			// It is about a reference, which is not the one that lacks a base.
			r.err = fmt.Errorf("the base is wrong: %w", r.err)
		}
	}
	if r.base != nil {
		_, err := r.base.Resolve("", resolve.Options{})
		r.compare = err == nil
	}
	return r
}

// inside returns the context of what is inside an entity in a context.
func inside(c grammar.Context, entity grammar.Entity) grammar.Context {
	c.Entities = slices.Concat([]grammar.Entity{entity}, c.Entities)
	return c
}

// resolved returns a link with what it refers to.
func (r *resolver) resolved(l Link) Link {
	newRequest := l.Kind.newRequest()
	if r.err == nil {
		l.Base, l.Origin = r.base.String(), r.origin
	}
	l.Target, l.Err = r.target(l.Text, newRequest)
	same := (*resolve.SameDocumentError)(nil)
	switch {
	case errors.As(l.Err, &same):
		l.Current, l.Err = true, nil
	case l.Err == nil && r.err == nil && r.compare && !newRequest:
		target, _, _ := strings.Cut(l.Target, "#")
		l.Current = target == l.Base
	}
	return l
}

// target returns the target of a reference; the error may be a
// [*resolve.SameDocumentError].
func (r *resolver) target(ref string, newRequest bool) (string, error) {
	split := r.edition.Split(ref)
	relative := !split.Scheme.Present()
	if r.base == nil {
		if relative {
			return "", r.err
		}
		if err := r.edition.Check(ref); err != nil {
			return "", err
		}
		return ref, nil
	}
	target, err := r.base.Resolve(ref, resolve.Options{NewRequest: newRequest})
	if err == nil && relative && r.err != nil {
		return "", r.err
	}
	return target, err
}

// LateBaseError says that a BASE element comes too late: more links than can be
// held back stand before it, and were resolved without it. It is the Err of the
// [Link] of that element.
type LateBaseError struct {
	Links int // how many stand before it
}

func (err *LateBaseError) Error() string {
	return fmt.Sprintf("the base comes behind %d links that were resolved without it", err.Links)
}
