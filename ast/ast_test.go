package ast_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/urispec/urispec/ast"
)

// reference is "s://u:p@h:1/a;b;c/?q#f" with a span for each of its parts; the
// editions' parsers are tested in package editions.
func reference() ast.Reference {
	r := ast.New("s://u:p@h:1/a;b;c/?q#f")
	r.Scheme.Span = ast.Span{Start: 0, End: 1}
	r.Site = ast.Site{Span: ast.Span{Start: 4, End: 11}, Kind: ast.ByServer}
	user, host := &r.Site.Server.UserInfo, &r.Site.Server.HostPort
	user.Span, user.User, user.Password = ast.Span{Start: 4, End: 7}, ast.Span{Start: 4, End: 5}, ast.Span{Start: 6, End: 7}
	host.Span, host.Host, host.Port = ast.Span{Start: 8, End: 11}, ast.Host{Span: ast.Span{Start: 8, End: 9}, Kind: ast.HostName}, ast.Port{Span: ast.Span{Start: 10, End: 11}}
	r.Path = ast.Path{Span: ast.Span{Start: 11, End: 18}, Kind: ast.Absolute, HasParams: true}
	r.Query.Span = ast.Span{Start: 19, End: 20}
	r.Fragment.Span = ast.Span{Start: 21, End: 22}
	return r
}

// TestNew: all is absent but the path.
func TestNew(t *testing.T) {
	r := ast.New("x")
	user, host := r.Site.Server.UserInfo, r.Site.Server.HostPort
	for name, s := range map[string]ast.Span{
		"scheme": r.Scheme.Span, "site": r.Site.Span, "query": r.Query.Span, "fragment": r.Fragment.Span,
		"userinfo": user.Span, "user": user.User, "password": user.Password,
		"hostport": host.Span, "host": host.Host.Span, "port": host.Port.Span,
	} {
		if s != ast.Absent || s.Present() || s.Len() != 0 || r.Text(s) != "" {
			t.Errorf("%s is %v", name, s)
		}
	}
	if !r.Path.Present() || r.Path.Len() != 0 || r.Path.Kind != ast.Empty {
		t.Errorf("the path is %v", r.Path)
	}
	if r.Input != "x" || r.Site.Kind != ast.NoSite || host.Host.Kind != ast.NoHost {
		t.Errorf("New gives %+v", r)
	}
	// Reset leaves nothing of what was there before.
	used := reference()
	used.Reset("x")
	if used != r {
		t.Errorf("Reset gives %+v, New %+v", used, r)
	}
}

// TestText: empty is present.
func TestText(t *testing.T) {
	r := ast.New("http://a?")
	empty := ast.Span{Start: 9, End: 9}
	if !empty.Present() || r.Text(empty) != "" || r.Text(ast.Span{Start: 7, End: 8}) != "a" {
		t.Error("Text or Present is wrong")
	}
}

func TestSegments(t *testing.T) {
	for _, c := range []struct {
		path   string
		kind   ast.PathKind
		params bool
		want   string // segments in parentheses: name, parameters
	}{
		{"", ast.Empty, true, ``},
		{"/", ast.Absolute, true, `("")`},
		{"//", ast.Absolute, true, `("")("")`},
		{"a", ast.Rootless, true, `("a")`},
		{"a/", ast.Rootless, true, `("a")("")`},
		{"/a/b", ast.Absolute, true, `("a")("b")`},
		{"/a;b;c/;d", ast.Absolute, true, `("a" "b" "c")("" "d")`},
		{"a;", ast.Rootless, true, `("a" "")`},
		{";;", ast.Rootless, true, `("" "" "")`},
		{"/a;b;c/;d", ast.Absolute, false, `("a;b;c")(";d")`},
		{"a/b;c", ast.Opaque, true, ``},
	} {
		// What stands around the path is no part of it.
		r := ast.New("x:" + c.path + "?/;")
		r.Path = ast.Path{Span: ast.Span{Start: 2, End: int32(2 + len(c.path))}, Kind: c.kind, HasParams: c.params}
		var got strings.Builder
		for s := range r.Segments() {
			fmt.Fprintf(&got, "(%q", r.Text(s.Name))
			for p := range r.Params(s) {
				fmt.Fprintf(&got, " %q", r.Text(p.Span))
			}
			got.WriteByte(')')
		}
		if got.String() != c.want {
			t.Errorf("%q, %s, params %v: %s, want %s", c.path, c.kind, c.params, &got, c.want)
		}
	}
}

