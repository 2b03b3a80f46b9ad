package nethttp_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/urispec/urispec"
	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/resolve/compose"
	"github.com/urispec/urispec/resolve/nethttp"
	"github.com/urispec/urispec/resolve/neturl"
)

func ExampleTarget() {
	handler := func(w http.ResponseWriter, r *http.Request) {
		u, err := nethttp.Target(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		link, _ := urispec.Parse("../c")
		next, _ := u.Resolve(link)
		fmt.Println(u, next)
	}
	handler(nil, &http.Request{Method: "GET", RequestURI: "/a/b?q=%7e", Host: "example.com:8080"})
	// Output: http://example.com:8080/a/b?q=%7e http://example.com:8080/c
}

func ExampleNewRequest() {
	u, _ := urispec.ParseURI("http://example.com/a%2Fb?x#top")
	r, err := nethttp.NewRequest(context.Background(), "GET", u, nil)
	fmt.Println(r.URL.RequestURI(), r.Host, err)

	u, _ = urispec.ParseURI("http://%C3%A9.example/")
	_, err = nethttp.NewRequest(context.Background(), "GET", u, nil)
	fmt.Println(err)
	// Output:
	// /a%2Fb?x example.com <nil>
	// "http://%C3%A9.example/": net/http would send the host as "\u{E9}.example" (section 3.2)
}

// TestFormOf: the forms of section 3.2 by method, and what none of them is.
func TestFormOf(t *testing.T) {
	for _, test := range []struct {
		method, target string
		form           nethttp.Form // 0 for an error
		offset         int          // of the error; -1 if the target as a whole is wrong
	}{
		{"GET", "/where?q=now", nethttp.OriginForm, 0},
		{"GET", "/", nethttp.OriginForm, 0},
		{"GET", "//", nethttp.OriginForm, 0},
		{"GET", "/a|b", 0, 2},
		{"GET", "/a#b", 0, 2},
		{"GET", "/%zz", 0, 2},
		{"GET", "", 0, 0},
		{"GET", "a/b", 0, 1},
		{"GET", "http://www.example.org/pub/WWW/TheProject.html", nethttp.AbsoluteForm, 0},
		{"GET", "http://www.example.org/#a", 0, 23},
		{"GET", "example.com:80", nethttp.AbsoluteForm, 0},
		{"CONNECT", "www.example.com:80", nethttp.AuthorityForm, 0},
		{"CONNECT", "[::1]:80", nethttp.AuthorityForm, 0},
		{"CONNECT", "www.example.com", 0, 15},
		{"CONNECT", "www.example.com:", 0, -1},
		{"CONNECT", "u@www.example.com:80", 0, 1},
		{"CONNECT", "/a", 0, 0},
		{"OPTIONS", "*", nethttp.AsteriskForm, 0},
		{"OPTIONS", "/a", nethttp.OriginForm, 0},
		{"GET", "*", 0, -1},
		{"GET", "**", 0, 0},
	} {
		form, err := nethttp.FormOf(test.method, test.target)
		if form != test.form || (err == nil) != (test.form != 0) {
			t.Errorf("%s %s: %v, %v", test.method, test.target, form, err)
		}
		if err == nil {
			if !nethttp.Form(0).Language().Valid(test.target) || !form.Language().Valid(test.target) || form.Language().Rule() != form.String() {
				t.Errorf("%s is no request target", test.target)
			}
			continue
		}
		fault, ok := errors.AsType[ast.FaultError](err)
		if !ok || fault.Fault().Offset != test.offset {
			t.Errorf("%s %s: %v: another offset than %d", test.method, test.target, err, test.offset)
		}
		if syntax, ok := errors.AsType[*grammar.SyntaxError](err); ok != (test.offset >= 0) || ok && syntax.Edition != "rfc9112" {
			t.Errorf("%s %s: %v", test.method, test.target, err)
		}
	}
}

// TestTarget: the examples of section 3.3 and what it says of each part, and requests that
// have no target URI.
func TestTarget(t *testing.T) {
	secure := new(tls.ConnectionState)
	for _, test := range []struct {
		server  nethttp.Server
		request http.Request
		want    string // "" for an error
	}{
		{nethttp.Server{}, http.Request{Method: "GET", RequestURI: "/pub/WWW/TheProject.html", Host: "www.example.org", TLS: secure}, "https://www.example.org/pub/WWW/TheProject.html"},
		{nethttp.Server{}, http.Request{Method: "OPTIONS", RequestURI: "*", Host: "www.example.org:8080"}, "http://www.example.org:8080"},
		{nethttp.Server{}, http.Request{Method: "GET", RequestURI: "http://a/b?c", Host: "other"}, "http://a/b?c"},
		{nethttp.Server{}, http.Request{Method: "GET", RequestURI: "urn:a", Host: "other"}, "urn:a"},
		{nethttp.Server{}, http.Request{Method: "CONNECT", RequestURI: "a:443", Host: "other"}, "http://a:443"},
		{nethttp.Server{Scheme: "https", Authority: "example.com"}, http.Request{Method: "GET", RequestURI: "/a", Host: "backend"}, "https://example.com/a"},
		{nethttp.Server{}, http.Request{Method: "GET", RequestURI: "//evil/x", Host: "h"}, "http://h//evil/x"},
		{nethttp.Server{}, http.Request{Method: "GET", RequestURI: "/%7e?%41", Host: "H:"}, "http://H:/%7e?%41"},
		{nethttp.Server{}, http.Request{Method: "GET", RequestURI: "/", Host: "[::1]:80"}, "http://[::1]:80/"},

		{nethttp.Server{}, http.Request{Method: "GET", Host: "h"}, ""}, // that of a client
		{nethttp.Server{}, http.Request{Method: "GET", RequestURI: "/"}, ""},
		{nethttp.Server{}, http.Request{Method: "GET", RequestURI: "/", Host: ":80"}, ""},
		{nethttp.Server{}, http.Request{Method: "GET", RequestURI: "http:///a", Host: "h"}, ""},
		{nethttp.Server{}, http.Request{Method: "GET", RequestURI: "/", Host: "h/evil"}, ""},
		{nethttp.Server{}, http.Request{Method: "GET", RequestURI: "/", Host: "h?evil"}, ""},
		{nethttp.Server{}, http.Request{Method: "GET", RequestURI: "/", Host: "h#evil"}, ""},
		{nethttp.Server{}, http.Request{Method: "GET", RequestURI: "/", Host: "u@h"}, ""},
		{nethttp.Server{}, http.Request{Method: "GET", RequestURI: "/", Host: "h:80:90"}, ""},
		{nethttp.Server{}, http.Request{Method: "GET", RequestURI: "/a b", Host: "h"}, ""},
		{nethttp.Server{Authority: "h/x"}, http.Request{Method: "OPTIONS", RequestURI: "*"}, ""},
		{nethttp.Server{Scheme: "ht tp"}, http.Request{Method: "GET", RequestURI: "/", Host: "h"}, ""},
	} {
		u, err := test.server.Target(&test.request)
		if u.String() != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%s %s, Host: %s: %v, %v; want %s", test.request.Method, test.request.RequestURI, test.request.Host, u, err, test.want)
		}
		if _, ok := errors.AsType[*nethttp.Error](err); err != nil && (!ok || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%v", err)
		}
	}
}

