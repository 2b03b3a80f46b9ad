// Package imports has files without an import of net/url.
package imports

import (
	"net/http"
)

func get(host, a, b string) {
	http.Get("http://" + host + "/" + a + "?b=" + b) // want `a is not escaped` `b is not escaped`
}
