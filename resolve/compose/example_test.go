package compose_test

import (
	"errors"
	"fmt"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve/compose"
)

// What has to be escaped depends on the component and on the edition.
func ExampleEncode() {
	for _, e := range []*grammar.Edition{editions.RFC1738, editions.URLSyntax02, editions.RFC3986} {
		for _, component := range []string{"segment", "query"} {
			text, err := compose.Encode(e, component, "100%;a/b~")
			fmt.Println(e, component, text, err)
		}
	}
	// Output:
	// rfc1738 segment 100%25%3Ba%2Fb%7E <nil>
	// rfc1738 query 100%25;a%2Fb%7E <nil>
	// url-syntax-02 segment 100%25%3Ba%2Fb~ <nil>
	// url-syntax-02 query 100%25;a/b~ <nil>
	// rfc3986 segment 100%25;a%2Fb~ <nil>
	// rfc3986 query 100%25;a/b~ <nil>
}

// A component without escapes takes only what conforms.
func ExampleEncode_host() {
	fmt.Println(compose.Encode(editions.RFC3986, "host", "my_host"))
	fmt.Println(compose.Encode(editions.RFC3986, "host", "[::1]"))
	_, err := compose.Encode(editions.URLSyntax02, "host", "my_host")
	fmt.Println(err)
	var encode *compose.EncodeError
	if errors.As(err, &encode) {
		fmt.Println(encode.Data[:encode.Offset])
	}
	// Output:
	// my_host <nil>
	// [::1] <nil>
	// url-syntax-02: offset 2: "_" cannot stand in the host, which has no escapes (rule host, section 4.3.1)
	// my
}

// An escaped "/" is data of a segment, so a path is decoded segment by segment.
func ExampleDecode() {
	e := editions.RFC3986
	ref, err := e.Parse("http://h/a%2Fb/c%20d")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = compose.Decode(e, "path", ref.Text(ref.Path.Span))
	fmt.Println(err)
	for s := range ref.Segments() {
		name, err := compose.Decode(e, "segment", ref.Text(s.Name))
		fmt.Printf("%q %v\n", name, err)
	}
	// Output:
	// rfc3986: offset 2: "%2F" in the path is data of one of its parts; split it into segments and decode each (section 2.4)
	// "a/b" <nil>
	// "c d" <nil>
}

// Escapes are undone once: "%25" is "%", whatever follows.
func ExampleDecodeUnnamed() {
	fmt.Println(compose.DecodeUnnamed(editions.RFC3986, "50%2541%2Fb"))
	_, err := compose.DecodeUnnamed(editions.RFC3986, "http://a%2Fb/")
	fmt.Println(err)
	// Output:
	// 50%41/b <nil>
	// rfc3986: offset 4: ":" is not data in every component; split the reference into its components, split these into their parts, and decode each by its name (section 2.4)
}

// An Escaper is for many octets of one component.
func ExampleEscaper() {
	s, err := compose.NewEscaper(editions.URLSyntax09, "userinfo")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, data := range []string{"anonymous", "a@b", "c/d"} {
		text, err := s.Encode(data)
		fmt.Println(text, err)
	}
	// Output:
	// anonymous <nil>
	// a%40b <nil>
	// c%2Fd <nil>
}

// In a whole query, "&" and "=" stay what they are. A value in one is a component of its
// own, in which they are data.
func ExampleEncode_queryValue() {
	e := editions.RFC3986
	fmt.Println(compose.Encode(e, "query", "a&admin=1"))
	fmt.Println(compose.Encode(e, "query-value", "a&admin=1"))
	// Output:
	// a&admin=1 <nil>
	// a%26admin%3D1 <nil>
}

// A strict escaper leaves unreserved characters only.
func ExampleEscaper_Strict() {
	s, err := compose.NewEscaper(editions.RFC3986, "segment")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Encode("a:b;c=(d)"))
	if s, err = s.Strict(); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Encode("a:b;c=(d)"))
	// Output:
	// a:b;c=(d) <nil>
	// a%3Ab%3Bc%3D%28d%29 <nil>
}

