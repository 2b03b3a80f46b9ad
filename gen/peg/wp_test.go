package peg

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/effort"
)

func TestMain(m *testing.M) { effort.Main(m) }

// interpret reads s from at by n as participle does: the first alternative that
// matches, as many turns as match, and nothing given back.
func interpret(n *node, s string, at int) (end int, ok bool) {
	tokens := make([]int32, len(s))
	for i := range tokens {
		tokens[i] = int32(s[i])
	}
	return interpretTokens(n, tokens, at)
}

func interpretTokens(n *node, s []int32, at int) (end int, ok bool) {
	switch n.kind {
	case token:
		return at + 1, at < len(s) && n.set.Has(s[at])
	case seq:
		for _, x := range n.subs {
			if at, ok = interpretTokens(x, s, at); !ok {
				return 0, false
			}
		}
		return at, true
	case choice:
		for _, x := range n.subs {
			if end, ok := interpretTokens(x, s, at); ok {
				return end, true
			}
		}
		return 0, false
	case option:
		if end, ok := interpretTokens(n.subs[0], s, at); ok {
			return end, true
		}
		return at, true
	case star, plus:
		turns := 0
		for {
			end, ok := interpretTokens(n.subs[0], s, at)
			if !ok {
				return at, turns > 0 || n.kind == star
			}
			at = end
			turns++
		}
	case ref:
		return interpretTokens(n.prod.body, s, at)
	case ahead, not:
		_, ok := interpretTokens(n.subs[0], s, at)
		return at, ok == (n.kind == ahead)
	case minus:
		if _, ok := interpretTokens(n.subs[0], s, at); ok {
			return 0, false
		}
		return interpretTokens(n.subs[1], s, at)
	}
	panic(fmt.Sprint("kind ", n.kind))
}

// describe writes a node for a failure.
func describe(n *node) string {
	name := [...]string{"", "seq", "choice", "option", "star", "plus", "ref", "ahead", "not", "minus"}[n.kind]
	switch n.kind {
	case token:
		return fmt.Sprint(n.set)
	case ref:
		return describe(n.prod.body)
	}
	for _, x := range n.subs {
		name += " (" + describe(x) + ")"
	}
	return name
}

// letters is a prover for expressions over a, b and c.
func letters() *prover {
	sets := []automaton.Set{automaton.Of('a'), automaton.Of('b'), automaton.Of('c')}
	c := &converter{tokens: &tokens{}, alg: newAlgebra(newLanguages(128), sets)}
	return &prover{converter: c, memo: make(map[wpKey]lang), zeros: make(map[*node]lang), meant: make(map[wpKey]lang)}
}

// drawn is a source of random numbers for one run of a property: rapid draws
// small numbers by preference, which would make small expressions.
func drawn(t *rapid.T) *rand.Rand { return rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1)) }

// nodes draws an expression with ordered choice. What is repeated begins with
// a token, because a turn must take something.
func nodes(r *rand.Rand, c *converter, depth int) *node {
	one := func() *node {
		sets := []automaton.Set{automaton.Of('a'), automaton.Of('b'), automaton.Of('c'),
			automaton.Of('a', 'b'), automaton.Of('a', 'b', 'c')}
		return c.token(sets[r.IntN(len(sets))], nil)
	}
	if depth == 0 {
		return one()
	}
	sub := func() *node { return nodes(r, c, depth-1) }
	turn := func() *node { return c.sequence(one(), sub()) }
	switch k := kind(r.IntN(int(minus) + 1)); k {
	case seq:
		return c.sequence(sub(), sub())
	case choice:
		x, y := sub(), sub()
		return &node{kind: choice, subs: []*node{x, y}, truth: c.alg.union(x.truth, y.truth)}
	case option:
		return c.optional(sub())
	case star:
		return c.loop(star, turn(), false)
	case plus:
		return c.loop(plus, turn(), false)
	case ref:
		x := sub()
		return &node{kind: ref, prod: &production{body: x, truth: x.truth}, truth: x.truth}
	case ahead, not:
		return &node{kind: k, subs: []*node{sub()}, truth: c.alg.empty}
	case minus:
		x, y := sub(), sub()
		return &node{kind: minus, subs: []*node{x, y}, truth: c.alg.minus(y.truth, c.alg.concat(x.truth, c.alg.all))}
	}
	return one()
}

