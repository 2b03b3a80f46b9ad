package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/urispec/urispec/cmd/internal/vocabulary"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/lint"
)

// summaryFlag is for commands that can sum up their results.
type summaryFlag struct {
	Summary bool `help:"Write only a summary: how many, and the groups of what is wrong, the largest first, with the first example of each."`
}

// summary has groups of what is wrong with many references.
type summary[K comparable] = vocabulary.Summary[K]

// count counts the current reference of a worker in a group.
func count[K comparable](s summary[K], key K, w *worker, ref string) {
	at := w.place()
	s.Add(key, w.order, at.file, at.line, ref)
}

// exampleLine is an example on a line of text, after its place.
func exampleLine(e *vocabulary.Example) string {
	text := beginning(e.Input, lineWidth/2)
	if e.Length > len(e.Input) && !strings.HasSuffix(text, "…") {
		text += "…"
	}
	if e.File == "" {
		return text
	}
	return fmt.Sprintf("%s:%d: %s", visible(e.File), e.Line, text)
}

// breachGroup is a group of references that do not keep to a policy.
type breachGroup struct{ policy, component string }

// checkSummary is what check --summary writes.
type checkSummary struct {
	checkCounts
	failures  summary[vocabulary.Failure]
	breaches  summary[breachGroup]
	elsewhere map[*grammar.Edition]int // how many of the invalid ones conform to other editions
}

func newCheckSummary() *checkSummary {
	return &checkSummary{failures: summary[vocabulary.Failure]{}, breaches: summary[breachGroup]{}, elsewhere: map[*grammar.Edition]int{}}
}

// add counts the current reference of a worker, which has an error. The languages are those
// of other editions.
func (c *checkSummary) add(w *worker, ref string, err error, other func(*grammar.Edition) *grammar.Language, self *grammar.Edition) {
	if broken, ok := errors.AsType[*policyError](err); ok {
		for _, b := range broken.broken {
			count(c.breaches, breachGroup{b.policy, b.component}, w, ref)
		}
		return
	}
	if scheme, ok := errors.AsType[*schemeError](err); ok {
		f := vocabulary.FailureOf(scheme.syntax)
		f.Section = scheme.Fault().Section // names the document
		count(c.failures, f, w, ref)
		return
	}
	syntax, ok := errors.AsType[*grammar.SyntaxError](err)
	if !ok {
		return
	}
	count(c.failures, vocabulary.FailureOf(syntax), w, ref)
	if other == nil {
		return
	}
	for _, e := range editions.All() {
		if e != self && other(e).Valid(ref) {
			c.elsewhere[e]++
		}
	}
}

func (c *checkSummary) merge(other *checkSummary) {
	c.valid += other.valid
	c.invalid += other.invalid
	c.failures.Merge(other.failures)
	c.breaches.Merge(other.breaches)
	for e, n := range other.elsewhere {
		c.elsewhere[e] += n
	}
}

// write writes the summary.
func (c *checkSummary) write(s *session, e *source, rule string, json bool) {
	failures := c.failures.Sorted(vocabulary.Failure.Compare)
	breaches := c.breaches.Sorted(func(a, b breachGroup) int {
		return cmp.Or(strings.Compare(a.policy, b.policy), strings.Compare(a.component, b.component))
	})
	if json {
		s.json(c.json(e, rule, failures, breaches))
		return
	}
	fmt.Fprintf(s.stdout, "%d valid\n%d invalid\n", c.valid, c.invalid)
	if len(failures) > 0 {
		fmt.Fprintln(s.stdout)
		var rows [][]string
		for _, f := range failures {
			g := c.failures[f]
			rows = append(rows, []string{fmt.Sprint(g.Count), f.Shown, f.Rule, f.Section, exampleLine(&g.Example)})
		}
		s.writeTable([]string{"COUNT", "FOUND", "RULE", "SECTION", "EXAMPLE"}, rows)
	}
	if len(breaches) > 0 {
		fmt.Fprintln(s.stdout)
		var rows [][]string
		for _, b := range breaches {
			g := c.breaches[b]
			rows = append(rows, []string{fmt.Sprint(g.Count), b.policy, b.component, exampleLine(&g.Example)})
		}
		s.writeTable([]string{"COUNT", "POLICY", "COMPONENT", "EXAMPLE"}, rows)
	}
	countEditions(s, "CONFORM TO", c.elsewhere)
}

