package compose_test

import (
	"errors"
	"fmt"
	"net/netip"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/resolve"
	. "github.com/urispec/urispec/resolve/compose"
)

func TestMain(m *testing.M) { effort.Main(m) }

func list(changes ...Change) []Change { return changes }

// The refusals that the tables name, with what the message has to say.
const (
	noScheme    = "a reference needs a scheme"
	asAuthority = "the path would be read as an authority"
	asScheme    = "the first segment would be read as a scheme"
	emptyFirst  = `a path that does not begin with "/" cannot have an empty first segment`
	asOpaque    = "the part after the scheme would be read as an opaque part"
	aloneOpaque = "an opaque part needs a scheme"
	needsSlash  = `after a site, a path begins with "/"`
	needsPath   = `after a site, a query needs a path`
	needsHost   = "needs a host"
	needsUser   = "the password needs a user"
	asServer    = "the registry-based name would be read as a server"
	unknown     = "there is no component"
)

// buildCell writes a result as the tables do: the reference; or "!", the
// refusal, "§" and its section; or, with a guard, "!", the guard and the
// guarded reference.
func buildCell(t *testing.T, out string, err error) string {
	t.Helper()
	if err == nil {
		return out
	}
	var build *BuildError
	if !errors.As(err, &build) {
		t.Errorf("the error is a %T: %v", err, err)
		return err.Error()
	}
	if out != "" || build.Why == "" || err.Error() == "" {
		t.Errorf("%q, %#v", out, build)
	}
	if (build.Guard == "") != (build.Guarded == "") {
		t.Errorf("%#v", build)
	}
	s := bad + build.Why
	if build.Section != "" {
		s += " §" + build.Section
	}
	if build.Guard != "" {
		s += " | " + build.Guard + " " + build.Guarded
	}
	return s
}

// matches reports whether a cell is what the table says: in full, or for a
// refusal a part of its words and the end.
func matches(want, got string) bool {
	if !strings.HasPrefix(want, bad) || !strings.HasPrefix(got, bad) {
		return want == got
	}
	why, section, found := strings.Cut(want[len(bad):], " §")
	return strings.Contains(got, why) && (!found || strings.HasSuffix(got, " §"+section))
}

// refusal is a cell: the words, the section and, after " | ", the guard.
func refusal(why, section string) string { return bad + why + " §" + section }

