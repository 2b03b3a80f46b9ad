package automaton

import "slices"

// allocation finds registers for the bounds of the captures of a subset
// construction: a register for a bound of a member of a state, if what has been
// stored on the way there may be what is found at the end of the string.
//
// A bound has the register that the caller names, which at the end of the string
// holds what was found. Where the members of a state disagree on the value of a
// bound, the second value and those after it get registers of their own. That
// does not happen in the grammars of the URI specifications: there, all that
// remains of the moves of members is to store a position in a few registers
// where a component begins or ends.
type allocation struct {
	*subsets
	live   [][]bounds // by state and member: the value here may be found at the end
	stored [][]bounds // by state and member: a value may have been stored
	// value numbers the values of a bound in a state, by state, bound and member:
	// members with the same number have the same value, however the state is
	// reached. It is -1 where no register is needed.
	value [][][]int16
	of    []uint16          // the register of each bound
	extra map[[2]int]uint16 // the registers of second values, by bound and number
}

// allocate returns the TDFA of s. It takes time in proportion to the moves of all
// edges, times a few rounds.
func (s *subsets) allocate() *tdfa {
	a := &allocation{subsets: s, extra: make(map[[2]int]uint16)}
	for _, w := range s.wanted {
		a.of = append(a.of, uint16(w.Begin), uint16(w.End))
	}
	a.findLive()
	a.findStored()
	a.findValues()
	m := &tdfa{classes: s.classes, initial: allAbsent, states: make([]tdfaState, len(s.states))}
	for p := range s.states {
		from, to := &s.states[p], &m.states[p]
		if from.accept >= 0 {
			to.accept, to.final = true, a.finalProgram(p)
		}
		for c := range from.edges {
			e := &from.edges[c]
			to.edges = append(to.edges, tdfaEdge{e.to, a.program(p, e)})
		}
	}
	m.registers = Registers + len(a.extra)
	for b, r := range a.of {
		if s.atStart.has(b) {
			m.initial[r] = 0
		}
	}
	a.hoist(m)
	return m
}

// perMember makes a set of bounds for each member of each state.
func (s *subsets) perMember() [][]bounds {
	out := make([][]bounds, len(s.states))
	for i := range out {
		out[i] = make([]bounds, s.states[i].members)
	}
	return out
}

// untilStable calls f for each edge of each state p, again and again until it
// returns false for all.
func (s *subsets) untilStable(f func(p int, e *subsetEdge) (changed bool)) {
	for changed := true; changed; {
		changed = false
		for p := len(s.states) - 1; p >= 0; p-- {
			for c := range s.states[p].edges {
				s.meter.Spend(1 + len(s.states[p].edges[c].moves))
				if f(p, &s.states[p].edges[c]) {
					changed = true
				}
			}
		}
	}
}

// findLive is liveness analysis: a value is live where a way on leads to the end
// and stores no other value in its place.
func (a *allocation) findLive() {
	a.live = a.perMember()
	for p, s := range a.states {
		if s.accept >= 0 {
			a.live[p][s.accept] = ^s.final
		}
	}
	a.untilStable(func(p int, e *subsetEdge) (changed bool) {
		for j, m := range e.moves {
			was := a.live[p][m.from]
			a.live[p][m.from] |= a.live[e.to][j] &^ (m.before | m.after)
			changed = changed || a.live[p][m.from] != was
		}
		return changed
	})
}

// findStored finds where some way from the beginning has stored a value.
func (a *allocation) findStored() {
	a.stored = a.perMember()
	a.stored[0][0] = a.atStart
	a.untilStable(func(p int, e *subsetEdge) (changed bool) {
		for j, m := range e.moves {
			was := a.stored[e.to][j]
			a.stored[e.to][j] |= a.stored[p][m.from] | m.before | m.after
			changed = changed || a.stored[e.to][j] != was
		}
		return changed
	})
}

// Where the value of a bound comes from if not from a register.
const (
	sourceHere  = -1 - iota // the position of the symbol
	sourceAfter             // the position after it
	sourceNone              // nothing has been stored yet
)

// source says where the value of bound b comes from after a move from state p:
// the number of its value there, or one of the constants above.
func (a *allocation) source(p, b int, m move) int16 {
	switch {
	case m.after.has(b):
		return sourceAfter
	case m.before.has(b):
		return sourceHere
	case !a.stored[p][m.from].has(b):
		return sourceNone
	}
	return a.value[p][b][m.from]
}

