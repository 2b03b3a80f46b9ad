package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions/rfc3986"
	"github.com/urispec/urispec/resolve/judge"
	"github.com/urispec/urispec/resolve/suite"
)

// edition is what the parsers are judged by.
var edition = rfc3986.Edition

// result is what came of one parser. It is kept as a file in folder results, so that the page also
// has the parsers that are not installed where it is made.
type result struct {
	Parser  string `json:"parser"`
	Version string `json:"version"` // that was judged

	Questions     int            `json:"questions"` // of the suite
	Tallies       []judge.Tally  `json:"tallies"`
	Hunted        int            `json:"hunted"` // questions besides
	Failures      []failure      `json:"failures,omitempty"`
	Disagreements []disagreement `json:"disagreements"`
	Known         []found        `json:"known,omitempty"`
	Confusions    []reading      `json:"confusions"`
	Learned       *learned       `json:"learned,omitempty"`
}

// failure is questions that had no answer.
type failure struct {
	Kind  judge.FailureKind `json:"kind"`
	Count int               `json:"count"`
	Input string            `json:"input"` // the first one, quoted
}

// disagreement is one of the judge's report. Strings are as grammar.Quoted writes them, and "absent"
// is a component that is not there.
type disagreement struct {
	Subject judge.Subject `json:"subject"`
	How     judge.How     `json:"how"`
	Rule    string        `json:"rule,omitempty"`
	Part    string        `json:"part,omitempty"` // of a target
	Count   int           `json:"count"`          // in the suite
	Input   string        `json:"input"`
	Base    string        `json:"base,omitempty"`
	Right   string        `json:"right"`
	Got     string        `json:"got"`
}

// same reports whether two disagreements are of one group.
func (d disagreement) same(e disagreement) bool {
	return d.Subject == e.Subject && d.How == e.How && d.Rule == e.Rule && d.Part == e.Part
}

// found is what the judge says about an issue that is known.
type found struct {
	Issue string `json:"issue"`
	disagreement
	// Alone is a shortest string by which the judge finds the same, and AloneBase its base, if it has
	// one; "" if it does not.
	Alone     string `json:"alone"`
	AloneBase string `json:"alone_base,omitempty"`
}

// reading is what a parser takes for the host of a string.
type reading struct {
	Input string `json:"input"` // quoted
	// Verdict is "yes", "no", or "" if there is none.
	Verdict string `json:"verdict"`
	Host    string `json:"host"` // quoted, "absent", or "" if the parser does not say
}

// knownJSON lists disagreements that are in the issue trackers.
//
//go:embed known.json
var knownJSON []byte

// known is one of them.
type known struct {
	Parser  string        `json:"parser"`
	Issue   string        `json:"issue"`
	URL     string        `json:"url"`
	Says    string        `json:"says"`
	Base    *string       `json:"base"`
	Input   string        `json:"input"`
	Subject judge.Subject `json:"subject"`
}

func knownIssues() ([]known, error) {
	var list []known
	d := json.NewDecoder(bytes.NewReader(knownJSON))
	d.DisallowUnknownFields()
	if err := d.Decode(&list); err != nil {
		return nil, fmt.Errorf("known.json: %w", err)
	}
	return list, nil
}

// confusion is a class of strings in which parsers find different hosts.
type confusion struct{ class, what, input string }

// confusions has the five classes of "Exploiting URL Parsing Confusion" (Claroty and Snyk, 2022).
var confusions = []confusion{
	{"scheme", "there is no scheme, but a colon. Some take what stands before it for a host, with a port", "h.example:80/p"},
	{"slashes", "there are not two of them. Some skip them all, and so find a host where the RFC has an empty one", "http:///h.example/p"},
	{"backslashes", "some read a backslash as a slash, which ends the host; others as a part of the userinfo", `http://a.example\@b.example/`},
	{"encoding", "an escape in the host. Some undo it, others do not, and still others refuse it", "http://%68.example/p"},
	{"mixture", "the syntax of one scheme, read as that of another. All that are judged here read the generic syntax; Log4j checked the host that java.net.URI finds, and Java's client of LDAP, which then took all up to the port for the host, connected to another", "ldap://a.example#.b.example:389/p"},
}

// hunted is how many strings are asked besides the suite.
const hunted = 3_000

