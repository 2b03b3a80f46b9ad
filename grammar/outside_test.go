package grammar_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/golden"
	"github.com/urispec/urispec/grammar/sample"
)

// derives are strings that a rule must and must not derive.
type derives struct {
	rule    string
	yes, no []string
}

// outside are grammars that nobody prepared for us, as they are published, and what must
// become of them. One without rules is refused for the errors. The warnings are in
// testdata/outside/warnings.txt.
var outside = []struct {
	name   string
	o      grammar.Options
	slow   bool     // it takes about a second
	errors []string // line, column, code, and how the message begins
	rules  []derives
}{
	{name: "rfc2234", errors: []string{
		"25:1 recursive: alternation is defined by itself: alternation -> concatenation -> repetition -> element -> group -> alternation",
		"25:1 recursive: alternation is defined by itself: alternation -> concatenation -> repetition -> element -> option -> alternation",
		"45:27 undefined: without is not defined",
		"62:35 undefined: angles is not defined",
		"64:27 undefined: last is not defined",
		"64:32 undefined: resort is not defined",
	}},
	{name: "rfc3339", o: grammar.Options{Start: "date-time"}, rules: []derives{{"date-time",
		[]string{"1985-04-12T23:20:50.52Z", "1996-12-19t16:39:57-08:00", "1990-12-31T23:59:60z", "9999-99-99T99:99:99+99:99"},
		[]string{"", "1985-04-12", "1985-04-12 23:20:50Z", "1985-04-12T23:20:50.Z", "1985-4-12T23:20:50Z", "1985-04-12T23:20:50"},
	}}},
	{name: "rfc3629", rules: []derives{{"UTF8-octets",
		[]string{"", "a\u00e9\u20ac\U0001f600"},
		[]string{"\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82"},
	}}},
	{name: "rfc4180", rules: []derives{{"file",
		[]string{"", "a,b\r\nc,d", "a\r\n", "\"a\"\"b\r\nc\",", `""`},
		[]string{"a\nb", `"a`, `a"b`, `"a"b`, "\u00e9"},
	}}},
	{name: "rfc4647", rules: []derives{{"language-range", []string{"de", "*", "de-CH-1996"}, []string{"", "1996", "de-*", "abcdefghi"}}}},
	{name: "rfc5234", errors: []string{
		"26:1 recursive: alternation is defined by itself: alternation -> concatenation -> repetition -> element -> group -> alternation",
		"26:1 recursive: alternation is defined by itself: alternation -> concatenation -> repetition -> element -> option -> alternation",
	}},
	// The RFC editor has the ambiguity of rulelist as erratum 3076.
	{name: "rfc5234", o: grammar.Options{Depth: 9}, rules: []derives{{"rulelist",
		[]string{"a=b\r\n", "a =/ 1*\"b\" [c / %x30-39] ; d\r\n e\r\n\r\n", "a=<b>\r\n"},
		[]string{"", "a=b", "a=b\n", "a=\r\n", "a=b|c\r\n", "a=#b\r\n", "a=%s\"b\"\r\n"},
	}}},
	{name: "rfc5321", errors: []string{"56:20 undefined: atext is not defined"}},
	{name: "rfc5321", o: grammar.Options{Start: "Mailbox", Imports: []grammar.Import{{Rule: "atext", Document: "rfc5322"}}}, rules: []derives{{"Mailbox",
		[]string{"a@b", `"a b"@c.d`, "a.b@[127.0.0.1]", "a@[IPv6:::1]", "a@[x:y]"},
		[]string{"", "a", "a..b@c", ".a@b", "a@b.", "a@-b", "a@[1.2.3]", "(a)b@c"},
	}}},
	{name: "rfc5322", errors: []string{"38:1 recursive: comment is defined by itself: comment -> ccontent -> comment"}},
	{name: "rfc5322", slow: true, o: grammar.Options{Depth: 3}, rules: []derives{
		{"addr-spec",
			[]string{"a@b", `"a b"@c.d`, "a(b(c))@[d]", "a . b@c", `"a".b@c`, " a\r\n @b"},
			[]string{"", "a", "@b", "a@", "a b@c", "a..b@c", "a@[", "a(b@c", "a\r\n@b", "\u00e9@b"}},
		{"mailbox",
			[]string{"a b <c@d>", "<a@b>", `"a" <@b,@c:d@e>`, "a@b"},
			[]string{"a@b <c@d>", "a <b>", "<>", "a, b@c"}},
	}},
	{name: "rfc5646", rules: []derives{{"Language-Tag",
		[]string{"de", "zh-cmn-Hans-CN", "sl-rozaj-biske-1994", "de-CH-x-phonebk", "x-whatever", "i-klingon", "en-a-bbb-x-a-ccc", "EN-gb-OED"},
		[]string{"", "a-DE", "de-419-DE", "x", "en-", "en--US", "i-x", "abcdefghi"},
	}}},
	{name: "rfc6265", errors: []string{
		`13:21 import: there is no document "rfc2616" to import rules from`,
		`19:21 import: there is no document "rfc2616" to import rules from`,
		"27:21 prose: <subdomain> is prose",
		`31:21 prose: <any CHAR except CTLs or ";"> is prose`,
		`34:21 prose: <any CHAR except CTLs or ";"> is prose`,
	}},
	{name: "rfc7468", rules: []derives{
		{"textualmsg",
			[]string{"-----BEGIN X-----\nAA==\n-----END Y-----", "-----BEGIN A B-----\r\n\r\nAAAA\r\nAA\r\n-----END A B-----\r\n"},
			[]string{"", "-----BEGIN X-----\n-----END X-----", "-----BEGIN X-----AA==\n-----END X-----", "----BEGIN X----\nAA==\n----END X----"}},
		{"stricttextualmsg",
			[]string{"-----BEGIN X-----\nAA==\n-----END X-----\n"},
			[]string{"-----BEGIN X-----\nAA==\n-----END X-----", "-----BEGIN X-----\nA=\n-----END X-----\n"}},
	}},
	{name: "rfc8259", errors: []string{
		"25:1 recursive: value is defined by itself: value -> array -> value",
		"25:1 recursive: value is defined by itself: value -> object -> member -> value",
	}},
	{name: "rfc8259", o: grammar.Options{Depth: 5}, rules: []derives{{"JSON-text",
		[]string{"0", ` [1, {"a": -2.5e+3}]` + "\n", "\"\\ud834\\udd1e\u20ac\"", "[[]]", "null"},
		[]string{"", "01", "[1,]", "{a:1}", "'a'", "nul", "NULL", "\"\t\"", "\"\xff\"", "[1]2"},
	}}},
	{name: "rfc8288", errors: []string{`4:14 syntax: Link: found "#", expected an element; what a "#" list is has to be declared, or write x *( "," x )`}},
	{name: "rfc9110", errors: []string{"92:1 recursive: comment is defined by itself: comment -> comment"}},
	{name: "rfc9110", o: grammar.Options{Depth: 1}, slow: true, rules: []derives{
		{"Accept", []string{"", "audio/*; q=0.2, audio/basic", "*/*;q=1.000"}, []string{"*", "audio", "a/b,,c/d", " a/b"}},
		{"Content-Language", []string{"mi, en", "zh-cmn-Hans-CN"}, []string{"*", "mi en"}},
		{"Date", []string{"Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"}, []string{"sun, 06 Nov 1994 08:49:37 GMT", "06 Nov 1994"}},
		{"From", []string{"webmaster@example.org", "A <b@c>"}, []string{"a", "a@b, c@d"}},
		{"Host", []string{"", "a:80", "[::1]:"}, []string{"a:b", "a/b", "::1"}},
		{"If-None-Match", []string{`"a", W/"b"`, "*", ""}, []string{`w/"a"`, "a", `"a"b`}},
		{"User-Agent", []string{"CERN-LineMode/2.15 libwww/2.17b3", "a (b\\)c)"}, []string{"(a)", "a/b/c", "a (b"}},
		{"field-value", []string{"", "a", "a b", "\xff"}, []string{" a", "a ", "a\nb", "\x7f"}},
	}},
}

