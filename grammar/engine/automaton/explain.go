package automaton

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"unsafe"
)

// This file makes of a parser and the minimal automaton of one language an
// automaton that says, where a string leaves the language, where that is in a
// derivation:
//
//	DFA            --completions--> a shortest string from each state to the end
//	Parser x DFA   --newPlaces--->  places   states list the symbol nodes, the preferred first
//	places         --minimize--->   places   those that say the same of all strings are one
//	places         --newKernel-->   kernel   the loops, for long strings
//
// The states are those of tagged.go, but for the items: here each symbol of the
// NFA is one by itself, because it is inside rules of its own.

// Explainer says of a string of bytes how much of it some string of a language
// begins with, and which tag a derivation is in there. It is what [DFA.Viable],
// [DFA.ShortestFrom] and [Parser.Parse] find, for strings by the million. An
// Explainer is never changed and may be used concurrently.
type Explainer struct {
	*places
	kernel     kernel
	blocksFrom int // the length of a string from which on the kernel is of use
}

// NewExplainer makes the explainer of a language over bytes, of which p finds
// the derivations and d is the minimal automaton.
//
// The derivation that is meant behind a prefix is that of the string which
// [DFA.ShortestFrom] completes it to. What there is of it at that position
// depends on finitely much: tag is given the tags that are open where the last
// symbol of the prefix stands, outer ones first, and what begins and ends behind
// that symbol and before the next one, in order. Behind the empty prefix no tag is
// open. It returns what Explain is to return, and must not keep the slices.
//
// It takes the time of [NewMatcher] or less. There may be exponentially many
// states in the worst case; for the grammars of the URI specifications they are
// some hundreds, of four bytes for each class of symbols.
func NewExplainer(p *Parser, d *DFA, tag func(open []int, at []Event) int) *Explainer {
	x := &Explainer{places: newPlaces(p, d, tag).minimize(), blocksFrom: math.MaxInt}
	m, live := x.machine(d)
	behind, pair := m.findEscapes(live)
	x.kernel = m.newKernel(live, behind, pair)
	if vector && x.kernel.inUse() > 0 {
		x.blocksFrom = minBlock
	}
	return x
}

// places is an automaton whose states are labelled. State 0 is the first.
type places struct {
	classes *Classes
	labels  []place
	next    []int32 // next[state*classes+class]
	dead    int32   // the state of all strings that are no prefix of one; -1 if there are none
}

// place is where a prefix of a string leads.
type place struct {
	state int32 // of the minimal automaton
	tag   int32
}

// newPlaces makes the automaton. Behind a prefix of a string, its state lists
// the symbol nodes to which derivations of the prefix lead, in the order of
// preference of the first derivation that leads to each: the first node from
// which the completion can be read is where its preferred derivation is.
func newPlaces(p *Parser, d *DFA, tag func([]int, []Event) int) *places {
	back := newBackward(p)
	completions := back.completions(d)
	open := p.open()
	// The list of the beginning is the match alone, to which no node leads here.
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

	x := &places{classes: p.classes, dead: -1}
	known := make(map[string]int32)
	var lists [][]int32
	var key []byte
	number := func(list []int32, from, class int) int32 {
		key = key[:0]
		for _, id := range list {
			key = binary.LittleEndian.AppendUint32(key, uint32(id))
		}
		id, ok := known[string(key)]
		if ok {
			return id
		}
		id = int32(len(lists))
		known[string(key)] = id
		lists = append(lists, slices.Clone(list))
		state := 0
		if id > 0 {
			state = d.Step(int(x.labels[from].state), p.classes.sets[class][0].Lo)
		}
		label := place{int32(state), -1}
		for _, at := range list {
			if w, ok := choose(ways[at], back.sets[completions[state]]); ok {
				label.tag = int32(tag(open[at], w.events))
				break
			}
		}
		x.labels = append(x.labels, label)
		return id
	}
	listed := make([]int32, match) // the number of the list that each node is in
	var list []int32
	round := int32(0)
	number([]int32{match}, 0, 0)
	for i := 0; i < len(lists); i++ {
		for c := range p.classes.sets {
			round++
			list = list[:0]
			for _, at := range lists[i] {
				for _, to := range follow[at] {
					if listed[to] != round && p.members[to].has(int32(c)) {
						listed[to] = round
						list = append(list, to)
					}
				}
			}
			if len(list) > 0 {
				x.next = append(x.next, number(list, i, c))
				continue
			}
			if x.dead < 0 {
				x.dead = number(nil, i, c)
			}
			x.next = append(x.next, x.dead)
		}
	}
	return x
}

