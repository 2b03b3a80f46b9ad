package editions_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/resolve"
)

// A fourth recogniser, for rfc3987 alone: it knows no grammar. A reference is
// split by the regular expression of Appendix B, and its components are held to
// regular expressions over code points, with the ranges as section 2.2 of RFC
// 3987 prints them; IPv6 addresses are for package netip.
const (
	ucschar = `\x{A0}-\x{D7FF}\x{F900}-\x{FDCF}\x{FDF0}-\x{FFEF}` +
		`\x{10000}-\x{1FFFD}\x{20000}-\x{2FFFD}\x{30000}-\x{3FFFD}` +
		`\x{40000}-\x{4FFFD}\x{50000}-\x{5FFFD}\x{60000}-\x{6FFFD}` +
		`\x{70000}-\x{7FFFD}\x{80000}-\x{8FFFD}\x{90000}-\x{9FFFD}` +
		`\x{A0000}-\x{AFFFD}\x{B0000}-\x{BFFFD}\x{C0000}-\x{CFFFD}` +
		`\x{D0000}-\x{DFFFD}\x{E1000}-\x{EFFFD}`
	iprivate = `\x{E000}-\x{F8FF}\x{F0000}-\x{FFFFD}\x{100000}-\x{10FFFD}`

	subDelims  = `!$&'()*+,;=`
	unreserved = `A-Za-z0-9._~\-`
	escaped    = `%[0-9A-Fa-f]{2}`
	ipchar     = unreserved + ucschar + subDelims + `:@`
)

// only matches any number of the characters of a class, and escapes.
func only(class string) *regexp.Regexp {
	return regexp.MustCompile(`^(?:[` + class + `]|` + escaped + `)*$`)
}

