// Package regoformats makes the formats of package formats built-in functions of Rego.
package regoformats

import (
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/types"

	"github.com/urispec/urispec/grammar/formats"
)

// Functions returns options for rego.New with a function for each format of a set: is_uri,
// is_uri_reference, is_iri, is_iri_reference and is_uri_template. Like Rego's own is_string they
// take any value, and are true or false, never undefined: of what is no string they are false.
func Functions(set formats.Set) []func(*rego.Rego) {
	var options []func(*rego.Rego)
	for _, f := range set {
		options = append(options, rego.Function1(declaration(f), function(f)))
	}
	return options
}

// Register makes the functions known to the whole process, for programs that embed OPA as a
// server or as its command. It is to be called before policies are compiled.
func Register(set formats.Set) {
	for _, f := range set {
		rego.RegisterBuiltin1(declaration(f), function(f))
	}
}

func declaration(f *formats.Format) *rego.Function {
	return &rego.Function{
		Name:        "is_" + strings.ReplaceAll(f.Name(), "-", "_"),
		Description: "Whether a value is a string of the format " + f.Name() + ".",
		Decl:        types.NewFunction(types.Args(types.A), types.B),
	}
}

func function(f *formats.Format) rego.Builtin1 {
	return func(_ rego.BuiltinContext, value *ast.Term) (*ast.Term, error) {
		s, ok := value.Value.(ast.String)
		return ast.BooleanTerm(ok && f.Valid(string(s))), nil
	}
}
