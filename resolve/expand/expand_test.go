package expand

import (
	"encoding/json"
	"errors"
	"path"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/resolve"
)

func TestMain(m *testing.M) { effort.Main(m) }

// guesses are the completions by the default table, in all editions that
// describe abbreviated references.
var guesses = []struct{ section, abbreviated, rule, want string }{
	// The documents' own example, and "simply the DNS hostname on its own".
	{"Appendix F, 4.5", "www.w3.org/Addressing/", "www", "http://www.w3.org/Addressing/"},
	{"Appendix F, 4.5", "www.w3.org", "www", "http://www.w3.org"},
	{"", "WWW.W3.org/", "www", "http://WWW.W3.org/"}, // nothing is changed
	{"", "www3.example.org/a?b#c", "www", "http://www3.example.org/a?b#c"},
	{"", "ftp.example.org", "ftp", "ftp://ftp.example.org"},
	{"", "ftp.example.org/pub/a.html", "ftp", "ftp://ftp.example.org/pub/a.html"},
	{"", "gopher.example.org/", "gopher", "gopher://gopher.example.org/"},
	{"", "example.org/a:b", "host", "http://example.org/a:b"},
	{"", "example.org.", "host", "http://example.org."},
	{"", "192.0.2.1/a", "host", "http://192.0.2.1/a"},
	{"", "localhost/a", "host", "http://localhost/a"},
}

func TestExpand(t *testing.T) {
	for _, e := range editions.All() {
		for _, c := range guesses {
			got, err := Expand(e, c.abbreviated, DefaultTable())
			if e.Document().Abbreviated == "" {
				var undescribed *grammar.NotDefinedError
				if !errors.As(err, &undescribed) || undescribed.Edition != e.Name() || got.Reference != "" {
					t.Errorf("%s: %+v, %v", e, got, err)
				}
				continue
			}
			if err != nil || got.Reference != c.want || got.Rule.Name != c.rule || got.Section != e.Document().Abbreviated {
				t.Errorf("%s: %s is completed to %+v, %v, want %s by %s", e, c.abbreviated, got, err, c.want, c.rule)
			}
		}
	}
}

// TestSections: the appendix came with url-syntax-08.
func TestSections(t *testing.T) {
	for e, want := range map[*grammar.Edition]string{
		editions.RFC1738: "", editions.URLSyntax02: "",
		editions.URLSyntax09: "Appendix F", editions.RFC2396bis00: "Appendix F", editions.RFC3986: "4.5",
	} {
		if got := e.Document().Abbreviated; got != want {
			t.Errorf("%s: %q, want %q", e, got, want)
		}
	}
}

func TestNotAbbreviated(t *testing.T) {
	for _, c := range []struct{ s, why string }{
		{"http://www.w3.org/", `scheme "http"`},
		{"www.w3.org:80/", `scheme "www.w3.org"`}, // by the grammar of every edition
		{"localhost:8080", `scheme "localhost"`},
		{"mailto:a@b.example", `scheme "mailto"`},
		{"//www.w3.org/", "//"},
		{"/www.w3.org", "host"},
		{"?www.w3.org", "host"},
		{"#www.w3.org", "host"},
		{"", "host"},
		{"./www.w3.org", "domain name"},
		{"../a", "domain name"},
		{"www.w3.org@evil.example/", "userinfo"},
		{"joe@example.org", "userinfo"},
		{"1.5", "domain name"},
		{"v1.2.3", "domain name"},
		{"1.2.3.4.5", "domain name"},
		{"192.0.2.256", "domain name"},
		{"www..example", "domain name"},
		{"www.-a.example", "domain name"},
		{"www.a_b.example", "domain name"},
		{"www.exa mple", "domain name"},
		{"www.%41.example", "domain name"},
		{"...", "domain name"},
		{"index.html", `rule "file"`},
		{"README.TXT?a", `rule "file"`},
		{"word", "no rule"},
		{"www.", "no rule"},
	} {
		got, err := Expand(editions.RFC3986, c.s, DefaultTable())
		var not *NotAbbreviatedError
		if !errors.As(err, &not) || not.Input != c.s || !strings.Contains(err.Error(), c.why) || got.Reference != "" {
			t.Errorf("%q: %+v, %v, want %s", c.s, got, err, c.why)
		}
	}
}

