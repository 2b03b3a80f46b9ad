// Package wrappers has functions that give their parameters to functions that take URIs.
package wrappers

import (
	"net/http"
	"net/url"
)

func outer(a, b string) { inner(b) } // want outer:`uri\(1:http\)`

func inner(addr string) { http.Get(addr) } // want inner:`uri\(0:http\)`

func changed(addr string) {
	addr = "http://h/" + url.PathEscape(addr)
	http.Get(addr)
}

func recursive(addr string, n int) { // want recursive:`uri\(0:reference\)`
	if n > 0 {
		recursive(addr, n-1)
	}
	url.Parse(addr)
}

func call() {
	outer("a b", "/x") // want `"/x" is not an http or https URI`
	changed("a b")
	recursive("a b", 1) // want `"a b" is not a URI reference`
}
