package automaton_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"pgregory.net/rapid"
)

// regex is a second twin of automaton.Expr, besides the one in automaton_test.go. It
// derives by backtracking and stops at the preferred derivation, so it can also read
// the rules of the editions.
type regex struct {
	op       byte   // one of the constants below
	set      string // of opSymbol
	subs     []*regex
	min, max int // of opRepeat
	lazy     bool
	tag      int
}

const (
	opSymbol    = 'c'
	opCat       = '.'
	opAlt       = '|'
	opRepeat    = '*'
	opTag       = '<'
	opNotPrefix = '-'
	opLanguage  = 'L'
)

// re makes regexes.
var re maker

type maker struct{}

func (maker) symbol(set string) *regex    { return &regex{op: opSymbol, set: set} }
func (maker) cat(subs ...*regex) *regex   { return &regex{op: opCat, subs: subs} }
func (maker) alt(subs ...*regex) *regex   { return &regex{op: opAlt, subs: subs} }
func (maker) tag(n int, x *regex) *regex  { return &regex{op: opTag, subs: []*regex{x}, tag: n} }
func (maker) not(x, prefix *regex) *regex { return &regex{op: opNotPrefix, subs: []*regex{x, prefix}} }
func (maker) language(x *regex) *regex    { return &regex{op: opLanguage, subs: []*regex{x}} }
func (maker) star(x *regex) *regex        { return re.repeat(x, 0, automaton.Unbounded) }
func (maker) option(x *regex) *regex      { return re.repeat(x, 0, 1) }
func (maker) lazily(r *regex) *regex      { m := *r; m.lazy = true; return &m }
func (maker) repeat(x *regex, a, b int) *regex {
	return &regex{op: opRepeat, subs: []*regex{x}, min: a, max: b}
}

func (maker) literal(s string) *regex {
	r := re.cat()
	for i := range len(s) {
		r.subs = append(r.subs, re.symbol(s[i:i+1]))
	}
	return r
}

// expr builds the expression under test.
func (r *regex) expr() *automaton.Expr {
	var subs []*automaton.Expr
	for _, x := range r.subs {
		subs = append(subs, x.expr())
	}
	switch r.op {
	case opSymbol:
		var symbols []int32
		for i := range len(r.set) {
			symbols = append(symbols, int32(r.set[i]))
		}
		return automaton.Symbol(automaton.Of(symbols...))
	case opCat:
		return automaton.Cat(subs...)
	case opAlt:
		return automaton.Alt(subs...)
	case opRepeat:
		return automaton.Repeat(subs[0], r.min, r.max, r.lazy)
	case opTag:
		return automaton.Tag(r.tag, subs[0])
	case opNotPrefix:
		return automaton.NotPrefix(subs[0], subs[1])
	case opLanguage:
		return automaton.Language(automaton.Compile(256, subs[0]))
	}
	panic(r.op)
}

func (r *regex) compile() *automaton.DFA { return automaton.Compile(256, r.expr()) }

// String returns r in the notation of package regexp. In addition, <n:x> is a tag, x-p
// is NotPrefix, and Lx is a Language.
func (r *regex) String() string {
	var subs []string
	for _, x := range r.subs {
		subs = append(subs, x.String())
	}
	switch r.op {
	case opSymbol:
		return "[" + r.set + "]"
	case opCat:
		return "(" + strings.Join(subs, " ") + ")"
	case opAlt:
		return "(" + strings.Join(subs, "|") + ")"
	case opRepeat:
		s := fmt.Sprintf("%s{%d,%d}", subs[0], r.min, r.max)
		if r.lazy {
			s += "?"
		}
		return s
	case opTag:
		return fmt.Sprintf("<%d:%s>", r.tag, subs[0])
	case opNotPrefix:
		return "(" + subs[0] + "-" + subs[1] + ")"
	case opLanguage:
		return "L" + subs[0]
	}
	panic(r.op)
}

// offsets is a set of offsets in a short string.
type offsets uint64

// maxTwin is the length of the longest string that the twin takes.
const maxTwin = 62

func (p offsets) has(i int) bool { return p>>i&1 != 0 }

