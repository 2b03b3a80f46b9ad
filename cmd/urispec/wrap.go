package main

import (
	"strings"

	"github.com/urispec/urispec/grammar/extract"
)

// wrapCmd writes references into text.
type wrapCmd struct {
	editionFlag
	Width uint `default:"72" placeholder:"N" help:"Break lines that are longer than N bytes (default: 72); 0 means never."`
	formFlags
	input
}

// Help is what --help says after the flags.
func (c *wrapCmd) Help() string {
	return `Each reference is written in angle brackets, after "URL:" if the edition recommends that or if the brackets alone would not mark it as a reference. Long references are broken over lines, at places where the break cannot be mistaken for a part of them. "urispec extract" finds them again. A reference that does not conform is not written; standard error says why.`
}

func (c *wrapCmd) Run(s *session) error {
	out := c.strings(c.formFlags)
	return c.each(s, out, func(s *session, w *worker) {
		for ref := range w.refs {
			text, err := extract.Wrap(c.Edition.Edition, int(c.Width), ref)
			var f *fault
			if err != nil {
				s.no()
				f = newFault("reference", err)
			}
			text = strings.TrimSuffix(text, "\n")
			if c.JSON {
				s.json(c.result(ref, text, err))
			} else {
				out.write(s, ref, text, "not wrapped", f)
			}
		}
	})
}

// result returns what --json writes for a reference.
func (c *wrapCmd) result(ref, text string, err error) *object {
	out := new(object)
	out.text("input", ref)
	out.edition(c.Edition.Edition)
	out.verdict(err == nil || c.Edition.Valid(ref), err)
	if err != nil {
		out.add("wrapped", nil)
		return out
	}
	out.text("wrapped", text)
	return out
}