func TestBuild(t *testing.T) {
	for _, c := range []struct {
		changes []Change
		want    columns
	}{
		// Nothing: the empty reference, which rfc1738 does not know (2.3).
		{nil, columns{refusal(noScheme, "2.3"), "", "", "", ""}},
		{list(Change{}), columns{refusal(noScheme, "2.3"), "", "", "", ""}},

		// Each component is escaped by itself.
		{list(Scheme("http"), Host("h"), Port("80"), Segments(true, "a/b", "c;d"), Query("e?f#")), columns{
			"http://h:80/a%2Fb/c%3Bd?e%3Ff%23",
			"http://h:80/a%2Fb/c%3Bd?e?f%23",
			"http://h:80/a%2Fb/c%3Bd?e?f%23",
			"http://h:80/a%2Fb/c;d?e?f%23",
			"http://h:80/a%2Fb/c;d?e?f%23",
		}},
		{list(Scheme("x"), Segments(true, "100%", "%41")), columns{
			refusal(asOpaque, "2.1"), "x:/100%25/%2541", "x:/100%25/%2541", "x:/100%25/%2541", "x:/100%25/%2541"}},
		// In any order, and the last counts.
		{list(Query("q"), Host("i"), Segments(true), Scheme("x"), Host("h")), all("x://h/?q")},

		// Absent is not empty.
		{list(Scheme("x"), Host("h"), Segments(true), Query("")), all("x://h/?")},
		{list(Scheme("x"), Host("h"), Fragment("")), columns{bad + unknown, "x://h#", "x://h#", "x://h#", "x://h#"}},
		{list(Scheme("x"), Host("h"), Port("")), columns{
			refusal("the port cannot end here", "3.1"), "x://h:", "x://h:", "x://h:", "x://h:"}},
		{list(Query("q")), columns{refusal(noScheme, "2.3"), "?q", "?q", "?q", "?q"}},
		{list(Fragment("f")), columns{bad + unknown, "#f", "#f", "#f", "#f"}},

		// User and password, or userinfo.
		{list(Scheme("ftp"), User("u@"), Password("p:"), Host("h")), columns{
			"ftp://u%40:p%3A@h", "ftp://u%40:p%3A@h", "ftp://u%40:p:@h", "ftp://u%40:p:@h", "ftp://u%40:p:@h"}},
		{list(Scheme("ftp"), Host("h"), User("a:b"), Password("p"), User("c:d")), columns{
			"ftp://c%3Ad:p@h", "ftp://c%3Ad:p@h", "ftp://c%3Ad:p@h", "ftp://c%3Ad:p@h", "ftp://c%3Ad:p@h"}},
		{list(Scheme("ftp"), User(""), Host("h")), all("ftp://@h")},
		{list(Scheme("ftp"), User(""), Password(""), Host("h")), columns{
			"ftp://:@h", "ftp://:@h", "ftp://:@h", "ftp://:@h", "ftp://:@h"}},
		{list(Scheme("ftp"), Password("p"), Host("h")), columns{
			refusal(needsUser, "3.1"), refusal(needsUser, "4.3.1"), refusal(needsUser, "4.3.1"), refusal(needsUser, "3.2.2"), refusal(needsUser, "3.2.1")}},
		{list(Scheme("ftp"), UserInfo("u:p@"), Host("h")), columns{
			bad + unknown, bad + unknown, "ftp://u:p%40@h", "ftp://u:p%40@h", "ftp://u:p%40@h"}},
		{list(Scheme("ftp"), Raw("userinfo", "u%3A:p"), Host("h")), columns{
			bad + unknown, bad + unknown, "ftp://u%3A:p@h", "ftp://u%3A:p@h", "ftp://u%3A:p@h"}},
		{list(Scheme("ftp"), User("u")), columns{
			refusal(needsHost, "3.1"), refusal(needsHost, "4.3.1"), refusal(needsHost, "4.3.1"), refusal(needsHost, "3.2.2"), refusal(needsHost, "3.2.2")}},
		{list(UserInfo("u")), columns{
			bad + unknown, bad + unknown, refusal(needsHost, "4.3.1"), refusal(needsHost, "3.2.2"), refusal(needsHost, "3.2.2")}},
		{list(Scheme("x"), Port("80")), columns{
			refusal(needsHost, "3.1"), refusal(needsHost, "4.3.1"), refusal(needsHost, "4.3.1"), refusal(needsHost, "3.2.2"), refusal(needsHost, "3.2.2")}},
		// An empty host is one only in rfc3986 (3.2.2).
		{list(Host(""), UserInfo("u"), Port("80")), columns{bad, bad, bad, bad, "//u@:80"}},
		// http has no user in rfc1738 (3.3).
		{list(Scheme("http"), User("u"), Host("h")), columns{
			refusal(`"@" at offset 8, expected`, "3.1"), "http://u@h", "http://u@h", "http://u@h", "http://u@h"}},

		// Hosts.
		{list(Host("[::1]"), Port("80")), columns{
			bad + `"[" cannot stand in the host, which has no escapes, at offset 0 of the data §3.1`,
			bad + `"[" cannot stand in the host, which has no escapes, at offset 0 of the data §4.3.1`,
			bad + `"[" cannot stand in the host, which has no escapes, at offset 0 of the data §4.3.1`,
			"//[::1]:80", "//[::1]:80"}},
		{list(Host("b\u00fccher.example")), columns{bad, bad, bad, bad, "//b%C3%BCcher.example"}},

		// A site as a whole; an empty one.
		{list(Scheme("file"), Raw("site", ""), Segments(true, "etc")), all("file:///etc")},
		{list(Scheme("http"), Raw("site", ""), Segments(true, "etc")), columns{
			refusal(`"/" at offset 7, expected`, "3.3"), "http:///etc", "http:///etc", "http:///etc", "http:///etc"}},
		{list(Scheme("x"), Raw("site", "u:p@h:80"), Port("81")), all("x://u:p@h:81")},
		{list(Scheme("x"), Raw("site", "u%40@h")), all("x://u%40@h")},
		{list(Scheme("x"), Raw("site", "a_b")), columns{
			// It could be a user, if there were a host.
			refusal("the login cannot end here, expected", "3.1"), refusal("the server cannot end here, expected", "4.3.1"),
			"x://a_b", "x://a_b", "x://a_b"}},
		{list(Scheme("x"), Raw("site", "h/p")), columns{bad, bad, bad, bad, refusal(`"/" cannot stand in the authority unescaped, at offset 1 of the text`, "3.2")}},
		{list(Scheme("x"), Raw("site", ""), Port("80")), columns{bad + needsHost, bad + needsHost, bad + needsHost, bad + needsHost, "x://:80"}},

		// Registry-based names (url-syntax-09 4.3.1, rfc2396bis-00 3.2).
		{list(Registry("a_b:c")), columns{bad + unknown, bad + unknown, "//a_b:c", "//a_b:c", bad + unknown}},
		{list(Registry("h")), columns{bad + unknown, bad + unknown, refusal(asServer, "4.3.1"), refusal(asServer, "3.2"), bad + unknown}},
		{list(Registry("a_b"), Host("h")), columns{bad + unknown, bad + unknown, "//h", "//h", bad + unknown}},
		{list(Host("h"), Port("1"), Registry("a_b")), columns{bad + unknown, bad + unknown, "//a_b", "//a_b", bad + unknown}},

		// A path without a site that begins "//" (url-syntax-02 and -09 4.4,
		// rfc2396bis-00 3 and 4.3, rfc3986 3.3). Only the algorithm of rfc3986
		// takes dots out of absolute paths.
		{list(Segments(true, "", "a")), columns{
			refusal(noScheme, "2.3"), refusal(asAuthority, "4.4"), refusal(asAuthority, "4.4"), refusal(asAuthority, "3, 4.3"),
			refusal(asAuthority, "3.3 | /. /.//a")}},
		{list(Scheme("x"), Segments(true, "", "a"), Query("q")), columns{
			refusal(asAuthority, "3.1"), refusal(asAuthority, "4.4"), refusal(asAuthority, "4.4"), refusal(asAuthority, "3, 4.3"),
			refusal(asAuthority, "3.3 | /. x:/.//a?q")}},
		{list(Raw("path", "//")), columns{
			refusal(noScheme, "2.3"), refusal(asAuthority, "4.4"), refusal(asAuthority, "4.4"), refusal(asAuthority, "3, 4.3"),
			refusal(asAuthority, "3.3 | /. /.//")}},
		{list(Scheme("x"), Host("h"), Segments(true, "", "a")), all("x://h//a")},

		// A first segment with a colon in a relative path (5, rfc3986 4.2).
		{list(Segments(false, "this:that")), columns{
			refusal(noScheme, "2.3"), refusal(asScheme, "5 | ./ ./this:that"), refusal(asScheme, "5 | ./ ./this:that"),
			refusal(asScheme, "5 | ./ ./this:that"), refusal(asScheme, "4.2 | ./ ./this:that")}},
		{list(Segments(false, "1:2", "a"), Query("q"), Fragment("f")), columns{
			bad + unknown, refusal(asScheme, "5 | ./ ./1:2/a?q#f"), refusal(asScheme, "5 | ./ ./1:2/a?q#f"),
			refusal(asScheme, "5 | ./ ./1:2/a?q#f"), refusal(asScheme, "4.2 | ./ ./1:2/a?q#f")}},
		// Nothing before the colon is no scheme in the drafts (02-L3, 09-L2).
		{list(Segments(false, ":a")), columns{
			refusal(noScheme, "2.3"), ":a", ":a", refusal(asScheme, "5 | ./ ./:a"), refusal(asScheme, "4.2 | ./ ./:a")}},
		{list(Segments(false, "a", "b:c")), columns{refusal(noScheme, "2.3"), "a/b:c", "a/b:c", "a/b:c", "a/b:c"}},
		{list(Segments(true, "b:c")), columns{refusal(noScheme, "2.3"), "/b:c", "/b:c", "/b:c", "/b:c"}},

		// An empty first segment.
		{list(Segments(false, "", "a")), columns{
			refusal(noScheme, "2.3"), refusal(emptyFirst, "5 | ./ .//a"), refusal(emptyFirst, "5 | ./ .//a"),
			refusal(emptyFirst, "5 | ./ .//a"), refusal(emptyFirst, "3.3 | ./ .//a")}},
		{list(Segments(false, "")), columns{
			refusal(noScheme, "2.3"), refusal(emptyFirst, "5"), refusal(emptyFirst, "5"), refusal(emptyFirst, "5"), refusal(emptyFirst, "3.3")}},
		{list(Scheme("x"), Segments(false, "", "a")), columns{
			refusal(emptyFirst, "3.1"), refusal(emptyFirst, "5"), refusal(emptyFirst, "5"), refusal(emptyFirst, "5"), refusal(emptyFirst, "3.3")}},
		{list(Scheme("x"), Host("h"), Segments(false, "")), columns{
			refusal(emptyFirst, "3.1"), refusal(emptyFirst, "5"), refusal(emptyFirst, "5"), refusal(emptyFirst, "5"), refusal(emptyFirst, "3.3")}},

		// Paths without segments.
		{list(Scheme("x"), Host("h"), Segments(true)), all("x://h/")},
		{list(Scheme("x"), Host("h"), Segments(false)), all("x://h")},
		{list(Scheme("x"), Host("h"), Segments(true, "")), all("x://h/")},
		{list(Scheme("x"), Host("h"), Segments(true, "a", "")), all("x://h/a/")},

		// A path after a site (5, 3, 3.3).
		{list(Scheme("x"), Host("h"), Segments(false, "a")), columns{
			refusal(needsSlash, "3.1"), refusal(needsSlash, "5"), refusal(needsSlash, "5"), refusal(needsSlash, "3"), refusal(needsSlash, "3.3")}},

		// A query directly after the site (02-L1, 09-L1, 1738-L5).
		{list(Scheme("http"), Host("h"), Query("q")), columns{
			refusal(needsPath, "3.3"), refusal(needsPath, "5"), refusal(needsPath, "5"), "http://h?q", "http://h?q"}},

		// Parameters (url-syntax-02 and -09 4.3.2).
		{list(Host("h"), Path(true, Segment{Name: "a", Params: []string{"b=;", ""}}, Segment{Name: "c"})), columns{
			bad + unknown, "//h/a;b=%3B;/c", "//h/a;b=%3B;/c", bad + unknown, bad + unknown}},
		{list(Path(false, Segment{Params: []string{"a:b"}})), columns{
			bad + unknown, bad + asScheme, bad + asScheme, bad + unknown, bad + unknown}},
		{list(Scheme("ftp"), Host("h"), Raw("path", "/a;type=i")), all("ftp://h/a;type=i")},

		// Opaque parts (rfc1738 2.1, rfc2396bis-00 3).
		{list(Scheme("mailto"), Opaque("a@b?c")), columns{"mailto:a@b?c", bad + unknown, bad + unknown, "mailto:a@b?c", bad + unknown}},
		{list(Scheme("mailto"), Segments(false, "a@b")), columns{
			refusal(asOpaque, "2.1"), "mailto:a@b", "mailto:a@b", refusal(asOpaque, "3"), "mailto:a@b"}},
		{list(Scheme("x"), Opaque("?a")), columns{"x:?a", bad + unknown, bad + unknown, "x:%3Fa", bad + unknown}},
		{list(Scheme("x"), Raw("opaque", "?a")), columns{
			"x:?a", bad + unknown, bad + unknown, bad + `it would be read with the query "a" and the path ""`, bad + unknown}},
		{list(Scheme("x"), Opaque("//h/a")), columns{refusal(asAuthority, "3.1"), bad + unknown, bad + unknown, "x:%2F/h/a", bad + unknown}},
		{list(Opaque("a")), columns{refusal(noScheme, "2.3"), bad + unknown, bad + unknown, refusal(aloneOpaque, "3"), bad + unknown}},
		{list(Scheme("x"), Opaque("a"), Query("q")), columns{
			refusal(aloneOpaque, "2.1"), bad + unknown, bad + unknown, refusal(aloneOpaque, "3"), bad + unknown}},
		{list(Scheme("x"), Host("h"), Opaque("a")), columns{
			refusal(aloneOpaque, "2.1"), bad + unknown, bad + unknown, refusal(aloneOpaque, "3"), bad + unknown}},
		{list(Scheme("x"), Opaque("a"), Host("h"), Segments(true)), columns{"x://h/", bad + unknown, bad + unknown, "x://h/", bad + unknown}},

		// What rfc1738 says of its schemes is checked as a whole.
		{list(Scheme("nntp"), Host("h"), Segments(true, "comp.x", "a")), columns{
			refusal(`"a" at offset 16, expected digit`, "3.7"), "nntp://h/comp.x/a", "nntp://h/comp.x/a", "nntp://h/comp.x/a", "nntp://h/comp.x/a"}},
		{list(Scheme("http"), Host("h"), Raw("path", "/%zz")), columns{
			refusal(`"z" in an escape, expected a hexadecimal digit, at offset 2 of the text`, "3.1"),
			refusal(`"z" in an escape, expected a hexadecimal digit, at offset 2 of the text`, "4.3.2"),
			refusal(`"z" in an escape, expected a hexadecimal digit, at offset 2 of the text`, "4.3.2"),
			refusal(`"z" in an escape, expected a hexadecimal digit, at offset 2 of the text`, "3.3"),
			refusal(`"z" in an escape, expected a hexadecimal digit, at offset 2 of the text`, "3.3")}},
		{list(Scheme("http"), Host("h"), Raw("path", "/a?b")), columns{
			bad + `it would be read with the query "b" and the path "/a"`, bad, bad, bad, bad}},
		{list(Scheme("x"), Raw("port", "8a")), columns{bad, bad, bad, bad, refusal(`"a" cannot stand in the port, which has no escapes, at offset 1 of the text`, "3.2.3")}},

		// No such component, or not to be set so.
		{list(Raw("segment", "a")), all(bad + `there is no component "segment"`)},
		{list(Raw("nothing", "a")), all(bad + `there is no component "nothing"`)},
		{list(Raw("", "")), all(bad + `there is no component ""`)},
		{list(Without("nothing")), all(bad + `there is no component "nothing"`)},
		{list(Without("host")), all(bad + "the host cannot be removed by itself")},
		{list(Without("path")), all(bad + "the path cannot be removed by itself")},
	} {
		for i, e := range tabled {
			out, err := prepared()[e].builder.Build(c.changes...)
			if got := buildCell(t, out, err); !matches(c.want[i], got) {
				t.Errorf("%s: %+v:\n got %s\nwant %s", e, c.changes, got, c.want[i])
			}
		}
	}
}

