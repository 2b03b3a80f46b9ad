package main

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/extract"
)

// extractCmd finds references in documents.
type extractCmd struct {
	editionFlag
	HTML  bool     `name:"html" xor:"format" help:"The documents are HTML: find their links and resolve them."`
	MIME  bool     `name:"mime" xor:"format" help:"The documents are MIME messages, such as mail or MHTML: find the references in their parts and resolve them."`
	Base  *string  `placeholder:"BASE" help:"The base of documents that do not give one: the reference by which they were retrieved."`
	Only  string   `enum:"valid,invalid,both" default:"both" help:"Write only the references that conform, or only those that do not."`
	Lines bool     `short:"n" help:"Write the file and the line before each reference, as in \"notes.txt:12: http://a/b\"."`
	JSON  bool     `name:"json" help:"Write JSON Lines."`
	Docs  []string `arg:"" optional:"" name:"document" sep:"none" help:"Files, each of which is a document. Without any, or for \"-\", standard input is read."`
	Files []string `name:"file" sep:"none" placeholder:"FILE" help:"Another document. May be repeated."`
	rawFlag
}

// Help is what --help says after the flags.
func (c *extractCmd) Help() string {
	return fmt.Sprintf(`In text, references are found between angle brackets, between quotation marks and between white space, as the edition recommends writing them. The output has one line for each, with nothing but the reference, so it can be the input of other commands. References that do not conform are written too. Standard error says how many there are, and "urispec check" says for each line whether it conforms, and if not, why.

In HTML (--html), references are found in attributes that are links, and are resolved. The line is the target or, in parentheses, the reason why there is none, such as "(current document)#s" or "(no target of ...)". The base comes from the document's first BASE element, from the headers of a message and its parts (--mime), or from --base. For messages that give no base, RFC 2557 has one: --base thismessage:/. A base may have up to %d bytes; references that are relative to a longer one have no target.

--json has everything that is known: byte offsets and line (in a message, those of the decoded part), delimiters, element and attribute, base, the offsets of hyphens that may have been inserted at line ends, and the error. The exit status is 1 if a reference does not conform or has no target. It is 2 if a document is broken; then the references before that point are written, and standard error has the position.

Documents may have any size and any bytes. Each reference is written as soon as it is read, except that the links of HTML wait for the base.`, extract.MaxBase)
}

func (c *extractCmd) Run(s *session) error {
	if c.Base != nil && !c.HTML && !c.MIME {
		return errors.New("--base needs --html or --mime")
	}
	docs, err := documents(s, slices.Concat(c.Docs, c.Files), c.rawFlag)
	if err != nil {
		return err
	}
	write := c.writer(s)
	var counts checkCounts
	for doc := range docs {
		for it, err := range c.items(doc) {
			if err != nil {
				doc.broken(err)
				continue // messages can be read on after an error
			}
			if it.err() != nil {
				s.no()
			}
			conforms := it.conforms(c.Edition.Edition)
			if conforms {
				counts.valid++
			} else {
				counts.invalid++
			}
			if shows(c.Only, conforms) {
				write(doc.name, it)
			}
		}
	}
	if c.HTML || c.MIME || c.JSON || c.Only != "both" {
		return nil
	}
	// In plain text nothing else says so. Nobody reads it if the output is gone.
	if counts.invalid > 0 && s.stdout.Flush() == nil {
		fmt.Fprintf(s.stderr, "urispec: %d of %d references do not conform to %s\n", counts.invalid, counts.valid+counts.invalid, c.Edition)
	}
	return nil
}

// item is a reference that was found in a document.
type item interface {
	// where is the position in the document, for people.
	where() string
	// line is the reference, or its target, on a line.
	line(s *session) string
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

// items yields the references in a document.
func (c *extractCmd) items(doc *document) iter.Seq2[item, error] {
	e := c.Edition.Edition
	var context grammar.Context
	if c.Base != nil {
		context.Retrieval = []string{*c.Base}
	}
	switch {
	case c.HTML:
		return itemsOf(extract.HTML(e, doc, context), func(l extract.Link) item { return link{l} })
	case c.MIME:
		return itemsOf(extract.MIME(e, doc, context), func(l extract.PartLink) item { return partLink{l} })
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
	if c.JSON {
		return func(name string, it item) { s.json(c.result(name, it)) }
	}
	return func(name string, it item) {
		if c.Lines {
			fmt.Fprintf(s.stdout, "%s:%s: ", s.color.line(s.shown(name)), it.where())
		}
		fmt.Fprintln(s.stdout, it.line(s))
	}
}

// result returns what --json writes for a reference.
func (c *extractCmd) result(name string, it item) *object {
	out := new(object)
	out.text("file", name)
	it.place(out)
	out.text("input", it.text())
	out.edition(c.Edition.Edition)
	out.add("valid", it.conforms(c.Edition.Edition))
	if err := it.err(); err != nil {
		in := ""
		if c.HTML || c.MIME {
			in = "reference" // unless it is the base
		}
		out.add("error", newFault(in, err).json())
	}
	it.members(out)
	return out
}

// found is an [item] of plain text.
type found struct{ extract.Found }

func (f found) where() string                  { return strconv.Itoa(f.Line) }
func (f found) line(s *session) string         { return s.shown(f.Text) }
func (f found) conforms(*grammar.Edition) bool { return f.Err == nil }
func (f found) err() error                     { return f.Err }

func (f found) text() string { return f.Text }

func (f found) place(out *object) {
	out.add("line", f.Line)
	out.add("start", f.Start)
	out.add("end", f.End)
}

func (f found) members(out *object) {
	out.text("delimiter", f.Delimiter.String())
	out.optional("prefix", f.Prefix, f.Prefix != "")
	if len(f.Hyphens) > 0 {
		out.add("hyphens", f.Hyphens)
	}
}
