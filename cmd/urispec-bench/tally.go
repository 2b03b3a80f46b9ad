package main

import "github.com/urispec/urispec/ast"

// tally adds up a peer's answers for some lines. Every pass over the same lines must give
// the same tally. Adding up also keeps the work from being optimized away.
type tally struct {
	accepted int   // lines
	bytes    int   // of the resulting strings, if there are any
	parts    parts // of the accepted lines
	err      error // why the pass failed
}

func (t *tally) add(u tally) {
	t.accepted += u.accepted
	t.bytes += u.bytes
	t.parts.add(&u.parts)
	if t.err == nil {
		t.err = u.err
	}
}

// parts adds up components: the length of each, plus 1 if it is present, because an empty
// component is different from an absent one; and the number of hosts of each kind.
type parts struct {
	scheme, site, userinfo, host, port, path, query, fragment int
	kinds                                                     [hostKinds]int
}

const hostKinds = int(ast.RegName) + 1

func (p *parts) add(q *parts) {
	p.scheme += q.scheme
	p.site += q.site
	p.userinfo += q.userinfo
	p.host += q.host
	p.port += q.port
	p.path += q.path
	p.query += q.query
	p.fragment += q.fragment
	for i := range p.kinds {
		p.kinds[i] += q.kinds[i]
	}
}

// addReference reads every component of ref.
func (p *parts) addReference(ref *ast.Reference) {
	server := &ref.Site.Server
	p.scheme += weight(ref.Scheme.Span)
	p.site += weight(ref.Site.Span)
	p.userinfo += weight(server.UserInfo.Span)
	p.host += weight(server.HostPort.Host.Span)
	p.port += weight(server.HostPort.Port.Span)
	p.path += weight(ref.Path.Span)
	p.query += weight(ref.Query.Span)
	p.fragment += weight(ref.Fragment.Span)
	p.kinds[server.HostPort.Host.Kind]++
}

// weight is what a component adds to its sum: nothing if it is absent, when Start is -1.
// A branch here would cost more than the rest.
func weight(s ast.Span) int { return int(s.End - s.Start + 1 + s.Start>>31) }
