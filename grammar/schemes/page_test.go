package schemes_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/golden"
	"github.com/urispec/urispec/grammar/schemes"
)

// TestPage holds the page of the documents to the documents; -update writes it. The
// generator cannot write it, because it needs no edition that it generates.
func TestPage(t *testing.T) {
	if testing.Short() {
		t.Skip("takes most of a second; runs without -short")
	}
	golden.Compare(t, "documents/README.md", documentsPage(t))
}

// documentsPage returns the page of the schemes and their documents.
func documentsPage(t *testing.T) string {
	var b strings.Builder
	b.WriteString("<!-- Written by go test ./grammar/schemes -run TestPage -update. -->\n\n# The documents of the schemes\n\n")
	b.WriteString("Each document is a folder with the published text and the data that say how to read it. RFC 1738 is an edition, and has its text there.\n\n")
	b.WriteString("| document | date | status | standing | schemes | rules | imported | repairs | errata | title |\n|---|---|---|---|---|---|---|---|---|---|\n")
	for _, d := range schemes.Documents() {
		src := d.Grammar().Source()
		own, imported := 0, 0
		for _, r := range d.Grammar().Rules() {
			switch {
			case r.File == d.Name()+".bnf" || r.File == "" && r.Repairs != nil:
				own++
			case r.File != "":
				imported++
			}
		}
		standing := string(d.Standing())
		if d.Forms() {
			standing += ", forms"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %d | %d | %d | %d | %s |\n", folder(d), d.Date(), d.Status(), standing,
			orNone(strings.Join(d.Schemes(), " ")), own, imported, len(src.Repairs), len(src.Errata), d.Title())
	}
	b.WriteString("\nAn obsolete document is the last one of a scheme if nothing took its place, as RFC 1738 is for ftp. \"Forms\" means that the document prints no grammar, but only forms of its URLs, and that the rules are our reading of them.\n")

	b.WriteString("\n## From document to document\n\nFor each scheme, what changed with each document. No shorter strings tell the two apart.\n\n")
	for _, scheme := range schemes.Schemes() {
		all := schemes.DocumentsOf(scheme)
		for i := 1; i < len(all); i++ {
			d := compared(t, languageOf(t, all[i-1], scheme), languageOf(t, all[i], scheme))
			fmt.Fprintf(&b, "- **%s**, %s to %s: %s", scheme, all[i-1], all[i], sentence(d, all[i-1].Name(), all[i].Name()))
			for _, only := range []struct {
				document *schemes.Document
				witness  *grammar.Witness
			}{{all[i-1], d.OnlyA}, {all[i], d.OnlyB}} {
				if only.witness != nil {
					fmt.Fprintf(&b, " Only %s has `%s`.", only.document, only.witness.Input)
				}
			}
			b.WriteString("\n")
		}
	}

	fmt.Fprintf(&b, "\n## Trees\n\nTrees come from the automaton. For %d documents a test proves a participle grammar, and compares its trees with those. RFC 1738 is an edition, and has one. In each of the others, some rule has no form in which the first alternative that matches is the right one:\n\n| document | rule | why |\n|---|---|---|\n", len(schemes.Documents())-len(withoutForm)-1)
	for _, d := range schemes.Documents() {
		if x, ok := withoutForm[d.Name()]; ok {
			fmt.Fprintf(&b, "| %s | `%s` | %s |\n", folder(d), x.rule, x.why)
		}
	}

	b.WriteString("\n## What is no URI\n\nSome documents derive strings that are no URIs of RFC 3986. The string is a shortest one.\n\n| document | scheme | string | RFC 3986 |\n|---|---|---|---|\n")
	for _, doc := range schemes.Documents() {
		for _, scheme := range doc.Schemes() {
			d := compared(t, languageOf(t, doc, scheme), editions.RFC3986.URIs())
			if d.OnlyA == nil {
				continue
			}
			reason := d.OnlyA.B.(*grammar.SyntaxError)
			fmt.Fprintf(&b, "| %s | %s | `%s` | %s at offset %d |\n", folder(doc), scheme, shown(d.OnlyA.Input), shown(reason.Found()), reason.Offset)
		}
	}
	return b.String()
}

// folder returns a link to the text of a document.
func folder(d *schemes.Document) string {
	to := d.Name() + "/" + d.Name() + ".bnf"
	if slices.ContainsFunc(editions.All(), func(e *grammar.Edition) bool { return e.Name() == d.Name() }) {
		to = "../../editions/" + to
	}
	return "[" + d.Name() + "](" + to + ")"
}

func orNone(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// shown returns a string as a cell of a table.
func shown(s string) string {
	quoted := strconv.QuoteToASCII(s)
	return strings.NewReplacer("|", `\|`, `\"`, `"`).Replace(quoted[1 : len(quoted)-1])
}

// sentence says how two languages are related.
func sentence(d *grammar.Difference, a, b string) string {
	switch d.Relation {
	case grammar.Equal:
		return "the same URIs."
	case grammar.Subset:
		return "all URIs of " + a + ", and others."
	case grammar.Superset:
		return "only some of the URIs of " + a + "."
	case grammar.Disjoint:
		return "no URI is one of both."
	}
	return "each has URIs that the other does not have."
}

func languageOf(t *testing.T, d *schemes.Document, scheme string) *grammar.Language {
	l, ok := d.Language(scheme)
	if !ok {
		t.Fatalf("%s is not about %s", d, scheme)
	}
	return l
}

func compared(t *testing.T, a, b *grammar.Language) *grammar.Difference {
	d, err := a.Compare(b)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
