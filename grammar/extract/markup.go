package extract

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// markup reads HTML of any size token by token, in a fixed amount of memory. The
// tokenizer of x/net/html does the reading. Three things are added here: the
// tokenizer keeps each token in memory as a whole (see cut), does not say where
// attributes stand (see attributes), and does not know where SVG begins (see
// enter).
type markup struct {
	in  *source
	z   *html.Tokenizer
	max int // the longest token, in bytes, that is read in one piece

	place        // of the token
	raw   []byte // the token, or its first piece
	name  string // the name in lower case if the token is a start tag, else ""
	begin place  // of the token's first piece
	isCut bool   // the token has more pieces
	next  place  // of the next token

	open    *UnfinishedError // what would be unfinished if the input ended here
	rawText string           // the open element whose content is only text
	nesting []string         // the open elements of nests
}

// place is a position in the input.
type place struct {
	off           int64
	line          int // from 1
	column, chars int // how many bytes and characters stand before it in the line
}

// after returns the place after a text that stands at p.
func (p place) after(text []byte) place {
	p.off += int64(len(text))
	if last := bytes.LastIndexByte(text, '\n'); last >= 0 {
		p.line += bytes.Count(text, []byte{'\n'})
		p.column, p.chars = 0, 0
		text = text[last+1:]
	}
	p.column += len(text)
	p.chars += characters(text)
	return p
}

// characters returns the number of characters in a text: of its bytes that do not continue
// a character in UTF-8.
func characters(text []byte) int {
	n := 0
	for _, c := range text {
		if c&0xC0 != 0x80 {
			n++
		}
	}
	return n
}

func newMarkup(r io.Reader, maxToken int) *markup {
	m := &markup{in: &source{r: r}, max: maxToken, next: place{line: 1}}
	m.tokenize()
	return m
}

// tokenize creates a tokenizer for the rest of the source.
func (m *markup) tokenize() {
	m.z = html.NewTokenizer(m.in)
	m.z.SetMaxBuf(m.max)
	m.z.AllowCDATA(m.isForeign())
}

// read goes on to the next token, or to the next piece of the current one. At the
// end of the input it returns io.EOF or an [*UnfinishedError], and otherwise the
// error of the reader.
func (m *markup) read() error {
	kind := m.z.Next()
	m.place, m.raw, m.name = m.next, m.z.Raw(), ""
	m.next = m.after(m.raw)
	if !m.isCut {
		m.begin = m.place
	}
	m.isCut = len(m.raw) >= m.max
	switch {
	case m.isCut:
		m.cut(kind)
	case kind != html.ErrorToken:
		m.note(kind)
	case m.z.Err() != io.EOF:
		return m.z.Err()
	case len(m.raw) > 0:
		return m.unfinished("a tag")
	case m.open != nil:
		return m.open
	default:
		return io.EOF
	}
	return nil
}

func (m *markup) unfinished(what string) *UnfinishedError {
	return &UnfinishedError{What: what, Offset: m.begin.off, Line: m.begin.line}
}

// The beginnings of tokens. The last two are followed by the first letter of a
// name.
const (
	comment     = "<!--"
	cdata       = "<![CDATA["
	declaration = "<?" // or "<!", and anything else that ends with the next ">"
	endTag      = "</"
	startTag    = "<"
)

// hasPrefix reports whether the token begins with one of the above.
func (m *markup) hasPrefix(prefix string) bool { return bytes.HasPrefix(m.raw, []byte(prefix)) }

// isTag reports whether the token is a tag that begins with prefix.
func (m *markup) isTag(prefix string) bool {
	return m.hasPrefix(prefix) && len(m.raw) > len(prefix) && isLetter(m.raw[len(prefix)])
}

