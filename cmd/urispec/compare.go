package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve"
)

// compareCmd shows what each edition makes of a reference.
type compareCmd struct {
	Editions  []source `name:"edition" short:"e" placeholder:"EDITION" help:"Compare these editions only, in this order (default: all). May be repeated. EDITION may also be a document of a scheme, or a file with a grammar of your own if its name has a slash or an extension; of these, only the verdicts are compared."`
	Only      string   `enum:"different,same,both" default:"both" help:"Write only the results for references on which the editions differ, or on which they agree."`
	Base      *string  `placeholder:"BASE" help:"Also resolve the references against BASE."`
	Loose     bool     `help:"Ignore the scheme of a reference if it is that of the base; an edition that does not permit that has no target."`
	Unchecked bool     `help:"To resolve, only split the base and the references (by Appendix B) without checking that they conform, and give the literal result of the steps."`
	JSON      bool     `name:"json" help:"Write JSON Lines."`
	readFlags
	placeFlag
	input
}

// Help is what --help says after the flags.
func (c *compareCmd) Help() string {
	return `For each reference there is a table with a row for each edition, in the order of publication or, with --edition, as asked for. It shows whether the reference conforms, its components, the kind of its host and, with --base, its target. "Site" is what follows "//", which rfc3986 calls the authority. "*" marks a value that differs from the previous comparable row. An absent component is "-"; the others are in quotes. Below the table are the reasons why the reference does not conform or has no target.

An edition to which the reference does not conform has no components to compare. An edition whose grammar has no host has no kind of host, and one that defines no relative form has no target. "hostname" and "regname" are two names for one kind of host. Absent is not empty: in "file:///x", what follows "//" is empty, and by the editions up to rfc2396bis-00 it then has no host, while by rfc3986 it has an empty one (3.2.2). So these editions differ on it; the column of the host shows it, as "-" and *regname "". The segments of paths are not compared; "urispec tree" shows them.

The exit status is 1 if the editions differ on some reference. A record of more than 1 MiB is not read, whatever --max-record allows.`
}

func (c *compareCmd) Run(s *session) error {
	if c.Base == nil && (c.Loose || c.Unchecked) {
		return errors.New("--loose and --unchecked need --base, because they say how to resolve")
	}
	all, err := c.compared()
	if err != nil {
		return err
	}
	if err := c.usable(all...); err != nil {
		return err
	}
	for _, e := range all {
		if !e.load(s, &c.readFlags) {
			return nil
		}
	}
	judges := c.judges(all)
	return c.each(s, c.placed(&c.input, results{json: c.JSON, end: '\n', apart: !c.filters(), most: maxWide}), func(s *session, w *worker) {
		for ref := range w.refs {
			var opinions []*opinion
			for _, judge := range judges {
				opinions = append(opinions, judge(ref))
			}
			differ := findChanges(opinions)
			if differ {
				s.no()
			}
			switch {
			case !c.shows(differ):
			case c.JSON:
				out := s.object()
				c.result(out, ref, differ, opinions)
				s.end(out)
			case c.filters():
				// Nobody knows whether another result was written before.
				c.writeTable(s, ref, opinions)
				fmt.Fprintln(s.stdout)
			default:
				if s.preceded {
					fmt.Fprintln(s.stdout)
				}
				c.writeTable(s, ref, opinions)
			}
		}
	})
}

// filters reports whether --only leaves out some results.
func (c *compareCmd) filters() bool { return c.Only != "both" }

// shows reports whether --only permits a result.
func (c *compareCmd) shows(differ bool) bool {
	return !c.filters() || differ == (c.Only == "different")
}

// compared returns the editions to compare.
func (c *compareCmd) compared() ([]*source, error) {
	var all []*source
	if c.Editions == nil {
		for _, e := range editions.All() {
			all = append(all, &source{edition: edition{e}})
		}
		return all, nil
	}
	for i := range c.Editions {
		e := &c.Editions[i]
		if slices.ContainsFunc(all, func(other *source) bool { return other.Name() == e.Name() }) {
			return nil, fmt.Errorf("--edition: %s is given twice", e)
		}
		all = append(all, e)
	}
	if len(all) < 2 {
		return nil, fmt.Errorf("--edition: %s alone has nothing to be compared with; give at least two", all[0])
	}
	return all, nil
}

// opinion is what one edition makes of a reference.
type opinion struct {
	edition *source
	ref     *ast.Reference // nil if it does not conform, or has no components
	err     error          // why it does not
	target  *targetOpinion // nil without --base, or if the edition has no relative form
	cells   []cell
}

// targetOpinion is what one edition resolves a reference to.
type targetOpinion struct {
	cmd *resolveCmd // the command that would give the same answer
	resolution
}

// comparedColumns are the values that are compared. The cells of an opinion are in
// this order.
var comparedColumns = []string{"conforms", "scheme", "site", "host", "path", "query", "fragment", "target"}

