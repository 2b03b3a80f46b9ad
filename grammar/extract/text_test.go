package extract

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/effort"
)

func TestMain(m *testing.M) { effort.Main(m) }

// all returns the references in a text.
func all(t testing.TB, e *grammar.Edition, r io.Reader) []Found {
	t.Helper()
	var out []Found
	for f, err := range Text(e, r) {
		if err != nil {
			t.Fatalf("%s: %v", e, err)
		}
		out = append(out, f)
	}
	return out
}

// line shows a reference in its delimiters, after a "!" if it does not
// conform.
func line(f Found) string {
	s := f.Prefix + f.Text
	switch f.Delimiter {
	case Quotes:
		s = `"` + s + `"`
	case Brackets:
		s = "<" + s + ">"
	}
	if f.Err != nil {
		s = "! " + s
	}
	return s
}

func lines(found []Found) string {
	var b strings.Builder
	for _, f := range found {
		fmt.Fprintf(&b, "%s [%d,%d) line %d %v; ", line(f), f.Start, f.End, f.Line, f.Hyphens)
	}
	return b.String()
}

// texts says what is found in a text. A list is one line for each reference,
// see line.
var texts = []struct {
	edition *grammar.Edition
	section string // of the edition, or what Text documents
	text    string
	want    string
}{
	// "angle brackets ("<" and ">"), along with the prefix "URL:", be used to
	// delimit the boundaries of the URL"
	{editions.RFC1738, "Appendix", "at <URL:http://h/>.", "<URL:http://h/>"},
	{editions.RFC1738, "Appendix", "(see <URL:news:*>)", "<URL:news:*>"},
	// "a prefix consisting of the characters "URL:""
	{editions.RFC1738, "Appendix", "URL:http://h/x, and", "URL:http://h/x"},
	{editions.RFC1738, "Appendix", "URL: http://h/x, and", "http://h/x"},
	{editions.RFC1738, "Appendix", "<url:http://h/>", "<url:http://h/>"}, // other characters: a scheme
	// "the identifier would be placed within the brackets as well", though it is no part of a URL there
	{editions.RFC1738, "Appendix", "<URL:http://h/a#b>", "! <URL:http://h/a#b>"},
	{editions.RFC3986, "Appendix C", "<URL:http://h/a#b>", "<URL:http://h/a#b>"},
	// "The quote mark (""") is used to delimit URLs in some systems."
	{editions.RFC1738, "2.2", `under "http://h/", but`, `"http://h/"`},

	// "The prefix "URL:", with or without a trailing space"
	{editions.URLSyntax02, "Appendix E", "URL: http://h/x, and", "URL:http://h/x"},
	{editions.URLSyntax02, "Appendix E", "URL:\nhttp://h/x, and", "http://h/x"},
	{editions.URLSyntax02, "Appendix E", "<URL: http://h/x>", "<URL:http://h/x>"},
	{editions.RFC3986, "Appendix C", "<URL: http://h/x> \"URL: http://h/y\"", "<URL:http://h/x>\n\"URL:http://h/y\""},
	{editions.RFC3986, "Appendix C", "CURL:http://h/x", "http://h/x"},
	{editions.RFC3986, "Appendix C", "URL:foo:bar and (URL:foo:baz)", "URL:foo:bar\nURL:foo:baz"},
	{editions.RFC3986, "Appendix C", "URL:foo and URL: and URL:", ""},

	// "In some cases, extra whitespace (spaces, linebreaks, tabs, etc.) may
	// have to be added"
	{editions.RFC3986, "Appendix C", "<http://h/\n   a/b\tc\r\n d>", "<http://h/a/bcd>"},
	{editions.RFC3986, "Appendix C", "< http://h/ >", "<http://h/>"},
	{editions.RFC3986, "Appendix C", "<ftp:\n  //h/>", "<ftp://h/>"},
	{editions.RFC3986, "Appendix C", "<ht\ntp://h/>", "<http://h/>"},
	{editions.RFC3986, "Appendix C", "\"http://h/\n  a\"", `"http://h/a"`},
	// "No whitespace should be introduced after a hyphen" - but it is, see TestHyphens
	{editions.RFC3986, "Appendix C", "<http://h/a-\n  b>", "<http://h/a-b>"},

	// Text: brackets
	{editions.RFC3986, "<URL:...>", "<URL:../a> <URL:> <URL:b?c#d>", "<URL:../a>\n<URL:>\n<URL:b?c#d>"},
	{editions.RFC1738, "<URL:...>", "<URL:../a>", "! <URL:../a>"},
	{editions.RFC3986, "<URL:...>", "<URL:a b> <URL:\"> <URL:URL:x>", "<URL:ab>\n! <URL:\">\n<URL:URL:x>"},
	{editions.RFC3986, "<...>", "<foo:bar> <foo:/bar>", "<foo:bar>\n<foo:/bar>"},
	{editions.RFC3986, "<...>", "<b> </b> <> <:> <a b:c> <1:2> < a < b:c >", ""},
	{editions.RFC3986, "<...>", "<Note: see below> <x y:z> <foo:> <joe@example.org>", ""},
	{editions.RFC3986, "<...>", "<xs:element name=\"a\"> <http://h/ \">", "http://h/"},
	{editions.RFC3986, "<...>", "<a href=\"http://h/\">http://h/a</a>", "\"http://h/\"\nhttp://h/a"},
	{editions.RFC3986, "<...>", "<http://h/a|b>", "! <http://h/a|b>"},
	{editions.RFC3986, "<...>", "<http://h/.> \"http://h/,\"", "<http://h/.>\n\"http://h/,\""},
	{editions.RFC3986, "<...>", "<http://h/a <http://h/b>", "http://h/a\n<http://h/b>"},
	{editions.RFC3986, "<...>", "<http://h/a\n\nb>", "http://h/a"},
	{editions.RFC3986, "<...>", "<http://h/a", "http://h/a"},
	{editions.RFC3986, "<...>", "<mailto:a@b>, <HTTP://h>", "<mailto:a@b>\n<HTTP://h>"},
	{editions.RFC1738, "<...>", "<HTTP://h/>", "! <HTTP://h/>"}, // section 2.1, see grammar

	// Text: quotes
	{editions.RFC3986, `"..."`, `"http://h/ is there" and "http://h/a", "http://h/b"`, "http://h/\n\"http://h/a\"\n\"http://h/b\""},
	{editions.RFC3986, `"..."`, `see "http://h/a`, "http://h/a"},
	{editions.RFC3986, `"..."`, `"see http://h/a" and "foo:bar" or "URL:foo:bar" or "URL:foo" or "URL:"`, "http://h/a\n\"URL:foo:bar\""},
	{editions.RFC3986, `"..."`, "\"http://h/a\n\nb\"", "http://h/a"},

	// Text: otherwise
	{editions.RFC3986, "certainly", "foo://a +foo://b 2foo://c a.b+c-d://e", "foo://a\nfoo://b\nfoo://c\na.b+c-d://e"},
	{editions.RFC3986, "certainly", "MAILTO:a@b urn:a:b news:c tel:+1-816-555-1212", "MAILTO:a@b\nurn:a:b\nnews:c\ntel:+1-816-555-1212"},
	{editions.RFC3986, "certainly", "a:b 12:30 http: http:// http:a std::string C:\\x file:12 mailto: news:. http://...", ""},
	{editions.RFC3986, "certainly", "www.w3.org/Addressing/ joe@example.org", ""}, // 4.5: for package expand
	{editions.RFC3986, "certainly", strings.Repeat("s", maxScheme) + "://a " + strings.Repeat("s", maxScheme+1) + "://b", strings.Repeat("s", maxScheme) + "://a"},
	{editions.RFC3986, "otherwise", "http://a/b. http://a/c, (http://a/d); http://a/e: http://a/f! http://a/g? 'http://a/h' http://a/i)]}'.", "http://a/b\nhttp://a/c\nhttp://a/d\nhttp://a/e\nhttp://a/f\nhttp://a/g\nhttp://a/h\nhttp://a/i"},
	{editions.RFC3986, "otherwise", "http://a/b_(c) (http://a/b_(c)) http://a/(b))", "http://a/b_(c)\nhttp://a/b_(c)\nhttp://a/(b)"},
	{editions.RFC3986, "otherwise", "http://[::1] [http://[::1]] http://[::1]/]", "http://[::1]\nhttp://[::1]\nhttp://[::1]/"},
	{editions.RFC3986, "otherwise", "[text](http://a/b)more {http://a/c}{http://a/d} ['http://a/e','http://a/f']", "http://a/b\nhttp://a/c\nhttp://a/d\nhttp://a/e\nhttp://a/f"},
	{editions.RFC3986, "otherwise", "`http://a/b` (URL:http://a/c)d", "http://a/b\nURL:http://a/c"},
	{editions.RFC3986, "otherwise", "http://a/b<br>http://a/c>http://a/d\x00http://a/e\x7f", "http://a/b\nhttp://a/c\nhttp://a/d\nhttp://a/e"},
	{editions.RFC3986, "otherwise", "“http://a/b” «http://a/c» http://a/d… http://a/e\u00a0f http://a/g。", "http://a/b\nhttp://a/c\nhttp://a/d\nhttp://a/e\nhttp://a/g"},
	{editions.RFC3986, "otherwise", "http://a/b|c http://köln/ http://a/\xff http://a/%zz", "! http://a/b|c\n! http://köln/\n! http://a/\xff\n! http://a/%zz"},
	{editions.RFC3986, "otherwise", "http://a/-\nb", "http://a/-"},
	{editions.RFC3986, "plain text", "&lt;http://a/&gt;", "http://a/&gt"}, // nothing is unescaped
}

