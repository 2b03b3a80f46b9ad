package peg

import (
	"fmt"

	"github.com/urispec/urispec/grammar/engine/automaton"
)

type wpKey struct {
	n *node
	k lang
}

// dom returns the inputs on which n succeeds.
func (p *prover) dom(n *node) lang { return p.wp(n, p.alg.all) }

func (p *prover) wp(n *node, k lang) lang {
	key := wpKey{n, k}
	if l, ok := p.memo[key]; ok {
		return l
	}
	l := p.compute(n, k)
	p.memo[key] = l
	return l
}

func (p *prover) compute(n *node, k lang) lang {
	alg := p.alg
	switch n.kind {
	case token:
		return alg.prepend(n.set, k)
	case seq:
		for i := len(n.subs) - 1; i >= 0; i-- {
			k = p.wp(n.subs[i], k)
		}
		return k
	case choice:
		l := alg.none
		for i := len(n.subs) - 1; i >= 0; i-- {
			l = alg.union(p.wp(n.subs[i], k), alg.minus(l, p.dom(n.subs[i])))
		}
		return l
	case option:
		return alg.union(p.wp(n.subs[0], k), alg.minus(k, p.dom(n.subs[0])))
	case star:
		return p.loops(n.subs[0], k)
	case plus:
		return p.wp(n.subs[0], p.loops(n.subs[0], k))
	case ref:
		return p.wp(n.prod.body, k)
	case ahead:
		return alg.intersect(k, p.dom(n.subs[0]))
	case not:
		return alg.minus(k, p.dom(n.subs[0]))
	case minus:
		return alg.minus(p.wp(n.subs[1], k), p.dom(n.subs[0]))
	}
	panic(fmt.Sprintf("gen: kind %d", n.kind))
}

// loops returns wp(n*, k): the one solution X of
//
//	X = wp(n, X) | (k - dom n)
//
// There is only one because n takes a token or more. In a context of the
// grammar the language that it means is tried first; if that is no solution,
// or if k is another language (where it may be of exponential size), X is
// computed position by position.
func (p *prover) loops(n *node, k lang) lang {
	if k == p.alg.all {
		return k
	}
	if x, ok := p.meant[wpKey{n, k}]; ok {
		if p.alg.union(p.wp(n, x), p.alg.minus(k, p.dom(n))) == x {
			return x
		}
	}
	return p.alg.intern(p.backward(n, k))
}

// truth returns the language that the grammar gives n; a guard says nothing
// of it.
func (p *prover) truth(n *node) lang {
	switch n.kind {
	case ahead, not:
		return p.alg.empty
	}
	return n.truth
}

// zero returns the inputs on which n succeeds and takes nothing.
func (p *prover) zero(n *node) lang {
	if l, ok := p.zeros[n]; ok {
		return l
	}
	alg := p.alg
	l := alg.none
	switch n.kind {
	case seq:
		l = alg.all
		for _, x := range n.subs {
			l = alg.intersect(l, p.zero(x))
		}
	case choice:
		for i := len(n.subs) - 1; i >= 0; i-- {
			l = alg.union(p.zero(n.subs[i]), alg.minus(l, p.dom(n.subs[i])))
		}
	case option, star:
		l = alg.union(p.zero(n.subs[0]), alg.complement(p.dom(n.subs[0])))
	case plus:
		l = p.zero(n.subs[0])
	case ref:
		l = p.zero(n.prod.body)
	case ahead:
		l = p.dom(n.subs[0])
	case not:
		l = alg.complement(p.dom(n.subs[0]))
	case minus:
		l = alg.minus(p.zero(n.subs[1]), p.dom(n.subs[0]))
	}
	p.zeros[n] = l
	return l
}

