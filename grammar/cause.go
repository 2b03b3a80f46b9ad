package grammar

import (
	"iter"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// causes yields the rules of g that make references conform to it and not to
// other, with their witnesses, but without the verdict of other. pairs gives
// for each rule's index that of its pair, -1 for none; both has the references
// that conform to both.
func causes(m *automaton.Meter, g, other *reading.Grammar, pairs []int, both *automaton.DFA) iter.Seq[Cause] {
	return func(yield func(Cause) bool) {
		s := &sharing{meter: m, g: g, other: other, pairs: pairs, rules: make(map[int]shared)}
		start, _ := g.Lookup(g.Source.Start)
		without, _ := other.Lookup(other.Source.Start)
		s.rule(start)
		for _, r := range g.Rules {
			x, used := s.rules[r.Index]
			if !used || x.own == nil {
				continue
			}
			e, _ := s.context(start, r.Index, make(map[*reading.Rule]placed))
			swap, ok := m.ShortestSwap(e, x.both, other.Automaton(without), both, readable)
			if ok && !yield(Cause{
				Witness: Witness{Input: text(swap.Word)},
				Rule:    r.Name, Pair: other.Rules[pairs[r.Index]].Name,
				Start: swap.Start, End: swap.End, Instead: text(swap.Instead),
			}) {
				return
			}
		}
	}
}

// sharing finds what the rules of g and their pairs share; see [Cause].
type sharing struct {
	meter    *automaton.Meter
	g, other *reading.Grammar
	pairs    []int
	rules    map[int]shared // by index, of the rules that were asked for
}

// shared is the strings of a rule of which it has a derivation that uses only
// shared strings of the rules inside it; of a rule with a pair, those that the
// pair derives too.
type shared struct {
	expr  *automaton.Expr
	whole bool // they are all that the rule derives
	// Where the rule has such strings and its pair does not derive them: these
	// are own, those of expr both. Else nil.
	both, own *automaton.DFA
}

func (s *sharing) rule(r *reading.Rule) shared {
	if x, ok := s.rules[r.Index]; ok {
		return x
	}
	x := shared{whole: true}
	x.expr = s.g.Expression(r, func(in *reading.Rule) *automaton.Expr {
		y := s.rule(in)
		x.whole = x.whole && y.whole
		return y.expr
	})
	if x.whole {
		x.expr = automaton.Language(s.g.Automaton(r))
	}
	if i := s.pairs[r.Index]; i >= 0 {
		d := s.g.Automaton(r)
		if !x.whole {
			d = s.meter.Compile(reading.Limit, x.expr)
			x.expr = automaton.Language(d)
		}
		pair := s.other.Automaton(s.other.Rules[i])
		if own := s.meter.Minus(d, pair); !automaton.Empty(own) {
			if both := s.meter.Intersect(d, pair); !automaton.Empty(both) {
				x = shared{expr: automaton.Language(both), both: both, own: own}
			}
		}
	}
	s.rules[r.Index] = x
	return x
}

// placed is what [sharing.context] made of a rule.
type placed struct {
	expr *automaton.Expr
	has  bool // the target is in it
}

// context returns the strings of r, with a tag around what is own to the target
// in a derivation of them, and whether the target is there at all. done has what
// it made before.
func (s *sharing) context(r *reading.Rule, target int, done map[*reading.Rule]placed) (*automaton.Expr, bool) {
	if p, ok := done[r]; ok {
		return p.expr, p.has
	}
	p := placed{expr: automaton.Language(s.g.Automaton(r))}
	if p.has = r.Index == target; p.has {
		p.expr = automaton.Alt(p.expr, automaton.Tag(0, automaton.Language(s.rules[target].own)))
	} else {
		e := s.g.Expression(r, func(in *reading.Rule) *automaton.Expr {
			x, has := s.context(in, target, done)
			p.has = p.has || has
			return x
		})
		if p.has {
			p.expr = e
		}
	}
	done[r] = p
	return p.expr, p.has
}
