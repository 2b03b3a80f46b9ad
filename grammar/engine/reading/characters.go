package reading

import (
	"cmp"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar/engine/automaton"
)

// This file is about the terminals of a grammar. They are bytes, or they are code
// points, which strings contain in UTF-8. The automata always work on bytes. If
// the terminals are code points:
//
//   - A set of characters is compiled to exactly the sequences of bytes that
//     encode its members. So a string that is not valid UTF-8 has no derivation,
//     whether it is cut short, overlong, a surrogate or beyond U+10FFFF.
//   - Characters that no class of the grammar distinguishes are the same to all
//     automata of the grammar, so one character of each of [Grammar.Atoms] stands
//     for the others.

// Characters is the [Source.Terminals] of a grammar of code points.
const Characters = "characters"

// surrogates are the code points that have no form in UTF-8.
var surrogates = automaton.Between(0xD800, 0xDFFF)

// UTF8 reports whether the terminals are code points.
func (src *Source) UTF8() bool { return src.Terminals == Characters }

// terminal returns what messages call a terminal.
func (src *Source) terminal() string {
	if src.UTF8() {
		return "character"
	}
	return "byte"
}

// Characters returns all characters that a terminal can be: all bytes, or all code
// points except the surrogates.
func (src *Source) Characters() automaton.Set {
	if src.UTF8() {
		return automaton.Between(0, utf8.MaxRune).Minus(surrogates)
	}
	return automaton.Between(0, Limit-1)
}

// AppendCharacter appends the bytes of a character to dst.
func (src *Source) AppendCharacter(dst []byte, c int32) []byte {
	if src.UTF8() {
		return utf8.AppendRune(dst, c)
	}
	return append(dst, byte(c))
}

// symbols returns the expression of one character from a set.
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

// lengths are the lengths of characters in UTF-8 (section 3 of RFC 3629). Each
// code point has only one, which excludes overlong forms.
var lengths = []struct {
	lo, hi int32 // the code points with this length
	first  int32 // the first byte without the bits of the code point
	more   int   // the number of bytes after it
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
	for _, l := range lengths {
		if s := set.Intersect(automaton.Between(l.lo, l.hi)); len(s) > 0 {
			alts = append(alts, bits(s, l.first, l.more))
		}
	}
	return automaton.Alt(alts...)
}

// continuing is a byte after the first, without the bits of the code point. There
// are six of them in each such byte.
const (
	continuing     = 0x80
	continuingBits = 6
)

// bits returns the expression of a byte that is first plus the upper bits of a
// value, and of more bytes with the lower bits. Values that differ only in the
// upper bits are one alternative.
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
				continue // it was in the range before
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

// Atoms divides all characters into the largest sets that no character class of
// the grammar splits. They are in the order of their smallest members.
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
		case *UTF8:
			collect(e.X)
			escapedUTF8(g.Source.Characters(), func(set automaton.Set) *automaton.Expr {
				sets = append(sets, set)
				return automaton.Symbol(set)
			})
		case *Given:
			sets = append(sets, e.Automaton.Classes().Sets()...)
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

// Step returns the state to which a character leads in an automaton of the
// grammar.
func (g *Grammar) Step(d *automaton.DFA, state int, c int32) int {
	var buf [utf8.UTFMax]byte
	for _, b := range g.Source.AppendCharacter(buf[:0], c) {
		state = d.Step(state, int32(b))
	}
	return state
}

// Characters returns the minimal automaton over characters of the strings that an
// automaton of the grammar accepts. Where terminals are bytes that is the automaton
// itself.
func (g *Grammar) Characters(d *automaton.DFA) *automaton.DFA {
	if !g.Source.UTF8() {
		return d
	}
	const none = -1 // after what is no character
	return automaton.Explore(utf8.MaxRune+1, g.atoms(), 0, func(state int, c int32) int {
		if state == none || surrogates.Has(c) {
			return none
		}
		return g.Step(d, state, c)
	}, func(state int) bool { return state != none && d.Accepting(state) })
}

// Next returns the characters that may come next in a state of an automaton of the
// grammar. The state must be one between characters.
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

// Whole returns the length in bytes of s without a character that is cut short at
// its end. s must be the beginning of a string of the grammar.
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
