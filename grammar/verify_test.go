package grammar_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/lint"
)

// object is an object of an edition's data.
type object = map[string]any

// toy returns the text and the data of testdata/toy, which tests may change.
func toy(t testing.TB) (text string, data object) {
	t.Helper()
	b, err := os.ReadFile("testdata/toy/toy.bnf")
	if err != nil {
		t.Fatal(err)
	}
	j, err := os.ReadFile("testdata/toy/toy.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(j, &data); err != nil {
		t.Fatal(err)
	}
	return string(b), data
}

// newToy returns the edition toy of a text and data.
func newToy(text string, data object) (*grammar.Edition, error) {
	j, err := json.Marshal(data)
	if err != nil {
		panic(err)
	}
	return grammar.New("toy", fstest.MapFS{"toy.bnf": {Data: []byte(text)}, "toy.json": {Data: j}}, nil)
}

// at returns the object at the end of a path of keys.
func (d defect) at(data object, path ...string) object {
	for _, key := range path {
		data = data[key].(object)
	}
	return data
}

// defect is a way to spoil the toy, and the error.
type defect struct {
	why   string
	spoil func(d defect, text *string, data object)
	want  string
}

// set returns what sets the value of a key, which ends a path of keys; nil deletes
// it.
func set(value any, path ...string) func(defect, *string, object) {
	return func(d defect, _ *string, data object) {
		last := len(path) - 1
		of := d.at(data, path[:last]...)
		if value == nil {
			delete(of, path[last])
		} else {
			of[path[last]] = value
		}
	}
}

// text returns what replaces a part of the text.
func text(old, with string) func(defect, *string, object) {
	return func(_ defect, text *string, _ object) { *text = strings.Replace(*text, old, with, 1) }
}

// all returns what does several things.
func all(spoils ...func(defect, *string, object)) func(defect, *string, object) {
	return func(d defect, text *string, data object) {
		for _, spoil := range spoils {
			spoil(d, text, data)
		}
	}
}