func TestText(t *testing.T) {
	for _, c := range texts {
		found := all(t, c.edition, strings.NewReader(c.text))
		var got []string
		for _, f := range found {
			got = append(got, line(f))
		}
		if got := strings.Join(got, "\n"); got != c.want {
			t.Errorf("%s, %s: in %q:\n%s\nwant:\n%s", c.edition, c.section, c.text, got, c.want)
		}
		hold(t, c.edition, c.text)
	}
}

// hold fails if something is wrong that is right of every text.
func hold(t fataler, e *grammar.Edition, text string) {
	t.Helper()
	var found []Found
	for f, err := range Text(e, strings.NewReader(text)) {
		if err != nil {
			t.Fatalf("%s: %q: %v", e, text, err)
		}
		found = append(found, f)
	}
	last := int64(0)
	for _, f := range found {
		if f.Start < last || f.End < f.Start || f.End > int64(len(text)) {
			t.Fatalf("%s: %q: [%d,%d) after %d", e, text, f.Start, f.End, last)
		}
		last = f.End
		if f.Line != 1+strings.Count(text[:f.Start], "\n") {
			t.Fatalf("%s: %q: %s is not on line %d", e, text, line(f), f.Line)
		}
		for _, i := range f.Hyphens {
			if f.Text[i] != '-' {
				t.Fatalf("%s: %q: no hyphen at %d of %q", e, text, i, f.Text)
			}
		}
		if long := (*LongError)(nil); errors.As(f.Err, &long) {
			if len(f.Text) != MaxLength || long.Length != f.End-f.Start || !strings.HasPrefix(text[f.Start:], f.Text) {
				t.Fatalf("%s: a cut reference of %d bytes: %v", e, len(f.Text), long)
			}
			continue
		}
		if !reflect.DeepEqual(f.Err, e.Check(f.Text)) {
			t.Fatalf("%s: %q: %s: %v", e, text, line(f), f.Err)
		}
		if strings.ContainsAny(f.Text, "\t\n\v\f\r <>") {
			t.Fatalf("%s: %q: %q", e, text, f.Text)
		}
		if strings.Contains(text, "\f") { // there may be page breaks
			continue
		}
		if inside := white.ReplaceAllString(text[f.Start:f.End], ""); inside != f.Text {
			t.Fatalf("%s: %q: [%d,%d) is not %q", e, text, f.Start, f.End, f.Text)
		}
	}
	if !strings.Contains(text, "\f") && len(text) < MaxLength {
		if wrong := differ(e, text, found); wrong != "" {
			t.Fatalf("%s: %q: %s", e, text, wrong)
		}
	}
	// The same for what reads the text in small pieces.
	small := make([]Found, 0, len(found))
	for f := range Text(e, iotest.OneByteReader(strings.NewReader(text))) {
		small = append(small, f)
	}
	if !slices.EqualFunc(small, found, func(a, b Found) bool { return reflect.DeepEqual(a, b) }) {
		t.Fatalf("%s: %q: byte by byte %s, at once %s", e, text, lines(small), lines(found))
	}
}

