package bnf

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// SyntaxError says where a text cannot be read, and why. [Read] and
// [ReadExpression] return it. It is about the text of a grammar; that of a
// reference has the SyntaxError of package grammar.
type SyntaxError struct {
	Pos      Pos      // of what was found
	Rule     string   // the rule that contains it; "" outside rules and in an expression
	Found    string   // the token in quotes, or a description of it
	Expected []string // descriptions of what may stand there
	Message  string   // what is wrong, or what to write instead; may be ""
}

// Error returns one line in the form that editors understand:
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

// diagnose returns the error of a rule or expression that begins with the token of index
// start and cannot be read at the current token. It moves the reader on to the rule after
// it.
//
// Since nothing is read twice, no text is right that begins with the tokens up to the
// current one. What may take its place follows from the token before it and the brackets
// that are open.
func (r *reader) diagnose(start int) *SyntaxError {
	here := context{notation: r.notation, rules: r.rules}
	first, bad := r.tokens[start], r.peek()
	for _, t := range r.tokens[start:r.at] {
		here.pass(t)
	}
	if r.at == start {
		r.take()
	}
	colon := r.peek().kind == tokIllegal && strings.HasPrefix(r.peek().text, ":")
	for t := r.peek(); t.kind != tokHead && t.kind != tokEnd; t = r.peek() {
		r.take()
	}
	e := &SyntaxError{Pos: bad.pos, Found: describe(bad), Expected: here.expected(), Message: here.hint(bad)}
	if first.kind == tokHead {
		e.Rule = first.text
	}
	if here.atStart() && colon {
		e.Message = `a rule is defined with "=", not with ":=" or "::="`
	}
	return e
}

// context is what has been read of a rule or expression.
type context struct {
	notation Notation
	rules    bool    // it is a rule, not an expression
	last     token   // the last token; the zero value at the beginning
	open     []token // the brackets that are open
}

// pass adds a token that is correct.
func (c *context) pass(t token) {
	c.last = t
	switch t.kind {
	case tokLeftParen, tokLeftBracket:
		c.open = append(c.open, t)
	case tokRightParen, tokRightBracket:
		c.open = c.open[:len(c.open)-1]
	}
}

// atStart reports whether nothing has been read, so that a rule must come next.
func (c *context) atStart() bool { return c.rules && c.last == token{} }

// needsElement reports whether only an element can come next.
func (c *context) needsElement() bool {
	switch c.last.kind {
	case tokName, tokLiteral, tokNumber, tokProse, tokRightParen, tokRightBracket, tokHead:
		return false
	}
	return true
}

// expected describes what can come next.
func (c *context) expected() []string {
	switch {
	case c.atStart():
		return []string{"a rule"}
	case c.last.kind == tokHead:
		return []string{`"="`}
	case c.needsElement():
		return []string{"an element"}
	}
	choices := []string{"an element", `"|"`}
	if c.notation == ABNF {
		choices[1] = `"/"`
	}
	switch {
	case len(c.open) > 0 && c.innermost().kind == tokLeftParen:
		return append(choices, `")"`)
	case len(c.open) > 0:
		return append(choices, `"]"`)
	case c.rules:
		return append(choices, "the next rule")
	}
	return append(choices, "the end")
}

func (c *context) innermost() token { return c.open[len(c.open)-1] }

// hint says what is wrong with a token that cannot come next.
func (c *context) hint(bad token) string {
	switch {
	case bad.kind == tokIllegal:
		return c.notation.complaint(bad.text)
	case c.atStart():
		return `a rule is a name at the beginning of a line, "=" and a definition`
	case bad.kind == tokDefinedAs && c.rules:
		return `a "=" that stands for itself must be quoted, and a rule begins on a line of its own`
	case bad.kind == tokDefinedAs:
		return `an expression is what comes after the "=" of a rule`
	case c.last.kind == tokRepeat:
		return "a count comes before what it repeats"
	case c.needsElement():
		return `the empty string is written ""`
	case len(c.open) > 0:
		b := c.innermost()
		return fmt.Sprintf("the %q of line %d, column %d is not closed", b.text, b.pos.Line, b.pos.Column)
	case bad.kind == tokRightParen:
		return `no "(" is open`
	}
	// Any other token can follow a complete element.
	return `no "[" is open`
}

// complaint says why a text is not a token.
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
		return "write %x41 for a value, %x41-5A for a range and %x41.42 for a string; the base is x, d or b, and the greatest value is %x10FFFF"
	case c == '(', c == '[':
		return fmt.Sprintf("brackets nest at most %d deep", maxDepth)
	case len(text) > 1 && strings.ContainsRune(text, '#'):
		return fmt.Sprintf("in <n>#<m>element, m is at least n and not 0; lists stand for at most %d elements", maxListed)
	case c == '#':
		return `what a "#" list is has to be declared, or write x *( "," x )`
	case c == ':':
		return `a rule is defined with "="`
	case c == '\'':
		return "a literal is written in double quotes"
	case isLetter(c):
		return `in this notation a rule name contains only letters, digits and "-"`
	case isDigit(c), c == '*':
		return fmt.Sprintf("a count is at most %d", maxCount)
	case c < ' ', c == 0x7F:
		return fmt.Sprintf("a control character is written %%x%02X", c)
	case c >= utf8.RuneSelf:
		return "a grammar is written in ASCII"
	}
	return "a character that stands for itself must be quoted"
}

// maxFound is how many bytes of a token an error shows at most.
const maxFound = 40

// describe returns what an error calls a token.
func describe(t token) string {
	switch {
	case t.kind == tokEnd:
		return "the end of the text"
	case t.kind == tokHead:
		return "the rule " + clip(t.text)
	case t.kind == tokIllegal && strings.Contains(t.text, `"`):
		return "the literal " + clip(t.text)
	case t.kind == tokIllegal:
		r, size := utf8.DecodeRuneInString(t.text)
		switch {
		case r == utf8.RuneError && size == 1:
			return fmt.Sprintf("the byte 0x%02X", t.text[0])
		case r < ' ' || r > '~':
			return fmt.Sprintf("%U", r)
		}
	}
	if strings.Contains(t.text, `"`) {
		return clip(t.text)
	}
	return `"` + clip(t.text) + `"`
}

func clip(text string) string {
	if len(text) > maxFound {
		return text[:maxFound] + "..."
	}
	return text
}