// makeResult judges a parser. The suite is that of cases.
func makeResult(ctx context.Context, p *parser, cases []suite.Case) (*result, error) {
	version, err := p.installed()
	if err != nil {
		return nil, err
	}
	j, closeIt, err := p.open(ctx)
	if err != nil {
		return nil, err
	}
	report, err := (&judge.Trial{Edition: edition, Cases: cases, Hunt: hunted}).Run(ctx, j)
	if err != nil {
		return nil, err
	}
	r := &result{Parser: p.Name, Version: version, Questions: report.Questions, Hunted: report.Hunted, Tallies: report.Tallies}
	for _, m := range report.Failures {
		r.Failures = append(r.Failures, failure{m.Kind, m.Count, grammar.Quoted(m.Question.Input)})
	}
	for _, d := range report.Disagreements {
		r.Disagreements = append(r.Disagreements, shown(d))
	}
	if err := r.findKnown(ctx, j); err != nil {
		return nil, err
	}
	if err := r.readConfusions(ctx, j); err != nil {
		return nil, err
	}
	return r, closeIt()
}

// shown is a disagreement for the page.
func shown(d judge.Disagreement) disagreement {
	s := disagreement{Subject: d.Subject, How: d.How, Rule: d.Rule, Part: d.Part, Count: d.Count, Input: grammar.Quoted(d.Question.Input)}
	if d.Question.Base != nil {
		s.Base = grammar.Quoted(*d.Question.Base)
	}
	s.Right, s.Got = value(d.Subject, &d.Right), value(d.Subject, &d.Got)
	return s
}

// value is what an answer says of a subject.
func value(s judge.Subject, a *judge.Answer) string {
	switch s {
	case judge.Verdict:
		if *a.Valid {
			return "yes"
		}
		return "no"
	case judge.Offset:
		return fmt.Sprint(*a.Offset)
	}
	return part(a.Parts[string(s)])
}

func part(text *string) string {
	if text == nil {
		return "absent"
	}
	return grammar.Quoted(*text)
}

// findKnown asks what the issue trackers know of the parser, and looks for the same in the result.
func (r *result) findKnown(ctx context.Context, j judge.Parser) error {
	list, err := knownIssues()
	if err != nil {
		return err
	}
	for _, k := range list {
		if k.Parser != r.Parser {
			continue
		}
		c := suite.Case{Kind: suite.Parts, Input: k.Input}
		if k.Base != nil {
			c.Kind, c.Base = suite.Resolution, *k.Base
		}
		report, err := (&judge.Trial{Edition: edition, Cases: []suite.Case{c}}).Run(ctx, j)
		if err != nil {
			return err
		}
		q := judge.Question{Input: k.Input, Base: k.Base}
		got, err := j.Ask(ctx, []judge.Question{q})
		if err != nil {
			return err
		}
		if got[0].Failure != nil {
			return fmt.Errorf("%s: %w", k.Issue, got[0].Failure)
		}
		for _, d := range report.Disagreements {
			if d.Subject != k.Subject || d.Count == 0 {
				continue // it came of the string in another way
			}
			d.Question, d.Right, d.Got = q, judge.Edition{Edition: edition}.Answer(q), got[0]
			f := found{Issue: k.Issue, disagreement: shown(d)}
			for _, d := range r.Disagreements {
				if d.same(f.disagreement) {
					f.Alone, f.AloneBase = d.Input, d.Base
				}
			}
			r.Known = append(r.Known, f)
		}
	}
	return nil
}

// readConfusions asks the parser for the hosts of the confusing strings.
func (r *result) readConfusions(ctx context.Context, j judge.Parser) error {
	var questions []judge.Question
	for _, c := range confusions {
		questions = append(questions, judge.Question{Input: c.input})
	}
	answers, err := j.Ask(ctx, questions)
	if err != nil {
		return err
	}
	for i, a := range answers {
		s := reading{Input: grammar.Quoted(questions[i].Input)}
		if a.Valid != nil {
			s.Verdict = value(judge.Verdict, &a)
		}
		if host, ok := a.Parts["host"]; ok {
			s.Host = part(host)
		}
		r.Confusions = append(r.Confusions, s)
	}
	return nil
}

// goVersion is the version of a parser in Go.
func goVersion(p *parser) (string, error) {
	if p.Package == "net/url" {
		return strings.Replace(runtime.Version(), "go", "Go ", 1), nil
	}
	about, _ := debug.ReadBuildInfo()
	for _, m := range about.Deps {
		if strings.HasPrefix(p.Package, m.Path) {
			return m.Version, nil
		}
	}
	return "", fmt.Errorf("%s is not linked", p.Package)
}

// resultFile is where the result of a parser is kept.
func resultFile(p *parser) string { return filepath.Join("results", p.file()+".json") }

// readResult reads the result of a parser. The error is that of os.ReadFile or of the JSON.
func readResult(p *parser) (*result, error) {
	text, err := os.ReadFile(resultFile(p))
	if err != nil {
		return nil, err
	}
	var r result
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return nil, fmt.Errorf("%s: %w", resultFile(p), err)
	}
	return &r, nil
}

// text is the result as its file has it.
func (r *result) text() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(r)
	return b.Bytes(), err
}
