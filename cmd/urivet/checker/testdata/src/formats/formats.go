// Package formats has formats and concatenations that make URIs.
package formats

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"
)

type state string

const (
	open   state = "open"
	closed state = "closed"
)

type id string

type uuid [16]byte

func (uuid) String() string { return "" }

type item struct {
	Name, Path string
	Tags       []string
}

var version = "v1"

func conforming(host, path, endpoint string, port int, id uint8, s state, u *url.URL, addr netip.AddrPort, ip net.IP, key uuid, any any, it item) { // want conforming:`uri\(1:http:rest after "/"\)uri\(0:http:rest after ""\)`
	http.Get(fmt.Sprintf("http://%s/", host))
	http.Get(fmt.Sprintf("http://%s:%d/%d", host, port, id))
	http.Get(fmt.Sprintf("http://10.0.0.%d:%s/", id, strconv.Itoa(port)))
	http.Get(fmt.Sprintf("http://[%s]:%d/", ip, port))
	http.Get(fmt.Sprintf("http://%s/", addr))
	http.Get(fmt.Sprintf("http://h/%%%02x", id))
	http.Get(fmt.Sprintf("http://h/?s=%s&v=%v&b=%t&f=%g&k=%s&a=%v", s, id, true, 1.5, key, any))
	http.Get(fmt.Sprintf("%s/x/%s?q=%s", endpoint, url.PathEscape(host), url.QueryEscape(host)))
	http.Get(fmt.Sprintf("%s://%s/", host, host))
	http.Get(fmt.Sprintf("%[2]s/%[1]d", port, u))
	http.Get(fmt.Sprintf("http://h/%s/%s", version, path))
	http.Get("http://" + net.JoinHostPort(host, "80") + "/" + it.Path)
	http.Get("http://h/?" + url.Values{"q": {host}}.Encode())
	http.Get("http://h/x?a=b&" + host)
	http.Get("http://h/search" + host)
	http.Get(endpoint + host)
	http.Get("http://h/" + time.Now().Format("2006-01-02"))
	http.Get("http://h/" + base64.RawURLEncoding.EncodeToString([]byte(host)))
	http.Get("http://h/" + strings.ToLower(url.PathEscape(host)))
	http.Get("http://h/" + strings.ReplaceAll(host, "/", "%2F"))
	http.Get(u.String() + "/x")
	url.Parse("/%" + host)
	http.Get(fmt.Sprintf(host, host))
	http.Get(fmt.Sprintf("http://h/%*d", port, port))
	http.Get(fmt.Sprintf("http://h/%999999d", port))
	url.Parse(fmt.Sprintf(""))
	url.Parse("/" + strings.ReplaceAll(three()))
	http.NewRequest(request())
	for _, kind := range []string{"a", "b"} {
		http.Get("http://h/" + kind)
	}
	escaped := url.PathEscape(host)
	http.Get("http://h/" + escaped)
	name := host
	name = url.PathEscape(name)
	http.Get("http://h/" + name)
}

func three() (a, b, c string) { return }

func request() (a, b string, c io.Reader) { return }

func escapeAll(parts ...*string) {}

func pointed(it item, other item, name string) {
	escapeAll(&it.Name, &name)
	http.Get("http://h/" + it.Name)
	http.Get("http://h/" + name)
	http.Get("http://h/" + other.Name) // want `other.Name is not escaped`
}

func constants(host string, port int) {
	http.Get(fmt.Sprintf("http://%s/a b/%d", host, port)) // want `"/a b/" cannot stand here in an http or https URI: found space at offset 2, expected .* \(rule segment, section 3.3 of rfc3986\)`
	http.Get("http://" + host + "/%zz")                   // want `"/%zz" cannot stand here in an http or https URI: found "z" at offset 2, expected HEXDIG`
	http.Get(fmt.Sprintf("http://%s/%d%%", host, port))   // want `"%" cannot stand here in an http or https URI: found end of input at offset 1`
	http.Get(fmt.Sprintf("ftp://%s/", host))              // want `"ftp://" cannot stand here in an http or https URI: found scheme "ftp" at offset 0`
	url.Parse(fmt.Sprintf("/%d/\u00e9/{x}", port))        // want `found byte 0xC3 at offset 1`
	url.Parse(host + "/#a#" + strconv.Itoa(port))         // want `found "#" at offset 3`
	part := fmt.Sprintf("/a|b/%d", port)                  // want `"/a\|b/" cannot stand here in a URI reference: found "\|" at offset 2`
	url.Parse(host + part)
}

