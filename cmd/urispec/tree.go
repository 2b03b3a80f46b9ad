package main

import (
	"fmt"

	"github.com/alecthomas/repr"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/picture"
)

// treeCmd shows how the grammar derives each reference.
type treeCmd struct {
	grammarFlag
	Rule   string `placeholder:"RULE" help:"Derive from RULE, by the published grammar alone."`
	Format string `enum:"text,json,go,dot,svg" default:"text" help:"text: draw every rule below the reference. json: JSON Lines, with the components. go: a Go value. dot: graphs for Graphviz. svg: one picture with all trees."`
	JSON   bool   `name:"json" help:"The same as --format=json."`
	Chars  bool   `help:"Also show every character, down to the rules that are one character class."`
	input
}

// Help is what --help says after the flags.
func (c *treeCmd) Help() string {
	return fmt.Sprintf("A reference may have up to %d bytes. If it is wider than %d columns, or the drawing is wider than the terminal (or than the variable COLUMNS says), it is not drawn; instead the tree shows the span of each rule in numbers. A picture has up to %d pixels each way. With --format=dot and svg, the reason why a reference does not conform goes to standard error.", treeLimit, drawLimit, picture.SizeLimit)
}

// treeLimit is the length in bytes of the longest reference whose tree is shown. The
// library derives longer ones, but a tree of millions of nodes takes much memory.
const treeLimit = 1 << 17

// bounded returns derive for references up to treeLimit.
func bounded(derive func(ref string) (*grammar.Tree, error)) func(ref string) (*grammar.Tree, error) {
	return func(ref string) (*grammar.Tree, error) {
		if len(ref) > treeLimit {
			return nil, &grammar.TooLongError{Length: len(ref), Limit: treeLimit}
		}
		return derive(ref)
	}
}

func (c *treeCmd) Run(s *session) error {
	if c.JSON {
		c.Format = "json"
	}
	if !c.load(s) {
		return nil
	}
	if err := c.Edition.needRules(); err != nil {
		return err
	}
	asked, err := c.Edition.asked(&c.Rule, (*grammar.Edition).References)
	if err != nil {
		return err
	}
	derive := asked.Tree
	if c.Chars {
		derive = asked.TreeChars
	}
	derive = bounded(derive)
	explain := newExplainer(&c.Edition, asked.other)
	var sheet picture.Sheet
	if c.Format == "svg" {
		c.Jobs = 1 // one picture, in order
	}
	err = c.each(s, results{json: c.Format == "json", end: '\n', apart: true, aside: c.Format == "dot" || c.Format == "svg"}, func(s *session, w *worker) {
		report := c.reporter(s, asked.Language, explain, &sheet)
		for ref := range w.refs {
			t, err := derive(ref)
			report(ref, t, err)
			if err != nil {
				s.failed(err)
			}
		}
	})
	if err == nil && !sheet.Empty() {
		fmt.Fprint(s.stdout, sheet.SVG())
	}
	return err
}

// reporter returns a function that writes the result for one reference: its tree or
// the error.
func (c *treeCmd) reporter(s *session, l *grammar.Language, x *explainer, sheet *picture.Sheet) func(ref string, t *grammar.Tree, err error) {
	switch c.Format {
	case "json":
		return func(ref string, t *grammar.Tree, err error) { s.json(c.result(ref, l, t, err)) }
	case "dot", "svg":
		return c.pictures(s, x, sheet)
	}
	return func(ref string, t *grammar.Tree, err error) {
		if s.preceded {
			fmt.Fprintln(s.stdout)
		}
		switch {
		case err != nil:
			x.fail(s, ref, err)
		case c.Format == "go":
			fmt.Fprintln(s.stdout, repr.String(t, repr.Indent("  "), repr.OmitEmpty(false), repr.OmitZero(false)))
		default:
			draw(s, ref, t)
		}
	}
}

// result returns what --json writes for a reference. It conforms if it is in the language.
func (c *treeCmd) result(ref string, l *grammar.Language, t *grammar.Tree, err error) *object {
	e := c.Edition.Edition
	out := new(object)
	out.text("input", ref)
	out.source(&c.Edition)
	if c.Rule != "" {
		out.text("rule", c.Rule)
	}
	out.verdict(err == nil || l.Valid(ref), err)
	if err != nil {
		return out
	}
	if e != nil && t.Rule == e.Grammar().Source().Start {
		components := grammar.ComponentsOf(e, t, ref)
		out.ast(e, &components)
	} else {
		out.add("ast", nil) // the rule does not derive whole references
	}
	out.add("tree", newTreeJSON(t))
	return out
}

// treeJSON is a [grammar.Tree].
type treeJSON struct {
	Rule     string      `json:"rule"`
	Start    int         `json:"start"`
	End      int         `json:"end"`
	Children []*treeJSON `json:"children"`
}

func newTreeJSON(t *grammar.Tree) *treeJSON {
	out := &treeJSON{t.Rule, t.Start, t.End, make([]*treeJSON, len(t.Children))}
	for i, c := range t.Children {
		out.Children[i] = newTreeJSON(c)
	}
	return out
}
