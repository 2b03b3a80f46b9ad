package compose_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve/compose"
)

// A cell is the result in that edition, or one of these.
const (
	same = "=" // the result is the input
	none = "-" // the edition has no such component
	bad  = "!" // an error; a number after it is its offset
)

type columns [5]string

// tabled are the editions of the columns. What holds of every edition is in the
// tests that take them all, what is peculiar to rfc3987 in iri_test.go.
var tabled = [len(columns{})]*grammar.Edition{
	editions.RFC1738, editions.URLSyntax02, editions.URLSyntax09, editions.RFC2396bis00, editions.RFC3986,
}

// all is the same cell in every edition of the table.
func all(cell string) columns { return columns{cell, cell, cell, cell, cell} }

// checkRow compares what f makes of a text in each of the tabled editions with a row of
// a table.
func checkRow(t *testing.T, component, in string, want columns, f func(e *grammar.Edition) (string, error)) {
	t.Helper()
	var got columns
	for i, e := range tabled {
		out, err := f(e)
		got[i] = cell(in, out, err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s %q (-want +got):\n%s", component, in, diff)
	}
}

// cell writes a result as the tables do.
func cell(in, out string, err error) string {
	var (
		unknown *grammar.UnknownNameError
		encode  *compose.EncodeError
		decode  *compose.DecodeError
	)
	switch {
	case err == nil && out == in:
		return same
	case err == nil:
		return out
	case errors.As(err, &unknown):
		return none
	case errors.As(err, &encode):
		return fmt.Sprint(bad, encode.Offset)
	case errors.As(err, &decode):
		return fmt.Sprint(bad, decode.Offset)
	}
	return err.Error()
}

func TestEncode(t *testing.T) {
	for _, c := range []struct {
		component, data string
		want            columns
	}{
		// scheme: no escapes, lower case in rfc1738 (2.1), a letter first from
		// rfc2396bis-00 on (3.1).
		{"scheme", "http", all(same)},
		{"scheme", "z39.50+-", all(same)},
		{"scheme", "HTTP", columns{"!0", same, same, same, same}},
		{"scheme", "1a", columns{same, same, same, "!0", "!0"}},
		{"scheme", "a_b", all("!1")},
		{"scheme", "a:b", all("!1")},
		{"scheme", "", all("!0")},

		// user and password where the grammar splits them (rfc1738 3.1,
		// url-syntax-02 4.3.1), which took "?" away and gave "~"; else userinfo, whose
		// first ":" divides them.
		{"user", "a:b@c/d", all("a%3Ab%40c%2Fd")},
		{"user", "a?b~c;&=+$,", columns{"a?b%7Ec;&=+$,", "a%3Fb~c;&=+$,", "a%3Fb~c;&=+$,", "a%3Fb~c;&=+$,", "a%3Fb~c;&=+$,"}},
		{"password", "", all(same)},
		{"password", "a:b%41", columns{"a%3Ab%2541", "a%3Ab%2541", "a:b%2541", "a:b%2541", "a:b%2541"}},
		{"userinfo", "a:b@c/d?", columns{none, none, "a:b%40c%2Fd%3F", "a:b%40c%2Fd%3F", "a:b%40c%2Fd%3F"}},

		// host: names of rfc3986 may hold escapes (3.2.2), no others may; IPv6
		// came with rfc2396bis-00 (3.2.2).
		{"host", "example.com", all(same)},
		{"host", "3com.com", all(same)},
		{"host", "1.2.3.4", all(same)},
		{"host", "example.com.", columns{"!12", "!12", same, same, same}},
		{"host", "a_b", columns{"!1", "!1", "!1", "!1", same}},
		{"host", "a-", columns{"!2", "!2", "!2", "!2", same}},
		{"host", "b\u00fccher", columns{"!1", "!1", "!1", "!1", "b%C3%BCcher"}},
		{"host", "a%41", columns{"!1", "!1", "!1", "!1", "a%2541"}},
		{"host", "::1", columns{"!0", "!0", "!0", "!0", "!0"}},
		{"host", "a:b", columns{"!1", "!1", "!1", "!1", "a%3Ab"}},
		{"host", "[::1]", columns{"!0", "!0", "!0", same, same}},
		{"host", "[v1.a:b]", columns{"!0", "!0", "!0", "!1", same}},
		// What looks like a literal but is none is a name.
		{"host", "[::x]", columns{"!0", "!0", "!0", "!3", "%5B%3A%3Ax%5D"}},
		{"host", "[::1%251]", columns{"!0", "!0", "!0", "!4", "%5B%3A%3A1%25251%5D"}},
		{"host", "", columns{"!0", "!0", "!0", "!0", same}},

		// port: digits, which may be none from url-syntax-02 on (4.3.1, 3.2.2, 3.2.3).
		{"port", "80", all(same)},
		{"port", "080", all(same)},
		{"port", "8a", all("!1")},
		{"port", "", columns{"!0", same, same, same, same}},

		// registry: a name that the grammar does not split (url-syntax-09 4.3.1,
		// rfc2396bis-00 3.2.1, where it cannot be empty).
		{"registry", "a_b:c@d", columns{none, none, same, same, none}},
		{"registry", "a/b?[]", columns{none, none, "a%2Fb%3F%5B%5D", "a%2Fb%3F%5B%5D", none}},
		{"registry", "", columns{none, none, same, "!0", none}},

		// path: as a whole, "/" and ";" stay what they are (4.3.2, 3.3).
		{"path", "/a b/c;d/", columns{none, "/a%20b/c;d/", "/a%20b/c;d/", "/a%20b/c;d/", "/a%20b/c;d/"}},
		{"path", "//a?b#", columns{none, "//a%3Fb%23", "//a%3Fb%23", "//a%3Fb%23", "//a%3Fb%23"}},

		// segment: ";" would begin a param where there are any (url-syntax-02 and
		// -09 4.3.2). rfc1738 has another segment for every scheme; this data is
		// safe in all of them (2.2).
		{"segment", "a/b?c#d", all("a%2Fb%3Fc%23d")},
		{"segment", "a;b", columns{"a%3Bb", "a%3Bb", "a%3Bb", same, same}},
		{"segment", "a:@&=+$,b", columns{"a%3A%40%26%3D+$,b", same, same, same, same}},
		{"segment", "~", columns{"%7E", same, same, same, same}},
		{"segment", "[]{}|\\^`<>\" ", all("%5B%5D%7B%7D%7C%5C%5E%60%3C%3E%22%20")},
		{"segment", "\x00\x7f\x80\xff", all("%00%7F%80%FF")},
		{"segment", "%41%", all("%2541%25")},
		{"segment", "..", all(same)},
		{"segment", "", all(same)},
		{"param", "a;b=c/d", columns{none, "a%3Bb=c%2Fd", "a%3Bb=c%2Fd", none, none}},
		// The rules of rfc1738 by their names (3.2.2, 3.3, 3.9).
		{"fsegment", "a;b?c:d", columns{"a%3Bb?c:d", none, none, none, none}},
		{"hsegment", "a;b?c:d", columns{"a;b%3Fc:d", none, none, none, none}},
		{"wpath", "a;b?c:d", columns{"a%3Bb%3Fc%3Ad", none, none, none, none}},
		// A rule that begins with a delimiter takes what conforms as it stands.
		{"abs_path", "/a/b", columns{none, same, same, none, none}},
		{"path-absolute", "/a/b", columns{none, none, none, none, same}},
		{"path-absolute", "/a b", columns{none, none, none, none, "!2"}},
		{"path-absolute", "/a%41", columns{none, none, none, none, "!2"}},
		{"path-absolute", "/a%zz", columns{none, none, none, none, "!2"}},
		{"path-absolute", "//", columns{none, none, none, none, "!1"}},

		// query: rfc1738 reserves "/" and "?" in it (3.3).
		{"query", "a=b&c:@", all(same)},
		{"query", "a/b?", columns{"a%2Fb%3F", same, same, same, same}},
		{"query", "a#[", all("a%23%5B")},
		{"query", "", all(same)},

		// A part of a query: only unreserved characters stand for themselves. In the drafts
		// and rfc1738 these are more (2.2, 2.3).
		{"query-value", "a&admin=1", all("a%26admin%3D1")},
		{"query-value", "a/b?c d%41;", all("a%2Fb%3Fc%20d%2541%3B")},
		{"query-value", "$-_.+!*'(),~", columns{
			"$-_.+!*'(),%7E", "$-_.%2B!*'(),~", "$-_.%2B!*'(),~", "%24-_.%2B!*'()%2C~", "%24-_.%2B%21%2A%27%28%29%2C~"}},
		{"query-value", "", all(same)},

		{"fragment", "a/b?#", columns{none, "a/b?%23", "a/b?%23", "a/b?%23", "a/b?%23"}},

		// opaque: what the first octet would make something else (rfc2396bis-00
		// 3, bis00-A2) is escaped.
		{"opaque", "a@b?c/d", columns{same, none, none, same, none}},
		{"opaque", "[a]", columns{"%5Ba%5D", none, none, same, none}},
		{"opaque", "/a/b", columns{same, none, none, "%2Fa/b", none}},
		{"opaque", "?a?b", columns{same, none, none, "%3Fa?b", none}},
		{"opaque", "", columns{same, none, none, "!0", none}},

		{"nothing", "", all(none)},
	} {
		checkRow(t, c.component, c.data, c.want, func(e *grammar.Edition) (string, error) { return compose.Encode(e, c.component, c.data) })
	}
}

// TestStrict escapes everything but unreserved characters in some components.
func TestStrict(t *testing.T) {
	for _, c := range []struct {
		component, data string
		want            columns
	}{
		{"segment", "a:@&=+$,b!", columns{"a%3A%40%26%3D+$,b!", "a%3A%40%26%3D%2B$,b!", "a%3A%40%26%3D%2B$,b!", "a%3A%40%26%3D%2B%24%2Cb!", "a%3A%40%26%3D%2B%24%2Cb%21"}},
		{"path", "/a;b", columns{none, "%2Fa%3Bb", "%2Fa%3Bb", "%2Fa%3Bb", "%2Fa%3Bb"}},
		{"fragment", "a/?", columns{none, "a%2F%3F", "a%2F%3F", "a%2F%3F", "a%2F%3F"}},
		// A literal is escaped as well, where a host can have escapes.
		{"host", "[::1]", columns{"!0", "!0", "!0", same, "%5B%3A%3A1%5D"}},
		{"host", "::1", columns{"!0", "!0", "!0", "!0", "%3A%3A1"}},
		// There are no escapes in a scheme.
		{"scheme", "a+b", all(same)},
		{"scheme", "a:b", all("!1")},
	} {
		checkRow(t, c.component, c.data, c.want, func(e *grammar.Edition) (string, error) {
			s, err := compose.NewEscaper(e, c.component)
			if err == nil {
				s, err = s.Strict()
			}
			if err != nil {
				return "", err
			}
			text, err := s.Encode(c.data)
			if err == nil {
				if back, err := s.Decode(text); c.component != "path" && c.component != "host" && (back != c.data || err != nil) {
					t.Errorf("%s: %s: %q is read back as %q, %v", e, c.component, c.data, back, err)
				}
			}
			return text, err
		})
	}
}

// TestEscaping escapes the delimiters that are named, besides what Encode escapes.
func TestEscaping(t *testing.T) {
	for _, c := range []struct {
		component, delimiters, data, want string // "" for an error
	}{
		{"query", "&=", "a&b=c+d?e#", "a%26b%3Dc+d?e%23"},
		{"query", "", "a&b=c", "a&b=c"},
		{"segment", ";=,", "a;b=c,d:e/f", "a%3Bb%3Dc%2Cd:e%2Ff"},
		{"query", "~a", "~a%", "%7E%61%25"}, // whatever is named
		{"host", "&", "[::1]", "%5B%3A%3A1%5D"},
		{"scheme", "+", "a+b", "a+b"}, // there are no escapes in a scheme
		{"scheme", "+", "a:b", ""},
	} {
		s, err := compose.NewEscaper(editions.RFC3986, c.component)
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Escaping(c.delimiters).Encode(c.data)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s, %q: %q is encoded as %q, %v; want %q", c.component, c.delimiters, c.data, got, err, c.want)
		}
		if again, _ := s.Encode("a&b=c;d,"); c.component == "query" && again != "a&b=c;d," {
			t.Errorf("the escaper itself has changed: %q", again)
		}
	}
}

