package reading_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// TestCharacterRules: which rules of the editions are one character class, and
// which are one character.
func TestCharacterRules(t *testing.T) {
	for name, want := range map[string]string{
		"rfc1738": `
class: alphadigit ftptype lowalpha hialpha alpha digit safe extra national punctuation reserved hex unreserved
character: escape uchar xchar`,
		"url-syntax-02": `
class: reserved unreserved mark hex alphanum alpha lowalpha hialpha digit
character: pchar urlchar escaped`,
		"url-syntax-09": `
class: reserved unreserved mark hex alphanum alpha lowalpha upalpha digit
character: pchar urlc escaped`,
		"rfc2396bis-00": `
class: alphanum reserved unreserved mark ALPHA DIGIT HEXDIG
character: uric-no-slash pchar uric escaped`,
		"rfc3986": `
class: unreserved reserved gen-delims sub-delims ALPHA DIGIT HEXDIG
character: pchar pct-encoded`,
		"rfc3987": `
class: iunreserved ucschar iprivate unreserved reserved gen-delims sub-delims ALPHA DIGIT HEXDIG
character: ipchar pct-encoded`,
	} {
		g := grammarOf(t, read(t, name))
		lists := make(map[string][]string)
		for _, r := range g.Rules {
			switch {
			case len(r.Class) > 0:
				lists["class"] = append(lists["class"], r.Name)
			case r.Character:
				lists["character"] = append(lists["character"], r.Name)
			}
		}
		got := ""
		for _, list := range []string{"class", "character"} {
			got += "\n" + strings.TrimSuffix(list+": "+strings.Join(lists[list], " "), " ")
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", name, diff)
		}
	}
}

// TestMembership: for each rule, what it derives by the published grammar
// alone is what it derives where there is no reading at all.
func TestMembership(t *testing.T) {
	for _, name := range editions(t) {
		g := grammarOf(t, read(t, name))
		src := read(t, name)
		src.Reading = nil
		alone := grammarOf(t, src)
		for i, r := range g.Rules {
			bare := g.Automaton(g.Membership(r))
			if w, differ := automaton.Difference(bare, alone.Automaton(alone.Rules[i])); differ {
				t.Errorf("%s: %s by membership differs from the text in %q", name, r.Name, text(w))
			}
		}
	}
}

func text(w []int32) string {
	b := make([]byte, len(w))
	for i, x := range w {
		b[i] = byte(x)
	}
	return string(b)
}

// TestClass: a rule that is one character class derives its bytes and nothing
// else, and a rule of one character nothing longer than one.
func TestClass(t *testing.T) {
	octet := automaton.Cat(automaton.Literal("%"), automaton.Symbol(hex), automaton.Symbol(hex))
	for _, name := range editions(t) {
		g := grammarOf(t, read(t, name))
		chars := func(set automaton.Set) *automaton.Expr { return automaton.Symbol(set) }
		if g.Source.UTF8() {
			chars = reading.Encoding
		}
		one := automaton.Compile(256, automaton.Alt(chars(g.Source.Characters()), octet))
		for _, r := range g.Rules {
			d := g.Automaton(r)
			if len(r.Class) > 0 {
				if !automaton.Equal(d, automaton.Compile(256, chars(r.Class))) || !r.Character {
					t.Errorf("%s: %s is the class %v and derives something else", name, r.Name, r.Class)
				}
			}
			if w, more := automaton.Shortest(automaton.Minus(d, one)); r.Character && more {
				t.Errorf("%s: %s is a character and derives %q", name, r.Name, text(w))
			}
		}
	}
}

var hex = automaton.Between('0', '9').Union(automaton.Between('A', 'F')).Union(automaton.Between('a', 'f'))

