package judge

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/resolve/suite"
)

// Trial is what a parser is asked, and by which edition it is judged.
type Trial struct {
	Edition *grammar.Edition
	// Cases are asked first. What counts is their questions; the answers are the edition's. Of
	// normalization and equivalence nothing is asked, because parsers have no part in it.
	Cases []suite.Case
	// Hunt is how many strings are asked besides, to find what the cases do not show: changes
	// of cases, and above all of those at which the parser was wrong. What tells which rule is
	// the cause and what makes strings shorter is asked in any case, unless Hunt is negative:
	// then the cases are all that is asked, and examples are cases as they are.
	Hunt int
	// Seed is where the hunt begins. The same number hunts the same strings, if the parser
	// gives the same answers.
	Seed uint64
	// Progress is called after every few thousand questions with their number, if it is not
	// nil.
	Progress func(asked int)
}

// Run asks the parser and returns what came of it. The error is that of the context; the report
// then has what was found before.
func (t *Trial) Run(ctx context.Context, p Parser) (*Report, error) {
	h := newHearing(ctx, t, p)
	all := questions(t.Cases)
	h.report.Questions = len(all)
	err := h.ask(all, true)
	steps := []func() error{h.sweepRules, h.explain, h.shrink, h.hunt, h.sweepGroups, h.explain, h.shrink, h.explain}
	if t.Hunt < 0 {
		steps = nil
	}
	for _, step := range steps {
		if err == nil {
			err = step()
		}
	}
	h.conclude()
	h.report.Unfinished = err != nil
	return h.report, err
}

// questions returns the different questions of cases, in their order.
func questions(cases []suite.Case) []Question {
	var all []Question
	seen := make(map[string]bool)
	for _, c := range cases {
		q := Question{Input: c.Input}
		switch c.Kind {
		case suite.Verdict, suite.Parts:
		case suite.Resolution:
			q.Base = &c.Base
		default:
			continue
		}
		if id := q.id(); !seen[id] {
			seen[id] = true
			all = append(all, q)
		}
	}
	return all
}

// id tells a question from others.
func (q Question) id() string {
	if q.Base == nil {
		return q.Input
	}
	return q.Input + "\x00base\x00" + *q.Base
}

// hearing is a trial while it goes on.
type hearing struct {
	*Trial
	ctx    context.Context
	parser Parser
	report *Report

	asked    map[string]bool // questions, by their ids
	accepts  map[string]bool // verdicts of the parser, by the string
	tallies  map[Subject]*Tally
	failures map[Failure]*Missed // by kind; what is not asked, by the message too
	groups   map[key]*group
	// refused are strings that conform and that the parser refuses, whose cause is not known
	// yet, with how many questions of the suite they are.
	refused    map[string]int
	causes     []cause
	explaining bool // what is refused is not of interest now
	// unresolved are questions to which the parser says that it refuses, instead of a target.
	unresolved []unresolved
	// options are strings of rules, and good are strings of rules that stand in what the
	// parser accepts.
	options, good map[string][]string
}

// unresolved is a question that is answered without a target.
type unresolved struct {
	q          Question
	right, got Answer
	count      bool
}

func newHearing(ctx context.Context, t *Trial, p Parser) *hearing {
	return &hearing{
		Trial:    t,
		ctx:      ctx,
		parser:   p,
		report:   &Report{Edition: t.Edition},
		asked:    make(map[string]bool),
		accepts:  make(map[string]bool),
		tallies:  make(map[Subject]*Tally),
		failures: make(map[Failure]*Missed),
		groups:   make(map[key]*group),
		refused:  make(map[string]int),
		options:  make(map[string][]string),
		good:     make(map[string][]string),
	}
}

// key is what the disagreements of one group have in common.
type key struct {
	difference
	rule, part string
}

// group is a disagreement while the trial goes on.
type group struct {
	Disagreement
	tried string // the id of the question that was changed to find a shorter one
}

