package grammar

import (
	"fmt"
	"math"
	"strings"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar/automaton"
	"github.com/urispec/urispec/grammar/reading"
	"github.com/urispec/urispec/resolve"
)

// Parse returns the components of s, or a [*SyntaxError] if it does not
// conform. A string over 2^31-1 bytes is refused with a [*TooLongError].
// Parse takes one pass over s and allocates the reference only.
func (e *Edition) Parse(s string) (*ast.Reference, error) {
	ref := new(ast.Reference)
	if err := e.ParseInto(ref, s); err != nil {
		return nil, err
	}
	return ref, nil
}

// ParseInto is [Edition.Parse] into a reference that the caller has. After an
// error ref is not to be used.
func (e *Edition) ParseInto(ref *ast.Reference, s string) error {
	if len(s) > math.MaxInt32 {
		return &TooLongError{Length: len(s), Limit: math.MaxInt32}
	}
	m := e.match()
	var buf [maxRegisters]int32
	regs := buf[:]
	if m.Registers() > len(regs) {
		regs = make([]int32, m.Registers())
	}
	if !m.Match(s, regs) {
		return e.Check(s)
	}
	ref.Reset(s)
	c := components{ref: ref}
	m.found(regs, func(r role, span ast.Span) { c.add(r, span) })
	c.finish(e.grammar().Source)
	return nil
}

// maxRegisters is how many registers need no allocation; no edition has more.
const maxRegisters = 64

// matcher finds the rules that are components of a reference.
type matcher struct {
	*automaton.Matcher
	roles []role // of each tag
}

func newMatcher(g *reading.Grammar, roles []role) *matcher {
	m := new(matcher)
	var indexes []int
	for i, r := range roles {
		if r != noRole {
			indexes = append(indexes, i)
			m.roles = append(m.roles, r)
		}
	}
	start, _ := g.Lookup(g.Source.Start)
	m.Matcher = g.Matcher(start, indexes...)
	return m
}

// found calls f for each component in the registers, the inner before the
// outer.
func (m *matcher) found(regs []int32, f func(r role, span ast.Span)) {
	var order [automaton.MaxTags]int8
	n := 0
	for k := range m.roles {
		span := ast.Span{Start: regs[2*k], End: regs[2*k+1]}
		if span.End < 0 {
			continue
		}
		// Insertion: what ends earlier, or begins later, comes first.
		i := n
		for ; i > 0; i-- {
			before := int(order[i-1])
			if end := regs[2*before+1]; end < span.End || end == span.End && regs[2*before] >= span.Start {
				break
			}
			order[i] = order[i-1]
		}
		order[i] = int8(k)
		n++
	}
	for _, k := range order[:n] {
		f(m.roles[k], ast.Span{Start: regs[2*k], End: regs[2*k+1]})
	}
}

// TooLongError says that an input is longer than a function takes.
type TooLongError struct {
	Length, Limit int // bytes
}

func (err *TooLongError) Error() string {
	return fmt.Sprintf("the input has %d bytes; the limit is %d", err.Length, err.Limit)
}

// role is the component of a reference that a rule derives.
type role uint8

const (
	noRole role = iota
	roleScheme
	roleSite
	roleRegistry
	roleUnsplit
	roleUserinfo
	roleUser
	rolePassword
	roleHost
	roleHostname
	roleIPv4
	roleIPv6
	roleIPvFuture
	roleRegname
	rolePort
	roleQuery
	roleFragment
	roleOpaque
	roleFile
)

// roleNames are the words of the data file's components.
var roleNames = map[string]role{
	"scheme": roleScheme, "site": roleSite, "registry": roleRegistry, "unsplit": roleUnsplit,
	"userinfo": roleUserinfo, "user": roleUser, "password": rolePassword,
	"host": roleHost, "hostname": roleHostname, "ipv4": roleIPv4, "ipv6": roleIPv6,
	"ipvfuture": roleIPvFuture, "regname": roleRegname, "port": rolePort,
	"query": roleQuery, "fragment": roleFragment, "opaque": roleOpaque, "file": roleFile,
}

// rolesOf gives each rule, by its index, the component it derives.
func rolesOf(g *reading.Grammar) []role {
	roles := make([]role, len(g.Names))
	for name, word := range g.Source.Components {
		r, ok := g.Lookup(name)
		if !ok || roleNames[word] == noRole {
			panic(fmt.Sprintf("grammar: %s.json: component %s: %s", g.Source.Name, name, word))
		}
		roles[r.Index] = roleNames[word]
	}
	return roles
}

// components fills a reference from the rules of a derivation, which come
// with the inner before the outer.
type components struct {
	ref  *ast.Reference
	file bool
}

