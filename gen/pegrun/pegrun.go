// Package pegrun runs the participle grammars that gen writes: it cuts a string
// into characters, parses them and lifts the structs into a [grammar.Tree].
//
//	string --Lexer--> tokens --participle--> structs --Lift--> *grammar.Tree
//
// A token is one character: a byte, or a code point where the edition's
// terminals are those; or an escaped octet such as %41. A repetition of characters is a [Run], which reads them in one loop.
package pegrun

import (
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/urispec/urispec/grammar"
)

// Lexer cuts a string into characters. It never fails: a byte that no rule
// contains, or that is not part of UTF-8, is a token that no rule matches.
type Lexer struct {
	// Kinds are the names of the token types; type i has the number i+1. The
	// first is an escaped octet, the second a byte that no class contains.
	Kinds []string
	// Kind is the index in Kinds for each byte, or for each character of
	// US-ASCII if UTF8 is true.
	Kind [256]uint8
	// UTF8 is true if characters are code points, and Beyond then the kinds of
	// those beyond US-ASCII; those that it does not have are of the second kind.
	UTF8   bool
	Beyond []KindRange
}

// Range is code points from the first to the last.
type Range [2]rune

func (r Range) has(c rune) bool { return r[0] <= c && c <= r[1] }

// KindRange is a range of code points and the index of their kind.
type KindRange struct {
	Range Range
	Kind  uint8
}

// character returns the kind and the length of the character that s begins
// with, which is no escaped octet.
func (l *Lexer) character(s string) (kind uint8, n int) {
	if !l.UTF8 || s[0] < utf8.RuneSelf {
		return l.Kind[s[0]], 1
	}
	c, n := utf8.DecodeRuneInString(s)
	if n > 1 { // else it is not UTF-8
		for _, r := range l.Beyond {
			if r.Range.has(c) {
				return r.Kind, n
			}
		}
	}
	return other, n
}

// octet is the kind of an escaped octet in every lexer.
const octet = 0

// other is the kind of a character that no class contains.
const other = 1

// unlimited is participle's look-ahead: any failed branch may be given up,
// however far it went.
const unlimited = -1

// octetLen is the length of an escaped octet: "%" and two digits.
const octetLen = 3

// Symbols implements lexer.Definition.
func (l *Lexer) Symbols() map[string]lexer.TokenType {
	m := map[string]lexer.TokenType{"EOF": lexer.EOF}
	for i, k := range l.Kinds {
		m[k] = lexer.TokenType(i + 1)
	}
	return m
}

// Lex implements lexer.Definition.
func (l *Lexer) Lex(filename string, r io.Reader) (lexer.Lexer, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return l.LexString(filename, string(b))
}

// LexString implements lexer.StringDefinition.
func (l *Lexer) LexString(_ string, s string) (lexer.Lexer, error) {
	return &state{l, s, 0}, nil
}

type state struct {
	*Lexer
	s  string
	at int
}

// Next implements lexer.Lexer.
func (st *state) Next() (lexer.Token, error) {
	pos := lexer.Position{Offset: st.at}
	rest := st.s[st.at:]
	if rest == "" {
		return lexer.Token{Type: lexer.EOF, Pos: pos}, nil
	}
	kind, n := st.character(rest)
	if len(rest) >= octetLen && rest[0] == '%' && isHex(rest[1]) && isHex(rest[2]) {
		kind, n = octet, octetLen
	}
	st.at += n
	return lexer.Token{Type: lexer.TokenType(kind) + 1, Value: rest[:n], Pos: pos}, nil
}

func isHex(b byte) bool {
	return '0' <= b && b <= '9' || 'a' <= b && b <= 'f' || 'A' <= b && b <= 'F'
}

// Span is embedded in every generated struct: participle fills it with the
// positions of the node's first token and of the token behind it.
type Span struct {
	Pos, EndPos lexer.Position
}

// Lifted is a generated struct.
type Lifted interface {
	Lift(l *Lifter)
}

// Grammar is a generated grammar: the rules by name.
type Grammar struct {
	Lexer *Lexer
	Rules map[string]Rule // the rules under the reading, where they have a struct for it
	Bare  map[string]Rule // the rules by the published grammar alone, where that differs
}

// Rule derives a string.
type Rule interface {
	derive(l *Lexer, s string) (*grammar.Tree, error)
}

