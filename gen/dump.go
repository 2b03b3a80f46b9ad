package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urispec/urispec/gen/peg"
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
	tried, failed := peg.Dump(g, r) // attempts are worth seeing also if a proof fails
	if _, err := fmt.Fprintf(w, "Rule, section %s\n\n%s\n\n%s", g.Section(r.Name), strings.TrimSpace(g.Definition(r).Format(g.BNF.Notation)),
		tried+g.Dump(r, wanted...)); err != nil {
		return err
	}
	return failed
}

// referred appends the rules with structure that an expression refers to.
func referred(e reading.Expr, rules []*reading.Rule) []*reading.Rule {
	if ref, ok := e.(*reading.Ref); ok {
		if len(ref.Rule.Class) == 0 && !slices.Contains(rules, ref.Rule) {
			rules = append(rules, ref.Rule)
		}
		return rules
	}
	for _, x := range reading.Parts(e) {
		rules = referred(x, rules)
	}
	return rules
}