type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// TestContext: the sentences of the documents contain the references that the
// documents say they do.
func TestContext(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/context.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string]string)
	for _, f := range archive.Files {
		files[f.Name] = string(f.Data)
	}
	tested := 0
	for name, text := range files {
		part := strings.Split(name, "/")
		e, ok := editions.Lookup(part[0])
		if !ok {
			t.Logf("%s is not built", part[0])
			continue
		}
		if e.Document().InText.Section != part[1] {
			t.Errorf("%s: %s, want %s", e, e.Document().InText.Section, part[1])
		}
		found := all(t, e, strings.NewReader(text))
		switch part[2] {
		case "sentence":
			var got strings.Builder
			for _, f := range found {
				got.WriteString(f.Text + "\n")
				// Section 2.2 of RFC 1738: a fragment is not part of a URL.
				if (f.Err != nil) != (e == editions.RFC1738 && strings.Contains(f.Text, "#")) {
					t.Errorf("%s: %v", e, f.Err)
				}
			}
			if want := files[part[0]+"/"+part[1]+"/references"]; got.String() != want {
				t.Errorf("%s:\n%swant\n%s", name, &got, want)
			}
			tested++
		case "delimiters":
			var got []Delimiter
			for _, f := range found {
				got = append(got, f.Delimiter)
			}
			if want := []Delimiter{Quotes, Brackets, WhiteSpace}; !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", name, got, want)
			}
		}
		hold(t, e, text)
	}
	own := 0 // of the editions that refer to no other document
	for _, e := range editions.All() {
		if !strings.Contains(e.Document().InText.Section, " of ") {
			own++
		}
	}
	if tested < own-1 {
		t.Errorf("only %d sentences of %d", tested, own)
	}
}

