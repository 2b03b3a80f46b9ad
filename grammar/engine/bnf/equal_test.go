package bnf_test

import (
	"testing"

	"github.com/urispec/urispec/grammar/engine/bnf"
)

func TestEqual(t *testing.T) {
	const both = bnf.Notation(0)
	tests := []struct {
		notation bnf.Notation
		a, b     string
		want     bool
	}{
		// Layout and positions.
		{both, "a = b c", "\n; x\na=b\n c ; y", true},
		{both, "a = 0*61( b )", "a = *61(b)", true},
		{both, "a = 1*1b 2*2c", "a = b 2c", true},
		{both, "a = %x0A", "a = %x0a", true},
		{bnf.ABNF, "a = b\na =/ c", "a = b / c", true},
		{bnf.ABNF, `a = %i"b"`, `a = "b"`, true},

		// Names.
		{bnf.RFC822, "a = b", "A = b", false},
		{bnf.RFC822, "a = b", "a = B", false},
		{bnf.ABNF, "a = b", "A = B", true},
		{both, "a = b", "c = b", false},

		// Rules, alternatives and elements have an order and a number.
		{both, "a = b\nc = d", "c = d\na = b", false},
		{both, "a = b\nc = d", "a = b", false},
		{bnf.RFC822, "a = b | c", "a = c | b", false},
		{bnf.RFC822, "a = b | c", "a = b | c | c", false},
		{both, "a = b c", "a = b", false},
		{both, "a = b", "a = ( b )", false},
		{both, "a = ( b )", "a = [ b ]", false},
		{both, "a = [ b ]", "a = [ c ]", false},
		{both, "a = ( b )", "a = ( c )", false},

		// Repetitions.
		{both, "a = 1*b", "a = *b", false},
		{both, "a = *b", "a = *5b", false},

		// Terminals.
		{both, `a = "b"`, `a = "c"`, false},
		{both, `a = "b"`, `a = "B"`, false},
		{both, `a = "b"`, `a = b`, false},
		{both, `a = "b"`, `a = <b>`, false},
		{both, `a = <b>`, `a = <c>`, false},
		{bnf.ABNF, `a = %s"b"`, `a = "b"`, false},
		{both, "a = %x31-39", "a = %x31.39", false},
		{both, "a = %x31-39", "a = %d49-57", false},
		{both, "a = %x31", "a = %x32", false},
	}
	for _, test := range tests {
		for _, n := range notations(test.notation) {
			a, err := bnf.Read("a", []byte(test.a), n)
			if err != nil {
				t.Fatal(err)
			}
			b, err := bnf.Read("b", []byte(test.b), n)
			if err != nil {
				t.Fatal(err)
			}
			if bnf.Equal(a, b) != test.want || bnf.Equal(b, a) != test.want {
				t.Errorf("%v %q and %q: Equal is not %v", n, test.a, test.b, test.want)
			}
		}
	}
	if bnf.Equal(&bnf.Grammar{Notation: bnf.RFC822}, &bnf.Grammar{Notation: bnf.ABNF}) {
		t.Error("grammars in different notations are equal")
	}
}