func TestEdit(t *testing.T) {
	// In the columns, invalid is the edition's own error about the reference.
	const invalid = "invalid"
	for _, c := range []struct {
		ref     string
		changes []Change
		want    columns
	}{
		{"http://h:80/a%7eb/../c?q", nil, all(same)},
		{"http://h/a b", list(Query("q")), all(invalid)},
		{"#f", list(Query("q")), columns{invalid, "?q#f", "?q#f", "?q#f", "?q#f"}},

		// One component changes, the rest stays byte for byte.
		{"http://h:80/%7ea/.//b?q", list(Scheme("x")), all("x://h:80/%7ea/.//b?q")},
		{"http://h:80/%7ea/.//b?q", list(Host("i.j")), all("http://i.j:80/%7ea/.//b?q")},
		{"http://h:80/%7ea/.//b?q", list(Port("81")), all("http://h:81/%7ea/.//b?q")},
		{"http://h:80/%7ea/.//b?q", list(Segments(true, "c d")), all("http://h:80/c%20d?q")},
		{"http://h:80/%7ea/.//b?q", list(Query("r s")), all("http://h:80/%7ea/.//b?r%20s")},
		{"http://h:80/%7ea/.//b?q", list(Fragment("f")), columns{
			bad + unknown, "http://h:80/%7ea/.//b?q#f", "http://h:80/%7ea/.//b?q#f", "http://h:80/%7ea/.//b?q#f", "http://h:80/%7ea/.//b?q#f"}},
		{"ftp://u:p@h/", list(User("v")), all("ftp://v:p@h/")},
		{"ftp://u:p@h/", list(Password("")), all("ftp://u:@h/")},
		{"ftp://u:p@h/", list(Host("i")), all("ftp://u:p@i/")},
		{"ftp://u:p@h/", list(UserInfo("v")), columns{bad + unknown, bad + unknown, "ftp://v@h/", "ftp://v@h/", "ftp://v@h/"}},

		// Absent is not empty.
		{"http://h/?", list(Segments(true, "a")), all("http://h/a?")},
		{"http://h/?q", list(Query("")), all("http://h/?")},
		{"http://h/?q", list(Without("query")), all("http://h/")},
		{"http://h/?", list(Without("query")), all("http://h/")},
		{"http://h/", list(Without("query")), all("http://h/")},
		{"http://h:80/", list(Without("port")), all("http://h/")},
		{"ftp://u:p@h/", list(Without("userinfo")), all("ftp://h/")},
		{"ftp://u:p@h/", list(Without("password")), all("ftp://u@h/")},
		{"ftp://u:p@h/", list(Without("user")), columns{
			refusal(needsUser, "3.1"), refusal(needsUser, "4.3.1"), refusal(needsUser, "4.3.1"), refusal(needsUser, "3.2.2"), refusal(needsUser, "3.2.1")}},
		{"ftp://u:p@h/", list(Without("password"), Without("user")), all("ftp://h/")},
		{"//h/a", list(Without("site")), columns{invalid, "/a", "/a", "/a", "/a"}},
		{"//h/?q#", list(Without("fragment")), columns{invalid, "//h/?q", "//h/?q", "//h/?q", "//h/?q"}},
		{"http://h/a", list(Without("fragment")), columns{bad + unknown, same, same, same, same}},
		{"http://h/a", list(Without("scheme")), columns{refusal(noScheme, "2.3"), "//h/a", "//h/a", "//h/a", "//h/a"}},

		// What would be read as something else.
		{"http://h//a", list(Without("site")), columns{
			refusal(asAuthority, "3.1"), refusal(asAuthority, "4.4"), refusal(asAuthority, "4.4"), refusal(asAuthority, "3, 4.3"),
			refusal(asAuthority, "3.3 | /. http:/.//a")}},
		{"x:a:b", list(Without("scheme")), columns{
			refusal(noScheme, "2.3"), refusal(asScheme, "5 | ./ ./a:b"), refusal(asScheme, "5 | ./ ./a:b"),
			refusal(aloneOpaque, "3"), refusal(asScheme, "4.2 | ./ ./a:b")}},
		{"http://h/?q", list(Segments(false)), columns{
			refusal(needsPath, "3.3"), refusal(needsPath, "5"), refusal(needsPath, "5"), "http://h?q", "http://h?q"}},
		{"http://h", list(Without("site"), Port("80")), columns{bad + needsHost, bad + needsHost, bad + needsHost, bad + needsHost, bad + needsHost}},

		// A registry-based name has no host that a port could follow.
		{"//a_b", list(Port("80")), columns{invalid, invalid, refusal(needsHost, "4.3.1"), refusal(needsHost, "3.2.2"), "//a_b:80"}},
		{"//a_b", list(Host("h")), columns{invalid, invalid, "//h", "//h", "//h"}},
		{"//a_b", list(Without("port")), columns{invalid, invalid, same, same, same}},
		{"//h:80/a", list(Registry("r_")), columns{invalid, bad + unknown, "//r_/a", "//r_/a", bad + unknown}},

		// Opaque parts.
		{"mailto:a?b", list(Query("c")), columns{refusal(aloneOpaque, "2.1"), "mailto:a?c", "mailto:a?c", refusal(aloneOpaque, "3"), "mailto:a?c"}},
		{"mailto:a?b", list(Opaque("c@d")), columns{"mailto:c@d", bad + unknown, bad + unknown, "mailto:c@d", bad + unknown}},
		{"x:a", list(Host("h")), columns{refusal(aloneOpaque, "2.1"), refusal(needsSlash, "5"), refusal(needsSlash, "5"), refusal(aloneOpaque, "3"), refusal(needsSlash, "3.3")}},
		{"http://h", list(Opaque("a")), columns{refusal(aloneOpaque, "2.1"), bad + unknown, bad + unknown, refusal(aloneOpaque, "3"), bad + unknown}},

		// A path as data, and segments after it.
		{"http://h/a?q", list(WholePath("/b c/%41;")), all("http://h/b%20c/%2541;?q")},
		{"http://h/a?q", list(WholePath("/b?")), columns{bad, "http://h/b%3F?q", "http://h/b%3F?q", "http://h/b%3F?q", "http://h/b%3F?q"}},
		{"http://h/a", list(WholePath("b")), columns{
			refusal(needsSlash, "3.1"), refusal(needsSlash, "5"), refusal(needsSlash, "5"), refusal(needsSlash, "3"), refusal(needsSlash, "3.3")}},
		{"http://h/a?q", list(AppendSegment("b/c"), AppendSegment("d")), all("http://h/a/b%2Fc/d?q")},
		{"http://h/a/?q", list(AppendSegment("b")), all("http://h/a/b?q")},
		{"http://h/a/", list(AppendSegment("")), all(same)},
		{"http://h/a", list(AppendSegment("")), all("http://h/a/")},
		{"http://h", list(AppendSegment("")), all("http://h/")},
		{"http://h", list(AppendSegment("a")), all("http://h/a")},
		{"http://h/", list(AppendSegment("a")), all("http://h/a")},
		{"?q", list(AppendSegment("a")), columns{invalid, "a?q", "a?q", "a?q", "a?q"}},
		{"?q", list(AppendSegment("a:b")), columns{invalid, bad + asScheme, bad + asScheme, bad + asScheme, bad + asScheme}},
		{"http://h/a", list(AppendSegment("..")), columns{"http://h/a/..", bad + "read as a step", bad + "read as a step", bad + "read as a step", bad + "read as a step"}},
		{"mailto:a", list(AppendSegment("b")), columns{
			refusal("an opaque part has no segments", "2.1"), "mailto:a/b", "mailto:a/b", refusal("an opaque part has no segments", "3"), "mailto:a/b"}},

		// Pairs of the query. In rfc1738 "$-_.+!*'()," are unreserved.
		{"http://h/?a=1&b=2&a=3&c", list(Pair("a", "x&y=z")), all("http://h/?a=x%26y%3Dz&b=2&c")},
		{"http://h/?a=1", list(Pair("d e", "/~+")), columns{
			"http://h/?a=1&d%20e=%2F%7E+", "http://h/?a=1&d%20e=%2F~%2B", "http://h/?a=1&d%20e=%2F~%2B", "http://h/?a=1&d%20e=%2F~%2B", "http://h/?a=1&d%20e=%2F~%2B"}},
		{"http://h/", list(Pair("", "")), all("http://h/?=")},
		{"http://h/?", list(Pair("a", "")), all("http://h/?a=")},
		{"http://h/?%61=1&&b", list(Pair("a", "2"), Pair("b", "3")), all("http://h/?a=2&&b=3")},
		{"http://h/?a=1", list(AppendPair("a", "2&"), AppendPair("b", "")), all("http://h/?a=1&a=2%26&b=")},
		{"http://h/?", list(AppendPair("a", "1")), all("http://h/?a=1")},
		{"http://h/", list(AppendPair("a", "1"), AppendPair("a", "1")), all("http://h/?a=1&a=1")},
		{"http://h/?%61=1&&b&a", list(WithoutPairs("a")), all("http://h/?&b")},
		{"http://h/?a=1&a", list(WithoutPairs("a")), all("http://h/")},
		{"http://h/?a=1", list(WithoutPairs("b")), all(same)},
		{"http://h/?", list(WithoutPairs("")), all(same)},
		{"http://h/", list(WithoutPairs("a")), all(same)},

		// rfc1738, by scheme (3.2, 3.10, 3.4).
		{"ftp://h/a;type=i", list(User("u")), all("ftp://u@h/a;type=i")},
		{"file:///etc/motd", list(Host("localhost")), all("file://localhost/etc/motd")},
		{"file://h/etc/motd", list(Raw("site", "")), all("file:///etc/motd")},
		{"file://h/", list(Port("1")), columns{refusal("at offset 8, expected", "3.1"), "file://h:1/", "file://h:1/", "file://h:1/", "file://h:1/"}},
		{"gopher://h/1a", list(Port("70")), all("gopher://h:70/1a")},
		{"news:a@h", list(Host("i")), columns{refusal(aloneOpaque, "2.1"), bad + needsSlash, bad + needsSlash, bad + aloneOpaque, bad + needsSlash}},
	} {
		for i, e := range tabled {
			out, err := prepared()[e].builder.Edit(c.ref, c.changes...)
			var got string
			var syntax *grammar.SyntaxError
			var build *BuildError
			switch {
			case !errors.As(err, &build) && errors.As(err, &syntax):
				got = invalid
			case err == nil && out == c.ref:
				got = same
			default:
				got = buildCell(t, out, err)
			}
			want := c.want[i]
			if want == c.ref {
				want = same
			}
			if !matches(want, got) {
				t.Errorf("%s: %s: %+v:\n got %s\nwant %s", e, c.ref, c.changes, got, c.want[i])
			}
		}
	}
}

