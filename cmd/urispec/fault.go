package main

import (
	"errors"
	"fmt"

	"github.com/urispec/urispec/ast"
)

// fault is why there is no result for a string and a base, and in which of
// them that shows.
type fault struct {
	In       string   `json:"in,omitempty"` // "base", "reference", "target", or "result" if both are right; "" if there is one input
	Message  string   `json:"message"`
	Offset   *int     `json:"offset,omitempty"` // where it is known
	Expected []string `json:"expected,omitempty"`
	Rule     string   `json:"rule,omitempty"`
	Section  string   `json:"section,omitempty"`

	text string // for people, where Message does not say all
}

// newFault puts an error into words. in is the input at hand, which is at fault
// unless the error names another one; "" if there is no other.
func newFault(in string, err error) *fault {
	faulty, ok := errors.AsType[ast.FaultError](err)
	if !ok {
		return &fault{In: in, Message: err.Error()}
	}
	cause := faulty.Fault()
	if in != "" && cause.In != "" {
		in = cause.In
	}
	f := &fault{In: in, Message: cause.Message, Expected: cause.Expected, Rule: cause.Rule, Section: cause.Section}
	if cause.Offset >= 0 {
		f.Offset = &cause.Offset
	}
	switch {
	case cause.Whole:
		// The message is about all of the string: the place would not help.
	case cause.Offset >= 0:
		f.text = fmt.Sprintf("offset %d of the %s: %s", cause.Offset, in, cause.Message)
	case in == "result" && cause.Text != "":
		f.text = fmt.Sprintf("in %s %s", cause.Text, cause.Message)
	}
	return f
}

// line is what stands for the missing result, such as "no target", where
// people read one line for each: it is in parentheses and has spaces, so that
// it can be no reference.
func (f *fault) line(s *session, missing string) string {
	return s.color.bad(visible(fmt.Sprintf("(%s: %s)", missing, f.forPeople())))
}

// forPeople is the message, with the place of the fault if that helps.
func (f *fault) forPeople() string {
	if f.text != "" {
		return f.text
	}
	return f.Message
}
