package main

import (
	"encoding/binary"

	"github.com/urispec/urispec/grammar/engine/automaton"
)

// lang is a language over tokens, kept as the minimal automaton of its
// strings read backwards: what may follow a place is then known before the
// place is read. Equal languages are equal numbers.
type lang int

// algebra makes languages and remembers what it made.
type algebra struct {
	limit int32           // the number of tokens
	atoms []automaton.Set // the coarsest sets that no set of the grammar cuts
	used  automaton.Set   // the tokens that some set of the grammar has
	dfas  []*automaton.DFA
	known map[string]lang
	memo  map[operation]lang

	none, empty, all lang // no string, the empty string, every string
}

type operation struct {
	op   byte
	a, b lang
	set  string
}

func newAlgebra(limit int32, sets []automaton.Set) *algebra {
	alg := &algebra{limit: limit, known: make(map[string]lang), memo: make(map[operation]lang)}
	every := automaton.Between(0, limit-1)
	d := automaton.Explore(limit, sets, 0, func(s int, _ int32) int { return s }, func(int) bool { return false })
	alg.none = alg.intern(d)
	alg.empty = alg.intern(automaton.Compile(limit, automaton.Cat()))
	alg.all = alg.intern(automaton.Complement(d))
	alg.atoms = automaton.Partition(every, sets)
	for _, s := range sets {
		alg.used = alg.used.Union(s)
	}
	return alg
}

// intern returns the language of a backward automaton.
func (alg *algebra) intern(d *automaton.DFA) lang {
	key := d.Key()
	l, ok := alg.known[key]
	if !ok {
		l = lang(len(alg.dfas))
		alg.known[key] = l
		alg.dfas = append(alg.dfas, d)
	}
	return l
}

func (alg *algebra) remember(op operation, make func() *automaton.DFA) lang {
	l, ok := alg.memo[op]
	if !ok {
		l = alg.intern(make())
		alg.memo[op] = l
	}
	return l
}

// strings returns the language of a forward expression.
func (alg *algebra) strings(e *automaton.Expr) lang {
	return alg.intern(automaton.Reverse(automaton.Compile(alg.limit, e)))
}

func (alg *algebra) union(a, b lang) lang {
	if a == b || b == alg.none {
		return a
	}
	if a == alg.none {
		return b
	}
	return alg.remember(operation{op: '|', a: min(a, b), b: max(a, b)}, func() *automaton.DFA {
		return automaton.Union(alg.dfas[a], alg.dfas[b])
	})
}

func (alg *algebra) intersect(a, b lang) lang {
	switch {
	case a == b || b == alg.all:
		return a
	case a == alg.all:
		return b
	case a == alg.none || b == alg.none:
		return alg.none
	}
	return alg.remember(operation{op: '&', a: min(a, b), b: max(a, b)}, func() *automaton.DFA {
		return automaton.Intersect(alg.dfas[a], alg.dfas[b])
	})
}

func (alg *algebra) minus(a, b lang) lang {
	if b == alg.none {
		return a
	}
	return alg.remember(operation{op: '-', a: a, b: b}, func() *automaton.DFA {
		return automaton.Minus(alg.dfas[a], alg.dfas[b])
	})
}

func (alg *algebra) complement(a lang) lang {
	return alg.remember(operation{op: '!', a: a}, func() *automaton.DFA {
		return automaton.Complement(alg.dfas[a])
	})
}

// concat returns the strings of a followed by a string of b.
func (alg *algebra) concat(a, b lang) lang {
	switch {
	case a == alg.empty:
		return b
	case b == alg.empty:
		return a
	case a == alg.none || b == alg.none:
		return alg.none
	}
	return alg.remember(operation{op: '.', a: a, b: b}, func() *automaton.DFA {
		return automaton.Concat(alg.dfas[b], alg.dfas[a])
	})
}

// star returns zero or more strings of a.
func (alg *algebra) star(a lang) lang {
	return alg.remember(operation{op: '*', a: a}, func() *automaton.DFA {
		return automaton.Star(alg.dfas[a])
	})
}

// prepend returns a token of set followed by a string of k.
func (alg *algebra) prepend(set automaton.Set, k lang) lang {
	if k == alg.none {
		return alg.none
	}
	return alg.remember(operation{op: ':', a: k, set: setKey(set)}, func() *automaton.DFA {
		return automaton.Compile(alg.limit, automaton.Cat(automaton.Language(alg.dfas[k]), automaton.Symbol(set)))
	})
}

// hasEmpty reports whether the empty string is in a.
func (alg *algebra) hasEmpty(a lang) bool { return alg.dfas[a].Accepting(0) }

// first returns the tokens with which a string of a begins: backwards, those
// that lead to an accepting state. All states of a minimal automaton are
// reached.
func (alg *algebra) first(a lang) automaton.Set {
	d := alg.dfas[a]
	var out automaton.Set
	for _, set := range d.Classes().Sets() {
		for s := range d.States() {
			if d.Accepting(d.Step(s, set[0].Lo)) {
				out = out.Union(set)
				break
			}
		}
	}
	return out
}

// shortest returns a shortest string of a, read forwards; false if it has none.
func (alg *algebra) shortest(a lang) ([]int32, bool) {
	w, ok := automaton.Shortest(alg.dfas[a])
	for l, r := 0, len(w)-1; l < r; l, r = l+1, r-1 {
		w[l], w[r] = w[r], w[l]
	}
	return w, ok
}

func setKey(s automaton.Set) string {
	b := make([]byte, 0, 8*len(s))
	for _, r := range s {
		b = binary.LittleEndian.AppendUint32(b, uint32(r.Lo))
		b = binary.LittleEndian.AppendUint32(b, uint32(r.Hi))
	}
	return string(b)
}
