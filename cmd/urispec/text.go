package main

import (
	"encoding/binary"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
	"unsafe"

	"github.com/rivo/uniseg"

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

// quoted is visible text in quotation marks.
func quoted(s string) string { return `"` + visible(s) + `"` }

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
	n = min(n, len(s))
	for i < n {
		run := i
		for i < n && ' ' <= s[i] && s[i] <= '~' && s[i] != '\\' {
			i++
		}
		if dst = append(dst, s[run:i]...); i == n {
			break
		}
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
func isVisible(s string) bool { return isPrintable(s, '\\', '\\') }

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
func isPlain(s string) bool { return isPrintable(s, '~'+1, '~'+1) }

// isPrintable reports whether s is printable ASCII without two of its characters. It looks
// at eight bytes at once.
func isPrintable(s string, a, b byte) bool {
	const (
		ones = 0x0101010101010101
		high = 0x8080808080808080 // the highest bit of each byte
	)
	x, y := ones*uint64(a), ones*uint64(b)
	text := unsafe.Slice(unsafe.StringData(s), len(s)) // only read
	for ; len(text) >= 8; text = text[8:] {
		w := binary.LittleEndian.Uint64(text)
		// A highest bit is set if a byte is none of ASCII, below the space, DEL, a or b.
		if (w|(w-ones*' ')|(w+ones)|((w^x)-ones)|((w^y)-ones))&high != 0 {
			return false
		}
	}
	for _, c := range text {
		if c < ' ' || c > '~' || c == a || c == b {
			return false
		}
	}
	return true
}

// columns returns the number of columns that visible text takes on a terminal: two for a
// character of Chinese, Japanese or Korean and for an emoji, none for a mark that is
// combined with the character before it.
func columns(text string) int {
	if isPlain(text) {
		return len(text)
	}
	return uniseg.StringWidth(text)
}

// bytesPerColumn is how many bytes of a string are looked at for each column, so that
// excerpts are short even if very many characters have no width.
const bytesPerColumn = 16

// beginning returns the first n columns of s, made visible; "…" stands for the rest.
func beginning(s string, n int) string {
	if isVisible(s[:min(n+1, len(s))]) { // a character takes a column
		if len(s) <= n {
			return s
		}
		return s[:n] + "…"
	}
	head := s
	if most := n * bytesPerColumn; len(s) > most {
		for most > 0 && !utf8.RuneStart(s[most]) {
			most--
		}
		head = s[:most]
	}
	text := visible(head)
	width, at, state := 0, 0, -1
	for rest := text; rest != ""; {
		var cluster string
		var w int
		if cluster, rest, w, state = uniseg.FirstGraphemeClusterInString(rest, state); width+w > n {
			return text[:at] + "…"
		}
		width += w
		at += len(cluster)
	}
	if len(head) < len(s) {
		text += "…"
	}
	return text
}

// ending is [beginning] for the last n columns.
func ending(s string, n int) string {
	if isVisible(s[max(len(s)-n-1, 0):]) {
		if len(s) <= n {
			return s
		}
		return "…" + s[len(s)-n:]
	}
	tail := s
	if from := len(s) - n*bytesPerColumn; from > 0 {
		for from < len(s) && !utf8.RuneStart(s[from]) {
			from++
		}
		tail = s[from:]
	}
	text := visible(tail)
	width := columns(text)
	if width <= n && len(tail) == len(s) {
		return text
	}
	for state := -1; width > n && text != ""; {
		var w int
		_, text, w, state = uniseg.FirstGraphemeClusterInString(text, state)
		width -= w
	}
	return "…" + text
}

// ruler has the column at which each byte of a string begins, and the one at which it ends,
// when the string is shown. Characters that are shown together begin and end together.
type ruler struct{ from, to []int }

// newRuler measures a string. Offsets may be up to its length.
func newRuler(s string) ruler {
	r := ruler{make([]int, len(s)+1), make([]int, len(s)+1)}
	text := visible(s)
	var shownAt []int // where each byte begins in text; nil if that is the same
	if text != s {
		shownAt = make([]int, 0, len(s)+1)
		at := 0
		for i := 0; i < len(s); {
			shown, n := appendVisible(nil, s[i:], 1, true)
			for range n {
				shownAt = append(shownAt, at)
			}
			at += len(shown)
			i += n
		}
		shownAt = append(shownAt, at)
	}
	begin := func(i int) int {
		if shownAt == nil {
			return i
		}
		return shownAt[i]
	}
	column, end, state, i := 0, 0, -1, 0
	for rest := text; rest != ""; {
		var cluster string
		var w int
		cluster, rest, w, state = uniseg.FirstGraphemeClusterInString(rest, state)
		start := end
		end += len(cluster)
		for ; i < len(s) && begin(i) < end; i++ {
			r.from[i], r.to[i] = column, column
			if begin(i) > start {
				r.to[i] = column + w
			}
		}
		column += w
	}
	r.from[len(s)], r.to[len(s)] = column, column
	return r
}

// wrap breaks text between words into lines of at most width characters, unless a
// word is longer.
func wrap(text string, width int) []string { return picture.Wrap(text, width) }
