package resolve

import (
	"math"
	"strings"

	"github.com/urispec/urispec/ast"
)

// Split finds the components of a string by the regular expression of
// Appendix B of url-syntax-09 and of every later edition:
//
//	^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?
//	  scheme $2      site $4       path $5   query $7   fragment $9
//
// Every string can be split; whether its components conform is another
// question. The site is not split further, and a path is never opaque. If a
// reference conforms, the components are those of the edition's Parse, unless the
// path is opaque: an opaque path may contain "?", which begins a query here. In a
// string of more than 2^31-1 bytes every component is absent and the path is empty.
func Split(s string) ast.Reference {
	var r ast.Reference
	splitInto(&r, s)
	return r
}

func splitInto(r *ast.Reference, s string) {
	const delimiters = 1<<':' | 1<<'/' | 1<<'?' | 1<<'#'
	colon, first := -1, 0
	for first < len(s) && uint64(1)<<s[first]&delimiters == 0 {
		first++
	}
	if first < len(s) && s[first] == ':' {
		colon = first
	}
	split(r, s, colon, first)
}

// Split finds the components of a string as the algorithm separates them: by
// [Split], or for rfc1808, which has no such expression, by the rules of its
// section 2.4, by which a site ends only at "/".
func (a *Algorithm) Split(s string) ast.Reference {
	var r ast.Reference
	a.SplitInto(&r, s)
	return r
}

// ByExpression reports whether the algorithm separates components by the regular
// expression of [Split], as all but rfc1808's do.
func (a *Algorithm) ByExpression() bool { return a != RFC1808 }

// SplitInto is [Algorithm.Split], with the result in a reference of the caller.
func (a *Algorithm) SplitInto(r *ast.Reference, s string) {
	if a.ByExpression() {
		splitInto(r, s)
	} else {
		splitRFC1808(r, s)
	}
}

// SplitPrinted is [Split] by the expression as url-syntax-02 prints it. There a
// scheme may contain ":", because [^/?#]+ extends to the last one (02-N3).
//
//	^(([^/?#]+):)?(//([^/?#]*))?([^?#]*)?(\?([^#]*))?(#(.*))?
func SplitPrinted(s string) ast.Reference {
	end := strings.IndexAny(s, "/?#")
	if end < 0 {
		end = len(s)
	}
	var r ast.Reference
	split(&r, s, strings.LastIndexByte(s[:end], ':'), end)
	return r
}

// split finds the components. The scheme ends at the offset colon; there is no
// scheme if that is 0, or -1 for no colon. No other delimiter stands before the
// offset first.
func split(r *ast.Reference, s string, colon, first int) {
	r.Reset(s)
	if len(s) > math.MaxInt32 {
		return
	}
	at := 0 // the end of what has been found
	if colon > 0 {
		r.Scheme.Span = ast.Span{Start: 0, End: int32(colon)}
		at = colon + 1
	}
	end := len(s) // of what is still to be found
	if i := strings.IndexByte(s[first:], '#'); i >= 0 {
		end = first + i
		r.Fragment.Span = ast.Span{Start: int32(end + 1), End: int32(len(s))}
	}
	if i := strings.IndexByte(s[first:end], '?'); i >= 0 {
		r.Query.Span = ast.Span{Start: int32(first + i + 1), End: int32(end)}
		end = first + i
	}
	at = splitSite(r, s, at, end)
	r.Path.Span = ast.Span{Start: int32(at), End: int32(end)}
	r.Path.Kind = pathKind(s[at:end])
}

// splitSite splits off the site with which s[at:end] may begin, and returns where the
// path begins.
func splitSite(r *ast.Reference, s string, at, end int) int {
	if !strings.HasPrefix(s[at:end], "//") {
		return at
	}
	start, path := at+len("//"), end
	if i := strings.IndexByte(s[start:end], '/'); i >= 0 {
		path = start + i
	}
	r.Site.Span, r.Site.Kind = ast.Span{Start: int32(start), End: int32(path)}, ast.Unsplit
	return path
}

// SplitSite splits what follows "//" in a string as programs split it, whether it
// conforms or not: the userinfo ends at the last "@", and the port begins at the last
// ":" outside brackets. What is not there is absent; if there is a site, there is a
// host, which may be empty.
func SplitSite(s string, site ast.Span) (userinfo, host, port ast.Span) {
	userinfo, host, port = ast.Absent, site, ast.Absent
	if !site.Present() {
		return userinfo, host, port
	}
	if at := strings.LastIndexByte(s[site.Start:site.End], '@'); at >= 0 {
		host.Start += int32(at) + 1
		userinfo = ast.Span{Start: site.Start, End: host.Start - 1}
	}
	text := s[host.Start:host.End]
	inside := strings.IndexByte(text, ']') + 1 // the length of an IP literal
	if inside == 0 && strings.HasPrefix(text, "[") {
		return userinfo, host, port // its end is missing
	}
	if colon := strings.LastIndexByte(text[inside:], ':'); colon >= 0 {
		host.End = host.Start + int32(inside+colon)
		port = ast.Span{Start: host.End + 1, End: site.End}
	}
	return userinfo, host, port
}

// pathKind returns the kind of a path by its beginning.
func pathKind(path string) ast.PathKind {
	switch {
	case path == "":
		return ast.Empty
	case path[0] == '/':
		return ast.Absolute
	}
	return ast.Rootless
}
