package main

import (
	"bytes"
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispec/urispec/grammar/engine/golden"
	"github.com/urispec/urispec/resolve/judge"
)

// TestMain builds the adapters that are compiled, where there is a compiler.
func TestMain(m *testing.M) {
	list, err := parsers()
	if err != nil {
		panic(err)
	}
	build(list, os.Stderr)
	os.Exit(m.Run())
}

// list returns the parsers.
func list(t *testing.T) []*parser {
	t.Helper()
	all, err := parsers()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestParsers: parsers.json and the folder of adapters list each other, and every adapter says what
// its verdict means.
func TestParsers(t *testing.T) {
	shared := []string{"protocol.h", "serve.mjs", "whatwg.mjs"}
	used := make(map[string]bool)
	for _, p := range list(t) {
		if p.Missing != "" {
			continue
		}
		used[p.Adapter] = true
		text, err := os.ReadFile(p.Adapter)
		if err != nil {
			t.Error(err)
			continue
		}
		head := strings.ToLower(string(text[:min(len(text), 1500)]))
		if !strings.Contains(head, "valid") && !strings.Contains(head, "see ask in whatwg.mjs") && p.Adapter != "inprocess.go" {
			t.Errorf("%s does not say at its head what its verdict means", p.Adapter)
		}
		if _, ok := inProcess[p.Name]; ok != (len(p.Command) == 0) {
			t.Errorf("%s is neither or both: in this process, and a command", p.Name)
		}
	}
	files, err := os.ReadDir("adapters")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !used["adapters/"+f.Name()] && !slices.Contains(shared, f.Name()) {
			t.Errorf("parsers.json does not have adapters/%s", f.Name())
		}
	}
}

// started starts a parser that is installed.
func started(t *testing.T, p *parser) judge.Parser {
	t.Helper()
	if _, err := p.installed(); err != nil {
		t.Skipf("%s is not installed, so its adapter does not run (go run . setup): %v", p.Name, err)
	}
	j, closeIt, err := p.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := closeIt(); err != nil {
			t.Error(err)
		}
	})
	return j
}

// TestAdapters: what all parsers agree on comes through every adapter, and so do all characters.
func TestAdapters(t *testing.T) {
	base := "http://h.example/a/b"
	questions := []judge.Question{
		{Input: "http://u:p@h.example:81/a/b.c?d=%20e#f"},
		{Input: "../c?d", Base: &base},
		{Input: "http://h.example/\"\\/\u00e9\u2028\U0001F600\t\x00"},
		{Input: "http://h.example/\xff\xfe"},
		{Input: "\"\\\u00e9\u2028\U0001F600", Base: &base},
		{Input: "http://h.example/" + strings.Repeat("a", 100_000)},
	}
	want := map[string]string{
		"scheme": "http", "userinfo": "u:p", "host": "h.example", "port": "81", "path": "/a/b.c", "query": "d=%20e", "fragment": "f",
	}
	for _, p := range list(t) {
		if p.Missing != "" {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			j := started(t, p)
			answers, err := j.Ask(t.Context(), questions)
			if err != nil {
				t.Fatal(err)
			}
			for i, a := range answers {
				if a.Failure != nil {
					t.Errorf("%.80q: %v", questions[i].Input, a.Failure)
				}
			}
			if valid := answers[0].Valid; valid != nil && !*valid {
				t.Errorf("it refuses %q", questions[0].Input)
			}
			for name, text := range answers[0].Parts {
				if text == nil || *text != want[name] {
					t.Errorf("%s of %q: %s, want %q", name, questions[0].Input, part(text), want[name])
				}
			}
			if target, ok := answers[1].Parts[judge.Target]; ok && (target == nil || *target != "http://h.example/c?d") {
				t.Errorf("target: %s", part(target))
			}
			if path, ok := answers[5].Parts["path"]; !ok || len(*path) != 100_001 {
				t.Errorf("a long path was not read whole")
			}
		})
	}
}

// TestServe: a parser in Go as a program gives the answers that it gives in the process.
func TestServe(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("JUDGE_SERVE") != "" {
		if err := command(t.Context(), []string{"serve", os.Getenv("JUDGE_SERVE")}, os.Stdin, os.Stdout); err != nil {
			t.Error(err)
		}
		os.Exit(0)
	}
	base := "http://a/b?q"
	questions := []judge.Question{
		{Input: "http://[::1]:80/\"\\\u2028?#"}, {Input: "//\xff"}, {Input: "?", Base: &base}, {Input: "%", Base: &base}, {Input: ""},
	}
	for name, p := range inProcess {
		t.Setenv("JUDGE_SERVE", name)
		served, err := judge.Start(t.Context(), []string{program, "-test.run", "^TestServe$"}, judge.Options{Protocol: judge.JSON})
		if err != nil {
			t.Fatal(err)
		}
		got, err := served.Ask(t.Context(), questions)
		if err != nil {
			t.Fatal(err)
		}
		want, err := p.answer.Ask(t.Context(), questions)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-in the process +as a program):\n%s", name, diff)
		}
		if err := served.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestResults: what is checked in is what the parsers that are installed say now, if they have the
