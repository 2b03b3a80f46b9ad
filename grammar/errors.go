package grammar

import (
	"errors"
	"fmt"

	"github.com/urispec/urispec/ast"
)

// NotDefinedError says that an edition does not define what an operation needs.
// It is returned by [Edition.Algorithm] and by all that resolves references
// (rfc1738 has no relative ones), by expand.Expand and by iri.New.
type NotDefinedError struct {
	Edition string
	What    string // "relative form", "abbreviated references"
	Section string // of the edition that says so; "" if none does
	Text    string // the words of that section
	See     string // the first edition that defines it; "" if it is not known
}

func (err *NotDefinedError) Error() string {
	m := err.Edition + " defines no " + err.What
	if err.Section != "" {
		m += fmt.Sprintf(" (section %s: %q)", err.Section, err.Text)
	}
	if err.See != "" {
		m += "; " + err.See + " does"
	}
	return m
}

// Fault returns the offset, the rule and what was expected.
func (err *SyntaxError) Fault() ast.Fault {
	return ast.Fault{
		Text: err.Input, Message: err.Message(), Offset: err.Offset,
		Rule: err.Rule, Section: err.Section, Expected: err.Expected,
	}
}

// Fault returns the fault of the base: the one of Err, or that of the base as a
// whole.
func (err *BaseError) Fault() ast.Fault {
	var f ast.Fault
	if syntax, ok := errors.AsType[*SyntaxError](err.Err); ok {
		f = syntax.Fault()
	}
	if f.Message != err.Message {
		f.Message, f.Section, f.Whole = err.Message, err.Section, true
	}
	f.In, f.Text, f.Offset = "base", err.Base, err.Offset
	return f
}

// Fault returns the message; there is no base that it could point into.
func (err *NoBaseError) Fault() ast.Fault {
	return ast.Fault{In: "base", Message: err.Error(), Offset: -1}
}

// Fault returns the message, which is about the target as a whole.
func (err *TargetError) Fault() ast.Fault {
	return ast.Fault{
		In: "target", Text: err.Target, Message: "the target has no scheme: it is relative itself", Offset: -1,
	}
}
