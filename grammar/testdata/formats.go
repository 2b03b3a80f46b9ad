package testdata

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// FormatCase is what a suite says of a string.
type FormatCase struct {
	Suite  string // JSONSchema or Protovalidate
	Format string // "uri", "uri-reference", "iri", "iri-reference" or "uri-template"
	Input  string
	Valid  bool
	About  string // why, in the words of the suite; often ""
}

// The suites of [Formats].
const (
	JSONSchema    = "JSON-Schema-Test-Suite draft2020-12 @44401e0c04"
	Protovalidate = "protovalidate conformance"
)

// Formats returns the cases of formats.jsonl. It panics if they cannot be read.
func Formats() []FormatCase {
	text, err := files.ReadFile("formats.jsonl")
	if err != nil {
		panic(fmt.Sprintf("testdata: %v", err))
	}
	var all []FormatCase
	for d := json.NewDecoder(bytes.NewReader(text)); d.More(); {
		var c FormatCase
		if err := d.Decode(&c); err != nil {
			panic(fmt.Sprintf("testdata: formats.jsonl: case %d: %v", len(all)+1, err))
		}
		all = append(all, c)
	}
	return all
}
