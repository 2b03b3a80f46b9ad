package judge

import (
	"context"
	"errors"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/resolve"
	"github.com/urispec/urispec/resolve/suite"
)

// Edition is an edition as a parser. What it answers is what is right.
type Edition struct{ *grammar.Edition }

// Ask implements [Parser].
func (e Edition) Ask(ctx context.Context, questions []Question) ([]Answer, error) {
	return Func(e.Answer).Ask(ctx, questions)
}

// Answer answers one question. It leaves out what the edition does not say: the offset of a
// string that conforms, the parts of one that does not, the host of a site that is no server
// (rfc2396), and a target if there is an error of another kind than that the target is the
// document itself, which is nil.
func (e Edition) Answer(q Question) Answer {
	a := Answer{Valid: new(true)}
	ref, err := e.Parse(q.Input)
	if syntax := new(grammar.SyntaxError); errors.As(err, &syntax) {
		return Answer{Valid: new(false), Offset: &syntax.Offset}
	} else if err != nil {
		return Answer{} // it is too long
	}
	a.Parts = Parts(suite.ComponentsOf(&ref))
	if q.Base != nil {
		target, err := e.Resolve(*q.Base, q.Input)
		if err == nil {
			a.Parts[Target] = &target
		} else if same := new(resolve.SameDocumentError); errors.As(err, &same) {
			a.Parts[Target] = nil
		}
	}
	return a
}
