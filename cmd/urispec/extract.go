package main

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/extract"
	"github.com/urispec/urispec/grammar/lint"
)

// extractCmd finds references in documents.
type extractCmd struct {
	editionFlag
	kindFlags
	Base  *string `placeholder:"BASE" help:"The base of documents that do not give one: the reference by which they were retrieved."`
	Check bool    `xor:"problems" help:"Write only what does not conform, and why: \"notes.md:12:5: http://a/{b}: offset 9: ...\"."`
	Lint  bool    `xor:"problems" help:"Write only findings, as \"urispec lint\" has them."`
	codeFlags
	Only  string   `enum:"valid,invalid,both" default:"both" help:"Write only the references that conform, or only those that do not."`
	Lines bool     `short:"n" help:"Write the file, the line and the column before each reference, as in \"notes.txt:12:5: http://a/b\", and after it the reason if it does not conform. Columns are bytes of the line, from 1."`
	Docs  []string `arg:"" optional:"" name:"document" sep:"none" help:"Files, each of which is a document. Without any, or for \"-\", standard input is read."`
	Files []string `name:"file" sep:"none" placeholder:"FILE" help:"Another document. May be repeated."`
	Quiet bool     `short:"q" help:"Write no results; only the exit status tells the answer."`
	formatFlag
	rawFlag
}

// Help is what --help says after the flags.
func (c *extractCmd) Help() string {
	return fmt.Sprintf(`A document is HTML, Markdown or a message if a flag or the end of its name says so (.html, .htm, .xhtml; .md, .markdown; .eml, .mht, .mhtml), or HTML if it begins with a document type or a tag of HTML; else it is text.

In text, references are found between angle brackets, between quotation marks and between white space, as the edition recommends writing them. The output has one line for each, with nothing but the reference, so it can be the input of other commands. References that do not conform are written too. Standard error says how many there are; -n says for each where it is and why, and so does --check, for these only.

In Markdown (--markdown), references are the destinations of links and images, with or without angle brackets, those of definitions, autolinks, URLs that stand in the text, and the links of HTML tags, but nothing in code. They are written as they are, without escapes. A destination may have spaces if it is that of an image, has a slash, or begins with "." or "#"; CommonMark sees no link there, and it does not conform.

In HTML (--html), references are found in attributes that are links, and are resolved. The line is the target, or "(current document)#s" for a reference to the current document. For references that have no target, standard error says where they are and why; with --json they are among the results. The base comes from the document's first BASE element, from the headers of a message and its parts (--mime), or from --base. For messages that give no base, RFC 2557 has one: --base thismessage:/. A base may have up to %d bytes; references that are relative to a longer one have no target.

--check and --lint judge each reference as it is written, not its target. --format=json has everything that is known: byte offsets, line and column (in a message, those of the decoded part), delimiters, element and attribute, base, the offsets of hyphens that may have been inserted at line ends, and the error. The exit status is 1 if a reference does not conform or has no target, with --check only if one does not conform, and with --lint if there are findings. It is 2 if a document is broken; then the references before that point are written, and standard error has the position.

Documents may have any size and any bytes. Each reference is written as soon as it is read, except that the links of HTML wait for the base, and those of Markdown for the end of their paragraph.`, extract.MaxBase)
}

func (c *extractCmd) Run(s *session) error {
	if err := c.usage(); err != nil {
		return err
	}
	codes, err := c.chosen()
	if err != nil {
		return err
	}
	docs, err := documents(s, slices.Concat(c.Docs, c.Files), c.rawFlag)
	if err != nil {
		return err
	}
	if c.Quiet {
		s.quiet = true
		s.stdout.Reset(io.Discard)
	}
	end := c.wrapped(s)
	write := c.writer(s)
	switch {
	case c.Check:
		write = c.checker(s)
	case c.Lint:
		write = c.linter(s, newLinter(c.Edition.Edition, codes))
	}
	counts := checkCounts{}
	for doc := range docs {
		kind := c.kindOf(doc)
		for it, err := range c.items(doc, kind) {
			if err != nil {
				doc.broken(err)
				continue // messages can be read on after an error
			}
			if it.conforms(c.Edition.Edition) {
				counts.valid++
			} else {
				counts.invalid++
			}
			write(doc.name, it)
		}
	}
	end()
	if c.Quiet || c.Check || c.Lint || c.Lines || c.json() || c.Only != "both" || c.kind() == htmlKind || c.kind() == mimeKind {
		return nil
	}
	// Nothing else says so. Nobody reads it if the output is gone.
	if counts.invalid > 0 && s.stdout.Flush() == nil {
		fmt.Fprintf(s.stderr, "urispec: %d of %d references do not conform to %s\n", counts.invalid, counts.valid+counts.invalid, c.Edition)
	}
	return nil
}

