package grammar

import (
	"errors"

	"github.com/urispec/urispec/ast"
)

// Fault implements [ast.FaultError]: it returns the offset, the rule and what was
// expected.
func (err *SyntaxError) Fault() ast.Fault {
	return ast.Fault{
		Text: err.Input, Message: err.Message(), Offset: err.Offset,
		Rule: err.Rule, Section: err.Section, Expected: err.Expected,
	}
}

// Fault implements [ast.FaultError]: it returns the fault of the base: the one of
// Err, or that of the base as a whole.
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

// Fault implements [ast.FaultError]: it returns the message; there is no base that
// it could point into.
func (err *NoBaseError) Fault() ast.Fault {
	return ast.Fault{In: "base", Message: err.Error(), Offset: -1}
}

// Fault implements [ast.FaultError]: it returns the message, which is about the
// target as a whole.
func (err *TargetError) Fault() ast.Fault {
	return ast.Fault{
		In: "target", Text: err.Target, Message: "the target has no scheme: it is relative itself", Offset: -1,
	}
}
