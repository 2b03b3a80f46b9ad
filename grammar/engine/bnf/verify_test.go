package bnf_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/urispec/urispec/grammar/engine/bnf"
)

func TestVerify(t *testing.T) {
	tests := []struct {
		name     string
		notation bnf.Notation
		text     string
		starts   string // blank-separated
		want     string // "kind: problem", one per line
	}{
		{"a sound grammar", bnf.RFC822, "a = b [ c ]\nb = \"b\"\nc = *b", "a", ""},
		{"no rule at all", bnf.RFC822, "", "a", `
undefined: 1:1: a: the start rule a is not defined`},

		// Undefined: once for each name, at its first use.
		{"undefined", bnf.RFC822, "a = x | 2( y [ x ] )", "a", `
undefined: f:1:5: a: x is not defined
undefined: f:1:12: a: y is not defined`},
		{"undefined start", bnf.RFC822, "url = \"b\"", "url uri", `
undefined: f:1:1: uri: the start rule uri is not defined; did you mean url?`},
		{"in another case", bnf.RFC822, "url = Host\nhost = \"b\"", "url host", `
undefined: f:1:7: url: Host is not defined; did you mean host?`},
		{"case makes no difference in ABNF", bnf.ABNF, "url = Host\nhost = alpha", "URL", ""},
		{"misspelt", bnf.ABNF, "uri = auhtority path-abempt queries\nauthority = DIGT\npath-abempty = \"b\"", "uri authority path-abempty", `
undefined: f:1:7: uri: auhtority is not defined; did you mean authority?
undefined: f:1:17: uri: path-abempt is not defined; did you mean path-abempty?
undefined: f:1:29: uri: queries is not defined
undefined: f:2:13: authority: DIGT is not defined`},
		{"a misspelt core rule that is used elsewhere", bnf.ABNF, "a = DIGT DIGIT", "a", `
undefined: f:1:5: a: DIGT is not defined; did you mean DIGIT?`},
		{"core rules are ABNF's", bnf.RFC822, "a = hexdig CRLF", "a", `
undefined: f:1:5: a: hexdig is not defined; it is a core rule of ABNF, and this notation has no core rules
undefined: f:1:12: a: CRLF is not defined; it is a core rule of ABNF, and this notation has no core rules`},

		{"too long to be compared", bnf.RFC822, "a = " + strings.Repeat("b", 101) + "\n" + strings.Repeat("b", 102) + " = \"c\"", "a " + strings.Repeat("b", 102), `
undefined: f:1:5: a: ` + strings.Repeat("b", 101) + ` is not defined`},

		// Unreferenced.
		{"unreferenced", bnf.RFC822, "a = b\nb = \"b\"\nc = d\nd = \"d\"", "a", `
unreferenced: f:3:1: c: no other rule refers to c, and it is not a start rule`},
		{"no start", bnf.RFC822, "a = \"b\"", "", `
unreferenced: f:1:1: a: no other rule refers to a, and it is not a start rule`},
		{"a rule's own reference does not count", bnf.ABNF, "a = \"b\"\nc = [ C ]", "a", `
unreferenced: f:2:1: c: no other rule refers to c, and it is not a start rule
recursive: f:2:1: c: c is defined by itself: c -> c`},

		// Redefined.
		{"redefined", bnf.RFC822, "a = \"b\"\na = \"c\"\na = \"d\"", "a", `
redefined: f:2:1: a: a is already defined at f:1:1, and that definition counts
redefined: f:3:1: a: a is already defined at f:1:1, and that definition counts`},
		{"redefined in ABNF", bnf.ABNF, "a = \"b\"\nA = \"c\"", "a", `
redefined: f:2:1: A: A is already defined at f:1:1, and that definition counts; "=/" adds alternatives`},
		{"extended", bnf.ABNF, "a = \"b\"\na =/ \"c\"", "a", ""},
		{"a core rule of one's own", bnf.ABNF, "a = DIGIT\nDIGIT = \"0\"", "a", ""},

		// Recursive: every cycle that a search from the first rule closes.
		{"recursive", bnf.RFC822, "path = void | segments [ \"/\" path ]\nvoid = \"\"\nsegments = segment [ segments ]\nsegment = \"s\"", "path", `
recursive: f:1:1: path: path is defined by itself: path -> path
recursive: f:3:1: segments: segments is defined by itself: segments -> segments`},
		{"a cycle of several", bnf.RFC822, "s = a\na = \"x\" b\nb = c | d\nc = a\nd = b", "s", `
recursive: f:2:1: a: a is defined by itself: a -> b -> c -> a
recursive: f:3:1: b: b is defined by itself: b -> d -> b`},
		{"a long cycle", bnf.RFC822, "a = b\nb = c\nc = d\nd = e\ne = f\nf = g\ng = h\nh = i\ni = j\nj = a", "a", `
recursive: f:1:1: a: a is defined by itself: a -> b -> c -> d -> ... -> g -> h -> i -> j -> a`},
		{"used twice, but no cycle", bnf.RFC822, "a = b b | c\nb = c\nc = \"c\"", "a", ""},
		{"by way of a core rule", bnf.ABNF, "a = LWSP\nWSP = LWSP", "a", `
recursive: core.abnf:35:1: LWSP: LWSP is defined by itself: LWSP -> WSP -> LWSP`},

		// Empty ranges.
		{"values", bnf.ABNF, "a = %x39-31 / %d57-48 / %b1-0 / %x31-31", "a", `
empty range: f:1:5: a: the range %x39-31 is empty; did you mean %x31-39?
empty range: f:1:15: a: the range %d57-48 is empty; did you mean %d48-57?
empty range: f:1:25: a: the range %b1-0 is empty; did you mean %b0-1?`},
		{"counts", bnf.ABNF, "a = 3*2\"b\" / 2*2\"b\" / 1*0( \"c\" )", "a", `
empty range: f:1:5: a: no count is at least 3 and at most 2
empty range: f:1:23: a: no count is at least 1 and at most 0`},

		// Nullable loops.
		{"repeated option", bnf.RFC822, "a = \"a\" 1*[ \"b\" ] 2*3[ \"c\" ]", "a", `
nullable loop: f:1:9: a: what 1* repeats can be empty, so a string has infinitely many derivations, and a parser may not terminate; in RFC 1738 section 5, 1*[ ... ] means 1*( ... )`},
		{"repeated option in ABNF", bnf.ABNF, "a = *[ \"b\" ]", "a", `
nullable loop: f:1:5: a: what * repeats can be empty, so a string has infinitely many derivations, and a parser may not terminate`},
		{"by way of rules", bnf.RFC822, "a = *( b c ) *( b d ) *b\nb = *\"x\" \"\" [ \"z\" ] 0d\nc = e | d\ne = b b\nd = \"d\"", "a", `
nullable loop: f:1:5: a: what * repeats can be empty, so a string has infinitely many derivations, and a parser may not terminate
nullable loop: f:1:23: a: what * repeats can be empty, so a string has infinitely many derivations, and a parser may not terminate`},
		{"inside brackets", bnf.RFC822, "a = [ ( *( *\"x\" ) ) ]", "a", `
nullable loop: f:1:9: a: what * repeats can be empty, so a string has infinitely many derivations, and a parser may not terminate`},
		{"what cannot be empty", bnf.RFC822, "a = *( b | \"c\" ) *%x00 *<nothing> *( 1*b )\nb = \"b\" *\"c\"", "a", `
prose value: f:1:25: a: <nothing> is prose, which no program can read`},

		// Prose.
		{"prose", bnf.ABNF, "a = <any octet> 0<b> <B> 0<c>\nb = \"b\"", "a b", `
prose value: f:1:5: a: <any octet> is prose, which no program can read
prose value: f:1:18: a: <b> is prose, which no program can read; the rule is written b; 0 times anything is ""
prose value: f:1:22: a: <B> is prose, which no program can read; the rule is written B
prose value: f:1:27: a: <c> is prose, which no program can read; 0 times anything is ""`},
	}
	for _, test := range tests {
		g, err := bnf.Read("f", []byte(test.text), test.notation)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		var b strings.Builder
		for _, p := range g.Verify(strings.Fields(test.starts)...) {
			fmt.Fprintf(&b, "\n%v: %v", p.Kind, p)
		}
		if diff := cmp.Diff(test.want, b.String()); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", test.name, diff)
		}
	}
}

// A long chain of rules takes neither much time nor the stack.
func TestVerifyChain(t *testing.T) {
	const n = 5_000
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "r%d = r%d | r0\n", i, (i+1)%n)
	}
	g, err := bnf.Read("f", []byte(b.String()), bnf.RFC822)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(g.Verify("r0")); got != n {
		t.Errorf("%d cycles, want %d", got, n)
	}
}

func TestKindString(t *testing.T) {
	for k, want := range map[bnf.Kind]string{
		bnf.Undefined: "undefined", bnf.NullableLoop: "nullable loop", bnf.ProseValue: "prose value",
		0: "Kind(0)", -1: "Kind(-1)", 100: "Kind(100)",
	} {
		if got := k.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
