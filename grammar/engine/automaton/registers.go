package automaton

import (
	"encoding/binary"
	"slices"
)

// This file gives the bounds of the items of each state registers:
//
//	tagged --allot-->    machine   transitions and ends of strings copy registers
//	       --advance-->  machine   beginnings are noted a symbol earlier
//	       --minimize--> machine   states that do alike are one
//
// Each bound that is wanted has the register that the caller names, which at the
// end of a string holds what was found.
// Where the items of a state do not agree on b, its second value and those
// behind it have registers of their own. In the grammars of the URI
// specifications there is none of that: all that is left of the moves of items
// is to note a position in a few registers where a component begins or ends.

// program is copies from register to register, one after the other.
type program []copying

type copying struct{ to, from uint16 }

// What is copied need not be a register.
const (
	fromHere   = 0xFFFF - iota // where the symbol stands that is read, or the end of the string
	fromAfter                  // behind that symbol
	fromAbsent                 // -1
)

// Registers is how many registers there are for what is wanted.
const Registers = 32

// machine is a deterministic automaton whose transitions and accepting states
// run programs. State 0 is the first.
type machine struct {
	classes   *Classes
	initial   [Registers]int32 // what is in the registers at the beginning
	registers int
	states    []machineState
}

// allAbsent is what is in registers for nothing.
var allAbsent = func() (regs [Registers]int32) {
	for r := range regs {
		regs[r] = -1
	}
	return regs
}()

type machineState struct {
	accept bool
	final  program // of one that accepts, for the end of the string
	edges  []machineEdge
}

type machineEdge struct {
	to      int32
	program program
}

// allotter finds a register for each bound of each item of each state that
// needs one: because what may have been noted on the way there may be what is
// found at the end.
type allotter struct {
	*tagged
	live  [][]bounds // by state and item: of these the value here may be found at the end
	noted [][]bounds // these may have been noted
	// value numbers the values of a bound in a state: items with one number
	// have one value, however the state is reached. By state, bound and item;
	// -1 where no register is needed.
	value [][][]int16
	extra map[[2]int]uint16 // the registers of second values, by bound and number
	of    []uint16          // the registers of bounds
}

// allot returns the machine that does what t describes. It takes time in
// proportion to the moves of all edges, times the rounds until no fact about a
// state is new, which are few.
func (t *tagged) allot() *machine {
	a := &allotter{tagged: t, extra: make(map[[2]int]uint16)}
	for _, w := range t.wanted {
		a.of = append(a.of, uint16(w.Begin), uint16(w.End))
	}
	a.findLive()
	a.findNoted()
	a.findValues()
	m := &machine{classes: t.classes, initial: allAbsent, states: make([]machineState, len(t.states))}
	for p := range t.states {
		from, to := &t.states[p], &m.states[p]
		if from.accept >= 0 {
			to.accept, to.final = true, a.finish(p)
		}
		for c := range from.edges {
			e := &from.edges[c]
			to.edges = append(to.edges, machineEdge{e.to, a.follow(p, e)})
		}
	}
	m.registers = Registers + len(a.extra)
	for b, r := range a.of {
		if t.atStart.has(b) {
			m.initial[r] = 0
		}
	}
	a.advance(m)
	return m
}

// places makes bounds for each item of each state.
func (t *tagged) places() [][]bounds {
	out := make([][]bounds, len(t.states))
	for i := range out {
		out[i] = make([]bounds, t.states[i].items)
	}
	return out
}

// untilStable calls f for each edge from each state p until it returns false
// for all.
func (t *tagged) untilStable(f func(p int, e *taggedEdge) (changed bool)) {
	for changed := true; changed; {
		changed = false
		for p := len(t.states) - 1; p >= 0; p-- {
			for c := range t.states[p].edges {
				if f(p, &t.states[p].edges[c]) {
					changed = true
				}
			}
		}
	}
}

func (a *allotter) findLive() {
	a.live = a.places()
	for p, s := range a.states {
		if s.accept >= 0 {
			a.live[p][s.accept] = ^s.final
		}
	}
	a.untilStable(func(p int, e *taggedEdge) (changed bool) {
		for j, m := range e.moves {
			was := a.live[p][m.from]
			a.live[p][m.from] |= a.live[e.to][j] &^ (m.before | m.after)
			changed = changed || a.live[p][m.from] != was
		}
		return changed
	})
}

