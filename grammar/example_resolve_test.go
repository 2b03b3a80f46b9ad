package grammar_test

import (
	"errors"
	"fmt"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve"
)

func ExampleEdition_Resolve() {
	fmt.Println(editions.RFC3986.Resolve("http://a/b/c/d;p?q", "../g;x?y#s"))
	_, err := editions.RFC3986.Resolve("http://a/b/c/d;p?q", "g h")
	fmt.Println(err)
	// If the result would be read differently from what was meant, it is an error.
	_, err = editions.RFC3986.Resolve("f:/a", ".//g")
	var unwritable *resolve.UnwritableError
	fmt.Println(errors.As(err, &unwritable), err)
	// Output:
	// http://a/b/g;x?y#s <nil>
	// rfc3986: offset 1: space in segment-nz-nc (section 3.3), expected unreserved, sub-delims, "#", "%", "/", ":", "?", "@" or end of input
	// true f://g: the path would be read as an authority
}

// A base is checked once and then resolves any number of references. In the older
// editions a reference to the current document has no target.
func ExampleEdition_Base() {
	base, err := editions.RFC2396.Base("http://a/b/c/d")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, ref := range []string{"g", "//h/g", "#s", "g h"} {
		target, err := base.Resolve(ref, resolve.Options{})
		var same *resolve.SameDocumentError
		switch {
		case errors.As(err, &same):
			fmt.Printf("the fragment %q of the document at hand\n", same.Fragment)
		case err != nil:
			fmt.Println(err)
		default:
			fmt.Println(target)
		}
	}
	_, err = editions.RFC2396.Base("/b/c/d")
	fmt.Println(err)
	// Output:
	// http://a/b/c/g
	// http://h/g
	// the fragment "s" of the document at hand
	// rfc2396: offset 1: space in rel_segment (section 5), expected unreserved, reserved, "#", "%" or end of input
	// rfc2396: offset 0 of the base: the base has no scheme (section 5.1)
}

// The shortest reference to each target.
func ExampleBase_Relativize() {
	base, err := editions.RFC3986.Base("http://a/b/c/d?q")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, target := range []string{"http://a/b/c/d?q", "http://a/b/c/d", "http://a/b/x/y", "http://a//y", "mailto:x"} {
		ref, err := base.Relativize(target)
		fmt.Printf("%-16s  %q %v\n", target, ref, err)
	}
	// Output:
	// http://a/b/c/d?q  "" <nil>
	// http://a/b/c/d    "d" <nil>
	// http://a/b/x/y    "../x/y" <nil>
	// http://a//y       "/.//y" <nil>
	// mailto:x          "mailto:x" <nil>
}

// Each edition licenses other steps.
func ExampleEdition_Normalizer() {
	for _, e := range []*grammar.Edition{editions.RFC1738, editions.RFC2396, editions.RFC3986} {
		n, err := e.Normalizer()
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(e, " ")
		fmt.Println(n.Normalize("http://A:80/%7eb/../c%2f"))
	}
	// Output:
	// rfc1738 http://A:80/%7Eb/../c%2F <nil>
	// rfc2396 http://a/~b/../c%2F <nil>
	// rfc3986 http://a/c%2F <nil>
}

// Two references are equivalent by as few steps as it takes.
func ExampleNormalizer_Equivalent() {
	n, err := editions.RFC3986.Normalizer()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(n.Equivalent("http://a/%7eb", "HTTP://a/~b"))
	fmt.Println(n.Equivalent("http://a/?", "http://a/"))
	// Output:
	// [scheme-case unescape] true <nil>
	// [] false <nil>
}

// A document that was retrieved after a redirection, and has a BASE element.
func ExampleContext_EstablishBase() {
	context := grammar.Context{
		Entities:  []grammar.Entity{{Embedded: []string{"/docs/"}}},
		Retrieval: []string{"http://example.com/a", "http://www.example.com/b"},
	}
	base, origin, err := context.EstablishBase(editions.RFC3986)
	fmt.Println(base, origin, err)
	// Output: http://www.example.com/docs/ 5.1.1 <nil>
}
