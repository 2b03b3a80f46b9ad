package automaton

// nfa is the result of Thompson's construction: nodes that take a symbol, and
// nodes that take none. The order of alternatives is kept: an earlier out is
// preferred.
type nfa struct {
	meter *Meter
	limit int32
	nodes []node
	start int32
	match int32
	loops int32 // how many loops there are
}

type node struct {
	kind nodeKind
	set  Set     // nodeSymbol
	outs []int32 // nodeSymbol has one, nodeMatch none
	id   int32   // the tag of nodeOpen and nodeClose, the loop of nodeEnter and nodeLeave
}

// nodeBytes is about how many bytes a node takes.
const nodeBytes = 80

type nodeKind uint8

const (
	nodeSymbol nodeKind = iota
	nodeSplit
	nodeOpen
	nodeClose
	nodeEnter // begins an iteration that must not match the empty string
	nodeLeave // ends it
	nodeMatch
)

// compile builds the NFA of e. It takes time and space linear in e with its
// counted repetitions expanded and, for NotPrefix and Both, in the product with a
// DFA. What is made of the NFA later is on the meter, too.
func compile(m *Meter, limit int32, e *Expr) *nfa {
	n := &nfa{meter: m, limit: limit}
	n.match = n.add(node{kind: nodeMatch})
	n.start = n.build(e, n.match)
	return n
}

func (n *nfa) add(x node) int32 {
	if len(n.nodes) == maxNodes {
		panic(&LimitError{"nodes", maxNodes})
	}
	n.meter.Spend(nodeBytes + 4*len(x.outs))
	n.nodes = append(n.nodes, x)
	return int32(len(n.nodes) - 1)
}

// build builds e before the node next, and returns the node at which e begins.
func (n *nfa) build(e *Expr, next int32) int32 {
	n.meter.Spend(1) // not all expressions have nodes
	switch e.op {
	case opSet:
		return n.add(node{kind: nodeSymbol, set: e.set, outs: []int32{next}})
	case opCat:
		for i := len(e.subs) - 1; i >= 0; i-- {
			next = n.build(e.subs[i], next)
		}
		return next
	case opAlt:
		outs := make([]int32, len(e.subs))
		for i, x := range e.subs {
			outs[i] = n.build(x, next)
		}
		return n.add(node{kind: nodeSplit, outs: outs})
	case opRepeat:
		return n.repeat(e, next)
	case opTag:
		end := n.add(node{kind: nodeClose, id: int32(e.tag), outs: []int32{next}})
		return n.add(node{kind: nodeOpen, id: int32(e.tag), outs: []int32{n.build(e.subs[0], end)}})
	case opNotPrefix:
		return n.notPrefix(e, next)
	case opBoth:
		y := n.meter.Compile(n.limit, e.subs[1])
		return n.product(e.subs[0], y, y.live, y.accept, next)
	case opLanguage:
		return n.language(e.dfa, next)
	}
	panic("automaton: an Expr that no constructor made")
}

func (n *nfa) repeat(e *Expr, next int32) int32 {
	x := e.subs[0]
	prefer := func(body, exit int32) []int32 {
		if e.lazy {
			return []int32{exit, body}
		}
		return []int32{body, exit}
	}
	if e.max == Unbounded {
		loop := n.add(node{kind: nodeSplit})
		n.nodes[loop].outs = prefer(n.iteration(x, loop), next)
		next = loop
	} else {
		exit := next
		for i := e.min; i < e.max; i++ {
			next = n.add(node{kind: nodeSplit, outs: prefer(n.iteration(x, next), exit)})
		}
	}
	for range e.min {
		next = n.build(x, next)
	}
	return next
}

// iteration builds an optional iteration of x, which must not match the empty
// string.
func (n *nfa) iteration(x *Expr, next int32) int32 {
	n.loops++
	loop := n.loops
	leave := n.add(node{kind: nodeLeave, id: loop, outs: []int32{next}})
	return n.add(node{kind: nodeEnter, id: loop, outs: []int32{n.build(x, leave)}})
}

// notPrefix builds the product with the DFA of the strings that begin with the prefix,
// without the accepting state of the latter.
func (n *nfa) notPrefix(e *Expr, next int32) int32 {
	begin := n.meter.Compile(n.limit, Cat(e.subs[1], Repeat(Symbol(Between(0, n.limit-1)), 0, Unbounded, false)))
	may := make([]bool, len(begin.accept))
	for i, accept := range begin.accept {
		may[i] = !accept
	}
	return n.product(e.subs[0], begin, may, may, next)
}

// product builds the product of the NFA of e and a DFA. The DFA goes only to the states
// that may is true for, and ends is true for those in which a string may end.
func (n *nfa) product(e *Expr, d *DFA, may, ends []bool, next int32) int32 {
	if !may[0] {
		return n.add(node{kind: nodeSplit}) // no string at all
	}
	x := compile(n.meter, n.limit, e)
	loops := n.loops // those of x are numbered from here on
	n.loops += x.loops
	type pair struct{ node, state int32 }
	made := make(map[pair]int32)
	var product func(p pair) int32
	product = func(p pair) int32 {
		if id, ok := made[p]; ok {
			return id
		}
		from := x.nodes[p.node]
		id := n.add(node{kind: from.kind, id: from.id})
		made[p] = id
		switch from.kind {
		case nodeMatch:
			n.nodes[id] = node{kind: nodeSplit}
			if ends[p.state] {
				n.nodes[id].outs = []int32{next}
			}
		case nodeSymbol:
			// One symbol node for each state to which the DFA may go. Their sets
			// are disjoint, so their order does not matter.
			split := node{kind: nodeSplit}
			for _, t := range d.targets(p.state) {
				set := from.set.Intersect(t.set)
				if len(set) == 0 || !may[t.state] {
					continue
				}
				to := product(pair{from.outs[0], t.state})
				split.outs = append(split.outs, n.add(node{kind: nodeSymbol, set: set, outs: []int32{to}}))
			}
			n.nodes[id] = split
		default:
			outs := make([]int32, len(from.outs))
			for i, o := range from.outs {
				outs[i] = product(pair{o, p.state})
			}
			n.nodes[id].outs = outs
			if from.kind == nodeEnter || from.kind == nodeLeave {
				n.nodes[id].id += loops
			}
		}
		return id
	}
	return product(pair{x.start, 0})
}

