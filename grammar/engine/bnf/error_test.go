package bnf_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/urispec/urispec/grammar/engine/bnf"
)

// TestSyntaxErrors has each way in which a list of rules cannot be read.
func TestSyntaxErrors(t *testing.T) {
	const both = bnf.Notation(0) // the same error in either notation
	tests := []struct {
		notation bnf.Notation
		text     string
		want     string
	}{
		// Each notation explains the separator of the other.
		{bnf.RFC822, `a = "x" / "y"`, `f:1:9: a: found "/", expected an element, "|" or the next rule; in this notation "|" separates alternatives and a slash must be quoted`},
		{bnf.RFC822, `a = [ / b ]`, `f:1:7: a: found "/", expected an element; in this notation "|" separates alternatives and a slash must be quoted`},
		{bnf.ABNF, `a = ( "x" | "y" )`, `f:1:11: a: found "|", expected an element, "/" or ")"; in this notation "/" separates alternatives and a "|" must be quoted`},
		{bnf.RFC822, "a = b\na =/ c", `f:2:3: a: found "=/", expected "="; in this notation a rule has one definition with all its alternatives`},
		{bnf.ABNF, "a = b\nc =/ d", `f:2:3: c: found "=/", expected "="; no earlier rule has this name`},

		// Brackets.
		{bnf.RFC822, `a = [ b ] c ]`, `f:1:13: a: found "]", expected an element, "|" or the next rule; no "[" is open`},
		{bnf.RFC822, `a = b )`, `f:1:7: a: found ")", expected an element, "|" or the next rule; no "(" is open`},
		{bnf.RFC822, `a = ( b ]`, `f:1:9: a: found "]", expected an element, "|" or ")"; the "(" of line 1, column 5 is not closed`},
		{both, "a = [ b ( c )\n\nd = e", `f:3:1: a: found the rule d, expected an element, OR or "]"; the "[" of line 1, column 5 is not closed`},
		{both, "a = ( b", `f:1:8: a: found the end of the text, expected an element, OR or ")"; the "(" of line 1, column 5 is not closed`},

		// Something is missing.
		{both, "a =\nb = c", `f:2:1: a: found the rule b, expected an element; the empty string is written ""`},
		{both, "a = ; nothing", `f:1:14: a: found the end of the text, expected an element; the empty string is written ""`},
		{both, "a = ( )", `f:1:7: a: found ")", expected an element; the empty string is written ""`},
		{bnf.RFC822, "a = b | | c", `f:1:9: a: found "|", expected an element; the empty string is written ""`},
		{bnf.ABNF, "a = / c", `f:1:5: a: found "/", expected an element; the empty string is written ""`},
		{both, "a = 1* ", `f:1:8: a: found the end of the text, expected an element; a count comes before what it repeats`},
		{both, "a = 2 *b", `f:1:7: a: found "*", expected an element; a count comes before what it repeats`},

		// Something is in the way of a rule.
		{both, `"x" = y`, `f:1:1: found "x", expected a rule; a rule is a name at the beginning of a line, "=" and a definition`},
		{both, `= y`, `f:1:1: found "=", expected a rule; a rule is a name at the beginning of a line, "=" and a definition`},
		{both, `uri scheme : path`, `f:1:1: found "uri", expected a rule; a rule is a name at the beginning of a line, "=" and a definition`},
		{both, `<uri> = scheme`, `f:1:1: found "<uri>", expected a rule; a rule is a name at the beginning of a line, "=" and a definition`},
		{both, `uri ::= scheme`, `f:1:1: found "uri", expected a rule; a rule is defined with "=", not with ":=" or "::="`},
		{both, `<uri> := scheme`, `f:1:1: found "<uri>", expected a rule; a rule is defined with "=", not with ":=" or "::="`},
		{both, "a = b\n c ::= d", `f:2:4: a: found ":", expected an element, OR or the next rule; a rule is defined with "="`},
		{both, `a = name = value`, `f:1:10: a: found "=", expected an element, OR or the next rule; a "=" that stands for itself must be quoted, and a rule begins on a line of its own`},
		{both, `a = b c = d`, `f:1:9: a: found "=", expected an element, OR or the next rule; a "=" that stands for itself must be quoted, and a rule begins on a line of its own`},
		{bnf.ABNF, "hier_part = a", `f:1:1: found "hier_part", expected a rule; in this notation a rule name contains only letters, digits and "-"`},
		{bnf.ABNF, "a = gopher+_string", `f:1:5: a: found "gopher+_string", expected an element; in this notation a rule name contains only letters, digits and "-"`},

		// Literals and prose.
		{both, "a = \"b\n", `f:1:5: a: found the literal "b, expected an element; the literal is not closed on its line`},
		{both, "a = \"b\r\n\"", `f:1:5: a: found the literal "b, expected an element; the literal is not closed on its line`},
		{both, "a = b <c\n>", `f:1:7: a: found "<c", expected an element, OR or the next rule; the prose value is not closed on its line`},
		{bnf.RFC822, `a = """`, `f:1:7: a: found the literal ", expected an element, "|" or the next rule; the literal is not closed on its line`},
		{bnf.RFC822, `a = "\""`, `f:1:8: a: found the literal ", expected an element, "|" or the next rule; the literal is not closed on its line`},
		{bnf.ABNF, `a = %s"b`, `f:1:5: a: found the literal %s"b, expected an element; the literal is not closed on its line`},
		{bnf.RFC822, `a = %s"b"`, `f:1:5: a: found "%s", expected an element; in this notation a literal is case-sensitive without a prefix`},
		{both, `a = 'b'`, `f:1:5: a: found "'", expected an element; a literal is written in double quotes`},
		{both, "a = \"b\tc\"", `f:1:7: a: found U+0009, expected an element; a control character is written %x09`},
		{both, "a = <b\x7fc>", `f:1:7: a: found U+007F, expected an element; a control character is written %x7F`},
		{both, "a = b\x00", `f:1:6: a: found U+0000, expected an element, OR or the next rule; a control character is written %x00`},
		{both, "a\u00A0= b", `f:1:1: found "a", expected a rule; a rule is a name at the beginning of a line, "=" and a definition`},
		{both, "a =\u00A0b", `f:1:4: a: found U+00A0, expected an element; a grammar is written in ASCII`},
		{both, "a = \"caf\u00E9\"", `f:1:9: a: found U+00E9, expected an element; a grammar is written in ASCII`},
		{both, "a = \"caf\xE9\"", `f:1:9: a: found the byte 0xE9, expected an element; a grammar is written in ASCII`},
		{both, "\uFEFFa = b", `f:1:1: found U+FEFF, expected a rule; a grammar is written in ASCII`},
		{both, "a = b + c", `f:1:7: a: found "+", expected an element, OR or the next rule; a character that stands for itself must be quoted`},

		// Counts and values.
		{both, "a = 2147483648b", `f:1:5: a: found "2147483648", expected an element; a count is at most 2147483647`},
		{both, "a = *99999999999999999999b", `f:1:5: a: found "*99999999999999999999", expected an element; a count is at most 2147483647`},
		{bnf.RFC822, "a = 1#b", `f:1:6: a: found "#", expected an element; what a "#" list is has to be declared, or write x *( "," x )`},
		{both, "a = %", `f:1:5: a: found "%", expected an element; write %x41 for a value, %x41-5A for a range and %x41.42 for a string; the base is x, d or b, and the greatest value is %x10FFFF`},
		{both, "a = %o17", `f:1:5: a: found "%o17", expected an element; write %x41 for a value, %x41-5A for a range and %x41.42 for a string; the base is x, d or b, and the greatest value is %x10FFFF`},
		{both, "a = %x31-39-41", `f:1:5: a: found "%x31-39-41", expected an element; write %x41 for a value, %x41-5A for a range and %x41.42 for a string; the base is x, d or b, and the greatest value is %x10FFFF`},
		{both, "a = %x41.42-43", `f:1:5: a: found "%x41.42-43", expected an element; write %x41 for a value, %x41-5A for a range and %x41.42 for a string; the base is x, d or b, and the greatest value is %x10FFFF`},
		{both, "a = %d256 %b102", `f:1:11: a: found "%b102", expected an element, OR or the next rule; write %x41 for a value, %x41-5A for a range and %x41.42 for a string; the base is x, d or b, and the greatest value is %x10FFFF`},
		{both, "a = %x110000", `f:1:5: a: found "%x110000", expected an element; write %x41 for a value, %x41-5A for a range and %x41.42 for a string; the base is x, d or b, and the greatest value is %x10FFFF`},

		// A long token is shown in part.
		{both, "a = b \"" + strings.Repeat("c", 50), `f:1:7: a: found the literal "` + strings.Repeat("c", 39) + `..., expected an element, OR or the next rule; the literal is not closed on its line`},

		// The error is the first thing wrong, whether in the characters or in
		// the order of the tokens.
		{both, "a = ) \x00", `f:1:5: a: found ")", expected an element; the empty string is written ""`},
		{both, "a = \x00 )", `f:1:5: a: found U+0000, expected an element; a control character is written %x00`},
	}
	for _, test := range tests {
		for _, n := range notations(test.notation) {
			want := strings.ReplaceAll(test.want, "OR", map[bnf.Notation]string{bnf.RFC822: `"|"`, bnf.ABNF: `"/"`}[n])
			g, err := bnf.Read("f", []byte(test.text), n)
			if err == nil {
				t.Errorf("%v %q: read as %q, want %s", n, test.text, g, want)
			} else if first, _, _ := strings.Cut(err.Error(), "\n"); first != want {
				t.Errorf("%v %q:\n got %s\nwant %s", n, test.text, first, want)
			}
		}
	}
}

