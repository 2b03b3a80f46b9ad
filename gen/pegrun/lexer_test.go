package pegrun_test

import (
	"testing"

	"github.com/alecthomas/participle/v2/lexer"

	. "github.com/urispec/urispec/gen/pegrun"
)

// An escaped octet is one token only in a grammar with a rule for it.
func TestOctets(t *testing.T) {
	for _, c := range []struct {
		octet string
		want  []string
	}{
		{"Octet", []string{"%41", "%", "z", "z"}},
		{"", []string{"%", "4", "1", "%", "z", "z"}},
	} {
		l := &Lexer{Octet: c.octet}
		lex, err := l.LexString("", "%41%zz")
		if err != nil {
			t.Fatal(err)
		}
		tokens, err := lexer.ConsumeAll(lex)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, token := range tokens[:len(tokens)-1] { // the last one is the end
			got = append(got, token.Value)
		}
		if len(got) != len(c.want) {
			t.Fatalf("%q: the tokens are %q, want %q", c.octet, got, c.want)
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%q: the tokens are %q, want %q", c.octet, got, c.want)
			}
		}
	}
}
