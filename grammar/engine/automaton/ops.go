package automaton

import "encoding/binary"

// statePair is a state of each of two automata.
type statePair struct{ a, b int32 }

// next returns the states to which a class of symbols leads; a and b have the same
// classes.
func (p statePair) next(a, b *DFA, class int) statePair {
	k := len(a.classes.sets)
	return statePair{a.next[int(p.a)*k+class], b.next[int(p.b)*k+class]}
}

// refine returns a and b over the same classes of symbols.
func (m *Meter) refine(a, b *DFA) (*DFA, *DFA) {
	if a.classes.same(b.classes) {
		return a, b
	}
	sets := append(append([]Set(nil), a.classes.sets...), b.classes.sets...)
	classes := newClasses(max(a.classes.limit, b.classes.limit), sets)
	m.Spend(4 * len(classes.sets) * (a.States() + b.States()))
	return a.over(classes), b.over(classes)
}

// over returns d's table over finer classes; it need not be canonical.
func (d *DFA) over(classes *Classes) *DFA {
	k, m := len(d.classes.sets), len(classes.sets)
	next := make([]int32, len(d.accept)*m)
	for c, set := range classes.sets {
		old := int(d.classes.class(set[0].Lo))
		for s := range d.accept {
			next[s*m+c] = d.next[s*k+old]
		}
	}
	return &DFA{classes: classes, next: next, accept: d.accept, live: d.live}
}

// product returns the minimal DFA of the strings for which accept holds of the
// verdicts of a and b. It takes O(states(a) * states(b) * classes).
func (m *Meter) product(a, b *DFA, accept func(a, b bool) bool) *DFA {
	a, b = m.refine(a, b)
	return explore(m, a.classes, statePair{}, func(p statePair, class int) statePair {
		return p.next(a, b, class)
	}, func(p statePair) bool { return accept(a.accept[p.a], b.accept[p.b]) })
}

// Explore returns the minimal DFA of an automaton over the symbols 0 to limit-1
// whose first state is start, whose transitions are step and whose accepting states
// are those for which accept holds. Finitely many states must be reached. step is
// called with one symbol of each class, so symbols that no set tells apart must lead
// to the same state. The proofs of gen use it.
func Explore[S comparable](limit int32, sets []Set, start S, step func(state S, symbol int32) S, accept func(S) bool) *DFA {
	classes := newClasses(limit, sets)
	return explore(new(Meter), classes, start, func(s S, c int) S { return step(s, classes.sets[c][0].Lo) }, accept)
}

// exploredBytes is about how many bytes a state takes in a table of those that have
// been met.
const exploredBytes = 100

func explore[S comparable](m *Meter, classes *Classes, start S, step func(state S, class int) S, accept func(S) bool) *DFA {
	d := &DFA{classes: classes}
	known := map[S]int32{}
	var states []S
	number := func(s S) int32 {
		id, ok := known[s]
		if !ok {
			id = int32(len(states))
			m.Spend(exploredBytes + 24*len(classes.sets))
			known[s] = id
			states = append(states, s)
			d.accept = append(d.accept, accept(s))
		}
		return id
	}
	number(start)
	for i := 0; i < len(states); i++ {
		for c := range classes.sets {
			d.next = append(d.next, number(step(states[i], c)))
		}
	}
	return d.minimize()
}

// Union returns the strings that a or b accepts.
func Union(a, b *DFA) *DFA { return new(Meter).Union(a, b) }

// Union is [Union] on the meter.
func (m *Meter) Union(a, b *DFA) *DFA {
	return m.product(a, b, func(a, b bool) bool { return a || b })
}

// Intersect returns the strings that both accept.
func Intersect(a, b *DFA) *DFA { return new(Meter).Intersect(a, b) }

// Intersect is [Intersect] on the meter.
func (m *Meter) Intersect(a, b *DFA) *DFA {
	return m.product(a, b, func(a, b bool) bool { return a && b })
}

// Minus returns the strings that a accepts and b does not.
func Minus(a, b *DFA) *DFA { return new(Meter).Minus(a, b) }

// Minus is [Minus] on the meter.
func (m *Meter) Minus(a, b *DFA) *DFA {
	return m.product(a, b, func(a, b bool) bool { return a && !b })
}

