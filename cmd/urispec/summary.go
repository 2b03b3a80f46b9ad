package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/lint"
)

// summaryFlag is for commands that can sum up their results.
type summaryFlag struct {
	Summary bool `help:"Write only a summary: how many, and the groups of what is wrong, the largest first, with the first example of each."`
}

// summary has groups of what is wrong with many references. How many groups there are does
// not depend on the number of references, and each keeps one example, so that a summary
// takes a fixed amount of memory. Each worker has one; they are merged at the end, and the
// result does not depend on who had which references.
type summary[K comparable] map[K]*group

// group counts what is wrong in one way.
type group struct {
	count   int
	order   order // of the example
	example example
}

// example is the first reference of a group.
type example struct {
	place
	input  string // at most exampleLimit bytes of it
	length int
}

// exampleLimit is the number of bytes of an example that are kept.
const exampleLimit = 1 << 10

// add counts the current reference of a worker in a group.
func (s summary[K]) add(key K, w *worker, ref string) {
	g := s[key]
	if g == nil {
		n := min(len(ref), exampleLimit)
		for n < len(ref) && n > 0 && !utf8.RuneStart(ref[n]) {
			n--
		}
		g = &group{order: w.order, example: example{w.place(), strings.Clone(ref[:n]), len(ref)}}
		s[key] = g
	}
	g.count++
}

// merge adds the groups of another summary.
func (s summary[K]) merge(other summary[K]) {
	for key, g := range other {
		mine := s[key]
		if mine == nil {
			s[key] = g
			continue
		}
		mine.count += g.count
		if g.order.compare(mine.order) < 0 {
			mine.order, mine.example = g.order, g.example
		}
	}
}

// sorted returns the keys, those of the largest groups first. Groups of equal size, and
// those with the same example, are in the order of their examples and of less.
func (s summary[K]) sorted(compare func(a, b K) int) []K {
	return slices.SortedFunc(maps.Keys(s), func(a, b K) int {
		x, y := s[a], s[b]
		return cmp.Or(y.count-x.count, x.order.compare(y.order), compare(a, b))
	})
}

// line is an example on a line of text, after its place.
func (e *example) line() string {
	text := beginning(e.input, lineWidth/2)
	if e.length > len(e.input) && !strings.HasSuffix(text, "…") {
		text += "…"
	}
	if e.file == "" {
		return text
	}
	return fmt.Sprintf("%s:%d: %s", visible(e.file), e.place.line, text)
}

// json is an example in JSON. The length is there if the input is cut.
func (e *example) json() *object {
	out := new(object)
	if e.file != "" {
		out = e.place.object()
	}
	out.text("input", e.input)
	if e.length > len(e.input) {
		out.add("length", e.length)
	}
	return out
}

// failure is a group of references that do not conform: by the rule, its section and what
// was found instead of what the rule expects.
type failure struct {
	rule, section string
	found         string // an ASCII character, or what kind of thing it is
	shown         string // the same for people
}

// What is found besides ASCII characters. Other characters are not told apart: there are
// too many.
const (
	foundOther = "non-ASCII"
	foundBytes = "not UTF-8"
)

// failureOf returns the group of an error.
func failureOf(err *grammar.SyntaxError) failure {
	f := failure{err.Rule, err.Section, grammar.EndOfInput, grammar.EndOfInput}
	if err.Offset == len(err.Input) {
		return f
	}
	char, ok := err.Char()
	switch {
	case !ok:
		f.found, f.shown = foundBytes, foundBytes
	case char < utf8.RuneSelf:
		f.found, f.shown = string(char), err.Found()
	default:
		f.found, f.shown = foundOther, foundOther
	}
	return f
}

// breachGroup is a group of references that do not keep to a policy.
type breachGroup struct{ policy, component string }

// checkSummary is what check --summary writes.
type checkSummary struct {
	checkCounts
	failures  summary[failure]
	breaches  summary[breachGroup]
	elsewhere map[*grammar.Edition]int // how many of the invalid ones conform to other editions
}

func newCheckSummary() *checkSummary {
	return &checkSummary{failures: summary[failure]{}, breaches: summary[breachGroup]{}, elsewhere: map[*grammar.Edition]int{}}
}

