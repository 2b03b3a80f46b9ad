// Package celformats makes the formats of package formats functions of CEL, under the names of
// protovalidate: isUri and isUriRef.
package celformats

import (
	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"github.com/urispec/urispec/grammar/formats"
)

// functions are the functions of the formats, with the names of their overloads. Those of
// isUri and isUriRef are protovalidate's, so that they take the place of its own.
var functions = map[string][2]string{
	"uri":           {"isUri", "string_is_uri_bool"},
	"uri-reference": {"isUriRef", "string_is_uri_ref_bool"},
	"iri":           {"isIri", "string_is_iri_bool"},
	"iri-reference": {"isIriRef", "string_is_iri_ref_bool"},
	"uri-template":  {"isUriTemplate", "string_is_uri_template_bool"},
}

// Functions returns an option for a CEL environment in which strings have the functions
// isUri(), isUriRef(), isIri(), isIriRef() and isUriTemplate(), as far as the set has their
// formats. After cel.Lib(protovalidate's library), they take the place of its own.
func Functions(set formats.Set) cel.EnvOption {
	return func(env *cel.Env) (*cel.Env, error) {
		var err error
		for _, f := range set {
			name, ok := functions[f.Name()]
			if !ok {
				continue
			}
			env, err = cel.Function(name[0], cel.MemberOverload(name[1], []*cel.Type{cel.StringType}, cel.BoolType,
				cel.FunctionBinding(func(args ...ref.Val) ref.Val {
					s, ok := args[0].Value().(string)
					return types.Bool(ok && f.Valid(s))
				}),
			))(env)
			if err != nil {
				return nil, err
			}
		}
		return env, nil
	}
}
