package resolve

import "github.com/urispec/urispec/ast"

// rfc2396 is section 5.2 of RFC 2396 (August 1998): the steps of url-syntax-09.
// Step 3 adds a work-around for schemes in relative references, and the examples
// now agree with the steps.
func (c *call) rfc2396(base, ref *ast.Reference, path []byte) (t target, out outcome) {

	// 1) The URI reference is parsed into the potential four components and
	//    fragment identifier, as described in Section 4.3.
	t.scheme, t.site = textOf(ref, ref.Scheme.Span), textOf(ref, ref.Site.Span)
	t.path = append(path, ref.Text(ref.Path.Span)...)
	c.step("1", "the reference is parsed into its components")

	// 2) If the path component is empty and the scheme, authority, and query
	//    components are undefined, then it is a reference to the current document
	//    and we are done. Otherwise, the reference URI's query and fragment
	//    components are defined as found (or not found) within the URI reference
	//    and not inherited from the base URI.
	t.query, t.fragment = textOf(ref, ref.Query.Span), textOf(ref, ref.Fragment.Span)
	if len(t.path) == 0 && !t.scheme.defined && !t.site.defined && !t.query.defined {
		c.step("2", "nothing but a fragment: a reference to the current document")
		return t, currentDocument
	}
	c.step("2", "not a reference to the current document; query and fragment are as found")

	// 3) If the scheme component is defined, indicating that the reference starts
	//    with a scheme name, then the reference is interpreted as an absolute URI
	//    and we are done. Otherwise, the reference URI's scheme is inherited from
	//    the base URI's scheme component.
	//
	//    [...] For backwards compatibility, an implementation may work around
	//    such references by removing the scheme if it matches that of the base
	//    URI and the scheme is known to always use the <hier_part> syntax. The
	//    parser can then continue with the steps below [...]
	t.scheme = c.loosen("3", t.scheme, base)
	if t.scheme.defined {
		c.step("3", "the scheme is defined: an absolute URI")
		return t, resolved
	}
	t.scheme = textOf(base, base.Scheme.Span)
	c.step("3", "the scheme is inherited from the base")

	// 4) If the authority component is defined, then the reference is a
	//    network-path and we skip to step 7. Otherwise, the reference URI's
	//    authority is inherited from the base URI's authority component, which
	//    will also be undefined if the URI scheme does not use an authority
	//    component.
	if t.site.defined {
		c.step("4", "the authority is defined: a network-path")
		return t, resolved
	}
	t.site = textOf(base, base.Site.Span)
	c.step("4", "the authority is inherited from the base")

	// 5) If the path component begins with a slash character ("/"), then the
	//    reference is an absolute-path and we skip to step 7.
	if ref.Path.Kind == ast.Absolute {
		c.step("5", `the path begins with "/": an absolute-path`)
		return t, resolved
	}
	c.step("5", `the path does not begin with "/": a relative-path`)

	// 6 a) All but the last segment of the base URI's path component is copied
	//      to the buffer. In other words, any characters after the last
	//      (right-most) slash character, if any, are excluded.
	//
	// An empty path leaves the buffer empty, so "http://a" and "b" give "http://ab".
	basePath := base.Text(base.Path.Span)
	t.path = append(t.path[:0], basePath[:dirLen(basePath)]...)
	c.edited("6a", "all but the last segment of the base's path is copied to the buffer", "", t.path)

	// 6 b) The reference's path component is appended to the buffer string.
	before := c.buffer(t.path)
	t.path = append(t.path, ref.Text(ref.Path.Span)...)
	c.edited("6b", "the reference's path is appended", before, t.path)

	// 6 c) to f)
	t.path = c.removeDotSegments(t.path, [4]string{"6c", "6d", "6e", "6f"})

	// 6 g) If the resulting buffer string still begins with one or more complete
	//      path segments of "..", then the reference is considered to be in
	//      error. Implementations may handle this error by retaining these
	//      components in the resolved path [...], by removing them from the
	//      resolved path [...], or by avoiding traversal of the reference.
	path, ok := c.react("6g", t.path)
	if t.path = path; !ok {
		return t, refused
	}

	// 6 h) The remaining buffer string is the reference URI's new path
	//      component.
	return t, resolved
}
