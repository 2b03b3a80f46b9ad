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
// Rules that refer to each other in a cycle, all at their right ends or all at their left
// ends, are such equations together. The last one is solved and put in the places of its
// name, then the one before it, and so on:
//
//	x = "a" y / "b"   is   x = *( "a" "c" ) ( "a" "d" / "b" )
//	y = "c" x / "d"        y = "c" x / "d"
//
// So a derivation has one node for all turns, of the first of these rules. Other recursion can
// be unrolled: the rules are copied for each level down to a depth, below which they derive
// nothing.

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

// maxUnrolled is how many copies of rules there may be, and maxCopied how many repetitions
// these may have together.
const maxUnrolled, maxCopied = 10_000, 1 << 18

// unroll copies the rules that are recursive for each level down to a depth. The copies
// of a rule x are called x:1, x:2 and so on.
func (x *recursion) unroll(depth int) error {
	cyclic := x.cyclic()
	x.unrolled = cyclic
	if len(cyclic) == 0 {
		return nil
	}
	if n := len(cyclic); depth > maxUnrolled/n {
		return fmt.Errorf("%d recursive rules unrolled to a depth of %d are more than %d", n, depth, maxUnrolled)
	}
	size := 0
	for _, r := range x.rules {
		if cyclic[x.key(r.Name)] {
			for _, c := range r.Elements.Concatenations {
				size += sizeOf(c.Repetitions)
			}
		}
	}
	if depth > maxCopied/max(size, 1) {
		return fmt.Errorf("the recursive rules, unrolled to a depth of %d, are too large", depth)
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
