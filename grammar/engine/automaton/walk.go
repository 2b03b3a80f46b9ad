package automaton

import (
	"slices"
	"sort"
)

// Rank orders symbols: where several will do, those with the lowest rank are
// taken.
type Rank func(symbol int32) int

// alphabet is the classes of a partition in the order of a walk.
type alphabet struct {
	order   []int
	symbols []int32 // that stand for each
}

// alphabet returns the classes by the lowest rank of their symbols. It calls
// rank once for each symbol.
func (c *Classes) alphabet(rank Rank) alphabet {
	best := make([]int32, len(c.sets))
	ranks := make([]int, len(c.sets))
	var a alphabet
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

// walk is a breadth-first walk over states that need not be deterministic. It
// reaches each state by its first word: the shorter before the longer, and
// those of one length in the order of the symbols.
type walk[S comparable] struct {
	alphabet
	steps []walked[S]
	known map[S]bool
}

// walked is a state, and the one before it on its first word.
type walked[S comparable] struct {
	state  S
	from   int // -1 for a start
	symbol int32
}

func newWalk[S comparable](a alphabet) *walk[S] {
	return &walk[S]{alphabet: a, known: make(map[S]bool)}
}

// run calls visit for each state that is reached from start, in the order of
// their first words, until it returns false. next calls its last argument for
// each state to which a state leads by a class.
func (w *walk[S]) run(start []S, next func(s S, class int, to func(S)), visit func(i int, s S) bool) {
	var from int
	var symbol int32
	to := func(s S) {
		if !w.known[s] {
			w.known[s] = true
			w.steps = append(w.steps, walked[S]{s, from, symbol})
		}
	}
	from = -1
	for _, s := range start {
		to(s)
	}
	// A group is the states that have one first word.
	groups := []int{0, len(w.steps)}
	for g := 0; g+1 < len(groups); g++ {
		lo, hi := groups[g], groups[g+1]
		for i := lo; i < hi; i++ {
			if !visit(i, w.steps[i].state) {
				return
			}
		}
		for k, class := range w.order {
			symbol = w.symbols[k]
			for from = lo; from < hi; from++ {
				next(w.steps[from].state, class, to)
			}
			if n := len(w.steps); n > groups[len(groups)-1] {
				groups = append(groups, n)
			}
		}
	}
}

// word returns the first word of the state of a visit; it is not nil.
func (w *walk[S]) word(i int) []int32 {
	out := []int32{}
	for ; w.steps[i].from >= 0; i = w.steps[i].from {
		out = append(out, w.steps[i].symbol)
	}
	slices.Reverse(out)
	return out
}
