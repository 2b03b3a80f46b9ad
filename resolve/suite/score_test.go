package suite_test

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/testdata"
	"github.com/urispec/urispec/resolve/suite"
)

// score is how many mutants a set of questions kills, by operator.
type score struct {
	cases         int // verdicts
	killed, total map[operator]int
	survivors     []string
}

func (s *score) sum() (killed, total int) {
	for _, op := range operators {
		killed, total = killed+s.killed[op], total+s.total[op]
	}
	return killed, total
}

// percent is rounded down, so that 100 means all.
func percent(part, whole int) string {
	return fmt.Sprintf("%d.%d %%", part*100/max(whole, 1), part*1000/max(whole, 1)%10)
}

// mutants is how many mutants of the automaton are tried; all of those of the rules are.
const mutants = 10_000

// scores returns the scores of sets of strings as questions about an edition. The survivors
// of the first set are named with a witness.
func scores(e *grammar.Edition, sets ...[]string) []*score {
	d := e.References().Automaton()
	t := newTable(d)
	var out []*score
	var asked []*questions
	for _, texts := range sets {
		out = append(out, &score{cases: len(texts), killed: make(map[operator]int), total: make(map[operator]int)})
		asked = append(asked, newQuestions(t, texts))
	}
	count := func(op operator, i int, killed bool, what string) {
		out[i].total[op]++
		if killed {
			out[i].killed[op]++
		} else {
			out[i].survivors = append(out[i].survivors, what)
		}
	}
	sample := sampled(d, mutants)
	for _, op := range operators {
		for _, f := range sample[op] {
			undo := t.with(f)
			kills := make([]bool, len(sets))
			for i, qs := range asked {
				kills[i] = qs.kills(t, f)
			}
			witness, differ := "", true
			if !kills[0] {
				witness, differ = differs(t, d)
			}
			for i := range sets {
				if differ {
					count(op, i, kills[i], fmt.Sprintf("%s, as with %q", f, witness))
				}
			}
			undo()
		}
	}
	byRule, _ := ruleMutants(e)
	for _, m := range byRule {
		for i, qs := range asked {
			killed := false
			for k, text := range qs.texts {
				if m.d.Accepts(text) != qs.valid[k] {
					killed = true
					break
				}
			}
			what := ""
			if !killed && i == 0 {
				witness, _ := differs(newTable(m.d), d)
				what = fmt.Sprintf("%s, as with %q", m, witness)
			}
			count(rules, i, killed, what)
		}
	}
	return out
}

// verdicts returns the questions of a suite that ask for verdicts.
func verdicts(t *testing.T, e *grammar.Edition, size suite.Size) []string {
	var texts []string
	for _, c := range made(t, e, suite.Options{Size: size}).Cases {
		if c.Kind == suite.Verdict {
			texts = append(texts, c.Input)
		}
	}
	return texts
}

const scorePage = "SCORE.md"

var update = flag.Bool("update", false, "write "+scorePage)

