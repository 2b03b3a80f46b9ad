package peg

import (
	"encoding/binary"
	"slices"

	"github.com/urispec/urispec/grammar/engine/automaton"
)

// lang is a language over tokens, kept as the minimal automaton of its
// strings read backwards: what may follow a place is then known before the
// place is read. Equal languages are equal numbers.
type lang int

// algebra makes languages over the tokens of one grammar.
type algebra struct {
	*languages
	atoms []automaton.Set // the coarsest sets that no set of the grammar cuts
	used  automaton.Set   // the tokens that some set of the grammar has
}

// languages remembers the languages that were made. Grammars that have much in
// common share them.
type languages struct {
	limit int32 // the number of tokens
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

func newLanguages(limit int32) *languages {
	ls := &languages{limit: limit, known: make(map[string]lang), memo: make(map[operation]lang)}
	none := automaton.Explore(limit, nil, 0, func(s int, _ int32) int { return s }, func(int) bool { return false })
	ls.none = ls.intern(none)
	ls.empty = ls.intern(automaton.Compile(limit, automaton.Cat()))
	ls.all = ls.intern(automaton.Complement(none))
	return ls
}

// newAlgebra returns the algebra of the grammar that has these sets of tokens.
func newAlgebra(ls *languages, sets []automaton.Set) *algebra {
	alg := &algebra{languages: ls, atoms: automaton.Partition(automaton.Between(0, ls.limit-1), sets)}
	for _, s := range sets {
		alg.used = alg.used.Union(s)
	}
	return alg
}

// intern returns the language of a backward automaton.
func (ls *languages) intern(d *automaton.DFA) lang {
	key := d.Key()
	l, ok := ls.known[key]
	if !ok {
		l = lang(len(ls.dfas))
		ls.known[key] = l
		ls.dfas = append(ls.dfas, d)
	}
	return l
}

func (ls *languages) remember(op operation, make func() *automaton.DFA) lang {
	l, ok := ls.memo[op]
	if !ok {
		l = ls.intern(make())
		ls.memo[op] = l
	}
	return l
}

// strings returns the language of a forward expression.
func (ls *languages) strings(e *automaton.Expr) lang {
	return ls.intern(automaton.Reverse(automaton.Compile(ls.limit, e)))
}

func (ls *languages) union(a, b lang) lang {
	switch {
	case a == b || b == ls.none || a == ls.all:
		return a
	case a == ls.none || b == ls.all:
		return b
	}
	return ls.remember(operation{op: '|', a: min(a, b), b: max(a, b)}, func() *automaton.DFA {
		return automaton.Union(ls.dfas[a], ls.dfas[b])
	})
}

func (ls *languages) intersect(a, b lang) lang {
	switch {
	case a == b || b == ls.all:
		return a
	case a == ls.all:
		return b
	case a == ls.none || b == ls.none:
		return ls.none
	}
	return ls.remember(operation{op: '&', a: min(a, b), b: max(a, b)}, func() *automaton.DFA {
		return automaton.Intersect(ls.dfas[a], ls.dfas[b])
	})
}

func (ls *languages) minus(a, b lang) lang {
	switch {
	case b == ls.none:
		return a
	case a == b || a == ls.none || b == ls.all:
		return ls.none
	}
	return ls.remember(operation{op: '-', a: a, b: b}, func() *automaton.DFA {
		return automaton.Minus(ls.dfas[a], ls.dfas[b])
	})
}

func (ls *languages) complement(a lang) lang {
	return ls.remember(operation{op: '!', a: a}, func() *automaton.DFA {
		return automaton.Complement(ls.dfas[a])
	})
}

// concat returns the strings of a followed by a string of b.
func (ls *languages) concat(a, b lang) lang {
	switch {
	case a == ls.empty:
		return b
	case b == ls.empty:
		return a
	case a == ls.none || b == ls.none:
		return ls.none
	}
	return ls.remember(operation{op: '.', a: a, b: b}, func() *automaton.DFA { return ls.joined(ls.dfas[b], ls.dfas[a]) })
}

// joined returns the automaton of the strings of a followed by a string of b, as
// automata read them. A state is one of a, and those of b that are reached if a
// string of a ended at one of the tokens so far.
func (ls *languages) joined(a, b *automaton.DFA) *automaton.DFA {
	live := b.Live()
	var of []int // the states of b
	state := func(inA int) string {
		if a.Accepting(inA) && live[0] {
			of = append(of, 0)
		}
		slices.Sort(of)
		return string(appendInts(make([]byte, 0, 4+4*len(of)), append([]int{inA}, slices.Compact(of)...)...))
	}
	return automaton.Explore(ls.limit, slices.Concat(a.Classes().Sets(), b.Classes().Sets()), state(0),
		func(s string, symbol int32) string {
			of = of[:0]
			for i := 4; i < len(s); i += 4 {
				if to := b.Step(intAt(s, i), symbol); live[to] {
					of = append(of, to)
				}
			}
			return state(a.Step(intAt(s, 0), symbol))
		},
		func(s string) bool {
			for i := 4; i < len(s); i += 4 {
				if b.Accepting(intAt(s, i)) {
					return true
				}
			}
			return false
		})
}

// appendInts appends numbers of four bytes, and intAt reads one.
func appendInts(b []byte, numbers ...int) []byte {
	for _, n := range numbers {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	return b
}

func intAt(s string, i int) int {
	return int(s[i]) | int(s[i+1])<<8 | int(s[i+2])<<16 | int(s[i+3])<<24
}

// meet reports whether a and b have a string in common. It stops at the first.
func (ls *languages) meet(a, b lang) bool {
	d, e := ls.dfas[a], ls.dfas[b]
	var symbols []int32
	for _, s := range d.Classes().Sets() {
		for _, t := range e.Classes().Sets() {
			if both := s.Intersect(t); len(both) > 0 {
				symbols = append(symbols, both[0].Lo)
			}
		}
	}
	type pair struct{ d, e int }
	seen := map[pair]bool{{}: true}
	todo := []pair{{}}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if d.Accepting(at.d) && e.Accepting(at.e) {
			return true
		}
		for _, symbol := range symbols {
			to := pair{d.Step(at.d, symbol), e.Step(at.e, symbol)}
			if !seen[to] && d.Live()[to.d] && e.Live()[to.e] {
				seen[to] = true
				todo = append(todo, to)
			}
		}
	}
	return false
}

// star returns zero or more strings of a.
func (ls *languages) star(a lang) lang {
	return ls.remember(operation{op: '*', a: a}, func() *automaton.DFA {
		return automaton.Star(ls.dfas[a])
	})
}

// prepend returns a token of set followed by a string of k.
func (ls *languages) prepend(set automaton.Set, k lang) lang {
	if k == ls.none {
		return ls.none
	}
	// Backwards: the strings of k, then the token. A state is one of k, and whether
	// the last token was of the set and what stands before it in k.
	type state struct {
		of  int
		end bool
	}
	return ls.remember(operation{op: ':', a: k, set: setKey(set)}, func() *automaton.DFA {
		d := ls.dfas[k]
		return automaton.Explore(ls.limit, append(slices.Clone(d.Classes().Sets()), set), state{},
			func(s state, symbol int32) state {
				return state{d.Step(s.of, symbol), d.Accepting(s.of) && set.Has(symbol)}
			}, func(s state) bool { return s.end })
	})
}

// hasEmpty reports whether the empty string is in a.
func (ls *languages) hasEmpty(a lang) bool { return ls.dfas[a].Accepting(0) }

// first returns the tokens with which a string of a begins: backwards, those
// that lead to an accepting state. All states of a minimal automaton are
// reached.
func (ls *languages) first(a lang) automaton.Set {
	d := ls.dfas[a]
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
func (ls *languages) shortest(a lang) ([]int32, bool) {
	w, ok := automaton.Shortest(ls.dfas[a])
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
