package grammar_test

import (
	"errors"
	"testing"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
)

func TestQuoted(t *testing.T) {
	for text, want := range map[string]string{
		"":             `""`,
		`a"b\x1B`:      `"a\"b\\x1B"`,
		"\x1b\t\x7f\n": `"\x1B\x09\x7F\x0A"`,
		"é\xc3\xff":    `"\u{E9}\xC3\xFF"`,
		"\u202e\ufffd": `"\u{202E}\u{FFFD}"`,
		"\U0001f44d":   `"\u{1F44D}"`,
	} {
		if got := grammar.Quoted(text); got != want {
			t.Errorf("%q: %s; want %s", text, got, want)
		}
	}
}

// TestExpectations: what is expected is the same as names and as values, and as values it
// says exactly which characters may follow.
func TestExpectations(t *testing.T) {
	for _, test := range []struct {
		edition *grammar.Edition
		input   string
	}{
		{editions.RFC3986, "http://a/%zz"}, {editions.RFC3986, "http://a/b c"}, {editions.RFC3986, "http://[::1"}, {editions.RFC3986, "%"},
		{editions.RFC2396, "http://a b"}, {editions.RFC1738, ""}, {editions.RFC3987, "http://a/\U000E0001"}, {editions.RFC3987, "%"},
	} {
		syntax, ok := errors.AsType[*grammar.SyntaxError](test.edition.Check(test.input))
		if !ok || len(syntax.Expectations) != len(syntax.Expected) {
			t.Errorf("%s: %q: %v", test.edition, test.input, syntax)
			continue
		}
		follows := func(c rune) bool {
			text := string([]byte{byte(c)})
			if test.edition.Grammar().Source().UTF8() {
				text = string(c)
			}
			s := test.input[:syntax.Offset] + text
			return test.edition.References().Viable(s) == len(s)
		}
		expected := func(c rune) bool {
			for _, x := range syntax.Expectations {
				if x.Class != "" {
					chars, err := test.edition.Grammar().Chars(x.Class)
					if err != nil {
						t.Fatal(err)
					}
					if chars.Has(c) {
						return true
					}
				} else if !x.End && x.First <= c && c <= x.Last {
					return true
				}
			}
			return false
		}
		for c := range rune(0x300) {
			if c >= 0x80 && !test.edition.Grammar().Source().UTF8() {
				break
			}
			if follows(c) != expected(c) {
				t.Errorf("%s: %q: %q follows: %t, is expected: %t", test.edition, test.input, c, follows(c), expected(c))
			}
		}
		for i, x := range syntax.Expectations {
			name := syntax.Expected[i]
			if x.End != (name == grammar.EndOfInput) || (x.Class == name) != (x.Class != "") || x.Class == "" && !x.End && x.First == 0 {
				t.Errorf("%s: %q: %q is %+v", test.edition, test.input, name, x)
			}
		}
	}
}
