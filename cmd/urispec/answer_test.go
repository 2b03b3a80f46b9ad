package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/sample"
	"github.com/urispec/urispec/resolve/suite"
)

// pageStrings are strings that people might type: of all editions, and such that do not
// conform.
func pageStrings(t *testing.T, n int) []string {
	list := []string{"", "http://host?q", "http://a/%zz", "http://a_b.com/{x}", "//h", "a:b:c", "\xFF", "http://a/\u202Eb", "a\nb\r\n", "<b>&amp;", `"\`, "http://[::1%25e]/", "http://é/", "news:*", "mailto:a@b"}
	for _, e := range editions.All() {
		cover, err := sample.NewCover(e.References())
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, cover.Strings[:min(len(cover.Strings), n/20)]...)
		for miss := range first(n/20, must(sample.NearMisses(e.References()))) {
			list = append(list, miss.Text)
		}
	}
	return list[:min(n, len(list))]
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// TestAnswers: the answers to the page are what the command writes for the same input.
func TestAnswers(t *testing.T) {
	// The command takes long to begin, so it runs once for all inputs of the same flags.
	runs := make(map[string][]question)
	about := func(q question, s, command string) {
		q.InputBase64 = []byte(s)
		runs[command+" --json --json-input"] = append(runs[command+" --json --json-input"], q)
	}
	base := "http://a/b/c/d;p?q"
	names := editions.All()
	for i, s := range pageStrings(t, effort.Pick(500, 500, 60)) {
		e := names[i%effort.Pick(len(names), len(names), 3)].Name()
		about(question{Ask: "check", Edition: e, N: 3}, s, "check --nearest=3 -e "+e)
		about(question{Ask: "compare"}, s, "compare")
		about(question{Ask: "tree", Edition: e}, s, "tree -e "+e)
		about(question{Ask: "lint", Edition: e}, s, "lint -e "+e)
		about(question{Ask: "check", Edition: e, Corrected: true}, s, "check --corrected -e "+e)
		about(question{Ask: "parse", Edition: e}, s, "parse -e "+e)
		about(question{Ask: "nearest", Edition: e, N: 2}, s, "nearest -n2 -e "+e)
		about(question{Ask: "normalize", Edition: e}, s, "normalize -e "+e)
		about(question{Ask: "tree", Edition: e, Chars: true}, s, "tree --chars -e "+e)
		about(question{Ask: "check", Edition: e, Rule: "scheme"}, s, "check --rule=scheme -e "+e)
		about(question{Ask: "compare", Base: &base}, s, "compare --base="+base)
		if e != editions.RFC1738.Name() {
			about(question{Ask: "resolve", Edition: e, Base: &base}, s, "resolve --trace --base="+base+" -e "+e)
		}
	}
	seed := uint64(1)
	for _, e := range names[:effort.Pick(len(names), len(names), 3)] {
		e := e.Name()
		runs["rules --json -e "+e] = []question{{Ask: "rules", Edition: e}}
		runs["rules --json scheme -e "+e] = []question{{Ask: "rules", Edition: e, Rule: "scheme"}}
		runs["chars --json a % 0x00 -e "+e] = []question{{Ask: "chars", Edition: e, Characters: []string{"a", "%", "0x00"}}}
		runs["sample --json -n5 --seed=1 -e "+e] = []question{{Ask: "sample", Edition: e, Seed: &seed, N: 5}}
	}
	runs["rules --json --ambiguity"] = []question{{Ask: "rules", Ambiguity: true}}
	runs["sample --json --invalid -n9"] = []question{{Ask: "sample", Invalid: true, N: 9}}
	runs["sample --json --cover -n9"] = []question{{Ask: "sample", Cover: true, N: 9}}
	runs["sample --json -e rfc2396 --between=rfc3986 --between=rfc1808"] = []question{{Ask: "sample", Edition: "rfc2396", Between: []string{"rfc3986", "rfc1808"}, N: 99}}
	runs["diff --json rfc2396 rfc3986"] = []question{{Ask: "diff", Edition: "rfc2396", Other: "rfc3986"}}
	runs["editions --json"] = []question{{Ask: "editions"}}

	for command, questions := range runs {
		var inputs, want, problems bytes.Buffer
		for _, q := range questions {
			fmt.Fprintf(&inputs, "%s\n", jsonOf(map[string][]byte{"input_base64": q.InputBase64}))
		}
		run(strings.Fields(command), &inputs, &want, &problems, noEnv)
		var got bytes.Buffer
		for _, q := range questions {
			for _, line := range asked1(t, q).Answer {
				got.Write(append(line, '\n'))
			}
		}
		if got.Len() == 0 {
			t.Errorf("urispec %s: no answers", command)
		}
		for got.Len() > 0 || want.Len() > 0 {
			page, _ := got.ReadString('\n')
			written, _ := want.ReadString('\n')
			if page != written {
				t.Fatalf("urispec %s: the page gets\n%sthe command writes\n%s", command, page, written)
			}
		}
	}
}

// asked1 asks one question.
func asked1(t *testing.T, q question) reply {
	t.Helper()
	text, err := json.Marshal([]question{q})
	if err != nil {
		t.Fatal(err)
	}
	var replies []reply
	if err := json.Unmarshal(answer(text), &replies); err != nil || len(replies) != 1 {
		t.Fatalf("%s: %v", text, err)
	}
	return replies[0]
}

// TestAnswersOwn: grammars of the user's own are read from the question, and from nowhere else.
func TestAnswersOwn(t *testing.T) {
	own := &ownText{Text: "s = 1*(\"a\" / b)\r\nb = \"b\"\r\n"}
	if r := asked1(t, question{Ask: "check", Grammar: own, Input: "ab"}); r.Problem != "" || !strings.Contains(string(r.Answer[0]), `"valid":true`) {
		t.Errorf("check: %+v", r)
	}
	if r := asked1(t, question{Ask: "tree", Grammar: own, Rule: "b", Input: "b"}); r.Problem != "" || !strings.Contains(string(r.Answer[0]), `"tree":{"rule":"b"`) {
		t.Errorf("tree: %+v", r)
	}
	if r := asked1(t, question{Ask: "export", Grammar: own, To: "re2"}); r.Problem != "" || !strings.Contains(string(r.Answer[0]), `[ABab]`) {
		t.Errorf("export: %+v", r)
	}
	if r := asked1(t, question{Ask: "rules", Grammar: own, SVG: true}); r.Problem != "" || !strings.Contains(string(r.Answer[0]), `\u003csvg`) && !strings.Contains(string(r.Answer[0]), `<svg`) {
		t.Errorf("rules: %+v", r)
	}
	if r := asked1(t, question{Ask: "diff", Grammar: own, OtherOwn: &ownText{Text: "s = 1*\"a\"\r\n"}}); r.Problem != "" || !strings.Contains(string(r.Answer[0]), `"relation":"superset"`) {
		t.Errorf("diff: %+v", r)
	}
	cases := asked1(t, question{Ask: "suite", Grammar: own, N: 100})
	verdicts := make(map[bool]int)
	for _, line := range cases.Answer {
		for c, err := range suite.ReadCases(bytes.NewReader(line)) {
			if err != nil {
				t.Fatal(err)
			}
			verdicts[c.Valid]++
			if valid := strings.Trim(strings.ToLower(c.Input), "ab") == "" && c.Input != ""; valid != c.Valid || c.Kind != suite.Verdict {
				t.Errorf("suite: %s", line)
			}
		}
	}
	if cases.Problem != "" || verdicts[true] == 0 || verdicts[false] == 0 {
		t.Errorf("suite: %v, %s", verdicts, cases.Problem)
	}
	for _, bad := range []ownText{{Text: "s = c\r\n"}, {Text: "s = \r\n"}, {Text: ""}, {Text: "s = 1*\"a\"", Start: "t"}, {Text: strings.Repeat(" ", maxAskedGrammar+1)}} {
		found := asked1(t, question{Ask: "grammar check", Grammar: &bad})
		if found.Problem == "" && !strings.Contains(fmt.Sprintf("%s", found.Answer), `"severity":"error"`) {
			t.Errorf("grammar check of %.20q: %+v", bad.Text, found)
		}
		if r := asked1(t, question{Ask: "check", Grammar: &bad}); r.Problem == "" {
			t.Errorf("check by %.20q: %+v", bad.Text, r)
		}
	}
}

// TestQuestions: what is no question has a problem for an answer, and no file is read.
func TestQuestions(t *testing.T) {
	base := strings.Repeat("a", maxAskedInput+1)
	for _, q := range []question{
		{}, {Ask: "learn"}, {Ask: "check", Edition: "rfc1"}, {Ask: "check", Edition: "./answer.go"}, {Ask: "check", Edition: "x.abnf"},
		{Ask: "parse", Edition: "./answer.go"}, {Ask: "diff", Other: "/etc/passwd"}, {Ask: "sample", N: 1, Between: []string{"a.abnf"}},
		{Ask: "check", Rule: "nothing"}, {Ask: "check", Input: base}, {Ask: "resolve", Base: &base}, {Ask: "resolve"}, {Ask: "grammar check"},
		{Ask: "export", To: "perl"}, {Ask: "nearest", Input: base[:maxAskedNearest+1]}, {Ask: "chars", Characters: []string{"ab"}},
	} {
		if r := asked1(t, q); r.Problem == "" || len(r.Answer) > 0 {
			t.Errorf("%+v: %+v", q, r)
		}
	}
	for _, text := range []string{"", "{}", "[1]", `[{"ask":"check","files":["x"]}]`, "[", "\x00"} {
		var replies []reply
		if err := json.Unmarshal(answer([]byte(text)), &replies); err != nil || len(replies) == 0 || replies[0].Problem == "" {
			t.Errorf("%q: %+v, %v", text, replies, err)
		}
	}
}

// TestAnswerBounded: many questions with long answers do not make an answer of any length.
func TestAnswerBounded(t *testing.T) {
	question := `{"ask":"tree","chars":true,"input":"//` + strings.Repeat("a", 10_000) + `"}`
	text := answer([]byte("[" + strings.Repeat(question+",", 90) + question + "]"))
	var replies []reply
	if err := json.Unmarshal(text, &replies); err != nil {
		t.Fatal(err)
	}
	last := replies[len(replies)-1]
	if len(replies) != 91 || len(replies[0].Answer) != 1 || len(last.Answer) != 0 || last.Problem != "the answers to the questions before are too long" {
		t.Errorf("%d replies, the last one %+v", len(replies), last)
	}
	if len(text) > 2*maxReplies {
		t.Errorf("%d bytes", len(text))
	}
}