// sent returns what a server makes of a request.
func sent(t *testing.T, r *http.Request) *http.Request {
	t.Helper()
	var wire bytes.Buffer
	if err := r.Write(&wire); err != nil {
		t.Fatalf("%s: %v", r.URL, err)
	}
	received, err := http.ReadRequest(bufio.NewReader(&wire))
	if err != nil {
		t.Fatal(err)
	}
	return received
}

// TestNewRequest: what is sent is the URI byte for byte, or there is an error.
func TestNewRequest(t *testing.T) {
	for input, want := range map[string]string{ // what the server reads; "" for an error
		"http://h/":                  "http://h/",
		"http://h":                   "http://h/", // the target of an empty path is "/" (RFC 9112, section 3.2.1)
		"http://h?q":                 "http://h/?q",
		"http://h/a%2Fb%7e/../c?%41": "http://h/a%2Fb%7e/../c?%41",
		"http://h/a?":                "http://h/a?",
		"http://h:/":                 "http://h:/",
		"http://h:8080//a?b?c#d":     "http://h:8080//a?b?c",
		"http://h/#":                 "http://h/",
		"http://[::1]:80/":           "http://[::1]:80/",
		"http://u:p@h/":              "http://h/",
		"http://EXAMPLE.com/":        "http://EXAMPLE.com/",
		"https://h/":                 "http://h/", // by a connection that is not secure
		"http://a%20b/":              "",
		"http://a%41/":               "",
		"http://%C3%A9/":             "",
		"http:///a":                  "",
		"http:a":                     "",
		"HTTP://h/":                  "",
		"ftp://h/":                   "",
		"mailto:a":                   "",
		"http://[v1.a]/":             "",
	} {
		u, err := urispec.ParseURI(input)
		if err != nil {
			t.Fatal(err)
		}
		r, err := nethttp.NewRequest(t.Context(), "GET", u, nil)
		if (err == nil) != (want != "") {
			t.Errorf("%s: %v, want %q", input, err, want)
		}
		if err != nil {
			if _, ok := errors.AsType[*nethttp.Error](err); !ok {
				t.Errorf("%s: the error is a %T", input, err)
			}
			continue
		}
		if got, err := nethttp.Target(sent(t, r)); err != nil || got.String() != want {
			t.Errorf("%s is received as %v, %v; want %s", input, got, err, want)
		}
	}
	if _, err := nethttp.NewRequest(t.Context(), "GET", urispec.URI{}, nil); err == nil {
		t.Error("the zero value is requested")
	} else if _, ok := errors.AsType[*urispec.ZeroError](err); !ok {
		t.Error(err)
	}
	u, err := urispec.ParseURI("http://h/")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := nethttp.NewRequest(t.Context(), "a b", u, nil); err == nil {
		t.Error("a method with a space")
	}
	r, err := nethttp.NewRequest(t.Context(), "POST", u, strings.NewReader("body"))
	if err != nil || r.ContentLength != 4 {
		t.Errorf("%v, %v", r, err)
	}
}