var (
	isScheme    = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.\-]*$`)
	isUserinfo  = only(unreserved + ucschar + subDelims + `:`)
	isRegName   = only(unreserved + ucschar + subDelims)
	isPort      = regexp.MustCompile(`^[0-9]*$`)
	isIPvFuture = regexp.MustCompile(`^[Vv][0-9A-Fa-f]+\.[` + unreserved + subDelims + `:]+$`)
	isPath      = only(ipchar + `/`)
	isQuery     = only(ipchar + iprivate + `/?`)
	isFragment  = only(ipchar + `/?`)
)

// isIRIReference reports whether s is an IRI reference.
func isIRIReference(s string) bool {
	if !utf8.ValidString(s) {
		return false // a regexp would read U+FFFD
	}
	at := appendixB.FindStringSubmatchIndex(s)
	part := func(n int) (string, bool) {
		if at[2*n] < 0 {
			return "", false
		}
		return s[at[2*n]:at[2*n+1]], true
	}
	scheme, hasScheme := part(2)
	authority, hasAuthority := part(4)
	path, _ := part(5)
	query, _ := part(7)
	fragment, _ := part(9)
	first, _, _ := strings.Cut(path, "/")
	switch {
	case hasScheme && !isScheme.MatchString(scheme),
		hasAuthority && !isAuthority(authority),
		!hasScheme && !hasAuthority && strings.Contains(first, ":"):
		return false
	}
	return isPath.MatchString(path) && isQuery.MatchString(query) && isFragment.MatchString(fragment)
}

func isAuthority(s string) bool {
	if user, rest, ok := strings.Cut(s, "@"); ok {
		if !isUserinfo.MatchString(user) {
			return false
		}
		s = rest
	}
	if literal, ok := strings.CutPrefix(s, "["); ok {
		literal, port, ok := strings.Cut(literal, "]")
		if !ok || port != "" && (port[0] != ':' || !isPort.MatchString(port[1:])) {
			return false
		}
		a, err := netip.ParseAddr(literal)
		return isIPvFuture.MatchString(literal) || err == nil && a.Is6() && a.Zone() == ""
	}
	host, port, _ := strings.Cut(s, ":")
	return isRegName.MatchString(host) && isPort.MatchString(port)
}

// isIRI compares what rfc3987 says of a string with the recogniser: Valid for
// all, the rest, which takes longer, for one string of some.
func isIRI(s string, i int) string {
	e := editions.RFC3987
	want := isIRIReference(s)
	if got := e.Valid(s); got != want {
		return fmt.Sprintf("Valid is %v, want %v", got, want)
	}
	if i%11 != 0 {
		return ""
	}
	if err := e.Check(s); (err == nil) != want {
		return fmt.Sprintf("Check is %v, want %v", err, want)
	}
	ref, err := e.Parse(s)
	if (err == nil) != want {
		return fmt.Sprintf("Parse: %v, want %v", err, want)
	}
	if want {
		split := resolve.Split(s)
		if ref.Scheme.Span != split.Scheme.Span || ref.Site.Span != split.Site.Span || ref.Path.Span != split.Path.Span ||
			ref.Query.Span != split.Query.Span || ref.Fragment.Span != split.Fragment.Span {
			return fmt.Sprintf("Parse has other components than Appendix B: %+v", ref)
		}
	}
	if i%3 == 0 {
		if _, err := e.Tree(s); (err == nil) != want {
			return fmt.Sprintf("Tree: %v, want %v", err, want)
		}
	}
	return ""
}

// TestShortIRIs: all short strings over one of each kind of characters, and over
// what is none.
func TestShortIRIs(t *testing.T) {
	systematic(t)
	letters := []string{
		"a", "1", "é", "\u20AC", "\U00010300", "\uE000", "\U00100000", "\uFDD0", "\uFFFD", "\u0085", "\u202E",
		"\x80", "\xC3", "\xC0\xAF", "\xED\xA0\x80", "%41", "%", "/", "?", "#", ":", "@", "[::1]", "[", " ", "!",
	}
	n, members, wrong := 0, 0, 0
	for s := range upTo(func() (all []letter) {
		for _, x := range letters {
			all = append(all, letter{x})
		}
		return all
	}(), effort.Pick(500_000, 20_000, 20_000)) {
		if n++; isIRIReference(s) {
			members++
		}
		if err := isIRI(s, n); err != "" {
			if wrong++; wrong <= reports {
				t.Errorf("%q: %s", s, err)
			}
		}
	}
	t.Logf("%d strings, %d members", n, members)
	if members < n/100 || members > n/2 {
		t.Errorf("%d of %d strings are members", members, n)
	}
}

// TestRandomIRIs: random strings of code points of all kinds, and IRIs with some
// of their bytes changed.
func TestRandomIRIs(t *testing.T) {
	systematic(t)
	r := rand.New(rand.NewPCG(3987, 2005))
	const ascii = "aZ09/?#[]@:%!$&'()*+,;=-._~ <>\"{}|\\^`\x00\x7F"
	character := func() string {
		switch r.IntN(14) {
		case 0, 1, 2, 3, 4:
			return string(ascii[r.IntN(len(ascii))])
		case 5: // any, most of them unassigned
			return string(r.Int32N(utf8.MaxRune + 1)) // U+FFFD for a surrogate
		case 6: // of the planes that are in use
			return string(r.Int32N(0x20000))
		case 7: // a surrogate
			c := 0xD800 + r.IntN(0x800)
			return string([]byte{0xE0 | byte(c>>12), 0x80 | byte(c>>6&0x3F), 0x80 | byte(c&0x3F)})
		case 8: // a noncharacter
			if r.IntN(2) == 0 {
				return string(0xFDD0 + r.Int32N(0x20))
			}
			return string(r.Int32N(17)<<16 | 0xFFFE | r.Int32N(2))
		case 9: // private
			if r.IntN(2) == 0 {
				return string(0xE000 + r.Int32N(0x1900))
			}
			return string(0xF0000 + r.Int32N(0x20000))
		case 10: // beside a border
			border := []rune{0x80, 0xA0, 0xD800, 0xE000, 0xF900, 0xFDD0, 0xFDF0, 0xFFF0, 0x10000, 0x1FFFE, 0xE0000, 0xE1000, 0xF0000, 0x100000}
			return string(border[r.IntN(len(border))] - 1 + r.Int32N(3))
		case 11: // bytes
			return string([]byte{byte(r.IntN(256))})
		case 12:
			return malformed[r.IntN(len(malformed))]
		}
		return fmt.Sprintf("%%%02X", r.IntN(256))
	}
	var seeds []string
	for s := range edition("rfc3987").texts() {
		if editions.RFC3987.Valid(s) {
			seeds = append(seeds, s)
		}
	}
	seeds = append(seeds, "http://ü@é.example:80/ä/\u4E2D\u6587?\uE000=\U0010FFFD#ö", "//[::1]/é", "//[v1.a]:/?é", "é:é", "./é:é", "x:é")
	n, members, wrong := effort.Pick(100_000, 20_000, 5_000), 0, 0
	for i := range n {
		var s string
		if i%2 == 0 {
			for range r.IntN(8) {
				s += character()
			}
		} else {
			s = seeds[r.IntN(len(seeds))]
			for range r.IntN(3) {
				at := r.IntN(len(s) + 1)
				rest := s[at:]
				switch r.IntN(4) {
				case 0: // cut anywhere, in the middle of a character too
					rest = rest[min(len(rest), 1+r.IntN(3)):]
				case 1:
					rest = string([]byte{byte(r.IntN(256))}) + rest[min(len(rest), 1):]
				default:
					rest = character() + rest
				}
				s = s[:at] + rest
			}
		}
		if isIRIReference(s) {
			members++
		}
		if err := isIRI(s, i); err != "" {
			if wrong++; wrong <= reports {
				t.Errorf("%q: %s", s, err)
			}
		}
	}
	t.Logf("%d strings, %d members", n, members)
	if members < n/10 || members > n*9/10 {
		t.Errorf("%d of %d strings are members", members, n)
	}
}

