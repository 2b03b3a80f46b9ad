package grammar

import (
	"errors"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// LimitError says that a rule is too large to compile, with the place of its
// definition: "toy.bnf:3:1: rule a: it has grown too large: more than 131072 states".
// Some short rules have huge automata. [New] and [NewGrammar] refuse a grammar with such
// a rule, within seconds. What needs more of a rule than its automaton may meet a limit
// later, and then returns this error: [Language.Tree], [Language.Ambiguities],
// [Language.Compare] and [Compare]. The published editions need at most an eighth of
// each limit.
type LimitError = reading.LimitError

// within calls f, and returns a [*LimitError] if what f makes of the language is too
// large.
func (l *Language) within(f func()) error {
	err := automaton.Within(f)
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*LimitError](err); ok {
		return err
	}
	read := l.grammar.read()
	return &LimitError{Pos: read.Definition(l.rule()).Pos, Rule: l.Rule(), Err: err}
}
