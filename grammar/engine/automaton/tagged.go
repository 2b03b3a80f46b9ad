package automaton

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// This file makes of an expression a deterministic automaton that knows, beside
// its state, which positions are to be noted:
//
//	Expr --keep--> Expr           only the wanted tags are left
//	     --NewParser--> Parser    the ways on from each symbol, in order of preference
//	     --newItems--> items      the ways' events as sets; items that go on alike are one
//	     --newTagged--> tagged    states are lists of items, the preferred first
//
// It is the determinization of Laurikari with one symbol of lookahead (Borsotti
// and Trofimovich, "A closer look at TDFA", 2022) but for the registers, which
// are given out afterwards (registers.go): a state is a list of items and
// nothing else, so there are finitely many.

// maxWanted is how much a [Matcher] can find.
const maxWanted = 32

// maxLists is how many states are made before the smaller ones are looked for;
// the grammars of the URI specifications need some thousand.
const maxLists = 1 << 15

// bounds is a set of beginnings and ends: 2*k is where what is wanted k-th
// begins, 2*k+1 where it ends.
type bounds uint64

// ends is all bounds that end a tag.
const ends bounds = 0xAAAA_AAAA_AAAA_AAAA

func (b bounds) has(i int) bool { return b>>i&1 != 0 }

// keep returns e with the tags of index, numbered by it, and without all
// others. A tag inside one of the same number goes too: it ends first, so it is
// never the one that ended last.
func keep(e *Expr, index map[int]int, inside uint32) *Expr {
	c := *e
	if e.op == opTag {
		k, ok := index[e.tag]
		if !ok || inside>>k&1 != 0 {
			return keep(e.subs[0], index, inside)
		}
		c.tag = k
		inside |= 1 << k
	}
	c.subs = make([]*Expr, len(e.subs))
	for i, x := range e.subs {
		c.subs[i] = keep(x, index, inside)
	}
	return &c
}

// item is what may follow behind a symbol.
type item struct {
	accept bool     // the string may end
	final  bounds   // which then are at its end
	on     [][]step // by class, in order of preference
}

// step is a way on from an item: a symbol, which stands at a position i.
type step struct {
	before bounds // these are at i
	after  bounds // these are at i+1
	to     int32
}

// newItems returns the items of a parser whose tags are numbered from 0; the
// item at the beginning, and the bounds that are there. Only those bounds are
// noted that are wanted.
//
// Each symbol of the NFA makes an item of the ways on from it. Beginnings that
// all of its ways note are noted with the symbol itself: behind "?" there is a
// query in any case. Then items that go on alike are joined by partition
// refinement. The rules of the editions repeat their subrules many times, and
// where no wanted tag tells the copies apart, one is left.
func newItems(p *Parser, wanted bounds) (items []item, first int32, atStart bounds) {
	type noting struct {
		noted bounds
		to    int32
	}
	match := int32(len(p.follow))
	useful := p.useful()
	ways := make([][]noting, match+1) // the last is for the beginning of the string
	always := make([]bounds, match+1)
	for i := range ways {
		from := p.start
		if i < len(p.follow) {
			from = p.follow[i]
		}
		all := ^ends
		for _, w := range from {
			if w.to != match && !useful[w.to] {
				continue
			}
			noted := bounds(0)
			for _, e := range w.events {
				b := 2 * e.Tag
				if !e.Open {
					b++
				}
				noted |= 1 << b
			}
			noted &= wanted
			ways[i] = append(ways[i], noting{noted, w.to})
			all &= noted
		}
		if len(ways[i]) == 0 {
			all = 0
		}
		for j := range ways[i] {
			ways[i][j].noted &^= all
		}
		always[i] = all
	}

	// Two symbols are in one block until their items under the blocks so far
	// differ. Of steps to one block by one symbol only the first is ever taken.
	block := make([]int32, match+1)
	build := func(it *item, ws []noting) {
		it.accept, it.final = false, 0
		for c := range it.on {
			it.on[c] = it.on[c][:0]
		}
		for _, w := range ws {
			if w.to == match {
				if !it.accept {
					it.accept, it.final = true, w.noted
				}
				continue
			}
			s := step{w.noted, always[w.to], block[w.to]}
			for c, steps := range it.on {
				if p.members[w.to].has(int32(c)) && !slices.ContainsFunc(steps, func(x step) bool { return x.to == s.to }) {
					it.on[c] = append(steps, s)
				}
			}
		}
	}
	it := item{on: make([][]step, len(p.classes.sets))}
	var key []byte
	for n := 1; ; {
		known := make(map[string]int32)
		next := make([]int32, match+1)
		items = items[:0]
		for i, ws := range ways {
			build(&it, ws)
			key = it.key(binary.LittleEndian.AppendUint32(key[:0], uint32(block[i])))
			id, ok := known[string(key)]
			if !ok {
				id = int32(len(known))
				known[string(key)] = id
				items = append(items, it.clone())
			}
			next[i] = id
		}
		if len(known) == n {
			return items, block[match], always[match]
		}
		n, block = len(known), next
	}
}

