package extract

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/golden"
)

// documents are the texts of the specifications. Those that are no edition, or
// not yet, are read by one whose examples they share.
var documents = []struct {
	file     string
	edition  *grammar.Edition
	brackets int // how many <URL:...> and <scheme:...> a person counted
}{
	{"rfc1630.txt", editions.RFC1738, 11},
	{"rfc1738.txt", editions.RFC1738, 30},
	{"rfc1808.txt", editions.RFC1738, 44},
	{"draft-fielding-url-syntax-01.txt", editions.URLSyntax02, 8},
	{"draft-fielding-url-syntax-02.txt", editions.URLSyntax02, 9},
	{"draft-fielding-url-syntax-09.txt", editions.URLSyntax09, 8},
	{"rfc2234.txt", editions.URLSyntax09, 0},
	{"rfc2373.txt", editions.URLSyntax09, 0},
	{"rfc2396.txt", editions.RFC2396bis00, 8},
	{"rfc2732.txt", editions.RFC2396bis00, 0},
	{"draft-fielding-uri-rfc2396bis-00.xml", editions.RFC2396bis00, 7},
	{"rfc3986.txt", editions.RFC3986, 8},
	{"rfc3987.txt", editions.RFC3986, 13},
}

// document returns a text of testdata. One in XML is unescaped, because Text
// reads plain text; its tags stay.
func document(t testing.TB, file string) string {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "texts", file+".gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Ext(file) == ".xml" {
		return html.UnescapeString(string(text))
	}
	return string(text)
}

// The other method: page breaks taken out of the whole text, then everything
// in brackets that begins like a reference, white space taken out of it.
var (
	pageBreaks = regexp.MustCompile(`\n+[^\n]*\[Page [0-9]+\]\n\f\n[^\n]*\n+`)
	bracketed  = regexp.MustCompile(`<(URL:|[A-Za-z][A-Za-z0-9.+-]*:)[^<>]*>`)
	slashes    = regexp.MustCompile(`[A-Za-z][A-Za-z0-9.+-]*://[^\s<>".,;:!?'()]`)
)

// TestDocuments: in all texts, by every edition, everything in brackets is
// found that is found by the other method and was counted, and nothing that has
// a scheme and "//" is left out.
func TestDocuments(t *testing.T) {
	for _, d := range documents {
		text := document(t, d.file)
		var want []string
		for _, s := range bracketed.FindAllString(pageBreaks.ReplaceAllString(text, "\n"), -1) {
			want = append(want, white.ReplaceAllString(s, ""))
		}
		if len(want) != d.brackets {
			t.Errorf("%s: %d by the other method, %d by counting", d.file, len(want), d.brackets)
		}
		for _, e := range editions.All() {
			found := all(t, e, strings.NewReader(text))
			var got []string
			for _, f := range found {
				if f.Delimiter == Brackets {
					got = append(got, "<"+f.Prefix+f.Text+">")
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s by %s (-want +got):\n%s", d.file, e, diff)
			}
			i := 0
			for _, at := range slashes.FindAllStringIndex(text, -1) {
				for i < len(found) && found[i].End <= int64(at[0]) {
					i++
				}
				if i == len(found) || found[i].Start > int64(at[0]) {
					t.Errorf("%s by %s: nothing is found in %q", d.file, e, text[at[0]:at[1]])
				}
			}
		}
		hold(t, d.edition, text)
	}
}

// TestDocumentsList holds everything that is found in the documents to a list
// that a person has read.
func TestDocumentsList(t *testing.T) {
	var got bytes.Buffer
	for _, d := range documents {
		fmt.Fprintf(&got, "# %s by %s\n", d.file, d.edition)
		for _, f := range all(t, d.edition, strings.NewReader(document(t, d.file))) {
			fmt.Fprintf(&got, "%d\t%s\n", f.Line, line(f))
		}
	}
	golden.Compare(t, "testdata/documents.golden", got.String())
}

// TestExamples: the references that the editions' lists of examples have as
// cited by the document are found in its text.
func TestExamples(t *testing.T) {
	for _, d := range documents {
		rows, err := os.ReadFile(filepath.Join("../editions", d.edition.Name(), "testdata", "examples.tsv"))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(d.file, d.edition.Name()) {
			continue // the text of another document
		}
		var found []string
		for _, f := range all(t, d.edition, strings.NewReader(document(t, d.file))) {
			found = append(found, f.Text)
		}
		for row := range strings.Lines(string(rows)) {
			if c := strings.Split(row, "\t"); c[0] == "citation" && !slices.Contains(found, c[1]) {
				t.Errorf("%s: %s is not found", d.file, c[1])
			}
		}
	}
}