// TestEveryCodePoint: code points by themselves in each component, all of them in
// one or the other when the bounds are exhaustive.
func TestEveryCodePoint(t *testing.T) {
	systematic(t)
	for i, frame := range [][2]string{{"", ""}, {"x:", ""}, {"//", "/"}, {"//", "@h"}, {"/", ""}, {"?", "#"}, {"#", ""}, {"//h:", ""}, {"a", ":x"}, {"//[v1.", "]"}} {
		wrong := 0
		for c := rune(i); c <= utf8.MaxRune; c += rune(effort.Pick(3, 31, 101)) {
			if s := frame[0] + string(c) + frame[1]; editions.RFC3987.Valid(s) != isIRIReference(s) {
				if wrong++; wrong <= reports {
					t.Errorf("%q: Valid is %v", s, !isIRIReference(s))
				}
			}
		}
	}
}

// iriError returns why a string is no IRI reference.
func iriError(t *testing.T, s string) *grammar.SyntaxError {
	t.Helper()
	var err *grammar.SyntaxError
	if !errors.As(editions.RFC3987.Check(s), &err) {
		t.Fatalf("%q conforms", s)
	}
	return err
}

// TestMalformed: what is not UTF-8 is refused where the character begins, and
// the note says what is wrong with it.
func TestMalformed(t *testing.T) {
	for _, c := range []struct {
		text   string
		offset int
		size   int
		found  string
		note   string
	}{
		{"é\x80", 2, 0, "byte 0x80", "invalid UTF-8: a byte that continues a character stands where one begins"},
		{"é\xC3", 2, 0, "byte 0xC3", "invalid UTF-8: the character is cut short: 1 of its 2 bytes"},
		{"é\xE2\x82/", 2, 0, "byte 0xE2", "invalid UTF-8: the character is cut short: 2 of its 3 bytes"},
		{"é\xF0\x90\x8C", 2, 0, "byte 0xF0", "invalid UTF-8: the character is cut short: 3 of its 4 bytes"},
		{"é\xC0\xAF", 2, 0, "byte 0xC0", "invalid UTF-8: an overlong form of U+002F"},
		{"é\xE0\x80\xAF", 2, 0, "byte 0xE0", "invalid UTF-8: an overlong form of U+002F"},
		{"é\xF0\x80\x80\xAF", 2, 0, "byte 0xF0", "invalid UTF-8: an overlong form of U+002F"},
		{"é\xED\xA0\x80", 2, 0, "byte 0xED", "invalid UTF-8: U+D800 is a surrogate"},
		{"é\xED\xBF\xBF", 2, 0, "byte 0xED", "invalid UTF-8: U+DFFF is a surrogate"},
		{"é\xF4\x90\x80\x80", 2, 0, "byte 0xF4", "invalid UTF-8: U+110000 is beyond U+10FFFF"},
		{"é\xF7\xBF\xBF\xBF", 2, 0, "byte 0xF7", "invalid UTF-8: U+1FFFFF is beyond U+10FFFF"},
		{"é\xFF", 2, 0, "byte 0xFF", "invalid UTF-8: this byte never occurs in it"},
		{"é\uFDD0", 2, 3, "U+FDD0", ""},
		{"é\u0080", 2, 2, "U+0080", ""},
		{"é\U0001FFFE", 2, 4, "U+1FFFE", ""},
		{"é ", 2, 1, "space", ""},
	} {
		err := iriError(t, c.text)
		if err.Offset != c.offset || err.Size != c.size || err.Found() != c.found || err.Note != c.note {
			t.Errorf("%q: offset %d, size %d, found %s, note %q", c.text, err.Offset, err.Size, err.Found(), err.Note)
		}
		if char, ok := err.Char(); ok != (c.size > 0) || ok && !strings.HasPrefix(c.text[c.offset:], string(char)) {
			t.Errorf("%q: the character is %U, %v", c.text, char, ok)
		}
		want := []string{"iunreserved", "sub-delims", `"#"`, `"%"`, `"/"`, `"?"`, `"@"`, "end of input"}
		if got := strings.Join(err.Expected, " "); got != strings.Join(want, " ") {
			t.Errorf("%q: expected %s", c.text, got)
		}
		// The end of the input, in the middle of a character.
		if n := editions.RFC3987.References().Viable(c.text); n != c.offset {
			t.Errorf("%q: Viable is %d", c.text, n)
		}
	}
	// Classes are named where they may stand.
	err := iriError(t, "?\uFFFF")
	if got := strings.Join(err.Expected, " "); !strings.HasPrefix(got, "iunreserved iprivate sub-delims ") {
		t.Errorf("in a query expected %s", got)
	}
}

