package schemes_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
	"github.com/urispec/urispec/grammar/schemes"
)

// repaired returns the grammar of testdata/repaired.bnf, which contains what the
// document imports. The first line that begins with "; start:" has its start rules.
func repaired(t *testing.T, d *schemes.Document) (g *reading.Grammar, starts []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("documents", d.Name(), "testdata", "repaired.bnf"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "; start: "); ok {
			starts = strings.Fields(rest)
			break
		}
	}
	src := &reading.Source{Name: "repaired", Text: text, Notation: "abnf", Start: starts[0], Section: "1", Terminals: d.Grammar().Source().Terminals}
	if g, err = reading.New(src); err != nil {
		t.Fatal(err)
	}
	return g, starts
}

// The published text with its repairs and imports is the language of
// testdata/repaired.bnf, which was written by hand.
func TestDocumentsAreRepaired(t *testing.T) {
	if testing.Short() {
		t.Skip("takes most of a second; runs without -short")
	}
	for _, d := range schemes.Documents() {
		t.Run(d.Name(), func(t *testing.T) {
			if d.Name() == "rfc1738" {
				t.Skip("an edition, which has its own test")
			}
			g, starts := repaired(t, d)
			for _, start := range starts {
				l, err := d.Grammar().Language(start)
				if err != nil {
					t.Fatal(err)
				}
				want, _ := g.Lookup(start)
				a, b := l.Automaton(), g.Automaton(want)
				if s, ok := automaton.Shortest(automaton.Minus(a, b)); ok {
					t.Errorf("%s derives %q, and the repaired one does not", start, s)
				}
				if s, ok := automaton.Shortest(automaton.Minus(b, a)); ok {
					t.Errorf("%s does not derive %q, and the repaired one does", start, s)
				}
			}
		})
	}
}

// Each example that a document prints has the verdict that testdata/examples.tsv
// says. If the document calls an example valid and its grammar does not, or the
// other way round, the line names the erratum.
func TestDocumentExamples(t *testing.T) {
	n := 0
	for _, d := range schemes.Documents() {
		if d.Name() == "rfc1738" {
			continue // an edition, which has its own test
		}
		text, err := os.ReadFile(filepath.Join("documents", d.Name(), "testdata", "examples.tsv"))
		if err != nil {
			t.Fatal(err)
		}
		errata := make(map[string]bool)
		src := d.Grammar().Source()
		for _, x := range src.Errata {
			errata[x.ID] = true
		}
		for _, x := range src.Repairs {
			errata[x.ID] = true
		}
		for _, x := range src.Ambiguities {
			errata[x.ID] = true
		}
		for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")[1:] {
			columns := strings.Split(line, "\t")
			at := fmt.Sprintf("%s examples.tsv:%d", d.Name(), i+2)
			if len(columns) != 6 {
				t.Errorf("%s: %d columns", at, len(columns))
				continue
			}
			n++
			kind, s, rule, derivable, detail := columns[0], columns[1], columns[3], columns[4], columns[5]
			for _, word := range strings.Fields(detail) {
				word = strings.Trim(word, "(),;:")
				if len(word) > 5 && word[:4] == strings.TrimPrefix(d.Name(), "rfc")[:4] && word[4] == '-' && !errata[word] {
					t.Errorf("%s: there is no erratum %s", at, word)
				}
			}
			if derivable == "-" {
				continue
			}
			var starts []string
			if rule == "*" {
				for _, scheme := range d.Schemes() {
					starts = append(starts, d.Start(scheme))
				}
				if len(starts) == 0 {
					starts = []string{d.Start("")}
				}
			} else {
				starts = []string{rule}
			}
			got := "no"
			for _, start := range starts {
				l, err := d.Grammar().Conforming(start)
				if err != nil {
					t.Fatal(err)
				}
				if l.Valid(s) {
					got = "yes"
					if tree, err := l.Tree(s); err != nil || tree.Start != 0 || tree.End != len(s) {
						t.Errorf("%s: %q has no tree: %v", at, s, err)
					}
				}
			}
			if got != derivable {
				t.Errorf("%s: %q: %s, want %s", at, s, got, derivable)
			}
			if kind == "valid" && got == "no" && !strings.Contains(detail, "-L") {
				t.Errorf("%s: no erratum says why %q is not derivable", at, s)
			}
		}
	}
	if n != 519 {
		t.Errorf("there are %d examples", n)
	}
}

