package resolve

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/resolve/escape"
)

// settled reports whether none of the steps changes a reference, as far as it can be seen
// at a glance. That is so for nearly all references that people write. If it returns
// false, the steps have to be taken.
func settled(ref *ast.Reference, steps []Equivalence, unreserved *[256]bool) bool {
	s, host := ref.Input, &ref.Site.Server.HostPort
	if host.Port.Present() || ref.Site.Present() && ref.Path.Len() == 0 {
		return false // the ports and the empty path
	}
	if hasUpper(s[:ref.Path.Start]) || slices.Contains(hostsByDefault, ref.Text(host.Host.Span)) {
		return false // the case of scheme and host, and the default host
	}
	if (ref.Scheme.Present() || ref.Path.Kind == ast.Absolute) && hasDot(ref.Text(ref.Path.Span)) {
		return false // dot segments
	}
	i := strings.IndexByte(s, '%')
	return i < 0 || settledEscapes(s[i:], steps, unreserved)
}

// Settled reports whether no step of normalization changes a reference s in which there
// are no escapes, no letters in upper case and no port before the path, no segment that
// begins with ".", and no empty path after a site. That is so unless it has the default
// host of its scheme.
func (n *Normalizer) Settled(s string) bool {
	for _, site := range defaultSites {
		if strings.HasPrefix(s, site) {
			return false
		}
	}
	return true
}

// settledEscapes is settled for the escaped octets of s, the first of which begins it.
func settledEscapes(s string, steps []Equivalence, unreserved *[256]bool) bool {
	var beyond, bytes bool
	for i := range steps {
		beyond = beyond || steps[i].Beyond != nil
		bytes = bytes || steps[i].Bytes != ""
	}
	if bytes {
		return false
	}
	for {
		octet, ok := escape.At(s, 0)
		if !ok || s[1] >= 'a' || s[2] >= 'a' || unreserved[octet] || beyond && octet >= utf8.RuneSelf {
			return false
		}
		if s = s[escape.Len:]; s == "" {
			return true
		}
		if s[0] != '%' { // escapes often stand together
			i := strings.IndexByte(s, '%')
			if i < 0 {
				return true
			}
			s = s[i:]
		}
	}
}

// hasUpper reports whether there is an ASCII letter in upper case in s. It looks at
// eight places at a time.
func hasUpper(s string) bool {
	const (
		ones = 0x0101010101010101
		high = ones << 7
	)
	for len(s) >= 8 {
		w := eight(s)
		low := w &^ high
		if (low+(0x80-'A')*ones)&^(low+(0x7F-'Z')*ones)&^w&high != 0 {
			return true
		}
		if len(s) == 8 {
			return false
		}
		s = s[min(8, len(s)-8):] // some places twice, rather than one by one
	}
	for i := range len(s) {
		if 'A' <= s[i] && s[i] <= 'Z' {
			return true
		}
	}
	return false
}