// outsideDocument is where grammars from outside import from: the editions, and the other
// files.
func outsideDocument(name string) (*grammar.Grammar, bool) {
	if g, ok := editions.Grammar(name); ok {
		return g, true
	}
	g, err := grammar.Load(os.DirFS("testdata/outside"), grammar.Options{Depth: 1}, name+".abnf")
	return g, err == nil
}

// TestOutside loads grammars from outside, or refuses them with the reason and its place.
func TestOutside(t *testing.T) {
	files := os.DirFS("testdata/outside")
	var warnings strings.Builder
	for i, x := range outside {
		if x.slow && testing.Short() {
			continue
		}
		name := x.name + ".abnf"
		x.o.Documents = outsideDocument
		findings, err := grammar.Inspect(files, x.o, name)
		if err != nil {
			t.Fatal(err)
		}
		var told []string
		for _, f := range findings {
			if !f.Error {
				if len(x.errors) == 0 {
					fmt.Fprintln(&warnings, f.String())
				}
				continue
			}
			message := fmt.Sprintf("%d:%d %s: %s", f.Line, f.Column, f.Code, f.Message)
			if n := len(told); n < len(x.errors) {
				message = message[:min(len(x.errors[n]), len(message))]
			}
			told = append(told, message)
		}
		at := fmt.Sprintf("row %d: %s", i, x.name)
		if d := cmp.Diff(x.errors, told); d != "" {
			t.Errorf("%s: errors -want +got:\n%s", at, d)
		}
		g, err := grammar.Load(files, x.o, name)
		if (err != nil) != (len(x.errors) > 0) || (err != nil) != (len(x.rules) == 0) {
			t.Fatalf("%s: %v", at, err)
		}
		for _, r := range x.rules {
			l, err := g.Language(r.rule)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range r.yes {
				if err := l.Check(s); err != nil {
					t.Errorf("%s: %s: %v", at, r.rule, err)
				} else if tree, err := l.Tree(s); err != nil || tree.End != len(s) {
					t.Errorf("%s: %s: %q: %v, %v", at, r.rule, s, tree, err)
				}
			}
			for _, s := range r.no {
				if l.Valid(s) {
					t.Errorf("%s: %s derives %q", at, r.rule, s)
				}
			}
		}
	}
	if !testing.Short() {
		golden.Compare(t, "testdata/outside/warnings.txt", warnings.String())
	}
}

