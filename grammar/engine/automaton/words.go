package automaton

import "slices"

// Words knows for each state of a DFA a shortest word that leads to it, and one that
// leads from it to an accepting state. Of the shortest words it takes the first by
// rank. It is never changed and may be used concurrently.
type Words struct {
	before []step  // the last step of the word to each state
	after  []step  // the first step of the word from each state
	length []int32 // of the word from each state; -1 if there is none
}

// step is a symbol, and the state on the other side of it; -1 for none.
type step struct {
	state  int32
	symbol int32
}

// Words finds the words of d. It takes O(states * classes).
func (d *DFA) Words(rank Rank) *Words {
	n, k := len(d.accept), len(d.classes.sets)
	none := []step{{-1, 0}}
	w := &Words{slices.Repeat(none, n), slices.Repeat(none, n), slices.Repeat([]int32{-1}, n)}

	a := d.classes.alphabet(rank)
	search := newSearch[int32](nil, a)
	search.run([]int32{0}, func(s int32, class int, to func(int32)) { to(d.next[int(s)*k+class]) }, func(i int, s int32) bool {
		if at := search.reached[i]; at.from >= 0 {
			w.before[s] = step{search.reached[at.from].state, at.symbol}
		}
		return true
	})

	preds := d.predecessors()
	var order []int32
	for s, accept := range d.accept {
		if accept {
			w.length[s] = 0
			order = append(order, int32(s))
		}
	}
	for i := 0; i < len(order); i++ {
		for _, p := range preds[order[i]] {
			if w.length[p] < 0 {
				w.length[p] = w.length[order[i]] + 1
				order = append(order, p)
			}
		}
	}
	for _, s := range order {
		for i, class := range a.order {
			if to := d.next[int(s)*k+class]; w.length[s] > 0 && w.length[to] == w.length[s]-1 {
				w.after[s] = step{to, a.symbols[i]}
				break
			}
		}
	}
	return w
}

// To returns the word that leads from the first state to a state. The word to the
// first state, and to a state that is not reached, is empty.
func (w *Words) To(state int) []int32 {
	out := []int32{}
	for at := w.before[state]; at.state >= 0; at = w.before[at.state] {
		out = append(out, at.symbol)
	}
	slices.Reverse(out)
	return out
}

// From returns the word that leads from a state to an accepting one; false if there
// is none.
func (w *Words) From(state int) ([]int32, bool) {
	if w.length[state] < 0 {
		return nil, false
	}
	out := make([]int32, 0, w.length[state])
	for at := w.after[state]; at.state >= 0; at = w.after[at.state] {
		out = append(out, at.symbol)
	}
	return out, true
}

// Cover returns strings that together take every transition of d. For each live
// state and each class there is a string: a shortest one that leads to the state,
// a symbol of the class and, if the symbol leads to a live state, a shortest string
// from there to an accepting one. Tests use them.
func Cover(d *DFA) [][]int32 {
	words := d.Words(nil)
	k := len(d.classes.sets)
	var out [][]int32
	for s, live := range d.live {
		if !live {
			continue
		}
		to := words.To(s)
		for c, set := range d.classes.sets {
			rest, _ := words.From(int(d.next[s*k+c]))
			out = append(out, slices.Concat(to, []int32{set[0].Lo}, rest))
		}
	}
	return out
}
