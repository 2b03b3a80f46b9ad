package grammar_test

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/effort"
)

// A grammar of your own: which strings it has, why another is none of them, how one is
// derived.
func ExampleRead() {
	g, err := grammar.Read("dates.abnf", `
date  = year "-" month "-" 2DIGIT
year  = 4DIGIT
month = "0" %x31-39 / "1" %x30-32
`, grammar.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Start().Valid("2026-11-22"))
	fmt.Println(g.Start().Check("2026-13-22"))
	tree, err := g.Start().Tree("2026-11-22")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, part := range tree.Children {
		fmt.Println(part.Rule, part.Start, part.End)
	}
	// Output:
	// true
	// dates.abnf: offset 6: "3" in month, expected "0", "1" or "2"
	// year 0 4
	// month 5 7
}

// Several files are one grammar. A prose value imports a rule of an edition.
func ExampleLoad() {
	files := fstest.MapFS{
		"server.abnf": {Data: []byte("server = host [ \":\" port ]\nhost = <host, see [RFC3986], Section 3.2.2>\n")},
		"port.abnf":   {Data: []byte("port = 1*5DIGIT\n")},
	}
	g, err := grammar.Load(files, grammar.Options{Documents: editions.Grammar}, "server.abnf", "port.abnf")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Start().Valid("[::1]:80"))
	fmt.Println(g.Start().Check("[::1]:"))
	host, err := g.Language("host")
	if err != nil {
		fmt.Println(err)
		return
	}
	old, err := editions.RFC2396.Language("host")
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := host.Compare(old)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: only the new one has %q\n", d.Relation, d.OnlyA.Input)
	// Output:
	// true
	// server.abnf: offset 6: end of input in server, expected DIGIT
	// superset: only the new one has ""
}

// What can be written, and which strings it derives.
func TestRead(t *testing.T) {
	tests := []struct {
		name, text string
		o          grammar.Options
		valid      string // separated by spaces
		invalid    string
	}{
		{"case", "s = \"a\" %s\"B\" %i\"c\"\n", grammar.Options{}, "aBc ABC", "abc"},
		{"more alternatives", "s = \"a\"\ns =/ \"b\" / %x63.64\n", grammar.Options{}, "a b cd", "c"},
		{"RFC 822", "s = 1*( \"a\" | x_y )\nx_y = <\">\n", grammar.Options{}, `a" "`, "A b"},
		{"core rules", "s = ALPHA 2hexdig CRLF\n", grammar.Options{}, "aFf\r\n", "1Ff\r\n aFg\r\n"},
		{"start", "s = \"a\"\nt = \"b\"\n", grammar.Options{Start: "T"}, "b", "a"},
		{"a byte order mark", "\uFEFFs = \"a\"\n", grammar.Options{}, "a", "b"},
		{"characters", "s = %xE9 / %x20AC\n", grammar.Options{}, "é €", "\xE9 e"},
		{"bytes", "s = %xE9\n", grammar.Options{}, "\xE9", "é"},
		{"a nullable loop", "s = *[ \"a\" ] \"b\"\n", grammar.Options{}, "aab b", "a"},
		{"prose for a rule", "h = <host, see [RFC3986], Section 3.2.2>\n", grammar.Options{}, "[::1] a", "[ a/b"},
		{"prose by another name", "h = <port, defined in [URI], Section 3.2.3>\n", grammar.Options{}, "80", "a"},
		{"prose without a name", "pchar = <as specified in RFC 3986, Appendix A>\n", grammar.Options{}, "a : %41", "/ ab"},
		{"prose in a definition", "s = \"x\" <scheme, from RFC 3986> / <port as in RFC 3986>\nport = \"p\"\n", grammar.Options{}, "xa+ 80", "x p"},
		{"prose for a core rule", "DIGIT = <see RFC 5234 Appendix B.1>\nd = <DIGIT, see [ABNF]>\n", grammar.Options{Start: "d"}, "1", "a"},
		{"one rule by two names", "s = a b\na = <port, see [RFC3986]>\nb = <port, see RFC 3986>\n", grammar.Options{}, "8080", "a"},
		{"right recursion", "s = item [ \";\" s ] / \".\"\nitem = 1*DIGIT\n", grammar.Options{}, "1 1;2;33 1;. .", "1; ;1 .;1"},
		{"right recursion in brackets", "s = \"a\" ( s / \"b\" [ S ] ) / \"c\"\n", grammar.Options{}, "ab aaabc abab c", "a b"},
		{"left recursion", "s = s \",\" ( \"a\" / \"b\" ) / s \"!\" / \"c\"\n", grammar.Options{}, "c c,a,b! c!", "a c, ,a"},
		{"left recursion in brackets", "s = [ s \",\" ] \"a\"\n", grammar.Options{}, "a a,a,a", ",a a,"},
		{"an empty turn", "s = [ \"a\" ] s / \"b\"\n", grammar.Options{}, "b aab", "a"},
		{"right recursion of two rules", "a = \"x\" b / \"y\"\nb = \"z\" a / \"w\"\n", grammar.Options{}, "y xw xzy xzxw", "x xz w xzw"},
		{"right recursion of two rules, from the other", "a = \"x\" b / \"y\"\nb = \"z\" a / \"w\"\n", grammar.Options{Start: "b"}, "w zy zxw zxzy", "z zx y"},
		{"left recursion of three rules", "s = a / b \"1\"\na = s \"2\" / \"a\"\nb = [ a ] \"3\" / b \"4\"\n", grammar.Options{}, "a 31 a31 3441 a312 a2341 a31231", "3 1 aa a3"},
		{"recursion of itself and of another one", "s = \"a\" s / \"b\" t\nt = *( \"c\" ) ( s / \"d\" [ t ] )\n", grammar.Options{}, "bd aabcdd bcabd bdcbd", "b a ab bc"},
		{"unrolled", "s = \"(\" [ s ] \")\"\n", grammar.Options{Depth: 2}, "() (()) ((()))", "(((()))) ( ()()"},
		{"unrolled to rules that derive nothing", "s = \"(\" t \")\" / \"x\"\nt = \"[\" s \"]\"\n", grammar.Options{Depth: 3}, "x ([x])", "([([x])]) ()"},
		{"imports", "s = host \":\" p\np = <any port>\n", grammar.Options{Imports: []grammar.Import{
			{Rule: "host", Document: "rfc3986"}, {Rule: "p", Document: "rfc2396", Of: "port"},
		}}, "h:80 [::1]:", "h"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.o.Documents = editions.Grammar
			g, err := grammar.Read("x.abnf", test.text, test.o)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range strings.Split(test.valid, " ") {
				if err := g.Start().Check(s); err != nil {
					t.Error(err)
				}
				if tree, err := g.Start().Tree(s); err != nil || tree.End != len(s) {
					t.Errorf("%q: %v, %v", s, tree, err)
				}
			}
			for _, s := range strings.Split(test.invalid, " ") {
				if g.Start().Valid(s) {
					t.Errorf("%q conforms", s)
				}
			}
		})
	}
}

