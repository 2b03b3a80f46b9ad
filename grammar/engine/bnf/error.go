package bnf

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// SyntaxError says where a text cannot be read, and why.
type SyntaxError struct {
	Pos      Pos      // where Found begins
	Rule     string   // the rule it stands in; empty outside rules and in an expression
	Found    string   // for people: the token in quotes, or what it is
	Expected []string // for people: what may stand there
	Message  string   // what is wrong or what to write instead; may be empty
}

// Error returns the error in one line, in the form that editors understand:
//
//	rfc1738.bnf:70:41: gopherurl: found "/", expected an element; in this
//	notation "|" separates alternatives and a slash must be quoted
func (e *SyntaxError) Error() string {
	var b strings.Builder
	b.WriteString(e.Pos.String())
	if e.Rule != "" {
		b.WriteString(": " + e.Rule)
	}
	separator := ": "
	if e.Found != "" {
		b.WriteString(": found " + e.Found + ", expected " + either(e.Expected))
		separator = "; "
	}
	if e.Message != "" {
		b.WriteString(separator + e.Message)
	}
	return b.String()
}

// either lists choices: "a", "a or b", "a, b or c".
func either(choices []string) string {
	last := len(choices) - 1
	if last == 0 {
		return choices[0]
	}
	return strings.Join(choices[:last], ", ") + " or " + choices[last]
}

// diagnose turns participle's error about the rule or expression that the
// reader stands before into a SyntaxError, and goes on to the next rule.
//
// Participle tells which token it cannot use. Since nothing is read twice,
// this is the first one after which no text could be right. What may stand in
// its place follows from the token before it and the brackets that are open.
func (r *reader) diagnose(err error) *SyntaxError {
	perr := err.(participle.Error) // as all its errors are
	here := context{notation: r.notation, rules: r.rules}
	first := *r.Peek()
	for !r.Peek().EOF() && r.Peek().Pos.Offset < perr.Position().Offset {
		here.pass(*r.Next())
	}
	bad := *r.Peek()
	if bad == first {
		r.Next()
	}
	for t := r.Peek(); t.Type != tokHead && !t.EOF(); t = r.Peek() {
		r.Next()
	}

	e := &SyntaxError{Pos: position(bad.Pos)}
	if first.Type == tokHead {
		e.Rule = first.Value
	}
	if _, ok := err.(*participle.UnexpectedTokenError); !ok {
		e.Message = perr.Message() // a limit of participle's
		return e
	}
	e.Found = describe(bad)
	e.Expected = here.expected()
	e.Message = here.hint(bad)
	return e
}

// context is what was read of a rule or expression before a token.
type context struct {
	notation Notation
	rules    bool          // a rule is being read, not an expression
	last     lexer.Token   // the zero value at the beginning
	open     []lexer.Token // brackets
}

// pass reads on over a token that is in order.
func (c *context) pass(t lexer.Token) {
	c.last = t
	switch t.Type {
	case tokLeftParen, tokLeftBracket:
		c.open = append(c.open, t)
	case tokRightParen, tokRightBracket:
		c.open = c.open[:len(c.open)-1]
	}
}

// atStart says that nothing was read: what comes next has to be a rule.
func (c *context) atStart() bool { return c.rules && c.last == lexer.Token{} }

// needsElement says whether only an element can come next.
func (c *context) needsElement() bool {
	switch c.last.Type {
	case tokName, tokLiteral, tokNumber, tokProse, tokRightParen, tokRightBracket, tokHead:
		return false
	}
	return true
}

func (c *context) expected() []string {
	switch {
	case c.atStart():
		return []string{"a rule"}
	case c.last.Type == tokHead:
		return []string{`"="`}
	case c.needsElement():
		return []string{"an element"}
	}
	choices := []string{"an element", `"|"`}
	if c.notation == ABNF {
		choices[1] = `"/"`
	}
	switch {
	case len(c.open) > 0 && c.innermost().Type == tokLeftParen:
		return append(choices, `")"`)
	case len(c.open) > 0:
		return append(choices, `"]"`)
	case c.rules:
		return append(choices, "the next rule")
	}
	return append(choices, "the end")
}

