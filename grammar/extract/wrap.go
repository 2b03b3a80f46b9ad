package extract

import (
	"strings"

	"github.com/urispec/urispec/grammar"
)

// Bracket returns a reference as the edition recommends writing it in text: in
// angle brackets, and in RFC 1738 with the prefix "URL:". [Text] finds it again.
//
// The later editions do not recommend the prefix. It is written all the same where
// the brackets alone would not distinguish a reference from a tag or a remark: if
// the reference is relative, for example, or begins with "URL:" itself.
//
// The error is a [*grammar.SyntaxError] if the reference does not conform, or
// a [*LongError] if Text would not read it.
func Bracket(e *grammar.Edition, ref string) (string, error) { return bracket(e, 0, ref) }

// Wrap returns references as text in which [Text] finds them again. Each is
// written as by [Bracket], on lines of its own, and broken over lines of at most
// width bytes if it is longer. Nothing is broken if width is 0 or less.
//
// A line is not broken after a hyphen, as the documents demand, nor in the scheme,
// in an escaped octet, or before the closing bracket. If possible it is broken
// after a delimiter such as "/" that leaves it at least half full. A line that
// cannot be broken is longer than width.
//
// The error is that of [Bracket], for the first reference that has one.
func Wrap(e *grammar.Edition, width int, refs ...string) (string, error) {
	var b strings.Builder
	for _, ref := range refs {
		text, err := bracket(e, width, ref)
		if err != nil {
			return "", err
		}
		b.WriteString(text)
		b.WriteByte('\n')
	}
	return b.String(), nil
}

func bracket(e *grammar.Edition, width int, ref string) (string, error) {
	if err := e.Check(ref); err != nil {
		return "", err
	}
	open := "<"
	if e.Document().InText.PrefixRecommended || strings.HasPrefix(ref, prefix) || !absolute(ref) {
		open += prefix
	}
	if inside := len(open) - len("<") + len(ref); inside > MaxLength {
		return "", &LongError{int64(inside), MaxLength}
	}
	n, _ := scheme(ref)
	text := fold(open+ref+">", len(open)+n, width)
	if inside := len(text) - len("<>"); inside > MaxLength {
		return "", &LongError{int64(inside), MaxLength}
	}
	return text, nil
}

// fold breaks text over lines of at most width bytes where that is possible, but
// not before the byte at first.
func fold(text string, first, width int) string {
	if width <= 0 || len(text) <= width {
		return text
	}
	var b strings.Builder
	line := 0 // where the current line begins
	for len(text)-line > width {
		at := breakAt(text, line, first, width)
		if at < 0 {
			break
		}
		b.WriteString(text[line:at])
		b.WriteByte('\n')
		line = at
	}
	b.WriteString(text[line:])
	return b.String()
}

// breakAt returns where to end the line that begins at an offset: after the last
// delimiter that leaves the line at least half full, else at the last possible
// place within the width, else at the first one beyond it. It returns -1 if there
// is no place.
func breakAt(text string, line, first, width int) int {
	last := -1
	for at := line + width; at > max(line, first); at-- {
		if !safe(text, at) {
			continue
		}
		if last < 0 {
			last = at
		}
		if at-line < width/2 {
			break
		}
		if strings.IndexByte("/?#&;=,", text[at-1]) >= 0 {
			return at
		}
	}
	for at := max(line+width, first) + 1; last < 0 && at < len(text)-1; at++ {
		if safe(text, at) {
			return at
		}
	}
	return last
}

// safe reports whether a line may be broken before the byte at an offset. The
// offset is not 0.
func safe(text string, at int) bool {
	const percent = '%'
	switch {
	case at >= len(text)-1: // the closing bracket
		return false
	case text[at-1] == '-':
		return false
	case text[at-1] == percent || at > 1 && text[at-2] == percent:
		return false
	}
	// Not inside a character, in editions beyond US-ASCII.
	return text[at]&0xC0 != 0x80
}

// Unwrap returns the reference in a string that a person typed or pasted, without
// the angle brackets or double quotes around it, without the prefix "URL:", and
// without any white space. "For robustness, software that accepts
// user-typed URI should attempt to recognize and strip both delimiters and
// embedded whitespace" (from Appendix E of url-syntax-09 on). The result need
// not conform.
func Unwrap(typed string) string {
	kept := make([]byte, 0, len(typed))
	for _, c := range []byte(typed) {
		if !isSpace(c) {
			kept = append(kept, c)
		}
	}
	ref := string(kept)
	if n := len(ref); n > 1 && (ref[0] == '<' && ref[n-1] == '>' || ref[0] == '"' && ref[n-1] == '"') {
		ref = ref[1 : n-1]
	}
	return strings.TrimPrefix(ref, prefix)
}
