package main

import (
	"os"
	"strings"
	"testing"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar/editions"
)

// The slow engines, on strings small enough to see.
func TestComponentOracle(t *testing.T) {
	kinds := func(k ast.HostKind) (out [hostKinds]int) { out[k] = 1; return out }
	none := kinds(ast.NoHost)
	for s, want := range map[string]tally{
		"":             {accepted: 1, parts: parts{path: 1, kinds: none}},
		"?":            {accepted: 1, parts: parts{path: 1, query: 1, kinds: none}},
		"#":            {accepted: 1, parts: parts{path: 1, fragment: 1, kinds: none}},
		"a:":           {accepted: 1, parts: parts{scheme: 2, path: 1, kinds: none}},
		"mailto:a@b?q": {accepted: 1, parts: parts{scheme: 7, path: 4, query: 2, kinds: none}},
		"./a:b":        {accepted: 1, parts: parts{path: 6, kinds: none}},
		"//":           {accepted: 1, parts: parts{site: 1, host: 1, path: 1, kinds: kinds(ast.RegName)}},
		"//@:":         {accepted: 1, parts: parts{site: 3, userinfo: 1, host: 1, port: 1, path: 1, kinds: kinds(ast.RegName)}},
		"s://u:p@1.2.3.4:80/p?q/#f?": {accepted: 1, parts: parts{
			scheme: 2, site: 15, userinfo: 4, host: 8, port: 3, path: 3, query: 3, fragment: 3, kinds: kinds(ast.IPv4)}},
		"//1.2.3.256":    {accepted: 1, parts: parts{site: 10, host: 10, path: 1, kinds: kinds(ast.RegName)}},
		"//[::1]:":       {accepted: 1, parts: parts{site: 7, host: 6, port: 1, path: 1, kinds: kinds(ast.IPv6)}},
		"x://[v1.a:b]/%": {},
		"x://[v1.a:b]/":  {accepted: 1, parts: parts{scheme: 2, site: 9, host: 9, path: 2, kinds: kinds(ast.IPvFuture)}},
		"//[::1":         {}, "//[1::2::3]": {}, "//a:b": {}, "1:b": {}, ":": {}, "a b": {}, "%4": {}, "#a#": {}, "\xE9": {}, "[": {}, "a\n": {},
	} {
		if got := componentOracle([]string{s})[0]; got != want {
			t.Errorf("%q:\n%+v, want\n%+v", s, got, want)
		}
	}
}

// examples are the texts of a column of the edition's test data.
func examples(t *testing.T, name string, column int) (out []string) {
	text, err := os.ReadFile("../../grammar/editions/rfc3986/testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); len(fields) > column && !strings.HasPrefix(line, "# ") {
			out = append(out, fields[column])
		}
	}
	return out
}

// Two engines that know nothing of each other agree on the documents' examples.
func TestOraclesAgree(t *testing.T) {
	texts := append(examples(t, "examples.tsv", 1), examples(t, "errata.tsv", 2)...)
	if len(texts) < 100 {
		t.Fatalf("%d examples", len(texts))
	}
	regexp, tree := verdictsOf(componentOracle(texts)), treeOracle(editions.RFC3986, texts)
	accepted := 0
	for i, s := range texts {
		if regexp[i] != tree[i] {
			t.Errorf("%q: %+v by the regular expression, %+v by the tree", s, regexp[i], tree[i])
		}
		accepted += tree[i].accepted
	}
	if accepted == 0 || accepted == len(texts) {
		t.Errorf("%d of %d are accepted", accepted, len(texts))
	}
}

// Sections 5.4.1 and 5.4.2, and what cannot be a base or be written.
func TestSlowResolve(t *testing.T) {
	bases, refs, want := examples(t, "resolve.tsv", 0), examples(t, "resolve.tsv", 1), examples(t, "resolve.tsv", 2)
	notes := examples(t, "resolve.tsv", 4)
	n := 0
	for i, base := range bases {
		if base == "base" || strings.HasPrefix(notes[i], "for backward") {
			continue // the header, and what parsers do that are not strict
		}
		if got, ok := slowResolve(base, refs[i]); !ok || got != want[i] {
			t.Errorf("%q from %q: %q (%v), want %q", refs[i], base, got, ok, want[i])
		}
		n++
	}
	if n < 42 {
		t.Errorf("%d examples", n)
	}
	for _, p := range []pair{{"a", "b"}, {"s:#f", "b"}, {"s:a b", "b"}, {"s:a", "b c"}, {"f:/a", ".//g"}} {
		if got, ok := slowResolve(p.base, p.ref); ok {
			t.Errorf("%q from %q gives %q", p.ref, p.base, got)
		}
	}
}