// TestNormalizeIRI: section 5.3 of RFC 3987, where it says something else than
// RFC 3986.
func TestNormalizeIRI(t *testing.T) {
	for _, c := range []struct{ step, in, want string }{
		{"unescape", "http://h/ros%C3%A9%c3%a9", "http://h/roséé"},
		{"unescape", "%C3%BC@%C3", "ü@%C3"},
		{"unescape", "//%c3%bc@%c3%a9/%c3%a4?%c3%b6#%c3%9f", "//ü@é/ä?ö#ß"},
		{"unescape", "%E2%82%AC%F0%90%8C%80%e2%82", "€𐌀%e2%82"},
		{"unescape", "%E2%80%8E%E2%80%AE%E2%81%A6", "%E2%80%8E%E2%80%AE\u2066"}, // 4.1
		{"unescape", "%C2%80%EE%80%80%EF%B7%90?%EE%80%80", "%C2%80%EE%80%80%EF%B7%90?%EE%80%80"},
		{"unescape", "%C0%AE%ED%A0%80%F4%90%80%80", "%C0%AE%ED%A0%80%F4%90%80%80"},
		{"unescape", "a/%2e%2E/%C3%A9%2e", "a/%2e%2E/é."},
		{"unescape", "%25C3%25A9", "%25C3%25A9"},
		{"unescape", "e%CC%81", "e\u0301"}, // never to NFC (5.3.2.2)
		{"host-case", "HTTP://WWW.EXAMPLE.com/É", "HTTP://www.example.com/É"},
		{"host-case", "//RÉ.X/", "//RÉ.X/"}, // "US-ASCII only host" (5.3.2.1)
		{"host-case", "//R%C3%89.X/", "//R%C3%89.X/"},
		{"host-case", "//R%4A.X/", "//r%4A.x/"},
		// Escaped octets that are no character of an IRI are US-ASCII as they stand.
		{"host-case", "//R%80.X/%80", "//r%80.x/%80"},
		{"host-case", "//R%C3.%A9X/", "//r%C3.%A9x/"},
		{"host-case", "//R%EE%80%80%E2%80%AE.X/", "//r%EE%80%80%E2%80%AE.x/"}, // 2.2, 4.1
		{"host-case", "//R%FF%C3%89.X/", "//R%FF%C3%89.X/"},
		{"host-case", "//[::A]/", "//[::a]/"},
		{"", "//R%ffX%e2%80%ae/", "//r%FFx%E2%80%AE/"},
		{"", "//R%C3%89.X/%fc", "//RÉ.X/%FC"},
		{"", "http://É:80", "http://É/"},
		{"", "x:/é/../..//é", "x:/.//é"},
	} {
		var steps []string
		if c.step != "" {
			steps = []string{c.step}
		}
		if got, err := editions.RFC3987.Normalize(c.in, steps...); got != c.want || err != nil {
			t.Errorf("%s %q: got %q, %v, want %q", c.step, c.in, got, err, c.want)
		}
	}
	n, err := editions.RFC3987.Normalizer()
	if err != nil {
		t.Fatal(err)
	}
	// The pairs of the document, but for those that only a scheme makes.
	rows := 0
	for _, x := range edition("rfc3987").examples {
		separator, ok := map[string]string{"equivalent": " = ", "not-equivalent": " <> "}[x.kind]
		if !ok || !strings.Contains(x.text, ":") || strings.Contains(x.text, "xn--") {
			continue
		}
		rows++
		texts := strings.Split(x.text, separator)
		for _, text := range texts[1:] {
			if _, ok, err := n.Equivalent(texts[0], text); ok != (x.kind == "equivalent") || err != nil {
				t.Errorf("examples.tsv:%d: %q, %q: equivalent %v, %v", x.line, texts[0], text, ok, err)
			}
		}
	}
	if rows < 7 {
		t.Errorf("%d rows", rows)
	}
}

