package get

import (
	"fmt"
	"net/http"
)

func get(host, name string) {
	http.Get("http://example.com/a b")                    // want `space`
	http.Get("example.com/x")                             // want `scheme`
	http.Get(fmt.Sprintf("http://%s/%s?q=1", host, name)) // want `name`
}
