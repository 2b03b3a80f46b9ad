package bnf_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/urispec/urispec/grammar/engine/bnf"
)

// dump shows every node of an expression, and nothing of its layout:
//
//	x | y        alt{x y}
//	x y          cat{x y}
//	2*x          2..:x
//	( x )        group{x}
//	[ x ]        option{x}
//	"x"          'x' if case-sensitive, ~'x' if not
//	%x41-5A      x[41-5A], in hexadecimal in every base
//	%d13.10      d[D.A]
//	<x>          prose{x}
func dump(a *bnf.Alternation) string {
	return list("alt", a.Concatenations, func(c *bnf.Concatenation) string {
		return list("cat", c.Repetitions, func(r *bnf.Repetition) string {
			switch {
			case r.Min == 1 && r.Max == 1:
				return dumpElement(r.Element)
			case r.Max == bnf.Unbounded:
				return fmt.Sprintf("%d..:%s", r.Min, dumpElement(r.Element))
			}
			return fmt.Sprintf("%d..%d:%s", r.Min, r.Max, dumpElement(r.Element))
		})
	})
}

// list dumps several nodes under a name, and one without.
func list[Node any](name string, nodes []Node, dump func(Node) string) string {
	var texts []string
	for _, node := range nodes {
		texts = append(texts, dump(node))
	}
	if len(texts) == 1 {
		return texts[0]
	}
	return name + "{" + strings.Join(texts, " ") + "}"
}

func dumpElement(e bnf.Element) string {
	switch e := e.(type) {
	case *bnf.Rulename:
		return e.Name
	case *bnf.Group:
		return "group{" + dump(e.Alternation) + "}"
	case *bnf.Option:
		return "option{" + dump(e.Alternation) + "}"
	case *bnf.CharVal:
		if e.CaseSensitive {
			return "'" + e.Text + "'"
		}
		return "~'" + e.Text + "'"
	case *bnf.NumVal:
		separator := "."
		if e.Range {
			separator = "-"
		}
		var texts []string
		for _, v := range e.Values {
			texts = append(texts, fmt.Sprintf("%X", v))
		}
		return string(e.Base) + "[" + strings.Join(texts, separator) + "]"
	case *bnf.ProseVal:
		return "prose{" + e.Text + "}"
	}
	return fmt.Sprintf("%T", e)
}

func TestExpressions(t *testing.T) {
	const both = bnf.Notation(0)
	tests := []struct {
		notation   bnf.Notation
		text, want string
	}{
		// Alternatives bind weaker than concatenation (RFC 5234 section 3.10).
		{bnf.RFC822, `a | b c | d`, `alt{a cat{b c} d}`},
		{bnf.ABNF, `a / b c / d`, `alt{a cat{b c} d}`},
		{bnf.ABNF, `(a / b) c`, `cat{group{alt{a b}} c}`},
		{bnf.RFC822, `[ a | b ] c`, `cat{option{alt{a b}} c}`},

		// Repetitions.
		{both, `*a`, `0..:a`},
		{both, `1*a`, `1..:a`},
		{both, `*5a`, `0..5:a`},
		{both, `0*61( a )`, `0..61:group{a}`},
		{both, `2a 1a`, `cat{2..2:a a}`},
		{both, `1*1a`, `a`},
		{both, `2147483647*2147483647a`, `2147483647..2147483647:a`},
		{both, `3*2a`, `3..2:a`}, // Verify complains
		{both, `0a`, `0..0:a`},
		{both, `0<pchar>`, `0..0:prose{pchar}`}, // path-empty of RFC 3986
		{both, `* a`, `0..:a`},
		{both, `2"x"2[a]`, `cat{2..2:'x' 2..2:option{a}}`},
		{bnf.RFC822, `*[ a | "-" ]`, `0..:option{alt{a '-'}}`}, // RFC 1738

		// Literals of RFC822: nothing in them has a meaning (1738-N5).
		{bnf.RFC822, `"a" ""`, `cat{'a' ''}`},
		{bnf.RFC822, `";" | ";type=" | "|" | "[" | "]" | "(" | "/" | "=" | "<" | ">"`, `alt{';' ';type=' '|' '[' ']' '(' '/' '=' '<' '>'}`},
		{bnf.RFC822, `"\" | "'" | "` + "`" + `" | <">`, `alt{'\' ''' '` + "`" + `' '"'}`},
		{bnf.RFC822, `"<">"`, ``}, // <"> inside quotes is no quote
		{bnf.RFC822, `<> | <any octet; even "|">`, `alt{prose{} prose{any octet; even "|"}}`},

		// Literals of ABNF: RFC 5234 section 2.3, RFC 7405.
		{bnf.ABNF, `"v" "" ";"`, `cat{~'v' ~'' ~';'}`},
		{bnf.ABNF, `%s"v" %i"v" %S"V" %I"V"`, `cat{'v' ~'v' 'V' ~'V'}`},
		{bnf.ABNF, `<"> | <a / b>`, ``}, // one notation's separator
		{bnf.ABNF, `<"> / <a | b>`, `alt{prose{"} prose{a | b}}`},

		// Values.
		{both, `%x31-39 %d49-57 %b110001-111001`, `cat{x[31-39] d[31-39] b[31-39]}`},
		{both, `%x0D.0A %d13.10 %X0d`, `cat{x[D.A] d[D.A] x[D]}`},
		{both, `%x10FFFF`, `x[10FFFF]`},
		{both, `%x39-31`, `x[39-31]`}, // Verify complains

		// Names.
		{bnf.RFC822, `ip-schemepart abs_path URL-reference gopher+_string a1`, `cat{ip-schemepart abs_path URL-reference gopher+_string a1}`},
		{bnf.ABNF, `IP-literal h16 a-`, `cat{IP-literal h16 a-}`},

		// Layout.
		{bnf.RFC822, "a|b;c\n\tc\"x\";\"\r\n\f|[d]", `alt{a cat{b c 'x'} option{d}}`},
		{bnf.RFC822, "a\n=b", ``},
		{both, "a ; caf\u00E9 \xff\x00\n b", `cat{a b}`},
	}
	for _, test := range tests {
		for _, n := range notations(test.notation) {
			a, err := bnf.ReadExpression("f", test.text, n)
			got := ""
			if err == nil {
				got = dump(a)
			}
			want := test.want
			if n == bnf.ABNF && test.notation == both {
				want = strings.ReplaceAll(want, `'x'`, `~'x'`)
			}
			if got != want {
				t.Errorf("%v %q:\n got %s (%v)\nwant %s", n, test.text, got, err, want)
			}
		}
	}
}

