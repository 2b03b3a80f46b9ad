// Package resolve turns references into absolute ones: it resolves them against a
// base by the algorithm of each edition, and writes them.
//
//	Split            a string to components, by the regular expression of Appendix B
//	Recompose        components to a string
//	Algorithm        base and reference to target: relative resolution
//	Relativize       base and target to reference: the way back
//	Normalizer       the steps of normalization that an edition licenses
//
// It works on the tree of package ast and does not check it. Whether a base or a
// reference conforms is a question for package grammar, whose Edition.Resolve and
// Base are what most programs want; its Context says where a base comes from.
//
// The editions resolve the same two strings differently:
//
//	                      rfc1808   url-syntax-02   url-syntax-09  rfc2396bis-00  rfc3986
//	                                                rfc2396
//	"" and "#f" refer to  the base  the document    the document   the document   the base
//	"?q" takes the path   whole     up to its "/"   up to its "/"  whole          whole
//	";x" takes the path   whole     up to its "/"   up to its "/"  up to its "/"  up to its "/"
//	"g?../x" has dots in  the path  path and query  the path       the path       the path
//	"/./g" and "s:/./g"   keep      keep the dots   keep           keep           lose them
//	".." without a level  stays     stays           your choice    your choice    goes
//
// Each algorithm is in the file of its name, with the steps of the document above
// the lines that take them. So the files resemble each other.
//
// The functions take time and memory linear in their input, keep nothing and
// may be called concurrently.
//
// The zero value of a type is of use only if the comment of the type says so.
package resolve

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urispec/urispec/ast"
)

// Algorithm is the resolution algorithm of an edition.
type Algorithm struct {
	name    string
	section string   // of the algorithm
	dotDot  []DotDot // the reactions to excess ".." that the edition allows, its default first
	loose   string   // the section that allows Loose; "" if none does
	strict  string   // if none does, the step by which a reference with a scheme is absolute

	recomposition string // the number of the step that writes the target
}

// The algorithms.
var (
	RFC1808      = &Algorithm{name: "rfc1808", section: "4", dotDot: []DotDot{Retain}, strict: "4 step 2b", recomposition: "7"}
	URLSyntax02  = &Algorithm{name: "url-syntax-02", section: "5.2", dotDot: []DotDot{Retain}, strict: "5.2 step 3", recomposition: "7"}
	URLSyntax09  = &Algorithm{name: "url-syntax-09", section: "5.2", dotDot: []DotDot{Retain, Remove, Refuse}, strict: "5.2 step 3", recomposition: "7"}
	RFC2396      = &Algorithm{name: "rfc2396", section: "5.2", dotDot: []DotDot{Retain, Remove, Refuse}, loose: "5.2", recomposition: "7"}
	RFC2396bis00 = &Algorithm{name: "rfc2396bis-00", section: "5.2", dotDot: []DotDot{Retain, Remove, Refuse}, loose: "5.2", recomposition: "5.2"}
	RFC3986      = &Algorithm{name: "rfc3986", section: "5.2.2", dotDot: []DotDot{Remove}, loose: "5.2.2", recomposition: "5.3"}
)

// Algorithms returns all algorithms, in the order of publication.
func Algorithms() []*Algorithm {
	return []*Algorithm{RFC1808, URLSyntax02, URLSyntax09, RFC2396, RFC2396bis00, RFC3986}
}

// Lookup finds an algorithm by the name of the edition that describes it.
func Lookup(name string) (*Algorithm, bool) {
	for _, a := range Algorithms() {
		if a.name == name {
			return a, true
		}
	}
	return nil, false
}

// Name returns the name of the edition that describes the algorithm.
func (a *Algorithm) Name() string { return a.name }

// Section returns the section that describes the algorithm.
func (a *Algorithm) Section() string { return a.section }

// DotDot is what to do with a ".." when the base has no level left.
type DotDot uint8

const (
	EditionDotDot DotDot = iota // what the edition's own examples show
	Retain                      // keep it in the path
	Remove                      // drop it
	Refuse                      // give an [*ExcessError]
)

var dotDotNames = [...]string{"", "retain", "remove", "error"}

// String returns "", "retain", "remove" or "error".
func (d DotDot) String() string { return dotDotNames[d] }

// ParseDotDot is the inverse of [DotDot.String].
func ParseDotDot(name string) (DotDot, error) {
	i := slices.Index(dotDotNames[:], name)
	if i < 0 {
		return 0, fmt.Errorf("%q is not retain, remove or error", name)
	}
	return DotDot(i), nil
}

