package automaton

import (
	"encoding/binary"
	"slices"
)

// Registers is how many registers a [Matcher] has for what it finds.
const Registers = 32

// tdfa is a tagged DFA with registers: its transitions and the ends of strings
// run programs, which store positions in registers. State 0 is the first.
type tdfa struct {
	classes   *Classes
	initial   [Registers]int32 // the registers at the beginning of a string
	registers int              // how many there are
	states    []tdfaState
	shape     *shape // of most strings; nil for none
}

type tdfaState struct {
	accept bool
	final  program // what to run at the end of a string, if the state accepts
	edges  []tdfaEdge
}

// tdfaEdge is the transition by the symbols of one class.
type tdfaEdge struct {
	to      int32
	program program
}

// program is assignments to registers, one after the other.
type program []assignment

// assignment sets a register to the value of another, or to one of the values
// below.
type assignment struct{ to, from uint16 }

const (
	fromHere   = 0xFFFF - iota // the position of the symbol that is read, or the end of the string
	fromAfter                  // the position after that symbol
	fromAbsent                 // -1
)

// maxRegisters is how many registers an assignment can name.
const maxRegisters = fromAbsent

// allAbsent is what registers hold that no capture is stored in.
var allAbsent = func() (regs [Registers]int32) {
	for r := range regs {
		regs[r] = -1
	}
	return regs
}()

// run runs p at a symbol whose position is here.
func (p program) run(regs []int32, here int32) {
	for _, a := range p {
		switch a.from {
		case fromHere:
			regs[a.to] = here
		case fromAfter:
			regs[a.to] = here + 1
		case fromAbsent:
			regs[a.to] = -1
		default:
			regs[a.to] = regs[a.from]
		}
	}
}

// reads reports whether p copies a register.
func (p program) reads(r uint16) bool {
	return slices.ContainsFunc(p, func(a assignment) bool { return a.from == r })
}

// key appends to b what tells p from other programs.
func (p program) key(b []byte) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(len(p)))
	for _, a := range p {
		b = binary.LittleEndian.AppendUint16(b, a.to)
		b = binary.LittleEndian.AppendUint16(b, a.from)
	}
	return b
}

// maxStores is how many positions a word of stores has room for.
const maxStores = 8

// stores is a program that only stores positions, packed into a word so that it
// runs fast: a byte for each register, its number plus 64, plus 128 if it gets the
// position after the symbol.
type stores uint64

// stores returns p packed, false if it does not fit.
func (p program) stores() (x stores, ok bool) {
	if len(p) > maxStores {
		return 0, false
	}
	for i, a := range p {
		b := stores(a.to) | 64
		switch {
		case a.to >= Registers:
			return 0, false
		case a.from == fromAfter:
			b |= 128
		case a.from != fromHere:
			return 0, false
		}
		x |= b << (8 * i)
	}
	return x, true
}

// run runs x at a symbol whose position is here.
func (x stores) run(regs *[Registers]int32, here uint) {
	for ; x != 0; x >>= 8 {
		regs[x%Registers] = int32(here) + int32(x>>7&1)
	}
}

// minimize joins the states that run the same programs on all strings. It is
// Moore's refinement: it takes as many rounds as the longest string has symbols
// that is needed to tell two states apart.
func (m *tdfa) minimize() *tdfa {
	meter := new(Meter)
	block := make([]int32, len(m.states))
	var key []byte
	for n := 1; ; {
		known := make(map[string]int32)
		next := make([]int32, len(m.states))
		var states []tdfaState
		for i, s := range m.states {
			meter.Spend(len(s.edges))
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
		return &tdfa{classes: m.classes, initial: m.initial, registers: m.registers, states: states}
	}
}

// dfa returns m without its programs. It need not be minimal.
func (m *tdfa) dfa() *DFA {
	d := &DFA{classes: m.classes}
	for _, s := range m.states {
		d.accept = append(d.accept, s.accept)
		for _, e := range s.edges {
			d.next = append(d.next, e.to)
		}
	}
	return d
}

// tdfa returns d as a TDFA without programs.
func (d *DFA) tdfa() *tdfa {
	m := &tdfa{classes: d.classes, initial: allAbsent, registers: Registers}
	k := len(d.classes.sets)
	for s, accept := range d.accept {
		edges := make([]tdfaEdge, k)
		for c, to := range d.next[s*k : s*k+k] {
			edges[c].to = to
		}
		m.states = append(m.states, tdfaState{accept: accept, edges: edges})
	}
	return m
}
