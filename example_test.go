package urispec_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"os"

	"github.com/urispec/urispec"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve/compose"
	"github.com/urispec/urispec/resolve/nethttp"
)

// A program reads a base, resolves a link against it, sets a pair of its query, makes a
// request of it, and logs it without the password.
func Example() {
	base, err := urispec.ParseURI("https://user:secret@example.com/docs/?lang=en")
	if err != nil {
		log.Fatal(err)
	}
	host, _ := base.Host()
	lang, _ := base.QueryValue("lang")
	fmt.Println(host, lang)

	link, err := urispec.Parse("../search")
	if err != nil {
		log.Fatal(err)
	}
	target, err := base.Resolve(link)
	if err == nil {
		target, err = target.With(compose.Pair("q", "fish & chips"))
	}
	if err != nil {
		log.Fatal(err)
	}
	request, err := nethttp.NewRequest(context.Background(), http.MethodGet, target, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(request.Host, request.URL.RequestURI())
	slog.New(slog.NewTextHandler(os.Stdout, withoutTime)).Info("fetch", "target", target)
	// Output:
	// example.com en
	// example.com /search?q=fish%20%26%20chips
	// level=INFO msg=fetch target="https://user:xxxxx@example.com/search?q=fish%20%26%20chips"
}

// withoutTime makes what a log writes the same each time.
var withoutTime = &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return a
}}

func ExampleParse() {
	_, err := urispec.Parse("http://example.com/a b")
	fmt.Println(err)

	var syntax *grammar.SyntaxError
	if errors.As(err, &syntax) {
		fmt.Println(syntax.Offset, syntax.Rule, syntax.Section)
	}
	// Output:
	// rfc3986: offset 20: space in segment (section 3.3), expected unreserved, sub-delims, "#", "%", "/", ":", "?", "@" or end of input
	// 20 segment 3.3
}

func ExampleParseIn() {
	r, err := urispec.ParseIn(editions.RFC3987, "http://例え.jp/")
	fmt.Println(r, err)
	_, err = urispec.Parse("http://例え.jp/") // by RFC 3986
	fmt.Println(err != nil)
	// Output:
	// http://例え.jp/ <nil>
	// true
}

func ExampleURI_Resolve() {
	base, _ := urispec.ParseURI("http://a/b/c/d;p?q")
	ref, _ := urispec.Parse("../g")
	target, err := base.Resolve(ref)
	fmt.Println(target, err)
	// Output: http://a/b/g <nil>
}

func ExampleURI_With() {
	u, _ := urispec.ParseURI("http://localhost:8080/a?x=1#top")
	u, err := u.With(compose.Host("example.com"), compose.Without("port"), compose.Pair("x", "a&b"))
	fmt.Println(u, err)
	// Output: http://example.com/a?x=a%26b#top <nil>
}

func ExampleReference_Pairs() {
	r, _ := urispec.Parse("?a=1&b&a=%26")
	for pair := range r.Pairs() {
		fmt.Printf("%q %q %t\n", pair.Key, pair.Value, pair.HasValue)
	}
	// Output:
	// "a" "1" true
	// "b" "" false
	// "a" "&" true
}
