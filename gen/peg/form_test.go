package peg

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/urispec/urispec/grammar/engine/reading"
)

// grammarOf makes an edition of a grammar in ABNF whose start rule is s.
func grammarOf(t *testing.T, rules, decisions string) *reading.Grammar {
	t.Helper()
	sections := []string{}
	for line := range strings.Lines(rules) {
		if name, _, ok := strings.Cut(line, "="); ok {
			sections = append(sections, `"`+strings.TrimSpace(name)+`": "1"`)
		}
	}
	for _, core := range []string{"ALPHA", "DIGIT", "HEXDIG"} {
		sections = append(sections, `"`+core+`": "1"`)
	}
	if !strings.Contains(rules, "esc") {
		rules += "esc = \"%\" HEXDIG HEXDIG\n"
		sections = append(sections, `"esc": "1"`)
	}
	data := `{"name": "x", "notation": "abnf", "start": "s",
		"reading": [` + decisions + `], "sections": {` + strings.Join(sections, ", ") + `}}`
	src, err := reading.Read(fstest.MapFS{"x.bnf": {Data: []byte(rules)}, "x.json": {Data: []byte(data)}}, "x")
	if err != nil {
		t.Fatal(err)
	}
	g, err := reading.New(src)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// proved finds the forms of a grammar.
func proved(t *testing.T, g *reading.Grammar) (*prover, error) {
	t.Helper()
	p, err := newProver(g, newLanguages(tokenLimit))
	if err != nil {
		t.Fatal(err)
	}
	return p, p.exactly()
}

// Each form on a grammar that needs it, and what ordered choice reads
// afterwards.
func TestForms(t *testing.T) {
	for _, c := range []struct {
		name, rules, decisions string
		rule, form             string // a form of this rule; "" for as written
		yes, no                []string
	}{
		{"as written", "s = r \"c\"\nr = \"ab\" / \"a\"\n", "", "r", "", []string{"abc", "ac"}, []string{"a", "ab", "abb"}},
		{"commit", "s = r \"c\"\nr = \"a\" / \"ab\"\n", "", "r", "commit", []string{"ac", "abc"}, []string{"a", "c", "abb"}},
		{"commit, two", "s = r \"d\"\nr = \"a\" / \"ab\" / \"abc\"\n", "", "r", "commit", []string{"ad", "abd", "abcd"}, []string{"abc", "acd"}},
		{"stop", "s = *( r \":\" ) r \"::\"\nr = ALPHA\n", "", "s", "stop", []string{"a::", "a:b::", "a:b:c::"}, []string{"a:", "::", "a:::", "a"}},
		{"stop, option", "s = [ r \"@\" ] r\nr = 1*ALPHA\n", "", "s", "", []string{"a", "a@b", "abc@d"}, []string{"a@", "@a", "@"}},
		{"run", "s = r \".\"\nr = ALPHA *( ALPHA / \"-\" ) ALPHA\n", "", "r", "run", []string{"aa.", "a-a.", "a--a-b."}, []string{"a.", "a-.", "-a."}},
		{"bounded run", "s = r \".\"\nr = ALPHA [ *2( ALPHA / \"-\" ) ALPHA ]\n", "", "r", "run", []string{"a.", "ab.", "abcd.", "a--b."}, []string{"a-.", "abcde.", "a---b."}},
		{"fits", "s = q \"!\"\nq = *( \".\" ALPHA ) [ \".\" ALPHA \".\" ]\n", "", "q", "fits", []string{"!", ".a!", ".a.b!", ".a.!", ".a.b.!"}, []string{".!", "a!", ".a..!"}},
		{"lazy", "s = r [ \"%09\" r ]\nr = *( ALPHA / esc )\nesc = \"%\" HEXDIG HEXDIG\n", `{"rule": "s", "element": "r", "section": "1", "why": "", "lazy": true}`,
			"r", "lazy", nil, nil},
		{"empty alternative", "s = \"(\" r \")\"\nr = ALPHA / \"\"\n", "", "r", "", []string{"()", "(a)"}, []string{"(", "(aa)"}},
		{"exclusion", "s = a / b\na = *( ALPHA / \":\" )\nb = \":\" DIGIT\n", `{"rule": "s", "element": "a", "section": "1", "why": "", "not": "\":\""}`,
			"s", "commit", []string{"", "a:", ":1"}, []string{":", ":a", "1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := grammarOf(t, c.rules, c.decisions)
			if c.name == "lazy" {
				// r stands twice in s: where it is last nothing follows.
				if _, err := proved(t, g); err == nil {
					t.Error("a lazy rule with two places is no error")
				}
				return
			}
			p, err := proved(t, g)
			if err != nil {
				t.Fatal(err)
			}
			forms := ""
			for _, q := range p.order {
				if q.rule.Name == c.rule {
					forms += strings.Join(q.forms, "\n")
				}
			}
			if c.form == "" && forms != "" || !strings.Contains(forms, c.form) {
				t.Errorf("rule %s has the forms %q, want %q", c.rule, forms, c.form)
			}
			start, _ := g.Lookup("s")
			for _, s := range append(c.yes, c.no...) {
				end, ok := interpret(p.roots[start].body, s, 0)
				if got, want := ok && end == len(s), g.Automaton(start).Accepts(s); got != want {
					t.Errorf("%q: ordered choice %v, the grammar %v", s, got, want)
				}
			}
			for _, s := range c.yes {
				if !g.Automaton(start).Accepts(s) {
					t.Errorf("%q should be a string of the grammar", s)
				}
			}
			for _, s := range c.no {
				if g.Automaton(start).Accepts(s) {
					t.Errorf("%q should be no string of the grammar", s)
				}
			}
		})
	}
}

// A rule that no form fits is an error with a shortest lost string.
func TestNoForm(t *testing.T) {
	for _, c := range []struct{ name, rules, rule, lost string }{
		// Followed by "a" it should leave one, alone it should not.
		{"two contexts", "s = r \"a\"\nr = *\"a\"\n", "r", "a"},
		{"counting ahead", "s = 1*( \"a\" / \"ab\" / \"ba\" ) \"c\" / 1*( \"ab\" ) \"d\"\n", "s", "ABC"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := grammarOf(t, c.rules, "")
			_, err := proved(t, g)
			var lost *GrammarError
			if !errors.As(err, &lost) {
				t.Fatalf("the error is %v", err)
			}
			if lost.Rule != c.rule || !strings.EqualFold(lost.Lost, c.lost) {
				t.Errorf("%v; want rule %s to lose %q", err, c.rule, c.lost)
			}
		})
	}
}