func TestDecode(t *testing.T) {
	for _, c := range []struct {
		component, text string
		want            columns
	}{
		// Once, and only what is an escape.
		{"segment", "%2541", all("%41")},
		{"segment", "a%2Fb%2fc", all("a/b/c")},
		{"segment", "%00%FF%c3%bC", all("\x00\xff\xc3\xbc")},
		{"segment", "a+b", all(same)},
		{"segment", "", all(same)},

		// The text conforms, or the offset says up to where it could.
		{"segment", "a/b", all("!1")},
		{"segment", "a;b", columns{"!1", "!1", "!1", same, same}},
		{"segment", "a b", all("!1")},
		{"segment", "a%", all("!2")},
		{"segment", "a%4", all("!3")},
		{"segment", "a%%41", all("!2")},
		{"segment", "a%4zb", all("!3")},
		{"segment", "a%z4b", all("!2")},
		{"query", "a%zz", all("!2")},
		{"query", "a#", all("!1")},
		{"host", "a%41", columns{"!1", "!1", "!1", "!1", "aA"}},
		{"host", "a_b", columns{"!1", "!1", "!1", "!1", same}},
		{"host", "[::1]", columns{"!0", "!0", "!0", same, same}},
		{"host", "[::1", columns{"!0", "!0", "!0", "!4", "!4"}},
		{"port", "80", all(same)},
		{"port", "%38", all("!0")},
		{"scheme", "a%41", all("!1")},

		// A name does not become an IP literal.
		{"host", "%5B%3A%3A1%5D", columns{"!0", "!0", "!0", "!0", "!0"}},
		{"host", "%3A%3A1", columns{"!0", "!0", "!0", "!0", "!0"}},
		{"host", "%5B%3A%3Ax%5D", columns{"!0", "!0", "!0", "!0", "[::x]"}},

		// What has parts is decoded part by part.
		{"path", "/a%20b;c", columns{none, "/a b;c", "/a b;c", "/a b;c", "/a b;c"}},
		{"path", "/a%20%2f", columns{none, "!5", "!5", "!5", "!5"}},
		{"path", "/a%3Bb", columns{none, "!2", "!2", "/a;b", "/a;b"}},
		{"param", "a%3Bb%2F", columns{none, "a;b/", "a;b/", none, none}},
		{"userinfo", "a:b%40", columns{none, none, "a:b@", "a:b@", "a:b@"}},
		{"userinfo", "a%3ab", columns{none, none, "!1", "!1", "!1"}},
		{"user", "a%3Ab", all("a:b")},
		{"user", "a:b", all("!1")},
		{"user", "a@:b", all("!1")},
		{"password", "a%3Ab", all("a:b")},
		{"query-value", "a%26b/c", columns{"!5", "a&b/c", "a&b/c", "a&b/c", "a&b/c"}},
		{"registry", "a%3Ab%40", columns{none, none, "a:b@", "a:b@", none}},
		{"query", "a%26b%3Dc%2F", all("a&b=c/")},
		// The same by the names of rules.
		{"fpath", "%2Fetc/motd", columns{"!0", none, none, none, none}}, // rfc1738 3.2.2
		{"fsegment", "%2Fetc", columns{"/etc", none, none, none, none}},
		{"path_segments", "%2F", columns{none, "!0", "!0", none, none}},
		{"path-segments", "%2F", columns{none, none, none, "!0", none}},
		{"path-rootless", "a%2F", columns{none, none, none, none, "!1"}},
		{"path-absolute", "/%41", columns{none, none, none, none, "/A"}},
		{"path-absolute", "/%2F", columns{none, none, none, none, "!1"}},
		{"server", "a%40b@h", columns{none, "!1", "!1", "!1", none}},
		{"login", "a%3Ab@h", columns{"!1", none, none, none, none}},

		{"nothing", "", all(none)},
	} {
		checkRow(t, c.component, c.text, c.want, func(e *grammar.Edition) (string, error) { return compose.Decode(e, c.component, c.text) })
	}
}

