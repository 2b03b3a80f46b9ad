package automaton_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	. "github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/effort"
)

func TestMain(m *testing.M) { effort.Main(m) }

// The slow, obvious twin: a regular expression is a function from a string and
// an offset to the ends of its matches, in order of preference, each with what
// its tags reported on the way.
type twin func(s string, at int) []match

type match struct {
	end    int
	events []report
}

type report struct {
	tag   int
	open  bool
	where int
}

// pair is an expression and its twin.
type pair struct {
	name string
	expr *Expr
	twin twin
}

const limit = 256

func symbols(set string) pair {
	var rs []int32
	for _, r := range set {
		rs = append(rs, r)
	}
	return pair{"[" + set + "]", Symbol(Of(rs...)), func(s string, at int) []match {
		if at < len(s) && strings.IndexByte(set, s[at]) >= 0 {
			return []match{{end: at + 1}}
		}
		return nil
	}}
}

func cat(ps ...pair) pair {
	var names []string
	var exprs []*Expr
	for _, p := range ps {
		names = append(names, p.name)
		exprs = append(exprs, p.expr)
	}
	return pair{"(" + strings.Join(names, " ") + ")", Cat(exprs...), func(s string, at int) []match {
		out := []match{{end: at}}
		for _, p := range ps {
			var next []match
			for _, m := range out {
				for _, n := range p.twin(s, m.end) {
					next = append(next, match{n.end, slices.Concat(m.events, n.events)})
				}
			}
			out = next
		}
		return out
	}}
}

func alt(ps ...pair) pair {
	var names []string
	var exprs []*Expr
	for _, p := range ps {
		names = append(names, p.name)
		exprs = append(exprs, p.expr)
	}
	return pair{"(" + strings.Join(names, "|") + ")", Alt(exprs...), func(s string, at int) []match {
		var out []match
		for _, p := range ps {
			out = append(out, p.twin(s, at)...)
		}
		return out
	}}
}

func repeat(p pair, min, max int, lazy bool) pair {
	var iterate func(s string, at, n int) []match
	iterate = func(s string, at, n int) []match {
		stop := []match{{end: at}}
		if n < min {
			stop = nil
		}
		var more []match
		if max == Unbounded || n < max {
			for _, m := range p.twin(s, at) {
				if n >= min && m.end == at {
					continue // an optional iteration is not empty
				}
				for _, rest := range iterate(s, m.end, n+1) {
					more = append(more, match{rest.end, slices.Concat(m.events, rest.events)})
				}
			}
		}
		if lazy {
			return append(stop, more...)
		}
		return append(more, stop...)
	}
	name := fmt.Sprintf("%s{%d,%d}", p.name, min, max)
	if lazy {
		name += "?"
	}
	return pair{name, Repeat(p.expr, min, max, lazy), func(s string, at int) []match { return iterate(s, at, 0) }}
}

func tag(id int, p pair) pair {
	return pair{fmt.Sprintf("<%d %s>", id, p.name), Tag(id, p.expr), func(s string, at int) []match {
		var out []match
		for _, m := range p.twin(s, at) {
			events := slices.Concat([]report{{id, true, at}}, m.events, []report{{id, false, m.end}})
			out = append(out, match{m.end, events})
		}
		return out
	}}
}

// notPrefix keeps a match if no prefix of its text matches the second expression.
func notPrefix(p, prefix pair) pair {
	return pair{fmt.Sprintf("(!%s %s)", prefix.name, p.name), NotPrefix(p.expr, prefix.expr), func(s string, at int) []match {
		return slices.DeleteFunc(p.twin(s, at), func(m match) bool {
			return slices.ContainsFunc(prefix.twin(s, at), func(q match) bool { return q.end <= m.end })
		})
	}}
}

// both keeps a match if its text matches the second expression, too.
func both(p, other pair) pair {
	return pair{fmt.Sprintf("(%s&%s)", p.name, other.name), Both(p.expr, other.expr), func(s string, at int) []match {
		return slices.DeleteFunc(p.twin(s, at), func(m match) bool {
			return !slices.ContainsFunc(other.twin(s, at), func(q match) bool { return q.end == m.end })
		})
	}}
}

