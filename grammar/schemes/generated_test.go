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
// grammar means it, that rule, and why. Their trees come from the automaton.
var withoutForm = map[string]struct{ rule, why string }{
	"rfc2392":      {"domain-literal", `the literals "%5B" and "%5D" are escaped octets, too`},
	"rfc2397":      {"mediatype", `";base64," looks like the beginning of a parameter`},
	"rfc2806":      {"ldh-str", "it takes the last character of a label, which is not a part of it"},
	"rfc3261":      {"private-prefix", `"%" is a character, and begins an escaped octet`},
	"rfc3966":      {"isdn-subaddress", "it takes the parameters that come after it"},
	"rfc4266":      {"gescape", `"%" is a character, and begins an escaped octet`},
	"rfc5092":      {"enc-mailbox", `it contains "/", which also comes after it`},
	"rfc5122":      {"hierxmpp", `what comes after "[" tells a host from a path`},
	"rfc5538":      {"dot-atom-text", `"%" is a character, and begins an escaped octet`},
	"rfc6068":      {"dot-atom-text", `"%" is a character, and begins an escaped octet`},
	"rfc8089-appF": {"inline-IP", `the literals "%5B" and "%5D" are escaped octets, too`},
	"rfc8141":      {"r-component", "by section 2.3.1 it is as short as possible"},
}

// TestGeneratedDocuments proves a participle grammar of each document, or finds the rule
// that has none. The grammars are compiled in a temporary module, in which they derive
// each printed example, short strings, covers and near misses as the automaton does.
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
		if x, ok := withoutForm[d.Name()]; ok {
			if err == nil || !strings.Contains(err.Error(), "rule "+x.rule) {
				t.Errorf("%s: the error is %v, want one about %s", d, err, x.rule)
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
		{"test", "-v", "./..."},
	} {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatal(errors.Join(err, errors.New(string(out))))
		}
		t.Logf("go %s\n%s", args[0], out)
	}
}

// treesTest is the test of a generated package: for each rule, the participle grammar and the
// automaton derive each example alike, and short strings, a cover and near misses.
const treesTest = `package document

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/sample"
	"github.com/urispec/urispec/grammar/schemes"
)

func TestTrees(t *testing.T) {
	d, _ := schemes.LookupDocument(%q)
	text, err := os.ReadFile(%q)
	if err != nil {
		t.Fatal(err)
	}
	var examples []string
	for _, line := range strings.Split(string(text), "\n")[1:] {
		if columns := strings.Split(line, "\t"); len(columns) > 1 {
			examples = append(examples, columns[1])
		}
	}
	n, members := 0, 0
	for _, r := range d.Grammar().Rules() {
		l, err := d.Grammar().Conforming(r.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range append(inputs(t, l), examples...) {
			want, refused := l.Tree(s)
			got, err := rules.Derive(r.Name, false, s)
			if n++; err == nil {
				members++
			}
			if (err != nil) != (refused != nil) {
				t.Errorf("%%s %%q: %%v, and the automaton: %%v", r.Name, s, err, refused)
			} else if err == nil && !reflect.DeepEqual(got, want) {
				t.Errorf("%%s %%q: other trees", r.Name, s)
			}
		}
	}
	t.Logf("%%s: %%d strings, %%d members", d, n, members)
}

// inputs returns short strings over the classes of a language, a cover, and near misses.
func inputs(t *testing.T, l *grammar.Language) []string {
	characters, err := l.Characters()
	if err != nil {
		t.Fatal(err)
	}
	all := []string{""}
	for i := 0; i < len(all) && len(all) < 500; i++ {
		for _, set := range characters.Classes().Sets() {
			letter := string([]byte{byte(set[0].Lo)})
			if l.Grammar().Source().UTF8() {
				letter = string(set[0].Lo)
			}
			all = append(all, all[i]+letter)
		}
	}
	cover, err := sample.NewCover(l)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range cover.Strings {
		if len(s) <= 1000 {
			all = append(all, s)
		}
	}
	misses, err := sample.NearMisses(l)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for near := range misses {
		if n++; n <= 500 {
			all = append(all, near.Text)
		}
	}
	return all
}
`