// "=/" may add to a rule of an earlier file, and lines are those of each file.
func TestLoad(t *testing.T) {
	files := fstest.MapFS{
		"a.abnf": {Data: []byte("s = x\n")},
		"b.abnf": {Data: []byte("; more\nx = \"b\"\ns =/ \"c\"\n")},
		"c.abnf": {Data: []byte("x = \"d\"\n")},
	}
	g, err := grammar.Load(files, grammar.Options{}, "a.abnf", "b.abnf")
	if err != nil {
		t.Fatal(err)
	}
	if !g.Start().Valid("b") || !g.Start().Valid("c") || g.String() != "a.abnf" {
		t.Errorf("%s: %s", g, g.Start())
	}
	if r, err := g.Rule("x"); err != nil || r.File != "b.abnf" || r.Line != 2 || r.Published != "x = \"b\"\n" {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := grammar.Load(files, grammar.Options{}, "a.abnf", "b.abnf", "c.abnf"); err == nil || !strings.HasPrefix(err.Error(), "c.abnf:1:1: x: x is already defined at b.abnf:2:1") {
		t.Error(err)
	}
	if _, err := grammar.Load(files, grammar.Options{}, "none.abnf"); err == nil {
		t.Error("there is no such file")
	}
	if _, err := grammar.Load(files, grammar.Options{}); err == nil {
		t.Error("a grammar of no files")
	}
}

// What is wrong is said with its place, within seconds, whatever the text is.
func TestReadErrors(t *testing.T) {
	tests := []struct {
		name, text string
		o          grammar.Options
		want       string
	}{
		{"empty", "", grammar.Options{}, "x.abnf:1:1: there are no rules"},
		{"not UTF-8", "s = \"a\"\n; \xff\n", grammar.Options{}, "x.abnf:2:3: the byte 0xFF is not UTF-8"},
		{"UTF-16", "s\x00=\x00", grammar.Options{}, "x.abnf:1:1: "},
		{"10 MB", strings.Repeat("; padding\n", 1<<20), grammar.Options{}, "x.abnf:104858:7: the grammar has more than 1048576 bytes"},
		{"syntax", "s = \"a\n", grammar.Options{}, "x.abnf:1:5: s: found the literal"},
		{"undefined", "s = a\n  / b\n", grammar.Options{}, "x.abnf:1:5: s: a is not defined\nx.abnf:2:5: s: b is not defined"},
		{"twice", "s = \"a\"\ns = \"b\"\n", grammar.Options{}, "x.abnf:2:1: s: s is already defined at x.abnf:1:1"},
		{"no such start", "server = \"a\"\n", grammar.Options{Start: "servr"}, `x.abnf:1:1: there is no rule "servr" to start with; did you mean server?`},
		{"recursion", "s = \"(\" [ t ] \")\"\nt = \"a\" s \"b\"\n", grammar.Options{}, "x.abnf:1:1: s: s is defined by itself: s -> t -> s"},
		{"recursion without an end", "s = \"a\" s\n", grammar.Options{Depth: 5}, "x.abnf:1:1: s: s is defined by itself: s -> s; recursion can be compiled"},
		{"a rule that is itself", "s = \"a\" / s\n", grammar.Options{}, "x.abnf:1:1: s: s is defined by itself: s -> s"},
		{"too deep", "s = [ \"a\" s \"b\" ]\n", grammar.Options{Depth: 1_000_000}, "x.abnf:1:1: 1 recursive rules unrolled to a depth of 1000000 are more than 10000"},
		{"deep", "s = [ \"a\" s s \"b\" ]\n", grammar.Options{Depth: 1000}, "x.abnf:1:1: rule s:"},
		{"prose", "s = <anything>\n", grammar.Options{}, "x.abnf:1:5: s: <anything> is prose"},
		{"no such document", "s = \"a\" <x, see [RFC9999]>\n", grammar.Options{}, `x.abnf:1:9: there is no document "rfc9999" to import rules from`},
		{"a name like a document", "s = <rfc1123-date, defined in [RFC2616]>\n", grammar.Options{}, `x.abnf:1:5: there is no document "rfc2616"`},
		{"imports and the rest", "s = <x, see [RFC9999]> t <y, see RFC 9999> <z>\nu = \"(\" [ u ] \")\" <port, see [RFC3986]> / port\n", grammar.Options{},
			"x.abnf:1:5: there is no document \"rfc9999\" to import rules from\nx.abnf:1:26: there is no document \"rfc9999\" to import rules from\n" +
				"x.abnf:1:24: s: t is not defined\nx.abnf:1:44: s: <z> is prose, which no program can read\nx.abnf:2:1: u: u is defined by itself: u -> u; recursion"},
		{"no such rule", "s = <hst, see [RFC3986]>\n", grammar.Options{}, `x.abnf:1:5: rfc3986 has no rule "hst" to import; did you mean host?`},
		{"no such import", "s = h\n", grammar.Options{Imports: []grammar.Import{{Rule: "h", Document: "rfc3986"}}}, `x.abnf:1:1: rfc3986 has no rule "h" to import`},
		{"no such core rule", "s = <FOO, see [RFC5234]>\n", grammar.Options{}, "x.abnf:1:5: rfc5234 has no core rule FOO"},
		{"notation", "s = \"a\"\n", grammar.Options{Notation: "yacc"}, `there is no notation "yacc"`},
		{"explosion", "s = \"x\" t\nt = *( \"a\" / \"b\" ) \"a\" 40( \"a\" / \"b\" )\n", grammar.Options{}, "x.abnf:2:1: rule t: it has grown too large"},
		{"more states than an acceptor can have", "s = *( \"a\" / \"b\" ) \"a\" 15( \"a\" / \"b\" )\n", grammar.Options{}, "x.abnf:1:1: rule s: it has grown too large: more than 32766 states"},
		{"10,000 rules", chain(10_000, `"x" NEXT`), grammar.Options{}, "x.abnf:"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.o.Documents = editions.Grammar
			begin := time.Now()
			_, err := grammar.Read("x.abnf", test.text, test.o)
			if took := time.Since(begin); took > 10*time.Second {
				t.Errorf("took %v", took)
			}
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("%.300v\nwant %s", err, test.want)
			}
		})
	}
	if _, err := grammar.Read("x", many(10_000, `"x" 2DIGIT`), grammar.Options{}); err != nil {
		t.Errorf("10,000 small rules: %v", err)
	}
	// Without documents there is nothing to import from.
	if _, err := grammar.Read("x.abnf", "s = <host, see RFC 3986>\n", grammar.Options{}); err == nil || !strings.Contains(err.Error(), "x.abnf:1:5: no documents are given") {
		t.Error(err)
	}
}

