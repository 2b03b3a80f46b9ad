package bnf

import (
	"errors"

	"github.com/alecthomas/participle/v2/lexer"
)

// File is a text, and its name in positions.
type File struct {
	Name string
	Text []byte
}

// ReadFiles reads the rules of several texts as one grammar, in their order. "=/" may
// add alternatives to a rule of an earlier text. The error is that of [Read].
func ReadFiles(n Notation, files ...File) (*Grammar, error) {
	c := &collection{notation: n, defined: make(map[string]*Rule)}
	for _, f := range files {
		if err := c.read(f.Name, f.Text); err != nil {
			return nil, err
		}
	}
	if c.errs != nil {
		return nil, errors.Join(c.errs...)
	}
	g := &Grammar{Notation: n, Rules: c.rules}
	if n == ABNF {
		g.Core = usedCore(c.rules)
	}
	return g, nil
}

// Guess returns the notation in which texts are probably written: RFC822 if they have
// something that only this notation has ("|" between alternatives, <">, or a name with
// "_"), and nothing that only ABNF has ("/", "=/" or %s"..."). Otherwise it is ABNF.
func Guess(files ...File) Notation {
	old := false
	for _, f := range files {
		s := &scanner{definition: definition{notation: ABNF, rules: true}, text: string(f.Text), line: 1, firstOnLine: true}
		for {
			t, _ := s.Next() // never fails
			if t.Type == lexer.EOF {
				break
			}
			switch {
			case t.Type == tokOr, t.Value == "=/", t.Type == tokLiteral && t.Value[0] == '%':
				return ABNF
			case t.Type == tokIllegal && (t.Value == "|" || isLetter(t.Value[0])), t.Type == tokProse && t.Value == `<">`:
				old = true
			}
		}
	}
	if old {
		return RFC822
	}
	return ABNF
}
