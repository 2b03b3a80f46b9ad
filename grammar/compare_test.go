package grammar_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/bnf"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/engine/reading"
	"pgregory.net/rapid"
)

// The comparison of the published editions is tested in package editions, by
// exhaustive search. The tests here hold Compare to its definition on grammars
// that are small enough to write down all that they derive.

func TestMain(m *testing.M) { effort.Main(m) }

// newGrammar makes a grammar of a text whose first rule is the start.
func newGrammar(name string, notation bnf.Notation, text string, decisions ...reading.Decision) *grammar.Grammar {
	read, err := bnf.Read(name, []byte(text), notation)
	if err != nil {
		panic(err)
	}
	src := &reading.Source{
		Text: []byte(text), Name: name, Notation: notation.String(), Start: read.Rules[0].Name,
		Reading: decisions, Sections: make(map[string]string),
	}
	for _, r := range slices.Concat(read.Rules, read.Core) {
		src.Sections[r.Name] = "1"
	}
	g, err := grammar.NewGrammar(src)
	if err != nil {
		panic(err)
	}
	return g
}

func abnf(name, text string) *grammar.Grammar   { return newGrammar(name, bnf.ABNF, text) }
func rfc822(name, text string) *grammar.Grammar { return newGrammar(name, bnf.RFC822, text) }

