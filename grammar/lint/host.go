package lint

import (
	"net/netip"
	"strings"
	"unicode/utf8"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/resolve"
	"github.com/urispec/urispec/resolve/escape"
)

// The limits of the DNS, in bytes.
const (
	maxName  = 255
	maxLabel = 63
)

// host examines the host, and whether there is one.
func (c *check) host() {
	scheme := c.ref.Scheme.Span
	span := c.site.host
	if !span.Present() || span.Start == span.End {
		if scheme.Present() && needsHost(c.ref.Text(scheme)) {
			in := Host
			if !span.Present() {
				in, span = Scheme, scheme // it is the scheme that needs a host
			}
			c.add(EmptyHost, in, int(span.Start), int(span.End))
		}
		return
	}
	start, end := int(span.Start), int(span.End)
	text := c.s[start:end]
	if c.site.server && !escape.IsLower(text) && (!c.international || isASCIIHost(text)) {
		c.addEquivalent(UppercaseHost, resolve.HostCase, Host, start, end)
	}
	if text[0] == '[' {
		c.address(hostAddress(text), span)
		return
	}
	if a, numeric := parseIPv4(text); numeric {
		if !a.common {
			c.add(RareIPv4, Host, start, end)
		}
		c.address(a.value, span)
		return
	}
	c.name(text, span)
}

// needsHost reports whether a scheme needs a host: it is for a network protocol,
// and its definition does not say what to do without a host.
func needsHost(scheme string) bool {
	switch {
	case strings.EqualFold(scheme, "dns"): // RFC 4501, section 3
	case strings.EqualFold(scheme, "ldap"): // RFC 4516, section 2
	default:
		return defaultPort(scheme).known
	}
	return false
}

// name examines a host that is not an address.
func (c *check) name(text string, span ast.Span) {
	start, end := int(span.Start), int(span.End)
	if c.site.server {
		switch complete := strings.TrimSuffix(text, "."); {
		case isLocalhost(complete):
			c.add(Localhost, Host, start, end)
		case complete == text && strings.IndexByte(text, '.') < 0:
			c.add(UnqualifiedHost, Host, start, end)
		}
		// In a string that does not conform, this is hard to tell from the
		// reason why it does not.
		if c.conforms && !isDNSName(text) && (!c.international || isASCIIHost(text)) {
			c.add(NotDNSName, Host, start, end)
		}
	}
	if len(text) > maxName {
		c.add(LongHost, Host, start, end)
	}
	c.labels(text, start)
}

// isLocalhost reports whether a name without a final dot is localhost, or a name
// below it.
func isLocalhost(name string) bool {
	const localhost = "localhost"
	rest := len(name) - len(localhost)
	return rest >= 0 && strings.EqualFold(name[rest:], localhost) && (rest == 0 || name[rest-1] == '.')
}

// isDNSName reports whether a host is a domain name by section 3.5 of RFC 1034
// and 2.1 of RFC 1123. Its last label may be followed by a dot, and does not
// begin with a digit.
func isDNSName(name string) bool {
	name = strings.TrimSuffix(name, ".")
	var label string
	for more := true; more; {
		label, name, more = strings.Cut(name, ".")
		if label == "" || len(label) > maxLabel || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for i := range len(label) {
			if b := label[i]; !isAlpha(b) && !isDigit(b) && b != '-' {
				return false
			}
		}
	}
	return !isDigit(label[0])
}

// isASCIIHost reports whether a host is US-ASCII, including its escaped octets.
// Other hosts of IRIs have another form in the DNS, and the syntax does not
// decide about the case of their letters (RFC 3987, sections 3.1 and 5.3.2.1).
func isASCIIHost(text string) bool {
	for i := range len(text) {
		if v, escaped := escape.At(text, i); text[i] >= utf8.RuneSelf || escaped && v >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// labels examines the labels of a name that stand for names in other scripts.
func (c *check) labels(text string, start int) {
	for more := true; more; {
		var label string
		label, text, more = strings.Cut(text, ".")
		if isEncoded(label) {
			c.encodedLabel(label, start, !more)
		}
		start += len(label) + 1
	}
}

// hostAddress returns the address that a host is, or the zero Addr if it is a
// name.
func hostAddress(host string) netip.Addr {
	if isLiteral(host) {
		return literalAddress(host)
	}
	a, _ := parseIPv4(host)
	return a.value
}

// address examines the address that a host is, if it is one.
func (c *check) address(a netip.Addr, host ast.Span) {
	if a.IsValid() && !isGlobal(a.Unmap()) {
		c.add(PrivateAddress, Host, int(host.Start), int(host.End))
	}
}

// shared is the address space between a provider and its customers (RFC 6598).
var shared = netip.MustParsePrefix("100.64.0.0/10")

// isGlobal reports whether an address means the same everywhere.
func isGlobal(a netip.Addr) bool {
	return !a.IsLoopback() && !a.IsPrivate() && !a.IsLinkLocalUnicast() && !a.IsUnspecified() &&
		!a.IsLinkLocalMulticast() && !a.IsInterfaceLocalMulticast() && !shared.Contains(a)
}

// literalAddress returns the IPv6 address in brackets, or the zero Addr if there
// is something else. A zone identifier (RFC 6874) is left out.
func literalAddress(literal string) netip.Addr {
	text, _, _ := strings.Cut(literal[1:len(literal)-1], "%")
	if strings.IndexByte(text, ':') < 0 || toLower(text[0]) == 'v' {
		return netip.Addr{}
	}
	a, _ := netip.ParseAddr(text)
	return a
}
