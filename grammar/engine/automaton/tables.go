package automaton

import (
	"fmt"
	"math"
	"slices"
)

// This file lays a machine out for running: a row for each state, with an entry
// for each byte that says what follows. An entry is a number of parts:
//
//	state    what the byte leads to
//	set      the kernel's set on which that state loops, noSet for none
//	action   what there is to do besides: note positions, run a program, look
//	         at the rest of an escape, refuse; 0 for nothing
//
// so that one comparison sets the usual entries apart. And where the entry that
// follows is the one that led here, there is nothing to do but to go on to the
// next byte, with two loads and two comparisons that wait for nothing. So it is
// for nearly all bytes of the references of the web: what makes them fast is
// that the grammars' states loop on classes of characters.
//
// An escape is a state that can only be left by two symbols, as one behind "%"
// by two digits. They are looked at together, and a loop over characters and
// escapes is left for no other state.

type entry uint32

const (
	stateBits  = 15
	setBits    = 3
	actionBits = 32 - stateBits - setBits

	stateMask entry = 1<<stateBits - 1
	setMask   entry = 1<<setBits - 1
	acting    entry = 1 << (stateBits + setBits) // entries from here on have an action
)

func (e entry) state() entry  { return e & stateMask }
func (e entry) set() entry    { return e >> stateBits & setMask }
func (e entry) action() entry { return e >> (stateBits + setBits) }

// table is a machine laid out.
type table struct {
	rows    [][256]entry // by state
	begin   entry        // where a run begins
	actions []action
	ends    []end      // by state
	pair    [256]uint8 // 2: may stand first behind an escape; 1: second
	kernel  kernel

	blocksFrom int // the length of a string from which on the kernel is of use
}

// action is what there is to do before a run goes on.
type action struct {
	what    uint8
	notes   notes   // what is noted, if what is noting
	program program // the same, or what else is to be done
}

// What action.what says.
const (
	noting   = iota // note positions
	running         // run the program
	skipping        // look at two more symbols; the state is the one behind them
	refusing        // no string of the language goes on so
)

// end says what becomes of a string that ends in a state.
type end struct {
	accept  bool
	notes   notes
	program program // nil if the notes are all
}

// newTable panics if m has more states or actions than an entry can number.
func newTable(m *machine) *table {
	t := &table{rows: make([][256]entry, len(m.states)), blocksFrom: math.MaxInt}
	live := m.dfa().findLive()
	behind, pair := m.findEscapes(live)
	for x := range t.pair {
		for i, set := range pair {
			if set.Has(int32(x)) {
				t.pair[x] |= 2 >> i
			}
		}
	}
	t.kernel = m.newKernel(live, behind, pair)
	if vector && t.kernel.inUse() > 0 {
		t.blocksFrom = minBlock
	}
	state := func(s int32) entry { return entry(s) | entry(t.kernel.setOf[s])<<stateBits }
	t.begin = state(0)

	t.actions = []action{{}} // none
	known := make(map[string]entry)
	var key []byte
	acting := func(what uint8, p program) entry {
		key = p.key(append(key[:0], what))
		n, ok := known[string(key)]
		if !ok {
			n = entry(len(t.actions))
			known[string(key)] = n
			t.actions = append(t.actions, action{what, p.notes(), p})
		}
		return n << (stateBits + setBits)
	}
	for i := range m.states {
		s := &m.states[i]
		to := make([]entry, len(s.edges))
		for c, e := range s.edges {
			switch idle := len(e.program) == 0; {
			case !live[e.to]:
				to[c] = acting(refusing, nil)
			case idle && behind[e.to] >= 0:
				to[c] = acting(skipping, nil) | state(behind[e.to])
			case idle:
				to[c] = state(e.to)
			case e.program.quick():
				to[c] = acting(noting, e.program) | state(e.to)
			default:
				to[c] = acting(running, e.program) | state(e.to)
			}
		}
		row := &t.rows[i]
		for x := range row {
			row[x] = to[m.classes.bytes[x]]
		}
		x := end{accept: s.accept, notes: s.final.notes()}
		if !s.final.quick() {
			x.program = s.final
		}
		t.ends = append(t.ends, x)
	}
	if len(t.rows) > 1<<stateBits || len(t.actions) > 1<<actionBits {
		panic(fmt.Sprintf("automaton: %d states and %d actions are too many", len(t.rows), len(t.actions)))
	}
	return t
}

// findEscapes returns for each state that can only be left by two symbols, of
// sets that are the same for all, the state behind them, and -1 for the others.
// Of several pairs of sets it takes the one that most states have.
func (m *machine) findEscapes(live []bool) (behind []int32, pair [2]Set) {
	type way struct {
		sets string
		to   int32
	}
	ways := make([]way, len(m.states))
	count := make(map[string]int)
	best := ""
	for p := range m.states {
		first, q := m.onlyWay(int32(p), live)
		if q < 0 {
			continue
		}
		second, r := m.onlyWay(q, live)
		if r < 0 {
			continue
		}
		key := first.key() + "|" + second.key()
		ways[p] = way{key, r}
		if count[key]++; count[key] > count[best] {
			best = key
			pair = [2]Set{first, second}
		}
	}
	behind = make([]int32, len(m.states))
	for p, w := range ways {
		behind[p] = -1
		if w.sets != "" && w.sets == best {
			behind[p] = w.to
		}
	}
	return behind, pair
}

// onlyWay returns the symbols by which a state can be left and the state that
// they lead to, if there is one and nothing is to be done there or on the way;
// else -1.
func (m *machine) onlyWay(p int32, live []bool) (set Set, to int32) {
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

// dfa returns m without its programs. It need not be minimal.
func (m *machine) dfa() *DFA {
	d := &DFA{classes: m.classes}
	for _, s := range m.states {
		d.accept = append(d.accept, s.accept)
		for _, e := range s.edges {
			d.next = append(d.next, e.to)
		}
	}
	return d
}

// machine returns d as a machine without programs.
func (d *DFA) machine() *machine {
	m := &machine{classes: d.classes, initial: allAbsent, registers: Registers}
	k := len(d.classes.sets)
	for s, accept := range d.accept {
		edges := make([]machineEdge, k)
		for c, to := range d.next[s*k : s*k+k] {
			edges[c].to = to
		}
		m.states = append(m.states, machineState{accept: accept, edges: edges})
	}
	return m
}

// maxNotes is how many positions a quick program may note.
const maxNotes = 8

// quick reports whether p only notes a few positions in registers of bounds.
func (p program) quick() bool {
	return len(p) <= maxNotes && !slices.ContainsFunc(p, func(c copying) bool {
		return c.to >= Registers || c.from != fromHere && c.from != fromAfter
	})
}

// notes is a quick program in a form that runs fast: a byte for each register,
// its number and 64, and 128 if it is to be the position behind the symbol.
type notes uint64

// notes returns a quick program so, and 0 for another.
func (p program) notes() (x notes) {
	if !p.quick() {
		return 0
	}
	for i, c := range p {
		b := notes(c.to) | 64
		if c.from == fromAfter {
			b |= 128
		}
		x |= b << (8 * i)
	}
	return x
}

// run runs p where the symbol stands at here.
func (p program) run(regs []int32, here int32) {
	for _, c := range p {
		switch c.from {
		case fromHere:
			regs[c.to] = here
		case fromAfter:
			regs[c.to] = here + 1
		case fromAbsent:
			regs[c.to] = -1
		default:
			regs[c.to] = regs[c.from]
		}
	}
}
