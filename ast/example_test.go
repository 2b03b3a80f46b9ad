package ast_test

import (
	"fmt"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/schemes"
)

// A component is a span of the input; Text returns what is written there.
func ExampleReference() {
	ref, err := editions.RFC3986.Parse("http://user@example.com:8042/over/there?name=ferret#nose")
	if err != nil {
		fmt.Println(err)
		return
	}
	hostport := ref.Site.Server.HostPort
	fmt.Println("host", ref.Text(hostport.Host.Span), hostport.Host.Kind, hostport.Host.Start, hostport.Host.End)
	fmt.Println("port", ref.Text(hostport.Port.Span))
	fmt.Println("path", ref.Text(ref.Path.Span), ref.Path.Kind)
	fmt.Println("query", ref.Text(ref.Query.Span))
	// Output:
	// host example.com regname 12 23
	// port 8042
	// path /over/there absolute
	// query name=ferret
}

// "http://h" has no port, "http://h:" has an empty one. Both have the same text.
func ExampleSpan_Present() {
	for _, s := range []string{"http://h", "http://h:", "http://h:80"} {
		ref, err := editions.RFC3986.Parse(s)
		if err != nil {
			fmt.Println(err)
			return
		}
		port := ref.Site.Server.HostPort.Port
		fmt.Printf("%-11s  present %-5t  length %d  %q\n", s, port.Present(), port.Len(), ref.Text(port.Span))
	}
	// Output:
	// http://h     present false  length 0  ""
	// http://h:    present true   length 0  ""
	// http://h:80  present true   length 2  "80"
}

// The path "/" has one segment, which is empty.
func ExampleReference_Segments() {
	for _, s := range []string{"/a//b/", "/", "a:b", ""} {
		ref, err := editions.RFC3986.Parse(s)
		if err != nil {
			fmt.Println(err)
			return
		}
		var names []string
		for segment := range ref.Segments() {
			names = append(names, ref.Text(segment.Span))
		}
		fmt.Printf("%q %q\n", s, names)
	}
	// Output:
	// "/a//b/" ["a" "" "b" ""]
	// "/" [""]
	// "a:b" ["b"]
	// "" []
}

// Which segments have parameters depends on the edition: in rfc2396 every segment
// may have some, in rfc1808 they belong to the whole path, and in rfc3986 a segment
// is not divided.
func ExampleReference_Params() {
	for _, name := range []string{"rfc1808", "rfc2396", "rfc3986"} {
		e, _ := editions.Lookup(name)
		ref, err := e.Parse("/a;v=1/b;x;y")
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(name)
		for segment := range ref.Segments() {
			fmt.Printf("  %s", ref.Text(segment.Name))
			for param := range ref.Params(segment) {
				fmt.Printf(" [%s]", ref.Text(param.Span))
			}
		}
		fmt.Println()
	}
	// Output:
	// rfc1808  a [v=1/b] [x] [y]
	// rfc2396  a [v=1]  b [x] [y]
	// rfc3986  a;v=1  b;x;y
}

// The URLs of RFC 1738 have a type for each scheme.
func ExampleURL() {
	url, err := schemes.Parse("ftp://ftp.example.com/pub//doc;type=i")
	if err != nil {
		fmt.Println(err)
		return
	}
	if url, ok := url.(ast.FTP); ok {
		for directory := range url.CWD() {
			fmt.Printf("CWD %q\n", url.Text(directory))
		}
		fmt.Printf("RETR %q\n", url.Text(url.Name))
	}
	// Output:
	// CWD "pub"
	// CWD ""
	// RETR "doc"
}
