package regoformats

import (
	"context"
	"fmt"
	"testing"

	"github.com/open-policy-agent/opa/v1/rego"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions/rfc6874"
	"github.com/urispec/urispec/grammar/formats"
	"github.com/urispec/urispec/grammar/testdata"
)

// prepare returns the query of a function about the input.
func prepare(t testing.TB, function string, options ...func(*rego.Rego)) rego.PreparedEvalQuery {
	query, err := rego.New(append(options, rego.Query("x = "+function+"(input)"))...).PrepareForEval(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return query
}

func eval(t testing.TB, query rego.PreparedEvalQuery, input any) bool {
	results, err := query.Eval(t.Context(), rego.EvalInput(input))
	if err != nil || len(results) != 1 {
		t.Fatalf("%v: %v, %v", input, results, err)
	}
	return results[0].Bindings["x"].(bool)
}

// TestSuites asks the queries about every case, without an exception.
func TestSuites(t *testing.T) {
	strict, err := grammar.WithOptions(rfc6874.Edition, "utf8-host")
	if err != nil {
		t.Fatal(err)
	}
	queries := make(map[string]rego.PreparedEvalQuery)
	for suite, set := range map[string]formats.Set{
		testdata.JSONSchema: formats.Standard(), testdata.Protovalidate: formats.By(strict, nil),
	} {
		for _, f := range set {
			queries[suite+f.Name()] = prepare(t, declaration(f).Name, Functions(set)...)
		}
	}
	asked := make(map[string]int)
	for _, c := range testdata.Formats() {
		asked[c.Suite]++
		if got := eval(t, queries[c.Suite+c.Format], c.Input); got != c.Valid {
			t.Errorf("%s: %s %q (%s): %v", c.Suite, c.Format, c.Input, c.About, got)
		}
	}
	if asked[testdata.JSONSchema] != 119 || asked[testdata.Protovalidate] != 276 {
		t.Errorf("cases: %v", asked)
	}
}

// TestOtherValues: what is no string is no uri, and the function is defined.
func TestOtherValues(t *testing.T) {
	query := prepare(t, "is_uri_reference", Functions(formats.Standard())...)
	for _, input := range []any{nil, true, 1, []string{"x"}, map[string]any{"x": "x"}} {
		if eval(t, query, input) {
			t.Errorf("%v is a reference", input)
		}
	}
}

// TestRegister: a policy may use the functions without options.
func TestRegister(t *testing.T) {
	Register(formats.Standard())
	if query := prepare(t, "is_uri"); !eval(t, query, "a:b") || eval(t, query, "%") {
		t.Error("the function is wrong")
	}
}

func Example() {
	options := append(Functions(formats.Standard()),
		rego.Query("data.pages.bad"),
		rego.Module("pages.rego", `package pages
bad contains page if {
	some page in input.pages
	not is_uri(page)
}`))
	query, err := rego.New(options...).PrepareForEval(context.Background())
	if err != nil {
		panic(err)
	}
	results, err := query.Eval(context.Background(), rego.EvalInput(map[string]any{"pages": []string{"http://h/", "http://h/a b"}}))
	if err != nil {
		panic(err)
	}
	fmt.Println(results[0].Expressions[0].Value)
	// Output: [http://h/a b]
}