// TestDecodeUnnamed: separated first, decoded then (rfc1738 2.2, url-syntax-02
// 2.3.2, url-syntax-09 and rfc2396bis-00 2.4.2, rfc3986 2.4).
func TestDecodeUnnamed(t *testing.T) {
	for _, c := range []struct {
		text string
		want columns
	}{
		{"", all(same)},
		{"a%2Fb%3a%25%00", all("a/b:%\x00")},
		{"%2541", all("%41")},
		{"a-._!*'()", all(same)},
		{"http://a/%2F", all("!4")},
		{"//a", all("!0")},
		{"a/b", all("!1")},
		{"a?b", all("!1")},
		{"a#b", all("!1")},
		{"u:p", all("!1")},
		{"u@h", all("!1")},
		{"[", all("!0")},
		{"]", all("!0")},
		{"a b", all("!1")},
		{"\x80", all("!0")},
		{"a;b", columns{"!1", "!1", "!1", same, same}},
		{"a=b&c", columns{"!1", same, same, same, same}},
		{"~", columns{"!0", same, same, same, same}},
		{"%", all("!1")},
		{"%4", all("!2")},
		{"%4g", all("!2")},
		{"%%41", all("!1")},
		{"%41/%zz", all("!3")},
	} {
		checkRow(t, "no component", c.text, c.want, func(e *grammar.Edition) (string, error) { return compose.DecodeUnnamed(e, c.text) })
	}
}

