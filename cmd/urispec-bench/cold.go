package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"

	fredbi "github.com/fredbi/uri"
	whatwg "github.com/nlnwa/whatwg-url/url"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve"
)

// Cold is how a program meets a parser: strings that it has not just seen, of which there
// are more than the caches hold, each once, and between two passes of one parser a pass of
// another. Results are kept until the next one, the collector runs as it comes, and Go has
// all its threads.

// What is kept of a result, so that the compiler cannot leave it where it is made.
var (
	keptURL    *url.URL
	keptFredbi fredbi.URI
	keptWhatwg *whatwg.Url
	keptRef    ast.Reference
	keptText   string
	keptError  error
	keptSum    int
)

// drawn returns n lines, drawn by chance from some, each a string of its own; and which
// they are.
func drawn(lines []string, n int) (out []string, from []int) {
	random := rand.New(rand.NewPCG(1, 2))
	for range n {
		i := random.IntN(len(lines))
		out, from = append(out, strings.Clone(lines[i])), append(from, i)
	}
	return out, from
}

// pick returns the tallies of drawn lines.
func pick(oracle []tally, from []int) []tally {
	out := make([]tally, len(from))
	for i, x := range from {
		out[i] = oracle[x]
	}
	return out
}

// slowPeers is how many times fewer lines parsers get that take microseconds for each.
const slowPeers = 10

// coldLines is the groups of lines of a corpus.
func coldLines(input, file string, sc scale) (*group, error) {
	few, err := corpus(file, sc.lines)
	if err != nil {
		return nil, err
	}
	lines, from := drawn(few, sc.cold)
	conforming := verdictsOf(componentOracle(few))
	name := fmt.Sprintf("%s, %d lines", input, sc.cold)
	g := &group{title: "Cold, " + name, cold: true}
	add := func(w work, name string, strict bool, oracle []tally, f func(s string) bool) {
		p := &peer{name: name, strict: strict, pass: func(from, to int) (t tally) {
			for _, s := range lines[from:to] {
				if f(s) {
					t.accepted++
				}
			}
			return t
		}}
		l := &lane{peer: p, work: w, input: input, lines: len(lines), bytes: size(lines), oracle: pick(oracle, from)}
		if strings.HasPrefix(name, "whatwg") || strings.HasPrefix(name, "fredbi") {
			l.lines /= slowPeers
			l.bytes = size(lines[:l.lines])
		}
		g.lanes = append(g.lanes, l)
		l.ops, l.base = l.lines, g.lanes[0]
	}
	add(coldVerdict, "net/url Parse", false, conforming, func(s string) bool {
		u, err := url.Parse(s)
		keptURL = u
		return err == nil
	})
	add(coldVerdict, "fredbi/uri Parse", false, conforming, func(s string) bool {
		u, err := fredbi.ParseReference(s)
		keptFredbi = u
		return err == nil
	})
	add(coldVerdict, "whatwg-url Parse", false, conforming, func(s string) bool {
		u, err := whatwg.Parse(s)
		keptWhatwg = u
		return err == nil
	})
	for _, e := range editions.All() {
		oracle := conforming
		if e != editions.RFC3986 {
			oracle = treeOracle(e, few)
		}
		add(coldVerdict, valid(e.Name()), true, oracle, e.Valid)
	}
	e := editions.RFC3986
	add(coldVerdict, "urispec Check rfc3986", true, conforming, func(s string) bool {
		keptError = e.Check(s)
		return keptError == nil
	})
	add(coldSplit, "urispec Parse rfc3986", true, conforming, func(s string) bool {
		ref, err := e.Parse(s)
		keptRef = ref
		keptSum += int(ref.Scheme.End) + int(ref.Site.End) + int(ref.Path.Start) + int(ref.Query.End) + int(ref.Fragment.End)
		return err == nil
	})
	var into ast.Reference
	add(coldSplit, "urispec ParseInto rfc3986", true, conforming, func(s string) bool {
		err := e.ParseInto(&into, s)
		keptSum += int(into.Scheme.End) + int(into.Site.End) + int(into.Path.Start) + int(into.Query.End) + int(into.Fragment.End)
		return err == nil
	})
	// Normalizing is compared with parsing and writing again.
	add(coldNormal, "net/url Parse, String", false, conforming, func(s string) bool {
		u, err := url.Parse(s)
		if err == nil {
			keptText = u.String()
		}
		return err == nil
	})
	normal := g.lanes[len(g.lanes)-1]
	normal.base = normal
	add(coldNormal, "urispec Normalize rfc3986", true, conforming, func(s string) bool {
		text, err := e.Normalize(s)
		keptText = text
		return err == nil
	})
	g.lanes[len(g.lanes)-1].base = normal
	return g, nil
}

// coldPairs is the group of those who make a target of two strings, or a reference of a
// base and a target.
func coldPairs(file string, sc scale) (*group, error) {
	few, err := pairs(file, sc.lines)
	if err != nil {
		return nil, err
	}
	oracle, err := targetOracle(few)
	if err != nil {
		return nil, err
	}
	oracle = verdictsOf(oracle)
	random := rand.New(rand.NewPCG(1, 2))
	type triple struct{ base, ref, target string }
	var all []triple
	var want []tally
	bytes := 0
	for range sc.cold / slowPeers {
		i := random.IntN(len(few))
		p := triple{strings.Clone(few[i].base), strings.Clone(few[i].ref), ""}
		p.target, _ = editions.RFC3986.Resolve(p.base, p.ref)
		all, want = append(all, p), append(want, oracle[i])
		bytes += len(p.base) + len(p.ref)
	}
	g := &group{title: fmt.Sprintf("Cold, relpairs20k, %d pairs", len(all)), cold: true}
	add := func(name string, strict bool, f func(p *triple) bool) {
		p := &peer{name: name, strict: strict, pass: func(from, to int) (t tally) {
			for i := range all[from:to] {
				if f(&all[from+i]) {
					t.accepted++
				}
			}
			return t
		}}
		g.lanes = append(g.lanes, &lane{peer: p, work: coldTarget, input: "relpairs20k", lines: len(all), ops: len(all), bytes: bytes, oracle: want})
		g.lanes[len(g.lanes)-1].base = g.lanes[0]
	}
	add("net/url Parse, Parse, String", false, func(p *triple) bool {
		base, err := url.Parse(p.base)
		if err != nil {
			return false
		}
		u, err := base.Parse(p.ref)
		if err == nil {
			keptText = u.String()
		}
		return err == nil
	})
	add("urispec Resolve rfc3986", true, func(p *triple) bool {
		s, err := editions.RFC3986.Resolve(p.base, p.ref)
		keptText = s
		return err == nil
	})
	add("urispec Base, Relativize rfc3986", true, func(p *triple) bool {
		base, err := editions.RFC3986.Base(p.base)
		if err != nil || p.target == "" {
			return false
		}
		s, err := base.Relativize(p.target)
		keptText = s
		return err == nil || unreachable(err)
	})
	return g, nil
}

// unreachable reports whether an error says that no reference leads to a target, which is
// an answer.
func unreachable(err error) bool {
	_, ok := errors.AsType[*resolve.UnreachableError](err)
	return ok
}
