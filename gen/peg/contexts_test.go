package peg

import (
	"slices"
	"testing"

	"github.com/urispec/urispec/grammar/engine/automaton"
)

// runInContexts runs every production in the contexts in which the start rule
// uses it: it reads what its rule does there, on all strings of two characters
// and on strings that take every transition.
func runInContexts(t *testing.T, p *prover) {
	// The contexts of some rules are hundreds, and the automata of some
	// thousands of states: the first few and the small ones will do.
	const most, states = 4, 120
	two, checked := wordsOver(p.representatives(), 2), 0
	for _, q := range p.order {
		contexts := q.contexts[:min(most, len(q.contexts))]
		checkProduction(t, p, q, contexts, two)
		for _, k := range contexts {
			d := p.alg.dfas[p.alg.concat(q.truth, k)]
			if d.States() > states {
				continue
			}
			checked++
			cover := automaton.Cover(d)
			for _, w := range cover {
				slices.Reverse(w) // the automaton reads from the end
			}
			checkProduction(t, p, q, contexts, cover)
		}
	}
	if checked < len(p.order)/2 {
		t.Errorf("%d contexts of %d productions were covered", checked, len(p.order))
	}
}
