package extract

import (
	"strings"

	"github.com/urispec/urispec/grammar"
)

// Bracket returns a reference as the edition recommends to put it into text:
// in angle brackets, and in RFC 1738 with the prefix "URL:". [Text] gives it
// back.
//
// The later editions do not recommend the prefix, but it is written where the
// brackets alone would not tell a reference from a tag or a remark: if the
// reference is relative, say, or begins with "URL:" itself.
//
// The error is a [*grammar.SyntaxError] if the reference does not conform, or
// a [*LongError] if Text would not read it.
func Bracket(e *grammar.Edition, ref string) (string, error) { return bracket(e, 0, ref) }

// Wrap returns references as text for [Text] to give back: each as [Bracket]
// writes it, broken over lines of at most width bytes if it is longer, on lines
// of its own. Nothing is broken if width is 0 or less.
//
// A line is not broken after a hyphen, as the documents demand, nor in the
// scheme, in an escaped octet, or before the closing bracket; it is broken
// behind a delimiter such as "/" if that leaves it at least half full. A line
// is longer than width if it has no place to break it.
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
	if e.Source().InText.PrefixRecommended || strings.HasPrefix(ref, prefix) || !absolute(ref) {
		open += prefix
	}
	n, _ := scheme(ref)
	text := fold(open+ref+">", len(open)+n, width)
	if inside := len(text) - len("<>"); inside > MaxLength {
		return "", &LongError{int64(inside), MaxLength}
	}
	return text, nil
}

// fold breaks text over lines of at most width bytes, where possible and not
// before the byte at first.
func fold(text string, first, width int) string {
	if width <= 0 || len(text) <= width {
		return text
	}
	var b strings.Builder
	line := 0 // where it begins
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

// breakAt returns where the line that begins at an offset ends: behind the
// last delimiter that leaves the line at least half full, else at the last
// place that fits, else at the first that does not; -1 if there is none.
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

// safe reports whether a line may be broken before the byte at an offset,
// which is not the first.
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
	// Continuation bytes of UTF-8, for editions beyond US-ASCII.
	return text[at]&0xC0 != 0x80
}

// Unwrap returns the reference in a string that a person typed or pasted as
// one: without angle brackets or double quotes around it, without a prefix
// "URL:", and without any white space. "For robustness, software that accepts
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
