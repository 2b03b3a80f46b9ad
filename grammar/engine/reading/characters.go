package reading

import (
	"cmp"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar/engine/automaton"
)

// This file is about the characters that a grammar's terminals are: bytes, or
// code points of the UCS, which strings hold in UTF-8. The automata are over
// bytes in any case. What follows is true of the latter kind:
//
//   - A set of characters is compiled to the sequences of bytes that encode its
//     members, and to no other. So a string that is not UTF-8 has no derivation,
//     be it cut short, overlong, a surrogate or beyond U+10FFFF.
//   - Characters that no class in the grammar tells apart are alike to all its
//     automata, so one of each [Grammar.Atoms] stands for the others.

// Terminals in the sense of [Source.Terminals].
const ofCharacters = "characters"

// The code points that UTF-8 has no form for.
var surrogates = automaton.Between(0xD800, 0xDFFF)

// UTF8 reports whether the terminals are code points.
func (src *Source) UTF8() bool { return src.Terminals == ofCharacters }

// terminal is what one terminal is, for messages.
func (src *Source) terminal() string {
	if src.UTF8() {
		return "character"
	}
	return "byte"
}

// Characters returns all characters that a terminal can be: the bytes, or the
// code points but for surrogates.
func (src *Source) Characters() automaton.Set {
	if src.UTF8() {
		return automaton.Between(0, utf8.MaxRune).Minus(surrogates)
	}
	return automaton.Between(0, Limit-1)
}

// AppendCharacter appends a character as strings hold it.
func (src *Source) AppendCharacter(dst []byte, c int32) []byte {
	if src.UTF8() {
		return utf8.AppendRune(dst, c)
	}
	return append(dst, byte(c))
}

// symbols returns the expression of one character of a set.
func (g *Grammar) symbols(set automaton.Set) *automaton.Expr {
	if !g.Source.UTF8() || len(set) == 0 || set[len(set)-1].Hi < utf8.RuneSelf {
		return automaton.Symbol(set)
	}
	key := fmt.Sprint(set)
	if e, ok := g.encoded.Load(key); ok {
		return e.(*automaton.Expr)
	}
	e := encoding(set)
	g.encoded.Store(key, e)
	return e
}

// forms are the forms of UTF-8 (section 3 of RFC 3629): the code points that
// have it, the first byte without the bits of the code point, and the bytes
// behind it. That a code point has one form only rules out the overlong ones.
var forms = []struct {
	lo, hi, first int32
	more          int
}{
	{0, 0x7F, 0, 0},
	{0x80, 0x7FF, 0xC0, 1},
	{0x800, 0xFFFF, 0xE0, 2},
	{0x10000, utf8.MaxRune, 0xF0, 3},
}

// encoding returns the expression of the bytes of a set of code points. Its
// alternatives begin with different bytes.
func encoding(set automaton.Set) *automaton.Expr {
	set = set.Minus(surrogates)
	var alts []*automaton.Expr
	for _, f := range forms {
		if s := set.Intersect(automaton.Between(f.lo, f.hi)); len(s) > 0 {
			alts = append(alts, bits(s, f.first, f.more))
		}
	}
	return automaton.Alt(alts...)
}

// continuing is the bytes behind the first, without the bits of the code point,
// of which each has six.
const (
	continuing     = 0x80
	continuingBits = 6
)

