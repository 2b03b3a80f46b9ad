package automaton_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"pgregory.net/rapid"
)

// parse runs a Parser and returns what it reports.
func parse(p *automaton.Parser, s string) (events []event, ok bool) {
	ok = p.Parse(s, func(e automaton.Event, at int) { events = append(events, event{e.Tag, e.Open, at}) })
	return events, ok
}

// show writes the derivation of s as s with brackets: "0(a1()b)".
func show(s string, events []event) string {
	var b strings.Builder
	at := 0
	for _, e := range events {
		b.WriteString(s[at:e.At])
		at = e.At
		if e.Open {
			fmt.Fprintf(&b, "%d(", e.Tag)
		} else {
			b.WriteString(")")
		}
	}
	return b.String() + s[at:]
}

// TestParse: the preferred derivation, by hand.
func TestParse(t *testing.T) {
	a, b := re.symbol("a"), re.symbol("b")
	checkParses(t, []parseCase{
		{"the earlier alternative",
			re.alt(re.tag(1, a), re.tag(2, a)), "a", "1(a)"},
		{"the earlier alternative among those of the whole string",
			re.cat(re.alt(re.tag(1, a), re.tag(2, re.literal("ab"))), re.option(re.literal("c"))), "abc", "2(ab)c"},
		{"the longer repetition",
			re.cat(re.tag(1, re.star(a)), re.tag(2, re.star(a))), "aaa", "1(aaa)2()"},
		{"the longer repetition that leaves something",
			re.cat(re.tag(1, re.star(a)), re.tag(2, a)), "aaa", "1(aa)2(a)"},
		{"the shorter repetition where it is lazy",
			re.cat(re.tag(1, re.lazily(re.star(a))), re.tag(2, re.star(a))), "aaa", "1()2(aaa)"},
		{"a lazy repetition takes what it must",
			re.cat(re.tag(1, re.lazily(re.star(re.symbol("ab")))), re.tag(2, b)), "abb", "1(ab)2(b)"},
		{"a lazy option",
			re.cat(re.lazily(re.option(re.tag(1, a))), re.option(re.tag(2, a))), "a", "2(a)"},
		{"not in the language", re.star(re.tag(1, a)), "ab", "-"},
		{"the empty language", re.alt(), "", "-"},
		{"the empty string", re.cat(), "", ""},

		{"an option that would match nothing is absent",
			re.option(re.tag(1, re.star(a))), "", ""},
		{"a repetition that would match nothing is absent",
			re.star(re.tag(1, re.option(a))), "", ""},
		{"no iteration after the last one that took something",
			re.star(re.tag(1, re.option(a))), "aa", "1(a)1(a)"},
		{"an iteration does not take the empty alternative",
			re.star(re.alt(re.tag(1, re.cat()), re.tag(2, a))), "aa", "2(a)2(a)"},
		{"a required iteration may be empty",
			re.repeat(re.tag(1, re.option(a)), 2, 2), "", "1()1()"},
		{"required iterations come first",
			re.repeat(re.tag(1, re.option(a)), 2, automaton.Unbounded), "a", "1(a)1()"},
		{"required iterations, empty alternative first",
			re.repeat(re.alt(re.tag(1, re.cat()), re.tag(2, a)), 2, automaton.Unbounded), "aa", "1()1()2(a)2(a)"},
		{"at most so many iterations",
			re.cat(re.repeat(re.tag(1, re.option(a)), 0, 2), re.star(re.tag(2, a))), "aaa", "1(a)1(a)2(a)"},
		{"an iteration may end with something empty",
			re.star(re.cat(re.tag(1, re.star(a)), re.tag(2, re.star(b)))), "aba", "1(a)2(b)1(a)2()"},
		{"an iteration may begin with something empty",
			re.star(re.cat(re.tag(1, re.star(a)), re.tag(2, re.star(b)))), "bab", "1()2(b)1(a)2(b)"},
		{"loops in loops: the inner one takes all",
			re.star(re.tag(1, re.star(re.tag(2, a)))), "aa", "1(2(a)2(a))"},
		{"loops in loops: the outer one is lazy",
			re.lazily(re.star(re.tag(1, re.star(re.tag(2, a))))), "aa", "1(2(a)2(a))"},

		{"a prefix that is excluded sends the string to the next alternative",
			re.alt(re.tag(1, re.not(re.star(re.symbol("ab")), re.literal("ab"))), re.tag(2, re.star(re.symbol("ab")))), "aba", "2(aba)"},
		{"a prefix that is excluded limits each iteration",
			re.star(re.tag(1, re.not(re.repeat(re.symbol("ab"), 1, automaton.Unbounded), re.literal("ab")))), "abab", "1(a)1(bab)"},
		{"the empty prefix excludes everything",
			re.option(re.tag(1, re.not(re.star(a), re.cat()))), "", ""},
		{"a tag around an excluded part",
			re.cat(re.tag(1, re.not(re.tag(2, re.option(re.literal("ab"))), a)), re.tag(3, re.star(re.symbol("ab")))), "ab", "1(2())3(ab)"},
	})
}

