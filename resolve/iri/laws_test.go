package iri_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/resolve/iri"
)

func TestMain(m *testing.M) { effort.Main(m) }

// What holds of every string. Each law returns the first thing that is wrong, ""
// if nothing is.

// escapeAll is the mapping to a URI, told in one line: the octets beyond US-ASCII
// escaped.
func escapeAll(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if s[i] < utf8.RuneSelf {
			b.WriteByte(s[i])
		} else {
			fmt.Fprintf(&b, "%%%02X", s[i])
		}
	}
	return b.String()
}

// components are the texts of a reference's components.
func components(ref *ast.Reference) []string {
	var out []string
	for name, span := range ref.Walk() {
		out = append(out, name, ref.Text(span))
	}
	return out
}

// toURILaw: "The above mapping from IRIs to URIs produces URIs fully conforming
// to [RFC3986]. The mapping is also an identity transformation for URIs and is
// idempotent" (3.1).
func toURILaw(m *iri.Mapper, s string) string {
	uri, err := m.ToURI(s, iri.Options{})
	ref, parseErr := editions.RFC3987.Parse(s)
	if parseErr != nil {
		if err == nil || err.Error() != parseErr.Error() {
			return fmt.Sprintf("it is no IRI (%v), but gives %q, %v", parseErr, uri, err)
		}
		return ""
	}
	if err != nil {
		return err.Error()
	}
	if uri != escapeAll(s) {
		return fmt.Sprintf("it gives %q", uri)
	}
	mapped, err := editions.RFC3986.Parse(uri)
	if err != nil {
		return fmt.Sprintf("it gives %q, which does not conform: %v", uri, err)
	}
	// Component by component.
	parts := components(&ref)
	for i := 1; i < len(parts); i += 2 {
		parts[i] = escapeAll(parts[i])
	}
	if got := components(&mapped); strings.Join(got, "\n") != strings.Join(parts, "\n") {
		return fmt.Sprintf("the components of %q are %q, want %q", uri, got, parts)
	}
	if again, err := m.ToURI(uri, iri.Options{IDNA: true, Excluded: true}); again != uri || err != nil {
		return fmt.Sprintf("%q, a URI, gives %q, %v", uri, again, err)
	}
	// With ToASCII it conforms too, where it works.
	if uri, err := m.ToURI(s, iri.Options{IDNA: true}); err == nil && !editions.RFC3986.Valid(uri) {
		return fmt.Sprintf("with IDNA it gives %q, which does not conform", uri)
	}
	return ""
}

// plain undoes what the way to an IRI and back may change: escaped unreserved
// characters, and the case of hexadecimal digits.
func plain(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		var octet byte
		if s[i] != '%' {
			b.WriteByte(s[i])
			continue
		}
		if _, err := fmt.Sscanf(s[i:i+3], "%%%02x", &octet); err != nil {
			panic(err)
		}
		if c := rune(octet); c < utf8.RuneSelf && strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~", c) {
			b.WriteByte(octet)
		} else {
			fmt.Fprintf(&b, "%%%02X", octet)
		}
		i += 2
	}
	return b.String()
}

// toIRILaw: "an IRI that maps back to the URI used as an input for the conversion
// (except for potential case differences in percent-encoding and for potential
// percent-encoded unreserved characters)" (3.2).
func toIRILaw(m *iri.Mapper, s string) string {
	out, err := m.ToIRI(s, iri.Options{})
	if checkErr := editions.RFC3986.Check(s); checkErr != nil {
		if err == nil || err.Error() != checkErr.Error() {
			return fmt.Sprintf("it is no URI (%v), but gives %q, %v", checkErr, out, err)
		}
		return ""
	}
	if err != nil {
		return err.Error()
	}
	if err := editions.RFC3987.Check(out); err != nil {
		return fmt.Sprintf("it gives %q, which does not conform: %v", out, err)
	}
	for _, c := range out {
		if c >= 0x200E && c <= 0x200F || c >= 0x202A && c <= 0x202E {
			return fmt.Sprintf("it gives %q, which 4.1 forbids", out)
		}
	}
	back, err := m.ToURI(out, iri.Options{})
	if err != nil || plain(back) != plain(s) {
		return fmt.Sprintf("it gives %q, which is mapped back to %q, %v", out, back, err)
	}
	if again, err := m.ToIRI(back, iri.Options{}); again != out || err != nil {
		return fmt.Sprintf("it gives %q, and again %q, %v", out, again, err)
	}
	// "This procedure will convert as many percent-encoded characters as possible."
	for i := 0; i+3 <= len(out); i++ {
		if out[i] != '%' {
			continue
		}
		for n := 2; n <= utf8.UTFMax && i+3*n <= len(out); n++ {
			var octets []byte
			for k := range n {
				var octet byte
				if _, err := fmt.Sscanf(out[i+3*k:i+3*k+3], "%%%02x", &octet); err != nil {
					break
				}
				octets = append(octets, octet)
			}
			c, size := utf8.DecodeRune(octets)
			if size != n || len(octets) != n {
				continue
			}
			converted := out[:i] + string(c) + out[i+3*n:]
			if editions.RFC3987.Valid(converted) && !kept(c) {
				return fmt.Sprintf("it gives %q, where %U could stand as itself", out, c)
			}
		}
	}
	// With ToUnicode it conforms too, and ToASCII takes it back.
	unicode, err := m.ToIRI(s, iri.Options{IDNA: true})
	if err != nil || !editions.RFC3987.Valid(unicode) {
		return fmt.Sprintf("with IDNA it gives %q, %v", unicode, err)
	}
	return ""
}

