package grammar

import (
	"slices"
	"sync"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// Corrected returns the edition with those of its errata applied that change
// the language ([reading.Source.Corrections]); the edition itself if there are
// none, or if they are applied already. Everything works on it as on the
// published one; it is built at first use, and the same each time.
func (e *Edition) Corrected() *Edition { return e.corrected() }

// IsCorrected reports whether errata are applied.
func (e *Edition) IsCorrected() bool { return e.label != e.name }

// Errata returns the errata that change the verdict of [Edition.Valid] on s:
// nil if [Edition.Corrected] gives the same one. If it does not, they are as few
// errata as give its verdict without the others; if one is enough, the first one
// of the data that is.
func (e *Edition) Errata(s string) []*reading.Erratum {
	c := e.Corrected()
	if c == e || e.Valid(s) == c.Valid(s) {
		return nil
	}
	return e.errata(s, func(g *reading.Grammar) *automaton.DFA {
		r, _ := g.Lookup(g.Source.Start)
		return g.Automaton(r)
	})
}

// ErrataAbsolute is [Edition.Errata] for the verdict of [Edition.CheckAbsolute].
func (e *Edition) ErrataAbsolute(s string) []*reading.Erratum {
	return e.errata(s, func(g *reading.Grammar) *automaton.DFA {
		r, _ := g.Lookup(g.Source.Absolute)
		return g.Automaton(r)
	})
}

// ErrataRule is [Edition.Errata] for the verdict of [Edition.CheckRule]. It is
// nil for a rule that the edition does not have.
func (e *Edition) ErrataRule(rule, s string) []*reading.Erratum {
	if _, err := e.rule(rule); err != nil {
		return nil
	}
	return e.errata(s, func(g *reading.Grammar) *automaton.DFA {
		r, _ := g.Lookup(rule)
		return g.Automaton(g.Membership(r))
	})
}

// errata compares the verdicts of one automaton of the edition's grammars.
func (e *Edition) errata(s string, of func(*reading.Grammar) *automaton.DFA) []*reading.Erratum {
	accepts := func(g *reading.Grammar) bool { return of(g).Accepts(s) }
	corrected := accepts(e.Corrected().grammar())
	if accepts(e.grammar()) == corrected {
		return nil
	}
	for _, some := range e.partial() {
		if accepts(some.grammar()) == corrected {
			return slices.Clone(some.errata)
		}
	}
	return e.source().Corrections()
}

// someErrata are some of an edition's errata, and its grammar with them.
type someErrata struct {
	errata  []*reading.Erratum
	grammar func() *reading.Grammar
}

// subsets are the sets of some, but not all, of the errata of src that change
// the language, the small ones first. They are few, because such errata are:
// five at most in an edition so far.
func subsets(src *reading.Source) []someErrata {
	all := src.Corrections()
	var sets []someErrata
	for mask := 1; mask < 1<<len(all)-1; mask++ {
		var some []*reading.Erratum
		for i, x := range all {
			if mask>>i&1 != 0 {
				some = append(some, x)
			}
		}
		sets = append(sets, someErrata{some, sync.OnceValue(func() *reading.Grammar {
			return mustGrammar(src.Corrected(some...))
		})})
	}
	slices.SortStableFunc(sets, func(a, b someErrata) int { return len(a.errata) - len(b.errata) })
	return sets
}
