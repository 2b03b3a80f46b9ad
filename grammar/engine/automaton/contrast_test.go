package automaton_test

import (
	"slices"
	"testing"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"pgregory.net/rapid"
)

// backwards ranks the letters c, b, a: another order than that of the symbols.
func backwards(symbol int32) int { return -int(symbol) }

// ranked are the short strings in the order in which a search by backwards meets
// them.
var ranked = stringsOver("cba", 4)

// untagged returns r without its tags.
func untagged(r *regex) *regex {
	c := *r
	c.subs = nil
	for _, x := range r.subs {
		c.subs = append(c.subs, untagged(x))
	}
	if c.op == opTag {
		return c.subs[0]
	}
	return &c
}

// TestCompareTwin: of each kind, Compare finds the first of all strings.
func TestCompareTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ra, rb := drawRegex(t, 3), drawRegex(t, 3)
		if rapid.Bool().Draw(t, "alike") {
			rb = re.alt(ra, re.cat(ra, rb))
		}
		c := automaton.Compare(ra.compile(), rb.compile(), backwards)
		for _, kind := range []struct {
			name string
			got  []int32
			a, b bool
		}{
			{"only a", c.OnlyA, true, false},
			{"only b", c.OnlyB, false, true},
			{"both", c.Both, true, true},
		} {
			is := func(s string) bool { return ra.matches(s) == kind.a && rb.matches(s) == kind.b }
			first := slices.IndexFunc(ranked, is)
			switch {
			case first >= 0:
				if kind.got == nil || text(kind.got) != ranked[first] {
					t.Fatalf("%v, %v: %s: %q, want %q", ra, rb, kind.name, text(kind.got), ranked[first])
				}
			case kind.got == nil:
			case len(kind.got) <= 4 || !is(text(kind.got)):
				t.Fatalf("%v, %v: %s: %q", ra, rb, kind.name, text(kind.got))
			}
		}
		if differ := c.OnlyA != nil || c.OnlyB != nil; differ == automaton.Equal(ra.compile(), rb.compile()) {
			t.Fatalf("%v, %v: Compare finds a difference: %v", ra, rb, differ)
		}
	})
}

// context is a place for a tag: the expressions before it, in it and after it.
type context struct{ x, y, z *regex }

// TestShortestSwapTwin: ShortestSwap finds the first of all strings for which the
// definition holds.
func TestShortestSwapTwin(t *testing.T) {
	var swaps, none int
	rapid.Check(t, func(t *rapid.T) {
		draw := func() *regex { return untagged(drawRegex(t, 2)) }
		// Some contexts; a loop, whose iterations may have the tag or not; and
		// strings without the tag.
		var contexts []context
		e := re.alt(draw())
		for range rapid.IntRange(1, 2).Draw(t, "contexts") {
			p := context{draw(), draw(), draw()}
			contexts = append(contexts, p)
			e.subs = append(e.subs, re.cat(p.x, re.tag(0, p.y), p.z))
		}
		plain, tagged := draw(), draw()
		contexts = append(contexts, context{re.star(plain), tagged, re.star(plain)})
		e.subs = append(e.subs, re.star(re.alt(plain, re.tag(0, tagged))))
		not := draw()
		if rapid.Bool().Draw(t, "not") {
			e = re.not(e, not)
		} else {
			not = re.symbol("")
		}
		instead, without, with := draw(), draw(), re.alt(draw(), draw())

		holds := func(s string, i, j int, in string) bool {
			return re.not(re.star(re.symbol("abc")), not).matches(s) &&
				slices.ContainsFunc(contexts, func(p context) bool {
					return p.x.matches(s[:i]) && p.y.matches(s[i:j]) && p.z.matches(s[j:])
				}) && !without.matches(s) && instead.matches(in) && with.matches(s[:i]+in+s[j:])
		}
		first := slices.IndexFunc(ranked, func(s string) bool {
			for i := range len(s) + 1 {
				for j := i; j <= len(s); j++ {
					if slices.ContainsFunc(ranked, func(in string) bool { return holds(s, i, j, in) }) {
						return true
					}
				}
			}
			return false
		})

		got, ok := automaton.ShortestSwap(e.expr(), instead.compile(), without.compile(), with.compile(), backwards)
		if !ok {
			if none++; first >= 0 {
				t.Fatalf("%v, %v, %v, %v: nothing, want %q", e, instead, without, with, ranked[first])
			}
			return
		}
		swaps++
		s, in := text(got.Word), text(got.Instead)
		if !holds(s, got.Start, got.End, in) {
			t.Fatalf("%v, %v, %v, %v: %q from %d to %d, %q is no swap", e, instead, without, with, s, got.Start, got.End, in)
		}
		// The twin does not know strings that need a long one instead.
		if at := slices.Index(ranked, s); first >= 0 && (at < 0 || at > first) || first < 0 && at >= 0 && len(in) <= 4 {
			t.Fatalf("%v, %v, %v, %v: %q, want %q", e, instead, without, with, s, ranked[max(first, 0)])
		}
		for _, other := range ranked {
			if holds(s, got.Start, got.End, other) {
				if other != in {
					t.Fatalf("%v, %v, %v, %v: %q from %d to %d with %q, want %q", e, instead, without, with, s, got.Start, got.End, in, other)
				}
				break
			}
		}
	})
	if swaps == 0 || none == 0 {
		t.Errorf("%d swaps, %d times none", swaps, none)
	}
}
