package main

import (
	"fmt"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/lint"
)

// grammarCmd has the commands that are about grammars of the user's own.
type grammarCmd struct {
	Check grammarCheckCmd `cmd:"" help:"Find what is wrong or suspicious in a grammar of your own."`
}

// grammarCheckCmd says of a grammar what a compiler would.
type grammarCheckCmd struct {
	Files []string `arg:"" name:"file" help:"The files of the grammar, in ABNF or in the notation of RFC 822. Together they are one grammar."`
	readFlags
	formatFlag
}

// Help is what --help says after the flags.
func (c *grammarCheckCmd) Help() string {
	var errors, warnings []string
	for _, k := range grammar.FindingKinds() {
		text := fmt.Sprintf("%s (%s)", k.Code, k.Summary)
		if k.Error {
			errors = append(errors, text)
		} else {
			warnings = append(warnings, text)
		}
	}
	return `Each line of the output is a finding, with file, line, column and code, in the order of the files. An error keeps the grammar from being used:

` + strings.Join(errors, ", ") + `.

A warning does not:

` + strings.Join(warnings, ", ") + `. Below an ambiguous rule, both trees are drawn.

A prose value that names an RFC, such as <host, see [RFC3986], Section 3.2.2>, imports the rule from that edition or document.`
}

func (c *grammarCheckCmd) Run(s *session) error {
	files, automaton, err := openFiles(c.Files)
	if automaton {
		err = errNoRules(c.Files[0])
	}
	end := func() {}
	if c.Format == "sarif" {
		end = s.beginSARIF(grammarRules())
	}
	defer func() { end() }()
	var findings []grammar.Finding
	if err == nil {
		findings, err = grammar.Inspect(files, c.options(), c.Files...)
	}
	if err != nil {
		s.trouble(err)
		return nil
	}
	for i := range findings {
		f := &findings[i]
		if f.Error {
			s.no()
		}
		switch {
		case c.json():
			s.json(grammarFindingJSON(f))
		case c.onlyProblems():
			at := spot{line: f.Line, column: f.Column, character: f.Character}
			c.report(s)(&problem{f.File, at, f.Code, severityOf(f.Error), f.Message})
		default:
			s.grammarFinding(f)
		}
	}
	return nil
}

// grammarFinding writes a finding for people.
func (s *session) grammarFinding(f *grammar.Finding) {
	severity := s.color.name("warning")
	if f.Error {
		severity = s.color.bad("error")
	}
	fmt.Fprintf(s.stdout, "%s:%d:%d: %s: %s %s\n", visible(f.File), f.Line, f.Column, severity, legible(f.Message), s.color.dim("["+f.Code+"]"))
	if a := f.Ambiguity; a != nil {
		for _, t := range []*grammar.Tree{a.Chosen, a.Other} {
			fmt.Fprintln(s.stdout)
			draw(s, a.Text, t)
		}
		fmt.Fprintln(s.stdout)
	}
}

// severityOf is the severity of a finding in a grammar.
func severityOf(isError bool) lint.Severity {
	if isError {
		return lint.Error
	}
	return lint.Warning
}

// grammarRules are the rules by which grammars are judged.
func grammarRules() (rules []sarifRule) {
	for _, k := range grammar.FindingKinds() {
		rules = append(rules, newSARIFRule(k.Code, k.Summary, k.Summary, severityOf(k.Error)))
	}
	return rules
}

// grammarFindingJSON is what --json writes for a finding.
func grammarFindingJSON(f *grammar.Finding) *object {
	out := new(object)
	out.text("file", f.File)
	out.add("line", f.Line)
	out.add("column", f.Column)
	out.text("severity", severityOf(f.Error).String())
	out.text("code", f.Code)
	out.optional("rule", f.Rule, f.Rule != "")
	out.text("message", f.Message)
	if a := f.Ambiguity; a != nil {
		out.text("input", a.Text)
		out.add("chosen", newTreeJSON(a.Chosen))
		out.add("other", newTreeJSON(a.Other))
	}
	return out
}