// The error says where the rule stands, which part of it has no form, where it is
// used, and what was tried.
func TestNoFormIsExplained(t *testing.T) {
	g := grammarOf(t, "s = r \"a\"\nr = *\"a\"\n", "")
	_, err := proved(t, g)
	const want = `x.bnf:2: rule r, section 1: no form of the repetition *( "A" / "a" ) keeps "A"
    rule     r = *"a"
    used in  s
    context  "A" or "a" follows
    tried    as written: loses "A"
             stop, if no DIGIT, esc, "%", "B", "C", "D", "E", "F", "b", "c", "d", "e" or "f" follows: loses "A"`
	if err == nil || err.Error() != want {
		t.Errorf("%v\nwant\n%s", err, want)
	}
}

// Without the decisions on the selector and the search, RFC 1738's gopher URL
// has no form for both the language and the tree.
func TestGopherNeedsItsDecisions(t *testing.T) {
	src := editionSource(t, "rfc1738")
	kept := src.Reading[:0:0]
	for _, d := range src.Reading {
		if !d.Lazy {
			kept = append(kept, d)
		}
	}
	if len(kept) == len(src.Reading) {
		t.Fatal("no decision is lazy")
	}
	src.Reading = kept
	g, err := reading.New(src)
	if err != nil {
		t.Fatal(err)
	}
	_, err = proved(t, g)
	var lost *GrammarError
	if !errors.As(err, &lost) {
		t.Fatalf("the error is %v", err)
	}
	if lost.Rule != "search" || lost.Lost != "%09/" {
		t.Errorf("%v; want search to lose %%09/", err)
	}
}
