package automaton

import "slices"

// This file lays a machine out for running:
//
//	machine --layout-->   layout  a code for each way to enter a state
//	        --newPages--> page    up to 256 codes, with a row of 256 bytes each
//
// A row has the code that follows for each byte. Codes are numbered by what
// there is to do when one follows:
//
//	0 ...       a state: nothing
//	busy ...    a state that is entered with positions to note: note them
//	slow ...    a state that is entered with another program: run it
//	escape ...  the first symbol of three of which the others are in fixed sets: look at them
//	far         a code of another page: look up which
//	dead        nothing that a string of the language could begin with
//
// so that one comparison sets the usual ones apart. And where the code that
// follows is the code itself, there is nothing to do but to go on to the next
// byte, with two loads and two comparisons that wait for nothing. So it is for
// nearly all bytes of the references of the web: what makes them fast is that
// the grammars' states loop on classes of characters.
//
// An escape is a state that can only be left by two symbols, as one behind "%"
// by two digits. They are looked at together, and a loop over characters and
// escapes is left for no other state.

// maxEscapes is how many escapes a layout has; others are states like any.
const maxEscapes = 32

// code is a way to be in a state: entered without a program or with one. If that
// is the program of a transition from the state to itself, there are two such
// codes, so that a transition with something to do never leads from a code to
// itself.
type code struct {
	state   int32
	program program
	twin    bool
}

// layout is a machine with its codes, in the order in which a breadth-first
// walk meets them.
type layout struct {
	*machine
	codes   []code
	next    [][]int // by code and class: a code, or dead, or less, one more for each escape
	escapes []int   // the code behind each
	pair    [2]Set  // the sets of the two symbols of an escape
}

// dead stands in layout.next for what leads nowhere.
const dead = -1

func (m *machine) layout() *layout {
	l := &layout{machine: m}
	live := m.dfa().findLive()
	behind := l.findEscapes(live)
	known := make(map[string]int)
	number := func(c code) int {
		key := c.program.key([]byte{byte(c.state), byte(c.state >> 8), byte(c.state >> 16), byte(c.state >> 24), 0})
		if c.twin {
			key[4] = 1
		}
		id, ok := known[string(key)]
		if !ok {
			id = len(l.codes)
			known[string(key)] = id
			l.codes = append(l.codes, c)
		}
		return id
	}
	escapes := make(map[int32]int)
	next := func(from code, e machineEdge) int {
		to := code{state: e.to, program: e.program}
		switch idle := len(e.program) == 0; {
		case !live[e.to]:
			return dead
		case idle && e.to == from.state:
			to = from
		case idle && behind[e.to] >= 0:
			x, ok := escapes[e.to]
			if !ok && len(escapes) < maxEscapes {
				x, ok = len(escapes), true
				escapes[e.to] = x
				l.escapes = append(l.escapes, number(code{state: behind[e.to]}))
			}
			if ok {
				return dead - 1 - x
			}
		case e.to == from.state && slices.Equal(e.program, from.program):
			to.twin = !from.twin
		}
		return number(to)
	}
	number(code{})
	for i := 0; i < len(l.codes); i++ {
		var row []int
		for _, e := range m.states[l.codes[i].state].edges {
			row = append(row, next(l.codes[i], e))
		}
		l.next = append(l.next, row)
	}
	return l
}