// TestErrors are the errors as people read them, and as programs do.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		run  func() (string, error)
		want string
	}{
		{func() (string, error) { return compose.Encode(editions.URLSyntax02, "host", "a_b") },
			`url-syntax-02: offset 1: "_" cannot stand in the host, which has no escapes (rule host, section 4.3.1)`},
		{func() (string, error) { return compose.Encode(editions.URLSyntax02, "host", "a-") },
			`url-syntax-02: offset 2: the host cannot end here, expected alphanum or "-" (rule host, section 4.3.1)`},
		{func() (string, error) { return compose.Encode(editions.RFC3986, "port", "8\xff") },
			`rfc3986: offset 1: byte 0xFF cannot stand in the port, which has no escapes (rule port, section 3.2.3)`},
		{func() (string, error) { return compose.Encode(editions.RFC3986, "path-absolute", "/a b") },
			`rfc3986: offset 2: space cannot stand in the path-absolute unescaped (rule path-absolute, section 3.3)`},
		{func() (string, error) { return compose.Encode(editions.RFC3986, "params", "") },
			`rfc3986 has no component "params"`},
		{func() (string, error) { return compose.Encode(editions.RFC3986, "host", "::1") },
			`rfc3986: offset 0: an IP address with ":" is written in brackets: "[::1]" (rule host, section 3.2.2)`},
		{func() (string, error) { return compose.Decode(editions.RFC3986, "user", "a:b") },
			`rfc3986: offset 1: ":" cannot stand in the user unescaped (section 3.2.1)`},
		{func() (string, error) { return compose.Decode(editions.RFC3986, "segment", "a/b") },
			`rfc3986: offset 1: "/" cannot stand in the segment unescaped (section 3.3)`},
		{func() (string, error) { return compose.Decode(editions.RFC3986, "segment", "a%4") },
			`rfc3986: offset 3: end of input in an escape, expected a hexadecimal digit (section 3.3)`},
		{func() (string, error) { return compose.Decode(editions.RFC2396bis00, "host", "%41") },
			`rfc2396bis-00: offset 0: "%" cannot stand in the host, which has no escapes (section 3.2.2)`},
		{func() (string, error) { return compose.Decode(editions.RFC3986, "path", "/a%2Fb") },
			`rfc3986: offset 2: "%2F" in the path is data of one of its parts; split it into segments and decode each (section 2.4)`},
		{func() (string, error) { return compose.Decode(editions.URLSyntax02, "path", "/a%3bb") },
			`url-syntax-02: offset 2: "%3b" in the path is data of one of its parts; split it into segments and their parameters and decode each (section 2.3.2)`},
		{func() (string, error) { return compose.Decode(editions.URLSyntax09, "userinfo", "%3A") },
			`url-syntax-09: offset 0: "%3A" in the userinfo is data of one of its parts; split it into user and password and decode each (section 2.4.2)`},
		{func() (string, error) { return compose.Decode(editions.RFC1738, "fpath", "%2Fetc/motd") },
			`rfc1738: offset 0: "%2F" in the fpath is data of one of its parts; split it into segments and decode each (section 3.2.2)`},
		{func() (string, error) { return compose.Decode(editions.RFC3986, "host", "%5B::1]") },
			`rfc3986: offset 3: ":" cannot stand in the host unescaped (section 3.2.2)`},
		{func() (string, error) { return compose.Decode(editions.RFC3986, "host", "%5B%3a%3A1%5D") },
			`rfc3986: offset 0: the host is a name; decoded, it would be an IP literal (section 3.2.2)`},
		{func() (string, error) { return compose.DecodeUnnamed(editions.RFC2396bis00, "http://a") },
			`rfc2396bis-00: offset 4: ":" is not data in every component; split the reference into its components, ` +
				`split these into their parts, and decode each by its name (section 2.4.2)`},
	} {
		out, err := c.run()
		if err == nil || err.Error() != c.want || out != "" {
			t.Errorf("got  %q, %v\nwant %s", out, err, c.want)
		}
	}

	_, err := compose.Encode(editions.URLSyntax02, "host", "a_b")
	var encode *compose.EncodeError
	var syntax *grammar.SyntaxError
	if !errors.As(err, &encode) || !errors.As(err, &syntax) {
		t.Fatalf("the error is %T", err)
	}
	want := compose.EncodeError{
		Edition: "url-syntax-02", Component: "host", Rule: "host", Section: "4.3.1",
		Data: "a_b", Offset: 1, Why: `"_" cannot stand in the host, which has no escapes`, Err: syntax,
	}
	if diff := cmp.Diff(want, *encode); diff != "" || syntax.Offset != 1 {
		t.Errorf("(-want +got):\n%s", diff)
	}
	_, err = compose.Decode(editions.URLSyntax02, "segment", "a;b")
	var decode *compose.DecodeError
	if !errors.As(err, &decode) {
		t.Fatalf("the error is %T", err)
	}
	if diff := cmp.Diff(compose.DecodeError{
		Edition: "url-syntax-02", Component: "segment", Rule: "pchar", Section: "4.3.2",
		Text: "a;b", Offset: 1, Why: `";" cannot stand in the segment unescaped`,
	}, *decode); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	_, err = compose.Decode(editions.RFC3986, "port", "8a")
	if !errors.As(err, &decode) || !errors.As(err, &syntax) || syntax.Offset != decode.Offset {
		t.Errorf("the error is %#v", err)
	}
}