func (a *allotter) findNoted() {
	a.noted = a.places()
	a.noted[0][0] = a.atStart
	a.untilStable(func(p int, e *taggedEdge) (changed bool) {
		for j, m := range e.moves {
			was := a.noted[e.to][j]
			a.noted[e.to][j] |= a.noted[p][m.from] | m.before | m.after
			changed = changed || a.noted[e.to][j] != was
		}
		return changed
	})
}

// Where the value of a bound comes from if no register has it.
const (
	sourceHere  = -1 - iota
	sourceAfter // behind the symbol
	sourceNone  // nothing was noted yet
)

// source says where the value of bound b comes from by a move from state p:
// the number of its value there, or one of the above.
func (a *allotter) source(p, b int, m move) int16 {
	switch {
	case m.after.has(b):
		return sourceAfter
	case m.before.has(b):
		return sourceHere
	case !a.noted[p][m.from].has(b):
		return sourceNone
	}
	return a.value[p][b][m.from]
}

// findValues is partition refinement: the items of a state have one value until
// an edge brings them different ones.
func (a *allotter) findValues() {
	a.value = make([][][]int16, len(a.states))
	for p, s := range a.states {
		a.value[p] = make([][]int16, 2*a.tags)
		for b := range a.value[p] {
			a.value[p][b] = make([]int16, s.items)
			for j := range s.items {
				if !a.live[p][j].has(b) || !a.noted[p][j].has(b) {
					a.value[p][b][j] = -1
				}
			}
		}
	}
	type pair struct{ value, source int16 }
	var pairs []pair
	a.untilStable(func(p int, e *taggedEdge) (changed bool) {
		for b, value := range a.value[e.to] {
			pairs = pairs[:0]
			for j, m := range e.moves {
				if value[j] < 0 {
					continue
				}
				x := pair{value[j], a.source(p, b, m)}
				n := slices.Index(pairs, x)
				if n < 0 {
					n = len(pairs)
					pairs = append(pairs, x)
				}
				changed = changed || value[j] != int16(n)
				value[j] = int16(n)
			}
		}
		return changed
	})
}

// register returns the register of a value of bound b.
func (a *allotter) register(b int, value int16) uint16 {
	if value == 0 {
		return a.of[b]
	}
	key := [2]int{b, int(value)}
	r, ok := a.extra[key]
	if !ok {
		r = uint16(Registers + len(a.extra))
		a.extra[key] = r
	}
	return r
}

// swap returns a register for programs that exchange others.
func (a *allotter) swap() uint16 { return a.register(-1, 1) }

// holds reports whether register b has a value in state p that an item needs.
// If not, and b ends a tag, and an item may yet find that the tag is absent,
// then the register is -1: so it is at the beginning, and follow keeps it so.
func (a *allotter) holds(p, b int) bool { return slices.Contains(a.value[p][b], 0) }

// mayLack reports whether an item of state p may find bound b absent.
func (a *allotter) mayLack(p, b int) bool {
	for j, live := range a.live[p] {
		if live.has(b) && !a.noted[p][j].has(b) {
			return true
		}
	}
	return false
}

// follow returns the program of an edge of state p.
func (a *allotter) follow(p int, e *taggedEdge) program {
	var moves program
	for b, value := range a.value[e.to] {
		done := int16(-1)
		for j, m := range e.moves {
			if value[j] > done { // values are numbered in the order of items
				done = value[j]
				moves = a.move(moves, p, b, a.register(b, done), a.source(p, b, m))
			}
		}
		// A position that only items had that are left behind.
		if to := int(e.to); ends.has(b) && a.holds(p, b) && !a.holds(to, b) && a.mayLack(to, b) {
			moves = append(moves, copying{a.of[b], fromAbsent})
		}
	}
	return a.inOrder(moves)
}

// finish returns the program of the end of a string in state p.
func (a *allotter) finish(p int) program {
	s := &a.states[p]
	var moves program
	for b := range 2 * a.tags {
		moves = a.move(moves, p, b, a.of[b], a.source(p, b, move{from: s.accept, before: s.final}))
	}
	return a.inOrder(moves)
}

