package schemes_test

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions/rfc1738"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/schemes"
)

// parts lists the kind and the parts of a URL, "name=text" each.
func parts(u ast.URL) string {
	list := []string{u.Kind()}
	for name, s := range u.Parts() {
		list = append(list, name+"="+u.Text(s))
	}
	return strings.Join(list, " ")
}

func parse(t testing.TB, url string) ast.URL {
	t.Helper()
	u, err := schemes.Parse(url)
	if err != nil {
		t.Fatalf("%s: %v", url, err)
	}
	return u
}

// TestForms has every form of sections 3.1 to 3.11, with and without what may be
// left out, and what each consists of.
func TestForms(t *testing.T) {
	for _, c := range []struct{ section, url, want string }{
		// 3.1: some or all of the parts "<user>:<password>@", ":<password>",
		// ":<port>" and "/<url-path>" may be excluded.
		{"3.1", "x-y://u:p@h.dom:1/a/b;c?d", "other scheme=x-y user=u password=p host=h.dom port=1 urlpath=a/b;c?d"},
		{"3.1", "x-y://h.dom:1/a", "other scheme=x-y host=h.dom port=1 urlpath=a"},
		{"3.1", "x-y://u@h.dom/a", "other scheme=x-y user=u host=h.dom urlpath=a"},
		{"3.1", "x-y://u:p@h.dom", "other scheme=x-y user=u password=p host=h.dom"},
		{"3.1", "x-y://1.2.3.4", "other scheme=x-y host=1.2.3.4"},
		{"3.1", "x-y://h/", "other scheme=x-y host=h urlpath="},
		{"3.1", "ftp://@host.com/", "ftp user= host=host.com name="},
		{"3.1", "ftp://host.com/", "ftp host=host.com name="},
		{"3.1", "ftp://foo:@host.com/", "ftp user=foo password= host=host.com name="},
		{"3.1", "ftp://a%3Ab:c%40d@h", "ftp user=a%3Ab password=c%40d host=h"},

		{"3.2", "ftp://h", "ftp host=h"},
		{"3.2", "ftp://h:2121/x", "ftp host=h port=2121 name=x"},
		{"3.2.2", "ftp://u:p@h:1/c/d/e/n;type=a", "ftp user=u password=p host=h port=1 cwd=c cwd=d cwd=e name=n typecode=a"},
		{"3.2.2", "ftp://h/n;type=i", "ftp host=h name=n typecode=i"},
		{"3.2.2", "ftp://h/c/;type=d", "ftp host=h cwd=c name= typecode=d"},
		{"3.2.2", "ftp://h///", "ftp host=h cwd= cwd= name="},
		{"3.2.2", "ftp://myname@host.dom/%2Fetc/motd", "ftp user=myname host=host.dom cwd=%2Fetc name=motd"},
		{"3.2.2", "ftp://myname@host.dom/etc/motd", "ftp user=myname host=host.dom cwd=etc name=motd"},
		{"3.2.2", "ftp://myname@host.dom//etc/motd", "ftp user=myname host=host.dom cwd= cwd=etc name=motd"},

		{"3.3", "http://h", "http host=h"},
		{"3.3", "http://h:8080", "http host=h port=8080"},
		{"3.3", "http://h/", "http host=h hsegment="},
		{"3.3", "http://h/a/b", "http host=h hsegment=a hsegment=b"},
		{"3.3", "http://h/a//b/", "http host=h hsegment=a hsegment= hsegment=b hsegment="},
		{"3.3", "http://h:80/a;b?c=d&e", "http host=h port=80 hsegment=a;b search=c=d&e"},
		{"3.3", "http://h/?q", "http host=h hsegment= search=q"},
		{"3.3", "http://h/?", "http host=h hsegment= search="},

		{"3.4.1", "gopher://h", "gopher host=h"},
		{"3.4.1", "gopher://h/", "gopher host=h slash=/"},
		{"3.4.1", "gopher://h:7070/1", "gopher host=h port=7070 slash=/ gtype=1 selector="},
		{"3.4.1", "gopher://h/00sel/a?b;c", "gopher host=h slash=/ gtype=0 selector=0sel/a?b;c"},
		{"3.4.2", "gopher://h/7sel%09a%20b", "gopher host=h slash=/ gtype=7 selector=sel search=a%20b"},
		{"3.4.2", "gopher://h/7%09a", "gopher host=h slash=/ gtype=7 selector= search=a"},
		{"3.4.3", "gopher://h/7sel%09a%09+", "gopher host=h slash=/ gtype=7 selector=sel search=a gopher-plus-string=+"},
		{"3.4.3", "gopher://h/0sel%09%09", "gopher host=h slash=/ gtype=0 selector=sel search= gopher-plus-string="},
		{"3.4.4", "gopher://h/0s%09%09+", "gopher host=h slash=/ gtype=0 selector=s search= gopher-plus-string=+"},
		{"3.4.5", "gopher://h/0s%09%09?", "gopher host=h slash=/ gtype=0 selector=s search= gopher-plus-string=?"},
		{"3.4.6", "gopher://h/0s%09%09!", "gopher host=h slash=/ gtype=0 selector=s search= gopher-plus-string=!"},
		{"3.4.6", "gopher://h/1s%09%09$", "gopher host=h slash=/ gtype=1 selector=s search= gopher-plus-string=$"},
		{"3.4.7", "gopher://h/0s%09%09!+ABSTRACT%20+SMELL", "gopher host=h slash=/ gtype=0 selector=s search= gopher-plus-string=!+ABSTRACT%20+SMELL"},
		{"3.4.8", "gopher://h/0s%09%09+application/postscript%20Es_ES", "gopher host=h slash=/ gtype=0 selector=s search= gopher-plus-string=+application/postscript%20Es_ES"},
		{"3.4.9", "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0Av%0D%0Aw%0D%0A.%0D%0A",
			"gopher host=h slash=/ gtype=0 selector=s search= gopher-plus-string=+%091%0D%0A+-1%0D%0Av%0D%0Aw%0D%0A.%0D%0A"},

		{"3.5", "mailto:masinter@parc.xerox.com", "mailto addr-spec=masinter@parc.xerox.com"},
		{"3.5", "mailto:a%25b@c", "mailto addr-spec=a%25b@c"},

		{"3.6", "news:*", "news all=*"},
		{"3.6", "news:comp.infosystems.www.misc", "news group=comp.infosystems.www.misc"},
		{"3.6", "news:alt.c++_x-y", "news group=alt.c++_x-y"},
		{"3.6", "news:1994/a:b;c?d&e=f@host.dom", "news article=1994/a:b;c?d&e=f@host.dom"},
		{"3.6", "news:a%40b@h", "news article=a%40b@h"},

		{"3.7", "nntp://h/comp.x/123", "nntp host=h group=comp.x number=123"},
		{"3.7", "nntp://h:1119/comp.x/0", "nntp host=h port=1119 group=comp.x number=0"},

		{"3.8", "telnet://u:p@h:23/", "telnet user=u password=p host=h port=23 slash=/"},
		{"3.8", "telnet://u:p@h", "telnet user=u password=p host=h"},
		{"3.8", "telnet://u@h/", "telnet user=u host=h slash=/"},
		{"3.8", "telnet://h", "telnet host=h"},

		{"3.9", "wais://h/db", "wais host=h database=db"},
		{"3.9", "wais://h:210/db?words", "wais host=h port=210 database=db search=words"},
		{"3.9", "wais://h/db?", "wais host=h database=db search="},
		{"3.9", "wais://h/db/TEXT/1%3D0%3B", "wais host=h database=db wtype=TEXT wpath=1%3D0%3B"},

		{"3.10", "file://vms.host.edu/disk$user/my/notes/note12345.txt", "file host=vms.host.edu fsegment=disk$user fsegment=my fsegment=notes fsegment=note12345.txt"},
		{"3.10", "file://localhost/a", "file host=localhost fsegment=a"},
		{"3.10", "file:///a/b", "file host= fsegment=a fsegment=b"},
		{"3.10", "file:///", "file host= fsegment="},

		{"3.11", "prospero://host.dom//pros/name", "prospero host=host.dom hsoname=/pros/name"},
		{"3.11", "prospero://h:1525/a/b;OBJECT-VERSION=1;x=", "prospero host=h port=1525 hsoname=a/b fieldname=OBJECT-VERSION fieldvalue=1 fieldname=x fieldvalue="},

		{"4", "x-mine:a/b?c", "other scheme=x-mine schemepart=a/b?c"},
		{"4", "z39.50://h/db", "other scheme=z39.50 host=h urlpath=db"},
		{"4", "mid:", "other scheme=mid schemepart="},
	} {
		u, err := schemes.Parse(c.url)
		if err != nil {
			t.Errorf("%s: %s: %v", c.section, c.url, err)
			continue
		}
		if got := parts(u); got != c.want {
			t.Errorf("%s: %s\n\tgives %s\n\twant  %s", c.section, c.url, got, c.want)
		}
		check(t, u)
	}
}