// ready is an edition's builder and its escapers by component, that for no
// component by "".
type ready struct {
	escapers map[string]*compose.Escaper
	builder  *compose.Builder
}

// prepared are all editions, for tests that make many calls.
var prepared = sync.OnceValue(func() map[*grammar.Edition]ready {
	all := make(map[*grammar.Edition]ready)
	for _, e := range editions.All() {
		p := ready{map[string]*compose.Escaper{"": compose.NewUnnamedEscaper(e)}, compose.NewBuilder(e)}
		for _, component := range compose.Components(e) {
			s, err := compose.NewEscaper(e, component)
			if err != nil {
				panic(err)
			}
			p.escapers[component] = s
		}
		all[e] = p
	}
	return all
})

// A place is a component and references that hold it, with * in its stead.
type place struct {
	component string
	refs      []string
	before    string // an octet of data that the octet under test follows
	only      bool   // the octet is not tested as the first
}

// places are the places of an edition. In rfc1738 schemes differ in what a
// segment or a query may hold, and what may stand in all is data in each.
func places(e *grammar.Edition) []place {
	refs := map[string][]string{
		"scheme": {"*:x"}, "user": {"x://*@h/"}, "password": {"x://u:*@h/"}, "userinfo": {"x://*@h/"},
		"host": {"x://*/"}, "port": {"x://h:*/"}, "registry": {"x://*/"}, "site": {"x://*/"},
		"path": {"x://h*"}, "segment": {"x://h/*"}, "param": {"x://h/a;*"},
		"query": {"x://h/?*"}, "fragment": {"x://h/#*"}, "opaque": {"x:*"},
	}
	if e == editions.RFC1738 {
		refs["segment"] = []string{"http://h/*", "ftp://h/*", "wais://h/*", "prospero://h/*", "file:///*"}
		refs["query"] = []string{"http://h/?*", "wais://h/?*"}
		refs["opaque"] = []string{"x:*", "mailto:*"}
	}
	var all []place
	for _, component := range slices.Sorted(maps.Keys(e.Document().Data)) {
		p := place{component: component, refs: refs[component], before: "a"}
		switch component {
		case "port":
			p.before = "1"
		case "path":
			p.before, p.only = "/", true
		case "registry": // no server has it
			p.before, p.only = "_", true
		}
		all = append(all, p)
	}
	return all
}