// cell is the value of an edition in a column. The text is empty if there is nothing
// to compare.
type cell struct {
	text    string // for people
	key     string // what is compared
	changed bool   // it differs from the previous comparable cell
}

func newCell(text string) cell { return cell{text: text, key: text} }

// judges returns a function for each edition, which gives its opinion.
func (c *compareCmd) judges(all []*source) []func(ref string) *opinion {
	var judges []func(ref string) *opinion
	for _, e := range all {
		if e.Edition == nil {
			judges = append(judges, c.verdict(e))
			continue
		}
		target := c.resolver(e.Edition)
		judges = append(judges, func(ref string) *opinion {
			o := &opinion{edition: e, target: target(ref)}
			var parsed ast.Reference
			if parsed, o.err = e.Parse(ref); o.err == nil {
				o.ref = &parsed
			}
			o.cells = append(o.components(), o.target.cell(o.err != nil))
			return o
		})
	}
	return judges
}

// verdict returns a function that gives the opinion of a grammar that is no edition.
func (c *compareCmd) verdict(e *source) func(ref string) *opinion {
	l := e.Grammar().Start()
	return func(ref string) *opinion {
		o := &opinion{edition: e, err: l.Check(ref), cells: make([]cell, len(comparedColumns))}
		o.cells[0] = newCell("yes")
		if o.err != nil {
			o.cells[0] = newCell("no")
		}
		return o
	}
}

// resolver returns a function that resolves a reference by an edition.
func (c *compareCmd) resolver(e *grammar.Edition) func(ref string) *targetOpinion {
	algorithm, err := e.Algorithm()
	if c.Base == nil || err != nil {
		return func(string) *targetOpinion { return nil }
	}
	cmd := &resolveCmd{editionFlag: editionFlag{Edition: edition{e}}, Loose: c.Loose, Unchecked: c.Unchecked}
	options := resolve.Options{Loose: c.Loose, Unchecked: c.Unchecked}
	appendTarget := cmd.resolver(algorithm, *c.Base)
	if err := algorithm.Allows(options); err != nil {
		appendTarget = func([]byte, string, resolve.Options) ([]byte, error) { return nil, err }
	}
	return func(ref string) *targetOpinion {
		target, err := appendTarget(nil, ref, options)
		return &targetOpinion{cmd, resolution{base: *c.Base, ref: ref, target: string(target), err: err}}
	}
}

// components returns the cells of all columns but the target.
func (o *opinion) components() []cell {
	if o.ref == nil {
		return []cell{newCell("no"), {}, {}, {}, {}, {}, {}}
	}
	r := o.ref
	text := func(span ast.Span) cell {
		if !span.Present() {
			return newCell("-")
		}
		return newCell(`"` + r.Text(span) + `"`)
	}
	host := newCell("-")
	switch {
	case !hasComponent(o.edition.Edition, "host"):
		host = cell{} // the edition does not look into a site
	case r.Site.Kind == ast.Registry:
		host = newCell(r.Site.Kind.String())
	case r.Site.Server.HostPort.Host.Present():
		kind := r.Site.Server.HostPort.Host.Kind
		name := kind.String()
		host = newCell(name)
		if kind == ast.RegName {
			host.key = ast.HostName.String()
		}
		if r.Site.Server.HostPort.Host.Len() == 0 {
			host.text = name + ` ""` // in no column else does it show that it is there
		}
	}
	path := text(r.Path.Span)
	if r.Path.Kind == ast.Opaque {
		path = newCell(path.text + " opaque")
	}
	return []cell{newCell("yes"), text(r.Scheme.Span), text(r.Site.Span), host, path, text(r.Query.Span), text(r.Fragment.Span)}
}

// cell returns the cell in the column of the target. A reference that does not conform
// has no target for that reason, and the verdicts are compared already.
func (t *targetOpinion) cell(invalid bool) cell {
	option := new(resolve.OptionError)
	switch {
	case t == nil, invalid && !t.cmd.Unchecked, errors.As(t.err, &option):
		return cell{}
	case isSameDocument(t.err):
		return newCell(t.err.Error())
	case t.err != nil:
		return newCell("(no target)")
	}
	return newCell(`"` + t.target + `"`)
}

// findChanges marks the cells that differ from the previous comparable one, and
// reports whether there are any.
func findChanges(opinions []*opinion) bool {
	differ := false
	for i := range comparedColumns {
		var before *cell
		for _, o := range opinions {
			at := &o.cells[i]
			if at.text == "" {
				continue
			}
			at.changed = before != nil && before.key != at.key
			differ = differ || at.changed
			before = at
		}
	}
	return differ
}