// TestFault: an error has the fault of what it wraps.
func TestFault(t *testing.T) {
	u, err := urispec.ParseURI("HTTP://h/")
	if err != nil {
		t.Fatal(err)
	}
	_, err = neturl.To(u.Reference())
	if err == nil {
		t.Fatal("net/url changes the scheme")
	}
	_, err = nethttp.NewRequest(t.Context(), "GET", u, nil)
	fault, ok := errors.AsType[ast.FaultError](err)
	if !ok || fault.Fault().Text != "HTTP://h/" || !fault.Fault().Whole {
		t.Errorf("%v", err)
	}
}

// FuzzRequest: what a client sends, a server reads; nothing that does not conform has a
// target URI.
func FuzzRequest(f *testing.F) {
	for _, s := range []string{"http://h/a%2Fb?c", "https://u:p@h:1/#f", "http://[::1]", "http://a%20b/", "http://h?"} {
		f.Add(s, "GET", "/a", "h")
	}
	f.Add("", "OPTIONS", "*", "h:80")
	f.Add("", "CONNECT", "h:443", "")
	f.Fuzz(func(t *testing.T, s, method, target, host string) {
		if u, err := urispec.ParseURI(s); err == nil {
			if r, err := nethttp.NewRequest(t.Context(), "GET", u, nil); err == nil {
				got, err := nethttp.Target(sent(t, r))
				if err != nil {
					t.Fatalf("%s: %v", s, err)
				}
				want, err := u.With(compose.Without("fragment"), compose.Without("userinfo"), compose.Scheme("http"))
				if err != nil {
					t.Fatal(err)
				}
				if want.Path() == "" {
					if want, err = want.With(compose.Segments(true)); err != nil {
						t.Fatal(err)
					}
				}
				if got != want {
					t.Errorf("%s is received as %s", s, got)
				}
			}
		}
		u, err := nethttp.Target(&http.Request{Method: method, RequestURI: target, Host: host})
		if err != nil {
			return
		}
		if !urispec.ValidURI(u.String()) {
			t.Errorf("%s %s, Host: %s: %s does not conform", method, target, host, u)
		}
		if _, ok := u.Fragment(); ok {
			t.Errorf("%s has a fragment", u)
		}
		if got, _ := u.Authority(); target[0] == '/' && got != host {
			t.Errorf("Host: %s becomes the authority of %s", host, u)
		}
	})
}
