package editions_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// module is the path of this module; packages are named without it.
const module = "github.com/urispec/urispec"

// imports says of each package which packages it may import besides the
// standard library: those of this module by their folder, modules of others by
// the name that is given to them below. EDITION is each edition of this package;
// an amendment imports what it amends.
// A folder with an asterisk is each folder there.
const imports = `
	github.com/urispec/urispec: ast grammar grammar/editions/rfc3986 resolve/compose resolve/escape
	ast:
	resolve:            ast resolve/escape
	resolve/escape:
	grammar/engine/automaton: x/sys/cpu
	grammar/engine/bnf:
	grammar/engine/effort:
	grammar/engine/golden:    cmp
	grammar/engine/reading:   grammar/engine/automaton grammar/engine/bnf
	grammar:            ast resolve resolve/escape grammar/engine/automaton grammar/engine/bnf grammar/engine/reading
	grammar/editions/EDITION: grammar grammar/editions/EDITION gen/pegrun
	grammar/editions:   grammar grammar/editions/EDITION
	grammar/export:     grammar grammar/engine/automaton grammar/engine/reading
	grammar/extract:    ast resolve grammar x/net
	grammar/learn:      grammar grammar/engine/automaton
	grammar/formats:    grammar grammar/editions/rfc3986 grammar/editions/rfc3987 grammar/schemes/documents/rfc6570
	grammar/lint:       ast resolve resolve/escape grammar
	grammar/nearest:    ast resolve grammar grammar/engine/automaton
	grammar/picture:    grammar grammar/engine/bnf grammar/engine/reading uniseg
	grammar/sample:     grammar grammar/engine/automaton grammar/engine/reading
	grammar/schemes:    ast resolve resolve/escape grammar grammar/engine/reading resolve/compose grammar/editions grammar/editions/rfc1738
	grammar/schemes/documents/rfc6570: grammar grammar/engine/reading
	resolve/compose:    ast resolve resolve/escape grammar
	resolve/judge:      ast resolve resolve/escape resolve/suite grammar grammar/engine/automaton grammar/sample
	resolve/nethttp:    github.com/urispec/urispec ast grammar grammar/schemes resolve/compose resolve/neturl
	resolve/neturl:     github.com/urispec/urispec ast grammar
	resolve/expand:     ast resolve grammar
	resolve/suite:      ast resolve grammar grammar/engine/automaton grammar/engine/reading grammar/editions grammar/sample grammar/schemes
	resolve/iri:        ast resolve/escape grammar x/net/idna
	gen:                resolve gen/peg grammar grammar/sample grammar/engine/automaton grammar/engine/reading
	gen/own:            gen/peg grammar grammar/engine/reading
	gen/peg:            grammar/engine/automaton grammar/engine/bnf grammar/engine/reading
	gen/pegrun:         resolve/escape grammar participle
	cmd/internal/packed: compress
	cmd/internal/vocabulary: ast grammar grammar/editions
	cmd/urispec/webpage:
	cmd/urispec:        cmd/urispec/webpage cmd/internal/packed cmd/internal/vocabulary gen/own grammar/learn resolve/judge resolve/suite ast resolve resolve/compose resolve/escape resolve/expand resolve/iri grammar grammar/export grammar/extract grammar/lint grammar/picture grammar/schemes grammar/engine/automaton grammar/editions grammar/engine/reading kong repr compress progressbar x/text x/term uniseg grammar/nearest grammar/sample
	cmd/urivet:         cmd/urivet/checker x/tools
	cmd/urivet/checker: ast grammar grammar/editions grammar/nearest x/tools
	examples/*:        github.com/urispec/urispec ast resolve resolve/compose resolve/expand grammar grammar/extract grammar/lint grammar/schemes grammar/editions
`

// theirs are the modules of others.
var theirs = map[string]string{
	"participle": "github.com/alecthomas/participle/v2",
	"kong":       "github.com/alecthomas/kong",
	"repr":       "github.com/alecthomas/repr",
	"cmp":        "github.com/google/go-cmp/cmp",
	"x/text":     "golang.org/x/text",
	"x/term":     "golang.org/x/term",
	"uniseg":     "github.com/rivo/uniseg",
	"x/net":      "golang.org/x/net/html",
	"x/net/idna": "golang.org/x/net/idna",
	"x/sys/cpu":  "golang.org/x/sys/cpu",

	"x/tools":     "golang.org/x/tools/go",
	"compress":    "github.com/klauspost/compress",
	"progressbar": "github.com/schollz/progressbar/v3",
}

