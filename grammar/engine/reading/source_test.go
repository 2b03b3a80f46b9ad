package reading_test

import (
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/urispec/urispec/grammar/engine/bnf"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// editions are the folders of editions, by name.
func editions(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("../../editions/*/*.json")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		if name := filepath.Base(filepath.Dir(f)); name+".json" == filepath.Base(f) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		t.Fatal("no editions")
	}
	return names
}

func read(t testing.TB, name string) *reading.Source {
	t.Helper()
	src, err := reading.Read(os.DirFS(filepath.Join("../../editions", name)), name)
	if err == nil && src.Amends != "" {
		err = src.Amend(read(t, src.Amends))
	}
	if err != nil {
		t.Fatal(err)
	}
	return src
}

func grammarOf(t testing.TB, src *reading.Source) *reading.Grammar {
	t.Helper()
	g, err := reading.New(src)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func repairedText(t *testing.T, src *reading.Source) (text []byte, touched map[int][]*reading.Repair) {
	t.Helper()
	text, touched, err := src.Repaired()
	if err != nil {
		t.Fatal(err)
	}
	return text, touched
}

// TestEveryRepairIsNeeded: without one repair the text cannot be read, and the
// error is on a line of that repair; or exactly the rules that it touches
// differ.
func TestEveryRepairIsNeeded(t *testing.T) {
	for _, name := range editions(t) {
		whole := grammarOf(t, read(t, name))
		for i, repair := range whole.Source.Repairs {
			src := read(t, name)
			src.Repairs = slices.Delete(src.Repairs, i, i+1)
			var lines []int
			for line, repairs := range whole.Touched {
				if slices.ContainsFunc(repairs, func(r *reading.Repair) bool { return r.ID == repair.ID }) {
					lines = append(lines, line)
				}
			}
			if len(lines) == 0 {
				t.Errorf("%s touches no line", repair.ID)
			}
			text, _ := repairedText(t, src)
			g, err := bnf.Read(src.File(), text, whole.BNF.Notation)
			if err != nil {
				for _, err := range syntaxErrors(t, err) {
					if !slices.Contains(lines, err.Pos.Line) {
						t.Errorf("without %s: %v, which is no line of the repair", repair.ID, err)
					}
				}
				continue
			}
			var own []*bnf.Rule // of the whole grammar
			for _, r := range whole.BNF.Rules {
				if r.Pos.File == src.File() {
					own = append(own, r)
				}
			}
			slices.SortFunc(own, func(a, b *bnf.Rule) int { return a.Pos.Line - b.Pos.Line })
			if len(g.Rules) != len(own) {
				t.Fatalf("without %s: %d rules, with it %d", repair.ID, len(g.Rules), len(own))
			}
			for j, r := range own {
				touched := slices.ContainsFunc(lines, func(line int) bool { return r.Pos.Line <= line && line <= r.EndLine })
				differs := r.Format(g.Notation) != g.Rules[j].Format(g.Notation)
				if touched != differs {
					t.Errorf("%s touches %s: %v, which differs: %v", repair.ID, r.Name, touched, differs)
				}
			}
		}
	}
}

// syntaxErrors takes apart what bnf.Read returns.
func syntaxErrors(t *testing.T, err error) []*bnf.SyntaxError {
	t.Helper()
	list := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		list = joined.Unwrap()
	}
	var out []*bnf.SyntaxError
	for _, err := range list {
		var syntax *bnf.SyntaxError
		if !errors.As(err, &syntax) {
			t.Fatal(err)
		}
		out = append(out, syntax)
	}
	return out
}

// TestPublished: what is wrong with the texts as published, line by line.
func TestPublished(t *testing.T) {
	for name, want := range map[string]string{
		"rfc1738": `
rfc1738.bnf:70:41: gopherurl: found "/", expected an element; in this notation "|" separates alternatives and a slash must be quoted`,
		"url-syntax-02": `
url-syntax-02.bnf:33:1: path: no other rule refers to path, and it is not a start rule`,
		"url-syntax-09": `
url-syntax-09.bnf:27:47: server: found "]", expected an element, "|" or the next rule; no "[" is open`,
		"rfc2396bis-00": `
rfc2396bis-00.bnf:47:43: domainlabel: found "|", expected an element, "/" or ")"; in this notation "/" separates alternatives and a "|" must be quoted
rfc2396bis-00.bnf:48:43: toplabel: found "|", expected an element, "/" or ")"; in this notation "/" separates alternatives and a "|" must be quoted`,
		"rfc3986": `
rfc3986.bnf:18:1: absolute-URI: no other rule refers to absolute-URI, and it is not a start rule
rfc3986.bnf:60:1: path: no other rule refers to path, and it is not a start rule
rfc3986.bnf:70:18: path-empty: <pchar> is prose, which no program can read; the rule is written pchar; 0 times anything is ""
rfc3986.bnf:86:1: reserved: no other rule refers to reserved, and it is not a start rule`,
	} {
		src := read(t, name)
		g, err := bnf.Read(src.File(), src.Text, notation(t, src))
		if diff := cmp.Diff(want, problems(src, g, err)); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", name, diff)
		}
	}
}

