package extract

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/urispec/urispec/grammar/editions"
)

// markdownLinks returns what is found in a document, and holds it to what must be true of
// every document.
func markdownLinks(t *testing.T, text string) []MarkdownLink {
	t.Helper()
	var all []MarkdownLink
	end := int64(0)
	for l, err := range Markdown(editions.RFC3986, strings.NewReader(text)) {
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if l.Start < end || l.End < l.Start || l.End > int64(len(text)) {
			t.Fatalf("%q: %+v begins before %d or ends after the document", text, l, end)
		}
		end = l.End
		before := text[:l.Start]
		line := before[strings.LastIndexByte(before, '\n')+1:]
		if l.Line != 1+strings.Count(before, "\n") || l.Column != len(line)+1 || l.Character != characters([]byte(line))+1 {
			t.Fatalf("%q: %+v is not where it says", text, l)
		}
		if written := text[l.Start:l.End]; !strings.ContainsAny(written, "\\&\x00\n\r\t") && l.Text != written && l.Text != "mailto:"+written {
			t.Fatalf("%q: %+v stands for %q", text, l, written)
		}
		all = append(all, l)
	}
	return all
}

// TestCommonMark finds the links in all examples of CommonMark, and compares them with
// those in the HTML that each example gives.
func TestCommonMark(t *testing.T) {
	text, err := os.ReadFile("testdata/commonmark.json")
	if err != nil {
		t.Fatal(err)
	}
	var spec struct {
		Examples []struct {
			Example           int
			Section, Markdown string
			Links             []string
		}
	}
	if err := json.Unmarshal(text, &spec); err != nil || len(spec.Examples) != 652 {
		t.Fatal(err, len(spec.Examples))
	}
	for _, x := range spec.Examples {
		found := make(map[string]bool)
		var extra []string
		for _, l := range markdownLinks(t, x.Markdown) {
			text := l.Text
			if l.Syntax != InTag {
				text = likeCmark(text) // what is in tags is in the HTML as it is
			}
			found[text] = true
			if l.Syntax != Definition && !slices.ContainsFunc(x.Links, func(link string) bool { return unbroken(link) == text }) {
				extra = append(extra, l.Syntax.String()+" "+l.Text)
			}
		}
		for _, link := range x.Links {
			if !found[unbroken(link)] {
				t.Errorf("example %d, %s: %q: %s is missing", x.Example, x.Section, x.Markdown, link)
			}
		}
		if got := strings.Join(extra, " "); got != notCommonMark[x.Example] {
			t.Errorf("example %d, %s: %q: %s is not in the HTML", x.Example, x.Section, x.Markdown, got)
		}
	}
}

// notCommonMark are the references that CommonMark does not take for links, by example.
var notCommonMark = map[int]string{
	488: "link /my uri", // with spaces
	508: `link /url "title "and" title"`,
	520: "link uri1", // in the description of an image
	574: "image /url",
	575: "link /url",
	602: "bare https://foo.bar/baz", // as it stands
	608: "bare https://foo.bar",
	611: "bare https://example.com",
}

