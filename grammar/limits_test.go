package grammar_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// sourceOf returns the source of a grammar of our own. Each of its rules has a section.
func sourceOf(text string) *reading.Source {
	sections := map[string]string{"DIGIT": "B.1", "ALPHA": "B.1"}
	for line := range strings.Lines(text) {
		if name, _, ok := strings.Cut(line, " ="); ok {
			sections[name] = "1"
		}
	}
	start, _, _ := strings.Cut(text, " =")
	return &reading.Source{Name: "toy", Title: "Toy", Notation: "abnf", Start: start, Text: []byte(text), Sections: sections}
}

// chain returns n rules, each of which is made of the next as format says.
func chain(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "r%d = %s\n", i, strings.ReplaceAll(format, "NEXT", fmt.Sprintf("r%d", i+1)))
	}
	return b.String() + fmt.Sprintf("r%d = \"a\" / \"b\"\n", n)
}

// A grammar with a rule that is too large is refused, with the place of the rule in which
// it grows: within seconds, whatever it is.
func TestTooLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second or more; runs without -short")
	}
	tests := []struct{ name, text, at, what string }{
		{"a count", "s = t\nt = 1000000*( \"a\" / \"b\" )\n", "toy.bnf:2:1: rule t: ", "nodes"},
		{"exponential", "s = \"x\" t\nt = *( \"a\" / \"b\" ) \"a\" 40( \"a\" / \"b\" )\n", "toy.bnf:2:1: rule t: ", "states"},
		{"nested repetitions", "s = " + strings.Repeat("*( ", 200) + strings.Repeat(`[ "a" ] "b" )`, 200) + "\n", "", ""},
		{"nested counts", "s = " + strings.Repeat("10( ", 20) + `"a" "b"` + strings.Repeat(" )", 20) + "\n", "toy.bnf:1:1: rule s: ", "nodes"},
		{"doubled again and again", chain(60, "NEXT NEXT"), "toy.bnf:", "nodes"},
		{"an octet, doubled again and again", chain(60, `"%" NEXT NEXT`), "toy.bnf:", "nodes"},
		{"a chain", chain(20_000, "NEXT"), "toy.bnf:", "levels"},
		{"many automata", "s = \"a\"\n" + many(3000, `*( "a" / "b" ) "a" 10( "a" / "b" )`), "toy.bnf:", "steps"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			begin := time.Now()
			_, err := grammar.NewGrammar(sourceOf(test.text))
			if took := time.Since(begin); took > 10*time.Second {
				t.Errorf("took %v", took)
			}
			if test.what == "" && err == nil {
				return
			}
			var limit *grammar.LimitError
			if !errors.As(err, &limit) || !strings.HasPrefix(err.Error(), test.at) || !strings.Contains(err.Error(), test.what) {
				t.Errorf("%v, want %s... %s", err, test.at, test.what)
			}
		})
	}
}

// many returns n rules with one definition.
func many(n int, definition string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "m%d = %s\n", i, definition)
	}
	return b.String()
}

