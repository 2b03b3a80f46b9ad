package main

import (
	"bufio"
	"path/filepath"
	"strings"
	"sync"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/lint"
	"github.com/urispec/urispec/resolve/compose"
)

// A SARIF log (OASIS, version 2.1.0) is one JSON document. It is written as the problems
// come, so that any number of them takes no memory.

// sarifLog is a log. Its results are written apart.
type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool         `json:"tool"`
	ColumnKind  string            `json:"columnKind"`
	Results     []sarifResult     `json:"results"`
	Invocations []sarifInvocation `json:"invocations"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name           string      `json:"name"`
	InformationURI string      `json:"informationUri"`
	Rules          []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID               string       `json:"id"`
	ShortDescription sarifMessage `json:"shortDescription"`
	FullDescription  sarifMessage `json:"fullDescription"`
	Configuration    struct {
		Level string `json:"level"`
	} `json:"defaultConfiguration"`
}

type sarifMessage struct {
	Text string `json:"text"`
}

type sarifInvocation struct {
	ExecutionSuccessful bool `json:"executionSuccessful"`
}

type sarifResult struct {
	RuleID    string          `json:"ruleId"`
	Level     string          `json:"level"`
	Message   sarifMessage    `json:"message"`
	Locations []sarifLocation `json:"locations,omitempty"`
}

type sarifLocation struct {
	Physical struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region *sarifRegion `json:"region,omitempty"`
	} `json:"physicalLocation"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndColumn   int `json:"endColumn,omitempty"`
}

// sarif writes a result, after a comma.
func (s *session) sarif(p *problem) {
	result := sarifResult{
		RuleID: p.rule, Level: p.severity.String(), Message: sarifMessage{legible(p.text)},
	}
	if p.file != "" {
		var l sarifLocation
		l.Physical.Artifact.URI = fileReference(p.file)
		if p.spot.line > 0 {
			l.Physical.Region = &sarifRegion{StartLine: p.spot.line, StartColumn: p.spot.character}
			if p.spot.width > 0 {
				l.Physical.Region.EndColumn = p.spot.character + p.spot.width
			}
		}
		result.Locations = []sarifLocation{l}
	}
	s.stdout.WriteString(",\n")
	s.stdout.Write(jsonOf(result))
}

// newSARIFRule returns the description of a rule.
func newSARIFRule(id, summary, explanation string, severity lint.Severity) sarifRule {
	rule := sarifRule{ID: id, ShortDescription: sarifMessage{summary}, FullDescription: sarifMessage{explanation}}
	rule.Configuration.Level = severity.String()
	return rule
}

// referenceRules are the rules by which references are judged.
func referenceRules() (rules []sarifRule) {
	for _, code := range lint.Codes() {
		rules = append(rules, newSARIFRule(code.String(), code.Summary(), code.Explanation(), code.Severity()))
	}
	return append(rules, newSARIFRule(policyRule, "the reference does not keep to a policy", policyHelp, lint.Error))
}

// beginSARIF begins a log, in which sarif writes results, and returns a function that ends
// it. Nothing is written before the first result or the end.
func (s *session) beginSARIF(rules []sarifRule) (end func()) {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "urispec", InformationURI: "https://github.com/urispec/urispec", Rules: rules}
	around := func() (before, after string) {
		run.Invocations = []sarifInvocation{{ExecutionSuccessful: s.status != exitTrouble}}
		text := jsonOf(sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
		before, after, _ = strings.Cut(string(text), `"results":[]`)
		return before + `"results":[`, "\n]" + after + "\n"
	}
	before, _ := around()
	log := &sarifWriter{out: s.stdout, before: before}
	s.stdout = bufio.NewWriter(log)
	return func() {
		s.stdout.Flush()
		s.stdout = log.out
		if s.quiet {
			return
		}
		_, after := around() // the status is known now
		s.stdout.WriteString(log.before + after)
	}
}

// sarifWriter writes the results of a log, each of which has a comma before it.
type sarifWriter struct {
	out    *bufio.Writer // keeps an error
	before string        // what comes before the results, instead of the first comma
}

func (w *sarifWriter) Write(p []byte) (int, error) {
	rest := p
	if w.before != "" && len(p) > 0 {
		w.out.WriteString(w.before)
		w.before, rest = "", p[1:]
	}
	w.out.Write(rest)
	return len(p), w.out.Flush()
}

// segments escapes the names of files and folders.
var segments = sync.OnceValues(func() (*compose.Escaper, error) {
	return compose.NewEscaper(editions.RFC3986, "segment")
})

// fileReference returns a reference to a file: a relative one for a relative name.
func fileReference(name string) string {
	path := filepath.ToSlash(name)
	escaper, err := segments()
	if err != nil {
		return path
	}
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if parts[i], err = escaper.Encode(part); err != nil {
			return path
		}
	}
	path = strings.Join(parts, "/")
	switch {
	case filepath.IsAbs(name):
		return "file:///" + strings.TrimPrefix(path, "/")
	case strings.Contains(parts[0], ":"):
		return "./" + path // else it would be a scheme
	}
	return path
}
