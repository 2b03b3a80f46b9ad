package resolve

import (
	"strings"

	"github.com/urispec/urispec/ast"
)

// shortcut finds the target of a reference without taking the steps, if the target
// is a beginning of the base followed by an end of the reference, both as written.
// That is so for nearly all references that people write, in every edition. If
// it returns false, the steps have to be taken.
//
// Such a target parses into the components that were meant, because each part was
// read from a string with the same text before it. The exception would be a merged
// path that begins with "//" where there is no site; shortcut does not merge there.
func (a *Algorithm) shortcut(base, ref *ast.Reference, o Options) (head, tail string, ok bool) {
	if o.Trace != nil || o.Loose {
		return "", "", false
	}
	path := ref.Text(ref.Path.Span)
	var keep, from int32 // the target is base[:keep], then the reference from the offset from
	merged := false
	switch {
	case ref.Scheme.Present():
	case !base.Scheme.Present() || a == RFC1808 && !sixAsWritten(base, ref):
		return "", "", false
	case ref.Site.Present():
		keep, from = base.Scheme.End+int32(len(":")), ref.Site.Start-int32(len("//"))
	case ref.Path.Kind == ast.Absolute:
		keep, from = base.Path.Start, ref.Path.Start
	case !base.Site.Present():
		return "", "", false
	case path == "":
		if a != RFC3986 {
			return "", "", false
		}
		keep, from = base.Path.End, ref.Path.End
		if base.Query.Present() && !ref.Query.Present() {
			keep = base.Query.End
		}
	case base.Path.Kind == ast.Absolute && ref.Path.Kind == ast.Rootless:
		if a == URLSyntax02 && ref.Query.Present() {
			path = ref.Input[ref.Path.Start:ref.Query.End] // the buffer contains the query too
		}
		dir, skip, ok := a.climb(base.Text(base.Path.Span), path)
		if !ok {
			return "", "", false
		}
		keep, from, merged = base.Path.Start+int32(dir), ref.Path.Start+int32(skip), true
	default:
		return "", "", false
	}
	if a == RFC3986 && !merged && hasDot(path) {
		return "", "", false
	}
	end := ref.Path.End
	if ref.Fragment.Present() {
		end = ref.Fragment.End
	} else if ref.Query.Present() {
		end = ref.Query.End
	}
	return base.Input[:keep], ref.Input[from:end], true
}

// climb merges the path of a base, which begins with "/", with a relative path,
// and removes the dot segments: the result is base[:dir] + path[skip:]. It
// returns false if there are dot segments anywhere but at the beginning of path,
// or if there are more ".." than levels, in an edition that leaves it open what
// they mean.
func (a *Algorithm) climb(base, path string) (dir, skip int, ok bool) {
	dir = dirLen(base)
	if slashDot(base[:dir]) {
		return 0, 0, false
	}
	rest := path
	for len(rest) > 0 && rest[0] == '.' {
		up := len(rest) > 1 && rest[1] == '.'
		n := 1
		if up {
			n = 2
		}
		if len(rest) > n {
			if rest[n] != '/' {
				break // the first segment only begins with dots
			}
			n++
		}
		rest = rest[n:]
		switch {
		case !up:
		case dir > len("/"):
			dir = dirLen(base[:dir-1])
		case a != RFC3986: // in RFC 3986 the root is its own parent
			return 0, 0, false
		}
	}
	return dir, len(path) - len(rest), !slashDot(rest)
}

// hasDot reports whether a segment of a path begins with a dot, so that it may be
// a dot segment.
func hasDot(path string) bool {
	return path != "" && path[0] == '.' || slashDot(path)
}

// slashDot reports whether s contains "/.". It looks at eight places at a time.
func slashDot(s string) bool {
	const (
		ones    = 0x0101010101010101
		slashes = ones * '/'
		dots    = ones * '.'
	)
	for len(s) > 8 {
		// A byte of z is zero where a slash stands before a dot. If and only
		// if there is one, the expression below sets the high bit of a byte.
		z := (eight(s) ^ slashes) | (eight(s[1:]) ^ dots)
		if (z-ones)&^z&(ones<<7) != 0 {
			return true
		}
		if len(s) == 9 {
			return false
		}
		s = s[min(8, len(s)-9):] // some places twice, rather than one by one
	}
	for i := 1; i < len(s); i++ {
		if s[i] == '.' && s[i-1] == '/' {
			return true
		}
	}
	return false
}

// eight returns the first eight bytes of s as a number.
func eight(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// sixAsWritten reports whether RFC 1808 writes the components as they stand. It
// drops the separator of an empty component, and does not count dots after a ";" as
// dot segments; then the answer is no.
func sixAsWritten(base, ref *ast.Reference) bool {
	for _, span := range [...]ast.Span{base.Site.Span, ref.Site.Span, ref.Query.Span, ref.Fragment.Span} {
		if span.Present() && span.Len() == 0 {
			return false
		}
	}
	return strings.IndexByte(base.Text(base.Path.Span), ';') < 0 && strings.IndexByte(ref.Text(ref.Path.Span), ';') < 0
}
