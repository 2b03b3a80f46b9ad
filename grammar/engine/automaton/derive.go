package automaton

import (
	"encoding/binary"
	"slices"
	"sync"
)

// Parser finds the derivation of a string: where each [Tag] of an expression
// begins and ends. Among the derivations of the whole string it takes the one that
// prefers the earlier alternative and the longer repetition, or the shorter one
// where the repetition is lazy.
//
// It takes two passes over the string, as in Grathwohl, Henglein, Nielsen and
// Rasmussen, "Two-Pass Greedy Regular Expression Parsing" (CIAA 2013). The first
// runs a deterministic automaton from the end to the beginning, and records for
// each position which nodes of the NFA can read the rest. The second goes forward
// through the NFA, and takes at each position the first way whose node is among
// them. Both take time linear in the string; the first takes four bytes a symbol.
// The states of the backward automaton are made when they are first met, because
// there can be many more than any string meets.
//
// A Parser may be used concurrently.
type Parser struct {
	classes *Classes
	start   []way
	follow  [][]way   // the ways on from each symbol node, in order of preference
	before  [][]int32 // the symbol nodes from which a way leads to each node
	members []bitset  // the classes of each symbol node
	caches  sync.Pool // of *backward
}

// way is a path through the NFA that takes no symbol: what it opens and closes,
// and the symbol node, or the match, at its end.
type way struct {
	to     int32 // index of a symbol node; len(follow) is the match
	events []Event
}

// Event is the beginning or the end of a tag.
type Event struct {
	Tag  int
	Open bool
}

// bitset is a set of numbers from 0 on.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

// newBitsetOf returns the set of the members, which are below n.
func newBitsetOf(n int, members []int32) bitset {
	b := newBitset(n)
	for _, i := range members {
		b.add(i)
	}
	return b
}

// empty reports whether b has no member.
func (b bitset) empty() bool {
	return !slices.ContainsFunc(b, func(word uint64) bool { return word != 0 })
}

func (b bitset) has(i int32) bool { return b[i>>6]&(1<<(i&63)) != 0 }
func (b bitset) add(i int32)      { b[i>>6] |= 1 << (i & 63) }

// NewParser compiles e over the symbols 0 to limit-1. It panics with a [*LimitError] if
// e, or the ways between its symbols, are too many.
func NewParser(limit int32, e *Expr) *Parser {
	m := new(Meter)
	n := compile(m, limit, e)
	p := &Parser{classes: n.classes()}
	symbols, index := n.symbols()
	match := index[n.match]

	c := &closure{nfa: n, index: index}
	p.start = c.from(n.start)
	p.follow = make([][]way, len(symbols))
	known := make(map[int32][]way)
	for i, id := range symbols {
		out := n.nodes[id].outs[0]
		ways, ok := known[out]
		if !ok {
			ways = c.from(out)
			known[out] = ways
		}
		p.follow[i] = ways
	}
	p.before = make([][]int32, match+1)
	p.members = make([]bitset, len(symbols))
	for i, id := range symbols {
		m.Spend(len(p.classes.sets) + 4*len(p.follow[i]))
		for _, w := range p.follow[i] {
			p.before[w.to] = append(p.before[w.to], int32(i))
		}
		p.members[i] = newBitsetOf(len(p.classes.sets), p.classes.within(n.nodes[id].set))
	}
	p.caches.New = func() any { return newBackward(p) }
	return p
}

// closure finds the ways from a node: depth first, in order of preference, so
// that the first visit to a node is the preferred one. It is the leftmost-greedy
// closure of Laurikari's tagged automata.
type closure struct {
	nfa    *nfa
	index  []int32
	all    bool // find the ways of later visits too, which are never preferred
	seen   map[visit]bool
	events []Event
	inside map[int32]bool // the iterations begun on this way, which are empty so far
	ways   []way
	depth  int
}

// visitSteps is how many steps of a [Meter] a visit takes, which has an entry in a map.
const visitSteps = 8

// wayBytes and eventBytes are how many bytes a way and each of its events take.
const (
	wayBytes   = 32
	eventBytes = 16
)

// visit is a node, and how many iterations around it are empty so far. What the node
// leads to depends on both, unless it takes a symbol.
type visit struct {
	node   int32
	inside int
}

// from returns the ways from a node.
func (c *closure) from(id int32) []way {
	c.seen = make(map[visit]bool)
	c.events, c.ways, c.inside = nil, nil, make(map[int32]bool)
	c.visit(id)
	return c.ways
}

