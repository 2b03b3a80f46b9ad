// Package openapiformats makes the formats of package formats those of kin-openapi.
package openapiformats

import (
	"github.com/getkin/kin-openapi/openapi3"

	"github.com/urispec/urispec/grammar/formats"
)

// Validators returns the formats of a set as kin-openapi wants them, by their names. It takes
// them for one value (openapi3.WithStringFormatValidators), for a document
// (doc.SetStringFormatValidators), or for the whole process
// (openapi3.DefineStringFormatValidator). Without them it takes every string for a uri.
//
// The reason for a refusal is a *grammar.SyntaxError, which errors.As finds in the error.
func Validators(set formats.Set) map[string]openapi3.StringFormatValidator {
	validators := make(map[string]openapi3.StringFormatValidator)
	for _, f := range set {
		validators[f.Name()] = openapi3.NewCallbackValidator(f.Check)
	}
	return validators
}
