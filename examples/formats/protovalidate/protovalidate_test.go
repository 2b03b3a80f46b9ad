package celformats

import (
	"fmt"
	"testing"

	pvcel "buf.build/go/protovalidate/cel"
	"cel.dev/cel-go/cel"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions/rfc6874"
	"github.com/urispec/urispec/grammar/formats"
	"github.com/urispec/urispec/grammar/testdata"
)

// compile returns the program of a function, such as this.isUri(), in protovalidate's
// environment with ours.
func compile(t testing.TB, function string, options ...cel.EnvOption) cel.Program {
	env, err := cel.NewEnv(append([]cel.EnvOption{cel.Lib(pvcel.NewLibrary()), cel.Variable("this", cel.StringType)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	ast, issues := env.Compile("this." + function + "()")
	if issues.Err() != nil {
		t.Fatal(issues.Err())
	}
	program, err := env.Program(ast)
	if err != nil {
		t.Fatal(err)
	}
	return program
}

func eval(t testing.TB, p cel.Program, s string) bool {
	out, _, err := p.Eval(map[string]any{"this": s})
	if err != nil {
		t.Fatal(err)
	}
	return out.Value().(bool)
}

// protovalidates is the set by which protovalidate judges.
func protovalidates(t testing.TB) formats.Set {
	strict, err := grammar.WithOptions(rfc6874.Edition, "utf8-host")
	if err != nil {
		t.Fatal(err)
	}
	return formats.By(strict, nil)
}

// TestSuites asks the programs about every case, without an exception.
func TestSuites(t *testing.T) {
	programs := make(map[string]cel.Program)
	for suite, set := range map[string]formats.Set{
		testdata.JSONSchema: formats.Standard(), testdata.Protovalidate: protovalidates(t),
	} {
		for _, f := range set {
			programs[suite+f.Name()] = compile(t, functions[f.Name()][0], Functions(set))
		}
	}
	asked := make(map[string]int)
	for _, c := range testdata.Formats() {
		asked[c.Suite]++
		if got := eval(t, programs[c.Suite+c.Format], c.Input); got != c.Valid {
			t.Errorf("%s: %s %q (%s): %v", c.Suite, c.Format, c.Input, c.About, got)
		}
	}
	if asked[testdata.JSONSchema] != 119 || asked[testdata.Protovalidate] != 276 {
		t.Errorf("cases: %v", asked)
	}
}

// TestReplaces: the functions are ours and not protovalidate's, which has zone identifiers.
func TestReplaces(t *testing.T) {
	const zone = "http://[fe80::1%25en0]/"
	if !eval(t, compile(t, "isUri"), zone) {
		t.Error("protovalidate has no zone identifiers any more: find another string")
	}
	if eval(t, compile(t, "isUri", Functions(formats.Standard())), zone) {
		t.Error("protovalidate's function was not replaced")
	}
	if !eval(t, compile(t, "isUri", Functions(protovalidates(t))), zone) {
		t.Error("rfc6874 has no zone identifiers")
	}
}

func Example() {
	env, err := cel.NewEnv(Functions(formats.Standard()), cel.Variable("next", cel.StringType))
	if err != nil {
		panic(err)
	}
	ast, issues := env.Compile(`next.isUriRef() && !next.isUri()`)
	if issues.Err() != nil {
		panic(issues.Err())
	}
	program, err := env.Program(ast)
	if err != nil {
		panic(err)
	}
	for _, next := range []string{"../next?x", "../a b"} {
		out, _, err := program.Eval(map[string]any{"next": next})
		fmt.Println(out, err)
	}
	// Output:
	// true <nil>
	// false <nil>
}