// note keeps track of what a token opens and closes.
func (m *markup) note(kind html.TokenType) {
	if kind == html.TextToken && m.rawText != "" {
		return // nothing has changed since the start tag
	}
	m.rawText, m.open = "", nil
	ends := func(suffix string) bool { return bytes.HasSuffix(m.raw, []byte(suffix)) }
	switch {
	case kind == html.StartTagToken || kind == html.SelfClosingTagToken:
		m.name = tagName(m.raw, startTag)
		m.enter(kind == html.SelfClosingTagToken)
	case kind == html.EndTagToken:
		m.leave(tagName(m.raw, endTag))
	case kind == html.TextToken: // which any text goes on
		if m.isForeign() && m.hasPrefix(cdata) && !ends("]]>") {
			m.open = m.unfinished("a CDATA section")
		}
	case m.hasPrefix(comment) && !ends("-->") && !ends("--!>") || !ends(">"):
		m.open = m.unfinished("a comment")
	}
}

// rawTexts are the elements whose content is only text, up to their end tag. The
// tokenizer has more of them, like a browser that runs scripts and shows frames;
// see nests.
var rawTexts = set("script style title textarea xmp plaintext")

// nests are the elements whose content is not part of the document's own HTML:
// other languages, templates, and fallbacks for browsers without scripts or frames.
var nests = set("svg math foreignobject template noscript noframes noembed iframe")

// breakouts are the elements that cannot be in SVG or MathML: their start tags
// close all open elements of these (HTML Standard, 13.2.6.5).
var breakouts = set(`b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li
	listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var`)

// maxNesting is the number of open nested elements that are tracked.
const maxNesting = 100

// enter keeps track of what a start tag opens.
func (m *markup) enter(selfClosing bool) {
	for m.isForeign() && breakouts[m.name] {
		m.nesting = m.nesting[:len(m.nesting)-1]
	}
	foreign := m.isForeign()
	root := m.name == "svg" || m.name == "math"
	switch {
	case !nests[m.name] || len(m.nesting) == maxNesting:
	case selfClosing && (root || foreign): // elsewhere "/>" closes nothing
	case root || foreign == (m.name == "foreignobject"):
		m.nesting = append(m.nesting, m.name)
	}
	switch {
	case !rawTexts[m.name] || foreign:
		m.z.NextIsNotRawText()
	default:
		m.rawText = m.name
		if m.name != "plaintext" { // plaintext has no end tag
			m.open = m.unfinished("the element " + m.name)
		}
	}
	m.z.AllowCDATA(m.isForeign())
}

// leave keeps track of what an end tag closes.
func (m *markup) leave(name string) {
	if nests[name] {
		for i, open := range slices.Backward(m.nesting) {
			if open == name {
				m.nesting = m.nesting[:i]
				break
			}
		}
	}
	m.z.AllowCDATA(m.isForeign())
}

// isForeign reports whether what follows is SVG or MathML.
func (m *markup) isForeign() bool {
	n := len(m.nesting)
	return n > 0 && (m.nesting[n-1] == "svg" || m.nesting[n-1] == "math")
}

// cut handles a token that the tokenizer gave up because it is too long. Another
// tokenizer goes on with the part of it that is kept and with everything after it.
// First it is given a text that puts it into the same state.
//
// A tag is cut before the attribute that does not fit, or inside it if it is longer
// than half a token. Two things are lost: the pieces of a tag are read as separate
// tags, and a script that is cut ends with the next "</script", even if "<!--" and
// "<script" come before it.
func (m *markup) cut(kind html.TokenType) {
	// Keep what has to be read together: the tokenizer has not read the last byte
	// yet, and "</textarea" may stand before it.
	keep := len("</textarea.")
	state := ""
	switch {
	case kind == html.TextToken && m.rawText != "":
		state = startTag + m.rawText + ">"
	case kind == html.TextToken && m.hasPrefix(cdata):
		state = cdata
	case kind == html.TextToken: // which any text goes on
	case m.hasPrefix(comment):
		state = comment + "?"
	case m.isTag(startTag):
		keep, state = m.cutTag(startTag)
		m.name = tagName(m.raw, startTag)
	case m.isTag(endTag):
		keep, state = m.cutTag(endTag)
	default:
		state = declaration
	}
	n := len(m.raw) - keep
	m.in.unread([]byte(state), m.raw[n:], m.z.Buffered())
	m.raw = m.raw[:n]
	m.next = m.after(m.raw)
	m.next.off -= int64(len(state)) // state is not in the input
	m.tokenize()
}

