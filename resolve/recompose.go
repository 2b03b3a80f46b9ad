// Package resolve walks the tree of package ast to make strings of it. It
// holds the only writer: [Recompose], section 5.3 of RFC 3986 (5.2 step 7 of
// the drafts). Resolution itself is not built yet.
package resolve

import "github.com/urispec/urispec/ast"

// Recompose writes the components of a reference and the delimiters between
// them. What was parsed is written back byte for byte: an absent component
// writes nothing, an empty one its delimiter.
func Recompose(ref *ast.Reference) string {
	return string(AppendTo(make([]byte, 0, len(ref.Input)), ref))
}

// AppendTo appends what [Recompose] returns to b.
func AppendTo(b []byte, ref *ast.Reference) []byte {
	if ref.Scheme.Present() {
		b = append(b, ref.Text(ref.Scheme.Span)...)
		b = append(b, ':')
	}
	if ref.Site.Present() {
		b = append(b, "//"...)
		b = append(b, ref.Text(ref.Site.Span)...)
	}
	b = append(b, ref.Text(ref.Path.Span)...)
	if ref.Query.Present() {
		b = append(b, '?')
		b = append(b, ref.Text(ref.Query.Span)...)
	}
	if ref.Fragment.Present() {
		b = append(b, '#')
		b = append(b, ref.Text(ref.Fragment.Span)...)
	}
	return b
}