func short(n int) []string {
	out := []string{""}
	for from := 0; n > 0; n-- {
		to := len(out)
		for _, s := range out[from:to] {
			out = append(out, s+"a", s+"b", s+"c")
		}
		from = to
	}
	return out
}

// has reports whether the forward string is in the language.
func (alg *algebra) has(l lang, s string) bool {
	b := []byte(s)
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return alg.dfas[l].Accepts(string(b))
}

// The weakest precondition is what the interpreter does, for any expression
// and any context.
func TestWeakestPrecondition(t *testing.T) {
	inputs := short(5)
	rapid.Check(t, func(t *rapid.T) {
		r := drawn(t)
		for range 20 {
			weakestPrecondition(t, r, inputs)
		}
	})
}

func weakestPrecondition(t *rapid.T, r *rand.Rand, inputs []string) {
	p := letters()
	n := nodes(r, p.converter, 2+r.IntN(3))
	k := nodes(r, p.converter, 2).truth
	if r.IntN(2) == 0 {
		k = p.alg.empty
	}
	wp, dom, zero := p.wp(n, k), p.dom(n), p.zero(n)
	for _, s := range inputs {
		end, ok := interpret(n, s, 0)
		if got, want := p.alg.has(wp, s), ok && p.alg.has(k, s[end:]); got != want {
			t.Fatalf("%s on %q in a context: wp says %v, a run gives %v", describe(n), s, got, want)
		}
		if got := p.alg.has(dom, s); got != ok {
			t.Fatalf("%s on %q: dom says %v, a run gives %v", describe(n), s, got, ok)
		}
		if got, want := p.alg.has(zero, s), ok && end == 0; got != want {
			t.Fatalf("%s on %q: zero says %v, a run ends at %d, %v", describe(n), s, got, end, ok)
		}
	}
}

// A repetition that is exact is found without the machine, and the machine
// gives the same.
func TestLoopsByEquationAndByMachine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := letters()
		r := drawn(t)
		body := p.sequence(p.token(automaton.Of('a', 'b'), nil), nodes(r, p.converter, 2))
		k := nodes(r, p.converter, 2).truth
		byMachine := p.alg.intern(p.backward(body, k))
		p.meant[wpKey{body, k}] = p.alg.concat(p.alg.star(p.truth(body)), k)
		if got := p.loops(body, k); got != byMachine {
			w, _ := p.alg.shortest(p.alg.union(p.alg.minus(got, byMachine), p.alg.minus(byMachine, got)))
			t.Fatalf("%s: they differ on %q", describe(body), w)
		}
	})
}

// The algebra keeps languages backwards; nobody outside sees it.
func TestAlgebra(t *testing.T) {
	alg := letters().alg
	ab := alg.strings(automaton.Literal("ab"))
	for s, want := range map[string]bool{"": false, "a": false, "ab": true, "ba": false, "abc": false} {
		if alg.has(ab, s) != want {
			t.Errorf("ab has %q: %v", s, !want)
		}
	}
	c := alg.strings(automaton.Literal("c"))
	if w, _ := alg.shortest(alg.concat(ab, c)); fmt.Sprint(w) != "[97 98 99]" {
		t.Errorf("the shortest string of ab c is %v", w)
	}
	if alg.prepend(automaton.Of('a'), alg.prepend(automaton.Of('b'), alg.empty)) != ab {
		t.Error("a b made by prepending is another language")
	}
	if got := alg.first(alg.union(ab, alg.concat(c, alg.all))); !got.Equal(automaton.Of('a', 'c')) {
		t.Errorf("first is %v", got)
	}
	if alg.hasEmpty(ab) || !alg.hasEmpty(alg.star(ab)) || alg.minus(ab, alg.all) != alg.none || alg.complement(alg.none) != alg.all {
		t.Error("the empty string, nothing, everything")
	}
}