// holds reports whether the component of all references of the place is that
// text, by what Parse says alone, and holds no delimiter of parts.
func (p place) holds(e *grammar.Edition, text string) bool {
	for _, r := range p.refs {
		ref, err := e.Parse(strings.Replace(r, "*", text, 1))
		if err != nil {
			return false
		}
		if got, ok := componentOf(&ref, p.component); !ok || got != text {
			return false
		}
	}
	return len(p.refs) > 0
}

// componentOf returns the text of a component, a segment or param only if it is
// the only one.
func componentOf(ref *ast.Reference, component string) (string, bool) {
	switch component {
	case "registry":
		return ref.Text(ref.Site.Span), ref.Site.Kind == ast.Registry
	case "site":
		return ref.Text(ref.Site.Span), ref.Site.Kind == ast.Unsplit
	case "path", "opaque":
		return ref.Text(ref.Path.Span), (component == "opaque") == (ref.Path.Kind == ast.Opaque)
	case "segment", "param":
		segments := slices.Collect(ref.Segments())
		if len(segments) != 1 {
			return "", false
		}
		params := slices.Collect(ref.Params(segments[0]))
		if component == "segment" {
			return ref.Text(segments[0].Name), len(params) == 0
		}
		if len(params) != 1 {
			return "", false
		}
		return ref.Text(params[0].Span), true
	}
	for name, span := range ref.Walk() {
		if name == component {
			return ref.Text(span), true
		}
	}
	// The grammar does not divide the userinfo.
	user, password, ok := strings.Cut(ref.Text(ref.Site.Server.UserInfo.Span), ":")
	switch component {
	case "user":
		return user, ref.Site.Server.UserInfo.Present()
	case "password":
		return password, ok
	}
	return "", false
}

