package pegrun

import (
	"sync"

	"github.com/alecthomas/participle/v2/lexer"
)

// tape is the tokens of a string, as participle reads them. It is used again for other
// strings, because tokens are large.
type tape struct {
	lexer  lexer.PeekingLexer // at the first token
	reader lexer.PeekingLexer // a copy, for one reader
	tokens []lexer.Token      // those of lexer
	used   int
}

// tapes has tapes of up to keptTokens.
var tapes sync.Pool

const keptTokens = 1 << 10

// tapeOf returns the tokens of s, after the token Begin.
func tapeOf(l *Lexer, s string) *tape {
	l.once.Do(l.compile)
	t, _ := tapes.Get().(*tape)
	if n := len(s) + 2; t == nil || len(t.tokens) < n {
		t = newTape(max(n, 128))
	}
	t.tokens[0] = lexer.Token{Type: l.beginType()}
	t.used = 1
	for at := 0; ; t.used++ {
		token := &t.tokens[t.used]
		if *token = l.token(s, at); token.Type == lexer.EOF {
			break
		}
		at += len(token.Value)
	}
	t.used++
	t.reader = t.lexer
	return t
}

// newTape returns a tape for n tokens. participle makes the slice, and shows it.
func newTape(n int) *tape {
	p, _ := lexer.Upgrade(&blank{n}) // blank has no errors
	return &tape{lexer: *p, tokens: p.Range(0, lexer.RawCursor(n))}
}

// free lets the tape be used for another string.
func (t *tape) free() {
	if len(t.tokens) <= keptTokens {
		clear(t.tokens[:t.used]) // which hold the string
		tapes.Put(t)
	}
}

// blank is a lexer of n tokens without meaning.
type blank struct{ n int }

// Next implements lexer.Lexer.
func (b *blank) Next() (lexer.Token, error) {
	if b.n--; b.n == 0 {
		return lexer.Token{Type: lexer.EOF}, nil
	}
	return lexer.Token{Type: other}, nil
}
