package grammar

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// Chars is a set of characters: of bytes, or of code points in a grammar whose
// terminals are those (rfc3987). It is immutable.
type Chars struct {
	// Bytes are those that are one byte: of code points, US-ASCII.
	Bytes [256]bool

	beyond automaton.Set // the code points beyond US-ASCII
}

// newChars returns a set of characters of a grammar.
func newChars(src *reading.Source, set automaton.Set) *Chars {
	c := new(Chars)
	table := automaton.Between(0, reading.Limit-1)
	if src.UTF8() {
		table = automaton.Between(0, utf8.RuneSelf-1)
		c.beyond = set.Minus(table)
	}
	for _, r := range set.Intersect(table) {
		for b := r.Lo; b <= r.Hi; b++ {
			c.Bytes[b] = true
		}
	}
	return c
}

// Chars returns the characters of a character class in the grammar's notation,
// which may refer to the rules: the name of a rule that is one, such as
// "unreserved", or `ALPHA / "-"`. The error says that it cannot be read or is not
// a character class.
func (g *Grammar) Chars(class string) (*Chars, error) {
	set, err := g.read().CharSet(class)
	if err != nil {
		return nil, err
	}
	return newChars(g.Source(), set), nil
}

// Has reports whether a character is in the set: a byte, or a code point.
func (c *Chars) Has(char rune) bool {
	return 0 <= char && int(char) < len(c.Bytes) && c.Bytes[char] || c.beyond.Has(char)
}

// At returns the length in bytes of the character of s that begins at offset i,
// if it is in the set, else 0.
func (c *Chars) At(s string, i int) int {
	switch {
	case c.Bytes[s[i]]:
		return 1
	case len(c.beyond) > 0 && s[i] >= utf8.RuneSelf:
		if char, n := utf8.DecodeRuneInString(s[i:]); n > 1 && c.beyond.Has(char) {
			return n
		}
	}
	return 0
}

// Intersect returns the characters that are in both sets.
func (c *Chars) Intersect(d *Chars) *Chars {
	both := &Chars{beyond: c.beyond.Intersect(d.beyond)}
	for b := range both.Bytes {
		both.Bytes[b] = c.Bytes[b] && d.Bytes[b]
	}
	return both
}

// CharRanges returns all characters of the grammar in the fewest ranges, first
// and last, of which each is wholly in a character class or wholly outside it,
// and so for the parts of its strings: the bytes, or the code points but for surrogates.
func (g *Grammar) CharRanges() [][2]rune {
	sets := slices.Clone(g.read().Atoms())
	for _, c := range g.CharClasses() {
		sets = append(sets, c.set)
	}
	var ranges [][2]rune
	for _, part := range automaton.Partition(g.Source().Characters(), sets) {
		for _, r := range part {
			ranges = append(ranges, [2]rune{r.Lo, r.Hi})
		}
	}
	slices.SortFunc(ranges, func(a, b [2]rune) int { return cmp.Compare(a[0], b[0]) })
	return ranges
}

// CharClass is a set of characters that a grammar has a name for: a rule that is
// one character class (reserved), or a class that only the prose of its document
// defines, most of them to refuse characters (unwise).
type CharClass struct {
	Name    string
	Section string // of the document
	Why     string // what the prose says of the class; "" for a rule of the grammar

	set automaton.Set
}

// Has reports whether a character is in the class: a byte, or a code point in an
// edition whose terminals are those.
func (c *CharClass) Has(char rune) bool { return c.set.Has(char) }

// CharClasses returns the character classes: first the rules of the grammar in
// the order of the text, then those of the prose. They are made anew by each
// call.
func (g *Grammar) CharClasses() []CharClass {
	classes, err := charClasses(g.read())
	if err != nil {
		panic(fmt.Sprintf("grammar: %v", err)) // gen or New has found none
	}
	return classes
}

func charClasses(g *reading.Grammar) ([]CharClass, error) {
	var classes []CharClass
	var known automaton.Set
	for _, r := range g.Rules {
		if len(r.Class) > 0 {
			classes = append(classes, CharClass{Name: r.Name, Section: g.Section(r.Name), set: r.Class})
			known = known.Union(r.Class)
		}
	}
	for i := range g.Source.Classes {
		prose := &g.Source.Classes[i]
		if _, ok := g.Lookup(prose.Name); ok {
			continue // an amendment has made a rule of it
		}
		set, err := members(g, prose, known)
		if err != nil {
			return nil, fmt.Errorf("%s.json: class %s: %w", g.Source.Name, prose.Name, err)
		}
		classes = append(classes, CharClass{prose.Name, prose.Section, prose.Why, set})
		known = known.Union(set)
	}
	return classes, nil
}

// CharClass returns the class of that name.
func (g *Grammar) CharClass(name string) (CharClass, bool) {
	for _, c := range g.CharClasses() {
		if c.Name == name {
			return c, true
		}
	}
	return CharClass{}, false
}

// members returns the characters of a class of the prose; known are those of the
// classes before it.
func members(g *reading.Grammar, c *reading.Class, known automaton.Set) (automaton.Set, error) {
	switch {
	case c.Rest:
		return g.Source.Characters().Minus(known), nil
	case c.Bytes != "":
		return byteRanges(c.Bytes)
	}
	return g.CharSet(c.BNF)
}

// byteRanges reads ranges of bytes in hexadecimal, such as "00-1F 7F".
func byteRanges(text string) (automaton.Set, error) {
	var set automaton.Set
	for _, field := range strings.Fields(text) {
		first, last, isRange := strings.Cut(field, "-")
		if !isRange {
			last = first
		}
		lo, err := strconv.ParseUint(first, 16, 8)
		if err != nil {
			return nil, err
		}
		hi, err := strconv.ParseUint(last, 16, 8)
		if err != nil {
			return nil, err
		}
		set = set.Union(automaton.Between(int32(lo), int32(hi)))
	}
	return set, nil
}
