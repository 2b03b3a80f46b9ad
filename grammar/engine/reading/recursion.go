package reading

import (
	"fmt"
	"slices"

	"github.com/urispec/urispec/grammar/engine/bnf"
)

// This file takes recursion out of the rules of a grammar of our own, where that is
// possible: automata have none.
//
// A rule that refers to itself at one end only is a repetition, by Arden's lemma:
//
//	x = a x / b   is   x = *( a ) ( b )
//	x = x a / b   is   x = ( b ) *( a )
//
// Its derivation has one node for all turns. Other recursion can be unrolled: the rules
// are copied for each level down to a depth, below which they derive nothing.

// recursion is what changes the rules.
type recursion struct {
	notation bnf.Notation
	rules    []*bnf.Rule
	unrolled map[string]bool // the rules that are, by key
}

func (x *recursion) same(a, b string) bool { return x.key(a) == x.key(b) }
func (x *recursion) key(name string) string {
	return (&Grammar{fold: x.notation == bnf.ABNF}).key(name)
}

// solve makes repetitions of the rules that refer to themselves at one end only.
func (x *recursion) solve() {
	for i, r := range x.rules {
		if !slices.ContainsFunc(r.References(), func(name string) bool { return x.same(name, r.Name) }) {
			continue
		}
		for _, left := range []bool{false, true} {
			s := &solver{recursion: x, rule: r, left: left, ok: true}
			s.alternation(nil, r.Elements)
			if s.ok && s.again != nil && s.last != nil {
				solved := *r
				solved.Elements = s.solution()
				x.rules[i] = &solved
				break
			}
		}
	}
}

// solver solves one rule. Its alternatives are those that go on with the rule again, and
// those that do not.
type solver struct {
	*recursion
	rule        *bnf.Rule
	left        bool // the rule refers to itself at the beginning, not at the end
	ok          bool
	again, last []*bnf.Concatenation
}

// refers reports whether something refers to the rule.
func (s *solver) refers(e bnf.Element) bool {
	within := func(a *bnf.Alternation) bool {
		return slices.ContainsFunc((&bnf.Rule{Elements: a}).References(), func(name string) bool { return s.same(name, s.rule.Name) })
	}
	switch e := e.(type) {
	case *bnf.Rulename:
		return s.same(e.Name, s.rule.Name)
	case *bnf.Group:
		return within(e.Alternation)
	case *bnf.Option:
		return within(e.Alternation)
	}
	return false
}

// alternation adds the alternatives of a; inner is what stands between them and the end
// of the rule at which it does not refer to itself.
func (s *solver) alternation(inner []*bnf.Repetition, a *bnf.Alternation) {
	for _, c := range a.Concatenations {
		s.concatenation(inner, c)
	}
}

func (s *solver) concatenation(inner []*bnf.Repetition, c *bnf.Concatenation) {
	n := len(c.Repetitions)
	outer, rest := c.Repetitions[n-1], c.Repetitions[:n-1]
	if s.left {
		outer, rest = c.Repetitions[0], c.Repetitions[1:]
	}
	if slices.ContainsFunc(rest, func(r *bnf.Repetition) bool { return s.refers(r.Element) }) {
		s.ok = false
		return
	}
	inner = s.join(inner, rest)
	if !s.refers(outer.Element) {
		s.add(&s.last, c.Pos, s.join(inner, []*bnf.Repetition{outer}))
		return
	}
	if outer.Max != 1 {
		s.ok = false
		return
	}
	optional := outer.Min == 0
	switch e := outer.Element.(type) {
	case *bnf.Rulename:
		s.add(&s.again, c.Pos, inner)
		if len(inner) == 0 {
			s.ok = false // the rule is itself
		}
	case *bnf.Group:
		s.alternation(inner, e.Alternation)
	case *bnf.Option:
		s.alternation(inner, e.Alternation)
		optional = true
	}
	if optional {
		s.add(&s.last, c.Pos, inner)
	}
}

// join puts repetitions that are nearer to the end at which the rule refers to itself
// on that side of inner.
func (s *solver) join(inner, more []*bnf.Repetition) []*bnf.Repetition {
	if s.left {
		return slices.Concat(more, inner)
	}
	return slices.Concat(inner, more)
}

// maxSolved is how many alternatives a solution may have: they are as many as the ways
// through the brackets around the rule's own name.
const maxSolved = 1 << 10

func (s *solver) add(to *[]*bnf.Concatenation, pos bnf.Pos, parts []*bnf.Repetition) {
	if len(parts) == 0 {
		parts = []*bnf.Repetition{{Pos: pos, Min: 1, Max: 1, Element: &bnf.CharVal{Pos: pos}}}
	}
	if len(*to) == maxSolved {
		s.ok = false
		return
	}
	*to = append(*to, &bnf.Concatenation{Pos: pos, Repetitions: parts})
}

// solution returns the definition without recursion.
func (s *solver) solution() *bnf.Alternation {
	pos := s.rule.Elements.Pos
	group := func(least, most int, of []*bnf.Concatenation) *bnf.Repetition {
		return &bnf.Repetition{Pos: pos, Min: least, Max: most, Element: &bnf.Group{Pos: pos, Alternation: &bnf.Alternation{Pos: pos, Concatenations: of}}}
	}
	parts := []*bnf.Repetition{group(0, bnf.Unbounded, s.again), group(1, 1, s.last)}
	if s.left {
		slices.Reverse(parts)
	}
	return &bnf.Alternation{Pos: pos, Concatenations: []*bnf.Concatenation{{Pos: pos, Repetitions: parts}}}
}