// expressions draws an expression over a, b and c, whose tags have different
// numbers. It draws only a seed, because rapid prefers small numbers, and those would
// make small expressions.
func expressions(t *rapid.T, depth int) pair {
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	tags := 0
	var draw func(depth int) pair
	draw = func(depth int) pair {
		sub := func() pair { return draw(depth - 1) }
		kind := r.IntN(11)
		if depth == 0 {
			kind %= 3
		}
		switch kind {
		case 0, 1:
			sets := []string{"a", "b", "ab", "c", "abc"}
			return symbols(sets[r.IntN(len(sets))])
		case 2:
			return cat()
		case 3, 4:
			return cat(sub(), sub())
		case 5:
			return alt(sub(), sub())
		case 6:
			return repeat(sub(), 0, 1, r.IntN(2) == 0)
		case 7:
			min := r.IntN(3)
			max := []int{min, min + 1, min + 2, Unbounded}[r.IntN(4)]
			return repeat(sub(), min, max, r.IntN(2) == 0)
		case 8:
			tags++
			return tag(tags, sub())
		case 9:
			return both(sub(), sub())
		default:
			return notPrefix(sub(), sub())
		}
	}
	return draw(depth)
}

// short returns all strings over a, b and c of up to n letters.
func short(n int) []string {
	out := []string{""}
	for from := 0; n > 0; n-- {
		to := len(out)
		for _, s := range out[from:to] {
			out = append(out, s+"a", s+"b", s+"c")
		}
		from = to
	}
	return out
}

func (p pair) matches(s string) (match, bool) {
	for _, m := range p.twin(s, 0) {
		if m.end == len(s) {
			return m, true
		}
	}
	return match{}, false
}

func TestCompileAndParseAgreeWithTheTwin(t *testing.T) {
	inputs := short(5)
	rapid.Check(t, func(t *rapid.T) {
		p := expressions(t, 4)
		d := Compile(limit, p.expr)
		parser := NewParser(limit, p.expr)
		for _, s := range inputs {
			want, ok := p.matches(s)
			if got := d.Accepts(s); got != ok {
				t.Fatalf("%s accepts %q: %v, the twin %v", p.name, s, got, ok)
			}
			var got []report
			if parsed := parser.Parse(s, func(e Event, at int) { got = append(got, report{e.Tag, e.Open, at}) }); parsed != ok {
				t.Fatalf("%s derives %q: %v, the twin %v", p.name, s, parsed, ok)
			}
			if ok && !slices.Equal(got, want.events) {
				t.Fatalf("%s on %q reports %v, the twin %v", p.name, s, got, want.events)
			}
		}
	})
}

func TestOperationsAgreeWithTheTwin(t *testing.T) {
	inputs := short(5)
	reverse := func(s string) string {
		b := []byte(s)
		slices.Reverse(b)
		return string(b)
	}
	rapid.Check(t, func(t *rapid.T) {
		p, q := expressions(t, 3), expressions(t, 3)
		a, b := Compile(limit, p.expr), Compile(limit, q.expr)
		union, both, minus := Union(a, b), Intersect(a, b), Minus(a, b)
		not, back := Complement(a), Reverse(a)
		concat := Compile(limit, Cat(p.expr, q.expr))
		star := Compile(limit, Repeat(p.expr, 0, Unbounded, false))
		for _, s := range inputs {
			inA, inB := a.Accepts(s), b.Accepts(s)
			for name, c := range map[string]struct{ got, want bool }{
				"union": {union.Accepts(s), inA || inB}, "intersection": {both.Accepts(s), inA && inB},
				"difference": {minus.Accepts(s), inA && !inB}, "complement": {not.Accepts(s), !inA},
				"reversal": {back.Accepts(reverse(s)), inA},
			} {
				if c.got != c.want {
					t.Fatalf("%s of %s and %s on %q: %v", name, p.name, q.name, s, c.got)
				}
			}
		}
		// Equal languages have the same table, however they were made.
		if Concat(a, b).Key() != concat.Key() || !Equal(Concat(a, b), concat) {
			t.Fatalf("Concat of %s and %s is not the concatenation", p.name, q.name)
		}
		if Star(a).Key() != star.Key() {
			t.Fatalf("Star of %s is not the repetition", p.name)
		}
		if Reverse(back).Key() != a.Key() || Complement(not).Key() != a.Key() {
			t.Fatalf("%s: an involution does not give it back", p.name)
		}
		// A difference is a shortest string that tells the two apart.
		w, differ := Difference(a, b)
		if differ == Equal(a, b) {
			t.Fatalf("%s and %s: Difference says %v and Equal the same", p.name, q.name, differ)
		}
		if differ {
			if s := text(w); a.Accepts(s) == b.Accepts(s) {
				t.Fatalf("%q does not tell %s from %s", s, p.name, q.name)
			}
			for _, s := range inputs {
				if len(s) < len(w) && a.Accepts(s) != b.Accepts(s) {
					t.Fatalf("%q is shorter than %q", s, text(w))
				}
			}
		}
		if Empty(a) != Equal(a, Compile(limit, Alt())) {
			t.Fatalf("Empty of %s", p.name)
		}
	})
}