// Derive implements grammar.Deriver.
func (g *Grammar) Derive(rule string, bare bool, s string) (*grammar.Tree, error) {
	r, ok := g.Rules[rule]
	if b, isBare := g.Bare[rule]; isBare && bare {
		r, ok = b, true
	}
	if !ok {
		return nil, fmt.Errorf("the generated grammar has no rule %s", rule)
	}
	return r.derive(g.Lexer, s)
}

// begin is the token before the first character; see structRule.
const begin = "Begin"

// begun is a lexer whose first token is begin.
type begun struct{ *Lexer }

// Symbols implements lexer.Definition.
func (l begun) Symbols() map[string]lexer.TokenType {
	m := l.Lexer.Symbols()
	m[begin] = lexer.TokenType(len(l.Kinds) + 1)
	return m
}

// LexString implements lexer.StringDefinition.
func (l begun) LexString(_ string, s string) (lexer.Lexer, error) {
	return &begunState{state: state{l.Lexer, s, 0}}, nil
}

type begunState struct {
	state
	began bool
}

// Next implements lexer.Lexer.
func (st *begunState) Next() (lexer.Token, error) {
	if st.began {
		return st.state.Next()
	}
	st.began = true
	return lexer.Token{Type: lexer.TokenType(len(st.Kinds) + 1)}, nil
}

// structRule is a rule that has a struct. Its parser is one of the type any, of
// which a struct made for the rule is the only member:
//
//	struct { Node *T `parser:"Begin @@"` }
//
// A parser of the type T would be code of its own, some kilobytes for each rule
// of each edition. The token begin lets T take nothing, which participle does
// not allow a member.
type structRule struct {
	node   reflect.Type // *T
	empty  *grammar.Tree
	once   sync.Once
	parser *participle.Parser[any]
	err    error
}

// Struct is the rule that the struct T reads. empty is its derivation of the
// empty string, nil if there is none: the struct does not read it.
func Struct[T any, P interface {
	*T
	Lifted
}](empty *grammar.Tree) Rule {
	return &structRule{node: reflect.TypeFor[P](), empty: empty}
}

func (r *structRule) derive(l *Lexer, s string) (*grammar.Tree, error) {
	if s == "" {
		return Empty{r.empty}.derive(l, s)
	}
	r.once.Do(func() {
		member := reflect.Zero(reflect.StructOf([]reflect.StructField{
			{Name: "Node", Type: r.node, Tag: `parser:"` + begin + ` @@"`},
		}))
		r.parser, r.err = participle.Build[any](participle.Union(member.Interface()),
			participle.Lexer(begun{l}), participle.UseLookahead(unlimited))
	})
	if r.err != nil {
		return nil, r.err
	}
	n, err := r.parser.ParseString("", s)
	if err != nil {
		return nil, err
	}
	lifter := &Lifter{}
	reflect.ValueOf(*n).Field(0).Interface().(Lifted).Lift(lifter)
	return lifter.root, nil
}

// Empty is a rule that derives only the empty string, or nothing.
type Empty struct{ Tree *grammar.Tree }

func (r Empty) derive(_ *Lexer, s string) (*grammar.Tree, error) {
	if s != "" || r.Tree == nil {
		return nil, fmt.Errorf("unexpected %q", s)
	}
	return copyTree(r.Tree, 0), nil
}

// Character is a rule whose strings are one character.
type Character struct {
	Bytes  string    // those of one byte
	Beyond [][]Range // the others
	// Octet is the rules from this one down to the escaped octet, empty if
	// that is not among the rule's characters; But are octets that are not.
	Octet []string
	But   []string
	Name  string
}

func (r Character) derive(_ *Lexer, s string) (*grammar.Tree, error) {
	switch {
	case len(s) == 1 && strings.IndexByte(r.Bytes, s[0]) >= 0, beyond(s, r.Beyond):
		return &grammar.Tree{Rule: r.Name, End: len(s)}, nil
	case len(s) == octetLen && s[0] == '%' && isHex(s[1]) && isHex(s[2]) && len(r.Octet) > 0 && !slices.Contains(r.But, s):
		var t *grammar.Tree
		for i := len(r.Octet) - 1; i >= 0; i-- {
			n := &grammar.Tree{Rule: r.Octet[i], End: octetLen}
			if t != nil {
				n.Children = []*grammar.Tree{t}
			}
			t = n
		}
		return t, nil
	}
	return nil, fmt.Errorf("%q is no %s", s, r.Name)
}
