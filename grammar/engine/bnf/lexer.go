package bnf

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// token is a piece of a text, which never spans lines.
type token struct {
	kind   tokenKind
	text   string
	offset int // in the text
	pos    Pos
}

// tokenKind is what a token is.
type tokenKind int

// The tokens of both notations. Only the lexer knows in which notation a text is
// written: for the parser the separator of alternatives is Or, be it "|" or "/".
const (
	tokEnd       tokenKind = iota // after the text
	tokHead                       // the rule name at the beginning of a definition
	tokName                       // a rule name elsewhere
	tokDefinedAs                  // = or =/
	tokOr                         // | or /
	tokRepeat                     // 2, 1*, *5, 1*5 or *
	tokList                       // #, 1#, #5 or 1#5
	tokLeftParen
	tokRightParen
	tokLeftBracket
	tokRightBracket
	tokLiteral // "text", %s"text" or %i"text"
	tokNumber  // %x41, %x41-5A or %x41.42
	tokProse   // <text>
	tokIllegal // what is not a token of the notation; the parser never accepts it
)

// maxDepth is how deep brackets may nest. Reading a bracket recurses, so a limit
// is needed. The published grammars need 5 levels (gopherurl of RFC 1738).
const maxDepth = 500

// maxCount is the greatest count of a repetition, the greatest int of all
// platforms.
const maxCount = math.MaxInt32

// scanner divides a text into tokens.
type scanner struct {
	notation Notation
	lists    Lists
	rules    bool // the text is a list of rules, not an expression
	file     string
	text     string

	offset      int  // of the rest
	line        int  // the number of the line of offset
	lineStart   int  // the offset of the beginning of that line
	firstOnLine bool // there are only blanks before offset on its line
	depth       int  // how many brackets are open in the rule
}

func newScanner(file, text string, n Notation, rules bool) *scanner {
	return &scanner{notation: n, rules: rules, file: file, text: text, line: 1, firstOnLine: true}
}

// next returns the next token. It never fails: what cannot be read is a token
// too, so that the parser reports the first mistake in the order of the text.
func (s *scanner) next() token {
	s.skipBlanks()
	if s.offset == len(s.text) {
		return token{offset: s.offset, pos: s.position()}
	}
	kind, size := s.scan() // which may move offset
	t := token{kind, s.text[s.offset : s.offset+size], s.offset, s.position()}
	s.offset += size
	s.firstOnLine = false
	return t
}

// position returns the position of offset.
func (s *scanner) position() Pos {
	return Pos{File: s.file, Line: s.line, Column: s.offset - s.lineStart + 1}
}

// skipBlanks moves on to the next token, over white space and comments. A comment
// may contain any bytes. A form feed is white space, because the documents are
// printed in pages.
func (s *scanner) skipBlanks() {
	for ; s.offset < len(s.text); s.offset++ {
		switch s.text[s.offset] {
		case '\n':
			s.line++
			s.lineStart = s.offset + 1
			s.firstOnLine = true
		case ' ', '\t', '\r', '\f':
		case ';':
			s.offset += commentLen(s.text[s.offset:]) - 1
		default:
			return
		}
	}
}

// commentLen returns the length of the comment at the beginning of text, without
// the line feed after it.
func commentLen(text string) int {
	if end := strings.IndexByte(text, '\n'); end >= 0 {
		return end
	}
	return len(text)
}

// scan returns the kind and the length of the next token. If a literal contains
// an illegal character, scan moves offset to that character, which then is the
// token.
func (s *scanner) scan() (tokenKind, int) {
	rest := s.text[s.offset:]
	switch c := rest[0]; {
	case isLetter(c):
		return s.scanName(rest)
	case isDigit(c), c == '*', c == '#' && s.lists != NoLists:
		if size := span(rest, isDigit); s.lists != NoLists && strings.HasPrefix(rest[size:], "#") {
			return scanList(rest, size)
		}
		return scanRepeat(rest)
	case c == '"':
		return s.scanQuoted(tokLiteral, rest, 1, '"')
	case c == '<':
		return s.scanQuoted(tokProse, rest, 1, '>')
	case c == '%':
		return s.scanPercent(rest)
	case c == '=':
		if strings.HasPrefix(rest, "=/") {
			return s.only(ABNF, tokDefinedAs), 2
		}
		return tokDefinedAs, 1
	case c == '|':
		return s.only(RFC822, tokOr), 1
	case c == '/':
		return s.only(ABNF, tokOr), 1
	case c == '(':
		return s.open(tokLeftParen), 1
	case c == '[':
		return s.open(tokLeftBracket), 1
	case c == ')':
		return s.close(tokRightParen), 1
	case c == ']':
		return s.close(tokRightBracket), 1
	}
	return tokIllegal, runeLen(rest)
}

// only returns the kind of a token that only one of the notations has.
func (s *scanner) only(n Notation, kind tokenKind) tokenKind {
	if s.notation == n {
		return kind
	}
	return tokIllegal
}

