package resolve

import (
	"bytes"

	"github.com/urispec/urispec/ast"
)

// urlSyntax02 is section 5.2 of draft-fielding-url-syntax-02 (December 1996).
// The base's query "is not used by the resolution algorithm".
func (c *call) urlSyntax02(base, ref *ast.Reference, path []byte) (t target, out outcome) {

	// 1) The URL reference is parsed into the potential four components and
	//    fragment identifier.
	t = wholeOf(ref, path)
	c.step("1", "the reference is parsed into its components")

	// 2) If the path component is empty and the scheme, server, and query
	//    components are undefined, then it is a reference to the current
	//    document and we are done.
	if len(t.path) == 0 && !t.scheme.defined && !t.site.defined && !t.query.defined {
		c.step("2", "nothing but a fragment: a reference to the current document")
		return t, currentDocument
	}
	c.step("2", "not a reference to the current document")

	// 3) If the scheme component is defined [...] then the reference is
	//    interpreted as an absolute URL and we are done. Otherwise, the
	//    reference URL's scheme is inherited from the base URL's scheme.
	if t.scheme.defined {
		c.step("3", "the scheme is defined: an absolute URL")
		return t, resolved
	}
	t.scheme = textOf(base, base.Scheme.Span)
	c.step("3", "the scheme is inherited from the base")

	// 4) If the server component is defined, then the reference is a
	//    network-path and we skip to step 7. Otherwise, the reference URL's
	//    server is inherited from the base URL's server component.
	if t.site.defined {
		c.step("4", "the server is defined: a network-path")
		return t, resolved
	}
	t.site = textOf(base, base.Site.Span)
	c.step("4", "the server is inherited from the base")

	// 5) If the path component begins with a slash character ("/"), then the
	//    reference is an absolute-path and we skip to step 7.
	if ref.Path.Kind == ast.Absolute {
		c.step("5", `the path begins with "/": an absolute-path`)
		return t, resolved
	}
	c.step("5", `the path does not begin with "/": a relative-path`)

	// 6 a) and b)
	t.path = c.copied(t.path, base, ref)

	// 6 c) If the reference's query component is defined, then a "?" character
	//      is appended to the buffer string, followed by the query component.
	if t.query.defined {
		before := c.buffer(t.path)
		t.path = append(t.path, '?')
		t.path = append(t.path, t.query.s...)
		c.edited("6c", `"?" and the reference's query are appended`, before, t.path)
	}

	// 6 d) to g), on the query too
	t.path = c.removeDotSegments(t.path, [4]string{"6d", "6e", "6f", "6g"})

	// 6 h) If the buffer string contains a question-mark "?" character, then
	//      the reference URL's query component is the substring after the first
	//      (left-most) question-mark. Otherwise, the reference URL's query
	//      component is set undefined.
	// 6 i) The reference URL's new path component is the buffer string up to,
	//      but not including, the first question-mark character or the end of
	//      the buffer string.
	before := c.buffer(t.path)
	if i := bytes.IndexByte(t.path, '?'); i >= 0 {
		t.query.s = string(t.path[i+1:])
		t.path = t.path[:i]
		c.edited("6h, 6i", `the buffer is divided at its first "?" into path and query`, before, t.path)
	} else {
		t.query = text{}
		c.edited("6h, 6i", `the buffer has no "?": it is the path, and the query is undefined`, before, t.path)
	}
	return t, resolved
}
