// Command library shows the library in one screen: it takes a URI apart, resolves and
// changes it, says why another string is none, and asks other editions:
//
//	go run ./examples/library
package main

import (
	"errors"
	"fmt"

	"github.com/urispec/urispec"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve/compose"
)

func main() {
	base, _ := urispec.ParseURI("http://example.com/docs/?lang=en")
	host, _ := base.Host()
	lang, _ := base.QueryValue("lang")
	fmt.Println(host, lang) // example.com en

	link, _ := urispec.Parse("../search")
	target, err := base.Resolve(link)
	fmt.Println(target, err) // http://example.com/search <nil>
	target, err = target.With(compose.Pair("q", "fish & chips"))
	fmt.Println(target, err) // http://example.com/search?q=fish%20%26%20chips <nil>

	var syntax *grammar.SyntaxError
	if _, err := urispec.Parse("http://a/%zz"); errors.As(err, &syntax) {
		// 10 pct-encoded 2.1 [HEXDIG]
		fmt.Println(syntax.Offset, syntax.Rule, syntax.Section, syntax.Expected)
	}

	old := editions.RFC2396                                          // or editions.Lookup("rfc2396")
	fmt.Println(old.Valid("http://a?b"), old.Valid("http://[::1]/")) // true false
	name, _ := old.Language("hostname")
	fmt.Println(name.Check("a_b")) // rfc2396: offset 1: "_" in toplabel ...
}
