package judge

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/resolve/suite"
)

// Trial is what a parser is asked, and by which edition it is judged.
type Trial struct {
	Edition *grammar.Edition
	// Cases are asked first. What counts is their questions; the answers are the edition's. Of
	// normalization and equivalence nothing is asked, because parsers have no part in it.
	Cases []suite.Case
}

// Run asks the parser and returns what came of it. The error is that of the context, and then
// the report has what was found until then.
func (t *Trial) Run(ctx context.Context, p Parser) (*Report, error) {
	h := &hearing{
		edition: t.Edition,
		parser:  p,
		report:  &Report{Edition: t.Edition},
		tallies: make(map[Subject]*Tally),
		groups:  make(map[key]*Disagreement),
	}
	err := h.suite(ctx, questions(t.Cases))
	h.report.Unfinished = err != nil
	h.conclude()
	return h.report, err
}

// questions returns the different questions of cases, in their order.
func questions(cases []suite.Case) []Question {
	var all []Question
	seen := make(map[[2]string]bool)
	for _, c := range cases {
		q := Question{Input: c.Input}
		id := [2]string{c.Input}
		switch c.Kind {
		case suite.Verdict, suite.Parts:
		case suite.Resolution:
			q.Base = &c.Base
			id[1] = "against " + c.Base
		default:
			continue
		}
		if !seen[id] {
			seen[id] = true
			all = append(all, q)
		}
	}
	return all
}

// hearing is a trial while it goes on.
type hearing struct {
	edition *grammar.Edition
	parser  Parser
	report  *Report
	tallies map[Subject]*Tally
	groups  map[key]*Disagreement
}

// key is what the disagreements of one group have in common.
type key struct {
	difference
	rule, form string
}

// suite asks the questions of the suite.
func (h *hearing) suite(ctx context.Context, all []Question) error {
	h.report.Questions = len(all)
	answers, err := h.parser.Ask(ctx, all)
	failures := make(map[FailureKind]*Missed)
	for i, q := range all {
		got := &answers[i]
		if got.Failure != nil {
			m := failures[got.Failure.Kind]
			if m == nil {
				m = &Missed{Kind: got.Failure.Kind, Question: q, Message: got.Failure.Message}
				failures[m.Kind] = m
			}
			m.Count++
			continue
		}
		for _, d := range h.judge(q, got, true) {
			d.Count++
		}
	}
	for _, kind := range FailureKinds() {
		if m := failures[kind]; m != nil {
			h.report.Failures = append(h.report.Failures, *m)
		}
	}
	return err
}

// judge compares an answer with the right one, and returns the groups in which it is wrong. If
// count is true, the tallies count it.
func (h *hearing) judge(q Question, got *Answer, count bool) []*Disagreement {
	right := Edition{h.edition}.Answer(q)
	judged := func(s Subject) {
		if count {
			t := h.tallies[s]
			if t == nil {
				t = &Tally{Subject: s}
				h.tallies[s] = t
			}
			t.Judged++
			t.Right++
		}
	}
	var groups []*Disagreement
	for _, d := range compare(q, &right, got, judged) {
		if count {
			h.tallies[d.subject].Right--
		}
		groups = append(groups, h.group(q, d, &right, got))
	}
	return groups
}

// group returns the group of a wrong answer.
func (h *hearing) group(q Question, d difference, right, got *Answer) *Disagreement {
	k := key{difference: d}
	section := ""
	switch {
	case d.subject == Target:
		k.form = form(q.Input)
	default:
		k.rule, section = h.cause(q, d, right)
	}
	g := h.groups[k]
	if g == nil {
		g = &Disagreement{Subject: d.subject, How: d.how, Rule: k.rule, Section: section, Form: k.form}
		h.groups[k] = g
	} else if !shorter(q, g.Question) {
		return g
	}
	g.Question, g.Right, g.Got = q, *right, *got
	return g
}

// cause returns the rule that makes the difference, and its section.
func (h *hearing) cause(q Question, d difference, right *Answer) (rule, section string) {
	if syntax := new(grammar.SyntaxError); errors.As(h.edition.Check(q.Input), &syntax) {
		return syntax.Rule, syntax.Section
	}
	if d.subject == Verdict {
		return "", ""
	}
	part := right.Parts[string(d.subject)]
	tree, err := h.edition.Tree(q.Input)
	if err != nil || part == nil {
		return "", ""
	}
	ref, err := h.edition.Parse(q.Input)
	if err != nil {
		return "", ""
	}
	for name, span := range ref.Walk() {
		if name != string(d.subject) {
			continue
		}
		for n := range tree.All() {
			if n.Start == int(span.Start) && n.End == int(span.End) {
				rule = n.Rule
			}
		}
	}
	if r, err := h.edition.Grammar().Rule(rule); err == nil {
		section = r.Section
	}
	return rule, section
}

// shorter reports whether q is a shorter question than other, or as short and before it in
// order.
func shorter(q, other Question) bool {
	base := func(q Question) string {
		if q.Base == nil {
			return ""
		}
		return *q.Base
	}
	length := func(q Question) int { return len(q.Input) + len(base(q)) }
	return cmp.Or(
		cmp.Compare(length(q), length(other)),
		strings.Compare(q.Input, other.Input),
		strings.Compare(base(q), base(other)),
	) < 0
}

// conclude puts what was found into the report, in order.
func (h *hearing) conclude() {
	for _, s := range Subjects() {
		if t := h.tallies[s]; t != nil {
			h.report.Tallies = append(h.report.Tallies, *t)
		}
	}
	for _, g := range h.groups {
		h.report.Disagreements = append(h.report.Disagreements, *g)
	}
	rank := make(map[Subject]int)
	for i, s := range Subjects() {
		rank[s] = i
	}
	slices.SortFunc(h.report.Disagreements, func(a, b Disagreement) int {
		return cmp.Or(
			cmp.Compare(rank[a.Subject], rank[b.Subject]),
			cmp.Compare(len(a.Question.Input), len(b.Question.Input)),
			strings.Compare(a.Question.Input, b.Question.Input),
			strings.Compare(string(a.How), string(b.How)),
			strings.Compare(a.Rule+a.Form, b.Rule+b.Form),
		)
	})
}
