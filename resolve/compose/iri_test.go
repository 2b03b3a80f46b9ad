package compose_test

import (
	"testing"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve/compose"
)

// TestCharacters: in an IRI the UTF-8 of a character stays that may stand in the
// component, and all else beyond US-ASCII is escaped octet by octet.
func TestCharacters(t *testing.T) {
	for _, c := range []struct{ component, data, text string }{
		{"segment", "é", "é"},
		{"segment", "a é/𐌀", "a%20é%2F𐌀"},
		{"userinfo", "é:é@é", "é:é%40é"},
		{"host", "résumé.example.org", "résumé.example.org"},
		{"host", "[::é]", "%5B%3A%3Aé%5D"},
		{"fragment", "é#é", "é%23é"},
		{"query", "\uE000", "\uE000"}, // iprivate
		{"query", "\U0010FFFD", "\U0010FFFD"},
		{"segment", "\uE000", "%EE%80%80"},
		{"fragment", "\uE000", "%EE%80%80"},
		{"segment", "\u0080", "%C2%80"},
		{"query", "\uFDD0\uFFFD", "%EF%B7%90%EF%BF%BD"},
		{"segment", "\xC3", "%C3"}, // no UTF-8
		{"segment", "\xC3é", "%C3é"},
		{"segment", "\xE2\x82a", "%E2%82a"},
		{"segment", "\xC0\xAF", "%C0%AF"},
		{"segment", "\xED\xA0\x80", "%ED%A0%80"},
		{"segment", "é%C3%A9", "é%25C3%25A9"},
		{"ucschar", "é", "é"},
		{"iunreserved", "~", "~"},
	} {
		text, err := compose.Encode(editions.RFC3987, c.component, c.data)
		if text != c.text || err != nil {
			t.Errorf("%s %q is encoded as %q, %v, want %q", c.component, c.data, text, err, c.text)
		}
		if data, err := compose.Decode(editions.RFC3987, c.component, c.text); data != c.data || err != nil {
			t.Errorf("%s %q is decoded as %q, %v, want %q", c.component, c.text, data, err, c.data)
		}
	}
	for _, c := range []struct{ component, text, err string }{
		{"segment", "aé\uE000", `rfc3987: offset 3: U+E000 cannot stand in the segment unescaped (section 2.2)`},
		{"segment", "é\xC3", `rfc3987: offset 2: byte 0xC3 cannot stand in the segment unescaped (section 2.2)`},
		{"host", "é\uFDD0", `rfc3987: offset 2: U+FDD0 cannot stand in the host unescaped (section 2.2)`},
		{"path", "/é%2F", `rfc3987: offset 3: "%2F" in the path is data of one of its parts; split it into segments and decode each (section 2.4 of RFC 3986)`},
	} {
		if got, err := compose.Decode(editions.RFC3987, c.component, c.text); err == nil || err.Error() != c.err {
			t.Errorf("%s %q is decoded as %q, %v, want %s", c.component, c.text, got, err, c.err)
		}
	}
	if _, err := compose.Encode(editions.RFC3987, "port", "8é"); err == nil ||
		err.Error() != `rfc3987: offset 1: U+00E9 cannot stand in the port, which has no escapes (rule port, section 2.2)` {
		t.Errorf("a port: %v", err)
	}
	// Without a name, what is the same in all components.
	s := compose.NewUnnamedEscaper(editions.RFC3987)
	if text, err := s.Encode("é\uE000/ü"); text != "é%EE%80%80%2Fü" || err != nil {
		t.Errorf("unnamed: %q, %v", text, err)
	}
	if data, err := s.Decode("é%EE%80%80%2Fü"); data != "é\uE000/ü" || err != nil {
		t.Errorf("unnamed: %q, %v", data, err)
	}
}

// TestBuildIRI: IRIs are built and changed as URIs are.
func TestBuildIRI(t *testing.T) {
	b := compose.NewBuilder(editions.RFC3987)
	got, err := b.Build(compose.Scheme("http"), compose.Host("résumé.example.org"), compose.Segments(true, "a/é", "ü"), compose.Query("\uE000"), compose.Fragment("é"))
	if want := "http://résumé.example.org/a%2Fé/ü?\uE000#é"; got != want || err != nil {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	got, err = b.Edit("http://é/ü#x", compose.Without("fragment"), compose.UserInfo("ö"))
	if want := "http://ö@é/ü"; got != want || err != nil {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	for _, c := range []struct {
		changes []compose.Change
		err     string
	}{
		{[]compose.Change{compose.Segments(false, "é:é")}, `rfc3987: é:é: the first segment would be read as a scheme (section 2.2); "./" guards it: ./é:é`},
		{[]compose.Change{compose.Scheme("x"), compose.Segments(true, "", "é")}, `rfc3987: x://é: the path would be read as an authority (section 2.2); "/." guards it: x:/.//é`},
		{[]compose.Change{compose.Host("é"), compose.Segments(false, "é")}, `rfc3987: //éé: after a site, a path begins with "/" (section 2.2)`},
	} {
		if got, err := b.Build(c.changes...); err == nil || err.Error() != c.err {
			t.Errorf("got %q, %v, want %s", got, err, c.err)
		}
	}
	if got, err := b.Build(compose.Scheme("é"), compose.Segments(true)); err == nil {
		t.Errorf("a scheme that is no ASCII: %q", got)
	}
}