// ends returns where a match of r that begins at i may end.
func (r *regex) ends(s string, i int) offsets {
	after := func(x *regex, from offsets) (to offsets) {
		for j := range len(s) + 1 {
			if from.has(j) {
				to |= x.ends(s, j)
			}
		}
		return to
	}
	switch r.op {
	case opSymbol:
		if i < len(s) && strings.IndexByte(r.set, s[i]) >= 0 {
			return 1 << (i + 1)
		}
		return 0
	case opCat:
		out := offsets(1) << i
		for _, x := range r.subs {
			out = after(x, out)
		}
		return out
	case opAlt:
		out := offsets(0)
		for _, x := range r.subs {
			out |= x.ends(s, i)
		}
		return out
	case opRepeat:
		now := offsets(1) << i
		for range r.min {
			now = after(r.subs[0], now)
		}
		for out, n := now, r.min; ; n++ {
			if n == r.max {
				return out
			}
			now = after(r.subs[0], now)
			if out|now == out {
				return out
			}
			out |= now
		}
	case opTag, opLanguage:
		return r.subs[0].ends(s, i)
	case opNotPrefix:
		out := r.subs[0].ends(s, i)
		prefixes := r.subs[1].ends(s, i)
		for j := range len(s) + 1 {
			if prefixes.has(j) {
				return out & (1<<j - 1) // what ends at j or later begins with the prefix
			}
		}
		return out
	}
	panic(r.op)
}

func (r *regex) matches(s string) bool { return r.ends(s, 0).has(len(s)) }

// derivation is a run of regex.derive: the events so far, and how many steps
// it may still take.
type derivation struct {
	s      string
	events []event
	steps  int
}

type event struct {
	Tag  int
	Open bool
	At   int
}

// derive calls rest with the end of each derivation of r that begins at i, the
// preferred one first, until rest returns true. Iterations beyond the least number are
// not empty.
func (d *derivation) derive(r *regex, i int, rest func(j int) bool) bool {
	if d.steps--; d.steps < 0 {
		return true
	}
	switch r.op {
	case opSymbol:
		return i < len(d.s) && strings.IndexByte(r.set, d.s[i]) >= 0 && rest(i+1)
	case opCat:
		var part func(n, i int) bool
		part = func(n, i int) bool {
			if n == len(r.subs) {
				return rest(i)
			}
			return d.derive(r.subs[n], i, func(j int) bool { return part(n+1, j) })
		}
		return part(0, i)
	case opAlt:
		return slices.ContainsFunc(r.subs, func(x *regex) bool { return d.derive(x, i, rest) })
	case opRepeat:
		var iterate func(n, i int) bool
		iterate = func(n, i int) bool {
			more := func() bool {
				return n != r.max && d.derive(r.subs[0], i, func(j int) bool { return (j > i || n < r.min) && iterate(n+1, j) })
			}
			switch {
			case n < r.min:
				return more()
			case r.lazy:
				return rest(i) || more()
			}
			return more() || rest(i)
		}
		return iterate(0, i)
	case opTag:
		length := len(d.events)
		d.events = append(d.events, event{r.tag, true, i})
		if d.derive(r.subs[0], i, func(j int) bool {
			length := len(d.events)
			d.events = append(d.events, event{r.tag, false, j})
			if rest(j) {
				return true
			}
			d.events = d.events[:length]
			return false
		}) {
			return true
		}
		d.events = d.events[:length]
		return false
	case opNotPrefix:
		prefixes := r.subs[1].ends(d.s, i)
		return d.derive(r.subs[0], i, func(j int) bool {
			return prefixes&(2<<j-1) == 0 && rest(j)
		})
	case opLanguage:
		// The longest comes first; a language has no tags.
		ends := r.subs[0].ends(d.s, i)
		for j := len(d.s); j >= i; j-- {
			if ends.has(j) && rest(j) {
				return true
			}
		}
		return false
	}
	panic(r.op)
}

// preferred returns the events of the preferred derivation of the whole of s;
// known is false if that takes too long to find.
func (r *regex) preferred(s string) (events []event, ok, known bool) {
	d := &derivation{s: s, steps: 20_000}
	ok = d.derive(r, 0, func(j int) bool { return j == len(s) })
	return d.events, ok, d.steps >= 0
}

