package bnf

import (
	"errors"
	"fmt"
	"strings"
)

// Read reads the rules of a text; file is the name of the text in positions. The
// error joins a [*SyntaxError] for each rule that cannot be read, in the order of
// the text, up to ten; [errors.As] finds the first.
//
// A rule begins at a line that begins with a name and "="; otherwise the layout is
// free. A comment may contain any bytes; the rest of the text must be ASCII.
// Brackets nest at most 500 deep, and a count is at most 2147483647. Read takes time
// linear in the length of the text.
func Read(file string, text []byte, n Notation) (*Grammar, error) {
	return ReadFiles(n, File{file, text})
}

// ReadExpression reads the right side of a rule by itself; file is the name of the
// text in positions. The error is a [*SyntaxError] without Rule.
func ReadExpression(file, text string, n Notation) (*Alternation, error) {
	r, err := newReader(file, text, n, NoLists, false)
	if err != nil {
		return nil, err
	}
	a, ok := r.alternation()
	if !ok || r.peek().kind != tokEnd {
		return nil, r.diagnose(0)
	}
	return a, nil
}

// maxErrors is how many errors are reported of a text at most.
const maxErrors = 10

func readRules(file string, text []byte, n Notation) ([]*Rule, error) {
	c := &collection{notation: n, defined: make(map[string]*Rule)}
	if err := c.read(file, text); err != nil {
		return nil, err
	}
	return c.rules, errors.Join(c.errs...)
}

// collection is the rules of some texts.
type collection struct {
	notation Notation
	lists    Lists
	rules    []*Rule
	defined  map[string]*Rule // the first definition of each name, by key
	errs     []error
}

// read adds the rules of a text.
func (c *collection) read(file string, text []byte) error {
	n := c.notation
	r, err := newReader(file, string(text), n, c.lists, true)
	if err != nil {
		return err
	}
	for r.peek().kind != tokEnd && len(c.errs) < maxErrors {
		// One mistake does not hide those of the next rule.
		start := r.at
		rule, definedAs, ok := r.rule()
		if !ok {
			c.errs = append(c.errs, r.diagnose(start))
			continue
		}
		first := c.defined[n.key(rule.Name)]
		switch {
		case definedAs.text == "=":
			c.rules = append(c.rules, rule)
			if first == nil {
				c.defined[n.key(rule.Name)] = rule
			}
		case first != nil:
			all := &first.Elements.Concatenations
			*all = append(*all, rule.Elements.Concatenations...)
		default:
			c.errs = append(c.errs, &SyntaxError{
				Pos: definedAs.pos, Rule: rule.Name,
				Found: describe(definedAs), Expected: []string{`"="`},
				Message: "no earlier rule has this name",
			})
		}
	}
	return nil
}

// reader reads the tokens of a text from one on. Its methods are the rules of RFC 5234
// section 4. They need no lookahead, because the scanner distinguishes the head of a rule
// from a reference to it. If ok is false, the current token cannot be read.
type reader struct {
	notation Notation
	lists    Lists
	rules    bool // the text is a list of rules, not an expression
	tokens   []token
	at       int // the index of the current token; the last one is the end
	size     int // how many repetitions there are, with those that lists stand for
}

func newReader(file, text string, n Notation, lists Lists, rules bool) (*reader, error) {
	if n != RFC822 && n != ABNF {
		return nil, fmt.Errorf("bnf: %v is not a notation", n)
	}
	r := &reader{notation: n, lists: lists, rules: rules}
	s := newScanner(file, text, n, rules)
	s.lists = lists
	for {
		t := s.next()
		if r.tokens = append(r.tokens, t); t.kind == tokEnd {
			return r, nil
		}
	}
}

func (r *reader) peek() token { return r.tokens[r.at] }

// take returns the current token and moves on to the next one.
func (r *reader) take() token {
	t := r.peek()
	if t.kind != tokEnd {
		r.at++
	}
	return t
}

