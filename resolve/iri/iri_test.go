package iri_test

import (
	"bufio"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve/iri"
)

var newMapper = sync.OnceValues(func() (*iri.Mapper, error) { return iri.New(editions.RFC3987, editions.RFC3986) })

func mapper(t testing.TB) *iri.Mapper {
	t.Helper()
	m, err := newMapper()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// toURI are the examples of sections 3.1, 6.4 and 8, and what follows from the
// text.
var toURI = []struct {
	section, iri, uri string
	o                 iri.Options
}{
	{"3.1", "http://résumé.example.org", "http://r%C3%A9sum%C3%A9.example.org", iri.Options{}},
	{"3.1", "http://résumé.example.org", "http://xn--rsum-bpad.example.org", iri.Options{IDNA: true}},
	{"3.1", "http://validator.w3.org/check?uri=http%3A%2F%2Frésumé.example.org", "http://validator.w3.org/check?uri=http%3A%2F%2Fr%C3%A9sum%C3%A9.example.org", iri.Options{}},
	{"3.1", "http://validator.w3.org/check?uri=http%3A%2F%2Frésumé.example.org", "http://validator.w3.org/check?uri=http%3A%2F%2Fr%C3%A9sum%C3%A9.example.org", iri.Options{IDNA: true}},
	{"3.1", "http://www.example.org/red%09rosé#red", "http://www.example.org/red%09ros%C3%A9#red", iri.Options{}},
	{"3.1", "http://example.com/𐌀𐌁𐌂", "http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82", iri.Options{}},
	// "do not normalize": precomposed and decomposed are two.
	{"3.1", "Vi\u1EC7t Nam", "Vi%E1%BB%87t%20Nam", iri.Options{Excluded: true}},
	{"3.1", "Vi\u00EA\u0323t Nam", "Vi%C3%AA%CC%A3t%20Nam", iri.Options{Excluded: true}},
	{"3.1", `a<>" {}|\^` + "`é", "a%3C%3E%22%20%7B%7D%7C%5C%5E%60%C3%A9", iri.Options{Excluded: true}},
	{"3.1", "?\uE000\U0010FFFD", "?%EE%80%80%F4%8F%BF%BD", iri.Options{}},
	{"3.1", "é%c3%A9%fc", "%C3%A9%c3%A9%fc", iri.Options{}}, // what is escaped stays
	{"3.1", "a\u202E", "a%E2%80%AE", iri.Options{}},         // though 4.1 forbids it, the grammar has it
	{"4.4", "http://ab.\u05D0\u05D1.ij/\u05D2#\u05D3", "http://ab.%D7%90%D7%91.ij/%D7%92#%D7%93", iri.Options{}},
	{"6.4", "http://www.example.org/r%E9sum%E9.xml#résumé", "http://www.example.org/r%E9sum%E9.xml#r%C3%A9sum%C3%A9", iri.Options{}},
	{"Authors' Addresses", "http://www.w3.org/People/Dürst/", "http://www.w3.org/People/D%C3%BCrst/", iri.Options{}},

	// A URI stays what it is, with every option.
	{"3.1", "HTTP://User@www.Example.org:80/%7e/?a[", "", iri.Options{IDNA: true}},
	{"3.1", "http://a_b.-.example/", "http://a_b.-.example/", iri.Options{IDNA: true}},
	{"3.1", "http://r%C3%A9sum%C3%A9.example.org", "http://r%C3%A9sum%C3%A9.example.org", iri.Options{IDNA: true}},
	{"3.1", "", "", iri.Options{IDNA: true, Excluded: true}},

	// ToASCII: labels of US-ASCII stay, the others are mapped; other full stops
	// are separators; only domain names, only where the scheme is known.
	{"3.1", "http://WWW.résumé.Example.org.:8080/é?é#é", "http://WWW.xn--rsum-bpad.Example.org.:8080/%C3%A9?%C3%A9#%C3%A9", iri.Options{IDNA: true}},
	{"3.1", "HTTPS://é@É.example", "HTTPS://%C3%A9@xn--9ca.example", iri.Options{IDNA: true}},
	{"3.1", "ftp://納豆。example．org｡/", "ftp://xn--99zt52a.example.org./", iri.Options{IDNA: true}},
	{"3.1", "http://\u05D0\u05D1.example", "http://xn--4dbc.example", iri.Options{IDNA: true}},
	// By UTS #46; RFC 3490 has fass.example and xn--4xa.example.
	{"3.1", "http://faß.example", "http://xn--fa-hia.example", iri.Options{IDNA: true}},
	{"3.1", "http://ς.example", "http://xn--3xa.example", iri.Options{IDNA: true}},
	{"3.1", "x://résumé/", "x://r%C3%A9sum%C3%A9/", iri.Options{IDNA: true}},
	{"3.1", "//résumé/", "//r%C3%A9sum%C3%A9/", iri.Options{IDNA: true}},
	{"3.1", "http://[::1]/é", "http://[::1]/%C3%A9", iri.Options{IDNA: true}},
	{"3.1", "http://1.2.3.4/é", "http://1.2.3.4/%C3%A9", iri.Options{IDNA: true}},
}

func TestToURI(t *testing.T) {
	m := mapper(t)
	for _, c := range toURI {
		got, err := m.ToURI(c.iri, c.o)
		if strings.HasSuffix(c.iri, "[") { // no IRI at all
			var syntax *grammar.SyntaxError
			if !errors.As(err, &syntax) || syntax.Edition != "rfc3987" || syntax.Offset != len(c.iri)-1 {
				t.Errorf("section %s: %q: %q, %v", c.section, c.iri, got, err)
			}
			continue
		}
		if got != c.uri || err != nil {
			t.Errorf("section %s: %q, %+v: got %q, %v, want %q", c.section, c.iri, c.o, got, err, c.uri)
		}
	}
}

// toIRI are the examples of sections 3.2 and 3.2.1, and what follows from the
// text. Where there are steps, they are the results of steps 2 to 4.
var toIRI = []struct {
	section, uri, iri string
	steps             []string
	o                 iri.Options
}{
	{"3.2.1", "http://www.example.org/D%C3%BCrst", "http://www.example.org/Dürst", []string{
		"http://www.example.org/D<c3><bc>rst", "http://www.example.org/D<c3><bc>rst", "http://www.example.org/D<c3><bc>rst"}, iri.Options{}},
	{"3.2.1", "http://www.example.org/D%FCrst", "http://www.example.org/D%FCrst", []string{
		"http://www.example.org/D<fc>rst", "http://www.example.org/D%FCrst", "http://www.example.org/D%FCrst"}, iri.Options{}},
	{"3.2.1", "http://xn--99zt52a.example.org/%e2%80%ae", "http://xn--99zt52a.example.org/%E2%80%AE", []string{
		"http://xn--99zt52a.example.org/<e2><80><ae>", "http://xn--99zt52a.example.org/<e2><80><ae>", "http://xn--99zt52a.example.org/%E2%80%AE"}, iri.Options{}},
	{"3.2.1", "http://xn--99zt52a.example.org/%E2%80%AE", "http://納豆.example.org/%E2%80%AE", nil, iri.Options{IDNA: true}},
	{"3.2", "http://www.example.org/r%E9sum%E9.html", "http://www.example.org/r%E9sum%E9.html", nil, iri.Options{}},

	// Step 2: all but "%", reserved, and what US-ASCII has and URIs have not.
	{"3.2", "%25%2f%3A%3d%23%5B%7E%41%2d", "%25%2f%3A%3d%23%5B~A-", nil, iri.Options{}},
	{"3.2", "%20%3c%7B%00%0a%7f%60", "%20%3c%7B%00%0a%7f%60", nil, iri.Options{}},
	{"3.2", "a/%2e%2E/b", "a/../b", nil, iri.Options{}},
	// Step 3: cut short, overlong (section 8), surrogates, beyond the end.
	{"3.2", "%c3", "%C3", nil, iri.Options{}},
	{"3.2", "%c3%A9%c3/%A9", "é%C3/%A9", nil, iri.Options{}},
	{"3.2", "%e2%82a%E2%82%ac", "%E2%82a€", nil, iri.Options{}},
	{"8", "%c0%af..", "%C0%AF..", nil, iri.Options{}},
	{"3.2", "%ed%a0%80%f4%90%80%80%ff", "%ED%A0%80%F4%90%80%80%FF", nil, iri.Options{}},
	// Step 4: by the component's rule (2.2) ...
	{"2.2", "%ee%80%80?%ee%80%80#%ee%80%80", "%EE%80%80?\uE000#%EE%80%80", nil, iri.Options{}},
	{"2.2", "%c2%80%ef%b7%90%ef%bf%bd%f0%9f%bf%be", "%C2%80%EF%B7%90%EF%BF%BD%F0%9F%BF%BE", nil, iri.Options{}},
	{"2.2", "//%c3%bc@%c3%a9:8/%c3%a4?%c3%b6#%c3%9f", "//ü@é:8/ä?ö#ß", nil, iri.Options{}},
	// ... by 4.1, and the look-alikes of a space by 6.1.
	{"4.1", "%e2%80%8e%e2%80%8f%e2%80%aa%e2%80%ac%D7%90", "%E2%80%8E%E2%80%8F%E2%80%AA%E2%80%AC\u05D0", nil, iri.Options{}},
	{"6.1", "%c2%a0%e3%80%80%e2%80%a8", "%C2%A0%E3%80%80%E2%80%A8", nil, iri.Options{}},
	{"3.2", "e%CC%81", "e\u0301", nil, iri.Options{}}, // not normalized
	{"3.2", "", "", nil, iri.Options{IDNA: true}},

	// ToUnicode: what is no such label stays.
	{"3.2.1", "http://XN--99zt52a.xn--rsum-bpad.x:8/", "http://納豆.résumé.x:8/", nil, iri.Options{IDNA: true}},
	{"3.2.1", "http://xn--a.xn--.xn--99zt52a-/", "http://xn--a.xn--.xn--99zt52a-/", nil, iri.Options{IDNA: true}},
	{"3.2.1", "x://xn--99zt52a/", "x://xn--99zt52a/", nil, iri.Options{IDNA: true}},
	{"3.2.1", "//xn--99zt52a/", "//xn--99zt52a/", nil, iri.Options{IDNA: true}},
	{"3.2.1", "http://a/xn--99zt52a", "http://a/xn--99zt52a", nil, iri.Options{IDNA: true}},
}

func TestToIRI(t *testing.T) {
	m := mapper(t)
	for _, c := range toIRI {
		var steps []iri.Step
		o := c.o
		o.Trace = func(s iri.Step) { steps = append(steps, s) }
		got, err := m.ToIRI(c.uri, o)
		if got != c.iri || err != nil {
			t.Errorf("section %s: %q: got %q, %v, want %q", c.section, c.uri, got, err, c.iri)
			continue
		}
		if without, err := m.ToIRI(c.uri, c.o); without != got || err != nil {
			t.Errorf("%q: %q, %v without a trace", c.uri, without, err)
		}
		var numbers, results []string
		for _, s := range steps {
			numbers, results = append(numbers, s.Number), append(results, s.Result)
		}
		want := []string{"3.2 1", "3.2 2", "3.2 3", "3.2 4", "3.2 5"}
		if c.o.IDNA {
			want = append(want, "3.2.1 ToUnicode")
		}
		if diff := cmp.Diff(want, numbers); diff != "" {
			t.Errorf("%q: steps (-want +got):\n%s", c.uri, diff)
			continue
		}
		if c.steps != nil {
			want := slices.Concat([]string{c.uri}, c.steps, []string{c.iri})
			if diff := cmp.Diff(want, results); diff != "" {
				t.Errorf("%q: results (-want +got):\n%s", c.uri, diff)
			}
		}
	}
}

// TestTraceToURI: the steps of section 3.1.
func TestTraceToURI(t *testing.T) {
	var got []string
	o := iri.Options{IDNA: true, Excluded: true, Trace: func(s iri.Step) { got = append(got, s.Number+" "+s.Result) }}
	if _, err := mapper(t).ToURI("http://é/ü b", o); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"3.1 http://é/ü%20b",
		"3.1 1c http://é/ü%20b",
		"3.1 ireg-name http://xn--9ca/ü%20b",
		"3.1 2 http://xn--9ca/%C3%BC%20b",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestConversions: no conversion among the document's examples is missing above.
func TestConversions(t *testing.T) {
	f, err := os.Open("../../grammar/editions/rfc3987/testdata/examples.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for scan := bufio.NewScanner(f); scan.Scan(); {
		kind, rest, _ := strings.Cut(scan.Text(), "\t")
		if kind != "conversion" {
			continue
		}
		n++
		text, _, _ := strings.Cut(rest, "\t")
		found := false
		for _, c := range toURI {
			found = found || c.iri == text
		}
		for _, c := range toIRI {
			found = found || c.uri == text
		}
		if !found {
			t.Errorf("%s", scan.Text())
		}
	}
	if n < 9 {
		t.Errorf("%d conversions", n)
	}
}

// TestErrors: what is mapped has to conform, and a host to have a form in the
// DNS where that is asked for.
func TestErrors(t *testing.T) {
	m := mapper(t)
	for _, c := range []struct {
		text string
		to   func(string, iri.Options) (string, error)
		o    iri.Options
		err  string
	}{
		{"a b", m.ToURI, iri.Options{}, `rfc3987: offset 1: space in isegment-nz-nc (section 2.2), expected `},
		{"é\xC3", m.ToURI, iri.Options{}, `rfc3987: offset 2: byte 0xC3 in isegment-nz-nc (section 2.2), expected `},
		{"é:b c", m.ToURI, iri.Options{Excluded: true}, `rfc3987: offset 2: ":" in isegment-nz-nc (section 2.2), expected `},
		{"a[", m.ToURI, iri.Options{Excluded: true}, `rfc3987: offset 1: "[" in `},
		{"%", m.ToURI, iri.Options{Excluded: true}, `rfc3987: offset 1: end of input in pct-encoded`},
		{"a\n", m.ToURI, iri.Options{Excluded: true}, `rfc3987: offset 1: byte 0x0A in `},
		{"é", m.ToIRI, iri.Options{}, `rfc3986: offset 0: byte 0xC3 in URI-reference (section 4.1), expected `},
		{"a b", m.ToIRI, iri.Options{}, `rfc3986: offset 1: space in `},
		{"http://a.é_b.c/", m.ToURI, iri.Options{IDNA: true}, `offset 9 of the reference: the label "é_b" of the host has no form in the DNS: `},
		{"http://a_b.é/", m.ToURI, iri.Options{IDNA: true}, `offset 7 of the reference: the label "a_b" of the host has no form in the DNS: '_' is not a letter, digit or hyphen (section 3.1)`},
		{"http://é..a/", m.ToURI, iri.Options{IDNA: true}, `offset 10 of the reference: the label "" of the host has no form in the DNS: it has 0 characters; 1 to 63 are allowed (section 3.1)`},
		{"http://é.-a/", m.ToURI, iri.Options{IDNA: true}, `offset 10 of the reference: the label "-a" of the host has no form in the DNS: it begins or ends with a hyphen (section 3.1)`},
		{"http://é%41/", m.ToURI, iri.Options{IDNA: true}, `offset 7 of the reference: the label "é%41" of the host has no form in the DNS: `},
		{"http://" + strings.Repeat("é", 64) + "/", m.ToURI, iri.Options{IDNA: true}, `offset 7 of the reference: the label "` + strings.Repeat("é", 64) + `" of the host has no form in the DNS: `},
		{"http://é\u0378/", m.ToURI, iri.Options{IDNA: true}, `offset 7 of the reference: the label `}, // unassigned
		{"http://\u05D0a/", m.ToURI, iri.Options{IDNA: true}, `offset 7 of the reference: the label `}, // of two directions
	} {
		got, err := c.to(c.text, c.o)
		if err == nil || !strings.HasPrefix(err.Error(), c.err) || got != "" {
			t.Errorf("%q: got %q, %v, want %s", c.text, got, err, c.err)
		}
	}
	var none *grammar.NotDefinedError
	if _, err := iri.New(editions.RFC3986, editions.RFC3986); !errors.As(err, &none) || err.Error() != "rfc3986 defines no mapping between IRIs and URIs" {
		t.Errorf("New: %v", err)
	}
}
