package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
)

// fault says why there is no result, and which of several strings is at fault. In JSON it
// is the error, whose members are in this order: in, offset, expected, rule, section,
// document, message, length. Only the message is always there. After an in comes the message,
// because the offset is one in the string that in names.
type fault struct {
	In       string // "base", "reference", "target", or "result" if these are right; "" if there is only one input
	Message  string
	Offset   *int // if it is known
	Expected []string
	Rule     string
	Section  string
	Length   int64 // of an input that is too long to be read, in bytes

	text string // for people, if Message is not enough
	at   int    // the offset, if it is one in the record itself and known
}

// newFault describes an error. The string in is the input that is at fault unless the
// error names another one; it is "" if there is only one input.
func newFault(in string, err error) *fault {
	faulty, ok := errors.AsType[ast.FaultError](err)
	if !ok {
		return &fault{In: in, Message: err.Error()}
	}
	cause := faulty.Fault()
	if syntax, ok := errors.AsType[*grammar.SyntaxError](err); ok {
		if mark := byteOrderMark(syntax.Input); mark != "" {
			cause.Message += "; " + mark
		}
	}
	own := in == "" || cause.In == "" || cause.In == in
	if !own {
		in = cause.In
	}
	f := &fault{In: in, Message: cause.Message, Expected: cause.Expected, Rule: cause.Rule, Section: cause.Section}
	if cause.Offset >= 0 {
		f.Offset = &cause.Offset
		if own {
			f.at = cause.Offset
		}
	}
	switch {
	case cause.Whole:
		// The message is about the whole string, so the offset would not help.
	case cause.Offset >= 0:
		f.text = fmt.Sprintf("offset %d of the %s: %s", cause.Offset, in, cause.Message)
	case in == "result" && cause.Text != "":
		f.text = fmt.Sprintf("in %s %s", beginning(cause.Text, lineWidth), cause.Message)
	}
	return f
}

// byteOrderMark says that an input that does not conform begins with a byte order mark. It
// is "" if it does not.
func byteOrderMark(input string) string {
	switch {
	case strings.HasPrefix(input, "\xEF\xBB\xBF"):
		return "the input begins with a byte order mark"
	case strings.HasPrefix(input, "\xFF\xFE"), strings.HasPrefix(input, "\xFE\xFF"):
		return "the input begins with a byte order mark of UTF-16"
	}
	return ""
}

// json returns what --json writes.
func (f *fault) json() *object {
	out := new(object)
	if f.In != "" {
		out.text("in", f.In)
		out.add("message", f.Message)
	}
	if f.Offset != nil {
		out.add("offset", *f.Offset)
	}
	if f.Expected != nil {
		out.add("expected", f.Expected)
	}
	if f.Rule != "" {
		out.text("rule", f.Rule)
	}
	if f.Section != "" {
		out.section(f.Section)
	}
	if f.In == "" {
		out.add("message", f.Message)
	}
	if f.Length > 0 {
		out.add("length", f.Length)
	}
	return out
}

// line is written for people instead of a result; missing names the result, as in "no
// target". It is in parentheses and has spaces, so it cannot be a reference.
func (f *fault) line(s *session, missing string) string {
	return s.color.bad(legible(fmt.Sprintf("(%s: %s)", missing, f.forPeople())))
}

// forPeople is the message, with the position if that helps.
func (f *fault) forPeople() string {
	if f.text != "" {
		return f.text
	}
	return f.Message
}