// kept are the characters that sections 4.1 and 6.1 speak against.
func kept(c rune) bool {
	switch {
	case c >= 0x2000 && c <= 0x200B, c == 0x200E, c == 0x200F, c >= 0x2028 && c <= 0x202F:
		return true
	case c == 0xA0, c == 0x1680, c == 0x205F, c == 0x3000:
		return true
	}
	return false
}

// roundLaw: an IRI without escapes, and without characters that are not
// appropriate, comes back from its URI.
func roundLaw(m *iri.Mapper, s string) string {
	if strings.Contains(s, "%") || strings.ContainsFunc(s, kept) || !editions.RFC3987.Valid(s) {
		return ""
	}
	uri, err := m.ToURI(s, iri.Options{})
	if err != nil {
		return err.Error()
	}
	if back, err := m.ToIRI(uri, iri.Options{}); back != s || err != nil {
		return fmt.Sprintf("its URI %q gives %q, %v", uri, back, err)
	}
	return ""
}

// references draws references with what the mappings are about.
func references() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{
		"a", "Z", "0", "-", "~", "é", "ü", "€", "納", "𐌀", "\u05D0", "\u0301", "\uE000", "\U0010FFFD", "\u202E", "\u200E", "\u00A0", "\u3000",
		"\u0378", "\uFDD0", "\uFFFD", "\xC3", "\x80", "%41", "%7e", "%2f", "%25", "%20", "%2E", "%C3%A9", "%c3%a9", "%c3", "%A9", "%E2%80%AE", "%ee%80%80",
		"%F0%90%8C%80", "%ed%a0%80", "%c0%af", "%f4%90%80%80", "%00", "!", "=", ";", " ", "<", "xn--9ca", ".",
	})
	text := rapid.Map(rapid.SliceOfN(piece, 0, 5), func(p []string) string { return strings.Join(p, "") })
	return rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		part := func(before, after string) {
			if rapid.Bool().Draw(t, "part") {
				b.WriteString(before + text.Draw(t, "text") + after)
			}
		}
		b.WriteString(rapid.SampledFrom([]string{"", "http:", "x:"}).Draw(t, "scheme"))
		if rapid.Bool().Draw(t, "site") {
			b.WriteString("//")
			part("", "@")
			part("", "")
			b.WriteString(rapid.SampledFrom([]string{"", ":8"}).Draw(t, "port"))
		}
		part("/", "")
		part("/", "")
		part("?", "")
		part("#", "")
		return b.String()
	})
}

func TestLaws(t *testing.T) {
	m := mapper(t)
	rapid.Check(t, func(t *rapid.T) {
		s := references().Draw(t, "reference")
		for _, s := range []string{s, escapeAll(s)} {
			for name, law := range map[string]func(*iri.Mapper, string) string{"to a URI": toURILaw, "to an IRI": toIRILaw, "and back": roundLaw} {
				if wrong := law(m, s); wrong != "" {
					t.Fatalf("%s: %q: %s", name, s, wrong)
				}
			}
		}
	})
}

// FuzzLaws: any bytes.
func FuzzLaws(f *testing.F) {
	for _, c := range toURI {
		f.Add(c.iri)
	}
	for _, c := range toIRI {
		f.Add(c.uri)
	}
	f.Fuzz(func(t *testing.T, s string) {
		m := mapper(t)
		for _, law := range []func(*iri.Mapper, string) string{toURILaw, toIRILaw, roundLaw} {
			if wrong := law(m, s); wrong != "" {
				t.Errorf("%q: %s", s, wrong)
			}
		}
	})
}
