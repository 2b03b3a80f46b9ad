package reading

import (
	"errors"
	"fmt"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/bnf"
)

// Limits of a grammar, besides those of package automaton.
const (
	// maxDepth is how deep rules and brackets may nest: all that reads a definition
	// recurses.
	maxDepth = 1 << 14
	// maxText is how many bytes a text or its data may have.
	maxText = 1 << 18
)

// LimitError says that a rule cannot be compiled, because what has to be made of it
// would be too large. [Grammar.Build] returns it, and so does whatever makes more of a
// rule than an automaton.
type LimitError struct {
	Pos  bnf.Pos // where the rule is defined
	Rule string  // the innermost rule that is too large
	Err  error   // the [*automaton.LimitError]
}

// Error names the place and the rule, and says what there is too much of.
func (err *LimitError) Error() string {
	return fmt.Sprintf("%v: rule %s: %v", err.Pos, err.Rule, err.Err)
}

// Unwrap returns Err.
func (err *LimitError) Unwrap() error { return err.Err }

func tooDeep(pos bnf.Pos, rule string) error {
	return &LimitError{pos, rule, &automaton.LimitError{What: "levels of rules and brackets", Limit: maxDepth}}
}

// within calls f, which makes something of a rule, and returns the [*LimitError] if that
// is too large. If it is about a rule that this one refers to, it stays about that one.
func (g *Grammar) within(r *Rule, f func()) error {
	err := automaton.Within(f)
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*LimitError](err); ok {
		return err
	}
	return &LimitError{g.Definition(r).Pos, r.Name, err}
}

// bytesOfState is how many bytes a state takes in an automaton that runs at speed.
const bytesOfState = 1 << 10

// Build makes the automata of all rules, in all variants, and [Grammar.Atoms], so that
// none of them has to be made later. The error is a [*LimitError] if a rule is too
// large, or if all of them are together. For a grammar of an edition it takes some tens
// of milliseconds.
func (g *Grammar) Build() error { return g.build(new(automaton.Meter)) }

func (g *Grammar) build(m *automaton.Meter) error {
	for _, r := range g.Variants() {
		if err := g.within(r, func() {
			states := g.automaton(m, r).States()
			if states > automaton.MaxStates {
				panic(&automaton.LimitError{What: "states", Limit: automaton.MaxStates})
			}
			m.Spend(bytesOfState * states)
		}); err != nil {
			return err
		}
	}
	return automaton.Within(func() { g.Atoms() })
}