// open enters brackets.
func (s *scanner) open(kind tokenKind) tokenKind {
	if s.depth == maxDepth {
		return tokIllegal
	}
	s.depth++
	return kind
}

// close leaves brackets. That there are none is for the parser to say.
func (s *scanner) close(kind tokenKind) tokenKind {
	s.depth = max(0, s.depth-1)
	return kind
}

// scanName scans a word. It is the head of a rule if it is the first word on its
// line and "=" comes after it. Indentation would be a less reliable sign: the
// printed documents are careless about it.
func (s *scanner) scanName(rest string) (tokenKind, int) {
	size := span(rest, isNameByte)
	if s.notation == ABNF && strings.ContainsAny(rest[:size], "_+") {
		return tokIllegal, size
	}
	if s.rules && s.firstOnLine && s.definedAsFollows(s.offset+size) {
		s.depth = 0
		return tokHead, size
	}
	return tokName, size
}

// definedAsFollows reports whether the next token after offset is a "=".
func (s *scanner) definedAsFollows(offset int) bool {
	ahead := scanner{text: s.text, offset: offset}
	ahead.skipBlanks()
	return strings.HasPrefix(s.text[ahead.offset:], "=")
}

// scanRepeat scans the count before a repeated element.
func scanRepeat(rest string) (tokenKind, int) {
	size := span(rest, isDigit)
	if strings.HasPrefix(rest[size:], "*") {
		size++
		size += span(rest[size:], isDigit)
	}
	if _, _, ok := parseRepeat(rest[:size]); !ok {
		return tokIllegal, size
	}
	return tokRepeat, size
}

// parseRepeat returns the bounds of a repeat token; ok is false if one of them is
// greater than maxCount.
func parseRepeat(text string) (least, most int, ok bool) {
	from, to, star := strings.Cut(text, "*")
	least, most = 0, Unbounded
	if from != "" {
		n, err := strconv.ParseInt(from, 10, 32)
		if err != nil {
			return 0, 0, false
		}
		least = int(n)
	}
	if !star {
		return least, least, true
	}
	if to != "" {
		n, err := strconv.ParseInt(to, 10, 32)
		if err != nil {
			return 0, 0, false
		}
		most = int(n)
	}
	return least, most, true
}

// scanQuoted scans a token whose text begins at rest[start:] and ends with the byte
// closing. If it contains a character that is not allowed, only that character is
// the token, and illegal.
func (s *scanner) scanQuoted(kind tokenKind, rest string, start int, closing byte) (tokenKind, int) {
	for i := start; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == closing:
			return kind, i + 1
		case c == '\n', c == '\r':
			return tokIllegal, i
		case c < ' ', c > '~':
			s.offset += i
			return tokIllegal, runeLen(rest[i:])
		}
	}
	return tokIllegal, len(rest)
}

// scanPercent scans a terminal value, or a literal whose prefix says whether case
// matters (RFC 7405).
func (s *scanner) scanPercent(rest string) (tokenKind, int) {
	if len(rest) >= 3 && strings.IndexByte("sSiI", rest[1]) >= 0 && rest[2] == '"' {
		if s.notation != ABNF {
			return tokIllegal, 2
		}
		return s.scanQuoted(tokLiteral, rest, 3, '"')
	}
	size := 1 + span(rest[1:], func(c byte) bool { return isLetter(c) || isDigit(c) || c == '-' || c == '.' })
	if _, _, _, ok := parseNumber(rest[:size]); !ok {
		return tokIllegal, size
	}
	return tokNumber, size
}

// radixes are the bases of terminal values, by their letters.
var radixes = map[byte]int{'x': 16, 'd': 10, 'b': 2}

// parseNumber returns the values of a number token: one value, a concatenation,
// or a range. ok is false if text is not such a token, or if a value is not a
// code point.
func parseNumber(text string) (base byte, values []rune, isRange, ok bool) {
	if len(text) < 2 {
		return 0, nil, false, false
	}
	base = text[1] | 0x20 // lower case
	radix, ok := radixes[base]
	if !ok {
		return 0, nil, false, false
	}
	first, last, isRange := strings.Cut(text[2:], "-")
	digits := strings.Split(first, ".")
	if isRange {
		digits = []string{first, last}
	}
	for _, d := range digits {
		v, err := strconv.ParseUint(d, radix, 32)
		if err != nil || v > utf8.MaxRune {
			return 0, nil, false, false
		}
		values = append(values, rune(v))
	}
	return base, values, isRange, true
}

// span returns how many bytes at the beginning of text are in a class.
func span(text string, class func(byte) bool) int {
	n := 0
	for n < len(text) && class(text[n]) {
		n++
	}
	return n
}

func runeLen(text string) int {
	_, size := utf8.DecodeRuneInString(text)
	return size
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

// isNameByte reports whether a rule name may contain c after its first letter. "_"
// and "+" are for RFC822 only, where hier_part and gopher+_string are printed.
func isNameByte(c byte) bool {
	return isLetter(c) || isDigit(c) || c == '-' || c == '_' || c == '+'
}
