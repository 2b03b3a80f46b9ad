package compose

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/resolve/escape"
)

// EncodeError says that some data cannot be written in a component. [Encode] and
// [Escaper.Encode] return it.
type EncodeError struct {
	Edition, Component string
	Rule, Section      string // the rule of the component, and the section that defines it
	Data               string
	Offset             int // of the first octet in Data that cannot stand there, in bytes; len(Data) if the end is wrong
	Why                string
	// Err is the [*grammar.SyntaxError] of the rule, which says what was expected. Its
	// Input is the escaped data. Err is nil if the rule is that of one character.
	Err error
}

// Error returns one line: `url-syntax-02: offset 1: "_" cannot stand in the
// host, which has no escapes (rule host, section 4.3.1)`.
func (err *EncodeError) Error() string {
	return fmt.Sprintf("%s: offset %d: %s (rule %s, section %s)", err.Edition, err.Offset, err.Why, err.Rule, err.Section)
}

// Unwrap returns Err.
func (err *EncodeError) Unwrap() error { return err.Err }

// Fault implements [ast.FaultError]: it returns the fault of the data.
func (err *EncodeError) Fault() ast.Fault {
	return ast.Fault{In: "data", Text: err.Data, Message: err.Why, Offset: err.Offset, Rule: err.Rule, Section: err.Section}
}

// DecodeError says why text cannot be decoded: it does not conform to the component's
// rule, or the decoded data would not mean the same. [Decode] and [Escaper.Decode]
// return it.
type DecodeError struct {
	Edition   string
	Component string // "" if it is not known
	Rule      string // of the component
	Section   string // of the edition that says so
	Text      string
	// Offset is the byte offset in Text of the escape that cannot be decoded. If there
	// is none, it is the length in bytes of the longest prefix of Text with which a
	// conforming text begins.
	Offset int
	Why    string
	// Err is the [*grammar.SyntaxError] of the rule if Text does not conform to it. It
	// is nil if the rule is that of one character.
	Err error
}

// Error returns one line: `rfc3986: offset 1: "%2F" in the path is data of one
// of its parts; split it into segments and decode each (section 2.4)`.
func (err *DecodeError) Error() string {
	return fmt.Sprintf("%s: offset %d: %s (section %s)", err.Edition, err.Offset, err.Why, err.Section)
}

// Unwrap returns Err.
func (err *DecodeError) Unwrap() error { return err.Err }

// Fault implements [ast.FaultError]: it returns the fault of the text.
func (err *DecodeError) Fault() ast.Fault {
	return ast.Fault{In: "text", Text: err.Text, Message: err.Why, Offset: err.Offset, Rule: err.Rule, Section: err.Section}
}

// encodeError explains why text, which is data escaped, does not conform.
func (s *Escaper) encodeError(data, text string) error {
	offset, why, cause := s.fault(text)
	if s.escapes {
		offset = s.dataOffset(data, offset)
	} else if i := strings.IndexByte(text, '%'); i >= 0 && (i < offset || s.accepts(text)) {
		// As text it conforms, or might do so later; as data it cannot.
		offset, why, cause = i, fmt.Sprintf(`"%%" cannot stand in %s unescaped`, phrase(s.component)), nil
	}
	return &EncodeError{
		Edition: s.edition.Name(), Component: s.component, Rule: s.rule.Rule, Section: s.rule.Section,
		Data: data, Offset: offset, Why: why, Err: cause,
	}
}

// bracketError refuses an IP address that would be escaped into a name.
func (s *Escaper) bracketError(data string) error {
	return &EncodeError{
		Edition: s.edition.Name(), Component: s.component, Rule: s.rule.Rule, Section: s.rule.Section,
		Data: data, Offset: strings.IndexByte(data, ':'), Why: fmt.Sprintf(`an IP address with ":" is written in brackets: "[%s]"`, data),
	}
}

// decodeError explains why text does not conform.
func (s *Escaper) decodeError(text string) error {
	offset, why, cause := s.fault(text)
	err := &DecodeError{
		Edition: s.edition.Name(), Component: s.component, Section: s.edition.Document().Separate,
		Text: text, Offset: offset, Why: why, Err: cause,
	}
	if s.rule != nil {
		err.Rule, err.Section = s.rule.Rule, s.rule.Section
	}
	return err
}

// dividerError refuses to decode the escape at an offset, whose octet would divide the
// component.
func (s *Escaper) dividerError(text string, offset int, d divider) error {
	return &DecodeError{
		Edition: s.edition.Name(), Component: s.component, Rule: s.rule.Rule, Section: s.edition.Document().Separate,
		Text: text, Offset: offset,
		Why: fmt.Sprintf("%q in %s is data of one of its parts; split it into %s and decode each",
			text[offset:offset+escape.Len], phrase(s.component), d.parts),
	}
}

// literalError refuses to decode a name that would become an IP literal.
func (s *Escaper) literalError(text string) error {
	return &DecodeError{
		Edition: s.edition.Name(), Component: s.component, Rule: s.rule.Rule, Section: s.rule.Section,
		Text: text, Why: "the host is a name; decoded, it would be an IP literal",
	}
}

// fault finds where and why text does not conform to the component's rule.
func (s *Escaper) fault(text string) (offset int, why string, cause error) {
	expected := ""
	if s.many {
		offset, _ = s.characters(text)
	} else {
		cause = s.rule.Language().Check(text)
		var syntax *grammar.SyntaxError
		if errors.As(cause, &syntax) {
			offset = syntax.Offset
			expected = ", expected " + syntax.Expectation()
		}
	}
	if end := strings.IndexByte(text, s.ends); s.ends != 0 && end >= 0 && (cause == nil || end < offset) {
		offset, expected, cause = end, "", nil
	}
	found := s.edition.Grammar().Found(text, offset)
	_, isData := s.edition.Document().Data[s.component]
	switch {
	case escape.Inside(text, offset):
		why = found + " in an escape, expected a hexadecimal digit"
	case s.rule == nil:
		why = found + " is not data in every component; split the reference into its components, " +
			"split these into their parts, and decode each by its name"
	case offset == len(text):
		why = fmt.Sprintf("%s cannot end here%s", phrase(s.component), expected)
	case isData && !s.escapes:
		why = fmt.Sprintf("%s cannot stand in %s, which has no escapes", found, phrase(s.component))
	default:
		why = fmt.Sprintf("%s cannot stand in %s unescaped", found, phrase(s.component))
	}
	return offset, why, cause
}

// phrase names a component for people.
func phrase(component string) string {
	switch component {
	case "opaque":
		return "the opaque part"
	case "registry":
		return "the registry-based name"
	}
	return "the " + component
}
