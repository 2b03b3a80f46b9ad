package extract

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"strings"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/resolve"
)

// MaxAttribute is the length in bytes up to which an attribute of HTML is read,
// including its name. It bounds the memory that [HTML] takes. A reference in a
// longer attribute is found, but cut, and its error is a [*LongError]. The limit is
// higher than [MaxLength] because attributes may hold whole images.
const MaxAttribute = 1 << 20

// MaxBase is the length in bytes up to which a base is used. The target of every
// relative reference holds much of its base, so without a limit the targets of a
// document could take the square of its length. 8000 bytes are what RFC 9110, section
// 4.1, asks every program to support. References that are relative to a longer base
// have a [*LongBaseError].
const MaxBase = 8000

// maxHeld is how many bytes of links are held back in case a base follows.
const maxHeld = 4 << 20

// Link is a reference that was found in HTML or in a message, with its target.
type Link struct {
	// Text is the reference without what HTML adds to it: character references
	// are replaced by what they stand for, and white space around it, and line
	// breaks and tabs inside, are removed.
	Text string
	// Start and End are the byte offsets between which the reference stands as
	// it is written: in a list of references, those of this one.
	Start, End int64
	// Line, Column and Character are where the reference starts: the line, and the byte
	// and the character in this line, all counted from 1. Lines end with LF. They are 0
	// in the header of a message.
	Line, Column, Character int
	// Element and Attribute are the names, in lower case, of the element and the
	// attribute in which the reference stands. In plain text they are empty; in the
	// header of a message, Attribute is the name of the field.
	Element, Attribute string
	// Kind is what HTML does with the link.
	Kind Kind
	// Base is what the reference is relative to, and Origin says where that comes
	// from. Both are "" if there is no base.
	Base   string
	Origin grammar.Origin
	// Target is the result of resolving the reference. It is "" if there is an
	// error (other than a [*LateBaseError]), or if the edition has no target for
	// references to the current document.
	Target string
	// Current is true if the reference is to the current document, so that nothing
	// has to be loaded. Editions without this outcome compare instead: the target
	// is the base, apart from a fragment (RFC 3986, section 4.4). Current is false
	// for links that always make a new request, as those of forms do.
	Current bool
	// Err is nil if Text conforms to the edition and has a target, or is a
	// reference to the current document. Otherwise it is the error of
	// [grammar.Base.Resolve]; or, if Text is relative and there is no base, the
	// error of [grammar.Context.EstablishBase], possibly wrapped, or a
	// [*LongBaseError]; or a [*LateBaseError] or a [*LongError].
	Err error
}

// HTML yields the references in an HTML document, in the order of the document.
// It reads the attributes that are links in any of the languages called HTML:
// today's standard, HTML 4 and 2.0, the additions of browsers, and SVG and MathML
// inside. It does not read other languages inside: style sheets, scripts, and the
// srcdoc of a frame.
//
// An attribute counts only on an element that gives it a meaning (the href of a,
// but not of div). It is read as its standard says: as one reference, as several
// that are separated by white space or commas, as the candidates of a srcset, or as
// the second half of a refresh. White space around a reference is removed, and so
// are tabs and line breaks inside, as the URL Standard says; HTML 4 (section 6.2)
// ignores only line feeds. Spaces inside stay, and do not conform. An empty
// attribute is a reference too. Bytes beyond US-ASCII are judged as they stand, and
// a null character as U+FFFD.
//
// Each reference is resolved by the edition's algorithm against the base of the
// document (5.1.1 to 5.1.4). That is the first BASE element with an HREF, unless it
// is in a template, in SVG or in other content that does not belong to the document
// itself; without one, it is the base that c gives. The innermost entity of c
// describes the document from outside, as the header of a message does. A relative
// HREF is resolved against the base of c, although all editions ask for an absolute
// one (Appendix D). If the HREF gives no base, or one that is longer than [MaxBase],
// then there is none, and relative references have the error that says why. In an
// edition without a relative form, they have a [*grammar.NotDefinedError].
//
// All links before the base have to wait for it. At most 4 MB of them do; then they
// are resolved without it. A base that comes later has a [*LateBaseError], and
// counts for the links after it.
//
// A reference that does not conform is yielded like any other. An error is yielded
// last, with the zero Link: the error of the reader, or an [*UnfinishedError]. HTML
// takes time linear in the document and a limited amount of memory: some megabytes,
// or about ten times as much for tags that are designed to take more.
func HTML(e *grammar.Edition, r io.Reader, c grammar.Context) iter.Seq2[Link, error] {
	return func(yield func(Link, error) bool) {
		readHTML(r, outermost(e, c), 2*MaxAttribute)(yield)
	}
}

