package pegrun

import (
	"slices"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// Class is a set of characters.
type Class struct {
	bytes  [256]bool
	octets bool
	beyond [][]Range
	but    []string
}

// NewClass returns the class of the bytes, of all escaped octets if octets is
// true, and of the code points beyond US-ASCII in the ranges.
func NewClass(bytes string, octets bool, beyond ...[]Range) *Class {
	c := &Class{octets: octets, beyond: beyond}
	for i := range len(bytes) {
		c.bytes[bytes[i]] = true
	}
	return c
}

// But turns round what c says of some escaped octets, and returns it.
func (c *Class) But(octets ...string) *Class {
	c.but = octets
	return c
}

func (c *Class) has(t *lexer.Token) bool {
	switch t.Type {
	case lexer.EOF:
		return false
	case octet + 1:
		return c.octets != slices.Contains(c.but, t.Value)
	}
	return c.bytes[t.Value[0]] || beyond(t.Value, c.beyond)
}

// beyond reports whether s is the UTF-8 of a code point in the ranges.
func beyond(s string, ranges [][]Range) bool {
	if len(ranges) == 0 {
		return false
	}
	c, n := utf8.DecodeRuneInString(s)
	if n < 2 || n != len(s) {
		return false
	}
	for _, rs := range ranges {
		for _, r := range rs {
			if r.has(c) {
				return true
			}
		}
	}
	return false
}

// Run is embedded in the generated types that read a repetition of one class
// of characters, as participle's ( class )* does: greedily, giving nothing
// back. It keeps the offsets of the escaped octets.
type Run struct {
	octets []int
}

// Read reads min to max characters of the class, any number if max is
// negative; if there are fewer than min it is no match.
func (r *Run) Read(lex *lexer.PeekingLexer, c *Class, min, max int) error {
	n := 0
	for t := lex.Peek(); n != max && c.has(t); t = lex.Peek() {
		if t.Type == octet+1 {
			r.octets = append(r.octets, t.Pos.Offset)
		}
		lex.Next()
		n++
	}
	if n < min {
		return participle.NextMatch
	}
	return nil
}
