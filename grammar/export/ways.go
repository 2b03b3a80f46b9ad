package export

import (
	"slices"

	"github.com/urispec/urispec/grammar/engine/automaton"
)

// Engines that backtrack try the ways in which an expression matches a string one after the
// other. If no string has more than a constant number of ways, that takes linear time; "a*a*"
// takes quadratic time, because the number of ways grows with the string.

// bounded reports whether there is a bound on the number of ways in which the expression
// matches a string, whatever the string is. It returns true too if that takes too long to
// find out.
//
// There is none exactly if there are two different places p and q in the expression and a
// string that leads from p to p, from p to q, and from q to q (Weber and Seidl, "On the degree
// of ambiguity of finite automata", 1991).
func (n *node) bounded() bool {
	const (
		maxPlaces  = 2000
		maxTriples = 1 << 17
	)
	g := &places{most: maxPlaces}
	g.add(n)
	if len(g.sets) > maxPlaces || !g.divide() {
		return true
	}
	g.findLoops()
	budget := maxTriples
	for a, from := range g.loops {
		reach := g.reach(from[0])
		for b, to := range g.loops {
			if a != b && !reach[to[0]] {
				continue
			}
			// All starts at once first: mostly no reading arrives.
			var starts []triple
			for _, p := range from {
				for _, q := range to {
					if p != q {
						starts = append(starts, triple{p, p, q})
					}
				}
			}
			arrived := func(t triple) bool { return t.between == t.q && t.p != t.q }
			if !g.search(starts, arrived, &budget) {
				continue
			}
			for _, s := range starts {
				if g.search([]triple{s}, func(t triple) bool { return t == triple{s.p, s.q, s.q} }, &budget) {
					return false
				}
			}
		}
	}
	return true
}

// places are the characters of an expression, with repetitions written out, and for each those
// that may follow it.
type places struct {
	sets   []automaton.Set
	follow [][]int32
	atoms  [][4]uint64 // the sets, by parts of the alphabet that no set divides
	loops  [][]int32   // groups of places that lead to each other
	loop   []int       // the loop of each place; -1 if it is in none
	most   int
}

// add adds an expression, and returns the places with which it may begin and end, and whether
// it matches the empty string.
func (g *places) add(n *node) (first, last []int32, empty bool) {
	if len(g.sets) > g.most {
		return nil, nil, false
	}
	link := func(from, to []int32) {
		for _, f := range from {
			for _, t := range to {
				if !slices.Contains(g.follow[f], t) {
					g.follow[f] = append(g.follow[f], t)
				}
			}
		}
	}
	empty = true // of what follows itself
	then := func(f, l []int32, e bool) {
		link(last, f)
		if empty {
			first = append(first, f...)
		}
		if !e {
			last = nil
		}
		last = append(slices.Clone(last), l...)
		empty = empty && e
	}
	switch n.op {
	case opSet:
		at := int32(len(g.sets))
		g.sets = append(g.sets, n.set)
		g.follow = append(g.follow, nil)
		return []int32{at}, []int32{at}, false
	case opCat:
		for _, s := range n.subs {
			then(g.add(s))
		}
	case opAlt:
		empty = false
		for _, s := range n.subs {
			f, l, e := g.add(s)
			first, last, empty = append(first, f...), append(last, l...), empty || e
		}
	case opRepeat:
		times := n.max
		if times == automaton.Unbounded {
			times = max(n.min, 1)
		}
		// A turn comes only after the turn before, so that the number of turns tells which
		// ones there are.
		var before []int32
		skipped := true // each turn so far matches the empty string
		for i := 0; i < times && len(g.sets) <= g.most; i++ {
			f, l, e := g.add(n.subs[0])
			link(before, f)
			if skipped {
				first = append(first, f...)
			}
			if n.max == automaton.Unbounded && i == times-1 {
				link(l, f)
			}
			if e {
				l = append(l, before...)
			}
			before, skipped = l, skipped && e
			if i+1 >= n.min {
				last = append(last, l...)
			}
		}
		empty = n.min == 0 || skipped
	}
	return first, last, empty
}

// divide divides the alphabet; false if there are too many parts.
func (g *places) divide() bool {
	var all automaton.Set
	var sets []automaton.Set
	for _, s := range g.sets {
		all = all.Union(s)
		if !slices.ContainsFunc(sets, s.Equal) {
			sets = append(sets, s)
		}
	}
	parts := automaton.Partition(all, sets)
	if len(parts) > 4*64 {
		return false
	}
	for _, s := range g.sets {
		var in [4]uint64
		for i, p := range parts {
			if len(p) > 0 && s.Has(p[0].Lo) {
				in[i/64] |= 1 << (i % 64)
			}
		}
		g.atoms = append(g.atoms, in)
	}
	return true
}

// together reports whether one character may stand at all three places.
func (g *places) together(p, q, r int32) bool {
	for i := range g.atoms[p] {
		if g.atoms[p][i]&g.atoms[q][i]&g.atoms[r][i] != 0 {
			return true
		}
	}
	return false
}

// reach returns the places that can be reached from a place by one step or more.
func (g *places) reach(from int32) []bool {
	seen := make([]bool, len(g.sets))
	queue := slices.Clone(g.follow[from])
	for len(queue) > 0 {
		p := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if !seen[p] {
			seen[p] = true
			queue = append(queue, g.follow[p]...)
		}
	}
	return seen
}

// findLoops finds the loops, by Tarjan's algorithm.
func (g *places) findLoops() {
	g.loop = slices.Repeat([]int{-1}, len(g.sets))
	var (
		number = make([]int, len(g.sets)) // in the order of the search, from 1
		low    = make([]int, len(g.sets))
		on     = make([]bool, len(g.sets))
		stack  []int32
		count  int
		visit  func(p int32)
	)
	visit = func(p int32) {
		count++
		number[p], low[p] = count, count
		stack, on[p] = append(stack, p), true
		for _, q := range g.follow[p] {
			if number[q] == 0 {
				visit(q)
				low[p] = min(low[p], low[q])
			} else if on[q] {
				low[p] = min(low[p], number[q])
			}
		}
		if low[p] != number[p] {
			return
		}
		at := slices.Index(stack, p)
		group := slices.Clone(stack[at:])
		stack = stack[:at]
		for _, q := range group {
			on[q] = false
		}
		if len(group) > 1 || slices.Contains(g.follow[p], p) {
			for _, q := range group {
				g.loop[q] = len(g.loops)
			}
			g.loops = append(g.loops, group)
		}
	}
	for p := range g.sets {
		if number[p] == 0 {
			visit(int32(p))
		}
	}
}

// triple is where three readings of one string are: the first and the last stay in their
// loops.
type triple struct{ p, between, q int32 }

// search reports whether one of the triples at which some string arrives, from one of the
// starts, is wanted. It stops when the budget is used up.
func (g *places) search(starts []triple, wanted func(triple) bool, budget *int) bool {
	seen := make(map[triple]bool)
	queue := slices.Clone(starts)
	for len(queue) > 0 && *budget > 0 {
		at := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, p := range g.follow[at.p] {
			if g.loop[p] != g.loop[at.p] {
				continue
			}
			for _, q := range g.follow[at.q] {
				if g.loop[q] != g.loop[at.q] || !g.together(p, p, q) {
					continue
				}
				for _, between := range g.follow[at.between] {
					next := triple{p, between, q}
					if seen[next] || !g.together(p, between, q) {
						continue
					}
					if wanted(next) {
						return true
					}
					seen[next] = true
					*budget--
					queue = append(queue, next)
				}
			}
		}
	}
	return false
}
