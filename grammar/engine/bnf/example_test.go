package bnf_test

import (
	"fmt"

	"github.com/urispec/urispec/grammar/engine/bnf"
)

func ExampleRead() {
	text := `
; RFC 3986, appendix A
scheme        = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
port          = *DIGIT
`
	g, err := bnf.Read("rfc3986.bnf", []byte(text), bnf.ABNF)
	if err != nil {
		fmt.Println(err)
		return
	}
	r := g.Lookup("scheme")
	fmt.Printf("%v: %s\n", r.Pos, r.Format(bnf.ABNF))
	fmt.Println("core rules:", len(g.Core))
	// Output:
	// rfc3986.bnf:3:1: scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
	// core rules: 2
}

func ExampleRead_error() {
	text := `gopherurl = "gopher://" hostport [ / [ gtype [ selector ] ] ]`
	_, err := bnf.Read("rfc1738.bnf", []byte(text), bnf.RFC822)
	fmt.Println(err)
	// Output:
	// rfc1738.bnf:1:36: gopherurl: found "/", expected an element; in this notation "|" separates alternatives and a slash must be quoted
}

func ExampleGrammar_Verify() {
	text := `
uri    = scheme ":" *[ uric ]
scheme = 1*alpah
uric   = alpha | "/"
alpha  = "a" | "b"
`
	g, err := bnf.Read("f", []byte(text), bnf.RFC822)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range g.Verify("uri") {
		fmt.Println(p)
	}
	// Output:
	// f:2:21: uri: what * repeats can be empty, so a string has infinitely many derivations, and a parser may not terminate; in RFC 1738 section 5, *[ ... ] means *( ... )
	// f:3:12: scheme: alpah is not defined; did you mean alpha?
}
