package resolve

import (
	"strings"

	"github.com/urispec/urispec/ast"
)

// shortcut appends the target of a reference without taking the steps, where
// it is a beginning of the base and, behind it, an end of the reference, as
// they are written. That is so for nearly all references that people write, in
// every edition. If it returns false the steps have to tell, as they have where
// an option or a trace is asked for; dst is as it was then.
//
// The base or the reference is written first where it has a scheme, so that no
// target is unwritable but for its first slashes: see [unwritable].
func (a *Algorithm) shortcut(dst []byte, base, ref *ast.Reference) ([]byte, bool) {
	path := ref.Text(ref.Path.Span)
	if unwritable(true, ref.Site.Present(), path) != "" {
		return dst, false // no tree of a string
	}
	var keep, from int32 // what is kept of the base, and from where on of the reference
	switch {
	case ref.Scheme.Present():
		if a == RFC3986 && hasDot(path) {
			return dst, false
		}
	case !base.Scheme.Present() || a == RFC1808 && !sixAsWritten(base, ref):
		return dst, false
	case ref.Site.Present():
		keep, from = base.Scheme.End+int32(len(":")), ref.Site.Start-int32(len("//"))
		if a == RFC3986 && hasDot(path) {
			return dst, false
		}
	case ref.Path.Kind == ast.Absolute:
		keep, from = base.Path.Start, ref.Path.Start
		if a == RFC3986 && hasDot(path) {
			return dst, false
		}
	case !base.Site.Present():
		return dst, false // the target's path may begin with "//"
	case path == "":
		if a != RFC3986 {
			return dst, false
		}
		keep, from = base.Path.End, ref.Path.End
		if base.Query.Present() && !ref.Query.Present() {
			keep = base.Query.End
		}
	case base.Path.Kind == ast.Absolute && ref.Path.Kind == ast.Rootless:
		end := ref.Path.End
		if a == URLSyntax02 && ref.Query.Present() {
			end = ref.Query.End // the buffer has the query too
		}
		dir, skip, ok := a.climb(base.Text(base.Path.Span), ref.Input[ref.Path.Start:end])
		if !ok {
			return dst, false
		}
		keep, from = base.Path.Start+int32(dir), ref.Path.Start+int32(skip)
	default:
		return dst, false
	}
	end := ref.Path.End
	if ref.Fragment.Present() {
		end = ref.Fragment.End
	} else if ref.Query.Present() {
		end = ref.Query.End
	}
	dst = append(dst, base.Input[:keep]...)
	return append(dst, ref.Input[from:end]...), true
}

// climb merges the path of a base, which begins with "/", with a relative one,
// and removes the dot segments: the result is base[:dir] + path[skip:]. It
// returns false if dot segments stand anywhere but at the beginning of path,
// or if they climb higher than the edition has an answer for.
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
		case a != RFC3986: // there the root is its own parent
			return 0, 0, false
		}
	}
	return dir, len(path) - len(rest), !slashDot(rest)
}

// hasDot reports whether a segment of a path begins with a dot: whether there
// may be dot segments.
func hasDot(path string) bool {
	return path != "" && path[0] == '.' || slashDot(path)
}

// slashDot reports whether "/." stands in s. Dots are rarer than slashes.
func slashDot(s string) bool {
	for i := 0; i < len(s); i++ {
		n := strings.IndexByte(s[i:], '.')
		if n < 0 {
			return false
		}
		if i += n; i > 0 && s[i-1] == '/' {
			return true
		}
	}
	return false
}

// sixAsWritten reports whether RFC 1808 writes the components as they stand: it
// drops the separator of one that is empty, and dots behind a ";" are no
// segments.
func sixAsWritten(base, ref *ast.Reference) bool {
	for _, span := range [...]ast.Span{base.Site.Span, ref.Site.Span, ref.Query.Span, ref.Fragment.Span} {
		if span.Present() && span.Len() == 0 {
			return false
		}
	}
	return strings.IndexByte(base.Text(base.Path.Span), ';') < 0 && strings.IndexByte(ref.Text(ref.Path.Span), ';') < 0
}