// TestAddress: an IP address gets the brackets and the zone that the edition has.
func TestAddress(t *testing.T) {
	for _, c := range []struct {
		edition *grammar.Edition
		address netip.Addr
		want    string // "" for an error
	}{
		{editions.RFC3986, netip.MustParseAddr("127.0.0.1"), "http://127.0.0.1:80/"},
		{editions.RFC3986, netip.MustParseAddr("::1"), "http://[::1]:80/"},
		{editions.RFC3986, netip.MustParseAddr("::ffff:1.2.3.4"), "http://[::ffff:1.2.3.4]:80/"},
		{editions.RFC3986, netip.MustParseAddr("fe80::1%en0"), ""},
		{editions.RFC6874, netip.MustParseAddr("fe80::1%en0.1"), "http://[fe80::1%25en0.1]:80/"},
		{editions.RFC6874, netip.MustParseAddr("fe80::1%a]/b"), "http://[fe80::1%25a%5D%2Fb]:80/"},
		{editions.RFC2732, netip.MustParseAddr("::1"), "http://[::1]:80/"},
		{editions.RFC2396, netip.MustParseAddr("::1"), ""},
		{editions.RFC1738, netip.MustParseAddr("1.2.3.4"), "http://1.2.3.4:80/"},
		{editions.RFC1808, netip.MustParseAddr("1.2.3.4"), ""}, // a site is not divided
		{editions.RFC3986, netip.Addr{}, ""},
	} {
		got, err := Edit(c.edition, "http://h:80/", Address(c.address))
		var build *BuildError
		if got != c.want || (err == nil) != (c.want != "") || err != nil && !errors.As(err, &build) {
			t.Errorf("%s: %v: %q, %v; want %q", c.edition, c.address, got, err, c.want)
		}
	}
}