type parseCase struct {
	why  string
	r    *regex
	s    string
	want string // as show writes it; "-" if there is none
}

func checkParses(t *testing.T, cases []parseCase) {
	t.Helper()
	for _, c := range cases {
		events, ok := parse(automaton.NewParser(256, c.r.expr()), c.s)
		got := show(c.s, events)
		if !ok {
			got = "-"
		}
		if got != c.want {
			t.Errorf("%s: %v on %q: %s, want %s", c.why, c.r, c.s, got, c.want)
		}
	}
}

// TestParseNextIteration: to end an iteration may be preferred, even where it could
// go on with the symbol with which the next one begins.
func TestParseNextIteration(t *testing.T) {
	a, b := re.symbol("a"), re.symbol("b")
	checkParses(t, []parseCase{
		{"loops in loops: the inner one is lazy, and ends the iteration of the outer one with its own",
			re.star(re.tag(1, re.lazily(re.star(re.tag(2, a))))), "aa", "1(2(a))1(2(a))"},
		{"an alternative that is empty here comes before one that is not",
			re.star(re.cat(re.option(re.tag(1, a)), re.alt(re.tag(2, re.cat()), re.tag(3, b)))), "ab", "1(a)2()3(b)"},
		{"likewise, where it is a repetition",
			re.star(re.cat(re.option(re.tag(1, a)), re.alt(re.tag(2, re.star(re.symbol("c"))), re.tag(3, b)))), "ab", "1(a)2()3(b)"},
	})
}

// TestParseTwin compares derivations with those of the backtracking reader, on all
// short strings.
func TestParseTwin(t *testing.T) {
	inputs := append(stringsOver("ab", 5), stringsOver("abc", 3)...)
	rapid.Check(t, func(t *rapid.T) { checkDerivations(t, re.tag(10, drawRegex(t, 4)), inputs) })
}

// TestParseLoopsTwin is [TestParseTwin] on the most delicate expressions: loops in
// loops, whose bodies may be empty and have one to three parts.
func TestParseLoopsTwin(t *testing.T) {
	inputs := stringsOver("ab", 6)
	rapid.Check(t, func(t *rapid.T) {
		next := 0
		var loop func(depth int) *regex
		loop = func(depth int) *regex {
			next++
			name := next
			var x *regex
			if depth == 0 {
				x = rapid.SampledFrom([]*regex{re.symbol("a"), re.symbol("b"), re.symbol("ab"), re.cat(), re.alt(re.cat(), re.symbol("a"))}).Draw(t, "x")
			} else {
				parts := make([]*regex, rapid.IntRange(1, 3).Draw(t, "parts"))
				for i := range parts {
					parts[i] = loop(depth - 1)
				}
				switch rapid.IntRange(0, 3).Draw(t, "join") {
				case 0:
					x = re.alt(append([]*regex{re.cat()}, parts...)...)
				case 1:
					x = re.alt(parts...)
				default:
					x = re.cat(parts...)
				}
				if rapid.IntRange(0, 5).Draw(t, "not") == 0 {
					x = re.not(x, loop(0))
				}
			}
			least := rapid.SampledFrom([]int{0, 0, 0, 1, 2}).Draw(t, "min")
			most := rapid.SampledFrom([]int{automaton.Unbounded, automaton.Unbounded, least, least + 1, least + 2}).Draw(t, "max")
			r := re.tag(name, re.repeat(re.tag(name+100, x), least, most))
			r.subs[0].lazy = rapid.Bool().Draw(t, "lazy")
			return r
		}
		checkDerivations(t, loop(rapid.IntRange(1, 3).Draw(t, "depth")), inputs)
	})
}