// findValues is partition refinement: the members of a state have one value until
// an edge brings them different ones.
func (a *allocation) findValues() {
	a.value = make([][][]int16, len(a.states))
	for p, s := range a.states {
		a.value[p] = make([][]int16, a.bounds())
		for b := range a.value[p] {
			a.value[p][b] = make([]int16, s.members)
			for j := range s.members {
				if !a.live[p][j].has(b) || !a.stored[p][j].has(b) {
					a.value[p][b][j] = -1
				}
			}
		}
	}
	type pair struct{ value, source int16 }
	var pairs []pair
	a.untilStable(func(p int, e *subsetEdge) (changed bool) {
		for b, value := range a.value[e.to] {
			pairs = pairs[:0]
			for j, m := range e.moves {
				if value[j] < 0 {
					continue
				}
				a.meter.Spend(1 + len(pairs))
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
func (a *allocation) register(b int, value int16) uint16 {
	if value == 0 {
		return a.of[b]
	}
	key := [2]int{b, int(value)}
	r, ok := a.extra[key]
	if !ok {
		if Registers+len(a.extra) == maxRegisters {
			panic(&LimitError{"registers", maxRegisters})
		}
		r = uint16(Registers + len(a.extra))
		a.extra[key] = r
	}
	return r
}

// temporary returns a register for programs that exchange others.
func (a *allocation) temporary() uint16 { return a.register(-1, 1) }

// holds reports whether the register of bound b has a value in state p that a
// member needs. If not, and b ends a capture, and a member may yet find that the
// capture is absent, then the register is -1: so it is at the beginning, and
// program keeps it so.
func (a *allocation) holds(p, b int) bool { return slices.Contains(a.value[p][b], 0) }

// mayLack reports whether a member of state p may find bound b absent.
func (a *allocation) mayLack(p, b int) bool {
	for j, live := range a.live[p] {
		if live.has(b) && !a.stored[p][j].has(b) {
			return true
		}
	}
	return false
}

// program returns the program of an edge of state p.
func (a *allocation) program(p int, e *subsetEdge) program {
	var all program
	for b, value := range a.value[e.to] {
		done := int16(-1)
		for j, m := range e.moves {
			if value[j] > done { // values are numbered in the order of members
				done = value[j]
				all = a.assign(all, p, b, a.register(b, done), a.source(p, b, m))
			}
		}
		// A position that only members had that the edge drops.
		if to := int(e.to); ends.has(b) && a.holds(p, b) && !a.holds(to, b) && a.mayLack(to, b) {
			all = append(all, assignment{a.of[b], fromAbsent})
		}
	}
	return a.inOrder(all)
}

// finalProgram returns the program of the end of a string in state p.
func (a *allocation) finalProgram(p int) program {
	s := &a.states[p]
	var all program
	for b := range a.bounds() {
		all = a.assign(all, p, b, a.of[b], a.source(p, b, move{from: s.accept, before: s.final}))
	}
	return a.inOrder(all)
}

// assign appends what brings a value of bound b from state p to a register. A
// capture is absent if its end is, so the register of its beginning may then have
// any value.
func (a *allocation) assign(all program, p, b int, to uint16, source int16) program {
	switch source {
	case sourceHere:
		return append(all, assignment{to, fromHere})
	case sourceAfter:
		return append(all, assignment{to, fromAfter})
	case sourceNone:
		if !ends.has(b) || to == a.of[b] && !a.holds(p, b) {
			return all
		}
		return append(all, assignment{to, fromAbsent})
	}
	if from := a.register(b, source); from != to {
		all = append(all, assignment{to, from})
	}
	return all
}

// inOrder puts assignments that are meant to happen at once in an order in which
// no register is overwritten that is still to be copied.
func (a *allocation) inOrder(all program) program {
	var out program
	for len(all) > 0 {
		a.meter.Spend(len(all) * len(all))
		free := slices.IndexFunc(all, func(x assignment) bool { return !all.reads(x.to) })
		if free >= 0 {
			out = append(out, all[free])
			all = slices.Delete(all, free, free+1)
			continue
		}
		// They form a cycle.
		held := all[0].to
		out = append(out, assignment{a.temporary(), held})
		for i := range all {
			if all[i].from == held {
				all[i].from = a.temporary()
			}
		}
	}
	return out
}

// hoist moves the storing of a beginning from the ways out of a state to the ways
// in, if nothing needs its register in between: the register of a capture that
// does not begin there after all is not read. The position is the same only if
// every way out is one symbol later, so states that lead to themselves are left
// alone. "//" has a few ways in, and a way out for each character of a host.
func (a *allocation) hoist(m *tdfa) {
	for p := range m.states {
		s := &m.states[p]
		if slices.ContainsFunc(s.edges, func(e tdfaEdge) bool { return int(e.to) == p }) {
			continue
		}
		for b := 0; b < a.bounds(); b += 2 {
			if a.holds(p, b) {
				continue
			}
			found := false
			without := func(x program) program {
				out := slices.DeleteFunc(x, func(y assignment) bool { return y == assignment{a.of[b], fromHere} })
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
			a.meter.Spend(len(m.states) * len(m.classes.sets))
			for q := range m.states {
				for c := range m.states[q].edges {
					if e := &m.states[q].edges[c]; int(e.to) == p {
						e.program = append(e.program, assignment{a.of[b], fromAfter})
					}
				}
			}
		}
	}
}
