package resolve

import (
	"math"
	"strings"

	"github.com/urispec/urispec/ast"
)

// splitRFC1808 finds the six components of RFC 1808 by the rules of section
// 2.4, in their order. Unlike in [Split], a scheme has only characters that a scheme
// may have, and a net_loc ends only at "/". The span of the path includes the
// params; "even though the initial slash is not part of the URL path", it is
// stored "along with the path".
func splitRFC1808(r *ast.Reference, s string) {
	r.Reset(s)
	if len(s) > math.MaxInt32 {
		return
	}
	at, end := 0, len(s) // of the parse string

	// 2.4.1 The substring after the first (left-most) crosshatch "#" is the
	// fragment identifier.
	if i := strings.IndexByte(s, '#'); i >= 0 {
		r.Fragment.Span = ast.Span{Start: int32(i + 1), End: int32(end)}
		end = i
	}

	// 2.4.2 If the parse string contains a colon ":" after the first character
	// and before any characters not allowed as part of a scheme name, the scheme
	// is the substring up to the first colon.
	if i := schemeLen(s[:end]); i > 0 {
		r.Scheme.Span = ast.Span{Start: 0, End: int32(i)}
		at = i + 1
	}

	// 2.4.3 If the parse string begins with a double-slash "//", then the
	// substring after it and up to the next slash "/" is the net_loc. If no slash
	// is present, the entire remaining parse string is.
	at = splitSite(r, s, at, end)

	// 2.4.4 The substring after the first question mark "?" is the query.
	if i := strings.IndexByte(s[at:end], '?'); i >= 0 {
		r.Query.Span = ast.Span{Start: int32(at + i + 1), End: int32(end)}
		end = at + i
	}

	// 2.4.5 and 2.4.6, the params and the path: see [ast.Path].
	r.Path = ast.Path{Span: ast.Span{Start: int32(at), End: int32(end)}, HasParams: true, ParamsLast: true}
	r.Path.Kind = pathKind(s[at:end])
}

// schemeLen returns the length of the scheme that s begins with: "an
// alphanumeric, plus "+", period ".", or hyphen "-"" up to a colon; 0 for none.
func schemeLen(s string) int {
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '+', c == '.', c == '-':
		case c == ':':
			return i
		default:
			return 0
		}
	}
	return 0
}