// ask asks questions that were not asked before, and judges the answers. If count is true, they
// are those of the suite, and are counted.
func (h *hearing) ask(all []Question, count bool) error {
	fresh := all[:0:0]
	for _, q := range all {
		if id := q.id(); !h.asked[id] {
			h.asked[id] = true
			fresh = append(fresh, q)
		}
	}
	const portion = 1 << 14 // after which there is progress to report
	for part := range slices.Chunk(fresh, portion) {
		answers, err := h.parser.Ask(h.ctx, part)
		for i, q := range part {
			h.judge(q, &answers[i], count)
		}
		if h.Progress != nil {
			h.Progress(len(h.asked))
		}
		if err != nil {
			return err
		}
	}
	return h.askUnresolved()
}

// askUnresolved finds out which references are not resolved although the parser accepts both of
// the strings: that is wrong. Otherwise it is the verdict that is.
func (h *hearing) askUnresolved() error {
	list := h.unresolved
	if h.unresolved = nil; list == nil {
		return nil
	}
	var all []Question
	for _, u := range list {
		all = append(all, Question{Input: u.q.Input}, Question{Input: *u.q.Base})
	}
	if err := h.ask(all, false); err != nil {
		return err
	}
	for _, u := range list {
		if h.accepts[u.q.Input] && h.accepts[*u.q.Base] {
			g := h.group(key{difference: difference{Target, Refused}}, "", u.q, &u.right, &u.got)
			if u.count {
				g.Count++
				h.tally(Target).Judged++
			}
		}
	}
	return nil
}

// tally returns the tally of a subject.
func (h *hearing) tally(s Subject) *Tally {
	t := h.tallies[s]
	if t == nil {
		t = &Tally{Subject: s}
		h.tallies[s] = t
	}
	return t
}

// judge compares an answer with the right one.
func (h *hearing) judge(q Question, got *Answer, count bool) {
	if got.Failure != nil {
		h.missed(q, got.Failure, count)
		return
	}
	if q.Base == nil && got.Valid != nil {
		h.accepts[q.Input] = *got.Valid
	}
	right := Edition{h.Edition}.Answer(q)
	judged := func(s Subject) {
		if count {
			h.tally(s).Judged++
			h.tally(s).Right++
		}
	}
	if _, ok := right.Parts[Target]; ok && got.Valid != nil && !*got.Valid {
		h.unresolved = append(h.unresolved, unresolved{q, right, *got, count})
		return
	}
	for _, d := range compare(q, &right, got, judged) {
		n := 0
		if count {
			h.tallies[d.subject].Right--
			n = 1
		}
		if d == (difference{Verdict, Refused}) {
			if !h.explaining {
				h.refused[q.Input] += n
			}
			continue
		}
		k, section := h.key(q, d, &right, got)
		g := h.group(k, section, q, &right, got)
		g.Count += n
		if d.how == Accepted {
			if offset := *right.Offset; offset < len(q.Input) {
				g.Bytes = g.Bytes.Union(automaton.Of(int32(q.Input[offset])))
			} else {
				g.End = true
			}
		}
	}
}

// missed notes that there is no answer to a question.
func (h *hearing) missed(q Question, f *Failure, count bool) {
	if !count && f.Kind == NotAsked {
		return
	}
	k := Failure{Kind: f.Kind}
	if f.Kind == NotAsked {
		k.Message = f.Message
	}
	m := h.failures[k]
	if m == nil {
		m = &Missed{Kind: f.Kind, Question: q, Message: f.Message}
		h.failures[k] = m
	}
	if count {
		m.Count++
	}
}

// group returns the group with this key, and makes the question its example if it is shorter.
func (h *hearing) group(k key, section string, q Question, right, got *Answer) *group {
	g := h.groups[k]
	if g == nil {
		g = &group{Disagreement: Disagreement{Subject: k.subject, How: k.how, Rule: k.rule, Section: section, Part: k.part}}
		h.groups[k] = g
	} else if !shorter(q, g.Question) {
		return g
	}
	g.Question, g.Right, g.Got = q, *right, *got
	return g
}