// bits returns the expression of a byte that has the upper bits of the values,
// added to first, and of more bytes with the bits below. Values that differ in
// the upper bits only are one alternative.
func bits(values automaton.Set, first int32, more int) *automaton.Expr {
	if more == 0 {
		return automaton.Symbol(shift(values, first))
	}
	width := int32(1) << (continuingBits * more)
	type group struct{ heads, rest automaton.Set }
	var groups []group
	for _, r := range values {
		for head := r.Lo / width; head <= r.Hi/width; head++ {
			if n := len(groups); n > 0 && groups[n-1].heads.Has(first+head) {
				continue // met in the range before
			}
			rest := shift(values.Intersect(automaton.Between(head*width, head*width+width-1)), -head*width)
			groups = append(groups, group{automaton.Of(first + head), rest})
		}
	}
	var alts []*automaton.Expr
	for len(groups) > 0 {
		rest := groups[0].rest
		var heads automaton.Set
		groups = slices.DeleteFunc(groups, func(g group) bool {
			same := g.rest.Equal(rest)
			if same {
				heads = heads.Union(g.heads)
			}
			return same
		})
		alts = append(alts, automaton.Cat(automaton.Symbol(heads), bits(rest, continuing, more-1)))
	}
	return automaton.Alt(alts...)
}

// shift adds n to the members of a set.
func shift(set automaton.Set, n int32) automaton.Set {
	out := slices.Clone(set)
	for i := range out {
		out[i].Lo += n
		out[i].Hi += n
	}
	return out
}

// Atoms divides all characters into the coarsest sets that no character class
// in the grammar cuts, in the order of their smallest members.
func (g *Grammar) Atoms() []automaton.Set { return g.atoms() }

func (g *Grammar) findAtoms() []automaton.Set {
	var sets []automaton.Set
	var collect func(e Expr)
	collect = func(e Expr) {
		if set, ok := classOf(e); ok {
			if !slices.ContainsFunc(sets, set.Equal) {
				sets = append(sets, set)
			}
			return
		}
		switch e := e.(type) {
		case *Seq:
			for _, x := range e.Parts {
				collect(x)
			}
		case *Alt:
			for _, x := range e.Parts {
				collect(x)
			}
		case *Repeat:
			collect(e.X)
		case *Not:
			collect(e.X)
			collect(e.Prefix)
		}
	}
	for _, r := range g.Variants() {
		collect(r.Expr)
	}
	atoms := automaton.Partition(g.Source.Characters(), sets)
	slices.SortFunc(atoms, func(a, b automaton.Set) int { return cmp.Compare(a[0].Lo, b[0].Lo) })
	return atoms
}

// Cover covers a set of characters with the rules that are character classes
// within it. It takes the rule that adds the most, again and again, until none
// adds more than one character, and returns what is left.
func (g *Grammar) Cover(set automaton.Set) (classes []*Rule, rest automaton.Set) {
	rest = set
	for {
		var best *Rule
		most := 1
		for _, r := range g.Rules {
			if n := r.Class.Intersect(rest).Len(); n > most && set.Contains(r.Class) {
				best, most = r, n
			}
		}
		if best == nil {
			return classes, rest
		}
		classes = append(classes, best)
		rest = rest.Minus(best.Class)
	}
}

// Step returns the state of an automaton of the grammar that a character leads
// to.
func (g *Grammar) Step(d *automaton.DFA, state int, c int32) int {
	var buf [utf8.UTFMax]byte
	for _, b := range g.Source.AppendCharacter(buf[:0], c) {
		state = d.Step(state, int32(b))
	}
	return state
}

// Next returns the characters that may stand next in a state of an automaton of
// the grammar, which has to be one between characters.
func (g *Grammar) Next(d *automaton.DFA, state int) automaton.Set {
	live := d.Live()
	var next automaton.Set
	for _, atom := range g.atoms() {
		if live[g.Step(d, state, atom[0].Lo)] {
			next = append(next, atom...)
		}
	}
	return automaton.Set(nil).Union(next) // in order
}

// Whole returns the length of the longest prefix of s that is whole characters,
// if s begins a string of the grammar: a character that is cut short at the end
// is left out.
func (src *Source) Whole(s string) int {
	if !src.UTF8() {
		return len(s)
	}
	for i := len(s) - 1; i >= max(0, len(s)-utf8.UTFMax); i-- {
		if utf8.RuneStart(s[i]) {
			if utf8.FullRuneInString(s[i:]) {
				return len(s)
			}
			return i
		}
	}
	return len(s)
}
