// Package constants has constants where URIs are needed.
package constants

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
)

const server = "http://h"

func conforming(u *url.URL, client *http.Client) {
	url.Parse("")
	url.Parse("../a?b#c")
	url.Parse("http://h/a%20b")
	url.Parse(server + "/a")
	u.Parse("//h/x")
	url.ParseRequestURI("/a?b")
	url.ParseRequestURI("//a//b")
	url.ParseRequestURI("http://h/")
	url.ParseRequestURI("*")
	http.Get("http://h")
	http.Get("HTTPS://h/#f")
	client.Head("http://user@h:80/?q")
	client.Head("file:///a") // its transport may know the scheme
	http.NewRequest("GET", "https://h/", nil)
	httptest.NewRequest("GET", "/a?b", nil)
	httptest.NewRequest("GET", "http://h/a", nil)
	http.Get("...") // as examples have it
	httptest.NewRequest("CONNECT", "h:80", nil)
	httptest.NewRequest("OPTIONS", "*", nil)
}

func wrong(u *url.URL, client *http.Client) {
	url.Parse("http://h/a b")                                                  // want `"http://h/a b" is not a URI reference: found space at offset 10, expected .* \(rule segment, section 3.3 of rfc3986\)`
	url.Parse(`/x?[y]`)                                                        // want `"/x\?\[y\]" is not a URI reference: found "\[" at offset 3`
	url.Parse("http://h/%zz")                                                  // want `found "z" at offset 10, expected HEXDIG \(rule pct-encoded, section 2.1 of rfc3986\)`
	url.Parse("http://h/%a")                                                   // want `found end of input at offset 11, expected HEXDIG`
	url.Parse("http://h\n/")                                                   // want `"http://h\\n/" is not a URI reference: found byte 0x0A at offset 8`
	url.Parse("#a#b")                                                          // want `found "#" at offset 2`
	url.Parse("http://[::1/")                                                  // want `found "/" at offset 11`
	url.Parse("1:80")                                                          // want `found ":" at offset 1`
	u.Parse("a\\b")                                                            // want `found "\\" at offset 1`
	url.ParseRequestURI("")                                                    // want `"" is not a request target: found end of input at offset 0`
	url.ParseRequestURI("/a#b")                                                // want `"/a#b" is not a request target: found "#" at offset 2`
	url.ParseRequestURI("a/b")                                                 // want `"a/b" is not a request target: found "/" at offset 1, expected .* \(rule scheme`
	http.Get("example.com/x")                                                  // want `"example.com/x" is not an http or https URI: found "/" at offset 11`
	http.Get("localhost:80/x")                                                 // want `found scheme "localhost" at offset 0, expected "http" or "https" \(section 4.2 of rfc9110\)`
	http.Head("http:///x")                                                     // want `found no host at offset 7, expected a host`
	http.Post("mailto:a", "", nil)                                             // want `found scheme "mailto"`
	http.PostForm("http:x", nil)                                               // want `found no host at offset 5`
	client.Get("http://h/ ")                                                   // want `found space at offset 9`
	client.PostForm("h:80/x", nil)                                             // want `found scheme "h"`
	client.PostForm("/x", nil)                                                 // want `"/x" is not an http or https URI: found "/" at offset 0, expected ALPHA`
	http.NewRequest("GET", "h", nil)                                           // want `found end of input at offset 1, expected`
	http.NewRequestWithContext(context.Background(), "GET", "http://h/é", nil) // want `found byte 0xC3 at offset 9`
	httptest.NewRequest("GET", "/a b", nil)                                    // want `"/a b" is not a request target: found space at offset 2`
	httptest.NewRequestWithContext(context.Background(), "GET", "/{a}", nil)   // want `found "{" at offset 1`
}

const named = "http://h/a b"

func folded() {
	url.Parse("http://h/" + "a" +
		" b") // want `"http://h/a b" is not a URI reference: found space at offset 10`
	url.Parse(server +
		"/\u00e9") // want `found byte 0xC3 at offset 9`
	url.Parse(named)         // want `"http://h/a b" is not a URI reference`
	url.Parse(string(named)) // want `"http://h/a b" is not a URI reference`
	local := "http://h/c d"  // want `"http://h/c d" is not an http or https URI`
	http.Get(local)
	http.Head(local)
	either := ""
	if local != "" {
		either = "http://h/e f" // want `"http://h/e f" is not a URI reference`
	}
	url.Parse(either)
}

func ignored() {
	url.Parse("http://h/a b") //urivet:ignore shown to people
	//urivet:ignore the next line
	url.Parse("http://h/a b")
	url.Parse("http://h/a b") // want `space`
}
