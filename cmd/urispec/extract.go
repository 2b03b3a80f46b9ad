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
	HTML  bool     `name:"html" xor:"format" help:"The documents are HTML: find the links in it and resolve them."`
	MIME  bool     `name:"mime" xor:"format" help:"The documents are messages of MIME, such as mail or MHTML: find the references in their parts and resolve them."`
	Base  *string  `placeholder:"BASE" help:"What the links of a document are relative to that has no base of its own: the reference by which it was retrieved."`
	Only  string   `enum:"valid,invalid,both" default:"both" placeholder:"valid|invalid" help:"Write only the references that conform, or only those that do not."`
	Lines bool     `short:"n" help:"Write the file and the line before each reference, as in notes.txt:12: http://a/b"`
	JSON  bool     `name:"json" help:"Write JSON Lines."`
	Docs  []string `arg:"" optional:"" name:"document" sep:"none" help:"Files, each one document, which may be compressed by gzip or zstd. With none, or for a \"-\", standard input."`
	Files []string `name:"file" sep:"none" placeholder:"FILE" help:"A document too; may be repeated."`
}

// Help is what --help says after the flags.
func (c *extractCmd) Help() string {
	return `In text, a reference stands between angle brackets, between quotation marks or between white space, as the edition recommends to write it. For people there is one line for each, nothing but the reference, so that the output is input for the other commands. One that does not conform is written like the others; standard error has the number of them, and "urispec check" says of each line whether it conforms and why not.

In HTML (--html), a reference stands in an attribute that is a link, and is resolved: the line is the target, or in parentheses, as no target is, what there is instead: "(current document)#s" or "(no target of ...)". The base is that of the document's first BASE element, of the headers of a message and its parts (--mime), or what --base says. RFC 2557 has a base for messages that name none: --base thismessage:/.

--json has all that is known: byte offsets and line (those of a message are in the decoded part), delimiters, element and attribute, base, the offsets of hyphens that may have been put in at line ends, the error. The exit status is 1 if a reference does not conform or has no target, and 2 if a document is broken: what was found up to there is written, and standard error says where that is.

Documents may be of any size and have any bytes. Each reference is written as soon as it is read, but links of HTML wait for the base.`
}

func (c *extractCmd) Run(s *session) error {
	if c.Base != nil && !c.HTML && !c.MIME {
		return errors.New("--base is for the links of --html or --mime")
	}
	docs, err := documents(s, slices.Concat(c.Docs, c.Files))
	if err != nil {
		return err
	}
	write := c.writer(s)
	var counts checkCounts
	for doc := range docs {
		for it, err := range c.items(doc) {
			if err != nil {
				doc.broken(err)
				continue // a message goes on
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
	// In plain text nothing else tells; but nobody is told whose reader is gone.
	if counts.invalid > 0 && s.stdout.Flush() == nil {
		fmt.Fprintf(s.stderr, "urispec: %d of %d references do not conform to %s\n", counts.invalid, counts.valid+counts.invalid, c.Edition)
	}
	return nil
}

// item is a reference that was found in a document.
type item interface {
	// where is the place in the document, for people.
	where() string
	// line is the reference, or its target, on a line.
	line(s *session) string
	// members adds what is known to an object of JSON, without the error.
	members(out *object)
	// conforms reports whether the reference conforms to the edition.
	conforms(e *grammar.Edition) bool
	// err is why it does not, or has no target.
	err() error
}

// items yields what is in a document.
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

// writer returns what writes a reference of a document.
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

// shown returns text for whom it is for: a person sees it made visible, a program
// reads it as it is.
func (s *session) shown(text string) string {
	if s.terminal {
		return visible(text)
	}
	return text
}

// result returns what --json writes for a reference.
func (c *extractCmd) result(name string, it item) *object {
	out := new(object)
	out.text("file", name)
	it.members(out)
	out.edition(c.Edition.Edition)
	out.add("valid", it.conforms(c.Edition.Edition))
	if err := it.err(); err != nil {
		out.add("error", c.errorJSON(err))
	}
	return out
}

// errorJSON is what is wrong with a reference; that of a link may be in its
// base.
func (c *extractCmd) errorJSON(err error) any {
	if c.HTML || c.MIME {
		return newFault("reference", err)
	}
	return reasonJSON(err)
}

// found is an [item] of plain text.
type found struct{ extract.Found }

func (f found) where() string                  { return strconv.Itoa(f.Line) }
func (f found) line(s *session) string         { return s.shown(f.Text) }
func (f found) conforms(*grammar.Edition) bool { return f.Err == nil }
func (f found) err() error                     { return f.Err }

func (f found) members(out *object) {
	out.add("offset", f.Start)
	out.add("end", f.End)
	out.add("line", f.Line)
	out.text("text", f.Text)
	out.text("delimiter", f.Delimiter.String())
	out.optional("prefix", f.Prefix, f.Prefix != "")
	if len(f.Hyphens) > 0 {
		out.add("hyphens", f.Hyphens)
	}
}