// TestPrepared: the functions are the methods of what is prepared.
func TestPrepared(t *testing.T) {
	for _, e := range editions.All() {
		b := NewBuilder(e)
		for _, changes := range [][]Change{
			nil, {Scheme("x"), Host("h"), Segments(true, "a b"), Query("?")}, {UserInfo("u"), Host("h")},
			{Segments(false, "a:b")}, {Scheme("x"), Opaque("a")}, {Raw("site", "h:80")}, {Without("user")},
		} {
			want, err := b.Build(changes...)
			got, other := Build(e, changes...)
			if got != want || fmt.Sprint(err) != fmt.Sprint(other) {
				t.Errorf("%s: %+v: %q, %v and %q, %v", e, changes, got, other, want, err)
			}
			want, err = b.Edit("x://i/b?c", changes...)
			got, other = Edit(e, "x://i/b?c", changes...)
			if got != want || fmt.Sprint(err) != fmt.Sprint(other) {
				t.Errorf("%s: %+v: %q, %v and %q, %v", e, changes, got, other, want, err)
			}
		}
	}
}

// TestBuildErrors are errors as people read them, and as programs do.
func TestBuildErrors(t *testing.T) {
	for _, c := range []struct {
		e       *grammar.Edition
		changes []Change
		want    string
	}{
		{editions.RFC3986, list(Segments(false, "this:that")),
			`rfc3986: this:that: the first segment would be read as a scheme (section 4.2); "./" guards it: ./this:that`},
		{editions.RFC3986, list(Scheme("x"), Segments(true, "", "a")),
			`rfc3986: x://a: the path would be read as an authority (section 3.3); "/." guards it: x:/.//a`},
		{editions.URLSyntax09, list(Scheme("x"), Segments(true, "", "a")),
			`url-syntax-09: x://a: the path would be read as an authority (section 4.4)`},
		{editions.URLSyntax02, list(Scheme("http"), Host("h"), Query("q")),
			`url-syntax-02: http://h?q: after a site, a query needs a path, even if it is only "/" (section 5)`},
		{editions.RFC1738, list(Host("h")),
			`rfc1738: //h: a reference needs a scheme: "Relative links are not described in this document." (section 2.3)`},
		{editions.RFC1738, list(Fragment("f")), `rfc1738: there is no component "fragment"`},
		{editions.RFC1738, list(Scheme("http"), Host("h_")),
			`rfc1738: "_" cannot stand in the host, which has no escapes, at offset 1 of the data (section 3.1)`},
		{editions.RFC1738, list(Scheme("nntp"), Host("h"), Segments(true, "1")),
			`rfc1738: nntp://h/1: "1" at offset 9, expected alpha (section 3.7)`},
		{editions.RFC3986, list(UserInfo("u")), `rfc3986: //u@: the userinfo needs a host (section 3.2.2)`},
		{editions.RFC3986, list(Without("host")), `rfc3986: the host cannot be removed by itself`},
	} {
		_, err := Build(c.e, c.changes...)
		if err == nil || err.Error() != c.want {
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
	}

	_, err := Build(editions.URLSyntax02, Segments(false, "a:b"), Query("c"))
	var build *BuildError
	if !errors.As(err, &build) {
		t.Fatalf("the error is a %T", err)
	}
	if diff := cmp.Diff(BuildError{
		Edition: "url-syntax-02", Literal: "a:b?c", Component: "path",
		Why: "the first segment would be read as a scheme", Section: "5",
		Guard: "./", Guarded: "./a:b?c",
	}, *build); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}

	// The cause can be asked for.
	_, err = Build(editions.RFC1738, Scheme("nntp"), Host("h"), Segments(true, "1"))
	var syntax *grammar.SyntaxError
	if !errors.As(err, &syntax) || syntax.Input != "nntp://h/1" || syntax.Offset != 9 {
		t.Errorf("the cause of %v is %#v", err, syntax)
	}
	_, err = Build(editions.RFC1738, Host("_"))
	var encode *EncodeError
	if !errors.As(err, &encode) || encode.Data != "_" {
		t.Errorf("the cause of %v is %#v", err, encode)
	}
	_, err = Build(editions.RFC3986, Raw("query", "%"))
	var decode *DecodeError
	if !errors.As(err, &decode) || decode.Text != "%" {
		t.Errorf("the cause of %v is %#v", err, decode)
	}
	_, err = Build(editions.RFC1738, Raw("nothing", ""))
	var unknown *grammar.UnknownNameError
	if !errors.As(err, &unknown) || strings.Join(unknown.Known, " ") != "site path opaque scheme user password host port query" {
		t.Errorf("the cause of %v is %#v", err, unknown)
	}
}

