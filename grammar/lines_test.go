package grammar_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/testdata"
)

// The lines of a buffer that do not conform, without cutting those that do.
func ExampleLanguage_ValidLines() {
	references := editions.RFC3986.References()
	text := []byte("http://a/b\r\n/c?d\nhttp://a/{e}\n#f\n")
	for number := 1; len(text) > 0; number++ {
		lines, size := references.ValidLines(text, '\n')
		number += lines
		if text = text[size:]; len(text) > 0 {
			var line []byte
			line, text, _ = bytes.Cut(text, []byte("\n"))
			fmt.Printf("line %d: %s\n", number, line)
		}
	}
	// Output: line 3: http://a/{e}
}

// validLines returns the verdicts on the lines of a text.
func validLines(l *grammar.Language, text []byte, end byte) (verdicts []bool) {
	for len(text) > 0 {
		lines, size := l.ValidLines(text, end)
		verdicts = append(verdicts, slices.Repeat([]bool{true}, lines)...)
		if text = text[size:]; len(text) > 0 {
			_, text, _ = bytes.Cut(text, []byte{end})
			verdicts = append(verdicts, false)
		}
	}
	return verdicts
}

// TestValidLines holds the verdicts on lines to those on strings, in every edition with and
// without its errata, and in grammars of other people, some of which have line ends in their
// strings.
func TestValidLines(t *testing.T) {
	var lines []string
	for i, line := range testdata.Lines("web50k")[:effort.Pick(5000, 1000, 200)] {
		switch i % 11 {
		case 3:
			line = line[:len(line)/2] + "{" + line[len(line)/2:]
		case 5:
			line = strings.TrimPrefix(line, "http:")
		case 7:
			line += "\r"
		case 9:
			line = "a\rb"
		}
		lines = append(lines, line)
	}
	lines = append(lines, "", "a\r\r", "\r", "ab", "a\r\r\r")
	var languages []*grammar.Language
	for _, e := range editions.All() {
		for _, e := range []*grammar.Edition{e, e.Corrected()} {
			languages = append(languages, e.References(), e.Absolute(), e.URIs())
		}
	}
	for _, rules := range []string{"s = *(ALPHA / CR)\n", "s = *(ALPHA / LF / %x00)\n", "s = *VCHAR\n"} {
		g, err := grammar.Read("own.abnf", rules, grammar.Options{})
		if err != nil {
			t.Fatal(err)
		}
		languages = append(languages, g.Start())
	}
	for _, l := range languages {
		for _, end := range []string{"\n", "\r\n", "\x00"} {
			var want []bool
			for _, line := range lines {
				if end == "\n" {
					line = strings.TrimSuffix(line, "\r")
				}
				want = append(want, l.Valid(line))
			}
			text := strings.Join(lines, end) + end
			if got := validLines(l, []byte(text), end[len(end)-1]); !slices.Equal(got, want) {
				t.Errorf("%s, %q: other verdicts than on strings", l, end)
			}
		}
	}
	if n := testing.AllocsPerRun(10, func() { editions.RFC3986.References().ValidLines([]byte("a\nb\n"), '\n') }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
