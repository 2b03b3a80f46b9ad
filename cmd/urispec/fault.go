package main

import (
	"errors"
	"fmt"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/resolve"
	"github.com/urispec/urispec/resolve/compose"
	"github.com/urispec/urispec/resolve/expand"
	"github.com/urispec/urispec/resolve/iri"
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

// newFault puts an error of package grammar or resolve into words; in is the
// input at hand, "reference" or "target".
func newFault(in string, err error) *fault {
	var (
		base        *grammar.BaseError
		syntax      *grammar.SyntaxError
		target      *grammar.TargetError
		excess      *resolve.ExcessError
		unwritable  *resolve.UnwritableError
		unreachable *resolve.UnreachableError
		encode      *compose.EncodeError
		decode      *compose.DecodeError
		charset     *charsetError
		abbreviated *expand.NotAbbreviatedError
		noBase      *grammar.NoBaseError
		host        *iri.HostError
	)
	switch {
	case errors.As(err, &encode):
		return escapeFault(in, encode.Offset, encode.Why, encode.Rule, encode.Section)
	case errors.As(err, &decode):
		return escapeFault(in, decode.Offset, decode.Why, decode.Rule, decode.Section)
	case errors.As(err, &charset):
		return escapeFault(in, charset.offset, charset.message, "", "")
	case errors.As(err, &host):
		return &fault{In: in, Message: host.Message(), Offset: &host.Offset, Section: host.Section, text: err.Error()}
	case errors.As(err, &base):
		if !errors.As(base.Err, &syntax) {
			return &fault{In: "base", Message: base.Message, Offset: &base.Offset, Section: base.Section}
		}
		f := syntaxFault("base", syntax)
		if base.Message != f.Message {
			// It says more than what stands at the offset: "the base has no scheme".
			f.Message, f.Section, f.text = base.Message, base.Section, ""
		}
		return f
	case errors.As(err, &syntax):
		return syntaxFault(in, syntax)
	case errors.As(err, &target):
		return &fault{In: in, Message: "the target has no scheme: it is relative itself"}
	case errors.As(err, &excess):
		return &fault{In: in, Message: err.Error(), Section: excess.Section}
	case errors.As(err, &unwritable):
		return &fault{In: "result", Message: unwritable.Why, text: "in " + unwritable.Literal + " " + unwritable.Why}
	case errors.As(err, &noBase):
		return &fault{In: "base", Message: err.Error(), text: "there is no base; --base gives one"}
	case errors.As(err, &abbreviated):
		return &fault{In: in, Message: abbreviated.Why}
	case errors.As(err, &unreachable):
		return &fault{In: "result", Message: unreachable.Why}
	}
	return &fault{In: in, Message: err.Error()}
}

func syntaxFault(in string, err *grammar.SyntaxError) *fault {
	message := err.Message()
	return &fault{
		In: in, Message: message, Offset: &err.Offset, Expected: err.Expected, Rule: err.Rule, Section: err.Section,
		text: fmt.Sprintf("offset %d of the %s: %s", err.Offset, in, message),
	}
}

// escapeFault is for the one input of encode or decode, which its place in the
// output names already.
func escapeFault(in string, offset int, why, rule, section string) *fault {
	return &fault{
		Message: why, Offset: &offset, Rule: rule, Section: section,
		text: fmt.Sprintf("offset %d of the %s: %s", offset, in, why),
	}
}

// line is what stands for the missing result, such as "no target", where
// people read one line for each: it is in parentheses and has spaces, so that
// it can be no reference.
func (f *fault) line(s *session, missing string) string {
	text := f.text
	if text == "" {
		text = f.Message
	}
	return s.color.bad(visible(fmt.Sprintf("(%s: %s)", missing, text)))
}
