package extract

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

func TestBracket(t *testing.T) {
	for _, c := range []struct {
		edition   *grammar.Edition
		why       string
		ref, want string
	}{
		{editions.RFC1738, "Appendix: angle brackets along with the prefix", "http://h/", "<URL:http://h/>"},
		{editions.URLSyntax02, "Appendix E: the prefix is sometimes used", "http://h/", "<http://h/>"},
		{editions.URLSyntax09, "Appendix E: it was recommended", "http://h/", "<http://h/>"},
		{editions.RFC2396bis00, "Appendix E: it is no longer recommended", "http://h/", "<http://h/>"},
		{editions.RFC3986, "Appendix C: it is no longer recommended", "http://h/", "<http://h/>"},
		{editions.RFC3986, "any scheme, in brackets", "foo:bar", "<foo:bar>"},
		{editions.RFC3986, "<b> would be a tag", "b", "<URL:b>"},
		{editions.RFC3986, "<> would be nothing", "", "<URL:>"},
		{editions.RFC3986, "nothing after the scheme", "foo:", "<URL:foo:>"},
		{editions.URLSyntax09, "the scheme begins with a digit", "1a:b", "<URL:1a:b>"},
		{editions.RFC3986, "the prefix is the reference's own scheme", "URL:foo", "<URL:URL:foo>"},
		{editions.RFC1738, "likewise", "otherurl:x", "<URL:otherurl:x>"},
	} {
		got, err := Bracket(c.edition, c.ref)
		if got != c.want || err != nil {
			t.Errorf("%s, %s: %q is written %q, %v, want %q", c.edition, c.why, c.ref, got, err, c.want)
		}
		if Unwrap(got) != c.ref {
			t.Errorf("%s: %q is unwrapped to %q", c.edition, got, Unwrap(got))
		}
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		why   string
		width int
		refs  []string
		want  string
	}{
		{"each on lines of its own", 72, []string{"http://a/", "b"}, "<http://a/>\n<URL:b>\n"},
		{"no references", 72, nil, ""},
		{"no width", 0, []string{"http://h/" + strings.Repeat("a/", 99)}, "<http://h/" + strings.Repeat("a/", 99) + ">\n"},
		{"fits", 11, []string{"http://a/"}, "<http://a/>\n"},
		{"the bracket does not stand alone", 10, []string{"http://a/"}, "<http://\na/>\n"},
		{"where it fits", 20, []string{"http://www.ics.uci.edu/pub/ietf/uri/"}, "<http://www.ics.uci.\nedu/pub/ietf/uri/>\n"},
		{"after a delimiter", 30, []string{"http://www.ics.uci.edu/pub/ietf/uri/"}, "<http://www.ics.uci.edu/pub/\nietf/uri/>\n"},
		{"a delimiter leaves the line at least half full", 12, []string{"foo:a/bcdefghijklmno"}, "<foo:a/\nbcdefghijklm\nno>\n"},
		{"or it is no place", 13, []string{"foo:abcdefgh/i/jklmnopqrstuvw"}, "<foo:abcdefgh\n/i/jklmnopqrs\ntuvw>\n"},
		{"not after a hyphen (Appendix E, Appendix C)", 12, []string{"foo:abcdef-ghij"}, "<foo:abcdef\n-ghij>\n"},
		{"not after any of them", 8, []string{"foo:a------------b/c"}, "<foo:a\n------------b\n/c>\n"},
		{"nowhere", 8, []string{"foo:-----------------"}, "<foo:\n----------------->\n"},
		{"not in an escaped octet", 12, []string{"foo:abcde%41%42"}, "<foo:abcde\n%41%42>\n"},
		{"not in the scheme", 4, []string{"scheme:ab"}, "<scheme:\nab>\n"},
		{"width 1", 1, []string{"foo:ab"}, "<foo:\na\nb>\n"},
	} {
		got, err := Wrap(editions.RFC3986, c.width, c.refs...)
		if got != c.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", c.why, got, err, c.want)
		}
	}
}

