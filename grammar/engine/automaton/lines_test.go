package automaton_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/engine/reading"
	"github.com/urispec/urispec/grammar/testdata"
)

// verdictsByLine are the verdicts on the lines of a text, by the plain definition.
func verdictsByLine(text string, end byte, accepts func(string) bool) (verdicts []bool) {
	for text != "" {
		line, rest, ended := strings.Cut(text, string(rune(end)))
		if ended && end == '\n' {
			line = strings.TrimSuffix(line, "\r")
		}
		verdicts = append(verdicts, accepts(line))
		text = rest
	}
	return verdicts
}

// verdictsByLines are the same by Lines, and by what skips a line that it refuses.
func verdictsByLines(t *testing.T, text string, end byte, lines func(text string, end byte) (lines, size int)) (verdicts []bool) {
	t.Helper()
	for text != "" {
		n, size := lines(text, end)
		if size > len(text) || size < len(text) && size > 0 && text[size-1] != end {
			t.Fatalf("%.100q: %d lines with %d bytes", text, n, size)
		}
		verdicts = append(verdicts, slices.Repeat([]bool{true}, n)...)
		if text = text[size:]; text != "" {
			_, text, _ = strings.Cut(text, string(rune(end)))
			verdicts = append(verdicts, false)
		}
	}
	return verdicts
}

// checkLines holds all ways to read lines to the definition.
func checkLines(t *testing.T, a *automaton.Acceptor, text string) {
	t.Helper()
	for _, end := range []byte{'\n', 0} {
		want := verdictsByLine(text, end, a.Accepts)
		for _, run := range automaton.LinesRuns(a) {
			if got := verdictsByLines(t, text, end, run.Lines); !slices.Equal(got, want) {
				t.Fatalf("%s, end %q, %d bytes %.200q: %d lines, want %d; the first difference is line %d",
					run.Name, end, len(text), text, len(got), len(want), differAt(got, want)+1)
			}
		}
	}
}

func differAt(a, b []bool) int {
	for i := range a {
		if i == len(b) || a[i] != b[i] {
			return i
		}
	}
	return len(a)
}

// TestLinesShort has all short texts over the bytes that matter.
func TestLinesShort(t *testing.T) {
	alphabet := []string{"a", "\r", "\n", "\x00", "%", "1", "/", ":", "#", "{"}
	texts := []string{""}
	for from := 0; len(texts[from]) < effort.Pick(4, 3, 2); from++ {
		for _, c := range alphabet {
			texts = append(texts, texts[from]+c)
		}
	}
	long := strings.Repeat("a", 62)
	a := editionsMatchers()["rfc3986"].a
	for _, text := range texts {
		checkLines(t, a, text)
		checkLines(t, a, long+text)
		checkLines(t, a, text+long+"\n")
	}
}

// TestLinesEditions has the strings that take every transition as lines, with ends of
// both kinds, so that all of them are somewhere in a block.
func TestLinesEditions(t *testing.T) {
	eachEdition(t, func(t *testing.T, g *reading.Grammar, j *judge) {
		var all strings.Builder
		for i, w := range automaton.Cover(g.Automaton(start(t, g))) {
			if i%effort.Pick(1, 1, 4) > 0 {
				continue
			}
			all.WriteString(text(w))
			all.WriteString([]string{"\n", "\r\n", "\n\n", "\r\r\n", "\x00"}[i%5])
		}
		checkLines(t, j.a, all.String())
	})
}

// TestLinesCorpora has the lines of the corpora, of which some are spoilt.
func TestLinesCorpora(t *testing.T) {
	for _, corpus := range testdata.Corpora {
		var all strings.Builder
		for i, line := range testdata.Lines(corpus)[:effort.Pick(50_000, 10_000, 2000)] {
			if i%7 == 3 {
				line = line[:len(line)/2] + []string{" ", "%zz", "\xE9", "|", "\r", "\x00", "%"}[i/7%7] + line[len(line)/2:]
			}
			all.WriteString(line)
			all.WriteString([]string{"\n", "\n", "\r\n"}[i%3])
		}
		for _, name := range five {
			checkLines(t, editionsMatchers()[name].a, all.String())
		}
	}
}

