package jsonschemaformats

import (
	"errors"
	"fmt"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions/rfc6874"
	"github.com/urispec/urispec/grammar/formats"
	"github.com/urispec/urispec/grammar/testdata"
)

// compile returns the schema {"format": format}.
func compile(t testing.TB, set formats.Set, format string) *jsonschema.Schema {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	Register(c, set)
	if err := c.AddResource("schema.json", map[string]any{"format": format}); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// TestSuites asks the compiled schemas about every case, without an exception.
func TestSuites(t *testing.T) {
	strict, err := grammar.WithOptions(rfc6874.Edition, "utf8-host")
	if err != nil {
		t.Fatal(err)
	}
	schemas := make(map[string]*jsonschema.Schema)
	for suite, set := range map[string]formats.Set{
		testdata.JSONSchema: formats.Standard(), testdata.Protovalidate: formats.By(strict, nil),
	} {
		for _, f := range set {
			schemas[suite+f.Name()] = compile(t, set, f.Name())
		}
	}
	asked := make(map[string]int)
	for _, c := range testdata.Formats() {
		asked[c.Suite]++
		if err := schemas[c.Suite+c.Format].Validate(c.Input); (err == nil) != c.Valid {
			t.Errorf("%s: %s %q (%s): %v, want %v", c.Suite, c.Format, c.Input, c.About, err, c.Valid)
		}
	}
	if asked[testdata.JSONSchema] != 119 || asked[testdata.Protovalidate] != 276 {
		t.Errorf("cases: %v", asked)
	}
}

// TestOtherTypes: a format is about strings.
func TestOtherTypes(t *testing.T) {
	for _, v := range []any{nil, true, 1.5, []any{"%"}, map[string]any{"%": "%"}} {
		if err := compile(t, formats.Standard(), "uri").Validate(v); err != nil {
			t.Errorf("%v: %v", v, err)
		}
	}
}

func Example() {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	Register(c, formats.Standard())
	if err := c.AddResource("schema.json", map[string]any{
		"properties": map[string]any{"home": map[string]any{"format": "uri"}},
	}); err != nil {
		panic(err)
	}
	schema, err := c.Compile("schema.json")
	if err != nil {
		panic(err)
	}
	err = schema.Validate(map[string]any{"home": "http://h/a b"})
	var invalid *jsonschema.ValidationError
	if errors.As(err, &invalid) {
		cause := invalid.Causes[0]
		var syntax *grammar.SyntaxError
		if format, ok := cause.ErrorKind.(*kind.Format); ok && errors.As(format.Err, &syntax) {
			fmt.Println(cause.InstanceLocation, "offset", syntax.Offset, "section", syntax.Section)
		}
	}
	// Output: [home] offset 10 section 3.3
}
