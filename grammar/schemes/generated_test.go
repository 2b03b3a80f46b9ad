package schemes_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/urispec/urispec/gen/peg"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/engine/reading"
	"github.com/urispec/urispec/grammar/schemes"
)

// withoutForm are the documents with a rule that ordered choice cannot read as the
// grammar means it, and that rule. Their trees come from the automaton.
var withoutForm = map[string]string{
	"rfc2392":      "domain-literal",  // "%5B" and "%5D" are literals and escapes
	"rfc2397":      "mediatype",       // ";base64" may be the beginning of a parameter
	"rfc2806":      "ldh-str",         // the last character of a label is no hyphen
	"rfc3261":      "private-prefix",  // "%" is a character, and begins an escape
	"rfc3966":      "isdn-subaddress", // it takes what comes after it
	"rfc4266":      "gescape",
	"rfc5092":      "enc-mailbox", // it contains "/", which also comes after it
	"rfc5122":      "hierxmpp",    // "[" tells a host from a path late
	"rfc5538":      "dot-atom-text",
	"rfc6068":      "dot-atom-text", // "%" is a character, and begins an escape
	"rfc8089-appF": "inline-IP",
	"rfc8141":      "r-component", // it is as short as possible
}

// TestGeneratedDocuments proves a participle grammar of each document, or finds the rule
// that has none. The grammars are compiled in a temporary module, in which they derive
// each printed example as the automaton does.
func TestGeneratedDocuments(t *testing.T) {
	if !effort.Exhaustive() {
		t.Skip("the proofs of all documents take a minute")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	module := fstest.MapFS{"go.sum": {Data: sums}}
	proved := 0
	for _, d := range schemes.Documents() {
		if d.Name() == "rfc1738" {
			continue // an edition, which gen proves
		}
		g, err := reading.New(d.Grammar().Source())
		if err != nil {
			t.Fatal(err)
		}
		p, err := peg.Prove(g)
		if rule, ok := withoutForm[d.Name()]; ok {
			if err == nil || !strings.Contains(err.Error(), "rule "+rule) {
				t.Errorf("%s: the error is %v, want one about %s", d, err, rule)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", d, err)
			continue
		}
		code, err := p.Code(peg.Package{Name: "document", By: "a test", From: d.Name()})
		if err != nil {
			t.Fatal(err)
		}
		proved++
		examples := filepath.Join(root, "grammar/schemes/documents", d.Name(), "testdata/examples.tsv")
		module[d.Name()+"/grammar_gen.go"] = &fstest.MapFile{Data: code}
		module[d.Name()+"/grammar_test.go"] = &fstest.MapFile{Data: fmt.Appendf(nil, treesTest, d.Name(), examples)}
	}
	if want := len(schemes.Documents()) - 1 - len(withoutForm); proved != want {
		t.Errorf("%d documents are proved, want %d", proved, want)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, module); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"mod", "init", "example.org/documents"},
		{"mod", "edit", "-require=github.com/urispec/urispec@v0.0.0", "-replace=github.com/urispec/urispec=" + root},
		{"test", "./..."},
	} {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatal(errors.Join(err, errors.New(string(out))))
		}
	}
}

// treesTest is the test of a generated package: the participle grammar and the automaton
// derive each example alike.
const treesTest = `package document

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/schemes"
)

func TestTrees(t *testing.T) {
	d, _ := schemes.LookupDocument(%q)
	text, err := os.ReadFile(%q)
	if err != nil {
		t.Fatal(err)
	}
	starts := []string{d.Start("")}
	if len(d.Schemes()) > 0 {
		starts = nil
	}
	for _, scheme := range d.Schemes() {
		starts = append(starts, d.Start(scheme))
	}
	for _, line := range strings.Split(string(text), "\n")[1:] {
		columns := strings.Split(line, "\t")
		if len(columns) < 2 {
			continue
		}
		for _, start := range starts {
			l, err := d.Grammar().Conforming(start)
			if err != nil {
				t.Fatal(err)
			}
			want, refused := l.Tree(columns[1])
			got, err := rules.Derive(start, false, columns[1])
			if (err != nil) != (refused != nil) {
				t.Errorf("%%s %%q: %%v, and the automaton: %%v", start, columns[1], err, refused)
			} else if err == nil && !reflect.DeepEqual(got, want) {
				t.Errorf("%%s %%q: other trees", start, columns[1])
			}
		}
	}
}
`
