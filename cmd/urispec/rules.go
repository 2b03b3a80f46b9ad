package main

import (
	"fmt"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/reading"
	"github.com/urispec/urispec/grammar/picture"
)

// rulesCmd prints the rules of an edition.
type rulesCmd struct {
	grammarFlag
	Name string `arg:"" optional:"" name:"rule" help:"Print only this rule."`
	JSON bool   `name:"json" xor:"format" help:"Write JSON Lines."`
	SVG  bool   `name:"svg" xor:"format,answer" help:"Write railroad diagrams as one picture."`

	Ambiguity bool `xor:"answer" help:"Show for each rule the shortest string with two derivations, both trees, and what decides between them."`
}

// Help is what --help says after the flags.
func (c *rulesCmd) Help() string {
	return `The output is a grammar in the edition's notation. Comments say from which line of the published text each rule comes, which section of the document defines it, which repairs and (with --corrected) which errata changed it, and what the prose decides about it.

With --ambiguity, rules are judged by the published grammar alone, and whole references, which come last, under the reading. If the two derivations diverge in another rule, there may be a second string, whose derivations diverge in the definition of the rule itself. A derivation is a tree of rules; an option or repetition that would match the empty string is absent from it. A rule that is not shown derives each of its strings in one way. The first tree is the one that counts.`
}

func (c *rulesCmd) Run(s *session) error {
	if !c.load(s) {
		return nil
	}
	if err := c.Edition.needRules(); err != nil {
		return err
	}
	rules := c.Edition.Grammar().Rules()
	if c.Name != "" {
		r, err := c.Edition.rule(c.Name)
		if err != nil {
			return err
		}
		rules = []grammar.Rule{r}
	}
	if c.SVG {
		fmt.Fprint(s.stdout, picture.Rules(c.Edition.Grammar(), rules...))
		return nil
	}
	if c.Ambiguity {
		return c.ambiguities(s, rules)
	}
	for i, r := range rules {
		switch {
		case c.JSON:
			s.json(c.result(r))
			continue
		case i > 0:
			fmt.Fprintln(s.stdout)
		}
		c.comment(s, c.origin(r))
		for _, repair := range r.Repairs {
			c.comment(s, fmt.Sprintf("repair %s: %s. %s", repair.ID, repair, repair.Why))
		}
		for _, x := range r.Errata {
			c.comment(s, fmt.Sprintf("erratum %s, section %s: %s", x.ID, x.Section, x.Summary))
		}
		for _, d := range c.decisions(r) {
			c.comment(s, fmt.Sprintf("reading, section %s: %s. %s", d.Section, d, d.Why))
		}
		fmt.Fprintln(s.stdout, r.Text)
	}
	return nil
}

// comment writes text as comments of the notation.
func (c *rulesCmd) comment(s *session, text string) {
	for _, line := range wrap(text, s.room(len("; "), lineWidth)) {
		fmt.Fprintln(s.stdout, s.color.dim("; "+line))
	}
}

// origin returns where a rule comes from.
func (c *rulesCmd) origin(r grammar.Rule) string {
	place := "core rule of RFC 5234"
	switch {
	case r.Line > 0:
		place = fmt.Sprintf("%s:%d", r.File, r.Line)
	case r.Errata != nil, r.Repairs != nil:
		place = "not in the published text"
	}
	if r.Section == "" {
		return place
	}
	return fmt.Sprintf("%s, section %s", place, r.Section)
}

// decisions returns what the reading decides about a rule.
func (c *rulesCmd) decisions(r grammar.Rule) []reading.Decision {
	var out []reading.Decision
	for _, d := range c.Edition.Grammar().Source().Reading {
		if d.Rule == r.Name {
			out = append(out, d)
		}
	}
	return out
}

// ruleJSON is a rule with everything that is known about it.
type ruleJSON struct {
	Edition   string   `json:"edition"`
	Corrected bool     `json:"corrected,omitempty"`
	Options   []string `json:"options,omitempty"`
	Rule      string   `json:"rule"`
	File      string   `json:"file,omitempty"` // absent for core rules, and for rules that an erratum adds
	Line      int      `json:"line,omitempty"`
	EndLine   int      `json:"end_line,omitempty"`
	sectionJSON
	Definition string         `json:"definition"`
	Class      bool           `json:"class"` // the rule is one character class
	Repairs    []repairJSON   `json:"repairs"`
	Errata     []erratumJSON  `json:"errata,omitempty"` // the errata that are applied and changed it
	Reading    []decisionJSON `json:"reading"`
}

type repairJSON struct {
	ID   string `json:"id"`
	What string `json:"what"`
	With string `json:"with"`
	Why  string `json:"why"`
}

type erratumJSON struct {
	ID string `json:"id"`
	sectionJSON
	Summary   string `json:"summary"`
	RFCEditor string `json:"rfc_editor,omitempty"`
}

type decisionJSON struct {
	sectionJSON
	What string `json:"what"`
	Why  string `json:"why"`
}

func (c *rulesCmd) result(r grammar.Rule) ruleJSON {
	out := ruleJSON{
		Edition: c.Edition.Name(), Corrected: c.Edition.Grammar().IsCorrected(), Options: c.Edition.Grammar().Source().Chosen(), Rule: r.Name, File: r.File, Line: r.Line, EndLine: r.EndLine, sectionJSON: newSection(r.Section),
		Definition: r.Text, Class: r.Class, Repairs: []repairJSON{}, Reading: []decisionJSON{},
	}
	for _, repair := range r.Repairs {
		out.Repairs = append(out.Repairs, repairJSON{repair.ID, repair.What, repair.With, repair.Why})
	}
	for _, x := range r.Errata {
		out.Errata = append(out.Errata, erratumJSON{x.ID, newSection(x.Section), x.Summary, x.RFCEditor})
	}
	for _, d := range c.decisions(r) {
		out.Reading = append(out.Reading, decisionJSON{newSection(d.Section), d.String(), d.Why})
	}
	return out
}
