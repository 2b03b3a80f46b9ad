package automaton

import "encoding/binary"

// refine returns a and b over one partition of the symbols.
func refine(a, b *DFA) (*DFA, *DFA) {
	if a.classes.same(b.classes) {
		return a, b
	}
	sets := append(append([]Set(nil), a.classes.sets...), b.classes.sets...)
	classes := newClasses(max(a.classes.limit, b.classes.limit), sets)
	return a.over(classes), b.over(classes)
}

// over returns d's table over a finer partition; it need not be canonical.
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

// product returns the minimal DFA of the strings for which accept holds of
// the verdicts of a and b. It takes O(states(a) * states(b) * classes).
func product(a, b *DFA, accept func(a, b bool) bool) *DFA {
	a, b = refine(a, b)
	k := len(a.classes.sets)
	type pair struct{ a, b int32 }
	return explore(a.classes, pair{}, func(p pair, c int) pair {
		return pair{a.next[int(p.a)*k+c], b.next[int(p.b)*k+c]}
	}, func(p pair) bool { return accept(a.accept[p.a], b.accept[p.b]) })
}

// Explore returns the minimal DFA of the automaton with the first state start,
// the transitions step and the accepting states accept, over the symbols below
// limit. No set of sets may be cut by a transition: step is called with one
// symbol of each class. It must reach finitely many states.
func Explore[S comparable](limit int32, sets []Set, start S, step func(state S, symbol int32) S, accept func(S) bool) *DFA {
	classes := newClasses(limit, sets)
	return explore(classes, start, func(s S, c int) S { return step(s, classes.sets[c][0].Lo) }, accept)
}

func explore[S comparable](classes *Classes, start S, step func(state S, class int) S, accept func(S) bool) *DFA {
	d := &DFA{classes: classes}
	known := map[S]int32{}
	var states []S
	number := func(s S) int32 {
		id, ok := known[s]
		if !ok {
			id = int32(len(states))
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
func Union(a, b *DFA) *DFA { return product(a, b, func(a, b bool) bool { return a || b }) }

// Intersect returns the strings that both accept.
func Intersect(a, b *DFA) *DFA { return product(a, b, func(a, b bool) bool { return a && b }) }

// Minus returns the strings that a accepts and b does not.
func Minus(a, b *DFA) *DFA { return product(a, b, func(a, b bool) bool { return a && !b }) }

// Complement returns the strings over the symbols below d's limit that d does
// not accept.
func Complement(d *DFA) *DFA {
	accept := make([]bool, len(d.accept))
	for i, a := range d.accept {
		accept[i] = !a
	}
	c := &DFA{classes: d.classes, next: d.next, accept: accept}
	c.live = c.findLive()
	return c
}

// Concat returns the strings of a followed by a string of b. In the worst
// case that is exponential in the states of b.
func Concat(a, b *DFA) *DFA {
	return Compile(a.classes.limit, Cat(Language(a), Language(b)))
}

// Star returns the strings that are zero or more strings of d.
func Star(d *DFA) *DFA {
	return Compile(d.classes.limit, Repeat(Language(d), 0, Unbounded, false))
}

// Reverse returns the strings of d read backwards. In the worst case that is
// exponential in the states of d.
func Reverse(d *DFA) *DFA {
	n := &nfa{limit: d.classes.limit}
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

// Key returns a string that two DFAs have in common exactly if they accept the
// same strings over the same symbols.
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

// Difference returns a shortest string that one of a and b accepts and the
// other does not, the least in the order of classes among those; false if
// there is none. It walks pairs of states breadth first and stops at the
// first, O(states(a) * states(b) * classes) at the worst.
func Difference(a, b *DFA) ([]int32, bool) {
	a, b = refine(a, b)
	return search(a, b, func(a, b bool) bool { return a != b })
}

// Shortest returns a shortest string that d accepts; false if there is none.
func Shortest(d *DFA) ([]int32, bool) { return d.ShortestFrom(0) }

// ShortestFrom returns a shortest string that leads from the state to an
// accepting one; false if there is none.
func (d *DFA) ShortestFrom(state int) ([]int32, bool) {
	from := &DFA{classes: d.classes, next: d.next, accept: d.accept, live: d.live}
	return searchFrom(from, from, int32(state), int32(state), func(a, _ bool) bool { return a })
}

func search(a, b *DFA, found func(a, b bool) bool) ([]int32, bool) {
	return searchFrom(a, b, 0, 0, found)
}

// searchFrom walks the pairs of states breadth first until found holds.
func searchFrom(a, b *DFA, p, q int32, found func(a, b bool) bool) ([]int32, bool) {
	type pair struct{ a, b int32 }
	type step struct {
		pair
		from   int
		symbol int32
	}
	k := len(a.classes.sets)
	steps := []step{{pair{p, q}, -1, 0}}
	known := map[pair]bool{{p, q}: true}
	for i := 0; i < len(steps); i++ {
		at := steps[i]
		if found(a.accept[at.a], b.accept[at.b]) {
			var out []int32
			for j := i; steps[j].from >= 0; j = steps[j].from {
				out = append(out, steps[j].symbol)
			}
			for l, r := 0, len(out)-1; l < r; l, r = l+1, r-1 {
				out[l], out[r] = out[r], out[l]
			}
			return out, true
		}
		for c := range k {
			to := pair{a.next[int(at.a)*k+c], b.next[int(at.b)*k+c]}
			if !known[to] {
				known[to] = true
				steps = append(steps, step{to, i, a.classes.sets[c][0].Lo})
			}
		}
	}
	return nil, false
}

// Cover returns strings that together take every transition of d: for each
// live state a shortest string that leads to it, one symbol of each class, and,
// if that leads to a live state, a shortest string from there on that is
// accepted.
func Cover(d *DFA) [][]int32 {
	k := len(d.classes.sets)
	to := make([][]int32, d.States())
	reached := make([]bool, d.States())
	reached[0] = true
	order := []int32{0}
	for i := 0; i < len(order); i++ {
		s := order[i]
		for c := range k {
			t := d.next[int(s)*k+c]
			if !reached[t] {
				reached[t] = true
				to[t] = append(append([]int32(nil), to[s]...), d.classes.sets[c][0].Lo)
				order = append(order, t)
			}
		}
	}
	var out [][]int32
	for _, s := range order {
		if !d.live[s] {
			continue
		}
		for c := range k {
			t := d.next[int(s)*k+c]
			w := append(append([]int32(nil), to[s]...), d.classes.sets[c][0].Lo)
			if d.live[t] {
				rest, _ := d.ShortestFrom(int(t))
				w = append(w, rest...)
			}
			out = append(out, w)
		}
	}
	return out
}
