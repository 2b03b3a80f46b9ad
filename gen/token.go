package main

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar/automaton"
	"github.com/urispec/urispec/grammar/reading"
)

// Tokens of the generated grammar are characters: a byte, or a code point where
// the edition's terminals are those; or an escaped octet ("%" and two hexadecimal
// digits), which is one token because no rule of any edition takes it apart. A
// character is its own token number; from escapes on, token escapes is an
// escaped octet that no literal names, and each one that a literal does ("%09"
// in RFC 1738) follows it.
const escapes = utf8.MaxRune + 1

// tokens is the alphabet of one edition's generated grammar.
type tokens struct {
	source   *reading.Source
	escape   *reading.Rule // the rule "%" hex hex
	literals []string      // the escaped octets that literals name: token escapes+1+i
}

func newTokens(g *reading.Grammar) (*tokens, error) {
	t := &tokens{source: g.Source}
	for _, r := range g.Rules {
		if seq, ok := r.Expr.(*reading.Seq); ok && r.Character {
			if _, isClass := seq.Parts[0].(*reading.Chars); isClass {
				if t.escape != nil {
					return nil, fmt.Errorf("rules %s and %s are both an escaped octet", t.escape.Name, r.Name)
				}
				t.escape = r
			}
		}
	}
	return t, nil
}

// limit is the number of tokens.
func (t *tokens) limit() int32 { return int32(escapes + 1 + 16) }

// table is the number of tokens that are told apart by one byte: all bytes, or
// US-ASCII where the others are parts of a character.
func (t *tokens) table() int32 {
	if t.source.UTF8() {
		return utf8.RuneSelf
	}
	return reading.Limit
}

// beyond is the code points that are more than one byte.
func (t *tokens) beyond() automaton.Set {
	return automaton.Between(t.table(), escapes-1).Intersect(t.source.Characters())
}

// octets is the set of all escaped octets.
func (t *tokens) octets() automaton.Set { return automaton.Between(escapes, t.limit()-1) }

// literal returns the token of an escaped octet that a literal names.
func (t *tokens) literal(octet string) (int32, error) {
	i := slices.Index(t.literals, octet)
	if i < 0 {
		i = len(t.literals)
		t.literals = append(t.literals, octet)
	}
	if tok := int32(escapes + 1 + i); tok < t.limit() {
		return tok, nil
	}
	return 0, fmt.Errorf("literals name more than %d escaped octets", t.limit()-escapes-1)
}

// text returns a string of tokens as a person would write it; an escaped
// octet that no literal names is shown as %41.
func (t *tokens) text(w []int32) string {
	var b []byte
	for _, tok := range w {
		switch i := int(tok) - escapes - 1; {
		case tok < escapes:
			b = t.source.AppendCharacter(b, tok)
		case i >= 0 && i < len(t.literals):
			b = append(b, t.literals[i]...)
		default:
			b = append(b, "%41"...)
		}
	}
	return string(b)
}
