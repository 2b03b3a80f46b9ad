// Package sample makes strings of a language: by chance, or so that they show all of
// it. Everything is computed from the automaton of a [grammar.Language], so it works
// for each rule of each grammar.
//
//	NewSampler   strings by chance, each of a length equally likely
//	NewCover     the fewest strings that use every transition, rule and alternative
//	NearMisses   strings that leave the language, in every way from every state
//	Between      strings that separate languages, for every list of verdicts
//
// A length is a number of characters. These are bytes, or code points in a grammar
// whose terminals are those (rfc3987).
//
// All functions are safe for concurrent use, and nothing changes their results.
//
// The zero value of a type is of use only if the comment of the type says so.
package sample

import (
	"fmt"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/automaton"
)

// LimitError says that a language is too large for what is asked.
type LimitError struct {
	Language    string
	What        string // what there is too much of: "characters", "transitions"
	Have, Limit int
}

// Error has both numbers.
func (err *LimitError) Error() string {
	return fmt.Sprintf("%s: %d %s; the limit is %d", err.Language, err.Have, err.What, err.Limit)
}

// MaxLength is the length of the longest string that is drawn, in characters.
const MaxLength = 1024

// maxCuts limits the memory of a Sampler, to 48 MB.
const maxCuts = 1 << 22

// Sampler draws strings of a language. Among those of one length, each is equally
// likely: the strings are counted with the automaton, exactly, and the last bit of
// every choice counts.
//
// A Sampler is prepared for all lengths up to a longest one, which takes time in
// proportion to the square of that length: some 10 ms for 100 characters, and a second
// for 1000. A character is then drawn in some ten nanoseconds.
type Sampler struct {
	utf8   bool
	edges  [][]edge   // by live state
	accept []bool     // by live state
	counts []*big.Int // how many strings of each length there are
	// With n characters to come, state s chooses among cuts[from[n*states+s]:] up to
	// the next.
	from []int32
	cuts []cut
}

// edge leads from a state to another one, by any of its characters.
type edge struct {
	to    int
	chars automaton.Set
	size  uint64 // how many characters there are
}

// cut is a choice of an edge: it is taken for a fraction, in units of 2^-64, that is
// below the cut and not below the one before. The last cut has no upper end.
type cut struct {
	below uint64
	edge  int32
}

// NewSampler prepares to draw strings of up to longest characters. The error is a
// [*LimitError] or a [*grammar.LimitError].
func NewSampler(l *grammar.Language, longest int) (*Sampler, error) {
	if longest > MaxLength {
		return nil, &LimitError{l.String(), "characters", longest, MaxLength}
	}
	d, err := l.Characters()
	if err != nil {
		return nil, err
	}
	s := &Sampler{utf8: l.Grammar().Source().UTF8()}
	edges := s.read(d)
	if n := edges * max(longest, 0); n > maxCuts {
		return nil, &LimitError{l.String(), "choices", n, maxCuts}
	}
	row := s.ends()
	for n := range longest + 1 {
		for state := range s.edges {
			s.from = append(s.from, int32(len(s.cuts)))
			if n > 0 {
				s.addCuts(s.edges[state], row)
			}
		}
		if n > 0 {
			row = s.longer(row)
		}
		if len(row) == 0 {
			s.counts = append(s.counts, new(big.Int))
		} else {
			s.counts = append(s.counts, row[0])
		}
	}
	s.from = append(s.from, int32(len(s.cuts)))
	return s, nil
}

// read takes the live states of d and their edges, and returns how many edges there
// are.
func (s *Sampler) read(d *automaton.DFA) (edges int) {
	live := d.Live()
	number := make([]int, d.States())
	n := 0
	for state, ok := range live {
		if ok {
			number[state] = n
			n++
		}
	}
	for state, ok := range live {
		if !ok {
			continue
		}
		var out []edge
		for _, set := range d.Classes().Sets() {
			to := d.Step(state, set[0].Lo)
			if !live[to] {
				continue
			}
			i := slices.IndexFunc(out, func(e edge) bool { return e.to == number[to] })
			if i < 0 {
				i = len(out)
				out = append(out, edge{to: number[to]})
			}
			out[i].chars = out[i].chars.Union(set)
			out[i].size = uint64(out[i].chars.Len())
		}
		s.edges, s.accept = append(s.edges, out), append(s.accept, d.Accepting(state))
		edges += len(out)
	}
	return edges
}

// ends returns how many strings without a character lead from each state to the end.
func (s *Sampler) ends() []*big.Int {
	row := make([]*big.Int, len(s.accept))
	for state, accept := range s.accept {
		row[state] = new(big.Int)
		if accept {
			row[state].SetInt64(1)
		}
	}
	return row
}

// longer returns how many strings lead from each state to the end if row says so for
// strings that are shorter by one.
func (s *Sampler) longer(row []*big.Int) []*big.Int {
	out := make([]*big.Int, len(row))
	var size, part big.Int
	for state, edges := range s.edges {
		out[state] = new(big.Int)
		for _, e := range edges {
			out[state].Add(out[state], part.Mul(row[e.to], size.SetUint64(e.size)))
		}
	}
	return out
}