// TestSections: in every edition a refusal cites the section of its reason, unless
// the components would only be read as others.
func TestSections(t *testing.T) {
	sites := []Change{{}, Host("h"), Raw("site", ""), Raw("site", "h"), UserInfo("u"), User("u"), Password("p"), Port("8"), Registry("h"), Registry("a_b")}
	paths := []Change{{}, Raw("path", "a"), Raw("path", "//a"), Raw("path", "a:b"), Segments(false, "", "b"), Opaque("o"),
		Path(true, Segment{Name: "a", Params: []string{"p"}}, Segment{Name: "b"})}
	refused := 0
	for _, e := range editions.All() {
		for _, e := range []*grammar.Edition{e, e.Corrected()} {
			for _, scheme := range []Change{{}, Scheme("x"), Scheme("http")} {
				for _, site := range sites {
					for _, path := range paths {
						for _, query := range []Change{{}, Query("q")} {
							_, err := Build(e, scheme, site, path, query)
							build, ok := errors.AsType[*BuildError](err)
							unknown, _ := errors.AsType[*grammar.UnknownNameError](err)
							if !ok || unknown != nil || strings.HasPrefix(build.Why, "it would be read with ") {
								continue
							}
							if refused++; build.Section == "" {
								t.Errorf("no section: %v", err)
							}
						}
					}
				}
			}
		}
	}
	if refused < 1000 {
		t.Errorf("only %d refusals", refused)
	}
}