// TestOutsideAgainst compares two of the grammars with decoders of Go's library, on
// strings that use every transition, and on near misses.
func TestOutsideAgainst(t *testing.T) {
	for _, x := range []struct {
		file   string
		depth  int
		accept func(string) bool
		deeper func(string) bool // it nests deeper than the grammar does
	}{
		{"rfc3629.abnf", 0, utf8.ValidString, func(string) bool { return false }},
		{"rfc8259.abnf", 2, func(s string) bool { return utf8.ValidString(s) && json.Valid([]byte(s)) },
			func(s string) bool { return strings.Count(s, "[")+strings.Count(s, "{") > 1 }},
	} {
		g, err := grammar.Load(os.DirFS("testdata/outside"), grammar.Options{Depth: x.depth}, x.file)
		if err != nil {
			t.Fatal(err)
		}
		l := g.Start()
		c, err := sample.NewCover(l)
		if err != nil {
			t.Fatal(err)
		}
		misses, err := sample.NearMisses(l)
		if err != nil {
			t.Fatal(err)
		}
		all := c.Strings
		for near := range misses {
			all = append(all, near.Text)
		}
		yes := 0
		for _, s := range all {
			valid := l.Valid(s)
			if valid != x.accept(s) && !x.deeper(s) {
				t.Errorf("%s: %q is %t", x.file, s, valid)
			}
			if valid {
				yes++
			}
		}
		if yes == 0 || len(all)-yes < 20 {
			t.Errorf("%s: %d of %d strings", x.file, yes, len(all))
		}
	}
}

// TestURN finds the ambiguity of RFC 8141's text: an r-component may contain "?=", which
// begins a q-component.
func TestURN(t *testing.T) {
	files, name := os.DirFS("schemes/documents/rfc8141"), "rfc8141.bnf"
	o := grammar.Options{Documents: editions.Grammar, Imports: []grammar.Import{
		{Rule: "alphanum", Document: "rfc2396"}, {Rule: "pchar", Document: "rfc3986"}, {Rule: "fragment", Document: "rfc3986"},
	}}
	findings, err := grammar.Inspect(files, o, name)
	if err != nil {
		t.Fatal(err)
	}
	var ambiguous []string
	for _, f := range findings {
		if f.Ambiguity != nil {
			ambiguous = append(ambiguous, f.Rule+" "+f.Ambiguity.Text)
		}
	}
	if d := cmp.Diff([]string{"rq-components ?+-?=-"}, ambiguous); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	g, err := grammar.Load(files, o, name)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := g.Start().Ambiguities()
	if err != nil {
		t.Fatal(err)
	}
	if len(whole) == 0 || whole[0].Text != "URN:00:-?+-?=-" || whole[0].Diverging != "rq-components" {
		t.Errorf("the ambiguities of whole names are %+v", whole)
	}
}
