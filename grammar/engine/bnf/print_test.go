package bnf_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/urispec/urispec/grammar/engine/bnf"
	"github.com/urispec/urispec/grammar/engine/effort"
	"pgregory.net/rapid"
)

func TestMain(m *testing.M) { effort.Main(m) }

func TestFormat(t *testing.T) {
	const both = bnf.Notation(0)
	tests := []struct {
		notation   bnf.Notation
		text, want string
	}{
		{bnf.RFC822, `a|b c|[d](e)`, `a | b c | [ d ] ( e )`},
		{bnf.ABNF, `a/b c/[d](e)`, `a / b c / [ d ] ( e )`},
		{both, `a 1a 1*1a *a 0*a 1*a 2*a 2a 2*2a *5a 0*5a 1*5a 0a 0*0a 3*2a`, `a a a *a *a 1*a 2*a 2a 2a *5a *5a 1*5a 0a 0a 3*2a`},
		{both, `2 ( a ) * [b]`, `2( a ) *[ b ]`},
		{both, `"" "a"`, `"" "a"`},
		{bnf.RFC822, `<"> "\" <prose "x">`, `<"> "\" <prose "x">`},
		{bnf.ABNF, `%s"aB" %i"aB" <">`, `%s"aB" "aB" <">`},
		{both, `%xd.a %x31-39 %X0000e9 %d013.10 %d48-57 %b0010`, `%x0D.0A %x31-39 %xE9 %d13.10 %d48-57 %b10`},
	}
	for _, test := range tests {
		for _, n := range notations(test.notation) {
			a, err := bnf.ReadExpression("f", test.text, n)
			if err != nil {
				t.Error(err)
			} else if got := a.Format(n); got != test.want {
				t.Errorf("%v %q:\n got %s\nwant %s", n, test.text, got, test.want)
			}
		}
	}
}

func TestGrammarString(t *testing.T) {
	tests := []struct {
		notation   bnf.Notation
		text, want string
	}{
		{bnf.RFC822, `
a = b
path_segments = segment *( "/" segment )
reserved = ";" | "/" | "?" | ":" | "@" | "&" | "=" | "+" | "$" | "," | "[" | "]"
`, `
a             = b
path_segments = segment *( "/" segment )
reserved      = ";" | "/" | "?" | ":" | "@" | "&" | "=" | "+" | "$" |
                "," | "[" | "]"
`},
		{bnf.ABNF, `
hier-part = "//" authority path-abempty / path-absolute / path-rootless / path-empty
URI = scheme ":" hier-part [ "?" query ] [ "#" fragment ] ; a rule of RFC 3986
HIER-part =/ nothing
`, `
hier-part = "//" authority path-abempty / path-absolute / path-rootless
          / path-empty / nothing
URI       = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
`},
	}
	for _, test := range tests {
		g, err := bnf.Read("f", []byte(test.text), test.notation)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, "\n"+g.String()); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	}
}

func TestRuleFormat(t *testing.T) {
	g, err := bnf.Read("f", []byte("dec-octet = DIGIT\nh16=1*4HEXDIG"), bnf.ABNF)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := g.Lookup("h16").Format(bnf.ABNF), "h16 = 1*4HEXDIG"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestPrintSpecs(t *testing.T) {
	for folder, specs := range map[string][]spec{"published": published, "repaired": repaired} {
		for _, s := range specs {
			g, err := bnf.Read(s.name, s.text(t, folder), s.notation)
			if err != nil {
				continue // as TestPublished wants
			}
			checkPrint(t, g)
		}
	}
}

// dumpGrammar shows every node of a grammar, one rule per line, without the
// help of what is tested.
func dumpGrammar(g *bnf.Grammar) string {
	var b strings.Builder
	for _, r := range g.Rules {
		fmt.Fprintf(&b, "%s = %s\n", r.Name, dump(r.Elements))
	}
	return b.String()
}

// checkPrint tests that g, printed and read again, is the same, and so is its
// print.
func checkPrint(t rapid.TB, g *bnf.Grammar) {
	t.Helper()
	text := g.String()
	again, err := bnf.Read("printed", []byte(text), g.Notation)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if diff := cmp.Diff(dumpGrammar(g), dumpGrammar(again)); diff != "" {
		t.Fatalf("printed and read (-want +got)\n%s\n%s", diff, text)
	}
	if !bnf.Equal(g, again) {
		t.Fatalf("not Equal when printed and read:\n%s", text)
	}
	if diff := cmp.Diff(text, again.String()); diff != "" {
		t.Fatalf("printed twice (-once +twice)\n%s", diff)
	}
}

// TestPrintRandom prints grammars that no text was read for, and lays out the
// print at random.
func TestPrintRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGrammar(t)
		checkPrint(t, g)
		text := drawLayout(t, g.String())
		again, err := bnf.Read("laid out", []byte(text), g.Notation)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if !bnf.Equal(g, again) {
			t.Fatalf("%s\nreads as\n%s", text, again)
		}
	})
}