// What needs more of a rule than its automaton says so if that is too large, or does
// without.
func TestLimitsOfMethods(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second or more; runs without -short")
	}
	// A tree may have a node for each rule of a long chain, for each byte.
	g, err := grammar.NewGrammar(sourceOf("s = *r0\n" + chain(300, `"" NEXT`)))
	if err != nil {
		t.Fatal(err)
	}
	var limit *grammar.LimitError
	if _, err := g.Start().Tree(strings.Repeat("a", 100_000)); !errors.As(err, &limit) {
		t.Errorf("a tree of 30 million nodes: %v", err)
	}
	if _, err := g.Start().Tree("ab"); err != nil {
		t.Error(err)
	}
	// Two cycles of which no string is common but a very long one.
	cycle := func(first string, n int) *grammar.Grammar {
		g, err := grammar.NewGrammar(sourceOf(fmt.Sprintf("s = %s *( %d\"a\" )\n", first, n)))
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	a, b := cycle(`"a"`, 5003), cycle(`"a" "a"`, 4999)
	if _, err := a.Start().Compare(b.Start()); !errors.As(err, &limit) {
		t.Errorf("comparing cycles: %v", err)
	}
	if _, err := grammar.Compare(a, b); !errors.As(err, &limit) {
		t.Errorf("comparing grammars: %v", err)
	}
	long, err := grammar.NewGrammar(sourceOf("s = *x 3000y \"b\"\nx = \"a\"\ny = \"a\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := long.Start().Ambiguities(); !errors.As(err, &limit) {
		t.Errorf("ambiguities: %v", err)
	}
}

// Where the automaton that explains errors would be too large, they are explained all
// the same, only more slowly.
func TestErrorsWithoutLocator(t *testing.T) {
	for _, e := range []*grammar.Edition{editions.RFC1738, editions.URLSyntax02, editions.RFC3986, editions.RFC3987} {
		locate, slow := grammar.Locators(e.References())
		for _, s := range []string{"", "a", "http://a/%zz", "http://[::1/", "//", "http://h:p/", "ftp://h/a;type=z", "é", "x:\xff", "http://1.2.3.4.5:8/?#[", "a:/b//c d"} {
			offset, state, rule := locate(s)
			if o, st, r := slow(s); o != offset || st != state || r != rule {
				t.Errorf("%s: %q: %d, %d and %d, want %d, %d and %d", e, s, o, st, r, offset, state, rule)
			}
		}
	}
}

// A language without strings has no panics either.
func TestEmptyLanguage(t *testing.T) {
	src := sourceOf("s = \"a\"\n")
	src.Reading = []reading.Decision{{Rule: "s", Element: `"a"`, Drop: true, Section: "1", Why: "to have none"}}
	g, err := grammar.NewGrammar(src)
	if err != nil {
		t.Fatal(err)
	}
	l := g.Start()
	if l.Valid("") || l.Viable("a") != 0 {
		t.Error("it has strings")
	}
	var syntax *grammar.SyntaxError
	if err := l.Check("a"); !errors.As(err, &syntax) || syntax.Offset != 0 || syntax.Rule != "s" || syntax.Expectation() != "nothing" {
		t.Error(err)
	}
	if _, err := l.Tree("a"); !errors.As(err, &syntax) {
		t.Error(err)
	}
	if found, err := l.Ambiguities(); found != nil || err != nil {
		t.Error(found, err)
	}
	if d, err := l.Compare(l); err != nil || d.Relation != grammar.Equal {
		t.Error(d, err)
	}
}

// FuzzNew mutates the text and the data of a grammar. Whatever they are, New returns,
// and so do the methods of what it returns.
func FuzzNew(f *testing.F) {
	const text = "s = scheme \":\" *( x / [ y ] 2*4z )\nscheme = ALPHA *( ALPHA / DIGIT )\nx = %x21-2F / \"%\" 2HEXDIG\ny = <\"> s2\nz = 1*3( \"a\" / %s\"B\" )\ns2 = \"\"\n"
	f.Add(text, `{"name": "toy", "notation": "abnf", "start": "s"}`, "a:b")
	f.Add("s = *( \"a\" | \"b\" ) \"a\" 40( \"a\" | \"b\" )\n", `{"name": "toy", "notation": "rfc822", "start": "s"}`, "a")
	f.Add("s = a a\na = b b\nb = *( *[ \"c\" ] )\n", `{"name": "toy", "notation": "abnf", "start": "s", "terminals": "characters", "repairs": [{"id": "1", "what": "a", "with": "b", "why": "so"}]}`, "cc")
	f.Fuzz(func(t *testing.T, text, data, s string) {
		if _, err := grammar.New("toy", fstest.MapFS{"toy.bnf": {Data: []byte(text)}, "toy.json": {Data: []byte(data)}}, nil); err == nil {
			t.Log("an edition")
		}
		src, err := reading.Read(fstest.MapFS{"toy.bnf": {Data: []byte(text)}, "toy.json": {Data: []byte(data)}}, "toy")
		if err != nil {
			return
		}
		src.Sections = sourceOf(text).Sections
		g, err := grammar.NewGrammar(src)
		if err != nil {
			return
		}
		for _, l := range []*grammar.Language{g.Start(), g.Corrected().Start()} {
			err := l.Check(s)
			if (err == nil) != l.Valid(s) {
				t.Errorf("%q: %v, but valid: %v", s, err, l.Valid(s))
			}
			if n := l.Viable(s); n < 0 || n > len(s) {
				t.Errorf("%q: viable up to %d", s, n)
			}
			l.Tree(s)
			l.TreeChars(s)
			l.Errata(s)
			l.Ambiguities()
			l.Compare(g.Start())
		}
		g.Rules()
		g.CharClasses()
	})
}
