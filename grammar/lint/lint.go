// Package lint finds what is wrong, dangerous or unusual in a reference. It goes
// by what an edition of the URL and URI specifications says beyond its grammar:
// its security considerations, its rules of equivalence, and its advice on hosts,
// ports and escapes.
//
//	l := lint.New(editions.RFC3986, editions.RFC1738)
//	for _, f := range l.Lint("ftp://anna:secret@Example.com:25/~anna") {
//		fmt.Println(f)
//	}
//	// warning: password at 11-17: the password is in plain text (rfc3986 section 7.5)
//	// ...
//
// A [Finding] has a [Code], such as [Password], and the code a [Severity]: an
// error for a string that does not conform, a warning for something that conforms
// but may do harm, a note for something that is better written differently. Every
// code can explain itself ([Code.Explain]) in the words of the documents. A code
// is found under an edition only if that document supports it ([Code.Quote]), so
// some editions have fewer codes than others ([Linter.Codes]).
//
// A finding has a span of the input in bytes, a message, the section it rests
// on, and often a [Suggestion]. Message, section and suggestion are built when
// they are asked for; finding alone makes no garbage ([Linter.Append]).
//
// A string that does not conform has one finding that says where and why, and
// others that come from the components into which Appendix B of the documents
// splits it. References are judged as they stand: nothing is resolved, and
// nothing is looked up on a network.
//
// A [Linter] is safe for concurrent use. Time and memory are linear in the input,
// except that findings are sorted; there may be one for every three bytes.
//
// The zero value of a type is of use only if the comment of the type says so.
package lint

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/resolve"
)

// Linter finds what one edition supports. It is safe for concurrent use.
type Linter struct {
	edition *grammar.Edition
	others  []other

	quotes  [len(codes)]Quote
	applies [len(codes)]bool

	unreserved [256]bool
	opaque     bool                // the edition has opaque paths, which include the "?"
	servers    []*grammar.DataRule // the rules of a site that is named by a host
	licensed   map[string]bool     // the steps of normalization except unescape
	unescape   []license

	// international is true if the references are IRIs.
	international bool
	// alphabets are for suggestions only, and built for the first of them.
	alphabets func() alphabets
}

// other is an edition against which a reference is checked too.
type other struct {
	*grammar.Edition
	absolute bool // it has no relative references at all
}

// license is a step of normalization that removes escapes, with its limits.
type license struct {
	schemes   []string // nil for all
	bytes     string   // "" for all
	pathStart bool
}

// New returns the linter of an edition. A conforming reference is checked against
// the others too, for [RefusedElsewhere]. If the edition itself is among them it
// is ignored; one that has no relative references (rfc1738) is asked only about
// absolute ones. New takes some milliseconds for each edition that is not in use
// yet.
func New(e *grammar.Edition, others ...*grammar.Edition) *Linter {
	l := &Linter{edition: e, licensed: make(map[string]bool)}
	for _, o := range others {
		if o != e && !slices.ContainsFunc(l.others, func(known other) bool { return known.Edition == o }) {
			l.others = append(l.others, other{o, o.Absolute() == o.References()})
		}
	}
	for c := range l.applies {
		l.quotes[c], l.applies[c] = Code(c).Quote(e)
	}
	doc := e.Document()
	if unreserved, err := e.Grammar().Chars(doc.Unreserved); err == nil {
		l.unreserved = unreserved.Bytes
	}
	if l.international = e.Grammar().Source().UTF8(); l.international {
		l.applies[NonASCII] = false // the grammar has characters beyond ASCII
	}
	_, l.opaque = doc.Data["opaque"]
	for name, component := range doc.Components {
		// A net_loc is what RFC 1738 calls a login (rfc1808 2.1).
		if component == "site" || component == "unsplit" {
			if rule, err := e.DataRule(name); err == nil {
				l.servers = append(l.servers, rule)
			}
		}
	}
	for _, step := range doc.Normalization {
		if step.Step == resolve.Unescape {
			l.unescape = append(l.unescape, license{step.Schemes, step.Bytes, step.PathStart})
		} else {
			l.licensed[step.Step] = true
		}
	}
	l.alphabets = sync.OnceValue(func() alphabets { return alphabetsOf(e) })
	return l
}

// Only returns a linter that finds only these codes, as far as l finds them.
func (l *Linter) Only(codes ...Code) *Linter {
	only := *l
	only.applies = [len(l.applies)]bool{}
	for _, c := range codes {
		if int(c) < len(l.applies) {
			only.applies[c] = l.applies[c]
		}
	}
	return &only
}

// Without returns a linter that finds what l finds, but none of these codes.
func (l *Linter) Without(codes ...Code) *Linter {
	return l.Only(slices.DeleteFunc(Codes(), func(c Code) bool { return slices.Contains(codes, c) })...)
}

// Edition returns the edition that the linter is for.
func (l *Linter) Edition() *grammar.Edition { return l.edition }

// Codes returns the codes that the linter can find, the most severe first.
func (l *Linter) Codes() []Code {
	return slices.DeleteFunc(Codes(), func(c Code) bool {
		return !l.applies[c] || c == RefusedElsewhere && len(l.others) == 0
	})
}

