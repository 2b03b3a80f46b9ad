package main

import (
	"fmt"

	"github.com/urispec/urispec/grammar"
)

// grammarCmd has the commands that are about grammars of the user's own.
type grammarCmd struct {
	Check grammarCheckCmd `cmd:"" help:"Find what is wrong or suspicious in a grammar of your own."`
}

// grammarCheckCmd says of a grammar what a compiler would.
type grammarCheckCmd struct {
	Files []string `arg:"" name:"file" help:"The files of the grammar, in ABNF or in the notation of RFC 822. Together they are one grammar."`
	readFlags
	JSON bool `name:"json" help:"Write JSON Lines."`
}

// Help is what --help says after the flags.
func (c *grammarCheckCmd) Help() string {
	return `Each line of the output is a finding, with file, line, column and code, in the order of the files. An error keeps the grammar from being used:

syntax (a rule cannot be read), undefined, redefined, recursive, empty-range (a range or a count from more to less), prose, import (there is no such rule or edition), too-large, barren (the start rule derives no string), unusable.

A warning does not:

unused (no rule refers to it), nullable-loop (what is repeated may be empty), case (a literal that matches in both cases and does not look like it), superfluous (an alternative adds nothing to those before it), same (two rules derive the same strings), ambiguous (a rule derives a string in two ways; both trees are drawn), undecided (finding out would take too long).

A prose value that names an RFC, such as <host, see [RFC3986], Section 3.2.2>, imports the rule from the edition.`
}

func (c *grammarCheckCmd) Run(s *session) error {
	files, automaton, err := openFiles(c.Files)
	if automaton {
		err = errNoRules(c.Files[0])
	}
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
		if c.JSON {
			s.json(grammarFindingJSON(f))
			continue
		}
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
	return nil
}

// grammarFindingJSON is what --json writes for a finding.
func grammarFindingJSON(f *grammar.Finding) *object {
	out := new(object)
	out.text("file", f.File)
	out.add("line", f.Line)
	out.add("column", f.Column)
	severity := "warning"
	if f.Error {
		severity = "error"
	}
	out.text("severity", severity)
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