// Options are choices that an edition leaves open. The zero value does what the
// edition's own examples show, and checks the result.
type Options struct {
	// DotDot is what to do with more ".." than the base has levels.
	DotDot DotDot
	// Loose ignores a scheme in the reference that equals the base's ("not
	// validating" in rfc2396bis-00, not "strict" in rfc3986). In rfc2396 it is
	// meant for a scheme that "is known to always use the <hier_part> syntax"; the
	// caller has to know that, since the document lists no such scheme.
	Loose bool
	// NewRequest is for a context that always makes a new request, as an HTML form
	// does: a reference to the current document then gives the base.
	NewRequest bool
	// Unchecked gives the literal result of the steps, even if that would be read
	// as other components.
	Unchecked bool
	// Trace, if not nil, is called for every step, after all steps are taken.
	Trace func(Step)
}

// Allows returns nil if the edition leaves open what o chooses. If it does not,
// the error is an [*OptionError].
func (a *Algorithm) Allows(o Options) error {
	if o.DotDot != EditionDotDot && !slices.Contains(a.dotDot, o.DotDot) {
		return &OptionError{a.name, "dot-dot=" + o.DotDot.String(),
			fmt.Sprintf("it permits only %s (%s)", a.dotDot[0], a.section)}
	}
	if o.Loose && a.loose == "" {
		return &OptionError{a.name, "loose", fmt.Sprintf("a reference with a scheme is absolute (%s)", a.strict)}
	}
	return nil
}

// OptionError says that an edition does not leave open what an option chooses.
// [Algorithm.Allows] and [Algorithm.Resolve] return it.
type OptionError struct {
	Edition string
	Option  string // with its value: "loose", "dot-dot=retain"
	Why     string // with the section
}

// Error names the edition and the option, and says why there is no choice.
func (err *OptionError) Error() string {
	return fmt.Sprintf("%s does not permit %s: %s", err.Edition, err.Option, err.Why)
}

// SameDocumentError is the outcome of a reference to the current document, which
// has no target. [Algorithm.Resolve] returns it. It never occurs in rfc3986: there
// such a reference gives the base, and whether a target is the current document
// is found by comparing the two (4.4).
type SameDocumentError struct {
	Fragment    string // without the "#"
	HasFragment bool   // an empty fragment is not an absent one
}

// Error returns the document's own words: "(current document)#s".
func (err *SameDocumentError) Error() string {
	if err.HasFragment {
		return "(current document)#" + err.Fragment
	}
	return "(current document)"
}

// ExcessError says that a reference has more ".." than the base has levels.
// [Algorithm.Resolve] returns it with [Refuse].
type ExcessError struct {
	Section string // of the algorithm
}

// Error names the section.
func (err *ExcessError) Error() string {
	return fmt.Sprintf(`the reference has more ".." than the base has levels (%s)`, err.Section)
}

// Fault implements [ast.FaultError]: it returns the message and the section.
func (err *ExcessError) Fault() ast.Fault {
	return ast.Fault{In: "reference", Message: err.Error(), Offset: -1, Section: err.Section}
}

// UnwritableError says that the target's components, written one after the
// other, would be read as other components. [Algorithm.Resolve] returns it.
type UnwritableError struct {
	Literal string // what the steps write
	Why     string // "the path would be read as an authority"
}

// Error has Literal and Why.
func (err *UnwritableError) Error() string { return fmt.Sprintf("%s: %s", err.Literal, err.Why) }

// Fault implements [ast.FaultError]: it returns Why.
func (err *UnwritableError) Fault() ast.Fault {
	return ast.Fault{In: "result", Text: err.Literal, Message: err.Why, Offset: -1}
}

// target is what the steps compute, component by component.
type target struct {
	scheme, site, query, fragment text
	path                          []byte
}

// text is the text of a component, which may be absent ("undefined").
type text struct {
	s       string
	defined bool
}

func textOf(ref *ast.Reference, span ast.Span) text {
	return text{ref.Text(span), span.Present()}
}

// call is one resolution: the choices, and the steps if they are traced. The
// algorithms return their target and store nothing that they are given, so that
// nothing escapes to the heap.
type call struct {
	dotDot DotDot
	loose  bool
	trace  *steps // nil if the steps are not traced
}

// outcome is how an algorithm ends.
type outcome uint8

const (
	resolved outcome = iota
	currentDocument
	refused
)