// weigh calls choice for each edge that leads to the end, with the number of strings
// by the edges up to it; row has their numbers after the edge. It returns the number
// of all.
func weigh(edges []edge, row []*big.Int, choice func(i int, sum *big.Int)) *big.Int {
	sum := new(big.Int)
	var size, part big.Int
	for i, e := range edges {
		if row[e.to].Sign() > 0 {
			sum.Add(sum, part.Mul(row[e.to], size.SetUint64(e.size)))
			choice(i, sum)
		}
	}
	return sum
}

// addCuts adds the cuts for a state with these edges.
func (s *Sampler) addCuts(edges []edge, row []*big.Int) {
	total := weigh(edges, row, func(int, *big.Int) {})
	var scaled, quotient big.Int
	weigh(edges, row, func(i int, sum *big.Int) {
		c := cut{edge: int32(i)}
		if sum.Cmp(total) < 0 {
			c.below = quotient.Quo(scaled.Lsh(sum, 64), total).Uint64()
		}
		s.cuts = append(s.cuts, c)
	})
}

// Count returns how many strings of that length the language has. The length must not
// be greater than the one for which the sampler is prepared.
func (s *Sampler) Count(length int) *big.Int { return new(big.Int).Set(s.counts[length]) }

// Lengths returns the lengths of which there are strings, up to the greatest for which
// the sampler is prepared.
func (s *Sampler) Lengths() []int {
	var all []int
	for n, count := range s.counts {
		if count.Sign() > 0 {
			all = append(all, n)
		}
	}
	return all
}

// Append appends a string of that length to dst, which must be one of Lengths. It
// reads its chances from source and from nothing else, so that the same source gives
// the same strings on every machine.
func (s *Sampler) Append(dst []byte, source rand.Source, length int) []byte {
	state := 0
	for n := length; n > 0; n-- {
		e := &s.edges[state][s.choose(source, n, state)]
		c := member(e.chars, below(source, e.size))
		if s.utf8 {
			dst = utf8.AppendRune(dst, c)
		} else {
			dst = append(dst, byte(c))
		}
		state = e.to
	}
	return dst
}

// choose chooses an edge of a state with n characters to come.
func (s *Sampler) choose(source rand.Source, n, state int) int32 {
	at := n*len(s.edges) + state
	cuts := s.cuts[s.from[at]:s.from[at+1]]
	last := len(cuts) - 1
	if last == 0 {
		return cuts[0].edge
	}
	x := source.Uint64()
	for _, c := range cuts[:last] {
		if x < c.below {
			return c.edge
		}
		if x == c.below {
			return s.chooseExactly(source, n, state, x)
		}
	}
	return cuts[last].edge
}

// chooseExactly chooses an edge by a fraction of which the first 64 bits are x, which
// do not decide. That happens for one choice of 10^18 or so.
func (s *Sampler) chooseExactly(source rand.Source, n, state int, x uint64) int32 {
	row := s.ends()
	for range n - 1 {
		row = s.longer(row)
	}
	total := weigh(s.edges[state], row, func(int, *big.Int) {})
	// The fraction is at least lo and less than lo+1, in units of 1/unit.
	lo, unit := new(big.Int).SetUint64(x), new(big.Int).Lsh(big.NewInt(1), 64)
	for {
		var low, high, end, word big.Int
		low.Mul(lo, total)
		high.Add(&low, total)
		chosen, decided := -1, false
		weigh(s.edges[state], row, func(i int, sum *big.Int) {
			if end.Mul(sum, unit); chosen < 0 && low.Cmp(&end) < 0 {
				chosen, decided = i, high.Cmp(&end) <= 0
			}
		})
		if decided {
			return int32(chosen)
		}
		lo.Add(lo.Lsh(lo, 64), word.SetUint64(source.Uint64()))
		unit.Lsh(unit, 64)
	}
}

// below returns a number below n, each equally likely (Lemire 2019).
func below(source rand.Source, n uint64) uint64 {
	if n == 1 {
		return 0
	}
	hi, lo := bits.Mul64(source.Uint64(), n)
	if lo < n {
		for least := -n % n; lo < least; {
			hi, lo = bits.Mul64(source.Uint64(), n)
		}
	}
	return hi
}

// member returns the i-th character of a set.
func member(set automaton.Set, i uint64) int32 {
	for _, r := range set {
		n := uint64(r.Hi-r.Lo) + 1
		if i < n {
			return r.Lo + int32(i)
		}
		i -= n
	}
	panic("sample: there are not so many characters")
}

// AppendAny is Append for a length that is chosen first: each of Lengths is equally
// likely, and then each string of that length. It does nothing if there is no string.
func (s *Sampler) AppendAny(dst []byte, source rand.Source, lengths []int) []byte {
	if len(lengths) == 0 {
		return dst
	}
	return s.Append(dst, source, lengths[below(source, uint64(len(lengths)))])
}