func text(w []int32) string {
	b := make([]byte, len(w))
	for i, s := range w {
		b[i] = byte(s)
	}
	return string(b)
}

func TestViableIsTheLongestPrefixOfAMember(t *testing.T) {
	inputs := short(4)
	rapid.Check(t, func(t *rapid.T) {
		p := expressions(t, 3)
		d := Compile(limit, p.expr)
		for _, s := range inputs {
			n, state := d.Viable(s)
			if Empty(d) {
				if n != -1 {
					t.Fatalf("%s has no member and a viable prefix of %d", p.name, n)
				}
				continue
			}
			w, ok := d.ShortestFrom(state)
			if member := s[:n] + text(w); !ok || !d.Accepts(member) {
				t.Fatalf("%s: the viable prefix %q of %q has no member", p.name, s[:n], s)
			}
			live := d.LiveSet(state)
			if n < len(s) && live.Has(int32(s[n])) {
				t.Fatalf("%s: %q is viable beyond %d", p.name, s, n)
			}
			for c := int32(0); c < limit; c++ {
				if got := d.Live()[d.Step(state, c)]; got != live.Has(c) {
					t.Fatalf("%s after %q: LiveSet has %q: %v", p.name, s[:n], rune(c), live.Has(c))
				}
			}
		}
	})
}

// TestMinimal: each state of a minimal automaton is reached, and from no two states
// the same strings are accepted.
func TestMinimal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := expressions(t, 4)
		d := Compile(limit, p.expr)
		reached := map[int]bool{0: true}
		for work := []int{0}; len(work) > 0; work = work[1:] {
			for _, set := range d.Classes().Sets() {
				if to := d.Step(work[0], set[0].Lo); !reached[to] {
					reached[to] = true
					work = append(work, to)
				}
			}
		}
		if len(reached) != d.States() {
			t.Fatalf("%s: %d of %d states are reached", p.name, len(reached), d.States())
		}
		// Moore's refinement, the slow way, must not join any two.
		block := make([]int, d.States())
		for i := range block {
			if d.Accepting(i) {
				block[i] = 1
			}
		}
		for range block {
			known := map[string]int{}
			refined := make([]int, len(block))
			for i := range block {
				key := fmt.Sprint(block[i])
				for _, set := range d.Classes().Sets() {
					key += fmt.Sprint(" ", block[d.Step(i, set[0].Lo)])
				}
				if _, ok := known[key]; !ok {
					known[key] = len(known)
				}
				refined[i] = known[key]
			}
			block = refined
		}
		slices.Sort(block)
		if n := len(slices.Compact(block)); n != d.States() {
			t.Fatalf("%s: %d states, %d suffice", p.name, d.States(), n)
		}
	})
}

func TestCoverTakesEveryTransition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := expressions(t, 3)
		d := Compile(limit, p.expr)
		type edge struct{ state, class int }
		taken := map[edge]bool{}
		for _, w := range Cover(d) {
			state := 0
			for _, symbol := range w {
				for c, set := range d.Classes().Sets() {
					if set.Has(symbol) {
						taken[edge{state, c}] = true
					}
				}
				state = d.Step(state, symbol)
			}
		}
		for s, live := range d.Live() {
			for c := range d.Classes().Sets() {
				if live && !taken[edge{s, c}] {
					t.Fatalf("%s: no string takes class %d from state %d", p.name, c, s)
				}
			}
		}
	})
}

