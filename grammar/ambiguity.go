package grammar

import (
	"github.com/urispec/urispec/grammar/automaton"
	"github.com/urispec/urispec/grammar/reading"
)

// Ambiguity is a shortest string that a rule derives in two ways, and why one
// of them counts.
type Ambiguity struct {
	Rule string
	Text string
	// Chosen is the derivation that counts, which Tree or TreeRule returns;
	// Other is the next one. Where the two differ in nothing but the rules of
	// characters, both have a node for every character, as in TreeChars.
	Chosen, Other *Tree
	// Parting is the rule in whose definition they part: Rule, or one that it
	// refers to.
	Parting string
	// Settled is what decides between them. It is nil if nothing but the order
	// of the grammar does: earlier alternative first and repetition greedy.
	Settled *Settlement
}

// Settlement is what an edition says of two derivations of one string.
type Settlement struct {
	// Section of the document has the sentence that decides; "" if none does
	// and Why says on what the order of the grammar rests.
	Section string
	Why     string // with the number of the item in the list of the edition's defects
}

// Ambiguity returns a shortest string that conforms to the edition as a
// reference with two derivations under the reading; nil if there is none, which
// is proved by the automaton. A derivation is a tree of rules, down to those
// that are one character class. An option or repetition that would match the
// empty string is absent.
//
// It takes milliseconds; see [automaton.FindAmbiguity].
func (e *Edition) Ambiguity() *Ambiguity {
	g := e.grammar()
	r, _ := g.Lookup(g.Source.Start)
	return e.ambiguity(r)
}

// AmbiguityRule is [Edition.Ambiguity] for a rule, by the published grammar
// alone as in [Edition.CheckRule]: so it also shows what the reading settles.
// The error is an [*UnknownRuleError].
func (e *Edition) AmbiguityRule(rule string) (*Ambiguity, error) {
	r, err := e.rule(rule)
	if err != nil {
		return nil, err
	}
	return e.ambiguity(e.grammar().Membership(r)), nil
}

func (e *Edition) ambiguity(r *reading.Rule) *Ambiguity {
	g := e.grammar()
	found, ok := g.Ambiguity(r)
	if !ok {
		return nil
	}
	a := &Ambiguity{Rule: r.Name}
	for _, b := range found.Symbols {
		a.Text += string([]byte{byte(b)})
	}
	trees := func(chars bool) (chosen, other *Tree) {
		return marked(g, found.Chosen, chars), marked(g, found.Other, chars)
	}
	a.Chosen, a.Other = trees(false)
	at, names := part(a.Chosen, a.Other)
	if at == nil {
		a.Chosen, a.Other = trees(true)
		at, names = part(a.Chosen, a.Other)
	}
	a.Parting = at.Rule
	a.Settled = settlement(g, at.Rule, names)
	return a
}

// marked returns the tree of the marks of a derivation.
func marked(g *reading.Grammar, marks []automaton.Mark, chars bool) *Tree {
	b := newTreeBuilder(g, chars)
	for _, m := range marks {
		b.report(m.Event, m.At)
	}
	return b.tree()
}

// part returns the innermost node that two derivations from one rule have in
// common where they differ, as it is in t, and the rules of the children with
// which they begin to; nil if they are equal.
func part(t, u *Tree) (at *Tree, names []string) {
	for i := range max(len(t.Children), len(u.Children)) {
		var pair []*Tree
		for _, children := range [][]*Tree{t.Children, u.Children} {
			if i < len(children) {
				pair = append(pair, children[i])
				names = append(names, children[i].Rule)
			}
		}
		if len(pair) < 2 || pair[0].Rule != pair[1].Rule || pair[0].Start != pair[1].Start || pair[0].End != pair[1].End {
			return t, names
		}
		if at, inner := part(pair[0], pair[1]); at != nil {
			return at, inner
		}
		names = nil
	}
	return nil, nil
}

// settlement returns what the edition's data say of two derivations that part
// in a rule with the children of these names.
func settlement(g *reading.Grammar, rule string, names []string) *Settlement {
	is := func(name string) bool {
		r, ok := g.Lookup(name)
		return ok && r.Name == rule
	}
	about := func(element string) bool {
		r, ok := g.Lookup(element)
		if !ok {
			return true // a literal is no child
		}
		for _, name := range names {
			if r.Name == name {
				return true
			}
		}
		return false
	}
	for _, d := range g.Source.Reading {
		if is(d.Rule) && about(d.Element) {
			return &Settlement{d.Section, d.Why}
		}
	}
	for _, a := range g.Source.Ambiguities {
		if is(a.Rule) {
			return &Settlement{a.Section, a.ID + ": " + a.Why}
		}
	}
	return nil
}
