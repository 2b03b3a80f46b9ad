package main

import (
	"cmp"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/schemes"
)

// schemesCmd lists the schemes and the documents that define them.
type schemesCmd struct {
	Scheme string `arg:"" optional:"" help:"A scheme. Without one, all schemes are listed, each with its current document."`
	JSON   bool   `name:"json" help:"Write JSON Lines: an object for each scheme and document."`
}

// Help is what --help says after the flags.
func (c *schemesCmd) Help() string {
	return `An edition says which references conform whatever their scheme is; the document of a scheme says what its URIs look like. A scheme goes by its latest document. That document may be obsolete, if nothing took its place. The rule is that of the scheme's URIs in the document. The name of a document can stand for an edition where only a grammar is needed, as in "urispec diff rfc2368 rfc6068".

"last" means that the document is obsolete or historic, and that no later one is about the scheme. "forms" means that the document prints no grammar, but only forms of its URLs, and that the rules are our reading of them.`
}

func (c *schemesCmd) Run(s *session) error {
	names := schemes.Schemes()
	if c.Scheme != "" {
		c.Scheme = strings.ToLower(c.Scheme)
		if schemes.DocumentsOf(c.Scheme) == nil {
			return unknown(&grammar.UnknownNameError{Kind: "documented scheme", Name: c.Scheme, Known: names})
		}
		names = []string{c.Scheme}
	}
	switch {
	case c.JSON:
		for _, name := range names {
			for _, d := range schemes.DocumentsOf(name) {
				s.json(newDocumentJSON(name, d))
			}
		}
		if c.Scheme == "" {
			for _, d := range withoutScheme() {
				s.json(newDocumentJSON("", d))
			}
		}
	case c.Scheme != "":
		var rows [][]string
		for _, d := range schemes.DocumentsOf(c.Scheme) {
			rows = append(rows, []string{d.Name(), d.Date(), d.Status(), standing(d, c.Scheme), d.Start(c.Scheme), d.Title()})
		}
		s.writeTable([]string{"DOCUMENT", "DATE", "STATUS", "STANDING", "RULE", "TITLE"}, rows)
	default:
		var rows [][]string
		for _, name := range names {
			current, _ := schemes.CurrentDocument(name)
			var others []string
			for _, d := range schemes.DocumentsOf(name) {
				if d != current {
					others = append(others, d.Name())
				}
			}
			rows = append(rows, []string{name, current.Name(), current.Date(), standing(current, name), current.Start(name),
				cmp.Or(strings.Join(others, ", "), "-"), current.Title()})
		}
		for _, d := range withoutScheme() {
			rows = append(rows, []string{"-", d.Name(), d.Date(), standing(d, ""), d.Start(""), "-", d.Title()})
		}
		s.writeTable([]string{"SCHEME", "DOCUMENT", "DATE", "STANDING", "RULE", "OTHERS", "TITLE"}, rows)
	}
	return nil
}

// withoutScheme returns the documents that are about no scheme.
func withoutScheme() []*schemes.Document {
	var all []*schemes.Document
	for _, d := range schemes.Documents() {
		if len(d.Schemes()) == 0 {
			all = append(all, d)
		}
	}
	return all
}

// standing says what a document is for a scheme.
func standing(d *schemes.Document, scheme string) string {
	text := string(d.Standing())
	if current, ok := schemes.CurrentDocument(scheme); ok && current == d && d.Standing() != schemes.Current {
		text += ", last"
	}
	if d.Forms() {
		text += ", forms"
	}
	return text
}

// documentJSON is a document of a scheme.
type documentJSON struct {
	Scheme    *string  `json:"scheme"`
	Document  string   `json:"document"`
	Title     string   `json:"title"`
	Date      string   `json:"date"`
	Status    string   `json:"status"`
	Standing  string   `json:"standing"`
	Current   bool     `json:"current"` // the scheme goes by it
	Forms     bool     `json:"forms"`
	Rule      string   `json:"rule"`
	Obsoletes []string `json:"obsoletes"`
	Updates   []string `json:"updates"`
}

func newDocumentJSON(scheme string, d *schemes.Document) documentJSON {
	out := documentJSON{
		Document: d.Name(), Title: d.Title(), Date: d.Date(), Status: d.Status(), Standing: string(d.Standing()), Current: true,
		Forms: d.Forms(), Rule: d.Start(scheme), Obsoletes: list(d.Obsoletes()), Updates: list(d.Updates()),
	}
	if scheme != "" {
		current, _ := schemes.CurrentDocument(scheme)
		out.Scheme, out.Current = &scheme, d == current
	}
	return out
}
