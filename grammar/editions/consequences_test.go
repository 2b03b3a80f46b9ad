package editions_test

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
)

// judges are the editions of the columns of verdicts.
var judges = strings.Fields("rfc1738 url-syntax-02 url-syntax-09 rfc2396bis-00 rfc3986")

// consequences says of a string in which editions it conforms, in the order of
// judges.
var consequences = []struct {
	text, conforms, why string
}{
	// What the design states.
	{"http://host?q", "- - - yes yes", "a query needs a path after the server or site (02-L1, 09-L1); RFC 2396 fixed it"},
	{"1a_b:c", "- - - - -", `"1a_b" is no scheme, and a first segment with a colon would be mistaken for one`},
	{":foo", "- yes yes - -", "no text stands before the colon, so it is a rel_path; later no first segment holds a colon"},
	{"http://a:b:c/", "- - yes yes -", "no server; a registry name, where there are such"},
	{"mailto:a?b", "yes yes yes yes yes", "opaque in rfc2396bis-00"},
	{"foo:[a]", "- - - yes -", "opaque parts alone have brackets (bis00-L6)"},

	// The absolute form wins over the relative.
	{"this:that", "yes yes yes yes yes", "a scheme"},
	{"./this:that", "- yes yes yes yes", "a path"},
	{"x:a:b", "yes yes yes yes yes", "the first colon ends the scheme"},
	{"a@b:c", "- - - - -", `"a@b" is no scheme, and the colon needs one`},
	{"%41:b", "- - - - -", "nor is an escape"},
	{"a/b:c", "- yes yes yes yes", "a colon after the first slash"},
	{"?a:b", "- yes yes yes yes", "a colon in a query"},
	{"#a:b", "- yes yes yes yes", "a colon in a fragment"},
	{"1:2", "yes yes yes - -", "a scheme may begin with a digit until RFC 2396 (1738-L13)"},
	{"+:", "yes yes yes - -", "or with a sign"},
	{"x:", "yes yes yes yes yes", "an empty path"},
	{"x:?q", "yes yes yes yes yes", "an empty path and a query"},
	{"x:#f", "- yes yes yes yes", "an empty path and a fragment"},

	// "//" begins the naming authority.
	{"//h", "- yes yes yes yes", "a reference without a scheme"},
	{"//", "- yes yes yes yes", "an empty site"},
	{"///x", "- yes yes yes yes", "an empty site and a path"},
	{"foo://", "yes yes yes yes yes", "an empty site; schemepart = *xchar in RFC 1738"},
	{"foo:////x", "yes yes yes yes yes", "a path after a site may begin with //"},
	{"//h_/x", "- - yes yes yes", "no host name, and no path instead (02-L2)"},
	{"x://_/", "yes - yes yes yes", "*xchar in RFC 1738, a registry name, a reg-name"},
	{"//h//x", "- yes yes yes yes", "only a leading // begins a site"},
	{".//x", "- yes yes yes yes", "likewise"},
	{"x:/a//b", "yes yes yes yes yes", "likewise"},
	{"//h?x", "- - - yes yes", "a query directly after the site"},
	{"//h#x", "- yes yes yes yes", "a fragment directly after the site"},

	// The first "#" and the first "?" before it.
	{"", "- yes yes yes yes", "the empty reference"},
	{"?", "- yes yes yes yes", "an empty query"},
	{"#", "- yes yes yes yes", "an empty fragment"},
	{"a?b?c", "- yes yes yes yes", "a query holds question marks"},
	{"a#b?c", "- yes yes yes yes", "a fragment holds question marks"},
	{"a#b#c", "- - - - -", "but no second #"},
	{"http://h/a#b", "- yes yes yes yes", "RFC 1738 knows no fragments (2.2)"},
	{"http://h/a?b?c", "- yes yes yes yes", "RFC 1738's search holds no ? (1738-L5)"},
	{"http://h/a?b/c", "- yes yes yes yes", "and no /"},

	// RFC 1738: a scheme that the document defines must match its own rule.
	{"http://user@h/", "- yes yes yes yes", "no user name in http"},
	{"https://user@h/", "yes yes yes yes yes", "only whole scheme names are taken"},
	{"http:", "- yes yes yes yes", "no http URL without a host"},
	{"http:g", "- yes yes yes yes", "likewise"},
	{"telnet:h", "- yes yes yes yes", "likewise"},
	{"file:/etc/motd", "- yes yes yes yes", "the form is file://host/path (1738-L9)"},
	{"file:///etc/motd", "yes yes yes yes yes", "an empty host"},
	{"file://localhost/x", "yes yes yes yes yes", ""},
	{"afs:x", "yes yes yes yes yes", "the names that section 4 reserves stay otherurl"},
	{"HTTP://h/", "- yes yes yes yes", "scheme names are in lower case; section 2.1 asks programs to allow more"},
	{"news:*", "yes yes yes yes yes", ""},
	{"ftp://u:p@h/", "yes yes yes yes yes", ""},
	{"ftp://:p@h/", "yes yes yes yes yes", "an empty user name with a password"},
	{"ftp://a:b:c@h/", "- - yes yes yes", "a password has no colon where the grammar knows passwords"},
	{"ftp://a?b@h/", "yes - - yes yes", "a user name with a ? in RFC 1738; a query later"},

	// Hosts and ports.
	{"http://h:/", "- yes yes yes yes", "an empty port from url-syntax-02 on"},
	{"http://h:x/", "- - yes yes -", "no port; a registry name"},
	{"http://h:99999/", "yes yes yes yes yes", "ports have no range"},
	{"http://1.2.3.4/", "yes yes yes yes yes", ""},
	{"http://999.999.999.999/", "yes yes yes yes yes", "numbers without range; later a name"},
	{"//1.2.3/x", "- - yes yes yes", "three numbers: a registry name, a hostname (bis00-L5), a reg-name"},
	{"http://1.2.3.4.5/", "- - yes yes yes", "five numbers, likewise"},
	{"http://a.b./", "- - yes yes yes", "a trailing dot from url-syntax-09 on"},
	{"http://a./", "- - yes yes yes", "also after one label; a reg-name in rfc2396bis-00 (bis00-L4)"},
	{"http://a_b/", "- - yes yes yes", "an underscore"},
	{"http://a@b@c/", "- - yes yes -", "two @: a registry name"},
	{"http://[::1]/", "- - - yes yes", "IPv6 (RFC 2732)"},
	{"http://[1::2:]/", "- - - yes -", "ends in a colon (bis00-L2)"},
	{"http://[1:2:3:4:5:6:7::]/", "- - - - yes", ":: for one group (bis00-L3)"},
	{"http://[v1.a]/", "- - - - yes", "IPvFuture"},
	{"http://[V1.a]/", "- - - - yes", "literals of ABNF match both cases"},
	{"http://[::1%25en0]/", "- - - - -", "zone identifiers came with RFC 6874"},

	// Characters.
	{"x:a~b", "- yes yes yes yes", `"~" is unsafe in RFC 1738`},
	{"x:a$b,c", "yes yes yes yes yes", ""},
	{"x:a|b", "- - - - -", "unwise"},
	{`x:a\b`, "- - - - -", "unwise"},
	{"x:a b", "- - - - -", "space"},
	{"x:a\"b", "- - - - -", "delims"},
	{"x:a\x00", "- - - - -", "control"},
	{"x:é", "- - - - -", "not US-ASCII"},
	{"x:a\xff", "- - - - -", "not even UTF-8"},
	{"http://h/[a]", "- - - - -", "brackets in a path"},
	{"http://h/?[a]", "- - - - -", "brackets in a query"},
	{"a:?[x]", "- - - yes -", "opaque: a query has no brackets (bis00-A2)"},
	{"http://a/%zz", "- - - - -", "no escape"},
	{"x:a%", "- - - - -", "half an escape"},
	{"x:a%4", "- - - - -", "half an escape"},
	{"x:%aF", "yes yes yes yes yes", "digits of escapes in both cases"},
}

