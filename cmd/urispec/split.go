package main

import (
	"fmt"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve"
)

// splitCmd finds the components of any string.
type splitCmd struct {
	editionFlag
	Printed bool `help:"Use the regular expression as the edition prints it."`
	formFlags
	input
}

// Help is what --help says after the flags.
func (c *splitCmd) Help() string {
	return fmt.Sprintf(`The components are those that the regular expression of Appendix B finds. It splits every string; "urispec check" says whether the string conforms. An absent component is different from an empty one: it is "(absent)" in text and null in JSON, and the others are in quotes.

The expression is that of %s and every later edition. %[2]s prints a different one, by which "a:b:c" has the scheme "a:b"; it is used only with --printed. %[3]s prints none, so the common expression is used, and --printed is wrong usage.

%[4]s has parsing rules (section 2.4) instead of an expression, and they are used: its net_loc ends only at "/", and the path includes the params.

With --tsv, each row has the reference, the scheme, the authority, the path, the query and the fragment.`,
		editions.URLSyntax09, editions.URLSyntax02, editions.RFC1738, editions.RFC1808)
}

func (c *splitCmd) Run(s *session) error {
	split := c.Edition.Split
	if c.Printed {
		switch c.Edition.Name() {
		case editions.RFC1738.Name(), editions.RFC1808.Name():
			return fmt.Errorf("%s prints no expression; the first edition that does is %s", c.Edition, editions.URLSyntax02)
		case editions.URLSyntax02.Name():
			split = resolve.SplitPrinted
		}
	}
	out := results{json: c.JSON, end: '\n'}
	if c.TSV {
		out.columns = 1 + len(componentsOf(split("")))
	}
	return c.each(s, out, func(s *session, w *worker) {
		row := make([]value, 0, out.columns)
		for ref := range w.refs {
			components := componentsOf(split(ref))
			switch {
			case c.JSON:
				s.json(c.result(ref, components))
			case c.TSV:
				row = append(row[:0], some(ref))
				for _, c := range components {
					row = append(row, optional(c.text, c.present))
				}
				s.row(row...)
			default:
				writeComponents(s, ref, components)
			}
		}
	})
}

// component is a component of a reference, with its name.
type component struct {
	name, text string
	present    bool
	form       string // the kind of text that it is, or ""
}

func componentsOf(ref ast.Reference) []component {
	of := func(name string, span ast.Span) component {
		return component{name: name, text: ref.Text(span), present: span.Present()}
	}
	return []component{
		of("scheme", ref.Scheme.Span), of("authority", ref.Site.Span), of("path", ref.Path.Span),
		of("query", ref.Query.Span), of("fragment", ref.Fragment.Span),
	}
}

// writeComponents writes what people read: the reference, and below it a line
// for each component.
func writeComponents(s *session, ref string, components []component) {
	s.visible(ref)
	s.stdout.WriteByte('\n')
	for _, c := range components {
		label := fmt.Sprintf("%-*s", len("authority"), c.name)
		fmt.Fprintf(s.stdout, "    %s  ", s.color.dim(label))
		if c.present {
			s.stdout.WriteByte('"')
			s.visible(c.text)
			s.stdout.WriteByte('"')
		} else {
			s.stdout.WriteString("(absent)")
		}
		if c.form != "" {
			s.stdout.WriteString("  " + s.color.dim(c.form))
		}
		s.stdout.WriteByte('\n')
	}
}

// result returns what --json writes for a reference.
func (c *splitCmd) result(ref string, components []component) *object {
	out := new(object)
	out.text("input", ref)
	out.edition(c.Edition.Edition)
	out.add("valid", c.Edition.Valid(ref))
	for _, c := range components {
		out.optional(c.name, c.text, c.present)
	}
	return out
}
