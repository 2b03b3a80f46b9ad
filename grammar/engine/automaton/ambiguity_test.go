package automaton_test

import (
	"slices"
	"testing"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"pgregory.net/rapid"
)

// tells reports whether a tag tells derivations apart in these tests.
func tells(tag int) bool { return tag > 0 }

// telling returns the events that tell derivations apart.
func telling(events []event) []event {
	return slices.DeleteFunc(slices.Clone(events), func(e event) bool { return !tells(e.Tag) })
}

// TestFindAmbiguity: by hand.
func TestFindAmbiguity(t *testing.T) {
	a, b := re.symbol("a"), re.symbol("b")
	for _, c := range []struct {
		why  string
		r    *regex
		want string // the two derivations; "" if there is none
	}{
		{"two alternatives", re.alt(re.tag(1, a), re.tag(2, a)), "1(a) 2(a)"},
		{"two alternatives without a tag are one derivation", re.tag(1, re.alt(a, a)), ""},
		{"likewise a class and a part of it", re.star(re.alt(re.symbol("ab"), a)), ""},
		{"the sets meet in one symbol", re.alt(re.tag(1, re.symbol("ac")), re.tag(2, re.symbol("bc"))), "1(c) 2(c)"},
		{"where a repetition ends", re.cat(re.tag(1, re.star(a)), re.tag(2, re.star(a))), "1(a)2() 1()2(a)"},
		{"likewise, the shorter preferred", re.cat(re.tag(1, re.lazily(re.star(a))), re.tag(2, re.star(a))), "1()2(a) 1(a)2()"},
		{"how often an element is repeated", re.star(re.tag(1, re.repeat(a, 1, automaton.Unbounded))), "1(aa) 1(a)1(a)"},
		{"one separator makes two of it", re.cat(re.tag(1, re.star(a)), b, re.tag(2, re.star(a))), ""},
		{"the empty string", re.alt(re.tag(1, re.star(a)), re.tag(2, re.star(b))), "1() 2()"},
		{"an option that would match nothing is absent", re.option(re.tag(1, re.star(a))), ""},
		{"required iterations may be empty", re.repeat(re.tag(1, re.option(a)), 2, 2), "1(a)1() 1()1(a)"},
		{"counted repetitions overlap only where both are long",
			re.alt(re.tag(1, re.repeat(a, 0, 5)), re.tag(2, re.repeat(a, 5, 7))), "1(aaaaa) 2(aaaaa)"},
		{"ways that part early, meet, and do not count until the end",
			re.cat(re.alt(re.tag(1, re.literal("aa")), re.tag(2, re.cat(a, re.symbol("ab")))), re.star(b), re.tag(3, a)), "1(aa)3(a) 2(aa)3(a)"},
		{"an excluded prefix leaves one", re.alt(re.tag(1, re.star(a)), re.tag(2, re.not(re.star(a), re.cat()))), ""},
		{"an excluded prefix leaves one way for longer strings", re.alt(re.tag(1, re.repeat(a, 1, 9)), re.tag(2, re.not(re.star(a), re.literal("aa")))), "1(a) 2(a)"},
		{"the language of an automaton has no ways", re.tag(1, re.language(re.cat(re.star(a), re.star(a)))), ""},
		{"the empty language", re.alt(), ""},
		{"a tag that tells nothing", re.alt(re.tag(-1, a), re.tag(-2, a)), ""},
		{"a tag that tells nothing is reported", re.alt(re.tag(1, re.tag(-1, a)), re.tag(2, re.tag(-2, a))), "1(-1(a)) 2(-2(a))"},
		{"it does not part derivations", re.cat(re.alt(re.tag(-1, a), re.tag(-2, a)), re.option(re.alt(re.tag(1, b), re.tag(2, b)))), "-1(a)1(b) -1(a)2(b)"},
	} {
		got := ""
		if x, ok := automaton.FindAmbiguity(256, c.r.expr(), tells); ok {
			got = showMarks(x.Symbols, x.Chosen) + " " + showMarks(x.Symbols, x.Other)
		}
		if got != c.want {
			t.Errorf("%s: %v: %q, want %q", c.why, c.r, got, c.want)
		}
	}
}