// TestHyphens: "should be aware that the hyphen may or may not actually be
// part of the URL".
func TestHyphens(t *testing.T) {
	for text, want := range map[string][]int{
		"<http://h/a-\n  b-c>":         {10},
		"<http://h/a-\r\n-\nb>":        {10, 11},
		"<http://h/a- \n b>":           {10},
		"<http://h/a\n-b>":             nil,
		"<http://h/a- b>":              nil,
		"<http://h/a-\n>":              nil, // nothing was broken
		"\"http://h/a-\nb\"":           {10},
		"<http://h/a--\nb\nc-\r  d-e>": {11, 14},
	} {
		for _, e := range editions.All() {
			found := all(t, e, strings.NewReader(text))
			if len(found) != 1 || !slices.Equal(found[0].Hyphens, want) {
				t.Errorf("%s: %q: %s, want %v", e, text, lines(found), want)
			}
			hold(t, e, text)
		}
	}
}

// TestPageBreak: a reference that goes on on the next page of an RFC.
func TestPageBreak(t *testing.T) {
	const foot, head = "\n\n\nBerners-Lee, et al.    Standards Track        [Page 51]\n", "\nRFC 3986      URI Generic Syntax      January 2005\n\n\n"
	for text, want := range map[string]string{
		"<http://h/a/" + foot + "\f" + head + "   b>":                           "<http://h/a/b>",
		"<http://h/a-" + foot + "\f" + head + "   b>":                           "<http://h/a-b>",
		"<http://h/a" + foot + "\f" + head + ">":                                "<http://h/a>",
		"<http://h/a" + foot + head + "   b>":                                   "http://h/a", // no form feed
		"<http://h/a\n\nno foot\n\f" + head + "   b>":                           "http://h/a",
		"<http://h/a" + foot + "\f" + head + "\n b <c:d>":                       "http://h/a\n<c:d>",
		"<http://h/a" + foot + "\f":                                             "http://h/a",
		"<http://h/a/" + foot + "\f" + head + " b/" + foot + "\f" + head + "c>": "<http://h/a/b/c>",
	} {
		var got []string
		for _, f := range all(t, editions.RFC3986, strings.NewReader(text)) {
			got = append(got, line(f))
		}
		if got := strings.Join(got, "\n"); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
		hold(t, editions.RFC3986, text)
	}
	found := all(t, editions.RFC3986, strings.NewReader("<http://h/a-"+foot+"\f"+head+"   b>"))
	if !slices.Equal(found[0].Hyphens, []int{10}) {
		t.Errorf("hyphens %v", found[0].Hyphens)
	}
}

