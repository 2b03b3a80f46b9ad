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
	known  []atomic.Pointer[expectations] // by state of dfa
}

func newExplainer(l *Language) *explainer {
	g, r := l.grammar.read(), l.rule()
	d := g.Automaton(r)
	tag := tagOf(g, r)
	x := &explainer{
		locate: func(s string) (int, int, int) { return slowly(g, r, s, tag) },
		read:   g, dfa: d, known: make([]atomic.Pointer[expectations], d.States()),
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

// expectations are what may follow in a state, as values and as names.
type expectations struct {
	values []Expected
	names  []string
}

// expected returns what may follow in a state. It is found when it is first asked for.
func (x *explainer) expected(state int) *expectations {
	known := x.known[state].Load()
	if known == nil {
		// Who does this at the same time finds the same.
		known = new(expectations)
		known.values, known.names = expected(x.read, x.read.Next(x.dfa, state))
		if x.dfa.Accepting(state) {
			known.values, known.names = append(known.values, Expected{End: true}), append(known.names, EndOfInput)
		}
		known.values, known.names = slices.Clip(known.values), slices.Clip(known.names)
		x.known[state].Store(known)
	}
	return known
}

// Names returns names for a set of characters, as they stand in
// [SyntaxError.Expected]: the largest character classes of the grammar within it first,
// then single characters in quotes.
func (g *Grammar) Names(set automaton.Set) []string {
	_, names := expected(g.read(), set)
	return names
}

// expected returns the characters of a set, as values and as names.
func expected(g *reading.Grammar, set automaton.Set) (values []Expected, names []string) {
	classes, rest := g.Cover(set)
	for _, r := range classes {
		values = append(values, Expected{Class: r.Name})
		names = append(names, r.Name)
	}
	for _, r := range rest {
		for b := r.Lo; b <= min(r.Hi, utf8.RuneSelf-1); b++ {
			values = append(values, Expected{First: b, Last: b})
			names = append(names, Quoted(string(rune(b))))
		}
		if lo := max(r.Lo, utf8.RuneSelf); lo <= r.Hi {
			values = append(values, Expected{First: lo, Last: r.Hi})
			names = append(names, fmt.Sprintf("%%x%X-%X", lo, r.Hi))
		}
	}
	return values, names
}
