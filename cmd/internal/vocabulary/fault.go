package vocabulary

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
)

// Fault says why there is no result, and which of several strings is at fault. In JSON it
// is the error, whose members are in this order: in, offset, expected, rule, section,
// document, message, length. Only the message is always there. After an in comes the message,
// because the offset is one in the string that in names.
type Fault struct {
	In       string // "base", "reference", "target", or "result" if these are right; "" if there is only one input
	Message  string
	Offset   *int // if it is known
	Expected []string
	Rule     string
	Section  string // as it is cited, see [CitedSection]
	Length   int64  // of an input that is too long to be read, in bytes
}

// NewFault describes an error. The string in is the input that is at fault unless the
// error names another one; it is "" if there is only one input.
func NewFault(in string, err error) Fault {
	faulty, ok := errors.AsType[ast.FaultError](err)
	if !ok {
		return Fault{In: in, Message: err.Error()}
	}
	cause := faulty.Fault()
	if syntax, ok := errors.AsType[*grammar.SyntaxError](err); ok {
		if mark := ByteOrderMark(syntax.Input); mark != "" {
			cause.Message += "; " + mark
		}
	}
	if in != "" && cause.In != "" {
		in = cause.In
	}
	f := Fault{In: in, Message: cause.Message, Expected: cause.Expected, Rule: cause.Rule, Section: cause.Section}
	if cause.Offset >= 0 {
		f.Offset = &cause.Offset
	}
	return f
}

// ByteOrderMark says that an input that does not conform begins with a byte order mark. It
// is "" if it does not.
func ByteOrderMark(input string) string {
	switch {
	case strings.HasPrefix(input, "\xEF\xBB\xBF"):
		return "the input begins with a byte order mark"
	case strings.HasPrefix(input, "\xFF\xFE"), strings.HasPrefix(input, "\xFE\xFF"):
		return "the input begins with a byte order mark of UTF-16"
	}
	return ""
}

// AppendJSON appends the fault as a JSON object.
func (f *Fault) AppendJSON(out []byte) []byte {
	first := byte('{')
	member := func(name string, value []byte) {
		out = append(append(out, first, '"'), name...)
		out = append(append(out, '"', ':'), value...)
		first = ','
	}
	if f.In != "" {
		member("in", JSON(f.In))
		member("message", JSON(f.Message))
	}
	if f.Offset != nil {
		member("offset", strconv.AppendInt(nil, int64(*f.Offset), 10))
	}
	if f.Expected != nil {
		member("expected", JSON(f.Expected))
	}
	if f.Rule != "" {
		member("rule", JSON(f.Rule))
	}
	if f.Section != "" {
		cited := CitedSection(f.Section)
		member("section", JSON(cited.Section))
		if cited.Document != "" {
			member("document", JSON(cited.Document))
		}
	}
	if f.In == "" {
		member("message", JSON(f.Message))
	}
	if f.Length > 0 {
		member("length", strconv.AppendInt(nil, f.Length, 10))
	}
	return append(out, '}')
}

// MarshalJSON returns the fault as a JSON object.
func (f *Fault) MarshalJSON() ([]byte, error) { return f.AppendJSON(nil), nil }

var _ json.Marshaler = (*Fault)(nil)
