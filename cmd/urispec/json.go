package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
)

// json writes v, which is an *object or a struct, as one line of JSON Lines.
func (s *session) json(v any) {
	o, ok := v.(*object)
	if !ok {
		o = new(object)
		o.open = bytes.TrimSuffix(jsonOf(v), []byte("}"))
	}
	if s.place.file != "" { // its members come first
		s.stdout.Write(s.place.object().open)
		s.stdout.WriteByte(',')
		s.stdout.Write(o.open[len("{"):])
	} else {
		s.stdout.Write(o.open)
	}
	s.stdout.WriteString("}\n")
}

// jsonOf returns v as JSON. It does not escape characters of HTML, so that "&" stays
// legible in references.
func jsonOf(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v) // the values are of this package, which can always be encoded
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// object is a JSON object that is built member by member. The members keep the order
// in which they are added.
type object struct{ open []byte } // without the brace at the end

func (o *object) add(name string, value any) {
	o.name(name)
	switch v := value.(type) {
	case nil:
		o.open = append(o.open, "null"...)
	case bool:
		o.open = strconv.AppendBool(o.open, v)
	default:
		o.open = append(o.open, jsonOf(value)...)
	}
}

// text adds a string: as name, or as name_base64 if it is not valid UTF-8.
func (o *object) text(name, s string) {
	switch {
	case isPlain(s) && !strings.ContainsAny(s, `"\`):
		// Nothing has to be escaped, as in every reference that conforms.
		o.name(name)
		o.open = append(append(append(o.open, '"'), s...), '"')
	case utf8.ValidString(s):
		o.add(name, s)
	default:
		o.add(name+"_base64", []byte(s))
	}
}

// edition adds the name of an edition, and says so if its errata are applied.
func (o *object) edition(e *grammar.Edition) {
	o.text("edition", e.Name())
	if e.Grammar().IsCorrected() {
		o.add("corrected", true)
	}
}

// optional adds a string, or null if it is absent.
func (o *object) optional(name, s string, present bool) {
	if present {
		o.text(name, s)
	} else {
		o.add(name, nil)
	}
}

// name begins a member. Names need no escapes.
func (o *object) name(name string) {
	before := `,"`
	if o.open == nil {
		before = `{"`
	}
	o.open = append(append(append(o.open, before...), name...), `":`...)
}

// MarshalJSON returns the whole object.
func (o *object) MarshalJSON() ([]byte, error) { return append(o.open, '}'), nil }

// errorJSON says why a string does not conform.
type errorJSON struct {
	Offset   int      `json:"offset"`
	Expected []string `json:"expected"`
	Rule     string   `json:"rule"`
	Section  string   `json:"section"`
	Message  string   `json:"message"`
}

// messageJSON is an error without a position in the input.
type messageJSON struct {
	Message string `json:"message"`
}

// reasonJSON returns the JSON for an error from checking or parsing.
func reasonJSON(err error) any {
	if faulty, ok := errors.AsType[ast.FaultError](err); ok {
		f := faulty.Fault()
		return &errorJSON{f.Offset, list(f.Expected), f.Rule, f.Section, f.Message}
	}
	return messageJSON{err.Error()}
}

// list returns items, as a list that is [] in JSON if it is empty.
func list[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}
