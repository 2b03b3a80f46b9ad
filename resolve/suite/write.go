package suite

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar"
)

// Form is the form of the files of a suite.
type Form string

// The forms of suites.
const (
	// JSONLines is a file with a case on each line, and its JSON Schema.
	JSONLines Form = "jsonl"
	// JSONSchema is files as the JSON-Schema-Test-Suite has them, for the formats "uri" and
	// "uri-reference", or "iri" and "iri-reference". They have verdicts only.
	JSONSchema Form = "json-schema"
	// TSV is a file of tab-separated values for each kind.
	TSV Form = "tsv"
	// Go, Python and JavaScript are tests in these languages, which a parser is put into.
	Go         Form = "go"
	Python     Form = "python"
	JavaScript Form = "js"
)

// Forms returns all forms.
func Forms() []Form { return []Form{JSONLines, JSONSchema, TSV, Go, Python, JavaScript} }

// Format is the version of the files' form. It changes if what reads the files of one version
// cannot read those of the next.
const Format = 1

// WriteOptions say how to write a suite.
type WriteOptions struct {
	Form Form // "" for JSONLines
	// Program is the program that writes the suite, with its version.
	Program string
	// Schema is the JSON Schema of a case, for the forms that have the cases as JSON Lines; if
	// it is nil, no schema is written.
	Schema []byte
}

// FormError says that a suite has no such form.
type FormError struct {
	Form    Form
	Edition string
	Known   []string // the editions that have it; nil if there is no such form
}

// Error names the form.
func (err *FormError) Error() string {
	if err.Known == nil {
		return fmt.Sprintf("unknown form %q", err.Form)
	}
	return fmt.Sprintf("the form %s is for the editions %s, not for %s: the formats of JSON Schema are defined by these", err.Form, strings.Join(err.Known, " and "), err.Edition)
}

// formats are the formats of JSON Schema that editions define: of URIs, and of references.
var formats = map[string][2]string{
	"rfc3986": {"uri", "uri-reference"},
	"rfc3987": {"iri", "iri-reference"},
}

// CheckForm returns a [*FormError] if the suites of an edition do not have a form.
func CheckForm(e *grammar.Edition, f Form) error {
	if f != "" && !slices.Contains(Forms(), f) {
		return &FormError{Form: f, Edition: e.Name()}
	}
	if _, ok := formats[e.Name()]; f == JSONSchema && !ok {
		return &FormError{f, e.Name(), []string{"rfc3986", "rfc3987"}}
	}
	return nil
}

// manifestName is the file that says what a folder has. It is written last, and it is how a
// folder is recognised as a suite.
const manifestName = "suite.json"

// manifest is the content of that file.
type manifest struct {
	Format    int      `json:"format"`
	Program   string   `json:"program"`
	Edition   string   `json:"edition"`
	Corrected bool     `json:"corrected,omitempty"`
	Options   []string `json:"options,omitempty"` // of the reading
	Document  string   `json:"document"`
	Scheme    string   `json:"scheme,omitempty"`
	Size      string   `json:"size"`
	Form      Form     `json:"form"`
	Cases     counts   `json:"cases"`
	Files     []string `json:"files"`
}

// counts are the numbers of cases.
type counts map[Kind]int

// MarshalJSON writes the kinds in their order.
func (n counts) MarshalJSON() ([]byte, error) {
	var parts []string
	for _, k := range Kinds() {
		if n[k] > 0 {
			parts = append(parts, fmt.Sprintf("%q:%d", k, n[k]))
		}
	}
	return []byte("{" + strings.Join(parts, ",") + "}"), nil
}

// FolderError says that a folder has other files than those of a suite, so that nothing is
// written into it.
type FolderError struct{ Folder string }

// Error names the folder.
func (err *FolderError) Error() string {
	return fmt.Sprintf("%s is not empty and has no %s, so it is not a suite; nothing is written", err.Folder, manifestName)
}

