package automaton

import (
	"encoding/binary"
	"slices"
)

// DFA is the minimal complete deterministic automaton of a language. Its states
// are numbered in the order in which a breadth-first search meets them, from 0,
// and its classes in the order of their smallest symbols. So two DFAs with the
// same classes accept the same language only if they are the same table. A DFA is
// never changed and may be used concurrently.
type DFA struct {
	classes *Classes
	next    []int32 // next[state*classes+class]
	accept  []bool
	live    []bool // an accepting state can be reached
}

// Compile returns the minimal DFA of e over the symbols 0 to limit-1. The subset
// construction takes O(states * classes * nodes), with exponentially many states
// in the worst case, and Hopcroft's minimization O(states * classes * log states).
// For the grammars of the URI specifications that is milliseconds. Compile panics with
// a [*LimitError] if there are more than 2^17 states before they are minimized.
func Compile(limit int32, e *Expr) *DFA { return new(Meter).Compile(limit, e) }

// Compile is [Compile] on the meter.
func (m *Meter) Compile(limit int32, e *Expr) *DFA { return compile(m, limit, e).determinize() }

// determinize is the subset construction.
func (n *nfa) determinize() *DFA {
	classes := n.classes()
	k := len(classes.sets)
	// For each symbol node, its classes and the nodes that follow it.
	type symbol struct {
		classes []int32
		follow  []int32
	}
	symbols := make([]symbol, len(n.nodes))
	seen := make([]int32, len(n.nodes))
	stamp := int32(0)
	followOf := make([][]int32, len(n.nodes))
	follow := func(id int32) []int32 {
		if f := followOf[id]; f != nil {
			return f
		}
		stamp++
		f := make([]int32, 0, 1) // it is never nil
		n.closure(id, seen, stamp, func(id int32) { f = append(f, id) })
		n.meter.Spend(4 * len(f))
		followOf[id] = f
		return f
	}
	var known setNumbers
	var classesOf [][]int32 // of each set
	for i := range n.nodes {
		x := &n.nodes[i]
		if x.kind != nodeSymbol {
			continue
		}
		set := known.number(x.set)
		if set == len(classesOf) {
			n.meter.Spend(k * len(x.set))
			classesOf = append(classesOf, classes.within(x.set))
		}
		symbols[i] = symbol{classesOf[set], follow(x.outs[0])}
	}

	d := &DFA{classes: classes}
	var lists lists
	state := func(set []int32) int32 {
		slices.Sort(set)
		id, isNew := lists.number(set)
		if isNew {
			if id == maxSubsets {
				panic(&LimitError{"states", maxSubsets})
			}
			// The list is kept twice; a transition takes 24 bytes when it is minimized.
			n.meter.Spend(8*len(set) + 24*k)
			d.accept = append(d.accept, slices.Contains(set, n.match))
			for range k {
				d.next = append(d.next, 0)
			}
		}
		return id
	}
	moves := make([][]int32, k)
	n.meter.Spend(4 * k * len(n.nodes))
	stamps := make([][]int32, k) // per class, the last state that added a node
	for c := range stamps {
		stamps[c] = make([]int32, len(n.nodes))
	}
	state(slices.Clone(follow(n.start)))
	for i := int32(0); int(i) < len(lists.all); i++ {
		for c := range moves {
			moves[c] = moves[c][:0]
		}
		for _, id := range lists.all[i] {
			s := &symbols[id]
			n.meter.Spend(len(s.classes) * (1 + len(s.follow)))
			for _, c := range s.classes {
				st := stamps[c]
				for _, f := range s.follow {
					if st[f] != i+1 {
						st[f] = i + 1
						moves[c] = append(moves[c], f)
					}
				}
			}
		}
		for c := range moves {
			to := state(moves[c])
			d.next[int(i)*k+c] = to
		}
	}
	return d.minimize()
}

// target is a state and the symbols that lead to it.
type target struct {
	state int32
	set   Set
}

// targets returns the states that follow a state, in the order of classes.
func (d *DFA) targets(state int32) []target {
	k := len(d.classes.sets)
	var out []target
	at := make(map[int32]int)
	for c, to := range d.next[int(state)*k : int(state)*k+k] {
		i, ok := at[to]
		if !ok {
			i = len(out)
			at[to] = i
			out = append(out, target{state: to})
		}
		out[i].set = append(out[i].set, d.classes.sets[c]...)
	}
	for i := range out {
		out[i].set = normal(out[i].set)
	}
	return out
}