// usage returns an error if flags do not go together.
func (c *extractCmd) usage() error {
	problems := c.Check || c.Lint
	switch {
	case c.Base != nil && (c.Text || c.Markdown):
		return errors.New("--base is for HTML and messages, whose references are resolved")
	case c.Only != "both" && problems:
		return errors.New("--only does not go with --check and --lint")
	case c.onlyProblems() && !problems:
		return fmt.Errorf("--format=%s needs --check or --lint", c.Format)
	case !c.Lint && (c.Severity.Severity != lint.Note || c.Enable != nil || c.Disable != nil):
		return errors.New("--severity, --enable and --disable need --lint")
	}
	return nil
}

// kindOf returns the kind of a document.
func (c *extractCmd) kindOf(doc *document) kind {
	known := c.kind()
	if known == unknownKind {
		known = kindByName(doc.name)
	}
	if known == unknownKind {
		known, doc.r = kindByText(doc.r)
	}
	return known
}

// item is a reference that was found in a document.
type item interface {
	// where is the position in the document, for people.
	where() string
	// spot is the position for programs.
	spot() spot
	// line is the reference, or its target, on a line.
	line(s *session) string
	// missing says why there is no line. It is "" if there is one.
	missing() string
	// reason says why the reference does not conform, if the line does not.
	reason() string
	// text is the reference as it stands in the document.
	text() string
	// place adds the position in the document to a JSON object, and members adds what is
	// known besides.
	place(out *object)
	members(out *object)
	// conforms reports whether the reference conforms to the edition.
	conforms(e *grammar.Edition) bool
	// err says why it does not, or why it has no target.
	err() error
}

// items yields the references in a document of a kind.
func (c *extractCmd) items(doc *document, kind kind) iter.Seq2[item, error] {
	e := c.Edition.Edition
	var context grammar.Context
	if c.Base != nil {
		context.Retrieval = []string{*c.Base}
	}
	switch kind {
	case htmlKind:
		return itemsOf(extract.HTML(e, doc, context), func(l extract.Link) item { return link{l} })
	case mimeKind:
		return itemsOf(extract.MIME(e, doc, context), func(l extract.PartLink) item { return partLink{l} })
	case markdownKind:
		return itemsOf(extract.Markdown(e, doc), func(l extract.MarkdownLink) item { return markdownLink{l} })
	}
	return itemsOf(extract.Text(e, doc), func(f extract.Found) item { return found{f} })
}

func itemsOf[T any](all iter.Seq2[T, error], of func(T) item) iter.Seq2[item, error] {
	return func(yield func(item, error) bool) {
		for one, err := range all {
			if !yield(of(one), err) {
				return
			}
		}
	}
}

// writer returns a function that writes a reference of a document.
func (c *extractCmd) writer(s *session) func(name string, it item) {
	return func(name string, it item) {
		if it.err() != nil {
			s.no()
		}
		if !shows(c.Only, it.conforms(c.Edition.Edition)) {
			return
		}
		if c.json() {
			out := c.result(name, it)
			it.members(out)
			s.json(out)
			return
		}
		if why := it.missing(); why != "" {
			s.aside(fmt.Sprintf("%s:%s: %s", name, it.where(), why))
			return
		}
		reason := ""
		if c.Lines {
			c.begin(s, name, it)
			if why := it.reason(); why != "" {
				reason = s.color.dim("  (" + legible(why) + ")")
			}
		}
		fmt.Fprintln(s.stdout, it.line(s)+reason)
	}
}

// begin begins a line of text with the place of a reference.
func (c *extractCmd) begin(s *session, name string, it item) {
	fmt.Fprintf(s.stdout, "%s:%s: ", s.color.line(s.shown(name)), it.where())
}

// checker returns a function that writes a reference of a document if it does not
// conform.
func (c *extractCmd) checker(s *session) func(name string, it item) {
	report := c.report(s)
	return func(name string, it item) {
		if it.conforms(c.Edition.Edition) {
			return
		}
		s.no()
		err := c.Edition.Check(it.text())
		if err == nil {
			err = it.err() // the reference is cut
		}
		switch {
		case c.json():
			out := c.result(name, it)
			it.members(out)
			s.json(out)
		case c.onlyProblems():
			report(refusal(name, it.spot(), c.Edition.String(), it.text(), err))
		default:
			c.begin(s, name, it)
			fmt.Fprintf(s.stdout, "%s: %s\n", beginning(it.text(), lineWidth), legible(reasonOf(err)))
		}
	}
}

