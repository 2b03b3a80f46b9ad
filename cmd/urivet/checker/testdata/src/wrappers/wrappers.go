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

type client struct{ base string }

func (c *client) do(path string) { // want do:`uri\(0:http:rest after "/api"\)`
	http.Get(c.base + "/api" + path)
}

func (c *client) deeper(rest string) { c.do(rest) } // want deeper:`uri\(0:http:rest after "/api"\)`

func (c *client) User(name string) {
	http.Get(c.base + "/" + name) // want `name is not escaped for a path segment`
}

func (c *client) joined(rest string) { // want joined:`uri\(0:http:rest after ""\)`
	http.Get(c.base + rest)
}

func rests(c *client, name string) { // want rests:`uri\(1:http:rest after "/api"\)`
	c.do("/a?b")
	c.do("/a b")                 // want `"/api/a b" cannot stand here in an http or https URI: found space at offset 6`
	c.do("/x/" + name)           // want `name is not escaped for a path segment`
	c.deeper("?q=" + name)       // want `name is not escaped for the query`
	c.joined("/x/" + name + "/") // want `name is not escaped for a path segment`
	c.User("a b")
	c.do(name)
}

// search is only called with constants.
func search(kind string) { http.Get("http://h/" + kind) }

// find is not.
func find(kind string) { http.Get("http://h/" + kind) } // want `kind is not escaped`

// pass may be called by anybody who has it.
func pass(kind string) { http.Get("http://h/" + kind) } // want `kind is not escaped`

func finders(name string) func(string) {
	search("a")
	search("b")
	find("a")
	find(name)
	pass("a")
	return pass
}

func call() {
	outer("a b", "/x") // want `"/x" is not an http or https URI`
	changed("a b")
	recursive("a b", 1) // want `"a b" is not a URI reference`
}
