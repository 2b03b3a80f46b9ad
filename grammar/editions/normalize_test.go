package editions_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve"
)

// TestNormalize: each step by itself, in each edition that licenses it; "-" is
// a step that the edition does not license.
func TestNormalize(t *testing.T) {
	names := []string{"rfc1738", "url-syntax-02", "url-syntax-09", "rfc2396bis-00", "rfc3986"}
	for _, c := range []struct {
		step, in string
		want     [5]string
	}{
		{"scheme-case", "HTTP://H/", [5]string{"-", "http://H/", "http://H/", "http://H/", "http://H/"}},
		{"scheme-case", "a://H/", [5]string{"-", "a://H/", "a://H/", "a://H/", "a://H/"}},

		{"host-case", "http://www.XEROX.com/A", [5]string{"-", "-", "http://www.xerox.com/A", "http://www.xerox.com/A", "http://www.xerox.com/A"}},
		{"host-case", "//U@H/A", [5]string{"-", "-", "//U@h/A", "//U@h/A", "//U@h/A"}},
		{"host-case", "//A_B/", [5]string{"-", "-", "//A_B/", "//A_B/", "//a_b/"}}, // a registry's name, but for rfc3986
		{"host-case", "//A%4A/", [5]string{"-", "-", "//A%4A/", "//A%4A/", "//a%4A/"}},
		{"host-case", "//[::A]/", [5]string{"-", "-", "error", "//[::a]/", "//[::a]/"}},

		{"escape-case", "http://h/%c3%A4/%2f", [5]string{"http://h/%C3%A4/%2F", "http://h/%C3%A4/%2F", "http://h/%C3%A4/%2F", "http://h/%C3%A4/%2F", "http://h/%C3%A4/%2F"}},
		{"escape-case", "?%ff#%fe", [5]string{"error", "?%FF#%FE", "?%FF#%FE", "?%FF#%FE", "?%FF#%FE"}},

		// Unreserved characters only, and once.
		{"unescape", "http://h/%7Eu/%41%2F%2541", [5]string{"http://h/%7Eu/A%2F%2541", "http://h/~u/%41%2F%2541", "http://h/~u/A%2F%2541", "http://h/~u/A%2F%2541", "http://h/~u/A%2F%2541"}},
		{"unescape", "f://h/%7Eu/%41", [5]string{"f://h/%7Eu/A", "f://h/%7Eu/%41", "f://h/~u/A", "f://h/%7Eu/%41", "f://h/~u/A"}},
		{"unescape", "/%7Eu/%41", [5]string{"error", "/%7Eu/%41", "/~u/A", "/%7Eu/%41", "/~u/A"}},
		{"unescape", "http://h/a/%7Eu", [5]string{"http://h/a/%7Eu", "http://h/a/%7Eu", "http://h/a/~u", "http://h/a/~u", "http://h/a/~u"}},
		{"unescape", "http://h/?%41#%41", [5]string{"error", "http://h/?%41#%41", "http://h/?A#A", "http://h/?A#A", "http://h/?A#A"}},
		{"unescape", "//%41/", [5]string{"error", "error", "//%41/", "//%41/", "//A/"}},
		// No dot segment is made of an escaped one.
		{"unescape", "a/%2e%2E/.%2e/b%2Ec/%2e", [5]string{"error", "a/%2e%2E/.%2e/b%2Ec/%2e", "a/%2e%2E/.%2e/b.c/%2e", "a/%2e%2E/.%2e/b%2Ec/%2e", "a/%2e%2E/.%2e/b.c/%2e"}},
		{"unescape", "http://h/%2e/a", [5]string{"http://h/%2e/a", "http://h/%2e/a", "http://h/%2e/a", "http://h/%2e/a", "http://h/%2e/a"}},

		{"dot-segments", "http://h/a/./b/../c", [5]string{"-", "-", "-", "-", "http://h/a/c"}},
		{"dot-segments", "../a/./b", [5]string{"-", "-", "-", "-", "../a/./b"}}, // they mean something to a base
		{"dot-segments", "a/../b", [5]string{"-", "-", "-", "-", "a/../b"}},
		{"dot-segments", "//h/a/../b", [5]string{"-", "-", "-", "-", "//h/b"}}, // and nothing to any base: 5.2.2
		{"dot-segments", "/a/../b?/../c", [5]string{"-", "-", "-", "-", "/b?/../c"}},
		{"dot-segments", "/..", [5]string{"-", "-", "-", "-", "/"}},
		{"dot-segments", "/a/..//b", [5]string{"-", "-", "-", "-", "/.//b"}},
		{"dot-segments", "//h/a/..//b", [5]string{"-", "-", "-", "-", "//h//b"}},
		{"dot-segments", "/.//b", [5]string{"-", "-", "-", "-", "/.//b"}},
		{"dot-segments", "x:/..//y", [5]string{"-", "-", "-", "-", "x:/.//y"}}, // 3986-L3
		{"dot-segments", "x://h/..//y", [5]string{"-", "-", "-", "-", "x://h//y"}},
		{"dot-segments", "mid:a/../b", [5]string{"-", "-", "-", "-", "mid:/b"}}, // 3986-L4

		{"empty-port", "http://h:/", [5]string{"-", "-", "-", "-", "http://h/"}},
		{"empty-port", "//h:/", [5]string{"-", "-", "-", "-", "//h/"}},
		{"default-port", "http://h:80/", [5]string{"-", "-", "http://h/", "http://h/", "http://h/"}},
		{"default-port", "http://h:0080/", [5]string{"-", "-", "http://h/", "http://h/", "http://h/"}},
		{"default-port", "HTTPS://u@h:443/", [5]string{"-", "-", "HTTPS://u@h/", "HTTPS://u@h/", "HTTPS://u@h/"}},
		{"default-port", "http://h:8080/", [5]string{"-", "-", "http://h:8080/", "http://h:8080/", "http://h:8080/"}},
		{"default-port", "f://h:80/", [5]string{"-", "-", "f://h:80/", "f://h:80/", "f://h:80/"}},
		{"default-port", "//h:80/", [5]string{"-", "-", "//h:80/", "//h:80/", "//h:80/"}}, // of what scheme?
		{"default-host", "file://LOCALHOST/a", [5]string{"-", "-", "-", "-", "file:///a"}},
		{"default-host", "file://u@localhost/a", [5]string{"-", "-", "-", "-", "file://u@localhost/a"}},
		{"default-host", "http://localhost/a", [5]string{"-", "-", "-", "-", "http://localhost/a"}},
		{"empty-path", "http://h?q", [5]string{"-", "-", "-", "-", "http://h/?q"}},
		{"empty-path", "a:?q", [5]string{"-", "-", "-", "-", "a:?q"}},

		// All that the edition licenses.
		{"", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", [5]string{"error", "example://a/./b/../b/%63/%7Bfoo%7D", "example://a/./b/../b/c/%7Bfoo%7D", "example://a/./b/../b/%63/%7Bfoo%7D", "example://a/b/c/%7Bfoo%7D"}},
		{"", "http://H:80", [5]string{"http://H:80", "http://H:80", "http://h", "http://h", "http://h/"}},
		{"", "http://example.com/?", [5]string{"http://example.com/?", "http://example.com/?", "http://example.com/?", "http://example.com/?", "http://example.com/?"}},
		{"", "http://h/a/%2e%2e/b", [5]string{"http://h/a/%2E%2E/b", "http://h/a/%2E%2E/b", "http://h/a/%2E%2E/b", "http://h/a/%2E%2E/b", "http://h/b"}},
		// Only raw dots are resolved; escaped ones are removed after them.
		{"", "http://h/x/a/%2e%2e/../g", [5]string{"http://h/x/a/%2E%2E/../g", "http://h/x/a/%2E%2E/../g", "http://h/x/a/%2E%2E/../g", "http://h/x/a/%2E%2E/../g", "http://h/x/a/g"}},
		{"", "/x/a/%2e%2e/../g", [5]string{"error", "/x/a/%2E%2E/../g", "/x/a/%2E%2E/../g", "/x/a/%2E%2E/../g", "/x/a/g"}},
		{"", "//h/%2e/a/%2e", [5]string{"error", "//h/%2E/a/%2E", "//h/%2E/a/%2E", "//h/%2E/a/%2E", "//h/a/"}},
		{"", "/%2e//", [5]string{"error", "/%2E//", "/%2E//", "/%2E//", "/%2E//"}},
		{"", "a/%2e%2e/b", [5]string{"error", "a/%2E%2E/b", "a/%2E%2E/b", "a/%2E%2E/b", "a/%2E%2E/b"}},
		{"", "foo:a/..//b", [5]string{"foo:a/..//b", "foo:a/..//b", "foo:a/..//b", "foo:a/..//b", "foo:/.//b"}}, // where resolution has no target
		{"", "http:/%2e//", [5]string{"error", "http:/%2E//", "http:/%2E//", "http:/%2E//", "http:/%2E//"}},
	} {
		for i, name := range names {
			e, _ := editions.Lookup(name)
			var steps []string
			if c.step != "" {
				steps = append(steps, c.step)
			}
			got, err := e.Normalize(c.in, steps...)
			var unknown *grammar.UnknownNameError
			var syntax *grammar.SyntaxError
			switch {
			case errors.As(err, &unknown):
				got = "-"
			case errors.As(err, &syntax):
				got = "error"
			case err != nil:
				t.Errorf("%s: %s: %q: %v", name, c.step, c.in, err)
			}
			if got != c.want[i] {
				t.Errorf("%s: %s: %q: got %q, want %q", name, c.step, c.in, got, c.want[i])
			}
		}
	}
}

// TestEquivalent: by which steps, and no more.
func TestEquivalent(t *testing.T) {
	const no = "no"
	for _, c := range []struct{ edition, a, b, by string }{
		{"rfc3986", "http://a/", "http://a/", ""},
		{"rfc3986", "HTTP://a/", "http://a/", "scheme-case"},
		{"rfc3986", "http://example.com", "http://example.com/", "empty-path"},
		{"rfc3986", "http://example.com:", "http://example.com:80/", "empty-port default-port empty-path"},
		{"rfc3986", "http://example.com:80/", "http://example.com/", "default-port"},
		{"rfc3986", "http://example.com/?", "http://example.com/", no},
		{"rfc3986", "http://example.com/#", "http://example.com/", no},
		{"rfc3986", "http://a/b", "http://a/B", no},
		{"rfc3986", "http://a/%7eb", "http://a/~b", "unescape"},
		{"rfc3986", "http://a/%2fb", "http://a/%2Fb", "escape-case"},
		{"rfc3986", "http://a/%2fb", "http://a//b", no},
		{"rfc3986", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D", "scheme-case unescape escape-case dot-segments"},
		{"rfc3986", "/a/../b", "/b", "dot-segments"},
		{"rfc3987", "//h/a/./b", "//H/%61/b", "unescape host-case dot-segments"},
		{"rfc3986", "a/../b", "b", no}, // from http://h/x, but not from every base: foo:x
		{"rfc3986", "foo:a/..//b", "foo:/c/..//b", "dot-segments"},
		{"rfc2396bis-00", "/a/../b", "/b", no},
		{"rfc2396bis-00", "http://www.XEROX.com", "http://www.xerox.com", "host-case"},
		{"rfc2396bis-00", "http://a/%7eb", "http://a/~b", "unescape"},
		{"rfc2396bis-00", "f://a/%7eb", "f://a/~b", no},
		{"rfc2396bis-00", "http://a/./b", "http://a/b", no},
		{"url-syntax-09", "http://www.XEROX.com:80/%7Eb", "http://www.xerox.com/~b", "unescape host-case default-port"},
		{"url-syntax-02", "HTTP://a/%7eb", "http://a/~b", "scheme-case unescape"},
		{"url-syntax-02", "http://a:80/", "http://a/", no},
		{"rfc1738", "http://a/%62", "http://a/b", "unescape"},
		{"rfc1738", "http://A/", "http://a/", no},
	} {
		e, _ := editions.Lookup(c.edition)
		n, err := e.Normalizer()
		if err != nil {
			t.Fatal(err)
		}
		for _, ab := range [][2]string{{c.a, c.b}, {c.b, c.a}} {
			steps, ok, err := n.Equivalent(ab[0], ab[1])
			got := strings.Join(steps, " ")
			if !ok {
				got = no
			}
			if got != c.by || err != nil {
				t.Errorf("%s: %q and %q: got %q, %v, want %q", c.edition, ab[0], ab[1], got, err, c.by)
			}
		}
	}
	n, _ := editions.RFC3986.Normalizer()
	var syntax *grammar.SyntaxError
	if _, _, err := n.Equivalent("a", "b c"); !errors.As(err, &syntax) {
		t.Errorf("what does not conform: %v", err)
	}
}

// TestZoneCase: the address is lowered and the zone identifier is not, of which
// RFC 6874 does not say that its case may change (6874-L5).
func TestZoneCase(t *testing.T) {
	const ref, want = "http://[FE80::A%25En1]/", "http://[fe80::a%25En1]/"
	if got, err := editions.RFC6874.Normalize(ref); got != want || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	// A registered name may hold the same characters, and has no zone.
	if got, err := editions.RFC6874.Normalize("http://A%25En1/"); got != "http://a%25en1/" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}

// TestNormalizations: the data names steps that there are, once each, with the
// words of the document.
func TestNormalizations(t *testing.T) {
	known := []string{
		resolve.SchemeCase, resolve.Unescape, resolve.HostCase, resolve.EscapeCase, resolve.DotSegments,
		resolve.EmptyPort, resolve.DefaultPort, resolve.DefaultHost, resolve.EmptyPath,
	}
	for _, e := range editions.All() {
		seen := make(map[string]bool)
		for _, n := range e.Document().Normalization {
			if !slices.Contains(known, n.Step) || seen[n.Step] || n.Section == "" || n.Why == "" {
				t.Errorf("%s: %+v", e, n)
			}
			seen[n.Step] = true
		}
		if len(seen) < 2 && e != editions.RFC1808 { // which says nothing of equivalence
			t.Errorf("%s has %d steps", e, len(seen))
		}
	}
	ports := make([]string, 0, len(resolve.DefaultPorts))
	for _, p := range resolve.DefaultPorts {
		if p.Scheme != strings.ToLower(p.Scheme) || p.Port == "" || p.Source == "" {
			t.Errorf("%+v", p)
		}
		ports = append(ports, p.Scheme)
	}
	if diff := cmp.Diff(slices.Sorted(slices.Values(ports)), ports); diff != "" {
		t.Errorf("DefaultPorts are not sorted:\n%s", diff)
	}
}

// TestNormalFormsCostNothing: what is normal is returned as it is, without an allocation.
func TestNormalFormsCostNothing(t *testing.T) {
	for _, f := range fixtures() {
		for _, s := range []string{"http://example.com/a/b%20c;d/?q=%2F#f", "ftp://user@example.com/a//b/...", "mailto:a@b.example", "http://127.0.0.1:8080/.a./b"} {
			normal, err := f.Normalize(s)
			if err != nil {
				continue // it does not conform
			}
			if n := testing.AllocsPerRun(20, func() { normal, err = f.Normalize(normal) }); err != nil || n > 0 {
				t.Errorf("%s: to normalize %q allocates %v times (%v)", f, normal, n, err)
			}
		}
	}
}
