package main

import (
	"strings"

	"github.com/urispec/urispec/grammar/extract"
)

// wrapCmd writes references as they stand in text.
type wrapCmd struct {
	editionFlag
	Width uint `default:"72" placeholder:"N" help:"Break lines that are longer than N bytes (default: 72); 0 breaks none."`
	JSON  bool `name:"json" help:"Write JSON Lines."`
	input
}

// Help is what --help says after the flags.
func (c *wrapCmd) Help() string {
	return `Each reference is put into angle brackets, behind "URL:" where the edition recommends that or the brackets alone would not do, and a long one is broken over lines where nobody takes the break for part of it. "urispec extract" finds it in the text again. A reference that does not conform is not written; a line says why in parentheses: "(not wrapped: ...)".`
}

func (c *wrapCmd) Run(s *session) error {
	return c.each(s, func(s *session, w *worker) {
		for ref := range w.refs {
			text, err := extract.Wrap(c.Edition.Edition, int(c.Width), ref)
			if err != nil {
				s.no()
			}
			text = strings.TrimSuffix(text, "\n")
			switch {
			case c.JSON:
				s.json(c.result(ref, text, err))
			case err != nil:
				c.record(s, newFault("reference", err).line(s, "not wrapped"))
			default:
				c.record(s, text)
			}
		}
	})
}

// result returns what --json writes for a reference.
func (c *wrapCmd) result(ref, text string, err error) *object {
	out := new(object)
	out.text("input", ref)
	out.edition(c.Edition.Edition)
	if err != nil {
		out.add("text", nil)
		out.add("error", newFault("reference", err))
		return out
	}
	out.text("text", text)
	return out
}
