package grammar

import (
	"slices"
	"sync"

	"github.com/urispec/urispec/grammar/reading"
)

// Corrected returns the edition with those of its errata applied that change
// the language ([reading.Source.Corrections]); the edition itself if there are
// none, or if they are applied already. Everything works on it as on the
// published one; it is built at first use, and the same each time.
func (e *Edition) Corrected() *Edition { return e.corrected() }

// IsCorrected reports whether errata are applied.
func (e *Edition) IsCorrected() bool { return e.label != e.name }

// Errata returns the errata that change the verdict of [Edition.Valid] on s:
// nil if [Edition.Corrected] gives the same one. If it does not, they are a
// smallest set of errata that alone make it do so, of several that of the
// errata that stand first. Where the verdicts are equal, Errata costs as much as
// both.
func (e *Edition) Errata(s string) []*reading.Erratum {
	return e.errata(e.Valid(s), e.Corrected().Valid(s), func(g *reading.Grammar) bool {
		start, _ := g.Lookup(g.Source.Start)
		return g.Automaton(start).Accepts(s)
	})
}

// ErrataAbsolute is [Edition.Errata] for the verdict of [Edition.CheckAbsolute].
func (e *Edition) ErrataAbsolute(s string) []*reading.Erratum {
	accepts := func(g *reading.Grammar) bool {
		r, _ := g.Lookup(g.Source.Absolute)
		return g.Automaton(r).Accepts(s)
	}
	return e.errata(accepts(e.grammar()), accepts(e.Corrected().grammar()), accepts)
}

// ErrataRule is [Edition.Errata] for the verdict of [Edition.CheckRule]. It is
// nil for a rule that the edition does not have.
func (e *Edition) ErrataRule(rule, s string) []*reading.Erratum {
	if _, err := e.rule(rule); err != nil {
		return nil
	}
	accepts := func(g *reading.Grammar) bool {
		r, _ := g.Lookup(rule)
		return g.Automaton(g.Membership(r)).Accepts(s)
	}
	return e.errata(accepts(e.grammar()), accepts(e.Corrected().grammar()), accepts)
}

func (e *Edition) errata(published, corrected bool, accepts func(*reading.Grammar) bool) []*reading.Erratum {
	if published == corrected {
		return nil
	}
	for _, some := range e.partial() {
		if accepts(some.grammar()) == corrected {
			return some.errata
		}
	}
	return e.Source().Corrections()
}

// someErrata are some of an edition's errata, and its grammar with them.
type someErrata struct {
	errata  []*reading.Erratum
	grammar func() *reading.Grammar
}

// subsets are the sets of some, but not all, of the errata of src that change
// the language, the small ones first. An edition has few: the sixteen subsets of
// four are the most so far.
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
