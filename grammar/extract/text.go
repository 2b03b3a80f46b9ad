package extract

import (
	"bytes"
	"io"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar"
)

// Text yields the references in a text, in the order of the text and without
// overlap. The text may have any size and any bytes. An error from the reader is
// yielded last, with the zero Found.
//
// The documents say how references are delimited ([grammar.InText] has the
// section), but leave open how to tell a reference from other text. Text decides by
// the way a candidate begins, and by its delimiters. A certain beginning is
//
//   - any scheme, followed by "://" and at least one character, as in foo://a; or
//   - one of the schemes that are written without "//", followed by ":" and at
//     least one character: cid, data, geo, magnet, mailto, mid, news, sip, sips,
//     sms, tel, urn, xmpp.
//
// A scheme here is a letter followed by letters, digits, "+", "-" and ".", although
// some editions let it begin differently. These count as references:
//
//	<URL:...>   anything, even a relative or empty reference
//	<...>       text with a certain beginning. Text with any other scheme, ":"
//	            and more (<foo:bar>) counts if it has no white space except at
//	            line breaks; so <b> does not count, nor does <Note: see below>.
//	            Text with a quotation mark, such as <x:y z="..."> in XML, does
//	            not count
//	"..."       text with a certain beginning, or with the prefix "URL:" and any
//	            scheme, if it has no white space except at line breaks
//	otherwise   text with a certain beginning, or with the prefix "URL:" and any
//	            scheme
//
// The prefix is "URL:" in exactly these letters: <url:x> has the scheme url. If
// the text in brackets or quotes does not count, part of it may still count by the
// last rule.
//
// Inside brackets and quotes all white space is removed ("The whitespace should be
// ignored when extracting"). A blank line ends the search for the closing
// delimiter, so that a bracket that is never closed does not swallow the next
// paragraph. The exception is the page break of an RFC: a line that ends with
// [Page 9], a form feed and the header line of the next page are removed like white
// space. A hyphen before a line break stays, and is listed in [Found.Hyphens].
//
// Elsewhere a reference ends before white space, a control character, "<", ">", a
// double quotation mark, or a bracket or quotation mark beyond US-ASCII. If it
// begins directly after one of ( [ { ' ` it also ends before the matching closing
// one.
// Punctuation at its end is left out: . , ; : ! ? ' `, a closing bracket without an
// opening one, and punctuation beyond US-ASCII. All other characters belong to it,
// even those that no edition allows; then it does not conform.
//
// Text takes time linear in the text and a fixed amount of memory; see
// [MaxLength]. It reads more only after it has used up what it has read.
func Text(e *grammar.Edition, r io.Reader) iter.Seq2[Found, error] {
	return func(yield func(Found, error) bool) {
		s := &scanner{window: newWindow(r, lookBehind+MaxLength+maxPageBreak), edition: e, context: e.Document().InText}
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
	// maxScheme is the longest scheme of a reference between white space.
	// Registered schemes are much shorter.
	maxScheme = 64
	// lookBehind is how many bytes before the colon of a scheme are needed: the
	// scheme, and a prefix with a blank and an opening bracket around it.
	lookBehind = maxScheme + len(prefix) + 3
	// maxPageLine is the longest line at the top or the bottom of a page, and
	// the longest white space between them.
	maxPageLine  = 200
	maxPageBreak = 4 * maxPageLine
)

// scanner walks through the text from one byte that may belong to a reference to
// the next, examines the text around it, and goes on after the reference, or
// after the byte if there is none. How far it looks is bounded, and two searches
// for the same delimiter do not overlap, because both end at that delimiter.
type scanner struct {
	*window
	edition *grammar.Edition
	context grammar.InText

	pos   int64  // where the scanner is
	floor int64  // the end of the last reference; the next one begins after it
	text  []byte // the text that enclosed has read
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

// isMark marks the bytes that may begin a reference, or end its scheme.
var isMark = [256]bool{'<': true, '"': true, ':': true}

// move goes on to an offset.
func (s *scanner) move(off int64) {
	s.pos = off
	s.keep = max(off-int64(lookBehind), 0)
}

// bracketed finds a reference in angle brackets, the first of which is at pos.
// Like bare and quoted, it returns the offset at which to go on.
func (s *scanner) bracketed() (found Found, end int64, ok bool) {
	in, ok := s.enclosed('>')
	if !ok || in.Prefix == "" && (strings.Contains(in.Text, `"`) || in.blanks && !certain(in.Text)) {
		return Found{}, 0, false
	}
	in.Delimiter = Brackets
	in.stands(s.place(in.Start))
	return in.Found, in.end, true
}

// quoted finds a reference in quotation marks. The one at pos may be the opening
// one. If there are blanks inside, it is not, or the quotation contains more
// than a reference.
func (s *scanner) quoted() (found Found, end int64, ok bool) {
	in, ok := s.enclosed('"')
	if !ok || in.blanks || !certain(in.Text) && (in.Prefix == "" || !absolute(in.Text)) {
		return Found{}, 0, false
	}
	in.Delimiter = Quotes
	in.stands(s.place(in.Start))
	return in.Found, in.end, true
}

// enclosed is the text between two delimiters.
type enclosed struct {
	Found
	blanks bool  // there is white space other than at line breaks and after a prefix
	end    int64 // after the closing delimiter
}

// enclosed reads the text between the delimiter at pos and the closing one. It
// returns false if there is no closing delimiter, or if the text has neither
// prefix nor scheme.
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

// space returns the end of the white space at an offset, or limit + 1 if it goes
// on beyond limit, and the number of line breaks in it (LF, CR, or both).
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

// until returns the bytes before the first one of a kind, and the offset of that
// one. It returns false if there is none within [maxPageLine] bytes.
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

// bare finds a reference between white space, whose scheme ends at pos.
func (s *scanner) bare() (found Found, end int64, ok bool) {
	colon := s.pos
	start, ok := s.schemeBefore(colon)
	if !ok || string(s.slice(start, colon+1)) == prefix {
		return Found{}, 0, false // this is the prefix; the scheme comes after it
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
	found.stands(s.place(start))
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
	text := trim(s.slice(start, end), punctuation)
	if !certain(text) && !(prefixed && absolute(text)) {
		return Found{}, 0, false // after the scheme there was nothing but punctuation
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

// prefixBefore reports whether the prefix stands before an offset. It returns the
// offset of the prefix or, without one, the same offset.
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

// run returns the end of the unbroken text that starts at start, after the byte
// opening. It goes no further than it takes to know that the text is longer than
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

// counterparts has the byte that ends a reference, by the byte directly before the
// reference.
var counterparts = [256]byte{'(': ')', '[': ']', '{': '}', '\'': '\'', '`': '`'}

// rune returns the character at an offset and its length. It returns
// [utf8.RuneError] and 1 if there is no valid character, and a space and 0 at the
// end of the text.
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

// punctuation is left out at the end of a reference between white space.
const punctuation = ".,;:!?'`"

// trim returns the text without the closing brackets at its end that nothing opens, and
// without these marks and punctuation beyond US-ASCII.
func trim(text []byte, marks string) []byte {
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
		case r < utf8.RuneSelf && strings.ContainsRune(marks, r):
		case r >= utf8.RuneSelf && unicode.IsPunct(r):
		default:
			return text
		}
		text = text[:len(text)-n]
	}
}

// bytestring is a text in either form.
type bytestring interface{ ~string | ~[]byte }

// certain reports whether a text has a certain beginning; see [Text].
func certain[T bytestring](text T) bool {
	n, ok := scheme(text)
	if !ok {
		return false
	}
	rest := text[n+1:]
	return len(rest) > 2 && rest[0] == '/' && rest[1] == '/' || len(rest) > 0 && isKnown(text[:n])
}

// absolute reports whether a text begins with a scheme, a colon and more.
func absolute[T bytestring](text T) bool {
	n, ok := scheme(text)
	return ok && n+1 < len(text)
}

// scheme returns the length of the scheme, without its colon, with which a text
// begins.
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

// known are the schemes that are written without "//" and are common in text.
// Those that more often mean something else, as in file:12, are left out.
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
		lower[i] = scheme[i] | 0x20 // merges the two cases of letters, and nothing else in a scheme
	}
	return known[string(lower[:len(scheme)])]
}

// isSpace reports whether c is white space in the sense of the documents: "spaces,
// linebreaks, tabs, etc.". The white space that Unicode adds may be part of an IRI.
func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isSchemeChar(c byte) bool {
	return isLetter(c) || '0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'
}