// cutTag returns how much to keep of a tag that begins with prefix, and the
// state to go on in.
func (m *markup) cutTag(prefix string) (keep int, state string) {
	const longest = 64 // longer names are not those of elements that matter
	seen := m.raw[:len(m.raw)-1]
	name := tagName(seen, prefix)
	keep, state = 1, prefix+name[:min(len(name), longest)]
	if nameEnd(seen) < len(seen) {
		state += " "
	}
	for a := range attributes(seen) {
		if a.state != "" && len(m.raw)-a.at <= m.max/2 {
			keep = len(m.raw) - a.at
		} else {
			state += a.state
		}
	}
	return keep, state
}

// tagName returns the name in a tag, in lower case.
func tagName(tag []byte, prefix string) string {
	return string(lower(tag[len(prefix):nameEnd(tag)]))
}

// lower returns a name in lower case, without a copy if it already is.
func lower(name []byte) []byte {
	isUpper := func(c byte) bool { return 'A' <= c && c <= 'Z' }
	if !slices.ContainsFunc(name, isUpper) {
		return name
	}
	name = bytes.Clone(name)
	for i, c := range name {
		if isUpper(c) {
			name[i] = c | 0x20
		}
	}
	return name
}

// nameEnd returns the offset after the name in a tag.
func nameEnd(tag []byte) int {
	n := len(endTag) // a "/" before this offset does not end the name
	for n < len(tag) && !endsName(tag[n]) {
		n++
	}
	return n
}

func endsName(c byte) bool { return isHTMLSpace(c) || c == '/' || c == '>' }

// attribute is an attribute in a tag.
type attribute struct {
	at      int    // where it begins in the tag
	name    []byte // as written
	value   []byte // as written, without quotation marks
	valueAt int
	// state is not empty if the tag ends inside the attribute. It is a text that,
	// in a tag, leads the tokenizer to the same state, in an attribute whose name
	// has no meaning.
	state string
}

// attributes yields the attributes in a tag, in their order and as the tokenizer
// finds them (HTML Standard, 13.2.5.32 to 13.2.5.40).
func attributes(tag []byte) iter.Seq[attribute] {
	until := func(i int, is func(c byte) bool) int {
		for i < len(tag) && !is(tag[i]) {
			i++
		}
		return i
	}
	var (
		inTag   = func(c byte) bool { return !isHTMLSpace(c) && c != '/' }
		inText  = func(c byte) bool { return !isHTMLSpace(c) }
		endName = func(c byte) bool { return endsName(c) || c == '=' }
		endText = func(c byte) bool { return isHTMLSpace(c) || c == '>' }
	)
	return func(yield func(attribute) bool) {
		for i := nameEnd(tag); ; {
			i = until(i, inTag)
			if i == len(tag) || tag[i] == '>' {
				return
			}
			a := attribute{at: i}
			i = until(i+1, endName) // a name may begin with "="
			a.name, a.valueAt = tag[a.at:i], i
			i = until(i, inText)
			switch {
			case i == len(tag):
				a.state = "?"
			case tag[i] == '=':
				i = until(i+1, inText)
				a.valueAt = i
				switch {
				case i == len(tag):
					a.state = "?="
				case tag[i] == '>':
				case tag[i] == '"' || tag[i] == '\'':
					quote := tag[i : i+1]
					a.valueAt++
					var closed bool
					a.value, _, closed = bytes.Cut(tag[a.valueAt:], quote)
					i = a.valueAt + len(a.value) + 1
					if !closed {
						a.state = "?=" + string(quote)
					}
				default:
					i = until(i, endText)
					a.value = tag[a.valueAt:i]
					if i == len(tag) {
						a.state = "?=?"
					}
				}
			}
			if !yield(a) || a.state != "" {
				return
			}
		}
	}
}

