package reading

import (
	"sync"

	"github.com/urispec/urispec/grammar/engine/automaton"
)

// Expr is an expression of a grammar as it is read: references are resolved,
// literals and values are sets of characters, and the decisions of the prose stand
// in it. It is *Chars, *Ref, *Seq, *Alt, *Repeat or *Not.
type Expr interface{ expr() }

// Chars is one character of a set: a byte, or a code point (see
// [Source.Terminals]).
type Chars struct {
	Set automaton.Set
}

// Ref is what a rule derives.
type Ref struct {
	Rule *Rule
}

// Seq is its parts one after the other; without parts, the empty string.
type Seq struct {
	Parts []Expr
}

// Alt is one of its parts, the earlier preferred.
type Alt struct {
	Parts []Expr
}

// Repeat is Min to Max turns of X (Max may be automaton.Unbounded), more
// preferred, or fewer where Lazy is true. An option is 0 to 1 turns.
type Repeat struct {
	X        Expr
	Min, Max int
	Lazy     bool
}

// Not is what X derives, except the strings that begin with a string of
// Prefix.
type Not struct {
	X, Prefix Expr
	Decision  *Decision
}

func (*Chars) expr()  {}
func (*Ref) expr()    {}
func (*Seq) expr()    {}
func (*Alt) expr()    {}
func (*Repeat) expr() {}
func (*Not) expr()    {}

// Rule is a rule as it is read. A rule that the prose decides something about
// stands in several variants: they have one name, and report it.
type Rule struct {
	Name    string
	Variant Variant
	// Index numbers the names in the order of the text, core rules last.
	Index int
	Expr  Expr
	// Class is the set of the rule's characters if it is one character class,
	// else empty.
	Class automaton.Set
	// Character is true if each of the rule's strings is one character: a
	// byte or a code point, or an escaped octet such as %41.
	Character bool

	// What Grammar.Automaton and Grammar.Derivation made of it.
	compile, derive sync.Once
	dfa             *automaton.DFA
	parser          *automaton.Parser
}

// Empty reports whether the rule is written as the empty string.
func (r *Rule) Empty() bool {
	seq, ok := r.Expr.(*Seq)
	return ok && len(seq.Parts) == 0
}

// Variant tells apart the rules of one name.
type Variant int

const (
	// Plain is the rule under the reading, as a whole reference derives it.
	Plain Variant = iota
	// Bare is the rule by the grammar alone, with its literals as they are
	// written and without the decisions that take strings away. Only rules that
	// this makes a difference to have one.
	Bare
	// Lazy is the rule where its repetition matches as little as succeeds.
	Lazy
)

// String returns the variant's name, "" for Plain.
func (v Variant) String() string { return [...]string{"", "Bare", "Lazy"}[v] }

// classOf returns the set of characters if e is one character class.
func classOf(e Expr) (automaton.Set, bool) {
	switch e := e.(type) {
	case *Chars:
		return e.Set, true
	case *Ref:
		return e.Rule.Class, len(e.Rule.Class) > 0
	case *Seq:
		if len(e.Parts) == 1 {
			return classOf(e.Parts[0])
		}
	case *Alt:
		var set automaton.Set
		for _, p := range e.Parts {
			s, ok := classOf(p)
			if !ok {
				return nil, false
			}
			set = set.Union(s)
		}
		return set, true
	}
	return nil, false
}

// isCharacter reports whether each string of e is one character. A rule that
// only gives another one a new name (gtype) is not counted: the name matters.
func isCharacter(e Expr) bool {
	switch e := e.(type) {
	case *Seq:
		// "%" hex hex, or some of these octets
		if len(e.Parts) == 0 {
			return false
		}
		first, _ := classOf(e.Parts[0])
		return first.Equal(automaton.Of('%')) && width(e) == 3
	case *Alt:
		for _, p := range e.Parts {
			if ref, ok := p.(*Ref); ok && ref.Rule.Character {
				continue
			}
			if _, ok := classOf(p); !ok {
				return false
			}
		}
		return true
	}
	return false
}

// width is the number of bytes of each string of e, -1 if they differ.
func width(e Expr) int {
	switch e := e.(type) {
	case *Chars:
		return 1
	case *Ref:
		return width(e.Rule.Expr)
	case *Seq:
		sum := 0
		for _, p := range e.Parts {
			n := width(p)
			if n < 0 {
				return -1
			}
			sum += n
		}
		return sum
	case *Alt:
		n := width(e.Parts[0])
		for _, p := range e.Parts[1:] {
			if width(p) != n {
				return -1
			}
		}
		return n
	}
	return -1
}
