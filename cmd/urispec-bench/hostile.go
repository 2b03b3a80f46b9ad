package main

import (
	"fmt"
	"strings"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
)

// shape is input that is designed to do harm.
type shape struct {
	name string
	make func(n int) string // of about n bytes
	// late is set if the mistake is at the end. Check and ParseInto then explain
	// everything before it, which is measured, but no bar covers it.
	late bool
}

var shapes = []shape{
	{name: "`%` repeated", make: repeated("", "%", "")},
	{name: "`[` repeated", make: repeated("", "[", "")},
	{name: "`a:` repeated", make: repeated("", "a:", "")},
	{name: "`../` repeated", make: repeated("", "../", "")},
	{name: "labels of 64 letters", make: repeated("http://", strings.Repeat("a", 64)+".", "/")},
	{name: "`%41` repeated", make: repeated("http://h/", "%41", "")},
	{name: "`%41` repeated, cut short", make: repeated("http://h/", "%41", "%4"), late: true},
	{name: "long path and query", make: func(n int) string {
		path := repeated("http://user@www.example.com:80", "/over/there;v=1.2", "?")
		query := repeated("", "name=ferret&", "#nose")
		return path(n/2) + query(n/2)
	}},
}

func repeated(head, turn, tail string) func(n int) string {
	return func(n int) string { return head + strings.Repeat(turn, n/len(turn)) + tail }
}

// sample is a length of a shape that the slow engines can read. The verdict on a shape
// does not depend on its length.
const sample = 1_000

// hostile is the group of the shapes. Each function is compared with itself on web50k,
// byte for byte.
func hostile(file string, sc scale) (*group, error) {
	web, err := corpus(file, sc.lines)
	if err != nil {
		return nil, err
	}
	var long, short []string
	for _, s := range shapes {
		long = append(long, s.make(sc.hostile))
		short = append(short, s.make(sample))
	}
	g := &group{title: fmt.Sprintf("Hostile input, strings of %.1f MB", float64(sc.hostile)/1e6)}
	// add adds a function that makes a pass over lines, for an edition. The oracles have
	// the tallies of web and of long.
	add := func(name string, over overLines, e *grammar.Edition, explains bool, onWeb, onLong []tally) {
		base := &lane{
			work: abuse, input: "web50k", lines: len(web), ops: size(web), bytes: size(web), oracle: onWeb,
			peer: &peer{name: name, pass: over(e, web), strict: true},
		}
		for i, s := range shapes {
			w := abuse
			if s.late && explains {
				w = explanation
			}
			g.lanes = append(g.lanes, &lane{
				work: w, input: s.name, lines: 1, ops: len(long[i]), bytes: len(long[i]), oracle: onLong[i : i+1],
				peer: &peer{name: name, pass: over(e, long[i:i+1]), strict: true}, base: base,
			})
		}
	}
	rfc3986 := editions.RFC3986
	onWeb, onLong := verdictsOf(componentOracle(web)), verdictsOf(componentOracle(short))
	add(valid("rfc3986"), validity, rfc3986, false, onWeb, onLong)
	add("urispec Check rfc3986", checking, rfc3986, true, onWeb, onLong)
	add("urispec ParseInto rfc3986", tiling, rfc3986, true, tiled(onWeb, web), tiled(onLong, long))
	for _, e := range editions.All() {
		if e != rfc3986 {
			add(valid(e.Name()), validity, e, false, treeOracle(e, web), treeOracle(e, short))
		}
	}
	return g, nil
}

// overLines makes the pass of a peer.
type overLines func(e *grammar.Edition, lines []string) func(from, to int) tally

// tiling reads all components of rfc3986: with the delimiters between them
// their lengths make up the input's.
func tiling(e *grammar.Edition, lines []string) func(from, to int) tally {
	return func(from, to int) (t tally) {
		var ref ast.Reference
		for _, s := range lines[from:to] {
			if e.ParseInto(&ref, s) == nil {
				t.accepted++
				t.parts.addReference(&ref)
			}
		}
		// Each sum counts 1 for each component. That is its delimiter, except that the
		// path has none, and that a site, which always has a host, has two.
		p := &t.parts
		hosts := t.accepted - p.kinds[ast.NoHost]
		t.bytes = p.scheme + p.site + hosts + p.path - t.accepted + p.query + p.fragment
		t.parts = parts{}
		return t
	}
}

// tiled returns verdicts with the length of each line that is accepted.
func tiled(verdicts []tally, lines []string) []tally {
	out := make([]tally, len(lines))
	for i, t := range verdicts {
		out[i] = tally{accepted: t.accepted, bytes: t.accepted * len(lines[i])}
	}
	return out
}
