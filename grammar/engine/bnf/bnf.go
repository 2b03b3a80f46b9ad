// Package bnf reads the two notations that the URL and URI specifications are
// written in, into one rule type whose nodes have the names of RFC 5234:
//
//	RFC822  the conventions of RFC 822 with "|" for alternatives, as RFC 1738,
//	        the url-syntax drafts and RFC 2396 declare them; <"> is the double
//	        quote, a quoted literal is case-sensitive, and rule names, in which
//	        "_" and "+" occur, are case-sensitive
//	ABNF    RFC 2234, RFC 5234 and RFC 7405: "/" for alternatives, "=/", core
//	        rules; literals (but for %s"...") and rule names are
//	        case-insensitive
//
// In both, [ x ] is optional and n*m x repeats; literals hold printable ASCII
// characters but the quote, and a backslash is one of them; values such as
// %x31-39 say what no literal can; <...> is prose. The documents of the first
// notation do without values, but their prose speaks of control characters.
//
// [Read] gives a [Grammar] in which every node knows its file, line and
// column; [Grammar.Verify] lists what is wrong with it; [Grammar.String] and
// the Format methods print it back, and what was printed reads as an equal
// grammar ([Equal]). Line numbers are those of the text that was read, so a
// grammar keeps pointing into the document it was cut from.
//
// The package knows nothing of automata, URIs or editions.
package bnf

import (
	"fmt"
	"slices"
	"strings"
)

// Notation says which of the two notations a text is written in.
type Notation int

const (
	_ Notation = iota // the zero value is no notation
	// RFC822 is the notation of RFC 822 section 2 with "|" for alternatives.
	RFC822
	// ABNF is the notation of RFC 2234 and RFC 5234.
	ABNF
)

// String returns "rfc822" or "abnf".
func (n Notation) String() string {
	switch n {
	case RFC822:
		return "rfc822"
	case ABNF:
		return "abnf"
	}
	return fmt.Sprintf("Notation(%d)", int(n))
}

// key is the form of a rule name that is the same for all its spellings.
func (n Notation) key(name string) string {
	if n == ABNF {
		return strings.ToLower(name)
	}
	return name
}

func (n Notation) sameName(a, b string) bool { return n.key(a) == n.key(b) }

// Pos is a place in a text: Line and Column start at 1, and Column counts
// bytes.
type Pos struct {
	File         string
	Line, Column int
}

// String returns "file:line:column", the form that editors understand.
func (p Pos) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column) }

// Grammar is the rules of one text in the order they stand there (rulelist,
// RFC 5234 section 4). Rules that continue another one ("=/") have been
// merged into it.
type Grammar struct {
	Notation Notation
	Rules    []*Rule
	// Core holds the core rules of RFC 5234 appendix B.1 that an ABNF text
	// uses without defining them, be it by way of each other, in the order of
	// the appendix. All grammars share them: they are not to be changed.
	Core []*Rule
}

// Lookup returns the rule of that name, or nil: of those that the text
// defines the first, otherwise the core rule.
func (g *Grammar) Lookup(name string) *Rule {
	for _, rules := range [][]*Rule{g.Rules, g.Core} {
		for _, r := range rules {
			if g.Notation.sameName(r.Name, name) {
				return r
			}
		}
	}
	return nil
}

// Amend returns the grammar as an amendment makes it: a rule of the amendment
// replaces that of its name where it stands, and the others follow in their
// order. Neither is changed, and rules keep their positions.
func (g *Grammar) Amend(by *Grammar) *Grammar {
	out := &Grammar{Notation: g.Notation, Rules: slices.Clone(g.Rules)}
	for _, r := range by.Rules {
		i := slices.IndexFunc(out.Rules, func(old *Rule) bool { return g.Notation.sameName(old.Name, r.Name) })
		if i < 0 {
			out.Rules = append(out.Rules, r)
		} else {
			out.Rules[i] = r
		}
	}
	if g.Notation == ABNF {
		out.Core = usedCore(out.Rules)
	}
	return out
}

// Rule is one definition: Name "=" Elements.
type Rule struct {
	Pos      Pos
	Name     string // as written
	Elements *Alternation
	// EndLine is the last line of the definition, comments after it and
	// alternatives added by "=/" excluded.
	EndLine int
}

// Alternation is one or more concatenations, of which one is chosen.
type Alternation struct {
	Pos            Pos
	Concatenations []*Concatenation
}

// Concatenation is one or more repetitions, one after the other.
type Concatenation struct {
	Pos         Pos
	Repetitions []*Repetition
}

// Unbounded is the Max of a repetition without an upper bound.
const Unbounded = -1

// Repetition is an element that stands Min to Max times; without a prefix in
// the text both are 1.
type Repetition struct {
	Pos      Pos
	Min, Max int // Max may be Unbounded
	Element  Element
}

// Element is *Rulename, *Group, *Option, *CharVal, *NumVal or *ProseVal.
type Element interface {
	// Position returns where the element begins.
	Position() Pos
	// Format prints the element in a notation.
	Format(n Notation) string
	element()
}

// Rulename refers to a rule.
type Rulename struct {
	Pos  Pos
	Name string // as written
}

// Group is a parenthesised alternation.
type Group struct {
	Pos         Pos
	Alternation *Alternation
}

// Option is a bracketed alternation: once or not at all. RFC 1738 also writes
// n*[ X ] for n or more X; that is read as a repetition of an option.
type Option struct {
	Pos         Pos
	Alternation *Alternation
}

// CharVal is a quoted literal, or <"> in RFC822, where Text is the quote. Text
// is otherwise what stands between the quotes, and may be empty.
type CharVal struct {
	Pos  Pos
	Text string
	// CaseSensitive is false for a literal of ABNF, in which a letter stands
	// for both cases (RFC 2234 section 2.3).
	CaseSensitive bool
}

// NumVal is a terminal value (RFC 5234 section 2.3): the string of Values, or,
// where Range is true, one value from Values[0] to Values[1].
type NumVal struct {
	Pos    Pos
	Base   byte // 'x', 'd' or 'b', in lower case
	Values []rune
	Range  bool
}

// ProseVal is a description in angle brackets that no program can read.
type ProseVal struct {
	Pos  Pos
	Text string
}

// The methods that make the six types an Element.
func (e *Rulename) Position() Pos { return e.Pos }
func (e *Group) Position() Pos    { return e.Pos }
func (e *Option) Position() Pos   { return e.Pos }
func (e *CharVal) Position() Pos  { return e.Pos }
func (e *NumVal) Position() Pos   { return e.Pos }
func (e *ProseVal) Position() Pos { return e.Pos }

func (*Rulename) element() {}
func (*Group) element()    {}
func (*Option) element()   {}
func (*CharVal) element()  {}
func (*NumVal) element()   {}
func (*ProseVal) element() {}
