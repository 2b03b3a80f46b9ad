package main

import (
	"net/url"
	"regexp"

	fredbi "github.com/fredbi/uri"
	whatwg "github.com/nlnwa/whatwg-url/url"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve"
)

// peer is one way to do some work.
type peer struct {
	name string
	// pass does it for the lines from..to-1. The loop is inside, so that a call
	// through pass is not what is measured.
	pass func(from, to int) tally
	// strict is set where each line's tally has to be the oracle's. Other peers
	// read another grammar, and only have to repeat themselves.
	strict bool
	// oracle has the tally of each line, if it is not the one of all peers.
	oracle []tally
}

// verdicts is the group of those who say whether a line conforms.
func verdicts(input, file string, atMost int) (*group, error) {
	lines, err := corpus(file, atMost)
	if err != nil {
		return nil, err
	}
	peers := []*peer{
		{name: "net/url Parse", pass: func(from, to int) (t tally) {
			for _, s := range lines[from:to] {
				if _, err := url.Parse(s); err == nil {
					t.accepted++
				}
			}
			return t
		}},
		{name: "fredbi/uri IsURIReference", pass: func(from, to int) (t tally) {
			for _, s := range lines[from:to] {
				if fredbi.IsURIReference(s) {
					t.accepted++
				}
			}
			return t
		}},
		{name: "whatwg-url Parse", pass: func(from, to int) (t tally) {
			for _, s := range lines[from:to] {
				if _, err := whatwg.Parse(s); err == nil {
					t.accepted++
				}
			}
			return t
		}},
		{name: "regexp, Appendix B", pass: matching(appendixB(), lines)},
		{name: "regexp, all of RFC 3986", pass: matching(rfc3986(), lines), strict: true},
		{name: "urispec Check rfc3986", pass: checking(editions.RFC3986, lines), strict: true},
		{name: valid("rfc3986"), pass: validity(editions.RFC3986, lines), strict: true},
	}
	for _, e := range editions.All() {
		if e != editions.RFC3986 {
			peers = append(peers, &peer{
				name: valid(e.Name()), pass: validity(e, lines), strict: true, oracle: treeOracle(e, lines),
			})
		}
	}
	return &group{
		title: "Verdict, " + input, unit: "URL",
		lanes: lanes(verdict, input, size(lines), verdictsOf(componentOracle(lines)), peers),
	}, nil
}

// valid is the name of the peer that calls an edition's Valid.
func valid(edition string) string { return "urispec Valid " + edition }

func matching(expression *regexp.Regexp, lines []string) func(from, to int) tally {
	return func(from, to int) (t tally) {
		for _, s := range lines[from:to] {
			if expression.MatchString(s) {
				t.accepted++
			}
		}
		return t
	}
}

func checking(e *grammar.Edition, lines []string) func(from, to int) tally {
	return func(from, to int) (t tally) {
		for _, s := range lines[from:to] {
			if e.Check(s) == nil {
				t.accepted++
			}
		}
		return t
	}
}

func validity(e *grammar.Edition, lines []string) func(from, to int) tally {
	return func(from, to int) (t tally) {
		for _, s := range lines[from:to] {
			if e.Valid(s) {
				t.accepted++
			}
		}
		return t
	}
}

