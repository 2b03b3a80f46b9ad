package editions_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/schemes"
	"github.com/urispec/urispec/resolve"
	"github.com/urispec/urispec/resolve/compose"
	"github.com/urispec/urispec/resolve/expand"
	"github.com/urispec/urispec/resolve/iri"
)

// TestFaults: every error about a string says what is wrong with which one.
func TestFaults(t *testing.T) {
	resolving := func(e *grammar.Edition, base, ref string, o resolve.Options) error {
		b, err := e.Base(base)
		if err == nil {
			_, err = b.Resolve(ref, o)
		}
		return err
	}
	relativizing := func(base, target string) error {
		b, err := editions.RFC3986.Base(base)
		if err == nil {
			_, err = b.Relativize(target)
		}
		return err
	}
	editing := func(e *grammar.Edition, ref string, changes ...compose.Change) error {
		_, err := compose.Edit(e, ref, changes...)
		return err
	}
	editingURL := func(url string, changes ...schemes.Change) error {
		u, err := schemes.Parse(url)
		if err == nil {
			_, err = schemes.Edit(u, changes...)
		}
		return err
	}
	second := func(_ any, err error) error { return err }
	hex := []string{"HEXDIG"}
	for _, c := range []struct {
		what string
		err  error
		want ast.Fault // Message is a part of it
	}{
		{"a reference", editions.RFC3986.Check("a%zz"), ast.Fault{
			Text: "a%zz", Message: `"z" in pct-encoded (section 2.1), expected HEXDIG`, Offset: 2, Rule: "pct-encoded", Section: "2.1", Expected: hex}},
		{"a base", second(editions.RFC3986.Base("x:%zz")), ast.Fault{
			In: "base", Text: "x:%zz", Message: `"z" in pct-encoded`, Offset: 3, Rule: "pct-encoded", Section: "2.1", Expected: hex}},
		{"a base without a scheme", second(editions.RFC3986.Base("x")), ast.Fault{
			In: "base", Text: "x", Message: "the base has no scheme", Offset: 1, Whole: true, Rule: "scheme", Section: "5.1",
			Expected: []string{"ALPHA", "DIGIT", `"+"`, `"-"`, `"."`, `":"`}}},
		{"an opaque base", resolving(editions.RFC2396, "mailto:a", "b", resolve.Options{}), ast.Fault{
			In: "base", Text: "mailto:a", Message: "the base is opaque", Offset: 7, Whole: true, Section: "5"}},
		{"an empty base", resolving(editions.RFC1808, "", "a", resolve.Options{}), ast.Fault{
			In: "base", Message: "the base is empty", Whole: true, Section: "3.4"}},
		{"no base", func() error { _, _, err := (grammar.Context{}).EstablishBase(editions.RFC3986); return err }(), ast.Fault{
			In: "base", Message: "there is no base", Offset: -1}},
		{"a relative target", relativizing("http://a/", "b"), ast.Fault{
			In: "target", Text: "b", Message: "the target has no scheme", Offset: -1}},
		{"no reference", relativizing("http://a/", "http://a/../b"), ast.Fault{
			In: "result", Message: "as a reference it resolves to http://a/b", Offset: -1}},
		{"too many dots", resolving(editions.RFC2396, "http://a/b", "../c", resolve.Options{DotDot: resolve.Refuse}), ast.Fault{
			In: "reference", Message: `more ".." than the base has levels`, Offset: -1, Section: "5.2"}},
		{"an unwritable target", resolving(editions.RFC3986, "f:/a", ".//g", resolve.Options{}), ast.Fault{
			In: "result", Text: "f://g", Message: "the path would be read as an authority", Offset: -1}},
		{"data", second(compose.Encode(editions.URLSyntax02, "host", "a_b")), ast.Fault{
			In: "data", Text: "a_b", Message: `"_" cannot stand in the host`, Offset: 1, Rule: "host", Section: "4.3.1"}},
		{"text", second(compose.Decode(editions.RFC3986, "path", "a%2Fb")), ast.Fault{
			In: "text", Text: "a%2Fb", Message: `"%2F" in the path is data of one of its parts`, Offset: 1, Rule: "path", Section: "2.4"}},
		{"data of a change", editing(editions.URLSyntax02, "http://h/", compose.Host("a_b")), ast.Fault{
			In: "data", Text: "a_b", Message: `"_" cannot stand in the host`, Offset: 1, Rule: "host", Section: "4.3.1"}},
		{"a change that is misread", editing(editions.RFC3986, "s:a:b", compose.Without("scheme")), ast.Fault{
			In: "result", Text: "a:b", Message: "the first segment would be read as a scheme", Offset: -1, Section: "4.2"}},
		{"a change that does not conform", editing(editions.RFC1738, "nntp://h/g", compose.Raw("path", "/1")), ast.Fault{
			In: "result", Text: "nntp://h/1", Message: `"1" in nntpurl`, Offset: 9, Rule: "nntpurl", Section: "3.7", Expected: []string{"alpha"}}},
		{"no abbreviation", second(expand.Expand(editions.RFC3986, "http://a/", expand.DefaultTable())), ast.Fault{
			Text: "http://a/", Message: `it has the scheme "http"`, Offset: -1}},
		{"a host", func() error {
			m, err := iri.New(editions.RFC3987, editions.RFC3986)
			if err == nil {
				_, err = m.ToURI("http://a_.\u00E9/", iri.Options{IDNA: true})
			}
			return err
		}(), ast.Fault{
			In: "reference", Text: "http://a_.\u00E9/", Message: `the label "a_" of the host has no form in the DNS`, Offset: 7, Section: "3.1"}},
		{"an octet", func() error {
			u, err := schemes.Parse("ftp://h/a%0Db/c")
			if err == nil {
				err = schemes.Describe(u).Refused
			}
			return err
		}(), ast.Fault{
			Message: `"%0D" in the cwd is an encoded CR`, Offset: 9, Section: "6"}},
		{"data of a part", editingURL("telnet://h/", schemes.Set("host", "a_b")), ast.Fault{
			In: "data", Text: "a_b", Message: `"_" cannot stand in the host`, Offset: 1, Rule: "host", Section: "3.1"}},
		{"a part without another", editingURL("ftp://h/", schemes.Set("password", "p")), ast.Fault{
			In: "result", Message: "the password needs a user", Offset: -1, Section: "3.2.1"}},
	} {
		faulty, ok := errors.AsType[ast.FaultError](c.err)
		if !ok {
			t.Errorf("%s: %v (%T) has no fault", c.what, c.err, c.err)
			continue
		}
		got, message := faulty.Fault(), c.want.Message
		if !strings.Contains(got.Message, message) || strings.Contains(got.Message, "offset") {
			t.Errorf("%s: %q, want %q", c.what, got.Message, message)
		}
		if !slices.Equal(got.Expected, c.want.Expected) {
			t.Errorf("%s: expected %q, want %q", c.what, got.Expected, c.want.Expected)
		}
		if got.In != c.want.In || got.Text != c.want.Text || got.Offset != c.want.Offset || got.Whole != c.want.Whole ||
			got.Rule != c.want.Rule || got.Section != c.want.Section {
			t.Errorf("%s: %+v, want %+v", c.what, got, c.want)
		}
	}
}
