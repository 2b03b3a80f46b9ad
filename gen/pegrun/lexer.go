package pegrun

import (
	"io"
	"sync"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/urispec/urispec/resolve/escape"
)

// Lexer cuts a string into characters. It never fails: a byte that no rule
// contains, or that is not part of UTF-8, is a token that no rule matches.
type Lexer struct {
	// Octet is the name of the tokens that are escaped octets. If it is "", no rule is
	// an escaped octet, and "%" is a character like others.
	Octet string
	// Kinds are the other types of tokens that rules refer to. They have no
	// character in common. A character of none of them is a token of the type
	// Other, which rules match by its text.
	Kinds []Kind
	// UTF8 is true if characters are code points, false if they are bytes.
	UTF8 bool

	once    sync.Once
	kind    [256]lexer.TokenType // of the characters of one byte
	beyond  []kindRange          // of the other characters
	symbols map[string]lexer.TokenType
}

// Kind is a type of tokens: its name, and its characters as in [Class].
type Kind struct {
	Name, Chars string
}

type kindRange struct {
	charRange
	kind lexer.TokenType
}

// The types of tokens: participle's own are negative, and zero is none.
const (
	octet     lexer.TokenType = 1 + iota
	other                     // a character of no kind
	firstKind                 // that of Kinds[0]
)

func (l *Lexer) compile() {
	l.symbols = map[string]lexer.TokenType{"EOF": lexer.EOF, l.Octet: octet, "Other": other, begin: l.beginType()}
	for i, k := range l.Kinds {
		l.symbols[k.Name] = firstKind + lexer.TokenType(i)
	}
	for b := range l.kind {
		l.kind[b] = other
	}
	for i, k := range l.Kinds {
		kind := firstKind + lexer.TokenType(i)
		for _, r := range ranges(k.Chars) {
			if r.long {
				l.beyond = append(l.beyond, kindRange{r, kind})
				continue
			}
			for c := r.lo; c <= r.hi; c++ {
				l.kind[c] = kind
			}
		}
	}
}

// Symbols implements lexer.Definition. participle asks for the symbols at each use of a
// parser, so there is one map.
func (l *Lexer) Symbols() map[string]lexer.TokenType {
	l.once.Do(l.compile)
	return l.symbols
}

// Lex implements lexer.Definition.
func (l *Lexer) Lex(_ string, r io.Reader) (lexer.Lexer, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return l.LexString("", string(b))
}

// LexString implements lexer.StringDefinition.
func (l *Lexer) LexString(_, s string) (lexer.Lexer, error) {
	l.once.Do(l.compile)
	return &state{l, s, 0}, nil
}

type state struct {
	*Lexer
	s  string
	at int
}

// Next implements lexer.Lexer.
func (st *state) Next() (lexer.Token, error) {
	t := st.token(st.s, st.at)
	st.at += len(t.Value)
	return t, nil
}

// token returns the token that begins at an offset of s.
func (l *Lexer) token(s string, at int) lexer.Token {
	pos, rest := lexer.Position{Offset: at}, s[at:]
	if rest == "" {
		return lexer.Token{Type: lexer.EOF, Pos: pos}
	}
	kind, n := octet, escape.Len
	if l.Octet == "" || !beginsWithOctet(rest) {
		kind, n = l.character(rest)
	}
	return lexer.Token{Type: kind, Value: rest[:n], Pos: pos}
}

// character returns the kind and the length of the character that s begins
// with, which is no escaped octet or is to be read character by character.
func (l *Lexer) character(s string) (kind lexer.TokenType, n int) {
	if !l.UTF8 {
		return l.kind[s[0]], 1
	}
	c := firstChar(s)
	if !c.long {
		return l.kind[s[0]], 1
	}
	for _, r := range l.beyond {
		if c.in(r.charRange) {
			return r.kind, c.size
		}
	}
	return other, c.size
}

func beginsWithOctet(s string) bool {
	_, ok := escape.At(s, 0)
	return ok
}

// begin is the token before the first character; see structRule.
const begin = "Begin"

func (l *Lexer) beginType() lexer.TokenType { return firstKind + lexer.TokenType(len(l.Kinds)) }
