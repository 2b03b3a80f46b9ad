package resolve

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/resolve/escape"
)

// Names of the steps of normalization. The data of an edition says which of them
// it licenses, and in which order they are taken.
const (
	SchemeCase  = "scheme-case"  // the scheme in lower case
	HostCase    = "host-case"    // the host in lower case
	EscapeCase  = "escape-case"  // the hexadecimal digits of escaped octets in upper case
	Unescape    = "unescape"     // unreserved characters without escapes
	DotSegments = "dot-segments" // remove_dot_segments on the path
	EmptyPort   = "empty-port"   // "host:" as "host"
	DefaultPort = "default-port" // the scheme's default port left out
	DefaultHost = "default-host" // the scheme's default host left out, if the site has nothing else
	EmptyPath   = "empty-path"   // the path "/" after a site
)

// Steps returns the names of all steps of normalization. Package grammar holds the
// data of the editions to them.
func Steps() []string {
	return []string{SchemeCase, HostCase, EscapeCase, Unescape, DotSegments, EmptyPort, DefaultPort, DefaultHost, EmptyPath}
}

// Equivalence is a step of normalization as an edition licenses it: what it
// changes, it changes to an equivalent reference. The JSON keys are those of an
// edition's data.
type Equivalence struct {
	Step string `json:"step"` // one of the names above
	// These limit [Unescape] if they are set: to references with one of these
	// schemes; to these characters; to the first character after the slash that
	// begins the path.
	Schemes   []string `json:"schemes"`
	Bytes     string   `json:"bytes"`
	PathStart bool     `json:"path_start"`
	// Beyond reports whether escaped octets that are the UTF-8 of a character beyond
	// US-ASCII are taken for that character; nil if they never are. [Unescape]
	// writes such a character as itself. [HostCase], which is for hosts of US-ASCII
	// only, leaves a host that has one. Other escaped octets are the US-ASCII that
	// they are written in.
	Beyond func(c rune) bool `json:"-"`
}

// Normalizer takes steps of normalization, in the order of Steps. It may be used
// concurrently while nobody changes it. The zero value takes no steps.
//
// No step changes what a reference means. A reserved character is neither escaped
// nor unescaped; only the scheme, the host and the digits of escapes change case; an
// empty query or fragment stays. Two kinds of references are changed less than
// others: those whose site is a registry's name, and those without a scheme, since
// it is not known what their scheme will be.
//
//   - [SchemeCase], [DefaultPort], [DefaultHost] and an [Unescape] that is limited
//     to schemes need a scheme.
//   - [DotSegments] needs a scheme, or a path that begins with "/". The dot segments
//     of such a path are removed whatever the base is (5.2.2 of RFC 3986); what
//     those of any other path mean depends on the base.
//   - [HostCase], [EmptyPort], [DefaultPort], [DefaultHost] and the [Unescape] of a
//     site need a host.
//   - [HostCase] leaves the zone identifier of an IPv6 address as it is. It names an
//     interface of some machine, and RFC 6874 does not say whether its case matters.
//   - [Unescape] does not turn an escaped segment (%2E) into "." or "..", unless
//     [DotSegments] can remove that at once: only raw dots are resolved.
//   - If [DotSegments] leaves a path that begins "//" where there is no site, the
//     path is written "/.//". Resolution reports an error for such a path, because a
//     target has no dot segments and "//" would begin a site. But every reference
//     that conforms must have a normal form, and this one still means that path:
//     5.2.4 turns it into "//".
type Normalizer struct {
	Steps      []Equivalence
	Unreserved [256]bool // the edition's unreserved characters
}

// normalized is a reference whose components are changed one by one.
type normalized struct {
	scheme, userinfo, port text
	site                   text // as a whole, if it has no host
	host                   text
	path                   string
	query, fragment        text
}

// Normalize returns the reference with all steps taken. The reference must come
// from an edition's Parse, because the steps need the host and the port. If there is
// nothing to change, it returns the input, and allocates nothing.
func (n *Normalizer) Normalize(ref *ast.Reference) string { return n.normalize(ref, n.Steps) }

func (n *Normalizer) normalize(ref *ast.Reference, steps []Equivalence) string {
	if settled(ref, steps, &n.Unreserved) {
		return ref.Input
	}
	return n.takeAll(ref, steps)
}