func unescaped(host, name, q string, owner id, raw []byte, it *item, r *http.Request, list []string) {
	http.Get(fmt.Sprintf("http://%s/%s?q=%s", host, name, q))   // want `name is not escaped for a path segment, where it stands: use url.PathEscape\(name\) \(rule segment, section 3.3 of rfc3986\)` `q is not escaped for the query, where it stands: use url.QueryEscape\(q\) \(rule query, section 3.4 of rfc3986\)`
	http.Get("http://" + host + "/x?q=" + q + "#" + name)       // want `q is not escaped for the query` `name is not escaped for the fragment`
	http.Get(fmt.Sprintf("%s/%s/x", host, owner))               // want `owner is not escaped for a path segment`
	http.Get(fmt.Sprintf("%s/%s/x", host, raw))                 // want `raw is not escaped for a path segment`
	http.Get(fmt.Sprintf("http://%s:%s@h/", name, q))           // want `name is not escaped for the user information, where it stands: use url.User\(name\).String\(\)` `q is not escaped for the user information`
	http.Get(fmt.Sprintf("%s?%s=1", host, name))                // want `name is not escaped for the query`
	url.Parse("/x/" + it.Name + "/y")                           // want `it.Name is not escaped for a path segment`
	url.Parse("/x/" + list[0])                                  // want `list\[0\] is not escaped for a path segment`
	url.Parse("/x?q=" + r.FormValue("q"))                       // want `r.FormValue\("q"\) is not escaped for the query`
	url.Parse("/x/" + strings.TrimSpace(name))                  // want `strings.TrimSpace\(name\) is not escaped for a path segment`
	url.Parse("/x?t=" + time.Now().Format(time.RFC3339))        // want `time.Now\(\).Format\(time.RFC3339\) is not escaped for the query`
	url.Parse("/x?b=" + base64.StdEncoding.EncodeToString(raw)) // want `is not escaped for the query`

	u := "http://h/x"
	u += "?a=" + q // want `q is not escaped for the query`
	if name != "" {
		u += "&b=" + name // want `name is not escaped for the query`
	}
	http.Get(u)

	path := "/y/" + name // want `name is not escaped for a path segment`
	http.Get("http://h" + path)
}

func verbs(q string, list []string, at time.Time, n int, err error) {
	http.Get(fmt.Sprintf("http://h/?q=%q", q))       // want `%q writes q of type string with '"', which no conforming URI has there`
	http.Get(fmt.Sprintf("http://h/%v", list))       // want `%v writes list of type \[\]string with "\["`
	http.Get(fmt.Sprintf("http://h/?t=%s", at))      // want `%s writes at of type time.Time with space`
	http.Get(fmt.Sprintf("http://h/%5d/", n))        // want `%5d writes n of type int with space`
	http.Get(fmt.Sprintf("http://h/%s", n))          // want `%s writes n of type int with`
	http.Get(fmt.Sprintf("http://h/%x/%X", q, list)) // %x writes digits
	http.Get(fmt.Sprintf("http://h/%v", errors.New("x")))
}

func addresses(ip net.IP, addr netip.Addr, port int) {
	http.Get(fmt.Sprintf("http://%s:%d/", ip, port)) // want `ip stands for the host; an IPv6 address needs brackets there: net.JoinHostPort writes them \(rule host, section 3.2.2 of rfc3986\)`
	http.Get(fmt.Sprintf("http://%v/", addr))        // want `addr stands for the host`
	http.Get(fmt.Sprintf("http://h/%v/", addr))
}
