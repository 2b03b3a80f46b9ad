package checker_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/urispec/urispec/cmd/urivet/checker"
)

// with returns the analyzer with flags set.
func with(t *testing.T, flags ...string) *analysis.Analyzer {
	t.Helper()
	a := checker.New()
	for i := 0; i < len(flags); i += 2 {
		if err := a.Flags.Set(flags[i], flags[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

// TestCheck loads all packages at once, because that type-checks net/http and all that it
// needs. The golden files are what "urivet -fix" makes of copies.
func TestCheck(t *testing.T) {
	if testing.Short() {
		analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), with(t), "light", "none")
		return
	}
	results := analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), with(t, "funcs", "marks/api.Named:2:target"),
		"light", "none", "constants", "formats", "imports", "marks/api", "marks", "wrappers", "readme")
	for _, result := range results {
		if result.Action.Package.ID == "readme" {
			readme(t, result)
		}
	}
}

// readme holds the session of the README to what is found in its file.
func readme(t *testing.T, result *analysistest.Result) {
	t.Helper()
	page, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("testdata/src/readme/get.go")
	if err != nil {
		t.Fatal(err)
	}
	session := "$ cat get.go\n" + regexp.MustCompile(` *// want .*`).ReplaceAllString(string(source), "") + "$ urivet .\n"
	for _, d := range result.Diagnostics {
		at := result.Action.Package.Fset.Position(d.Pos)
		session += fmt.Sprintf("get.go:%d:%d: %s\n", at.Line, at.Column, d.Message)
	}
	if !strings.Contains(string(page), session) {
		t.Errorf("the README does not have this session:\n%s", session)
	}
}

func TestEdition(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), with(t, "edition", "2396"), "old")
}

func TestFlags(t *testing.T) {
	a := checker.New()
	for _, wrong := range []string{"f", "f:", ":x", "f:x:iri", "f:x:uri:y"} {
		if err := a.Flags.Set("funcs", wrong); err == nil {
			t.Errorf("-funcs=%s is no error", wrong)
		}
	}
	if err := a.Flags.Set("funcs", "a.F:x,(*b.T).G:2:uri"); err != nil {
		t.Error(err)
	}
	if got, want := a.Flags.Lookup("funcs").Value.String(), "a.F:x:reference,(*b.T).G:2:uri"; got != want {
		t.Errorf("-funcs is %s, want %s", got, want)
	}
	if err := a.Flags.Set("edition", "rfc1"); err == nil || !strings.Contains(err.Error(), "rfc3986") {
		t.Errorf("-edition=rfc1: %v", err)
	}
	if err := a.Flags.Set("edition", "RFC2732"); err != nil || a.Flags.Lookup("edition").Value.String() != "rfc2732" {
		t.Errorf("-edition=RFC2732: %v", err)
	}
}
