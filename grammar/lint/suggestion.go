package lint

import (
	"strings"
	"unicode/utf8"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/resolve"
	"github.com/urispec/urispec/resolve/escape"
)

// Suggestion is a change that makes a finding go away.
type Suggestion struct {
	// Span is the part of the input to replace, in bytes: the span of the finding,
	// or one around it. Text is what to write in its place.
	Span ast.Span
	Text string
	// Equivalent says that the edition calls the two references equivalent. All
	// other changes need someone to decide.
	Equivalent bool
}

// Apply returns the input with the change made.
func (s Suggestion) Apply(input string) string {
	return input[:s.Span.Start] + s.Text + input[s.Span.End:]
}

// Suggestion returns the change, and whether there is one. If the input conforms,
// so does the changed reference, and it no longer has the finding. For codes of
// which a reference can have many findings, the call takes time linear in the
// span, and for the others time linear in the input. Only equivalent suggestions
// can be applied blindly. After a change, the spans of the other findings are no
// longer right.
func (f *Finding) Suggestion() (Suggestion, bool) {
	if f.linter == nil || len(f.input) == 0 {
		return Suggestion{}, false
	}
	text := f.Text()
	with := func(text string) (Suggestion, bool) { return Suggestion{f.Span, text, f.equivalent}, true }
	without := func(start, end int32) (Suggestion, bool) {
		return Suggestion{ast.Span{Start: start, End: end}, "", f.equivalent}, true
	}
	switch f.Code {
	case NonConforming:
		if s, ok := f.linter.repair(f.input); ok {
			return Suggestion{ast.Span{Start: 0, End: int32(len(f.input))}, s, false}, true
		}
	case Password:
		return without(f.Span.Start-1, f.Span.End)
	case MisleadingUserinfo:
		site := f.site()
		return without(site.userinfo.Start, site.userinfo.End+1)
	case DefaultPort, EmptyPort:
		return without(f.Span.Start, f.Span.End)
	case BidiControl, Invisible:
		if f.removable() {
			return without(f.Span.Start, f.Span.End)
		}
	case RareIPv4:
		a, _ := parseIPv4(text)
		if address := a.suggested(); address != "" {
			return with(address)
		}
	case LookAlike:
		if ascii := imitated(text); isWord(ascii, text) {
			return with(ascii)
		}
	case NonASCII:
		return with(escaped(text))
	case DoubleEscape:
		return with(once(text))
	case UppercaseScheme, UppercaseHost:
		return with(escape.Lower(text))
	case Localhost:
		if s, ok := with(""); ok && s.Apply(f.input) == f.normalized(resolve.DefaultHost) {
			s.Equivalent = true
			return s, true
		}
	case DotSegments, EscapedDotSegment:
		return f.withoutDots()
	case EmptyPath:
		return with("/")
	case UnneededEscape:
		return with(decoded(text))
	case LowercaseEscape:
		return with(escape.Upper(text))
	}
	return Suggestion{}, false
}

// normalized returns the input after a step of normalization, or the input itself
// if the edition does not license the step.
func (f *Finding) normalized(step string) string { return f.linter.normalize(f.input, step) }

func (l *Linter) normalize(s, step string) string {
	if l.licensed[step] {
		if n, err := l.edition.Normalizer(step); err == nil {
			if t, err := n.Normalize(s); err == nil {
				return t
			}
		}
	}
	return s
}

// withoutDots is the suggestion for dot segments. Raw ones act before escaped
// ones become raw, as in [resolve.Normalizer].
func (f *Finding) withoutDots() (Suggestion, bool) {
	if !f.equivalent {
		return Suggestion{}, false // the edition keeps them, or removes them only in resolution
	}
	s := f.normalized(resolve.DotSegments)
	if f.Code == EscapedDotSegment {
		ref := f.linter.edition.Split(s)
		var path []byte
		for start, end := range segments(s, ref.Path.Span) {
			if segment := s[start:end]; isDots(segment) == escapedDots {
				path = append(path, decoded(segment)...)
			} else {
				path = append(path, segment...)
			}
			path = append(path, '/')
		}
		s = s[:ref.Path.Start] + string(path[:len(path)-1]) + s[ref.Path.End:]
		s = f.linter.normalize(s, resolve.DotSegments)
	}
	// A path that would begin with "//" keeps a dot segment before it.
	before, after := f.linter.edition.Split(f.input), f.linter.edition.Split(s)
	left := findDots(&after)
	if left.raw.Present() || f.Code == EscapedDotSegment && left.escaped.Present() {
		return Suggestion{}, false
	}
	return Suggestion{before.Path.Span, after.Text(after.Path.Span), f.equivalent}, true
}

