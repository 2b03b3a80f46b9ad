package urispec

import (
	"iter"
	"net/netip"
	"strconv"
	"strings"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
)

// Reference is a URI reference: a URI, or a relative reference such as "../a?b" that has to
// be resolved against a base. It is obtained from [Parse] or [ParseIn].
//
// Two references are equal (==) if they are the same string by the same edition;
// [Reference.Equivalent] compares what they mean. A Reference does not change, except by the
// methods with a pointer receiver, and may be used concurrently. The zero value is no
// reference: its components are absent and its String is "".
type Reference struct{ parsed }

// URI is a reference with a scheme, with or without a fragment (RFC 3986, section 3). It is
// obtained from [ParseURI], [ParseURIIn], [Reference.URI] or [URI.Resolve]. In all else it is
// like a [Reference]. The zero value is no URI.
type URI struct{ parsed }

// parsed is a string with its components. The zero value is none.
type parsed struct {
	ref     ast.Reference
	edition *grammar.Edition // nil for the zero value
}

// part returns the text of a span, and whether it is present.
func (p *parsed) part(s ast.Span) (string, bool) {
	if p.edition == nil || !s.Present() {
		return "", false
	}
	return p.ref.Input[s.Start:s.End], true
}

// URI returns r as a URI, false if it has no scheme.
func (r Reference) URI() (u URI, ok bool) {
	if r.IsZero() || !r.edition.URIs().Valid(r.ref.Input) {
		return URI{}, false
	}
	return URI{r.parsed}, true
}

// Reference returns u as a reference.
func (u URI) Reference() Reference { return Reference{u.parsed} }

// IsZero reports whether this is the zero value, which parsing a string never gives.
func (p parsed) IsZero() bool { return p.edition == nil }

// String returns the string that was parsed, byte for byte; "" for the zero value, though
// that is no reference and the empty string is one. [Reference.Redacted] hides a password.
func (p parsed) String() string { return p.ref.Input }

// Edition returns the edition by which the string was parsed; nil for the zero value.
func (p parsed) Edition() *grammar.Edition { return p.edition }

// Components returns the components as spans, in bytes, of the string. Those of the zero
// value are absent.
func (p parsed) Components() ast.Reference {
	if p.IsZero() {
		return ast.New("")
	}
	return p.ref
}

// Scheme returns the scheme as it is written, without the ":".
func (p parsed) Scheme() (string, bool) { return p.part(p.ref.Scheme.Span) }

// Authority returns what stands between "//" and the path: user information, host and port.
func (p parsed) Authority() (string, bool) { return p.part(p.ref.Site.Span) }

// UserInfo returns the user information, without the "@".
func (p parsed) UserInfo() (string, bool) { return p.part(p.ref.Site.Server.UserInfo.Span) }

// User returns the user information up to its first ":".
func (p parsed) User() (string, bool) {
	info, ok := p.UserInfo()
	user, _, _ := strings.Cut(info, ":")
	return user, ok
}

// Password returns the user information after its first ":".
func (p parsed) Password() (string, bool) {
	info, _ := p.UserInfo()
	_, password, ok := strings.Cut(info, ":")
	return password, ok
}

// Host returns the host as it is written: a name, an IPv4 address, or an IP literal with its
// brackets. In RFC 3986 a host can be empty, as in "file:///a".
func (p parsed) Host() (string, bool) { return p.part(p.ref.Site.Server.HostPort.Host.Span) }

// HostKind returns the rule that the host matches; [ast.NoHost] if there is no host.
func (p parsed) HostKind() ast.HostKind { return p.ref.Site.Server.HostPort.Host.Kind }

// Address returns the host as an IP address; false if the host is not an address, as most
// hosts are not, or is one that no machine can have ("999.0.0.1" by some editions). The zone
// of an address by RFC 6874 is decoded.
func (p parsed) Address() (netip.Addr, bool) {
	host, _ := p.Host()
	switch p.HostKind() {
	case ast.IPv6:
		host = Decode(host[1 : len(host)-1])
	case ast.IPv4:
	default:
		return netip.Addr{}, false
	}
	address, err := netip.ParseAddr(host)
	return address, err == nil
}

// Port returns the port as it is written. It can be empty, as in "http://h:/".
func (p parsed) Port() (string, bool) { return p.part(p.ref.Site.Server.HostPort.Port.Span) }

// PortNumber returns the port as a number; false if it is absent, empty or above 65535. It
// does not know the default ports of schemes.
func (p parsed) PortNumber() (uint16, bool) {
	port, _ := p.Port()
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return 0, false
	}
	return uint16(n), true
}

// Path returns the path as it is written. A reference always has a path, which may be empty.
func (p parsed) Path() string {
	path, _ := p.part(p.ref.Path.Span)
	return path
}

// Segments yields the segments of the path, decoded: what stands between its slashes. An
// absolute path begins with a "/", before which no empty segment is counted, so "/a/b" has the
// segments "a" and "b", "/a/" has "a" and "", and "/" has "". A segment includes the
// parameters that it has in some editions. An opaque path has no segments.
func (p parsed) Segments() iter.Seq[string] {
	return func(yield func(string) bool) {
		if p.IsZero() {
			return
		}
		for s := range p.ref.Segments() {
			if !yield(Decode(p.ref.Text(s.Span))) {
				return
			}
		}
	}
}

// Query returns the query as it is written, without the "?".
func (p parsed) Query() (string, bool) { return p.part(p.ref.Query.Span) }

// Pair is a pair of a query, "key=value", decoded.
type Pair struct {
	Key, Value string
	// HasValue is true if there is a "=", so it tells "k=" from "k".
	HasValue bool
}

// Pairs yields the pairs of the query, decoded: the pieces between "&", divided at their
// first "=". That a query consists of pairs is a convention of many schemes, not a rule of
// RFC 3986. "a=1&&b=2" has a pair with an empty key.
func (p parsed) Pairs() iter.Seq[Pair] {
	return func(yield func(Pair) bool) {
		if p.IsZero() {
			return
		}
		for pair := range p.ref.Pairs() {
			if !yield(Pair{Decode(p.ref.Text(pair.Key)), Decode(p.ref.Text(pair.Value)), pair.Value.Present()}) {
				return
			}
		}
	}
}

// QueryValue returns the value of the first pair of the query with a key; false if there is
// none, or if it has no "=".
func (p parsed) QueryValue(key string) (value string, ok bool) {
	for pair := range p.Pairs() {
		if pair.Key == key {
			return pair.Value, pair.HasValue
		}
	}
	return "", false
}

// Fragment returns the fragment as it is written, without the "#".
func (p parsed) Fragment() (string, bool) { return p.part(p.ref.Fragment.Span) }

// Redacted returns the string with "xxxxx" in place of what may be a password: the text
// between the first ":" of the user information and the "@" (RFC 3986, section 3.2.1).
// If there is no such text, the result is that of String.
func (p parsed) Redacted() string {
	site, _ := p.Authority()
	at := strings.LastIndexByte(site, '@')
	if at < 0 {
		return p.String()
	}
	colon := strings.IndexByte(site[:at], ':')
	if colon < 0 {
		return p.String()
	}
	start := int(p.ref.Site.Start)
	return p.ref.Input[:start+colon+1] + "xxxxx" + p.ref.Input[start+at:]
}
