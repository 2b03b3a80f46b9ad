package schemes_test

import (
	"errors"
	"testing"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/schemes"
	"github.com/urispec/urispec/resolve/compose"
)

// The functions of the package under test, for short tables.
var (
	set     = schemes.Set
	add     = schemes.Add
	without = schemes.Without
)

type changes = []schemes.Change

func TestEdit(t *testing.T) {
	for _, c := range []struct {
		section, url string
		changes      changes
		want         string
	}{
		{"2.1", "ftp://h/%41?;type=A", nil, "ftp://h/%41?;type=A"},
		{"2.1", "ftp://h/a", changes{{}}, "ftp://h/a"},

		// The typecode.
		{"3.2.2", "ftp://h/a", changes{set("typecode", "i")}, "ftp://h/a;type=i"},
		{"3.2.2", "ftp://h/a;type=i", changes{set("typecode", "D")}, "ftp://h/a;type=d"},
		{"3.2.2", "ftp://h/a;type=I", changes{without("typecode")}, "ftp://h/a"},
		{"3.2.2", "ftp://h", changes{set("typecode", "d")}, "ftp://h/;type=d"},
		// Directories and names.
		{"3.2.2", "ftp://h", changes{add("cwd", "pub")}, "ftp://h/pub/"},
		{"3.2.2", "ftp://h/n;type=a", changes{add("cwd", "pub"), add("cwd", "a/b;c", "")}, "ftp://h/pub/a%2Fb%3Bc//n;type=a"},
		{"3.2.2", "ftp://h/%61/%62/n", changes{add("cwd", "c")}, "ftp://h/%61/%62/c/n"},
		{"3.2.2", "ftp://h/a/n", changes{set("cwd", "/etc")}, "ftp://h/%2Fetc/n"},
		{"3.2.2", "ftp://h/a/n", changes{set("cwd", "", "etc")}, "ftp://h//etc/n"},
		{"3.2.2", "ftp://h/a/n", changes{set("cwd")}, "ftp://h/n"},
		{"3.2.2", "ftp://h/a/n", changes{without("cwd"), without("name")}, "ftp://h"},
		{"3.2.2", "ftp://h/a/n", changes{set("name", "100%/\xff")}, "ftp://h/a/100%25%2F%FF"},
		// User, password and port.
		{"3.2.1", "ftp://h/a", changes{set("user", "")}, "ftp://@h/a"},
		{"3.2.1", "ftp://h/a", changes{set("user", "a@b:c/d")}, "ftp://a%40b%3Ac%2Fd@h/a"},
		{"3.2.1", "ftp://u@h/a", changes{set("password", "")}, "ftp://u:@h/a"},
		{"3.2.1", "ftp://u:p@h/a", changes{set("password", "a:b")}, "ftp://u:a%3Ab@h/a"},
		{"3.2.1", "ftp://u:p@h/a", changes{without("password")}, "ftp://u@h/a"},
		{"3.2.1", "ftp://u:p@h/a", changes{without("user"), without("password")}, "ftp://h/a"},
		{"3.2.1", "ftp://h/a", changes{set("password", "p"), set("user", "")}, "ftp://:p@h/a"},
		{"3.1", "ftp://u@h/a", changes{set("port", "2121"), set("host", "1.2.3.4")}, "ftp://u@1.2.3.4:2121/a"},
		{"3.1", "ftp://h:21/a", changes{without("port")}, "ftp://h/a"},

		{"3.3", "http://h", changes{set("hsegment", "a/b", "?;c")}, "http://h/a%2Fb/%3F;c"},
		{"3.3", "http://h", changes{set("search", "a=b&c/d?")}, "http://h/?a=b&c%2Fd%3F"},
		{"3.3", "http://h/a?b", changes{without("search"), add("hsegment", "")}, "http://h/a/"},
		{"3.3", "http://h/a", changes{without("hsegment")}, "http://h"},
		{"3.3", "http://h/a", changes{set("hsegment")}, "http://h"},

		{"3.4.2", "gopher://h", changes{set("search", "x y")}, "gopher://h/1%09x%20y"},
		{"3.4.2", "gopher://h/7s%09old", changes{set("search", "a?b/c")}, "gopher://h/7s%09a%3Fb%2Fc"},
		{"3.4.1", "gopher://h", changes{set("slash")}, "gopher://h/"},
		{"3.4.1", "gopher://h/", changes{without("slash")}, "gopher://h"},
		{"3.4.1", "gopher://h", changes{set("selector", "0/a?b")}, "gopher://h/10/a?b"},
		{"3.4.1", "gopher://h/1s", changes{set("gtype", "9")}, "gopher://h/9s"},
		{"3.4.1", "gopher://h/1s", changes{set("gtype", "#")}, "gopher://h/%23s"},
		{"3.4.3", "gopher://h/0s", changes{set("gopher-plus-string", "+")}, "gopher://h/0s%09%09+"},
		{"3.4.7", "gopher://h/0s%09q", changes{set("gopher-plus-string", "!+ABSTRACT +SMELL")}, "gopher://h/0s%09q%09!+ABSTRACT%20+SMELL"},
		{"3.4.9", "gopher://h/0s", changes{set("gopher-plus-string", "+\t1\r\n+-1\r\nv\r\n.\r\n")}, "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0Av%0D%0A.%0D%0A"},

		{"3.5", "mailto:a@b", changes{set("addr-spec", "c%d@e")}, "mailto:c%25d@e"},

		{"3.6", "news:*", changes{set("group", "comp.x")}, "news:comp.x"},
		{"3.6", "news:comp.x", changes{set("article", "1994/a:b c%@h")}, "news:1994/a:b%20c%25@h"},
		{"3.6", "news:comp.x", changes{set("article", "a@b@h")}, "news:a%40b@h"},
		{"3.6", "news:a@h", changes{set("all")}, "news:*"},

		{"3.7", "nntp://h/g", changes{set("number", "007")}, "nntp://h/g/007"},
		{"3.7", "nntp://h/g/1", changes{set("group", "comp.x"), without("number")}, "nntp://h/comp.x"},

		{"3.8", "telnet://h/", changes{without("slash"), set("user", "guest")}, "telnet://guest@h"},
		{"3.8", "telnet://h", changes{set("slash")}, "telnet://h/"},

		{"3.9", "wais://h/d", changes{set("search", "a b")}, "wais://h/d?a%20b"},
		{"3.9", "wais://h/d/t/p", changes{set("search", "")}, "wais://h/d?"},
		{"3.9", "wais://h/d?s", changes{set("wtype", "TEXT"), set("wpath", "1/2")}, "wais://h/d/TEXT/1%2F2"},
		{"3.9", "wais://h/d?s", changes{set("database", "")}, "wais://h/?s"},

		{"3.10", "file://localhost/a", changes{set("host", "")}, "file:///a"},
		{"3.10", "file:///a", changes{set("host", "localhost"), set("fsegment", "b", "c/d")}, "file://localhost/b/c%2Fd"},
		{"3.10", "file:///a", changes{add("fsegment", "")}, "file:///a/"},

		{"3.11", "prospero://h/", changes{set("hsoname", "/pros/name;x")}, "prospero://h//pros/name%3Bx"},
		{"3.11", "prospero://h/a;b=c", changes{add("fieldname", "d=;"), add("fieldvalue", "")}, "prospero://h/a;b=c;d%3D%3B="},
		{"3.11", "prospero://h/a;b=c;d=e", changes{set("fieldname", "f"), set("fieldvalue", "g")}, "prospero://h/a;f=g"},
		{"3.11", "prospero://h/a;b=c;d=e", changes{set("fieldname"), without("fieldvalue")}, "prospero://h/a"},

		{"4", "x-a:b", changes{set("scheme", "x-c")}, "x-c:b"},
		{"3.1", "x-a:b", changes{set("host", "h")}, "x-a://h"},
		{"3.1", "x-a://h/b", changes{set("urlpath", "c/d e")}, "x-a://h/c/d%20e"},
		{"3.1", "x-a://u:p@h:1/b", changes{set("schemepart", "b")}, "x-a:b"},
	} {
		u, err := schemes.Edit(parse(t, c.url), c.changes...)
		if err != nil {
			t.Errorf("%s: %s: %v", c.section, c.url, err)
			continue
		}
		if u.String() != c.want || u != parse(t, c.want) {
			t.Errorf("%s: %s becomes %s, want %s", c.section, c.url, u, c.want)
		}
	}
}