func TestRules(t *testing.T) {
	tests := []struct {
		name     string
		notation bnf.Notation
		text     string
		want     string // "name@line:column-endline = dump", one per line
	}{
		{"nothing", bnf.ABNF, "\n ; a comment\n", ""},
		{"one", bnf.RFC822, "a = b", "a@1:1-1 = b"},
		{"without the last line feed, and with it", bnf.RFC822, "a = b\nc = d\n", "a@1:1-1 = b\nc@2:1-2 = d"},
		{"indented", bnf.RFC822, "  a = b\n\tc = d", "a@1:3-1 = b\nc@2:2-2 = d"},
		{"no indentation of what goes on", bnf.RFC822, "a = b |\nc\n| d\ne = f", "a@1:1-3 = alt{b c d}\ne@4:1-4 = f"},
		{"no blanks", bnf.ABNF, "a=b/c\nd=e", "a@1:1-1 = alt{b c}\nd@2:1-2 = e"},
		{"the equals sign on the next line", bnf.ABNF, "a ; what a is\n\n  = b", "a@1:1-3 = b"},
		{"comments and blank lines inside and after", bnf.ABNF, "a = b ; c\n\n ; / d\n  / e\n; f = g\n\nh = i", "a@1:1-4 = alt{b e}\nh@7:1-7 = i"},
		{"DOS line ends and page breaks", bnf.RFC822, "a = b\r\n  c\r\n\fd = e\r\n", "a@1:1-2 = cat{b c}\nd@3:2-3 = e"},
		{"columns are bytes", bnf.RFC822, "; \u00E9\n\ta = b", "a@2:2-2 = b"},
		{"more alternatives", bnf.ABNF, "a = b\nc = d\nA =/ e\na =/ f / g", "a@1:1-1 = alt{b e f g}\nc@2:1-2 = d"},
		{"of the first definition", bnf.ABNF, "a = b\na = c\na =/ d", "a@1:1-1 = alt{b d}\na@2:1-2 = c"},
		{"names in two cases", bnf.RFC822, "a = b\nA = c", "a@1:1-1 = b\nA@2:1-2 = c"},
	}
	for _, test := range tests {
		g, err := bnf.Read("f", []byte(test.text), test.notation)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		var lines []string
		for _, r := range g.Rules {
			lines = append(lines, fmt.Sprintf("%s@%d:%d-%d = %s", r.Name, r.Pos.Line, r.Pos.Column, r.EndLine, dump(r.Elements)))
		}
		if diff := cmp.Diff(test.want, strings.Join(lines, "\n")); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", test.name, diff)
		}
	}
}

