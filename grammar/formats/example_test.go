package formats_test

import (
	"errors"
	"fmt"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions/rfc6874"
	"github.com/urispec/urispec/grammar/formats"
)

func Example() {
	// What validators call: a func(string) bool, or a func(string) error.
	var valid func(string) bool = formats.URI.Valid
	var check func(string) error = formats.URITemplate.Check
	fmt.Println(valid("https://example.com/"), valid("//example.com/"))
	fmt.Println(check("/search{?q,lang}"), check("/search{?q"))
	// Output:
	// true false
	// <nil> rfc6570 corrected: offset 10: end of input in varname (section 2.3), expected ALPHA, DIGIT, "%", "*", ",", ".", ":", "_" or "}"
}

func ExampleFormat_Check() {
	err := formats.URI.Check("http://example.com/a b")
	var syntax *grammar.SyntaxError
	if errors.As(err, &syntax) {
		fmt.Println(syntax.Offset, syntax.Found(), syntax.Rule, syntax.Section)
	}
	// Output: 20 space segment 3.3
}

func ExampleBy() {
	// Zone identifiers, and UTF-8 in hosts, as protovalidate wants them.
	strict, err := grammar.WithOptions(rfc6874.Edition, "utf8-host")
	if err != nil {
		panic(err)
	}
	uri, _ := formats.By(strict, nil).Lookup("uri")
	for _, s := range []string{"http://[fe80::1%25en0]/", "http://caf%C3%A9/", "http://u@caf%C3%28/"} {
		fmt.Println(formats.URI.Valid(s), uri.Valid(s))
	}
	// Output:
	// false true
	// true true
	// true false
}

func ExampleSet() {
	for _, f := range formats.Standard() {
		fmt.Println(f.Name(), f.Language())
	}
	// Output:
	// uri rfc3986 URI
	// uri-reference rfc3986 URI-reference
	// iri rfc3987 IRI
	// iri-reference rfc3987 IRI-reference
	// uri-template rfc6570 corrected URI-Template
}