// TestLinesFound: nearly all lines of the web have the shape, and are not left to the
// automaton.
func TestLinesFound(t *testing.T) {
	needsKernel(t)
	all := testdata.Lines("web50k")[:2000]
	text, found := strings.Join(all, "\n")+"\n", 0
	for text != "" {
		n, size := automaton.FoundLines(editionsMatchers()["rfc3986"].a, text)
		found += n
		_, text, _ = strings.Cut(text[size:], "\n")
	}
	if found < 1900 {
		t.Errorf("only %d of %d lines are found", found, len(all))
	}
}

// TestLinesHostile has hostile strings as lines of all lengths, with lines that conform
// before and after each.
func TestLinesHostile(t *testing.T) {
	for _, name := range five {
		for _, s := range hostile(300) {
			var all bytes.Buffer
			for n := 0; n <= len(s); n += effort.Pick(1, 7, 31) {
				fmt.Fprintf(&all, "%s\nhttp://a/\r\n%s%%\nb\n", s[:n], s[:n])
			}
			a := editionsMatchers()[name].a
			checkLines(t, a, all.String())
			checkLines(t, a, s)
		}
	}
}

// TestLinesLengths has lines of all lengths with delimiters and mistakes at all places, so
// that each of them is everywhere in a block.
func TestLinesLengths(t *testing.T) {
	a := editionsMatchers()["rfc3986"].a
	for n := 1; n < effort.Pick(300, 200, 140); n++ {
		var all strings.Builder
		for at := 0; at <= n; at += effort.Pick(1, 1, 3) {
			line := []byte(("http://example.com/" + strings.Repeat("a", n))[:n])
			for i, c := range []string{"?", "#", "%41", "%4", " ", "/", "\xff"} {
				if i%3 == n%3 && at+len(c) <= n {
					copy(line[at:], c)
					fmt.Fprintf(&all, "%s%s", line, []string{"\n", "\r\n"}[(at+i)%2])
				}
			}
		}
		checkLines(t, a, all.String())
	}
}

// TestLinesWithEnds has languages in whose strings the ends of lines occur.
func TestLinesWithEnds(t *testing.T) {
	char := func(s string) *automaton.Expr { return automaton.Symbol(automaton.Of([]int32(s)...)) }
	for _, e := range []*automaton.Expr{
		automaton.Repeat(char("a\r"), 0, automaton.Unbounded, false),
		automaton.Repeat(char("a\n"), 0, automaton.Unbounded, false),
		automaton.Cat(automaton.Repeat(char("a\x00"), 0, automaton.Unbounded, false), char("\r")),
		automaton.Repeat(char("abcdefghijklmnopqrstuvwxyz0123456789ABCDEF\r\x00"), 0, automaton.Unbounded, false),
		automaton.Repeat(char("abcdefghijklmnopqrstuvwxyz0123456789ABCDEF"), 3, automaton.Unbounded, false),
		automaton.Alt(), // no string
	} {
		a := automaton.Compile(256, e).Acceptor()
		texts := []string{""}
		for from := 0; len(texts[from]) < effort.Pick(6, 5, 4); from++ {
			for _, c := range []string{"a", "\r", "\n", "\x00"} {
				texts = append(texts, texts[from]+c)
			}
		}
		for _, text := range texts {
			checkLines(t, a, text)
			checkLines(t, a, text+strings.Repeat("a", 70)+text)
		}
	}
}

// TestLinesReadsOnly: nothing is read outside of the text, which begins or ends where
// memory does, nor is the result another at any offset and length.
func TestLinesReadsOnly(t *testing.T) {
	begin, end := readable(t)
	a := editionsMatchers()["rfc3986"].a
	line := "http://www.example.com/a/b?c=%41#d\nb\r\n//[::1]:80/\n/" + strings.Repeat("a", 70) + "\n"
	for n := range effort.Pick(300, 300, 150) {
		copy(begin, strings.Repeat(line, 3)[:n])
		copy(end[len(end)-n:], strings.Repeat(line, 3))
		for _, text := range [][]byte{begin[:n], end[len(end)-n:]} {
			checkLines(t, a, unsafe.String(unsafe.SliceData(text), n))
		}
	}
}
