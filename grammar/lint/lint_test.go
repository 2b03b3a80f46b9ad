package lint_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/lint"
)

// brief writes findings as "code text" with "-> suggestion" where there is one;
// "=" instead of "-" says that it is equivalent.
func brief(found []lint.Finding, s string) string {
	var all []string
	for _, f := range found {
		one := f.Code.String()
		if text := f.Text(); text != "" {
			one += " " + text
		}
		if f.More > 0 {
			one += fmt.Sprintf(" +%d", f.More)
		}
		if change, ok := f.Suggestion(); ok {
			arrow := " -> "
			if change.Equivalent {
				arrow = " => "
			}
			one += arrow + change.Apply(s)
		}
		all = append(all, one)
	}
	return strings.Join(all, "\n")
}

// TestFindings: what is found in references, by one edition without others.
func TestFindings(t *testing.T) {
	for _, x := range []struct {
		edition, input string
		want           []string
	}{
		{"rfc3986", "http://example.com/a/b?c=d#e", nil},
		{"rfc3986", "", nil},

		// Userinfo: 3.2.1, 7.5, 7.6.
		{"rfc3986", "ftp://u:p:q@example.com/", []string{"password p:q -> ftp://u@example.com/"}},
		{"rfc3986", "ftp://u:@example.com/", nil},
		{"rfc3986", "ftp://:p@example.com/", []string{"password p -> ftp://@example.com/"}},
		{"rfc3986", "ftp://www%2eexample%2Ecom@a.example/", []string{
			"misleading-userinfo www%2eexample%2Ecom -> ftp://a.example/",
			"unneeded-escape %2e => ftp://www.example%2Ecom@a.example/",
			"unneeded-escape %2E => ftp://www%2eexample.com@a.example/",
		}},
		{"rfc3986", "ftp://192.0.2.1:80@a.example/", []string{
			"misleading-userinfo 192.0.2.1 -> ftp://a.example/", "password 80 -> ftp://192.0.2.1@a.example/",
		}},
		{"rfc3986", "ftp://anonymous@a.example/", nil},
		{"url-syntax-09", "ftp://www.example.com@a.example/", nil},
		{"url-syntax-09", "x://u:p@a_b/", []string{"password p -> x://u@a_b/"}}, // a registry's name

		// Ports: 3.2.3, 7.2.
		{"rfc3986", "https://a.example:443/", []string{"default-port :443 => https://a.example/"}},
		{"rfc3986", "http://a.example:0080/", []string{"default-port :0080 => http://a.example/"}},
		{"url-syntax-02", "http://a.example:80/", []string{"default-port :80 -> http://a.example/"}},
		{"rfc3986", "https://a.example:80/", []string{"reserved-port 80"}},
		{"rfc3986", "x://a.example:22/", []string{"reserved-port 22"}},
		{"rfc3986", "x://a.example:8080/", nil},
		{"rfc3986", "//a.example:80/", nil},
		{"rfc3986", "//a.example:25/", []string{"reserved-port 25"}},
		{"rfc3986", "//a.example:8080/", nil},
		{"rfc3986", "http://a.example:1024/", []string{"other-port 1024"}},
		{"rfc3986", "http://a.example:65536/", []string{"port-out-of-range 65536"}},
		{"rfc3986", "http://a.example:18446744073709551696/", []string{"port-out-of-range 18446744073709551696"}},
		{"rfc3986", "http://a.example:/", []string{"empty-port : => http://a.example/"}},
		{"rfc1738", "http://a.example:/", []string{
			"empty-port : -> http://a.example/", "nonconforming /",
		}},
		{"url-syntax-09", "x://a:b:80/", nil}, // a registry's name

		// Hosts: 3.2.2, 7.4.
		{"rfc3986", "http://A.%c3%A9xample/", []string{
			"uppercase-host A.%c3%A9xample => http://a.%c3%A9xample/", "not-dns-name A.%c3%A9xample",
			"lowercase-escape %c3 => http://A.%C3%A9xample/",
		}},
		{"rfc2396bis-00", "http://A.example/", []string{"uppercase-host A.example => http://a.example/"}},
		{"url-syntax-02", "http://A.example/", []string{"uppercase-host A.example -> http://a.example/"}},
		{"url-syntax-09", "http://A_b/", nil}, // a registry's name
		{"rfc3986", "http://[2001:DB8::1]/", []string{"uppercase-host [2001:DB8::1] => http://[2001:db8::1]/"}},
		{"rfc3986", "http://[::1]/", []string{"private-address [::1]"}},
		{"rfc3986", "http://[::ffff:10.1.2.3]/", []string{"private-address [::ffff:10.1.2.3]"}},
		{"rfc3986", "http://[fe80::1]/", []string{"private-address [fe80::1]"}},
		{"rfc3986", "http://[v1.x]/", nil},
		{"rfc3986", "http://intranet./", nil},
		{"rfc3986", "http://a.localhost/", []string{"localhost a.localhost"}},
		{"rfc3986", "http://notlocalhost/", []string{"unqualified-host notlocalhost"}},
		{"rfc3986", "file://LocalHost/a", []string{
			"uppercase-host LocalHost => file://localhost/a", "localhost LocalHost => file:///a",
		}},
		{"rfc3986", "file://localhost.example/a", nil},
		{"rfc2396bis-00", "file://localhost/a", []string{"localhost localhost"}},
		{"rfc3986", "http://2130706433/", []string{
			"rare-ipv4 2130706433 -> http://127.0.0.1/", "private-address 2130706433",
		}},
		{"rfc3986", "http://192.0.513/", []string{"rare-ipv4 192.0.513 -> http://192.0.2.1/"}},
		{"rfc3986", "http://0300.0.2.1/", []string{"rare-ipv4 0300.0.2.1"}}, // 192 or 300
		{"rfc3986", "http://192.0.2.01/", []string{"rare-ipv4 192.0.2.01 -> http://192.0.2.1/"}},
		{"rfc3986", "http://192.0.2.1./", []string{"rare-ipv4 192.0.2.1. -> http://192.0.2.1/"}},
		{"rfc3986", "http://1.2.3.256/", []string{"rare-ipv4 1.2.3.256"}},
		{"rfc3986", "http://1.2.3.4.5/", []string{"not-dns-name 1.2.3.4.5"}},
		{"rfc3986", "http://0xg/", []string{"unqualified-host 0xg", "not-dns-name 0xg"}},
		{"rfc3986", "http:///a", []string{"empty-host"}},
		{"rfc3986", "http://u@:80/a", []string{"empty-host", "default-port :80 => http://u@/a"}},
		{"rfc3986", "http:/a", []string{"empty-host http"}},
		{"rfc3986", "x:///a", nil},
		{"url-syntax-02", "http:///a", nil},

		// Paths: 3.3, 6.2.2.3, 7.3.
		{"rfc3986", "http://a.example?q", []string{"empty-path => http://a.example/?q"}},
		{"rfc3986", "../.././a", nil},
		{"rfc3986", "a/../b", []string{"dot-segments .."}},
		{"rfc3986", "/a/./b", []string{"dot-segments . => /a/b"}},
		{"rfc3986", "//a.example/./b/%2E", []string{"dot-segments . => //a.example/b/%2E", "escaped-dot-segment %2E => //a.example/b/"}},
		{"rfc3986", "/a/..//b", []string{"dot-segments .."}},
		{"rfc2396", "/a/./b", []string{"dot-segments ."}},
		{"rfc3986", "x:/a/./b/../c", []string{"dot-segments ./b/.. => x:/a/c"}},
		{"rfc3986", "x:/a/..//b", []string{"dot-segments .."}}, // "/.//b" keeps one
		{"rfc3986", "x:a/../b", []string{"dot-segments .. => x:/b"}},
		{"rfc2396bis-00", "x:/a/../b", []string{"dot-segments .."}},
		{"rfc2396bis-00", "x:a/../b", nil}, // opaque
		{"rfc1738", "ftp://a.example/a/../b", nil},
		{"rfc3986", "x:/a/%2E./b/../c", []string{"escaped-dot-segment %2E. => x:/c", "dot-segments .. => x:/a/%2E./c"}},
		{"rfc3986", "%2e%2E/a", []string{"lowercase-escape %2e => %2E%2E/a", "escaped-dot-segment %2e%2E"}},
		{"rfc3986", "/a.%2E/%2Eb", []string{"unneeded-escape %2E => /a../%2Eb", "unneeded-escape %2E => /a.%2E/.b"}},
		{"rfc3986", "/AUX/com1.tar.gz/lpt12/...", []string{"device-name AUX", "device-name com1.tar.gz", "device-name ..."}},

		// Escapes: 2.1 to 2.5, 7.2, 7.3.
		{"rfc3986", "?%41%42%3A%43", []string{"unneeded-escape %41%42 => ?AB%3A%43", "unneeded-escape %43 => ?%41%42%3AC"}},
		{"url-syntax-02", "http://a.example/%7Eb/%7Ec", []string{
			"unneeded-escape %7E => http://a.example/~b/%7Ec", "unneeded-escape %7E -> http://a.example/%7Eb/~c",
		}},
		{"url-syntax-02", "/%2C", []string{"unneeded-escape %2C -> /,"}},
		{"rfc3986", "/%2C", nil},
		{"rfc1738", "http://a.example/%7E%41", []string{"unneeded-escape %41 => http://a.example/%7EA"}},
		{"rfc2396bis-00", "x:%41", []string{"unneeded-escape %41 -> x:A"}},
		{"rfc2396bis-00", "HTTP://a.example/%41", []string{
			"uppercase-scheme HTTP => http://a.example/%41", "unneeded-escape %41 => HTTP://a.example/A",
		}},
		{"rfc3986", "?%3a%3A%3b%3B", []string{"lowercase-escape %3a%3A%3b => ?%3A%3A%3B%3B"}},
		{"rfc3986", "?%3a-%3b", []string{"lowercase-escape %3a => ?%3A-%3b", "lowercase-escape %3b => ?%3a-%3B"}},
		{"rfc3986", "/a%25252fb", []string{"double-escape %25252f -> /a%2fb"}},
		{"rfc3986", "/100%25/%25z/%252", nil},
		{"rfc3986", "/%0a%0D?%0A#%0a%0a-%0d", []string{
			"lowercase-escape %0a => /%0A%0D?%0A#%0a%0a-%0d", "escaped-line-break %0a%0D", "escaped-line-break %0A",
			"escaped-line-break %0a%0a +1", "lowercase-escape %0a%0a => /%0a%0D?%0A#%0A%0A-%0d",
			"lowercase-escape %0d => /%0a%0D?%0A#%0a%0a-%0D",
		}},
		{"rfc3986", "/%00/%1B%09", []string{"escaped-nul %00", "escaped-control %1B%09"}},
		{"rfc1738", "gopher://a.example/7a%09b%09%2B", []string{"unneeded-escape %2B => gopher://a.example/7a%09b%09+"}},
		{"rfc3986", "x://a%2Fb@c%40d.example/%5C?%2F", []string{
			"escaped-delimiter %2F", "not-dns-name c%40d.example", "escaped-delimiter %40", "escaped-delimiter %5C",
		}},

		// Characters: 2.5, 3.2.2, 7.6.
		{"rfc3986", "/%E9%e8/%C0%80", []string{
			"not-utf8 %E9%e8", "lowercase-escape %e8 => /%E9%E8/%C0%80", "overlong-utf8 %C0%80",
		}},
		{"rfc3986", "/%ED%A0%80", []string{"not-utf8 %ED%A0%80"}}, // a surrogate
		{"rfc3986", "x://a.%E9%E9b%C3.example/%E9", []string{
			"not-dns-name a.%E9%E9b%C3.example", "host-not-utf8 %E9%E9 +1", "not-utf8 %E9",
		}},
		{"rfc3986", "/%D0%B0", nil},
		{"rfc3986", "/%D0%B0bc", []string{"look-alike %D0%B0bc -> /abc"}},
		{"rfc3986", "/%D0%B0%D0%B6c", nil},   // zhe shows that it is Cyrillic
		{"rfc3986", "/k%C4%B1r%C4%B1k", nil}, // Turkish
		{"rfc3986", "/a%EF%BC%8Fb", nil},     // full width
		{"rfc3986", "/a%E2%81%84b", []string{"look-alike %E2%81%84"}},
		{"rfc3986", "http://a%EF%BC%8Fb.example/", []string{
			"not-dns-name a%EF%BC%8Fb.example", "look-alike %EF%BC%8F",
		}},
		{"rfc3986", "http://www.xn--80ak6aa92e.com/", []string{"look-alike xn--80ak6aa92e -> http://www.apple.com/"}},
		{"rfc3986", "http://xn--e1afmkfd.xn--p1ai/", nil}, // пример.рф
		{"rfc3986", "http://example.xn--p1acf/", nil},     // рус
		{"rfc3986", "http://xn--pple-43d.example/", []string{"look-alike xn--pple-43d -> http://apple.example/"}},
		{"rfc3986", "/a%E2%80%AE%E2%80%ADb", []string{"bidi-control %E2%80%AE%E2%80%AD -> /ab"}},
		{"rfc3986", "/%E2%80%AE/b", []string{"bidi-control %E2%80%AE"}}, // "//b" would be a site
		{"rfc3986", "/%E2%80%8D", nil},
		{"rfc3986", "http://a%E2%80%8Db.example/", []string{
			"not-dns-name a%E2%80%8Db.example", "invisible-character %E2%80%8D -> http://ab.example/",
		}},

		// What does not conform.
		{"rfc3986", "HTTP://a.example:80/b c|d#e#f", []string{
			"uppercase-scheme HTTP -> http://a.example:80/b c|d#e#f",
			"default-port :80 -> HTTP://a.example/b c|d#e#f",
			"nonconforming   -> HTTP://a.example:80/b%20c%7Cd#e%23f",
		}},
		{"rfc1738", "HTTP://a.example/~b", []string{
			"nonconforming H -> http://a.example/%7Eb", "uppercase-scheme HTTP -> http://a.example/~b",
		}},
		{"url-syntax-02", "http://a.example?q", []string{"nonconforming ? -> http://a.example/?q"}},
		{"rfc3986", "http://a.example/100%/%zz", []string{"nonconforming / -> http://a.example/100%25/%25zz"}},
		{"rfc3986", "/\u00e9\xff", []string{
			"nonconforming \u00e9 -> /%C3%A9%FF", "non-ascii \u00e9\xff -> /%C3%A9%FF",
		}},
		{"rfc3986", "http://b\u00fccher.example/", []string{
			"nonconforming \u00fc -> http://b%C3%BCcher.example/", "non-ascii \u00fc -> http://b%C3%BCcher.example/",
		}},
		{"rfc3986", "http://[::1/", []string{"nonconforming /"}},
		{"rfc3986", "http://a.example:x/", []string{"nonconforming /"}},
		{"rfc3986", "/%%34%31", []string{"nonconforming % -> /%25%34%31", "unneeded-escape %31 -> /%%341"}},
	} {
		l := lint.New(linter(t, x.edition).Edition())
		if got := brief(l.Lint(x.input), x.input); got != strings.Join(x.want, "\n") {
			t.Errorf("%s: %q:\n%s\nwant\n%s", x.edition, x.input, got, strings.Join(x.want, "\n"))
		}
	}
}