func TestSets(t *testing.T) {
	sets := rapid.Custom(func(t *rapid.T) Set {
		return Of(rapid.SliceOfN(rapid.Int32Range(0, 20), 0, 12).Draw(t, "symbols")...)
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := sets.Draw(t, "a"), sets.Draw(t, "b")
		n := 0
		for x := int32(-1); x < 23; x++ {
			inA, inB := a.Has(x), b.Has(x)
			if inA {
				n++
			}
			if a.Union(b).Has(x) != (inA || inB) || a.Intersect(b).Has(x) != (inA && inB) || a.Minus(b).Has(x) != (inA && !inB) {
				t.Fatalf("%v and %v at %d", a, b, x)
			}
		}
		if a.Len() != n || a.Contains(b) != a.Union(b).Equal(a) {
			t.Fatalf("%v and %v: Len %d, Contains %v", a, b, a.Len(), a.Contains(b))
		}
		for i := 1; i < len(a); i++ {
			if a[i].Lo <= a[i-1].Hi+1 {
				t.Fatalf("%v: ranges touch", a)
			}
		}
	})
	if Between(5, 4) != nil {
		t.Error("a range that descends is not empty")
	}
}

// TestDerivations: what other engines have got wrong: nested iterations that may be
// empty, and alternatives of which the first is empty.
func TestDerivations(t *testing.T) {
	a, b := symbols("a"), symbols("b")
	opt := func(p pair) pair { return repeat(p, 0, 1, false) }
	many := func(p pair) pair { return repeat(p, 0, Unbounded, false) }
	for _, p := range []pair{
		many(tag(1, many(tag(2, a)))),
		many(tag(1, opt(tag(2, a)))),
		many(cat(tag(1, opt(a)), tag(2, opt(b)))),
		opt(tag(1, cat(tag(2, opt(a)), tag(3, many(b))))),
		many(alt(tag(1, cat()), tag(2, a))),
		cat(many(alt(tag(1, a), tag(2, cat(a, b)))), tag(3, many(b))),
		cat(tag(1, repeat(symbols("ab"), 0, Unbounded, true)), opt(tag(2, cat(b, tag(3, many(a)))))),
		repeat(tag(1, opt(a)), 2, 3, false),
		many(notPrefix(tag(1, many(symbols("ab"))), b)),
	} {
		parser := NewParser(limit, p.expr)
		for _, s := range short(5) {
			want, ok := p.matches(s)
			var got []report
			if parsed := parser.Parse(s, func(e Event, at int) { got = append(got, report{e.Tag, e.Open, at}) }); parsed != ok || ok && !slices.Equal(got, want.events) {
				t.Errorf("%s on %q: %v %v, want %v %v", p.name, s, parsed, got, ok, want.events)
			}
		}
	}
}

func ExampleDifference() {
	digits := Repeat(Symbol(Between('0', '9')), 1, Unbounded, false)
	a := Compile(256, digits)
	b := Compile(256, NotPrefix(digits, Literal("0")))
	w, _ := Difference(a, b)
	fmt.Printf("%q\n", text(w))
	// Output: "0"
}

func ExampleParser() {
	// ( "a" | "ab" ) "c" is not a problem: the alternative that succeeds is taken.
	e := Cat(Tag(1, Alt(Literal("a"), Literal("ab"))), Literal("c"))
	NewParser(256, e).Parse("abc", func(e Event, at int) { fmt.Println(e.Tag, e.Open, at) })
	// Output:
	// 1 true 0
	// 1 false 2
}

// TestPartition: the parts are disjoint, they are the whole together, and each set
// contains a part wholly or not at all.
func TestPartition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := rapid.Map(rapid.SliceOfN(rapid.Int32Range(0, 40), 0, 12), func(x []int32) Set { return Of(x...) })
		all := set.Draw(t, "all").Union(Between(10, 20))
		sets := rapid.SliceOfN(set, 0, 5).Draw(t, "sets")
		var union Set
		n := 0
		for _, part := range Partition(all, sets) {
			union, n = union.Union(part), n+part.Len()
			for _, s := range sets {
				if both := part.Intersect(s); len(part) == 0 || len(both) > 0 && !both.Equal(part) {
					t.Fatalf("%v cuts %v", s, part)
				}
			}
		}
		if !union.Equal(all) || n != all.Len() {
			t.Fatalf("the parts of %v are %v, %d symbols", all, union, n)
		}
	})
}
