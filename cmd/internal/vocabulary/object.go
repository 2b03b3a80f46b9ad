package vocabulary

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar"
)

// Object is a JSON object that is built member by member, without its last brace. It begins
// with "{".
type Object struct{ Text []byte }

// Name begins a member. Names need no escapes.
func (o *Object) Name(name string) {
	if o.Text[len(o.Text)-1] != '{' {
		o.Text = append(o.Text, ',')
	}
	o.Text = append(append(append(o.Text, '"'), name...), `":`...)
}

// String adds a string: as name, or as name_base64 if it is not valid UTF-8.
func (o *Object) String(name, s string) {
	if utf8.ValidString(s) {
		o.Name(name)
		o.Value(s)
		return
	}
	o.Name(name + "_base64")
	o.Text = append(base64.StdEncoding.AppendEncode(append(o.Text, '"'), []byte(s)), '"')
}

// Value appends a string that is valid UTF-8.
func (o *Object) Value(s string) {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			o.Text = append(o.Text, JSON(s)...)
			return
		}
	}
	o.Text = append(append(append(o.Text, '"'), s...), '"')
}

// Number adds a number.
func (o *Object) Number(name string, n int64) {
	o.Name(name)
	o.Text = strconv.AppendInt(o.Text, n, 10)
}

// Bool adds true or false.
func (o *Object) Bool(name string, b bool) {
	o.Name(name)
	o.Text = strconv.AppendBool(o.Text, b)
}

// Null adds null.
func (o *Object) Null(name string) {
	o.Name(name)
	o.Text = append(o.Text, "null"...)
}

// Optional adds a string, or null if it is absent.
func (o *Object) Optional(name, s string, present bool) {
	if present {
		o.String(name, s)
	} else {
		o.Null(name)
	}
}

// Fault adds an error.
func (o *Object) Fault(f Fault) {
	o.Name("error")
	o.Text = f.AppendJSON(o.Text)
}

// Begin begins a member that is an object.
func (o *Object) Begin(name string) {
	o.Name(name)
	o.Text = append(o.Text, '{')
}

// End ends such a member.
func (o *Object) End() { o.Text = append(o.Text, '}') }

// Verdict adds the members that a result of check begins with. The string in is what is
// at fault if nothing else is, see [NewFault].
func (o *Object) Verdict(e *grammar.Edition, input string, valid bool, in string, err error) {
	o.String("input", input)
	o.String("edition", e.Name())
	if e.Grammar().IsCorrected() {
		o.Bool("corrected", true)
	}
	o.Bool("valid", valid)
	if err != nil {
		o.Fault(NewFault(in, err))
	}
}

// Unread adds the members of a record that could not be read.
func (o *Object) Unread(err error) {
	o.Null("input")
	o.Fault(NewUnread(err))
}

// NewUnread says why a record could not be read.
func NewUnread(err error) Fault {
	f := NewFault("input", err)
	if long, ok := errors.AsType[*LongError](err); ok {
		f.Length = long.Length
	}
	return f
}

// LongError says that a record is longer than the limit, in bytes.
type LongError struct{ Length, Limit int64 }

// Error says how long it is.
func (err *LongError) Error() string {
	return fmt.Sprintf("the record has %d bytes; the limit is %d", err.Length, err.Limit)
}
