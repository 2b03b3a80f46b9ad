// Package nearest finds the conforming strings that are nearest to a string: those
// with the least number of edits. An edit inserts a character, deletes one, replaces
// one by another, or escapes one as "%XX" (each of its bytes if it is a code point).
//
// Many strings are often equally near. The order among them:
//
//  1. Fewest characters move. A character moves if it belongs to another component
//     afterwards, if it is replaced by one of another kind (letter, digit, punctuation),
//     or if it is a delimiter between components that is deleted or changed. So no edit
//     makes a userinfo of a host, or moves a delimiter, while another one is as cheap.
//     The components of a string that does not conform are those of
//     [grammar.Edition.Split] and [resolve.SplitSite]; to insert a closing bracket that
//     is missing moves nothing.
//  2. Least offset of the first edit; then of the second, and so on.
//  3. At one place: to escape a character, to replace it, to delete it, to insert one
//     before it.
//
// Characters with which the grammar goes on alike count as one, which is the one that
// is most like the character in its place, or most readable.
//
// A [Finder] also tells the cause: what is wrong with the string if its components are
// to stay as they are. In "https://example.com:port/" that is the port, though the
// longest viable prefix ends at the "/", and one edit makes a path of the port.
//
// Suggestions are for people. Nothing else in this module repairs a string.
//
// A Finder may be used concurrently. The zero value of a type is of use only if the comment
// of the type says so.
package nearest

import (
	"sort"
	"sync"
	"unicode/utf8"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/resolve"
)

// Op is what an edit does.
type Op string

// The operations.
const (
	Insert  Op = "insert"  // To, before the character at Offset
	Delete  Op = "delete"  // From
	Replace Op = "replace" // From by To
	Escape  Op = "escape"  // From, which To is the escaped form of
)

// Edit is one edit.
type Edit struct {
	Op       Op
	Offset   int    // in the input, in bytes
	From, To string // a character; From is "" if one is inserted, To if one is deleted
	// Rule is the rule that the edit satisfies: in the derivation of the new string,
	// the innermost rule around the place that is a component, or else the innermost of
	// all but characters. Section defines it.
	Rule, Section string
}

// String is a conforming string, and the edits that make it of the input, in the order
// of their offsets.
type String struct {
	Text  string
	Edits []Edit
}

// Cause is what is wrong with a string if its components are to stay as they are.
type Cause struct {
	Offset int    // in bytes
	Found  string // the character there; "" if one is missing before it
	// Component is the component at the offset, in the words of
	// [grammar.LabelOf]; "" for the path and the delimiters.
	Component string
	// Rule is the rule that asks for something else, and Section defines it.
	Rule, Section string
	// Expected is what may stand there within the component, as in
	// [grammar.SyntaxError].
	Expected []string
}

// Result is the strings nearest to an input, in the order of the package comment, and
// the cause. If the input conforms, it is the only string, and there is no cause.
type Result struct {
	Nearest []String
	Cause   *Cause
}

// Finder finds the strings of a language that are nearest to others. It may be used
// concurrently.
type Finder struct {
	language *grammar.Language
	edition  *grammar.Edition // nil if the language has no components
	machine  *machine
	rules    map[string]rule
	costs    sync.Pool // of *costs
}

// rule is what a Finder knows of a rule.
type rule struct {
	section   string
	component string // as in machine.components; "" if it is none
	character bool
}

// New returns a finder for a language without components, such as that of a single
// rule. The order among the nearest strings then begins with the offset.
// The error is a [*grammar.LimitError].
func New(l *grammar.Language) (*Finder, error) {
	d, err := l.Characters()
	if err != nil {
		return nil, err
	}
	size := int32(utf8.MaxRune + 1)
	if !l.Grammar().Source().UTF8() {
		size = 256
	}
	return newFinder(l, nil, &grammar.Labelled{Automaton: d, Size: size, Components: []string{""}}), nil
}

// NewReferences returns a finder for a language of references: one of the edition's
// References, Absolute and URIs. It takes some ten milliseconds, or some hundred for the
// largest editions. The error says that the language is not one of the edition.
func NewReferences(e *grammar.Edition, l *grammar.Language) (*Finder, error) {
	labelled, err := grammar.Label(e, l)
	if err != nil {
		return nil, err
	}
	return newFinder(l, e, labelled), nil
}

func newFinder(l *grammar.Language, e *grammar.Edition, labelled *grammar.Labelled) *Finder {
	f := &Finder{language: l, edition: e, machine: newMachine(l, labelled), rules: make(map[string]rule)}
	f.costs.New = func() any { return new(costs) }
	for _, r := range l.Grammar().Rules() {
		component := ""
		if e != nil {
			component = grammar.LabelOf(e, r.Name)
		}
		f.rules[r.Name] = rule{r.Section, component, r.Character}
	}
	return f
}

