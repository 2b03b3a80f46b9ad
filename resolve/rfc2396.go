package resolve

import "github.com/urispec/urispec/ast"

// rfc2396 is section 5.2 of RFC 2396 (August 1998): the steps of url-syntax-09.
// Step 3 adds a work-around for schemes in relative references, and the examples
// now agree with the steps.
func (c *call) rfc2396(base, ref *ast.Reference, path []byte) (t target, out outcome) {

	// 1) The URI reference is parsed into the potential four components and
	//    fragment identifier, as described in Section 4.3.
	t = wholeOf(ref, path)
	c.step("1", "the reference is parsed into its components")

	// 2) If the path component is empty and the scheme, authority, and query
	//    components are undefined, then it is a reference to the current document
	//    and we are done. Otherwise, the reference URI's query and fragment
	//    components are defined as found (or not found) within the URI reference
	//    and not inherited from the base URI.
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

	// 6) [...] The relative path needs to be merged with the base URI's path. [...]
	return c.merged(t, base, ref)
}