// site returns the parts of the input's site.
func (f *Finding) site() site { return splitSite(f.input, f.linter.edition.Split(f.input).Site.Span) }

// host returns the input's host.
func (f *Finding) host() string {
	ref := f.linter.edition.Split(f.input)
	return ref.Text(splitSite(f.input, ref.Site.Span).host)
}

// removable reports whether the span can be left out without creating something
// new: what stands beside it keeps the component from becoming empty or two dots,
// and the octets around it do not form a character.
func (f *Finding) removable() bool {
	start, end := int(f.Span.Start), int(f.Span.End)
	if b, ok := escape.At(f.input, end); ok && !utf8.RuneStart(b) {
		return false
	}
	if end < len(f.input) && !utf8.RuneStart(f.input[end]) {
		return false
	}
	stays := func(i int) bool {
		if i < 0 || i >= len(f.input) {
			return false
		}
		b := f.input[i]
		return b == '%' || isAlpha(b) || isDigit(b)
	}
	return stays(start-1) || stays(end)
}

// decoded returns a text with its escapes undone.
func decoded(text string) string {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		b, ok := escape.At(text, i)
		if ok {
			i += escape.Len - 1
		} else {
			b = text[i]
		}
		out = append(out, b)
	}
	return string(out)
}

// escaped returns a text in which all bytes that are not ASCII are escaped.
func escaped(text string) string {
	out := make([]byte, 0, escape.Len*len(text))
	for i := range len(text) {
		if text[i] < utf8.RuneSelf {
			out = append(out, text[i])
		} else {
			out = escape.Append(out, text[i])
		}
	}
	return string(out)
}

// once returns the original of an escape that was escaped once more, or several
// times.
func once(text string) string { return "%" + text[len(text)-(escape.Len-1):] }

// imitated returns a text with its characters replaced by the ASCII characters
// that they look like. For an IDNA label, that is what the decoded label looks
// like, or "" if it also has other characters.
func imitated(text string) string {
	if isEncoded(text) {
		runes, _ := decodePunycode(nil, text[len(acePrefix):])
		out := make([]byte, 0, len(runes))
		for _, r := range runes {
			ascii, ok := lookAlike(r)
			if r < utf8.RuneSelf {
				ascii, ok = byte(r), true
			}
			if !ok {
				return ""
			}
			out = append(out, ascii)
		}
		return string(out)
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			if b, ok := escape.At(text, i); !ok || b < utf8.RuneSelf {
				out = append(out, text[i])
				i++
				continue
			}
		}
		var q sequence
		q.read(text, i, len(text))
		r, size := utf8.DecodeRune(q.octets[:q.n])
		end := q.ends[size-1]
		if ascii, ok := lookAlike(r); ok {
			out = append(out, ascii)
		} else {
			out = append(out, text[i:end]...)
		}
		i = end
	}
	return string(out)
}

// isWord reports whether what a text imitates consists of letters and digits, so
// that it can be written instead. Delimiters cannot.
func isWord(ascii, text string) bool {
	if ascii == "" {
		return false
	}
	for i := range len(ascii) {
		switch b := ascii[i]; {
		case isAlpha(b), isDigit(b):
		case b == '-' && isEncoded(text):
		case b == '%' && !isEncoded(text) && len(ascii) > 1: // part of an escape in the word
		default:
			return false
		}
	}
	return true
}

// isEncoded reports whether a text is an IDNA label.
func isEncoded(label string) bool {
	return len(label) > len(acePrefix) && len(label) <= maxLabel && strings.EqualFold(label[:len(acePrefix)], acePrefix)
}
