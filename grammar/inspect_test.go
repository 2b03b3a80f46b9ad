package grammar_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
)

// What a compiler would say of a grammar.
func ExampleInspect() {
	files := fstest.MapFS{"hour.abnf": {Data: []byte("hour = \"0\" DIGIT / \"1\" DIGIT / \"2\" %x30-33 / \"10\"\nminute = 2DIGT\n")}}
	findings, err := grammar.Inspect(files, grammar.Options{}, "hour.abnf")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range findings {
		fmt.Println(f.String())
	}
	// Output:
	// hour.abnf:2:1: warning: no other rule refers to minute, and it is not a start rule [unused]
	// hour.abnf:2:11: error: DIGT is not defined; did you mean DIGIT? [undefined]
}

// kindOf returns the kind of a finding, without a summary if there is none.
func kindOf(f grammar.Finding) grammar.FindingKind {
	for _, k := range grammar.FindingKinds() {
		if k.Code == f.Code && k.Error == f.Error {
			return k
		}
	}
	return grammar.FindingKind{}
}

// A grammar that Load accepts has no error among its findings, and one that Load refuses
// has one. All codes are listed.
func TestInspect(t *testing.T) {
	texts := []string{
		"s = \"a\"\n", "", "s = \xff", "s = t", "s = s", "s = \"a\"\ns = \"b\"\n", "s = 2*1\"a\"\n", "s = <x>\n", "s = <x, see RFC 1>\n",
		"s = *( \"a\" / \"b\" ) \"a\" 40( \"a\" / \"b\" )\n", "s = *[ \"a\" ]\n", "s = ab / \"ab\"\nab = \"ab\"\n", "s = \"a\" / \"A\"\n",
		"s = *x 3000y \"b\"\nx = \"a\"\ny = \"a\"\n", "s = <ALPHA, see [RFC5234]> / <port, see [RFC3986]>\n", "s_t = \"a\" | \"b\"\n",
	}
	for _, text := range texts {
		files := fstest.MapFS{"x.abnf": {Data: []byte(text)}}
		o := grammar.Options{Documents: editions.Grammar}
		_, refused := grammar.Load(files, o, "x.abnf")
		findings, err := grammar.Inspect(files, o, "x.abnf")
		if err != nil {
			t.Errorf("%.40q: %v", text, err)
		}
		if slices.ContainsFunc(findings, func(f grammar.Finding) bool { return f.Error }) != (refused != nil) {
			t.Errorf("%.40q: %v, and the findings are %v", text, refused, findings)
		}
		for _, f := range findings {
			if f.File != "x.abnf" || f.Line < 1 || f.Column < 1 || !slices.Contains(grammar.FindingKinds(), kindOf(f)) || f.Character != f.Column || strings.Contains(f.Message, "\n") {
				t.Errorf("%.40q: %+v", text, f)
			}
			if f.Code == "undecided" && !strings.Contains(text, "3000y") || f.Code == "unusable" {
				t.Errorf("%.40q: %+v", text, f)
			}
		}
	}
	findings, err := grammar.Inspect(fstest.MapFS{"x.abnf": {Data: []byte("s = t\nt = \"a\" ; \u00E9\xFF\n")}}, grammar.Options{}, "x.abnf")
	if err != nil || len(findings) != 1 || findings[0].Line != 2 || findings[0].Column != 13 || findings[0].Character != 12 {
		t.Errorf("a byte after a character of two: %+v, %v", findings, err)
	}
	if _, err := grammar.Inspect(fstest.MapFS{}, grammar.Options{}, "x.abnf"); err == nil {
		t.Error("there is no file")
	}
	if _, err := grammar.Inspect(fstest.MapFS{}, grammar.Options{}); err == nil {
		t.Error("no files are named")
	}
}
