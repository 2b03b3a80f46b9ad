// Package validatorformats makes the formats of package formats tags of go-playground's
// validator.
package validatorformats

import (
	"errors"
	"reflect"
	"strings"

	"github.com/go-playground/validator/v10"

	"github.com/urispec/urispec/grammar/formats"
	"github.com/urispec/urispec/resolve"
)

// Register makes each format of a set a tag of its name: `validate:"uri-reference"`. The tag uri
// takes the place of the validator's own, which takes any path. So does the tag url, which is
// a uri with a host. A field that is no string is not valid.
func Register(v *validator.Validate, set formats.Set) error {
	for _, f := range set {
		if err := v.RegisterValidation(f.Name(), check(f.Valid)); err != nil {
			return err
		}
	}
	uri, ok := set.Lookup(formats.URI.Name())
	if !ok {
		return nil
	}
	return v.RegisterValidation("url", check(func(s string) bool { return uri.Valid(s) && hasHost(s) }))
}

func check(valid func(string) bool) validator.Func {
	return func(field validator.FieldLevel) bool {
		value := field.Field()
		return value.Kind() == reflect.String && valid(value.String())
	}
}

// hasHost reports whether a URI has a host that is not empty.
func hasHost(uri string) bool {
	ref := resolve.Split(uri)
	host := ref.Text(ref.Site.Span)
	if _, after, ok := strings.Cut(host, "@"); ok {
		host = after
	}
	return host != "" && host[0] != ':'
}

// errNoHost is why a URI is not one of the tag url.
var errNoHost = errors.New("the URI has no host")

// Reason returns why a field is not valid: a *grammar.SyntaxError; or another error for the tag
// url, if the field is a URI without a host; or nil if the tag is none of the set, or if the
// field is no string. A validator's error only names the tag.
func Reason(field validator.FieldError, set formats.Set) error {
	name := field.Tag()
	if name == "url" {
		name = formats.URI.Name()
	}
	f, ok := set.Lookup(name)
	if value := reflect.ValueOf(field.Value()); ok && value.Kind() == reflect.String {
		if err := f.Check(value.String()); err != nil {
			return err
		}
		return errNoHost
	}
	return nil
}
