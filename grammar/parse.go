package grammar

import (
	"fmt"
	"math"
	"strings"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar/automaton"
	"github.com/urispec/urispec/grammar/reading"
)

// Parse returns the components of s, or a [*SyntaxError] if it does not
// conform. A string over 2^31-1 bytes is refused with a [*TooLongError].
// Parse takes time linear in s and four bytes of memory for each byte of it.
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
	if err := e.Check(s); err != nil {
		return err
	}
	g := e.grammar()
	start, _ := g.Lookup(g.Source.Start)
	ref.Reset(s)
	c, roles := components{ref: ref}, e.roles()
	var open []int32 // where the open rules began
	g.Derivation(start).Parse(s, func(ev automaton.Event, at int) {
		if ev.Open {
			open = append(open, int32(at))
			return
		}
		c.add(roles[ev.Tag], ast.Span{Start: open[len(open)-1], End: int32(at)})
		open = open[:len(open)-1]
	})
	c.finish(g.Source)
	return nil
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
	"scheme": roleScheme, "site": roleSite, "registry": roleRegistry,
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
	ref.Path.Span = ast.Span{Start: start, End: end}
	_, ref.Path.HasParams = src.Sections["param"]
	switch {
	case start == end:
		ref.Path.Kind = ast.Empty
	case s[start] == '/':
		ref.Path.Kind = ast.Absolute
	default:
		ref.Path.Kind = ast.Rootless
	}
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
