package automaton

import "slices"

// Ambiguity is a string with two derivations by one expression.
type Ambiguity struct {
	Symbols []int32
	// Chosen is the derivation that [Parser.Parse] reports, Other the next one in
	// the order of preference.
	Chosen, Other []Mark
}

// Mark is the beginning or the end of a tag after the first At symbols.
type Mark struct {
	Event
	At int
}

// FindAmbiguity returns a shortest string over the symbols 0 to limit-1 that has
// two derivations by e; false if there is none, which is then proved. Two
// derivations are different if their tags begin or end at different positions or
// in a different order: ways through e that differ in nothing that is tagged are
// one derivation. Only tags for which tells returns true count.
//
// It searches pairs of paths that read the same string, breadth first, until two
// paths that have parted reach the end together. For n symbols in e with its
// counted repetitions expanded there are at most n² pairs, and usually far fewer
// are met. Each takes some 30 bytes, and time in proportion to the ways on from one
// of its nodes times those from the other. These are all ways, not only the
// preferred ones: parts of e that may be empty should not derive the empty string
// in many ways.
func FindAmbiguity(limit int32, e *Expr, tells func(tag int) bool) (*Ambiguity, bool) {
	return new(Meter).FindAmbiguity(limit, e, tells)
}

// FindAmbiguity is [FindAmbiguity] on the meter.
func (m *Meter) FindAmbiguity(limit int32, e *Expr, tells func(tag int) bool) (*Ambiguity, bool) {
	g := newPaths(m, limit, e, tells)
	symbols, ok := g.twofold()
	if !ok {
		return nil, false
	}
	chosen, _ := g.derive(symbols, nil)
	other, _ := g.derive(symbols, &chosen)
	return &Ambiguity{symbols, chosen, other}, true
}

// paths has all the ways on from each node of an NFA, not only those that a
// derivation prefers. The nodes are the symbol nodes, then match and start.
type paths struct {
	meter   *Meter
	classes *Classes
	tells   func(tag int) bool
	ways    [][]path // by node, in order of preference; match has none
	members []bitset // the classes of each symbol node
	match   int32
	start   int32
}

// path is a way, and those of its events that tell derivations apart.
type path struct {
	way
	telling []Event
}

func newPaths(m *Meter, limit int32, e *Expr, tells func(tag int) bool) *paths {
	n := compile(m, limit, e)
	g := &paths{meter: m, classes: n.classes(), tells: tells}
	symbols, index := n.symbols()
	g.match = index[n.match]
	g.start = g.match + 1

	c := &closure{nfa: n, index: index, all: true}
	g.ways = make([][]path, g.start+1)
	g.ways[g.start] = g.distinct(c.from(n.start))
	known := make(map[int32][]path)
	for i, id := range symbols {
		out := n.nodes[id].outs[0]
		ways, ok := known[out]
		if !ok {
			ways = g.distinct(c.from(out))
			known[out] = ways
		}
		g.ways[i] = ways
		m.Spend(len(g.classes.sets))
		g.members = append(g.members, newBitsetOf(len(g.classes.sets), g.classes.within(n.nodes[id].set)))
	}
	return g
}

// distinct returns the ways, without those that tell the same as an earlier one.
func (g *paths) distinct(ways []way) []path {
	var out []path
	for _, w := range ways {
		g.meter.Spend(1 + len(out) + len(w.events))
		p := path{way: w}
		for _, e := range w.events {
			if g.tells(e.Tag) {
				p.telling = append(p.telling, e)
			}
		}
		if !slices.ContainsFunc(out, func(q path) bool { return p.to == q.to && slices.Equal(p.telling, q.telling) }) {
			out = append(out, p)
		}
	}
	return out
}

// common returns the least symbol that both symbol nodes take.
func (g *paths) common(p, q int32) (int32, bool) {
	g.meter.Spend(len(g.classes.sets))
	for c, set := range g.classes.sets {
		if g.members[p].has(int32(c)) && g.members[q].has(int32(c)) {
			return set[0].Lo, true
		}
	}
	return 0, false
}

// twins are two paths that have read the same string: the nodes that took its last
// symbol, and whether the paths have parted. It does not matter which path is
// which; p is the lesser node.
type twins struct {
	p, q   int32
	parted bool
}

// metBytes is about how many bytes a pair of paths takes.
const metBytes = 30

// twofold returns a shortest string with two derivations.
func (g *paths) twofold() ([]int32, bool) {
	type met struct {
		twins
		from   int
		symbol int32
	}
	all := []met{{twins: twins{p: g.start, q: g.start}}}
	var seen [2][]bitset // the pairs that have been met, not parted and parted; a row is made when it is needed
	for i := range seen {
		seen[i] = make([]bitset, g.start+1)
	}
	first := func(t twins) bool {
		rows := seen[0]
		if t.parted {
			rows = seen[1]
		}
		if rows[t.p] == nil {
			g.meter.Spend(len(g.ways) / 8)
			rows[t.p] = newBitset(int(g.start) + 1)
		}
		known := rows[t.p].has(t.q)
		rows[t.p].add(t.q)
		return !known
	}
	for i := 0; i < len(all); i++ {
		at := all[i].twins
		for _, v := range g.ways[at.p] {
			g.meter.Spend(len(g.ways[at.q]))
			for _, w := range g.ways[at.q] {
				to := twins{v.to, w.to, at.parted || !slices.Equal(v.telling, w.telling)}
				if v.to == g.match || w.to == g.match {
					if v.to != w.to || !to.parted {
						continue
					}
					var out []int32
					for ; i > 0; i = all[i].from {
						out = append(out, all[i].symbol)
					}
					slices.Reverse(out)
					return out, true
				}
				if to.p > to.q {
					to.p, to.q = to.q, to.p
				}
				symbol, ok := g.common(to.p, to.q)
				if ok && first(to) {
					g.meter.Spend(metBytes)
					all = append(all, met{to, i, symbol})
				}
			}
		}
	}
	return nil, false
}

// derive returns the first derivation of a string in the order of preference or,
// if not is given, the first that differs from it; false if there is none.
func (g *paths) derive(symbols []int32, not *[]Mark) ([]Mark, bool) {
	// at is a node that has taken the symbol before a position, and whether the
	// derivation differs already.
	type at struct {
		position int
		node     int32
		parted   bool
	}
	dead := make(map[at]bool)
	var out []Mark
	var from func(a at) bool
	from = func(a at) bool {
		if dead[a] {
			return false
		}
		n, end := len(out), a.position == len(symbols)
		g.meter.Spend(exploredBytes + len(g.ways[a.node]))
		for _, w := range g.ways[a.node] {
			if end != (w.to == g.match) || !end && !g.members[w.to].has(g.classes.class(symbols[a.position])) {
				continue
			}
			for _, e := range w.events {
				out = append(out, Mark{e, a.position})
			}
			parted := a.parted || !slices.Equal(w.telling, g.tellingAt(*not, a.position))
			if end && parted || !end && from(at{a.position + 1, w.to, parted}) {
				return true
			}
			out = out[:n]
		}
		dead[a] = true
		return false
	}
	ok := from(at{node: g.start, parted: not == nil})
	return out, ok
}

// tellingAt returns the events at a position that tell derivations apart.
func (g *paths) tellingAt(marks []Mark, position int) []Event {
	var out []Event
	for _, m := range marks {
		if m.At == position && g.tells(m.Tag) {
			out = append(out, m.Event)
		}
	}
	return out
}
