package main

import (
	"testing"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// Every production of an edition, run as ordered choice on strings that take
// every transition of its rule, accepts what the rule does: the proof once
// more, by running.
func TestProductionsRunAsTheirRules(t *testing.T) {
	editions, err := editionsOf("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range editions {
		if testing.Short() && e.name != "rfc3986" && e.name != "url-syntax-09" {
			continue
		}
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			g, err := reading.New(e.source)
			if err != nil {
				t.Fatal(err)
			}
			p, err := proved(t, g)
			if err != nil {
				t.Fatal(err)
			}
			for r, q := range p.roots {
				// Backward, so the strings are turned round.
				d := p.alg.dfas[q.truth]
				yes, no := 0, 0
				for _, w := range automaton.Cover(d) {
					tokens := make([]int32, len(w))
					for i, tok := range w {
						tokens[len(w)-1-i] = tok
					}
					end, ok := interpretTokens(q.body, tokens, 0)
					got, want := ok && end == len(tokens), accepts(d, w)
					if got != want {
						t.Errorf("%s on %q: ordered choice %v, the rule %v", r.Name, p.tokens.text(tokens), got, want)
					}
					if want {
						yes++
					} else {
						no++
					}
				}
				if yes == 0 || no == 0 {
					t.Errorf("%s: %d strings accepted, %d refused", r.Name, yes, no)
				}
			}
		})
	}
}

func accepts(d *automaton.DFA, w []int32) bool {
	state := 0
	for _, tok := range w {
		state = d.Step(state, tok)
	}
	return d.Accepting(state)
}
