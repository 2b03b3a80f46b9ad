package pegrun

import (
	"slices"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// Class is a set of characters.
type Class struct {
	// Chars are characters and ranges of them, such as "-+.0-9A-Z": a "-" that is
	// itself stands first. A byte that is not part of UTF-8 stands for itself.
	Chars string
	// Octets is true if the class has the escaped octets. Except inverts
	// membership of the given octets.
	Octets bool
	Except []string

	once   sync.Once
	bytes  [256]bool
	beyond []charRange // the characters of several bytes
}

func (c *Class) compile() {
	for _, r := range ranges(c.Chars) {
		if r.long {
			c.beyond = append(c.beyond, r)
			continue
		}
		for b := r.lo; b <= r.hi; b++ {
			c.bytes[b] = true
		}
	}
}

func (c *Class) has(t *lexer.Token) bool {
	switch {
	case t.Type == octet:
		return c.Octets != slices.Contains(c.Except, t.Value)
	case t.EOF():
		return false
	case len(t.Value) == 1:
		return c.bytes[t.Value[0]]
	}
	return slices.ContainsFunc(c.beyond, firstChar(t.Value).in)
}

// Run is embedded in the types that read a repetition of characters of one
// class, as participle's ( class )* does: greedily, giving nothing back. It
// keeps where it began and ended, and the offsets of the escaped octets.
type Run struct {
	start, end int
	octets     []int
}

// Tokens are what a run reads.
type Tokens = lexer.PeekingLexer

// Read reads min to max characters of the class, any number if max is
// negative; if there are fewer than min it is no match.
func (r *Run) Read(t *Tokens, c *Class, min, max int) error {
	c.once.Do(c.compile)
	n := 0
	next := t.Peek()
	r.start = next.Pos.Offset
	for ; n != max && c.has(next); next = t.Peek() {
		if next.Type == octet {
			r.octets = append(r.octets, next.Pos.Offset)
		}
		t.Next()
		n++
	}
	r.end = next.Pos.Offset
	if n < min {
		return participle.NextMatch
	}
	return nil
}

func (r *Run) read() *Run { return r }

// Chars is a type that stands for a class of characters, as gen writes one for each
// class.
type Chars interface {
	// Class returns the class.
	Class() *Class
}

// Star reads any number of characters of a class.
type Star[C Chars] struct{ Run }

// Parse implements participle.Parseable.
func (r *Star[C]) Parse(t *Tokens) error {
	var c C
	return r.Read(t, c.Class(), 0, -1)
}

// Plus reads one character of a class or more.
type Plus[C Chars] struct{ Run }

// Parse implements participle.Parseable.
func (r *Plus[C]) Parse(t *Tokens) error {
	var c C
	return r.Read(t, c.Class(), 1, -1)
}

// One reads one character of a class.
type One[C Chars] struct{ Run }

// Parse implements participle.Parseable.
func (r *One[C]) Parse(t *Tokens) error {
	var c C
	return r.Read(t, c.Class(), 1, 1)
}