// Keys and values are data. All other pairs stay as they are.
func ExamplePair() {
	fmt.Println(compose.Edit(editions.RFC3986, "http://h/search?q=a%20b&utm_source=x&page=2",
		compose.Pair("q", "R&D"), compose.Pair("page", "3"), compose.WithoutPairs("utm_source"), compose.AppendSegment("a/b"),
	))
	// Output: http://h/search/a%2Fb?q=R%26D&page=3 <nil>
}

func ExampleBuild() {
	fmt.Println(compose.Build(editions.RFC3986,
		compose.Scheme("http"),
		compose.Host("example.com"),
		compose.Port("8080"),
		compose.Segments(true, "AC/DC", "Who made who?"),
		compose.Query("lang=en"),
	))
	// Absent is not empty.
	fmt.Println(compose.Build(editions.RFC3986, compose.Host(""), compose.Query(""), compose.Fragment("")))
	// Output:
	// http://example.com:8080/AC%2FDC/Who%20made%20who%3F?lang=en <nil>
	// //?# <nil>
}

// A first segment with a colon would be read as a scheme. The guard is offered,
// not applied: it makes another path.
func ExampleBuild_guard() {
	_, err := compose.Build(editions.RFC3986, compose.Segments(false, "this:that"))
	fmt.Println(err)
	var build *compose.BuildError
	if errors.As(err, &build) {
		fmt.Println(build.Guard, build.Guarded)
	}
	// A site may be lost on the way, too; only rfc3986 has a guard for that.
	for _, e := range []*grammar.Edition{editions.URLSyntax09, editions.RFC3986} {
		_, err = compose.Edit(e, "http://h//b", compose.Without("site"))
		fmt.Println(err)
	}
	// Output:
	// rfc3986: this:that: the first segment would be read as a scheme (section 4.2); "./" guards it: ./this:that
	// ./ ./this:that
	// url-syntax-09: http://b: the path would be read as an authority (section 4.4)
	// rfc3986: http://b: the path would be read as an authority (section 3.3); "/." guards it: http:/.//b
}

// What is not changed stays byte for byte.
func ExampleEdit() {
	const ref = "HTTP://user@h:80/%7ea/./b?q#f"
	for _, change := range []compose.Change{
		compose.Host("www.example.com"),
		compose.Without("userinfo"),
		compose.Without("port"),
		compose.Query("r&s=ü"),
		compose.Raw("query", "r%26s"),
		compose.Fragment(""),
	} {
		fmt.Println(compose.Edit(editions.RFC3986, ref, change))
	}
	// Output:
	// HTTP://user@www.example.com:80/%7ea/./b?q#f <nil>
	// HTTP://h:80/%7ea/./b?q#f <nil>
	// HTTP://user@h/%7ea/./b?q#f <nil>
	// HTTP://user@h:80/%7ea/./b?r&s=%C3%BC#f <nil>
	// HTTP://user@h:80/%7ea/./b?r%26s#f <nil>
	// HTTP://user@h:80/%7ea/./b?q# <nil>
}

// The editions differ in what may be built, too.
func ExampleEdit_editions() {
	for _, e := range []*grammar.Edition{
		editions.RFC1738, editions.RFC1808, editions.URLSyntax02, editions.URLSyntax09, editions.RFC2396, editions.RFC3986,
	} {
		got, err := compose.Edit(e, "http://h/a", compose.Segments(false), compose.Query("q"))
		fmt.Println(got, err)
	}
	// Output:
	//  rfc1738: http://h?q: after a site, a query needs a path, even if it is only "/" (section 3.3)
	//  rfc1808: http://h?q: it would be read with the site "h?q" and no query
	//  url-syntax-02: http://h?q: after a site, a query needs a path, even if it is only "/" (section 5)
	//  url-syntax-09: http://h?q: after a site, a query needs a path, even if it is only "/" (section 5)
	// http://h?q <nil>
	// http://h?q <nil>
}

// In editions with the rule param a segment has parameters after its name.
func ExamplePath() {
	path := compose.Path(true,
		compose.Segment{Name: "a;b"},
		compose.Segment{Name: "c", Params: []string{"type=d/e"}},
	)
	fmt.Println(compose.Build(editions.URLSyntax09, compose.Host("h"), path))
	_, err := compose.Build(editions.RFC3986, compose.Host("h"), path)
	fmt.Println(err)
	// Output:
	// //h/a%3Bb/c;type=d%2Fe <nil>
	// rfc3986: there is no component "param"
}
