package urispec_test

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/urispec/urispec"
	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve/compose"
)

// Both types are values of what the standard library asks for.
var (
	_ encoding.TextMarshaler   = urispec.Reference{}
	_ encoding.TextUnmarshaler = new(urispec.Reference)
	_ flag.Value               = new(urispec.Reference)
	_ sql.Scanner              = new(urispec.Reference)
	_ driver.Valuer            = urispec.Reference{}
	_ slog.LogValuer           = urispec.Reference{}
	_ fmt.Stringer             = urispec.Reference{}
	_ encoding.TextMarshaler   = urispec.URI{}
	_ encoding.TextUnmarshaler = new(urispec.URI)
	_ flag.Value               = new(urispec.URI)
	_ sql.Scanner              = new(urispec.URI)
	_ driver.Valuer            = urispec.URI{}
	_ slog.LogValuer           = urispec.URI{}
	_ fmt.Stringer             = urispec.URI{}
)

func parse(t testing.TB, s string) urispec.Reference {
	t.Helper()
	r, err := urispec.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func parseURI(t testing.TB, s string) urispec.URI {
	t.Helper()
	u, err := urispec.ParseURI(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestAccessors: each component, absent ("-") or as it is written.
func TestAccessors(t *testing.T) {
	show := func(s string, ok bool) string {
		if !ok {
			return "-"
		}
		return fmt.Sprintf("%q", s)
	}
	for _, test := range []struct{ input, want string }{
		{"", `- - - - - - - "" - -`},
		{"?#", `- - - - - - - "" "" ""`},
		{"//", `- "" - - - "" - "" - -`},
		{"http://u:p:q@h:80/a%2Fb?k=v#f", `"http" "u:p:q@h:80" "u:p:q" "u" "p:q" "h" "80" "/a%2Fb" "k=v" "f"`},
		{"http://@h:", `"http" "@h:" "" "" - "h" "" "" - -`},
		{"http://[::1]:1", `"http" "[::1]:1" - - - "[::1]" "1" "" - -`},
		{"mailto:a@b?c", `"mailto" - - - - - - "a@b" "c" -`},
	} {
		r := parse(t, test.input)
		got := strings.Join([]string{
			show(r.Scheme()), show(r.Authority()), show(r.UserInfo()), show(r.User()), show(r.Password()),
			show(r.Host()), show(r.Port()), show(r.Path(), true), show(r.Query()), show(r.Fragment()),
		}, " ")
		if got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.input, got, test.want)
		}
		if r.String() != test.input || r.IsZero() {
			t.Errorf("%q is written as %q", test.input, r)
		}
	}
}

func TestSegmentsAndPairs(t *testing.T) {
	for _, test := range []struct{ input, segments, pairs string }{
		{"", `[]`, `[]`},
		{"/", `[""]`, `[]`},
		{"/a%2Fb//c;x/", `["a/b" "" "c;x" ""]`, `[]`},
		{"a/b?", `["a" "b"]`, `[]`},
		{"?a=%26&b&=c&&a=+", `[]`, `[{"a" "&" true} {"b" "" false} {"" "c" true} {"" "" false} {"a" "+" true}]`},
	} {
		r := parse(t, test.input)
		if got := fmt.Sprintf("%q", slices.Collect(r.Segments())); got != test.segments {
			t.Errorf("%s: segments %s, want %s", test.input, got, test.segments)
		}
		var pairs []string
		for p := range r.Pairs() {
			pairs = append(pairs, fmt.Sprintf("{%q %q %t}", p.Key, p.Value, p.HasValue))
		}
		if got := fmt.Sprint(pairs); got != test.pairs {
			t.Errorf("%s: pairs %s, want %s", test.input, got, test.pairs)
		}
	}
	r := parse(t, "?a=1&a=2&b&c=")
	for _, test := range []struct {
		key, want string
		ok        bool
	}{{"a", "1", true}, {"b", "", false}, {"c", "", true}, {"d", "", false}} {
		if got, ok := r.QueryValue(test.key); got != test.want || ok != test.ok {
			t.Errorf("%s is %q, %t", test.key, got, ok)
		}
	}
}

func TestHosts(t *testing.T) {
	for _, test := range []struct {
		edition *grammar.Edition
		input   string
		address string // "" for none
		port    uint16 // 0 for none
	}{
		{editions.RFC3986, "http://127.0.0.1:8080/", "127.0.0.1", 8080},
		{editions.RFC3986, "http://[::1]:65535/", "::1", 65535},
		{editions.RFC3986, "http://[::ffff:1.2.3.4]:65536/", "::ffff:1.2.3.4", 0},
		{editions.RFC3986, "http://[v1.a]:/", "", 0},
		{editions.RFC3986, "http://example.com", "", 0},
		{editions.RFC3986, "a", "", 0},
		{editions.RFC2396, "http://999.1.1.1/", "", 0},
		{editions.RFC6874, "http://[fe80::1%25en%30]/", "fe80::1%en0", 0},
	} {
		r, err := urispec.ParseIn(test.edition, test.input)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := netip.ParseAddr(test.address)
		if got, ok := r.Address(); got != want || ok != (test.address != "") {
			t.Errorf("%s: address %v, %t", test.input, got, ok)
		}
		if got, ok := r.PortNumber(); got != test.port || ok != (test.port != 0) {
			t.Errorf("%s: port %d, %t", test.input, got, ok)
		}
	}
}

// TestErrors: the place and the rule are there, and whether a scheme is.
func TestErrors(t *testing.T) {
	_, err := urispec.Parse("http://a/%zz")
	syntax := new(grammar.SyntaxError)
	if !errors.As(err, &syntax) || syntax.Offset != 10 || syntax.Rule != "pct-encoded" {
		t.Errorf("%v", err)
	}
	if _, err := urispec.ParseURI("//a"); !errors.As(err, &syntax) || syntax.Offset != 0 {
		t.Errorf("%v", err)
	}
	if u, ok := parse(t, "//a").URI(); ok || !u.IsZero() {
		t.Error("//a has no scheme")
	}
	if u, ok := parse(t, "a:b#c").URI(); !ok || u != parseURI(t, "a:b#c") || u.Reference() != parse(t, "a:b#c") {
		t.Error("a:b#c is a URI")
	}
	if urispec.Valid("a b") || urispec.ValidURI("a") || !urispec.Valid("a") || !urispec.ValidURI("a:") {
		t.Error("Valid")
	}
}

// TestZero: whatever is done with a zero value, it is not taken for a reference.
func TestZero(t *testing.T) {
	var r urispec.Reference
	var u urispec.URI
	for name, absent := range map[string]func() (string, bool){
		"scheme": r.Scheme, "authority": r.Authority, "userinfo": r.UserInfo, "user": r.User, "password": r.Password,
		"host": r.Host, "port": r.Port, "query": r.Query, "fragment": r.Fragment,
	} {
		if s, ok := absent(); ok || s != "" {
			t.Errorf("the zero value has a %s", name)
		}
	}
	if !r.IsZero() || r.String() != "" || r.Path() != "" || r.Edition() != nil || r.HostKind() != ast.NoHost || r.Components() != ast.New("") {
		t.Error("the zero value has something")
	}
	if _, ok := r.Address(); ok {
		t.Error("the zero value has an address")
	}
	for range r.Segments() {
		t.Error("the zero value has a segment")
	}
	for range r.Pairs() {
		t.Error("the zero value has a pair")
	}
	if _, ok := r.URI(); ok {
		t.Error("the zero value is a URI")
	}
	if r.Equivalent(r) || u.Equivalent(parseURI(t, "a:")) {
		t.Error("the zero value is equivalent to something")
	}
	if r == parse(t, "") {
		t.Error("the zero value is the empty reference")
	}
	_, with := r.With(compose.Query("a"))
	_, normal := u.Normalize()
	_, resolved := u.Resolve(parse(t, "a"))
	_, resolvedTo := parseURI(t, "a:").Resolve(r)
	_, relative := parseURI(t, "a:").Relativize(u)
	_, text := r.MarshalText()
	_, base := u.Base()
	for _, err := range []error{base, with, normal, resolved, resolvedTo, relative, text} {
		if zero := new(urispec.ZeroError); !errors.As(err, &zero) || !strings.HasPrefix(err.Error(), "urispec: the zero value is no reference and cannot be ") {
			t.Errorf("%v", err)
		}
	}
	if v, err := r.Value(); v != nil || err != nil {
		t.Errorf("the zero value is %v in a database (%v)", v, err)
	}
}

func TestWith(t *testing.T) {
	u := parseURI(t, "http://user:secret@example.com:8080/a/b?x=1#top")
	for _, test := range []struct {
		want    string // "" for an error
		changes []compose.Change
	}{
		{"http://user:secret@example.com:8080/a/b?x=1#top", nil},
		{"http://user:secret@example.org:8080/a/b?x=1#top", []compose.Change{compose.Host("example.org")}},
		{"http://user:secret@example.com:8080/a/b?x=1&y=%26%3D%23", []compose.Change{compose.Pair("y", "&=#"), compose.Without("fragment")}},
		{"http://example.com/a/b#top", []compose.Change{compose.Without("userinfo"), compose.Without("port"), compose.Without("query")}},
		{"", []compose.Change{compose.Without("scheme")}}, // no longer a URI
		{"", []compose.Change{compose.Scheme("1")}},
	} {
		got, err := u.With(test.changes...)
		if got.String() != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%v, %v; want %s", got, err, test.want)
		}
	}
	if r, err := u.Reference().With(compose.Without("scheme")); err != nil || r.String() != "//user:secret@example.com:8080/a/b?x=1#top" {
		t.Errorf("%v, %v", r, err)
	}
}

