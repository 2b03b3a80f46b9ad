// Package marks calls functions of another package that are marked.
package marks

import "marks/api"

func call(c api.Client, d api.Doer, name string) {
	api.Get("http://h/")
	api.Get("/x")               // want `"/x" is not an http or https URI`
	api.Get("http://h/" + name) // want `name is not escaped for a path segment`
	c.Do("a b", "/x", "x:a", "x:b")
	c.Do("a b", "/x y", "x:a", "b")      // want `"/x y" is not a URI reference` `"b" is not a URI: `
	d.Serve("/x#y")                      // want `"/x#y" is not a request target`
	api.Generic("a b", 1)                // want `"a b" is not a URI reference`
	api.Named("a b", "/c d")             // want `"/c d" is not a request target`
	api.Client.Do(c, "a b", "/x", "x:a") // not looked at: its arguments have other numbers
}
