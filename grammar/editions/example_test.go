package editions_test

import (
	"errors"
	"fmt"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
)

// The values of --edition name the documents.
func ExampleLookup() {
	e, ok := editions.Lookup("url-syntax-09")
	fmt.Println(ok, e.Grammar().Source().Title, e.Document().Date)
	_, ok = editions.Lookup("rfc0")
	fmt.Println(ok)
	// Output:
	// true Uniform Resource Locators (URL): Generic Syntax and Semantics 1997-10-21
	// false
}

// How the answer changes from edition to edition. [editions.All] has them all.
func Example_history() {
	for _, s := range []string{"http://host?q", "http://a:b:c/", "foo:[a]"} {
		fmt.Printf("%s:", s)
		for _, e := range []*grammar.Edition{editions.URLSyntax02, editions.URLSyntax09, editions.RFC2396bis00, editions.RFC3986} {
			if e.Valid(s) {
				fmt.Printf(" %s", e)
			}
		}
		fmt.Println()
	}
	// Output:
	// http://host?q: rfc2396bis-00 rfc3986
	// http://a:b:c/: url-syntax-09 rfc2396bis-00
	// foo:[a]: rfc2396bis-00
}

// Why a string does not conform, and where.
func Example() {
	err := editions.RFC3986.Check("http://a/%zz")
	fmt.Println(err)
	var syntax *grammar.SyntaxError
	if errors.As(err, &syntax) {
		fmt.Println(syntax.Input[:syntax.Offset], syntax.Rule, syntax.Expected)
	}
	// Output:
	// rfc3986: offset 10: "z" in pct-encoded (section 2.1), expected HEXDIG
	// http://a/% pct-encoded [HEXDIG]
}