// move appends what brings a value of bound b from state p to a register. A tag
// is absent if its end is, so the register of its beginning may then have
// anything.
func (a *allotter) move(moves program, p, b int, to uint16, source int16) program {
	switch source {
	case sourceHere:
		return append(moves, copying{to, fromHere})
	case sourceAfter:
		return append(moves, copying{to, fromAfter})
	case sourceNone:
		if !ends.has(b) || to == a.of[b] && !a.holds(p, b) {
			return moves
		}
		return append(moves, copying{to, fromAbsent})
	}
	if from := a.register(b, source); from != to {
		moves = append(moves, copying{to, from})
	}
	return moves
}

// inOrder puts moves that are meant to happen at once in an order in which
// nothing is overwritten that is still to be copied.
func (a *allotter) inOrder(moves program) program {
	var out program
	for len(moves) > 0 {
		free := slices.IndexFunc(moves, func(c copying) bool { return !moves.reads(c.to) })
		if free >= 0 {
			out = append(out, moves[free])
			moves = slices.Delete(moves, free, free+1)
			continue
		}
		// They go around in circles.
		held := moves[0].to
		out = append(out, copying{a.swap(), held})
		for i := range moves {
			if moves[i].from == held {
				moves[i].from = a.swap()
			}
		}
	}
	return out
}

func (p program) reads(r uint16) bool {
	return slices.ContainsFunc(p, func(c copying) bool { return c.from == r })
}

// advance lets a beginning that is noted on some of the ways out of a state be
// noted on the way in, if nothing needs its register there: what is not a
// beginning after all is not read. The position is the same if every way out is
// one symbol later, so it does not do so for states that lead to themselves.
// "//" has a few ways in and one out for each character of a host.
func (a *allotter) advance(m *machine) {
	for p := range m.states {
		s := &m.states[p]
		if slices.ContainsFunc(s.edges, func(e machineEdge) bool { return int(e.to) == p }) {
			continue
		}
		for b := 0; b < 2*a.tags; b += 2 {
			if a.holds(p, b) {
				continue
			}
			found := false
			without := func(x program) program {
				out := slices.DeleteFunc(x, func(c copying) bool { return c == copying{a.of[b], fromHere} })
				found = found || len(out) < len(x)
				return out
			}
			s.final = without(s.final)
			for c := range s.edges {
				s.edges[c].program = without(s.edges[c].program)
			}
			if !found {
				continue
			}
			if p == 0 {
				m.initial[a.of[b]] = 0
			}
			for q := range m.states {
				for c := range m.states[q].edges {
					if e := &m.states[q].edges[c]; int(e.to) == p {
						e.program = append(e.program, copying{a.of[b], fromAfter})
					}
				}
			}
		}
	}
}

func (p program) key(b []byte) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(len(p)))
	for _, c := range p {
		b = binary.LittleEndian.AppendUint16(b, c.to)
		b = binary.LittleEndian.AppendUint16(b, c.from)
	}
	return b
}

// minimize joins the states that run the same programs on all strings. It is
// Moore's refinement, which takes a round for each symbol that the longest
// string has which is needed to tell two states apart.
func (m *machine) minimize() *machine {
	block := make([]int32, len(m.states))
	var key []byte
	for n := 1; ; {
		known := make(map[string]int32)
		next := make([]int32, len(m.states))
		var states []machineState
		for i, s := range m.states {
			key = binary.LittleEndian.AppendUint32(key[:0], uint32(block[i]))
			if s.accept {
				key = s.final.key(append(key, 1))
			}
			for _, e := range s.edges {
				key = e.program.key(binary.LittleEndian.AppendUint32(key, uint32(block[e.to])))
			}
			id, ok := known[string(key)]
			if !ok {
				id = int32(len(known))
				known[string(key)] = id
				states = append(states, s)
			}
			next[i] = id
		}
		if len(known) > n {
			n, block = len(known), next
			continue
		}
		for i := range states {
			states[i].edges = slices.Clone(states[i].edges)
			for c := range states[i].edges {
				e := &states[i].edges[c]
				e.to = block[e.to]
			}
		}
		return &machine{m.classes, m.initial, m.registers, states}
	}
}
