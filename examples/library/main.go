// Command library shows the library in one screen: it checks a reference, says
// why another one fails, takes one apart, resolves one and normalizes one:
//
//	go run ./examples/library
package main

import (
	"errors"
	"fmt"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
)

func main() {
	e := editions.RFC3986 // or editions.Lookup("rfc1738")

	fmt.Println(e.Valid("//a/b;x"))        // true: it conforms as a reference
	fmt.Println(e.URIs().Valid("//a/b;x")) // false: it has no scheme

	var syntax *grammar.SyntaxError
	if errors.As(e.Check("http://a/%zz"), &syntax) {
		// 10 pct-encoded 2.1 [HEXDIG]
		fmt.Println(syntax.Offset, syntax.Rule, syntax.Section, syntax.Expected)
	}

	var ref ast.Reference // can be used again and again
	if err := e.ParseInto(&ref, "http://h:/p?#f"); err == nil {
		for name, span := range ref.Walk() { // scheme "http", ..., port "", ..., fragment "f"
			fmt.Printf("%s %q\n", name, ref.Text(span))
		}
	}

	target, err := e.Resolve("http://a/b/c/d;p?q", "../g")
	fmt.Println(target, err) // http://a/b/g <nil>

	same, err := e.Normalize("HTTP://A:80/%7eb/./c")
	fmt.Println(same, err) // http://a/~b/c <nil>
}
