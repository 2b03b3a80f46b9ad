package lint

import (
	"iter"
	"strings"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/resolve"
	"github.com/urispec/urispec/resolve/escape"
)

// path examines the path and its segments.
func (c *check) path() {
	span := c.ref.Path.Span
	if span.Start == span.End {
		if c.site.Present() {
			c.addEquivalent(EmptyPath, resolve.EmptyPath, Path, int(span.Start), int(span.End))
		}
		return
	}
	d := findDots(&c.ref)
	if c.opaque && c.ref.Scheme.Present() && c.ref.Path.Kind == ast.Rootless {
		d.raw = ast.Absent // there are no segments in an opaque part
	}
	ownPath := c.ref.Scheme.Present() || c.ref.Path.Kind == ast.Absolute
	removed := c.conforms && ownPath && c.licensed[resolve.DotSegments]
	if d.raw.Present() {
		c.add(DotSegments, Path, int(d.raw.Start), int(d.raw.End)).equivalent = removed
	}
	if d.escaped.Present() {
		c.add(EscapedDotSegment, Path, int(d.escaped.Start), int(d.escaped.End)).equivalent = removed
	}
	if c.applies[DeviceName] {
		for start, end := range segments(c.s, span) {
			if isDevice(c.s[start:end]) {
				c.add(DeviceName, Path, start, end)
			}
		}
	}
}

// segments yields the start and end of each piece of a path between slashes. The
// first piece is empty if the path begins with a slash.
func segments(s string, path ast.Span) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		end := int(path.End)
		for start := int(path.Start); start <= end; {
			n := strings.IndexByte(s[start:end], '/')
			if n < 0 {
				n = end - start
			}
			if !yield(start, start+n) {
				return
			}
			start += n + 1
		}
	}
}

// dots are the dot segments of a path, except those at the beginning of a
// relative path: the span from the first to the last, absent if there are none.
type dots struct{ raw, escaped ast.Span }

func findDots(ref *ast.Reference) dots {
	found := dots{ast.Absent, ast.Absent}
	beginning := !ref.Scheme.Present() && ref.Path.Kind == ast.Rootless
	for start, end := range segments(ref.Input, ref.Path.Span) {
		switch isDots(ref.Input[start:end]) {
		case escapedDots:
			found.escaped = reach(found.escaped, start, end)
		case rawDots:
			if !beginning {
				found.raw = reach(found.raw, start, end)
			}
			continue
		}
		beginning = false
	}
	return found
}

// reach returns the span extended to the end of a segment, or the segment if the
// span is absent.
func reach(s ast.Span, start, end int) ast.Span {
	if !s.Present() {
		s.Start = int32(start)
	}
	s.End = int32(end)
	return s
}

// dottiness tells whether a segment is a dot segment.
type dottiness uint8

const (
	noDots      dottiness = iota
	rawDots               // "." or ".."
	escapedDots           // one of these once it is decoded
)

// longestDots is the length of the longest dot segment.
const longestDots = 2 * escape.Len

func isDots(segment string) dottiness {
	if len(segment) == 0 || len(segment) > longestDots {
		return noDots
	}
	kind, n := rawDots, 0
	for i := 0; i < len(segment); n++ {
		if segment[i] == '.' {
			i++
		} else if b, ok := escape.At(segment, i); ok && b == '.' {
			i += escape.Len
			kind = escapedDots
		} else {
			return noDots
		}
	}
	if n > len("..") {
		return noDots
	}
	return kind
}

// inDots reports whether the byte at an offset of a component is in a dot
// segment. It reads no more bytes than such a segment has.
func inDots(s string, component ast.Span, at int) bool {
	start, end := at, at
	for start > int(component.Start) && s[start-1] != '/' && at-start < longestDots {
		start--
	}
	for end < int(component.End) && s[end] != '/' && end-at <= longestDots {
		end++
	}
	return isDots(s[start:end]) != noDots
}

// isDevice reports whether a segment is the name of a device that some systems
// have in every directory, with or without a suffix, or "...".
func isDevice(segment string) bool {
	if segment == "..." {
		return true
	}
	var name [3]byte
	if len(segment) < len(name) {
		return false
	}
	for i := range name {
		name[i] = toLower(segment[i])
	}
	rest := segment[len(name):]
	switch string(name[:]) {
	case "aux", "con", "nul", "prn":
	case "com", "lpt":
		if rest != "" && isDigit(rest[0]) {
			rest = rest[1:]
		}
	default:
		return false
	}
	return rest == "" || rest[0] == '.'
}
