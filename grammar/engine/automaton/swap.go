package automaton

// Swap is a string and a part of it that makes a difference: with Instead in place
// of Word[Start:End] the verdict is different. Package grammar uses it to find what
// causes a difference between two editions.
type Swap struct {
	Word       []int32
	Start, End int
	Instead    []int32
}

// ShortestSwap returns a shortest string x·y·z that e matches with one [Tag] around
// y and no other, and that without does not accept, although with accepts x·i·z
// for some string i of instead; false if there is none. Of the shortest strings it
// takes the first by rank, and as Instead the first by rank of the shortest that
// will do.
//
// It searches the nodes of the NFA of e with a state of each of the two automata,
// O(nodes * states(without) * states(with) * classes) at worst. Before y, both have
// read the same string, so that few of those states are met.
func ShortestSwap(e *Expr, instead, without, with *DFA, rank Rank) (Swap, bool) {
	return new(Meter).ShortestSwap(e, instead, without, with, rank)
}

// ShortestSwap is [ShortestSwap] on the meter.
func (m *Meter) ShortestSwap(e *Expr, instead, without, with *DFA, rank Rank) (Swap, bool) {
	n := compile(m, max(instead.classes.limit, without.classes.limit, with.classes.limit), e)
	sets := n.classes().sets
	for _, d := range []*DFA{instead, without, with} {
		sets = append(sets, d.classes.sets...)
	}
	classes := newClasses(n.limit, sets)
	m.Spend(4 * len(classes.sets) * (instead.States() + without.States() + with.States()))
	s := &swapper{
		nfa: n, classes: classes, alphabet: classes.alphabet(rank),
		instead: instead.over(classes), without: without.over(classes), with: with.over(classes),
		closures: make(map[swapNode][]swapNode), ends: make(map[int32][]int32),
	}
	search := newSearch[swapState](m, s.alphabet)
	found := -1
	search.run(s.start(), s.next, func(i int, at swapState) bool {
		if s.found(at) {
			found = i
		}
		return found < 0
	})
	if found < 0 {
		return Swap{}, false
	}
	out := Swap{Word: search.word(found)}
	for i := search.reached[found].from; i >= 0; i = search.reached[i].from {
		// The symbol that leads on from a state is in the part that the state is in.
		switch search.reached[i].state.part {
		case beforeTag:
			out.Start++
			out.End++
		case insideTag:
			out.End++
		}
	}
	out.Instead = s.swapped(out)
	return out, true
}

// swapper is one search of ShortestSwap.
type swapper struct {
	nfa                    *nfa
	classes                *Classes
	alphabet               alphabet
	instead, without, with *DFA // over classes
	closures               map[swapNode][]swapNode
	ends                   map[int32][]int32
}

// tagPart is the part of a string that is being read.
type tagPart uint8

const (
	beforeTag tagPart = iota
	insideTag
	afterTag
)

// swapNode is a node of the NFA in a part of the string.
type swapNode struct {
	node int32
	part tagPart
}

// swapState is a node that takes a symbol, or the match, and a state of each of the
// two automata. without has read what the NFA has read. with has read the same
// before the part, nothing in the part, and some string of instead in its place
// after it.
type swapState struct {
	swapNode
	without, with int32
}

func (s *swapper) start() []swapState {
	var out []swapState
	s.reach(swapNode{s.nfa.start, beforeTag}, beforeTag, 0, 0, func(to swapState) { out = append(out, to) })
	return out
}

func (s *swapper) next(at swapState, class int, to func(swapState)) {
	x := &s.nfa.nodes[at.node]
	if x.kind != nodeSymbol || !x.set.Has(s.classes.sets[class][0].Lo) {
		return
	}
	k := len(s.classes.sets)
	without, with := s.without.next[int(at.without)*k+class], at.with
	if at.part != insideTag {
		with = s.with.next[int(at.with)*k+class]
	}
	if s.with.live[with] {
		s.reach(swapNode{x.outs[0], at.part}, at.part, without, with, to)
	}
}

// reach calls to for the states that are reached from a node without reading a
// symbol.
func (s *swapper) reach(from swapNode, part tagPart, without, with int32, to func(swapState)) {
	for _, n := range s.closure(from) {
		if part == afterTag || n.part != afterTag {
			to(swapState{n, without, with})
			continue
		}
		for _, end := range s.endsFrom(with) {
			to(swapState{n, without, end})
		}
	}
}

func (s *swapper) found(at swapState) bool {
	return at.node == s.nfa.match && at.part == afterTag && !s.without.accept[at.without] && s.with.accept[at.with]
}

// closure returns the nodes that take a symbol, or match, and are reached from a
// node without taking one. The tag is opened once at most.
func (s *swapper) closure(from swapNode) []swapNode {
	if out, ok := s.closures[from]; ok {
		return out
	}
	var out []swapNode
	seen := map[swapNode]bool{from: true}
	for stack := []swapNode{from}; len(stack) > 0; {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		x := &s.nfa.nodes[at.node]
		s.nfa.meter.Spend(1 + len(x.outs))
		part := at.part
		switch x.kind {
		case nodeSymbol, nodeMatch:
			out = append(out, at)
			continue
		case nodeOpen:
			if part != beforeTag {
				continue
			}
			part = insideTag
		case nodeClose:
			part = afterTag
		}
		for _, o := range x.outs {
			if to := (swapNode{o, part}); !seen[to] {
				s.nfa.meter.Spend(exploredBytes)
				seen[to] = true
				stack = append(stack, to)
			}
		}
	}
	s.closures[from] = out
	return out
}

// endsFrom returns the live states of with to which a string of instead leads.
func (s *swapper) endsFrom(with int32) []int32 {
	if out, ok := s.ends[with]; ok {
		return out
	}
	out := []int32{}
	seen := make(map[int32]bool)
	s.strings(with, func(_ func() []int32, end int32) bool {
		if !seen[end] {
			seen[end] = true
			out = append(out, end)
		}
		return true
	})
	s.ends[with] = out
	return out
}

// strings calls visit with strings of instead and the live states of with to which
// they lead from a state, at least one string for each state, in the order of first
// words, until visit returns false.
func (s *swapper) strings(with int32, visit func(word func() []int32, end int32) bool) {
	search := newSearch[statePair](s.nfa.meter, s.alphabet)
	search.run([]statePair{{0, with}}, func(p statePair, class int, to func(statePair)) {
		next := p.next(s.instead, s.with, class)
		if s.instead.live[next.a] && s.with.live[next.b] {
			to(next)
		}
	}, func(i int, p statePair) bool {
		return !s.instead.accept[p.a] || visit(func() []int32 { return search.word(i) }, p.b)
	})
}

// swapped returns the first string of instead that will do in place of the part.
func (s *swapper) swapped(x Swap) (out []int32) {
	s.strings(s.run(0, x.Word[:x.Start]), func(word func() []int32, end int32) bool {
		if s.with.accept[s.run(end, x.Word[x.End:])] {
			out = word()
		}
		return out == nil
	})
	return out
}

// run returns the state of with to which a string leads from a state.
func (s *swapper) run(state int32, word []int32) int32 {
	for _, symbol := range word {
		state = int32(s.with.Step(int(state), symbol))
	}
	return state
}