// minimize returns the minimal DFA: it joins states by Hopcroft's algorithm, joins
// classes that no state tells apart, and numbers the states.
func (d *DFA) minimize() *DFA {
	kinds := make([]int32, len(d.accept))
	for s, a := range d.accept {
		if a != d.accept[0] {
			kinds[s] = 1
		}
	}
	blocks, n := d.partition(kinds)
	k := len(d.classes.sets)
	next := make([]int32, n*k)
	accept := make([]bool, n)
	for s, b := range blocks {
		accept[b] = d.accept[s]
		for c := range k {
			next[int(b)*k+c] = blocks[d.next[s*k+c]]
		}
	}
	q := &DFA{classes: d.classes, next: next, accept: accept}
	return q.joinClasses().renumber(blocks[0])
}

// partition returns the block of each state in the coarsest partition that keeps
// states of different kinds apart and in which the states of a block go, by each
// class, to states of one block (Hopcroft 1971). It also returns the number of
// blocks. The kinds are numbered from 0.
func (d *DFA) partition(kinds []int32) ([]int32, int) {
	n, k := len(kinds), len(d.classes.sets)
	// The states that lead to a state by a class, as one list per (class, state).
	heads := make([]int32, n*k+1)
	for i, to := range d.next {
		heads[(i%k)*n+int(to)+1]++
	}
	for i := range n * k {
		heads[i+1] += heads[i]
	}
	preds := make([]int32, n*k)
	fill := append([]int32(nil), heads[:n*k]...)
	for i, to := range d.next {
		at := (i%k)*n + int(to)
		preds[fill[at]] = int32(i / k)
		fill[at]++
	}

	elems := make([]int32, n) // the states, block by block
	place := make([]int32, n) // where each state stands in elems
	block := slices.Clone(kinds)
	end := make([]int32, slices.Max(kinds)+1)
	for _, b := range kinds {
		end[b]++
	}
	for b := range end[1:] {
		end[b+1] += end[b]
	}
	first := slices.Clone(end)
	for s, b := range kinds {
		first[b]--
		elems[first[b]], place[s] = int32(s), first[b]
	}
	mid := slices.Clone(first) // in a block being split, the end of its marked states
	type splitter struct{ block, class int32 }
	var work []splitter
	waiting := make([]bool, len(first)*k, n*k)
	push := func(b, c int32) {
		waiting[int(b)*k+int(c)] = true
		work = append(work, splitter{b, c})
	}
	for b := range first {
		for c := range k {
			push(int32(b), int32(c))
		}
	}
	var touched, members []int32
	for len(work) > 0 {
		w := work[len(work)-1]
		work = work[:len(work)-1]
		waiting[int(w.block)*k+int(w.class)] = false
		// The block may be split while its predecessors are marked.
		members = append(members[:0], elems[first[w.block]:end[w.block]]...)
		touched = touched[:0]
		for _, t := range members {
			at := int(w.class)*n + int(t)
			for _, s := range preds[heads[at]:heads[at+1]] {
				b := block[s]
				if mid[b] == first[b] {
					touched = append(touched, b)
				}
				if place[s] >= mid[b] {
					other := elems[mid[b]]
					elems[place[s]], elems[mid[b]] = other, s
					place[other], place[s] = place[s], mid[b]
					mid[b]++
				}
			}
		}
		for _, b := range touched {
			if mid[b] == end[b] {
				mid[b] = first[b]
				continue
			}
			// The smaller part becomes a new block.
			nb := int32(len(first))
			if mid[b]-first[b] <= end[b]-mid[b] {
				first, end = append(first, first[b]), append(end, mid[b])
				first[b] = mid[b]
			} else {
				first, end = append(first, mid[b]), append(end, end[b])
				end[b] = mid[b]
			}
			mid = append(mid, first[nb])
			mid[b] = first[b]
			for _, s := range elems[first[nb]:end[nb]] {
				block[s] = nb
			}
			waiting = append(waiting, make([]bool, k)...)
			for c := range int32(k) {
				// If (b, c) waits, both parts must; if not, the smaller part is enough.
				push(nb, c)
			}
		}
	}
	return block, len(first)
}