// TestVerifyLines: after the repairs only rules are left that nothing refers to.
// They serve the prose; no erratum is about them.
func TestVerifyLines(t *testing.T) {
	for name, want := range map[string]string{
		"rfc1738": `
rfc1738.bnf:130:1: national: no other rule refers to national, and it is not a start rule
rfc1738.bnf:131:1: punctuation: no other rule refers to punctuation, and it is not a start rule`,
		"url-syntax-02": `
url-syntax-02.bnf:33:1: path: no other rule refers to path, and it is not a start rule`,
		"url-syntax-09": `
url-syntax-09.bnf:38:1: path: no other rule refers to path, and it is not a start rule`,
		"rfc2396bis-00": `
rfc2396bis-00.bnf:11:1: absolute-URI-reference: no other rule refers to absolute-URI-reference, and it is not a start rule
rfc2396bis-00.bnf:75:1: path: no other rule refers to path, and it is not a start rule`,
		"rfc3986": `
rfc3986.bnf:18:1: absolute-URI: no other rule refers to absolute-URI, and it is not a start rule
rfc3986.bnf:60:1: path: no other rule refers to path, and it is not a start rule
rfc3986.bnf:86:1: reserved: no other rule refers to reserved, and it is not a start rule`,
	} {
		g := grammarOf(t, read(t, name))
		if diff := cmp.Diff(want, problems(g.Source, g.BNF, nil)); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", name, diff)
		}
	}
}

func notation(t *testing.T, src *reading.Source) bnf.Notation {
	t.Helper()
	return map[string]bnf.Notation{"rfc822": bnf.RFC822, "abnf": bnf.ABNF}[src.Notation]
}

// problems lists what is to be said about a text, a line each.
func problems(src *reading.Source, g *bnf.Grammar, err error) string {
	if err != nil {
		return "\n" + err.Error()
	}
	var b strings.Builder
	for _, p := range g.Verify(src.Start) {
		b.WriteString("\n" + p.String())
	}
	return b.String()
}

// TestLines: the positions of rules are those of the published text.
func TestLines(t *testing.T) {
	for _, name := range editions(t) {
		g := grammarOf(t, read(t, name))
		lines := strings.Split(string(g.Source.Text), "\n")
		printed := make(map[string]string)
		for as, rule := range g.Source.Aliases {
			printed[rule] = as
		}
		for _, r := range g.BNF.Rules {
			if g.Amended != nil && r.Pos.File == g.Amended.Source.File() {
				continue // checked there
			}
			word := r.Name
			if as, ok := printed[word]; ok {
				word = as
			}
			if line := lines[r.Pos.Line-1]; !strings.HasPrefix(line, word) || r.Pos.File != name+".bnf" || r.EndLine < r.Pos.Line {
				t.Errorf("%s: %s at %v, where the text is %q", name, r.Name, r.Pos, line)
			}
		}
	}
}

