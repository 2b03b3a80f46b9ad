package main

import (
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"sync"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
)

// componentOracle returns the tally of each line under rfc3986. The regular expression of
// the whole grammar says whether the line conforms. That of Appendix B finds the
// components, and the groups of the former split them further.
func componentOracle(lines []string) []tally {
	return each(lines, func(s string) (t tally) {
		m := rfc3986Groups().FindStringSubmatchIndex(s)
		if m == nil {
			return t
		}
		t.accepted = 1
		t.parts.addGroups(m)
		var b parts
		b.addAppendixB(appendixB().FindStringSubmatchIndex(s))
		t.parts.scheme, t.parts.site, t.parts.path, t.parts.query, t.parts.fragment = b.scheme, b.site, b.path, b.query, b.fragment
		return t
	})
}

// verdictsOf keeps only whether each line was accepted.
func verdictsOf(tallies []tally) []tally {
	out := make([]tally, len(tallies))
	for i, t := range tallies {
		out[i].accepted = t.accepted
	}
	return out
}

// treeOracle returns the verdicts of the edition's participle grammar, which does not use
// its automaton. It takes about 30 µs for a line.
func treeOracle(e *grammar.Edition, lines []string) []tally {
	return each(lines, func(s string) (t tally) {
		if _, err := e.Tree(s); err == nil {
			t.accepted = 1
		}
		return t
	})
}

// each calls f for every line, on all cores.
func each(lines []string, f func(s string) tally) []tally {
	out := make([]tally, len(lines))
	var group sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		group.Go(func() {
			for i := w; i < len(lines); i += workers {
				out[i] = f(lines[i])
			}
		})
	}
	group.Wait()
	return out
}

// addAppendixB reads a match of appendixB.
func (p *parts) addAppendixB(m []int) {
	p.scheme += weightOf(m, 2)
	p.site += weightOf(m, 4)
	p.path += weightOf(m, 5)
	p.query += weightOf(m, 7)
	p.fragment += weightOf(m, 9)
}

// addGroups reads a match of rfc3986Groups.
func (p *parts) addGroups(m []int) {
	g := groupNumbers()
	p.scheme += weightOf(m, g.scheme)
	p.query += weightOf(m, g.query)
	p.fragment += weightOf(m, g.fragment)
	kind := ast.NoHost
	for _, h := range &g.hierarchical {
		p.site += weightOf(m, h.site)
		p.path += weightOf(m, h.path) + weightOf(m, h.sitepath)
		p.userinfo += weightOf(m, h.userinfo)
		p.port += weightOf(m, h.port)
		for k, group := range h.hosts {
			if group > 0 && m[2*group] >= 0 {
				p.host += weightOf(m, group)
				kind = ast.HostKind(k)
			}
		}
	}
	p.kinds[kind]++
}

// weightOf is weight for a group of a match.
func weightOf(m []int, group int) int {
	start, end := m[2*group], m[2*group+1]
	if start < 0 {
		return 0
	}
	return end - start + 1
}

// groupNumbers are the groups of rfc3986Groups by their names.
var groupNumbers = sync.OnceValue(func() (g struct {
	scheme, query, fragment int
	hierarchical            [2]struct {
		site, path, sitepath, userinfo, port int
		hosts                                [hostKinds]int // by kind; 0 where the grammar has none
	}
}) {
	index := rfc3986Groups().SubexpIndex
	g.scheme, g.query, g.fragment = index("scheme"), index("query"), index("fragment")
	for i, n := range []string{"1", "2"} {
		h := &g.hierarchical[i]
		h.site, h.path, h.sitepath = index("site"+n), index("path"+n), index("sitepath"+n)
		h.userinfo, h.port = index("userinfo"+n), index("port"+n)
		h.hosts[ast.IPv4], h.hosts[ast.IPv6] = index("ipv4"+n), index("ipv6"+n)
		h.hosts[ast.IPvFuture], h.hosts[ast.RegName] = index("ipvfuture"+n), index("regname"+n)
	}
	return g
})