// TestGuards: the guard changes nothing of what a reference refers to. The
// algorithms take trees that cannot be written, so that what is meant can be
// compared with what is written instead.
func TestGuards(t *testing.T) {
	seen := make(map[string]bool)
	for _, e := range editions.All()[1:] {
		algorithm, ok := resolve.Lookup(e.Document().Resolution.Algorithm)
		if !ok {
			t.Fatalf("%s has no algorithm", e)
		}
		for _, base := range []string{"http://h/b/c/d", "http://h/", "x://h/b/"} {
			for _, path := range []struct {
				absolute bool
				segments []string
			}{
				{false, []string{"this:that"}}, {false, []string{":"}}, {false, []string{"a:", "..", "b"}}, {false, []string{"a:b", "."}},
				{false, []string{""}}, {false, []string{"", "a"}}, {false, []string{"", "..", "a"}}, {false, []string{"", ""}},
				{true, []string{"", ""}}, {true, []string{"", "a"}}, {true, []string{"", "", ".."}}, {true, []string{"", "a:b", "..", "c"}},
			} {
				_, err := Build(e, Segments(path.absolute, path.segments...), Query("q"))
				var build *BuildError
				if !errors.As(err, &build) || build.Guard == "" {
					continue
				}
				seen[build.Guard] = true
				parsed, err := e.Parse(base)
				if err != nil {
					t.Fatal(err)
				}
				text := strings.Join(path.segments, "/")
				kind := ast.Rootless
				if path.absolute {
					text, kind = "/"+text, ast.Absolute
				}
				meant := ast.New(text + "q")
				meant.Path = ast.Path{Span: ast.Span{Start: 0, End: int32(len(text))}, Kind: kind}
				meant.Query.Span = ast.Span{Start: int32(len(text)), End: int32(len(text)) + 1}
				// No string has these components, so the steps have to be taken one by one.
				steps := resolve.Options{Trace: func(resolve.Step) {}}
				want, err := algorithm.Resolve(&parsed, &meant, steps)
				if err != nil {
					t.Fatalf("%s: %s in %s: %v", e, text, base, err)
				}
				got, err := e.Resolve(base, build.Guarded)
				if err != nil || got != want {
					t.Errorf("%s: %s in %s refers to %s, the path %s to %s: %v", e, build.Guarded, base, got, text, want, err)
				}
			}
		}
	}
	if len(seen) != 2 {
		t.Errorf("the guards are %v", seen)
	}
}

// references are the references of an edition's examples that conform.
func references(t *testing.T, e *grammar.Edition) []string {
	t.Helper()
	text, err := os.ReadFile("../../grammar/editions/" + e.Name() + "/testdata/examples.tsv")
	if err != nil {
		t.Fatal(err)
	}
	refs := []string{"", "?", "#", "?#", "//", "///", "//h:", "//@h", "x:", "x:?", "x:#", "x:a?b", "x://:@h", "file:///", "x:///"}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Split(line, "\t"); line[0] != '#' && len(fields) > 1 {
			refs = append(refs, fields[1])
		}
	}
	return slices.DeleteFunc(refs, func(s string) bool { return !e.Valid(s) })
}

// TestEditNothing: no change is identity, byte for byte.
func TestEditNothing(t *testing.T) {
	for _, e := range editions.All() {
		refs := references(t, e)
		if len(refs) < 20 && e.Grammar().Source().Amends == "" || len(refs) < 10 {
			t.Errorf("%s has only %d examples", e, len(refs))
		}
		b := prepared()[e].builder
		for _, ref := range refs {
			if got, err := b.Edit(ref); err != nil || got != ref {
				t.Errorf("%s: %q becomes %q, %v", e, ref, got, err)
			}
		}
	}
}

// components are the texts of all components by their names, with what kind of
// site and path they are.
func components(ref *ast.Reference) map[string]string {
	all := map[string]string{"kinds": fmt.Sprint(ref.Site.Kind, " ", ref.Path.Kind)}
	for name, span := range ref.Walk() {
		if name != "segment" && name != "param" {
			all[name] = ref.Text(span)
		}
	}
	return all
}

