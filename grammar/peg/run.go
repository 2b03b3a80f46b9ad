package peg

import (
	"slices"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// Class is a set of characters.
type Class struct {
	bytes  [256]bool
	octets bool
	odd    []string
}

// NewClass returns the class of the bytes and, if octets is true, of all
// escaped octets; but for those that are odd it is the other way round.
func NewClass(bytes string, octets bool, odd ...string) *Class {
	c := &Class{octets: octets, odd: odd}
	for i := range len(bytes) {
		c.bytes[bytes[i]] = true
	}
	return c
}

func (c *Class) has(t *lexer.Token) bool {
	switch t.Type {
	case lexer.EOF:
		return false
	case octet + 1:
		return c.octets != slices.Contains(c.odd, t.Value)
	}
	return c.bytes[t.Value[0]]
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
