package peg

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// Tokens of the generated grammar are characters: a byte, or a code point where
// the edition's terminals are those; or an escaped octet ("%" and two hexadecimal
// digits), which is one token because no rule of any edition takes it apart. A
// character is its own token number; from escapes on, token escapes is an
// escaped octet that nothing names, and each one that a literal does ("%09" in
// RFC 1738), or that a rule leaves out, follows it.
const escapes = utf8.MaxRune + 1

// tokenLimit is the number of tokens: literals may name 16 escaped octets.
const tokenLimit = escapes + 1 + 16

// tokens is the alphabet of one edition's generated grammar.
type tokens struct {
	source   *reading.Source
	escape   *reading.Rule                   // the rule "%" hex hex
	literals []string                        // the escaped octets that are named: token escapes+1+i
	some     map[*reading.Rule]automaton.Set // the rules that derive some of the octets
}

func newTokens(g *reading.Grammar) (*tokens, error) {
	t := &tokens{source: g.Source, some: make(map[*reading.Rule]automaton.Set)}
	var octets []*reading.Rule
	for _, r := range g.Rules {
		if seq, ok := r.Expr.(*reading.Seq); ok && r.Character {
			if _, isClass := seq.Parts[0].(*reading.Chars); isClass {
				octets = append(octets, r)
				if t.escape == nil || automaton.Empty(automaton.Minus(g.Automaton(t.escape), g.Automaton(r))) {
					t.escape = r
				}
			}
		}
	}
	for _, r := range octets {
		if r == t.escape {
			continue
		}
		if err := t.restrict(g, r); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// restrict finds the octets of a rule that derives not all of them: the others
// are literals.
func (t *tokens) restrict(g *reading.Grammar, r *reading.Rule) error {
	all, some := g.Automaton(t.escape), g.Automaton(r)
	if automaton.Equal(all, some) || !automaton.Empty(automaton.Minus(some, all)) {
		return fmt.Errorf("rules %s and %s are both an escaped octet", t.escape.Name, r.Name)
	}
	set := t.octets()
	const hex = "0123456789ABCDEFabcdef"
	for _, a := range hex {
		for _, b := range hex {
			octet := "%" + string(a) + string(b)
			if all.Accepts(octet) && !some.Accepts(octet) {
				tok, err := t.literal(octet)
				if err != nil {
					return err
				}
				set = set.Minus(automaton.Of(tok))
			}
		}
	}
	t.some[r] = set
	return nil
}

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

// octets is the set of all escaped octets, empty if the grammar has no rule of
// them.
func (t *tokens) octets() automaton.Set {
	if t.escape == nil {
		return nil
	}
	return automaton.Between(escapes, tokenLimit-1)
}

// literal returns the token of an escaped octet that a literal names.
func (t *tokens) literal(octet string) (int32, error) {
	i := slices.Index(t.literals, octet)
	if i < 0 {
		i = len(t.literals)
		t.literals = append(t.literals, octet)
	}
	if tok := int32(escapes + 1 + i); tok < tokenLimit {
		return tok, nil
	}
	return 0, fmt.Errorf("literals name more than %d escaped octets", tokenLimit-escapes-1)
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

// odd returns the named octets for which a set says otherwise than for those that
// nothing names.
func (t *tokens) odd(set automaton.Set) []string {
	var out []string
	for i, octet := range t.literals {
		if set.Has(int32(escapes+1+i)) != set.Has(escapes) {
			out = append(out, octet)
		}
	}
	return out
}
