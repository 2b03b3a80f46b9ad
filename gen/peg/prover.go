package peg

import (
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// prover computes what expressions with ordered choice accept.
//
// wp(n, k), the weakest precondition, is the inputs on which n succeeds and
// leaves a rest in k. An expression is exact in the context k if that is
// truth(n).k: it loses no string and gains none, whatever it commits to.
// Because every language is known backwards, lookahead and continuations are
// ordinary regular operations.
type prover struct {
	*converter
	calleesFirst []*production
	memo         map[wpKey]lang
	zeros        map[*node]lang
	meant        map[wpKey]lang // truth(n)*.k, for the bodies n and contexts k of the grammar's repetitions
}

// newProver converts the rules of a grammar: the start rule, and each rule
// that has structure by the published grammar alone.
func newProver(g *reading.Grammar, ls *languages) (*prover, error) {
	t, err := newTokens(g)
	if err != nil {
		return nil, err
	}
	c := &converter{grammar: g, tokens: t, prods: make(map[prodKey]*production), roots: make(map[*reading.Rule]*production), dfas: make(map[*reading.Rule]*automaton.DFA)}
	sets := []automaton.Set{t.octets()}
	for _, r := range g.Variants() {
		sets = append(sets, c.setsOf(r.Expr)...)
	}
	c.alg = newAlgebra(ls, sets)
	start, _ := g.Lookup(g.Source.Start)
	c.root(start)
	for _, r := range g.Rules {
		if !r.Character && !onlyEmpty(r.Expr) {
			c.root(g.Membership(r))
		}
	}
	if c.err == nil {
		c.err = c.whole()
	}
	return &prover{converter: c, memo: make(map[wpKey]lang), zeros: make(map[*node]lang), meant: make(map[wpKey]lang)}, c.err
}

func (c *converter) setsOf(e reading.Expr) []automaton.Set {
	if set, ok := c.characters(e); ok {
		return []automaton.Set{set}
	}
	var out []automaton.Set
	for _, x := range reading.Parts(e) {
		out = append(out, c.setsOf(x)...)
	}
	return out
}