// TestBadEditions: what is wrong with an edition's folder is told with the file and
// the key, or the line.
func TestBadEditions(t *testing.T) {
	list := func(of ...any) []any { return of }
	for _, c := range []defect{
		{"nothing", all(), ""},

		// The file.
		{"an unknown key", set("x", "edition", "colour"), `toy.json: edition.colour: there is no such key`},
		{"a key that is misspelt", set("x", "edition", "unreservd"), `toy.json: edition.unreservd: there is no such key; did you mean unreserved?`},
		{"a key in another case", set("x", "Title"), `toy.json: Title: there is no such key; did you mean title?`},
		{"wrong types", all(set(1, "title"), set("x", "edition", "paths"), set(list(object{}), "edition", "obsoletes"), set("yes", "edition", "by_scheme")),
			`toy.json: title: a string is wanted, not a number`},
		{"wrong types in the edition", all(set("x", "edition", "paths"), set(list(object{}), "edition", "obsoletes"), set("yes", "edition", "by_scheme"), set(list("x"), "edition", "data")),
			`toy.json: edition.by_scheme: true or false is wanted, not a string
toy.json: edition.data: an object is wanted, not an array
toy.json: edition.obsoletes[0]: a string is wanted, not an object
toy.json: edition.paths: an array is wanted, not a string`},
		{"no edition", set(nil, "edition"), `toy.json: edition: missing`},
		{"the name of another edition", set("tin", "name"), `toy.json: name: "tin" is not the name of the file`},

		// The grammar.
		{"what every grammar needs", all(set(nil, "notation"), set(nil, "start")), `toy.json: notation: "" is neither rfc822 nor abnf
toy.json: start: missing`},
		{"the title", set(nil, "title"), `toy.json: title: missing`},
		{"the start rule", set("refrence", "start"), `toy.json: start: there is no rule "refrence"; did you mean reference?`},
		{"sections of rules", all(set(nil, "sections", "host"), set("", "sections", "ALPHA")), `toy.json: sections: rule host has none
toy.json: sections: rule ALPHA has none`},
		{"a section of no rule", set("1", "sections", "hosts"), `toy.json: sections: there is no rule "hosts"; did you mean host?`},
		{"the text", text("[ \":\" port ]", "[ \":\" port"), `toy.bnf:8:1: site: found the rule host, expected an element, "/" or "]"; the "[" of line 7, column 18 is not closed`},
		{"rules", text("*( plain / escape )\nport", "*( plian / [ escape ] )\nport"), `toy.bnf:8:13: host: what * repeats can be empty, so a string has infinitely many derivations, and a parser may not terminate
toy.bnf:8:16: host: plian is not defined; did you mean plain?`},
		{"a rule twice", text("query  ", "port      = \"x\"\nquery  "), `toy.bnf:13:1: port: port is already defined at toy.bnf:9:1, and that definition counts; "=/" adds alternatives`},
		{"recursion", text("1*pchar", "pchar [ path ]"), `toy.bnf:10:1: path: path is defined by itself: path -> segment-1 -> path`},
		{"an alias of no rule", set(object{"Path": "pth"}, "aliases"), `toy.json: aliases.Path: there is no rule "pth"; did you mean path?`},
		{"decisions", set(list(object{"rule": "site", "element": "host"}, object{"rule": "site", "element": "host", "first": true, "drop": true, "until": "L1"}), "reading"),
			`toy.json: reading[0]: one of not, drop, first, lazy and utf8 is wanted
toy.json: reading[1]: one of not, drop, first, lazy and utf8 is wanted
toy.json: reading[1].until: there is no erratum "L1"`},
		{"a decision without its prose", set(list(object{"rule": "pchar", "element": "plain", "first": true}), "reading"),
			`toy.json: reading: rule pchar: section: missing
toy.json: reading: rule pchar: why: missing`},
		{"an ambiguity of no rule", set(list(object{"id": "A1", "rule": "hosts", "why": "x"}), "ambiguities"), `toy.json: ambiguity A1: there is no rule "hosts"; did you mean host?`},
		{"classes", set(list(object{"name": "a", "section": "1", "why": "x"}, object{"name": "b", "bytes": "41", "rest": true}), "classes"),
			`toy.json: classes[0]: one of bnf, bytes and rest is wanted
toy.json: classes[1]: one of bnf, bytes and rest is wanted`},
		{"the members of a class", set(list(object{"name": "a", "section": "1", "why": "x", "bnf": "segment"}), "classes"), `toy.json: class a: segment is not a character class`},
		{"errata", set(list(object{"section": "1", "summary": "x"}, object{"id": "L1", "section": "1", "summary": "x"}, object{"id": "L1"}), "errata"),
			`toy.json: errata[0].id: "" is not an id of its own
toy.json: errata[2].id: "L1" is not an id of its own`},
		{"an erratum that cannot be applied", set(list(object{"id": "L1", "section": "1", "summary": "x", "rules": list(object{"rule": "host", "with": "nil"})}), "errata"),
			`with its errata: toy.json: erratum L1:1:1: host: nil is not defined`},
		{"notes", set(list(object{"bytes": "|"}), "notes"), `toy.json: notes[0].section: missing
toy.json: notes[0].text: missing`},
		{"a repair", set(list(object{"id": "N1", "what": "plian", "with": "plain"}), "repairs"), `toy.json: repair N1: the text has no "plian"`},
		{"a repair without its reason", set(list(object{"id": "N1", "what": "plain", "with": "plain"}), "repairs"), `toy.json: repair N1: why: missing`},

		// The edition.
		{"what every edition needs", all(set(nil, "edition", "date"), set(nil, "edition", "status"), set(nil, "edition", "absolute"), set(nil, "edition", "uri"),
			set(nil, "edition", "unreserved"), set(nil, "edition", "separate"), set(nil, "edition", "in_text"), set(nil, "edition", "composition")),
			`toy.json: edition.date: "" is no date such as 2005-01
toy.json: edition.status: missing
toy.json: edition.absolute: missing
toy.json: edition.uri: missing
toy.json: edition.unreserved: missing
toy.json: edition.separate: missing
toy.json: edition.in_text.section: missing
toy.json: edition.composition.first_empty: missing
toy.json: edition.composition.after_site: missing
toy.json: edition.composition.two_slashes: missing
toy.json: edition.composition.first_colon: missing`},
		{"roles", all(set("absolut", "edition", "absolute"), set("absolute [", "edition", "uri"), set("unreserved", "edition", "unreserved"),
			set("sites", "edition", "site"), set(list("path", "paths"), "edition", "paths")),
			`toy.json: edition.absolute: 1:1: rule absolut is not defined; did you mean absolute?
toy.json: edition.uri: 1:11: found the end of the text, expected an element; the empty string is written ""
toy.json: edition.site: there is no rule "sites"; did you mean site?
toy.json: edition.paths: there is no rule "paths"; did you mean path?
toy.json: edition.unreserved: 1:1: rule unreserved is not defined`},
		{"unreserved is no class", set("segment", "edition", "unreserved"), `toy.json: edition.unreserved: segment is not a character class`},
		{"unreserved is an expression", set(`ALPHA / "-"`, "edition", "unreserved"), ``},
		{"components", all(set("hast", "edition", "components", "host"), set("host", "edition", "components", "hosts")),
			`toy.json: edition.components.host: there is no component "hast"; did you mean host?
toy.json: edition.components: there is no rule "hosts"; did you mean host?`},
		{"data", all(set("hast", "edition", "data", "host"), set("host", "edition", "data", "hosts")),
			`toy.json: edition.data.host: there is no rule "hast"; did you mean host?
toy.json: edition.data: there is no component "hosts"; did you mean host?`},
		{"params", set(true, "edition", "params_last"), `toy.json: edition.composition.params: missing
toy.json: edition.params_last: edition.data has no rule of a param`},
		{"a registry and an opaque part", all(set("host", "edition", "data", "registry"), set("opaque", "edition", "components", "segment")),
			`toy.json: edition.composition.opaque: missing
toy.json: edition.composition.registry: missing`},
		{"no resolution", set(nil, "edition", "resolution"), `toy.json: edition.resolution: without an algorithm: none: missing
toy.json: edition.resolution: without an algorithm: section: missing
toy.json: edition.resolution: without an algorithm: see: missing`},
		{"resolution", set(object{"algorithm": "rfc39866", "none": "x"}, "edition", "resolution"), `toy.json: edition.resolution.algorithm: there is no algorithm "rfc39866"; did you mean rfc3986?
toy.json: edition.resolution.base: missing
toy.json: edition.resolution: with an algorithm there is no none, section and see`},
		{"normalization", set(list(object{"step": "unescpe", "without": list("x"), "characters": "host"}), "edition", "normalization"),
			`toy.json: edition.normalization[0].step: there is no step "unescpe"; did you mean unescape?
toy.json: edition.normalization[0].section: missing
toy.json: edition.normalization[0].why: missing
toy.json: edition.normalization[0].characters: host is not a character class
toy.json: edition.normalization[0].without: there is no class "x"`},
		{"mapping", set(object{"uri": "rfc3986", "excluded": "plain", "inappropriate": list("plin")}, "edition", "mapping"),
			`toy.json: edition.mapping: edition.data has no rule of the userinfo
toy.json: edition.mapping.inappropriate: there is no class "plin"; did you mean plain?`},
		{"quotes", set(object{"pasword": object{"section": "1", "text": "x"}, "password": object{}}, "edition", "quotes"),
			`toy.json: edition.quotes.password.section: missing
toy.json: edition.quotes.password.text: missing
toy.json: edition.quotes: there is no code "pasword"; did you mean password?`},
	} {
		t.Run(c.why, func(t *testing.T) {
			text, data := toy(t)
			c.spoil(c, &text, data)
			_, err := newToy(text, data)
			got := ""
			if err != nil {
				got = err.Error()
			}
			if diff := gocmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestBadFiles: what is no JSON, or stands twice.
func TestBadFiles(t *testing.T) {
	text, _ := toy(t)
	for _, c := range []struct{ data, want string }{
		{"", "toy.json:1: unexpected end of JSON input"},
		{"{\n\n]", "toy.json:3: invalid character ']' looking for beginning of object key string"},
		{"{} {}", "toy.json:1: invalid character '{' after top-level value"},
		{"[]", "toy.json: an object is wanted, not an array"},
		{`{"name": "toy", "name": "toy", "title": null, "edition": 1}`,
			"toy.json: name: the key stands twice\ntoy.json: title: a string is wanted, not null\ntoy.json: edition: an object is wanted, not a number"},
	} {
		_, err := grammar.New("toy", fstest.MapFS{"toy.bnf": {Data: []byte(text)}, "toy.json": {Data: []byte(c.data)}}, nil)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.data, err, c.want)
		}
	}
	_, err := grammar.New("toy", fstest.MapFS{}, nil)
	if want := "open toy.bnf: file does not exist\nopen toy.json: file does not exist"; err == nil || err.Error() != want {
		t.Errorf("no files: %v", err)
	}
}

// TestBadAmendments: an amendment says only what differs.
func TestBadAmendments(t *testing.T) {
	text, data := toy(t)
	amended, err := newToy(text, data)
	if err != nil {
		t.Fatal(err)
	}
	const rules = "host = 1*plain\n"
	for _, c := range []struct{ data, want string }{
		{`{"name": "tin", "title": "Tin", "amends": "toy", "edition": {"date": "2027", "status": "Toy"}}`, ""},
		{`{"name": "tin", "amends": "top", "edition": {}}`, `tin.json: it amends "top", not "toy"`},
		{`{"name": "tin", "amends": "toy", "start": "reference", "notation": "abnf", "edition": {}}`,
			"tin.json: notation: an amendment has that of toy\ntin.json: start: an amendment has that of toy"},
		{`{"name": "tin", "title": "Tin", "amends": "toy", "settles": ["L1"], "edition": {"date": "2027", "status": "Toy"}}`, "tin.json: settles: toy has no erratum L1"},
		{`{"name": "tin", "title": "Tin", "amends": "toy", "edition": {"date": "2027", "status": "Toy", "absolute": "reference", "resolution": {"base": "1"}}}`,
			"tin.json: edition.absolute: an amendment has that of toy\ntin.json: edition.resolution: an amendment has that of toy"},
	} {
		e, err := grammar.New("tin", fstest.MapFS{"tin.bnf": {Data: []byte(rules)}, "tin.json": {Data: []byte(c.data)}}, amended)
		if got := errorText(err); got != c.want {
			t.Errorf("%s: %s, want %s", c.data, got, c.want)
		}
		if c.want == "" && (e.Valid("//~%41") || !e.Valid("//~")) {
			t.Error("the rule of the amendment does not count")
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestQuotable: an edition can be quoted for the codes of package lint, and for
// nothing else.
func TestQuotable(t *testing.T) {
	var codes []string
	for _, c := range lint.Codes() {
		codes = append(codes, c.String())
	}
	quotable := slices.Clone(grammar.Quotable)
	slices.Sort(codes)
	slices.Sort(quotable)
	if diff := gocmp.Diff(codes, quotable); diff != "" {
		t.Error(diff)
	}
}