// TestImports holds the packages of the module to the table; tests may import
// more.
func TestImports(t *testing.T) {
	var names []string
	for _, f := range fixtures() {
		names = append(names, f.Name())
	}
	allowed := make(map[string][]string)
	for line := range strings.Lines(strings.TrimSpace(imports)) {
		pkg, list, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			t.Fatalf("%q has no colon", line)
		}
		var may []string
		for _, to := range strings.Fields(list) {
			switch {
			case strings.Contains(to, "EDITION"):
				for _, name := range names {
					may = append(may, strings.Replace(to, "EDITION", name, 1))
				}
			case theirs[to] != "":
				may = append(may, theirs[to])
			default:
				may = append(may, to)
			}
		}
		if strings.Contains(pkg, "EDITION") {
			for _, name := range names {
				allowed[strings.Replace(pkg, "EDITION", name, 1)] = may
			}
			continue
		}
		allowed[pkg] = may
	}

	seen := make(map[string]bool)
	for pkg, list := range goList(t, "-f", `{{.ImportPath}}:{{range .Imports}} {{.}}{{end}}`, module+"/...") {
		seen[pkg] = true
		may, ok := allowed[pkg]
		if !ok {
			may, ok = allowed[path.Dir(pkg)+"/*"]
		}
		if !ok {
			t.Errorf("%s is not in the table", pkg)
			continue
		}
		for _, to := range list {
			standard := !strings.Contains(strings.Split(to, "/")[0], ".") && !strings.HasPrefix(to, module)
			ours, isOurs := strings.CutPrefix(to, module+"/")
			if isOurs {
				to = ours
			}
			if standard && !isOurs || slices.ContainsFunc(may, func(m string) bool {
				// A module of others with its packages; of ours exactly the folder.
				return to == m || !isOurs && strings.HasPrefix(to, m+"/")
			}) {
				continue
			}
			t.Errorf("%s imports %s", pkg, to)
		}
	}
	for _, pkg := range []string{"ast", "resolve", "grammar", "grammar/engine/automaton", "grammar/editions", "grammar/editions/rfc3986", "gen"} {
		if !seen[pkg] {
			t.Errorf("go list does not list %s", pkg)
		}
	}
}

// TestGeneratorBuildsAlone: gen must not need what it writes, or a broken
// output could not be written again.
func TestGeneratorBuildsAlone(t *testing.T) {
	needs := goList(t, "-deps", "-f", `{{if not .Standard}}{{.ImportPath}}:{{range .GoFiles}} {{.}}{{end}}{{end}}`, module+"/gen")
	if len(needs) < 4 {
		t.Errorf("gen needs only %d packages", len(needs))
	}
	for pkg, files := range needs {
		for _, file := range files {
			if strings.HasSuffix(file, "_gen.go") {
				t.Errorf("gen needs %s/%s", pkg, file)
			}
		}
	}
}

// TestGrammarKnowsNothingOfReferences: of package grammar, what a Grammar and its
// languages are made of compiles without what makes an Edition of them, and needs
// no package about references.
func TestGrammarKnowsNothingOfReferences(t *testing.T) {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	replace := make(map[string]string) // a file replaced by "" is not there
	for _, name := range []string{
		"edition", "document", "generated", "prepare", "labelled", "parse", "components", "data", "base", "establish", "resolve", "normalize", "fault", "verify", "option",
	} {
		file := filepath.Join(root, name+".go")
		if _, err := os.Stat(file); err != nil {
			t.Error(err)
		}
		replace[file] = ""
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(file, overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-overlay", file, module+"/grammar").CombinedOutput(); err != nil {
		t.Errorf("a Grammar does not compile by itself: %v\n%s", err, out)
	}
	for dep := range goList(t, "-overlay", file, "-deps", "-f", `{{if not .Standard}}{{.ImportPath}}:{{end}}`, module+"/grammar") {
		if dep == "ast" || strings.HasPrefix(dep, "resolve") {
			t.Errorf("a Grammar needs %s", dep)
		}
	}
}

// TestRootIsLight: bridges to the larger packages of the standard library are packages of
// their own. Of database/sql the root package has the interfaces of its drivers only.
func TestRootIsLight(t *testing.T) {
	var deps []string
	for dep := range goList(t, "-deps", "-f", `{{.ImportPath}}:`, module) {
		deps = append(deps, dep)
	}
	for _, heavy := range []string{"net", "net/http", "net/url", "database/sql", "text/template", "html", "crypto/tls", "go/ast"} {
		if slices.Contains(deps, heavy) {
			t.Errorf("the root package links %s", heavy)
		}
	}
	if !slices.Contains(deps, "database/sql/driver") {
		t.Errorf("the root package has no Value for databases; it links %q", deps)
	}
}

// TestLightPackages: who only walks a tree or resolves a reference loads no
// more than that.
func TestLightPackages(t *testing.T) {
	for pkg, most := range map[string][]string{
		"ast":                      {"ast"},
		"resolve":                  {"ast", "resolve", "resolve/escape"},
		"resolve/escape":           {"resolve/escape"},
		"grammar/engine/automaton": {"grammar/engine/automaton", "golang.org/x/sys/cpu"},
	} {
		for dep := range goList(t, "-deps", "-f", `{{if not .Standard}}{{.ImportPath}}:{{end}}`, module+"/"+pkg) {
			if !slices.Contains(most, dep) {
				t.Errorf("%s needs %s", pkg, dep)
			}
		}
	}
}

// goList runs go list with a template that writes a package, a colon and a
// list, and returns the lists by package.
func goList(t *testing.T, args ...string) map[string][]string {
	t.Helper()
	out, err := exec.Command("go", append([]string{"list"}, args...)...).Output()
	if err != nil {
		stderr := ""
		if exit, ok := err.(*exec.ExitError); ok {
			stderr = string(exit.Stderr)
		}
		t.Fatalf("go list: %v\n%s", err, stderr)
	}
	lists := make(map[string][]string)
	for line := range strings.Lines(string(out)) {
		if pkg, list, ok := strings.Cut(strings.TrimSpace(line), ":"); ok {
			lists[strings.TrimPrefix(pkg, module+"/")] = strings.Fields(list)
		}
	}
	return lists
}
