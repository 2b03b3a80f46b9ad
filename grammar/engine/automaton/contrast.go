package automaton

// Contrast has a shortest string of each kind that tells how two languages
// stand to each other. A string is nil if there is none of its kind; the empty
// string is not nil.
type Contrast struct {
	OnlyA []int32 // a accepts it and b does not
	OnlyB []int32
	Both  []int32
}

// Compare returns the contrast of a and b, of the shortest strings the first
// by rank. It walks pairs of states until it has all three, which takes
// O(states(a) * states(b) * classes) if there are not all.
func Compare(a, b *DFA, rank Rank) Contrast {
	a, b = refine(a, b)
	k := len(a.classes.sets)
	type pair struct{ a, b int32 }
	w := newWalk[pair](a.classes.alphabet(rank))
	var c Contrast
	w.run([]pair{{}}, func(p pair, class int, to func(pair)) {
		next := pair{a.next[int(p.a)*k+class], b.next[int(p.b)*k+class]}
		if a.live[next.a] || b.live[next.b] {
			to(next)
		}
	}, func(i int, p pair) bool {
		var kind *[]int32
		switch {
		case a.accept[p.a] && b.accept[p.b]:
			kind = &c.Both
		case a.accept[p.a]:
			kind = &c.OnlyA
		case b.accept[p.b]:
			kind = &c.OnlyB
		default:
			return true
		}
		if *kind == nil {
			*kind = w.word(i)
		}
		return c.OnlyA == nil || c.OnlyB == nil || c.Both == nil
	})
	return c
}
