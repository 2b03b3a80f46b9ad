package reading

import (
	"maps"
	"slices"

	"github.com/urispec/urispec/grammar/engine/bnf"
)

// Erratum is a defect of a grammar that can be read: the grammar accepts or rejects
// other strings than the prose of the document says, or than a reader may expect.
// It is corrected only on request ([Source.Corrected]).
type Erratum struct {
	ID      string `json:"id"`      // "1738-L1"
	Section string `json:"section"` // of the document, where the prose says otherwise
	Summary string `json:"summary"`
	// RFCEditor is the number and the status of the same erratum in the records of
	// the RFC Editor, "4942 (Reported)"; "" if there is none.
	RFCEditor string `json:"rfc_editor"`

	// Rules are the corrected definitions. Fold are the literals that match in
	// either case when a whole reference is read; a rule by itself that contains
	// one stays as it is written. Both are empty if there is nothing to correct, or
	// if no grammar can say it.
	Rules []Correction `json:"rules"`
	Fold  []string     `json:"fold"`
}

// Correction is a definition that takes the place of the published one.
// [Erratum.Rules] and [Repair.Rules] have them.
type Correction struct {
	Rule string `json:"rule"`
	With string `json:"with"` // the right side of the definition, in the grammar's notation
	// Section is that of a rule that the document does not have; else it is "".
	Section string `json:"section"`
}

// changesLanguage reports whether applying the erratum changes the grammar.
func (x *Erratum) changesLanguage() bool { return len(x.Rules) > 0 || len(x.Fold) > 0 }

// Corrections returns the errata that change the grammar, in the order of the
// data.
func (src *Source) Corrections() []*Erratum {
	var out []*Erratum
	for i := range src.Errata {
		if x := &src.Errata[i]; x.changesLanguage() {
			out = append(out, x)
		}
	}
	return out
}

// Applied returns the errata that the grammar is read with: none for the document
// as published.
func (src *Source) Applied() []*Erratum { return slices.Clone(src.applied) }

// Corrected returns the source of the grammar with some errata applied. If two of
// them define the same rule, the later one counts. The published text stays as it
// is. Decisions of the reading that the errata make unnecessary are removed, and
// those that they make necessary are added.
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

// repair puts the definitions of the repairs into the rules of the text.
func (g *Grammar) repair() error {
	return g.define(func(put func(key string, c Correction) (string, bool)) {
		for i := range g.Source.Repairs {
			r := &g.Source.Repairs[i]
			for _, c := range r.Rules {
				if name, ok := put("repair "+r.ID, c); ok {
					g.defined[g.key(name)] = r
				}
			}
		}
	})
}

// correct puts the definitions of the errata into the rules of the text.
func (g *Grammar) correct() error {
	return g.define(func(put func(key string, c Correction) (string, bool)) {
		for _, x := range g.Source.applied {
			for _, c := range x.Rules {
				if name, ok := put("erratum "+x.ID, c); ok {
					g.touched(name, x)
					g.Replaced[name] = x
				}
			}
		}
	})
}

// define lets all put definitions into the rules of the text; put returns the name
// of the rule. A rule that the text does not have goes after the rule that was put
// before it.
func (g *Grammar) define(all func(put func(key string, c Correction) (name string, ok bool))) error {
	at := 0
	p := &Problems{File: g.Source.Name + ".json"}
	all(func(key string, c Correction) (string, bool) {
		elements, err := bnf.ReadExpression(p.File+": "+key, c.With, g.BNF.Notation)
		if err != nil {
			p.Add(err)
			return "", false
		}
		i := slices.IndexFunc(g.BNF.Rules, func(r *bnf.Rule) bool { return g.key(r.Name) == g.key(c.Rule) })
		switch {
		case i >= 0:
			r := *g.BNF.Rules[i]
			r.Elements = elements
			g.BNF.Rules[i], at = &r, i
		case c.Section == "" && g.Source.Section == "":
			p.Fail(key, "there is no rule %q; a new one needs a section", c.Rule)
			return "", false
		default:
			at = min(at+1, len(g.BNF.Rules))
			g.BNF.Rules = slices.Insert(g.BNF.Rules, at, &bnf.Rule{Pos: bnf.Pos{File: elements.Pos.File}, Name: c.Rule, Elements: elements})
		}
		return g.BNF.Rules[at].Name, true
	})
	g.BNF = g.BNF.Amend(new(bnf.Grammar)) // with the core rules that it uses now
	return p.Err()
}

// touched records that an erratum changes a rule.
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