// With the errata of the document a scheme is in either case, and a gopher URL
// reads otherwise.
func TestParseCorrected(t *testing.T) {
	for _, c := range []struct{ url, want string }{
		{"HTTP://h/a?b", "http host=h hsegment=a search=b"},
		{"FILE://localhost/a", "file host=localhost fsegment=a"},
		{"Gopher://h/7sel%09a?b/c%09+", "gopher host=h slash=/ gtype=7 selector=sel search=a?b/c gopher-plus-string=+"},
		{"gopher://h/7%09%09%09", "gopher host=h slash=/ gtype=7 selector= search= gopher-plus-string=%09"},
	} {
		u, err := schemes.ParseCorrected(c.url)
		if err != nil {
			t.Errorf("%s: %v", c.url, err)
		} else if got := parts(u); got != c.want {
			t.Errorf("%s\n\tgives %s\n\twant  %s", c.url, got, c.want)
		}
	}
	for _, url := range []string{"ftp://h/a?b", "gopher://h/%09x", "HTTP://h_/"} {
		if u, err := schemes.ParseCorrected(url); err == nil {
			t.Errorf("%s gives %s", url, parts(u))
		}
	}
}

// TestErrata has what the list of defects of RFC 1738 says of the ten schemes:
// which URLs there are, and how they are read. Those that do not conform have no
// parts.
func TestErrata(t *testing.T) {
	for _, c := range []struct{ id, url, want string }{
		{"1738-N1", "news:@host", ""},
		{"1738-N3", "gopher://h/", "gopher host=h slash=/"},
		{"1738-N6", "ftp://h/a;TYPE=A", ""},
		{"1738-N6", "http://h/%0a%0A", "http host=h hsegment=%0a%0A"},
		{"1738-L1", "HTTP://host/", ""},
		{"1738-L1", "Http://host/", ""},
		{"1738-L2", "http://user@host/", ""},
		{"1738-L2", "http://a_b/", ""},
		{"1738-L2", "http://host:/", ""},
		{"1738-L2", "http:", ""},
		{"1738-L2", "mailto:", ""},
		{"1738-L2", "ftp://a:b@c@host/", ""},
		{"1738-L2", "ftp:x", ""},
		{"1738-L2", "gopher:h", ""},
		{"1738-L2", "news:", ""},
		{"1738-L2", "nntp:h", ""},
		{"1738-L2", "telnet:h", ""},
		{"1738-L2", "wais:h", ""},
		{"1738-L2", "file:", ""},
		{"1738-L2", "prospero:h", ""},
		{"1738-L3", "http://999.999.999.999/", "http host=999.999.999.999 hsegment="},
		{"1738-L3", "http://0001.2.3.4", "http host=0001.2.3.4"},
		{"1738-L3", "http://1.2.3/", ""},
		{"1738-L4", "http://host./", ""},
		{"1738-L4", "http://a.1b/", ""},
		{"1738-L4", "http://3com.com/", "http host=3com.com hsegment="},
		{"1738-L4", "http://a--b.c/", "http host=a--b.c hsegment="},
		{"1738-L5", "http://host?q", ""},
		{"1738-L5", "http://host/a?b/c", ""},
		{"1738-L5", "http://host/a?b?c", ""},
		{"1738-L5", "http://host/~user", ""},
		{"1738-L5", "http://host/%7Euser", "http host=host hsegment=%7Euser"},
		{"1738-L5", "http://host:99999/", "http host=host port=99999 hsegment="},
		{"1738-L5", "http://h/a;b;c/d", "http host=h hsegment=a;b;c hsegment=d"},
		{"1738-L6", "ftp://h/a?b", "ftp host=h name=a?b"},
		{"1738-L6", "file://h/a?b", "file host=h fsegment=a?b"},
		{"1738-L7", "ftp://h/a;type=A", "ftp host=h name=a typecode=A"},
		{"1738-L7", "ftp://h/a;type=I", "ftp host=h name=a typecode=I"},
		{"1738-L7", "ftp://h/a;type=D", "ftp host=h name=a typecode=D"},
		{"1738-L7", "ftp://h/a;type=x", ""},
		{"1738-L7", "ftp://h/a;TYPE=a", ""},
		{"1738-L7", "ftp://h;type=a", ""},
		{"1738-L7", "ftp://h/;type=d", "ftp host=h name= typecode=d"},
		{"1738-L7", "ftp://:pw@h/", "ftp user= password=pw host=h name="},
		{"1738-L8", "gopher://h/%09x", "gopher host=h slash=/ gtype=%09 selector=x"},
		{"1738-L8", "gopher://h/0a%0D%0Ab", "gopher host=h slash=/ gtype=0 selector=a%0D%0Ab"},
		{"1738-L8", "gopher://h/7sel%09a?b", "gopher host=h slash=/ gtype=7 selector=sel%09a?b"},
		{"1738-L8", "gopher://h/7sel%09a/b%09+", "gopher host=h slash=/ gtype=7 selector=sel%09a/b search=+"},
		{"1738-L9", "file:/etc/motd", ""},
		{"1738-L9", "file:///etc/motd", "file host= fsegment=etc fsegment=motd"},
		{"1738-L9", "file://host", ""},
		{"1738-L10", "news:3b.config", ""},
		{"1738-L10", "news:a.", "news group=a."},
		{"1738-L10", "news:a@[1.2.3.4]", ""},
		{"1738-L10", "news:a@1.2.3.4", "news article=a@1.2.3.4"},
		{"1738-L10", "news:a@b@c", ""},
		{"1738-L10", "nntp://h/comp.x", "nntp host=h group=comp.x"},
		{"1738-L10", "nntp://h/comp.x/", ""},
		{"1738-L10", "nntp://h/*", ""},
		{"1738-L11", "mailto:foo", "mailto addr-spec=foo"},
		{"1738-L11", "mailto:a@b?subject=x", "mailto addr-spec=a@b?subject=x"},
		{"1738-L11", "mailto:a%b@c", ""},
		{"1738-L12", "wais://h/", "wais host=h database="},
		{"1738-L12", "prospero://h/", "prospero host=h hsoname="},
		{"1738-L12", "prospero://h/;=", "prospero host=h hsoname= fieldname= fieldvalue="},
		{"1738-L12", "wais://h/db/t/p/q", ""},
		{"1738-L12", "wais://h/db/t/p%2Fq", "wais host=h database=db wtype=t wpath=p%2Fq"},
		{"1738-L12", "wais://h/db/t", ""},
		{"1738-L12", "prospero://h/a;b", ""},
		{"1738-L12", "telnet://h/x", ""},
		{"1738-L13", "1:x", "other scheme=1 schemepart=x"},
		{"1738-L13", "-:x", "other scheme=- schemepart=x"},
		{"1738-L13", ".:x", "other scheme=. schemepart=x"},
		{"1738-L13", "+:x", "other scheme=+ schemepart=x"},
		{"1738-A1", "http://host/", "http host=host hsegment="},
		{"1738-A1", "ftp://h/", "ftp host=h name="},
		{"1738-A1", "mailto:a@b", "mailto addr-spec=a@b"},
		{"1738-A2", "x://host/x", "other scheme=x host=host urlpath=x"},
		{"1738-A2", "x://_/x", "other scheme=x schemepart=//_/x"},
		{"1738-A3", "file://localhost/x", "file host=localhost fsegment=x"},
		{"1738-A3", "file://localhost.dom/x", "file host=localhost.dom fsegment=x"},
		{"1738-A4", "gopher://h/7sel%09a", "gopher host=h slash=/ gtype=7 selector=sel search=a"},
		{"1738-A4", "gopher://h/7sel%09a%09+", "gopher host=h slash=/ gtype=7 selector=sel search=a gopher-plus-string=+"},
		{"1738-A4", "gopher://h/7sel%09a%09+%091", "gopher host=h slash=/ gtype=7 selector=sel search=a gopher-plus-string=+%091"},
		{"1738-A5", "ftp://foo:21/", "ftp host=foo port=21 name="},
		{"1738-A5", "ftp://foo:21@h/", "ftp user=foo password=21 host=h name="},
		{"1738-A6", "ftp://1.2.3.4/", "ftp host=1.2.3.4 name="},
	} {
		u, err := schemes.Parse(c.url)
		var syntax *grammar.SyntaxError
		switch {
		case c.want == "" && (!errors.As(err, &syntax) || syntax.Edition != "rfc1738" || u != nil):
			t.Errorf("%s: %s gives %v and the error %v", c.id, c.url, u, err)
		case c.want != "" && err != nil:
			t.Errorf("%s: %s: %v", c.id, c.url, err)
		case c.want != "" && parts(u) != c.want:
			t.Errorf("%s: %s\n\tgives %s\n\twant  %s", c.id, c.url, parts(u), c.want)
		case c.want != "":
			check(t, u)
		}
	}
}