// components is the group of those who split a line; each component is read.
func components(input, file string, atMost int) (*group, error) {
	lines, err := corpus(file, atMost)
	if err != nil {
		return nil, err
	}
	peers := []*peer{
		{name: "net/url Parse", pass: func(from, to int) (t tally) {
			for _, s := range lines[from:to] {
				u, err := url.Parse(s)
				if err != nil {
					continue
				}
				t.accepted++
				t.parts.scheme += len(u.Scheme)
				if u.User != nil {
					t.parts.userinfo += len(u.User.Username())
				}
				t.parts.site += len(u.Host)
				t.parts.path += len(u.Path) + len(u.RawPath) + len(u.Opaque)
				t.parts.query += len(u.RawQuery)
				t.parts.fragment += len(u.Fragment)
			}
			return t
		}},
		{name: "fredbi/uri ParseReference", pass: func(from, to int) (t tally) {
			for _, s := range lines[from:to] {
				u, err := fredbi.ParseReference(s)
				if err != nil {
					continue
				}
				t.accepted++
				// The query is not read: it comes as a map that is made for each call.
				a := u.Authority()
				t.parts.scheme += len(u.Scheme())
				t.parts.userinfo += len(a.UserInfo())
				t.parts.host += len(a.Host())
				t.parts.port += len(a.Port())
				t.parts.path += len(a.Path())
				t.parts.fragment += len(u.Fragment())
			}
			return t
		}},
		{name: "whatwg-url Parse", pass: func(from, to int) (t tally) {
			for _, s := range lines[from:to] {
				u, err := whatwg.Parse(s)
				if err != nil {
					continue
				}
				t.accepted++
				t.parts.scheme += len(u.Scheme())
				t.parts.userinfo += len(u.Username()) + len(u.Password())
				t.parts.host += len(u.Hostname())
				t.parts.port += len(u.Port())
				t.parts.path += len(u.Pathname())
				t.parts.query += len(u.Query())
				t.parts.fragment += len(u.Fragment())
			}
			return t
		}},
		{name: "regexp, Appendix B", pass: func(from, to int) (t tally) {
			for _, s := range lines[from:to] {
				if m := appendixB().FindStringSubmatchIndex(s); m != nil {
					t.accepted++
					t.parts.addAppendixB(m)
				}
			}
			return t
		}},
		{name: "regexp, all of RFC 3986", strict: true, pass: func(from, to int) (t tally) {
			for _, s := range lines[from:to] {
				if m := rfc3986Groups().FindStringSubmatchIndex(s); m != nil {
					t.accepted++
					t.parts.addGroups(m)
				}
			}
			return t
		}},
		{name: "urispec Parse rfc3986", strict: true, pass: func(from, to int) (t tally) {
			for _, s := range lines[from:to] {
				if ref, err := editions.RFC3986.Parse(s); err == nil {
					t.accepted++
					t.parts.addReference(ref)
				}
			}
			return t
		}},
		{name: "urispec ParseInto rfc3986", strict: true, pass: func(from, to int) (t tally) {
			var ref ast.Reference
			for _, s := range lines[from:to] {
				if editions.RFC3986.ParseInto(&ref, s) == nil {
					t.accepted++
					t.parts.addReference(&ref)
				}
			}
			return t
		}},
	}
	return &group{
		title: "Components, " + input, unit: "URL",
		lanes: lanes(split, input, size(lines), componentOracle(lines), peers),
	}, nil
}

// resolution is the group of those who make a target of a base and a
// reference.
func resolution(file string, atMost int) (*group, error) {
	all, err := pairs(file, atMost)
	if err != nil {
		return nil, err
	}
	n := 0
	for _, p := range all {
		n += len(p.base) + len(p.ref)
	}
	oracle, err := targetOracle(all)
	if err != nil {
		return nil, err
	}
	// Parsed before the clock runs; nil where it does not conform.
	parsed := make([]struct{ base, ref *ast.Reference }, len(all))
	for i, p := range all {
		parsed[i].base, _ = editions.RFC3986.Parse(p.base)
		parsed[i].ref, _ = editions.RFC3986.Parse(p.ref)
	}
	peers := []*peer{
		{name: "net/url Parse, Parse, ResolveReference, String", pass: func(from, to int) (t tally) {
			for _, p := range all[from:to] {
				base, err := url.Parse(p.base)
				if err != nil {
					continue
				}
				ref, err := url.Parse(p.ref)
				if err != nil {
					continue
				}
				t.accepted++
				t.bytes += len(base.ResolveReference(ref).String())
			}
			return t
		}},
		{name: "whatwg-url Parse, Parse, Href", pass: func(from, to int) (t tally) {
			for _, p := range all[from:to] {
				base, err := whatwg.Parse(p.base)
				if err != nil {
					continue
				}
				u, err := base.Parse(p.ref)
				if err != nil {
					continue
				}
				t.accepted++
				t.bytes += len(u.Href(false))
			}
			return t
		}},
		{name: "urispec Resolve rfc3986, two strings", strict: true, pass: func(from, to int) (t tally) {
			for _, p := range all[from:to] {
				if s, err := editions.RFC3986.Resolve(p.base, p.ref); err == nil {
					t.accepted++
					t.bytes += len(s)
				}
			}
			return t
		}},
		{name: "urispec AppendResolve rfc3986, parsed before", strict: true, pass: func(from, to int) (t tally) {
			var buf [1024]byte
			for _, p := range parsed[from:to] {
				if p.base == nil || p.ref == nil {
					continue
				}
				if b, err := resolve.RFC3986.AppendResolve(buf[:0], p.base, p.ref, resolve.Options{}); err == nil {
					t.accepted++
					t.bytes += len(b)
				}
			}
			return t
		}},
	}
	return &group{
		title: "Resolution, relpairs20k", unit: "pair",
		lanes: lanes(target, "relpairs20k", n, oracle, peers),
	}, nil
}
