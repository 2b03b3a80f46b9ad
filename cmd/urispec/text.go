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
// UTF-8. Different strings stay different: a backslash is escaped where it would look like the
// beginning of an escape.
func visible(s string) string {
	if isVisible(s) {
		return s
	}
	text, _ := appendVisible(nil, s, len(s), true)
	return string(text)
}

// legible is [visible] for messages, which may quote strings that are visible already.
func legible(message string) string {
	if isPlain(message) {
		return message
	}
	text, _ := appendVisible(nil, message, len(message), false)
	return string(text)
}

// pieceSize is the number of bytes of a long text that are escaped at a time.
const pieceSize = 24 << 10

// visible writes text as the function visible returns it, in pieces. It returns how many
// columns that takes, or some number above lineWidth if it takes more.
func (s *session) visible(text string) (width int) {
	if isVisible(text) {
		s.stdout.WriteString(text)
		return len(text)
	}
	var buf []byte
	for len(text) > 0 {
		var n int
		buf, n = appendVisible(buf[:0], text, pieceSize, true)
		s.stdout.Write(buf)
		if width <= lineWidth {
			width += columns(string(buf))
		}
		text = text[n:]
	}
	return width
}

// appendVisible appends the beginning of s, made visible: up to the end of the character
// in which the first n bytes end, or all of it. It returns the length of that beginning. If
// exact is false, backslashes stay as they are.
func appendVisible(dst []byte, s string, n int, exact bool) ([]byte, int) {
	const digits = "0123456789ABCDEF"
	i := 0
	for i < min(n, len(s)) {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1, !unicode.IsPrint(r) && size == 1, exact && r == '\\' && isEscape(s[i:]):
			dst = append(dst, '\\', 'x', digits[s[i]>>4], digits[s[i]&0xF])
		case !unicode.IsPrint(r):
			dst = fmt.Appendf(dst, `\u{%X}`, r)
		default:
			dst = append(dst, s[i:i+size]...)
		}
		i += size
	}
	return dst, i
}

// isEscape reports whether s, which begins with a backslash, begins with what visible
// writes for a character: \x1B or \u{202E}.
func isEscape(s string) bool {
	const digits = "0123456789ABCDEF"
	if len(s) < len(`\x00`) {
		return false
	}
	if s[1] == 'x' {
		return strings.IndexByte(digits, s[2]) >= 0 && strings.IndexByte(digits, s[3]) >= 0
	}
	code, _, closed := strings.Cut(s[2:min(len(s), len(`\u{10FFFF}`))], "}")
	return s[1] == 'u' && closed && len(code) > 1 && code[0] == '{' && strings.Trim(code[1:], digits) == ""
}

// isVisible reports whether visible text is s itself, and s is ASCII.
func isVisible(s string) bool { return isPlain(s) && strings.IndexByte(s, '\\') < 0 }

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
