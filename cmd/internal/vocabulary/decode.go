package vocabulary

import (
	"fmt"
	"iter"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"
)

// Space is white space between the tokens of JSON.
const Space = " \t\r\n"

// Members yields the members of an object of valid JSON, as they stand there: names with
// their quotation marks and escapes, which [Unquote] undoes, and values.
func Members(object string) iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		text := object[1:]
		for {
			text = strings.TrimLeft(text, Space+",")
			if text[0] == '}' {
				return
			}
			end := stringEnd(text)
			name := text[:end]
			text = strings.TrimLeft(text[end:], Space+":")
			end = valueEnd(text)
			if !yield(name, text[:end]) {
				return
			}
			text = text[end:]
		}
	}
}

// stringEnd returns the length of the string with which text, valid JSON, begins.
func stringEnd(text string) int {
	for i := 1; ; i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
}

// valueEnd returns the length of the value with which text, valid JSON, begins.
func valueEnd(text string) int {
	depth := 0
	for i := 0; ; i++ {
		switch text[i] {
		case '"':
			i += stringEnd(text[i:]) - 1
		case '{', '[':
			depth++
			continue
		case '}', ']':
			depth--
		default:
			if depth == 0 { // a number, true, false or null
				return i + strings.IndexAny(text[i:], ",}]"+Space)
			}
			continue
		}
		if depth == 0 {
			return i + 1
		}
	}
}

// Unquote returns the text of a string of valid JSON, with its quotation marks. Nothing is
// repaired: the error says that a surrogate has no pair.
func Unquote(quoted string) (string, error) {
	text := quoted[1 : len(quoted)-1]
	i := strings.IndexByte(text, '\\')
	if i < 0 {
		return text, nil
	}
	out := make([]byte, 0, len(text))
	for ; i >= 0; i = strings.IndexByte(text, '\\') {
		out = append(out, text[:i]...)
		escape := text[i:]
		n := len(`\n`)
		switch c := escape[1]; c {
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case 'u':
			r := unitOf(escape)
			n = len(`\u0000`)
			if utf16.IsSurrogate(r) {
				if r = utf16.DecodeRune(r, unitOf(escape[n:])); r == utf8.RuneError {
					return "", fmt.Errorf("%s is half of a surrogate pair", escape[:n])
				}
				n *= 2
			}
			out = utf8.AppendRune(out, r)
		default: // one of "\/
			out = append(out, c)
		}
		text = escape[n:]
	}
	out = append(out, text...)
	return unsafe.String(unsafe.SliceData(out), len(out)), nil
}

// unitOf returns the UTF-16 code unit of an escape such as \u00e9 at the beginning of
// text, or -1.
func unitOf(text string) rune {
	if len(text) < len(`\u0000`) || text[:2] != `\u` {
		return -1
	}
	n, err := strconv.ParseUint(text[2:len(`\u0000`)], 16, 16)
	if err != nil {
		return -1
	}
	return rune(n)
}