// TestDifferenceOfIRIs: every URI is an IRI, and the rules that section 2.2 calls
// "the same as those in [RFC3986]" are, and those that only have an "i" before
// their names have more strings.
func TestDifferenceOfIRIs(t *testing.T) {
	var pairs []grammar.Pair
	for _, r := range editions.RFC3986.Grammar().Rules() {
		if _, err := editions.RFC3987.Grammar().Rule(r.Name); err != nil {
			pairs = append(pairs, grammar.Pair{A: r.Name, B: internationalized(r.Name)})
		}
	}
	c, err := grammar.Compare(editions.RFC3986.Grammar(), editions.RFC3987.Grammar(), pairs...)
	if err != nil {
		t.Fatal(err)
	}
	if c.Whole.Relation != grammar.Subset || c.Whole.OnlyB.Input != "é" {
		t.Errorf("the references are %s; %+v", c.Whole.Relation, c.Whole.OnlyB)
	}
	if len(c.UnpairedA) > 0 || strings.Join(c.UnpairedB, " ") != "iunreserved ucschar iprivate" {
		t.Errorf("without a pair are %q and %q", c.UnpairedA, c.UnpairedB)
	}
	for _, d := range c.Rules {
		want := grammar.Subset
		if d.A == d.B || d.A == "path-empty" {
			want = grammar.Equal
		}
		if d.Relation != want {
			t.Errorf("%s, %s: %s", d.A, d.B, d.Relation)
		}
		if d.OnlyB != nil && (!utf8.ValidString(d.OnlyB.Input) || d.OnlyB.A == nil) {
			t.Errorf("%s, %s: %+v", d.A, d.B, d.OnlyB)
		}
	}
	for _, cause := range c.CausesB {
		if isIRIReference(cause.Input) && cause.A != nil && utf8.ValidString(cause.Part()) {
			continue
		}
		t.Errorf("%+v", cause)
	}
	if len(c.CausesA) > 0 || len(c.CausesB) == 0 {
		t.Errorf("%d and %d causes", len(c.CausesA), len(c.CausesB))
	}
}

// internationalized is the name of a rule of RFC 3986 in RFC 3987: "If the
// non-terminal contains 'URI', this has been changed to 'IRI'. Otherwise, an 'i'
// has been prefixed" (2.2).
func internationalized(rule string) string {
	if strings.Contains(rule, "URI") {
		return strings.ReplaceAll(rule, "URI", "IRI")
	}
	return "i" + rule
}
