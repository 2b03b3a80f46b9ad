package automaton

// Contrast tells how two languages a and b relate, by a shortest string of each
// kind. A string is nil if there is none of its kind; the empty string is not nil.
// Package grammar uses it to compare editions.
type Contrast struct {
	OnlyA []int32 // in a and not in b
	OnlyB []int32 // in b and not in a
	Both  []int32 // in both
}

// Compare returns the contrast of a and b. Of the shortest strings it takes the
// first by rank. It searches pairs of states until it has all three strings, which
// takes O(states(a) * states(b) * classes) at worst.
func Compare(a, b *DFA, rank Rank) Contrast { return new(Meter).Compare(a, b, rank) }

// Compare is [Compare] on the meter.
func (m *Meter) Compare(a, b *DFA, rank Rank) Contrast {
	a, b = m.refine(a, b)
	search := newSearch[statePair](m, a.classes.alphabet(rank))
	var c Contrast
	search.run([]statePair{{}}, func(p statePair, class int, to func(statePair)) {
		next := p.next(a, b, class)
		if a.live[next.a] || b.live[next.b] {
			to(next)
		}
	}, func(i int, p statePair) bool {
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
			*kind = search.word(i)
		}
		return c.OnlyA == nil || c.OnlyB == nil || c.Both == nil
	})
	return c
}
