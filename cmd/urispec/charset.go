package main

import (
	"fmt"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/ianaindex"

	"github.com/urispec/urispec/ast"
)

// charset is the value of --charset: the coded character set that maps text to
// octets. The zero value is UTF-8, which leaves octets as they are.
type charset struct {
	name     string
	encoding encoding.Encoding // nil for UTF-8
}

// UnmarshalText finds the character set with a name that IANA has registered.
func (c *charset) UnmarshalText(text []byte) error {
	e, err := ianaindex.IANA.Encoding(string(text))
	if err != nil || e == nil {
		return fmt.Errorf("there is no charset %s; give a name from IANA's registry, such as ISO-8859-1, Shift_JIS or UTF-8", quoted(string(text)))
	}
	if c.name, err = ianaindex.MIME.Name(e); err != nil {
		c.name, err = ianaindex.IANA.Name(e)
	}
	if c.name != "UTF-8" {
		c.encoding = e
	}
	return err
}

// octets returns the octets of text, which is UTF-8.
func (c *charset) octets(text string) (string, error) {
	if c.encoding == nil {
		return text, nil
	}
	octets, err := c.encoding.NewEncoder().String(text)
	if err == nil && utf8.ValidString(text) {
		return octets, nil
	}
	for i, r := range text {
		if _, n := utf8.DecodeRuneInString(text[i:]); r == utf8.RuneError && n == 1 {
			return "", &charsetError{text, i, fmt.Sprintf("byte 0x%02X is not UTF-8", text[i])}
		}
		if _, err := c.encoding.NewEncoder().String(string(r)); err != nil {
			return "", &charsetError{text, i, fmt.Sprintf("%s is not in %s", quoted(string(r)), c.name)}
		}
	}
	return "", err
}

// text returns the text, in UTF-8, that octets stand for.
func (c *charset) text(octets string) (string, error) {
	if c.encoding == nil {
		return octets, nil
	}
	return c.encoding.NewDecoder().String(octets)
}

// charsetError says that text is not in a character set.
type charsetError struct {
	text    string
	offset  int // in text, in bytes
	message string
}

func (err *charsetError) Error() string { return fmt.Sprintf("offset %d: %s", err.offset, err.message) }

// Fault implements [ast.FaultError]: it returns the fault of the text, which is
// the data of encode.
func (err *charsetError) Fault() ast.Fault {
	return ast.Fault{In: "data", Text: err.text, Message: err.message, Offset: err.offset}
}