// writeTable writes the output for people: the reference, the table, and the reasons
// why there is no answer.
//
//	http://h?q
//	EDITION         CONFORMS   SCHEME   SITE ...
//	url-syntax-09   no
//	rfc2396bis-00  *yes        "http"   "h"  ...
//
//	    url-syntax-09  offset 8: "?" in ...
func (c *compareCmd) writeTable(s *session, ref string, opinions []*opinion) {
	head := comparedColumns
	if c.Base == nil {
		head = head[:len(head)-1]
	}
	names := columns("EDITION")
	widths := make([]int, len(head))
	for i, name := range head {
		widths[i] = columns(name)
	}
	text := func(o *opinion, i int) string { return beginning(o.cells[i].text, lineWidth/2) }
	for _, o := range opinions {
		names = max(names, columns(o.edition.Name()))
		for i := range head {
			widths[i] = max(widths[i], columns(text(o, i)))
		}
	}
	line := func(name string, cell func(i int) (mark, text, painted string)) {
		fmt.Fprintf(s.stdout, "%-*s", names, name)
		blanks := 0 // written only if something comes after them
		for i := range head {
			mark, text, painted := cell(i)
			if text == "" {
				blanks += widths[i] + len("  *")
				continue
			}
			fmt.Fprintf(s.stdout, "%*s%s%s", blanks+len("  "), "", mark, painted)
			blanks = widths[i] - columns(text)
		}
		fmt.Fprintln(s.stdout)
	}
	width := names
	for _, w := range widths {
		width += len("  *") + w
	}
	s.begin(0)
	s.visible(ref)
	s.stdout.WriteByte('\n')
	if s.width > 0 && width > s.width {
		for _, o := range opinions {
			o.writeList(s, names, head, text)
		}
	} else {
		line("EDITION", func(i int) (mark, text, painted string) {
			text = strings.ToUpper(head[i])
			return " ", text, text
		})
		for _, o := range opinions {
			line(o.edition.Name(), func(i int) (string, string, string) {
				text := text(o, i)
				if o.cells[i].changed {
					return s.color.mark("*"), text, s.color.mark(text)
				}
				return " ", text, text
			})
		}
	}
	before := "\n"
	for _, o := range opinions {
		why := o.why()
		if why == "" {
			continue
		}
		label := o.edition.Name()
		for _, line := range wrap(legible(why), s.room(names+len("      "), lineWidth-names)) {
			fmt.Fprintf(s.stdout, "%s    %s  %s\n", before, s.color.dim(fmt.Sprintf("%-*s", names, label)), line)
			before, label = "", ""
		}
	}
}

// writeList writes a row of the table as text, for a terminal that is narrower than the
// table:
//
//	rfc2396bis-00   *conforms yes, scheme "http", site "h", ...
func (o *opinion) writeList(s *session, names int, head []string, text func(o *opinion, i int) string) {
	// tied stands for a space at which a line is not broken. It has its width, and visible
	// text does not have it.
	const tied = "\uE000"
	var items []string
	for i, name := range head {
		item := text(o, i)
		if item == "" {
			continue
		}
		item = name + " " + item
		if o.cells[i].changed {
			item = "*" + item
		}
		items = append(items, strings.ReplaceAll(item, " ", tied))
	}
	label := o.edition.Name()
	for _, line := range wrap(strings.Join(items, ", "), s.room(names+len("  "), s.width)) {
		fmt.Fprintf(s.stdout, "%-*s  %s\n", names, label, strings.ReplaceAll(line, tied, " "))
		label = ""
	}
}

// why says why there is no answer. It is "" if there is one.
func (o *opinion) why() string {
	t := o.target
	switch {
	case o.err != nil:
		if syntax := new(grammar.SyntaxError); errors.As(o.err, &syntax) {
			return fmt.Sprintf("offset %d: %s", syntax.Offset, syntax.Message())
		}
		return o.err.Error()
	case t == nil || t.err == nil || isSameDocument(t.err):
		return ""
	}
	return "no target: " + newFault("reference", t.err).forPeople()
}

// result adds what --json writes for a reference.
func (c *compareCmd) result(out *object, ref string, differ bool, opinions []*opinion) {
	out.text("input", ref)
	if c.Base != nil {
		out.text("base", *c.Base)
	}
	out.add("differ", differ)
	out.list("editions", len(opinions), func(out *object, i int) {
		o := opinions[i]
		out.text("edition", o.edition.Name())
		out.verdict(o.err == nil, o.err)
		if o.ref == nil {
			out.add("ast", nil)
		} else {
			out.ast(o.edition.Edition, o.ref)
		}
		if o.target != nil {
			out.add("resolution", o.target.cmd.result(o.target.resolution))
		} else if c.Base != nil {
			out.add("resolution", nil)
		}
		changed := []string{}
		for i, name := range comparedColumns {
			if o.cells[i].changed {
				changed = append(changed, name)
			}
		}
		out.add("changed", changed)
	})
}
