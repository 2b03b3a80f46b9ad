package ast_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/urispec/urispec/ast"
)

// spanOf is the span of the first place where a text stands in an input.
func spanOf(t *testing.T, input, text string) ast.Span {
	t.Helper()
	i := strings.Index(input, text)
	if i < 0 {
		t.Fatalf("there is no %q in %q", text, input)
	}
	return ast.Span{Start: int32(i), End: int32(i + len(text))}
}

// parts lists the parts of a URL, "name=text" each.
func parts(u ast.URL) string {
	var list []string
	for name, s := range u.Parts() {
		list = append(list, name+"="+u.Text(s))
	}
	return strings.Join(list, " ")
}

// ftp is "ftp://h/PATH"; what parses it is tested in package schemes.
func ftp(t *testing.T, path string) ast.FTP {
	t.Helper()
	u := ast.FTP{Written: ast.Written{Input: "ftp://h/" + path}, Typecode: ast.Absent}
	u.Login = ast.Login{Span: spanOf(t, u.Input, "h"), User: ast.Absent, Password: ast.Absent}
	u.Login.HostPort = ast.HostPort{Span: u.Login.Span, Host: ast.Host{Span: u.Login.Span}, Port: ast.Port{Span: ast.Absent}}
	u.FPath = ast.Span{Start: 8, End: int32(len(u.Input))}
	u.Name = ast.Span{Start: int32(strings.LastIndexByte(u.Input, '/')) + 1, End: u.FPath.End}
	return u
}

// TestCWD: the directories are what precedes the name, empty ones too.
func TestCWD(t *testing.T) {
	for path, want := range map[string]string{
		"":       "host=h name=",
		"a":      "host=h name=a",
		"/":      "host=h cwd= name=",
		"/a":     "host=h cwd= name=a",
		"a/":     "host=h cwd=a name=",
		"a/b/c":  "host=h cwd=a cwd=b name=c",
		"//a//":  "host=h cwd= cwd= cwd=a cwd= name=",
		"a%2Fb/": "host=h cwd=a%2Fb name=",
	} {
		u := ftp(t, path)
		if got := parts(u); got != want {
			t.Errorf("%q has %q, want %q", path, got, want)
		}
		// An iterator may be used again, and left.
		all := slices.Collect(u.CWD())
		if again := slices.Collect(u.CWD()); !slices.Equal(all, again) {
			t.Errorf("%q: %v, then %v", path, all, again)
		}
		for s := range u.CWD() {
			if s != all[0] {
				t.Errorf("%q begins with %v", path, s)
			}
			break
		}
	}
	u := ftp(t, "")
	u.FPath, u.Name = ast.Absent, ast.Absent
	if got := parts(u); got != "host=h" {
		t.Errorf("without a path it has %q", got)
	}
}

// TestFields: a field is a name and a value, and either may be empty.
func TestFields(t *testing.T) {
	const input = "prospero://h/a/b;c=d;=;e="
	u := ast.Prospero{Written: ast.Written{Input: input}}
	host := spanOf(t, input, "h")
	u.HostPort = ast.HostPort{Span: host, Host: ast.Host{Span: host}, Port: ast.Port{Span: ast.Absent}}
	u.HSOName, u.Rest = spanOf(t, input, "a/b"), spanOf(t, input, ";c=d;=;e=")
	if got, want := parts(u), "host=h hsoname=a/b fieldname=c fieldvalue=d fieldname= fieldvalue= fieldname=e fieldvalue="; got != want {
		t.Errorf("the parts are %q, want %q", got, want)
	}
	if n := len(slices.Collect(u.Segments())); n != 2 {
		t.Errorf("the hsoname has %d segments", n)
	}
	// All iterators may be left anywhere.
	for stop := range 8 {
		n := 0
		for range u.Parts() {
			if n++; n > stop {
				break
			}
		}
		if n != stop+1 {
			t.Errorf("left at %d, there were %d", stop+1, n)
		}
	}
	u.Rest = ast.Absent
	if got, want := parts(u), "host=h hsoname=a/b"; got != want {
		t.Errorf("the parts are %q, want %q", got, want)
	}
}

// TestOther: section 4 names schemes, and a prefix for experiments.
func TestOther(t *testing.T) {
	for scheme, want := range map[string]struct {
		experimental bool
		reserved     string
	}{
		"afs":        {false, "Andrew File System global file names."},
		"mid":        {false, "Message identifiers for electronic mail."},
		"cid":        {false, "Content identifiers for MIME body parts."},
		"nfs":        {false, "Network File System (NFS) file names."},
		"tn3270":     {false, "Interactive 3270 emulation sessions."},
		"mailserver": {false, "Access to data available from mail servers."},
		"z39.50":     {false, "Access to ANSI Z39.50 services."},
		"x-afs":      {true, ""},
		"x-":         {true, ""},
		"x":          {false, ""},
		"xx-":        {false, ""},
	} {
		input := scheme + ":y"
		u := ast.Other{Written: ast.Written{Input: input}, Scheme: spanOf(t, input, scheme), SchemePart: spanOf(t, input, "y")}
		u.Login, u.URLPath = ast.Login{Span: ast.Absent}, ast.Absent
		if u.Experimental() != want.experimental || u.Reserved() != want.reserved {
			t.Errorf("%s: %v and %q", scheme, u.Experimental(), u.Reserved())
		}
		if got, want := parts(u), "scheme="+scheme+" schemepart=y"; got != want {
			t.Errorf("the parts are %q, want %q", got, want)
		}
	}
}

// TestURLValues: two URLs that are the same are equal, so that they may be
// compared and be keys.
func TestURLValues(t *testing.T) {
	a, b := ast.URL(ftp(t, "a/b")), ast.URL(ftp(t, "a/b"))
	if a != b || a.String() != "ftp://h/a/b" || a.Kind() != "ftp" {
		t.Errorf("%v is not %v", a, b)
	}
	if c := ast.URL(ftp(t, "a/c")); a == c {
		t.Errorf("%v is %v", a, c)
	}
	if text := a.Text(ast.Absent); text != "" {
		t.Errorf("the text of an absent part is %q", text)
	}
}
