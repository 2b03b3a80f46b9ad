package suite_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/resolve/suite"
)

// written writes a suite of rfc2396 or another edition in a form, and returns the folder.
func written(t *testing.T, edition string, form suite.Form) string {
	t.Helper()
	e, _ := editions.Lookup(edition)
	folder := filepath.Join(t.TempDir(), "suite")
	if _, err := made(t, e, suite.Options{}).Write(folder, e, suite.WriteOptions{Form: form, Schema: []byte("{}\n")}); err != nil {
		t.Fatal(err)
	}
	return folder
}

func read(t *testing.T, name ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(name...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestWrite: what is in a folder is refused, replaced or kept.
func TestWrite(t *testing.T) {
	e := editions.RFC1808
	s := made(t, e, suite.Options{})
	folder := written(t, "rfc1808", suite.Go)
	for _, name := range []string{"cases.jsonl", "cases.schema.json", "suite_test.go", "kinds_test.go", "parser_test.go", "README.md", "suite.json"} {
		if read(t, folder, name) == "" {
			t.Errorf("%s is empty", name)
		}
	}
	mine := filepath.Join(folder, "mine.txt")
	for _, name := range []string{mine, filepath.Join(folder, "parser_test.go")} {
		if err := os.WriteFile(name, []byte("mine"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	names, err := s.Write(folder, e, suite.WriteOptions{Form: suite.JSONLines})
	if err != nil || slices.Contains(names, filepath.Join(folder, "parser_test.go")) {
		t.Errorf("%q, %v", names, err)
	}
	left, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var have []string
	for _, f := range left {
		have = append(have, f.Name())
	}
	if got, want := strings.Join(have, " "), "README.md cases.jsonl mine.txt parser_test.go suite.json"; got != want {
		t.Errorf("the folder has %s, want %s", got, want)
	}
	if read(t, mine) != "mine" || read(t, folder, "parser_test.go") != "mine" {
		t.Error("what is mine was overwritten")
	}

	// A manifest may name anything; only what a suite has is removed.
	if err := os.WriteFile(filepath.Join(folder, "suite.json"), []byte(`{"format":1,"files":["mine.txt","../../x"]}`), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Write(folder, e, suite.WriteOptions{Form: suite.TSV}); err != nil {
		t.Error(err)
	}
	read(t, mine)

	// What is no suite is refused.
	var full *suite.FolderError
	for _, text := range []string{"", "{}", "[", `{"format":"x"}`} {
		other := t.TempDir()
		if err := os.WriteFile(filepath.Join(other, "suite.json"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Write(other, e, suite.WriteOptions{}); !errors.As(err, &full) {
			t.Errorf("with the manifest %q: %v", text, err)
		}
	}
	var form *suite.FormError
	if _, err := s.Write(t.TempDir(), e, suite.WriteOptions{Form: "xml"}); !errors.As(err, &form) || form.Known != nil {
		t.Errorf("an unknown form: %v", err)
	}
	if _, err := s.Write(t.TempDir(), e, suite.WriteOptions{Form: suite.JSONSchema}); !errors.As(err, &form) || form.Known == nil {
		t.Errorf("a form of other editions: %v", err)
	}
	if _, err := s.Write(mine, e, suite.WriteOptions{}); err == nil {
		t.Error("a file is taken for a folder")
	}
}

// TestFormats: the files for JSON Schema have the verdicts of both formats.
func TestFormats(t *testing.T) {
	e := effort.Pick(editions.RFC3987, editions.RFC3987, editions.RFC3986)
	folder := written(t, e.Name(), suite.JSONSchema)
	for i, name := range effort.Pick([]string{"iri", "iri-reference"}, []string{"iri", "iri-reference"}, []string{"uri", "uri-reference"}) {
		var groups []struct {
			Schema struct{ Format string }
			Tests  []struct {
				Data  string
				Valid bool
			}
		}
		if err := json.Unmarshal([]byte(read(t, folder, name+".json")), &groups); err != nil {
			t.Fatal(err)
		}
		if len(groups) != 1 || groups[0].Schema.Format != name || len(groups[0].Tests) < 500 {
			t.Fatalf("%s: %d groups", name, len(groups))
		}
		count := map[bool]int{}
		for _, test := range groups[0].Tests {
			count[test.Valid]++
			want := e.Valid(test.Data)
			if i == 0 {
				want = e.URIs().Valid(test.Data)
			}
			if test.Valid != want {
				t.Errorf("%s: %q: %v", name, test.Data, test.Valid)
			}
		}
		if count[true] == 0 || count[false] == 0 {
			t.Errorf("%s: %v", name, count)
		}
	}
}

// TestTables reads the tables back.
func TestTables(t *testing.T) {
	folder := written(t, "rfc3986", suite.TSV)
	unescape := strings.NewReplacer(`\\`, `\`, `\t`, "\t", `\n`, "\n", `\r`, "\r")
	rows := 0
	for _, c := range made(t, editions.RFC3986, suite.Options{}).Cases {
		if c.Kind == suite.Resolution {
			rows++
		}
	}
	for i, line := range strings.Split(strings.TrimSuffix(read(t, folder, "resolution.tsv"), "\n"), "\n") {
		cells := strings.Split(line, "\t")
		if i == 0 {
			if line != "id\tbase\tinput\ttarget\tsection\torigin" {
				t.Errorf("the columns are %q", line)
			}
			continue
		}
		rows--
		c := suite.Case{Kind: suite.Resolution, Base: unescape.Replace(cells[1]), Input: unescape.Replace(cells[2]), Target: unescape.Replace(cells[3])}
		if c.Identity() != cells[0] {
			t.Errorf("%q is not the question %s", line, cells[0])
		}
		checkCase(t, editions.RFC3986, c)
	}
	if rows != 0 {
		t.Errorf("%d rows are missing", rows)
	}
	for _, line := range strings.Split(strings.TrimSuffix(read(t, folder, "verdict.tsv"), "\n"), "\n")[1:] {
		cells := strings.Split(line, "\t")
		if editions.RFC3986.Valid(unescape.Replace(cells[1])) != (cells[2] == "true") {
			t.Errorf("%q", line)
		}
	}
}

// parsers are parsers for the forms of languages: one that answers nothing, and one that
// knows only that "http://a/b" conforms, resolves everything to "x" and cannot normalize.
var parsers = map[suite.Form]struct {
	command []string
	wrong   string
}{
	suite.Go: {[]string{"go", "test", "suite_test.go", "kinds_test.go", "parser_test.go"}, `package conformance

type Parser struct {
	Check      func(string) (bool, int)
	Components func(string) map[string]*string
	Resolve    func(base, reference string) *string
	Normalize  func(string) string
	Equal      func(a, b string) bool
}

var x = "x"

var parser = Parser{
	Check:   func(s string) (bool, int) { return s == "http://a/b", 0 },
	Resolve: func(_, _ string) *string { return &x },
	Components: func(string) map[string]*string { return map[string]*string{} },
	Normalize:  func(s string) string { panic("no") },
}
`},
	suite.Python: {[]string{"python3", "-m", "unittest"}, `
def check(s):
    return s == "http://a/b", 0

def resolve(base, s):
    return "x"

def components(s):
    return {}

def normalize(s):
    raise ValueError("no")
`},
	suite.JavaScript: {[]string{"node", "--test", "suite.test.mjs"}, `
export const check = (s) => ({ valid: s === "http://a/b", offset: 0 });
export const resolve = () => "x";
export const components = () => ({});
export const normalize = () => { throw new Error("no"); };
`},
}

// TestRunners runs the tests in other languages: on a parser that answers nothing, on one
// whose answers are wrong, and on one that looks the right ones up.
func TestRunners(t *testing.T) {
	for form, p := range parsers {
		t.Run(string(form), func(t *testing.T) {
			if testing.Short() && form == suite.Go {
				t.Skip("go test compiles for seconds: it runs without -short")
			}
			if _, err := exec.LookPath(p.command[0]); err != nil {
				t.Skipf("needs %s", p.command[0])
			}
			folder := written(t, "rfc1808", form)
			run := func() (string, error) {
				cmd := exec.Command(p.command[0], p.command[1:]...)
				cmd.Dir = folder
				out, err := cmd.CombinedOutput()
				return string(bytes.ToValidUTF8(out, []byte("?"))), err
			}
			if out, err := run(); err != nil {
				t.Errorf("without a parser: %v\n%s", err, out)
			}
			adapter := map[suite.Form]string{suite.Go: "parser_test.go", suite.Python: "parser.py", suite.JavaScript: "parser.mjs"}[form]
			put := func(text string) {
				if err := os.WriteFile(filepath.Join(folder, adapter), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			put(p.wrong)
			out, err := run()
			if err == nil || !strings.Contains(out, "answers are wrong") || !strings.Contains(out, "resolution-") || !strings.Contains(out, "verdict-") || !strings.Contains(out, "normalization-") || strings.Contains(out, "components-") {
				t.Errorf("with a wrong parser: %v\n%s", err, out)
			}
			put(lookup[form])
			if out, err := run(); err != nil {
				t.Errorf("with the answers: %v\n%s", err, out)
			}
			put(p.wrong)
			if err := os.Truncate(filepath.Join(folder, "cases.jsonl"), 0); err != nil {
				t.Fatal(err)
			}
			if out, err := run(); err == nil || !strings.Contains(out, "cases.jsonl is empty") {
				t.Errorf("without cases: %v\n%s", err, out)
			}
		})
	}
}

// lookup are parsers that look the answers up in the cases.
var lookup = map[suite.Form]string{
	suite.Go: `package conformance

import (
	"bufio"
	"encoding/json"
	"os"
)

type Parser struct {
	Check      func(string) (bool, int)
	Components func(string) map[string]*string
	Resolve    func(base, reference string) *string
	Normalize  func(string) string
	Equal      func(a, b string) bool
}

func find(kind, input, base, other string) *Case {
	file, _ := os.Open("cases.jsonl")
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var c Case
		json.Unmarshal(lines.Bytes(), &c)
		if c.Kind == kind && c.Input+string(c.Input64) == input && c.Base == base && c.Other == other {
			return &c
		}
	}
	return nil
}

var parser = Parser{
	Check:      func(s string) (bool, int) { c := find("verdict", s, "", ""); return c.Valid, c.Offset },
	Resolve:    func(base, s string) *string { return find("resolution", s, base, "").Target },
	Components: func(s string) map[string]*string { return find("components", s, "", "").Components },
	Normalize:  func(s string) string { return find("normalization", s, "", "").Normalized },
	Equal:      func(a, b string) bool { return find("equivalence", a, "", b).Equal },
}
`,
	suite.Python: `
import base64, json

ALL = {}
for line in open("cases.jsonl", encoding="utf-8"):
    c = json.loads(line)
    if "input_base64" in c:
        c["input"] = base64.b64decode(c["input_base64"]).decode("utf-8", "surrogateescape")
    ALL[c["kind"], c["input"], c.get("base"), c.get("other")] = c

def check(s):
    c = ALL["verdict", s, None, None]
    return c["valid"], c.get("offset")

def components(s):
    return ALL["components", s, None, None]["components"]

def resolve(base, s):
    return ALL["resolution", s, base, None]["target"]

def normalize(s):
    return ALL["normalization", s, None, None]["normalized"]

def equal(a, b):
    return ALL["equivalence", a, None, b]["equal"]
`,
	suite.JavaScript: `
import { readFileSync } from "node:fs";
const all = new Map();
const key = (kind, input, base, other) => JSON.stringify([kind, input, base ?? null, other ?? null]);
for (const line of readFileSync(new URL("./cases.jsonl", import.meta.url), "utf8").trimEnd().split("\n")) {
  const c = JSON.parse(line);
  all.set(key(c.kind, c.input, c.base, c.other), c);
}
export const check = (s) => all.get(key("verdict", s));
export const components = (s) => all.get(key("components", s)).components;
export const resolve = (base, s) => all.get(key("resolution", s, base)).target;
export const normalize = (s) => all.get(key("normalization", s)).normalized;
export const equal = (a, b) => all.get(key("equivalence", a, null, b)).equal;
`,
}