// TestOctets ties Encode to the grammar by a slow, obvious twin that asks only
// Parse: an octet stays itself if a reference that holds it so has it in that
// component, else it is escaped, if such a reference has that; else there is an
// error.
func TestOctets(t *testing.T) {
	for _, e := range editions.All() {
		for _, p := range places(e) {
			s, err := compose.NewEscaper(e, p.component)
			if err != nil {
				t.Fatal(err)
			}
			befores := []string{"", p.before}
			if p.only {
				befores = befores[1:]
			}
			for _, before := range befores {
				for b := range 256 {
					data := before + string([]byte{byte(b)})
					want, ok := data, b != '%' && p.holds(e, data)
					if !ok {
						want = fmt.Sprintf("%s%%%02X", before, b)
						ok = p.holds(e, want)
					}
					got, err := s.Encode(data)
					switch {
					case !ok && err == nil:
						t.Errorf("%s: %s %q is encoded as %q; no reference holds it", e, p.component, data, got)
					case !ok:
						if c := cell(data, got, err); c != fmt.Sprint(bad, len(before)) && c != fmt.Sprint(bad, len(data)) {
							t.Errorf("%s: %s %q: %v", e, p.component, data, err)
						}
					case err != nil || got != want:
						t.Errorf("%s: %s %q is encoded as %q, %v; want %q", e, p.component, data, got, err, want)
					default:
						if back, err := s.Decode(got); err != nil || back != data {
							t.Errorf("%s: %s %q is decoded as %q, %v; want %q", e, p.component, got, back, err, data)
						}
					}
				}
			}
		}
	}
}

// TestUnnamedOctets: what stays itself without a name is data in every
// component that has data, and divides none of them.
func TestUnnamedOctets(t *testing.T) {
	for _, e := range editions.All() {
		s := compose.NewUnnamedEscaper(e)
		var rules []*grammar.DataRule
		for _, component := range []string{"user", "password", "userinfo", "registry", "segment", "param", "query", "fragment", "opaque"} {
			if d, err := e.DataRule(component); err == nil {
				rules = append(rules, d)
			}
		}
		for b := range 256 {
			data := string([]byte{byte(b)})
			raw := !strings.Contains(":/?#[]@%", data)
			for _, d := range rules {
				raw = raw && d.First.Bytes[b] && d.Rest.Bytes[b]
			}
			got, err := s.Encode(data)
			if err != nil || (got == data) != raw {
				t.Errorf("%s: %q is encoded as %q, %v", e, data, got, err)
			}
			if back, err := s.Decode(got); err != nil || back != data {
				t.Errorf("%s: %q is decoded as %q, %v", e, got, back, err)
			}
			if _, err := s.Decode(data); (err == nil) != raw {
				t.Errorf("%s: %q is decoded: %v", e, data, err)
			}
		}
	}
}

// octets draws data in which much has to be thought of.
func octets() *rapid.Generator[string] {
	octet := rapid.OneOf(
		rapid.SampledFrom([]byte(":/?#[]@!$&'()*+,;=%.-_~")),
		rapid.SampledFrom([]byte("aB0 ")),
		rapid.Byte(),
	)
	return rapid.OneOf(
		rapid.Map(rapid.SliceOfN(octet, 0, 12), func(b []byte) string { return string(b) }),
		rapid.SampledFrom([]string{"", "a", "h", "80", "%41", "%2F", "..", "[::1]", "1.2.3.4", "//a", "a:b", "?a", "a_b"}),
	)
}

func drawEdition(t *rapid.T) *grammar.Edition {
	return rapid.SampledFrom(editions.All()).Draw(t, "edition")
}