// The data of each document are sound and within the limits of grammars, and its errata change what they say.
func TestDocumentData(t *testing.T) {
	for _, d := range schemes.Documents() {
		if _, err := grammar.NewGrammar(d.Grammar().Source()); err != nil {
			t.Error(err)
		}
		if len(d.Schemes()) == 0 && d.Start("") == "" {
			t.Errorf("%s: neither a scheme nor a start rule", d)
		}
		for _, scheme := range d.Schemes() {
			if _, ok := d.Language(scheme); !ok {
				t.Errorf("%s: no rule %s of %s", d, d.Start(scheme), scheme)
			}
		}
		for _, x := range d.Grammar().Source().Corrections() {
			start := d.Grammar().Start()
			corrected, err := d.Grammar().Corrected().Conforming(start.Rule())
			if err != nil {
				t.Fatal(err)
			}
			if automaton.Equal(start.Automaton(), corrected.Automaton()) {
				t.Errorf("%s: %s changes nothing", d, x.ID)
			}
		}
	}
}

func TestCurrentDocument(t *testing.T) {
	for scheme, want := range map[string]string{
		"ftp": "rfc1738", "http": "rfc9110", "https": "rfc9110", "gopher": "rfc4266", "mailto": "rfc6068", "MailTo": "rfc6068",
		"news": "rfc5538", "nntp": "rfc5538", "telnet": "rfc4248", "wais": "rfc4156", "file": "rfc8089", "prospero": "rfc4157",
		"tel": "rfc3966", "fax": "rfc2806", "modem": "rfc2806", "urn": "rfc8141", "ldap": "rfc4516", "snews": "", "": "",
	} {
		got := ""
		if d, ok := schemes.CurrentDocument(scheme); ok {
			got = d.Name()
		}
		if got != want {
			t.Errorf("%s: %s, want %s", scheme, got, want)
		}
	}
}

// A grammar whose errata are applied is its own corrected form.
func TestCorrectedIsItself(t *testing.T) {
	d, ok := schemes.LookupDocument("rfc6068")
	if !ok {
		t.Fatal("there is no rfc6068")
	}
	src := d.Grammar().Source()
	g, err := grammar.NewGrammar(src.Corrected(src.Corrections()...))
	if err != nil {
		t.Fatal(err)
	}
	if !g.IsCorrected() || g.Corrected() != g {
		t.Errorf("%v is corrected to %v", g, g.Corrected())
	}
	if c := d.Grammar().Corrected(); c == d.Grammar() || c.Corrected() != c {
		t.Errorf("%v is corrected to %v", c, c.Corrected())
	}
}

// All that is embedded stays small.
func TestDocumentsAreSmall(t *testing.T) {
	size := int64(0)
	err := filepath.WalkDir("documents", func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			info, err := e.Info()
			size += info.Size()
			return err
		}
		return err
	})
	if err != nil || size > 1_000_000 {
		t.Errorf("the documents have %d bytes: %v", size, err)
	}
}

// The data of a document name the rules whose own definition is ambiguous, and only
// these, unless a decision of the reading settles them.
func TestDocumentAmbiguities(t *testing.T) {
	for _, d := range schemes.Documents() {
		if d.Name() == "rfc1738" {
			continue // an edition, which has its own test
		}
		src := d.Grammar().Source()
		told := make(map[string]bool)
		for _, a := range src.Ambiguities {
			told[a.Rule] = true
		}
		for _, x := range src.Reading {
			told[x.Rule] = true
		}
		read, err := reading.New(src)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range read.Rules {
			if file := read.Definition(r).Pos.File; !strings.HasPrefix(file, d.Name()+".bnf") && !strings.HasPrefix(file, d.Name()+".json") {
				continue // imported
			}
			if _, ok := read.OwnAmbiguity(r); ok != told[r.Name] {
				t.Errorf("%s: %s is ambiguous: %v, told: %v", d, r.Name, ok, told[r.Name])
			}
		}
	}
}

// What the prose says about the components of a URN decides which derivation counts.
func TestShortestResolutionComponent(t *testing.T) {
	d, _ := schemes.LookupDocument("rfc8141")
	l, _ := d.Language("urn")
	tree, err := l.Tree("urn:ab:c?+a?=b?=c")
	if err != nil {
		t.Fatal(err)
	}
	parts := make(map[string]string)
	var visit func(*grammar.Tree)
	visit = func(node *grammar.Tree) {
		parts[node.Rule] = "urn:ab:c?+a?=b?=c"[node.Start:node.End]
		for _, c := range node.Children {
			visit(c)
		}
	}
	visit(tree)
	if parts["r-component"] != "a" || parts["q-component"] != "b?=c" {
		t.Errorf("the components are %q", parts)
	}
}
