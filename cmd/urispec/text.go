package main

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar/picture"
)

// lineWidth is the number of columns for text that should stay on one line. With an
// indent it fits into 80 columns.
const lineWidth = 72

// visible returns s with everything escaped that is not a printable character:
// control characters, which could control a terminal; marks that change the direction
// of writing or have no width, which could mislead a reader; and bytes that are not
// UTF-8.
func visible(s string) string {
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && n == 1, !unicode.IsPrint(r) && n == 1:
			fmt.Fprintf(&b, `\x%02X`, s[0])
		case !unicode.IsPrint(r):
			fmt.Fprintf(&b, `\u{%X}`, r)
		default:
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	return b.String()
}

// shown returns text for the reader: a program gets it as it is. For people it is made
// visible, even if it conforms, because IRIs may contain marks that change the
// direction of writing.
func (s *session) shown(text string) string {
	if s.terminal {
		return visible(text)
	}
	return text
}

// isPlain reports whether s is printable ASCII, as most references are.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// columns returns the width of visible text: each character counts as one
// column.
func columns(text string) int { return utf8.RuneCountInString(text) }

// beginning returns the first n columns of s, made visible; "…" stands for the rest.
func beginning(s string, n int) string {
	// No character takes more bytes than utf8.UTFMax, or less than a column.
	text := visible(s[:min(len(s), n*utf8.UTFMax)])
	for i := range text {
		if n == 0 {
			return text[:i] + "…"
		}
		n--
	}
	return text
}

// ending is [beginning] for the last n columns.
func ending(s string, n int) string {
	text := visible(s[max(0, len(s)-n*utf8.UTFMax):])
	for i := len(text); i > 0; {
		if n == 0 {
			return "…" + text[i:]
		}
		_, size := utf8.DecodeLastRuneInString(text[:i])
		i -= size
		n--
	}
	return text
}

// wrap breaks text between words into lines of at most width characters, unless a
// word is longer.
func wrap(text string, width int) []string { return picture.Wrap(text, width) }
