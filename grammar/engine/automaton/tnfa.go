package automaton

import (
	"encoding/binary"
	"slices"
)

// bounds is a set of the bounds of captures: 2*k is where capture k begins,
// 2*k+1 where it ends.
type bounds uint64

// maxWanted is how many captures a set of bounds has room for.
const maxWanted = 32

// ends is the set of all bounds at which a capture ends.
const ends bounds = 0xAAAA_AAAA_AAAA_AAAA

func (b bounds) has(i int) bool { return b>>i&1 != 0 }

// tnfa is a tagged NFA in which every transition takes a symbol. A state stands
// for the symbols of the expression after which the string may go on in the same
// ways. What the nodes between two symbols of the NFA open and close is on the
// transitions.
type tnfa struct {
	classes *Classes
	states  []tnfaState
	start   int32
	atStart bounds // these are at the beginning of every string
}

type tnfaState struct {
	accept bool         // the string may end here
	final  bounds       // these are then at its end
	on     [][]tnfaEdge // by class, in order of preference
}

// tnfaEdge takes one symbol.
type tnfaEdge struct {
	before bounds // these are before the symbol
	after  bounds // these are after it
	to     int32
}

// exprBytes is about how many bytes an expression takes.
const exprBytes = 100

// keep returns e with the tags of index, numbered by it, and without all
// others. A tag inside another of the same number is dropped too: it ends first,
// so it is never the one that ends last.
func keep(m *Meter, e *Expr, index map[int]int, inside uint32) *Expr {
	m.Spend(exprBytes)
	c := *e
	if e.op == opTag {
		k, ok := index[e.tag]
		if !ok || inside>>k&1 != 0 {
			return keep(m, e.subs[0], index, inside)
		}
		c.tag = k
		inside |= 1 << k
	}
	c.subs = make([]*Expr, len(e.subs))
	for i, x := range e.subs {
		c.subs[i] = keep(m, x, index, inside)
	}
	return &c
}

// newTNFA returns the TNFA of a parser whose tags are numbered from 0. Of the
// bounds of tags it has those that are wanted.
//
// It begins with a state for each symbol of the NFA, and one for the beginning
// of the string. Beginnings that lie on all ways on from a symbol are moved to
// the transition that takes the symbol: after "?" a query begins in any case.
// Partition refinement then joins the states from which all strings go on alike.
// The rules of the editions repeat their subrules many times; where no wanted
// tag tells the copies apart, one of them remains.
func newTNFA(m *Meter, p *Parser, wanted bounds) *tnfa {
	ways, always := p.boundsOfWays(wanted)
	match := int32(len(p.follow))
	// build fills in the state of a symbol, in which target states are blocks. Of
	// edges to one block by one symbol only the first is ever taken.
	block := make([]int32, len(ways))
	build := func(s *tnfaState, ways []boundsWay) {
		s.accept, s.final = false, 0
		for c := range s.on {
			s.on[c] = s.on[c][:0]
		}
		for _, w := range ways {
			m.Spend(len(s.on))
			if w.to == match {
				if !s.accept {
					s.accept, s.final = true, w.bounds
				}
				continue
			}
			e := tnfaEdge{w.bounds, always[w.to], block[w.to]}
			for c, edges := range s.on {
				if p.members[w.to].has(int32(c)) && !slices.ContainsFunc(edges, func(x tnfaEdge) bool { return x.to == e.to }) {
					s.on[c] = append(edges, e)
				}
			}
		}
	}
	s := tnfaState{on: make([][]tnfaEdge, len(p.classes.sets))}
	var states []tnfaState
	var key []byte
	for n := 1; ; {
		known := make(map[string]int32)
		next := make([]int32, len(ways))
		states = states[:0]
		for i := range ways {
			build(&s, ways[i])
			key = s.key(binary.LittleEndian.AppendUint32(key[:0], uint32(block[i])))
			id, ok := known[string(key)]
			if !ok {
				m.Spend(len(key))
				id = int32(len(known))
				known[string(key)] = id
				states = append(states, s.clone())
			}
			next[i] = id
		}
		if len(known) == n {
			return &tnfa{p.classes, states, block[match], always[match]}
		}
		n, block = len(known), next
	}
}

// boundsWay is a way of a parser with the bounds that lie on it.
type boundsWay struct {
	bounds bounds
	to     int32
}

// boundsOfWays returns the ways on from each symbol node of which a match can be
// reached, and, in place of the match, those from the beginning of the string.
// The bounds that are always there, whatever way is taken, are not on the ways
// but returned by themselves.
func (p *Parser) boundsOfWays(wanted bounds) (ways [][]boundsWay, always []bounds) {
	match := int32(len(p.follow))
	useful := p.useful()
	ways = make([][]boundsWay, match+1)
	always = make([]bounds, match+1)
	for i, from := range append(slices.Clip(p.follow), p.start) {
		all := ^ends
		for _, w := range from {
			if w.to != match && !useful[w.to] {
				continue
			}
			on := bounds(0)
			for _, e := range w.events {
				b := 2 * e.Tag
				if !e.Open {
					b++
				}
				on |= 1 << b
			}
			on &= wanted
			ways[i] = append(ways[i], boundsWay{on, w.to})
			all &= on
		}
		if len(ways[i]) == 0 {
			all = 0
		}
		for j := range ways[i] {
			ways[i][j].bounds &^= all
		}
		always[i] = all
	}
	return ways, always
}

// useful reports for each symbol node whether a match can be reached through it.
func (p *Parser) useful() []bool {
	useful := make([]bool, len(p.follow))
	stack := []int32{int32(len(p.follow))}
	for len(stack) > 0 {
		id := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, x := range p.before[id] {
			if !useful[x] && !p.members[x].empty() {
				useful[x] = true
				stack = append(stack, x)
			}
		}
	}
	return useful
}

func (s *tnfaState) clone() tnfaState {
	c := *s
	c.on = make([][]tnfaEdge, len(s.on))
	for i := range c.on {
		c.on[i] = slices.Clone(s.on[i])
	}
	return c
}

// key appends to b what tells the state from others.
func (s *tnfaState) key(b []byte) []byte {
	if s.accept {
		b = append(b, 1)
		b = binary.LittleEndian.AppendUint64(b, uint64(s.final))
	}
	for _, edges := range s.on {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(edges)))
		for _, e := range edges {
			b = binary.LittleEndian.AppendUint64(b, uint64(e.before))
			b = binary.LittleEndian.AppendUint64(b, uint64(e.after))
			b = binary.LittleEndian.AppendUint32(b, uint32(e.to))
		}
	}
	return b
}