// TestClassOf: what is one character class, and what is one character.
func TestClassOf(t *testing.T) {
	const rules = "h = %x30-39 / \"A\"\no = \"%\" h h\nx = %x78\n"
	for _, c := range []struct {
		elements  string
		class     string // the bytes, ascending
		character bool
	}{
		{`"x"`, "Xx", true},
		{`%x78`, "x", true},
		{`%s"x"`, "x", true},
		{`%x61-63`, "abc", true},
		{`%d97 / %d99`, "ac", true},
		{`x`, "x", true},
		{`( x / "." )`, ".x", true},
		{`( x ) / ( ( "." ) )`, ".x", true},
		{`x / h`, "0123456789Aax", true},
		{`o`, "", false}, // another name for a character is no character
		{`x / o`, "", true},
		{`o / o`, "", true},
		{`"%" h h`, "", true},
		{`%x25 h ( h / x )`, "", true}, // any two classes
		{`"%41"`, "", true},
		{`x / "%" h h`, "", false}, // the octet must have a rule
		{`"%" h`, "", false},
		{`"%" h h h`, "", false},
		{`"$" h h`, "", false},
		{`"xy"`, "", false},
		{`"" / x`, "", false},
		{`[ x ]`, "", false},
		{`*x`, "", false},
		{`1*1x`, "x", true},
		{`2x`, "", false},
		{`x x`, "", false},
	} {
		g := mustGrammar(t, "a = "+c.elements+"\n"+rules, nil)
		a := g.Rules[0]
		var class []byte
		for _, r := range a.Class {
			for b := r.Lo; b <= r.Hi; b++ {
				class = append(class, byte(b))
			}
		}
		if string(class) != c.class || a.Character != c.character {
			t.Errorf("a = %s: class %q, character %v, want %q, %v", c.elements, class, a.Character, c.class, c.character)
		}
	}
}

// TestDecisions: what each kind of decision does to strings and derivations.
func TestDecisions(t *testing.T) {
	for _, c := range []struct {
		why      string
		text     string
		decision reading.Decision
		// trees and bare are derivations from the first rule, under the reading
		// and by the published grammar alone: a string, then its tree as show
		// writes it, "-" if there is none.
		trees, bare map[string]string
	}{
		{"without a decision, the order of the text", "a = b / c\nb = 1*\"x\"\nc = \"xx\"\n", reading.Decision{},
			map[string]string{"xx": "a(b(xx))"}, map[string]string{"xx": "a(b(xx))"}},
		{"first", "a = b / c\nb = 1*\"x\"\nc = \"xx\"\n", reading.Decision{Rule: "a", Element: "c", First: true},
			map[string]string{"xx": "a(c(xx))", "x": "a(b(x))"}, map[string]string{"xx": "a(c(xx))"}},
		{"drop", "a = b / c\nb = 1*\"x\"\nc = \"yy\"\n", reading.Decision{Rule: "a", Element: "b", Drop: true},
			map[string]string{"x": "-", "yy": "a(c(yy))"}, map[string]string{"x": "a(b(x))", "yy": "a(c(yy))"}},
		{"drop the only alternative of a group", "a = \"y\" [ b ]\nb = \"x\"\n", reading.Decision{Rule: "a", Element: "b", Drop: true},
			map[string]string{"yx": "-", "y": "a(y)"}, map[string]string{"yx": "a(yb(x))"}},
		{"not", "a = b / c\nb = 1*\"x\"\nc = *( \"x\" / \"y\" )\n", reading.Decision{Rule: "a", Element: "b", Not: `"xx"`},
			map[string]string{"x": "a(b(x))", "xx": "a(c(xx))", "xy": "a(c(xy))"}, map[string]string{"xx": "a(b(xx))"}},
		{"not, by a rule", "a = \"-\" b\nb = *( \"x\" / \"y\" )\nc = \"x\" \"y\"\n", reading.Decision{Rule: "a", Element: `"-" b`, Not: `"-" c`},
			map[string]string{"-xx": "a(-b(xx))", "-xyx": "-"}, map[string]string{"-xyx": "a(-b(xyx))"}},
		{"in a rule that is referred to", "a = \"-\" b\nb = c / d\nc = \"x\"\nd = \"y\"\n", reading.Decision{Rule: "b", Element: "c", Drop: true},
			map[string]string{"-x": "-"}, map[string]string{"-x": "a(-b(c(x)))"}},
		{"inside a group, laid out differently, in another case", "a = \"-\" ( B   C /D)\nb = \"x\"\nc = \"y\"\nd = \"z\"\n", reading.Decision{Rule: "A", Element: "B C", Drop: true},
			map[string]string{"-xy": "-", "-z": "a(-d(z))"}, map[string]string{"-xy": "a(-b(x)c(y))"}},
		{"lazy", "a = b [ c ]\nb = *\"x\"\nc = 1*\"x\"\n", reading.Decision{Rule: "a", Element: "b", Lazy: true},
			map[string]string{"xx": "a(b()c(xx))", "": "a(b())"}, map[string]string{"xx": "a(b()c(xx))"}},
		{"lazy takes what it must", "a = b [ c ]\nb = 1*\"x\"\nc = \"xx\"\n", reading.Decision{Rule: "a", Element: "b", Lazy: true},
			map[string]string{"xxx": "a(b(x)c(xx))", "xx": "a(b(xx))", "": "-"}, nil},
	} {
		fields := data{}
		if c.decision != (reading.Decision{}) {
			fields["reading"] = []reading.Decision{c.decision}
		}
		g := mustGrammar(t, c.text, fields)
		for s, want := range c.trees {
			if got := derive(g, g.Rules[0], s); got != want {
				t.Errorf("%s: %q is %s, want %s", c.why, s, got, want)
			}
		}
		for s, want := range c.bare {
			if got := derive(g, g.Membership(g.Rules[0]), s); got != want {
				t.Errorf("%s: by membership %q is %s, want %s", c.why, s, got, want)
			}
		}
	}
}