// Complement returns the strings over the symbols of d that d does not accept.
func Complement(d *DFA) *DFA {
	accept := make([]bool, len(d.accept))
	for i, a := range d.accept {
		accept[i] = !a
	}
	c := &DFA{classes: d.classes, next: d.next, accept: accept}
	c.live = c.findLive()
	return c
}

// Concat returns the strings of a followed by a string of b. In the worst case it
// takes time exponential in the states of b.
func Concat(a, b *DFA) *DFA {
	return Compile(a.classes.limit, Cat(Language(a), Language(b)))
}

// Star returns the strings that are zero or more strings of d, one after the
// other.
func Star(d *DFA) *DFA {
	return Compile(d.classes.limit, Repeat(Language(d), 0, Unbounded, false))
}

// Reverse returns the strings of d read backwards. In the worst case it takes time
// exponential in the states of d.
func Reverse(d *DFA) *DFA {
	n := &nfa{meter: new(Meter), limit: d.classes.limit}
	n.match = n.add(node{kind: nodeMatch})
	states := make([]int32, d.States())
	for i := range states {
		states[i] = n.add(node{kind: nodeSplit})
	}
	n.nodes[states[0]].outs = append(n.nodes[states[0]].outs, n.match)
	start := node{kind: nodeSplit}
	for i := range states {
		if !d.live[i] {
			continue
		}
		if d.accept[i] {
			start.outs = append(start.outs, states[i])
		}
		for _, t := range d.targets(int32(i)) {
			if d.live[t.state] {
				id := n.add(node{kind: nodeSymbol, set: t.set, outs: []int32{states[i]}})
				n.nodes[states[t.state]].outs = append(n.nodes[states[t.state]].outs, id)
			}
		}
	}
	n.start = n.add(start)
	return n.determinize()
}

// Key returns a string that is the same for two DFAs if and only if they accept
// the same strings over the same symbols.
func (d *DFA) Key() string {
	b := make([]byte, 0, 4*len(d.next)+len(d.accept))
	for _, set := range d.classes.sets {
		b = append(b, set.key()...)
		b = append(b, '|')
	}
	for _, to := range d.next {
		b = binary.LittleEndian.AppendUint32(b, uint32(to))
	}
	for _, a := range d.accept {
		b = append(b, '0')
		if a {
			b[len(b)-1] = '1'
		}
	}
	return string(b)
}

// Equal reports whether a and b accept the same strings.
func Equal(a, b *DFA) bool {
	_, differ := Difference(a, b)
	return !differ
}

// Empty reports whether d accepts no string.
func Empty(d *DFA) bool { return !d.live[0] }

// Difference returns a shortest string that one of a and b accepts and the other
// does not, and of these the first in the order of classes; false if there is
// none. It searches pairs of states breadth first up to the first difference, which
// takes O(states(a) * states(b) * classes) at worst. Outside this package only tests use
// it.
func Difference(a, b *DFA) ([]int32, bool) {
	m := new(Meter)
	a, b = m.refine(a, b)
	return firstWord(m, a, b, statePair{}, func(a, b bool) bool { return a != b })
}

// Shortest returns a shortest string that d accepts; false if there is none.
func Shortest(d *DFA) ([]int32, bool) { return d.ShortestFrom(0) }

// ShortestFrom returns a shortest string that leads from the state to an accepting
// one; false if there is none.
func (d *DFA) ShortestFrom(state int) ([]int32, bool) {
	s := int32(state)
	return firstWord(new(Meter), d, d, statePair{s, s}, func(a, _ bool) bool { return a })
}

// firstWord returns the first of the shortest strings that lead from a pair of
// states to one of whose verdicts found holds; a and b have the same classes.
func firstWord(m *Meter, a, b *DFA, from statePair, found func(a, b bool) bool) (word []int32, ok bool) {
	search := newSearch[statePair](m, a.classes.alphabet(nil))
	search.run([]statePair{from}, func(p statePair, class int, to func(statePair)) {
		to(p.next(a, b, class))
	}, func(i int, p statePair) bool {
		if ok = found(a.accept[p.a], b.accept[p.b]); ok {
			word = search.word(i)
		}
		return !ok
	})
	return word, ok
}