// linter returns a function that writes the findings in a reference of a document.
func (c *extractCmd) linter(s *session, linter *lint.Linter) func(name string, it item) {
	report := c.report(s)
	return func(name string, it item) {
		findings := linter.Lint(it.text())
		if len(findings) == 0 {
			return
		}
		s.no()
		if c.json() {
			out := c.result(name, it)
			out.add("findings", findingsJSON(findings))
			it.members(out)
			s.json(out)
			return
		}
		for i := range findings {
			f := &findings[i]
			if c.onlyProblems() {
				report(finding(name, it.spot(), f))
				continue
			}
			c.begin(s, name, it)
			level := s.color.dim
			if f.Severity() > lint.Note {
				level = s.color.bad
			}
			fmt.Fprintf(s.stdout, "%s: %s\n", level(f.Severity().String()), legible(message(f)))
		}
	}
}

// result returns what --json writes for a reference, but for what is known besides.
func (c *extractCmd) result(name string, it item) *object {
	out := new(object)
	out.text("file", name)
	it.place(out)
	out.text("input", it.text())
	out.edition(c.Edition.Edition)
	out.add("valid", it.conforms(c.Edition.Edition))
	if err := it.err(); err != nil {
		in := ""
		switch it.(type) {
		case link, partLink:
			in = "reference" // unless it is the base
		}
		out.add("error", newFault(in, err).json())
	}
	return out
}

// widthOf returns the number of characters of a reference that stands in a number of bytes
// of a document, or 0 if something is added to it there.
func widthOf(ref string, written int64) int {
	if int64(len(ref)) != written {
		return 0
	}
	return utf8.RuneCountInString(ref)
}

// found is an [item] of plain text.
type found struct{ extract.Found }

func (f found) where() string { return f.spot().String() }
func (f found) spot() spot {
	return spot{f.Line, f.Column, f.Character, widthOf(f.Text, f.End-f.Start)}
}
func (f found) line(s *session) string         { return s.shown(f.Text) }
func (f found) missing() string                { return "" }
func (f found) conforms(*grammar.Edition) bool { return f.Err == nil }
func (f found) err() error                     { return f.Err }
func (f found) reason() string                 { return reasonOf(f.Err) }

func (f found) text() string { return f.Text }

func (f found) place(out *object) { placeOf(out, f.Line, f.Column, f.Start, f.End) }

func (f found) members(out *object) {
	out.text("delimiter", f.Delimiter.String())
	out.optional("prefix", f.Prefix, f.Prefix != "")
	if len(f.Hyphens) > 0 {
		out.add("hyphens", f.Hyphens)
	}
}

// reasonOf says on a short line why a reference does not conform, if it does not.
func reasonOf(err error) string {
	if err == nil {
		return ""
	}
	syntax, ok := errors.AsType[*grammar.SyntaxError](err)
	if !ok {
		return err.Error()
	}
	reason := fmt.Sprintf("offset %d: %s in %s (section %s)", syntax.Offset, syntax.Found(), syntax.Rule, syntax.Section)
	const most = 3 // more do not help on a line
	if len(syntax.Expected) <= most {
		reason += ", expected " + syntax.Expectation()
	}
	return reason
}

// placeOf adds the position in a document to a JSON object.
func placeOf(out *object, line, column int, start, end int64) {
	out.add("line", line)
	out.add("column", column)
	out.add("start", start)
	out.add("end", end)
}

// markdownLink is an [item] of Markdown.
type markdownLink struct{ extract.MarkdownLink }

func (l markdownLink) where() string { return l.spot().String() }
func (l markdownLink) spot() spot {
	return spot{l.Line, l.Column, l.Character, widthOf(l.Text, l.End-l.Start)}
}
func (l markdownLink) line(s *session) string         { return s.shown(l.Text) }
func (l markdownLink) missing() string                { return "" }
func (l markdownLink) conforms(*grammar.Edition) bool { return l.Err == nil }
func (l markdownLink) err() error                     { return l.Err }
func (l markdownLink) reason() string                 { return reasonOf(l.Err) }
func (l markdownLink) text() string                   { return l.Text }
func (l markdownLink) place(out *object)              { placeOf(out, l.Line, l.Column, l.Start, l.End) }

func (l markdownLink) members(out *object) {
	out.text("syntax", l.Syntax.String())
	out.optional("element", l.Element, l.Element != "")
	out.optional("attribute", l.Attribute, l.Attribute != "")
}
