package bnf

import "errors"

// File is a text, and its name in positions.
type File struct {
	Name string
	Text []byte
}

// ReadFiles reads the rules of several texts as one grammar, in their order. "=/" may
// add alternatives to a rule of an earlier text. The error is that of [Read].
func ReadFiles(n Notation, files ...File) (*Grammar, error) {
	return ReadListed(n, NoLists, files...)
}

// ReadListed is [ReadFiles] for texts with lists. A list becomes what it stands for.
func ReadListed(n Notation, lists Lists, files ...File) (*Grammar, error) {
	c := &collection{notation: n, lists: lists, defined: make(map[string]*Rule)}
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
		s := newScanner(f.Name, string(f.Text), ABNF, true)
		for t := s.next(); t.kind != tokEnd; t = s.next() {
			switch {
			case t.kind == tokOr, t.text == "=/", t.kind == tokLiteral && t.text[0] == '%':
				return ABNF
			case t.kind == tokIllegal && (t.text == "|" || isLetter(t.text[0])), t.kind == tokProse && t.text == `<">`:
				old = true
			}
		}
	}
	if old {
		return RFC822
	}
	return ABNF
}