// stringsOver returns the strings over an alphabet up to a length: shorter ones first,
// and those of one length in the order of the alphabet.
func stringsOver(alphabet string, length int) []string {
	out := []string{""}
	for from := 0; length > 0; length-- {
		to := len(out)
		for _, s := range out[from:to] {
			for i := range len(alphabet) {
				out = append(out, s+alphabet[i:i+1])
			}
		}
		from = to
	}
	return out
}

// drawRegex draws an expression over the letters a, b and c. It is small, but may have
// everything: empty sets, bodies that may be empty, lazy and counted repetition. Rapid
// prefers what is first in a list, so the lists begin with what makes expressions
// interesting.
func drawRegex(t *rapid.T, depth int) *regex {
	leaf := func() *regex {
		return rapid.SampledFrom([]*regex{
			re.symbol("a"), re.symbol("b"), re.symbol("ab"), re.symbol("c"), re.symbol("a"), re.symbol("b"), re.symbol("abc"),
			re.cat(), re.symbol("b"), re.symbol("a"), re.symbol("ab"), re.symbol("abc"), re.symbol(""),
		}).Draw(t, "leaf")
	}
	if depth == 0 {
		return leaf()
	}
	subs := func() []*regex {
		out := make([]*regex, rapid.SampledFrom([]int{2, 3, 2, 3, 2, 1, 3, 2, 0}).Draw(t, "parts"))
		for i := range out {
			out[i] = drawRegex(t, depth-1)
		}
		return out
	}
	switch rapid.SampledFrom([]byte(".|*<.|*-.*|Lc")).Draw(t, "op") {
	case opCat:
		return re.cat(subs()...)
	case opAlt:
		return re.alt(subs()...)
	case opRepeat:
		bounds := rapid.SampledFrom([][2]int{
			{0, automaton.Unbounded}, {0, 1}, {1, automaton.Unbounded}, {0, 2}, {1, 3}, {2, automaton.Unbounded}, {2, 3}, {2, 2}, {0, 0},
		}).Draw(t, "bounds")
		r := re.repeat(drawRegex(t, depth-1), bounds[0], bounds[1])
		r.lazy = rapid.Bool().Draw(t, "lazy")
		return r
	case opTag:
		return re.tag(rapid.IntRange(0, 9).Draw(t, "tag"), drawRegex(t, depth-1))
	case opNotPrefix:
		return re.not(drawRegex(t, depth-1), drawRegex(t, depth-1))
	case opLanguage:
		return re.language(drawRegex(t, depth-1))
	}
	return leaf()
}

// symbolsOf returns the bytes of a string as symbols.
func symbolsOf(s string) []int32 {
	out := make([]int32, len(s))
	for i := range len(s) {
		out[i] = int32(s[i])
	}
	return out
}

// run returns the state to which w leads.
func run(d *automaton.DFA, state int, w []int32) int {
	for _, x := range w {
		state = d.Step(state, x)
	}
	return state
}

// TestRegex checks the twin itself, by hand.
func TestRegex(t *testing.T) {
	for _, c := range []struct {
		r       *regex
		s       string
		matches bool
	}{
		{re.cat(), "", true},
		{re.cat(), "a", false},
		{re.alt(), "", false},
		{re.symbol(""), "", false},
		{re.repeat(re.symbol("a"), 2, 3), "a", false},
		{re.repeat(re.symbol("a"), 2, 3), "aaa", true},
		{re.repeat(re.symbol("a"), 2, 3), "aaaa", false},
		{re.repeat(re.symbol("a"), 0, 0), "", true},
		{re.repeat(re.symbol("a"), 0, 0), "a", false},
		{re.star(re.option(re.symbol("a"))), "aaa", true},
		{re.not(re.star(re.symbol("ab")), re.literal("ab")), "aab", true},
		{re.not(re.star(re.symbol("ab")), re.literal("ab")), "aba", false},
		{re.not(re.star(re.symbol("ab")), re.literal("ab")), "a", true},
		{re.not(re.star(re.symbol("ab")), re.cat()), "", false},
	} {
		if got := c.r.matches(c.s); got != c.matches {
			t.Errorf("%v matches %q: %v, want %v", c.r, c.s, got, c.matches)
		}
		if _, got, known := c.r.preferred(c.s); got != c.matches || !known {
			t.Errorf("%v derives %q: %v, want %v", c.r, c.s, got, c.matches)
		}
	}
}
