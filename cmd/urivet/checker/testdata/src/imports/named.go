package imports

import (
	"net/http"
	neturl "net/url"
)

type name string

func named(a name, u *neturl.URL) {
	http.Get("http://h/" + string(a)) // want `string\(a\) is not escaped`
}
