package main

import (
	"fmt"
	"strings"

	"github.com/urispec/urispec/ast"
)

// parseCmd finds the components of each reference.
type parseCmd struct {
	editionFlag
	Get *string `xor:"form" placeholder:"FORMAT" help:"Write this text for each reference, with components in braces, as in '{host}\\t{port}'."`
	formFlags
	placeFlag
	input
}

// Help is what --help says after the flags.
func (c *parseCmd) Help() string {
	return `A reference that does not conform has no components; the reason is on standard error. "urispec split" splits any string, and "urispec tree" shows the whole derivation.

The components are ` + strings.Join(fieldNames[:], ", ") + `. Segments are counted from 1, or from -1 down if they are counted from the end. KEY is the key of a pair "KEY=value" between "&" in the query, as data; the first such pair counts. In editions whose grammar does not divide userinfo, its first ":" divides it into user and password.

A FORMAT has components in braces. They are written as they stand; {host|decode} undoes the escapes, unless parts would be lost that way: an escaped "/" in a path is data of a segment. Nothing is written for an absent component, as for an empty one, but {port?80} writes 80 for an absent port. \t, \n, \r and \0 stand for a tab, a line feed, a carriage return and NUL; after a "\", "{", "}", "|", "?" and "\" are themselves.

A row of --tsv has the reference and its components, without segments and pairs.`
}

func (c *parseCmd) Run(s *session) error {
	if c.Get != nil {
		return c.get(s)
	}
	fields := c.Edition.fields()
	out := c.placed(&c.input, results{json: c.JSON, end: '\n', bare: !c.JSON})
	if c.TSV {
		out.columns = 1 + len(fields)
	}
	return c.each(s, out, func(s *session, w *worker) {
		ref := ast.New("")
		for input := range w.refs {
			err := c.Edition.ParseInto(&ref, input)
			if err != nil {
				s.failed(err)
				ref.Reset(input)
			}
			if c.JSON {
				out := s.object()
				c.result(out, &ref, err)
				s.end(out)
				continue
			}
			if err != nil {
				out.none(s, input, "not parsed", newFault("reference", err))
			}
			components := componentsIn(&ref, fields)
			switch {
			case c.TSV:
				s.row(rowOf(input, components, err == nil)...)
			case err == nil:
				s.begin(0)
				writeComponents(s, input, components)
			}
		}
	})
}

// componentsIn returns components of a reference.
func componentsIn(ref *ast.Reference, fields []field) []component {
	var components []component
	for i := range fields {
		f := &fields[i]
		span := f.span(ref)
		components = append(components, component{f.name, ref.Text(span), span.Present(), f.form(ref)})
	}
	return components
}

// rowOf returns a row of a table, without components if the reference has none.
func rowOf(ref string, components []component, parsed bool) []value {
	row := []value{some(ref)}
	for _, c := range components {
		row = append(row, optional(c.text, parsed && c.present))
	}
	return row
}

// result adds what --json writes for a reference.
func (c *parseCmd) result(out *object, ref *ast.Reference, err error) {
	out.text("input", ref.Input)
	out.edition(c.Edition.Edition)
	out.verdict(err == nil, err)
	if err == nil {
		out.ast(c.Edition.Edition, ref)
	}
}

// get writes what --get asks for.
func (c *parseCmd) get(s *session) error {
	format, err := parseFormat(&c.Edition, *c.Get, !c.Null)
	if err != nil {
		return fmt.Errorf("--get: %w", err)
	}
	out := c.placed(&c.input, results{end: c.end(), bare: true})
	return c.each(s, out, func(s *session, w *worker) {
		var (
			ref  ast.Reference
			line []byte
		)
		for input := range w.refs {
			err := c.Edition.ParseInto(&ref, input)
			if err != nil {
				s.failed(err)
			} else if line, err = format.append(line[:0], &ref, s); err != nil {
				s.no()
			}
			if err != nil {
				out.none(s, input, "not parsed", newFault("reference", err))
				continue
			}
			s.begin(0)
			s.stdout.Write(line)
			s.stdout.WriteByte(out.end)
		}
	})
}
