package automaton

import (
	"fmt"
	"math/bits"
	"unsafe"
)

// Acceptor decides whether a string of bytes is in a language, as [DFA.Accepts]
// does, but fast enough for millions of strings: it has a row of 256 entries
// for each state. It is never changed and may be used concurrently.
type Acceptor struct {
	table *table
}

// Acceptor returns the acceptor of the language of d, which must be over bytes.
// It panics with a [*LimitError] if d has more than 32768 states.
func (d *DFA) Acceptor() *Acceptor { return &Acceptor{newTable(d.tdfa())} }

// Matcher decides whether a string of bytes is in a language and finds where
// tags begin and end, in one pass that does not allocate. It does what
// [DFA.Accepts] and [Parser.Parse] do, but fast enough for millions of strings.
// It is never changed and may be used concurrently.
type Matcher struct {
	initial   [Registers]int32
	table     *table
	registers int
	captures  []capture // of the shape
}

// Wanted is a capture that a [Matcher] finds: of all occurrences of any of Tags
// the one that ends last; if one is inside another, the outer one. Begin and End
// are the registers below [Registers] in which the Matcher stores where the
// occurrence begins and ends; no two may be the same. Begin may be [Nowhere].
type Wanted struct {
	Tags       []int
	Begin, End int
}

// Nowhere is the register of a beginning that is not to be stored.
const Nowhere = -1

// NewMatcher compiles e over bytes, for the captures that are wanted. In the worst
// case it takes time and space exponential in e, as [Compile] does; for the
// grammars of the URI specifications it takes a fraction of a second. It panics
// if there are not enough registers for what is wanted, and with a [*LimitError] if
// there would be more than 32768 states before they are minimized, or 16384 different
// sets of positions to store. Those grammars have a few thousand states and a few
// hundred sets.
func NewMatcher(e *Expr, wanted ...Wanted) *Matcher { return newMatcher(compileMatcher(e, wanted)) }

func compileMatcher(e *Expr, wanted []Wanted) *tdfa {
	if len(wanted) > maxWanted {
		panic(fmt.Sprintf("automaton: %d captures are wanted, more than %d", len(wanted), maxWanted))
	}
	used := make(map[int]bool)
	for _, w := range wanted {
		for _, r := range []int{w.Begin, w.End} {
			if r < Nowhere || r >= Registers || r >= 0 && used[r] {
				panic(fmt.Sprintf("automaton: register %d is used twice or does not exist", r))
			}
			used[r] = true
		}
	}
	return newSubsets(e, wanted).allocate().minimize()
}

func newMatcher(m *tdfa) *Matcher {
	x := &Matcher{table: newTable(m), initial: m.initial, registers: m.registers}
	if m.shape != nil {
		x.captures = m.shape.captures
	}
	return x
}

// Registers returns the least number of registers that Match needs; it is at
// least [Registers].
func (m *Matcher) Registers() int { return m.registers }

// Accepts reports whether s is in the language. It does not allocate.
func (a *Acceptor) Accepts(s string) bool {
	if a.table.find(s, nil) {
		return true
	}
	if len(s) >= a.table.blocksFrom {
		return runBlocks[accepting](a.table, s, nil, wide)
	}
	return runBytes[accepting](a.table, s, nil)
}

// Match reports whether s is in the language. If it is, Match finds the captures
// that are wanted in the derivation that [Parser.Parse] reports, as byte offsets.
// If one does not occur, its End is -1 and its Begin has no meaning. All
// registers below [Registers] that are not for captures are -1. If s is not in the
// language, no register has a meaning.
//
// The registers from [Registers] on are for Match itself. regs must not be
// shorter than m.Registers(), nor s longer than 2^31-1 bytes. Match does not
// allocate.
func (m *Matcher) Match(s string, regs []int32) bool {
	*(*[Registers]int32)(regs) = m.initial
	if len(s) >= m.table.blocksFrom {
		return runBlocks[matching](m.table, s, regs, wide)
	}
	return runBytes[matching](m.table, s, regs)
}

