// Package ast defines the tree of a reference that all editions share. It consists
// of values with byte spans into the input, without pointers and without copies of
// text.
//
//	Reference
//	  Scheme
//	  Site          Kind: Server, Registry or Unsplit
//	    UserInfo    User and Password where the edition's grammar splits them
//	    HostPort
//	      Host      Kind: HostName, IPv4, IPv6, IPvFuture or RegName
//	      Port
//	  Path          Kind: Empty, Absolute, Rootless or Opaque
//	    Segments()  and the Params() of each
//	  Query
//	  Fragment
//
// Types and fields have the names of the documents' rules. What follows "//" has a
// different name in every edition; here it is the Site:
//
//	rfc1738         login, hostport, host (by scheme)
//	rfc1808         net_loc
//	url-syntax-02   server
//	url-syntax-09   site = server | authority
//	rfc2396         authority = server | reg_name
//	rfc2396bis-00   authority = server / reg-name
//	rfc3986         authority
//
// Absent and empty are different: an absent component has the span [Absent], and an
// empty one has a span of length 0 at its place. Text is kept as written. Spans are in
// order and, together with the delimiters between them, cover the whole input.
//
// All types are plain data: any number of goroutines may use a value while none
// changes it. The methods change nothing, except [Reference.Reset]. An iterator that a
// method returns may be used more than once.
//
// The zero value of a [Span] is an empty span, which is present, and not [Absent].
// So the zero values of the types that contain spans say that every component is
// present: they are neither references nor URLs. The zero value of a kind says that
// there is nothing of the kind, or that the path is empty.
package ast

import (
	"iter"
	"strings"
)

// Span is a part of the input: the bytes from Start up to but not including
// End. An absent component has Start and End -1. The zero value is an empty part at
// the beginning of the input.
type Span struct{ Start, End int32 }

// Absent is the span of a component that is not there.
var Absent = Span{-1, -1}

// Present reports whether the component is there, even if it is empty.
func (s Span) Present() bool { return s.Start >= 0 }

// Len returns the length in bytes, 0 for an absent component.
func (s Span) Len() int { return int(s.End - s.Start) }

// Reference is one parsed reference. The zero value is not a reference; use
// [New] or an edition's Parse.
type Reference struct {
	Input    string // as written
	Scheme   Scheme
	Site     Site
	Path     Path // always present, possibly empty
	Query    Query
	Fragment Fragment
}

// Scheme is what precedes the first ":" of an absolute reference.
type Scheme struct{ Span }

// Site is the part between "//" and the path: the naming authority.
type Site struct {
	Span
	Kind   SiteKind
	Server Server // its parts are absent unless Kind is ByServer
}

// SiteKind tells how a site is named.
type SiteKind uint8

const (
	NoSite   SiteKind = iota // there is no site
	ByServer                 // userinfo, host and port
	Registry                 // a registry name, which the grammar does not split
	Unsplit                  // the site has not been split (rfc1808's net_loc, resolve.Split)
)

// String returns "", "server", "registry" or "unsplit".
func (k SiteKind) String() string { return [...]string{"", "server", "registry", "unsplit"}[k] }

// Server is a site named by a host. An empty site has no host in url-syntax-02 and
// -09, and an empty host in rfc3986.
type Server struct {
	UserInfo UserInfo
	HostPort HostPort
}

// UserInfo is the part before "@". User and Password are present only if the edition's
// grammar splits them (rfc1738, url-syntax-02). Without a ":" the password is absent;
// after one it may be empty.
type UserInfo struct {
	Span
	User, Password Span
}

// HostPort is the host and, after ":", the port.
type HostPort struct {
	Span
	Host Host
	Port Port
}

// Host is the host as written, including the brackets of a literal.
type Host struct {
	Span
	Kind HostKind
}

// HostKind is the rule that a host matches.
type HostKind uint8

const (
	NoHost    HostKind = iota // there is no host
	HostName                  // hostname: domain labels
	IPv4                      // IPv4address, hostnumber
	IPv6                      // IPv6address in brackets
	IPvFuture                 // IPvFuture in brackets (rfc3986)
	RegName                   // reg-name (rfc3986)
)

// String returns "", "hostname", "ipv4", "ipv6", "ipvfuture" or "regname".
func (k HostKind) String() string {
	return [...]string{"", "hostname", "ipv4", "ipv6", "ipvfuture", "regname"}[k]
}

// Port is the digits after ":"; from url-syntax-02 on it may be empty.
type Port struct{ Span }

// Path is the part after the site, or after the scheme if there is no site.
type Path struct {
	Span
	Kind PathKind
	// HasParams is true for the editions whose grammar has the rule param. Only
	// there does ";" divide a segment.
	HasParams bool
	// ParamsLast is true for rfc1808, where params are a component of their own
	// after the path. They begin at the first ";", belong to the last segment, and
	// may contain "/".
	ParamsLast bool
}

// PathKind is the form of a path.
type PathKind uint8

const (
	Empty    PathKind = iota // zero characters
	Absolute                 // begins with "/"
	Rootless                 // begins with a segment
	Opaque                   // not hierarchical, and not split further
)

// String returns "empty", "absolute", "rootless" or "opaque".
func (k PathKind) String() string {
	return [...]string{"empty", "absolute", "rootless", "opaque"}[k]
}

