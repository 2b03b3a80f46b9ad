// Package light needs no more than net/url, so it is loaded quickly.
package light

import "net/url"

//urivet:uri addr http
func get(addr string) {} // want get:`uri\(0:http\)`

func light(name string) {
	url.Parse("http://h/a%20b")
	url.Parse("http://h/a b") // want `"http://h/a b" is not a URI reference: found space at offset 10`
	get("/x")                 // want `"/x" is not an http or https URI`
	get("http://h/" + name)   // want `name is not escaped for a path segment`
	get("http://h/" + url.PathEscape(name))
}
