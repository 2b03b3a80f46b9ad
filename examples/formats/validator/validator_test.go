package validatorformats

import (
	"errors"
	"fmt"
	"testing"

	"github.com/go-playground/validator/v10"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions/rfc6874"
	"github.com/urispec/urispec/grammar/formats"
	"github.com/urispec/urispec/grammar/testdata"
)

func newValidator(t testing.TB, set formats.Set) *validator.Validate {
	v := validator.New(validator.WithRequiredStructEnabled())
	if err := Register(v, set); err != nil {
		t.Fatal(err)
	}
	return v
}

// TestSuites asks the validator about every case, without an exception.
func TestSuites(t *testing.T) {
	strict, err := grammar.WithOptions(rfc6874.Edition, "utf8-host")
	if err != nil {
		t.Fatal(err)
	}
	validators := map[string]*validator.Validate{
		testdata.JSONSchema: newValidator(t, formats.Standard()), testdata.Protovalidate: newValidator(t, formats.By(strict, nil)),
	}
	asked := make(map[string]int)
	for _, c := range testdata.Formats() {
		asked[c.Suite]++
		if err := validators[c.Suite].Var(c.Input, c.Format); (err == nil) != c.Valid {
			t.Errorf("%s: %s %q (%s): %v, want %v", c.Suite, c.Format, c.Input, c.About, err, c.Valid)
		}
	}
	if asked[testdata.JSONSchema] != 119 || asked[testdata.Protovalidate] != 276 {
		t.Errorf("cases: %v", asked)
	}
}

func TestURL(t *testing.T) {
	v := newValidator(t, formats.Standard())
	for url, want := range map[string]bool{
		"http://h": true, "http://u@h:80/": true, "http://[::1]/": true, "ftp://h": true,
		"http://": false, "http://:80": false, "http://u@/": false, "mailto:a@b": false, "file:///x": false, "//h": false, "http://h/%zz": false, "": false,
	} {
		if err := v.Var(url, "url"); (err == nil) != want {
			t.Errorf("%q: %v, want %v", url, err, want)
		}
	}
	if err := v.Var(1, "url"); err == nil {
		t.Error("a number is a url")
	}
}

func Example() {
	v := validator.New(validator.WithRequiredStructEnabled())
	if err := Register(v, formats.Standard()); err != nil {
		panic(err)
	}
	page := struct {
		Home string `validate:"url"`
		Next string `validate:"uri-reference"`
	}{"http://h/a b", "../next?x"}
	var fields validator.ValidationErrors
	if err := v.Struct(page); errors.As(err, &fields) {
		var syntax *grammar.SyntaxError
		if errors.As(Reason(fields[0], formats.Standard()), &syntax) {
			fmt.Println(fields[0].Field(), fields[0].Tag(), "offset", syntax.Offset, "section", syntax.Section)
		}
	}
	// Output: Home url offset 10 section 3.3
}
