package bnf

import "slices"

// Equal reports whether two grammars have the same notation and the same rules in
// the same order; positions and layout do not matter. In ABNF the case of rule
// names does not matter either. Rules that are written in different ways differ,
// even if they mean the same: x is not ( x ). Core rules are not compared, since
// they follow from the others.
//
// Tests compare grammars with it: a printed one with the original, a repaired one
// with the text that it should be.
func Equal(a, b *Grammar) bool {
	if a.Notation != b.Notation {
		return false
	}
	c := comparison(a.Notation)
	return slices.EqualFunc(a.Rules, b.Rules, func(a, b *Rule) bool {
		return Notation(c).sameName(a.Name, b.Name) && c.alternations(a.Elements, b.Elements)
	})
}

// comparison compares nodes of grammars in one notation.
type comparison Notation

func (c comparison) alternations(a, b *Alternation) bool {
	return slices.EqualFunc(a.Concatenations, b.Concatenations, c.concatenations)
}

func (c comparison) concatenations(a, b *Concatenation) bool {
	return slices.EqualFunc(a.Repetitions, b.Repetitions, c.repetitions)
}

func (c comparison) repetitions(a, b *Repetition) bool {
	return a.Min == b.Min && a.Max == b.Max && c.elements(a.Element, b.Element)
}

func (c comparison) elements(a, b Element) bool {
	switch a := a.(type) {
	case *Rulename:
		b, ok := b.(*Rulename)
		return ok && Notation(c).sameName(a.Name, b.Name)
	case *Group:
		b, ok := b.(*Group)
		return ok && c.alternations(a.Alternation, b.Alternation)
	case *Option:
		b, ok := b.(*Option)
		return ok && c.alternations(a.Alternation, b.Alternation)
	case *CharVal:
		b, ok := b.(*CharVal)
		return ok && a.Text == b.Text && a.CaseSensitive == b.CaseSensitive
	case *NumVal:
		b, ok := b.(*NumVal)
		return ok && a.Base == b.Base && a.Range == b.Range && slices.Equal(a.Values, b.Values)
	case *ProseVal:
		b, ok := b.(*ProseVal)
		return ok && a.Text == b.Text
	}
	return false
}
