package resolve

import (
	"bytes"

	"github.com/urispec/urispec/ast"
)

// rfc3986 is section 5.2 of RFC 3986 (January 2005): the pseudocode of 5.2.2,
// merge (5.2.3) and remove_dot_segments (5.2.4).
func (c *call) rfc3986(base, ref *ast.Reference, path []byte) (t target, out outcome) {
	const transform, merge = "5.2.2", "5.2.3"

	// (R.scheme, R.authority, R.path, R.query, R.fragment) = parse(R);
	// T.fragment = R.fragment;   (after the rest)
	t = wholeOf(ref, path)
	c.step(transform, "the reference is parsed into its components")

	// if ((not strict) and (R.scheme == Base.scheme)) then undefine(R.scheme);
	t.scheme = c.loosen(transform, t.scheme, base)

	// if defined(R.scheme) then
	//    T.scheme = R.scheme; T.authority = R.authority;
	//    T.path = remove_dot_segments(R.path); T.query = R.query;
	if t.scheme.defined {
		c.step(transform, "R.scheme is defined: scheme, authority, path and query are the reference's")
		t.path = c.removeDotSegments3986(t.path)
		return t, resolved
	}

	// T.scheme = Base.scheme;   (after the rest)
	t.scheme = textOf(base, base.Scheme.Span)
	c.step(transform, "T.scheme is Base.scheme")

	// if defined(R.authority) then
	//    T.authority = R.authority; T.path = remove_dot_segments(R.path);
	//    T.query = R.query;
	if t.site.defined {
		c.step(transform, "R.authority is defined: authority, path and query are the reference's")
		t.path = c.removeDotSegments3986(t.path)
		return t, resolved
	}

	// T.authority = Base.authority;   (after the rest)
	t.site = textOf(base, base.Site.Span)
	c.step(transform, "T.authority is Base.authority")

	basePath := base.Text(base.Path.Span)
	switch {
	// if (R.path == "") then T.path = Base.path;
	//    if defined(R.query) then T.query = R.query; else T.query = Base.query;
	case len(t.path) == 0:
		t.path = append(t.path, basePath...)
		if t.query.defined {
			c.step(transform, "R.path is empty, R.query defined: T.path is Base.path")
		} else {
			t.query = textOf(base, base.Query.Span)
			c.step(transform, "R.path is empty, R.query undefined: T.path and T.query are the base's")
		}
		return t, resolved

	// if (R.path starts-with "/") then T.path = remove_dot_segments(R.path);
	case ref.Path.Kind == ast.Absolute:
		c.step(transform, `R.path starts with "/"`)

	// else T.path = merge(Base.path, R.path);
	//      T.path = remove_dot_segments(T.path);
	default:
		// 5.2.3: If the base URI has a defined authority component and an empty
		// path, then return a string consisting of "/" concatenated with the
		// reference's path; otherwise, return a string consisting of the
		// reference's path component appended to all but the last segment of the
		// base URI's path.
		before := c.buffer(t.path)
		what := "R.path is appended to all but the last segment of Base.path"
		t.path = append(t.path[:0], basePath[:dirLen(basePath)]...)
		if t.site.defined && basePath == "" {
			what = `Base.path is empty after an authority: "/" is put before R.path`
			t.path = append(t.path, '/')
		}
		t.path = append(t.path, ref.Text(ref.Path.Span)...)
		c.edited(merge, what, before, t.path)
	}
	t.path = c.removeDotSegments3986(t.path)
	return t, resolved
}

// traceEach is the length in bytes of the longest path for which every turn of the
// loop in 5.2.4 is traced, each with both buffers.
const traceEach = 1 << 10

// removeDotSegments3986 is section 5.2.4, in place and in one pass: the output
// buffer is the path up to w, the input buffer is the path from i on.
func (c *call) removeDotSegments3986(path []byte) []byte {
	if !hasDotSegments(path) {
		c.edited("5.2.4", "the path has no dot segments", c.buffer(path), path)
		return path
	}
	if c.trace != nil && len(path) <= traceEach {
		return tracedDotSegments(path, c.trace)
	}
	before := c.buffer(path)
	w := 0
	for i := 0; i < len(path); {
		w, i, _ = dotStep(path, w, i)
	}
	c.edited("5.2.4", "the dot segments are removed", before, path[:w])
	return path[:w]
}