func (c *components) add(r role, span ast.Span) {
	site := &c.ref.Site
	user, host := &site.Server.UserInfo, &site.Server.HostPort
	switch r {
	case roleScheme:
		c.ref.Scheme.Span = span
	case roleSite:
		site.Span, site.Kind = span, ast.ByServer
	case roleRegistry:
		site.Span, site.Kind = span, ast.Registry
	case roleUnsplit:
		site.Span, site.Kind = span, ast.Unsplit
	case roleUserinfo:
		user.Span = span
	case roleUser:
		user.Span, user.User = span, span
	case rolePassword:
		user.End, user.Password = span.End, span
	case roleHost:
		host.Host.Span = span
		host.Span = span
	case roleHostname:
		host.Host.Kind = ast.HostName
	case roleIPv4:
		host.Host.Kind = ast.IPv4
	case roleIPv6:
		host.Host.Kind = ast.IPv6
	case roleIPvFuture:
		host.Host.Kind = ast.IPvFuture
	case roleRegname:
		host.Host.Kind = ast.RegName
	case rolePort:
		host.Port.Span = span
		host.End = span.End
	case roleQuery:
		c.ref.Query.Span = span
	case roleFragment:
		c.ref.Fragment.Span = span
	case roleOpaque:
		c.ref.Path = ast.Path{Span: span, Kind: ast.Opaque}
	case roleFile:
		c.file = true
	}
}

// finish finds what the rules of some editions do not name: the path, which
// is what the other components leave, and in RFC 1738 the scheme, which
// stands in literals there.
func (c *components) finish(src *reading.Source) {
	ref := c.ref
	s := ref.Input
	if src.Start == src.Absolute {
		c.schemeSpecific()
	}
	if ref.Path.Kind == ast.Opaque {
		return
	}
	end := int32(len(s))
	if ref.Fragment.Present() {
		end = ref.Fragment.Start - 1
	}
	if ref.Query.Present() {
		end = ref.Query.Start - 1
	}
	start := int32(0)
	if ref.Scheme.Present() {
		start = ref.Scheme.End + 1
	}
	if ref.Site.Present() {
		start = ref.Site.End
	}
	if !ref.Site.Present() && strings.HasPrefix(s[start:end], "//") {
		c.unstructured(src)
		return
	}
	ref.Path.Span = ast.Span{Start: start, End: end}
	_, ref.Path.HasParams = src.Sections["param"]
	_, ref.Path.ParamsLast = src.Sections["params"]
	switch {
	case start == end:
		ref.Path.Kind = ast.Empty
	case s[start] == '/':
		ref.Path.Kind = ast.Absolute
	default:
		ref.Path.Kind = ast.Rootless
	}
}

// unstructured finds the components of a URL that has a site no rule has named:
// rfc1808 takes "http://h//x" for what is not generic-RL, of which its grammar
// says no more than the characters (1808-L1). The document's parsing rules
// (2.4) split it as any other.
func (c *components) unstructured(src *reading.Source) {
	a, _ := resolve.Lookup(src.Resolution.Algorithm)
	*c.ref = a.Split(c.ref.Input)
}

// schemeSpecific finds the components of a URL of RFC 1738, whose grammar has
// a rule for each scheme. A URL without a site is opaque. RFC 1738 knows no
// query that all schemes share; here the first "?" after the site begins one,
// as in all later editions (RFC 1808 section 2.3 calls "?" in a path "an error
// in the RFC").
func (c *components) schemeSpecific() {
	ref := c.ref
	s := ref.Input
	colon := int32(strings.IndexByte(s, ':'))
	ref.Scheme.Span = ast.Span{Start: 0, End: colon}
	end := int32(len(s))
	if c.file {
		// fileurl = "file://" [ host | "localhost" ] "/" fpath
		start := colon + int32(len("://"))
		slash := start + int32(strings.IndexByte(s[start:], '/'))
		ref.Site.Span, ref.Site.Kind = ast.Span{Start: start, End: slash}, ast.ByServer
		if host := &ref.Site.Server.HostPort; slash > start && !host.Present() {
			host.Span, host.Host = ref.Site.Span, ast.Host{Span: ref.Site.Span, Kind: ast.HostName}
		}
	}
	if !ref.Site.Present() {
		// A host outside a site, as in the article of a news URL, is none.
		ref.Reset(s)
		ref.Scheme.Span = ast.Span{Start: 0, End: colon}
		ref.Path = ast.Path{Span: ast.Span{Start: colon + 1, End: end}, Kind: ast.Opaque}
		return
	}
	if i := strings.IndexByte(s[ref.Site.End:], '?'); i >= 0 {
		ref.Query.Span = ast.Span{Start: ref.Site.End + int32(i) + 1, End: end}
	}
}
