package resolve_test

import (
	"errors"
	"fmt"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve"
)

// Every string has components, even if it does not conform to any edition.
func ExampleSplit() {
	ref := resolve.Split("http://a b/{c}?")
	fmt.Printf("%q %q\n", ref.Text(ref.Site.Span), ref.Text(ref.Path.Span))
	fmt.Println(ref.Query.Present(), ref.Fragment.Present())
	// Output:
	// "a b" "/{c}"
	// true false
}

// A parsed reference is written back as it was; a component can be left out.
func ExampleRecompose() {
	ref := resolve.Split("http://h/a?#f")
	fmt.Println(resolve.Recompose(&ref))
	ref.Query.Span = ast.Absent
	fmt.Println(resolve.Recompose(&ref))
	ref.Fragment.Span = ast.Absent
	fmt.Println(resolve.Recompose(&ref))
	// Output:
	// http://h/a?#f
	// http://h/a#f
	// http://h/a
}

func ExampleAppendTo() {
	line := []byte("GET ")
	ref := resolve.Split("/a/b?q#f")
	ref.Fragment.Span = ast.Absent // is not sent
	line = resolve.AppendTo(line, &ref)
	fmt.Printf("%s\n", line)
	// Output: GET /a/b?q
}

// The same references, by the algorithm of each edition.
func ExampleAlgorithm_Resolve() {
	for _, a := range resolve.Algorithms() {
		base := a.Split("http://a/b/c/d;p?q")
		fmt.Print(a.Name())
		for _, s := range []string{"?y", "../../../g", "#s"} {
			ref := a.Split(s)
			target, err := a.Resolve(&base, &ref, resolve.Options{})
			if same, ok := errors.AsType[*resolve.SameDocumentError](err); ok {
				target = same.Error()
			}
			fmt.Print("  ", target)
		}
		fmt.Println()
	}
	// Output:
	// rfc1808  http://a/b/c/d;p?y  http://a/../g  http://a/b/c/d;p?q#s
	// url-syntax-02  http://a/b/c/?y  http://a/../g  (current document)#s
	// url-syntax-09  http://a/b/c/?y  http://a/../g  (current document)#s
	// rfc2396  http://a/b/c/?y  http://a/../g  (current document)#s
	// rfc2396bis-00  http://a/b/c/d;p?y  http://a/../g  (current document)#s
	// rfc3986  http://a/b/c/d;p?y  http://a/g  http://a/b/c/d;p?q#s
}

// What an edition leaves open is chosen by an option.
func ExampleOptions() {
	base, ref := resolve.Split("http://a/b"), resolve.Split("../g")
	for _, d := range []resolve.DotDot{resolve.Retain, resolve.Remove, resolve.Refuse} {
		fmt.Println(resolve.RFC2396.Resolve(&base, &ref, resolve.Options{DotDot: d}))
	}
	fmt.Println(resolve.RFC3986.Allows(resolve.Options{DotDot: resolve.Retain}))
	// Output:
	// http://a/../g <nil>
	// http://a/g <nil>
	//  the reference has more ".." than the base has levels (5.2)
	// rfc3986 does not permit dot-dot=retain: it permits only remove (5.2.2)
}

// Each step is traced with the number that it has in the document.
func ExampleStep() {
	base, ref := resolve.Split("http://a/b/c"), resolve.Split("../g")
	_, err := resolve.RFC2396.Resolve(&base, &ref, resolve.Options{Trace: func(s resolve.Step) {
		if s.Buffer && s.Before != s.After {
			fmt.Printf("%s: %q to %q\n", s.Number, s.Before, s.After)
		}
	}})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// 6a: "" to "/b/"
	// 6b: "/b/" to "/b/../g"
	// 6e: "/b/../g" to "/g"
	// 7: "" to "http://a/g"
}

func ExampleAlgorithm_Relativize() {
	base, target := resolve.Split("http://a/b/c/d"), resolve.Split("http://a/b/g?y")
	fmt.Println(resolve.RFC3986.Relativize(&base, &target, editions.RFC3986.Valid))
	target = resolve.Split("http://a/b/./g")
	_, err := resolve.RFC3986.Relativize(&base, &target, editions.RFC3986.Valid)
	fmt.Println(err)
	// Output:
	// ../g?y <nil>
	// rfc3986: no reference resolves to http://a/b/./g from http://a/b/c/d: as a reference it resolves to http://a/b/g
}

// A normalizer of two steps. Editions have their own, by Edition.Normalizer of
// package grammar.
func ExampleNormalizer() {
	n := resolve.Normalizer{Steps: []resolve.Equivalence{{Step: resolve.HostCase}, {Step: resolve.DefaultPort}}}
	ref, err := editions.RFC3986.Parse("HTTP://WWW.Example.com:80/A")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(n.Normalize(&ref))
	// Output: HTTP://www.example.com/A
}
