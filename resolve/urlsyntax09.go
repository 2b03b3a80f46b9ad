package resolve

import "github.com/urispec/urispec/ast"

// urlSyntax09 is section 5.2 of draft-fielding-url-syntax-09 (October 1997).
// The base's query "is not used by the resolution algorithm". Appendix C.2
// still shows the results of draft -02 for two references with dots in the
// query (g?y/./x and g?y/../x); the algorithm never touches the query.
func (c *call) urlSyntax09(base, ref *ast.Reference, path []byte) (t target, out outcome) {

	// 1) The URL reference is parsed into the potential four components and
	//    fragment identifier.
	t = wholeOf(ref, path)
	c.step("1", "the reference is parsed into its components")

	// 2) If the path component is empty and the scheme, site, and query
	//    components are undefined, then it is a reference to the current
	//    document and we are done. Otherwise, the reference URL's query and
	//    fragment components are defined as found (or not found) within the URL
	//    reference and not inherited from the base URL.
	if len(t.path) == 0 && !t.scheme.defined && !t.site.defined && !t.query.defined {
		c.step("2", "nothing but a fragment: a reference to the current document")
		return t, currentDocument
	}
	c.step("2", "not a reference to the current document; query and fragment are as found")

	// 3) If the scheme component is defined [...] then the reference is
	//    interpreted as an absolute URL and we are done. Otherwise, the
	//    reference URL's scheme is inherited from the base URL's scheme.
	if t.scheme.defined {
		c.step("3", "the scheme is defined: an absolute URL")
		return t, resolved
	}
	t.scheme = textOf(base, base.Scheme.Span)
	c.step("3", "the scheme is inherited from the base")

	// 4) If the site component is defined, then the reference is a network-path
	//    and we skip to step 7. Otherwise, the reference URL's site is inherited
	//    from the base URL's site component.
	if t.site.defined {
		c.step("4", "the site is defined: a network-path")
		return t, resolved
	}
	t.site = textOf(base, base.Site.Span)
	c.step("4", "the site is inherited from the base")

	// 5) If the path component begins with a slash character ("/"), then the
	//    reference is an absolute-path and we skip to step 7.
	if ref.Path.Kind == ast.Absolute {
		c.step("5", `the path begins with "/": an absolute-path`)
		return t, resolved
	}
	c.step("5", `the path does not begin with "/": a relative-path`)

	// 6) [...] The relative path needs to be merged with the base URL's path. [...]
	return c.merged(t, base, ref)
}

// merged takes step 6, which url-syntax-09 and rfc2396 word alike.
func (c *call) merged(t target, base, ref *ast.Reference) (target, outcome) {
	t.path = c.copied(t.path, base, ref)

	// 6 c) to f)
	t.path = c.removeDotSegments(t.path, [4]string{"6c", "6d", "6e", "6f"})

	// 6 g) If the resulting buffer string still begins with one or more complete
	//      path segments of "..", then the reference is considered to be in
	//      error. Implementations may handle this error by retaining these
	//      components in the resolved path, by removing them from the resolved
	//      path, or by avoiding traversal of the reference.
	path, ok := c.react("6g", t.path)
	if t.path = path; !ok {
		return t, refused
	}

	// 6 h) The remaining buffer string is the reference URL's new path
	//      component.
	return t, resolved
}

// copied takes the steps 6a and 6b, which url-syntax-02 and its successors word
// alike.
func (c *call) copied(path []byte, base, ref *ast.Reference) []byte {
	// 6 a) All but the last segment of the base URL's path component is copied
	//      to the buffer. In other words, any characters after the last
	//      (right-most) slash character, if any, are excluded.
	//
	// Of an empty path that is nothing, so that "http://a" and "b" give
	// "http://ab".
	basePath := base.Text(base.Path.Span)
	path = append(path[:0], basePath[:dirLen(basePath)]...)
	c.edited("6a", "all but the last segment of the base's path is copied to the buffer", "", path)

	// 6 b) The reference's path component is appended to the buffer string.
	before := c.buffer(path)
	path = append(path, ref.Text(ref.Path.Span)...)
	c.edited("6b", "the reference's path is appended", before, path)
	return path
}

// removeDotSegments takes the four steps that rfc1808 (6a to 6d), url-syntax-02
// (6d to 6g), url-syntax-09 and rfc2396 (6c to 6f) and rfc2396bis-00 (merge steps
// 3 to 6) word alike.
func (c *call) removeDotSegments(path []byte, number [4]string) []byte {
	// All occurrences of "./", where "." is a complete path segment, are removed
	// from the buffer string.
	before := c.buffer(path)
	path = removeDots(path)
	c.edited(number[0], `every segment "./" is removed`, before, path)

	// If the buffer string ends with "." as a complete path segment, that "." is
	// removed.
	before = c.buffer(path)
	path = removeFinalDot(path)
	c.edited(number[1], `a segment "." at the end is removed`, before, path)

	// All occurrences of "<segment>/../", where <segment> is a complete path
	// segment not equal to "..", are removed from the buffer string.
	before = c.buffer(path)
	path = removeParents(path)
	c.edited(number[2], `every "<segment>/../" is removed, the leftmost first`, before, path)

	// If the buffer string ends with "<segment>/..", where <segment> is a
	// complete path segment not equal to "..", that "<segment>/.." is removed.
	before = c.buffer(path)
	path = removeFinalParent(path)
	c.edited(number[3], `a "<segment>/.." at the end is removed`, before, path)
	return path
}