// TestConsequences holds every edition to the consequences of its reading.
func TestConsequences(t *testing.T) {
	for _, c := range consequences {
		verdicts := strings.Fields(c.conforms)
		if len(verdicts) != len(judges) {
			t.Fatalf("%q: %d verdicts", c.text, len(verdicts))
		}
		for i, name := range judges {
			f, want := edition(name), verdicts[i] == "yes"
			if got := f.Valid(c.text); got != want {
				t.Errorf("%s: Valid(%q) = %v, want %v: %s", f, c.text, got, want, c.why)
			}
			if _, err := f.Tree(c.text); (err == nil) != want {
				t.Errorf("%s: Tree(%q): %v, want %v: %s", f, c.text, err, want, c.why)
			}
		}
	}
}

// components writes the parts of a reference that are present, in the order of
// the input:
//
//	scheme "http" server "u@h:1" userinfo "u" hostname "h" port "1" absolute "/x"
//
// The site and the path go by their kinds.
func components(ref *ast.Reference) string {
	var b strings.Builder
	add := func(name string, s ast.Span) {
		if s.Present() {
			fmt.Fprintf(&b, " %s %q", name, ref.Text(s))
		}
	}
	server := ref.Site.Server
	add("scheme", ref.Scheme.Span)
	add(ref.Site.Kind.String(), ref.Site.Span)
	add("userinfo", server.UserInfo.Span)
	add("user", server.UserInfo.User)
	add("password", server.UserInfo.Password)
	add(server.HostPort.Host.Kind.String(), server.HostPort.Host.Span)
	add("port", server.HostPort.Port.Span)
	if ref.Path.Len() > 0 {
		add(ref.Path.Kind.String(), ref.Path.Span)
	}
	add("query", ref.Query.Span)
	add("fragment", ref.Fragment.Span)
	return strings.TrimPrefix(b.String(), " ")
}