// TestMaxLength: what is longer, by one byte.
func TestMaxLength(t *testing.T) {
	const scheme = "http://h/"
	fits := scheme + strings.Repeat("a", MaxLength-len(scheme))
	for _, c := range []struct {
		text string
		want []int // lengths, negative for those that are cut
	}{
		{fits, []int{MaxLength}},
		{fits + "a", []int{-MaxLength}},
		{fits + "aaa http://b", []int{-MaxLength, 8}},
		{fits + strings.Repeat("a", 5*MaxLength) + "é http://b", []int{-MaxLength, 8}},
		{"<" + fits + ">", []int{MaxLength}},
		{"<" + fits + "a> <http://b>", []int{-MaxLength, 8}},
		{"\"" + fits + "\"", []int{MaxLength}},
		{"<" + scheme + strings.Repeat(" ", MaxLength-len(scheme)) + ">", []int{len(scheme)}},
		{"<" + scheme + strings.Repeat(" ", MaxLength-len(scheme)) + " >", []int{len(scheme)}},
		{"<" + scheme + strings.Repeat(" ", 9*MaxLength) + "<http://b>", []int{len(scheme), 8}},
		{strings.Repeat("\n", 9*MaxLength) + "<http://b>", []int{8}},
	} {
		var got []int
		for _, f := range all(t, editions.RFC3986, strings.NewReader(c.text)) {
			n := len(f.Text)
			if f.Err != nil {
				n = -n
			}
			got = append(got, n)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%.20q (%d bytes): %d, want %d", c.text, len(c.text), got, c.want)
		}
		hold(t, editions.RFC3986, c.text)
	}
}

// TestReaders: trouble is yielded last, and what was read before it is not
// lost.
func TestReaders(t *testing.T) {
	broken := errors.New("broken")
	text := "http://a/ <http://b/"
	for _, r := range []io.Reader{
		io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)),
		iotest.TimeoutReader(iotest.HalfReader(strings.NewReader(text + text))),
		neither{},
	} {
		n := 0
		var last error
		for f, err := range Text(editions.RFC3986, r) {
			if last != nil {
				t.Errorf("%s after the error", line(f))
			}
			if last = err; err == nil {
				n++
			}
		}
		if _, empty := r.(neither); last == nil || n == 0 && !empty {
			t.Errorf("%T: %d references, error %v", r, n, last)
		}
	}
	// An io.Reader may return the last bytes together with io.EOF, or nothing.
	for _, r := range []io.Reader{iotest.DataErrReader(strings.NewReader(text)), iotest.OneByteReader(strings.NewReader(text))} {
		if found := all(t, editions.RFC3986, r); len(found) != 2 {
			t.Errorf("%T: %s", r, lines(found))
		}
	}
	for range Text(editions.RFC3986, strings.NewReader("http://a http://b")) {
		break // no more is yielded
	}
}

// neither reads nothing and has no error.
type neither struct{}

func (neither) Read([]byte) (int, error) { return 0, nil }

