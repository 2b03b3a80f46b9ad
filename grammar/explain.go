package grammar

import (
	"fmt"
	"slices"
	"sync/atomic"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// explainer says where a string leaves a language, which rule is being read
// there, and what may stand there.
type explainer struct {
	// locate returns the length of the longest viable prefix of a string, the state
	// after it and the rule that is being read there.
	locate func(s string) (offset, state, rule int)
	read   *reading.Grammar
	dfa    *automaton.DFA
	known  []atomic.Pointer[[]string] // what is expected, by state of dfa
}

func newExplainer(l *Language) *explainer {
	g, r := l.grammar.read(), l.rule()
	d := g.Automaton(r)
	tag := tagOf(g, r)
	x := &explainer{
		locate: func(s string) (int, int, int) { return slowly(g, r, s, tag) },
		read:   g, dfa: d, known: make([]atomic.Pointer[[]string], d.States()),
	}
	// In an unusual grammar the locator may be too large.
	automaton.Within(func() { x.locate = automaton.NewLocator(g.Derivation(r), d, tag).Locate })
	return x
}

// tagOf returns what decides which rule is being read; see [automaton.NewLocator].
func tagOf(g *reading.Grammar, r *reading.Rule) func(open []int, events []automaton.Event) int {
	return func(open []int, events []automaton.Event) int {
		if len(open) == 0 {
			return r.Index // at the beginning it is the rule itself
		}
		return innermost(g, open, events)
	}
}

// slowly finds what a [automaton.Locator] finds, from the derivation of the prefix
// with a shortest completion. If that is too much as well, the rule is r.
func slowly(g *reading.Grammar, r *reading.Rule, s string, tag func([]int, []automaton.Event) int) (offset, state, rule int) {
	d := g.Automaton(r)
	offset, state = d.Viable(s)
	if offset < 0 {
		return 0, 0, r.Index
	}
	if offset > TreeLimit {
		return offset, state, r.Index
	}
	rest, _ := d.ShortestFrom(state)
	var open []int
	var events []automaton.Event
	if automaton.Within(func() {
		g.Derivation(r).Parse(s[:offset]+text(rest), func(ev automaton.Event, at int) {
			switch {
			case at == offset:
				events = append(events, ev)
			case at > offset:
			case ev.Open:
				open = append(open, ev.Tag)
			default:
				open = open[:len(open)-1]
			}
		})
	}) != nil {
		return offset, state, r.Index
	}
	return offset, state, tag(open, events)
}

// expected names the characters that may follow in a state. They are found when it is first asked for.
func (x *explainer) expected(state int) []string {
	names := x.known[state].Load()
	if names == nil {
		// Who does this at the same time finds the same.
		found := expected(x.read, x.dfa, state)
		names = &found
		x.known[state].Store(names)
	}
	return *names
}

// expected names the characters that may follow in a state.
func expected(g *reading.Grammar, d *automaton.DFA, state int) []string {
	out := namesOf(g, g.Next(d, state))
	if d.Accepting(state) {
		out = append(out, EndOfInput)
	}
	return slices.Clip(out)
}

// Names returns names for a set of characters, as they stand in
// [SyntaxError.Expected]: the largest character classes of the grammar within it first,
// then single characters in quotes.
func (g *Grammar) Names(set automaton.Set) []string { return namesOf(g.read(), set) }

func namesOf(g *reading.Grammar, set automaton.Set) []string {
	classes, rest := g.Cover(set)
	var out []string
	for _, r := range classes {
		out = append(out, r.Name)
	}
	for _, r := range rest {
		for b := r.Lo; b <= min(r.Hi, utf8.RuneSelf-1); b++ {
			out = append(out, Quoted(string(rune(b))))
		}
		if lo := max(r.Lo, utf8.RuneSelf); lo <= r.Hi {
			out = append(out, fmt.Sprintf("%%x%X-%X", lo, r.Hi))
		}
	}
	return out
}