// FuzzRead: any text is a grammar or an error, and never a panic.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"s = <host, see [RFC3986], Section 3.2.2> / port\nport = <see RFC 3986>\nt = %x0-10FFFF\n",
		"s = a [ s ]\na = b a / \"x\"\nb = \"(\" [ b ] \")\" / b \"y\"\n", "s = 1*( \"a\" | x_y )\nx_y = <\">\n", "s = *[ *[ \"a\" ] s2 ]\ns2 = <ALPHA, see [ABNF]>\n",
	} {
		f.Add(text, "a")
	}
	f.Fuzz(func(t *testing.T, text, s string) {
		g, err := grammar.Read("x.abnf", text, grammar.Options{Documents: editions.Grammar, Depth: len(s) % 4})
		if err != nil {
			return
		}
		var syntax *grammar.SyntaxError
		var limit *grammar.LimitError
		if err := g.Start().Check(s); err != nil && !errors.As(err, &syntax) {
			t.Error(err)
		}
		if _, err := g.Start().TreeChars(s); err != nil && !errors.As(err, &syntax) && !errors.As(err, &limit) {
			t.Error(err)
		}
		g.Start().Ambiguities()
		g.Rules()
	})
}

// Rules that refer to each other at one end derive what the least solution of their equations
// has, which is found here string by string.
func TestLinear(t *testing.T) {
	const longest = 5
	chance := rand.New(rand.NewPCG(1, 0))
	compiled := 0
	for range effort.Pick(3000, 150, 40) {
		// An alternative is a text, and the rule before or after it; -1 for none.
		type alternative struct {
			text string
			rule int
		}
		rules := make([][]alternative, 2+chance.IntN(3))
		left := chance.IntN(2) == 0
		var text strings.Builder
		for i := range rules {
			fmt.Fprintf(&text, "r%d =", i)
			for n := range 1 + chance.IntN(3) {
				a := alternative{[]string{"", "a", "b", "ab"}[chance.IntN(4)], chance.IntN(len(rules)+1) - 1}
				rules[i] = append(rules[i], a)
				if n > 0 {
					text.WriteString(" /")
				}
				switch {
				case a.rule < 0:
					fmt.Fprintf(&text, " %%s%q", a.text)
				case left:
					fmt.Fprintf(&text, " r%d %%s%q", a.rule, a.text)
				default:
					fmt.Fprintf(&text, " %%s%q r%d", a.text, a.rule)
				}
			}
			text.WriteString("\n")
		}
		want := make([]map[string]bool, len(rules))
		for i := range want {
			want[i] = make(map[string]bool)
		}
		for changed := true; changed; {
			changed = false
			for i, alternatives := range rules {
				for _, a := range alternatives {
					ends := map[string]bool{"": true}
					if a.rule >= 0 {
						ends = maps.Clone(want[a.rule])
					}
					for end := range ends {
						s := a.text + end
						if left {
							s = end + a.text
						}
						if len(s) <= longest && !want[i][s] {
							want[i][s], changed = true, true
						}
					}
				}
			}
		}
		g, err := grammar.Read("x.abnf", text.String(), grammar.Options{})
		if err != nil {
			continue // some rule derives nothing, or is itself
		}
		compiled++
		for i := range rules {
			l, err := g.Language(fmt.Sprintf("r%d", i))
			if err != nil {
				t.Fatal(err)
			}
			for n := range 1 << (longest + 1) {
				s := strings.NewReplacer("0", "a", "1", "b").Replace(fmt.Sprintf("%b", n)[min(1, n):])
				if l.Valid(s) != want[i][s] {
					t.Fatalf("%s\nr%d, %q: %v", &text, i, s, l.Valid(s))
				}
			}
		}
	}
	if compiled < effort.Pick(500, 30, 8) {
		t.Errorf("only %d grammars were compiled", compiled)
	}
}