// same version.
func TestResults(t *testing.T) {
	cases, err := makeSuite()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list(t) {
		if p.Missing != "" {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			before, err := readResult(p)
			if err != nil {
				t.Fatal(err)
			}
			if testing.Short() && len(p.Command) > 0 {
				t.Skip("programs are judged without -short")
			}
			t.Parallel()
			started(t, p)
			version, err := p.installed()
			if err != nil {
				t.Fatal(err)
			}
			if version != before.Version {
				t.Skipf("version %s is installed, and %s was judged; go run . scoreboard judges it", version, before.Version)
			}
			r, err := makeResult(t.Context(), p, cases)
			if err != nil {
				t.Fatal(err)
			}
			r.Learned = before.Learned
			text, err := r.text()
			if err != nil {
				t.Fatal(err)
			}
			golden.Compare(t, resultFile(p), string(text))
		})
	}
}

// TestPage: the page is made of the results.
func TestPage(t *testing.T) {
	text, err := page(list(t))
	if err != nil {
		t.Fatal(err)
	}
	golden.Compare(t, "SCOREBOARD.md", text)
}

// TestKnown: the judge finds what the issue trackers know, most of it without being told.
func TestKnown(t *testing.T) {
	issues, err := knownIssues()
	if err != nil {
		t.Fatal(err)
	}
	all := list(t)
	alone := make(map[string]int)
	total := 0
	for _, k := range issues {
		i := slices.IndexFunc(all, func(p *parser) bool { return p.Name == k.Parser })
		if i < 0 {
			t.Errorf("%s: parsers.json has no %s", k.Issue, k.Parser)
			continue
		}
		r, err := readResult(all[i])
		if err != nil {
			t.Error(err)
			continue
		}
		j := slices.IndexFunc(r.Known, func(f found) bool { return f.Issue == k.Issue })
		if j < 0 {
			t.Errorf("%s: the judge finds nothing wrong with it in %s %s", k.Issue, r.Parser, r.Version)
			continue
		}
		if r.Known[j].Alone != "" {
			alone[k.Parser]++
			total++
		}
	}
	for _, name := range []string{"net/url", "urllib.parse", "java.net.URI", "parse_url"} {
		if alone[name] == 0 {
			t.Errorf("the judge finds nothing alone that the issue tracker of %s knows", name)
		}
	}
	if total < 10 {
		t.Errorf("the judge finds %d of the issues alone, want at least 10", total)
	}
}

// TestUriparser: liburiparser has no verdict that differs from RFC 3986's.
func TestUriparser(t *testing.T) {
	all := list(t)
	p := all[slices.IndexFunc(all, func(p *parser) bool { return p.Name == "uriparser" })]
	r, err := readResult(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, tally := range r.Tallies {
		if tally.Subject == judge.Verdict && (tally.Judged < 1000 || tally.Right < tally.Judged) {
			t.Errorf("%d of %d verdicts are right", tally.Right, tally.Judged)
		}
	}
}

// TestPrograms: what is there comes as flags, and differ's own parser does not.
func TestPrograms(t *testing.T) {
	var out bytes.Buffer
	if err := command(t.Context(), []string{"programs", "net/url", "fredbi/uri", "trurl"}, nil, &out); err != nil {
		t.Fatal(err)
	}
	if want := "--program=go-fredbi-uri=go run . serve fredbi/uri\n"; out.String() != want {
		t.Errorf("got %q, want %q", &out, want)
	}
}

// TestSetup: what is missing is named.
func TestSetup(t *testing.T) {
	missing := &parser{Name: "nobody's", NPM: "package-that-is-not-there", Version: "1.0.0"}
	if _, err := missing.installed(); err == nil {
		t.Error("it is there")
	}
	if _, _, err := missing.open(t.Context()); err == nil {
		t.Error("it starts")
	}
}

// TestTrouble: wrong words are errors.
func TestTrouble(t *testing.T) {
	for _, args := range [][]string{{}, {"nonsense"}, {"serve"}, {"serve", "urllib.parse"}, {"scoreboard", "nobody"}} {
		var out bytes.Buffer
		if err := command(context.Background(), args, strings.NewReader(""), &out); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
	if _, err := readResult(&parser{Name: "nobody"}); err == nil {
		t.Error("a result that is not there is read")
	}
}