// backward computes wp(n*, k) as an automaton that reads the input from its
// end. Each place in n is a truth value: from here the run succeeds. A place
// before a token depends on the place after it, one position later; all other
// places depend on places at the same position.
func (p *prover) backward(n *node, k lang) *automaton.DFA {
	m := &machine{memo: make(map[placeKey]int)}
	m.add(place{op: opTrue})
	m.add(place{op: opRest})
	loop := m.loop(n, rest)
	m.targets = append(m.targets, loop)
	slot := make(map[int]int) // of each target, its bit in the state
	var targets []int
	for _, t := range m.targets {
		t = m.resolve(t)
		if _, ok := slot[t]; !ok {
			slot[t] = len(targets)
			targets = append(targets, t)
		}
	}
	d := p.alg.dfas[k]
	values := make([]bool, len(m.places))
	order := m.order()
	evaluate := func(state int, later string, symbol int32) string {
		for _, i := range order {
			switch x := m.places[i]; x.op {
			case opTrue:
				values[i] = true
			case opRest:
				values[i] = d.Accepting(state)
			case opToken:
				values[i] = later != "" && x.set.Has(symbol) && later[4+slot[m.resolve(x.a)]] == 1
			case opAnd:
				values[i] = values[x.a] && values[x.b]
			case opOr:
				values[i] = values[x.a] || values[x.b]
			case opAndNot:
				values[i] = values[x.a] && !values[x.b]
			case opLoop:
				values[i] = values[x.a]
			}
		}
		b := appendInts(make([]byte, 0, 4+len(targets)), state)
		for _, t := range targets {
			if values[t] {
				b = append(b, 1)
			} else {
				b = append(b, 0)
			}
		}
		return string(b)
	}
	result := slot[m.resolve(loop)]
	return automaton.Explore(p.alg.limit, p.alg.atoms, evaluate(0, "", 0),
		func(s string, symbol int32) string {
			return evaluate(d.Step(intAt(s, 0), symbol), s, symbol)
		},
		func(s string) bool { return s[4+result] == 1 })
}

// machine is the places of an expression.
type machine struct {
	places  []place
	targets []int // places that are asked for one position later
	memo    map[placeKey]int
}

type place struct {
	op   placeOp
	a, b int
	set  automaton.Set
}

type placeOp uint8

const (
	opTrue   placeOp = iota
	opRest           // the rest of the input is in k
	opToken          // a token of set, then place a
	opAnd            // a and b
	opOr             // a or b
	opAndNot         // a and not b
	opLoop           // stands for place a, which was not known yet
)

// The places that every machine has.
const (
	always = 0
	rest   = 1
)

// order lists the places so that each stands after those of the same position
// that it depends on.
func (m *machine) order() []int {
	done := make([]bool, len(m.places))
	var out []int
	var visit func(i int)
	visit = func(i int) {
		if done[i] {
			return
		}
		done[i] = true
		switch x := m.places[i]; x.op {
		case opAnd, opOr, opAndNot:
			visit(x.a)
			visit(x.b)
		case opLoop:
			visit(x.a)
		}
		out = append(out, i)
	}
	for i := range m.places {
		visit(i)
	}
	return out
}

type placeKey struct {
	n    *node
	next int
}

func (m *machine) add(x place) int {
	m.places = append(m.places, x)
	return len(m.places) - 1
}

func (m *machine) resolve(i int) int {
	for m.places[i].op == opLoop {
		i = m.places[i].a
	}
	return i
}

// place returns the place before n if what follows n is next.
func (m *machine) place(n *node, next int) int {
	key := placeKey{n, next}
	if i, ok := m.memo[key]; ok {
		return i
	}
	var i int
	switch n.kind {
	case token:
		m.targets = append(m.targets, next)
		i = m.add(place{op: opToken, a: next, set: n.set})
	case seq:
		i = next
		for j := len(n.subs) - 1; j >= 0; j-- {
			i = m.place(n.subs[j], i)
		}
	case choice:
		i = m.place(n.subs[len(n.subs)-1], next)
		for j := len(n.subs) - 2; j >= 0; j-- {
			i = m.or(m.place(n.subs[j], next), m.andNot(i, m.place(n.subs[j], always)))
		}
	case option:
		i = m.or(m.place(n.subs[0], next), m.andNot(next, m.place(n.subs[0], always)))
	case star:
		i = m.loop(n.subs[0], next)
	case plus:
		i = m.place(n.subs[0], m.loop(n.subs[0], next))
	case ref:
		i = m.place(n.prod.body, next)
	case ahead:
		i = m.add(place{op: opAnd, a: next, b: m.place(n.subs[0], always)})
	case not:
		i = m.andNot(next, m.place(n.subs[0], always))
	case minus:
		i = m.andNot(m.place(n.subs[1], next), m.place(n.subs[0], always))
	}
	m.memo[key] = i
	return i
}

func (m *machine) or(a, b int) int     { return m.add(place{op: opOr, a: a, b: b}) }
func (m *machine) andNot(a, b int) int { return m.add(place{op: opAndNot, a: a, b: b}) }

// loop returns the place before n*.
func (m *machine) loop(n *node, next int) int {
	l := m.add(place{op: opLoop})
	again := m.place(n, l)
	i := m.or(again, m.andNot(next, m.place(n, always)))
	m.places[l].a = i
	return i
}