func TestEditErrors(t *testing.T) {
	for _, c := range []struct {
		url     string
		changes changes
		part    string
		want    string
	}{
		{"ftp://h/a", changes{set("password", "p")}, "password", "ftp: the password needs a user, which may be empty (section 3.2.1)"},
		{"ftp://u:p@h/a", changes{without("user")}, "password", "ftp: the password needs a user, which may be empty (section 3.2.1)"},
		{"ftp://h/a", changes{set("port", "")}, "port", "ftp: the port needs a digit; if it is omitted, so is the colon (section 3.1)"},
		{"ftp://h/a", changes{set("port", "2l")}, "port", `ftp: "l" cannot stand in the port, which has no escapes, at offset 1 of the data (section 3.1)`},
		{"ftp://h/a", changes{set("host", "a_b")}, "host", `ftp: "_" cannot stand in the host, which has no escapes, at offset 1 of the data (section 3.1)`},
		{"ftp://h/a", changes{without("host")}, "host", "ftp: the host is missing (section 3.1)"},
		{"ftp://h/a", changes{set("typecode", "x")}, "typecode", `ftp: "x" cannot stand in the ftptype unescaped, at offset 0 of the data (section 3.2.2)`},
		{"ftp://h/a", changes{set("typecode", "")}, "typecode", "ftp: the typecode must be one character, not 0 (section 3.2.2)"},
		{"ftp://h/a", changes{set("typecode", "ai")}, "typecode", "ftp: the typecode must be one character, not 2 (section 3.2.2)"},
		{"ftp://h/a;type=i", changes{without("name")}, "typecode", "ftp: the typecode needs a name, which may be empty (section 3.2.2)"},
		{"ftp://h/a", changes{set("name")}, "name", "ftp: there can be one name, not 0 (section 3.2.2)"},
		{"ftp://h/a", changes{add("name", "b", "c")}, "name", "ftp: there can be one name, not 2 (section 3.2.2)"},
		{"ftp://h/a", changes{set("path", "b")}, "path", `ftp: there is no part "path"; the parts are user, password, host, port, cwd, name, typecode`},
		{"http://h/a", changes{set("user", "u")}, "user", `http: "No user name or password is allowed" (section 3.3)`},
		{"http://h/a?b", changes{without("hsegment")}, "search", "http: the search needs a hsegment, which may be empty (section 3.3)"},
		{"prospero://h/a", changes{set("password", "u")}, "password", `prospero: "No username or password is allowed" (section 3.11)`},
		{"prospero://h/a", changes{add("fieldname", "b")}, "fieldvalue", "prospero: each fieldname needs one fieldvalue, but there are 1 and 0 (section 3.11)"},
		{"gopher://h/0s", changes{set("user", "u")}, "user", `gopher: there is no part "user"; the parts are host, port, slash, gtype, selector, search, gopher-plus-string`},
		{"gopher://h/0s", changes{set("gtype", "")}, "gtype", "gopher: the gtype must be one character, not 0 (section 3.4.1)"},
		{"gopher://h/0s", changes{set("gtype", "10")}, "gtype", "gopher: the gtype must be one character, not 2 (section 3.4.1)"},
		{"gopher://h/0s", changes{set("selector", "a\tb")}, "selector", "gopher: the selector may contain any octets except HT, LF and CR, but has HT at offset 1 of the data (section 3.4.1)"},
		{"gopher://h/0s", changes{set("search", "\n")}, "search", "gopher: the search may contain any octets except HT, LF and CR, but has LF at offset 0 of the data (section 3.4.2)"},
		{"gopher://h/0s", changes{set("slash", "x")}, "slash", `gopher: the slash is always "/" and takes no data (section 3.4.1)`},
		{"gopher://h/0s", changes{without("slash")}, "gtype", "gopher: the gtype needs a slash (section 3.4.1)"},
		{"mailto:a@b", changes{set("addr-spec", "")}, "addr-spec", `mailto: the encoded822addr cannot end here, expected unreserved, reserved or "%", at offset 0 of the data (section 3.5)`},
		{"mailto:a@b", changes{without("addr-spec")}, "addr-spec", `mailto: the addr-spec is missing (section 3.5)`},
		{"news:*", changes{without("all")}, "all", "news: the all or group or article is missing (section 3.6)"},
		{"news:*", changes{set("group", "3b.config")}, "group", `news: "3" cannot stand in the group unescaped, at offset 0 of the data (section 3.6)`},
		{"news:*", changes{set("article", "a")}, "article", `news: end of input at offset 1 of the article, expected unreserved, reserved or "%" (section 3.6)`},
		{"news:*", changes{set("article", "@h")}, "article", `news: "@" at offset 0 of the article, expected unreserved, "%", "&", "/", ":", ";", "=" or "?" (section 3.6)`},
		{"news:*", changes{set("article", "a@[1.2.3.4]")}, "article", `news: "[" at offset 2 of the article, expected alphadigit (section 3.6)`},
		{"nntp://h/g", changes{set("number", "x")}, "number", `nntp: "x" cannot stand in the digits unescaped, at offset 0 of the data (section 3.7)`},
		{"nntp://h/g", changes{without("group")}, "group", "nntp: the group is missing (section 3.7)"},
		{"wais://h/d", changes{set("wtype", "t")}, "wtype", "wais: the wtype needs a wpath, which may be empty (section 3.9)"},
		{"file:///a", changes{without("host")}, "host", "file: the host is missing; it may be empty (section 3.10)"},
		{"file:///a", changes{set("port", "1")}, "port", `file: there is no part "port"; the parts are host, fsegment`},
		{"file:///a", changes{without("fsegment")}, "fsegment", "file: the fsegment is missing; it may be empty (section 3.10)"},
		{"x-a:b", changes{set("schemepart", "//h/c")}, "host", `other: x-a://h/c: it would parse with the host "h" (section 3.1)`},
		{"x-a:b", changes{set("scheme", "http")}, "", `other: http:b: "b" at offset 5, expected "/" (section 3.3)`},
		{"x-a://h/", changes{set("scheme", "http")}, "", `other: http://h/: it would parse as a URL of the kind http (section 2.1)`},
		{"x-a:b", changes{set("scheme", "X")}, "scheme", `other: "X" cannot stand in the scheme, which has no escapes, at offset 0 of the data (section 2.1)`},
		{"x-a:b", changes{set("user", "u")}, "user", "other: the user needs a host (section 3.1)"},
	} {
		u, err := schemes.Edit(parse(t, c.url), c.changes...)
		var edit *schemes.EditError
		if !errors.As(err, &edit) || u != nil {
			t.Errorf("%s becomes %v, with the error %v", c.url, u, err)
			continue
		}
		if edit.Part != c.part || err.Error() != c.want {
			t.Errorf("%s: part %q: %v", c.url, edit.Part, err)
		}
	}
	// The cause can be had.
	_, err := schemes.Edit(parse(t, "ftp://h"), set("host", "_"))
	var encode *compose.EncodeError
	if !errors.As(err, &encode) {
		t.Errorf("the cause of %v is not an EncodeError", err)
	}
	_, err = schemes.Edit(parse(t, "x:y"), set("scheme", "http"))
	var syntax *grammar.SyntaxError
	if !errors.As(err, &syntax) || syntax.Input != "http:y" {
		t.Errorf("the cause of %v is no SyntaxError", err)
	}
}