func tracedDotSegments(b []byte, trace *steps) []byte {
	trace.add(Step{
		Number: "5.2.4 1", What: "the input buffer is the path, the output buffer empty",
		Buffer: true, Input: true, InputAfter: string(b),
	})
	w := 0
	for i := 0; i < len(b); {
		s := Step{Buffer: true, Before: string(b[:w]), Input: true, InputBefore: string(b[i:])}
		var rule dotRule
		w, i, rule = dotStep(b, w, i)
		s.Number, s.What = "5.2.4 "+rule.number, rule.what
		s.After, s.InputAfter = string(b[:w]), string(b[i:])
		trace.add(s)
	}
	return b[:w]
}

// hasDotSegments reports whether 5.2.4 changes a path.
func hasDotSegments(b []byte) bool {
	for i := 0; ; i++ {
		n := bytes.IndexByte(b[i:], '.')
		if n < 0 {
			return false
		}
		if i += n; i == 0 || b[i-1] == '/' {
			switch end := segmentEnd(b, i); string(b[i:end]) {
			case ".", "..":
				return true
			}
		}
	}
}

// dotRule is a step of the loop in 5.2.4.
type dotRule struct{ number, what string }

var (
	dot2A = dotRule{"2A", `the input begins with "../" or "./", which is removed`}
	dot2B = dotRule{"2B", `the input begins with "/./" or is "/.", which becomes "/"`}
	dot2C = dotRule{"2C", `the input begins with "/../" or is "/..", which becomes "/"; the last segment of the output is removed`}
	dot2D = dotRule{"2D", `the input is "." or "..", which is removed`}
	dot2E = dotRule{"2E", "the first segment of the input is moved to the output"}
)

// dotStep takes one turn of the loop: b[:w] is the output buffer, b[i:] the
// input buffer, not empty. The output is never longer than what was read.
func dotStep(b []byte, w, i int) (int, int, dotRule) {
	start := i + root(b[i:])
	end := segmentEnd(b, start)
	dot, dotdot := string(b[start:end]) == ".", string(b[start:end]) == ".."
	switch {
	case !dot && !dotdot:

	// A. If the input buffer begins with a prefix of "../" or "./", then remove
	//    that prefix from the input buffer; otherwise,
	case start == i && end < len(b):
		return w, end + len("/"), dot2A

	// D. if the input buffer consists only of "." or "..", then remove that from
	//    the input buffer; otherwise,
	case start == i:
		return w, end, dot2D

	// B. if the input buffer begins with a prefix of "/./" or "/.", where "." is
	//    a complete path segment, then replace that prefix with "/" in the input
	//    buffer; otherwise,
	case dot:
		return w, slashAt(b, end), dot2B

	// C. if the input buffer begins with a prefix of "/../" or "/..", where ".."
	//    is a complete path segment, then replace that prefix with "/" in the
	//    input buffer and remove the last segment and its preceding "/" (if any)
	//    from the output buffer; otherwise,
	default:
		return max(0, bytes.LastIndexByte(b[:w], '/')), slashAt(b, end), dot2C
	}

	// E. move the first path segment in the input buffer to the end of the
	//    output buffer, including the initial "/" character (if any) and any
	//    subsequent characters up to, but not including, the next "/" character
	//    or the end of the input buffer.
	if w != i {
		copy(b[w:], b[i:end])
	}
	return w + end - i, end, dot2E
}

// slashAt returns the place of the "/" that replaces a prefix ending at end. If
// there is none at end, it overwrites the last byte of the prefix.
func slashAt(b []byte, end int) int {
	if end == len(b) {
		end--
		b[end] = '/'
	}
	return end
}
