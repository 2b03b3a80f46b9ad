package main

import (
	"fmt"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/export"
)

// exportCmd writes the language of a rule for other programs.
type exportCmd struct {
	grammarFlag
	Rule      string `placeholder:"RULE" xor:"what" help:"The rule, by the published grammar alone (default: whole references, under the reading)."`
	Absolute  bool   `xor:"what" help:"Absolute references, which a base has to be."`
	URI       bool   `name:"uri" xor:"what" help:"URIs: absolute references, with or without a fragment."`
	To        string `required:"" enum:"re2,pcre,ecmascript,python,posix,re2c,dot,json" placeholder:"FORMAT" help:"The form: a regular expression for re2 (Go), pcre (Perl, PHP), ecmascript (JavaScript, JSON Schema), python, posix (grep -E) or re2c; dot: the automaton as a graph for Graphviz; json: the automaton as data."`
	MaxLength size   `name:"max-length" default:"1MiB" placeholder:"SIZE" help:"Refuse an expression with more bytes (default: 1MiB)."`
}

// Help is what --help says after the flags.
func (c *exportCmd) Help() string {
	return `The output is one expression, which matches a string from its first character to its last if the rule derives the string, and no other string. Before it is written, it is read back and proved to be equal to the grammar.

The expression works without any flags of the engine, except that one for rfc3987 matches code points: use the flag u in JavaScript, and UTF in PCRE. An expression for re2c has no anchors. An expression for posix is for the locale C.

The automaton of --to=json reads bytes. "classes" has the ranges of bytes that lead to the same states; "transitions" has a list for each state, with the state to which each class leads, or null if no string of the rule begins like this.`
}

func (c *exportCmd) Run(s *session) error {
	if !c.load(s) {
		return nil
	}
	l, err := c.language()
	if err != nil {
		return err
	}
	switch c.To {
	case "dot":
		fmt.Fprint(s.stdout, export.DOT(l))
		return nil
	case "json":
		fmt.Fprintf(s.stdout, "%s\n", export.WriteAutomaton(l))
		return nil
	}
	to, err := export.ParseSyntax(c.To)
	if err != nil {
		return err
	}
	text, err := export.Expression(l, to, int(c.MaxLength))
	if err != nil {
		s.trouble(err)
		return nil
	}
	fmt.Fprintln(s.stdout, text)
	return nil
}

// language returns the language that is asked for.
func (c *exportCmd) language() (*grammar.Language, error) {
	every := (*grammar.Edition).References
	switch {
	case c.Edition.own != nil && (c.Absolute || c.URI):
		return nil, errNoReferences
	case c.Absolute:
		every = (*grammar.Edition).Absolute
	case c.URI:
		every = (*grammar.Edition).URIs
	}
	asked, err := c.Edition.asked(&c.Rule, every)
	return asked.Language, err
}