// joinClasses joins the classes whose columns are equal.
func (d *DFA) joinClasses() *DFA {
	k, n := len(d.classes.sets), len(d.accept)
	known := make(map[string]int)
	column := make([]byte, 0, 4*n)
	var sets []Set
	var columns []int // a class of each joined one
	for c := range k {
		column = column[:0]
		for s := range n {
			column = binary.LittleEndian.AppendUint32(column, uint32(d.next[s*k+c]))
		}
		i, ok := known[string(column)]
		if !ok {
			i = len(sets)
			known[string(column)] = i
			sets = append(sets, nil)
			columns = append(columns, c)
		}
		sets[i] = append(sets[i], d.classes.sets[c]...)
	}
	if len(sets) == k {
		return d
	}
	for i := range sets {
		sets[i] = normal(sets[i])
	}
	classes := newClasses(d.classes.limit, sets)
	joined := &DFA{classes: classes, accept: d.accept, next: make([]int32, n*len(sets))}
	for i, set := range sets {
		c := classes.class(set[0].Lo)
		for s := range n {
			joined.next[s*len(sets)+int(c)] = d.next[s*k+columns[i]]
		}
	}
	return joined
}

// renumber numbers the states in the order of a breadth-first search from start,
// drops those that it does not reach, and finds the live states.
func (d *DFA) renumber(start int32) *DFA {
	k := len(d.classes.sets)
	number := make([]int32, len(d.accept))
	for i := range number {
		number[i] = -1
	}
	order := []int32{start}
	number[start] = 0
	for i := 0; i < len(order); i++ {
		s := int(order[i])
		for _, to := range d.next[s*k : s*k+k] {
			if number[to] < 0 {
				number[to] = int32(len(order))
				order = append(order, to)
			}
		}
	}
	r := &DFA{classes: d.classes, next: make([]int32, len(order)*k), accept: make([]bool, len(order))}
	for i, s := range order {
		r.accept[i] = d.accept[s]
		for c := range k {
			r.next[i*k+c] = number[d.next[int(s)*k+c]]
		}
	}
	r.live = r.findLive()
	return r
}

// predecessors returns for each state the states that lead to it, once for each
// class by which they do.
func (d *DFA) predecessors() [][]int32 {
	k := len(d.classes.sets)
	preds := make([][]int32, len(d.accept))
	for i, to := range d.next {
		preds[to] = append(preds[to], int32(i/k))
	}
	return preds
}

// findLive finds the states from which an accepting one can be reached, in time
// linear in the table.
func (d *DFA) findLive() []bool {
	preds := d.predecessors()
	live := make([]bool, len(d.accept))
	var stack []int32
	for s, a := range d.accept {
		if a {
			live[s] = true
			stack = append(stack, int32(s))
		}
	}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, p := range preds[s] {
			if !live[p] {
				live[p] = true
				stack = append(stack, p)
			}
		}
	}
	return live
}

// States returns the number of states, including the dead one.
func (d *DFA) States() int { return len(d.accept) }

// Classes returns the classes of symbols that have a column each in the table.
func (d *DFA) Classes() *Classes { return d.classes }

// Live reports for each state whether an accepting one can be reached from it. The
// caller must not change the slice.
func (d *DFA) Live() []bool { return d.live }

// Accepting reports whether a string that leads to the state is accepted.
func (d *DFA) Accepting(state int) bool { return d.accept[state] }

// Step returns the state to which a symbol leads from a state.
func (d *DFA) Step(state int, symbol int32) int {
	return int(d.next[state*len(d.classes.sets)+int(d.classes.class(symbol))])
}

// Accepts reports whether the bytes of s are in the language. It takes one
// table look-up a byte and does not allocate.
func (d *DFA) Accepts(s string) bool {
	k := len(d.classes.sets)
	state := 0
	for i := 0; i < len(s); i++ {
		state = int(d.next[state*k+int(d.classes.bytes[s[i]])])
		if !d.live[state] {
			return false
		}
	}
	return d.accept[state]
}

// Viable returns the length in bytes of the longest prefix of s that is a prefix
// of some string of the language, and the state after it; -1 and 0 if the language
// is empty. It takes one table look-up a byte and does not allocate.
func (d *DFA) Viable(s string) (length, state int) {
	if !d.live[0] {
		return -1, 0
	}
	k := len(d.classes.sets)
	for i := 0; i < len(s); i++ {
		to := int(d.next[state*k+int(d.classes.bytes[s[i]])])
		if !d.live[to] {
			return i, state
		}
		state = to
	}
	return len(s), state
}

// LiveSet returns the symbols that may come next in a state. Only tests use it.
func (d *DFA) LiveSet(state int) Set {
	var out []Range
	for _, t := range d.targets(int32(state)) {
		if d.live[t.state] {
			out = append(out, t.set...)
		}
	}
	return normal(out)
}
