package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/engine/effort"
)

// TestNewEditions adds editions to a copy of the module: folders with a text and its
// data, and nothing else. They are generated and compiled, and each command answers for
// them, or says why it has no answer.
func TestNewEditions(t *testing.T) {
	if !effort.Exhaustive() {
		t.Skip("compiles a copy of the module; the exhaustive measure does that")
	}
	root := t.TempDir()
	copyModule(t, root)

	add := func(name string, change func(text string, data map[string]any) string) {
		text, data := readToy(t)
		data["name"] = name
		if change != nil {
			text = change(text, data)
		}
		folder := filepath.Join(root, "grammar", "editions", name)
		if err := os.Mkdir(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		j, err := json.Marshal(data)
		if err != nil {
			t.Fatal(err)
		}
		for file, content := range map[string][]byte{name + ".bnf": []byte(text), name + ".json": j} {
			if err := os.WriteFile(filepath.Join(folder, file), content, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	edition := func(data map[string]any) map[string]any { return data["edition"].(map[string]any) }

	add("toy", nil) // has no rule called unreserved
	add("whatwg-url", func(text string, data map[string]any) string {
		// Rules that are called like keywords of Go, or like what the generated code uses.
		for from, to := range map[string]string{"plain": "type", "host": "func", "path": "Edition", "port": "grammar"} {
			text = regexp.MustCompile(`\b`+from+`\b`).ReplaceAllString(text, to)
			rename(data, from, to)
		}
		return text
	})
	add("rfc9999", func(text string, data map[string]any) string {
		edition(data)["obsoletes"] = []string{"RFC 3986"}
		edition(data)["status"] = "Standards Track"
		return text
	})
	add("bare", func(text string, data map[string]any) string {
		// No escaped octets, no site and no query.
		text = strings.NewReplacer(
			` / escape`, ``, `escape    = "%" HEXDIG HEXDIG`, ``, ` [ "//" site ]`, ``, ` [ "?" query ]`, ``,
			"site      = host [ \":\" port ]\n", ``, "host      = *( plain / escape )\n", ``, "port      = *DIGIT\n", ``,
			"query     = *( pchar / \"/\" / \"?\" )\n", ``,
		).Replace(text)
		for _, rule := range []string{"escape", "site", "host", "port", "query", "HEXDIG"} {
			delete(data["sections"].(map[string]any), rule)
			delete(edition(data)["components"].(map[string]any), rule)
			delete(edition(data)["data"].(map[string]any), rule)
		}
		delete(edition(data), "site")
		return text
	})

	// Nothing but the folders of the new editions, and what is made of all editions.
	for _, name := range []string{"toy", "whatwg-url", "rfc9999", "bare"} {
		if err := write(root, name); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	program := filepath.Join(t.TempDir(), "urispec")
	for _, args := range [][]string{{"go", "build", "-o", program, "./cmd/urispec"}, {"go", "vet", "./grammar/..."}} {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", cmd.Args, err, out)
		}
	}
	urispec := func(args ...string) (stdout string, status int) {
		cmd := exec.Command(program, args...)
		cmd.Dir = root
		var errors strings.Builder
		cmd.Stderr = &errors
		out, err := cmd.Output()
		if _, exited := err.(*exec.ExitError); err != nil && !exited {
			t.Fatal(err)
		}
		if strings.Contains(errors.String(), "goroutine ") {
			t.Errorf("urispec %q panics:\n%s", args, &errors)
		}
		return string(out) + errors.String(), cmd.ProcessState.ExitCode()
	}

	// Each command, for these editions.
	const sited = "toy whatwg-url rfc9999"
	const all = sited + " bare"
	tried := make(map[string]bool)
	for _, test := range []struct {
		editions, args, status, want string // some of these statuses, and a part of the output
	}{
		{all, "check -e EDITION a:/b#c", "0", "ok  a:/b#c"},
		{all, "check -e EDITION a:/[", "1", "offset 3"},
		{all, "check -e EDITION --json a:/[", "1", `"section":"2.3"`},
		{all, "check -e EDITION --uri a:/b#c", "0", "ok"},
		{all, "check -e EDITION --absolute a:/b#c", "1", "no"},
		{sited, "check -e EDITION a://b:1/c?d", "0", "ok"},
		{"bare", "check -e EDITION a://b", "1", "no"},
		{"bare", "check -e EDITION %41", "1", "no"},
		{"toy", "check -e EDITION --rule host b%41", "0", "ok"},
		{"whatwg-url", "check -e EDITION --rule func b%41", "0", "ok"},
		{all, "check -e EDITION --count --corrected a:/b a:[", "1", "1 valid"},
		{all, "tree -e EDITION a:/b", "0", "segment-1"},
		{all, "tree -e EDITION --format=go a:/b", "0", `"segment-1"`},
		{sited, "tree -e EDITION --json a://b:1/c?d#e", "0", `"port":"1"`},
		{all, "resolve -e EDITION --base a:/b/c /d/../e", "0", "a:/e"},
		{all, "resolve -e EDITION --base a:/b/c --trace /d/../e", "0", "a:/e"},
		{all, "split -e EDITION a:/b#c", "0", "fragment"},
		{all, "normalize -e EDITION a:/b/../c", "0", "a:/c"},
		{sited, "normalize -e EDITION a:%41", "1", "offset"},
		{sited, "normalize -e EDITION a:/%41", "0", "a:/A"},
		{all, "relativize -e EDITION --base a:/b/c a:/b/d", "0", "d"},
		{all, "compare a:/b", "1", "EDITION"},
		{all, "map -e EDITION a:/b", "2", "EDITION"},
		{sited, "encode -e EDITION --component=segment a/b", "0", "a%2Fb"},
		{"bare", "encode -e EDITION --component=segment a/b", "1", "/"},
		{sited, "decode -e EDITION --component=segment a%2Fb", "0", "a/b"},
		{all, "describe -e EDITION a:/b", "2", "rfc1738"},
		{all, "lint -e EDITION a:/b", "0 or 1", ""},
		{all, "expand -e EDITION b/c", "2", "abbreviated"},
		{all, "extract -e EDITION README.md", "0 or 1", ""},
		{all, "wrap -e EDITION a:/b", "0", "a:/b"},
		{all, "diff EDITION rfc3986", "1", "EDITION"},
		{all, "diff --published EDITION", "0 or 1", ""},
		{all, "editions", "0", "EDITION"},
		{all, "rules -e EDITION", "0", "segment-1"},
		{all, "rules -e EDITION --ambiguity", "0 or 1", ""},
		{all, "rules -e EDITION --svg pchar", "0", "<svg"},
		{all, "chars -e EDITION a", "0", "scheme"},
		{all, "parse -e EDITION --get {scheme} a:/b", "0", "a"},
		{all, "edit -e EDITION --set fragment=c a:/b", "0", "a:/b#c"},
		{all, "export -e EDITION --to re2 --rule scheme", "0", "[A-Za-z]"},
		{all, "schemes", "0", "mailto"},
		{all, "differ a:/b", "0", "EDITION"},
		{all, "judge -e EDITION -- cat", "2", "garbage"},
		{all, "learn -e EDITION --rule scheme -- cat", "2", ""},
		{all, "sample -e EDITION --rule scheme -n 3", "0", ""},
		{all, "nearest -e EDITION a:/[", "0 or 1", "a:/"},
		{all, "serve --listen EDITION", "2", "address"},
		{sited, "suite -e EDITION -o made/suite-EDITION", "0", "cases.jsonl"},
		{"bare", "suite -e EDITION --json", "0", `"kind":"equivalence"`},
		{all, "schema check", "0", "schema"},
		{all, "completion bash", "0", "urispec"},
		{all, "help check", "0", "Exit status"},
		{all, "grammar check grammar/editions/EDITION/EDITION.bnf", "0 or 1", ""},
		{all, "gen -g grammar/editions/EDITION/EDITION.bnf --package x -o made/EDITION", "0", "package_gen.go"},
	} {
		args := strings.Fields(test.args)
		tried[args[0]] = true
		for _, name := range strings.Fields(test.editions) {
			now := slices.Clone(args)
			for i, arg := range now {
				now[i] = strings.ReplaceAll(arg, "EDITION", name)
			}
			out, status := urispec(now...)
			if !strings.Contains(test.status, strconv.Itoa(status)) || !strings.Contains(out, strings.ReplaceAll(test.want, "EDITION", name)) {
				t.Errorf("urispec %s: status %d, want %s and %q in\n%s", strings.Join(now, " "), status, test.status, test.want, out)
			}
		}
	}
	help, _ := urispec("--help")
	help, _, _ = strings.Cut(help, "\nFlags:")
	for _, m := range regexp.MustCompile(`(?m)^  ([a-z]+) .*\n`).FindAllStringSubmatch(help, -1) {
		if !tried[m[1]] {
			t.Errorf("no line above tries urispec %s", m[1])
		}
	}
}

// readToy returns the text and the data of an edition that is about the least that
// there can be.
func readToy(t *testing.T) (text string, data map[string]any) {
	t.Helper()
	folder := filepath.Join("..", "grammar", "testdata", "toy")
	b, err := os.ReadFile(filepath.Join(folder, "toy.bnf"))
	if err != nil {
		t.Fatal(err)
	}
	j, err := os.ReadFile(filepath.Join(folder, "toy.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(j, &data); err != nil {
		t.Fatal(err)
	}
	return string(b), data
}

// copyModule copies the files of the module, without those of the version control.
func copyModule(t *testing.T, to string) {
	t.Helper()
	err := filepath.WalkDir("..", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel("..", name)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		switch {
		case entry.IsDir() && entry.Name() == ".git":
			return fs.SkipDir
		case entry.IsDir():
			return os.MkdirAll(target, 0o777)
		case !entry.Type().IsRegular():
			return nil
		}
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(target, b, 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// rename gives a rule another name, in all the data of an edition.
func rename(data map[string]any, from, to string) {
	sections := data["sections"].(map[string]any)
	sections[to] = sections[from]
	delete(sections, from)
	of := data["edition"].(map[string]any)
	components := of["components"].(map[string]any)
	if word, ok := components[from]; ok {
		components[to] = word
		delete(components, from)
	}
	var replace func(v any) any
	replace = func(v any) any {
		switch v := v.(type) {
		case string:
			if v == from {
				return to
			}
		case []any:
			for i := range v {
				v[i] = replace(v[i])
			}
		}
		return v
	}
	for word, rule := range of["data"].(map[string]any) {
		of["data"].(map[string]any)[word] = replace(rule)
	}
	for _, key := range []string{"unreserved", "site", "paths"} {
		of[key] = replace(of[key])
	}
}