// derive writes the derivation of s as s with rules around their parts, "-" if
// there is none.
func derive(g *reading.Grammar, r *reading.Rule, s string) string {
	var b strings.Builder
	at := 0
	ok := g.Derivation(r).Parse(s, func(e automaton.Event, i int) {
		b.WriteString(s[at:i])
		at = i
		if e.Open {
			fmt.Fprintf(&b, "%s(", g.Names[e.Tag])
		} else {
			b.WriteString(")")
		}
	})
	if ok != g.Automaton(r).Accepts(s) {
		return "two verdicts"
	}
	if !ok {
		return "-"
	}
	return b.String() + s[at:]
}

// TestLookup: by name, by the name as printed, and in any case where the
// notation says so.
func TestLookup(t *testing.T) {
	rfc1738, rfc3986 := grammarOf(t, read(t, "rfc1738")), grammarOf(t, read(t, "rfc3986"))
	for _, c := range []struct {
		g          *reading.Grammar
		name, want string
	}{
		{rfc1738, "url", "url"},
		{rfc1738, "URL", ""},
		{rfc1738, "gopher-plus-string", "gopher-plus-string"},
		{rfc1738, "gopher+_string", "gopher-plus-string"},
		{rfc1738, "", ""},
		{rfc3986, "uri-REFERENCE", "URI-reference"},
		{rfc3986, "alpha", "ALPHA"},
		{rfc3986, "CR", ""}, // a core rule that the text does not use
	} {
		r, ok := c.g.Lookup(c.name)
		if ok != (c.want != "") || ok && r.Name != c.want {
			t.Errorf("%s: Lookup(%q): %v, %v, want %q", c.g.Source.Name, c.name, r, ok, c.want)
		}
	}
}

// TestIndices: the order, the indices and the definitions of rules.
func TestIndices(t *testing.T) {
	for _, name := range editions(t) {
		g := grammarOf(t, read(t, name))
		defined := slices.Concat(g.BNF.Rules, g.BNF.Core)
		if len(defined) != len(g.Rules) || len(g.Names) != len(g.Rules) {
			t.Fatalf("%s: %d rules are defined, %d read, %d named", name, len(defined), len(g.Rules), len(g.Names))
		}
		for i, r := range g.Rules {
			if r.Index != i || g.Names[i] != r.Name || g.Index(r.Name) != i || g.Definition(r) != defined[i] {
				t.Errorf("%s: rule %d is %s, index %d", name, i, r.Name, r.Index)
			}
			if r.Variant != reading.Plain || r.Variant.String() != "" {
				t.Errorf("%s: %s is the variant %q", name, r.Name, r.Variant)
			}
			if g.Section(r.Name) == "" {
				t.Errorf("%s: %s has no section", name, r.Name)
			}
		}
		for rule := range g.Source.Sections {
			if r, ok := g.Lookup(rule); !ok || r.Name != rule {
				t.Errorf("%s: a section is given for %q, which is no rule", name, rule)
			}
		}
		for as, rule := range g.Source.Aliases {
			if r, ok := g.Lookup(as); !ok || r.Name != rule {
				t.Errorf("%s: %q is printed for %q, which is no rule", name, as, rule)
			}
		}
	}
}

