package automaton

import (
	"math"
	"slices"
)

// Locator finds where a string of bytes leaves a language, and which tag its
// derivation is in at that point. It does what [DFA.Viable], [DFA.ShortestFrom] and
// [Parser.Parse] do, but fast enough for strings by the million. It is never
// changed and may be used concurrently.
type Locator struct {
	*moore
	kernel     kernel
	blocksFrom int // the length of a string from which on the kernel is of use
}

// NewLocator returns the locator of a language over bytes. d is its minimal
// automaton, and p the parser that finds its derivations.
//
// After a prefix of a string, the derivation that counts is that of the string to
// which [DFA.ShortestFrom] completes the prefix. tag decides what Locate returns
// for it, from two arguments: the tags that are open at the last symbol of the
// prefix, outer ones first, and the events between that symbol and the next one,
// in order. After the empty prefix no tag is open. tag must depend on nothing
// else, and must not keep the slices.
//
// NewLocator takes the time of [NewMatcher] or less. In the worst case there are
// exponentially many states; for the grammars of the URI specifications there are a
// few hundred, of four bytes for each class of symbols. If there would be more than
// 2^17 before they are joined, it panics with a [*LimitError].
func NewLocator(p *Parser, d *DFA, tag func(open []int, at []Event) int) *Locator {
	x := &Locator{moore: newMoore(p, d, tag).minimize(), blocksFrom: math.MaxInt}
	m, live := x.tdfa(d)
	x.kernel = m.newKernel(live, m.findEscapes(live))
	if vector && x.kernel.sets() > 0 {
		x.blocksFrom = minBlock
	}
	return x
}

// moore is a Moore machine: a deterministic automaton whose states have outputs.
// State 0 is the first.
type moore struct {
	classes *Classes
	outputs []output
	next    []int32 // next[state*classes+class]
	dead    int32   // the state after all that is not viable; -1 if there is none
}

// output is what is known of a prefix of a string.
type output struct {
	state int32 // of the minimal automaton
	tag   int32
}

// newMoore makes the automaton from the parser and the DFA. After a prefix of a
// string, its state lists the symbol nodes to which derivations of the prefix
// lead, in the order of preference of the first derivation that leads to each.
// The preferred derivation of the completed string is at the first node from which
// the completion can be read.
//
// The construction is that of subsets.go, but with the symbol nodes of the NFA in
// place of the states of the TNFA, because every symbol is in rules of its own.
func newMoore(p *Parser, d *DFA, tag func([]int, []Event) int) *moore {
	back := newBackward(p)
	completions := back.completions(d)
	open := p.open()
	// The first state lists the match alone, which here has the ways from the
	// beginning of the string, and to which nothing leads.
	match := int32(len(p.follow))
	ways := append(slices.Clip(p.follow), p.start)
	follow := make([][]int32, len(ways))
	for i, useful := 0, p.useful(); i < len(ways); i++ {
		for _, w := range ways[i] {
			if w.to != match && useful[w.to] {
				follow[i] = append(follow[i], w.to)
			}
		}
	}

	m := &back.meter
	x := &moore{classes: p.classes, dead: -1}
	var lists lists
	// number returns the state of a list; it is reached from a state by a class.
	number := func(list []int32, from, class int) int32 {
		id, isNew := lists.number(list)
		if !isNew {
			return id
		}
		if id == maxSubsets {
			panic(&LimitError{"states", maxSubsets})
		}
		m.Spend(8*len(list) + 24*len(p.classes.sets) + exploredBytes)
		state := 0
		if id > 0 {
			state = d.Step(int(x.outputs[from].state), p.classes.sets[class][0].Lo)
		}
		out := output{int32(state), -1}
		for _, at := range list {
			m.Spend(len(ways[at]))
			if w, ok := choose(ways[at], back.sets[completions[state]]); ok {
				out.tag = int32(tag(open[at], w.events))
				break
			}
		}
		x.outputs = append(x.outputs, out)
		return id
	}
	listed := make([]int32, match) // the last round in which each node was listed
	var list []int32
	round := int32(0)
	number([]int32{match}, 0, 0)
	for i := 0; i < len(lists.all); i++ {
		for c := range p.classes.sets {
			round++
			list = list[:0]
			for _, at := range lists.all[i] {
				m.Spend(len(follow[at]))
				for _, to := range follow[at] {
					if listed[to] != round && p.members[to].has(int32(c)) {
						listed[to] = round
						list = append(list, to)
					}
				}
			}
			to := number(list, i, c)
			if len(list) == 0 {
				x.dead = to
			}
			x.next = append(x.next, to)
		}
	}
	return x
}