// language builds the states of d as nodes before next, and returns the first.
func (n *nfa) language(d *DFA, next int32) int32 {
	states := make([]int32, d.States())
	for i := range states {
		states[i] = n.add(node{kind: nodeSplit})
		n.meter.Spend(len(d.classes.sets))
	}
	live, k := d.Live(), len(d.classes.sets)
	// For each state that has been met as a target of the state of this turn, the turn and
	// the place among its targets.
	turns, places := make([]int32, d.States()), make([]int32, d.States())
	var targets []int32
	var classes [][]byte // of each target, two bytes for each class
	sets := make(map[string]Set)
	for i, id := range states {
		if !live[i] {
			continue
		}
		targets = targets[:0]
		for c, to := range d.next[i*k : i*k+k] {
			if !live[to] {
				continue
			}
			if turns[to] != int32(i)+1 {
				turns[to], places[to] = int32(i)+1, int32(len(targets))
				if len(targets) == len(classes) {
					classes = append(classes, nil)
				}
				classes[len(targets)] = classes[len(targets)][:0]
				targets = append(targets, to)
			}
			at := &classes[places[to]]
			*at = append(*at, byte(c), byte(c>>8))
		}
		outs := make([]int32, 0, len(targets)+1)
		for j, to := range targets {
			set, ok := sets[string(classes[j])]
			if !ok {
				set = d.classes.union(classes[j])
				sets[string(classes[j])] = set
			}
			outs = append(outs, n.add(node{kind: nodeSymbol, set: set, outs: []int32{states[to]}}))
		}
		if d.accept[i] {
			outs = append(outs, next)
		}
		n.nodes[id].outs = outs
	}
	return states[0]
}

// closure calls visit for each node that takes a symbol or matches and that is
// reached from id without taking one. It sets seen, which is by node, to stamp
// for the nodes it has been at.
func (n *nfa) closure(id int32, seen []int32, stamp int32, visit func(int32)) {
	stack := append(make([]int32, 0, 32), id)
	for len(stack) > 0 {
		id := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[id] == stamp {
			continue
		}
		seen[id] = stamp
		n.meter.Spend(1 + len(n.nodes[id].outs))
		switch x := &n.nodes[id]; x.kind {
		case nodeSymbol, nodeMatch:
			visit(id)
		default:
			stack = append(stack, x.outs...)
		}
	}
}

// symbols returns the symbol nodes, and by node the index of each among them; the
// match gets the index after the last.
func (n *nfa) symbols() (nodes, index []int32) {
	index = make([]int32, len(n.nodes))
	for i := range n.nodes {
		if n.nodes[i].kind == nodeSymbol {
			index[i] = int32(len(nodes))
			nodes = append(nodes, int32(i))
		}
	}
	index[n.match] = int32(len(nodes))
	return nodes, index
}

// classes returns the classes into which the sets of the NFA divide the symbols.
func (n *nfa) classes() *Classes {
	var known setNumbers
	var sets []Set
	ranges := 0
	for i := range n.nodes {
		if x := &n.nodes[i]; x.kind == nodeSymbol {
			if known.number(x.set) == len(sets) {
				sets = append(sets, x.set)
				ranges += len(x.set)
			}
		}
	}
	n.meter.Spend(ranges * min(2*ranges, int(n.limit)))
	return newClasses(n.limit, sets)
}

// setNumbers numbers different sets in the order in which they are first met. Most nodes
// share their sets with others, which are then found without a look at them.
type setNumbers struct {
	byPlace map[setPlace]int
	byKey   map[string]int
}

type setPlace struct {
	first  *Range
	length int
}

func (s *setNumbers) number(set Set) int {
	var place setPlace
	if len(set) > 0 {
		place = setPlace{&set[0], len(set)}
	}
	if n, ok := s.byPlace[place]; ok {
		return n
	}
	if s.byPlace == nil {
		s.byPlace, s.byKey = make(map[setPlace]int), make(map[string]int)
	}
	key := set.key()
	n, ok := s.byKey[key]
	if !ok {
		n = len(s.byKey)
		s.byKey[key] = n
	}
	s.byPlace[place] = n
	return n
}

// key returns what tells s from other sets.
func (s Set) key() string {
	b := make([]byte, 0, 8*len(s))
	for _, r := range s {
		b = append(b, byte(r.Lo), byte(r.Lo>>8), byte(r.Lo>>16), byte(r.Lo>>24),
			byte(r.Hi), byte(r.Hi>>8), byte(r.Hi>>16), byte(r.Hi>>24))
	}
	return string(b)
}
