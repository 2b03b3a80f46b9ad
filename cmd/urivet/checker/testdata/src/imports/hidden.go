package imports

import (
	"net/http"
	"net/url"
)

var _ = url.Parse

func hidden(a string) {
	url := "http://h/" + a // want `a is not escaped`
	{
		url := url + "/x?q=" + a // want `a is not escaped`
		http.Get(url)
	}
	http.Get(url)
}