// TestRoundTrip: what Encode gives conforms, and is decoded to the data; what
// Decode gives is encoded to text that means the same.
func TestRoundTrip(t *testing.T) {
	rules := make(map[*grammar.Edition]map[string]*grammar.DataRule)
	for _, e := range editions.All() {
		rules[e] = make(map[string]*grammar.DataRule)
		for _, component := range compose.Components(e) {
			of := component
			if _, ok := e.Document().Data[component]; !ok {
				of = map[string]string{"user": "userinfo", "password": "userinfo", "query-value": "query"}[component]
			}
			d, err := e.DataRule(of)
			if err != nil {
				t.Fatal(err)
			}
			rules[e][component] = d
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		e := drawEdition(t)
		data := octets().Draw(t, "data")
		for component, s := range prepared()[e].escapers {
			if component == "" {
				continue
			}
			accepts := func(text string) bool {
				// The grammar lets the userinfo go on after the user.
				return rules[e][component].Accepts(text) && (component != "user" || !strings.Contains(text, ":"))
			}
			if text, err := s.Encode(data); err == nil {
				if !accepts(text) {
					t.Errorf("%s: %s %q is encoded as %q, which does not conform", e, component, data, text)
				}
				if back, err := s.Decode(text); err != nil || back != data {
					t.Errorf("%s: %s %q is encoded as %q and decoded as %q, %v", e, component, data, text, back, err)
				}
			}
			got, err := s.Decode(data)
			if err == nil && !accepts(data) {
				t.Errorf("%s: %s %q is decoded as %q, but does not conform", e, component, data, got)
			}
			var wrong *compose.DecodeError
			if errors.As(err, &wrong) && (wrong.Offset < 0 || wrong.Offset > len(data) || wrong.Section == "") {
				t.Errorf("%s: %s %q: %#v", e, component, data, wrong)
			}
			if wrong != nil && wrong.Err == nil && !accepts(data) {
				// Characters and escapes up to the offset, and no further.
				viable := func(s string) bool { return accepts(s) || accepts(s+"4") || accepts(s+"41") }
				if at := wrong.Offset; !viable(data[:at]) || at < len(data) && viable(data[:at+1]) {
					t.Errorf("%s: %s %q: the offset is %d", e, component, data, at)
				}
			}
			if err != nil {
				continue
			}
			text, err := s.Encode(got)
			if err != nil {
				t.Errorf("%s: %s %q is decoded as %q, which is not encoded: %v", e, component, data, got, err)
			}
			if back, err := s.Decode(text); err != nil || back != got {
				t.Errorf("%s: %s %q is encoded as %q and decoded as %q, %v", e, component, got, text, back, err)
			}
		}
		unnamed := prepared()[e].escapers[""]
		text, err := unnamed.Encode(data)
		if err != nil {
			t.Error(err)
		}
		if back, err := unnamed.Decode(text); err != nil || back != data {
			t.Errorf("%s: %q is encoded as %q and decoded as %q, %v", e, data, text, back, err)
		}
	})
}

// TestAllRules: every rule may be asked for by its name, and nothing panics.
func TestAllRules(t *testing.T) {
	for _, e := range editions.All() {
		for _, rule := range e.Grammar().Rules() {
			s, err := compose.NewEscaper(e, rule.Name)
			if err != nil {
				t.Fatal(err)
			}
			for _, data := range []string{"", "a", "/", "%", "%4", "%41", "a/b c", "\xff", "[::1]", "http://h/", "a@b:80", "//"} {
				if text, err := s.Encode(data); err == nil {
					// A rule that has parts may not be decoded as a whole.
					if back, err := s.Decode(text); back != data && (err == nil || !strings.Contains(err.Error(), "parts")) {
						t.Errorf("%s: %s %q is encoded as %q and decoded as %q, %v", e, rule.Name, data, text, back, err)
					}
				} else if err.Error() == "" {
					t.Errorf("%s: %s %q: an error without words", e, rule.Name, data)
				}
				if _, err := s.Decode(data); err != nil && err.Error() == "" {
					t.Errorf("%s: %s %q: an error without words", e, rule.Name, data)
				}
			}
		}
	}
}

// TestConcurrent is for the race detector.
func TestConcurrent(t *testing.T) {
	s, err := compose.NewEscaper(editions.RFC3986, "host")
	if err != nil {
		t.Fatal(err)
	}
	b := compose.NewBuilder(editions.RFC3986)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for _, data := range []string{"a", "[::1]", "a b", "%"} {
				text, err := s.Encode(data)
				if err != nil {
					t.Error(err)
				}
				if back, err := s.Decode(text); err != nil || back != data {
					t.Errorf("%q, %v", back, err)
				}
				if _, err := b.Build(compose.Host(data), compose.Segments(true, data)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
}

// The plain functions, which take what is kept with the edition, against the prepared ones.
func BenchmarkPrepared(b *testing.B) {
	e := editions.RFC3986
	escaper, err := compose.NewEscaper(e, "segment")
	if err != nil {
		b.Fatal(err)
	}
	builder := compose.NewBuilder(e)
	for name, f := range map[string]func() (string, error){
		"Encode/plain":    func() (string, error) { return compose.Encode(e, "segment", "fish & chips/beans") },
		"Encode/prepared": func() (string, error) { return escaper.Encode("fish & chips/beans") },
		"Edit/plain":      func() (string, error) { return compose.Edit(e, "http://a/b?c", compose.Host("example.com")) },
		"Edit/prepared":   func() (string, error) { return builder.Edit("http://a/b?c", compose.Host("example.com")) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := f(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