// TestPairs: each pair with its key and, if there is a "=", its value.
func TestPairs(t *testing.T) {
	for query, want := range map[string]string{
		"": "", "a": "[a]", "a=": "[a=]", "=": "[=]", "a=1&b=2": "[a=1][b=2]", "a=b=c": "[a=b=c]",
		"&": "[][]", "a&": "[a][]", "&&a": "[][][a]", "a;b=1": "[a;b=1]",
	} {
		r := ast.New("//h?" + query + "#&=")
		r.Query.Span = ast.Span{Start: 4, End: int32(4 + len(query))}
		var got strings.Builder
		for p := range r.Pairs() {
			got.WriteString("[" + r.Text(p.Key))
			if p.Value.Present() {
				got.WriteString("=" + r.Text(p.Value))
			}
			got.WriteString("]")
			if whole := got.String(); !strings.HasSuffix(whole, "["+r.Text(p.Span)+"]") {
				t.Errorf("%q: the pair %q is not %q", query, r.Text(p.Span), whole)
			}
		}
		if got.String() != want {
			t.Errorf("%q: %s, want %s", query, &got, want)
		}
	}
	absent := ast.New("//h")
	for p := range absent.Pairs() {
		t.Errorf("there is a pair %v", p)
	}
	two := ast.New("a&b")
	two.Query.Span = ast.Span{Start: 0, End: 3}
	for range two.Pairs() {
		break
	}
}

// TestWalk: every component once, and the walk can be left at each.
func TestWalk(t *testing.T) {
	want := []string{
		`scheme "s"`, `site "u:p@h:1"`, `userinfo "u:p"`, `user "u"`, `password "p"`, `hostport "h:1"`, `host "h"`, `port "1"`,
		`path "/a;b;c/"`, `segment "a;b;c"`, `param "b"`, `param "c"`, `segment ""`, `query "q"`, `fragment "f"`,
	}
	r := reference()
	for n := range len(want) + 1 {
		var got []string
		for name, span := range r.Walk() {
			if len(got) == n {
				break
			}
			got = append(got, fmt.Sprintf("%s %q", name, r.Text(span)))
		}
		if !slices.Equal(got, want[:n]) {
			t.Errorf("left after %d: %q, want %q", n, got, want[:n])
		}
	}
	empty := ast.New("")
	for name := range empty.Walk() {
		if name != "path" {
			t.Errorf("the empty reference has a %s", name)
		}
	}
}

// TestKinds: the words of the command's JSON.
func TestKinds(t *testing.T) {
	for got, want := range map[string]string{
		fmt.Sprint(ast.NoSite, "|", ast.ByServer, "|", ast.Registry):                                                  "|server|registry",
		fmt.Sprint(ast.NoHost, "|", ast.HostName, "|", ast.IPv4, "|", ast.IPv6, "|", ast.IPvFuture, "|", ast.RegName): "|hostname|ipv4|ipv6|ipvfuture|regname",
		fmt.Sprint(ast.Empty, "|", ast.Absolute, "|", ast.Rootless, "|", ast.Opaque):                                  "empty|absolute|rootless|opaque",
	} {
		if strings.ReplaceAll(got, " ", "") != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestParamsLast: in rfc1808 params stand after the path, "/" and all.
func TestParamsLast(t *testing.T) {
	for path, want := range map[string]string{
		"a;b/c;d": "a: b/c, d",
		"/a/b;c":  "a: | b: c",
		"/;x":     ": x",
		";x":      ": x",
		"a;":      "a: ",
		"a/b":     "a: | b: ",
		"a//;":    "a: | : | : ",
	} {
		r := ast.New(path)
		r.Path = ast.Path{Span: ast.Span{Start: 0, End: int32(len(path))}, Kind: ast.Rootless, HasParams: true, ParamsLast: true}
		if path[0] == '/' {
			r.Path.Kind = ast.Absolute
		}
		var segments []string
		for s := range r.Segments() {
			var params []string
			for p := range r.Params(s) {
				params = append(params, r.Text(p.Span))
			}
			segments = append(segments, r.Text(s.Name)+": "+strings.Join(params, ", "))
		}
		if got := strings.Join(segments, "| "); strings.ReplaceAll(got, " |", "|") != strings.ReplaceAll(want, " |", "|") {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}