func (it *item) clone() item {
	c := *it
	c.on = make([][]step, len(it.on))
	for i := range c.on {
		c.on[i] = slices.Clone(it.on[i])
	}
	return c
}

// useful says of each symbol node whether a match can be reached through it.
func (p *Parser) useful() []bool {
	useful := make([]bool, len(p.follow))
	stack := []int32{int32(len(p.follow))}
	for len(stack) > 0 {
		id := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, x := range p.before[id] {
			if !useful[x] && slices.ContainsFunc(p.members[x], func(word uint64) bool { return word != 0 }) {
				useful[x] = true
				stack = append(stack, x)
			}
		}
	}
	return useful
}

func (it *item) key(b []byte) []byte {
	if it.accept {
		b = append(b, 1)
		b = binary.LittleEndian.AppendUint64(b, uint64(it.final))
	}
	for _, steps := range it.on {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(steps)))
		for _, s := range steps {
			b = binary.LittleEndian.AppendUint64(b, uint64(s.before))
			b = binary.LittleEndian.AppendUint64(b, uint64(s.after))
			b = binary.LittleEndian.AppendUint32(b, uint32(s.to))
		}
	}
	return b
}

// tagged is a deterministic automaton over lists of items. State 0 is the
// first.
type tagged struct {
	classes *Classes
	tags    int
	wanted  []Wanted
	atStart bounds // these are at the beginning of every string
	states  []taggedState
}

type taggedState struct {
	items  int    // how many it has
	accept int    // the first of them that accepts, -1 for none
	final  bounds // of that one
	edges  []taggedEdge
}

// taggedEdge leads to a state by the symbols of one class, and says of each of
// its items where it comes from.
type taggedEdge struct {
	to    int32
	moves []move
}

// move is a step from an item of a state.
type move struct {
	from          int
	before, after bounds
}

// newTagged makes the automaton of e.
//
// Behind a prefix of a string, its state lists the items to which derivations
// of the prefix lead, in the order of preference of the first derivation that
// leads to each. A later derivation that leads to the same item has the same
// ways on, so it is never the preferred one. At the end, the first item that
// accepts is where the preferred derivation of the whole string ends.
func newTagged(e *Expr, wanted []Wanted) *tagged {
	index := make(map[int]int)
	useful := bounds(0)
	for k, w := range wanted {
		for _, t := range w.Tags {
			index[t] = k
		}
		useful |= 2 << (2 * k)
		if w.Begin != Nowhere {
			useful |= 1 << (2 * k)
		}
	}
	p := NewParser(256, keep(e, index, 0))
	items, first, atStart := newItems(p, useful)
	t := &tagged{classes: p.classes, tags: len(wanted), wanted: wanted, atStart: atStart}

	known := make(map[string]int32)
	var lists [][]int32
	var key []byte
	state := func(list []int32) int32 {
		key = key[:0]
		for _, id := range list {
			key = binary.LittleEndian.AppendUint32(key, uint32(id))
		}
		id, ok := known[string(key)]
		if !ok {
			id = int32(len(lists))
			known[string(key)] = id
			lists = append(lists, list)
		}
		return id
	}
	state([]int32{first})
	for i := 0; i < len(lists); i++ {
		if len(lists) > maxLists {
			panic(fmt.Sprintf("automaton: more than %d lists of items are too many", maxLists))
		}
		s := taggedState{items: len(lists[i]), accept: -1}
		for rank, id := range lists[i] {
			if items[id].accept {
				s.accept, s.final = rank, items[id].final
				break
			}
		}
		for c := range p.classes.sets {
			var list []int32
			var moves []move
			for rank, id := range lists[i] {
				for _, x := range items[id].on[c] {
					if !slices.Contains(list, x.to) {
						list = append(list, x.to)
						moves = append(moves, move{rank, x.before, x.after})
					}
				}
			}
			s.edges = append(s.edges, taggedEdge{state(list), moves})
		}
		t.states = append(t.states, s)
	}
	return t
}
