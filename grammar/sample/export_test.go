package sample

import "iter"

// Borders yields the cuts between the edges of the first state, for strings of that
// length.
func Borders(s *Sampler, length int) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		at := length * len(s.edges)
		cuts := s.cuts[s.from[at]:s.from[at+1]]
		for _, c := range cuts[:len(cuts)-1] {
			if !yield(c.below) {
				return
			}
		}
	}
}