// completions returns for each state of d the state of b before a shortest
// string that leads from there to an accepting state: the one that ShortestFrom
// returns, the least in the order of d's classes. For states that are not live it
// returns the state of the empty set.
func (b *backward) completions(d *DFA) []int32 {
	k := len(d.classes.sets)
	preds := d.predecessors()
	clear(b.move)
	b.list = b.list[:0]
	before := slices.Repeat([]int32{b.state()}, len(d.accept))
	length := slices.Repeat([]int{math.MaxInt}, len(d.accept))
	var order []int32
	for s, accept := range d.accept {
		if accept {
			length[s], before[s] = 0, 0 // before the empty string
			order = append(order, int32(s))
		}
	}
	for i := 0; i < len(order); i++ {
		s := order[i]
		for _, q := range preds[s] {
			if length[q] == math.MaxInt {
				length[q] = length[s] + 1
				order = append(order, q)
			}
		}
		for c, to := range d.next[int(s)*k : int(s)*k+k] {
			if length[to] < length[s] { // by one
				before[s] = b.step(before[to], b.classes.class(d.classes.sets[c][0].Lo))
				break
			}
		}
	}
	return before
}

// open returns the tags that are open at each symbol node, outer ones first; the
// match is the last node. A node stands for one place in the expression, so all
// ways to it open the same tags.
func (p *Parser) open() [][]int {
	open := make([][]int, len(p.follow)+1)
	seen := newBitset(len(p.follow) + 1)
	seen.add(int32(len(p.follow))) // the match
	var work []int32
	visit := func(ways []way, inside []int) {
		for _, w := range ways {
			if seen.has(w.to) {
				continue
			}
			seen.add(w.to)
			stack := slices.Clone(inside)
			for _, e := range w.events {
				if e.Open {
					stack = append(stack, e.Tag)
				} else {
					stack = stack[:len(stack)-1]
				}
			}
			open[w.to] = stack
			work = append(work, w.to)
		}
	}
	for visit(p.start, nil); len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		visit(p.follow[at], open[at])
	}
	return open
}

// minimize joins the states that have the same output and lead, by the same
// symbols, to states that are joined.
func (x *moore) minimize() *moore {
	known := make(map[output]int32)
	kinds := make([]int32, len(x.outputs))
	for i, out := range x.outputs {
		kind, ok := known[out]
		if !ok {
			kind = int32(len(known))
			known[out] = kind
		}
		kinds[i] = kind
	}
	k := len(x.classes.sets)
	blocks, n := (&DFA{classes: x.classes, next: x.next}).partition(kinds)
	// The joined states, in the order of the first of each.
	number := slices.Repeat([]int32{-1}, n)
	var first []int
	for i, b := range blocks {
		if number[b] < 0 {
			number[b] = int32(len(first))
			first = append(first, i)
		}
	}
	joined := &moore{classes: x.classes, dead: x.dead}
	if x.dead >= 0 {
		joined.dead = number[blocks[x.dead]]
	}
	for _, i := range first {
		joined.outputs = append(joined.outputs, x.outputs[i])
		for _, to := range x.next[i*k : i*k+k] {
			joined.next = append(joined.next, number[blocks[to]])
		}
	}
	return joined
}

// tdfa returns x as a TDFA without programs, and its live states; d says which
// states accept.
func (x *moore) tdfa(d *DFA) (m *tdfa, live []bool) {
	accept := make([]bool, len(x.outputs))
	live = make([]bool, len(x.outputs))
	for i, out := range x.outputs {
		accept[i], live[i] = d.accept[out.state], d.live[out.state]
	}
	return (&DFA{classes: x.classes, next: x.next, accept: accept}).tdfa(), live
}

// Locate returns the length in bytes of the longest prefix of s that is a prefix
// of some string of the language, the state of the minimal automaton after it, and
// what the function given to [NewLocator] returned there. If the language is empty
// it returns 0, 0 and -1. It takes one pass over s and does not allocate.
func (x *Locator) Locate(s string) (length, state, tag int) {
	if x.dead == 0 {
		return 0, 0, -1
	}
	var at int32
	if len(s) >= x.blocksFrom {
		at, length = x.leaveBlocks(s, wide)
	} else {
		at, length = x.leaveBytes(s)
	}
	out := x.outputs[at]
	return length, int(out.state), int(out.tag)
}

func (x *Locator) leaveBytes(s string) (state int32, length int) {
	return leaveBytes(x.next, x.dead, x.classes, 0, s)
}

func (x *Locator) leaveBlocks(s string, wide bool) (state int32, length int) {
	return leaveBlocks(x.next, x.dead, x.classes, &x.kernel, 0, s, wide)
}
