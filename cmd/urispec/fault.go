package main

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/cmd/internal/vocabulary"
)

// fault says why there is no result, to programs and to people.
type fault struct {
	vocabulary.Fault
	text string // for people, if Message is not enough
	at   int    // the offset, if it is one in the record itself and known
}

// newFault describes an error. The string in is the input that is at fault unless the
// error names another one; it is "" if there is only one input.
func newFault(in string, err error) *fault {
	f := &fault{Fault: vocabulary.NewFault(in, err)}
	faulty, ok := errors.AsType[ast.FaultError](err)
	if !ok {
		return f
	}
	cause := faulty.Fault()
	if f.Offset != nil && (in == "" || f.In == in) {
		f.at = *f.Offset
	}
	switch {
	case cause.Whole:
		// The message is about the whole string, so the offset would not help.
	case f.Offset != nil:
		f.text = fmt.Sprintf("offset %d of the %s: %s", *f.Offset, f.In, f.Message)
	case f.In == "result" && cause.Text != "":
		f.text = fmt.Sprintf("in %s %s", beginning(cause.Text, lineWidth), f.Message)
	}
	return f
}

// json returns what --json writes.
func (f *fault) json() *object {
	return &object{open: bytes.TrimSuffix(f.AppendJSON(nil), []byte("}"))}
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