// TestComponents: a finding is of the component that it begins in.
func TestComponents(t *testing.T) {
	l := lint.New(editions.RFC3986)
	for s, want := range map[string]string{
		"":                         "",
		"HT TP:":                   "scheme nonconforming, scheme uppercase-scheme",
		"//a b@c.d/":               "userinfo nonconforming",
		"//a b.c/":                 "host nonconforming",
		"//a.b:x":                  "port nonconforming, path empty-path",
		"//a@b@c.d/":               " nonconforming",     // at the second "@"
		"//a.b:1x/":                "path nonconforming", // so far it could be userinfo
		"/a b":                     "path nonconforming",
		"?a b":                     "query nonconforming",
		"#a b":                     "fragment nonconforming",
		"%":                        "path nonconforming",
		"http://u:pass@H.example:": "userinfo password, host uppercase-host, port empty-port, path empty-path",
		"#%41":                     "fragment unneeded-escape",
	} {
		var got []string
		for _, f := range l.Lint(s) {
			got = append(got, f.Component.String()+" "+f.Code.String())
		}
		slices.Sort(got)
		list := strings.Split(want, ", ")
		slices.Sort(list)
		if want == "" {
			list = nil
		}
		if !slices.Equal(got, list) {
			t.Errorf("%q: %q, want %q", s, got, list)
		}
	}
}