func checkDerivations(t *rapid.T, r *regex, inputs []string) {
	p := automaton.NewParser(256, r.expr())
	for _, s := range inputs {
		matches := r.matches(s)
		got, ok := parse(p, s)
		if ok != matches {
			t.Fatalf("%v on %q: Parse returns %v, want %v", r, s, ok, matches)
		}
		if !ok {
			if got != nil {
				t.Fatalf("%v on %q: Parse reports %v and returns false", r, s, got)
			}
			continue
		}
		want, found, known := r.preferred(s)
		if !known {
			continue
		}
		if !found {
			t.Fatalf("%v on %q: all derivations have an empty iteration", r, s)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%v on %q: %s, want %s", r, s, show(s, got), show(s, want))
		}
	}
}

// TestParseBytes: a byte that is in no set is in no string.
func TestParseBytes(t *testing.T) {
	p := automaton.NewParser(256, re.star(re.tag(1, re.symbol("a"))).expr())
	for b := range 256 {
		s := "a" + string([]byte{byte(b)})
		if _, ok := parse(p, s); ok != (b == 'a') {
			t.Errorf("%q: %v", s, ok)
		}
	}
}

// TestParseLinear: what is worst for a backtracking reader, nested loops, costs
// nothing here.
func TestParseLinear(t *testing.T) {
	r := re.symbol("a")
	for range 8 {
		r = re.star(re.option(r))
	}
	p := automaton.NewParser(256, re.cat(re.tag(1, r), re.symbol("b")).expr())
	s := strings.Repeat("a", 1<<20)
	if _, ok := parse(p, s); ok {
		t.Error("the string without its end is derived")
	}
	if events, ok := parse(p, s+"b"); !ok || len(events) != 2 {
		t.Errorf("%v, %d events", ok, len(events))
	}
}

// TestParseManyStates: the backward automaton of this language has a state for each
// set of the last 14 positions, more than a Parser keeps.
func TestParseManyStates(t *testing.T) {
	const k = 14
	x := re.cat(re.tag(1, re.repeat(re.symbol("ab"), k, k)), re.tag(2, re.symbol("a")), re.star(re.symbol("ab")))
	p := automaton.NewParser(256, x.expr())
	random := rand.New(rand.NewPCG(1, 2))
	for range 3 {
		b := make([]byte, 1<<15)
		for i := range b {
			b[i] = "ab"[random.IntN(2)]
		}
		for _, c := range "ab" {
			b[k] = byte(c)
			events, ok := parse(p, string(b))
			want := []event{{1, true, 0}, {1, false, k}, {2, true, k}, {2, false, k + 1}}
			if ok != (c == 'a') || ok && !slices.Equal(events, want) {
				t.Fatalf("%q at place %d: %v, %v", c, k, ok, events)
			}
		}
	}
}

// TestParserConcurrently is for the race detector: all strings use the same parts of
// the backward automaton.
func TestParserConcurrently(t *testing.T) {
	p := automaton.NewParser(256, re.star(re.alt(re.tag(1, re.literal("ab")), re.tag(2, re.symbol("ab")))).expr())
	for range 4 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			for _, s := range stringsOver("ab", 7) {
				events, ok := parse(p, s)
				if !ok || len(events) != 2*(len(s)-strings.Count(s, "ab")) {
					t.Fatalf("%q: %v, %v", s, ok, events)
				}
			}
		})
	}
}