// TestWrapErrors: what does not conform, and what Text would not read, is not
// written.
func TestWrapErrors(t *testing.T) {
	for _, ref := range []string{"http://a b", "http://h/>", "%", "\n"} {
		var syntax *grammar.SyntaxError
		if text, err := Wrap(editions.RFC3986, 72, "http://a", ref); !errors.As(err, &syntax) || syntax.Input != ref || text != "" {
			t.Errorf("%q: %q, %v", ref, text, err)
		}
	}
	fits := "http://h/" + strings.Repeat("a", MaxLength-len("http://h/"))
	var long *LongError
	if _, err := Bracket(editions.RFC3986, fits+"a"); !errors.As(err, &long) || long.Length != MaxLength+1 {
		t.Errorf("%v", err)
	}
	if _, err := Wrap(editions.RFC3986, 72, fits); !errors.As(err, &long) || long.Length <= MaxLength {
		t.Errorf("with line breaks: %v", err)
	}
	text, err := Bracket(editions.RFC3986, fits)
	if err != nil {
		t.Fatal(err)
	}
	if found := all(t, editions.RFC3986, strings.NewReader(text)); len(found) != 1 || found[0].Text != fits {
		t.Error("the longest reference is not read back")
	}
}

// TestRoundTrip: Text gives back what Wrap writes, whatever the references are
// and however they are broken; so does Unwrap, one by one.
func TestRoundTrip(t *testing.T) {
	for _, e := range editions.All() {
		refs := references(t, e)
		t.Run(e.Name(), rapid.MakeCheck(func(t *rapid.T) {
			in := rapid.SliceOfN(refs, 0, 5).Draw(t, "references")
			width := rapid.SampledFrom([]int{0, 1, 2, 5, 10, 20, 72}).Draw(t, "width")
			text, err := Wrap(e, width, in...)
			if err != nil {
				t.Fatal(err)
			}
			i := 0
			for f, err := range Text(e, strings.NewReader(text)) {
				if err != nil || f.Err != nil || f.Delimiter != Brackets || f.Hyphens != nil || i == len(in) || f.Text != in[i] {
					t.Fatalf("%q: the reference %d is %s, %v", text, i, line(f), err)
				}
				i++
			}
			if i < len(in) {
				t.Fatalf("%q: only %d references", text, i)
			}
			for _, ref := range in {
				text, err := Wrap(e, width, ref)
				if err != nil || Unwrap(text) != ref {
					t.Fatalf("%q is unwrapped to %q, %v", text, Unwrap(text), err)
				}
			}
		}))
	}
}

// references makes strings that conform to an edition: a walk through its
// automaton, and the shortest way to the end from there.
func references(t *testing.T, e *grammar.Edition) *rapid.Generator[string] {
	g, err := reading.New(e.Grammar().Source())
	if err != nil {
		t.Fatal(err)
	}
	start, _ := g.Lookup(e.Grammar().Source().Start)
	dfa := g.Automaton(start)
	const steps = "/:-%.URL?#a"
	return rapid.Custom(func(t *rapid.T) string {
		var s []byte
		state := 0
		for range rapid.IntRange(0, 60).Draw(t, "length") {
			live := dfa.LiveSet(state)
			if len(live) == 0 {
				break
			}
			r := rapid.SampledFrom([]automaton.Range(live)).Draw(t, "range")
			b := rapid.Int32Range(r.Lo, r.Hi).Draw(t, "byte")
			// More of what matters to text.
			if c := int32(rapid.SampledFrom([]byte(steps)).Draw(t, "special")); live.Has(c) && rapid.Bool().Draw(t, "take it") {
				b = c
			}
			s = append(s, byte(b))
			state = dfa.Step(state, b)
		}
		end, _ := dfa.ShortestFrom(state)
		for _, b := range end {
			s = append(s, byte(b))
		}
		return string(s)
	})
}

// TestUnwrap: "recognize and strip both delimiters and embedded whitespace"
// (Appendix E of url-syntax-09, Appendix C of RFC 3986).
func TestUnwrap(t *testing.T) {
	for typed, want := range map[string]string{
		"http://h/":                "http://h/",
		" http://h/\r\n":           "http://h/",
		"<http://h/\n  a>":         "http://h/a",
		"< URL: http://h/ >":       "http://h/",
		`"http://h/"`:              "http://h/",
		"URL:http://h/":            "http://h/",
		"www.w3.org/ Addressing/ ": "www.w3.org/Addressing/",
		"<http://h/":               "<http://h/", // one delimiter delimits nothing
		"http://h/>":               "http://h/>",
		"<":                        "<",
		"<>":                       "",
		"":                         "",
		"caf\xe9 \u00a0":           "caf\xe9\u00a0", // bytes are kept
		"<<a>>":                    "<a>",
	} {
		if got := Unwrap(typed); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}
