package automaton

import (
	"slices"
	"sort"
)

// Range is the symbols from Lo to Hi, both included.
type Range struct{ Lo, Hi int32 }

// Set is a set of symbols: ranges in ascending order that neither overlap nor
// touch. The zero value is the empty set. A symbol is a byte, a code point, or any
// small number to which the caller gives a meaning.
type Set []Range

// Of returns the set of the given symbols.
func Of(symbols ...int32) Set {
	rs := make([]Range, len(symbols))
	for i, s := range symbols {
		rs[i] = Range{s, s}
	}
	return normal(rs)
}

// Between returns the symbols from lo to hi, both included.
func Between(lo, hi int32) Set {
	if lo > hi {
		return nil
	}
	return Set{{lo, hi}}
}

// normal sorts and joins ranges. It takes O(n log n).
func normal(rs []Range) Set {
	slices.SortFunc(rs, func(a, b Range) int { return int(a.Lo) - int(b.Lo) })
	var out Set
	for _, r := range rs {
		if n := len(out); n > 0 && r.Lo <= out[n-1].Hi+1 {
			out[n-1].Hi = max(out[n-1].Hi, r.Hi)
			continue
		}
		out = append(out, r)
	}
	return out
}

// Has reports whether s contains the symbol.
func (s Set) Has(symbol int32) bool {
	for _, r := range s {
		if r.Lo <= symbol && symbol <= r.Hi {
			return true
		}
	}
	return false
}

// Len returns the number of symbols in s.
func (s Set) Len() int {
	n := 0
	for _, r := range s {
		n += int(r.Hi-r.Lo) + 1
	}
	return n
}

// Union returns the symbols of s and of t.
func (s Set) Union(t Set) Set {
	return normal(append(append([]Range(nil), s...), t...))
}

// Intersect returns the symbols that are in both sets.
func (s Set) Intersect(t Set) Set {
	var out Set
	for len(s) > 0 && len(t) > 0 {
		if lo, hi := max(s[0].Lo, t[0].Lo), min(s[0].Hi, t[0].Hi); lo <= hi {
			out = append(out, Range{lo, hi})
		}
		if s[0].Hi < t[0].Hi {
			s = s[1:]
		} else {
			t = t[1:]
		}
	}
	return out
}

// Minus returns the symbols of s that are not in t.
func (s Set) Minus(t Set) Set {
	var out Set
	for _, a := range s {
		lo := a.Lo
		for len(t) > 0 && t[0].Hi < lo {
			t = t[1:]
		}
		for _, b := range t {
			if b.Lo > a.Hi {
				break
			}
			if lo < b.Lo {
				out = append(out, Range{lo, b.Lo - 1})
			}
			lo = b.Hi + 1
		}
		if lo <= a.Hi {
			out = append(out, Range{lo, a.Hi})
		}
	}
	return out
}

// Equal reports whether s and t have the same symbols.
func (s Set) Equal(t Set) bool { return slices.Equal(s, t) }

// Contains reports whether every symbol of t is in s.
func (s Set) Contains(t Set) bool { return len(t.Minus(s)) == 0 }

// Partition divides a set into the fewest parts such that each of sets contains a
// part wholly or not at all. It takes O(parts * sets), and panics with a [*LimitError]
// if that is too much.
func Partition(all Set, sets []Set) []Set {
	m := new(Meter)
	parts := []Set{all}
	for _, s := range sets {
		var cut []Set
		for _, p := range parts {
			m.Spend(len(p) + len(s))
			for _, q := range []Set{p.Intersect(s), p.Minus(s)} {
				if len(q) > 0 {
					cut = append(cut, q)
				}
			}
		}
		parts = cut
	}
	return parts
}

// Classes divides the symbols 0 to limit-1 into classes, so that an automaton
// needs one transition for each class: its sets contain a class wholly or not at
// all. [DFA.Classes] returns those of an automaton.
type Classes struct {
	limit  int32
	starts []int32 // where each interval begins, ascending, starts[0] == 0
	of     []int32 // the class of each interval
	sets   []Set   // the symbols of each class
	bytes  [256]uint16
}

// newClasses returns the fewest classes such that each set contains a class wholly
// or not at all. It takes O(b*s) for s sets of b ranges in all.
func newClasses(limit int32, sets []Set) *Classes {
	cuts := map[int32]bool{0: true}
	for _, s := range sets {
		for _, r := range s {
			cuts[r.Lo] = true
			if r.Hi+1 < limit {
				cuts[r.Hi+1] = true
			}
		}
	}
	c := &Classes{limit: limit}
	for s := range cuts {
		c.starts = append(c.starts, s)
	}
	slices.Sort(c.starts)
	known := make(map[string]int32)
	signature := make([]byte, len(sets))
	for i, lo := range c.starts {
		hi := limit - 1
		if i+1 < len(c.starts) {
			hi = c.starts[i+1] - 1
		}
		for j, s := range sets {
			signature[j] = 0
			if s.Has(lo) {
				signature[j] = 1
			}
		}
		class, ok := known[string(signature)]
		if !ok {
			class = int32(len(c.sets))
			known[string(signature)] = class
			c.sets = append(c.sets, nil)
		}
		c.of = append(c.of, class)
		c.sets[class] = append(c.sets[class], Range{lo, hi})
	}
	for i := range c.sets {
		c.sets[i] = normal(c.sets[i])
	}
	for b := range c.bytes {
		if int32(b) < limit {
			c.bytes[b] = uint16(c.class(int32(b)))
		}
	}
	return c
}

// class returns the class of a symbol. It takes O(log n) for n ranges.
func (c *Classes) class(symbol int32) int32 {
	i := sort.Search(len(c.starts), func(i int) bool { return c.starts[i] > symbol }) - 1
	return c.of[i]
}

// within returns the classes that set contains. Of the others it must contain no
// symbol.
func (c *Classes) within(set Set) []int32 {
	var out []int32
	for i, s := range c.sets {
		if set.Has(s[0].Lo) {
			out = append(out, int32(i))
		}
	}
	return out
}

// union returns the symbols of classes, each of which is written as two bytes, the lower one
// first.
func (c *Classes) union(classes []byte) Set {
	if len(classes) == 2 {
		return c.sets[int(classes[0])|int(classes[1])<<8]
	}
	var all []Range
	for i := 0; i < len(classes); i += 2 {
		all = append(all, c.sets[int(classes[i])|int(classes[i+1])<<8]...)
	}
	return normal(all)
}

// same reports whether c and d divide the same symbols into the same classes.
func (c *Classes) same(d *Classes) bool {
	if c == d {
		return true
	}
	return c.limit == d.limit && slices.EqualFunc(c.sets, d.sets, Set.Equal)
}

// Sets returns the classes, each as the set of its symbols.
func (c *Classes) Sets() []Set { return c.sets }