// Lint returns the findings for a string in the order of their spans, or nil if
// there are none. A string of more than 2^31-1 bytes is not read: its only finding is
// [NonConforming], with a message that says so, because spans cannot number its bytes.
func (l *Linter) Lint(s string) []Finding { return l.Append(nil, s) }

// Append appends the findings for a string to dst, in the order of [Linter.Lint].
// It allocates nothing else. The findings keep s alive.
func (l *Linter) Append(dst []Finding, s string) []Finding {
	if len(s) > math.MaxInt32 {
		return append(dst, Finding{Code: NonConforming, linter: l, input: s})
	}
	c := check{Linter: l, s: s, out: dst, first: len(dst), ref: l.edition.Split(s)}
	c.conforms = l.edition.Valid(s)
	c.split()
	c.refused()
	c.scheme()
	c.userinfo()
	c.host()
	c.port()
	c.path()
	if c.marked() {
		c.octets()
	}
	if found := c.out[c.first:]; !slices.IsSortedFunc(found, inOrder) {
		slices.SortStableFunc(found, inOrder)
	}
	return c.out
}

// inOrder compares findings by where they begin, by where they end, by code.
func inOrder(a, b Finding) int {
	return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End), cmp.Compare(a.Code, b.Code))
}

// check is one string being linted.
type check struct {
	*Linter
	s        string
	out      []Finding // those before first are of other strings
	first    int
	ref      ast.Reference
	site     site
	secret   int // where the password begins; len(s) if there is none
	conforms bool

	none Finding         // what add returns for a finding that is not added
	last [len(codes)]int // the last finding of a code that may run on: its index in out, plus one
	ends [len(codes)]int // where the last run of a counted code ends
}

// add adds a finding, unless the edition does not support the code.
func (c *check) add(code Code, in Component, start, end int) *Finding {
	if !c.applies[code] {
		return &c.none
	}
	c.out = append(c.out, Finding{
		Code: code, Component: in, Span: ast.Span{Start: int32(start), End: int32(end)},
		secret: in == Userinfo && end > c.secret, linter: c.Linter, input: c.s,
	})
	return &c.out[len(c.out)-1]
}

// addEquivalent is add for a finding whose suggestion is a step of
// normalization. The result is equivalent if the edition licenses the step and
// the input conforms.
func (c *check) addEquivalent(code Code, step string, in Component, start, end int) {
	c.add(code, in, start, end).equivalent = c.conforms && c.licensed[step]
}

// run is add for codes that may have many findings: it extends a finding that
// ends where this one begins.
func (c *check) run(code Code, in Component, start, end int, equivalent bool) {
	if !c.applies[code] {
		return
	}
	if n := c.last[code]; n > 0 {
		if f := &c.out[n-1]; int(f.Span.End) == start && f.Component == in {
			f.Span.End = int32(end)
			f.equivalent = f.equivalent && equivalent
			return
		}
	}
	c.add(code, in, start, end).equivalent = equivalent
	c.last[code] = len(c.out)
}

// count is run for codes without a suggestion: the first run in a component is a
// finding, and the others only increase its count.
func (c *check) count(code Code, in Component, start, end int) {
	if !c.applies[code] {
		return
	}
	n := c.last[code]
	if n == 0 || c.out[n-1].Component != in {
		c.add(code, in, start, end)
		c.last[code] = len(c.out)
	} else if f := &c.out[n-1]; int(f.Span.End) == start {
		f.Span.End = int32(end)
	} else if c.ends[code] != start {
		f.More++
	}
	c.ends[code] = end
}

// refused reports that the edition refuses the string or, if it does not, that others
// do.
func (c *check) refused() {
	if !c.conforms {
		c.refusedBy(c.edition, NonConforming, c.edition.References().Viable(c.s))
		return
	}
	if !c.applies[RefusedElsewhere] {
		return
	}
	var first *grammar.Edition
	offset := 0
	for e := range c.refusers(c.s) {
		if at := e.References().Viable(c.s); first == nil || at < offset {
			first, offset = e, at
		}
	}
	if first != nil {
		c.refusedBy(first, RefusedElsewhere, offset)
	}
}

// refusers yields the other editions that refuse a string.
func (l *Linter) refusers(s string) iter.Seq[*grammar.Edition] {
	return func(yield func(*grammar.Edition) bool) {
		isAbsolute := l.edition.Split(s).Scheme.Present()
		for _, o := range l.others {
			if (isAbsolute || !o.absolute) && !o.Valid(s) && !yield(o.Edition) {
				return
			}
		}
	}
}

// refusedBy reports that an edition refuses the string at an offset.
func (c *check) refusedBy(e *grammar.Edition, code Code, offset int) {
	// The character at the offset, or nothing at the end of the input.
	_, size := utf8.DecodeRuneInString(c.s[offset:])
	c.add(code, c.component(offset), offset, offset+size).refuser = e
}

// marked reports whether there are escapes, or bytes that are not ASCII.
func (c *check) marked() bool {
	if strings.IndexByte(c.s, '%') >= 0 {
		return true
	}
	var all byte
	for i := range len(c.s) {
		all |= c.s[i]
	}
	return all >= utf8.RuneSelf
}