// TestOthers: a conforming reference is held against other editions, one that
// does not conform is not.
func TestOthers(t *testing.T) {
	l := lint.New(editions.RFC3986, append(editions.All(), editions.RFC1738)...)
	for s, want := range map[string]string{
		"http://a.example/~b#c": "rfc1738 17 3.3 [rfc1738 rfc1808]",
		"http://a.example/?q":   "",
		"http://a.example?q":    "rfc1738 16 3.1 [rfc1738 url-syntax-02 url-syntax-09]",
		"http://a_b.example/~b": "rfc1738 8 3.1 [rfc1738 rfc1808 url-syntax-02]", // not all at one offset
		"~a":                    "rfc1808 0 2.2 [rfc1808]",                       // rfc1738 has no relative references
		"http://a b/":           "",
	} {
		var got []string
		for _, f := range l.Lint(s) {
			if f.Code == lint.RefusedElsewhere {
				got = append(got, fmt.Sprint(f.Edition(), " ", f.Span.Start, " ", f.Section(), " ", f.Refusers()))
			}
		}
		if all := strings.Join(got, " "); all != want {
			t.Errorf("%s: %q, want %q", s, all, want)
		}
	}
}

// TestOnly: a linter finds nothing but the chosen codes, in the same places.
func TestOnly(t *testing.T) {
	const s = "HTTP://anna:secret@Example.com:/~a?[]"
	l := lint.New(editions.RFC2396, editions.All()...)
	for _, c := range l.Codes() {
		only, without := l.Only(c), l.Without(c)
		if !slices.Equal(only.Codes(), []lint.Code{c}) || slices.Contains(without.Codes(), c) || len(without.Codes()) != len(l.Codes())-1 {
			t.Errorf("%s: only %s, without %s", c, only.Codes(), without.Codes())
		}
		count := 0
		for _, f := range l.Lint(s) {
			if f.Code == c {
				count++
			}
		}
		if got, rest := len(only.Lint(s)), len(without.Lint(s)); got != count || got+rest != len(l.Lint(s)) {
			t.Errorf("%s: %d findings, and %d others; want %d", c, got, rest, count)
		}
	}
	if l := l.Only(); l.Lint("{") != nil || len(l.Codes()) > 0 {
		t.Errorf("no code, but %s", l.Codes())
	}
	// What an edition does not support is not found because it is chosen.
	if l := lint.New(editions.RFC1738).Only(lint.DotSegments); len(l.Codes()) > 0 {
		t.Errorf("rfc1738 has %s", l.Codes())
	}
}