// Resolve returns the target of a reference, as a string. The base and the
// reference come from an edition's Parse or from [Algorithm.Split], and are not
// checked. The error is a [*SameDocumentError], an [*ExcessError], an
// [*UnwritableError], or an [*OptionError].
func (a *Algorithm) Resolve(base, ref *ast.Reference, o Options) (string, error) {
	if err := a.Allows(o); err != nil {
		return "", err
	}
	if head, tail, ok := a.shortcut(base, ref, o); ok {
		return head + tail, nil
	}
	var buf [256]byte
	b, err := a.takeSteps(buf[:0], base, ref, o)
	if err != nil {
		return "", err
	}
	return string(b), nil
}

// AppendResolve appends the target that [Algorithm.Resolve] returns to dst. If
// there is an error, it returns dst as it was.
func (a *Algorithm) AppendResolve(dst []byte, base, ref *ast.Reference, o Options) ([]byte, error) {
	if err := a.Allows(o); err != nil {
		return dst, err
	}
	if head, tail, ok := a.shortcut(base, ref, o); ok {
		return append(append(dst, head...), tail...), nil
	}
	return a.takeSteps(dst, base, ref, o)
}

// takeSteps is [Algorithm.AppendResolve] by the steps of the document. The
// edition must allow the options.
func (a *Algorithm) takeSteps(dst []byte, base, ref *ast.Reference, o Options) ([]byte, error) {
	c := call{dotDot: o.DotDot, loose: o.Loose}
	if o.Trace != nil {
		c.trace = new(steps)
	}
	dst, err := c.run(a, dst, base, ref, o.NewRequest, o.Unchecked)
	if o.Trace != nil {
		for _, s := range c.trace.list {
			o.Trace(s)
		}
	}
	return dst, err
}

func (c *call) run(a *Algorithm, dst []byte, base, ref *ast.Reference, newRequest, unchecked bool) ([]byte, error) {
	var short [256]byte // most paths are shorter
	path := slices.Grow(short[:0], base.Path.Len()+len("/")+ref.Path.Len())
	var t target
	var out outcome
	switch a {
	case RFC1808:
		t, out = c.rfc1808(base, ref, path)
	case URLSyntax02:
		t, out = c.urlSyntax02(base, ref, path)
	case URLSyntax09:
		t, out = c.urlSyntax09(base, ref, path)
	case RFC2396:
		t, out = c.rfc2396(base, ref, path)
	case RFC2396bis00:
		t, out = c.rfc2396bis00(base, ref, path)
	case RFC3986:
		t, out = c.rfc3986(base, ref, path)
	}
	switch out {
	case refused:
		return dst, &ExcessError{a.section}
	case currentDocument:
		fragment := textOf(ref, ref.Fragment.Span)
		if !newRequest {
			return dst, &SameDocumentError{fragment.s, fragment.defined}
		}
		// "an empty URL reference represents the base URL of the current document
		// and should be replaced by that URL" (url-syntax-09 section 3).
		c.step("new request", "the empty reference is replaced by the base")
		t = wholeOf(base, path)
		t.fragment = fragment
	}
	b := write(dst, t.scheme, t.site, t.path, t.query, t.fragment)
	if c.trace != nil {
		c.trace.add(Step{Number: a.recomposition, What: "the components are recombined", Buffer: true, After: string(b[len(dst):])})
	}
	if !unchecked {
		why := unwritable(t.scheme.defined, t.site.defined, t.path)
		if a == RFC1808 {
			why = unwritableRFC1808(&t)
		}
		if why != "" {
			return dst, &UnwritableError{string(b[len(dst):]), why}
		}
	}
	return b, nil
}

// unwritable says why Appendix B would not read back the components as they are;
// "" if it would. No component contains a delimiter that would end it.
func unwritable[P string | []byte](hasScheme, hasSite bool, path P) string {
	switch {
	case hasSite && len(path) > 0 && path[0] != '/':
		return "the path would be read as part of the site"
	case !hasSite && len(path) > 1 && path[0] == '/' && path[1] == '/':
		return "the path would be read as an authority"
	case !hasSite && !hasScheme && hasSchemePrefix(string(path)):
		return "the first segment would be read as a scheme"
	}
	return ""
}

// hasSchemePrefix reports whether the path begins with what Appendix B takes for
// a scheme and its ":".
func hasSchemePrefix(path string) bool {
	i := strings.IndexAny(path, ":/")
	return i > 0 && path[i] == ':'
}