// notations returns n, or all if it is the zero value.
func notations(n bnf.Notation) []bnf.Notation {
	if n != 0 {
		return []bnf.Notation{n}
	}
	return []bnf.Notation{bnf.RFC822, bnf.ABNF}
}

// A mistake does not hide those in the rules after it.
func TestEveryError(t *testing.T) {
	_, err := bnf.Read("f", []byte("a = )\nb = c\nd = /\n  ] \x00\ne = *\nf = g"), bnf.RFC822)
	want := []string{
		`f:1:5: a: found ")", expected an element; the empty string is written ""`,
		`f:3:5: d: found "/", expected an element; in this notation "|" separates alternatives and a slash must be quoted`,
		`f:6:1: e: found the rule f, expected an element; a count comes before what it repeats`,
	}
	if err == nil {
		t.Fatal("no error")
	}
	if diff := cmp.Diff(strings.Join(want, "\n"), err.Error()); diff != "" {
		t.Error("(-want +got)\n", diff)
	}

	_, err = bnf.Read("f", []byte(strings.Repeat("a = )\n", 100)), bnf.RFC822)
	if got := strings.Count(err.Error(), "\n") + 1; got != 10 {
		t.Errorf("%d errors of 100 are reported, want 10", got)
	}
}

func TestSyntaxErrorFields(t *testing.T) {
	_, err := bnf.Read("rfc1738.bnf", []byte("; ...\ngopherurl = \"gopher://\" hostport [ / [ gtype ] ]"), bnf.RFC822)
	var got *bnf.SyntaxError
	if !errors.As(err, &got) {
		t.Fatalf("%T", err)
	}
	want := &bnf.SyntaxError{
		Pos:      bnf.Pos{File: "rfc1738.bnf", Line: 2, Column: 36},
		Rule:     "gopherurl",
		Found:    `"/"`,
		Expected: []string{"an element"},
		Message:  `in this notation "|" separates alternatives and a slash must be quoted`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error("(-want +got)\n", diff)
	}
}

func TestExpressionErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", `f:1:1: found the end of the text, expected an element; the empty string is written ""`},
		{"a b ]", `f:1:5: found "]", expected an element, "|" or the end; no "[" is open`},
		{"a = b", `f:1:3: found "=", expected an element, "|" or the end; an expression is what comes after the "=" of a rule`},
		{"a |\n  / b", `f:2:3: found "/", expected an element; in this notation "|" separates alternatives and a slash must be quoted`},
		{"a\nb )", `f:2:3: found ")", expected an element, "|" or the end; no "(" is open`},
	}
	for _, test := range tests {
		_, err := bnf.ReadExpression("f", test.text, bnf.RFC822)
		if _, ok := err.(*bnf.SyntaxError); !ok || err.Error() != test.want {
			t.Errorf("%q:\n got %v\nwant %s", test.text, err, test.want)
		}
	}
}

func TestNoNotation(t *testing.T) {
	want := "bnf: Notation(0) is not a notation"
	if _, err := bnf.Read("f", nil, 0); err == nil || err.Error() != want {
		t.Errorf("Read: %v", err)
	}
	if _, err := bnf.ReadExpression("f", "a", 0); err == nil || err.Error() != want {
		t.Errorf("ReadExpression: %v", err)
	}
}

func TestDepth(t *testing.T) {
	nested := func(depth int) string {
		return strings.Repeat("( ", depth) + "b" + strings.Repeat(" )", depth)
	}
	if _, err := bnf.Read("f", []byte("a = "+nested(500)+"\nb = "+nested(500)), bnf.ABNF); err != nil {
		t.Error(err)
	}
	// A rule that is not closed does not count for the next.
	_, err := bnf.Read("f", []byte("a = "+strings.Repeat("[", 400)+"\nb = "+nested(400)), bnf.ABNF)
	if err == nil || strings.Contains(err.Error(), "\n") {
		t.Error(err)
	}
	for _, text := range []string{nested(501), strings.Repeat("[", 100_000)} {
		_, err := bnf.ReadExpression("f", text, bnf.ABNF)
		if err == nil || !strings.HasSuffix(err.Error(), ", expected an element; brackets nest at most 500 deep") {
			t.Error(err)
		}
	}
}

// TestMany: neither alternatives nor rules are bounded.
func TestMany(t *testing.T) {
	g, err := bnf.Read("f", []byte("a = b"+strings.Repeat(" | b", 100_000)), bnf.RFC822)
	if err != nil || len(g.Rules[0].Elements.Concatenations) != 100_001 {
		t.Error(err)
	}
	g, err = bnf.Read("f", []byte(strings.Repeat("a = b\n", 200)), bnf.RFC822)
	if err != nil || len(g.Rules) != 200 {
		t.Error(err)
	}
	if !slices.ContainsFunc(g.Verify(), func(p bnf.Problem) bool { return p.Kind == bnf.Redefined }) {
		t.Error("a is not redefined")
	}
}
