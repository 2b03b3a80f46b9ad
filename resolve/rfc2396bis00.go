package resolve

import (
	"strings"

	"github.com/urispec/urispec/ast"
)

// rfc2396bis00 is section 5.2 of draft-fielding-uri-rfc2396bis-00 (October
// 2002): pseudocode, and a merge routine in eight steps.
func (c *call) rfc2396bis00(base, ref *ast.Reference, path []byte) (t target, out outcome) {
	const pseudocode = "5.2"

	// (R.scheme, R.authority, R.path, R.query, fragment) = parse(R);
	t = wholeOf(ref, path)
	c.step(pseudocode, "the reference is parsed into its components")

	// if ((not validating) and (R.scheme == Base.scheme)) then
	//    undefine(R.scheme);
	t.scheme = c.loosen(pseudocode, t.scheme, base)

	// if defined(R.scheme) then
	//    T.scheme = R.scheme; T.authority = R.authority;
	//    T.path = R.path;     T.query = R.query;
	if t.scheme.defined {
		c.step(pseudocode, "R.scheme is defined: the target is the reference")
		return t, resolved
	}

	// T.scheme = Base.scheme;   (after the rest)
	t.scheme = textOf(base, base.Scheme.Span)
	c.step(pseudocode, "T.scheme is Base.scheme")

	// if defined(R.authority) then
	//    T.authority = R.authority; T.path = R.path; T.query = R.query;
	if t.site.defined {
		c.step(pseudocode, "R.authority is defined: authority, path and query are the reference's")
		return t, resolved
	}

	// T.authority = Base.authority;   (after the rest)
	t.site = textOf(base, base.Site.Span)
	c.step(pseudocode, "T.authority is Base.authority")

	switch {
	// if (R.path == "") then
	case len(t.path) == 0:
		// if defined(R.query) then T.path = Base.path; T.query = R.query;
		if t.query.defined {
			t.path = append(t.path, base.Text(base.Path.Span)...)
			c.step(pseudocode, "R.path is empty, R.query defined: T.path is Base.path")
			return t, resolved
		}
		// else -- An empty reference refers to the current document
		//    return (current-document, fragment);
		c.step(pseudocode, "nothing but a fragment: a reference to the current document")
		return t, currentDocument

	// if (R.path starts-with "/") then T.path = R.path;
	case ref.Path.Kind == ast.Absolute:
		c.step(pseudocode, `R.path starts with "/": T.path is R.path`)
		return t, resolved
	}

	// else T.path = merge(Base.path, R.path);
	// 1. All but the last segment of the base URI's path component is copied to
	//    the buffer. If the base URI's path component is the empty string, then
	//    a single slash character ("/") is copied to the buffer.
	basePath := base.Text(base.Path.Span)
	t.path = append(t.path[:0], basePath[:dirLen(basePath)]...)
	if basePath == "" {
		t.path = append(t.path, '/')
		c.edited("merge 1", `the base's path is empty: "/" is copied to the buffer`, "", t.path)
	} else {
		c.edited("merge 1", "all but the last segment of the base's path is copied to the buffer", "", t.path)
	}

	// 2. The reference's path component is appended to the buffer string.
	before := c.buffer(t.path)
	t.path = append(t.path, ref.Text(ref.Path.Span)...)
	c.edited("merge 2", "the reference's path is appended", before, t.path)

	// 3. to 6.
	t.path = c.removeDotSegments(t.path, [4]string{"merge 3", "merge 4", "merge 5", "merge 6"})

	// 7. If the resulting buffer string still begins with one or more complete
	//    path segments of "..", then the reference is considered to be in error.
	//    Implementations may handle this error by retaining these components in
	//    the resolved path, by removing them from the resolved path, or by
	//    avoiding traversal of the reference.
	path, ok := c.react("merge 7", t.path)
	if t.path = path; !ok {
		return t, refused
	}

	// 8. The remaining buffer string is the target URI's path component.
	return t, resolved
}

// loosen ignores a scheme in the reference that equals the base's. The case of
// schemes does not matter (3.1).
func (c *call) loosen(number string, scheme text, base *ast.Reference) text {
	if c.loose && scheme.defined && strings.EqualFold(scheme.s, base.Text(base.Scheme.Span)) {
		c.step(number, "R.scheme equals Base.scheme and is ignored")
		return text{}
	}
	return scheme
}
