package automaton

import "slices"

// maxOrdered is how many states the ordered subset construction makes before it
// gives up; the grammars of the URI specifications need a few thousand.
const maxOrdered = 1 << 15

// subsets is the automaton of the ordered subset construction: it is
// deterministic, and a state is a list of states of the TNFA, its members, the
// preferred first. Its transitions say how the members of the target state
// follow from those of the source state, and which bounds are crossed on the way.
//
// This is the determinization of Laurikari with one symbol of lookahead
// (Borsotti and Trofimovich, "A closer look at TDFA", 2022), except that
// registers are allocated afterwards (registers.go). A state is a list and
// nothing else, so there are finitely many.
type subsets struct {
	meter   *Meter
	classes *Classes
	wanted  []Wanted
	atStart bounds // these are at the beginning of every string
	states  []subset
}

// maxMembers is how many members a state may have; moveBytes is how many bytes a move
// takes, once in its list and once in its edge.
const (
	maxMembers = 1 << 14
	moveBytes  = 40
)

type subset struct {
	members int    // how many there are
	accept  int    // the first of them that accepts, -1 for none
	final   bounds // of that one
	edges   []subsetEdge
}

// subsetEdge leads to a state by the symbols of one class, and has the move by
// which each of its members is reached.
type subsetEdge struct {
	to    int32
	moves []move
}

// move is a transition of the TNFA from a member of a state.
type move struct {
	from          int
	before, after bounds
}

// newSubsets determinizes the TNFA of e. State 0 is the first.
//
// After a prefix of a string, the state lists the states of the TNFA to which
// derivations of the prefix lead, in the order of preference of the first
// derivation that leads to each. A later derivation that leads to the same one
// goes on in the same ways, so it is never preferred. At the end of the string,
// the first member that accepts is where the preferred derivation ends.
func newSubsets(e *Expr, wanted []Wanted) *subsets {
	index := make(map[int]int)
	useful := bounds(0)
	for k, w := range wanted {
		for _, t := range w.Tags {
			index[t] = k
		}
		useful |= 2 << (2 * k)
		if w.Begin != Nowhere {
			useful |= 1 << (2 * k)
		}
	}
	m := new(Meter)
	n := newTNFA(m, NewParser(256, keep(m, e, index, 0)), useful)
	s := &subsets{meter: m, classes: n.classes, wanted: wanted, atStart: n.atStart}

	var lists lists
	lists.number([]int32{n.start})
	for i := 0; i < len(lists.all); i++ {
		if len(lists.all) > maxOrdered {
			panic(&LimitError{"states", maxOrdered})
		}
		members := lists.all[i]
		if len(members) > maxMembers {
			panic(&LimitError{"members of a state", maxMembers})
		}
		m.Spend(len(members) * (2 + len(wanted)) * 8)
		state := subset{members: len(members), accept: -1}
		for rank, id := range members {
			if n.states[id].accept {
				state.accept, state.final = rank, n.states[id].final
				break
			}
		}
		for c := range n.classes.sets {
			var list []int32
			var moves []move
			for rank, id := range members {
				m.Spend(1 + len(n.states[id].on[c])*(moveBytes+len(list)))
				for _, e := range n.states[id].on[c] {
					if !slices.Contains(list, e.to) {
						list = append(list, e.to)
						moves = append(moves, move{rank, e.before, e.after})
					}
				}
			}
			to, _ := lists.number(list)
			state.edges = append(state.edges, subsetEdge{to, moves})
		}
		s.states = append(s.states, state)
	}
	return s
}

// bounds returns how many bounds there are.
func (s *subsets) bounds() int { return 2 * len(s.wanted) }