// Query is the part between the first "?" and the fragment.
type Query struct{ Span }

// Fragment is the part after "#".
type Fragment struct{ Span }

// Segment is a piece of a path between slashes, as [Reference.Segments] yields it.
// Name is the segment without its parameters, which is the whole segment if the
// edition has none.
type Segment struct {
	Span
	Name Span
}

// Param is a part of a segment after a ";". [Reference.Params] yields it.
type Param struct{ Span }

// Pair is a part of a query between "&", as [Reference.Pairs] yields it: a key and,
// after the first "=", a value. Without a "=" the value is absent.
type Pair struct {
	Span
	Key, Value Span
}

// New returns a reference for the input in which every component is absent, except
// that the path is empty.
func New(input string) Reference {
	r := Reference{Input: input}
	r.Reset(input)
	return r
}

// Reset sets r to what [New] returns.
func (r *Reference) Reset(input string) {
	absent := Span{-1, -1}
	r.Input = input
	r.Scheme.Span = absent
	r.Site.Span, r.Site.Kind = absent, NoSite
	user, host := &r.Site.Server.UserInfo, &r.Site.Server.HostPort
	user.Span, user.User, user.Password = absent, absent, absent
	host.Span, host.Host.Span, host.Host.Kind, host.Port.Span = absent, absent, NoHost, absent
	r.Path = Path{}
	r.Query.Span = absent
	r.Fragment.Span = absent
}

// Text returns the text of a span as written, or "" for an absent one.
func (r *Reference) Text(s Span) string {
	if !s.Present() {
		return ""
	}
	return r.Input[s.Start:s.End]
}

// Segments returns the pieces of the path between slashes, not counting a leading
// slash: "/" has one empty segment, and an empty or opaque path has none.
func (r *Reference) Segments() iter.Seq[Segment] {
	return func(yield func(Segment) bool) {
		p := r.Path
		if p.Kind == Empty || p.Kind == Opaque {
			return
		}
		start := p.Start
		if p.Kind == Absolute {
			start++
		}
		for {
			s := Segment{Span{start, start}, Absent}
			for s.End < p.End && r.Input[s.End] != '/' {
				if p.HasParams && r.Input[s.End] == ';' && !s.Name.Present() {
					s.Name = Span{start, s.End}
					if p.ParamsLast {
						s.End = p.End
						break
					}
				}
				s.End++
			}
			if !s.Name.Present() {
				s.Name = s.Span
			}
			if !yield(s) || s.End == p.End {
				return
			}
			start = s.End + 1
		}
	}
}

// Params returns the parameters of a segment; there are none in editions
// without the rule param.
func (r *Reference) Params(s Segment) iter.Seq[Param] {
	return func(yield func(Param) bool) {
		for start := s.Name.End; start < s.End; {
			start++ // the ";"
			p := Param{Span{start, start}}
			for p.End < s.End && r.Input[p.End] != ';' {
				p.End++
			}
			if !yield(p) {
				return
			}
			start = p.End
		}
	}
}

// Pairs returns the pairs of the query, as written: "a=1&b" has a pair with the key "a"
// and the value "1", and one with the key "b" and no value. No edition's grammar divides
// a query; that it is often pairs is what RFC 3986 says in section 3.4. An absent query
// and an empty one have no pairs.
func (r *Reference) Pairs() iter.Seq[Pair] {
	return func(yield func(Pair) bool) {
		q := r.Query.Span
		if q.Len() == 0 {
			return
		}
		for start := q.Start; start <= q.End; {
			p := Pair{Span: q, Value: Absent}
			p.Start = start
			if i := strings.IndexByte(r.Input[start:q.End], '&'); i >= 0 {
				p.End = start + int32(i)
			}
			p.Key = p.Span
			if i := strings.IndexByte(r.Text(p.Span), '='); i >= 0 {
				p.Key.End = start + int32(i)
				p.Value = Span{p.Key.End + 1, p.End}
			}
			if !yield(p) {
				return
			}
			start = p.End + 1
		}
	}
}

// Walk returns the components that are present, each with its name in lower case.
// Outer components come before those inside them; otherwise they are in the order of
// the input.
func (r *Reference) Walk() iter.Seq2[string, Span] {
	return func(yield func(string, Span) bool) {
		u, h := r.Site.Server.UserInfo, r.Site.Server.HostPort
		for _, c := range [...]struct {
			name string
			span Span
		}{
			{"scheme", r.Scheme.Span}, {"site", r.Site.Span},
			{"userinfo", u.Span}, {"user", u.User}, {"password", u.Password},
			{"hostport", h.Span}, {"host", h.Host.Span}, {"port", h.Port.Span},
			{"path", r.Path.Span},
		} {
			if c.span.Present() && !yield(c.name, c.span) {
				return
			}
		}
		for s := range r.Segments() {
			if !yield("segment", s.Span) {
				return
			}
			for p := range r.Params(s) {
				if !yield("param", p.Span) {
					return
				}
			}
		}
		if r.Query.Present() && !yield("query", r.Query.Span) {
			return
		}
		if r.Fragment.Present() {
			yield("fragment", r.Fragment.Span)
		}
	}
}