// TestComponents holds Parse to the components of strings that editions split
// differently. An empty path is not written.
func TestComponents(t *testing.T) {
	const all = "rfc1738 url-syntax-02 url-syntax-09 rfc2396bis-00 rfc3986"
	for _, c := range []struct {
		text, editions, want string
	}{
		// Absent and empty are different.
		{"http://a", all, `scheme "http" server "a" hostname "a"`},
		{"http://a?", "rfc2396bis-00", `scheme "http" server "a" hostname "a" query ""`},
		{"http://a#", "url-syntax-02 url-syntax-09 rfc2396bis-00", `scheme "http" server "a" hostname "a" fragment ""`},
		{"http://a/?", all, `scheme "http" server "a" hostname "a" absolute "/" query ""`},
		{"http://a/?#", "url-syntax-02 url-syntax-09 rfc2396bis-00", `scheme "http" server "a" hostname "a" absolute "/" query "" fragment ""`},
		{"", "url-syntax-02 url-syntax-09 rfc2396bis-00 rfc3986", ``},
		{"?", "url-syntax-02 url-syntax-09 rfc2396bis-00 rfc3986", `query ""`},
		{"#", "url-syntax-02 url-syntax-09 rfc2396bis-00 rfc3986", `fragment ""`},
		{"x:", "url-syntax-02 url-syntax-09 rfc2396bis-00 rfc3986", `scheme "x"`},
		{"ftp://h/", "rfc1738 url-syntax-02", `scheme "ftp" server "h" hostname "h" absolute "/"`},
		{"ftp://@h/", "rfc1738 url-syntax-02", `scheme "ftp" server "@h" userinfo "" user "" hostname "h" absolute "/"`},
		{"ftp://foo:@h/", "rfc1738 url-syntax-02", `scheme "ftp" server "foo:@h" userinfo "foo:" user "foo" password "" hostname "h" absolute "/"`},
		{"ftp://foo:@h/", "url-syntax-09 rfc2396bis-00", `scheme "ftp" server "foo:@h" userinfo "foo:" hostname "h" absolute "/"`},
		{"//h:", "url-syntax-02 url-syntax-09 rfc2396bis-00", `server "h:" hostname "h" port ""`},

		// A site without a host: none in the drafts, an empty one in RFC 3986.
		{"//", "url-syntax-02 url-syntax-09 rfc2396bis-00", `server ""`},
		{"//", "rfc3986", `server "" regname ""`},
		{"///x", "url-syntax-02 url-syntax-09 rfc2396bis-00", `server "" absolute "/x"`},
		{"///x", "rfc3986", `server "" regname "" absolute "/x"`},
		{"//@:", "rfc3986", `server "@:" userinfo "" regname "" port ""`},
		{"file:///x", "rfc1738", `scheme "file" server "" absolute "/x"`},

		// Registry names.
		{"http://a:b:c/", "url-syntax-09 rfc2396bis-00", `scheme "http" registry "a:b:c" absolute "/"`},
		{"//_", "url-syntax-09 rfc2396bis-00", `registry "_"`},
		{"//_", "rfc3986", `server "_" regname "_"`},
		{"//a.", "url-syntax-09", `server "a." hostname "a."`},
		{"//a.", "rfc2396bis-00", `registry "a."`},
		{"//a.", "rfc3986", `server "a." regname "a."`},
		{"//u@h:80", "url-syntax-09 rfc2396bis-00", `server "u@h:80" userinfo "u" hostname "h" port "80"`},
		{"//u@_:80", "url-syntax-09 rfc2396bis-00", `registry "u@_:80"`},

		// The first rule of host that matches the whole host.
		{"//1.2.3.4", "url-syntax-02 url-syntax-09 rfc2396bis-00 rfc3986", `server "1.2.3.4" ipv4 "1.2.3.4"`},
		{"//1.2.3.999", "url-syntax-02 url-syntax-09", `server "1.2.3.999" ipv4 "1.2.3.999"`},
		{"//1.2.3.999", "rfc2396bis-00", `server "1.2.3.999" hostname "1.2.3.999"`},
		{"//1.2.3.999", "rfc3986", `server "1.2.3.999" regname "1.2.3.999"`},
		{"//1.2.3.4.5", "rfc3986", `server "1.2.3.4.5" regname "1.2.3.4.5"`},
		{"//[::1]:80/", "rfc2396bis-00 rfc3986", `server "[::1]:80" ipv6 "[::1]" port "80" absolute "/"`},
		{"//[::1.2.3.4]", "rfc2396bis-00 rfc3986", `server "[::1.2.3.4]" ipv6 "[::1.2.3.4]"`},
		{"//[v1.a:b]", "rfc3986", `server "[v1.a:b]" ipvfuture "[v1.a:b]"`},

		// A password, where the grammar splits it.
		{"ftp://u:p@h:21/x", "rfc1738 url-syntax-02", `scheme "ftp" server "u:p@h:21" userinfo "u:p" user "u" password "p" hostname "h" port "21" absolute "/x"`},
		{"ftp://u:p@h:21/x", "url-syntax-09 rfc2396bis-00", `scheme "ftp" server "u:p@h:21" userinfo "u:p" hostname "h" port "21" absolute "/x"`},
		{"ftp://foo:21/", "rfc1738 url-syntax-02 url-syntax-09 rfc2396bis-00", `scheme "ftp" server "foo:21" hostname "foo" port "21" absolute "/"`},
		{"ftp://foo:21@h/", "rfc1738 url-syntax-02", `scheme "ftp" server "foo:21@h" userinfo "foo:21" user "foo" password "21" hostname "h" absolute "/"`},

		// Opaque.
		{"mailto:a?b", "rfc2396bis-00", `scheme "mailto" opaque "a?b"`},
		{"mailto:a?b", "url-syntax-02 url-syntax-09 rfc3986", `scheme "mailto" rootless "a" query "b"`},
		{"mailto:a?b", "rfc1738", `scheme "mailto" opaque "a?b"`},
		{"foo:[a]#b", "rfc2396bis-00", `scheme "foo" opaque "[a]" fragment "b"`},
		{"a:?q", "rfc2396bis-00", `scheme "a" query "q"`},
		{"a:?[q]", "rfc2396bis-00", `scheme "a" opaque "?[q]"`},
		{"x://_/y", "rfc1738", `scheme "x" opaque "//_/y"`},
		{"x://h/y", "rfc1738", `scheme "x" server "h" hostname "h" absolute "/y"`},
		{"x:", "rfc1738", `scheme "x"`},

		// RFC 1738's schemes.
		{"http://h:80/a/b?q", "rfc1738", `scheme "http" server "h:80" hostname "h" port "80" absolute "/a/b" query "q"`},
		{"ftp://a?b@h/x?y", "rfc1738", `scheme "ftp" server "a?b@h" userinfo "a?b" user "a?b" hostname "h" absolute "/x" query "y"`},
		{"file://localhost/x", "rfc1738", `scheme "file" server "localhost" hostname "localhost" absolute "/x"`},
		{"file://h/x", "rfc1738", `scheme "file" server "h" hostname "h" absolute "/x"`},
		{"news:a@h.org", "rfc1738", `scheme "news" opaque "a@h.org"`},
		{"gopher://h/7sel%09a", "rfc1738", `scheme "gopher" server "h" hostname "h" absolute "/7sel%09a"`},

		// Paths.
		{"a/b", "url-syntax-02 url-syntax-09 rfc2396bis-00 rfc3986", `rootless "a/b"`},
		{"/a/b", "url-syntax-02 url-syntax-09 rfc2396bis-00 rfc3986", `absolute "/a/b"`},
		{":a", "url-syntax-02 url-syntax-09", `rootless ":a"`},
		{"x:a/b", "url-syntax-02 url-syntax-09 rfc3986", `scheme "x" rootless "a/b"`},
		{"x:a/b", "rfc2396bis-00", `scheme "x" opaque "a/b"`},
		{"x:/a/b", "url-syntax-02 url-syntax-09 rfc2396bis-00 rfc3986", `scheme "x" absolute "/a/b"`},
		{"//h//x", "url-syntax-02 url-syntax-09 rfc2396bis-00", `server "h" hostname "h" absolute "//x"`},
	} {
		for _, name := range strings.Fields(c.editions) {
			want := c.want
			if name == "rfc3986" {
				// What the others call a hostname is a reg-name there.
				want = strings.ReplaceAll(want, "hostname", "regname")
			}
			ref, err := edition(name).Parse(c.text)
			if err != nil {
				t.Errorf("%s: Parse(%q): %v", name, c.text, err)
			} else if got := components(&ref); got != want {
				t.Errorf("%s: Parse(%q):\n got %s\nwant %s", name, c.text, got, want)
			}
		}
	}
}