func TestResolve(t *testing.T) {
	base := parseURI(t, "http://a/b/c/d;p?q#fragments-are-stripped")
	for ref, want := range map[string]string{"../g": "http://a/b/g", "": "http://a/b/c/d;p?q", "#s": "http://a/b/c/d;p?q#s", "x:y": "x:y"} {
		target, err := base.Resolve(parse(t, ref))
		if err != nil || target != parseURI(t, want) {
			t.Errorf("%s: %v, %v", ref, target, err)
		}
		back, err := base.Relativize(target)
		if err != nil {
			t.Errorf("%s: %v", target, err)
		}
		if again, err := base.Resolve(back); err != nil || again != target {
			t.Errorf("%s: %s gives %v, %v", target, back, again, err)
		}
	}
	many, err := base.Base()
	if err != nil || many.String() != "http://a/b/c/d;p?q" {
		t.Errorf("%v, %v", many, err)
	}
	old, err := urispec.ParseURIIn(editions.RFC2396, "http://a/b")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := old.Resolve(parse(t, "#s")); err == nil {
		t.Error("by rfc2396 #s refers to the current document")
	}
}

func TestNormalize(t *testing.T) {
	u := parseURI(t, "HTTP://A:80/%7eb/./c")
	n, err := u.Normalize()
	if err != nil || n.String() != "http://a/~b/c" || !n.Equivalent(u) || n == u || n.Equivalent(parseURI(t, "http://a/")) {
		t.Errorf("%v, %v", n, err)
	}
	iri, err := urispec.ParseURIIn(editions.RFC3987, "http://a/~b/c")
	if err != nil || iri.Equivalent(n) || iri == n {
		t.Errorf("references of two editions are equal: %v, %v", iri, err)
	}
}