// TestEditOne: setting a component leaves all others as they were, and
// setting it to what it was, escaped as it was, changes nothing.
func TestEditOne(t *testing.T) {
	for _, e := range editions.All() {
		b := prepared()[e].builder
		refs := references(t, e)
		rapid.Check(t, func(t *rapid.T) {
			s := rapid.SampledFrom(refs).Draw(t, "reference")
			data := octets().Draw(t, "data")
			ref, err := e.Parse(s)
			if err != nil {
				t.Fatal(err)
			}
			before := components(&ref)
			for component, change := range map[string]func(string) Change{
				"scheme": Scheme, "host": Host, "port": Port, "query": Query, "fragment": Fragment,
			} {
				got, err := b.Edit(s, change(data))
				if err != nil {
					continue
				}
				ref, err := e.Parse(got)
				if err != nil {
					t.Fatalf("%s: %s of %q set to %q gives %q: %v", e, component, s, data, got, err)
				}
				want := make(map[string]string)
				for name, text := range before {
					want[name] = text
				}
				if want[component], err = prepared()[e].escapers[component].Encode(data); err != nil {
					t.Fatal(err)
				}
				after := components(&ref)
				if component == "host" || component == "port" {
					for _, name := range []string{"kinds", "site", "hostport"} {
						delete(want, name)
						delete(after, name)
					}
				}
				if diff := cmp.Diff(want, after); diff != "" {
					t.Errorf("%s: %s of %q set to %q gives %q (-want +got):\n%s", e, component, s, data, got, diff)
				}
			}
			for component, text := range before {
				if component == "kinds" || component == "hostport" || component == "path" && ref.Path.Kind == ast.Opaque {
					continue
				}
				if component == "userinfo" && ref.Site.Server.UserInfo.User.Present() {
					continue
				}
				if got, err := b.Edit(s, Raw(component, text)); err != nil || got != s {
					t.Errorf("%s: %s of %q set to %q gives %q, %v", e, component, s, text, got, err)
				}
			}
		})
	}
}

// drawChange draws a change, and what is to be found afterwards: the data of a
// component, or nothing if it has none.
func drawChange(t *rapid.T) (change Change, component, data string) {
	data = octets().Draw(t, "data")
	simple := map[string]func(string) Change{
		"scheme": Scheme, "userinfo": UserInfo, "user": User, "password": Password, "host": Host, "port": Port,
		"registry": Registry, "opaque": Opaque, "query": Query, "fragment": Fragment,
	}
	component = rapid.SampledFrom([]string{
		"scheme", "userinfo", "user", "password", "host", "port", "registry", "opaque", "query", "fragment",
		"path", "path", "without", "raw",
	}).Draw(t, "component")
	switch component {
	case "path":
		segments := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Segment {
			return Segment{octets().Draw(t, "name"), rapid.SliceOfN(octets(), 0, 2).Draw(t, "params")}
		}), 0, 3).Draw(t, "segments")
		return Path(rapid.Bool().Draw(t, "absolute"), segments...), "", ""
	case "without":
		return Without(rapid.SampledFrom([]string{
			"scheme", "site", "userinfo", "user", "password", "port", "query", "fragment", "host", "path", "",
		}).Draw(t, "without")), "", ""
	case "raw":
		return Raw(rapid.SampledFrom([]string{
			"scheme", "site", "userinfo", "user", "password", "host", "port", "registry", "path", "opaque", "query", "fragment", "",
		}).Draw(t, "raw"), data), "", ""
	}
	return simple[component](data), component, data
}

// TestBuildAnything: what is built conforms and has the data that was set; an
// error has words, and its guarded reference conforms.
func TestBuildAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawEdition(t)
		want := make(map[string]string)
		var changes []Change
		for range rapid.IntRange(0, 5).Draw(t, "changes") {
			change, component, data := drawChange(t)
			changes = append(changes, change)
			if component == "" {
				clear(want) // it may have taken any away
			} else {
				want[component] = data
			}
		}
		got, err := prepared()[e].builder.Build(changes...)
		if err != nil {
			var build *BuildError
			if !errors.As(err, &build) || build.Why == "" || build.Edition != e.Name() || err.Error() == "" {
				t.Errorf("%#v", err)
			} else if build.Guarded != "" && !e.Valid(build.Guarded) {
				t.Errorf("%v: it does not conform", err)
			}
			return
		}
		ref, err := e.Parse(got)
		if err != nil {
			t.Fatalf("%s: %+v gives %q: %v", e, changes, got, err)
		}
		if len(want) > 1 {
			// Later ones may have taken earlier ones away: the last is enough.
			clear(want)
		}
		for component, data := range want {
			text, ok := componentOf(&ref, component)
			if !ok {
				t.Errorf("%s: %+v gives %q without %s", e, changes, got, component)
			}
			if back, err := prepared()[e].escapers[component].Decode(text); err != nil || back != data {
				t.Errorf("%s: %+v gives %q, whose %s is %q, %v", e, changes, got, component, back, err)
			}
		}
	})
}

// TestPathRoundTrip: the segments and parameters of a path, decoded one by one,
// are those that it was made of.
func TestPathRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawEdition(t)
		_, hasParams := e.Document().Data["param"]
		_, paramsLast := e.Grammar().Source().Sections["params"]
		segments := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Segment {
			s := Segment{Name: octets().Draw(t, "name")}
			if hasParams {
				s.Params = rapid.SliceOfN(octets(), 0, 3).Draw(t, "params")
			}
			return s
		}), 1, 4).Draw(t, "segments")
		s, err := prepared()[e].builder.Build(Scheme("x"), Raw("site", "h"), Path(true, segments...))
		inner := slices.ContainsFunc(segments[:len(segments)-1], func(s Segment) bool { return len(s.Params) > 0 })
		if build := new(BuildError); paramsLast && inner {
			if !errors.As(err, &build) || build.Component != "path" || build.Section != "2.2" {
				t.Fatalf("%s: %q, %v", e, s, err)
			}
			return
		}
		if err != nil {
			// Of rfc1808 no first segment after a site is empty (1808-L1).
			if e == editions.RFC1808 && segments[0].Name == "" && len(segments) > 1 {
				return
			}
			t.Fatal(err)
		}
		ref, err := e.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		var got []Segment
		for segment := range ref.Segments() {
			name, err := prepared()[e].escapers["segment"].Decode(ref.Text(segment.Name))
			if err != nil {
				t.Error(err)
			}
			back := Segment{Name: name}
			for param := range ref.Params(segment) {
				data, err := prepared()[e].escapers["param"].Decode(ref.Text(param.Span))
				if err != nil {
					t.Error(err)
				}
				back.Params = append(back.Params, data)
			}
			got = append(got, back)
		}
		for i := range segments {
			if len(segments[i].Params) == 0 {
				segments[i].Params = nil
			}
		}
		if diff := cmp.Diff(segments, got); diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s", e, s, diff)
		}
	})
}
