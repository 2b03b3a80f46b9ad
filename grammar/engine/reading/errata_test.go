package reading_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/urispec/urispec/grammar/engine/automaton"
	. "github.com/urispec/urispec/grammar/engine/reading"
)

// correctedEditions are those with errata that change the grammar.
func correctedEditions(t *testing.T) []*Source {
	t.Helper()
	folders, err := os.ReadDir("../../editions")
	if err != nil {
		t.Fatal(err)
	}
	var all []*Source
	for _, f := range folders {
		if _, err := os.Stat(filepath.Join("../../editions", f.Name(), f.Name()+".json")); err != nil {
			continue // no edition
		}
		if src := edition(t, f.Name()).Source; len(src.Corrections()) > 0 {
			all = append(all, src)
		}
	}
	if len(all) < 4 {
		t.Fatalf("%d editions have errata that change the language", len(all))
	}
	return all
}

func mustNew(t *testing.T, src *Source) *Grammar {
	t.Helper()
	g, err := New(src)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// written returns src with the text of testdata/corrected.bnf in place of the
// errata. If fold is true, a literal that they fold is written out there in both
// cases.
func written(t *testing.T, src *Source, fold bool) *Source {
	t.Helper()
	text, err := os.ReadFile("../../editions/" + src.Name + "/testdata/corrected.bnf")
	if err != nil {
		t.Fatal(err)
	}
	c := src.Corrected(src.Corrections()...)
	w := *src
	w.Text, w.Repairs, w.Reading, w.Sections = text, nil, slices.Clone(c.Reading), c.Sections
	w.Amends, w.Amended = "", nil
	for _, x := range src.Corrections() {
		if !fold {
			break
		}
		for _, literal := range x.Fold {
			w.Text = []byte(strings.ReplaceAll(string(w.Text), `"`+literal+`"`, bothCases(literal)))
			for i := range w.Reading {
				w.Reading[i].Not = strings.ReplaceAll(w.Reading[i].Not, `"`+literal+`"`, bothCases(literal))
			}
		}
	}
	return &w
}

// bothCases writes a literal character by character: ( "a" | "A" ) ":".
func bothCases(literal string) string {
	var out []string
	for _, c := range strings.Split(literal, "") {
		x := `"` + c + `"`
		if u := strings.ToUpper(c); u != c {
			x = `( ` + x + ` | "` + u + `" )`
		}
		out = append(out, x)
	}
	return "( " + strings.Join(out, " ") + " )"
}

// With its errata each edition is the language that testdata/corrected.bnf,
// which was written by hand from the same descriptions, has: the whole
// reference under the reading, and every rule by the grammar alone. Only rules
// that nothing refers to any more may be missing there.
func TestCorrectedText(t *testing.T) {
	if testing.Short() {
		t.Skip("takes most of a second; runs without -short")
	}
	for _, src := range correctedEditions(t) {
		got, want := mustNew(t, src.Corrected(src.Corrections()...)), mustNew(t, written(t, src, true))
		alone := mustNew(t, written(t, src, false))
		for _, r := range want.Rules {
			if _, ok := got.Lookup(r.Name); !ok {
				t.Errorf("%s: there is no rule %s", src.Name, r.Name)
			}
		}
		for _, r := range got.Rules {
			w, ok := want.Lookup(r.Name)
			if !ok {
				if got.Corrected[r.Name] != nil || reaches(got, src.Start, r) {
					t.Errorf("%s: corrected.bnf has no rule %s", src.Name, r.Name)
				}
				continue
			}
			bare, _ := alone.Lookup(r.Name)
			for _, pair := range [][2]*automaton.DFA{
				{got.Automaton(r), want.Automaton(w)},
				{got.Automaton(got.Membership(r)), alone.Automaton(alone.Membership(bare))},
			} {
				a, b := pair[0], pair[1]
				if automaton.Equal(a, b) {
					continue
				}
				s, ok := automaton.Shortest(automaton.Minus(a, b))
				if !ok {
					s, _ = automaton.Shortest(automaton.Minus(b, a))
				}
				t.Errorf("%s: %s is another language; %q is in one of them, too much here: %v", src.Name, r.Name, s, ok)
			}
		}
	}
}

// reaches reports whether a rule refers to another one, be it by way of others.
func reaches(g *Grammar, from string, to *Rule) bool {
	var in func(e Expr) bool
	in = func(e Expr) bool {
		switch e := e.(type) {
		case *Ref:
			return e.Rule.Index == to.Index || in(e.Rule.Expr)
		case *Seq:
			return slices.ContainsFunc(e.Parts, in)
		case *Alt:
			return slices.ContainsFunc(e.Parts, in)
		case *Repeat:
			return in(e.X)
		case *Not:
			return in(e.X)
		}
		return false
	}
	r, _ := g.Lookup(from)
	return in(r.Expr)
}

// Every erratum changes the language of a rule, and just the rules that it names
// are marked. (bis00-L4 changes no reference: what is no hostname is a
// registered name.)
func TestEveryErratumChangesTheLanguage(t *testing.T) {
	if testing.Short() {
		t.Skip("takes most of a second; runs without -short")
	}
	for _, src := range correctedEditions(t) {
		all := src.Corrections()
		for _, d := range src.Reading {
			if d.Until != "" && !slices.ContainsFunc(all, func(x *Erratum) bool { return x.ID == d.Until }) {
				t.Errorf("%s: a decision holds until %s, which changes nothing", src.Name, d.Until)
			}
		}
		published := mustNew(t, src)
		for _, x := range all {
			g := mustNew(t, src.Corrected(x))
			if !slices.ContainsFunc(published.Rules, func(p *Rule) bool {
				r, _ := g.Lookup(p.Name)
				return !automaton.Equal(published.Automaton(p), g.Automaton(r))
			}) {
				t.Errorf("%s: %s changes nothing", src.Name, x.ID)
			}
			for _, r := range g.Rules {
				marked := slices.Contains(g.Corrected[r.Name], x)
				def := g.Definition(r)
				named := slices.ContainsFunc(x.Rules, func(c Correction) bool { return c.Rule == r.Name })
				folded := slices.ContainsFunc(x.Fold, func(text string) bool {
					return strings.Contains(def.Format(g.BNF.Notation), `"`+text+`"`)
				})
				if marked != (named || folded) {
					t.Errorf("%s: %s touches %s: %v, named: %v, folded: %v", src.Name, x.ID, r.Name, marked, named, folded)
				}
				if replaced := g.Replaced[r.Name] == x; replaced != named {
					t.Errorf("%s: %s replaces %s: %v, named: %v", src.Name, x.ID, r.Name, replaced, named)
				}
				if !named && !folded {
					p, _ := published.Lookup(r.Name)
					if def.Format(g.BNF.Notation) != published.Definition(p).Format(g.BNF.Notation) {
						t.Errorf("%s: %s changes %s, which it does not name", src.Name, x.ID, r.Name)
					}
				}
			}
		}
	}
}

// Correcting a source leaves the published one alone.
func TestCorrectedIsACopy(t *testing.T) {
	for _, src := range correctedEditions(t) {
		before := mustNew(t, src)
		decisions, sections := len(src.Reading), len(src.Sections)
		c := src.Corrected(src.Corrections()...)
		if len(src.Reading) != decisions || len(src.Sections) != sections || len(src.Applied()) != 0 {
			t.Errorf("%s was changed", src.Name)
		}
		if !slices.Equal(c.Applied(), src.Corrections()) {
			t.Errorf("%s: applied are %v", src.Name, c.Applied())
		}
		if mustNew(t, src).BNF.String() != before.BNF.String() {
			t.Errorf("%s reads otherwise", src.Name)
		}
	}
}

// What the errata of an edition can say.
func TestErratum(t *testing.T) {
	const (
		text = "s = a / b\na = \"x\" DIGIT\nb = *\"y\"\n"
		data = `"name": "x", "notation": "abnf", "start": "s", "sections": {"s": "1", "a": "1", "b": "1", "DIGIT": "1"}`
	)
	for _, c := range []struct{ why, errata, grammar, err string }{
		{"a definition", `{"id": "L1", "rules": [{"rule": "a", "with": "%s\"z\""}]}`,
			"s = a / b\na = %s\"z\"\nb = *\"y\"\n", ""},
		{"a new rule after the one that needs it", `{"id": "L1", "rules": [{"rule": "a", "with": "c"}, {"rule": "c", "section": "1", "with": "\"z\""}]}`,
			"s = a / b\na = c\nc = \"z\"\nb = *\"y\"\n", ""},
		{"of two the later counts", `{"id": "L1", "rules": [{"rule": "a", "with": "\"z\""}]}, {"id": "L2", "rules": [{"rule": "A", "with": "\"w\""}]}`,
			"s = a / b\na = \"w\"\nb = *\"y\"\n", ""},
		{"nothing to apply", `{"id": "L1", "summary": "loose"}`, text, ""},
		{"no expression", `{"id": "L1", "rules": [{"rule": "a", "with": "("}]}`,
			"", `x.json: erratum L1:1:2: found the end of the text, expected an element; the empty string is written ""`},
		{"no such rule", `{"id": "L1", "rules": [{"rule": "c", "with": "\"z\""}]}`,
			"", `x.json: erratum L1: there is no rule "c"; a new one needs a section`},
		{"an undefined rule", `{"id": "L1", "rules": [{"rule": "a", "with": "c"}]}`,
			"", `x.json: erratum L1:1:1: a: c is not defined`},
		{"a literal that no rule has", `{"id": "L1", "fold": ["z"]}`,
			"", `x.json: erratum L1: no rule has "z"`},
	} {
		t.Run(c.why, func(t *testing.T) {
			src, err := Read(fstest.MapFS{
				"x.bnf":  {Data: []byte(text)},
				"x.json": {Data: []byte("{" + data + `, "errata": [` + c.errata + "]}")},
			}, "x")
			if err != nil {
				t.Fatal(err)
			}
			g, err := New(src.Corrected(src.Corrections()...))
			if c.err != "" {
				if err == nil || err.Error() != c.err {
					t.Errorf("the error is %v, want %s", err, c.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := g.BNF.String(); got != c.grammar {
				t.Errorf("the grammar is\n%s\nwant\n%s", got, c.grammar)
			}
		})
	}
}
