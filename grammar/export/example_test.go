package export_test

import (
	"fmt"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/export"
)

// A pattern for JSON Schema.
func ExampleExpression() {
	literal, _ := editions.RFC3986.Language("IP-literal")
	pattern, err := export.Expression(literal, export.ECMAScript, 1000)
	fmt.Println(len(pattern), err)

	scheme, _ := editions.RFC3986.Language("scheme")
	pattern, err = export.Expression(scheme, export.ECMAScript, 1000)
	fmt.Println(pattern, err)
	// Output:
	// 675 <nil>
	// ^[A-Za-z][+\-.0-9A-Za-z]*$ <nil>
}