// TestPositions: each kind of node says where it begins. A column counts
// bytes, a tab is one.
func TestPositions(t *testing.T) {
	text := "; \u00E9\u00E9\n" +
		"url = [ \"a\" |\t2*( <b> ) ]\n" +
		"      | %x41 c\n"
	g, err := bnf.Read("dir/f.bnf", []byte(text), bnf.RFC822)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	note := func(kind string, p bnf.Pos) { got = append(got, kind+" "+p.String()) }
	var walk func(*bnf.Alternation)
	walk = func(a *bnf.Alternation) {
		note("alternation", a.Pos)
		for _, c := range a.Concatenations {
			note("concatenation", c.Pos)
			for _, r := range c.Repetitions {
				note("repetition", r.Pos)
				note(fmt.Sprintf("%T", r.Element), r.Element.Position())
				switch e := r.Element.(type) {
				case *bnf.Group:
					walk(e.Alternation)
				case *bnf.Option:
					walk(e.Alternation)
				}
			}
		}
	}
	note("rule", g.Rules[0].Pos)
	walk(g.Rules[0].Elements)
	want := []string{
		"rule dir/f.bnf:2:1",
		"alternation dir/f.bnf:2:7",
		"concatenation dir/f.bnf:2:7",
		"repetition dir/f.bnf:2:7",
		"*bnf.Option dir/f.bnf:2:7",
		"alternation dir/f.bnf:2:9",
		"concatenation dir/f.bnf:2:9",
		"repetition dir/f.bnf:2:9",
		"*bnf.CharVal dir/f.bnf:2:9",
		"concatenation dir/f.bnf:2:15",
		"repetition dir/f.bnf:2:15",
		"*bnf.Group dir/f.bnf:2:17",
		"alternation dir/f.bnf:2:19",
		"concatenation dir/f.bnf:2:19",
		"repetition dir/f.bnf:2:19",
		"*bnf.ProseVal dir/f.bnf:2:19",
		"concatenation dir/f.bnf:3:9",
		"repetition dir/f.bnf:3:9",
		"*bnf.NumVal dir/f.bnf:3:9",
		"repetition dir/f.bnf:3:14",
		"*bnf.Rulename dir/f.bnf:3:14",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error("(-want +got)\n", diff)
	}
}

func TestCore(t *testing.T) {
	tests := []struct {
		notation   bnf.Notation
		text, want string
	}{
		{bnf.ABNF, `a = "b"`, ""},
		{bnf.ABNF, `a = DIGIT alpha`, "ALPHA DIGIT"}, // in the appendix's order, in any case
		{bnf.ABNF, `a = CRLF`, "CR CRLF LF"},
		{bnf.ABNF, `a = LWSP`, "CR CRLF HTAB LF LWSP SP WSP"},
		{bnf.ABNF, "a = HEXDIG\ndigit = %x30-31", "HEXDIG"}, // the text's own definition
		{bnf.ABNF, `a = BIT CHAR CTL DQUOTE OCTET VCHAR`, "BIT CHAR CTL DQUOTE OCTET VCHAR"},
		{bnf.RFC822, `a = DIGIT`, ""},
	}
	for _, test := range tests {
		g, err := bnf.Read("f", []byte(test.text), test.notation)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, r := range g.Core {
			names = append(names, r.Name)
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%q: core rules %q, want %q", test.text, got, test.want)
		}
	}
}

func TestLookup(t *testing.T) {
	tests := []struct {
		notation   bnf.Notation
		text, name string
		want       string // position, or empty if there is none
	}{
		{bnf.RFC822, "a = b\nA = c", "A", "f:2:1"},
		{bnf.RFC822, "a = b", "A", ""},
		{bnf.ABNF, "a = b\nc = d", "C", "f:2:1"},
		{bnf.ABNF, "a = b\nA = d", "A", "f:1:1"}, // the first counts
		{bnf.ABNF, "a = hexdig", "HexDig", "core.abnf:27:1"},
		{bnf.ABNF, "a = hexdig", "digit", "core.abnf:21:1"}, // HEXDIG uses it
		{bnf.ABNF, "a = DIGIT\nDIGIT = %x30-31", "digit", "f:2:1"},
		{bnf.ABNF, "a = b", "DIGIT", ""}, // not used
		{bnf.ABNF, "a = b", "b", ""},
	}
	for _, test := range tests {
		g, err := bnf.Read("f", []byte(test.text), test.notation)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if r := g.Lookup(test.name); r != nil {
			got = r.Pos.String()
		}
		if got != test.want {
			t.Errorf("%v %q: Lookup(%q) is at %q, want %q", test.notation, test.text, test.name, got, test.want)
		}
	}
}

func TestNotationString(t *testing.T) {
	for n, want := range map[bnf.Notation]string{bnf.RFC822: "rfc822", bnf.ABNF: "abnf", 0: "Notation(0)"} {
		if got := n.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