// maxUnrolled is how many copies of rules there may be.
const maxUnrolled = 10_000

// unroll copies the rules that are recursive for each level down to a depth. The copies
// of a rule x are called x:1, x:2 and so on.
func (x *recursion) unroll(depth int) error {
	cyclic := x.cyclic()
	x.unrolled = cyclic
	if n := len(cyclic); n*depth > maxUnrolled {
		return fmt.Errorf("%d recursive rules unrolled to a depth of %d are more than %d", n, depth, maxUnrolled)
	}
	level := func(name string, n int) string {
		if n == 0 {
			return name
		}
		return fmt.Sprintf("%s:%d", name, n)
	}
	dead := cyclic // of the level below
	var copies []*bnf.Rule
	for n := depth; n >= 0; n-- {
		now := x.deadAt(cyclic, dead)
		for i, r := range x.rules {
			key := x.key(r.Name)
			if !cyclic[key] || now[key] {
				continue // a rule that derives nothing at all stays recursive, which is told
			}
			pruned, _ := (&pruner{x, dead}).alternation(r.Elements)
			copied := (&bnf.Rule{Pos: r.Pos, EndLine: r.EndLine, Elements: pruned}).Map(level(r.Name, n), func(e bnf.Element) bnf.Element {
				if ref, ok := e.(*bnf.Rulename); ok && cyclic[x.key(ref.Name)] {
					return &bnf.Rulename{Pos: ref.Pos, Name: level(ref.Name, n+1)}
				}
				return e
			})
			if n > 0 {
				copies = append(copies, copied)
			} else {
				x.rules[i] = copied
			}
		}
		dead = now
	}
	slices.Reverse(copies) // the upper levels first
	x.rules = append(x.rules, copies...)
	return nil
}

// cyclic returns the rules that refer to themselves, directly or through others, and
// those that lead from such rules to such rules.
func (x *recursion) cyclic() map[string]bool {
	out := make(map[string]bool)
	to, from := make(map[string][]string), make(map[string][]string)
	for _, r := range x.rules {
		key := x.key(r.Name)
		out[key] = true
		for _, name := range r.References() {
			to[key] = append(to[key], x.key(name))
			from[x.key(name)] = append(from[x.key(name)], key)
		}
	}
	// Of what is left, a rule goes that refers to none, or that none refers to.
	for _, edges := range []struct{ out, back map[string][]string }{{to, from}, {from, to}} {
		left := make(map[string]int)
		var work []string
		for key := range out {
			for _, other := range edges.out[key] {
				if out[other] {
					left[key]++
				}
			}
			if left[key] == 0 {
				work = append(work, key)
			}
		}
		for len(work) > 0 {
			key := work[len(work)-1]
			work = work[:len(work)-1]
			delete(out, key)
			for _, other := range edges.back[key] {
				if left[other]--; left[other] == 0 {
					work = append(work, other)
				}
			}
		}
	}
	return out
}

// deadAt returns the cyclic rules that derive nothing on the level above the one on
// which those of below derive nothing.
func (x *recursion) deadAt(cyclic, below map[string]bool) map[string]bool {
	out := make(map[string]bool)
	for _, r := range x.rules {
		if key := x.key(r.Name); cyclic[key] {
			if _, ok := (&pruner{x, below}).alternation(r.Elements); !ok {
				out[key] = true
			}
		}
	}
	return out
}

// pruner takes out of a definition what refers to rules that derive nothing.
type pruner struct {
	*recursion
	dead map[string]bool
}

// alternation returns what is left of a; ok is false if that derives nothing.
func (p *pruner) alternation(a *bnf.Alternation) (*bnf.Alternation, bool) {
	out := &bnf.Alternation{Pos: a.Pos}
	for _, c := range a.Concatenations {
		if left, ok := p.concatenation(c); ok {
			out.Concatenations = append(out.Concatenations, left)
		}
	}
	return out, len(out.Concatenations) > 0
}

func (p *pruner) concatenation(c *bnf.Concatenation) (*bnf.Concatenation, bool) {
	out := &bnf.Concatenation{Pos: c.Pos}
	for _, r := range c.Repetitions {
		e, ok := p.element(r.Element)
		switch {
		case ok:
			copied := *r
			copied.Element = e
			out.Repetitions = append(out.Repetitions, &copied)
		case r.Min > 0:
			return nil, false
		}
	}
	if len(out.Repetitions) == 0 {
		out.Repetitions = []*bnf.Repetition{{Pos: c.Pos, Min: 1, Max: 1, Element: &bnf.CharVal{Pos: c.Pos}}}
	}
	return out, true
}

func (p *pruner) element(e bnf.Element) (bnf.Element, bool) {
	switch e := e.(type) {
	case *bnf.Rulename:
		return e, !p.dead[p.key(e.Name)]
	case *bnf.Group:
		a, ok := p.alternation(e.Alternation)
		return &bnf.Group{Pos: e.Pos, Alternation: a}, ok
	case *bnf.Option:
		a, ok := p.alternation(e.Alternation)
		if !ok {
			return &bnf.CharVal{Pos: e.Pos}, true
		}
		return &bnf.Option{Pos: e.Pos, Alternation: a}, true
	}
	return e, true
}
