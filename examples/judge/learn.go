package main

import (
	"context"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/learn"
	"github.com/urispec/urispec/grammar/schemes"
	"github.com/urispec/urispec/resolve/judge"
)

// learned is what a parser accepts, as package learn found out.
type learned struct {
	States     int    `json:"states"`
	Queries    int    `json:"queries"`
	Unfinished string `json:"unfinished,omitempty"` // why it ended too early
	// Limits are limits of length that the automaton leaves out.
	Limits []string `json:"limits,omitempty"`
	// Long are long strings, quoted, about which the automaton is wrong: the parser counts.
	Long []string `json:"long,omitempty"`
	// Than is the rule with which it was compared, and Differences are its shortest strings.
	Than        string       `json:"than"`
	Differences []difference `json:"differences"`
}

// difference is a disagreement of the automaton, with its string quoted.
type difference struct {
	Accepted bool   `json:"accepted"` // by the parser, and not by the edition
	Rule     string `json:"rule"`
	Text     string `json:"text"`
}

// How many strings a parser is asked at most: one in Go, and a program, which is slower.
const (
	queriesInProcess = 60_000_000
	queriesPiped     = 12_000_000
)

// piped is a program as a black box.
type piped struct {
	ctx context.Context
	judge.Parser
}

// Accepts implements [learn.Box]. What has no verdict counts as refused.
func (b piped) Accepts(texts []string, answers []bool) error {
	questions := make([]judge.Question, len(texts))
	for i, text := range texts {
		questions[i].Input = text
	}
	all, err := b.Ask(b.ctx, questions)
	for i, a := range all {
		if a.Failure != nil {
			return a.Failure
		}
		answers[i] = a.Valid != nil && *a.Valid
	}
	return err
}

// learnParser learns what a parser accepts.
func learnParser(ctx context.Context, p *parser) (*learned, error) {
	j, closeIt, err := p.open(ctx)
	if err != nil {
		return nil, err
	}
	box, most := learn.Box(piped{ctx, j}), queriesPiped
	if in, ok := inProcess[p.Name]; ok {
		box, most = learn.Func(in.accepts), queriesInProcess
	}
	language := edition.References()
	if p.Absolute {
		language = edition.URIs()
	}
	options := learn.Options{Priors: []*automaton.DFA{language.Automaton()}, MaxQueries: most}
	for _, e := range editions.All() {
		if e != edition || p.Absolute {
			options.Priors = append(options.Priors, e.References().Automaton())
		}
	}
	for _, scheme := range schemes.Schemes() {
		options.Tokens = append(options.Tokens, scheme+":")
	}
	r, err := learn.Learn(ctx, box, options)
	if err != nil {
		return nil, err
	}
	if err := closeIt(); err != nil {
		return nil, err
	}
	l := &learned{States: r.DFA.States(), Queries: r.Queries, Unfinished: r.Unfinished, Than: language.Rule()}
	for _, limit := range r.Limits {
		l.Limits = append(l.Limits, limit.String())
	}
	for _, text := range r.Long {
		l.Long = append(l.Long, grammar.Quoted(text))
	}
	all, err := learn.Disagreements(r.DFA, language)
	if err != nil {
		return nil, err
	}
	for _, d := range all {
		l.Differences = append(l.Differences, difference{d.Accepted, d.Rule, grammar.Quoted(d.Text)})
	}
	return l, nil
}