// takeAll is normalize without a glance at the whole.
func (n *Normalizer) takeAll(ref *ast.Reference, steps []Equivalence) string {
	server := &ref.Site.Server
	r := normalized{
		scheme: textOf(ref, ref.Scheme.Span), site: textOf(ref, ref.Site.Span),
		userinfo: textOf(ref, server.UserInfo.Span), host: textOf(ref, server.HostPort.Host.Span),
		port: textOf(ref, server.HostPort.Port.Span), path: ref.Text(ref.Path.Span),
		query: textOf(ref, ref.Query.Span), fragment: textOf(ref, ref.Fragment.Span),
	}
	before := r
	dots := slices.ContainsFunc(steps, func(e Equivalence) bool { return e.Step == DotSegments })
	escapes := strings.IndexByte(ref.Input, '%') >= 0
	for i := range steps {
		if e := &steps[i]; escapes || e.Step != EscapeCase && e.Step != Unescape {
			n.take(e, &r, dots)
		}
	}
	if r == before {
		return ref.Input
	}
	if r.host.defined {
		r.site.s = r.authority()
	}
	return own(write(nil, r.scheme, r.site, r.path, r.query, r.fragment))
}

// authority writes the site of a host.
func (r *normalized) authority() string {
	s := r.host.s
	switch user, port := r.userinfo.defined, r.port.defined; {
	case user && port:
		s = r.userinfo.s + "@" + s + ":" + r.port.s
	case user:
		s = r.userinfo.s + "@" + s
	case port:
		s += ":" + r.port.s
	}
	return s
}

// lowerHost returns a host in lower case, except for a zone identifier.
func lowerHost(host string) string {
	if address, zone, ok := strings.Cut(host, "%25"); ok && strings.HasPrefix(host, "[") {
		return escape.Lower(address) + "%25" + zone
	}
	return escape.Lower(host)
}

// each changes the components that may contain escaped octets, but not the path, and
// a registry's name only if registry is true.
func (r *normalized) each(change func(string) string, registry bool) {
	for _, t := range []*text{&r.userinfo, &r.host, &r.query, &r.fragment} {
		t.s = change(t.s)
	}
	if registry && !r.host.defined {
		r.site.s = change(r.site.s)
	}
}

// take takes one step. The argument dots says that [DotSegments] is among the steps.
func (n *Normalizer) take(e *Equivalence, r *normalized, dots bool) {
	switch e.Step {
	case SchemeCase:
		r.scheme.s = escape.Lower(r.scheme.s)
	case HostCase:
		if e.Beyond == nil || isASCII(r.host.s, e.Beyond) {
			r.host.s = lowerHost(r.host.s)
		}
	case EscapeCase:
		r.each(escape.Upper, true)
		r.path = escape.Upper(r.path)
	case Unescape:
		n.unescape(e, r, dots)
	case DotSegments:
		if r.hasOwnPath() {
			r.removeDotSegments()
		}
	case EmptyPort:
		if r.port.s == "" {
			r.port = text{}
		}
	case DefaultPort:
		if !r.port.defined {
			return
		}
		if p, ok := defaultPorts[escape.Lower(r.scheme.s)]; ok && strings.TrimLeft(r.port.s, "0") == p {
			r.port = text{}
		}
	case DefaultHost:
		if h, ok := defaultHosts[escape.Lower(r.scheme.s)]; ok && escape.Lower(r.host.s) == h && !r.userinfo.defined && !r.port.defined {
			r.host.s = ""
		}
	case EmptyPath:
		if r.site.defined && r.path == "" {
			r.path = "/"
		}
	}
}

// hasOwnPath reports whether the path, without its dot segments, becomes the path of
// the target whatever the base is. 5.2.2 of RFC 3986 merges any other path with
// the base's.
func (r *normalized) hasOwnPath() bool {
	return r.scheme.defined || strings.HasPrefix(r.path, "/")
}

// removeDotSegments removes the dot segments from the path, and keeps the path
// writable.
func (r *normalized) removeDotSegments() {
	r.path = removeDotSegments(r.path)
	if r.unwritable(r.path) {
		r.path = "/." + r.path
	}
}

// unwritable reports whether a path would be read as a site.
func (r *normalized) unwritable(path string) bool {
	return !r.site.defined && strings.HasPrefix(path, "//")
}

// removeDotSegments is section 5.2.4 of RFC 3986.
func removeDotSegments(path string) string {
	if !hasDotSegment(path) {
		return path
	}
	return own(new(call).removeDotSegments3986([]byte(path)))
}

// hasDotSegment reports whether a segment of the path is "." or "..".
func hasDotSegment(path string) bool {
	for {
		segment, rest, more := strings.Cut(path, "/")
		if segment == "." || segment == ".." {
			return true
		}
		if !more {
			return false
		}
		path = rest
	}
}