// TestScore measures suites by mutation, and holds the page to what it finds. With -update it
// writes the page, which takes minutes and needs the tests of other parsers: the modules of
// cmd/urispec-bench, and Python with its tests.
func TestScore(t *testing.T) {
	updating := *update
	chosen := effort.Pick(editions.All(), []*grammar.Edition{editions.RFC1808, editions.RFC2396}, nil)
	if updating {
		chosen = editions.All()
	}
	if chosen == nil {
		t.Skip("compiles hundreds of grammars: it runs without -short")
	}
	page := ""
	if !updating {
		text, err := os.ReadFile(scorePage)
		if err != nil {
			t.Fatal(err)
		}
		page = string(text)
	}
	var summary, byOperator, compared, survivors strings.Builder
	var peers []other
	if updating {
		peers = others(t)
	}
	names := []string{"a full suite", "a small suite"}
	measured := make([][]*score, len(chosen))
	var group sync.WaitGroup
	turn := make(chan bool, runtime.GOMAXPROCS(0))
	for i, e := range chosen {
		sets := [][]string{verdicts(t, e, suite.Full), verdicts(t, e, suite.Small)}
		if updating && e == editions.RFC3986 {
			for _, o := range peers {
				names, sets = append(names, o.name), append(sets, o.texts)
			}
		}
		turn <- true
		group.Go(func() {
			measured[i] = scores(e, sets...)
			<-turn
		})
	}
	group.Wait()
	for i, e := range chosen {
		all := measured[i]
		full, small := all[0], all[1]
		for k := range all {
			if len(all) == 2 {
				break // it is not compared with others
			}
			killed, total := all[k].sum()
			fmt.Fprintf(&compared, "| %s | %d | %s |", names[k], all[k].cases, percent(killed, total))
			for _, op := range operators {
				fmt.Fprintf(&compared, " %s |", percent(all[k].killed[op], all[k].total[op]))
			}
			compared.WriteString("\n")
		}
		killed, total := full.sum()
		if killed*100 < total*99 {
			t.Errorf("%s: the full suite kills %d of %d mutants", e, killed, total)
		}
		smallKilled, _ := small.sum()
		row := fmt.Sprintf("| %s | %d | %d | %s | %d | %s |\n", e, total, full.cases, percent(killed, total), small.cases, percent(smallKilled, total))
		if !updating && !strings.Contains(page, row) {
			t.Errorf("%s lacks this row; -update writes it:\n%s", scorePage, row)
		}
		summary.WriteString(row)
		for _, op := range operators {
			if n := full.total[op]; n > 0 {
				fmt.Fprintf(&byOperator, "| %s | %s | %d | %s | %s |\n", e, op, n, percent(full.killed[op], n), percent(small.killed[op], n))
			}
		}
		if len(full.survivors) > 0 {
			fmt.Fprintf(&survivors, "**%s**\n\n", e)
			for _, what := range full.survivors {
				fmt.Fprintf(&survivors, "- `%s`\n", strings.ReplaceAll(what, "`", "'"))
			}
			survivors.WriteString("\n")
		}
		t.Logf("%s", strings.TrimSpace(row))
	}
	if !updating {
		return
	}
	text := fmt.Sprintf(pageText, mutants, &summary, &byOperator, strings.Join(operatorNames(), " | "), strings.Repeat(" ---: |", len(operators)), &compared, &survivors)
	if err := os.WriteFile(scorePage, []byte(strings.TrimSpace(text)+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
}

func operatorNames() []string {
	var names []string
	for _, op := range operators {
		names = append(names, string(op))
	}
	return names
}

// other is the strings that the tests of another parser have.
type other struct {
	name  string
	texts []string
}

// others reads the tests of other parsers. Of tests that are programs, every string literal
// counts as a question: that favours them.
func others(t *testing.T) []other {
	formats := other{name: "JSON-Schema-Test-Suite and protovalidate, formats"}
	for _, c := range testdata.Formats() {
		formats.texts = append(formats.texts, c.Input)
	}
	whatwg := other{name: "WHATWG (web-platform-tests), `urltestdata.json`"}
	var entries []any
	if err := json.Unmarshal([]byte(read(t, module(t, "github.com/nlnwa/whatwg-url"), "testdata", "urltestdata.json")), &entries); err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if fields, ok := entry.(map[string]any); ok {
			whatwg.texts = append(whatwg.texts, fmt.Sprint(fields["input"]))
		}
	}
	return []other{
		{"Go, net/url " + runtime.Version(), literals(t, filepath.Join(goroot(t), "src", "net", "url"))},
		{"github.com/fredbi/uri", literals(t, module(t, "github.com/fredbi/uri"))},
		python(t),
		whatwg,
		formats,
	}
}

// goroot returns the folder of the Go tools, which have the tests of the standard library.
func goroot(t *testing.T) string {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// module returns the folder of a module that cmd/urispec-bench requires.
func module(t *testing.T, path string) string {
	cmd := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", path)
	cmd.Dir = filepath.Join("..", "..", "cmd", "urispec-bench")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("the folder of %s: %v", path, err)
	}
	return strings.TrimSpace(string(out))
}

// literals returns the string literals of the Go tests below a folder.
func literals(t *testing.T, folder string) []string {
	var out []string
	err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") && !strings.Contains(path, "fixtures") || !strings.HasSuffix(path, ".go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if text, err := strconv.Unquote(lit.Value); err == nil {
					out = append(out, text)
				}
			}
			return true
		})
		return nil
	})
	if err != nil || len(out) == 0 {
		t.Fatalf("%s: %d strings, %v", folder, len(out), err)
	}
	return out
}

// python returns the string literals of the tests of Python's urllib.parse.
func python(t *testing.T) other {
	out, err := exec.Command("python3", "-c", `
import ast, json, platform, test.test_urlparse as tests
print(platform.python_version())
for n in ast.walk(ast.parse(open(tests.__file__, encoding="utf-8").read())):
    if isinstance(n, ast.Constant) and isinstance(n.value, str):
        try: print(json.dumps(n.value.encode("utf-8").decode("utf-8")))
        except UnicodeEncodeError: pass
`).Output()
	if err != nil {
		t.Fatalf("the tests of Python: %v", err)
	}
	lines := bufio.NewScanner(strings.NewReader(string(out)))
	lines.Buffer(nil, 1<<20)
	lines.Scan()
	o := other{name: "Python " + lines.Text() + ", `urllib.parse`"}
	for lines.Scan() {
		var text string
		if err := json.Unmarshal(lines.Bytes(), &text); err != nil {
			t.Fatal(err)
		}
		o.texts = append(o.texts, text)
	}
	return o
}

const pageText = `
# What the suites find

How good is a conformance suite? We make parsers with one fault each, called mutants, and count those
that give a wrong verdict on some case of the suite: these are killed. This page is written by ` + "`go test ./resolve/suite -run TestScore -update`" + `.

There are two kinds of mutants. Some are the automaton of an edition with one change: a transition is
dropped, added or redirected to another state; a state accepts that should not, or the other way round;
or in one state, one byte is treated like those of another class. The others are compiled from the
grammar with one definition changed: an alternative or an element is left out, an option becomes
mandatory or an element optional, a count is one more or less, or a character is replaced. Mutants that
accept the same strings as the edition are found by comparing automata, and do not count. For each
edition we use %d mutants of the automaton, chosen with a fixed seed (or all, if there are fewer), and
all mutants of the rules. Percentages are rounded down, so 100.0 %% is all of them.

| edition | mutants | verdicts, full | killed | verdicts, small | killed |
| --- | ---: | ---: | ---: | ---: | ---: |
%s
A small suite cannot try every byte in every state. What it finds depends on the kind of fault:

| edition | fault | mutants | killed, full | killed, small |
| --- | --- | ---: | ---: | ---: |
%s
## Other tests

These are the scores, for rfc3986, of the inputs that the tests of other parsers use. Only the inputs
are theirs; the verdicts are those of rfc3986, since some of these parsers follow other documents.
Where the tests are programs, every string literal in them counts as an input.

| inputs | number | killed | %s |
| --- | ---: | ---: |%s
%s
## Survivors

These mutants pass the full suite. Each is followed by a shortest string that shows its fault.

%s`
