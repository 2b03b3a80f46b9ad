package suite_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/urispec/urispec/resolve/suite"
)

// lines are cases of every kind, as JSON.
var lines = []struct {
	c    suite.Case
	line string
}{
	{
		suite.Case{ID: "a", Kind: suite.Verdict, Input: "http://a/%zz", Offset: 10, Rule: "pct-encoded", Section: "2.1", Origin: suite.NearMiss},
		`{"id":"a","kind":"verdict","input":"http://a/%zz","valid":false,"offset":10,"rule":"pct-encoded","section":"2.1","origin":"near-miss"}`,
	},
	{
		suite.Case{ID: "b", Kind: suite.Verdict, Valid: true, Origin: suite.Cover},
		`{"id":"b","kind":"verdict","input":"","valid":true,"origin":"cover"}`,
	},
	{
		suite.Case{ID: "c", Kind: suite.Verdict, Input: "<&\xff>", Origin: suite.Transition},
		`{"id":"c","kind":"verdict","input_base64":"PCb/Pg==","valid":false,"offset":0,"origin":"transition"}`,
	},
	{
		suite.Case{ID: "d", Kind: suite.Parts, Input: "//h?&", Valid: true, Origin: suite.Cover, Components: suite.Components{
			"scheme": nil, "userinfo": nil, "host": new("h"), "path": new(""), "query": new("&"), "fragment": nil}},
		`{"id":"d","kind":"components","input":"//h?&","valid":true,"components":{"scheme":null,"userinfo":null,"host":"h","path":"","query":"&","fragment":null},"origin":"cover"}`,
	},
	{
		suite.Case{ID: "e", Kind: suite.Resolution, Base: "http://a/b/c/d;p?q", Input: "../g", Target: "http://a/b/g", Section: "5.4.1", Origin: suite.Document},
		`{"id":"e","kind":"resolution","base":"http://a/b/c/d;p?q","input":"../g","target":"http://a/b/g","section":"5.4.1","origin":"document"}`,
	},
	{
		suite.Case{ID: "f", Kind: suite.Resolution, Base: "http://a/b", SameDocument: true, Origin: suite.Editions},
		`{"id":"f","kind":"resolution","base":"http://a/b","input":"","target":null,"same_document":true,"origin":"editions"}`,
	},
	{
		suite.Case{ID: "g", Kind: suite.Normalization, Input: "HTTP://a/%7e", Normalized: "http://a/~", Origin: suite.Branch},
		`{"id":"g","kind":"normalization","input":"HTTP://a/%7e","normalized":"http://a/~","origin":"branch"}`,
	},
	{
		suite.Case{ID: "h", Kind: suite.Equivalence, Input: "a", Other: "b", Origin: suite.Branch},
		`{"id":"h","kind":"equivalence","input":"a","other":"b","equal":false,"origin":"branch"}`,
	},
}

func TestCaseJSON(t *testing.T) {
	var cases []suite.Case
	var text strings.Builder
	for _, l := range lines {
		got, err := l.c.MarshalJSON()
		if err != nil || string(got) != l.line {
			t.Errorf("%s: %s, %v; want\n%s", l.c.ID, got, err, l.line)
		}
		cases = append(cases, l.c)
		text.WriteString(l.line + "\n")
	}
	var b bytes.Buffer
	if err := suite.WriteCases(&b, cases); err != nil || b.String() != text.String() {
		t.Errorf("WriteCases: %v\n%s", err, b.String())
	}
	var read []suite.Case
	for c, err := range suite.ReadCases(strings.NewReader(text.String())) {
		if err != nil {
			t.Fatal(err)
		}
		read = append(read, c)
	}
	if !reflect.DeepEqual(read, cases) {
		t.Errorf("read %+v\nwant %+v", read, cases)
	}
}