// rule reads a rule. definedAs is its "=" or "=/".
func (r *reader) rule() (rule *Rule, definedAs token, ok bool) {
	name := r.peek()
	if name.kind != tokHead {
		return nil, token{}, false
	}
	r.take()
	if definedAs = r.peek(); definedAs.kind != tokDefinedAs {
		return nil, token{}, false
	}
	r.take()
	elements, ok := r.alternation()
	if next := r.peek().kind; !ok || next != tokHead && next != tokEnd {
		return nil, token{}, false
	}
	return &Rule{Pos: name.pos, Name: name.text, Elements: elements, EndLine: r.tokens[r.at-1].pos.Line}, definedAs, true
}

func (r *reader) alternation() (*Alternation, bool) {
	a := &Alternation{Pos: r.peek().pos}
	for {
		c, ok := r.concatenation()
		if !ok {
			return nil, false
		}
		a.Concatenations = append(a.Concatenations, c)
		if r.peek().kind != tokOr {
			return a, true
		}
		r.take()
	}
}

func (r *reader) concatenation() (*Concatenation, bool) {
	c := &Concatenation{Pos: r.peek().pos}
	for {
		x, ok := r.repetition()
		if !ok {
			return nil, false
		}
		c.Repetitions = append(c.Repetitions, x)
		switch r.peek().kind {
		case tokRepeat, tokList, tokName, tokLiteral, tokNumber, tokProse, tokLeftParen, tokLeftBracket:
		default:
			return c, true
		}
	}
}

func (r *reader) repetition() (x *Repetition, ok bool) {
	x = &Repetition{Pos: r.peek().pos, Min: 1, Max: 1}
	r.size++
	if r.peek().kind == tokList {
		of, before := r.at, r.size
		least, most, _ := parseList(r.take().text) // the scanner has checked it
		if x.Element, ok = r.element(); !ok {
			return x, false
		}
		// A list has its element twice, so lists in lists grow fast.
		if r.size += r.size - before; r.size > maxListed {
			r.at, r.tokens[of].kind = of, tokIllegal
			return x, false
		}
		x.Element = r.list(x.Pos, x.Element, least, most)
		return x, true
	}
	if r.peek().kind == tokRepeat {
		x.Min, x.Max, _ = parseRepeat(r.take().text) // the scanner has checked it
	}
	x.Element, ok = r.element()
	return x, ok
}

func (r *reader) element() (Element, bool) {
	t := r.peek()
	switch t.kind {
	case tokLeftParen:
		a, ok := r.bracketed(tokRightParen)
		return &Group{Pos: t.pos, Alternation: a}, ok
	case tokLeftBracket:
		a, ok := r.bracketed(tokRightBracket)
		return &Option{Pos: t.pos, Alternation: a}, ok
	case tokName:
		r.take()
		return &Rulename{Pos: t.pos, Name: t.text}, true
	case tokLiteral:
		r.take()
		prefix, text, _ := strings.Cut(strings.TrimSuffix(t.text, `"`), `"`)
		sensitive := r.notation == RFC822 || strings.EqualFold(prefix, "%s")
		return &CharVal{Pos: t.pos, Text: text, CaseSensitive: sensitive}, true
	case tokNumber:
		r.take()
		base, values, isRange, _ := parseNumber(t.text) // the scanner has checked it
		return &NumVal{Pos: t.pos, Base: base, Values: values, Range: isRange}, true
	case tokProse:
		r.take()
		if r.notation == RFC822 && t.text == `<">` {
			return &CharVal{Pos: t.pos, Text: `"`, CaseSensitive: true}, true
		}
		return &ProseVal{Pos: t.pos, Text: t.text[1 : len(t.text)-1]}, true
	}
	return nil, false
}

// bracketed reads an alternation in brackets.
func (r *reader) bracketed(closing tokenKind) (*Alternation, bool) {
	r.take()
	a, ok := r.alternation()
	if !ok || r.peek().kind != closing {
		return nil, false
	}
	r.take()
	return a, true
}