// key returns the group to which a difference belongs, and the section of its rule.
func (h *hearing) key(q Question, d difference, right, got *Answer) (k key, section string) {
	k.difference = d
	if d.subject == Target {
		k.part = wrongPart(q, right.Parts[Target], got.Parts[Target])
		return k, ""
	}
	if syntax := h.wrong(q.Input); syntax != nil {
		k.rule = syntax.Rule
		return k, syntax.Section
	}
	k.rule = h.deriving(q.Input, string(d.subject))
	return k, h.section(k.rule)
}

// wrong returns what is wrong with a reference, or nil.
func (h *hearing) wrong(input string) *grammar.SyntaxError {
	syntax := new(grammar.SyntaxError)
	if !errors.As(h.Edition.Check(input), &syntax) {
		return nil
	}
	return syntax
}

// deriving returns the innermost rule that derives exactly a component of a reference; "" if
// there is none.
func (h *hearing) deriving(input, component string) (rule string) {
	ref, err := h.Edition.Parse(input)
	if err != nil {
		return ""
	}
	for name, span := range ref.Walk() {
		if name != component {
			continue
		}
		tree, err := h.Edition.Tree(input)
		if err != nil {
			return ""
		}
		// An empty component may stand beside another one. A path has no rule of its own in
		// most editions; it comes last where it is empty.
		exact := func(n *grammar.Tree) bool { return n.Start == int(span.Start) && n.End == int(span.End) }
		of := tree
		for n := range tree.All() {
			if exact(n) && grammar.LabelOf(h.Edition, n.Rule) == component {
				of = n
				break
			}
		}
		for n := range of.All() {
			if r, err := h.Edition.Grammar().Rule(n.Rule); err == nil && exact(n) && !r.Character {
				rule = n.Rule
			}
		}
	}
	return rule
}

// section returns the section that defines a rule.
func (h *hearing) section(rule string) string {
	r, err := h.Edition.Grammar().Rule(rule)
	if err != nil {
		return ""
	}
	return r.Section
}

// conclude puts what came of the trial into the report, in order.
func (h *hearing) conclude() {
	for input, count := range h.refused {
		// Its cause was not asked for.
		q, right := Question{Input: input}, Edition{h.Edition}.Answer(Question{Input: input})
		h.group(key{difference: difference{Verdict, Refused}}, "", q, &right, &Answer{Valid: new(false)}).Count += count
	}
	for _, m := range h.failures {
		h.report.Failures = append(h.report.Failures, *m)
	}
	slices.SortFunc(h.report.Failures, func(a, b Missed) int {
		return cmp.Or(
			cmp.Compare(slices.Index(FailureKinds(), a.Kind), slices.Index(FailureKinds(), b.Kind)),
			strings.Compare(a.Message, b.Message),
		)
	})
	for _, s := range Subjects() {
		if t := h.tallies[s]; t != nil {
			h.report.Tallies = append(h.report.Tallies, *t)
		}
	}
	h.report.Hunted = len(h.asked) - h.report.Questions
	for _, g := range h.groups {
		h.report.Disagreements = append(h.report.Disagreements, g.Disagreement)
	}
	rank := make(map[Subject]int)
	for i, s := range Subjects() {
		rank[s] = i
	}
	slices.SortFunc(h.report.Disagreements, func(a, b Disagreement) int {
		return cmp.Or(
			cmp.Compare(rank[a.Subject], rank[b.Subject]),
			cmp.Compare(a.Question.length(), b.Question.length()),
			strings.Compare(a.Question.id(), b.Question.id()),
			strings.Compare(string(a.How), string(b.How)),
			strings.Compare(a.Rule+a.Part, b.Rule+b.Part),
		)
	})
}

// sorted returns the groups in a fixed order.
func (h *hearing) sorted() []*group {
	var all []*group
	for _, g := range h.groups {
		all = append(all, g)
	}
	slices.SortFunc(all, func(a, b *group) int {
		return cmp.Or(
			strings.Compare(string(a.Subject), string(b.Subject)),
			strings.Compare(string(a.How), string(b.How)),
			strings.Compare(a.Rule, b.Rule),
			strings.Compare(a.Part, b.Part),
		)
	})
	return all
}