// value is an attribute's value with its character references replaced.
type value struct {
	text string
	// moves are the places after which the offsets in text and in the value as
	// written differ by another number of bytes than before.
	moves []move
}

type move struct{ text, raw int }

// resolved returns the value of an attribute as written.
func resolved(raw []byte) value {
	const special = "&\x00"
	i := bytes.IndexAny(raw, special)
	if i < 0 {
		return value{text: string(raw)}
	}
	var v value
	text := make([]byte, 0, len(raw))
	for i >= 0 {
		n, character := reference(raw[i:])
		text = append(append(text, raw[:i]...), character...)
		raw = raw[i+n:]
		if n != len(character) {
			last := v.offset(len(text) - len(character))
			v.moves = append(v.moves, move{len(text), last + n})
		}
		i = bytes.IndexAny(raw, special)
	}
	v.text = string(append(text, raw...))
	return v
}

// offset returns the offset in the value as written for an offset in the text.
func (v value) offset(text int) int {
	i, found := slices.BinarySearchFunc(v.moves, text, func(m move, text int) int { return m.text - text })
	if !found {
		i--
	}
	if i < 0 {
		return text
	}
	return v.moves[i].raw + text - v.moves[i].text
}

// reference returns the length of the character reference at the beginning of a
// part of a value, and what it stands for (HTML Standard, 13.2.5.72). An ampersand
// that does not begin one, and the null character, count as references too.
func reference(s []byte) (n int, character string) {
	if s[0] == 0 {
		return 1, "\uFFFD"
	}
	isDigit := func(c byte) bool { return '0' <= c && c <= '9' }
	isName := func(c byte) bool { return isLetter(c) || isDigit(c) }
	n = 1
	switch {
	case n < len(s) && s[n] == '#':
		n++
		if n < len(s) && s[n]|0x20 == 'x' {
			n++
			isDigit = func(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }
		}
		digits := n
		for n < len(s) && isDigit(s[n]) {
			n++
		}
		if n == digits {
			return 1, "&"
		}
	default:
		for n < len(s) && isName(s[n]) {
			n++
		}
	}
	most := 1 // how many characters a reference may stand for
	if n < len(s) && s[n] == ';' {
		n++
		most = 2
	} else if n < len(s) && s[n] == '=' && s[1] != '#' {
		return 1, "&" // as in ?a=b&copy=c
	}
	// html.UnescapeString is made for text outside attributes, where a reference
	// may end in the middle of a name: &notit is read as a reference and "it". Then
	// there are more characters than a reference stands for.
	character = html.UnescapeString(string(s[:n]))
	if utf8.RuneCountInString(character) > most {
		return 1, "&"
	}
	return n, character
}

// isHTMLSpace reports whether c is white space in HTML ("ASCII whitespace").
func isHTMLSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r' }

// set returns the words of a list.
func set(list string) map[string]bool {
	words := make(map[string]bool)
	for _, word := range strings.Fields(list) {
		words[word] = true
	}
	return words
}

// source is a reader that can take back what was read from it.
type source struct {
	back []byte
	r    io.Reader
	err  error
}

func (s *source) Read(p []byte) (n int, err error) {
	if len(s.back) > 0 {
		n = copy(p, s.back)
		s.back = s.back[n:]
		return n, nil
	}
	if s.err == nil {
		n, s.err = s.r.Read(p)
	}
	return n, s.err
}

// unread puts parts before everything that is still to be read.
func (s *source) unread(parts ...[]byte) {
	s.back = slices.Concat(slices.Concat(parts...), s.back)
}

// UnfinishedError says that the HTML ends inside something: it is only part of a
// file, or something was not closed. No references are found in the unfinished
// part. [HTML] yields this error last.
type UnfinishedError struct {
	What   string // "a tag", "a comment", "the element script"
	Offset int64  // where it begins, in bytes
	Line   int    // where it begins, counted from 1
}

// Error says what is not finished, and where it begins.
func (err *UnfinishedError) Error() string {
	return fmt.Sprintf("the HTML ends inside %s that begins at offset %d in line %d", err.What, err.Offset, err.Line)
}