// likeCmark escapes what cmark escapes in the values of href and src.
func likeCmark(link string) string {
	var b strings.Builder
	for _, c := range []byte(link) {
		if isLetter(c) || isDigit(c) || strings.IndexByte("-_.+!*'(),%#@?=;:/,+&$~", c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// TestMarkdown has what the examples of CommonMark do not: what is code and what is a
// table, what a person meant, and what GitHub adds.
func TestMarkdown(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		// Code.
		{"`[a](b)` [c](d)", "link d"},
		{"``a`[a](b)`` [c](d) ` [e](f)", "link d, link f"},
		{"\\`[a](b)`", "link b"},
		{"```\n[a](b)\nhttp://c\n```\n[d](e)", "link e"},
		{"~~~ x\n[a](b)\n```\n~~~~\n[d](e)", "link e"},
		{"    [a](b)\n\n[c](d)", "link d"},
		{"a\n    [a](b)", "link b"}, // goes on
		{"- a\n\n      [a](b)\n\n  [c](d)", "link d"},
		{"> ```\n> [a](b)\n\n[c](d)", "link d"}, // the code ends with the quotation
		{"1. ```\n   [a](b)\n   ```\n   [c](d)", "link d"},
		{"> \t\t[a](b)\n>\t[c](d)", "link d"},
		// Tables: a bar ends a cell, even in code, and is no part of a URL.
		{"| a | b |\n|---|---|\n| http://cell.example/a|b |", "bare http://cell.example/a"},
		{"| a | b |\n|---|---|\n| [x](y|z) | `|` [c](d) |", "link d"},
		{"a | b\n:-: | -\n[c](d\\|e) | <http://f/>\n\n[g](h|i)", "link d|e, autolink http://f/, link h|i"},
		{"cell.example/a|b", ""},
		{"| a |\n|---|---|\n| [x](y|z) |", "link y|z"}, // another number of cells: no table
		{"[p](q)\n| [a](b) | c |\n|---|---|\n", "link q, link b"},
		{"| a | b |\n|---|---|\n> [x](y|z)", "link y|z"}, // the table has ended
		// Destinations with spaces.
		{"![a](img/a b.png)", "image img/a b.png"},
		{"![a](<img/a b.png> 'title')", "image img/a b.png"},
		{"![a](a b.png)", "image a b.png"},
		{"[a]( ./b c )", "link ./b c"},
		{"[a](#b c)", "link #b c"},
		{"f[T](a, b), see[1](not a link)", ""},
		{"[a](b\n c/d e)", ""},
		// URLs as they stand.
		{"See https://a.example/b_(c), HTTP://D/ (ftp://e/f).", "bare https://a.example/b_(c), bare HTTP://D/, bare ftp://e/f"},
		{"**https://a/** *http://b* ~~http://c~~", "bare https://a/, bare http://b, bare http://c"},
		{"xhttp://a http:// http://{host}/ http:/a", ""},
		{"[http://a](http://b)", "link http://b"},
		{"https://a/<b>https://c/", "bare https://a/, bare https://c/"},
		// Labels and footnotes.
		{"[a][b] [c]\n\n[b]: /d 'e'\n[c]: <f g>\n", "definition /d, definition f g"},
		{"[^1]: http://a and [b](c)", "bare http://a, link c"},
		{"[a]: b c\n\n[a]: /b\n'c\nd'\n[e]: f 'g' h", "definition /b"},
		{"> [a]: b\n> c [d](e)", "definition b, link e"},
		// HTML.
		{"<p align=center><img src='a b.png' srcset=\"c 1x, d 2x\"></p>\n[x](not)\n\n[y](z)", "html a b.png, html c, html d, link z"},
		{"a <a href=b&amp;c>[d](e)</a> <!-- [f](g) --> [h](i)", "html b&c, link e, link i"},
		{"<!--\n[a](b) <a href=c>\n\n-->\n[d](e)", "link e"},
		{"<script src=a>\nx = '<a href=b>'\n\n</script>\n[d](e)", "html a, link e"},
		{"<details>\n\n[a](b)\n\n</details>", "link b"},
		// Containers.
		{"> [a](b)\nlazy [c](d)\n\n- [e](f)\n  1. [g](h\n     )", "link b, link d, link f, link h"},
		{"# [a](b) #\n[c](d)\n===\n", "link b, link d"},
		{"- a\n  - b\n\n    [c](d)\n\n        [e](f)", "link d"},
		// Mail, references, other bytes.
		{"<a.b@c.example> <mailto:d@e>", "autolink mailto:a.b@c.example, autolink mailto:d@e"},
		{"[a](b&#32;c\\)d&unknown;)", "link b c)d&unknown;"},
		{"[\xFF](\xFE) \x00[a](b\x00c)", "link \xFE"},
		{"\uFEFF[a](b)\r\n\r\n# [c](d)\r\n", "link b, link d"},
		{"[a]() [b](<>)", "link , link "},
		{"[a](b", ""},
	} {
		var got []string
		for _, l := range markdownLinks(t, x.text) {
			got = append(got, l.Syntax.String()+" "+l.Text)
		}
		if got := strings.Join(got, ", "); got != x.want {
			t.Errorf("%q: %s, want %s", x.text, got, x.want)
		}
	}
}

// TestMarkdownConformance: the error is that of the text, without what Markdown adds.
func TestMarkdownConformance(t *testing.T) {
	for _, l := range markdownLinks(t, "é [a](http://é/{b}) [c](<d e>) [f](g\\_h)") {
		want := editions.RFC3986.Check(l.Text)
		if fmt.Sprint(l.Err) != fmt.Sprint(want) || (l.Err == nil) != (l.Text == "g_h") {
			t.Errorf("%+v: want %v", l, want)
		}
	}
}

// TestMarkdownPieces gives lines and blocks that are longer than what is held, and a
// reader that fails.
func TestMarkdownPieces(t *testing.T) {
	long := strings.Repeat("a", 3*maxPiece)
	text := long + " [a](b) " + long + "\n[c](d" + long + ")\n\n# " + long + " [e](f)\n\n" +
		"`" + strings.Repeat(long+"\n", maxBlock/len(long)+1) + "[g](h) `\n[i](j)\n"
	var got []string
	for _, l := range markdownLinks(t, text) {
		got = append(got, l.Text)
	}
	if want := []string{"b", "d" + long, "f", "h", "j"}; !slices.Equal(got, want) {
		t.Errorf("%d references, want %d", len(got), len(want))
	}
	r := io.MultiReader(strings.NewReader("[a](b)\n"), iotest.ErrReader(io.ErrClosedPipe))
	n := 0
	for l, err := range Markdown(editions.RFC3986, r) {
		if n++; n == 1 && (err != nil || l.Text != "b") || n == 2 && err != io.ErrClosedPipe || n > 2 {
			t.Errorf("%d: %+v, %v", n, l, err)
		}
	}
	for range Markdown(editions.RFC3986, strings.NewReader("[a](b) [c](d) <e:f>\n\n<a href=g>\n")) {
		break // and nothing is yielded any more
	}
}

// hostileMarkdown are texts that take more than linear time from a program that looks for
// the other end of something again and again.
var hostileMarkdown = []string{
	"[", "]", "![", "[a](", "[a](b", "[a](<", "[a](b \"", "[a](b 'c\" ", "[a](b (", "[a]: b '", "[a]: b (\n", "[a](b c ", "`", "`a``b", "\\", "<", "<!--", "<?",
	"<![CDATA[", "<!a", "<a ", "<a b='", "<a b=\"", "<a b=c ", "<a:", "a@b", "<a@b.", ">", "> ", ">\n", "- ", "1. ", "- a\n", "   - ", "\t", " ", "\n", "#", "# ", "~~~\n",
	"|", "|-", "a|b\n-|-\n", "-", "-\n", "=", "=\n", "* ", "http://a.*", "http://", "h", "&", "[a](&", "&#", "(", ")", "[](", "*_", "<script>", "<p>\n", "a\n", "\xFF", "é",
}

// TestMarkdownTime reads hostile texts of two lengths. The longer one must not take much
// more time for a byte.
func TestMarkdownTime(t *testing.T) {
	size := 64 << 10
	if !testing.Short() {
		size = 1 << 20
	}
	read := func(unit string, size int) time.Duration {
		text := strings.Repeat(unit, size/len(unit))
		best := time.Hour
		for range 3 {
			start := time.Now()
			for range Markdown(editions.RFC3986, strings.NewReader(text)) {
			}
			best = min(best, time.Since(start))
		}
		return best
	}
	for _, unit := range hostileMarkdown {
		short, long := read(unit, size/8), read(unit, size)
		if long > 8*4*short && long > 50*time.Millisecond {
			t.Errorf("%q: %d bytes take %v, %d bytes %v", unit, size/8, short, size, long)
		}
	}
}

// FuzzMarkdown holds what is found to what must be true of every document, and to what is
// found in a quotation and with other line ends.
func FuzzMarkdown(f *testing.F) {
	for _, unit := range hostileMarkdown {
		f.Add(unit + "[a](b)\n" + unit)
	}
	f.Fuzz(func(t *testing.T, text string) {
		found := markdownLinks(t, text)
		if strings.ContainsAny(text, "\r\t") || strings.HasPrefix(text, "\uFEFF") {
			return
		}
		quoted := markdownLinks(t, "> "+strings.ReplaceAll(text, "\n", "\n> "))
		same := slices.EqualFunc(found, quoted, func(a, b MarkdownLink) bool { return a.Text == b.Text && a.Syntax == b.Syntax && a.Line == b.Line })
		if !same {
			t.Errorf("%q: %+v, in a quotation %+v", text, found, quoted)
		}
	})
}
