package imports

import "net/url"

func literals() {
	url.Parse("http://h/a b")  // want `space`
	url.Parse(`/a?x[y]="z"`)   // want `"\["`
	url.Parse("http://h/\tx")  // want `0x09`
	url.Parse("http://a b/")   // want `space`
	url.Parse("1:80")          // want `":"`
	url.ParseRequestURI("/ é") // want `space`
}
