package automaton

import "fmt"

// Acceptor decides strings of bytes as [DFA.Accepts] does, for strings by the
// million: it has a row of 256 bytes for each state. It is never changed and may
// be used concurrently.
type Acceptor struct {
	plain place // where a run begins
}

// Acceptor returns the acceptor of the language of d, which must be over bytes.
func (d *DFA) Acceptor() *Acceptor { return &Acceptor{newPages(d.machine())} }

// Matcher decides strings of bytes, and finds where tags begin and end, in one
// pass that does not allocate. It is what [DFA.Accepts] and [Parser.Parse] do,
// for strings by the million:
//
//	Expr    --newTagged-->  tagged   states list the derivations, the preferred first
//	tagged  --allot-->      machine  transitions note positions in registers
//	machine --newPages-->   pages    a row of 256 bytes for each state
//
// A Matcher is never changed and may be used concurrently.
type Matcher struct {
	Acceptor
	initial   [firstExtra]int32
	tagged    place // where a run begins
	registers int
}

// NewMatcher compiles e over bytes, for the tags that are to be found. It takes
// time and space exponential in e in the worst case, as [Compile] does, and a
// fraction of a second for the grammars of the URI specifications. It panics if
// there are more than [MaxTags] tags.
func NewMatcher(e *Expr, tags ...int) *Matcher {
	if len(tags) > MaxTags {
		panic(fmt.Sprintf("automaton: %d tags, more than %d", len(tags), MaxTags))
	}
	m := newTagged(e, tags).allot().minimize()
	return &Matcher{
		Acceptor: *m.dfa().minimize().Acceptor(),
		tagged:   newPages(m), initial: m.initial, registers: m.registers,
	}
}

// Registers is the least length of the registers of Match.
func (m *Matcher) Registers() int { return m.registers }

// Accepts reports whether s is in the language. It does not allocate.
func (m *Acceptor) Accepts(s string) bool {
	t, at := m.plain.page, m.plain.code
	// Unsigned, so that the compiler sees that every index is in the string.
	i, n := uint(0), uint(len(s))
	for {
		row := &t.rows[at]
		to := at
		for ; i < n; i++ {
			if to = row[s[i]]; to != at {
				goto leave
			}
		}
		return t.ends[at] != refused
	leave:
		i++
		if to < t.escape {
			at = to
			continue
		}
		if to >= t.far {
			return to == t.far && t.turn(at, s[i-1]).accepts(s[i:])
		}
		if i+1 >= n || t.pair[s[i]]>>1&t.pair[s[i+1]] == 0 {
			return false
		}
		i += 2
		at = t.behind[to-t.escape].code
		if p := t.behind[to-t.escape]; p.page != t {
			return p.accepts(s[i:])
		}
	}
}

// accepts is Accepts from a place on, for what has left the first page.
func (p place) accepts(s string) bool {
	for i := 0; i < len(s); i++ {
		t := p.page
		switch to := t.rows[p.code][s[i]]; {
		case to < t.escape:
			p.code = to
		case to == t.far:
			p = t.turn(p.code, s[i])
		case to == t.dead || !t.escaped(s[i+1:]):
			return false
		default:
			p = t.behind[to-t.escape]
			i += 2
		}
	}
	return p.page.ends[p.code] != refused
}

// Match reports whether s is in the language, and if so finds the tags in the
// derivation that [Parser.Parse] reports: for the tag that was given k-th to
// NewMatcher, regs[2*k] is where its last occurrence begins and regs[2*k+1]
// where that ends, in bytes. Of a tag that does not occur regs[2*k+1] is -1, and
// regs[2*k] has no meaning. The last occurrence is the one that ends last: of
// two of which one is inside the other, the outer one.
//
// The other registers are for Match itself; if s is not in the language, none
// has a meaning. s must not be longer than 2^31-1 bytes, and regs not shorter
// than Registers. Match does not allocate.
func (m *Matcher) Match(s string, regs []int32) bool {
	t, at := m.tagged.page, m.tagged.code
	r := (*[firstExtra]int32)(regs)
	*r = m.initial
	i, n := uint(0), uint(len(s))
	for {
		row := &t.rows[at]
		to := at
		for ; i < n; i++ {
			if to = row[s[i]]; to != at {
				goto leave
			}
		}
		break
	leave:
		i++
		if to < t.busy {
			at = to
			continue
		}
		if to < t.slow {
			for x := t.notes[to]; x != 0; x >>= 8 {
				r[x%firstExtra] = int32(i-1) + int32(x>>7&1)
			}
			at = to
			continue
		}
		if to < t.escape {
			t.programs[to].run(regs, int32(i-1))
			at = to
			continue
		}
		if to >= t.far {
			return to == t.far && t.turn(at, s[i-1]).match(s, i-1, regs)
		}
		if i+1 >= n || t.pair[s[i]]>>1&t.pair[s[i+1]] == 0 {
			return false
		}
		i += 2
		at = t.behind[to-t.escape].code
		if p := t.behind[to-t.escape]; p.page != t {
			return p.match(s, i-1, regs)
		}
	}
	for x := t.final[at]; x != 0; x >>= 8 {
		r[x%firstExtra] = int32(n)
	}
	if t.ends[at] == byProgram {
		t.finally[at].run(regs, int32(n))
	}
	return t.ends[at] != refused
}

// match is Match from a place on, for what has left the first page. The symbol
// that led there stands at i.
func (p place) match(s string, i uint, regs []int32) bool {
	for {
		t, at := p.page, p.code
		t.programs[at].run(regs, int32(i))
		for p.page == t && p.code == at { // what leads from a code to itself does nothing else
			if i++; i == uint(len(s)) {
				t.finally[at].run(regs, int32(i))
				return t.ends[at] != refused
			}
			switch to := t.rows[at][s[i]]; {
			case to < t.escape:
				p.code = to
			case to == t.far:
				p = t.turn(at, s[i])
			case to == t.dead || !t.escaped(s[i+1:]):
				return false
			default:
				p = t.behind[to-t.escape]
				i += 2
			}
		}
	}
}