// mode says by its length whether a run is for an Acceptor or for a Matcher. The
// length is a constant to the compiler, which makes two functions from each run
// below: the one for an Acceptor has no code for registers.
type mode interface{ accepting | matching }

type (
	accepting [0]struct{}
	matching  [1]struct{}
)

// runBytes reads byte after byte.
func runBytes[M mode](t *table, s string, regs []int32) bool {
	var mode M
	captures := len(mode) > 0
	var r *[Registers]int32
	if captures {
		r = (*[Registers]int32)(regs)
	}
	at := t.begin
	// Unsigned, so that the compiler sees that every index is in the string.
	i, n := uint(0), uint(len(s))
	for {
		row := &t.rows[at.state()]
		to := at
		for ; i < n; i++ {
			if to = row[s[i]]; to != at {
				goto leave
			}
		}
		if !captures {
			return t.ends[at.state()].accept
		}
		return t.finish(at, regs, n)
	leave:
		i++
		if at = to; at >= acting {
			switch x := &t.actions[at.action()]; {
			case captures && x.kind == storing:
				x.stores.run(r, i-1)
			case captures && x.kind == running:
				x.program.run(regs, int32(i-1))
			case x.kind == skipping && t.escapeEnds(s, i):
				i += 2
			default:
				return false
			}
			at %= acting
		}
	}
}

// runBlocks has the kernel classify blocks of up to 64 bytes, and reads only the
// bytes that end a loop. s must have at least minBlock bytes. The last block
// overlaps the one before it, so that it is full.
func runBlocks[M mode](t *table, s string, regs []int32, wide bool) bool {
	var mode M
	captures := len(mode) > 0
	var r *[Registers]int32
	if captures {
		r = (*[Registers]int32)(regs)
	}
	var not outside
	at := t.begin
	i, n := uint(0), uint(len(s))
	for i < n {
		block := min(n, 64)
		base := min(i, n-block)
		if p := unsafe.StringData(s[base:]); wide {
			classify64(&not, &t.kernel, p, int(block))
		} else {
			classify32(&not, &t.kernel, p, int(block))
		}
		for limit := base + block; ; {
			// A branch for each set, not an index, lets the processor go on
			// before it knows the state for certain.
			var w uint64
			set := at.set()
			if set == noSet {
				goto step
			}
			switch set {
			case 0:
				w = not[0]
			case 1:
				w = not[1]
			case 2:
				w = not[2]
			case 3:
				w = not[3]
			case 4:
				w = not[4]
			case 5:
				w = not[5]
			default:
				w = not[6]
			}
			i += uint(bits.TrailingZeros64(w >> ((i - base) & 63)))
			if i >= limit {
				i = limit
				break
			}
		step:
			at = t.rows[at.state()][s[i]]
			i++
			if at >= acting {
				switch x := &t.actions[at.action()]; {
				case captures && x.kind == storing:
					x.stores.run(r, i-1)
				case captures && x.kind == running:
					x.program.run(regs, int32(i-1))
				case x.kind == skipping && t.escapeEnds(s, i):
					i += 2
				default:
					return false
				}
			}
			if i >= limit {
				break
			}
		}
	}
	if !captures {
		return t.ends[at.state()].accept
	}
	return t.finish(at, regs, n)
}

// escapeEnds reports whether the two bytes at i are the digits of an escape.
func (t *table) escapeEnds(s string, i uint) bool {
	return i+1 < uint(len(s)) && t.pair[s[i]]>>1&t.pair[s[i+1]] != 0
}

// finish does what is left to do at the end of a string of n bytes, and reports
// whether it is in the language.
func (t *table) finish(at entry, regs []int32, n uint) bool {
	x := &t.ends[at.state()]
	x.stores.run((*[Registers]int32)(regs), n)
	if x.program != nil {
		x.program.run(regs, int32(n))
	}
	return x.accept
}