func TestText(t *testing.T) {
	type document struct {
		Home urispec.URI       `json:"home,omitzero"`
		Next urispec.Reference `json:"next,omitzero"`
	}
	d := document{Next: parse(t, "")}
	b, err := json.Marshal(d)
	if err != nil || string(b) != `{"next":""}` {
		t.Errorf("%s, %v", b, err)
	}
	if err := json.Unmarshal([]byte(`{"home":"a:b","next":"../c"}`), &d); err != nil || d.Home != parseURI(t, "a:b") || d.Next != parse(t, "../c") {
		t.Errorf("%v, %v", d, err)
	}
	before := d
	syntax := new(grammar.SyntaxError)
	if err := json.Unmarshal([]byte(`{"home":"b"}`), &d); !errors.As(err, &syntax) || syntax.Offset != 1 || d != before {
		t.Errorf("%v, %v", d, err)
	}
	if err := json.Unmarshal([]byte(`{"home":null,"next":null}`), &d); err != nil || d != before {
		t.Errorf("null is no text, and changes nothing: %v, %v", d, err)
	}
	// A value that has an edition is read by it.
	iri, err := urispec.ParseIn(editions.RFC3987, "a")
	if err != nil {
		t.Fatal(err)
	}
	if err := iri.UnmarshalText([]byte("é")); err != nil || iri.Edition() != editions.RFC3987 || iri.String() != "é" {
		t.Errorf("%v, %v", iri, err)
	}
}

func TestScan(t *testing.T) {
	u := parseURI(t, "a:b")
	for _, bad := range []any{"b", []byte("%"), 1, true} {
		if err := u.Scan(bad); err == nil || u != parseURI(t, "a:b") {
			t.Errorf("%v: %v, %v", bad, u, err)
		}
	}
	for _, good := range []any{"c:d", []byte("c:d")} {
		var u urispec.URI
		if err := u.Scan(good); err != nil || u != parseURI(t, "c:d") {
			t.Errorf("%v: %v, %v", good, u, err)
		}
		if v, err := u.Value(); err != nil || v != "c:d" {
			t.Errorf("%v: %v, %v", good, v, err)
		}
	}
	syntax := new(grammar.SyntaxError)
	if err := u.Scan("a:%zz"); !errors.As(err, &syntax) || syntax.Offset != 3 || u != parseURI(t, "a:b") {
		t.Errorf("%v, %v", u, err)
	}
	if err := u.Scan(nil); err != nil || !u.IsZero() {
		t.Errorf("NULL: %v, %v", u, err)
	}
	var null sql.Null[urispec.Reference]
	if err := null.Scan(nil); err != nil || null.Valid {
		t.Errorf("%v, %v", null, err)
	}
	if err := null.Scan(""); err != nil || !null.Valid || null.V != parse(t, "") {
		t.Errorf("the empty reference is not NULL: %v, %v", null, err)
	}
	if err := null.Scan("%"); !errors.As(err, &syntax) || syntax.Offset != 1 || null.V != parse(t, "") {
		t.Errorf("%v, %v", null, err)
	}
	if v, err := parse(t, "").Value(); v != "" || err != nil {
		t.Errorf("the empty reference is %v in a database: %v", v, err)
	}
}

