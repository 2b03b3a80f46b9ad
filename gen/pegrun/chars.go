package pegrun

import (
	"slices"
	"unicode/utf8"
)

// char is a character: a byte, or a code point if it is long, which is to say
// of several bytes.
type char struct {
	code rune
	long bool
	size int // in bytes
}

// firstChar returns the character that s begins with, which is not empty. What
// is not UTF-8 is cut into bytes.
func firstChar(s string) char {
	if c, n := utf8.DecodeRuneInString(s); n > 1 {
		return char{c, true, n}
	}
	return char{rune(s[0]), false, 1}
}

// charRange is the characters from lo to hi.
type charRange struct {
	lo, hi rune
	long   bool
}

func (c char) in(r charRange) bool { return c.long == r.long && r.lo <= c.code && c.code <= r.hi }

// ranges returns what the text of a class says; see [Class].
func ranges(text string) []charRange {
	var out []charRange
	for text != "" {
		lo := firstChar(text)
		hi := lo
		text = text[lo.size:]
		if len(text) > 1 && text[0] == '-' {
			hi = firstChar(text[1:])
			text = text[1+hi.size:]
		}
		out = append(out, charRange{lo.code, hi.code, hi.long})
	}
	return out
}

// isOne reports whether s is one character of the text of a class.
func isOne(s, text string) bool {
	if s == "" {
		return false
	}
	c := firstChar(s)
	return c.size == len(s) && slices.ContainsFunc(ranges(text), c.in)
}
