// Package jsonschemaformats makes the formats of package formats those of a JSON Schema
// compiler.
package jsonschemaformats

import (
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/urispec/urispec/grammar/formats"
)

// Register makes the compiler use the formats of a set instead of its own ones of the same
// names. It is to be called before schemas are compiled. What is no string is of every format,
// as JSON Schema says. The reason for a refusal is a *grammar.SyntaxError, which the compiler's
// *kind.Format has as Err.
//
// In draft 2019-09 and later, formats count only after c.AssertFormat.
func Register(c *jsonschema.Compiler, set formats.Set) {
	for _, f := range set {
		c.RegisterFormat(&jsonschema.Format{Name: f.Name(), Validate: func(v any) error {
			if s, ok := v.(string); ok {
				return f.Check(s)
			}
			return nil
		}})
	}
}
