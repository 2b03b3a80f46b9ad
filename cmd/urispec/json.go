package main

import (
	"encoding/json"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar"
)

// json writes v as one line of JSON Lines. Characters of HTML are not escaped,
// so that "&" stays legible in references.
func (s *session) json(v any) {
	enc := json.NewEncoder(s.stdout)
	enc.SetEscapeHTML(false)
	// The values are structs of this package, which can be encoded, and errors
	// of writing stay with the session.
	_ = enc.Encode(v)
}

// inputJSON is an input: "input", or "input_base64" where it is not valid
// UTF-8, which a string of JSON cannot hold.
type inputJSON struct {
	Input  *string `json:"input,omitempty"`
	Base64 []byte  `json:"input_base64,omitempty"`
}

func newInputJSON(ref string) inputJSON {
	if utf8.ValidString(ref) {
		return inputJSON{Input: &ref}
	}
	return inputJSON{Base64: []byte(ref)}
}

// errorJSON is a [grammar.SyntaxError].
type errorJSON struct {
	Offset   int      `json:"offset"`
	Expected []string `json:"expected"`
	Rule     string   `json:"rule"`
	Section  string   `json:"section"`
	Message  string   `json:"message"`
}

func newErrorJSON(err *grammar.SyntaxError) *errorJSON {
	return &errorJSON{err.Offset, list(err.Expected), err.Rule, err.Section, err.Message()}
}

// list returns items as a list that JSON writes as [] where it is empty.
func list[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}
