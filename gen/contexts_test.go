package main

import (
	"os"
	"slices"
	"testing"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// provedEdition finds the forms of an edition, which may take seconds.
func provedEdition(t *testing.T, name string) *prover {
	t.Helper()
	src, err := reading.Read(os.DirFS("../grammar/editions/"+name), name)
	if err != nil {
		t.Fatal(err)
	}
	g, err := reading.New(src)
	if err != nil {
		t.Fatal(err)
	}
	p, err := proved(t, g)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Every production of an edition, run in the contexts in which the start rule
// uses it, reads what its rule does there: on all strings of two characters,
// and on strings that take every transition.
func TestProductionsInTheirContexts(t *testing.T) {
	names := []string{"url-syntax-02"}
	if !testing.Short() {
		names = append(names, "rfc3986", "url-syntax-09", "rfc2396bis-00", "rfc1738")
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			p := provedEdition(t, name)
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
		})
	}
}