const (
	// MaxLength is the length in bytes of the longest input.
	MaxLength = 4096
	// maxCells limits the memory of a search, to 32 MB.
	maxCells = 1 << 22
)

// Limit returns the length in bytes of the longest input that Find takes: [MaxLength],
// or less if the automaton has thousands of states.
func (f *Finder) Limit() int { return min(MaxLength, maxCells/max(len(f.machine.accept), 1)-1) }

// Find returns up to n of the strings nearest to s, at least one. There are none if the language is
// empty. The error is a [*grammar.TooLongError] if s is longer than Limit.
//
// It is a shortest path over the positions of s and the states of the automaton. The time
// is at most in proportion to the length of s and to the number of edges of the automaton,
// whatever s has: for 100 bytes a few tenths of a millisecond by most grammars, one to three
// by the largest (rfc2396bis-00, and the documents of "sip"), and at [MaxLength] forty times as
// much.
// Each further string takes a tree and a way through the positions. The memory of the search
// is kept for the next one: eight bytes for each position and state, 32 MB at most.
func (f *Finder) Find(s string, n int) (*Result, error) {
	if len(s) > f.Limit() {
		return nil, &grammar.TooLongError{Length: len(s), Limit: f.Limit()}
	}
	if f.language.Valid(s) {
		return &Result{Nearest: []String{{Text: s}}}, nil
	}
	in := f.read(s)
	c := f.costs.Get().(*costs)
	defer f.costs.Put(c)
	c.find(f.machine, in)
	paths := f.machine.paths(in, c, n)
	if len(paths) == 0 {
		return &Result{}, nil
	}
	r := new(Result)
	for _, p := range paths {
		x, err := f.string(in, p)
		if err != nil {
			return nil, err
		}
		r.Nearest = append(r.Nearest, x)
	}
	cause := paths[0]
	if f.edition != nil && c.moved() > 0 {
		// The strings nearest to s have other components. What keeps them tells more.
		c.keep()
		if kept := f.machine.paths(in, c, 1); len(kept) > 0 {
			cause = kept[0]
		}
	}
	var err error
	r.Cause, err = f.cause(in, cause)
	return r, err
}

// input is a string, character by character.
type input struct {
	text  string
	chars []character
}

// character is a character of the input, or a byte that is none.
type character struct {
	at, size  int   // in bytes
	symbol    int32 // -1 if it is not a character
	class     int32 // -1 likewise
	kind      kind
	label     int32 // the component that it belongs to
	delimiter bool  // it is between components
}

// read reads s into characters with their components.
func (f *Finder) read(s string) *input {
	in := &input{text: s}
	encoded := f.language.Grammar().Source().UTF8()
	for at := 0; at < len(s); {
		c := character{at: at, size: 1, symbol: int32(s[at]), delimiter: f.edition != nil}
		if encoded {
			c.symbol, c.size = utf8.DecodeRuneInString(s[at:])
			if c.symbol == utf8.RuneError && c.size == 1 {
				c.symbol = -1
			}
		}
		c.class, c.kind = f.machine.classOf(c.symbol), kindOf(c.symbol)
		in.chars = append(in.chars, c)
		at += c.size
	}
	if f.edition == nil {
		return in
	}
	ref := f.edition.Split(s)
	userinfo, host, port := resolve.SplitSite(s, ref.Site.Span)
	in.mark(ref.Site.Span, f.machine.label("site"), true)
	in.mark(ref.Scheme.Span, f.machine.label("scheme"), false)
	in.mark(userinfo, f.machine.label("userinfo", "site"), false)
	in.mark(host, f.machine.label("host", "site"), false)
	in.mark(port, f.machine.label("port", "site"), false)
	in.mark(ref.Path.Span, 0, false)
	in.mark(ref.Query.Span, f.machine.label("query"), false)
	in.mark(ref.Fragment.Span, f.machine.label("fragment"), false)
	return in
}

// mark marks the characters of a component.
func (in *input) mark(span ast.Span, label int32, delimiter bool) {
	if !span.Present() {
		return
	}
	first := sort.Search(len(in.chars), func(i int) bool { return in.chars[i].at >= int(span.Start) })
	for i := first; i < len(in.chars) && in.chars[i].at < int(span.End); i++ {
		in.chars[i].label, in.chars[i].delimiter = label, delimiter
	}
}