func TestBuild(t *testing.T) {
	for _, c := range []struct {
		scheme  string
		changes changes
		want    string // "" for an error
	}{
		{"http", changes{set("host", "h")}, "http://h"},
		{"http", nil, ""},
		{"ftp", changes{set("host", "h"), set("name", "motd"), set("cwd", "/etc")}, "ftp://h/%2Fetc/motd"},
		{"gopher", changes{set("host", "h"), set("gtype", "7")}, "gopher://h/7"},
		{"gopher", changes{set("gtype", "7")}, ""},
		{"mailto", changes{set("addr-spec", "a@b")}, "mailto:a@b"},
		{"mailto", nil, ""},
		{"news", changes{set("all")}, "news:*"},
		{"news", nil, ""},
		{"nntp", changes{set("host", "h"), set("group", "g")}, "nntp://h/g"},
		{"nntp", changes{set("host", "h")}, ""},
		{"telnet", changes{set("host", "h"), set("slash")}, "telnet://h/"},
		{"wais", changes{set("host", "h"), set("database", "")}, "wais://h/"},
		{"wais", changes{set("host", "h")}, ""},
		{"file", changes{set("host", ""), set("fsegment", "a", "b")}, "file:///a/b"},
		{"file", changes{set("fsegment", "a", "b")}, ""},
		{"prospero", changes{set("host", "h"), set("hsoname", "a/b")}, "prospero://h/a/b"},
		{"prospero", changes{set("host", "h")}, ""},
		{"x-y", changes{set("schemepart", "")}, "x-y:"},
		{"x-y", changes{set("host", "h"), set("user", "")}, "x-y://@h"},
		{"x-y", nil, ""},
		{"X-Y", changes{set("schemepart", "")}, ""},
		{"", changes{set("schemepart", "")}, ""},
	} {
		u, err := schemes.Build(c.scheme, c.changes...)
		var edit *schemes.EditError
		switch {
		case c.want == "" && (!errors.As(err, &edit) || u != nil):
			t.Errorf("%s %v gives %v and the error %v", c.scheme, c.changes, u, err)
		case c.want != "" && (err != nil || u.String() != c.want):
			t.Errorf("%s %v gives %v and the error %v, want %s", c.scheme, c.changes, u, err, c.want)
		}
	}
	// A value that no parser made is no URL, and nothing worse.
	for _, u := range []ast.URL{ast.HTTP{}, ast.FTP{}, ast.Gopher{}, ast.News{}, ast.WAIS{}, ast.Prospero{}, ast.Other{}} {
		if got, err := schemes.Edit(u); err == nil {
			t.Errorf("%#v is %v", u, got)
		}
		schemes.Describe(u)
	}
}