// TestNotConforming: a guess that the edition refuses is none.
func TestNotConforming(t *testing.T) {
	for _, c := range []struct {
		edition *grammar.Edition
		s       string
	}{
		{editions.URLSyntax09, "www.w3.org?q"}, // 09-L1: a query needs a path there
		{editions.RFC3986, "www.w3.org/a b"},
		{editions.RFC3986, "www.w3.org/%zz"},
		{editions.RFC3986, "www.köln.example"},
	} {
		var syntax *grammar.SyntaxError
		if got, err := Expand(c.edition, c.s, DefaultTable()); !errors.As(err, &syntax) || syntax.Input != "http://"+c.s {
			t.Errorf("%s: %q: %+v, %v", c.edition, c.s, got, err)
		}
	}
}

// TestTable: the table decides; the first rule that matches, and none but the
// table's.
func TestTable(t *testing.T) {
	table := Table{
		{Name: "never", Hosts: []string{"*.invalid"}},
		{Name: "secure", Hosts: []string{"nothing", "*.org"}, Prefix: "https://"},
		{Name: "later", Hosts: []string{"*"}, Prefix: "gemini://"},
	}
	for s, want := range map[string]string{"www.w3.org": "https://www.w3.org", "ftp.example/a": "gemini://ftp.example/a", "word": "gemini://word"} {
		if got, err := Expand(editions.RFC3986, s, table); err != nil || got.Reference != want {
			t.Errorf("%s: %+v, %v, want %s", s, got, err, want)
		}
	}
	for _, table := range []Table{nil, table[:1]} {
		if got, err := Expand(editions.RFC3986, "www.w3.invalid", table); err == nil {
			t.Errorf("%+v", got)
		}
	}
	if _, err := Expand(editions.RFC3986, "www.w3.org", Table{{Name: "bad", Hosts: []string{"[w"}}}); !errors.Is(err, path.ErrBadPattern) || !strings.Contains(err.Error(), "bad") {
		t.Errorf("%v", err)
	}
	// It can be kept in a file.
	text, err := json.Marshal(DefaultTable())
	if err != nil {
		t.Fatal(err)
	}
	var read Table
	if err := json.Unmarshal(text, &read); err != nil || !reflect.DeepEqual(read, DefaultTable()) {
		t.Errorf("%v: %+v", err, read)
	}
	for _, r := range DefaultTable() {
		if r.Name == "" || r.Why == "" || len(r.Hosts) == 0 {
			t.Errorf("%+v is not documented", r)
		}
	}
}

func TestLaws(t *testing.T) {
	piece := rapid.SampledFrom([]string{"www", "ftp", "a", "1", "-", ".", ".org", ".html", "/", "//", ":", "@", "?", "#", "%", "%41", " ", "é", "\xff", "[", "]"})
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOfN(piece, 0, 12).Draw(t, "pieces"), "")
		for _, e := range editions.All() {
			guess, err := Expand(e, s, DefaultTable())
			split := resolve.Split(s)
			switch {
			case err != nil:
				if !reflect.DeepEqual(guess, Guess{}) {
					t.Fatalf("%s: %q: both %+v and %v", e, s, guess, err)
				}
			case split.Scheme.Present() || split.Site.Present():
				t.Fatalf("%s: %q is completed to %q", e, s, guess.Reference)
			case guess.Reference != guess.Rule.Prefix+s:
				t.Fatalf("%s: %q is changed to %q", e, s, guess.Reference)
			default:
				ref, err := e.Parse(guess.Reference)
				if err != nil {
					t.Fatalf("%s: %q is completed to %q: %v", e, s, guess.Reference, err)
				}
				// What completes it makes its beginning the host.
				host := ref.Text(ref.Site.Server.HostPort.Host.Span)
				if want, _ := hostOf(s); host != want && ref.Text(ref.Site.Span) != want {
					t.Fatalf("%s: the host of %q is %q, want %q", e, guess.Reference, host, want)
				}
			}
		}
	})
}
