package grammar

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// SyntaxError says why a string does not conform, or is not derived by a rule. It
// is returned by whatever checks or parses.
type SyntaxError struct {
	Edition string // the name of the grammar, as [Grammar.String] gives it
	// Rule is the innermost rule that is being read at Offset when what stands
	// before it is completed by a shortest string; Section defines it, and is "" in a
	// grammar that is no document.
	Rule    string
	Section string
	Input   string
	// Offset is the length in bytes of the longest prefix of Input that some
	// conforming string begins with. Where characters are code points, the prefix
	// is whole characters: what is wrong with a character, or with the bytes that
	// should encode one, shows where it begins.
	Offset int
	// Size is the length in bytes of the character at Offset; 0 if there is none,
	// because the input ends or is not UTF-8 where characters are code points.
	Size int
	// Expected is what may stand at Offset: character classes by their rule's
	// name (HEXDIG), other characters quoted ("/"), and [EndOfInput]. Together
	// they are exactly the characters with which the prefix stays viable. Errors
	// share the slice; it must not be changed. Expectations is the same as values, in the
	// same order; the same holds for it.
	Expected     []string
	Expectations []Expected
	// Note is what the edition says of the character at Offset, with its
	// section; mostly empty.
	Note string
}

// Expected is one of the things that may stand at a place: the characters of a class, the
// characters from First to Last, or the end. The zero value is none of them.
type Expected struct {
	// Class is the name of a rule that is one character class, such as "HEXDIG"; "" if it
	// is something else.
	Class string
	// First and Last are the first and the last of a range of characters, such as '/' and
	// '/'; 0 if Class is set or End is true. They are bytes, or code points where
	// characters are those.
	First, Last rune
	// End is true if the string may end.
	End bool
}

// EndOfInput stands in [SyntaxError.Expected] if the string may end there.
const EndOfInput = "end of input"

// Error returns one line: where, what was found, in which rule of which
// section, and what was expected.
func (err *SyntaxError) Error() string {
	return fmt.Sprintf("%s: offset %d: %s", err.Edition, err.Offset, err.Message())
}

// Message is [SyntaxError.Error] without edition and offset.
func (err *SyntaxError) Message() string {
	section := ""
	if err.Section != "" {
		section = " (section " + err.Section + ")"
	}
	m := fmt.Sprintf("%s in %s%s, expected %s", err.Found(), err.Rule, section, err.Expectation())
	if err.Note != "" {
		m += "; " + err.Note
	}
	return m
}

// Found describes what stands at Offset: the character in quotes, the code
// point or the byte if it is no printable ASCII, or the end of the input.
func (err *SyntaxError) Found() string {
	if err.Offset == len(err.Input) {
		return EndOfInput
	}
	if err.Size > 1 {
		c, _ := utf8.DecodeRuneInString(err.Input[err.Offset:])
		return fmt.Sprintf("%U", c)
	}
	return quoteByte(err.Input[err.Offset])
}

// Found describes what stands at an offset of s, as [SyntaxError.Found] does.
func (g *Grammar) Found(s string, offset int) string {
	return (&SyntaxError{Input: s, Offset: offset, Size: size(g.Source(), s[offset:])}).Found()
}

// size returns the length in bytes of the character that s begins with, 0 if
// there is none.
func size(src *reading.Source, s string) int {
	if src.UTF8() {
		if c, n := utf8.DecodeRuneInString(s); c != utf8.RuneError || n > 1 {
			return n
		}
		return 0
	}
	return min(len(s), 1)
}

// Char returns the character at Offset: a byte, or a code point where characters
// are those. There is none at the end of the input and where it is not UTF-8.
func (err *SyntaxError) Char() (char rune, ok bool) {
	switch err.Size {
	case 0:
		return 0, false
	case 1:
		return rune(err.Input[err.Offset]), true
	}
	char, _ = utf8.DecodeRuneInString(err.Input[err.Offset:])
	return char, true
}

// Expectation joins Expected as a phrase: `DIGIT, "/" or end of input`.
func (err *SyntaxError) Expectation() string {
	n := len(err.Expected)
	switch n {
	case 0:
		return "nothing"
	case 1:
		return err.Expected[0]
	}
	return strings.Join(err.Expected[:n-1], ", ") + " or " + err.Expected[n-1]
}

func quoteByte(b byte) string {
	if b == '"' {
		return `'"'`
	}
	if b > 0x20 && b < 0x7F {
		return `"` + string(rune(b)) + `"`
	}
	if b == ' ' {
		return "space"
	}
	return fmt.Sprintf("byte 0x%02X", b)
}

