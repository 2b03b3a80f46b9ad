package sample_test

import (
	"errors"
	"iter"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/sample"
)

// languages are the references of each edition and some rules, or with the exhaustive
// bounds all rules.
func languages(t *testing.T) []*grammar.Language {
	var all []*grammar.Language
	for _, e := range editions.All() {
		all = append(all, e.References())
		every := effort.Pick(1, 5, 20)
		for i, r := range e.Grammar().Rules() {
			if i%every == 0 {
				all = append(all, language(t, e.Name(), r.Name))
			}
		}
	}
	return all
}

func characters(t *testing.T, l *grammar.Language) *automaton.DFA {
	t.Helper()
	d, err := l.Characters()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func nearMisses(t *testing.T, l *grammar.Language) iter.Seq[sample.NearMiss] {
	t.Helper()
	all, err := sample.NearMisses(l)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// transition is a state and the number of a class.
type transition struct{ state, class int }

// transitions counts how often a string takes each transition.
func transitions(d *automaton.DFA, s string, encoded bool, taken map[transition]int) {
	state := 0
	step := func(c int32) {
		class := slices.IndexFunc(d.Classes().Sets(), func(set automaton.Set) bool { return set.Has(c) })
		taken[transition{state, class}]++
		state = d.Step(state, c)
	}
	if encoded {
		for _, c := range s {
			step(c)
		}
		return
	}
	for i := range len(s) {
		step(int32(s[i]))
	}
}

// TestCover counts the transitions that the strings take, and the rules that their
// trees have.
func TestCover(t *testing.T) {
	for _, l := range languages(t) {
		c, err := sample.NewCover(l)
		if err != nil {
			t.Errorf("%s: %v", l, err)
			continue
		}
		d := characters(t, l)
		encoded := l.Grammar().Source().UTF8()
		taken := make(map[transition]int)
		rules := make(map[string]bool)
		for i, s := range c.Strings {
			if err := l.Check(s); err != nil {
				t.Errorf("%s: %.100q: %v", l, s, err)
			}
			if i < c.Needed {
				transitions(d, s, encoded, taken)
			}
			if len(s) > 1<<15 {
				continue
			}
			tree, err := l.TreeChars(s)
			if err != nil {
				t.Errorf("%s: %.100q: %v", l, s, err)
				continue
			}
			addRules(tree, rules)
		}
		n := 0
		live := d.Live()
		for state, ok := range live {
			for class, set := range d.Classes().Sets() {
				if !ok || !live[d.Step(state, set[0].Lo)] {
					continue
				}
				if n++; taken[transition{state, class}] == 0 {
					t.Errorf("%s: state %d, class %v: no string takes it", l, state, set)
				}
			}
		}
		if n != c.Transitions {
			t.Errorf("%s: %d transitions, not %d", l, n, c.Transitions)
		}
		if !c.Complete {
			t.Errorf("%s: the cover is not complete", l)
		}
		_, choices, err := l.Choices()
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range choices {
			unused := slices.Contains(c.Unused, x)
			if x.Alternative == 0 && rules[x.Rule] == unused {
				t.Errorf("%s: rule %s: in a tree: %v, unused: %v", l, x.Rule, rules[x.Rule], unused)
			}
		}
	}
}

func addRules(t *grammar.Tree, rules map[string]bool) {
	rules[t.Rule] = true
	for _, c := range t.Children {
		addRules(c, rules)
	}
}

// TestFewest compares the number of strings with the greatest number of transitions of
// which no two can be in one string: by Dilworth's theorem they are the same.
func TestFewest(t *testing.T) {
	compared := 0
	for _, l := range languages(t) {
		d := characters(t, l)
		live := d.Live()
		// reach says which states can be reached from which.
		reach := make([][]bool, d.States())
		type edge struct{ from, to int }
		var edges []edge
		for state := range reach {
			if !live[state] {
				continue
			}
			reach[state] = make([]bool, d.States())
			for work := []int{state}; len(work) > 0; {
				at := work[len(work)-1]
				work = work[:len(work)-1]
				if reach[state][at] {
					continue
				}
				reach[state][at] = true
				for _, set := range d.Classes().Sets() {
					if to := d.Step(at, set[0].Lo); live[to] {
						work = append(work, to)
						if at == state {
							edges = append(edges, edge{at, to})
						}
					}
				}
			}
		}
		after := func(e, f edge) bool { return reach[e.to][f.from] }
		// Transitions that can follow each other both ways count as one.
		var kept []edge
		for _, e := range edges {
			if !slices.ContainsFunc(kept, func(f edge) bool { return after(e, f) && after(f, e) }) {
				kept = append(kept, e)
			}
		}
		if len(kept) > effort.Pick(600, 400, 300) {
			continue
		}
		// The fewest chains are the transitions less a greatest matching.
		before := slices.Repeat([]int{-1}, len(kept))
		var match func(i int, seen []bool) bool
		match = func(i int, seen []bool) bool {
			for j, f := range kept {
				if i == j || seen[j] || !after(kept[i], f) {
					continue
				}
				seen[j] = true
				if before[j] < 0 || match(before[j], seen) {
					before[j] = i
					return true
				}
			}
			return false
		}
		want := len(kept)
		for i := range kept {
			if match(i, make([]bool, len(kept))) {
				want--
			}
		}
		c, err := sample.NewCover(l)
		if err != nil {
			t.Fatal(err)
		}
		if c.Needed != max(want, 1) && d.Live()[0] {
			t.Errorf("%s: %d strings, want %d", l, c.Needed, want)
		}
		compared++
	}
	if compared < 20 {
		t.Errorf("only %d languages compared", compared)
	}
}

// TestCoverShortest: besides being the fewest, the strings are as short as can be.
func TestCoverShortest(t *testing.T) {
	c, err := sample.NewCover(language(t, "rfc3986", "IPvFuture"))
	if err != nil {
		t.Fatal(err)
	}
	// The first character after the "." is of one of four classes, so there are four
	// strings. One of them takes the loops too. Another string is for sub-delims, whose
	// characters the automaton does not tell from letters.
	total := 0
	for _, s := range c.Strings[:c.Needed] {
		total += len(s)
	}
	if c.Needed != 4 || len(c.Strings) != 5 || total != 4*len("va.a")+len("a")+4 {
		t.Errorf("%d strings with %d characters: %q", c.Needed, total, c.Strings)
	}
}

// TestNearMisses checks that each is one, and that every way out is there.
func TestNearMisses(t *testing.T) {
	for _, l := range languages(t) {
		seen := make(map[string]bool)
		n := 0
		for miss := range nearMisses(t, l) {
			n++
			if seen[miss.Text] {
				t.Errorf("%s: %q comes twice", l, miss.Text)
			}
			seen[miss.Text] = true
			syntax := new(grammar.SyntaxError)
			if err := l.Check(miss.Text); !errors.As(err, &syntax) || syntax.Offset != miss.Offset {
				t.Errorf("%s: %q: %v, want an error at %d", l, miss.Text, err, miss.Offset)
			}
		}
		d := characters(t, l)
		want := 0
		for state, live := range d.Live() {
			if !live {
				continue
			}
			if !d.Accepting(state) {
				want++
			}
			encoded := l.Grammar().Source().UTF8()
			if encoded {
				want++
			}
			for _, set := range d.Classes().Sets() {
				if !d.Live()[d.Step(state, set[0].Lo)] && (!encoded || utf8.ValidRune(set[0].Lo)) {
					want++
				}
			}
		}
		if n != want {
			t.Errorf("%s: %d near misses, want %d", l, n, want)
		}
	}
}

// TestBetween compares the lists of verdicts with those on many strings.
func TestBetween(t *testing.T) {
	var ls []*grammar.Language
	for _, e := range editions.All() {
		ls = append(ls, e.References())
	}
	all, err := sample.Between(ls...)
	if err != nil {
		t.Fatal(err)
	}
	verdicts := func(s string) string {
		var b strings.Builder
		for _, l := range ls {
			b.WriteByte("01"[map[bool]int{true: 1}[l.Valid(s)]])
		}
		return b.String()
	}
	found := make(map[string]string)
	for i, v := range all {
		var b strings.Builder
		for _, valid := range v.Valid {
			b.WriteByte("01"[map[bool]int{true: 1}[valid]])
		}
		if got := verdicts(v.Text); got != b.String() {
			t.Errorf("%q: verdicts %s, not %s", v.Text, got, b.String())
		}
		if other, ok := found[b.String()]; ok {
			t.Errorf("%s: both %q and %q", b.String(), other, v.Text)
		}
		found[b.String()] = v.Text
		if i > 0 && len(v.Text) < len(all[i-1].Text) {
			t.Errorf("%q comes after %q", v.Text, all[i-1].Text)
		}
	}
	t.Logf("%d lists of verdicts", len(all))
	for _, l := range ls {
		for miss := range nearMisses(t, l) {
			shortest, ok := found[verdicts(miss.Text)]
			if !ok {
				t.Errorf("%q: verdicts %s are not listed", miss.Text, verdicts(miss.Text))
			} else if len(shortest) > len(miss.Text) {
				t.Errorf("%q is shorter than %q", miss.Text, shortest)
			}
		}
	}
}

func TestBetweenNone(t *testing.T) {
	if all, err := sample.Between(); len(all) != 0 || err != nil {
		t.Errorf("%v, %v", all, err)
	}
}
