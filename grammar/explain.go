package grammar

import (
	"strings"
	"sync"
	"sync/atomic"

	"github.com/urispec/urispec/grammar/automaton"
	"github.com/urispec/urispec/grammar/reading"
)

// explainer says why a rule does not derive a string.
type explainer struct {
	*automaton.Explainer
	edition  *Edition
	grammar  *reading.Grammar
	dfa      *automaton.DFA
	expected []atomic.Pointer[[]string] // by state of dfa, as far as it was needed
}

// explainerOf returns the explainer of the rule, which is built when it is first
// asked for.
func (e *Edition) explainerOf(r *reading.Rule) *explainer {
	x, ok := e.explainers.Load(r)
	if !ok {
		x, _ = e.explainers.LoadOrStore(r, sync.OnceValue(func() *explainer { return newExplainer(e, r) }))
	}
	return x.(func() *explainer)()
}

func newExplainer(e *Edition, r *reading.Rule) *explainer {
	g := e.grammar()
	d := g.Automaton(r)
	return &explainer{
		Explainer: automaton.NewExplainer(g.Derivation(r), d, func(open []int, at []automaton.Event) int {
			return innermost(g, r, open, at)
		}),
		edition: e, grammar: g, dfa: d,
		expected: make([]atomic.Pointer[[]string], d.States()),
	}
}

// syntaxError explains why the rule does not derive s.
func (x *explainer) syntaxError(s string) *SyntaxError {
	g := x.grammar
	offset, state, rule := x.Explain(s)
	err := &SyntaxError{Edition: x.edition.name, Rule: g.Names[rule], Input: s, Offset: offset}
	err.Section = g.Section(err.Rule)
	expected := x.expected[state].Load()
	if expected == nil {
		// Two that do this at once find the same.
		names := x.edition.expected(x.dfa, state)
		expected = &names
		x.expected[state].Store(expected)
	}
	err.Expected = *expected
	for _, n := range g.Source.Notes {
		if offset < len(s) && strings.IndexByte(n.Bytes, s[offset]) >= 0 && !strings.Contains(s[:offset], n.Before) {
			err.Note = `section ` + n.Section + `: "` + n.Text + `"`
		}
	}
	return err
}

// innermost returns the index of the rule that is being read at a position of a
// derivation from r: the innermost that begins there and is still empty (the
// port of "h:"), else the innermost that holds the byte before. A character that
// is complete is not being read any more. At the beginning it is r.
//
// open are the rules that hold the byte before, and at is what begins and ends
// at the position.
func innermost(g *reading.Grammar, r *reading.Rule, open []int, at []automaton.Event) int {
	if len(open) == 0 {
		return r.Index
	}
	n := len(open)
	for len(at) > 0 && !at[0].Open && g.Rules[at[0].Tag].Character {
		at = at[1:]
		n--
	}
	// What opens before anything else closes.
	begin := 0
	for begin < len(at) && at[begin].Open {
		begin++
	}
	// Of that, what closes again, inner before outer.
	for i, ev := range at[begin:] {
		if ev.Open || i == begin {
			break
		}
		if !g.Rules[ev.Tag].Empty() {
			return ev.Tag
		}
	}
	if n == 0 {
		return r.Index
	}
	return open[n-1]
}
