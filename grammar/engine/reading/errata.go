package reading

import (
	"fmt"
	"maps"
	"slices"

	"github.com/urispec/urispec/grammar/engine/bnf"
)

// Erratum is a defect that leaves the grammar readable: it accepts or rejects
// other strings than the prose of the document says, or others than a reader
// may expect. It is applied only on request ([Source.Corrected]).
type Erratum struct {
	ID      string `json:"id"`      // "1738-L1"
	Section string `json:"section"` // of the document, where the prose says otherwise
	Summary string `json:"summary"`
	// RFCEditor is the number and the status of the RFC Editor's record of the
	// same matter, "4942 (Reported)"; mostly "".
	RFCEditor string `json:"rfc_editor"`

	// Rules are the definitions that correct it. Fold are the literals that match
	// in either case when a whole reference is read; by itself, a rule that holds
	// one stays as it is written. Both are empty if nothing is to be corrected, or
	// if no grammar can say it.
	Rules []Correction `json:"rules"`
	Fold  []string     `json:"fold"`
}

// Correction is a definition in place of the published one.
type Correction struct {
	Rule string `json:"rule"`
	With string `json:"with"` // what is defined, in the grammar's notation
	// Section is set for a rule that the document does not have.
	Section string `json:"section"`
}

// ChangesLanguage reports whether the erratum, applied, changes the grammar.
func (x *Erratum) ChangesLanguage() bool { return len(x.Rules) > 0 || len(x.Fold) > 0 }

// Corrections returns the errata that change the grammar, in the order of the
// data.
func (src *Source) Corrections() []*Erratum {
	var out []*Erratum
	for i := range src.Errata {
		if x := &src.Errata[i]; x.ChangesLanguage() {
			out = append(out, x)
		}
	}
	return out
}

// Applied returns the errata that the grammar is read with, none for the
// document as published.
func (src *Source) Applied() []*Erratum { return slices.Clone(src.applied) }

// Corrected returns the source of the grammar with the errata applied, in this
// order: of two that define a rule the later one counts. The published text
// stays as it is. A decision of the reading that one of the errata leaves no
// need for is dropped, and those that it raises are added.
func (src *Source) Corrected(errata ...*Erratum) *Source {
	c := *src
	c.applied = errata
	applied := func(id string) bool {
		return slices.ContainsFunc(errata, func(x *Erratum) bool { return x.ID == id })
	}
	c.Reading = nil
	for _, d := range slices.Concat(src.Reading, src.since) {
		if !applied(d.Until) && (d.Since == "" || applied(d.Since)) {
			c.Reading = append(c.Reading, d)
		}
	}
	c.Sections = maps.Clone(src.Sections)
	for _, x := range errata {
		for _, r := range x.Rules {
			if r.Section != "" {
				c.Sections[r.Rule] = r.Section
			}
		}
	}
	return &c
}

// correct puts the definitions of the errata into the rules of the text. A rule
// that the text does not have goes behind the one that was defined before it.
func (g *Grammar) correct() error {
	at := 0
	for _, x := range g.Source.applied {
		for _, c := range x.Rules {
			elements, err := bnf.ReadExpression(g.Source.Name+".json", c.With, g.BNF.Notation)
			if err != nil {
				return fmt.Errorf("erratum %s: rule %s: %w", x.ID, c.Rule, err)
			}
			i := slices.IndexFunc(g.BNF.Rules, func(r *bnf.Rule) bool { return g.key(r.Name) == g.key(c.Rule) })
			switch {
			case i >= 0:
				r := *g.BNF.Rules[i]
				r.Elements = elements
				g.BNF.Rules[i], at = &r, i
			case c.Section == "":
				return fmt.Errorf("%s.json: erratum %s: there is no rule %s", g.Source.Name, x.ID, c.Rule)
			default:
				at++
				g.BNF.Rules = slices.Insert(g.BNF.Rules, at, &bnf.Rule{Pos: bnf.Pos{File: elements.Pos.File}, Name: c.Rule, Elements: elements})
			}
			name := g.BNF.Rules[at].Name
			g.touched(name, x)
			g.Replaced[name] = x
		}
	}
	return nil
}

// touched records that an erratum changed a rule.
func (g *Grammar) touched(rule string, x *Erratum) {
	if !slices.Contains(g.Corrected[rule], x) {
		g.Corrected[rule] = append(g.Corrected[rule], x)
		slices.SortFunc(g.Corrected[rule], func(a, b *Erratum) int {
			return slices.Index(g.Source.applied, a) - slices.Index(g.Source.applied, b)
		})
	}
}

// folds returns the errata that fold a literal.
func (g *Grammar) folds(text string) []*Erratum {
	var out []*Erratum
	for _, x := range g.Source.applied {
		if slices.Contains(x.Fold, text) {
			out = append(out, x)
		}
	}
	return out
}
