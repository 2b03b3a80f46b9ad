package peg

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// The forms of the editions are proved, and each production is run besides: as
// its rule by itself, and in the contexts in which it is used. The proofs of
// some editions take many seconds.
func TestProductions(t *testing.T) {
	folders, err := filepath.Glob("../../grammar/editions/*/*.json")
	if err != nil || len(folders) == 0 {
		t.Fatalf("no editions: %v", err)
	}
	quick := effort.Pick(nil,
		[]string{"rfc1808", "url-syntax-02", "url-syntax-09", "rfc2396", "rfc2732", "rfc3986"},
		[]string{"url-syntax-02", "url-syntax-09"})
	for _, folder := range folders {
		name := filepath.Base(filepath.Dir(folder))
		if !effort.Exhaustive() && !slices.Contains(quick, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g, err := reading.New(editionSource(t, name))
			if err != nil {
				t.Fatal(err)
			}
			p, err := proved(t, g)
			if err != nil {
				t.Fatal(err)
			}
			runAsRules(t, p)
			// The contexts of the other editions are much like those of one of
			// these.
			if slices.Contains([]string{"url-syntax-02", "rfc3986", "url-syntax-09", "rfc2396bis-00", "rfc1738"}, name) {
				runInContexts(t, p)
			}
		})
	}
}

// runAsRules runs every production as ordered choice on strings that take every
// transition of its rule: it accepts what the rule does.
func runAsRules(t *testing.T, p *prover) {
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
}

func accepts(d *automaton.DFA, w []int32) bool {
	state := 0
	for _, tok := range w {
		state = d.Step(state, tok)
	}
	return d.Accepting(state)
}
