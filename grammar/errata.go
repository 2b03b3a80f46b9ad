package grammar

import (
	"slices"
	"sync"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// Errata returns the errata that change the verdict on s: nil if the same rule
// of [Grammar.Corrected] gives the same one. If it does not, they are as few
// errata as give its verdict without the others; if one is enough, the first one
// of the data that is.
func (l *Language) Errata(s string) []*reading.Erratum {
	c := l.grammar.Corrected()
	if c == l.grammar {
		return nil
	}
	var corrected bool
	if l == l.grammar.start {
		corrected = c.start.Valid(s) // for which there may be a table
	} else {
		corrected = l.accepts(c.read(), s)
	}
	if l.Valid(s) == corrected {
		return nil
	}
	for _, some := range *l.grammar.partial.get(l.grammar, subsets) {
		// Some errata by themselves need not make a grammar, or one that can be compiled.
		var same bool
		if g := some.grammar(); g != nil && automaton.Within(func() { same = l.accepts(g, s) == corrected }) == nil && same {
			return slices.Clone(some.errata)
		}
	}
	return l.grammar.Source().Corrections()
}

// accepts reports whether the rule derives s as g reads it.
func (l *Language) accepts(g *reading.Grammar, s string) bool {
	return g.Automaton(l.find(g)).Accepts(s)
}

// someErrata are some of an edition's errata, and its grammar with them.
type someErrata struct {
	errata  []*reading.Erratum
	grammar func() *reading.Grammar // nil if it is none
}

// subsets are the sets of some, but not all, of the errata of g that change
// the language, the small ones first. They are few, because such errata are:
// five at most in an edition so far. If there are more than ten, the sets have one each.
func subsets(g *Grammar) *[]someErrata {
	src := g.Source()
	all := src.Corrections()
	var sets []someErrata
	add := func(some ...*reading.Erratum) {
		sets = append(sets, someErrata{some, sync.OnceValue(func() *reading.Grammar {
			g, err := reading.New(src.Corrected(some...))
			if err != nil {
				return nil
			}
			return g
		})})
	}
	if len(all) > 10 {
		for _, x := range all {
			add(x)
		}
		return &sets
	}
	for mask := 1; mask < 1<<len(all)-1; mask++ {
		var some []*reading.Erratum
		for i, x := range all {
			if mask>>i&1 != 0 {
				some = append(some, x)
			}
		}
		add(some...)
	}
	slices.SortStableFunc(sets, func(a, b someErrata) int { return len(a.errata) - len(b.errata) })
	return &sets
}
