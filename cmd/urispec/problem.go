package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar/lint"
)

// formatFlag is for commands that find problems, and write them for people or for other
// programs.
type formatFlag struct {
	Format string `enum:"text,json,github,sarif" default:"text" help:"text: for people. json: JSON Lines. github: only problems, as annotations of GitHub Actions. sarif: only problems, as one SARIF log."`
	JSON   bool   `name:"json" xor:"form" help:"The same as --format=json."`
}

// json reports whether results are JSON Lines.
func (f *formatFlag) json() bool { return f.JSON || f.Format == "json" }

// onlyProblems reports whether the format has no results but problems.
func (f *formatFlag) onlyProblems() bool { return f.Format == "github" || f.Format == "sarif" }

// formatted says in r how the results are written.
func (f *formatFlag) formatted(r results) results {
	r.json = f.json()
	if f.onlyProblems() {
		r.aside, r.lines, r.placed = true, true, false
	}
	return r
}

// report returns a function that writes a problem, in a format that has only these.
func (f *formatFlag) report(s *session) func(p *problem) {
	if f.Format == "sarif" {
		return s.sarif
	}
	return s.github
}

// wrapped begins a document that holds all problems, if the format has one, and returns a
// function that ends it.
func (f *formatFlag) wrapped(s *session) (end func()) {
	if f.Format == "sarif" {
		return s.beginSARIF(referenceRules())
	}
	return func() {}
}

// problem is something that is wrong at a place.
type problem struct {
	file     string // "-" for standard input, "" for an argument
	spot     spot
	rule     string // a code of lint or of grammar check, or policyRule
	severity lint.Severity
	text     string
}

// policyRule is the rule of problems with policies, which lint does not know.
const policyRule = "policy"

// spot is where a problem is in a file. All numbers are 0 if that is not known.
type spot struct {
	line      int // from 1
	column    int // the byte in the line, from 1
	character int // the character in the line, from 1
	// width is the number of characters, if they are in one line and as they were
	// written; else it is 0.
	width int
}

// in returns the spot of a part of the current record.
func (p place) in(record string, start, end int) spot {
	if p.line == 0 {
		return spot{}
	}
	return spot{p.line, start + 1, utf8.RuneCountInString(record[:start]) + 1, utf8.RuneCountInString(record[start:end])}
}

// String returns the line and the column, as they follow the name of the file.
func (at spot) String() string { return fmt.Sprintf("%d:%d", at.line, at.column) }

// refusal is the problem of a reference that does not conform.
func refusal(file string, at spot, edition, ref string, err error) *problem {
	text := fmt.Sprintf("%s does not conform to %s: %s", beginning(ref, lineWidth), edition, reasonOf(err))
	return &problem{file, at, lint.NonConforming.String(), lint.Error, text}
}

// finding is the problem of a finding.
func finding(file string, at spot, f *lint.Finding) *problem {
	return &problem{file, at, f.Code.String(), f.Severity(), message(f)}
}

// message says what is found, and on which section that rests. It does not repeat a
// password, as the whole reference would.
func message(f *lint.Finding) string {
	text := fmt.Sprintf("%s: %s", f.Code, f.Message())
	if f.Err() == nil && f.Section() != "" {
		text += fmt.Sprintf(" (section %s)", cited(f.Section(), f.Edition()))
	}
	return text
}

// github writes a problem as a command of GitHub Actions, which shows it beside the line:
//
//	::error file=a.md,line=3,col=9,title=nonconforming::...
func (s *session) github(p *problem) {
	level := p.severity.String()
	if p.severity == lint.Note {
		level = "notice"
	}
	var members []string
	add := func(name, value string) { members = append(members, name+"="+legible(githubProperty.Replace(value))) }
	if p.file != "" {
		add("file", p.file)
	}
	if p.spot.line > 0 {
		add("line", fmt.Sprint(p.spot.line))
		add("col", fmt.Sprint(p.spot.column))
	}
	add("title", p.rule)
	fmt.Fprintf(s.stdout, "::%s %s::%s\n", level, strings.Join(members, ","), githubMessage.Replace(legible(p.text)))
}

// What separates the parts of a command is escaped in them, as the toolkit of GitHub
// Actions does (escapeData and escapeProperty in its command.ts).
var (
	githubMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