// rfc1808 is section 4 of RFC 1808 (June 1995). An empty component is the same as
// an absent one: its separator alone has no meaning (2.4.1, 2.4.4, 2.4.5;
// "non-empty" in the steps).
func (c *call) rfc1808(base, ref *ast.Reference, path []byte) (t target, out outcome) {

	// Step 1: The base URL is established according to the rules of Section 3.
	//         If the base URL is the empty string (unknown), the embedded URL is
	//         interpreted as an absolute URL and we are done.
	if base.Input == "" {
		c.step("1", "the base is empty: the embedded URL is absolute")
		return wholeOf(ref, path), resolved
	}

	// Step 2: Both the base and embedded URLs are parsed into their component
	//         parts as described in Section 2.4.
	c.step("2", "base and embedded URL are parsed into their components")

	// 2 a) If the embedded URL is entirely empty, it inherits the entire base URL
	//      (i.e., is set equal to the base URL) and we are done.
	if ref.Input == "" {
		c.step("2a", "the embedded URL is entirely empty: it is the base, with its fragment")
		return wholeOf(base, path), resolved
	}

	// 2 b) If the embedded URL starts with a scheme name, it is interpreted as an
	//      absolute URL and we are done.
	if ref.Scheme.Present() {
		c.step("2b", "the embedded URL starts with a scheme name: an absolute URL")
		return wholeOf(ref, path), resolved
	}

	// 2 c) Otherwise, the embedded URL inherits the scheme of the base URL.
	t.scheme = textOf(base, base.Scheme.Span)
	c.step("2c", "the scheme is inherited from the base")

	t.site = nonEmpty(ref, ref.Site.Span)
	t.query, t.fragment = nonEmpty(ref, ref.Query.Span), nonEmpty(ref, ref.Fragment.Span)
	refPath, params, _ := strings.Cut(ref.Text(ref.Path.Span), ";")
	basePath, baseParams, _ := strings.Cut(base.Text(base.Path.Span), ";")

	// Step 3: If the embedded URL's <net_loc> is non-empty, we skip to Step 7.
	//         Otherwise, the embedded URL inherits the <net_loc> (if any) of the
	//         base URL.
	if t.site.defined {
		c.step("3", "the net_loc is non-empty")
		t.path = appendParams(append(path, refPath...), params)
		return t, resolved
	}
	t.site = nonEmpty(base, base.Site.Span)
	c.step("3", "the net_loc is inherited from the base")

	// Step 4: If the embedded URL path is preceded by a slash "/", the path is
	//         not relative and we skip to Step 7.
	if ref.Path.Kind == ast.Absolute {
		c.step("4", `the path is preceded by "/": it is not relative`)
		t.path = appendParams(append(path, refPath...), params)
		return t, resolved
	}
	c.step("4", `the path is not preceded by "/"`)

	// Step 5: If the embedded URL path is empty (and not preceded by a slash),
	//         then the embedded URL inherits the base URL path, and
	if refPath == "" {
		t.path = append(path, basePath...)
		c.step("5", "the path is empty: it is inherited from the base")

		// 5 a) if the embedded URL's <params> is non-empty, we skip to step 7;
		//      otherwise, it inherits the <params> of the base URL (if any) and
		if params != "" {
			c.step("5a", "the params are non-empty")
			t.path = appendParams(t.path, params)
			return t, resolved
		}
		t.path = appendParams(t.path, baseParams)
		c.step("5a", "the params are inherited from the base")

		// 5 b) if the embedded URL's <query> is non-empty, we skip to step 7;
		//      otherwise, it inherits the <query> of the base URL (if any) and we
		//      skip to step 7.
		if t.query.defined {
			c.step("5b", "the query is non-empty")
			return t, resolved
		}
		t.query = nonEmpty(base, base.Query.Span)
		c.step("5b", "the query is inherited from the base")
		return t, resolved
	}
	c.step("5", "the path is not empty")

	// Step 6: The last segment of the base URL's path (anything following the
	//         rightmost slash "/", or the entire path if no slash is present) is
	//         removed and the embedded URL's path is appended in its place.
	t.path = append(path, basePath[:dirLen(basePath)]...)
	t.path = append(t.path, refPath...)
	c.edited("6", "the path replaces the last segment of the base's path", "", t.path)

	// 6 a) to d) The steps of the later editions, except that these say "buffer".
	t.path = c.removeDotSegments(t.path, [4]string{"6a", "6b", "6c", "6d"})

	// Here the params are those of the embedded URL.
	t.path = appendParams(t.path, params)
	return t, resolved
}

// unwritableRFC1808 is [unwritable] by the rules of section 2.4: a site ends only
// at "/", and "%41:" does not begin with a scheme.
func unwritableRFC1808(t *target) string {
	switch {
	case t.site.defined && len(t.path) == 0 && t.query.defined:
		return "the query would be read as part of the site"
	case !t.site.defined && !t.scheme.defined && schemeLen(string(t.path)) == 0:
		// There is no scheme, whatever Appendix B takes for one.
		return unwritable(true, false, t.path)
	}
	return unwritable(t.scheme.defined, t.site.defined, t.path)
}

// nonEmpty is textOf for an algorithm that takes an empty component as absent.
func nonEmpty(ref *ast.Reference, span ast.Span) text { return text{ref.Text(span), span.Len() > 0} }

// appendParams appends params to a path, if there are any.
func appendParams(path []byte, params string) []byte {
	if params == "" {
		return path
	}
	return append(append(path, ';'), params...)
}

// wholeOf is the target that is a reference as it is written.
func wholeOf(ref *ast.Reference, path []byte) target {
	return target{
		scheme: textOf(ref, ref.Scheme.Span), site: textOf(ref, ref.Site.Span),
		path:  append(path, ref.Text(ref.Path.Span)...),
		query: textOf(ref, ref.Query.Span), fragment: textOf(ref, ref.Fragment.Span),
	}
}