func TestFlag(t *testing.T) {
	var base urispec.URI
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.SetOutput(new(bytes.Buffer))
	flags.Var(&base, "base", "")
	if err := flags.Parse([]string{"-base=a:b"}); err != nil || base != parseURI(t, "a:b") {
		t.Errorf("%v, %v", base, err)
	}
	if err := flags.Parse([]string{"-base=b"}); err == nil || base != parseURI(t, "a:b") {
		t.Errorf("%v, %v", base, err)
	}
}

// TestRedacted: no password is logged, by any edition.
func TestRedacted(t *testing.T) {
	for _, e := range editions.All() {
		for input, want := range map[string]string{
			"ftp://user:secret@host/a":  "ftp://user:xxxxx@host/a",
			"ftp://:secret@host/a":      "ftp://:xxxxx@host/a",
			"ftp://u:a:secret@host/a":   "ftp://u:xxxxx@host/a",
			"ftp://user@host/a:b@c":     "ftp://user@host/a:b@c",
			"ftp://host:21/user:a@b":    "ftp://host:21/user:a@b",
			"mailto:user:secret@host":   "mailto:user:secret@host",
			"ftp://u:secret@[::1]:21/a": "ftp://u:xxxxx@[::1]:21/a",
		} {
			r, err := urispec.ParseIn(e, input)
			if err != nil {
				continue
			}
			if got := r.Redacted(); got != want {
				t.Errorf("%s: %s is logged as %s, want %s", e, input, got, want)
			}
			var out strings.Builder
			slog.New(slog.NewTextHandler(&out, nil)).Info("read", "reference", r)
			if strings.Contains(want, "xxxxx") && strings.Contains(out.String(), "secret") {
				t.Errorf("%s: %s", e, &out)
			}
		}
	}
}

func TestAllocations(t *testing.T) {
	const s = "http://user@example.com:8080/a/b?x=1#top"
	for name, f := range map[string]func(){
		"Parse":    func() { sink, _ = urispec.Parse(s) },
		"ParseURI": func() { sinkURI, _ = urispec.ParseURI(s) },
		"Valid":    func() { sinkBool = urispec.Valid(s) },
		"Host":     func() { sinkText, sinkBool = sink.Host() },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

var (
	sink     urispec.Reference
	sinkURI  urispec.URI
	sinkBool bool
	sinkText string
)

func BenchmarkParse(b *testing.B) {
	const s = "http://user@example.com:8080/a/b?x=1#top"
	b.Run("Parse", func(b *testing.B) {
		for b.Loop() {
			sink, _ = urispec.Parse(s)
		}
	})
	b.Run("ParseInto", func(b *testing.B) {
		var ref ast.Reference
		for b.Loop() {
			if err := editions.RFC3986.ParseInto(&ref, s); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// FuzzText: what is parsed is written, compared, resolved against and changed without a
// difference.
func FuzzText(f *testing.F) {
	for _, s := range []string{"", "a:b", "http://u:p@h:1/a/b?c=d#e", "//[::1]", "%41", "?a=%26&b", "a b"} {
		f.Add(s, "k", "v")
	}
	f.Fuzz(func(t *testing.T, s, key, value string) {
		r, err := urispec.Parse(s)
		if err != nil {
			if urispec.Valid(s) || !r.IsZero() {
				t.Fatal(err)
			}
			return
		}
		text, err := r.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var back, scanned urispec.Reference
		column, err := r.Value()
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(back.UnmarshalText(text), scanned.Scan(column)); err != nil || back != r || scanned != r {
			t.Errorf("%q becomes %v and %v: %v", s, back, scanned, err)
		}
		j, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(j, &back); err != nil || back != r {
			t.Errorf("%q becomes %s and %v: %v", s, j, back, err)
		}
		changed, err := r.With(compose.Pair(key, value))
		if err != nil {
			return // an opaque path has no query in some editions; else see the error
		}
		if got, ok := changed.QueryValue(key); !ok || got != value {
			t.Errorf("%s: %q is %q, not %q", changed, key, got, value)
		}
		path, was := changed.Path(), r.Path()
		host, _ := changed.Host()
		wasHost, _ := r.Host()
		fragment, has := changed.Fragment()
		wasFragment, had := r.Fragment()
		if path != was || host != wasHost || fragment != wasFragment || has != had {
			t.Errorf("setting %q to %q in %s gives %s", key, value, r, changed)
		}
	})
}