// TestExpr: how elements are read.
func TestExpr(t *testing.T) {
	chars := func(s string) *reading.Chars {
		var set automaton.Set
		for i := range len(s) {
			set = set.Union(automaton.Of(int32(s[i])))
		}
		return &reading.Chars{Set: set}
	}
	for _, c := range []struct {
		notation, elements string
		want               reading.Expr
	}{
		{"abnf", `"a"`, chars("aA")},
		{"abnf", `"-"`, chars("-")},
		{"abnf", `%s"a"`, chars("a")},
		{"abnf", `""`, &reading.Seq{}},
		{"abnf", `"a1"`, &reading.Seq{Parts: []reading.Expr{chars("aA"), chars("1")}}},
		{"abnf", `%x61`, chars("a")},
		{"abnf", `%x61.41`, &reading.Seq{Parts: []reading.Expr{chars("a"), chars("A")}}},
		{"abnf", `%x61-63`, chars("abc")},
		{"abnf", `%xFF`, &reading.Chars{Set: automaton.Of(255)}},
		{"abnf", `( "1" )`, chars("1")},
		{"abnf", `[ "1" ]`, &reading.Repeat{X: chars("1"), Max: 1}},
		{"abnf", `*"1"`, &reading.Repeat{X: chars("1"), Max: automaton.Unbounded}},
		{"abnf", `2*3"1"`, &reading.Repeat{X: chars("1"), Min: 2, Max: 3}},
		{"abnf", `2"1"`, &reading.Repeat{X: chars("1"), Min: 2, Max: 2}},
		{"abnf", `1*1"1"`, chars("1")},
		{"abnf", `0"1"`, &reading.Repeat{X: chars("1")}},
		{"abnf", `"1" / "2"`, &reading.Alt{Parts: []reading.Expr{chars("1"), chars("2")}}},
		{"abnf", `"1" "2" / "3"`, &reading.Alt{Parts: []reading.Expr{&reading.Seq{Parts: []reading.Expr{chars("1"), chars("2")}}, chars("3")}}},
		{"rfc822", `"a"`, chars("a")},
		{"rfc822", `<">`, chars(`"`)},
		{"rfc822", `"\"`, chars(`\`)},
		{"rfc822", `"1" | "2"`, &reading.Alt{Parts: []reading.Expr{chars("1"), chars("2")}}},
	} {
		g := mustGrammar(t, "a = "+c.elements+"\n", data{"notation": c.notation})
		if diff := cmp.Diff(c.want, g.Rules[0].Expr); diff != "" {
			t.Errorf("%s: %s (-want +got)\n%s", c.notation, c.elements, diff)
		}
	}
}

// TestDerivationTags: rules are tagged by their Index, a variant by that of its
// name; rules that are one character class are leaves.
func TestDerivationTags(t *testing.T) {
	g := grammarOf(t, read(t, "rfc1738"))
	r, _ := g.Lookup("url")
	want := "url(gopherurl(gopher://hostport(host(hostname(toplabel(alpha(h)))))/" +
		"gtype(xchar(unreserved(7)))selector(xchar(unreserved(s)))%09search(uchar(unreserved(q)))))"
	if got := derive(g, r, "gopher://h/7s%09q"); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestConcurrently is for the race detector: a Grammar builds its automata
// when they are asked for.
func TestConcurrently(t *testing.T) {
	g := grammarOf(t, read(t, "rfc3986"))
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for _, r := range g.Variants() {
				d, p := g.Automaton(r), g.Derivation(r)
				if g.Automaton(r) != d || g.Derivation(r) != p {
					t.Errorf("%s is built twice", r.Name)
				}
			}
		})
	}
	wg.Wait()
}