func (c *closure) visit(id int32) {
	x := &c.nfa.nodes[id]
	v := visit{id, len(c.inside)}
	if x.kind == nodeSymbol || x.kind == nodeMatch {
		v.inside = 0
	}
	if c.seen[v] && !c.all {
		return
	}
	c.seen[v] = true
	c.nfa.meter.Spend(visitSteps)
	if c.depth++; c.depth > maxNesting {
		panic(&LimitError{"nodes between two symbols", maxNesting})
	}
	defer func() { c.depth-- }()
	switch x.kind {
	case nodeSymbol, nodeMatch:
		c.nfa.meter.Spend(wayBytes + eventBytes*len(c.events))
		c.ways = append(c.ways, way{c.index[id], append([]Event(nil), c.events...)})
	case nodeSplit:
		for _, o := range x.outs {
			c.visit(o)
		}
	case nodeOpen, nodeClose:
		c.events = append(c.events, Event{int(x.id), x.kind == nodeOpen})
		c.visit(x.outs[0])
		c.events = c.events[:len(c.events)-1]
	case nodeEnter:
		c.inside[x.id] = true
		c.visit(x.outs[0])
		delete(c.inside, x.id)
	case nodeLeave:
		if c.inside[x.id] {
			// The iteration is empty: the option or repetition is absent instead.
			return
		}
		c.visit(x.outs[0])
	}
}

// backward is the automaton of the first pass, as far as it has been needed. Its
// states are the sets of symbol nodes that can read what follows a position; state
// 0 is the set of the match, at the end of the string.
type backward struct {
	*Parser
	meter Meter
	known map[string]int32
	sets  []bitset
	lists [][]int32 // the members of sets
	next  []int32   // next[state*classes+class], -1 if not made yet
	move  bitset
	list  []int32
	key   []byte
}

// maxKept is how many bytes a backward automaton may keep from one string to the
// next.
const maxKept = 1 << 23

func newBackward(p *Parser) *backward {
	b := &backward{Parser: p, known: make(map[string]int32), move: newBitset(len(p.follow) + 1)}
	match := int32(len(p.follow))
	b.move.add(match)
	b.list = append(b.list, match)
	b.state()
	return b
}

// state returns the state of the set in b.move and b.list.
func (b *backward) state() int32 {
	b.key = b.key[:0]
	for _, w := range b.move {
		b.key = binary.LittleEndian.AppendUint64(b.key, w)
	}
	id, ok := b.known[string(b.key)]
	if !ok {
		id = int32(len(b.sets))
		b.meter.Spend(16*len(b.move) + 4*len(b.list) + 4*len(b.classes.sets) + exploredBytes)
		b.known[string(b.key)] = id
		b.sets = append(b.sets, append(bitset(nil), b.move...))
		b.lists = append(b.lists, append([]int32(nil), b.list...))
		for range b.classes.sets {
			b.next = append(b.next, -1)
		}
	}
	return id
}

// step returns the state before a symbol of the class, if state is the one after
// it.
func (b *backward) step(state, class int32) int32 {
	at := int(state)*len(b.classes.sets) + int(class)
	if to := b.next[at]; to >= 0 {
		return to
	}
	clear(b.move)
	b.list = b.list[:0]
	for _, t := range b.lists[state] {
		b.meter.Spend(len(b.before[t]))
		for _, s := range b.before[t] {
			if b.members[s].has(class) && !b.move.has(s) {
				b.move.add(s)
				b.list = append(b.list, s)
			}
		}
	}
	to := b.state()
	b.next[at] = to
	return to
}

// Parse reports whether s is in the language. If it is, Parse calls report for each
// tag that begins or ends in the derivation of s, in order, with the byte offset. It
// panics with a [*LimitError] if s leads through too many states.
func (p *Parser) Parse(s string, report func(e Event, at int)) bool {
	back := p.caches.Get().(*backward)
	defer func() {
		if back.meter.spent <= maxKept {
			p.caches.Put(back)
		}
	}()
	states := make([]int32, len(s)+1)
	state := int32(0)
	for i := len(s) - 1; i >= 0; i-- {
		state = back.step(state, int32(p.classes.bytes[s[i]]))
		states[i] = state
	}
	ways := p.start
	if _, ok := choose(ways, back.sets[states[0]]); !ok {
		return false
	}
	for i := range len(s) + 1 {
		w, _ := choose(ways, back.sets[states[i]])
		for _, e := range w.events {
			report(e, i)
		}
		if i < len(s) {
			ways = p.follow[w.to]
		}
	}
	return true
}

// choose returns the first way whose end is in a set: the nodes that can read the
// rest of the string.
func choose(ways []way, set bitset) (*way, bool) {
	for i := range ways {
		if set.has(ways[i].to) {
			return &ways[i], true
		}
	}
	return nil, false
}
