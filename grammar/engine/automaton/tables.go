package automaton

import (
	"bytes"
	"math"
)

// entry is what a table has for a state and a byte. It is a number in three
// parts:
//
//	state    the state that the byte leads to
//	set      the set of the kernel on which that state loops, noSet for none
//	action   what else there is to do: store positions, run a program, read the
//	         rest of an escape, refuse; 0 for nothing
//
// One comparison therefore finds the entries without an action. And where the
// next entry equals the one that led here, there is nothing to do but to go on to
// the next byte: two loads and two comparisons that wait for nothing. That is the
// case for nearly all bytes of the references of the web, because the states of
// the grammars loop on classes of characters. It is what makes runs fast.
//
// An escape is a state that can only be left by two symbols, as after "%" by two
// digits. The two are read together, so that a loop over characters and escapes is not
// left at each escape.
type entry uint32

const (
	stateBits  = 15
	setBits    = 3
	actionBits = 32 - stateBits - setBits

	stateMask entry = 1<<stateBits - 1
	setMask   entry = 1<<setBits - 1
	acting    entry = 1 << (stateBits + setBits) // entries from here on have an action

	maxStates  = 1 << stateBits
	maxActions = 1 << actionBits
)

func (e entry) state() entry  { return e & stateMask }
func (e entry) set() entry    { return e >> stateBits & setMask }
func (e entry) action() entry { return e >> (stateBits + setBits) }

// table is a TDFA laid out for running: a row for each state, with an entry for
// each byte.
type table struct {
	rows    [][256]entry // by state
	begin   entry        // where a run begins
	actions []action
	ends    []end      // by state
	pair    [256]uint8 // 2: the byte may be the first digit of an escape; 1: the second
	never   [256]bool  // whether no string of the language has the byte
	kernel  kernel
	finder  *finder     // nil for none
	settled *finder     // the same for strings that are normalized
	byBytes *byteFinder // instead of finder where there is no vector kernel

	blocksFrom int // the length of a string from which on the kernel is of use
}

// action is what there is to do before a run goes on.
type action struct {
	kind    actionKind
	stores  stores  // of storing
	program program // of running
}

type actionKind uint8

const (
	storing  actionKind = iota // store positions
	running                    // run the program
	skipping                   // read two more symbols; the entry has the state after them
	refusing                   // no string of the language continues like this
)

// end is what there is to do for a string that ends in a state.
type end struct {
	accept  bool
	stores  stores
	program program // nil if the stores are all
}

// newTable panics with a [*LimitError] if m has more states or actions than an entry
// can number.
func newTable(m *tdfa) *table {
	if len(m.states) > maxStates {
		panic(&LimitError{"states", maxStates})
	}
	t := &table{rows: make([][256]entry, len(m.states)), blocksFrom: math.MaxInt}
	live := m.dfa().findLive()
	esc := m.findEscapes(live)
	for x := range t.pair {
		for i, set := range esc.digits {
			if set.Has(int32(x)) {
				t.pair[x] |= 2 >> i
			}
		}
	}
	if vector {
		t.kernel = m.newKernel(live, esc)
	} else {
		t.kernel.setOf = bytes.Repeat([]byte{noSet}, len(m.states))
	}
	if t.finder, t.settled = m.shape.finder(), m.shape.settled().finder(); !finds {
		t.byBytes = m.shape.byteFinder()
	}
	if t.kernel.sets() > 0 {
		t.blocksFrom = minBlock
	}
	state := func(s int32) entry { return entry(s) | entry(t.kernel.setOf[s])<<stateBits }
	t.begin = state(0)

	t.actions = []action{{}} // none
	known := make(map[string]entry)
	var key []byte
	acting := func(kind actionKind, p program) entry {
		key = p.key(append(key[:0], byte(kind)))
		n, ok := known[string(key)]
		if !ok {
			if len(t.actions) == maxActions {
				panic(&LimitError{"sets of positions to store", maxActions})
			}
			n = entry(len(t.actions))
			known[string(key)] = n
			stores, _ := p.stores()
			t.actions = append(t.actions, action{kind, stores, p})
		}
		return n << (stateBits + setBits)
	}
	occurs := make([]bool, len(m.classes.sets))
	for i := range m.states {
		s := &m.states[i]
		to := make([]entry, len(s.edges))
		for c, e := range s.edges {
			occurs[c] = occurs[c] || live[e.to]
			_, storesOnly := e.program.stores()
			switch idle := len(e.program) == 0; {
			case !live[e.to]:
				to[c] = acting(refusing, nil)
			case idle && esc.next[e.to] >= 0:
				to[c] = acting(skipping, nil) | state(esc.next[e.to])
			case idle:
				to[c] = state(e.to)
			case storesOnly:
				to[c] = acting(storing, e.program) | state(e.to)
			default:
				to[c] = acting(running, e.program) | state(e.to)
			}
		}
		row := &t.rows[i]
		for x := range row {
			row[x] = to[m.classes.bytes[x]]
		}
		x := end{accept: s.accept}
		var packed bool
		if x.stores, packed = s.final.stores(); !packed {
			x.program = s.final
		}
		t.ends = append(t.ends, x)
	}
	for x := range t.never {
		t.never[x] = !occurs[m.classes.bytes[x]]
	}
	return t
}

// escapes has for each state that is an escape the state after it, and -1 for the
// others. The symbols of all escapes are of the same two sets.
type escapes struct {
	next   []int32
	digits [2]Set
}

// findEscapes finds the states that can only be left by two symbols. If there are
// several pairs of sets of symbols, it takes the pair that most states have.
func (m *tdfa) findEscapes(live []bool) escapes {
	type escape struct {
		sets string
		next int32
	}
	found := make([]escape, len(m.states))
	count := make(map[string]int)
	most := ""
	esc := escapes{next: make([]int32, len(m.states))}
	for p := range m.states {
		first, q := m.onlyEdge(int32(p), live)
		if q < 0 {
			continue
		}
		second, r := m.onlyEdge(q, live)
		if r < 0 {
			continue
		}
		key := first.key() + "|" + second.key()
		found[p] = escape{key, r}
		if count[key]++; count[key] > count[most] {
			most = key
			esc.digits = [2]Set{first, second}
		}
	}
	for p, x := range found {
		esc.next[p] = -1
		if x.sets != "" && x.sets == most {
			esc.next[p] = x.next
		}
	}
	return esc
}

// onlyEdge returns the symbols by which a state can be left and the state that
// they lead to, if there is only one and nothing is to be done in the state or on
// the way; else -1.
func (m *tdfa) onlyEdge(p int32, live []bool) (set Set, to int32) {
	s := &m.states[p]
	to = -1
	for c, e := range s.edges {
		if !live[e.to] {
			continue
		}
		if s.accept || to >= 0 && e.to != to || len(e.program) > 0 {
			return nil, -1
		}
		to = e.to
		set = append(set, m.classes.sets[c]...)
	}
	return normal(set), to
}