// TestKinds: what the parts do not tell.
func TestKinds(t *testing.T) {
	for url, want := range map[string]ast.HostKind{
		"ftp://h": ast.HostName, "ftp://1.2.3.4": ast.IPv4, "ftp://1.2.3.d4": ast.HostName,
	} {
		if got := parse(t, url).(ast.FTP).Login.HostPort.Host.Kind; got != want {
			t.Errorf("the host of %s is a %v", url, got)
		}
	}
	for url, want := range map[string]struct {
		kind             ast.HostKind
		localhost, local bool
	}{
		"file:///a":                {ast.NoHost, false, true},
		"file://localhost/a":       {ast.HostName, true, true},
		"file://localhost.local/a": {ast.HostName, false, false},
		"file://1.2.3.4/a":         {ast.IPv4, false, false},
	} {
		u := parse(t, url).(ast.File)
		if u.Host.Kind != want.kind || u.Localhost != want.localhost || u.Local() != want.local {
			t.Errorf("%s: the host is %v, %v and %v", url, u.Host.Kind, u.Localhost, u.Local())
		}
	}
	article := parse(t, "news:a%40b@1.2.3.4").(ast.News)
	if article.Text(article.Unique) != "a%40b" || article.Text(article.Host.Span) != "1.2.3.4" || article.Host.Kind != ast.IPv4 {
		t.Errorf("the article is %q at %q", article.Text(article.Unique), article.Text(article.Host.Span))
	}
	group := parse(t, "news:a.b").(ast.News)
	if group.Unique.Present() || group.Host.Present() || group.Article.Present() || group.All.Present() {
		t.Errorf("a group has %+v", group)
	}
	opaque := parse(t, "x:y").(ast.Other)
	for name, s := range map[string]ast.Span{
		"login": opaque.Login.Span, "user": opaque.Login.User, "password": opaque.Login.Password, "hostport": opaque.Login.HostPort.Span,
		"host": opaque.Login.HostPort.Host.Span, "port": opaque.Login.HostPort.Port.Span, "urlpath": opaque.URLPath,
	} {
		if s != ast.Absent {
			t.Errorf("x:y has the %s %v", name, s)
		}
	}
	if ip := parse(t, "x://h/y").(ast.Other); ip.Text(ip.SchemePart) != "//h/y" {
		t.Errorf("the schemepart is %q", ip.Text(ip.SchemePart))
	}
}