// TestRepair: what a repair can say.
func TestRepair(t *testing.T) {
	for _, c := range []struct {
		why     string
		text    string
		repairs []reading.Repair
		want    string // the text, or the error
		lines   []int
	}{
		{"text is taken literally",
			"a = b.c $1\n", []reading.Repair{{What: "b.c $1", With: "$1 \\d"}}, "a = $1 \\d\n", []int{1}},
		{"an expression may use what it matched",
			"a = <b> / <c>\n", []reading.Repair{{What: "<([a-z])>", With: "\"$1\"", Regexp: true}}, "a = \"b\" / \"c\"\n", []int{1}},
		{"every line that has it",
			"a = x\nb = y\nc = x\n", []reading.Repair{{What: "x", With: "z"}}, "a = z\nb = y\nc = z\n", []int{1, 3}},
		{"one after the other",
			"a = x\n", []reading.Repair{{What: "x", With: "y"}, {What: "y", With: "z"}}, "a = z\n", []int{1}},
		{"comment lines are left alone",
			"; x\na = x\n", []reading.Repair{{What: "x", With: "z"}}, "; x\na = z\n", []int{2}},
		{"no line end is lost",
			"a = x", []reading.Repair{{What: "x", With: "z"}}, "a = z", []int{1}},
		{"what stands in comments only stands nowhere",
			"; x\na = y\n", []reading.Repair{{ID: "N1", What: "x", With: "z"}}, `t.json: repair N1: the text has no "x"`, nil},
		{"what a repair before it took away",
			"a = x\n", []reading.Repair{{ID: "N1", What: "x", With: "y"}, {ID: "N2", What: "x", With: "z"}}, `t.json: repair N2: the text has no "x"`, nil},
		{"an expression that is none",
			"a = x\n", []reading.Repair{{ID: "N1", What: "(", Regexp: true}}, "t.json: repair N1: error parsing regexp: missing closing ): `(`", nil},
	} {
		src := &reading.Source{Name: "t", Text: []byte(c.text), Repairs: c.repairs}
		text, touched, err := src.Repaired()
		got := string(text)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
		if lines := slices.Sorted(maps.Keys(touched)); err == nil && !slices.Equal(lines, c.lines) {
			t.Errorf("%s: lines %v, want %v", c.why, lines, c.lines)
		}
		if string(src.Text) != c.text {
			t.Errorf("%s: the published text was changed", c.why)
		}
	}
}

// data is what a small edition's NAME.json holds.
type data map[string]any

// folder makes the folder of an edition t: the text, and its data with these
// fields in place of those that will do for most.
func folder(text string, fields data) fstest.MapFS {
	d := data{"name": "t", "notation": "abnf", "start": "a", "sections": sections(text)}
	maps.Copy(d, fields)
	b, err := json.Marshal(d)
	if err != nil {
		panic(err)
	}
	return fstest.MapFS{"t.bnf": {Data: []byte(text)}, "t.json": {Data: b}}
}

// sections gives each rule of the text, and the core rules, a section.
func sections(text string) map[string]string {
	out := map[string]string{"ALPHA": "core", "DIGIT": "core", "HEXDIG": "core"}
	for line := range strings.Lines(text) {
		if name, _, ok := strings.Cut(line, "="); ok && !strings.HasPrefix(line, " ") {
			out[strings.TrimSpace(name)] = "1"
		}
	}
	return out
}

func makeGrammar(text string, fields data) (*reading.Grammar, error) {
	src, err := reading.Read(folder(text, fields), "t")
	if err != nil {
		return nil, err
	}
	return reading.New(src)
}

