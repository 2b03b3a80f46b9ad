package openapiformats

import (
	"errors"
	"fmt"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions/rfc6874"
	"github.com/urispec/urispec/grammar/formats"
	"github.com/urispec/urispec/grammar/testdata"
)

// TestSuites asks schemas about every case, without an exception: by the rules of OpenAPI 3.0
// and by those of 3.1.
func TestSuites(t *testing.T) {
	strict, err := grammar.WithOptions(rfc6874.Edition, "utf8-host")
	if err != nil {
		t.Fatal(err)
	}
	validators := map[string]map[string]openapi3.StringFormatValidator{
		testdata.JSONSchema: Validators(formats.Standard()), testdata.Protovalidate: Validators(formats.By(strict, nil)),
	}
	asked := make(map[string]int)
	for _, c := range testdata.Formats() {
		asked[c.Suite]++
		schema := openapi3.NewStringSchema().WithFormat(c.Format)
		for version, options := range map[string][]openapi3.SchemaValidationOption{
			"3.0": {openapi3.WithStringFormatValidators(validators[c.Suite])},
			"3.1": {openapi3.WithStringFormatValidators(validators[c.Suite]), openapi3.EnableJSONSchema2020()},
		} {
			if err := schema.VisitJSON(c.Input, options...); (err == nil) != c.Valid {
				t.Errorf("%s: OpenAPI %s: %s %q (%s): %v, want %v", c.Suite, version, c.Format, c.Input, c.About, err, c.Valid)
			}
		}
	}
	if asked[testdata.JSONSchema] != 119 || asked[testdata.Protovalidate] != 276 {
		t.Errorf("cases: %v", asked)
	}
}

func Example() {
	schema := openapi3.NewStringSchema().WithFormat("uri")
	err := schema.VisitJSON("http://h/a b", openapi3.WithStringFormatValidators(Validators(formats.Standard())))
	var syntax *grammar.SyntaxError
	if errors.As(err, &syntax) {
		fmt.Println("offset", syntax.Offset, "section", syntax.Section)
	}
	// Output: offset 10 section 3.3
}
