package automaton

import (
	"cmp"
	"fmt"
	"slices"
)

// The vector kernel says of up to 64 bytes at once which are in each of a few
// sets. The sets are those on which states loop: a run then looks up a row only
// where it leaves a loop.
//
//	classify   for each set, 64 bits: which of the bytes are not in it
//
// A set of ASCII characters is 16 bytes: byte i has a bit for each row of the ASCII
// table, which is set if the character in column i of that row is in the set. One
// shuffle by the low halves of the bytes and one by the high halves decide for 32
// bytes, or for 64.
//
// With Go's package simd/archsimd, once it needs no experiment flag, the
// assembly can be written in Go.

// Vector reports whether the kernel runs on this processor, in this build. The
// benchmarks of cmd/urispec-bench say so with their results.
func Vector() bool { return vector }

// The kernel has room for noSet sets; noSet is also the set of states that loop on
// none. In the first foldedSets of them, an escape counts as one symbol.
const (
	foldedSets = 5
	noSet      = 7
)

// minBlock is how many bytes the kernel needs at least.
const minBlock = 8

// outside is what the kernel finds: bit i of outside[j] is set if byte i of a
// block is not in set j. The bits after the block are set.
type outside [noSet]uint64

// kernel is what the assembly reads; it knows the layout.
//
// A joint is a symbol that leads from a looping state to one that leads back by
// any symbol of the set follows: the "." between two labels of letters. It counts
// as in the set if one of those symbols comes next.
type kernel struct {
	folded  int             // how many of the sets with escapes are in use
	plain   int             // how many of those without, of which the first may have joints
	joined  int             // 1 if it has, else 0
	_       int             // aligns what follows
	escape  [16]byte        // the first symbol of an escape, 16 times
	digits  [16]byte        // the second and third, as a set
	joints  [16]byte        // as a set
	follows [16]byte        // as a set
	nibbles [noSet][16]byte // by set

	setOf []uint8 // by state
}

// sets returns how many sets are in use.
func (k *kernel) sets() int { return k.folded + k.plain }

// loop is a set on which states loop.
type loop struct {
	set     Set
	fold    bool // over escapes too
	joints  Set  // and over these, where one of follows comes next
	follows Set
	states  []int
}

// newKernel chooses the sets, the largest first. A state loops on the symbols that
// lead from it to itself and run no program. If it also loops over escapes, by
// digits on which it loops anyway, escapes count as in the set.
func (m *tdfa) newKernel(live []bool, esc escapes) (k kernel) {
	byKey := make(map[string]*loop)
	var loops []*loop
	var escape Set
	k.setOf = make([]uint8, len(m.states))
	for p := range m.states {
		k.setOf[p] = noSet
		var set, first Set
		for c, e := range m.states[p].edges {
			switch {
			case len(e.program) > 0 || !live[e.to]:
			case int(e.to) == p:
				set = append(set, m.classes.sets[c]...)
			case esc.next[e.to] == int32(p):
				first = append(first, m.classes.sets[c]...)
			}
		}
		set = normal(set).Intersect(ascii)
		if set.Len() < minLoop {
			continue
		}
		l := &loop{set: set}
		l.fold = first.Len() == 1 && esc.digits[0].Equal(esc.digits[1]) && set.Contains(esc.digits[0])
		if l.fold && escape == nil {
			escape = first
		}
		if l.fold = l.fold && escape.Equal(first); !l.fold {
			l.joints, l.follows = m.joints(p, set)
		}
		key := fmt.Sprint(l.set, l.fold, l.joints, l.follows)
		if byKey[key] == nil {
			byKey[key] = l
			loops = append(loops, l)
		}
		byKey[key].states = append(byKey[key].states, p)
	}
	// Among sets without escapes the one with joints is to be the first.
	slices.SortStableFunc(loops, func(a, b *loop) int {
		return cmp.Or(cmp.Compare(b.joints.Len(), a.joints.Len()), cmp.Compare(b.set.Len(), a.set.Len()))
	})
	for _, l := range loops {
		i := foldedSets + k.plain
		switch {
		case l.fold:
			if i = k.folded; i == foldedSets {
				continue
			}
			k.folded++
		case i == noSet:
			continue
		default:
			if k.plain == 0 && l.joints != nil {
				k.joined, k.joints, k.follows = 1, nibbles(l.joints), nibbles(l.follows)
			}
			k.plain++
		}
		k.nibbles[i] = nibbles(l.set)
		for _, p := range l.states {
			k.setOf[p] = uint8(i)
		}
	}
	if escape != nil {
		k.digits = nibbles(esc.digits[0])
		for i := range k.escape {
			k.escape[i] = byte(escape[0].Lo)
		}
	}
	return k
}

// joints returns the joints of the loop of p on a set, and the symbols that may
// follow each of them, which are minLoop at least; nil if there are none.
func (m *tdfa) joints(p int, set Set) (joints, follows Set) {
	for c, e := range m.states[p].edges {
		symbols := m.classes.sets[c].Intersect(ascii)
		if int(e.to) == p || len(e.program) > 0 || len(symbols) == 0 {
			continue
		}
		var back Set
		for c, e := range m.states[e.to].edges {
			if int(e.to) == p && len(e.program) == 0 {
				back = append(back, m.classes.sets[c]...)
			}
		}
		back = normal(back).Intersect(set)
		if joints != nil {
			back = back.Intersect(follows)
		}
		if back.Len() >= minLoop {
			joints, follows = joints.Union(symbols), back
		}
	}
	return joints, follows
}

// ascii is what the sets of the kernel can have. NUL is not among it: the kernel
// fills the rest of a block with it.
var ascii = Between(1, 0x7F)

// minLoop is how many symbols a loop must have to be worth a set: runs over fewer,
// such as digits, are short.
const minLoop = 32

// nibbles returns a set of ASCII characters in the form that the kernel reads.
func nibbles(set Set) (t [16]byte) {
	for _, r := range set {
		for x := r.Lo; x <= r.Hi; x++ {
			t[x&15] |= 1 << (x >> 4)
		}
	}
	return t
}