// completions returns for each state of d the state of b before a shortest
// string that leads from there to an accepting state, the one that ShortestFrom
// returns: the least in the order of d's classes. For states that are not live
// it is the empty set's.
func (b *backward) completions(d *DFA) []int32 {
	k := len(d.classes.sets)
	preds := make([][]int32, len(d.accept))
	for i, to := range d.next {
		preds[to] = append(preds[to], int32(i/k))
	}
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
			if length[to] < length[s] { // a state that is shorter by one
				before[s] = b.step(before[to], b.classes.class(d.classes.sets[c][0].Lo))
				break
			}
		}
	}
	return before
}

// open returns the tags that are open at each symbol node, outer ones first; the
// match is the last node. A node is in one place of the expression, so all ways
// to it open the same.
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

// minimize joins the states that have the same label and, by the same symbols,
// lead to states that are joined.
func (x *places) minimize() *places {
	known := make(map[place]int32)
	kinds := make([]int32, len(x.labels))
	for i, label := range x.labels {
		kind, ok := known[label]
		if !ok {
			kind = int32(len(known))
			known[label] = kind
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
	joined := &places{classes: x.classes, dead: x.dead}
	if x.dead >= 0 {
		joined.dead = number[blocks[x.dead]]
	}
	for _, i := range first {
		joined.labels = append(joined.labels, x.labels[i])
		for _, to := range x.next[i*k : i*k+k] {
			joined.next = append(joined.next, number[blocks[to]])
		}
	}
	return joined
}

// machine returns x as a machine without programs, and its live states; d says
// which accept.
func (x *places) machine(d *DFA) (m *machine, live []bool) {
	accept := make([]bool, len(x.labels))
	live = make([]bool, len(x.labels))
	for i, label := range x.labels {
		accept[i], live[i] = d.accept[label.state], d.live[label.state]
	}
	return (&DFA{classes: x.classes, next: x.next, accept: accept}).machine(), live
}

// Explain returns the length of the longest prefix of s that some string of the
// language begins with, the state of the minimal automaton that it leads to, and
// the tag there. If there is no string in the language it returns 0, 0 and -1.
// It takes one pass over s and does not allocate.
func (x *Explainer) Explain(s string) (length, state, tag int) {
	if x.dead == 0 {
		return 0, 0, -1
	}
	var at int32
	if len(s) >= x.blocksFrom {
		at, length = x.leaveBlocks(s, wide)
	} else {
		at, length = x.leaveBytes(s)
	}
	label := x.labels[at]
	return length, int(label.state), int(label.tag)
}

// leaveBytes returns the length of the longest prefix of s that is one of a
// string of the language, which is not empty, and the state that it leads to.
func (x *places) leaveBytes(s string) (state int32, length int) {
	k := len(x.classes.sets)
	at := int32(0)
	for i := 0; i < len(s); i++ {
		row := x.next[int(at)*k:][:k]
		// As long as a state loops, nothing waits for the row.
		to := at
		for ; i < len(s); i++ {
			if to = row[x.classes.bytes[s[i]]]; to != at {
				break
			}
		}
		if i == len(s) || to == x.dead {
			return at, i
		}
		at = to
	}
	return at, len(s)
}

// leaveBlocks is leaveBytes with the kernel, as acceptsBlocks uses it. s must
// have minBlock bytes.
func (x *Explainer) leaveBlocks(s string, wide bool) (state int32, length int) {
	var not outside
	k := len(x.classes.sets)
	at := int32(0)
	i, n := uint(0), uint(len(s))
	for i < n {
		block := min(n, 64)
		base := min(i, n-block)
		if p := unsafe.StringData(s[base:]); wide {
			classify64(&not, &x.kernel, p, int(block))
		} else {
			classify32(&not, &x.kernel, p, int(block))
		}
		for limit := base + block; i < limit; i++ {
			if set := x.kernel.setOf[at]; set < noSet {
				i += uint(bits.TrailingZeros64(not[set] >> ((i - base) & 63)))
				if i >= limit {
					i = limit
					break
				}
			}
			to := x.next[int(at)*k+int(x.classes.bytes[s[i]])]
			if to == x.dead {
				return at, int(i)
			}
			at = to
		}
	}
	return at, len(s)
}
