package bnf

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// The grammar of the notations for participle: the rules of RFC 5234 section 4.
// It needs no lookahead, because the lexer distinguishes the head of a rule from
// a reference to it.
type (
	ruleNode struct {
		Name      lexer.Token      `parser:"@Head"`
		DefinedAs lexer.Token      `parser:"@DefinedAs"`
		Elements  *alternationNode `parser:"@@ (?= Head | EOF)"`
		Tokens    []lexer.Token
	}
	alternationNode struct {
		Concatenations []*concatenationNode `parser:"@@ ( Or @@ )*"`
	}
	concatenationNode struct {
		Repetitions []*repetitionNode `parser:"@@+"`
	}
	repetitionNode struct {
		Pos     lexer.Position
		Repeat  string       `parser:"@Repeat?"`
		Element *elementNode `parser:"@@"`
	}
	elementNode struct {
		Pos    lexer.Position
		Token  lexer.Token      `parser:"  @( Name | Literal | Number | Prose )"`
		Group  *alternationNode `parser:"| LeftParen @@ RightParen"`
		Option *alternationNode `parser:"| LeftBracket @@ RightBracket"`
	}
)

// ruleParser reads one rule. Both notations have the same tokens, so one parser
// serves both.
var ruleParser = sync.OnceValue(func() *participle.Parser[ruleNode] {
	return participle.MustBuild[ruleNode](participle.Lexer(definition{}), participle.UseLookahead(0))
})

// alternationParser reads an alternation by itself.
var alternationParser = sync.OnceValue(func() *participle.Parser[alternationNode] {
	p, err := participle.ParserForProduction[alternationNode](ruleParser())
	if err != nil {
		panic(err) // alternationNode is a production of ruleNode
	}
	return p
})

// Read reads the rules of a text; file is the name of the text in positions. The
// error joins a [*SyntaxError] for each rule that cannot be read, in the order of
// the text, up to ten; [errors.As] finds the first.
//
// A rule begins at a line that begins with a name and "="; otherwise the layout is
// free. A comment may contain any bytes; the rest of the text must be ASCII.
// Brackets nest at most 500 deep, a count is at most 2147483647, and a rule has
// at most a million alternatives. Read takes time linear in the length of the
// text.
func Read(file string, text []byte, n Notation) (*Grammar, error) {
	return ReadFiles(n, File{file, text})
}

// ReadExpression reads the right side of a rule by itself; file is the name of the
// text in positions. The error is a [*SyntaxError] without Rule.
func ReadExpression(file, text string, n Notation) (*Alternation, error) {
	r, err := newReader(file, []byte(text), definition{notation: n})
	if err != nil {
		return nil, err
	}
	start := r.MakeCheckpoint()
	node, err := alternationParser().ParseFromLexer(r.PeekingLexer)
	if err != nil {
		r.LoadCheckpoint(start)
		return nil, r.diagnose(err)
	}
	return converter(n).alternation(node), nil
}

// reader is a text from a token on.
type reader struct {
	definition
	*lexer.PeekingLexer
}

func newReader(file string, text []byte, d definition) (*reader, error) {
	if d.notation != RFC822 && d.notation != ABNF {
		return nil, fmt.Errorf("bnf: %v is not a notation", d.notation)
	}
	lex, err := d.Lex(file, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	tokens, err := lexer.Upgrade(lex)
	if err != nil {
		return nil, err
	}
	return &reader{d, tokens}, nil
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
	rules    []*Rule
	defined  map[string]*Rule // the first definition of each name, by key
	errs     []error
}

// read adds the rules of a text.
func (c *collection) read(file string, text []byte) error {
	n := c.notation
	r, err := newReader(file, text, definition{notation: n, rules: true})
	if err != nil {
		return err
	}
	for !r.Peek().EOF() && len(c.errs) < maxErrors {
		// Rules are read one by one, because participle repeats nothing more than
		// a million times, and so that one mistake does not hide the next.
		start := r.MakeCheckpoint()
		node, err := ruleParser().ParseFromLexer(r.PeekingLexer, participle.AllowTrailing(true))
		if err != nil {
			r.LoadCheckpoint(start)
			c.errs = append(c.errs, r.diagnose(err))
			continue
		}
		rule := converter(n).rule(node)
		first := c.defined[n.key(rule.Name)]
		switch {
		case node.DefinedAs.Value == "=":
			c.rules = append(c.rules, rule)
			if first == nil {
				c.defined[n.key(rule.Name)] = rule
			}
		case first != nil:
			all := &first.Elements.Concatenations
			*all = append(*all, rule.Elements.Concatenations...)
		default:
			c.errs = append(c.errs, &SyntaxError{
				Pos: position(node.DefinedAs.Pos), Rule: rule.Name,
				Found: describe(node.DefinedAs), Expected: []string{`"="`},
				Message: "no earlier rule has this name",
			})
		}
	}
	return nil
}

// converter turns the nodes of the parser into the exported ones. It cannot fail:
// the lexer has checked the tokens.
type converter Notation

func (c converter) rule(node *ruleNode) *Rule {
	return &Rule{
		Pos:      position(node.Name.Pos),
		Name:     node.Name.Value,
		Elements: c.alternation(node.Elements),
		EndLine:  node.Tokens[len(node.Tokens)-1].Pos.Line,
	}
}

func (c converter) alternation(node *alternationNode) *Alternation {
	a := &Alternation{Concatenations: make([]*Concatenation, len(node.Concatenations))}
	for i, x := range node.Concatenations {
		a.Concatenations[i] = c.concatenation(x)
	}
	a.Pos = a.Concatenations[0].Pos
	return a
}

func (c converter) concatenation(node *concatenationNode) *Concatenation {
	seq := &Concatenation{Repetitions: make([]*Repetition, len(node.Repetitions))}
	for i, x := range node.Repetitions {
		seq.Repetitions[i] = c.repetition(x)
	}
	seq.Pos = seq.Repetitions[0].Pos
	return seq
}

func (c converter) repetition(node *repetitionNode) *Repetition {
	r := &Repetition{Pos: position(node.Pos), Min: 1, Max: 1, Element: c.element(node.Element)}
	if node.Repeat != "" {
		r.Min, r.Max, _ = parseRepeat(node.Repeat)
	}
	return r
}

func (c converter) element(node *elementNode) Element {
	pos := position(node.Pos)
	switch {
	case node.Group != nil:
		return &Group{Pos: pos, Alternation: c.alternation(node.Group)}
	case node.Option != nil:
		return &Option{Pos: pos, Alternation: c.alternation(node.Option)}
	}
	text := node.Token.Value
	switch node.Token.Type {
	case tokLiteral:
		prefix, text, _ := strings.Cut(strings.TrimSuffix(text, `"`), `"`)
		sensitive := Notation(c) == RFC822 || strings.EqualFold(prefix, "%s")
		return &CharVal{Pos: pos, Text: text, CaseSensitive: sensitive}
	case tokNumber:
		base, values, isRange, _ := parseNumber(text)
		return &NumVal{Pos: pos, Base: base, Values: values, Range: isRange}
	case tokProse:
		if Notation(c) == RFC822 && text == `<">` {
			return &CharVal{Pos: pos, Text: `"`, CaseSensitive: true}
		}
		return &ProseVal{Pos: pos, Text: text[1 : len(text)-1]}
	}
	return &Rulename{Pos: pos, Name: text}
}

func position(p lexer.Position) Pos {
	return Pos{File: p.Filename, Line: p.Line, Column: p.Column}
}