// TestSegments holds Parse to the segments and parameters of paths.
func TestSegments(t *testing.T) {
	for _, c := range []struct {
		text, editions string
		want           []string // the segments, the parameters after blanks
	}{
		{"", "url-syntax-02 url-syntax-09 rfc2396bis-00 rfc3986", nil},
		{"/", "url-syntax-02 url-syntax-09 rfc2396bis-00 rfc3986", []string{`""`}},
		{"a", "url-syntax-02 url-syntax-09 rfc2396bis-00 rfc3986", []string{`"a"`}},
		{"/a//b/", "url-syntax-02 url-syntax-09 rfc2396bis-00 rfc3986", []string{`"a"`, `""`, `"b"`, `""`}},
		{"//h", "url-syntax-02 url-syntax-09 rfc2396bis-00 rfc3986", nil},
		{"g;x=1/./y", "url-syntax-02 url-syntax-09", []string{`"g" "x=1"`, `"."`, `"y"`}},
		{"g;x;;y/;z", "url-syntax-02 url-syntax-09", []string{`"g" "x" "" "y"`, `"" "z"`}},
		{"g;x=1/./y", "rfc2396bis-00 rfc3986", []string{`"g;x=1"`, `"."`, `"y"`}},
		{"http://h/a;b/c", "rfc1738", []string{`"a;b"`, `"c"`}},
		{"x:a/b", "rfc3986", []string{`"a"`, `"b"`}},
		{"x:a/b", "rfc2396bis-00", nil}, // opaque
	} {
		for _, name := range strings.Fields(c.editions) {
			ref, err := edition(name).Parse(c.text)
			if err != nil {
				t.Errorf("%s: Parse(%q): %v", name, c.text, err)
				continue
			}
			var got []string
			for s := range ref.Segments() {
				one := fmt.Sprintf("%q", ref.Text(s.Name))
				for p := range ref.Params(s) {
					one += fmt.Sprintf(" %q", ref.Text(p.Span))
				}
				got = append(got, one)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%s: the segments of %q are %s, want %s", name, c.text, got, c.want)
			}
		}
	}
}