// compare is Compare for grammars and pairs that are right.
func compare(t interface{ Fatal(...any) }, a, b *grammar.Grammar, pairs ...grammar.Pair) *grammar.Comparison {
	c, err := grammar.Compare(a, b, pairs...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// witness shows a witness: "-" if there is none.
func witness(w *grammar.Witness) string {
	if w == nil {
		return "-"
	}
	return fmt.Sprintf("%q", w.Input)
}

// summary shows what Compare found, in lines.
func summary(c *grammar.Comparison) string {
	var out strings.Builder
	show := func(d grammar.Difference) {
		fmt.Fprintf(&out, "%s %s %s %s %s\n", d.A, d.B, d.Relation, witness(d.OnlyA), witness(d.OnlyB))
	}
	show(c.Whole)
	for _, d := range c.Rules {
		show(d)
	}
	fmt.Fprintln(&out, "unpaired", c.UnpairedA, c.UnpairedB)
	for i, causes := range [][]grammar.Cause{c.CausesA, c.CausesB} {
		for _, x := range causes {
			fmt.Fprintf(&out, "only %c: %q %s %s %q %q\n", 'A'+i, x.Input, x.Rule, x.Pair, x.Part(), x.Instead)
		}
	}
	for _, d := range c.Classes {
		fmt.Fprintf(&out, "class %s %s %v %v\n", d.A, d.B, d.OnlyA, d.OnlyB)
	}
	return out.String()
}

func TestCompare(t *testing.T) {
	for _, test := range []struct {
		name  string
		a, b  *grammar.Grammar
		pairs []grammar.Pair
		want  string
	}{
		{"the same language", abnf("a", "s = *DIGIT\n"), abnf("b", "s = *DIGIT\n"), nil, `
s s equal - -
s s equal - -
DIGIT DIGIT equal - -
unpaired [] []
`},
		{"nothing in common", rfc822("a", `s = "a"`+"\n"), rfc822("b", `s = "b"`+"\n"), nil, `
s s disjoint "a" "b"
s s disjoint "a" "b"
unpaired [] []
class s s ["a"] ["b"]
`},
		// A rule of the reference without a pair, and names: "_" is "-", and case
		// counts among editions in the notation of RFC 822.
		{"names", rfc822("a", `
reference = x_y X-Z
x_y = "a"
X-Z = "b"
`), rfc822("b", `
ref = x-y x-z
x-y = "a"
x-z = "b" | "c"
`), nil, `
reference ref subset - "ac"
x_y x-y equal - -
unpaired [reference X-Z] [ref x-z]
only B: "ac" ref reference "ac" "ab"
`},
		// An edition in ABNF matches names in any case.
		{"names of ABNF", rfc822("a", `
reference = x_y X-Z
x_y = "0"
X-Z = "1"
`), abnf("b", `
ref = x-y x-z
x-y = "0"
x-z = "1" / "2"
`), nil, `
reference ref subset - "02"
x_y x-y equal - -
X-Z x-z subset - "2"
unpaired [reference] [ref]
only B: "02" x-z X-Z "2" "1"
class X-Z x-z [] ["2"]
`},
		// A given pair goes before names: the rules x and y change places.
		{"a given pair", rfc822("a", `
s = x y
x = "a"
y = "b"
`), rfc822("b", `
s = x y
x = "b"
y = "a"
`), []grammar.Pair{{"x", "y"}, {"x", "y"}}, `
s s disjoint "ab" "ba"
s s disjoint "ab" "ba"
x y equal - -
unpaired [y] [x]
`},
		// The innermost rule is the cause, not those around it.
		{"innermost", rfc822("a", `
s = outer
outer = "<" inner ">"
inner = *x
x = "a"
`), rfc822("b", `
s = outer
outer = "<" inner ">"
inner = *x
x = "a" | "b"
`), nil, `
s s subset - "<b>"
s s subset - "<b>"
outer outer subset - "<b>"
inner inner subset - "b"
x x subset - "b"
unpaired [] []
only B: "<b>" x x "b" "a"
class x x [] ["b"]
`},
		// A rule that is a cause, and one around it that is another: it has the
		// empty string of its own.
		{"two causes", rfc822("a", `
s = outer "."
outer = 1*x
x = "a"
`), rfc822("b", `
s = outer "."
outer = *x
x = "a" | "b"
`), nil, `
s s subset - "."
s s subset - "."
outer outer subset - ""
x x subset - "b"
unpaired [] []
only B: "." outer outer "" "a"
only B: "b." x x "b" "a"
class x x [] ["b"]
`},
		// The rule port has something of its own, but wherever a shorter string
		// has it, that string is new for another reason: "//:". The witness is
		// one that the other edition has, but for the port.
		{"alone", rfc822("a", `
s = "http://" port
port = 1*"0"
`), rfc822("b", `
s = [ "http:" ] "//" port
port = *"0"
`), nil, `
s s subset - "//"
s s subset - "//"
port port subset - ""
unpaired [] []
only B: "//0" s s "//0" "http://0"
only B: "http://" port port "" "0"
`},
		// A difference that another rule makes good is no cause.
		{"made good", rfc822("a", `
s = user | host
user = "a" | "b"
host = "c"
`), rfc822("b", `
s = user | host
user = "a"
host = "b" | "c"
`), nil, `
s s equal - -
s s equal - -
user user superset "b" -
host host subset - "b"
unpaired [] []
class user user ["b"] []
class host host [] ["b"]
`},
		// Rules with nothing in common explain nothing: the rule around them does.
		{"other rules of one name", rfc822("a", `
s = [ x ]
x = "a"
`), rfc822("b", `
s = [ x ]
x = "b"
`), nil, `
s s overlapping "a" "b"
s s overlapping "a" "b"
x x disjoint "a" "b"
unpaired [] []
only A: "a" s s "a" ""
only B: "b" s s "b" ""
class x x ["a"] ["b"]
`},
		// What stands instead has to be shared: "b" conforms to both, but as
		// another thing than x in a.
		{"instead", rfc822("a", `
s = "b" | "(" x ")"
x = "c"
`), rfc822("b", `
s = x | "(" x ")"
x = "a" | "b" | "c"
`), nil, `
s s subset - "a"
s s subset - "a"
x x subset - "a"
unpaired [] []
only B: "c" s s "c" "(c)"
only B: "(a)" x x "a" "c"
class x x [] ["a"-"b"]
`},
		// The reading takes strings away; bare membership does not see it.
		{"the reading",
			newGrammar("a", bnf.RFC822, "s = path | x\npath = 1*2\"/\" [ x ]\nx = \"a\"\n",
				reading.Decision{Rule: "path", Element: `1*2"/" [ x ]`, Section: "1", Why: "why", Not: `"//"`}),
			rfc822("b", "s = path | x\npath = 1*2\"/\" [ x ]\nx = \"a\"\n"), nil, `
s s subset - "//"
s s equal - -
path path equal - -
x x equal - -
unpaired [] []
only B: "//" path path "//" "/"
`},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := "\n" + summary(compare(t, test.a, test.b, test.pairs...))
			if diff := gocmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestReadable: of the shortest strings the most legible is the witness, and
// what is not ASCII is UTF-8 where the grammar says so.
func TestReadable(t *testing.T) {
	nothing := abnf("nothing", "s = \"\"\n")
	for _, test := range []struct{ rule, want string }{
		{`%x00-7F`, "a"},
		{`%x21-60`, "0"},
		{`%x21-2F / %x3A-60`, "A"},
		{`%x21-2F / %x3A-40`, "/"},
		{`%x00-22`, "!"},
		{`%x20 / %x09 / %x80-FF`, "\xc3"},
		{`%x7F / %x20`, " "},
		{`2( %x30-39 / %x41-5A )`, "00"},
		{`%xC2-DF %x80-BF`, "é"},
		{`%x61 %xC2 %xA0-BF`, "a©"},
		// RFC 3629, section 4.
		{`%xE0 %xA0-BF %x80-BF / %xE1-EC 2%x80-BF / %xED %x80-9F %x80-BF / %xEE-EF 2%x80-BF`, "\u0a69"},
	} {
		c := compare(t, abnf("a", "s = "+test.rule+"\n"), nothing)
		if got := c.Whole.OnlyA.Input; got != test.want {
			t.Errorf("%s: %q, want %q", test.rule, got, test.want)
		}
	}
}

func TestCompareErrors(t *testing.T) {
	a := rfc822("a", "s = x y\nx = \"a\"\ny = \"b\"\n")
	b := rfc822("b", "t = x y\nx = \"a\"\ny = \"b\"\n")
	for _, test := range []struct {
		pairs         []grammar.Pair
		edition, rule string // in two pairs; of an unknown rule
		unknown       bool
	}{
		{[]grammar.Pair{{"z", "t"}}, "a", "z", true},
		{[]grammar.Pair{{"s", "s"}}, "b", "s", true},
		{[]grammar.Pair{{"s", "t"}, {"s", "x"}}, "a", "s", false},
		{[]grammar.Pair{{"s", "t"}, {"x", "t"}}, "b", "t", false},
	} {
		_, err := grammar.Compare(a, b, test.pairs...)
		var unknown *grammar.UnknownNameError
		var pair *grammar.PairError
		switch {
		case test.unknown:
			if !errors.As(err, &unknown) || unknown.Edition != test.edition || unknown.Name != test.rule {
				t.Errorf("%v: %v", test.pairs, err)
			}
		case !errors.As(err, &pair) || pair.Edition != test.edition || pair.Rule != test.rule || pair.Error() == "":
			t.Errorf("%v: %v", test.pairs, err)
		}
	}
}

// finite is a grammar of finite languages: for each rule an expression that
// refers to later rules only. Rule 0 is that of a reference.
type finite struct {
	rules []*finiteExpr
	not   string // what the first alternative of rule 0 does not begin with; "" for nothing
}

type finiteExpr struct {
	op   byte // 'a' and 'b' are literals, '.' and '|' of subs, '?' an option, 'r' a rule
	subs []*finiteExpr
	rule int
}

func drawFinite(t *rapid.T, n int) *finite {
	g := new(finite)
	for i := range n {
		e := drawFiniteExpr(t, 2, i, n)
		if i == 0 {
			e = &finiteExpr{op: '|', subs: []*finiteExpr{e, drawFiniteExpr(t, 2, i, n)}}
		}
		g.rules = append(g.rules, e)
	}
	// Not where another alternative has the same text: the decision would mean both.
	if text := g.rules[0].subs[0].text(); strings.Count(g.rules[0].text(), text) == 1 {
		g.not = rapid.SampledFrom([]string{"", "", "", "a", "ab", "bb"}).Draw(t, "not")
	}
	return g
}

func drawFiniteExpr(t *rapid.T, depth, rule, n int) *finiteExpr {
	ops := "ab"
	if rule+1 < n {
		ops += "rrrr"
	}
	if depth > 0 {
		ops += "..|?"
	}
	e := &finiteExpr{op: rapid.SampledFrom([]byte(ops)).Draw(t, "op")}
	parts := 0
	switch e.op {
	case 'r':
		e.rule = rapid.IntRange(rule+1, n-1).Draw(t, "rule")
	case '.', '|':
		parts = 2
	case '?':
		parts = 1
	}
	for range parts {
		e.subs = append(e.subs, drawFiniteExpr(t, depth-1, rule, n))
	}
	return e
}

func (e *finiteExpr) text() string {
	switch e.op {
	case 'r':
		return fmt.Sprintf("r%d", e.rule)
	case '.':
		return "( " + e.subs[0].text() + " " + e.subs[1].text() + " )"
	case '|':
		return "( " + e.subs[0].text() + " | " + e.subs[1].text() + " )"
	case '?':
		return "[ " + e.subs[0].text() + " ]"
	}
	return `"` + string(e.op) + `"`
}

func (g *finite) edition(name string) *grammar.Grammar {
	text := ""
	for i, e := range g.rules {
		if i == 0 {
			text += fmt.Sprintf("r0 = %s | %s\n", e.subs[0].text(), e.subs[1].text())
			continue
		}
		text += fmt.Sprintf("r%d = %s\n", i, e.text())
	}
	var decisions []reading.Decision
	if g.not != "" {
		decisions = append(decisions, reading.Decision{Rule: "r0", Element: g.rules[0].subs[0].text(), Section: "1", Not: fmt.Sprintf("%q", g.not)})
	}
	return newGrammar(name, bnf.RFC822, text, decisions...)
}

// derived is a string and the rules of one derivation of it.
type derived struct {
	text  string
	nodes []finiteNode
}

type finiteNode struct{ rule, start, end int }

// derivations returns all derivations of an expression, each once.
func (g *finite) derivations(e *finiteExpr, read bool) []derived {
	var out []derived
	switch e.op {
	case 'r':
		for _, d := range g.derivations(g.rules[e.rule], read) {
			out = append(out, derived{d.text, append([]finiteNode{{e.rule, 0, len(d.text)}}, d.nodes...)})
		}
	case '.':
		second := g.derivations(e.subs[1], read)
		for _, x := range g.derivations(e.subs[0], read) {
			for _, y := range second {
				d := derived{x.text + y.text, slices.Clone(x.nodes)}
				for _, n := range y.nodes {
					d.nodes = append(d.nodes, finiteNode{n.rule, n.start + len(x.text), n.end + len(x.text)})
				}
				out = append(out, d)
			}
		}
	case '|':
		for i, x := range e.subs {
			for _, d := range g.derivations(x, read) {
				if !read || e != g.rules[0] || i > 0 || g.not == "" || !strings.HasPrefix(d.text, g.not) {
					out = append(out, d)
				}
			}
		}
	case '?':
		out = append(g.derivations(e.subs[0], read), derived{})
	default:
		out = []derived{{string(e.op), nil}}
	}
	// The same derivation may come from two alternatives of one text.
	seen := make(map[string]bool)
	return slices.DeleteFunc(out, func(d derived) bool {
		key := fmt.Sprint(d)
		defer func() { seen[key] = true }()
		return seen[key]
	})
}

// language returns the strings of a rule.
func (g *finite) language(rule int, read bool) map[string]bool {
	out := make(map[string]bool)
	for _, d := range g.derivations(g.rules[rule], read) {
		out[d.text] = true
	}
	return out
}

// inOrder compares strings by length, then by the alphabet.
func inOrder(s, t string) int { return cmp.Or(len(s)-len(t), strings.Compare(s, t)) }

// firstOf returns the first string of one set and not of another, quoted; "-" if there is none.
func firstOf(a, not map[string]bool) string {
	best := "-"
	for s := range a {
		if !not[s] && (best == "-" || inOrder(s, best) < 0) {
			best = s
		}
	}
	if best != "-" {
		best = fmt.Sprintf("%q", best)
	}
	return best
}

// finiteCause is what the definition of Cause says of a rule.
type finiteCause struct {
	input  string
	places map[finiteNode]map[string]bool // the parts of input that will do, with what may stand instead
}

// finiteCauses applies the definition of Cause to all derivations.
func finiteCauses(g, other *finite) map[int]*finiteCause {
	n := min(len(g.rules), len(other.rules))
	shared, own := make(map[int]map[string]bool), make(map[int]map[string]bool)
	for rule := n - 1; rule >= 0; rule-- {
		shared[rule], own[rule] = make(map[string]bool), make(map[string]bool)
		pair := other.language(rule, true)
		for _, d := range g.derivations(g.rules[rule], true) {
			if slices.ContainsFunc(d.nodes, func(x finiteNode) bool {
				return x.rule < n && shared[x.rule] != nil && !shared[x.rule][d.text[x.start:x.end]]
			}) {
				continue
			}
			if pair[d.text] {
				shared[rule][d.text] = true
			} else {
				own[rule][d.text] = true
			}
		}
		if len(shared[rule]) == 0 {
			shared[rule], own[rule] = nil, nil // as if not paired
		}
	}
	mine, theirs := g.language(0, true), other.language(0, true)
	out := make(map[int]*finiteCause)
	for _, d := range g.derivations(&finiteExpr{op: 'r'}, true) {
		if theirs[d.text] {
			continue
		}
		for _, x := range d.nodes {
			if x.rule >= n || !own[x.rule][d.text[x.start:x.end]] {
				continue
			}
			for in := range shared[x.rule] {
				if s := d.text[:x.start] + in + d.text[x.end:]; !mine[s] || !theirs[s] {
					continue
				}
				c := out[x.rule]
				if c == nil || inOrder(d.text, c.input) < 0 {
					c = &finiteCause{d.text, make(map[finiteNode]map[string]bool)}
					out[x.rule] = c
				}
				if c.input == d.text {
					if c.places[x] == nil {
						c.places[x] = make(map[string]bool)
					}
					c.places[x][in] = true
				}
			}
		}
	}
	return out
}

// TestCompareTwin compares random grammars of finite languages by all that
// they derive.
func TestCompareTwin(t *testing.T) {
	causes := 0
	rapid.Check(t, func(t *rapid.T) {
		a := drawFinite(t, rapid.IntRange(2, 4).Draw(t, "rules of a"))
		b := drawFinite(t, rapid.IntRange(2, 4).Draw(t, "rules of b"))
		for i := 1; i < min(len(a.rules), len(b.rules)); i++ {
			if len(a.rules) == len(b.rules) && rapid.Bool().Draw(t, "same") {
				b.rules[i] = a.rules[i]
			}
		}
		for _, g := range []*finite{a, b} {
			if len(g.derivations(g.rules[0], false)) > 300 {
				return
			}
		}
		ea, eb := a.edition("a"), b.edition("b")
		c := compare(t, ea, eb)
		texts := string(ea.Source().Text) + a.not + "\n" + string(eb.Source().Text) + b.not

		check := func(d grammar.Difference, inA, inB map[string]bool) {
			onlyA, onlyB := firstOf(inA, inB), firstOf(inB, inA)
			if witness(d.OnlyA) != onlyA || witness(d.OnlyB) != onlyB {
				t.Fatalf("%s\n%s: %s %s, want %s %s", texts, d.A, witness(d.OnlyA), witness(d.OnlyB), onlyA, onlyB)
			}
			common := false
			for s := range inA {
				common = common || inB[s]
			}
			want := grammar.Overlapping
			switch {
			case onlyA == "-" && onlyB == "-":
				want = grammar.Equal
			case onlyA == "-":
				want = grammar.Subset
			case onlyB == "-":
				want = grammar.Superset
			case !common:
				want = grammar.Disjoint
			}
			if d.Relation != want {
				t.Fatalf("%s\n%s: %s, want %s", texts, d.A, d.Relation, want)
			}
		}
		check(c.Whole, a.language(0, true), b.language(0, true))
		if n := min(len(a.rules), len(b.rules)); len(c.Rules) != n {
			t.Fatalf("%d rules are paired, want %d", len(c.Rules), n)
		}
		for i, d := range c.Rules {
			check(d, a.language(i, false), b.language(i, false))
		}

		explain := func(got []grammar.Cause, g, other *finite) {
			want := finiteCauses(g, other)
			for _, x := range got {
				causes++
				var rule int
				fmt.Sscanf(x.Rule, "r%d", &rule)
				w := want[rule]
				delete(want, rule)
				if w == nil || x.Pair != x.Rule || w.input != x.Input {
					t.Fatalf("%s\nunexpected cause: %+v, want %+v", texts, x, w)
				}
				instead := w.places[finiteNode{rule, x.Start, x.End}]
				if got := fmt.Sprintf("%q", x.Instead); firstOf(instead, nil) != got {
					t.Fatalf("%s\n%+v: not with %s, want one of %v", texts, x, got, instead)
				}
			}
			for rule, w := range want {
				t.Fatalf("%s\nr%d is a cause: %+v", texts, rule, *w)
			}
		}
		explain(c.CausesA, a, b)
		explain(c.CausesB, b, a)
	})
	if causes == 0 {
		t.Error("no cause was found at all")
	}
}