// TestNoWait: a reference is yielded as soon as the text says where it ends.
func TestNoWait(t *testing.T) {
	r, w := io.Pipe()
	defer r.Close()
	go io.WriteString(w, "see <http://a/b> or http://c/d, \"http://e/f\"")
	var got []string
	for f := range Text(editions.RFC3986, r) {
		if got = append(got, line(f)); len(got) == 3 {
			break
		}
	}
	if want := []string{"<http://a/b>", "http://c/d", `"http://e/f"`}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// streams are texts without end: the first ones usual, and many bytes of them
// are read; the others as bad as a text can be.
var streams = []struct{ name, begin, repeat string }{
	{"nothing", "", "all work and no play: "},
	{"references", "", "see <http://h/>, \"http://h/\" and http://h/\n"},
	{"a bracket that is not closed", "<URL:http://a/", "bc"},

	{"a quotation mark that is not closed", "\"http://a/", "bc"},
	{"spaces", "<http:", " "},
	{"brackets", "", "<http://a"},
	{"brackets and lines", "", "<x:\n"},
	{"quotation marks", "", "\"x:\n "},
	{"colons", "", ":"},
	{"schemes", "", "s:"},
	{"a scheme", "", "s"},
	{"prefixes", "", "URL:"},
	{"prefixes and blanks", "", "URL: \""},
	{"punctuation", "", "mailto:."},
	{"brackets to balance", "(http://a", "(("},
	{"blank lines", "<http://a", "\n\n[Page 1]\n\f\n"},
	{"page breaks", "<http://a", "\n[Page 1]\n\f\nhead\n"},
	{"junk", "", "\x00\xff<\xf0\x9f:\"\x80"},
	{"a reference that does not conform", "http://%", "%"},
}

// TestMemory: memory does not grow with the text, whatever is in it. Were the
// time not linear, this would not end.
func TestMemory(t *testing.T) {
	const most = 4 << 20
	for i, x := range streams {
		size := effort.Pick[int64](2<<20, 1<<20, 1<<20)
		if i < 3 { // usual ones
			size = effort.Pick[int64](64<<20, 8<<20, 2<<20)
		}
		n, allocated, err := holdMemory(t, x.name, &stream{begin: x.begin, repeat: x.repeat, left: size}, most, math.MaxInt,
			func(r io.Reader) iter.Seq2[Found, error] { return Text(editions.RFC3986, r) })
		if err != nil || n < 10 && allocated > most {
			t.Errorf("%s: %d bytes allocated for %d references, %v", x.name, allocated, n, err)
		}
	}
}

// stream reads begin, and repeat from then on, left bytes in all.
type stream struct {
	begin, repeat string
	left          int64
	at            int
}

func (s *stream) Read(p []byte) (int, error) {
	if s.left == 0 {
		return 0, io.EOF
	}
	n := 0
	for n < len(p) && s.left > 0 {
		text := s.repeat[s.at:]
		if s.begin != "" {
			text = s.begin
		}
		k := copy(p[n:min(int64(len(p)), int64(n)+s.left)], text)
		if s.begin != "" {
			s.begin = s.begin[k:]
		} else {
			s.at = (s.at + k) % len(s.repeat)
		}
		n += k
		s.left -= int64(k)
	}
	return n, nil
}

// pieces are what a text is made of, for it to be about references.
var pieces = []string{
	"http", "mailto", "URL", "x", "Z9", "+", "-", ".", ":", "//", "/", "a", "b.c", "URL:", "URL: ", "http://", "http://h/", "news:", "x:",
	"<", ">", "<<", "\"", "'", "`", "(", ")", "[", "]", "{", "}", ",", ";", "!", "?", "#", "%", "%41", "|",
	" ", "  ", "\t", "\n", "\r", "\r\n", "\n\n", "\v", "\x00", "\x7f", "é", "…", "”", "“", "\u00a0", "\u0085", "\xff", "\xe2\x80",
}

func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 40).Draw(t, "pieces"), "")
		for _, e := range editions.All() {
			hold(t, e, text)
		}
	})
}

func FuzzText(f *testing.F) {
	for _, c := range texts {
		f.Add(c.text)
	}
	for _, s := range streams {
		f.Add(s.begin + strings.Repeat(s.repeat, 3))
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, e := range editions.All() {
			hold(t, e, text)
		}
	})
}
