package reading

import (
	"sync"
	"sync/atomic"

	"github.com/urispec/urispec/grammar/engine/automaton"
)

// Expr is an expression of a grammar under its reading. References to rules are
// bound, literals and values are sets of characters, and the decisions of the
// prose are applied. It is *Chars, *Ref, *Seq, *Alt, *Repeat, *Not, *UTF8 or *Given.
type Expr interface{ expr() }

// Chars is one character from a set: a byte, or a code point (see
// [Source.Terminals]).
type Chars struct {
	Set automaton.Set
}

// Ref is a reference to a rule.
type Ref struct {
	Rule *Rule
}

// Seq is its parts one after the other. Without parts it is the empty string.
type Seq struct {
	Parts []Expr
}

// Alt is one of its parts. An earlier part is preferred to a later one.
type Alt struct {
	Parts []Expr
}

// Repeat is Min to Max turns of X; Max may be automaton.Unbounded. More turns are
// preferred, or fewer if Lazy is true. An option has 0 to 1 turns.
type Repeat struct {
	X        Expr
	Min, Max int
	Lazy     bool
}

// Not is the strings of X that do not begin with a string of Prefix.
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

// Rule is a rule under the reading. A rule may have several variants, which have
// the same Name and the same Index.
type Rule struct {
	Name    string
	Variant Variant
	// Index is the place of Name in [Grammar.Names].
	Index int
	Expr  Expr
	// Class is the set of the rule's characters if the rule is one character class;
	// else it is empty.
	Class automaton.Set
	// Character is true if each string of the rule is one character: a byte, a code
	// point, or an escaped octet such as %41.
	Character bool

	depth int // how deep its definition nests, with the rules that it refers to
	width int // what width returns for Expr

	// The results of Grammar.Automaton and Grammar.Derivation, or why there are none.
	compile, derive sync.Once
	dfa             atomic.Pointer[automaton.DFA]
	parser          *automaton.Parser
	noDFA, noParser error
}

// Empty reports whether the rule is defined as the empty string.
func (r *Rule) Empty() bool {
	seq, ok := r.Expr.(*Seq)
	return ok && len(seq.Parts) == 0
}

// Variant distinguishes the rules of one name.
type Variant int

const (
	// Plain is the rule under the reading, as a whole reference derives it.
	Plain Variant = iota
	// Bare is the rule by the grammar alone: its literals are as they are written,
	// and no decision takes strings away. A rule has a Bare variant only if that
	// makes a difference.
	Bare
	// Lazy is the rule with a repetition that matches as little as possible.
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
		var all automaton.Set
		for _, p := range e.Parts {
			s, ok := classOf(p)
			if !ok {
				return nil, false
			}
			all = append(all, s...)
		}
		return automaton.Set(nil).Union(all), true // in order
	}
	return nil, false
}

// isCharacter reports whether each string of e is one character. A rule that only
// gives another one a new name (gtype) does not count, because its name matters.
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

// maxWidth is the width of an escaped octet.
const maxWidth = 3

// width returns the number of bytes of each string of e; -1 if they differ, or if
// there are more than maxWidth.
func width(e Expr) int {

	switch e := e.(type) {
	case *Chars:
		return 1
	case *Ref:
		return e.Rule.width
	case *Seq:
		sum := 0
		for _, p := range e.Parts {
			n := width(p)
			if n < 0 || sum+n > maxWidth {
				return -1
			}
			sum += n
		}
		return sum
	case *Alt:
		if len(e.Parts) == 0 {
			return -1
		}
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

// Parts returns the expressions that e consists of, in their order; none for
// characters and references.
func Parts(e Expr) []Expr {
	switch e := e.(type) {
	case *Seq:
		return e.Parts
	case *Alt:
		return e.Parts
	case *Repeat:
		return []Expr{e.X}
	case *Not:
		return []Expr{e.X, e.Prefix}
	case *UTF8:
		return []Expr{e.X}
	}
	return nil
}

// depth returns how deep e nests, with the rules that it refers to.
func depth(e Expr) int {
	if ref, ok := e.(*Ref); ok {
		return 1 + ref.Rule.depth
	}
	deepest := 0
	for _, part := range Parts(e) {
		deepest = max(deepest, depth(part))
	}
	return 1 + deepest
}
