package neturl_test

import (
	"errors"
	"fmt"
	"net/url"
	"testing"

	"github.com/urispec/urispec"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve/neturl"
)

func ExampleTo() {
	r, _ := urispec.Parse("http://example.com/a%2Fb?c=d")
	u, err := neturl.To(r)
	fmt.Println(u.Path, u.RawPath, u.Query().Get("c"), err)

	r, _ = urispec.Parse("http://example.com/#")
	_, err = neturl.To(r)
	fmt.Println(err)
	// Output:
	// /a/b /a%2Fb d <nil>
	// http://example.com/#: net/url cannot tell an empty fragment from none
}

func ExampleFrom() {
	r, err := neturl.From(&url.URL{Scheme: "http", Host: "example.com", Path: "/a b"})
	fmt.Println(r, err)
	_, err = neturl.From(&url.URL{Scheme: "http", Host: "example.com", RawQuery: "a b"})
	fmt.Println(err != nil)
	// Output:
	// http://example.com/a%20b <nil>
	// true
}

// TestTo: what net/url holds exactly, and what it does not.
func TestTo(t *testing.T) {
	for input, want := range map[string]string{ // the component that differs, "?" for an error of another kind, "" for none
		"":                              "",
		"http://u:p@h:80/a%2fb?c#d":     "",
		"http://h?":                     "",
		"//h":                           "",
		"mailto:a@b?c":                  "",
		"http://[::1]:80/":              "",
		"a/b/../c":                      "",
		"http://h#":                     "fragment",
		"HTTP://h":                      "?",
		"http://h:99999999/":            "",
		"http://[v1.a]/":                "?",
		"http://a%zz":                   "none", // does not conform
		"http://:80/":                   "",
		"http://h/%7e":                  "",
		"http://u@/":                    "",
		"http://@h/":                    "",
		"file:///a":                     "",
		"///a":                          "?",
		"x:":                            "",
		"http://h/a?b?c#d/e?f":          "",
		"http://example.com/a;b=c,d=$1": "",
	} {
		r, err := urispec.Parse(input)
		if err != nil {
			if want != "none" {
				t.Error(err)
			}
			continue
		}
		u, err := neturl.To(r)
		conversion := new(neturl.Error)
		switch {
		case err == nil:
			if want != "" {
				t.Errorf("%s is held as %#v, want an error", input, u)
			}
			if u.String() != input {
				t.Errorf("%s is written as %s", input, u)
			}
			if back, err := neturl.From(u); err != nil || back != r {
				t.Errorf("%s comes back as %v, %v", input, back, err)
			}
		case !errors.As(err, &conversion):
			t.Errorf("%s: the error is a %T", input, err)
		case want == "" || want != "?" && conversion.Component != want:
			t.Errorf("%s: %v (component %q), want %q", input, err, conversion.Component, want)
		}
	}
	if _, err := neturl.To(urispec.Reference{}); err == nil {
		t.Error("the zero value is a URL")
	}
}

// TestFrom: fields that would be read as something else, or that no grammar derives.
func TestFrom(t *testing.T) {
	for _, u := range []*url.URL{
		nil,
		{Scheme: "http", Host: "[::1"},
		{Scheme: "http", Host: "h", RawQuery: "a#b"},
		{Scheme: "http", Host: "h", RawQuery: "[x]"},
		{Scheme: "http", Host: "h\x00[::1]"},
		{Scheme: "http", Host: "h:80:90"},
		{Scheme: "a b", Host: "h"},
		{Scheme: "http", Opaque: "//evil/x", Host: "h"},
		{Scheme: "http", Opaque: "a?b"},
		{Scheme: "1http", Host: "h"},
	} {
		if r, err := neturl.From(u); err == nil {
			t.Errorf("%#v is %v", u, r)
		}
	}
	for want, u := range map[string]*url.URL{
		"http://u:p%40@h:80/a%20b?c=%26#d%20e": {Scheme: "http", User: url.UserPassword("u", "p@"), Host: "h:80", Path: "/a b", RawQuery: "c=%26", Fragment: "d e"},
		"http://a%20b":                         {Scheme: "http", Host: "a b"}, // a name may have escapes
		"http://h%40other":                     {Scheme: "http", Host: "h@other"},
		"mailto:a@b":                           {Scheme: "mailto", Opaque: "a@b"},
		"?":                                    {ForceQuery: true},
		"":                                     {},
		"./a:b":                                {Path: "./a:b"},
	} {
		r, err := neturl.From(u)
		if err != nil || r.String() != want {
			t.Errorf("%#v is %v, %v; want %s", u, r, err, want)
		}
	}
	iri := &url.URL{Scheme: "http", Host: "例え.jp"}
	syntax := new(grammar.SyntaxError)
	if r, err := neturl.From(iri); err == nil {
		// net/url escapes the host, which RFC 3986 permits in a name.
		if host, _ := r.Host(); urispec.Decode(host) != iri.Host {
			t.Errorf("%v", r)
		}
	} else if !errors.As(err, &syntax) {
		t.Errorf("%v", err)
	}
	if _, err := neturl.FromIn(editions.RFC2396, &url.URL{Scheme: "http", Host: "[::1]"}); !errors.As(err, &syntax) || syntax.Edition != "rfc2396" {
		t.Errorf("rfc2396 has no IPv6 addresses: %v", err)
	}
}

// FuzzURL: a conversion that succeeds changes nothing, in either direction.
func FuzzURL(f *testing.F) {
	for _, s := range []string{"", "http://u:p@h:1/a%2Fb?c#d", "mailto:a", "//h", "http://h#", "http://[::1%25a]/", "a%00b"} {
		f.Add(s, "h", "/a", "q", "f")
	}
	f.Fuzz(func(t *testing.T, s, host, path, query, fragment string) {
		if r, err := urispec.Parse(s); err == nil {
			if u, err := neturl.To(r); err == nil {
				if back, err := neturl.From(u); err != nil || back != r {
					t.Errorf("%s comes back as %v, %v", s, back, err)
				}
			}
		}
		u := &url.URL{Scheme: "http", Host: host, Path: path, RawQuery: query, Fragment: fragment}
		r, err := neturl.From(u)
		if err != nil {
			return
		}
		got, _ := r.Host()
		if port, ok := r.Port(); ok {
			got += ":" + port
		}
		if urispec.Decode(got) != urispec.Decode(host) {
			t.Errorf("%q becomes the host of %s", host, r)
		}
		if text, _ := r.Query(); text != query {
			t.Errorf("%q becomes the query of %s", query, r)
		}
		if text, _ := r.Fragment(); urispec.Decode(text) != fragment {
			t.Errorf("%q becomes the fragment of %s", fragment, r)
		}
	})
}