// countEditions writes a table of counts by edition, if there are any.
func countEditions(s *session, heading string, counts map[*grammar.Edition]int) {
	if len(counts) == 0 {
		return
	}
	fmt.Fprintln(s.stdout)
	var rows [][]string
	for _, e := range editions.All() {
		if n := counts[e]; n > 0 {
			rows = append(rows, []string{fmt.Sprint(n), e.Name()})
		}
	}
	s.writeTable([]string{"COUNT", heading}, rows)
}

// json is the summary in JSON.
func (c *checkSummary) json(e *source, rule string, failures []vocabulary.Failure, breaches []breachGroup) *object {
	inner := new(object)
	inner.source(e)
	if rule != "" {
		inner.text("rule", rule)
	}
	inner.add("valid", c.valid)
	inner.add("invalid", c.invalid)
	inner.add("by_rule", vocabulary.ByRule(c.failures, failures))
	if len(breaches) > 0 {
		byPolicy := []*object{}
		for _, b := range breaches {
			g := c.breaches[b]
			out := new(object)
			out.text("policy", b.policy)
			out.text("component", b.component)
			out.add("count", g.Count)
			out.add("example", g.Example.JSON())
			byPolicy = append(byPolicy, out)
		}
		inner.add("by_policy", byPolicy)
	}
	if rule == "" && e.own == nil {
		inner.add("by_edition", vocabulary.ByEdition(c.elsewhere))
	}
	return summaryJSON(inner)
}

// summaryJSON is an object with a summary.
func summaryJSON(inner *object) *object {
	out := new(object)
	out.add("summary", inner)
	return out
}

// lintSummary is what lint --summary writes.
type lintSummary struct {
	clean, dirty int // references without and with findings
	findings     summary[lint.Code]
	refusers     map[*grammar.Edition]int
}

func newLintSummary() *lintSummary {
	return &lintSummary{findings: summary[lint.Code]{}, refusers: map[*grammar.Edition]int{}}
}

// add counts the findings in the current reference of a worker.
func (l *lintSummary) add(w *worker, ref string, findings []lint.Finding) {
	if len(findings) == 0 {
		l.clean++
		return
	}
	l.dirty++
	for i := range findings {
		f := &findings[i]
		count(l.findings, f.Code, w, ref)
		for _, e := range f.Refusers() {
			l.refusers[e]++
		}
	}
}

func (l *lintSummary) merge(other *lintSummary) {
	l.clean += other.clean
	l.dirty += other.dirty
	l.findings.Merge(other.findings)
	for e, n := range other.refusers {
		l.refusers[e] += n
	}
}

// write writes the summary.
func (l *lintSummary) write(s *session, e *grammar.Edition, json bool) {
	codes := l.findings.Sorted(func(a, b lint.Code) int { return int(a) - int(b) })
	section := func(code lint.Code) string {
		if quote, ok := code.Quote(e); ok && code != lint.NonConforming && code != lint.RefusedElsewhere {
			return quote.Section
		}
		return "" // it depends on the reference
	}
	if json {
		inner := new(object)
		inner.edition(e)
		inner.add("without_findings", l.clean)
		inner.add("with_findings", l.dirty)
		list := []*object{}
		for _, code := range codes {
			g := l.findings[code]
			out := new(object)
			out.text("code", code.String())
			out.text("severity", code.Severity().String())
			out.section(section(code))
			out.add("count", g.Count)
			out.add("example", g.Example.JSON())
			list = append(list, out)
		}
		inner.add("by_code", list)
		inner.add("by_edition", vocabulary.ByEdition(l.refusers))
		s.json(summaryJSON(inner))
		return
	}
	fmt.Fprintf(s.stdout, "%d without findings\n%d with findings\n", l.clean, l.dirty)
	if len(codes) > 0 {
		fmt.Fprintln(s.stdout)
		var rows [][]string
		for _, code := range codes {
			g := l.findings[code]
			rows = append(rows, []string{fmt.Sprint(g.Count), code.Severity().String(), code.String(), cmp.Or(section(code), "-"), exampleLine(&g.Example)})
		}
		s.writeTable([]string{"COUNT", "SEVERITY", "CODE", "SECTION", "EXAMPLE"}, rows)
	}
	countEditions(s, "REFUSED BY", l.refusers)
}