// add counts the current reference of a worker, which has an error. The languages are those
// of other editions.
func (c *checkSummary) add(w *worker, ref string, err error, other func(*grammar.Edition) *grammar.Language, self *grammar.Edition) {
	if broken, ok := errors.AsType[*policyError](err); ok {
		for _, b := range broken.broken {
			c.breaches.add(breachGroup{b.policy, b.component}, w, ref)
		}
		return
	}
	if scheme, ok := errors.AsType[*schemeError](err); ok {
		f := failureOf(scheme.syntax)
		f.section = scheme.Fault().Section // names the document
		c.failures.add(f, w, ref)
		return
	}
	syntax, ok := errors.AsType[*grammar.SyntaxError](err)
	if !ok {
		return
	}
	c.failures.add(failureOf(syntax), w, ref)
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
	c.failures.merge(other.failures)
	c.breaches.merge(other.breaches)
	for e, n := range other.elsewhere {
		c.elsewhere[e] += n
	}
}

// write writes the summary.
func (c *checkSummary) write(s *session, e *source, rule string, json bool) {
	failures := c.failures.sorted(func(a, b failure) int {
		return cmp.Or(strings.Compare(a.rule, b.rule), strings.Compare(a.found, b.found))
	})
	breaches := c.breaches.sorted(func(a, b breachGroup) int {
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
			rows = append(rows, []string{fmt.Sprint(g.count), f.shown, f.rule, f.section, g.example.line()})
		}
		s.writeTable([]string{"COUNT", "FOUND", "RULE", "SECTION", "EXAMPLE"}, rows)
	}
	if len(breaches) > 0 {
		fmt.Fprintln(s.stdout)
		var rows [][]string
		for _, b := range breaches {
			g := c.breaches[b]
			rows = append(rows, []string{fmt.Sprint(g.count), b.policy, b.component, g.example.line()})
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
func (c *checkSummary) json(e *source, rule string, failures []failure, breaches []breachGroup) *object {
	inner := new(object)
	inner.source(e)
	if rule != "" {
		inner.text("rule", rule)
	}
	inner.add("valid", c.valid)
	inner.add("invalid", c.invalid)
	byRule := []*object{}
	for _, f := range failures {
		g := c.failures[f]
		out := new(object)
		out.text("rule", f.rule)
		out.section(f.section)
		out.text("found", f.found)
		out.add("count", g.count)
		out.add("example", g.example.json())
		byRule = append(byRule, out)
	}
	inner.add("by_rule", byRule)
	if len(breaches) > 0 {
		byPolicy := []*object{}
		for _, b := range breaches {
			g := c.breaches[b]
			out := new(object)
			out.text("policy", b.policy)
			out.text("component", b.component)
			out.add("count", g.count)
			out.add("example", g.example.json())
			byPolicy = append(byPolicy, out)
		}
		inner.add("by_policy", byPolicy)
	}
	if rule == "" && e.own == nil {
		inner.add("by_edition", byEdition(c.elsewhere))
	}
	return summaryJSON(inner)
}

// summaryJSON is an object with a summary.
func summaryJSON(inner *object) *object {
	out := new(object)
	out.add("summary", inner)
	return out
}

// byEdition is how often editions were counted, in JSON.
func byEdition(counts map[*grammar.Edition]int) []*object {
	list := []*object{}
	for _, e := range editions.All() {
		if n := counts[e]; n > 0 {
			out := new(object)
			out.text("edition", e.Name())
			out.add("count", n)
			list = append(list, out)
		}
	}
	return list
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
		l.findings.add(f.Code, w, ref)
		for _, e := range f.Refusers() {
			l.refusers[e]++
		}
	}
}

func (l *lintSummary) merge(other *lintSummary) {
	l.clean += other.clean
	l.dirty += other.dirty
	l.findings.merge(other.findings)
	for e, n := range other.refusers {
		l.refusers[e] += n
	}
}

// write writes the summary.
func (l *lintSummary) write(s *session, e *grammar.Edition, json bool) {
	codes := l.findings.sorted(func(a, b lint.Code) int { return int(a) - int(b) })
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
			out.add("count", g.count)
			out.add("example", g.example.json())
			list = append(list, out)
		}
		inner.add("by_code", list)
		inner.add("by_edition", byEdition(l.refusers))
		s.json(summaryJSON(inner))
		return
	}
	fmt.Fprintf(s.stdout, "%d without findings\n%d with findings\n", l.clean, l.dirty)
	if len(codes) > 0 {
		fmt.Fprintln(s.stdout)
		var rows [][]string
		for _, code := range codes {
			g := l.findings[code]
			rows = append(rows, []string{fmt.Sprint(g.count), code.Severity().String(), code.String(), cmp.Or(section(code), "-"), g.example.line()})
		}
		s.writeTable([]string{"COUNT", "SEVERITY", "CODE", "SECTION", "EXAMPLE"}, rows)
	}
	countEditions(s, "REFUSED BY", l.refusers)
}
