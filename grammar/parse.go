package grammar

import (
	"math"
	"strings"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar/engine/automaton"
)

// Parse returns the components of s, or a [*SyntaxError] if it does not
// conform. A string over 2^31-1 bytes is refused with a [*TooLongError].
// Parse takes one pass over s and does not allocate. After an error the reference is
// the zero value, which is none.
func (e *Edition) Parse(s string) (ref ast.Reference, err error) {
	if err = e.ParseInto(&ref, s); err != nil {
		ref = ast.Reference{}
	}
	return ref, err
}

// ParseInto is [Edition.Parse] into a reference that the caller has. After an
// error ref is not to be used.
func (e *Edition) ParseInto(ref *ast.Reference, s string) error {
	if len(s) > math.MaxInt32 {
		return &TooLongError{Length: len(s), Limit: math.MaxInt32}
	}
	m := e.match.value.Load()
	if m == nil {
		m = e.match.get(e, (*Edition).newMatcher)
	}
	var at automaton.Parts
	if m.plain.plain && m.Find(s, &at) {
		m.plain.fill(ref, m.form, s, &at)
		return nil
	}
	return m.parseInto(e, ref, s)
}

// parseInto is [Edition.ParseInto] for any string.
func (m *matcher) parseInto(e *Edition, ref *ast.Reference, s string) error {
	var buf [automaton.Registers]int32
	regs := buf[:]
	if m.Registers() > len(regs) {
		regs = make([]int32, m.Registers())
	}
	if !m.Match(s, regs) {
		return e.references.syntaxError(s)
	}
	m.form.fill(ref, s, (*[automaton.Registers]int32)(regs))
	return nil
}

// begin and end are the registers of a role.
func (r role) begin() int { return 2*int(r) - 2 }
func (r role) end() int {
	if r >= firstKind {
		return int(firstKind + r - 2)
	}
	return 2*int(r) - 1
}

// plain is what references have in common in which [automaton.Matcher.Find] finds parts:
// what their sites are..
type plain struct {
	plain    bool // there are such references
	siteKind ast.SiteKind
	hostKind ast.HostKind
	noHost   int32 // -1 if the site is no host, else 0
}

// newPlain finds out by an example what the grammar says of sites.
func newPlain(m *automaton.Matcher, f form) plain {
	read := func(s string, at *automaton.Parts) (ref ast.Reference) {
		var regs [automaton.Registers]int32
		m.Note(at, regs[:])
		f.fill(&ref, s, &regs)
		return ref
	}
	const example = "s://h/p?q#f"
	whole := automaton.Parts{
		Scheme: automaton.Span{End: 1}, Site: automaton.Span{Start: 4, End: 5}, Path: automaton.Span{Start: 5, End: 7},
		Query: automaton.Span{Start: 8, End: 9}, Fragment: automaton.Span{Start: 10, End: 11}, Begins: automaton.AbsolutePath,
	}
	none := automaton.Span{Start: -1, End: -1}
	path := automaton.Parts{Scheme: none, Site: none, Path: automaton.Span{End: 1}, Query: none, Fragment: none, Begins: automaton.RootlessPath}
	ref := read(example, &whole)
	p := plain{plain: true, siteKind: ref.Site.Kind, hostKind: ref.Site.Server.HostPort.Host.Kind}
	if p.hostKind == ast.NoHost {
		p.noHost = -1
	}
	var got ast.Reference
	for s, at := range map[string]*automaton.Parts{example: &whole, "p": &path} {
		if p.fill(&got, f, s, at); got != read(s, at) {
			return plain{}
		}
	}
	return p
}

// fill makes ref of the parts of s.
func (p *plain) fill(ref *ast.Reference, f form, s string, at *automaton.Parts) {
	absent := ast.Span{Start: -1, End: -1}
	site := ast.Span(at.Site)
	no := uint8(site.End >> 31) // all bits if there is no site
	host := ast.Span{Start: site.Start | p.noHost, End: site.End | p.noHost}
	ref.Input = s
	ref.Scheme.Span = ast.Span(at.Scheme)
	ref.Site.Span = site
	ref.Site.Kind = p.siteKind &^ ast.SiteKind(no)
	user, hostport := &ref.Site.Server.UserInfo, &ref.Site.Server.HostPort
	user.Span = absent
	user.User = absent
	user.Password = absent
	hostport.Span = host
	hostport.Host.Span = host
	hostport.Host.Kind = p.hostKind &^ ast.HostKind(no)
	hostport.Port.Span = absent
	ref.Path.Span = ast.Span(at.Path)
	ref.Path.Kind = ast.PathKind(at.Begins)
	ref.Path.HasParams = f.hasParams
	ref.Path.ParamsLast = f.paramsLast
	ref.Query.Span = ast.Span(at.Query)
	ref.Fragment.Span = ast.Span(at.Fragment)
}

