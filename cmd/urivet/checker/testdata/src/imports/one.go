package imports

import "net/http"

func one(a string) {
	http.Get("http://h/" + a) // want `a is not escaped`
}
