package formats_test

import (
	"errors"
	"sync"
	"testing"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions/rfc1738"
	"github.com/urispec/urispec/grammar/editions/rfc3986"
	"github.com/urispec/urispec/grammar/editions/rfc3987"
	"github.com/urispec/urispec/grammar/editions/rfc6874"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/formats"
	"github.com/urispec/urispec/grammar/schemes"
	"github.com/urispec/urispec/grammar/testdata"
)

// strict is protovalidate's edition.
func strict(t *testing.T) *grammar.Edition {
	t.Helper()
	e, err := grammar.WithOptions(rfc6874.Edition, "utf8-host")
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestSuites: the verdicts of others, without an exception.
func TestSuites(t *testing.T) {
	sets := map[string]formats.Set{
		testdata.JSONSchema:    formats.Standard(),
		testdata.Protovalidate: formats.By(strict(t), nil),
	}
	asked := make(map[string]int)
	for _, c := range testdata.Formats() {
		f, ok := sets[c.Suite].Lookup(c.Format)
		if !ok {
			t.Fatalf("%s: there is no format %s", c.Suite, c.Format)
		}
		asked[c.Suite+" "+c.Format]++
		err := f.Check(c.Input)
		if (err == nil) != c.Valid || f.Valid(c.Input) != c.Valid {
			t.Errorf("%s: %s: %q (%s): %v, want %v", c.Suite, f, c.Input, c.About, err, c.Valid)
		}
		var syntax *grammar.SyntaxError
		if err != nil && (!errors.As(err, &syntax) || syntax.Section == "" || syntax.Rule == "" || syntax.Offset > len(c.Input)) {
			t.Errorf("%s: %q: %#v", f, c.Input, err)
		}
	}
	for what, want := range map[string]int{
		testdata.JSONSchema + " uri": 40, testdata.JSONSchema + " uri-reference": 22, testdata.JSONSchema + " iri": 18,
		testdata.JSONSchema + " iri-reference": 7, testdata.JSONSchema + " uri-template": 32,
		testdata.Protovalidate + " uri": 160, testdata.Protovalidate + " uri-reference": 116,
	} {
		if asked[what] != want {
			t.Errorf("%s: %d cases, want %d", what, asked[what], want)
		}
	}
}

// TestEditions: which edition decides.
func TestEditions(t *testing.T) {
	const zone, name, latin = "http://[fe80::1%25en0]/", "http://caf%C3/", "http://h/caf\u00e9"
	old := formats.By(rfc1738.Edition, nil)
	for _, test := range []struct {
		set              formats.Set
		format, s        string
		want             bool
		offset           int
		rule, section, e string
	}{
		{formats.Standard(), "uri", zone, false, 15, "h16", "3.2.2", "rfc3986"},
		{formats.By(rfc6874.Edition, nil), "uri", zone, true, 0, "", "", ""},
		{formats.Standard(), "uri", name, true, 0, "", "", ""},
		{formats.By(strict(t), nil), "uri", name, false, 13, "userinfo", "3.2.1 of RFC 3986", "rfc6874 utf8-host"},
		{formats.Standard(), "uri", latin, false, 12, "segment", "3.3", "rfc3986"},
		{formats.Standard(), "iri", latin, true, 0, "", "", ""},
		{formats.By(nil, rfc3986.Edition), "iri", latin, false, 12, "segment", "3.3", "rfc3986"},
		{formats.By(rfc3987.Edition, nil), "uri-reference", latin, true, 0, "", "", ""},
		{formats.Standard(), "uri", "//h/", false, 0, "URI", "3", "rfc3986"},
		{formats.Standard(), "uri-reference", "//h/", true, 0, "", "", ""},
		{formats.Standard(), "uri-reference", "", true, 0, "", "", ""},
		{formats.Standard(), "uri-template", "", true, 0, "", "", ""},
		{formats.Standard(), "uri-template", "'{x}'", true, 0, "", "", ""},
		{formats.Standard(), "uri-template", "{x", false, 2, "varname", "2.3", "rfc6570 corrected"},
		{old, "uri", "HTTP://h/", false, 0, "url", "3", "rfc1738"},
		{old, "iri", latin, true, 0, "", "", ""},
	} {
		f, ok := test.set.Lookup(test.format)
		if !ok {
			t.Fatal(test.format)
		}
		err := f.Check(test.s)
		var x grammar.SyntaxError
		if syntax := (*grammar.SyntaxError)(nil); errors.As(err, &syntax) {
			x = *syntax
		}
		if (err == nil) != test.want || x.Offset != test.offset || x.Rule != test.rule || x.Section != test.section || x.Edition != test.e {
			t.Errorf("%s %q: %v; rule %s, section %s of %s", f, test.s, err, x.Rule, x.Section, x.Edition)
		}
	}
}

// TestTemplate: the package of RFC 6570 has the grammar of the document in package schemes.
func TestTemplate(t *testing.T) {
	d, ok := schemes.LookupDocument("rfc6570")
	if !ok {
		t.Fatal("there is no document rfc6570")
	}
	if !automaton.Equal(d.Grammar().Corrected().Start().Automaton(), formats.URITemplate.Language().Automaton()) {
		t.Error("the format is not the document's language")
	}
}

func TestSet(t *testing.T) {
	var names []string
	for _, f := range formats.Standard() {
		names = append(names, f.Name())
		if got, ok := formats.Standard().Lookup(f.String()); !ok || got != f {
			t.Errorf("%s is not found", f)
		}
	}
	if len(names) != 5 {
		t.Errorf("the formats are %q", names)
	}
	for _, name := range []string{"", "URI", "url"} {
		if f, ok := formats.Standard().Lookup(name); ok || f != nil {
			t.Errorf("%q is %v", name, f)
		}
	}
	// A set is the caller's own.
	formats.Standard()[0] = formats.IRI
	if f, _ := formats.Standard().Lookup("uri"); f != formats.URI {
		t.Errorf("uri is %s", f)
	}
}

// TestConcurrent: the first use may be by many at once.
func TestConcurrent(t *testing.T) {
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for _, f := range formats.Standard() {
				if !f.Valid("a:b") || f.Check("%") == nil {
					t.Errorf("%s is wrong", f)
				}
			}
		})
	}
	all.Wait()
}

func TestValidAllocatesNothing(t *testing.T) {
	for _, f := range formats.Standard() {
		f.Valid("")
		if n := testing.AllocsPerRun(100, func() { f.Valid("http://h/a?b#c") }); n > 0 {
			t.Errorf("%s allocates %v times", f, n)
		}
	}
}
