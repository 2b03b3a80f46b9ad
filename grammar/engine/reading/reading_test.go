package reading_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/bnf"
	. "github.com/urispec/urispec/grammar/engine/reading"
)

var names = []string{
	"rfc1738", "rfc1808", "url-syntax-02", "url-syntax-09", "rfc2396", "rfc2732", "rfc2396bis-00", "rfc3986", "rfc3987", "rfc6874",
}

func edition(t testing.TB, name string) *Grammar {
	t.Helper()
	src, err := Read(os.DirFS("../../editions/"+name), name)
	if err != nil {
		t.Fatal(err)
	}
	if src.Amends != "" {
		if err := src.Amend(edition(t, src.Amends).Source); err != nil {
			t.Fatal(err)
		}
	}
	g, err := New(src)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// The published text with the repairs applied is the repaired grammar.
func TestRepairedText(t *testing.T) {
	for _, name := range names {
		g := edition(t, name)
		text, err := os.ReadFile("../../editions/" + name + "/testdata/repaired.bnf")
		if err != nil {
			t.Fatal(err)
		}
		want, err := bnf.Read("repaired.bnf", text, g.BNF.Notation)
		if err != nil {
			t.Fatal(err)
		}
		if !bnf.Equal(g.BNF, want) {
			t.Errorf("%s: the repaired text is another grammar:\n%s\nwant\n%s", name, g.BNF, want)
		}
	}
}

// An amendment changes the rules of its text and adds some; all others are the
// amended edition's, word for word and where they stand there, and derive the
// same unless they refer to one that is changed.
func TestAmendments(t *testing.T) {
	for name, c := range map[string]struct{ changed, added, affected string }{
		"rfc2732": {
			"host IPv4address reserved", "IPv6reference unwise IPv6address IPv6prefix hexpart hexseq hex4",
			"URI-reference absoluteURI relativeURI hier_part opaque_part net_path authority server hostport path query fragment uric",
		},
		"rfc6874": {
			"IP-literal", "ZoneID IPv6addrz",
			"URI hier-part URI-reference absolute-URI relative-ref relative-part authority host",
		},
	} {
		g := edition(t, name)
		was := g.Amended
		if was == nil || was.Source.Name != g.Source.Amends {
			t.Fatalf("%s amends %v", name, was)
		}
		var changed, added, affected []string
		for i, r := range g.Rules {
			def := g.Definition(r)
			old, known := was.Lookup(r.Name)
			own := def.Pos.File == g.Source.File()
			switch {
			case !known:
				added = append(added, r.Name)
			case own:
				changed = append(changed, r.Name)
			case def != was.Definition(old):
				t.Errorf("%s: %s is another definition", name, r.Name)
			case g.Section(r.Name) != was.Section(r.Name)+" of "+strings.ToUpper(was.Source.Name[:3])+" "+was.Source.Name[3:]:
				t.Errorf("%s: %s: section %s", name, r.Name, g.Section(r.Name))
			case !automaton.Equal(g.Automaton(g.Membership(r)), was.Automaton(was.Membership(old))):
				affected = append(affected, r.Name)
			}
			if known && i != old.Index && i < len(was.BNF.Rules) {
				t.Errorf("%s: %s has another place", name, r.Name)
			}
			if own == strings.HasSuffix(g.Section(r.Name), strings.TrimPrefix(was.Source.Name, "rfc")) {
				t.Errorf("%s: %s of %s: section %s", name, r.Name, def.Pos.File, g.Section(r.Name))
			}
		}
		for what, lists := range map[string][2]string{
			"changed":               {strings.Join(changed, " "), c.changed},
			"added":                 {strings.Join(added, " "), c.added},
			"derive something else": {strings.Join(affected, " "), c.affected},
		} {
			if lists[0] != lists[1] {
				t.Errorf("%s: %s: %q, want %q", name, what, lists[0], lists[1])
			}
		}
	}
}

// An amendment is nothing without what it amends.
func TestAmend(t *testing.T) {
	src, err := Read(os.DirFS("../../editions/rfc2732"), "rfc2732")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New(src); err == nil || !strings.Contains(err.Error(), "it amends rfc2396, which is not given") {
		t.Errorf("alone: %v", err)
	}
	if err := src.Amend(edition(t, "rfc3986").Source); err == nil || !strings.Contains(err.Error(), `it amends "rfc2396", not "rfc3986"`) {
		t.Errorf("on another edition: %v", err)
	}
	src.Settles = []string{"2396-L99"}
	if err := src.Amend(edition(t, "rfc2396").Source); err == nil || !strings.Contains(err.Error(), "rfc2396 has no erratum 2396-L99") {
		t.Errorf("settles what there is not: %v", err)
	}
}

// A repair changes lines and keeps their numbers, and every repair is needed.
func TestRepairsKeepLines(t *testing.T) {
	for _, name := range names {
		src := edition(t, name).Source
		repaired, touched, err := src.Repaired()
		if err != nil {
			t.Fatal(err)
		}
		before, after := bytes.Split(src.Text, []byte("\n")), bytes.Split(repaired, []byte("\n"))
		if len(before) != len(after) {
			t.Fatalf("%s: %d lines became %d", name, len(before), len(after))
		}
		used := map[string]bool{}
		for i := range before {
			if changed := !bytes.Equal(before[i], after[i]); changed != (len(touched[i+1]) > 0) {
				t.Errorf("%s:%d: changed %v, repairs %v", name, i+1, changed, touched[i+1])
			}
			for _, r := range touched[i+1] {
				used[r.ID] = true
			}
		}
		for _, r := range src.Repairs {
			if !used[r.ID] || r.Why == "" {
				t.Errorf("%s: repair %s touches nothing or says not why", name, r.ID)
			}
		}
		if len(src.Repairs) > 0 {
			raw := *src
			raw.Repairs = nil
			if g, err := New(&raw); err == nil && bnf.Equal(g.BNF, edition(t, name).BNF) {
				t.Errorf("%s reads as well without its repairs", name)
			}
		}
	}
}

// What is left for a reader to know: rules that no other refers to.
func TestVerify(t *testing.T) {
	want := map[string][]string{
		"rfc1738":       {"national", "punctuation"},
		"rfc1808":       {"national", "punctuation"},
		"url-syntax-02": {"path"},
		"url-syntax-09": {"path"},
		"rfc2396":       {"path"},
		"rfc2732":       {"IPv6prefix", "path", "unwise"},
		"rfc2396bis-00": {"absolute-URI-reference", "path"},
		"rfc3986":       {"absolute-URI", "path", "reserved"},
		"rfc3987":       {"absolute-IRI", "ipath", "reserved"},
		"rfc6874":       {"absolute-URI", "path", "reserved"},
	}
	for _, name := range names {
		g := edition(t, name)
		var got []string
		for _, p := range g.BNF.Verify(g.Source.Start) {
			if p.Kind != bnf.Unreferenced {
				t.Errorf("%s: %s", name, p)
			}
			got = append(got, p.Rule)
		}
		slices.Sort(got)
		if !slices.Equal(got, want[name]) {
			t.Errorf("%s: unreferenced are %q, want %q", name, got, want[name])
		}
	}
}

func TestRules(t *testing.T) {
	g := edition(t, "rfc3986")
	for _, c := range []struct {
		rule             string
		class, character bool
	}{
		{"ALPHA", true, true}, {"unreserved", true, true}, {"sub-delims", true, true},
		{"pct-encoded", false, true}, {"pchar", false, true},
		{"segment", false, false}, {"h16", false, false}, {"path-empty", false, false},
	} {
		r, ok := g.Lookup(strings.ToUpper(c.rule))
		if !ok || r.Name != c.rule || (len(r.Class) > 0) != c.class || r.Character != c.character {
			t.Errorf("%s: found %v, %+v", c.rule, ok, r)
		}
	}
	old := edition(t, "rfc1738")
	if r, _ := old.Lookup("gtype"); r.Character {
		t.Error("gtype names a character and is not one")
	}
	if _, ok := old.Lookup("URL"); ok {
		t.Error("names of RFC 822 match in one case only")
	}
	if r, ok := old.Lookup("gopher+_string"); !ok || r.Name != "gopher-plus-string" {
		t.Error("a rule is not found by the name it was printed with")
	}
}

// The variants: which rules take strings away, and which are lazy.
func TestVariants(t *testing.T) {
	want := map[string]string{
		"rfc1738":       "url/Bare search/Lazy selector/Lazy",
		"rfc1808":       "URL/Bare",
		"url-syntax-02": "URL-reference/Bare absoluteURL/Bare generic-URL/Bare relativeURL/Bare",
		"url-syntax-09": "URL-reference/Bare absoluteURL/Bare generic-URL/Bare relativeURL/Bare",
		"rfc2396":       "URI-reference/Bare absoluteURI/Bare relativeURI/Bare hier_part/Bare",
		"rfc2732":       "URI-reference/Bare absoluteURI/Bare relativeURI/Bare hier_part/Bare",
		"rfc2396bis-00": "absolute-URI-reference/Bare URI-reference/Bare absolute-URI/Bare relative-URI/Bare hier-part/Bare",
		"rfc3986":       "",
	}
	for _, name := range names {
		g := edition(t, name)
		var got []string
		for _, r := range g.Variants() {
			if r.Variant != Plain {
				got = append(got, r.Name+"/"+r.Variant.String())
			}
		}
		if strings.Join(got, " ") != want[name] {
			t.Errorf("%s: %q, want %q", name, got, want[name])
		}
	}
	// A variant reads less, never more, and lazily the same.
	for _, name := range names {
		g := edition(t, name)
		for _, r := range g.Rules {
			if bare := g.Membership(r); !automaton.Empty(automaton.Minus(g.Automaton(r), g.Automaton(bare))) {
				t.Errorf("%s: %s derives more under the reading", name, r.Name)
			}
		}
		for _, r := range g.Variants() {
			if r.Variant == Lazy && !automaton.Equal(g.Automaton(r), g.Automaton(g.Rules[r.Index])) {
				t.Errorf("%s: %s is another language lazily", name, r.Name)
			}
		}
	}
}

// A defect of an edition's folder is an error that says where.
func TestDefects(t *testing.T) {
	const text = "s = a / b\na = \"x\" DIGIT\nb = *\"y\"\n"
	const data = `"name": "x", "notation": "abnf", "start": "s", "sections": {"s": "1", "a": "1", "b": "1", "DIGIT": "1"}`
	for _, c := range []struct{ name, text, data, err string }{
		{"none", text, data, ""},
		{"unknown field", text, data + `, "colour": 1`, `x.json: colour: there is no such key`},
		{"other name", text, strings.Replace(data, `"x"`, `"y"`, 1), `x.json: name: "y" is not the name of the file`},
		{"notation", text, strings.Replace(data, "abnf", "ebnf", 1), `x.json: notation: "ebnf" is neither rfc822 nor abnf`},
		{"no start", text, strings.Replace(data, `"start": "s"`, `"start": "t"`, 1), `x.json: start: there is no rule "t"`},
		{"no section", text, strings.Replace(data, `"b": "1", `, "", 1), `x.json: sections: rule b has none`},
		{"repair of nothing", text, data + `, "repairs": [{"id": "N1", "what": "zz"}]`, `x.json: repair N1: the text has no "zz"`},
		{"repair in a comment", "; zz\n" + text, data + `, "repairs": [{"id": "N1", "what": "zz"}]`, `x.json: repair N1: the text has no "zz"`},
		{"repair no expression", text, data + `, "repairs": [{"id": "N1", "what": "(", "regexp": true}]`, "x.json: repair N1: error parsing regexp: missing closing ): `(`"},
		{"decision on no rule", text, data + `, "reading": [{"rule": "t", "element": "a", "drop": true}]`, `x.json: reading: there is no rule "t"`},
		{"decision on no element", text, data + `, "reading": [{"rule": "s", "element": "c", "drop": true}]`, `x.json: reading: rule s has no c`},
		{"lazy and no repetition", text, data + `, "reading": [{"rule": "s", "element": "a", "lazy": true}]`, `x.json: reading: rule a is not a repetition, and does not end with one`},
		{"undefined", "s = a\na = c\n", data, `x.bnf:2:5: a: c is not defined`},
		{"recursive", "s = a\na = \"x\" s\n", data, `x.bnf:1:1: s: s is defined by itself: s -> a -> s`},
		{"prose", "s = <any>\n", data, `x.bnf:1:5: s: <any> is prose, which no program can read`},
		{"no byte", "s = %x100\n", data, `x.bnf:1:5: the value 256 is not a byte`},
	} {
		t.Run(c.name, func(t *testing.T) {
			src, err := Read(fstest.MapFS{"x.bnf": {Data: []byte(c.text)}, "x.json": {Data: []byte("{" + c.data + "}")}}, "x")
			if err == nil {
				_, err = New(src)
			}
			if got := fmt.Sprint(err); c.err == "" && err != nil || c.err != "" && got != c.err {
				t.Errorf("the error is %q, want %q", got, c.err)
			}
		})
	}
	if _, err := Read(fstest.MapFS{}, "x"); err == nil {
		t.Error("an empty folder is read")
	}
}

func TestCharSet(t *testing.T) {
	g := edition(t, "rfc3986")
	set, err := g.CharSet(`unreserved / %x21-23 / "%"`)
	if err != nil || !set.Has('a') || !set.Has('"') || !set.Has('%') || set.Has('&') {
		t.Errorf("%v, %v", set, err)
	}
	for _, text := range []string{"pct-encoded", `"ab"`, "nothing", "*ALPHA", "("} {
		if _, err := g.CharSet(text); err == nil {
			t.Errorf("%s is read as a character class", text)
		}
	}
}

// The issue of speed: all editions together.
func BenchmarkCompileAllEditions(b *testing.B) {
	for b.Loop() {
		for _, name := range names {
			g := edition(b, name)
			start, _ := g.Lookup(g.Source.Start)
			g.Automaton(start)
		}
	}
}
