package extract

import (
	"bytes"
	"io"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// Text yields the references in a text, in its order and without overlap. The
// text may be of any size, and any bytes. An error of the reader is yielded
// last, with the zero Found.
//
// The documents say how references are delimited ([reading.InText] has the
// section), and leave open how one is told from other text. A reference is
// told by what it begins with, and by its delimiter. It certainly begins with
//
//   - any scheme, "://" and something, as in foo://a; or
//   - one of the schemes that are written without "//", ":" and something:
//     cid, data, geo, magnet, mailto, mid, news, sip, sips, sms, tel, urn, xmpp.
//
// In any of this a scheme is a letter and more letters, digits, "+", "-" and
// ".", though some editions let it begin otherwise. What then counts is:
//
//	<URL:...>   anything, also a relative or empty reference
//	<...>       what certainly begins a reference; any other scheme, ":" and
//	            something (<foo:bar>) if there is no white space but at line
//	            breaks. So <b> does not, nor <Note: see below>. And nothing
//	            that has a quotation mark, as <x:y z="..."> of XML
//	"..."       what certainly begins a reference, or has the prefix "URL:"
//	            and any scheme, if there is no white space but at line breaks
//	otherwise   what certainly begins a reference, or has the prefix "URL:"
//	            and any scheme
//
// The prefix is "URL:" in exactly these letters: <url:x> has the scheme url. A
// reference inside brackets or quotes that do not count may still count by the
// last line.
//
// Inside brackets and quotes all white space is taken away ("The whitespace
// should be ignored when extracting"), but a blank line is never inside, since
// a bracket that is not closed should not take the next paragraph with it. One
// exception is the page break of an RFC: a line that ends with [Page 9], a
// form feed and a line of the next page's head are taken away as white space
// is. A hyphen before a line break stays, and is in [Found.Hyphens].
//
// Otherwise a reference ends before white space, a control character, "<",
// ">", a double quotation mark, or a bracket or quotation mark beyond
// US-ASCII. If it begins directly behind one of ( [ { ' ` it also ends before
// the counterpart. Punctuation at its end (. , ; : ! ? ' `, a bracket that
// closes more than was opened, punctuation beyond US-ASCII) is left out. All
// other characters belong to it, even where no edition has them: those make it
// a reference that does not conform.
//
// Text takes time linear in the text and a fixed amount of memory; see
// [MaxLength]. It reads on only when what it has read is used up.
func Text(e *grammar.Edition, r io.Reader) iter.Seq2[Found, error] {
	return func(yield func(Found, error) bool) {
		s := &scanner{window: newWindow(r, lookBehind+MaxLength+maxPageBreak), edition: e, context: e.Source().InText}
		for {
			found, ok := s.next()
			if !ok {
				break
			}
			if !yield(found, nil) {
				return
			}
		}
		if s.err != io.EOF {
			yield(Found{}, s.err)
		}
	}
}

const (
	// maxScheme is the longest scheme of a reference between white space; those
	// that are registered are much shorter.
	maxScheme = 64
	// lookBehind is what has to be known before the colon of a scheme: the
	// scheme, and a prefix with a blank and an opening bracket around it.
	lookBehind = maxScheme + len(prefix) + 3
	// maxPageLine is the longest line at the head or the foot of a page, and
	// the longest white space between them.
	maxPageLine  = 200
	maxPageBreak = 4 * maxPageLine
)

// scanner walks over the text from one byte that may belong to a reference to
// the next, looks at what stands around it, and goes on behind the reference,
// or behind the byte if there is none. How far it looks is bounded, and two
// looks for the same delimiter do not overlap: both end at that delimiter.
type scanner struct {
	*window
	edition *grammar.Edition
	context reading.InText

	pos   int64  // where the scanner is
	floor int64  // the end of the last reference, before which none begins
	text  []byte // what enclosed has read
}

// next returns the next reference.
func (s *scanner) next() (Found, bool) {
	for s.seek() {
		find := s.bare
		switch s.buf[s.pos-s.base] {
		case '<':
			find = s.bracketed
		case '"':
			find = s.quoted
		}
		found, end, ok := find()
		if !ok {
			s.move(s.pos + 1)
			continue
		}
		s.move(end)
		s.floor = end
		if found.Err == nil {
			found.Err = s.edition.Check(found.Text)
		}
		return found, true
	}
	return Found{}, false
}

// seek goes on to the next "<" or quotation mark, or the colon of a scheme.
func (s *scanner) seek() bool {
	for {
		if _, ok := s.at(s.pos); !ok {
			return false
		}
		rest := s.rest(s.pos)
		for i, c := range rest {
			if isMark[c] {
				s.move(s.pos + int64(i))
				return true
			}
		}
		s.move(s.pos + int64(len(rest)))
	}
}

// isMark has what may be the beginning of a reference, or the end of its scheme.
var isMark = [256]bool{'<': true, '"': true, ':': true}

// move goes on to an offset.
func (s *scanner) move(off int64) {
	s.pos = off
	s.keep = max(off-int64(lookBehind), 0)
}

// bracketed finds a reference in the angle brackets of which the first is at
// pos. Like the other ways to find one it returns the offset to go on at.
func (s *scanner) bracketed() (found Found, end int64, ok bool) {
	in, ok := s.enclosed('>')
	if !ok || in.Prefix == "" && (strings.Contains(in.Text, `"`) || in.blanks && !certain(in.Text)) {
		return Found{}, 0, false
	}
	in.Delimiter, in.Line = Brackets, s.line(in.Start)
	return in.Found, in.end, true
}

// quoted finds a reference in the quotation marks of which the first, or what
// may be the first, is at pos. Blanks inside say that it is not, or that there
// is more than the reference between them.
func (s *scanner) quoted() (found Found, end int64, ok bool) {
	in, ok := s.enclosed('"')
	if !ok || in.blanks || !certain(in.Text) && (in.Prefix == "" || !absolute(in.Text)) {
		return Found{}, 0, false
	}
	in.Delimiter, in.Line = Quotes, s.line(in.Start)
	return in.Found, in.end, true
}

// enclosed is what stands between two delimiters.
type enclosed struct {
	Found
	blanks bool  // there is white space other than at line breaks and behind a prefix
	end    int64 // behind the closing delimiter
}

// enclosed reads what stands between the delimiter at pos and the closing one.
// It is false if there is none, or if what is enclosed has neither prefix nor
// scheme.
func (s *scanner) enclosed(closing byte) (in enclosed, ok bool) {
	s.text = s.text[:0]
	limit := s.pos + 1 + MaxLength // where the closing delimiter has to stand
	for off := s.pos + 1; ; off++ {
		white, breaks := off, 0
		off, breaks = s.space(off, limit)
		if breaks > 1 {
			if off, ok = s.pageBreak(off); !ok {
				return in, false
			}
			breaks = 1
		}
		c, ok := s.at(off)
		if !ok || off > limit {
			return in, false
		}
		if off > white && breaks == 0 && (len(s.text) > 0 || in.Prefix == "") {
			in.blanks = true
		}
		switch {
		case c == closing:
			if len(s.text) == 0 {
				in.Start, in.End = off, off
			}
			if in.Prefix == "" && !absolute(s.text) {
				return in, false
			}
			in.Text, in.end = string(s.text), off+1
			return in, true
		case c == '<' || c == '>':
			return in, false
		case len(s.text) == 0 && in.Prefix == "" && s.has(off, prefix):
			in.Prefix, in.blanks = prefix, false
			off += int64(len(prefix) - 1)
		case len(s.text) == 0 && in.Prefix == "" && !isLetter(c):
			return in, false
		default:
			if n := len(s.text); n == 0 {
				in.Start = off
			} else if breaks > 0 && s.text[n-1] == '-' {
				in.Hyphens = append(in.Hyphens, n-1)
			}
			s.text = append(s.text, c)
			in.End = off + 1
		}
	}
}

// space returns the end of the white space at an offset, or limit + 1 if it
// goes on beyond limit, and the number of its line breaks: LF, CR, or both.
func (s *scanner) space(off, limit int64) (end int64, breaks int) {
	var last byte
	for ; off <= limit; off++ {
		c, ok := s.at(off)
		if !ok || !isSpace(c) {
			break
		}
		if c == '\r' || c == '\n' && last != '\r' {
			breaks++
		}
		last = c
	}
	return off, breaks
}

// pageBreak returns the offset of the first text of a page, if the last line
// of the page before begins at off.
func (s *scanner) pageBreak(off int64) (next int64, ok bool) {
	newline := func(c byte) bool { return c == '\n' }
	text := func(c byte) bool { return !isSpace(c) }
	foot, off, ok := s.until(off, newline)
	foot = bytes.TrimSpace(foot)
	if !ok || !bytes.Contains(foot, []byte("[Page ")) || !bytes.HasSuffix(foot, []byte("]")) {
		return 0, false
	}
	gap, off, ok := s.until(off, text)
	if !ok || !bytes.Contains(gap, []byte("\f")) {
		return 0, false
	}
	if _, off, ok = s.until(off, newline); !ok {
		return 0, false
	}
	_, off, ok = s.until(off, text)
	return off, ok
}

// until returns what stands before the first byte of a kind, and the offset of
// that; false if there is none within [maxPageLine] bytes.
func (s *scanner) until(off int64, is func(c byte) bool) ([]byte, int64, bool) {
	for end := off; end-off < maxPageLine; end++ {
		c, ok := s.at(end)
		if !ok {
			break
		}
		if is(c) {
			return s.slice(off, end), end, true
		}
	}
	return nil, 0, false
}

// bare finds a reference between white space whose scheme ends at pos.
func (s *scanner) bare() (found Found, end int64, ok bool) {
	colon := s.pos
	start, ok := s.schemeBefore(colon)
	if !ok || string(s.slice(start, colon+1)) == prefix {
		return Found{}, 0, false // the prefix is what comes before a scheme
	}
	begin, prefixed := s.prefixBefore(start)
	if prefixed {
		found.Prefix = prefix
	} else if !isKnown(s.slice(start, colon)) && !s.has(colon, "://") {
		return Found{}, 0, false
	}

	var opening byte
	if begin > s.floor {
		opening = s.buf[begin-1-s.base]
	}
	end = s.run(start, opening)
	found.Start, found.Line = start, s.line(start)
	if end-start > MaxLength {
		found.Text = string(s.slice(start, start+MaxLength))
		for end = start + MaxLength; ; s.move(end) {
			r, n := s.rune(end)
			if endsRun(r) {
				break
			}
			end += int64(n)
		}
		found.End, found.Err = end, &LongError{end - start, MaxLength}
		return found, end, true
	}
	text := trim(s.slice(start, end))
	if !certain(text) && !(prefixed && absolute(text)) {
		return Found{}, 0, false // there was nothing but punctuation
	}
	found.Text, found.End = string(text), start+int64(len(text))
	return found, found.End, true
}

// schemeBefore returns the offset of the scheme that ends before a colon.
func (s *scanner) schemeBefore(colon int64) (start int64, ok bool) {
	for off := colon - 1; off >= s.floor && isSchemeChar(s.buf[off-s.base]); off-- {
		if colon-off > maxScheme {
			return 0, false
		}
		if isLetter(s.buf[off-s.base]) {
			start, ok = off, true
		}
	}
	return start, ok
}

// prefixBefore reports whether the prefix stands before an offset, and returns
// its own offset then, else the same.
func (s *scanner) prefixBefore(off int64) (int64, bool) {
	begin := off - int64(len(prefix))
	if s.context.PrefixBlank && off > s.floor && s.buf[off-1-s.base] == ' ' {
		begin--
	}
	if begin < s.floor || !s.has(begin, prefix) || begin > s.floor && isSchemeChar(s.buf[begin-1-s.base]) {
		return off, false
	}
	return begin, true
}

// run returns the end of what stands together from start on, behind the byte
// opening. It goes no further than necessary to know that it is longer than
// MaxLength.
func (s *scanner) run(start int64, opening byte) (end int64) {
	closing := counterparts[opening]
	depth := 0 // how many brackets like opening are open
	for end = start; end-start <= MaxLength; {
		r, n := s.rune(end)
		if endsRun(r) {
			return end
		}
		switch {
		case closing == 0 || n > 1:
		case byte(r) == closing && depth == 0:
			return end
		case byte(r) == closing:
			depth--
		case byte(r) == opening:
			depth++
		}
		end += int64(n)
	}
	return end
}

// counterparts has what ends a reference that begins directly behind another
// character.
var counterparts = [256]byte{'(': ')', '[': ']', '{': '}', '\'': '\'', '`': '`'}

// rune returns the character at an offset and its length, [utf8.RuneError] and
// 1 if it is none, and a space at the end of the text.
func (s *scanner) rune(off int64) (rune, int) {
	c, ok := s.at(off)
	if !ok {
		return ' ', 0
	}
	if c < utf8.RuneSelf {
		return rune(c), 1
	}
	for n := int64(1); ok && !utf8.FullRune(s.rest(off)); n++ {
		_, ok = s.at(off + n)
	}
	return utf8.DecodeRune(s.rest(off))
}

// endsRun reports whether a character ends a reference between white space.
func endsRun(r rune) bool {
	if r < utf8.RuneSelf {
		return r <= ' ' || r == 0x7F || r == '<' || r == '>' || r == '"'
	}
	return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.In(r, unicode.Ps, unicode.Pe, unicode.Pi, unicode.Pf)
}

// trim returns the text without the punctuation at its end.
func trim(text []byte) []byte {
	var opens, closes [256]int // by the closing bracket
	for _, c := range text {
		switch c {
		case '(', '[', '{':
			opens[counterparts[c]]++
		case ')', ']', '}':
			closes[c]++
		}
	}
	for {
		r, n := utf8.DecodeLastRune(text)
		switch {
		case r == ')' || r == ']' || r == '}':
			if closes[r] <= opens[r] {
				return text
			}
			closes[r]--
		case r < utf8.RuneSelf && strings.ContainsRune(".,;:!?'`", r):
		case r >= utf8.RuneSelf && unicode.IsPunct(r):
		default:
			return text
		}
		text = text[:len(text)-n]
	}
}

// bytestring is text in either form.
type bytestring interface{ ~string | ~[]byte }

// certain reports whether a text certainly begins a reference; see [Text].
func certain[T bytestring](text T) bool {
	n, ok := scheme(text)
	if !ok {
		return false
	}
	rest := text[n+1:]
	return len(rest) > 2 && rest[0] == '/' && rest[1] == '/' || len(rest) > 0 && isKnown(text[:n])
}

// absolute reports whether a text begins with a scheme, and has more.
func absolute[T bytestring](text T) bool {
	n, ok := scheme(text)
	return ok && n+1 < len(text)
}

// scheme returns the length of the scheme that a text begins with, which is
// followed by a colon.
func scheme[T bytestring](text T) (int, bool) {
	for i := range len(text) {
		if text[i] == ':' && i > 0 {
			return i, true
		}
		if !isSchemeChar(text[i]) || i == 0 && !isLetter(text[i]) {
			break
		}
	}
	return 0, false
}

// known are the schemes that are written without "//" and common in text. Left
// out are those that more often are something else there, like file:12.
var known = map[string]bool{
	"cid": true, "data": true, "geo": true, "magnet": true, "mailto": true, "mid": true, "news": true,
	"sip": true, "sips": true, "sms": true, "tel": true, "urn": true, "xmpp": true,
}

func isKnown[T bytestring](scheme T) bool {
	var lower [len("mailto")]byte // the longest
	if len(scheme) > len(lower) {
		return false
	}
	for i := range len(scheme) {
		lower[i] = scheme[i] | 0x20 // no two letters or digits become one but by their case
	}
	return known[string(lower[:len(scheme)])]
}

// isSpace is the white space of the documents: "spaces, linebreaks, tabs,
// etc.". What Unicode adds may be part of an IRI.
func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isSchemeChar(c byte) bool {
	return isLetter(c) || '0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'
}
