package automaton

import (
	"fmt"
	"math/bits"
	"unsafe"
)

// Acceptor decides strings of bytes as [DFA.Accepts] does, for strings by the
// million: it has a row of 256 entries for each state. It is never changed and
// may be used concurrently.
type Acceptor struct {
	table *table
}

// Acceptor returns the acceptor of the language of d, which must be over bytes.
func (d *DFA) Acceptor() *Acceptor { return &Acceptor{newTable(d.machine())} }

// Matcher decides strings of bytes, and finds where tags begin and end, in one
// pass that does not allocate. It is what [DFA.Accepts] and [Parser.Parse] do,
// for strings by the million:
//
//	Expr    --newTagged-->  tagged   states list the derivations, the preferred first
//	tagged  --allot-->      machine  transitions note positions in registers
//	machine --newTable-->   table    a row of 256 entries for each state
//
// A Matcher is never changed and may be used concurrently.
type Matcher struct {
	initial   [Registers]int32
	table     *table
	registers int
}

// Wanted is what a [Matcher] finds: the occurrence of any of Tags that ends
// last; of two of which one is inside the other, the outer one. Begin and End
// are the registers, of those below [Registers], in which it notes where that
// begins and ends; no two may be the same. Begin may be [Nowhere].
type Wanted struct {
	Tags       []int
	Begin, End int
}

// Nowhere is the register of what need not be noted.
const Nowhere = -1

// NewMatcher compiles e over bytes, for what is to be found. It takes time and
// space exponential in e in the worst case, as [Compile] does, and a fraction of
// a second for the grammars of the URI specifications. It panics if there is no
// room for what is wanted, and if there would be more than 32768 states, before
// they are minimized, or 16384 sets of positions to note; those grammars have some
// thousand and some hundred.
func NewMatcher(e *Expr, wanted ...Wanted) *Matcher { return newMatcher(compileMatcher(e, wanted)) }

func compileMatcher(e *Expr, wanted []Wanted) *machine {
	if len(wanted) > maxWanted {
		panic(fmt.Sprintf("automaton: %d are wanted, more than %d", len(wanted), maxWanted))
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
	return newTagged(e, wanted).allot().minimize()
}

func newMatcher(m *machine) *Matcher {
	return &Matcher{table: newTable(m), initial: m.initial, registers: m.registers}
}

// Registers is the least length of the registers of Match, at least [Registers].
func (m *Matcher) Registers() int { return m.registers }

// Accepts reports whether s is in the language. It does not allocate.
func (m *Acceptor) Accepts(s string) bool {
	if len(s) >= m.table.blocksFrom {
		return m.table.acceptsBlocks(s, wide)
	}
	return m.table.acceptsBytes(s)
}

// acceptsBytes looks at byte after byte.
func (t *table) acceptsBytes(s string) bool {
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
		return t.ends[at.state()].accept
	leave:
		i++
		if at = to; at >= acting {
			if t.actions[at.action()].what != skipping || i+1 >= n || t.pair[s[i]]>>1&t.pair[s[i+1]] == 0 {
				return false
			}
			i += 2
			at %= acting
		}
	}
}

// acceptsBlocks has the kernel look at blocks of up to 64 bytes, and looks itself
// only at those that end a loop. s must have minBlock bytes. The last block
// begins before the end of the one before, so that it is whole.
func (t *table) acceptsBlocks(s string, wide bool) bool {
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
			// before it knows the state for sure.
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
				if t.actions[at.action()].what != skipping || i+1 >= n || t.pair[s[i]]>>1&t.pair[s[i+1]] == 0 {
					return false
				}
				i += 2
			}
			if i >= limit {
				break
			}
		}
	}
	return t.ends[at.state()].accept
}

// Match reports whether s is in the language, and if so finds what is wanted in
// the derivation that [Parser.Parse] reports: where it begins and ends, in
// bytes. Of what does not occur the End is -1 and the Begin has no meaning. All
// registers below [Registers] that are for nothing are -1.
//
// Those behind are for Match itself; if s is not in the language, none has a
// meaning. s must not be longer than 2^31-1 bytes, and regs not shorter than
// Registers. Match does not allocate.
func (m *Matcher) Match(s string, regs []int32) bool {
	*(*[Registers]int32)(regs) = m.initial
	if len(s) >= m.table.blocksFrom {
		return m.table.matchBlocks(s, regs, wide)
	}
	return m.table.matchBytes(s, regs)
}

// matchBytes is acceptsBytes with registers.
func (t *table) matchBytes(s string, regs []int32) bool {
	r := (*[Registers]int32)(regs)
	at := t.begin
	i, n := uint(0), uint(len(s))
	for {
		row := &t.rows[at.state()]
		to := at
		for ; i < n; i++ {
			if to = row[s[i]]; to != at {
				goto leave
			}
		}
		return t.finish(at, regs, n)
	leave:
		i++
		if at = to; at >= acting {
			x := &t.actions[at.action()]
			switch x.what {
			case noting:
				for y := x.notes; y != 0; y >>= 8 {
					r[y%Registers] = int32(i-1) + int32(y>>7&1)
				}
			case running:
				x.program.run(regs, int32(i-1))
			case skipping:
				if i+1 >= n || t.pair[s[i]]>>1&t.pair[s[i+1]] == 0 {
					return false
				}
				i += 2
			case refusing:
				return false
			}
			at %= acting
		}
	}
}

// matchBlocks is acceptsBlocks with registers.
func (t *table) matchBlocks(s string, regs []int32, wide bool) bool {
	r := (*[Registers]int32)(regs)
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
			// before it knows the state for sure.
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
				x := &t.actions[at.action()]
				switch x.what {
				case noting:
					for y := x.notes; y != 0; y >>= 8 {
						r[y%Registers] = int32(i-1) + int32(y>>7&1)
					}
				case running:
					x.program.run(regs, int32(i-1))
				case skipping:
					if i+1 >= n || t.pair[s[i]]>>1&t.pair[s[i+1]] == 0 {
						return false
					}
					i += 2
				case refusing:
					return false
				}
			}
			if i >= limit {
				break
			}
		}
	}
	return t.finish(at, regs, n)
}

// finish is what there is to do at the end of a string of n bytes.
func (t *table) finish(at entry, regs []int32, n uint) bool {
	x := &t.ends[at.state()]
	for y, r := x.notes, (*[Registers]int32)(regs); y != 0; y >>= 8 {
		r[y%Registers] = int32(n)
	}
	if x.program != nil {
		x.program.run(regs, int32(n))
	}
	return x.accept
}
