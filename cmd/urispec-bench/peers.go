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
	// pass does it for the lines from..to-1. It has the loop, so that the call of pass is
	// not measured.
	pass func(from, to int) tally
	// strict is set if the tally of each line must be that of the oracle. Other peers
	// read another grammar, and only have to give the same answers each time.
	strict bool
	// oracle has the tally of each line, if it is not that of all peers.
	oracle []tally
}

// verdicts is the group of the peers that say whether a line conforms.
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
		title: "Hot: verdict, " + input,
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
				// The query is not read, because each call would build a map for it.
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
					t.parts.addReference(&ref)
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
		title: "Hot: components, " + input,
		lanes: lanes(split, input, size(lines), componentOracle(lines), peers),
	}, nil
}

// resolution is the group of those who make a target of two strings, a base
// and a reference.
func resolution(file string, atMost int) (*group, error) {
	all, err := pairs(file, atMost)
	if err != nil {
		return nil, err
	}
	oracle, err := targetOracle(all)
	if err != nil {
		return nil, err
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
		{name: "urispec Resolve rfc3986", strict: true, pass: func(from, to int) (t tally) {
			for _, p := range all[from:to] {
				if s, err := editions.RFC3986.Resolve(p.base, p.ref); err == nil {
					t.accepted++
					t.bytes += len(s)
				}
			}
			return t
		}},
	}
	return &group{
		title: "Hot: from two strings to a string, relpairs20k",
		lanes: lanes(target, "relpairs20k", pairSize(all), oracle, peers),
	}, nil
}

// parsedResolution is the group of those who make a target of a base and a
// reference that are parsed already. Pairs that urispec does not parse are left
// out.
func parsedResolution(file string, atMost int) (*group, error) {
	read, err := pairs(file, atMost)
	if err != nil {
		return nil, err
	}
	var all []pair
	var ours []struct{ base, ref ast.Reference }
	var theirs []struct{ base, ref *url.URL }
	for _, p := range read {
		base, err := editions.RFC3986.Parse(p.base)
		if err != nil {
			continue
		}
		ref, err := editions.RFC3986.Parse(p.ref)
		if err != nil {
			continue
		}
		urlBase, err := url.Parse(p.base)
		if err != nil {
			return nil, err
		}
		urlRef, err := url.Parse(p.ref)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
		ours = append(ours, struct{ base, ref ast.Reference }{base, ref})
		theirs = append(theirs, struct{ base, ref *url.URL }{urlBase, urlRef})
	}
	oracle, err := targetOracle(all)
	if err != nil {
		return nil, err
	}
	buf := make([]byte, 0, 64<<10)
	peers := []*peer{
		{name: "net/url ResolveReference, String", pass: func(from, to int) (t tally) {
			for _, p := range theirs[from:to] {
				t.accepted++
				t.bytes += len(p.base.ResolveReference(p.ref).String())
			}
			return t
		}},
		{name: "urispec AppendResolve rfc3986", strict: true, pass: func(from, to int) (t tally) {
			for _, p := range ours[from:to] {
				if b, err := resolve.RFC3986.AppendResolve(buf[:0], &p.base, &p.ref, resolve.Options{}); err == nil {
					t.accepted++
					t.bytes += len(b)
				}
			}
			return t
		}},
	}
	return &group{
		title: "Hot: from two parsed values to a string, relpairs20k",
		lanes: lanes(parsedTarget, "relpairs20k", pairSize(all), oracle, peers),
	}, nil
}