// targetOracle returns the tally of each pair under rfc3986, by the literal pseudocode of
// section 5. Edition.Resolve must give the same strings.
func targetOracle(all []pair) ([]tally, error) {
	out := make([]tally, len(all))
	for i, p := range all {
		want, ok := slowResolve(p.base, p.ref)
		got, err := editions.RFC3986.Resolve(p.base, p.ref)
		if ok != (err == nil) || ok && got != want {
			return nil, fmt.Errorf("pair %d: %q from %q is %q by section 5 (%v); urispec has %q (%v)", i+1, p.ref, p.base, want, ok, got, err)
		}
		if ok {
			out[i] = tally{accepted: 1, bytes: len(want)}
		}
	}
	return out, nil
}

// component is a component of Appendix B, which may be undefined.
type component struct {
	text    string
	defined bool
}

// slowResolve is section 5.2.2 of RFC 3986, strict. It returns false if the base or the
// reference does not conform, if the base has no scheme or has a fragment, or if the
// result would parse into other components.
func slowResolve(base, ref string) (string, bool) {
	if !rfc3986().MatchString(base) || !rfc3986().MatchString(ref) {
		return "", false
	}
	b, r := slowSplit(base), slowSplit(ref)
	if !b.scheme.defined || b.fragment.defined {
		return "", false
	}
	t := r
	switch {
	case r.scheme.defined || r.authority.defined:
		t.path = removeDotSegments(r.path)
	case r.path == "":
		t.authority, t.path = b.authority, b.path
		if !r.query.defined {
			t.query = b.query
		}
	default:
		t.authority = b.authority
		switch {
		case strings.HasPrefix(r.path, "/"):
			t.path = removeDotSegments(r.path)
		case b.authority.defined && b.path == "":
			t.path = removeDotSegments("/" + r.path)
		default:
			t.path = removeDotSegments(b.path[:strings.LastIndex(b.path, "/")+1] + r.path)
		}
	}
	if !r.scheme.defined {
		t.scheme = b.scheme
	}
	out := t.recompose()
	return out, slowSplit(out) == t
}

// slow is a reference split by Appendix B.
type slow struct {
	scheme, authority component
	path              string
	query, fragment   component
}

func slowSplit(s string) slow {
	m := appendixB().FindStringSubmatch(s)
	at := appendixB().FindStringSubmatchIndex(s)
	group := func(n int) component { return component{m[n], at[2*n] >= 0} }
	return slow{group(2), group(4), m[5], group(7), group(9)}
}

// recompose is section 5.3.
func (t slow) recompose() string {
	result := ""
	if t.scheme.defined {
		result += t.scheme.text + ":"
	}
	if t.authority.defined {
		result += "//" + t.authority.text
	}
	result += t.path
	if t.query.defined {
		result += "?" + t.query.text
	}
	if t.fragment.defined {
		result += "#" + t.fragment.text
	}
	return result
}

// removeDotSegments is section 5.2.4 with its two buffers.
func removeDotSegments(input string) string {
	output := ""
	removeLast := func() { output = output[:max(0, strings.LastIndex(output, "/"))] }
	for input != "" {
		switch {
		case strings.HasPrefix(input, "../"): // A
			input = input[3:]
		case strings.HasPrefix(input, "./"):
			input = input[2:]
		case strings.HasPrefix(input, "/./"): // B
			input = input[2:]
		case input == "/.":
			input = "/"
		case strings.HasPrefix(input, "/../"): // C
			input = input[3:]
			removeLast()
		case input == "/..":
			input = "/"
			removeLast()
		case input == "." || input == "..": // D
			input = ""
		default: // E
			end := len(firstSegment.FindString(input))
			output += input[:end]
			input = input[end:]
		}
	}
	return output
}

var firstSegment = regexp.MustCompile(`^/?[^/]*`)
