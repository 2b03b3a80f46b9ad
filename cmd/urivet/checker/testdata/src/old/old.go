// Package old is checked by an older edition.
package old

import "net/url"

func old(q string) {
	url.Parse("http://h/~a")       // RFC 2396 made "~" unreserved
	url.Parse("http://[::1]/")     // want `"http://\[::1\]/" is not a URI reference: found "\[" at offset 7, expected .* of rfc2396\)`
	url.Parse("http://h?q=" + q)   // want `q is not escaped for the query, where it stands: use url.QueryEscape\(q\) \(rule query, section 3.4 of rfc2396\)`
	url.ParseRequestURI("/a;b?c|") // want `found "\|" at offset 6`
}