func showMarks(symbols []int32, marks []automaton.Mark) string {
	var s []byte
	for _, x := range symbols {
		s = append(s, byte(x))
	}
	return show(string(s), eventsOf(marks))
}

func eventsOf(marks []automaton.Mark) []event {
	var events []event
	for _, m := range marks {
		events = append(events, event{m.Tag, m.Open, m.At})
	}
	return events
}

// another returns the preferred derivation of s, and the first one in the order of
// preference that differs from it in what tells derivations apart. known is false if
// finding it takes too long.
func (r *regex) another(s string) (preferred, other []event, ok, known bool) {
	d := &derivation{s: s, steps: 20_000}
	n := 0
	d.derive(r, 0, func(j int) bool {
		if j < len(s) {
			return false
		}
		if n++; n == 1 {
			preferred = slices.Clone(d.events)
			return false
		}
		ok = !slices.Equal(telling(preferred), telling(d.events))
		other = slices.Clone(d.events)
		return ok
	})
	return preferred, other, ok, d.steps >= 0
}

// TestFindAmbiguityTwin: the string is as short as the first that the backtracking
// reader derives in two ways, and the derivations are those of the reader.
func TestFindAmbiguityTwin(t *testing.T) {
	const length = 4
	inputs := stringsOver("abc", length)
	found, none := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		r := re.tag(10, drawRegex(t, 4)) // of the tags in it, 0 tells nothing
		shortest := -1
		for _, s := range inputs {
			_, _, ok, known := r.another(s)
			if !known {
				return
			}
			if ok {
				shortest = len(s)
				break
			}
		}
		x, ok := automaton.FindAmbiguity(256, r.expr(), tells)
		if !ok {
			if none++; shortest >= 0 {
				t.Fatalf("%v: no string, but one of %d has two derivations", r, shortest)
			}
			return
		}
		found++
		if n := len(x.Symbols); shortest >= 0 && n != shortest || shortest < 0 && n <= length {
			t.Fatalf("%v: %q has %d symbols, the shortest has %d", r, showMarks(x.Symbols, nil), n, shortest)
		}
		s := showMarks(x.Symbols, nil)
		chosen, other, ok, known := r.another(s)
		if !known {
			return
		}
		if !ok || !slices.Equal(eventsOf(x.Chosen), chosen) || !slices.Equal(eventsOf(x.Other), other) {
			t.Fatalf("%v: %s and %s, want %s and %s", r, showMarks(x.Symbols, x.Chosen), showMarks(x.Symbols, x.Other), show(s, chosen), show(s, other))
		}
	})
	t.Logf("%d expressions were ambiguous, %d were not", found, none)
	if !testing.Short() && (found == 0 || none == 0) { // -short draws few
		t.Error("the expressions drawn show nothing")
	}
}

// TestFindAmbiguityLarge: far fewer pairs are met than there are.
func TestFindAmbiguityLarge(t *testing.T) {
	// a{n}b | a{n}c, told apart by the last symbol only.
	const n = 3000
	as := re.repeat(re.symbol("a"), n, n)
	one, two := re.tag(1, re.cat(as, re.symbol("b"))), re.tag(2, re.cat(as, re.symbol("c")))
	if x, ok := automaton.FindAmbiguity(256, re.alt(one, two).expr(), tells); ok {
		t.Errorf("%d symbols", len(x.Symbols))
	}
	three := re.tag(3, re.cat(as, re.symbol("cd")))
	x, ok := automaton.FindAmbiguity(256, re.alt(one, two, three).expr(), tells)
	if !ok || len(x.Symbols) != n+1 || x.Symbols[n] != 'c' {
		t.Fatalf("%v: %d symbols", ok, len(x.Symbols))
	}
	if want := []automaton.Mark{{Event: automaton.Event{Tag: 3, Open: true}}, {Event: automaton.Event{Tag: 3}, At: n + 1}}; !slices.Equal(x.Other, want) {
		t.Errorf("the other derivation is %v", x.Other)
	}
}