// Write writes a suite of an edition into a folder, and returns the names of the files. The
// folder is made if there is none. If it has a suite, that is replaced; the file into which a
// parser is put, in the forms for languages, stays as it is. The error is a [*FormError], a
// [*FolderError] or that of the file system.
func (s *Suite) Write(folder string, e *grammar.Edition, o WriteOptions) ([]string, error) {
	if o.Form == "" {
		o.Form = JSONLines
	}
	if err := CheckForm(e, o.Form); err != nil {
		return nil, err
	}
	old, err := readManifest(folder)
	if err != nil {
		return nil, err
	}
	files, err := s.files(e, o)
	if err != nil {
		return nil, err
	}
	m := manifest{
		Format: Format, Program: o.Program, Edition: e.Name(), Corrected: e.Grammar().IsCorrected(), Options: e.Grammar().Source().Chosen(), Document: e.Grammar().Source().Title,
		Scheme: s.Options.Scheme, Size: s.Options.Size.String(), Form: o.Form, Cases: make(counts),
	}
	for _, c := range s.Cases {
		m.Cases[c.Kind]++
	}
	page, err := s.page(e, o, m)
	if err != nil {
		return nil, err
	}
	files = append(files, file{name: "README.md", text: page})
	for _, f := range files {
		m.Files = append(m.Files, f.name)
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, err
	}
	files = append(files, file{name: manifestName, text: append(text, '\n')})

	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	for _, name := range old {
		if !slices.ContainsFunc(files, func(f file) bool { return f.name == name }) && !isAdapter(name) {
			if err := os.Remove(filepath.Join(folder, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
		}
	}
	var names []string
	for _, f := range files {
		path := filepath.Join(folder, f.name)
		if isAdapter(f.name) {
			if _, err := os.Lstat(path); err == nil {
				continue
			}
		}
		if err := os.WriteFile(path, f.text, 0o666); err != nil {
			return nil, err
		}
		names = append(names, path)
	}
	return names, nil
}

// readManifest returns the files of the suite in a folder; none if the folder does not exist
// or is empty.
func readManifest(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(folder, manifestName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &FolderError{folder}
	}
	if err != nil {
		return nil, err
	}
	var m manifest
	if json.Unmarshal(text, &m) != nil || m.Format == 0 {
		return nil, &FolderError{folder}
	}
	// Only what a suite may have is ever removed.
	return slices.DeleteFunc(m.Files, func(name string) bool { return !slices.Contains(fileNames(), name) }), nil
}

// file is a file of a suite.
type file struct {
	name string
	text []byte
}

const (
	casesName  = "cases.jsonl"
	schemaName = "cases.schema.json"
)

// adapters are the files into which a parser is put.
var adapters = map[Form]string{Go: "parser_test.go", Python: "parser.py", JavaScript: "parser.mjs"}

func isAdapter(name string) bool {
	for _, a := range adapters {
		if a == name {
			return true
		}
	}
	return false
}

// runners are the other files of the forms for languages.
var runners = map[Form][]string{Go: {"suite_test.go", "kinds_test.go"}, Python: {"test_suite.py"}, JavaScript: {"suite.test.mjs"}}

// fileNames returns the names of all files that a suite may have.
func fileNames() []string {
	names := []string{casesName, schemaName, "README.md", manifestName}
	for _, k := range Kinds() {
		names = append(names, string(k)+".tsv")
	}
	for _, pair := range formats {
		names = append(names, pair[0]+".json", pair[1]+".json")
	}
	for form, runner := range runners {
		names = append(append(names, runner...), adapters[form])
	}
	return names
}

//go:embed forms/*.txt
var forms embed.FS

// files returns the files of a form, without page and manifest.
func (s *Suite) files(e *grammar.Edition, o WriteOptions) ([]file, error) {
	switch o.Form {
	case JSONSchema:
		return s.formatFiles(e)
	case TSV:
		return s.tables(), nil
	}
	var out []file
	var lines bytes.Buffer
	if err := WriteCases(&lines, s.Cases); err != nil {
		return nil, err
	}
	out = append(out, file{casesName, lines.Bytes()})
	if o.Schema != nil {
		out = append(out, file{schemaName, o.Schema})
	}
	for _, name := range append(slices.Clone(runners[o.Form]), adapters[o.Form]) {
		if name == "" {
			continue // JSON Lines alone
		}
		text, err := forms.ReadFile("forms/" + name + ".txt")
		if err != nil {
			return nil, err
		}
		out = append(out, file{name, text})
	}
	return out, nil
}

// formatTest is a test of the JSON-Schema-Test-Suite.
type formatTest struct {
	Description string `json:"description"`
	Data        string `json:"data"`
	Valid       bool   `json:"valid"`
}

// formatFiles returns files of the JSON-Schema-Test-Suite. Inputs that are not UTF-8 are left
// out, because JSON has no such strings.
func (s *Suite) formatFiles(e *grammar.Edition) ([]file, error) {
	var out []file
	for i, format := range formats[e.Name()] {
		l := []*grammar.Language{e.URIs(), e.References()}[i]
		var tests []formatTest
		for _, c := range s.Cases {
			if c.Kind != Verdict || !utf8.ValidString(c.Input) {
				continue
			}
			t := formatTest{Description: c.ID, Data: c.Input, Valid: c.Valid}
			if c.Valid && !l.Valid(c.Input) {
				t.Valid = false
				t.Description += ": a relative reference"
			} else if !c.Valid {
				t.Description += fmt.Sprintf(": wrong at byte %d", c.Offset)
				if c.Rule != "" {
					t.Description += ", in " + c.Rule
				}
			}
			tests = append(tests, t)
		}
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "    ")
		err := enc.Encode([]any{map[string]any{
			"description": "the format " + format + ", by " + e.Grammar().Source().Title,
			"schema":      map[string]string{"$schema": "https://json-schema.org/draft/2020-12/schema", "format": format},
			"tests":       tests,
		}})
		if err != nil {
			return nil, err
		}
		out = append(out, file{format + ".json", b.Bytes()})
	}
	return out, nil
}

// tables returns a file of tab-separated values for each kind. The first line names the
// columns. Tab, line feed, carriage return and backslash are written as \t, \n, \r and \\,
// \N is absent, and \? is a
// component that the edition does not define; all other bytes stand for themselves.
func (s *Suite) tables() []file {
	columns := map[Kind][]string{
		Verdict:       {"input", "valid", "offset", "rule"},
		Parts:         append([]string{"input"}, ComponentNames()...),
		Resolution:    {"base", "input", "target"},
		Normalization: {"input", "normalized"},
		Equivalence:   {"input", "other", "equal"},
	}
	const absent = `\N`
	escape := strings.NewReplacer("\t", `\t`, "\n", `\n`, "\r", `\r`, `\`, `\\`).Replace
	var out []file
	for _, k := range Kinds() {
		var b bytes.Buffer
		n := 0
		fmt.Fprintf(&b, "id\t%s\tsection\torigin\n", strings.Join(columns[k], "\t"))
		for _, c := range s.Cases {
			if c.Kind != k {
				continue
			}
			n++
			b.WriteString(c.ID)
			for _, column := range columns[k] {
				b.WriteByte('\t')
				switch column {
				case "input":
					b.WriteString(escape(c.Input))
				case "base":
					b.WriteString(escape(c.Base))
				case "other":
					b.WriteString(escape(c.Other))
				case "valid":
					fmt.Fprint(&b, c.Valid)
				case "equal":
					fmt.Fprint(&b, c.Equal)
				case "normalized":
					b.WriteString(escape(c.Normalized))
				case "target":
					if c.SameDocument {
						b.WriteString(absent)
					} else {
						b.WriteString(escape(c.Target))
					}
				case "offset":
					if c.Valid {
						b.WriteString(absent)
					} else {
						fmt.Fprint(&b, c.Offset)
					}
				case "rule":
					b.WriteString(or(escape(c.Rule), absent))
				default:
					if text := c.Components[column]; text != nil {
						b.WriteString(escape(*text))
					} else if _, ok := c.Components[column]; ok {
						b.WriteString(absent)
					} else {
						b.WriteString(`\?`)
					}
				}
			}
			fmt.Fprintf(&b, "\t%s\t%s\n", or(escape(c.Section), absent), c.Origin)
		}
		if n > 0 {
			out = append(out, file{string(k) + ".tsv", b.Bytes()})
		}
	}
	return out
}

func or(s, instead string) string {
	if s == "" {
		return instead
	}
	return s
}

// kindRow is a row of the table of kinds on the page.
type kindRow struct {
	Kind         Kind
	Count        int
	Asks, Answer string
}

// page returns the page that explains a suite.
func (s *Suite) page(e *grammar.Edition, o WriteOptions, m manifest) ([]byte, error) {
	rows := []kindRow{
		{Verdict, 0, "whether `input` conforms", "`valid`; if not, `offset`"},
		{Parts, 0, "for the components of `input`", "`components`"},
		{Resolution, 0, "for the target of the reference `input` from `base`", "`target`"},
		{Normalization, 0, "for the normal form of `input`", "`normalized`"},
		{Equivalence, 0, "whether `input` and `other` have the same normal form", "`equal`"},
	}
	total := 0
	rows = slices.DeleteFunc(rows, func(r kindRow) bool { return m.Cases[r.Kind] == 0 || o.Form == JSONSchema && r.Kind != Verdict })
	for i := range rows {
		rows[i].Count = m.Cases[rows[i].Kind]
		total += rows[i].Count
	}
	longest := 0
	for _, c := range s.Cases {
		longest = max(longest, len(c.Input))
	}
	run, err := runs(o.Form, e.Name())
	if err != nil {
		return nil, err
	}
	text, err := forms.ReadFile("forms/README.md.txt")
	if err != nil {
		return nil, err
	}
	t, err := template.New("README.md").Parse(string(text))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, map[string]any{
		"Title": m.Document, "Name": m.Edition, "Corrected": m.Corrected, "Options": strings.Join(m.Options, ", "), "Scheme": m.Scheme, "Size": m.Size, "Program": or(o.Program, "Urispec"),
		"Total": total, "Kinds": rows, "Longest": longest, "Run": run, "Keys": o.Form != JSONSchema && o.Form != TSV,
	})
	return b.Bytes(), err
}

// runs says how to run a suite of a form.
func runs(f Form, edition string) (string, error) {
	switch f {
	case JSONLines:
		return "`cases.jsonl` has a case on each line, and `cases.schema.json` is its JSON Schema. To ask a\nprogram these questions without writing a test, use `urispec judge`.\n", nil
	case JSONSchema:
		return fmt.Sprintf("`%s.json` and `%s.json` have the form of the JSON-Schema-Test-Suite: run them as its optional\nformat tests. The description of a test begins with the `id` of its case, and says where an input is\nwrong. Inputs that are not UTF-8 are left out.\n", formats[edition][0], formats[edition][1]), nil
	case TSV:
		return "There is a file for each kind, whose first line names its columns. A tab is written as `\\t`, a line\nfeed as `\\n`, a carriage return as `\\r` and a backslash as `\\\\`; `\\N` is absent, and `\\?` is a component that the\nedition does not define. All other bytes stand for themselves, and need not be UTF-8.\n", nil
	case Go:
		return "Put your parser into `parser_test.go`, and run `go test` here. Without a module of your own around\nthis folder, run `go test *_test.go`.\n", nil
	case Python:
		return "Put your parser into `parser.py`, and run `python3 -m unittest` here.\n", nil
	case JavaScript:
		return "Put your parser into `parser.mjs`, and run `node --test` here.\n", nil
	}
	return "", &FormError{Form: f}
}