func (c *context) innermost() lexer.Token { return c.open[len(c.open)-1] }

// hint says what is wrong with a token that cannot come next.
func (c *context) hint(bad lexer.Token) string {
	switch {
	case bad.Type == tokIllegal:
		return c.notation.complaint(bad.Value)
	case c.atStart():
		return `a rule is a name at the beginning of a line, "=" and a definition`
	case bad.Type == tokDefinedAs && c.rules:
		return `a "=" that stands for itself must be quoted, and a rule begins on a line of its own`
	case bad.Type == tokDefinedAs:
		return `an expression is what stands behind the "=" of a rule`
	case c.last.Type == tokRepeat:
		return "a count stands before what it repeats"
	case c.needsElement():
		return `the empty string is written ""`
	case len(c.open) > 0:
		b := c.innermost()
		return fmt.Sprintf("the %q of line %d, column %d is not closed", b.Value, b.Pos.Line, b.Pos.Column)
	case bad.Type == tokRightParen:
		return `no "(" is open`
	}
	// All else can follow a complete element.
	return `no "[" is open`
}

// complaint says why the lexer could make nothing of a text.
func (n Notation) complaint(text string) string {
	switch c := text[0]; {
	case c == '"', c == '%' && strings.Contains(text, `"`):
		return "the literal is not closed on its line"
	case c == '<':
		return "the prose value is not closed on its line"
	case c == '/':
		return `in this notation "|" separates alternatives and a slash must be quoted`
	case c == '|':
		return `in this notation "/" separates alternatives and a "|" must be quoted`
	case c == '=':
		return `in this notation a rule has one definition with all its alternatives`
	case text == "%s", text == "%S", text == "%i", text == "%I":
		return "in this notation a literal is case-sensitive without a prefix"
	case c == '%':
		return "a value is written %x41, a range %x41-5A and a string %x41.42, with x, d or b, up to %x10FFFF"
	case c == '(', c == '[':
		return fmt.Sprintf("brackets nest at most %d deep", maxDepth)
	case c == '#':
		return `for the #rule of RFC 822 write x *( "," x )`
	case c == ':':
		return `a rule is defined with "="`
	case c == '\'':
		return "a literal stands in double quotes"
	case isLetter(c):
		return `a rule name has letters, digits and "-" in this notation`
	case isDigit(c), c == '*':
		return fmt.Sprintf("a count is at most %d", maxCount)
	case c < ' ', c == 0x7F:
		return fmt.Sprintf("a control character is written %%x%02X", c)
	case c >= utf8.RuneSelf:
		return "a grammar is written in ASCII"
	}
	return "what stands for itself must be quoted"
}

// maxFound bounds, in bytes, how much of a token an error shows.
const maxFound = 40

// describe names a token for people.
func describe(t lexer.Token) string {
	switch {
	case t.EOF():
		return "the end of the text"
	case t.Type == tokHead:
		return "the rule " + clip(t.Value)
	case t.Type == tokIllegal && strings.Contains(t.Value, `"`):
		return "the literal " + clip(t.Value)
	case t.Type == tokIllegal:
		r, size := utf8.DecodeRuneInString(t.Value)
		switch {
		case r == utf8.RuneError && size == 1:
			return fmt.Sprintf("the byte 0x%02X", t.Value[0])
		case r < ' ' || r > '~':
			return fmt.Sprintf("%U", r)
		}
	}
	if strings.Contains(t.Value, `"`) {
		return clip(t.Value)
	}
	return `"` + clip(t.Value) + `"`
}

func clip(text string) string {
	if len(text) > maxFound {
		return text[:maxFound] + "..."
	}
	return text
}
