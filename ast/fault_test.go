package ast_test

import (
	"errors"
	"fmt"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve/compose"
)

// One function shows the errors of all packages.
func ExampleFaultError() {
	show := func(err error) {
		faulty, ok := errors.AsType[ast.FaultError](err)
		if !ok {
			fmt.Println(err)
			return
		}
		fault := faulty.Fault()
		fmt.Println(fault.Text)
		fmt.Printf("%*s^ %s\n", fault.Offset, "", fault.Message)
	}
	show(editions.RFC3986.Check("http://a/%zz"))
	_, err := editions.RFC3986.Resolve("b", "c")
	show(err)
	_, err = compose.Encode(editions.URLSyntax02, "host", "a_b")
	show(err)
	// Output:
	// http://a/%zz
	//           ^ "z" in pct-encoded (section 2.1), expected HEXDIG
	// b
	//  ^ the base has no scheme
	// a_b
	//  ^ "_" cannot stand in the host, which has no escapes
}
