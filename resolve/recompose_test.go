package resolve_test

import (
	"testing"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/resolve"
)

// TestRecompose writes references that no parser made; that what an edition
// parses is written back as it was is tested in package editions.
func TestRecompose(t *testing.T) {
	const input = "abcdef"
	at := func(start, end int32) ast.Span { return ast.Span{Start: start, End: end} }
	for _, c := range []struct {
		scheme, site, path, query, fragment ast.Span
		want                                string
	}{
		{ast.Absent, ast.Absent, at(0, 0), ast.Absent, ast.Absent, ""},
		{ast.Absent, ast.Absent, at(0, 1), ast.Absent, ast.Absent, "a"},
		{at(0, 1), at(1, 2), at(2, 3), at(3, 4), at(4, 6), "a://bc?d#ef"},
		// An absent component writes nothing, an empty one its delimiter.
		{at(0, 0), ast.Absent, at(0, 0), ast.Absent, ast.Absent, ":"},
		{ast.Absent, at(3, 3), at(0, 0), ast.Absent, ast.Absent, "//"},
		{ast.Absent, ast.Absent, at(0, 0), at(6, 6), ast.Absent, "?"},
		{ast.Absent, ast.Absent, at(0, 0), ast.Absent, at(0, 0), "#"},
		{at(0, 1), at(0, 0), at(0, 0), at(0, 0), at(0, 0), "a://?#"},
		{at(0, 1), ast.Absent, at(1, 1), at(2, 2), ast.Absent, "a:?"},
	} {
		ref := ast.New(input)
		ref.Scheme.Span, ref.Site.Span, ref.Path.Span, ref.Query.Span, ref.Fragment.Span = c.scheme, c.site, c.path, c.query, c.fragment
		if got := resolve.Recompose(&ref); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
		if got := string(resolve.AppendTo([]byte("<"), &ref)); got != "<"+c.want {
			t.Errorf("AppendTo gives %q, want %q", got, "<"+c.want)
		}
	}
}