func mustGrammar(t testing.TB, text string, fields data) *reading.Grammar {
	t.Helper()
	g, err := makeGrammar(text, fields)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestErrors: what is wrong with an edition's folder, and where.
func TestErrors(t *testing.T) {
	type decisions []reading.Decision
	const rfc822 = "a = b | c\nb = \"x\"\nc = \"y\"\n"
	for _, c := range []struct {
		why    string
		text   string
		fields data
		want   string
	}{
		{"unknown field", "a = \"x\"\n", data{"titel": "A"}, `t.json: titel: there is no such key; did you mean title?`},
		{"unknown field of a repair", "a = \"x\"\n", data{"repairs": []data{{"id": "N1", "regex": true}}}, `t.json: repairs[0].regex: there is no such key; did you mean regexp?`},
		{"unknown field of a decision", "a = \"x\"\n", data{"reading": []data{{"prefix": "x", "drop": true}}}, `t.json: reading[0].prefix: there is no such key`},
		{"wrong type", "a = \"x\"\n", data{"start": 1}, `t.json: start: a string is wanted, not a number`},
		{"the name of another edition", "a = \"x\"\n", data{"name": "u"}, `t.json: name: "u" is not the name of the file`},
		{"no notation", "a = \"x\"\n", data{"notation": ""}, `t.json: notation: "" is neither rfc822 nor abnf`},
		{"a notation that is none", "a = \"x\"\n", data{"notation": "ebnf"}, `t.json: notation: "ebnf" is neither rfc822 nor abnf`},
		{"the other notation", "a = \"x\" | \"y\"\n", nil, `t.bnf:1:9: a: found "|", expected an element, "/" or the next rule; in this notation "/" separates alternatives and a "|" must be quoted`},
		{"no rule", "; nothing\n", nil, `t.json: start: there is no rule "a"`},

		{"a start rule that does not exist", "a = \"x\"\n", data{"start": "b"}, `t.json: start: there is no rule "b"`},
		{"no start rule", "a = \"x\"\n", data{"start": ""}, `t.json: start: missing`},
		{"a rule without section", "a = b\nb = \"x\"\n", data{"sections": map[string]string{"a": "1"}}, `t.json: sections: rule b has none`},
		{"a core rule without section", "a = ALPHA\n", data{"sections": map[string]string{"a": "1"}}, `t.json: sections: rule ALPHA has none`},

		{"a rule that is not defined", "a = \"x\" / [ b ]\n", nil, `t.bnf:1:13: a: b is not defined`},
		{"a rule of core that the other notation has not", "a = ALPHA\n", data{"notation": "rfc822"}, `t.bnf:1:5: a: ALPHA is not defined; it is a core rule of ABNF, and this notation has no core rules`},
		{"a name in another case", "a = B\nb = \"x\"\n", data{"notation": "rfc822"}, `t.bnf:1:5: a: B is not defined; did you mean b?`},
		{"a rule that refers to itself", "a = \"x\" a\n", nil, `t.bnf:1:1: a: a is defined by itself: a -> a`},
		{"rules that refer to each other", "a = b\nb = \"x\" [ c ]\nc = A\n", nil, `t.bnf:1:1: a: a is defined by itself: a -> b -> c -> a`},
		{"prose", "a = b\nb = <any byte>\n", nil, `t.bnf:2:5: b: <any byte> is prose, which no program can read`},
		{"a value that is not a byte", "a = %x41.100\n", nil, `t.bnf:1:5: the value 256 is not a byte`},
		{"a range that ends after the bytes", "a = %x80-FFFF\n", nil, `t.bnf:1:5: the value 65535 is not a byte`},
		{"a repair that is not needed", "a = \"x\"\n", data{"repairs": []data{{"id": "N1", "what": "y"}}}, `t.json: repair N1: the text has no "y"`},

		{"a decision about a rule that does not exist", rfc822,
			data{"notation": "rfc822", "reading": decisions{{Rule: "d", Element: "b", Drop: true}}}, `t.json: reading: there is no rule "d"`},
		{"a decision about an alternative that the rule has not", rfc822,
			data{"notation": "rfc822", "reading": decisions{{Rule: "a", Element: "d", First: true}}}, `t.json: reading: rule a has no d`},
		{"a decision about a part of an alternative", "a = b \"z\" | c\nb = \"x\"\nc = \"y\"\n",
			data{"notation": "rfc822", "reading": decisions{{Rule: "a", Element: "b", Drop: true}}}, `t.json: reading: rule a has no b`},
		{"a lazy rule that is not referred to", "a = c\nb = *\"x\"\nc = \"y\"\n",
			data{"reading": decisions{{Rule: "a", Element: "b", Lazy: true}}}, `t.json: reading: rule a has no b`},
		{"a lazy rule that is no repetition", rfc822,
			data{"notation": "rfc822", "reading": decisions{{Rule: "a", Element: "b", Lazy: true}}}, `t.json: reading: rule b is not a repetition, and does not end with one`},
		{"a decision in the other notation", rfc822,
			data{"notation": "rfc822", "reading": decisions{{Rule: "a", Element: "b / c", Drop: true}}},
			`t.json: reading: rule a: 1:3: found "/", expected an element, "|" or the end; in this notation "|" separates alternatives and a slash must be quoted`},
		{"a prefix that is no expression", rfc822,
			data{"notation": "rfc822", "reading": decisions{{Rule: "a", Element: "b", Not: "("}}},
			`t.json: reading: rule a: 1:2: found the end of the text, expected an element; the empty string is written ""`},
		{"a prefix with a rule that does not exist", rfc822,
			data{"notation": "rfc822", "reading": decisions{{Rule: "a", Element: "b", Not: "d"}}}, `t.json: reading: rule a: 1:1: rule d is not defined`},
	} {
		t.Run(c.why, func(t *testing.T) {
			_, err := makeGrammar(c.text, c.fields)
			if err == nil {
				t.Fatal("no error")
			}
			if diff := cmp.Diff(c.want, err.Error()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadErrors(t *testing.T) {
	for _, c := range []struct {
		why    string
		folder fstest.MapFS
		want   string
	}{
		{"no text", fstest.MapFS{"t.json": {}}, "open t.bnf: file does not exist"},
		{"no data", fstest.MapFS{"t.bnf": {}}, "open t.json: file does not exist"},
		{"empty data", fstest.MapFS{"t.bnf": {}, "t.json": {}}, "t.json:1: unexpected end of JSON input"},
		{"no JSON", fstest.MapFS{"t.bnf": {}, "t.json": {Data: []byte("name: t")}}, "t.json:1: invalid character 'a' in literal null (expecting 'u')"},
	} {
		if _, err := reading.Read(c.folder, "t"); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.why, err, c.want)
		}
	}
}