func drawGrammar(t *rapid.T) *bnf.Grammar {
	g := &bnf.Grammar{Notation: rapid.SampledFrom([]bnf.Notation{bnf.RFC822, bnf.ABNF}).Draw(t, "notation")}
	for range rapid.IntRange(1, 4).Draw(t, "rules") {
		g.Rules = append(g.Rules, &bnf.Rule{Name: drawName(t, g.Notation), Elements: drawAlternation(t, g.Notation, 3)})
	}
	return g
}

func drawName(t *rapid.T, n bnf.Notation) string {
	pattern := `[A-Za-z][A-Za-z0-9\-]{0,9}`
	if n == bnf.RFC822 {
		pattern = `[A-Za-z][A-Za-z0-9_+\-]{0,9}`
	}
	return rapid.StringMatching(pattern).Draw(t, "name")
}

func drawAlternation(t *rapid.T, n bnf.Notation, depth int) *bnf.Alternation {
	a := &bnf.Alternation{}
	for range rapid.IntRange(1, 3).Draw(t, "alternatives") {
		c := &bnf.Concatenation{}
		for range rapid.IntRange(1, 3).Draw(t, "repetitions") {
			c.Repetitions = append(c.Repetitions, drawRepetition(t, n, depth))
		}
		a.Concatenations = append(a.Concatenations, c)
	}
	return a
}

func drawRepetition(t *rapid.T, n bnf.Notation, depth int) *bnf.Repetition {
	count := rapid.OneOf(rapid.IntRange(0, 3), rapid.IntRange(0, math.MaxInt32))
	r := &bnf.Repetition{Min: 1, Max: 1, Element: drawElement(t, n, depth)}
	if rapid.Bool().Draw(t, "repeated") {
		r.Min, r.Max = count.Draw(t, "min"), rapid.OneOf(rapid.Just(bnf.Unbounded), count).Draw(t, "max")
	}
	return r
}

func drawElement(t *rapid.T, n bnf.Notation, depth int) bnf.Element {
	kinds := []string{"name", "char", "num", "prose"}
	if depth > 0 {
		kinds = append(kinds, "group", "option")
	}
	switch rapid.SampledFrom(kinds).Draw(t, "element") {
	case "group":
		return &bnf.Group{Alternation: drawAlternation(t, n, depth-1)}
	case "option":
		return &bnf.Option{Alternation: drawAlternation(t, n, depth-1)}
	case "char":
		return drawCharVal(t, n)
	case "num":
		return drawNumVal(t)
	case "prose":
		text := rapid.StringMatching(`[ -=?-~]{0,6}`).Draw(t, "prose")
		if n == bnf.RFC822 && text == `"` {
			text = "" // <"> is a literal
		}
		return &bnf.ProseVal{Text: text}
	}
	return &bnf.Rulename{Name: drawName(t, n)}
}

func drawCharVal(t *rapid.T, n bnf.Notation) *bnf.CharVal {
	text := rapid.StringMatching(`[ !#-~]{0,6}`)
	if n == bnf.RFC822 {
		return &bnf.CharVal{Text: rapid.OneOf(text, rapid.Just(`"`)).Draw(t, "text"), CaseSensitive: true}
	}
	return &bnf.CharVal{Text: text.Draw(t, "text"), CaseSensitive: rapid.Bool().Draw(t, "sensitive")}
}

func drawNumVal(t *rapid.T) *bnf.NumVal {
	e := &bnf.NumVal{
		Base:  rapid.SampledFrom([]byte("xdb")).Draw(t, "base"),
		Range: rapid.Bool().Draw(t, "range"),
	}
	least, most := 1, 3
	if e.Range {
		least, most = 2, 2
	}
	e.Values = rapid.SliceOfN(rapid.Int32Range(0, 0x10FFFF), least, most).Draw(t, "values")
	return e
}

// drawLayout replaces every blank of a printed grammar, but for those inside
// quotes and angle brackets, by other white space and comments.
func drawLayout(t *rapid.T, text string) string {
	blank := rapid.SampledFrom([]string{" ", "\t", "\n", "\r\n\t", " ;\n", ";[ \" = x\u00E9<\n"})
	var b strings.Builder
	closing := byte(0) // of what is open
	for i := range len(text) {
		c := text[i]
		switch {
		case c == closing:
			closing = 0
		case closing != 0:
		case c == '"':
			closing = '"'
		case c == '<':
			closing = '>'
		case c == ' ':
			b.WriteString(blank.Draw(t, "blank"))
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}
