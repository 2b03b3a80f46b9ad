package lint

import (
	"math"
	"strings"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/resolve"
	"github.com/urispec/urispec/resolve/escape"
)

// site is what follows "//" in a reference, split as programs split it: the
// userinfo ends at the last "@", and the port begins at the last ":" outside
// brackets. In a conforming reference whose site is named by a host, these are
// the components of the edition's tree, with one exception: rfc1738 allows "?" in
// the userinfo, where Appendix B ends the site.
type site struct {
	ast.Span
	userinfo, host, port ast.Span
	// server says that the site is named by a host, as far as is known, and not
	// by a registry name, about which nothing is known.
	server bool
}

// split finds the parts of the site.
func (c *check) split() {
	c.site = splitSite(c.s, c.ref.Site.Span)
	c.secret = len(c.s)
	if colon := strings.IndexByte(c.ref.Text(c.site.userinfo), ':'); colon >= 0 {
		c.secret = int(c.site.userinfo.Start) + colon + 1
	}
	c.site.server = !c.conforms
	if c.conforms && c.site.Present() {
		for _, rule := range c.servers {
			if rule.Accepts(c.s[c.site.Start:c.site.End]) {
				c.site.server = true
			}
		}
	}
}

func splitSite(s string, span ast.Span) site {
	out := site{Span: span}
	out.userinfo, out.host, out.port = resolve.SplitSite(s, span)
	return out
}

// part is a component and where it is.
type part struct {
	in   Component
	span ast.Span // absent if it is not there
}

// parts returns the components in the order of the input.
func (c *check) parts() [7]part {
	return [...]part{
		{Scheme, c.ref.Scheme.Span}, {Userinfo, c.site.userinfo}, {Host, c.site.host}, {Port, c.site.port},
		{Path, c.ref.Path.Span}, {Query, c.ref.Query.Span}, {Fragment, c.ref.Fragment.Span},
	}
}

// component returns the component of the byte at an offset, or at the end of the
// input the first component that ends there.
func (c *check) component(offset int) Component {
	at := int32(offset)
	for _, p := range c.parts() {
		if p.span.Present() && p.span.Start <= at && (at < p.span.End || at == p.span.End && offset == len(c.s)) {
			return p.in
		}
	}
	return Whole
}

// scheme examines the scheme.
func (c *check) scheme() {
	span := c.ref.Scheme.Span
	if !escape.IsLower(c.ref.Text(span)) {
		c.addEquivalent(UppercaseScheme, resolve.SchemeCase, Scheme, int(span.Start), int(span.End))
	}
}

// userinfo looks for a password, and for something that looks like a host.
func (c *check) userinfo() {
	span := c.site.userinfo
	if !span.Present() {
		return
	}
	if c.secret < int(span.End) {
		c.add(Password, Userinfo, c.secret, int(span.End))
	}
	if n := likeHost(c.ref.Text(span)); n > 0 {
		c.add(MisleadingUserinfo, Userinfo, int(span.Start), int(span.Start)+n)
	}
}

// likeHost returns the length of the beginning of a userinfo that looks like a
// domain name of at least two labels, the last of letters, or like an IPv4
// address; 0 if it does not. Dots may be escaped.
func likeHost(userinfo string) int {
	labels, numbers, end := 0, 0, 0
	letters := false // the last label is of letters, at least two
	for i := 0; ; {
		start, alphas, digits := i, 0, 0
		for ; i < len(userinfo); i++ {
			if isAlpha(userinfo[i]) {
				alphas++
			} else if isDigit(userinfo[i]) {
				digits++
			} else if userinfo[i] != '-' {
				break
			}
		}
		if i == start {
			break
		}
		labels, end = labels+1, i
		letters = alphas == i-start && alphas > 1
		if digits == i-start {
			numbers++
		}
		if i < len(userinfo) && userinfo[i] == '.' {
			i++
		} else if b, ok := escape.At(userinfo, i); ok && b == '.' {
			i += escape.Len
		} else {
			break
		}
	}
	if labels > 1 && letters || labels == 4 && numbers == 4 {
		return end
	}
	return 0
}

// knownPort is what is known of a scheme's default port.
type knownPort struct {
	number int
	known  bool
}

var defaultPorts = func() map[string]int {
	m := make(map[string]int)
	for _, d := range resolve.DefaultPorts {
		m[d.Scheme] = portNumber(d.Port)
	}
	return m
}()

// defaultPort returns the default port of a scheme, whose case does not matter.
func defaultPort(scheme string) knownPort {
	var lower [16]byte // longer than any scheme that is known
	if len(scheme) > len(lower) {
		return knownPort{}
	}
	for i := range len(scheme) {
		lower[i] = toLower(scheme[i])
	}
	number, known := defaultPorts[string(lower[:len(scheme)])]
	return knownPort{number, known}
}

// isDefault reports whether a port is the default of any scheme.
func isDefault(port int) bool {
	for _, d := range defaultPorts {
		if d == port {
			return true
		}
	}
	return false
}

const (
	reservedPorts = 1024  // ports below it are reserved for known protocols
	maxPort       = 65535 // the greatest number of 16 bits
)

// portNumber returns the number that digits stand for, or -1 if there is
// something else among them. Numbers above math.MaxInt32 are reduced to it.
func portNumber(digits string) int {
	n := 0
	for i := range len(digits) {
		if !isDigit(digits[i]) {
			return -1
		}
		if n = 10*n + int(digits[i]-'0'); n > math.MaxInt32 {
			n = math.MaxInt32
		}
	}
	return n
}

// port examines the port. If the name before it contains a colon, as a registry name
// may, there is no port.
func (c *check) port() {
	span := c.site.port
	host := c.ref.Text(c.site.host)
	if !span.Present() || strings.IndexByte(host, ':') >= 0 && !isLiteral(host) {
		return
	}
	start, end := int(span.Start), int(span.End)
	if start == end {
		if c.site.server {
			c.addEquivalent(EmptyPort, resolve.EmptyPort, Port, start-1, end)
		}
		return
	}
	n := portNumber(c.s[start:end])
	scheme := defaultPort(c.ref.Text(c.ref.Scheme.Span))
	switch {
	case n < 0:
	case scheme.known && n == scheme.number:
		if c.site.server {
			c.addEquivalent(DefaultPort, resolve.DefaultPort, Port, start-1, end)
		}
	case n > maxPort:
		c.add(PortOutOfRange, Port, start, end)
	case n < reservedPorts:
		// A relative reference may have any scheme.
		if c.ref.Scheme.Present() || !isDefault(n) {
			c.add(ReservedPort, Port, start, end)
		}
	case scheme.known:
		c.add(OtherPort, Port, start, end)
	}
}

// isLiteral reports whether a host is an IP literal in brackets.
func isLiteral(host string) bool { return len(host) > 1 && host[0] == '[' && host[len(host)-1] == ']' }