// TestNoGarbage: to find allocates nothing.
func TestNoGarbage(t *testing.T) {
	const everything = "HTTP://www.example.com:pass@0x7F.1:25/a/../%2e%2E/%41%3a%0D%0A%00%09%2F%2525/aux" +
		"?%C0%AF%FFp%D0%B0y%E2%80%AE%E2%80%8B#xn--pple-43d"
	inputs := []string{everything, "http://xn--pple-43d.example", "http://[::1]:80/", "x://a_b.localhost/", "../a"}
	for _, e := range editions.All() {
		l := lint.New(e, editions.All()...)
		found := l.Append(nil, everything)
		for _, s := range inputs {
			if !e.Valid(s) {
				continue
			}
			if n := testing.AllocsPerRun(10, func() { found = l.Append(found[:0], s) }); n > 0 {
				t.Errorf("%s: %s: %v allocations", e, s, n)
			}
		}
	}
}

// TestZeroFinding: a finding that no linter made says nothing and does no harm.
func TestZeroFinding(t *testing.T) {
	var f lint.Finding
	if _, ok := f.Suggestion(); ok || f.Edition() != "" || f.Section() != "" || f.Text() != "" || f.String() == "" {
		t.Errorf("the zero finding is %s", f)
	}
}

// TestConcurrent: a linter has no state that its uses share.
func TestConcurrent(t *testing.T) {
	l := lint.New(editions.RFC3986, editions.All()...)
	want := fmt.Sprint(l.Lint("http://a b/%41"))
	done := make(chan string)
	for range 8 {
		go func() {
			found := l.Lint("http://a b/%41")
			found[0].Suggestion()
			done <- fmt.Sprint(found)
		}()
	}
	for range 8 {
		if got := <-done; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