// readHTML is HTML with the resolver for the document without a BASE element, and with
// a limit for tokens, which is twice the limit for attributes.
func readHTML(r io.Reader, outer *resolver, maxToken int) iter.Seq2[Link, error] {
	return func(yield func(Link, error) bool) {
		p := &page{markup: newMarkup(r, maxToken), outer: outer, yield: yield}
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

// page is a document that is being read.
type page struct {
	*markup
	yield   func(Link, error) bool
	stopped bool // the caller wants no more

	outer   *resolver // with the base for a document without a BASE element
	inner   *resolver // with the base; nil as long as one may still come
	hasBase bool      // a base has come
	held    []Link    // links that wait for the base
	size    int       // of held, in bytes
	given   int       // how many links were yielded before the base came

	tag tag
}

// element finds the links in a start tag.
func (p *page) element() {
	p.tag.read(p.name, p.raw, p.isForeign())
	at, where := 0, p.place
	for l := range p.tag.links() {
		where = where.after(p.raw[at:l.start])
		at = l.start
		p.found(Link{
			Text: l.text, Start: where.off, End: p.off + int64(l.end), Line: where.line, Column: where.column + 1, Character: where.chars + 1,
			Element: p.name, Attribute: l.attribute, Kind: l.kind, Err: l.err,
		})
		if p.stopped {
			return
		}
	}
}

// found handles a link.
func (p *page) found(l Link) {
	if l.Kind == BaseHref {
		p.base(l)
	} else {
		p.add(l)
	}
}

// base adds the link of a BASE element. The first one becomes the base.
func (p *page) base(l Link) {
	l = p.outer.resolved(l)
	if !p.hasBase && len(p.nesting) == 0 {
		p.hasBase = true
		if p.inner != nil && l.Err == nil {
			l.Err = &LateBaseError{Links: p.given}
		}
		p.inner = p.outer.embedded(l)
		p.release()
	}
	p.add(l)
}

// add yields a link, or lets it wait for the base.
func (p *page) add(l Link) {
	if p.inner != nil {
		p.give(l)
		return
	}
	const link = 256 // about how many bytes a Link takes besides its text
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
	if l.Kind != BaseHref {
		l = p.inner.resolved(l)
	}
	p.given++
	p.stopped = !p.yield(l, nil)
}

// resolver resolves references against a base.
type resolver struct {
	edition *grammar.Edition
	base    *grammar.Base // nil if the edition has no relative form
	origin  grammar.Origin
	err     error // why there is no base; base is then a placeholder
	compare bool  // the edition recognises the current document only by comparing references
}

// newResolver returns a resolver for the result of [grammar.Context.EstablishBase].
func newResolver(e *grammar.Edition, base *grammar.Base, origin grammar.Origin, err error) *resolver {
	r := &resolver{edition: e, base: base, origin: origin, err: err}
	if err == nil && len(base.String()) > MaxBase {
		r.err = &LongBaseError{MaxBase}
	}
	if r.err != nil {
		// Absolute references have a target all the same, whatever the base.
		r.base, _ = e.Base("http://localhost/")
		_, none := errors.AsType[*grammar.NotDefinedError](r.err)
		if faulty, ok := errors.AsType[ast.FaultError](r.err); !none && !(ok && faulty.Fault().In == "base") {
			// The error is about the base, not about the reference that needs one.
			r.err = fmt.Errorf("the base is wrong: %w", r.err)
		}
	}
	if r.base != nil {
		_, err := r.base.Resolve("", resolve.Options{})
		r.compare = err == nil
	}
	return r
}

// outermost returns the resolver for an entity in a context.
func outermost(e *grammar.Edition, c grammar.Context) *resolver {
	base, origin, err := c.EstablishBase(e)
	return newResolver(e, base, origin, err)
}

// enclosed returns the resolver for an entity that gives no base and is directly inside
// the one that r is for.
func (r *resolver) enclosed() *resolver {
	in := *r
	if in.origin == grammar.FromContent {
		in.origin = grammar.FromEncapsulate
	}
	return &in
}

// embedded is [resolver.enclosed] for an entity that gives a base in a link. The base is
// the one that [grammar.Context.EstablishBase] finds if the context has all entities,
// but those around this one are not read again.
func (r *resolver) embedded(l Link) *resolver {
	ref := r.edition.Split(l.Text)
	c := grammar.Context{Entities: []grammar.Entity{{Embedded: []string{l.Text}}}}
	switch {
	case l.isCut():
		return newResolver(r.edition, nil, "", &LongBaseError{MaxBase})
	case r.err == nil:
		c.Retrieval = []string{r.base.String()}
	case !ref.Scheme.Present():
		return r
	}
	return outermost(r.edition, c)
}

// isCut reports whether the text of a link is only the beginning of a reference.
func (l *Link) isCut() bool {
	_, ok := errors.AsType[*LongError](l.Err)
	return ok
}

// resolved returns a link with its target, or as it is if it is cut.
func (r *resolver) resolved(l Link) Link {
	if l.isCut() {
		return l
	}
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

// target returns the target of a reference. The error may be a
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
// held back come before it, and were resolved without it. It is the Err of the
// [Link] of that element.
type LateBaseError struct {
	Links int // how many come before it
}

// Error says how many links come before the base.
func (err *LateBaseError) Error() string {
	return fmt.Sprintf("the base comes after %d links, which were resolved without it", err.Links)
}

// LongBaseError says that a base is longer than [MaxBase], so that nothing is resolved
// against it. It is the Err of a [Link] that is relative.
type LongBaseError struct {
	Limit int // in bytes
}

// Error has the limit.
func (err *LongBaseError) Error() string {
	return fmt.Sprintf("the base is longer than %d bytes", err.Limit)
}

// Fault implements [ast.FaultError]: it returns the message, which is about the base
// as a whole.
func (err *LongBaseError) Fault() ast.Fault {
	return ast.Fault{In: "base", Message: err.Error(), Offset: -1}
}
