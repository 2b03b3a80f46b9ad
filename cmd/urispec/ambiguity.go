package main

import (
	"fmt"

	"github.com/urispec/urispec/grammar"
)

// ambiguities writes the ambiguities of the rules and, if these are all rules of the
// edition, of whole references under the reading.
func (c *rulesCmd) ambiguities(s *session, rules []grammar.Rule) error {
	report := c.ambiguityReporter(s)
	certain := 0
	for _, r := range rules {
		l, err := c.Edition.Language(r.Name)
		if err != nil {
			return err
		}
		found, err := l.Ambiguities()
		if err != nil {
			s.trouble(err)
			continue
		}
		if len(found) == 0 {
			certain++
		}
		report(r, false, found)
	}
	all := c.Name == ""
	if all && c.Edition.own == nil {
		start, err := c.Edition.rule(c.Edition.Grammar().Source().Start)
		if err != nil {
			return err
		}
		found, err := c.Edition.References().Ambiguities()
		if err != nil {
			s.trouble(err)
		} else {
			report(start, true, found)
		}
	}
	switch {
	case c.JSON:
	case all:
		fmt.Fprintf(s.stdout, "\n%d of the %d rules derive no string in two ways.\n", certain, len(rules))
	case certain > 0:
		fmt.Fprintf(s.stdout, "%s derives no string in two ways.\n", s.color.name(rules[0].Name))
	}
	return nil
}

// ambiguityReporter returns a function that writes the ambiguities of one rule, by
// the published grammar alone or under the reading.
func (c *rulesCmd) ambiguityReporter(s *session) func(r grammar.Rule, read bool, found []*grammar.Ambiguity) {
	if c.JSON {
		return func(r grammar.Rule, read bool, found []*grammar.Ambiguity) {
			s.json(c.ambiguityResult(r, read, found))
		}
	}
	first := true
	return func(r grammar.Rule, read bool, found []*grammar.Ambiguity) {
		for _, a := range found {
			if !first {
				fmt.Fprintln(s.stdout)
			}
			first = false
			c.writeAmbiguity(s, a, read)
		}
		if read && len(found) == 0 {
			fmt.Fprintln(s.stdout, "\nUnder the reading no reference has two derivations.")
		}
	}
}

// writeAmbiguity writes both trees, with the one that counts first, and below them
// what decides between them:
//
//	host derives "0.0.0.0" in two ways:
//
//	0.0.0.0
//	├─────┤  host
//	...
//	    diverge in  host
//	    settled by  section 3.2.2 of rfc3986
//	                3986-A1: "In order to disambiguate ..."
func (c *rulesCmd) writeAmbiguity(s *session, a *grammar.Ambiguity, read bool) {
	under := ""
	if read {
		under = " under the reading"
	}
	fmt.Fprintf(s.stdout, "%s derives \"%s\" in two ways%s:\n\n", s.color.name(a.Rule), visible(a.Text), under)
	draw(s, a.Text, a.Chosen)
	fmt.Fprintln(s.stdout)
	draw(s, a.Text, a.Other)
	fmt.Fprintln(s.stdout)

	const width = len("settled by  ")
	item := func(label string, lines ...string) {
		for _, line := range lines {
			for _, part := range s.fitted(len("    ")+width, line) {
				fmt.Fprintf(s.stdout, "    %s%s\n", s.color.dim(fmt.Sprintf("%-*s", width, label)), part)
				label = ""
			}
		}
	}
	item("diverge in", a.Diverging)
	by := "the order of the grammar: earlier alternative first, repetition greedy"
	if a.Settled != nil && a.Settled.Section != "" {
		by = fmt.Sprintf("section %s of %s", a.Settled.Section, &c.Edition)
	}
	item("settled by", by)
	if a.Settled != nil {
		item("", wrap(a.Settled.Why, lineWidth-width)...)
	}
}

// ambiguitiesJSON is a rule with its ambiguities.
type ambiguitiesJSON struct {
	Edition     string    `json:"edition"`
	Corrected   bool      `json:"corrected,omitempty"`
	Options     []string  `json:"options,omitempty"`
	Rule        string    `json:"rule"`
	sectionJSON           // the section that defines the rule
	Reading     bool      `json:"reading"` // under the reading, not by the published grammar alone
	Ambiguities []*object `json:"ambiguities"`
}

func (c *rulesCmd) ambiguityResult(r grammar.Rule, read bool, found []*grammar.Ambiguity) ambiguitiesJSON {
	out := ambiguitiesJSON{c.Edition.Name(), c.Edition.Grammar().IsCorrected(), c.Edition.Grammar().Source().Chosen(), r.Name, newSection(r.Section), read, []*object{}}
	for _, a := range found {
		o := new(object)
		o.text("input", a.Text)
		o.add("chosen", newTreeJSON(a.Chosen))
		o.add("other", newTreeJSON(a.Other))
		o.text("diverging", a.Diverging)
		if a.Settled == nil {
			o.add("settled", nil)
		} else {
			settled := new(object)
			settled.section(a.Settled.Section)
			settled.text("why", a.Settled.Why)
			o.add("settled", settled)
		}
		out.Ambiguities = append(out.Ambiguities, o)
	}
	return out
}
