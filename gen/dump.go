package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// dumpRule shows the forms of a rule: its text, and those of package automaton
// for finding the rules that it refers to, or itself if there are none or too
// many.
func dumpRule(w io.Writer, root, name, rule string) error {
	editions, err := editionsOf(root)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(editions, func(e edition) bool { return e.name == name })
	if i < 0 {
		return fmt.Errorf("there is no edition %q", name)
	}
	g, err := reading.New(editions[i].source)
	if err != nil {
		return err
	}
	r, ok := g.Lookup(rule)
	if !ok {
		return fmt.Errorf("%s has no rule %q", name, rule)
	}
	find := referred(r.Expr, nil)
	if len(find) == 0 || len(find) > automaton.Registers/2 {
		find = []*reading.Rule{r}
	}
	var wanted []automaton.Wanted
	for k, r := range find {
		wanted = append(wanted, automaton.Wanted{Tags: []int{r.Index}, Begin: 2 * k, End: 2*k + 1})
	}
	p, err := newProver(g, newLanguages(tokenLimit))
	if err != nil {
		return err
	}
	failed := p.exactly() // whose attempts are worth seeing all the same
	if _, err := fmt.Fprintf(w, "Rule, section %s\n\n%s\n\n%s", g.Section(r.Name), strings.TrimSpace(g.Definition(r).Format(g.BNF.Notation)),
		p.dump(r)+g.Dump(r, wanted...)); err != nil {
		return err
	}
	return failed
}

// dump shows what the prover made of a rule: for each production, where it is
// used, what was tried and what it reads in the end.
func (p *prover) dump(r *reading.Rule) string {
	var b strings.Builder
	for _, q := range p.order {
		if q.rule.Name != r.Name {
			continue
		}
		name := q.rule.Name
		if q.rule.Variant != reading.Plain {
			name += ", " + strings.ToLower(q.rule.Variant.String())
		}
		if q.nonEmpty {
			name += ", not empty"
		}
		fmt.Fprintf(&b, "Ordered choice: %s\n\n  used in  %s\n  context  %s\n", name, strings.Join(q.callerNames(), ", "), p.contextText(q.contexts))
		for _, a := range q.attempts {
			fmt.Fprintf(&b, "  tried    %s: %s\n", p.nodeText(a.part), p.attemptText(a))
		}
		fmt.Fprintf(&b, "  reads    %s\n\n", p.nodeText(q.body))
	}
	return b.String()
}

// referred appends the rules with structure that an expression refers to.
func referred(e reading.Expr, rules []*reading.Rule) []*reading.Rule {
	if ref, ok := e.(*reading.Ref); ok {
		if len(ref.Rule.Class) == 0 && !slices.Contains(rules, ref.Rule) {
			rules = append(rules, ref.Rule)
		}
		return rules
	}
	for _, x := range parts(e) {
		rules = referred(x, rules)
	}
	return rules
}