func TestCaseErrors(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{`{`, "unexpected end"},
		{`[]`, "array"},
		{`{"kind":"verdict","input":"","valid":true}`, `"id" is missing`},
		{`{"id":"a","kind":"guess","input":""}`, `unknown kind "guess"`},
		{`{"id":"a","kind":"verdict","input":"","valid":true,"colour":1}`, `unknown field "colour"`},
		{`{"id":"a","kind":"verdict","valid":true}`, `"input" is missing`},
		{`{"id":"a","kind":"verdict","input":""}`, `"valid" is missing`},
		{`{"id":"a","kind":"verdict","input":"","valid":false}`, `"offset" is missing`},
		{`{"id":"a","kind":"verdict","input":"","valid":true,"offset":1}`, `"offset" does not apply`},
		{`{"id":"a","kind":"verdict","input":"","valid":true,"rule":"x"}`, `"rule" does not apply`},
		{`{"id":"a","kind":"verdict","input":"","valid":true,"base":"x"}`, `"base" does not apply`},
		{`{"id":"a","kind":"verdict","input":"","valid":true,"same_document":true,"target":null}`, `"same_document" does not apply`},
		{`{"id":"a","kind":"verdict","input":"","input_base64":"","valid":true}`, `both "input" and "input_base64"`},
		{`{"id":"a","kind":"verdict","input_base64":"?","valid":true}`, `"input_base64": illegal base64`},
		{`{"id":"a","kind":"components","input":"","valid":true}`, `"components" is missing`},
		{`{"id":"a","kind":"components","input":"","valid":false,"components":{"path":""}}`, "does not conform"},
		{`{"id":"a","kind":"components","input":"","valid":true,"components":{"segment":""}}`, `unknown component "segment"`},
		{`{"id":"a","kind":"components","input":"","valid":true,"components":{"path":1}}`, "number"},
		{`{"id":"a","kind":"resolution","input":"","base":"a:"}`, `"target" is missing`},
		{`{"id":"a","kind":"resolution","input":"","base":"a:","target":1}`, `"target": `},
		{`{"id":"a","kind":"resolution","input":"","base":"a:","target":null}`, `"target" is null`},
		{`{"id":"a","kind":"resolution","input":"","base":"a:","same_document":true}`, `"target" is null`},
		{`{"id":"a","kind":"normalization","input":""}`, `"normalized" is missing`},
		{`{"id":"a","kind":"equivalence","input":"","other":""}`, `"equal" is missing`},
	} {
		var c suite.Case
		err := json.Unmarshal([]byte(test.line), &c)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.line, err, test.want)
		}
	}
	good := `{"id":"b","kind":"verdict","input":"","valid":true,"origin":"cover"}`
	n := 0
	for c, err := range suite.ReadCases(strings.NewReader(good + "\n\n{\n" + good)) {
		if n++; n == 1 && (err != nil || c.ID != "b") || n == 2 && (err == nil || !strings.HasPrefix(err.Error(), "line 3: ")) {
			t.Errorf("%d: %+v, %v", n, c, err)
		}
	}
	if n != 2 {
		t.Errorf("%d results, want a case and an error", n)
	}
	if err := suite.WriteCases(new(bytes.Buffer), []suite.Case{{ID: "x", Kind: "guess"}}); err == nil {
		t.Error("a case of an unknown kind was written")
	}
}

// TestIdentity: different questions have different IDs, and the answer does not matter.
func TestIdentity(t *testing.T) {
	seen := make(map[string]string)
	for _, l := range lines {
		id := l.c.Identity()
		if other, ok := seen[id]; ok || !strings.HasPrefix(id, string(l.c.Kind)+"-") {
			t.Errorf("%s: %s, as of %s", l.c.ID, id, other)
		}
		seen[id] = l.c.ID
		l.c.Valid, l.c.Offset, l.c.Target, l.c.Origin = true, 7, "x", suite.Document
		if got := l.c.Identity(); got != id {
			t.Errorf("%s: %s with another answer, not %s", l.c.ID, got, id)
		}
	}
	a, b := suite.Case{Kind: suite.Resolution, Input: "a", Base: "bc"}, suite.Case{Kind: suite.Resolution, Input: "ab", Base: "c"}
	if a.Identity() == b.Identity() {
		t.Error("the border between two strings does not count")
	}
}