// findEscapes returns for each state that can only be left by two symbols, of
// sets that are the same for all, the state behind them, and -1 for the others.
// Of several pairs of sets it takes the one that most states have.
func (l *layout) findEscapes(live []bool) []int32 {
	type way struct {
		sets string
		to   int32
	}
	ways := make([]way, len(l.states))
	count := make(map[string]int)
	best := ""
	for p := range l.states {
		first, q := l.onlyWay(int32(p), live)
		if q < 0 {
			continue
		}
		second, r := l.onlyWay(q, live)
		if r < 0 {
			continue
		}
		key := first.key() + "|" + second.key()
		ways[p] = way{key, r}
		if count[key]++; count[key] > count[best] {
			best = key
			l.pair = [2]Set{first, second}
		}
	}
	behind := make([]int32, len(l.states))
	for p, w := range ways {
		behind[p] = -1
		if w.sets != "" && w.sets == best {
			behind[p] = w.to
		}
	}
	return behind
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
	m := &machine{classes: d.classes}
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

// page is up to 256 codes of a machine. Those that are met first are on the
// first page; nearly all automata of the editions have but one.
type page struct {
	pair   [256]uint8       // 2: may stand first behind an escape; 1: second
	rows   *[256][256]uint8 // by code, if it is a state, and byte
	busy   uint8
	slow   uint8
	escape uint8
	far    uint8
	dead   uint8

	// By code:
	ends     [256]uint8  // refused, accepted or byProgram
	notes    [256]uint64 // what is noted when a busy code is entered
	final    [256]uint64 // and at the end of the string
	programs []program   // the same as programs
	finally  []program

	behind  []place  // by escape
	targets []uint32 // what far means, by code and class: an index of places
	*book
}

// What becomes of a string that ends.
const (
	refused = iota
	accepted
	byProgram // accepted, and there is more to be done than final says
)

// book is what the pages of a machine have in common.
type book struct {
	class   [256]uint8 // of each byte
	classes int
	places  []place // all codes
}

// place is a code on a page.
type place struct {
	page *page
	code uint8
}

// newPages returns where m begins.
func newPages(m *machine) place {
	l := m.layout()
	k := len(m.classes.sets)
	b := &book{classes: k, places: make([]place, len(l.codes))}
	for x := range b.class {
		b.class[x] = uint8(m.classes.bytes[x])
	}
	room := 256 - 2 - len(l.escapes)
	rows := make([][256]uint8, (len(l.codes)-1)/room*room+256) // what the last page does not use is never read
	var pages []*page
	for first := 0; first < len(l.codes); first += room {
		codes := l.codes[first:min(first+room, len(l.codes))]
		t := &page{book: b, rows: (*[256][256]uint8)(rows[first:]), targets: make([]uint32, len(codes)*k)}
		pages = append(pages, t)
		// number numbers the codes with such a program.
		number := func(such func(program) bool) uint8 {
			for i, c := range codes {
				if !such(c.program) {
					continue
				}
				n := len(t.programs)
				b.places[first+i] = place{t, uint8(n)}
				s := &m.states[c.state]
				t.notes[n], t.programs = c.program.notes(), append(t.programs, c.program)
				t.final[n], t.finally = s.final.notes(), append(t.finally, s.final)
				switch {
				case s.accept && s.final.quick():
					t.ends[n] = accepted
				case s.accept:
					t.ends[n] = byProgram
				}
			}
			return uint8(len(t.programs))
		}
		t.busy = number(func(p program) bool { return len(p) == 0 })
		t.slow = number(func(p program) bool { return len(p) > 0 && p.quick() })
		t.escape = number(func(p program) bool { return !p.quick() })
		t.far = t.escape + uint8(len(l.escapes))
		t.dead = t.far + 1
		for x := range t.pair {
			if l.pair[0].Has(int32(x)) {
				t.pair[x] |= 2
			}
			if l.pair[1].Has(int32(x)) {
				t.pair[x] |= 1
			}
		}
	}
	for _, t := range pages {
		for _, to := range l.escapes {
			t.behind = append(t.behind, b.places[to])
		}
	}
	for i, at := range b.places {
		t := at.page
		for c, set := range m.classes.sets {
			var to uint8
			switch x := l.next[i][c]; {
			case x == dead:
				to = t.dead
			case x < dead:
				to = t.escape + uint8(dead-1-x)
			case b.places[x].page == t:
				to = b.places[x].code
			default:
				to = t.far
				t.targets[int(at.code)*k+c] = uint32(x)
			}
			for _, r := range set {
				for x := r.Lo; x <= r.Hi; x++ {
					t.rows[at.code][x] = to
				}
			}
		}
	}
	return b.places[0]
}

// turn returns where a far code leads that follows on code at by a symbol.
func (t *page) turn(at uint8, symbol byte) place {
	return t.places[t.targets[int(at)*t.classes+int(t.class[symbol])]]
}

// escaped reports whether s begins with what may follow the first symbol of an
// escape.
func (t *page) escaped(s string) bool { return len(s) > 1 && t.pair[s[0]]>>1&t.pair[s[1]] != 0 }

// maxNotes is how many positions a quick program may note.
const maxNotes = 8

// quick reports whether p only notes a few positions in registers of bounds.
func (p program) quick() bool {
	return len(p) <= maxNotes && !slices.ContainsFunc(p, func(c copying) bool {
		return c.to >= firstExtra || c.from != fromHere && c.from != fromAfter
	})
}

// notes returns a quick program in a form that runs fast, and 0 for another: a
// byte for each register, its number and 64, and 128 if it is to be the position
// behind the symbol.
func (p program) notes() (notes uint64) {
	if !p.quick() {
		return 0
	}
	for i, c := range p {
		x := uint64(c.to) | 64
		if c.from == fromAfter {
			x |= 128
		}
		notes |= x << (8 * i)
	}
	return notes
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
