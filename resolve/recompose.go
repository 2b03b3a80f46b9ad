package resolve

import (
	"slices"
	"unsafe"

	"github.com/urispec/urispec/ast"
)

// Recompose writes the components of a reference and the delimiters between
// them: section 5.3 of RFC 3986, 5.2 step 7 of the drafts. A parsed reference is
// written back byte for byte: an absent component writes nothing, an empty one
// writes its delimiter.
func Recompose(ref *ast.Reference) string {
	return own(AppendTo(make([]byte, 0, len(ref.Input)), ref))
}

// AppendTo appends what [Recompose] returns to b.
func AppendTo(b []byte, ref *ast.Reference) []byte {
	return write(b, textOf(ref, ref.Scheme.Span), textOf(ref, ref.Site.Span), ref.Text(ref.Path.Span),
		textOf(ref, ref.Query.Span), textOf(ref, ref.Fragment.Span))
}

// write is the only writer of references.
func write[P string | []byte](b []byte, scheme, site text, path P, query, fragment text) []byte {
	b = slices.Grow(b, scheme.length(":")+site.length("//")+len(path)+query.length("?")+fragment.length("#"))
	if scheme.defined {
		b = append(b, scheme.s...)
		b = append(b, ':')
	}
	if site.defined {
		b = append(b, "//"...)
		b = append(b, site.s...)
	}
	b = append(b, path...)
	if query.defined {
		b = append(b, '?')
		b = append(b, query.s...)
	}
	if fragment.defined {
		b = append(b, '#')
		b = append(b, fragment.s...)
	}
	return b
}

// length is that of a component with its delimiter.
func (t text) length(delimiter string) int {
	if !t.defined {
		return 0
	}
	return len(t.s) + len(delimiter)
}

// own returns bytes that nothing changes any more as a string, which may be too long to be
// copied.
func own(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
