package grammar

import (
	"sync"
	"sync/atomic"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// explainer says where a rule does not derive a string, which rule is being read
// there, and what may stand there.
type explainer struct {
	*automaton.Explainer
	edition *Edition
	dfa     *automaton.DFA
	known   []atomic.Pointer[[]string] // what is expected, by state of dfa
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
	tag := func(open []int, events []automaton.Event) int {
		if len(open) == 0 {
			return r.Index // at the beginning it is the rule itself
		}
		return innermost(g, open, events)
	}
	return &explainer{
		Explainer: automaton.NewExplainer(g.Derivation(r), d, tag),
		edition:   e, dfa: d, known: make([]atomic.Pointer[[]string], d.States()),
	}
}

// expected is [Edition.expected] of the state, found when it is first asked for.
func (x *explainer) expected(state int) []string {
	names := x.known[state].Load()
	if names == nil {
		// Who does this at the same time finds the same.
		found := x.edition.expected(x.dfa, state)
		names = &found
		x.known[state].Store(names)
	}
	return *names
}
