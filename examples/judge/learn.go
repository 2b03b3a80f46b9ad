package main

import (
	"context"
	"fmt"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/learn"
	"github.com/urispec/urispec/grammar/schemes"
)

// learned is what a parser accepts, as package learn found out.
type learned struct {
	States     int    `json:"states"`
	Queries    int    `json:"queries"`
	Unfinished string `json:"unfinished,omitempty"` // why it ended too early
	// Limits are limits of length that the automaton leaves out.
	Limits []string `json:"limits,omitempty"`
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

// learnedQueries is how many strings a parser is asked at most.
const learnedQueries = 60_000_000

// learnParser learns what a parser in Go accepts.
func learnParser(ctx context.Context, p *parser) (*learned, error) {
	box, ok := inProcess[p.Name]
	if !ok {
		return nil, fmt.Errorf("%s is not in this process", p.Name)
	}
	language := edition.References()
	if p.Absolute {
		language = edition.URIs()
	}
	options := learn.Options{Priors: []*automaton.DFA{language.Automaton()}, MaxQueries: learnedQueries}
	for _, e := range editions.All() {
		if e != edition || p.Absolute {
			options.Priors = append(options.Priors, e.References().Automaton())
		}
	}
	for _, scheme := range schemes.Schemes() {
		options.Tokens = append(options.Tokens, scheme+":")
	}
	r, err := learn.Learn(ctx, learn.Func(box.accepts), options)
	if err != nil {
		return nil, err
	}
	l := &learned{States: r.DFA.States(), Queries: r.Queries, Unfinished: r.Unfinished, Than: language.Rule()}
	for _, limit := range r.Limits {
		l.Limits = append(l.Limits, limit.String())
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
