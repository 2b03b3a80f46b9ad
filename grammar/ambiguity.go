package grammar

import (
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// Ambiguity is a shortest string that a rule derives in two ways, and why one
// of them counts.
type Ambiguity struct {
	Rule string
	Text string
	// Chosen is the derivation that counts, which Tree returns;
	// Other is the next one. Where the two differ in nothing but the rules of
	// characters, both have a node for every character, as in TreeChars.
	Chosen, Other *Tree
	// Diverging is the rule in whose definition they diverge: Rule, or one below it.
	Diverging string
	// Settled is what decides between them. It is nil if nothing but the order
	// of the grammar does: earlier alternative first and repetition greedy.
	Settled *Settlement
}

// Settlement is what an edition says of two derivations of one string.
type Settlement struct {
	// Section of the document has the sentence that decides; "" if none does
	// and Why says what there is instead.
	Section string
	Why     string // with the number of the item in the list of the edition's defects
}

func ambiguities(g *reading.Grammar, r *reading.Rule) []*Ambiguity {
	found, ok := g.Ambiguity(r)
	if !ok {
		return nil
	}
	out := []*Ambiguity{newAmbiguity(g, r, found)}
	if out[0].Diverging == r.Name {
		return out
	}
	if own, ok := g.OwnAmbiguity(r); ok {
		out = append(out, newAmbiguity(g, r, own))
	}
	return out
}

func newAmbiguity(g *reading.Grammar, r *reading.Rule, found *automaton.Ambiguity) *Ambiguity {
	text := make([]byte, len(found.Symbols))
	for i, b := range found.Symbols {
		text[i] = byte(b)
	}
	a := &Ambiguity{Rule: r.Name, Text: string(text)}
	var p divergence
	for _, chars := range []bool{false, true} {
		a.Chosen, a.Other = marked(g, a.Text, found.Chosen, chars), marked(g, a.Text, found.Other, chars)
		if p = diverge(a.Chosen, a.Other); p.at != nil {
			break
		}
	}
	a.Diverging = p.at.Rule
	a.Settled = p.settlement(g)
	return a
}

// marked returns the tree of the marks of a derivation.
func marked(g *reading.Grammar, s string, marks []automaton.Mark, chars bool) *Tree {
	return treeOf(g, s, chars, func(report func(ev automaton.Event, at int)) {
		for _, m := range marks {
			report(m.Event, m.At)
		}
	})
}

// divergence is where two derivations diverge: the innermost node that they have in
// common where they differ, nil if they do not, and the child with which each
// goes on there, nil if it has none.
type divergence struct {
	at, chosen, other *Tree
}

// diverge finds where two derivations of one string from one rule diverge.
func diverge(t, u *Tree) divergence {
	for i := range max(len(t.Children), len(u.Children)) {
		p := divergence{at: t}
		if i < len(t.Children) {
			p.chosen = t.Children[i]
		}
		if i < len(u.Children) {
			p.other = u.Children[i]
		}
		if p.chosen == nil || p.other == nil ||
			p.chosen.Rule != p.other.Rule || p.chosen.Start != p.other.Start || p.chosen.End != p.other.End {
			return p
		}
		if below := diverge(p.chosen, p.other); below.at != nil {
			return below
		}
	}
	return divergence{}
}

// settlement returns what the edition's data say of the two derivations: a
// decision of the reading that prefers what is chosen or takes the other away,
// or what else is known of the rule.
func (p divergence) settlement(g *reading.Grammar) *Settlement {
	is := func(t *Tree, name string) bool {
		r, ok := g.Lookup(name)
		return ok && t != nil && t.Rule == r.Name
	}
	for _, d := range g.Source.Reading {
		if !is(p.at, d.Rule) {
			continue
		}
		at := p.other
		if d.First || d.Lazy {
			at = p.chosen
		}
		_, isRule := g.Lookup(d.Element)
		// What is no rule, as a literal, is no child.
		if is(at, d.Element) || !isRule {
			return &Settlement{d.Section, d.Why}
		}
	}
	for _, a := range g.Source.Ambiguities {
		if is(p.at, a.Rule) {
			return &Settlement{a.Section, a.ID + ": " + a.Why}
		}
	}
	return nil
}
