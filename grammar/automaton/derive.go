package automaton

import "encoding/binary"

// Parser finds the derivation of a string: where each [Tag] of an expression
// begins and ends, in the one derivation that prefers the earlier alternative
// and the longer repetition (the shorter, where it is lazy) among those of the
// whole string.
//
// It takes two passes, as in Grathwohl, Henglein, Nielsen and Rasmussen,
// "Two-Pass Greedy Regular Expression Parsing" (CIAA 2013). The first runs a
// deterministic automaton from the end to the beginning and notes at each
// position which nodes of the NFA can read the rest; the second walks the NFA
// forward and takes at each position the first way that can. Both are linear
// in the string; the first keeps four bytes a symbol.
//
// A Parser is never changed and may be used concurrently.
type Parser struct {
	classes *Classes
	start   []way
	follow  [][]way // the ways on from each symbol node, in order of preference
	sets    []bitset
	next    []int32 // the backward automaton: next[state*classes+class]
}

// way is a path of the NFA that consumes nothing: what it opens and closes,
// and the symbol node (or the match) at its end.
type way struct {
	to     int32 // index of a symbol node; len(follow) is the match
	events []Event
}

// Event says that a tag begins or ends at a position.
type Event struct {
	Tag  int
	Open bool
}

type bitset []uint64

func (b bitset) has(i int32) bool { return b[i>>6]&(1<<(i&63)) != 0 }
func (b bitset) add(i int32)      { b[i>>6] |= 1 << (i & 63) }

// NewParser compiles e over the symbols 0 to limit-1. The backward automaton
// is built whole; in the worst case that is exponential in e.
func NewParser(limit int32, e *Expr) *Parser {
	n := compile(limit, e)
	p := &Parser{classes: n.classes()}
	index := make([]int32, len(n.nodes)) // of the symbol nodes
	var symbols []int32
	for i := range n.nodes {
		if n.nodes[i].kind == nodeSymbol {
			index[i] = int32(len(symbols))
			symbols = append(symbols, int32(i))
		}
	}
	match := int32(len(symbols))
	index[n.match] = match

	walk := &walker{nfa: n, index: index, seen: make([]int32, len(n.nodes))}
	p.start = walk.from(n.start)
	p.follow = make([][]way, len(symbols))
	known := make(map[int32][]way)
	for i, id := range symbols {
		out := n.nodes[id].outs[0]
		ways, ok := known[out]
		if !ok {
			ways = walk.from(out)
			known[out] = ways
		}
		p.follow[i] = ways
	}
	p.backward(n, symbols)
	return p
}

// walker finds the ways from a node: depth first, in order of preference, so
// that the first visit of a node is the preferred one (the leftmost-greedy
// closure of Laurikari's tagged automata).
type walker struct {
	nfa    *nfa
	index  []int32
	seen   []int32
	stamp  int32
	events []Event
	inside map[int32]bool // turns begun on this way that have consumed nothing
	ways   []way
}

func (w *walker) from(id int32) []way {
	w.stamp++
	w.events, w.ways, w.inside = nil, nil, make(map[int32]bool)
	w.visit(id)
	return w.ways
}

func (w *walker) visit(id int32) {
	if w.seen[id] == w.stamp {
		return
	}
	w.seen[id] = w.stamp
	switch x := &w.nfa.nodes[id]; x.kind {
	case nodeSymbol, nodeMatch:
		w.ways = append(w.ways, way{w.index[id], append([]Event(nil), w.events...)})
	case nodeSplit:
		for _, o := range x.outs {
			w.visit(o)
		}
	case nodeOpen, nodeClose:
		w.events = append(w.events, Event{int(x.id), x.kind == nodeOpen})
		w.visit(x.outs[0])
		w.events = w.events[:len(w.events)-1]
	case nodeEnter:
		w.inside[x.id] = true
		w.visit(x.outs[0])
		delete(w.inside, x.id)
	case nodeLeave:
		if w.inside[x.id] {
			// The turn is empty: the option or repetition is absent instead.
			// The node may still be left by another way.
			w.seen[id] = 0
			return
		}
		w.visit(x.outs[0])
	}
}

// backward builds the automaton of the first pass. Its states are the sets of
// symbol nodes that can read what follows a position; the set {match} is the
// first.
func (p *Parser) backward(n *nfa, symbols []int32) {
	k := len(p.classes.sets)
	match := int32(len(symbols))
	words := int(match)/64 + 1
	// before[t] lists the symbol nodes from which node t is one way on.
	before := make([][]int32, match+1)
	for i, ways := range p.follow {
		for _, w := range ways {
			before[w.to] = append(before[w.to], int32(i))
		}
	}
	classes := make([][]int32, len(symbols))
	for i, id := range symbols {
		for c, s := range p.classes.sets {
			if n.nodes[id].set.Has(s[0].Lo) {
				classes[i] = append(classes[i], int32(c))
			}
		}
	}
	known := make(map[string]int32)
	buf := make([]byte, 0, 8*words)
	var members [][]int32
	state := func(set bitset, list []int32) int32 {
		buf = buf[:0]
		for _, w := range set {
			buf = binary.LittleEndian.AppendUint64(buf, w)
		}
		if id, ok := known[string(buf)]; ok {
			return id
		}
		id := int32(len(p.sets))
		known[string(buf)] = id
		p.sets = append(p.sets, append(bitset(nil), set...))
		members = append(members, append([]int32(nil), list...))
		p.next = append(p.next, make([]int32, k)...)
		return id
	}
	first := make(bitset, words)
	first.add(match)
	state(first, []int32{match})
	seen := make([]int32, len(symbols))
	moves := make([]bitset, k)
	lists := make([][]int32, k)
	for c := range moves {
		moves[c] = make(bitset, words)
	}
	for i := 0; i < len(members); i++ {
		for c := range moves {
			clear(moves[c])
			lists[c] = lists[c][:0]
		}
		for _, t := range members[i] {
			for _, s := range before[t] {
				if seen[s] == int32(i+1) {
					continue
				}
				seen[s] = int32(i + 1)
				for _, c := range classes[s] {
					moves[c].add(s)
					lists[c] = append(lists[c], s)
				}
			}
		}
		for c := range moves {
			to := state(moves[c], lists[c])
			p.next[i*k+c] = to
		}
	}
}

// Parse calls report for each tag that begins or ends in the derivation of s,
// in order, with the byte offset; it returns false, and calls nothing, if s is
// not in the language.
func (p *Parser) Parse(s string, report func(e Event, at int)) bool {
	k := int32(len(p.classes.sets))
	states := make([]int32, len(s)+1)
	state := int32(0)
	for i := len(s) - 1; i >= 0; i-- {
		state = p.next[state*k+int32(p.classes.bytes[s[i]])]
		states[i] = state
	}
	ways := p.start
	if _, ok := p.choose(ways, states[0]); !ok {
		return false
	}
	for i := range len(s) + 1 {
		w, _ := p.choose(ways, states[i])
		for _, e := range w.events {
			report(e, i)
		}
		if i < len(s) {
			ways = p.follow[w.to]
		}
	}
	return true
}

// choose returns the first way whose end can read the rest of the string.
func (p *Parser) choose(ways []way, state int32) (*way, bool) {
	set := p.sets[state]
	for i := range ways {
		if set.has(ways[i].to) {
			return &ways[i], true
		}
	}
	return nil, false
}

// States returns the number of states of the backward automaton.
func (p *Parser) States() int { return len(p.sets) }