// fill makes ref of what Match found in s: what [components] makes of a
// derivation.
func (f form) fill(ref *ast.Reference, s string, regs *[automaton.Registers]int32) {
	has := func(r role) bool { return regs[r.end()] >= 0 }
	span := func(r role) ast.Span {
		end := regs[r.end()]
		return ast.Span{Start: regs[r.begin()] | end>>31, End: end} // if the end is -1, so is the beginning
	}
	ref.Input = s
	ref.Scheme.Span = span(roleScheme)
	ref.Query.Span = span(roleQuery)
	ref.Fragment.Span = span(roleFragment)
	if ref.Path.Kind = ast.Empty; has(roleOpaque) {
		ref.Path.Span, ref.Path.Kind, ref.Path.HasParams = span(roleOpaque), ast.Opaque, false
	}

	site := &ref.Site
	user, host := &site.Server.UserInfo, &site.Server.HostPort
	site.Span, site.Kind = span(roleSite), ast.NoSite
	if site.Present() {
		site.Kind = ast.ByServer
	} else if has(roleRegistry) {
		site.Span, site.Kind = span(roleRegistry), ast.Registry
	} else if has(roleUnsplit) {
		site.Span, site.Kind = span(roleUnsplit), ast.Unsplit
	}

	user.Span, user.User, user.Password = span(roleUserinfo), span(roleUser), span(rolePassword)
	if !user.Present() && user.User.Present() {
		user.Span = user.User
		if user.Password.Present() {
			user.End = user.Password.End
		}
	}
	host.Host.Span, host.Host.Kind, host.Port.Span = span(roleHost), ast.NoHost, span(rolePort)
	if host.Span = host.Host.Span; host.Port.Present() {
		host.End = host.Port.End
	}
	switch {
	case !host.Present():
	case has(roleIPv6): // whose last part may be an IPv4 address
		host.Host.Kind = ast.IPv6
	case has(roleHostname):
		host.Host.Kind = ast.HostName
	case has(roleRegname):
		host.Host.Kind = ast.RegName
	case has(roleIPv4):
		host.Host.Kind = ast.IPv4
	case has(roleIPvFuture):
		host.Host.Kind = ast.IPvFuture
	}
	f.finish(ref, has(roleFile))
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
	rolePort
	roleQuery
	roleFragment
	roleOpaque

	// Of these it only matters that they are there.
	roleHostname
	roleIPv4
	roleIPv6
	roleIPvFuture
	roleRegname
	roleFile

	allRoles
	firstKind = roleHostname
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
func rolesOf(e *Edition) *[]role {
	g := e.grammar.read()
	roles := make([]role, len(g.Names))
	for name, word := range e.document().Components {
		if r, ok := g.Lookup(name); ok {
			roles[r.Index] = roleNames[word]
		}
	}
	return &roles
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

// form is what an edition says of all its references.
type form struct {
	edition    *Edition
	byScheme   bool // see [Document.ByScheme]
	hasParams  bool // there are params
	paramsLast bool // see [Document.ParamsLast]
}

func formOf(e *Edition) form {
	doc := e.document()
	_, params := doc.Data["param"]
	return form{edition: e, byScheme: doc.ByScheme, hasParams: params, paramsLast: doc.ParamsLast}
}

// finish finds what the rules of some editions do not name: the path, which
// is what the other components leave, and in RFC 1738 the scheme, which
// stands in literals there.
func (f form) finish(ref *ast.Reference, file bool) {
	s := ref.Input
	if f.byScheme {
		schemeSpecific(ref, file)
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
	if f.paramsLast && !ref.Site.Present() && strings.HasPrefix(s[start:end], "//") {
		// A URL of which the grammar of RFC 1808 says no more than the characters,
		// such as "http://h//x" (1808-L1). Its parsing rules split it as any other.
		*ref = f.edition.Split(s)
		return
	}
	ref.Path.Span = ast.Span{Start: start, End: end}
	ref.Path.HasParams, ref.Path.ParamsLast = f.hasParams, f.paramsLast
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
func schemeSpecific(ref *ast.Reference, file bool) {
	s := ref.Input
	colon := int32(strings.IndexByte(s, ':'))
	ref.Scheme.Span = ast.Span{Start: 0, End: colon}
	end := int32(len(s))
	if file {
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

// ComponentsOf returns the components of a reference s from its derivation t: what
// [Edition.Parse] returns, by the other engine. Tests hold the two to each other.
func ComponentsOf(e *Edition, t *Tree, s string) ast.Reference {
	ref := ast.New(s)
	c, roles := components{ref: &ref}, e.roles()
	read := e.grammar.read()
	for n := range t.postorder() {
		c.add(roles[read.Index(n.Rule)], ast.Span{Start: int32(n.Start), End: int32(n.End)})
	}
	formOf(e).finish(&ref, c.file)
	return ref
}