// Quoted returns text in quotes, in printable ASCII, as the messages of this module quote
// strings that anybody may have written: a byte that does not print is `\x1B`, another
// character `\u{202E}`. A backslash stands before a quotation mark and a backslash, so
// different strings stay different.
func Quoted(text string) string {
	out := []byte{'"'}
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case c == '"' || c == '\\':
			out = append(out, '\\', text[i])
		case ' ' <= c && c <= '~':
			out = append(out, text[i])
		case size == 1:
			out = fmt.Appendf(out, `\x%02X`, text[i])
		default:
			out = fmt.Appendf(out, `\u{%X}`, c)
		}
		i += size
	}
	return string(append(out, '"'))
}

// syntaxError explains why s is not in the language.
func (l *Language) syntaxError(s string) *SyntaxError {
	x := l.explain.get(l, newExplainer)
	offset, at := x.leave(s)
	if whole := x.source.Whole(s[:offset]); whole < offset {
		offset, at = x.leave(s[:whole])
	}
	err := &SyntaxError{
		Edition: l.grammar.label, Rule: at.rule, Section: at.section,
		Input: s, Offset: offset, Expected: at.names, Expectations: at.values,
	}
	if err.Size = size(x.source, s[offset:]); err.Size == 0 && offset < len(s) {
		err.Note = malformed(s[offset:])
	}
	for _, n := range x.source.Notes {
		if offset < len(s) && strings.IndexByte(n.Bytes, s[offset]) >= 0 && !strings.Contains(s[:offset], n.Before) {
			err.Note = `section ` + n.Section + `: "` + n.Text + `"`
		}
	}
	if note := l.optional(s, offset); note != "" {
		err.Note = note
	}
	return err
}

// optional returns what the prose says for an option without which more of s would be
// viable; "" if there is none.
func (l *Language) optional(s string, offset int) string {
	plain := l.grammar.without
	if plain == nil {
		return ""
	}
	d := plain.read().Automaton(l.find(plain.read()))
	if n, _ := d.Viable(s); n < offset || n == offset && !d.Accepts(s) {
		return ""
	}
	for _, decision := range l.grammar.Source().Reading {
		if decision.Option != "" {
			return "section " + decision.Section + ": " + decision.Why
		}
	}
	return ""
}

// innermost returns the index of the rule that is being read at a position of a
// derivation: the innermost that begins there and is still empty (the port of
// "h:"), else the innermost that holds the byte before. A character that is
// complete is not being read any more, unless it is all there is.
//
// open are the rules that hold the byte before, outer ones first; events are
// what begins and ends at the position.
func innermost(g *reading.Grammar, open []int, events []automaton.Event) int {
	for len(open) > 1 && len(events) > 0 && !events[0].Open && g.Rules[events[0].Tag].Character {
		open, events = open[:len(open)-1], events[1:]
	}
	// As many as begin first may end then; they are empty, inner before outer.
	begun := slices.IndexFunc(events, func(ev automaton.Event) bool { return !ev.Open })
	for i := begun; i >= 0 && i < min(2*begun, len(events)) && !events[i].Open; i++ {
		if !g.Rules[events[i].Tag].Empty() {
			return events[i].Tag
		}
	}
	return open[len(open)-1]
}

// malformed says why s, which is not empty, does not begin with a character in
// UTF-8 (section 3 of RFC 3629).
func malformed(s string) string {
	// How many bytes the first one asks for, and the code points that need them.
	first, more, least := s[0], 0, rune(0)
	switch {
	case first < 0xC0:
		return "invalid UTF-8: a byte that continues a character stands where one begins"
	case first >= 0xF8:
		return "invalid UTF-8: this byte never occurs in it"
	case first >= 0xF0:
		more, least = 3, 0x10000
	case first >= 0xE0:
		more, least = 2, 0x800
	default:
		more, least = 1, 0x80
	}
	c := rune(first) & (0x3F >> more)
	for i := 1; i <= more; i++ {
		if i == len(s) || s[i]&0xC0 != 0x80 {
			return fmt.Sprintf("invalid UTF-8: the character is cut short: %d of its %d bytes", i, more+1)
		}
		c = c<<6 | rune(s[i]&0x3F)
	}
	switch {
	case c < least:
		return fmt.Sprintf("invalid UTF-8: an overlong form of %U", c)
	case c > utf8.MaxRune:
		return fmt.Sprintf("invalid UTF-8: %U is beyond U+10FFFF", c)
	}
	return fmt.Sprintf("invalid UTF-8: %U is a surrogate", c)
}