func (n *Normalizer) unescape(e *Equivalence, r *normalized, dots bool) {
	if e.Schemes != nil && (!r.scheme.defined || !slices.Contains(e.Schemes, escape.Lower(r.scheme.s))) {
		return
	}
	set := n.Unreserved
	if e.Bytes != "" {
		set = [256]bool{}
		for i := range len(e.Bytes) {
			set[e.Bytes[i]] = true
		}
	}
	if e.PathStart {
		if rest, ok := strings.CutPrefix(r.path, "/"); ok {
			first := rest[:min(len(rest), escape.Len)]
			if plain := unescape(first, &set, nil); plain != first {
				r.path = "/" + plain + rest[len(first):]
			}
		}
		return
	}
	r.each(func(s string) string { return unescape(s, &set, e.Beyond) }, false)
	if dots && r.hasOwnPath() {
		// Raw dot segments are removed before escaped ones become raw. The
		// escaped ones stay escaped if only that keeps the path writable.
		raw := removeDotSegments(r.path)
		path := unescape(raw, &set, e.Beyond)
		if !r.unwritable(removeDotSegments(path)) || r.unwritable(raw) {
			r.path = path
			return
		}
		r.path = raw
	}
	if !unescapes(r.path, &set, e.Beyond) {
		return
	}
	path := make([]byte, 0, len(r.path))
	for segment := range strings.SplitAfterSeq(r.path, "/") {
		name, slash := segment, ""
		if before, ok := strings.CutSuffix(segment, "/"); ok {
			name, slash = before, "/"
		}
		if plain := unescape(name, &set, e.Beyond); plain != "." && plain != ".." {
			name = plain
		}
		path = append(append(path, name...), slash...)
	}
	r.path = own(path)
}

// unescape replaces, in one pass, the escaped octets of s that are in the set, and
// those that are the UTF-8 of a character beyond US-ASCII for which beyond is true.
func unescape(s string, set *[256]bool, beyond func(rune) bool) string {
	if !unescapes(s, set, beyond) {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := strings.IndexByte(s, '%'); i >= 0; i = strings.IndexByte(s, '%') {
		out = append(out, s[:i]...)
		s = s[i:]
		b, ok := escape.At(s, 0)
		if !ok {
			break // no escape; this does not occur in a reference that conforms
		}
		n := escape.Len
		if set[b] {
			out = append(out, b)
		} else if c, escapes := escapedRune(s); escapes > 0 && beyond != nil && beyond(c) {
			out = utf8.AppendRune(out, c)
			n *= escapes
		} else {
			out = append(out, s[:n]...)
		}
		s = s[n:]
	}
	return own(append(out, s...))
}

// unescapes reports whether there is anything for unescape to replace. It does not
// allocate.
func unescapes(s string, set *[256]bool, beyond func(rune) bool) bool {
	for i := range len(s) {
		if octet, ok := escape.At(s, i); ok {
			if set[octet] {
				return true
			}
			if c, escapes := escapedRune(s[i:]); escapes > 0 && beyond != nil && beyond(c) {
				return true
			}
		}
	}
	return false
}

// escapedRune returns the character beyond US-ASCII whose UTF-8 is escaped at the
// beginning of s, and the number of its octets; 0 if there is none.
func escapedRune(s string) (c rune, escapes int) {
	var octets [utf8.UTFMax]byte
	n := 0
	for n < len(octets) {
		octet, ok := escape.At(s, n*escape.Len)
		if !ok {
			break
		}
		octets[n] = octet
		n++
	}
	if c, size := utf8.DecodeRune(octets[:n]); size > 1 {
		return c, size
	}
	return 0, 0
}

// isASCII reports whether s has no character beyond US-ASCII, and no escaped one
// for which beyond is true.
func isASCII(s string, beyond func(rune) bool) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
		if s[i] == '%' {
			if c, escapes := escapedRune(s[i:]); escapes > 0 && beyond(c) {
				return false
			}
		}
	}
	return true
}

// Equivalent reports whether two references become the same string, and by which
// steps: as few as make them equal, in their order; none if they are equal as they
// stand (6.2.1 of RFC 3986). Relative references are compared without a base, though
// only resolution tells what they refer to.
func (n *Normalizer) Equivalent(a, b *ast.Reference) (steps []Equivalence, ok bool) {
	equal := func(steps []Equivalence) bool { return n.normalize(a, steps) == n.normalize(b, steps) }
	steps = slices.Clone(n.Steps)
	if !equal(steps) {
		return nil, false
	}
	for i := len(steps) - 1; i >= 0; i-- {
		if fewer := slices.Delete(slices.Clone(steps), i, i+1); equal(fewer) {
			steps = fewer
		}
	}
	return steps, true
}