// TestTrees holds the trees to the decisions of the AMBIGUITY entries. A rule
// is given where the tree is by the published grammar alone.
func TestTrees(t *testing.T) {
	const h = `hostport(host(hostname(toplabel"h")))`
	const h2 = `hostport(host(hostname(domainlabel"h")))` // rfc2396bis-00
	for _, c := range []struct {
		edition, id, rule, text, want string
	}{
		// The predefined schemes go before otherurl.
		{"rfc1738", "A1", "", "http://h/", `url(httpurl(` + h + ` hpath(hsegment"")))`},
		{"rfc1738", "A1", "url", "http://h/", `url(httpurl(` + h + ` hpath(hsegment"")))`},
		{"rfc1738", "A1", "url", "http:", `url(otherurl(genericurl(scheme"http" schemepart"")))`},
		{"rfc1738", "A1", "", "afs:", `url(otherurl(genericurl(scheme"afs" schemepart"")))`},
		// A scheme part that begins with "//" is ip-schemepart where it can be.
		{"rfc1738", "A2", "schemepart", "//h/x", `schemepart(ip-schemepart(login(` + h + `) urlpath"x"))`},
		{"rfc1738", "A2", "schemepart", "//_/x", `schemepart"//_/x"`},
		{"rfc1738", "A2", "", "x://h", `url(otherurl(genericurl(scheme"x" schemepart(ip-schemepart(login(` + h + `))))))`},
		{"rfc1738", "A2", "", "x://_", `url(otherurl(genericurl(scheme"x" schemepart"//_")))`},
		// "localhost" beats host.
		{"rfc1738", "A3", "", "file://localhost/x", `url(fileurl(fpath(fsegment"x")))`},
		{"rfc1738", "A3", "", "file:///x", `url(fileurl(fpath(fsegment"x")))`},
		{"rfc1738", "A3", "", "file://h/x", `url(fileurl(host(hostname(toplabel"h")) fpath(fsegment"x")))`},
		// A selector is the shortest that succeeds: the first two %09 divide.
		{"rfc1738", "A4", "", "gopher://h/7sel", `url(gopherurl(` + h + ` gtype"7" selector"sel"))`},
		{"rfc1738", "A4", "", "gopher://h/7sel%09a", `url(gopherurl(` + h + ` gtype"7" selector"sel" search"a"))`},
		{"rfc1738", "A4", "", "gopher://h/7sel%09a%09+", `url(gopherurl(` + h + ` gtype"7" selector"sel" search"a" gopher-plus-string"+"))`},
		{"rfc1738", "A4", "", "gopher://h/7sel%09a%09+%091", `url(gopherurl(` + h + ` gtype"7" selector"sel" search"a" gopher-plus-string(xchar(escape"%09"))))`},
		{"rfc1738", "A4", "", "gopher://h/7sel%09a?b", `url(gopherurl(` + h + ` gtype"7" selector(xchar(escape"%09"))))`},
		{"rfc1738", "A4", "", "gopher://h/7%09%09", `url(gopherurl(` + h + ` gtype"7" selector"" search"" gopher-plus-string""))`},
		{"rfc1738", "A4", "", "gopher://h/%09x", `url(gopherurl(` + h + ` gtype(xchar(escape"%09")) selector"x"))`},
		{"rfc1738", "A4", "", "gopher://h", `url(gopherurl(` + h + `))`},
		{"rfc1738", "A4", "", "gopher://h/", `url(gopherurl(` + h + `))`},
		// Labels, logins and numbers are unambiguous, but not for one look ahead.
		{"rfc1738", "A5", "domainlabel", "a-b--c", `domainlabel"a-b--c"`},
		{"rfc1738", "A5", "login", "foo:21", `login(hostport(host(hostname(toplabel"foo")) port(digits"21")))`},
		{"rfc1738", "A5", "login", "foo:21@h", `login(user"foo" password"21" ` + h + `)`},
		{"rfc1738", "A6", "host", "a.1.b", `host(hostname(domainlabel"a" domainlabel"1" toplabel"b"))`},
		{"rfc1738", "A6", "host", "1.2.3.4", `host(hostnumber(digits"1" digits"2" digits"3" digits"4"))`},

		// The server component wins; a leading slash makes an abs_path; a
		// reference is parsed as generic.
		{"url-syntax-02", "A1", "", "//h/x", `URL-reference(relativeURL(net_path(server(` + h + `) abs_path(rel_path(path_segments(segment"x"))))))`},
		{"url-syntax-02", "A2", "", "/x", `URL-reference(relativeURL(abs_path(rel_path(path_segments(segment"x")))))`},
		{"url-syntax-02", "A3", "", "t:t", `URL-reference(absoluteURL(generic-URL(scheme"t" relativeURL(rel_path(path_segments(segment"t"))))))`},
		{"url-syntax-02", "L3", "", ":a", `URL-reference(relativeURL(rel_path(path_segments(segment":a"))))`},
		{"url-syntax-02", "A3", "absoluteURL", "x:", `absoluteURL(generic-URL(scheme"x" relativeURL(rel_path"")))`},
		{"url-syntax-02", "A4", "", "g;x?y#s", `URL-reference(relativeURL(rel_path(path_segments(segment(param"x")) query"y")) fragment"s")`},
		// An option that would match the empty string is absent.
		{"url-syntax-02", "", "", "", `URL-reference""`},
		{"url-syntax-02", "", "", "#", `URL-reference(fragment"")`},
		{"url-syntax-02", "", "", "/", `URL-reference(relativeURL(abs_path(rel_path"")))`},
		{"url-syntax-02", "", "", "/%41", `URL-reference(relativeURL(abs_path(rel_path(path_segments(segment(pchar(escaped"%41")))))))`},

		// The server goes before the authority, where it matches all of the site.
		{"url-syntax-09", "A2", "site", "h", `site(server(` + h + `))`},
		{"url-syntax-09", "A2", "site", "", `site(server"")`},
		{"url-syntax-09", "A2", "site", "u@h:80", `site(server(userinfo"u" hostport(host(hostname(toplabel"h")) port"80")))`},
		{"url-syntax-09", "A2", "site", "_", `site(authority"_")`},
		{"url-syntax-09", "A2", "site", "h:x", `site(authority"h:x")`},
		{"url-syntax-09", "A1", "relativeURL", "//_/x", `relativeURL(net_path(site(authority"_") abs_path(rel_path(path_segments(segment"x")))))`},

		// IPv4address before hostname, server before reg-name, hier-part
		// before opaque-part; the last label of a.b is a domainlabel.
		{"rfc2396bis-00", "A1", "authority", "1.2.3.4", `authority(server(hostport(host(IPv4address(dec-octet"1" dec-octet"2" dec-octet"3" dec-octet"4")))))`},
		{"rfc2396bis-00", "A1", "authority", "1.2.3.999", `authority(server(hostport(host(hostname(domainlabel"1" qualified(domainlabel"2" domainlabel"3" domainlabel"999"))))))`},
		{"rfc2396bis-00", "A1", "authority", "h", `authority(server(` + h2 + `))`},
		{"rfc2396bis-00", "A1", "authority", "a:b:c", `authority(reg-name"a:b:c")`},
		{"rfc2396bis-00", "A2", "absolute-URI", "a:?q", `absolute-URI(scheme"a" hier-part(query"q"))`},
		{"rfc2396bis-00", "A2", "absolute-URI", "a:?[q]", `absolute-URI(scheme"a" opaque-part"?[q]")`},
		{"rfc2396bis-00", "A2", "absolute-URI", "a:", `absolute-URI(scheme"a" hier-part"")`},
		{"rfc2396bis-00", "A3", "", "//h/x", `URI-reference(relative-URI(net-path(authority(server(` + h2 + `)) abs-path(path-segments(segment"x")))))`},
		{"rfc2396bis-00", "A4", "", "", `URI-reference""`},
		{"rfc2396bis-00", "A5", "hostname", "a.b", `hostname(domainlabel"a" qualified(domainlabel"b"))`},
		{"rfc2396bis-00", "A5", "hostname", "a.b.", `hostname(domainlabel"a" qualified(toplabel"b"))`},
		{"rfc2396bis-00", "A5", "hostname", "a", `hostname(domainlabel"a")`},

		// The first that matches the whole host wins.
		{"rfc3986", "A1", "host", "1.2.3.4", `host(IPv4address(dec-octet"1" dec-octet"2" dec-octet"3" dec-octet"4"))`},
		{"rfc3986", "A1", "host", "1.2.3.4.5", `host(reg-name"1.2.3.4.5")`},
		{"rfc3986", "A1", "host", "256.256.256.256", `host(reg-name"256.256.256.256")`},
		{"rfc3986", "A1", "host", "", `host(reg-name"")`},
		{"rfc3986", "A2", "path", "/a", `path(path-abempty(segment"a"))`},
		{"rfc3986", "A2", "path", "", `path(path-abempty"")`},
		{"rfc3986", "A2", "path", "a", `path(path-noscheme(segment-nz-nc"a"))`},
		{"rfc3986", "A2", "path", "a:b", `path(path-rootless(segment-nz"a:b"))`},
		{"rfc3986", "A3", "dec-octet", "25", `dec-octet"25"`},
		{"rfc3986", "A4", "IPv6address", "1::2", `IPv6address(h16"1" h16"2")`},
		{"rfc3986", "A4", "IPv6address", "1:2::3:4:5", `IPv6address(h16"1" h16"2" h16"3" ls32(h16"4" h16"5"))`},
		{"rfc3986", "A4", "IPv6address", "::1.2.3.4", `IPv6address(ls32(IPv4address(dec-octet"1" dec-octet"2" dec-octet"3" dec-octet"4")))`},
		{"rfc3986", "A5", "", "", `URI-reference(relative-ref(relative-part(path-empty"")))`},
		{"rfc3986", "A5", "", "t:t", `URI-reference(URI(scheme"t" hier-part(path-rootless(segment-nz"t"))))`},
		{"rfc3986", "A6", "", "//a:b@c:1", `URI-reference(relative-ref(relative-part(authority(userinfo"a:b" host(reg-name"c") port"1") path-abempty"")))`},
	} {
		f := edition(c.edition)
		tree, err := f.Tree(c.text)
		if c.rule != "" {
			tree, err = rule(f.Edition, c.rule).Tree(c.text)
		}
		if err != nil {
			t.Errorf("%s %s: %s %q: %v", c.edition, c.id, c.rule, c.text, err)
		} else if got := dump(tree, c.text); got != c.want {
			t.Errorf("%s %s: %s %q:\n got %s\nwant %s", c.edition, c.id, c.rule, c.text, got, c.want)
		}
	}
}

