// Package bnf reads the two notations in which the URL and URI specifications are
// written. Both become the same tree of rules, whose nodes have the names of
// RFC 5234:
//
//	RFC822  the conventions of RFC 822 with "|" between alternatives, as RFC
//	        1738, the url-syntax drafts and RFC 2396 declare them. <"> is the
//	        double quote. Literals are case-sensitive, and so are rule names,
//	        which may contain "_" and "+".
//	ABNF    RFC 2234, RFC 5234 and RFC 7405: "/" between alternatives, "=/" to
//	        add some, and core rules. Rule names are case-insensitive, and so
//	        are literals, except %s"...".
//
// In both, [ x ] is optional, n*m x is repeated, and <...> is prose. A literal
// contains printable ASCII characters other than the quote; a backslash has no
// special meaning. A value such as %x31-39 stands for any character, printable or
// not. The documents in the first notation have no values, but the package reads
// them there too, for the control characters that the prose mentions.
//
// [Read] returns a [Grammar], in which every node knows its file, line and
// column. Line numbers are those of the text that was read, so a grammar points
// into the document that it was cut from. [Grammar.Verify] lists what is wrong
// with a grammar. [Grammar.String] and the Format methods print it; the printed
// text reads as an equal grammar ([Equal]).
//
// The package knows nothing of automata, URIs or editions. Package reading reads the
// grammars of the editions with it; programs meet its types where they look into the
// definition of a rule (grammar.Rule.Definition). Nothing here changes a grammar that
// has been read, so it may be used concurrently.
//
// The zero value of a type is of use only if the comment of the type says so.
package bnf

import (
	"fmt"
	"slices"
	"strings"
)

// Notation is one of the two notations.
type Notation int

const (
	_ Notation = iota // the zero value is no notation
	// RFC822 is the notation of RFC 822 section 2 with "|" between alternatives.
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

// key returns the form that all spellings of a rule name share.
func (n Notation) key(name string) string {
	if n == ABNF {
		return strings.ToLower(name)
	}
	return name
}

func (n Notation) sameName(a, b string) bool { return n.key(a) == n.key(b) }

// Pos is a position in a text. Line and Column start at 1; Column counts bytes.
type Pos struct {
	File         string
	Line, Column int
}

// String returns "file:line:column", the form that editors understand; without a
// file, "line:column".
func (p Pos) String() string {
	place := fmt.Sprintf("%d:%d", p.Line, p.Column)
	if p.File == "" {
		return place
	}
	return p.File + ":" + place
}

// Grammar is the rules of one text, in the order of the text (rulelist in RFC
// 5234 section 4). Alternatives that "=/" adds are part of the rule that they
// are added to.
type Grammar struct {
	Notation Notation
	Rules    []*Rule
	// Core has the core rules of RFC 5234 appendix B.1 that an ABNF text uses
	// without defining them, directly or through another core rule. They are in
	// the order of the appendix. All grammars share them, so they must not be
	// changed.
	Core []*Rule
}

// Lookup returns the rule of a name: the first that the text defines, else the
// core rule. It returns nil if there is none.
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

// Amend returns the grammar with the rules of an amendment. A rule of the
// amendment takes the place of the rule of its name; a rule with a new name is
// appended. Both grammars stay as they are, and every rule keeps its Pos.
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

// Rule is the definition Name "=" Elements.
type Rule struct {
	Pos      Pos
	Name     string // as written
	Elements *Alternation
	// EndLine is the last line of the definition. Comments after it do not count,
	// nor do alternatives that "=/" adds.
	EndLine int
}

// Alternation is a choice of one or more concatenations.
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

// Repetition is an element that is repeated Min to Max times. An element without
// a count in the text has 1 for both.
type Repetition struct {
	Pos      Pos
	Min, Max int // Max may be Unbounded
	Element  Element
}

// Element is *Rulename, *Group, *Option, *CharVal, *NumVal or *ProseVal.
type Element interface {
	// Position returns the position at which the element begins.
	Position() Pos
	// Format prints the element in a notation.
	Format(n Notation) string
	element()
}

// Rulename is a reference to a rule.
type Rulename struct {
	Pos  Pos
	Name string // as written
}

// Group is an alternation in parentheses.
type Group struct {
	Pos         Pos
	Alternation *Alternation
}

// Option is an alternation in brackets, which may be absent. RFC 1738 also writes
// n*[ X ] for n or more X; this is read as written, as a repetition of an option.
type Option struct {
	Pos         Pos
	Alternation *Alternation
}

// CharVal is a literal in quotes. Text is what the quotes enclose; it may be
// empty. For <"> of RFC822 it is the quote.
type CharVal struct {
	Pos  Pos
	Text string
	// CaseSensitive is false for an ordinary literal of ABNF, in which a letter
	// stands for both cases (RFC 2234 section 2.3).
	CaseSensitive bool
}

// NumVal is a terminal value (RFC 5234 section 2.3): the string of Values or, if
// Range is true, one value from Values[0] to Values[1].
type NumVal struct {
	Pos    Pos
	Base   byte // 'x', 'd' or 'b', in lower case
	Values []rune
	Range  bool
}

// ProseVal is a description in angle brackets, which no program can read.
type ProseVal struct {
	Pos  Pos
	Text string
}

// Position returns Pos.
func (e *Rulename) Position() Pos { return e.Pos }

// Position returns Pos.
func (e *Group) Position() Pos { return e.Pos }

// Position returns Pos.
func (e *Option) Position() Pos { return e.Pos }

// Position returns Pos.
func (e *CharVal) Position() Pos { return e.Pos }

// Position returns Pos.
func (e *NumVal) Position() Pos { return e.Pos }

// Position returns Pos.
func (e *ProseVal) Position() Pos { return e.Pos }

func (*Rulename) element() {}
func (*Group) element()    {}
func (*Option) element()   {}
func (*CharVal) element()  {}
func (*NumVal) element()   {}
func (*ProseVal) element() {}