// TestDocument: every URL of RFC 1738 that conforms has a value, of its scheme,
// and every one that does not has an error.
func TestDocument(t *testing.T) {
	n := 0
	for url := range documented(t) {
		u, err := schemes.Parse(url)
		if (err == nil) != rfc1738.Edition.Valid(url) {
			t.Errorf("%s: %v", url, err)
		}
		if err != nil {
			continue
		}
		n++
		if scheme, _, _ := strings.Cut(url, ":"); u.Kind() != scheme && u.Kind() != "other" {
			t.Errorf("%s is of the kind %s", url, u.Kind())
		}
		check(t, u)
	}
	if n < 60 {
		t.Errorf("only %d URLs conform", n)
	}
}

// documented yields the strings in the documents' examples and errata.
func documented(t testing.TB) func(yield func(string) bool) {
	t.Helper()
	var texts []string
	for file, column := range map[string]int{"examples.tsv": 1, "errata.tsv": 2} {
		f, err := os.Open("../editions/rfc1738/testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		for lines.Scan() {
			fields := strings.Split(lines.Text(), "\t")
			if strings.HasPrefix(lines.Text(), "# ") || len(fields) <= column {
				continue
			}
			texts = append(texts, fields[column])
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
	}
	if len(texts) < 150 {
		t.Fatalf("the documents have only %d texts", len(texts))
	}
	return slices.Values(texts)
}

// check holds a value to what is true of all: the parts are those of the
// derivation and in order, with only delimiters between them; written again they
// give the URL; and what a client is to do can be said.
func check(t testing.TB, u ast.URL) {
	t.Helper()
	for _, wrong := range []string{tiles(u), derived(u), rewritten(u), described(u)} {
		if wrong != "" {
			t.Errorf("%s: %s", u, wrong)
		}
	}
}

// delimiters are what may stand between two parts, before them and after them.
var delimiters = []string{"", ":", "@", "/", "?", ";", "=", "%09", ";type=", "://"}

// tiles says where the parts of a URL do not lie in order with delimiters between.
func tiles(u ast.URL) string {
	at := int32(0)
	for name, s := range u.Parts() {
		if s.Start < at || s.End < s.Start || int(s.End) > len(u.String()) {
			return fmt.Sprintf("the %s is at %v, after %d", name, s, at)
		}
		between := u.String()[at:s.Start]
		if at == 0 && name != "scheme" {
			between = strings.TrimPrefix(between, u.Kind())
		}
		if !slices.Contains(delimiters, between) {
			return fmt.Sprintf("%q stands before the %s", between, name)
		}
		at = s.End
	}
	if int(at) != len(u.String()) {
		return fmt.Sprintf("the parts end at %d", at)
	}
	// One who leaves is not called again, which would panic.
	for stop := range 12 {
		n := 0
		for range u.Parts() {
			if n++; n > stop {
				break
			}
		}
	}
	return ""
}

// rules are the rules of the parts that have another name in the grammar.
var rules = map[string]string{
	"cwd": "fsegment", "name": "fsegment", "addr-spec": "encoded822addr", "number": "digits", "hsoname": "ppath",
}

// derived says where the parts of a URL are not the nodes of its derivation.
func derived(u ast.URL) string {
	tree, err := rfc1738.Edition.Tree(u.String())
	if err != nil {
		return err.Error()
	}
	nodes := make(map[string][]ast.Span)
	var walk func(t *grammar.Tree, above string)
	walk = func(t *grammar.Tree, above string) {
		if above != "article" && (above == "nntpurl" || t.Rule != "digits") {
			nodes[t.Rule] = append(nodes[t.Rule], ast.Span{Start: int32(t.Start), End: int32(t.End)})
		}
		for _, c := range t.Children {
			walk(c, t.Rule)
		}
	}
	walk(tree, "")
	found := make(map[string][]ast.Span)
	for name, s := range u.Parts() {
		if rule := rules[name]; rule != "" {
			name = rule
		}
		found[name] = append(found[name], s)
	}
	// These are literals or single characters in the grammar, and no nodes.
	for _, name := range []string{"slash", "typecode", "all"} {
		delete(found, name)
	}
	if f, ok := u.(ast.File); ok && len(nodes["host"]) == 0 && f.Local() {
		delete(found, "host")
	}
	if g, ok := u.(ast.Gopher); ok && g.Selector.Len() == 0 && !g.Search.Present() {
		delete(found, "selector")
	}
	for name, want := range found {
		if diff := cmp.Diff(want, nodes[name]); diff != "" {
			return fmt.Sprintf("%s in the parts and in the derivation:\n%s", name, diff)
		}
	}
	for _, rule := range []string{
		"user", "password", "host", "port", "hsegment", "search", "fsegment", "gtype", "selector", "gopher-plus-string",
		"encoded822addr", "group", "article", "database", "wtype", "wpath", "ppath", "fieldname", "fieldvalue", "urlpath", "scheme",
	} {
		if len(found[rule]) != len(nodes[rule]) {
			return fmt.Sprintf("there are %d %s in the derivation, and %d in the parts", len(nodes[rule]), rule, len(found[rule]))
		}
	}
	return ""
}

// rewritten says how a URL differs when its parts are written again.
func rewritten(u ast.URL) string {
	again, err := schemes.Edit(u)
	if err != nil {
		return err.Error()
	}
	if again != u {
		return "written again it is " + again.String()
	}
	return ""
}

// TestTooLong: what the participle grammar does not take has no value.
func TestTooLong(t *testing.T) {
	var long *grammar.TooLongError
	if _, err := schemes.Parse("x:" + strings.Repeat("y", schemes.Limit)); !errors.As(err, &long) {
		t.Errorf("the error is %v", err)
	}
}

// TestLong: long URLs with as many parts as there can be.
func TestLong(t *testing.T) {
	n := schemes.Limit / effort.Pick(4, 16, 32) // the rest is all of the same kind
	for _, c := range []struct{ begin, repeat string }{
		{"ftp://h/", "/"}, {"http://h/a", "/%2F"}, {"prospero://h/", ";="}, {"file:///", "a/"}, {"mailto:", "%22"}, {"mailto:", "(@"},
		{"x:", "//"}, {"gopher://h/7", "%09"}, {"news:", "a"}, {"ftp://u", "%0D"},
	} {
		url := c.begin + strings.Repeat(c.repeat, (n-len(c.begin)-2)/len(c.repeat))
		if c.begin == "ftp://u" {
			url += "@h"
		}
		check(t, parse(t, url))
	}
}