// TestTreeChars shows what a tree with every character has more.
func TestTreeChars(t *testing.T) {
	tree, err := edition("rfc3986").References().TreeChars("a?%41")
	if err != nil {
		t.Fatal(err)
	}
	const want = `URI-reference(relative-ref(relative-part(path-noscheme(segment-nz-nc(unreserved"a"))) query(pchar(pct-encoded(HEXDIG"4" HEXDIG"1")))))`
	if got := dump(tree, "a?%41"); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// TestNames holds the rules to the ways in which they may be called.
func TestNames(t *testing.T) {
	for _, c := range []struct {
		edition, rule string
		want          string // "" if there is no such rule
	}{
		{"rfc3986", "URI-reference", "URI-reference"},
		{"rfc3986", "uri-REFERENCE", "URI-reference"}, // names of ABNF match in any case
		{"rfc3986", "alpha", "ALPHA"},
		{"rfc2396bis-00", "IPV6REFERENCE", "IPv6reference"},
		{"url-syntax-02", "URL-reference", "URL-reference"},
		{"url-syntax-02", "url-reference", ""}, // those of RFC 822 do not
		{"rfc1738", "gopher-plus-string", "gopher-plus-string"},
		{"rfc1738", "gopher+_string", "gopher-plus-string"}, // as printed
		{"rfc3986", "gopher+_string", ""},
		{"rfc3986", "urlc", ""},
		{"url-syntax-09", "urlc", "urlc"},
		{"rfc3986", "", ""},
	} {
		f := edition(c.edition)
		r, err := f.Grammar().Rule(c.rule)
		if c.want != "" {
			if err != nil || r.Name != c.want {
				t.Errorf("%s: Rule(%q) = %q, %v", f, c.rule, r.Name, err)
			}
			if tree, err := rule(f.Edition, c.rule).Tree(shortest(language{f, c.want, false})); err != nil || tree.Rule != c.want {
				t.Errorf("%s: the tree of %q: %v, %v", f, c.rule, tree, err)
			}
			continue
		}
		_, published := f.Language(c.rule)
		_, conforming := f.Grammar().Conforming(c.rule)
		for what, err := range map[string]error{"Rule": err, "Language": published, "Conforming": conforming} {
			var unknown *grammar.UnknownNameError
			if !errors.As(err, &unknown) || unknown.Edition != c.edition || unknown.Name != c.rule || !slices.Contains(unknown.Known, f.start()) {
				t.Errorf("%s: %s(%q): %v, want an UnknownNameError", f, what, c.rule, err)
			}
		}
	}
}

// TestCase shows which literals match in both cases: those of ABNF, and what
// the notation of RFC 822 lists in both.
func TestCase(t *testing.T) {
	for _, c := range []struct {
		edition, rule, text string
		want                bool
	}{
		{"rfc3986", "IPvFuture", "v1.a", true},
		{"rfc3986", "IPvFuture", "V1.a", true},
		{"rfc3986", "pct-encoded", "%aF", true},
		{"rfc1738", "ftpurl", "ftp://h/a;type=A", true},
		{"rfc1738", "ftpurl", "ftp://h/a;type=a", true},
		{"rfc1738", "fileurl", "file://LOCALHOST/", true}, // a host
		{"rfc1738", "escape", "%aF", true},
		{"rfc1738", "scheme", "http", true},
		{"rfc1738", "scheme", "Http", false},
		{"rfc1738", "httpurl", "HTTP://h", false},
		{"url-syntax-02", "scheme", "Http", true},
	} {
		f := edition(c.edition)
		if got := rule(f.Edition, c.rule).Check(c.text) == nil; got != c.want {
			t.Errorf("%s: %s derives %q: %v, want %v", f, c.rule, c.text, got, c.want)
		}
	}
	// An FTP URL whose ";TYPE=" is in upper case has no other reading.
	if edition("rfc1738").Valid("ftp://h/a;TYPE=a") {
		t.Error(`rfc1738: "ftp://h/a;TYPE=a" conforms`)
	}
}

// TestAbsolute holds CheckAbsolute to what a base may be.
func TestAbsolute(t *testing.T) {
	for _, c := range []struct{ text, conforms, why string }{
		{"http://h/x", "yes yes yes yes yes", ""},
		{"http://h/x#f", "- - - yes -", "absolute-URI-reference alone has a fragment"},
		{"//h/x", "- - - - -", "no scheme"},
		{"", "- - - - -", "no scheme"},
		{"x:", "yes yes yes yes yes", ""},
		{"x:[a]", "- - - yes -", "opaque"},
		{"x://_/", "yes - yes yes yes", "the reading applies: no opaque-URL in url-syntax-02"},
		{"http:", "- yes yes yes yes", "the reading applies: otherurl is no http URL"},
	} {
		for i, name := range judges {
			f, want := edition(name), strings.Fields(c.conforms)[i] == "yes"
			if err := f.Absolute().Check(c.text); (err == nil) != want {
				t.Errorf("%s: CheckAbsolute(%q) = %v, want %v: %s", f, c.text, err, want, c.why)
			}
		}
	}
}

// later are the editions of the columns of verdicts that follow.
var later = strings.Fields("rfc1808 rfc2396 rfc2732 rfc3986 rfc6874")

// TestConsequencesLater is TestConsequences for the editions that were added
// to the first five: what each of them alone has or lacks.
func TestConsequencesLater(t *testing.T) {
	for _, c := range []struct{ text, conforms, why string }{
		{"http://host?q", "yes yes yes yes yes", "a part of the net_loc, then a query"},
		{"//:!", "yes yes yes - -", "a net_loc, a reg_name"},
		{"?", "yes - - yes yes", "no empty path in RFC 2396 (2396-L1)"},
		{"http:", "yes - - yes yes", "likewise"},
		{"a:?q", "yes yes yes yes yes", "opaque in RFC 2396"},
		{"a@b:c", "yes - - - -", "in RFC 1808 only what may be a scheme is one"},
		{":a", "yes - - - -", "likewise"},
		{"1:2", "yes - - - -", "a scheme may begin with a digit"},
		{"a~b", "- yes yes yes yes", "national in RFC 1808"},
		{"//h//x", "- yes yes yes yes", "no empty first segment in RFC 1808 (1808-L1)"},
		{"http://h//x", "yes yes yes yes yes", "but after a scheme anything may stand"},
		{"//h:x/", "yes yes yes - -", "no port, but a net_loc or a reg_name"},
		{"http://[::1]/", "- - yes yes yes", "RFC 2732"},
		{"http://[::1.2.3.4]/", "- - - yes yes", "not as RFC 2373 has it (2732-L1)"},
		{"http://[:::1.2.3.4]/", "- - yes - -", "which has this instead"},
		{"http://[1:2:3:4:5:6:7:8:9]/", "- - yes - -", "and does not count (2732-L2)"},
		{"http://[::1%25en0]/", "- - - - yes", "RFC 6874"},
		{"http://[::1%en0]/", "- - - - -", "never with a bare %"},
		{"http://h/?[a]", "- - yes - -", "brackets are reserved, and leak (2732-L3)"},
		{"http://h/[a]", "- - - - -", "but not into a path"},
		{"x:a[b]", "- - yes - -", "into an opaque part"},
		{"mailto:a?b", "yes yes yes yes yes", "opaque in RFC 2396"},
	} {
		for i, name := range later {
			f, want := edition(name), strings.Fields(c.conforms)[i] == "yes"
			if err := f.Check(c.text); (err == nil) != want || f.Valid(c.text) != want {
				t.Errorf("%s: Check(%q) = %v, want %v: %s", f, c.text, err, want, c.why)
			}
			if _, err := f.Tree(c.text); (err == nil) != want {
				t.Errorf("%s: Tree(%q): %v", f, c.text, err)
			}
		}
	}
}

// TestEditions holds the list of editions to the folders that there are and to
// the dates of the documents.
func TestEditions(t *testing.T) {
	var names []string
	for i, e := range editions.All() {
		names = append(names, e.Name())
		if got, ok := editions.Lookup(e.Name()); !ok || got != e {
			t.Errorf("Lookup(%q) = %v, %v", e, got, ok)
		}
		// Of one month, as rfc3986 and rfc3987, the lower number is the first.
		if i > 0 && cmp.Or(strings.Compare(editions.All()[i-1].Document().Date, e.Document().Date), strings.Compare(names[i-1], e.Name())) >= 0 {
			t.Errorf("%s is not younger than the one before it", e)
		}
	}
	folders, err := filepath.Glob("*/*.bnf")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range folders {
		if name := filepath.Base(filepath.Dir(file)); filepath.Base(file) == name+".bnf" && !slices.Contains(names, name) {
			t.Errorf("%s is not among the editions", name)
		}
	}
	for _, name := range judges {
		if !slices.Contains(names, name) {
			t.Errorf("there is no %s", name)
		}
	}
	for _, name := range []string{"", "rfc0", "RFC3986", "rfc3986 "} {
		if e, ok := editions.Lookup(name); ok || e != nil {
			t.Errorf("Lookup(%q) = %v, %v", name, e, ok)
		}
	}
}
