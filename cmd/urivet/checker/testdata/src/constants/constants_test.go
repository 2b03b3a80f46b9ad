package constants

import (
	"net/http"
	"net/url"
	"testing"
)

// Tests give requests of http.NewRequest to handlers.
func TestHandler(t *testing.T) {
	http.NewRequest("GET", "", nil)
	http.NewRequest("GET", "/a?b", nil)
	http.NewRequest("GET", "http://h/", nil)
	http.NewRequest("GET", "/a b", nil) // want `"/a b" is not a URI reference: found space at offset 2`
	http.Get("/a")                      // want `not an http or https URI`
	url.Parse("/a b")                   // want `not a URI reference`
}

// What stands for data in tests is the author's own.
func TestData(t *testing.T) {
	for _, name := range []string{"a", "b"} {
		http.Get("http://h/" + name)
	}
}
