package automaton

import (
	"slices"
	"sort"
)

// Rank orders symbols: where several will do, a symbol of the lowest rank is
// taken. [Compare] and the other searches for a string take one.
type Rank func(symbol int32) int

// alphabet is the classes of symbols in the order of a search, and a symbol of
// each.
type alphabet struct {
	order   []int
	symbols []int32
}

// Representatives returns the symbol of the lowest rank of each class, in the order of
// these ranks.
func (c *Classes) Representatives(rank Rank) []int32 { return c.alphabet(rank).symbols }

// alphabet returns the classes in the order of the lowest rank of their symbols,
// and a symbol of that rank of each. It calls rank once for each symbol. If rank
// is nil, symbols rank by their number.
func (c *Classes) alphabet(rank Rank) alphabet {
	var a alphabet
	if rank == nil {
		// Classes are in the order of their least symbols.
		for i, set := range c.sets {
			a.order, a.symbols = append(a.order, i), append(a.symbols, set[0].Lo)
		}
		return a
	}
	best := make([]int32, len(c.sets))
	ranks := make([]int, len(c.sets))
	for i, set := range c.sets {
		best[i], ranks[i] = set[0].Lo, rank(set[0].Lo)
		for _, r := range set {
			for s := r.Lo; s <= r.Hi; s++ {
				if x := rank(s); x < ranks[i] {
					best[i], ranks[i] = s, x
				}
			}
		}
		a.order = append(a.order, i)
	}
	sort.SliceStable(a.order, func(i, j int) bool { return ranks[a.order[i]] < ranks[a.order[j]] })
	for _, i := range a.order {
		a.symbols = append(a.symbols, best[i])
	}
	return a
}

// search is a breadth-first search over states, which need not be deterministic.
// It reaches each state by its first word: shorter words come before longer ones,
// and words of one length are in the order of the alphabet.
type search[S comparable] struct {
	alphabet
	meter   *Meter
	reached []reached[S]
	known   map[S]bool
}

// reached is a state, and the one before it on its first word.
type reached[S comparable] struct {
	state  S
	from   int // -1 if it is a start
	symbol int32
}

func newSearch[S comparable](m *Meter, a alphabet) *search[S] {
	return &search[S]{alphabet: a, meter: m, known: make(map[S]bool)}
}

// run calls visit for each state that can be reached from start, in the order of
// their first words, until visit returns false. next calls its last argument for
// each state to which a state leads by a class.
func (s *search[S]) run(start []S, next func(state S, class int, to func(S)), visit func(i int, state S) bool) {
	var from int
	var symbol int32
	to := func(state S) {
		s.meter.Spend(1)
		if !s.known[state] {
			s.meter.Spend(exploredBytes)
			s.known[state] = true
			s.reached = append(s.reached, reached[S]{state, from, symbol})
		}
	}
	from = -1
	for _, state := range start {
		to(state)
	}
	// A group is the states with the same first word.
	groups := []int{0, len(s.reached)}
	for g := 0; g+1 < len(groups); g++ {
		lo, hi := groups[g], groups[g+1]
		for i := lo; i < hi; i++ {
			if !visit(i, s.reached[i].state) {
				return
			}
		}
		for k, class := range s.order {
			symbol = s.symbols[k]
			s.meter.Spend(hi - lo)
			for from = lo; from < hi; from++ {
				next(s.reached[from].state, class, to)
			}
			if n := len(s.reached); n > groups[len(groups)-1] {
				groups = append(groups, n)
			}
		}
	}
}

// word returns the first word of the state with which visit was called as the
// i-th; it is not nil.
func (s *search[S]) word(i int) []int32 {
	out := []int32{}
	for ; s.reached[i].from >= 0; i = s.reached[i].from {
		out = append(out, s.reached[i].symbol)
	}
	slices.Reverse(out)
	return out
}