// TestDepth: how deep recursion is unrolled has a limit, and so has what it makes.
func TestDepth(t *testing.T) {
	if _, err := grammar.Read("g", `a = "x"`, grammar.Options{Depth: 1 << 40}); err != nil {
		t.Errorf("nothing is recursive: %v", err)
	}
	large := `a = "x" / "(" a ")"` + strings.Repeat(` / "(" a "x)"`, 5000)
	for text, depth := range map[string]int{
		`a = "x" / "(" a ")" / b` + "\n" + `b = "y" / "[" b "]" / a`: math.MaxInt/2 + 2,
		large: 1000,
	} {
		if _, err := grammar.Read("g", text, grammar.Options{Depth: depth}); err == nil || !strings.Contains(err.Error(), "unrolled") {
			t.Errorf("%.40s: error %v", text, err)
		}
	}
}

// TestImportInAnotherCase: an import by a flag, and a prose value, may name the same rule.
func TestImportInAnotherCase(t *testing.T) {
	g, err := grammar.Read("g", `a = host`+"\n"+`host = <host, see RFC 3986>`, grammar.Options{
		Documents: editions.Grammar,
		Imports:   []grammar.Import{{Rule: "HOST", Document: "rfc3986"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if !g.Start().Valid("ab") {
		t.Error("it does not derive its strings")
	}
}
