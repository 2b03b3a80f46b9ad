package grammar_test

import (
	"testing"

	"github.com/urispec/urispec/grammar"
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
