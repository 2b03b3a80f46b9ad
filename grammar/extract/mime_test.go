package extract

import (
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"iter"
	"mime/quotedprintable"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/tools/txtar"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/effort"
)

// lineOf shows what was found in a message, or an error.
func lineOf(l PartLink, err error) string {
	part := cmp.Or(l.Part, "-") + " " + cmp.Or(l.ContentType, "-")
	if err != nil {
		return part + ": " + err.Error()
	}
	what := cmp.Or(strings.TrimSpace(l.Element+" "+l.Attribute), "text")
	target := cmp.Or(l.Target, "-")
	if l.Current {
		target = "(current document)"
	} else if l.Err != nil {
		target = fmt.Sprintf("%T", l.Err)
	}
	return fmt.Sprintf("%s: %s %s = %s by %s", part, what, cmp.Or(l.Text, "-"), target, cmp.Or(string(l.Origin), "-"))
}

// found returns what is found in a message, line by line.
func found(t fataler, e *grammar.Edition, text string, c grammar.Context) string {
	t.Helper()
	read := func(r io.Reader) string {
		var b strings.Builder
		for l, err := range MIME(e, r, c) {
			if l.Start < 0 || l.End < l.Start || (err != nil) != errors.As(err, new(*PartError)) {
				t.Fatalf("%.999q: %s, %v", text, lineOf(l, err), err)
			}
			b.WriteString(lineOf(l, err) + "\n")
		}
		return b.String()
	}
	got := read(strings.NewReader(text))
	if small := read(iotest.OneByteReader(strings.NewReader(text))); small != got {
		t.Fatalf("%.999q: byte by byte\n%s, at once\n%s", text, small, got)
	}
	return got
}

// messages are in testdata/mime.txtar: for each message what is found in it, by
// all editions or by one.
func messageTests(t testing.TB) map[string]map[string]string {
	archive, err := txtar.ParseFile("testdata/mime.txtar")
	if err != nil {
		t.Fatal(err)
	}
	tests := make(map[string]map[string]string)
	for _, f := range archive.Files {
		name, edition, _ := strings.Cut(f.Name, "/")
		if tests[name] == nil {
			tests[name] = make(map[string]string)
		}
		tests[name][edition] = string(f.Data)
	}
	return tests
}

var bytesRead = regexp.MustCompile(`(at byte|at offset) \d+`)

func TestMIME(t *testing.T) {
	for name, files := range messageTests(t) {
		for edition, want := range files {
			if edition == "" {
				continue
			}
			e, ok := editions.Lookup(edition)
			if !ok {
				t.Fatalf("%s: no edition %s", name, edition)
			}
			if got := found(t, e, files[""], retrieved("http://r/")); got != want {
				t.Errorf("%s by %s:\n%swant\n%s", name, e, got, want)
			}
			crlf := found(t, e, strings.ReplaceAll(files[""], "\n", "\r\n"), retrieved("http://r/"))
			if got, want := bytesRead.ReplaceAllString(crlf, ""), bytesRead.ReplaceAllString(want, ""); got != want {
				t.Errorf("%s by %s, with CRLF:\n%swant\n%s", name, e, got, want)
			}
		}
	}
}

// TestEncodings: HTML that is encoded has the references of the HTML, at the
// offsets of what is decoded.
func TestEncodings(t *testing.T) {
	const content = "<p>=é\r\n<a href=\"x=y&amp;z\">  \r\n" + `<a href='` + "\r\n" + `http://h/` + "\r\n" + `'>`
	var qp strings.Builder
	w := quotedprintable.NewWriter(&qp)
	io.WriteString(w, content)
	w.Close()
	b64 := base64.StdEncoding.EncodeToString([]byte(content))
	for _, c := range []struct{ encoding, body string }{
		{"", content},
		{"8bit", content},
		{" Binary ", content},
		{"quoted-printable", qp.String()},
		{"Quoted-Printable", strings.ReplaceAll(qp.String(), "=3D", "=3d")},
		{"base64", b64},
		{"BASE64", strings.Join(slices.Collect(chunks(b64, 7)), " *\r\n")},
	} {
		text := "Content-Type: text/html\r\nContent-Transfer-Encoding: " + c.encoding + "\r\n\r\n" + c.body
		all, err := collect(MIME(editions.RFC3986, strings.NewReader(text), retrieved("http://r/")))
		if err != nil || len(all) != 2 {
			t.Fatalf("%s: %v, %v", c.encoding, all, err)
		}
		for i, want := range []string{"x=y&z", "http://h/"} {
			l := all[i]
			if written := strings.ReplaceAll(content[l.Start:l.End], "&amp;", "&"); l.Text != want || written != want || l.Line != 2*i+2 {
				t.Errorf("%s: line %d, %q is %q", c.encoding, l.Line, l.Text, written)
			}
		}
	}
}

// chunks yields a string in pieces.
func chunks(s string, n int) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for len(s) > n && yield(s[:n]) {
			s = s[n:]
		}
		yield(s)
	}
}

// TestMIMEBounds: what is too much is left out, and said to be.
func TestMIMEBounds(t *testing.T) {
	nested := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
		}
		return b.String() + "\nhttp://h/\n"
	}
	enclosed := func(n int) string {
		return strings.Repeat("Content-Type: message/rfc822\n\n", n) + "\nhttp://h/\n"
	}
	for name, c := range map[string]struct {
		text  string
		links int
		err   error
	}{
		"multiparts":      {nested(maxDepth), 1, io.ErrUnexpectedEOF},
		"more multiparts": {nested(maxDepth + 1), 0, ErrDepth},
		"messages":        {enclosed(maxDepth), 1, nil},
		"more messages":   {enclosed(maxDepth + 1), 0, ErrDepth},
		"parts":           {"Content-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("--b\n\n", maxParts+1) + "\nhttp://h/\n--b--\n", 0, ErrParts},
		"a header":        {"Content-Base: http://b/\n" + strings.Repeat("X: y\n", maxHeader/5) + "\nhttp://h/\n", 2, ErrHeader},
		"a field":         {"X:" + strings.Repeat(" y", maxHeader/2) + "\nContent-Base: http://b/\n\nhttp://h/\n", 1, ErrHeader},
		"junk":            {strings.Repeat("junk", maxHeader), 0, nil},
		"no boundary":     {"Content-Type: multipart/mixed\n\n--b\n\nhttp://h/\n", 0, ErrBoundary},
		"empty":           {"", 0, nil},
	} {
		links, errs := 0, 0
		var all error
		for _, err := range MIME(editions.RFC3986, strings.NewReader(c.text), grammar.Context{}) {
			if err != nil {
				errs++
				all = errors.Join(all, err)
			} else {
				links++
			}
		}
		if links != c.links || c.err != nil && !errors.Is(all, c.err) || c.err == nil && name != "junk" && all != nil {
			t.Errorf("%s: %d links, %.200v", name, links, all)
		}
		if errs > maxDepth+1 {
			t.Errorf("%s: %d errors", name, errs)
		}
	}
}

// TestLongField: a field that is too long gives no base, and no other field does
// instead.
func TestLongField(t *testing.T) {
	ref := func(n int) string { return "http://h/" + strings.Repeat("a", n-len("http://h/")) }
	for _, c := range []struct {
		name   string
		length int // of the reference in the field, after a blank
		cut    bool
		base   string
	}{
		{"Content-Base", MaxBase, false, ref(MaxBase)},
		{"Content-Base", MaxBase + 1, false, ""},
		{"Content-Location", MaxLength, false, ""},
		{"Content-Base", MaxLength + 1, true, ""},
	} {
		text := c.name + ": " + ref(c.length) + "\nContent-Location: http://l/\nContent-Type: text/html\n\n<a href=x>"
		var all []PartLink
		for l, err := range MIME(editions.RFC3986, strings.NewReader(text), grammar.Context{}) {
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, l)
		}
		field, link := all[0], all[len(all)-1]
		_, baseTooLong := errors.AsType[*LongBaseError](link.Err)
		if field.isCut() != c.cut || len(field.Text) != min(c.length, MaxLength) || link.Base != c.base || baseTooLong != (c.base == "") {
			t.Errorf("%s of %d bytes: %d bytes, %v; base of %d bytes, %v", c.name, c.length, len(field.Text), field.Err, len(link.Base), link.Err)
		}
	}
}

// TestMIMEWork: the work grows in proportion to the message, whatever gives the bases of
// its parts. It is measured by what is allocated, because establishing a base copies
// it, and reading a part takes buffers.
func TestMIMEWork(t *testing.T) {
	if effort.Race {
		t.Skip("more is allocated under the race detector")
	}
	const part = "\n--b\n\n<a:b>"
	path := func(n int) string { return strings.Repeat("a", n) + "/" }
	multipart := func(base, boundary string) string {
		return "Content-Base: " + base + "\nContent-Type: multipart/mixed; boundary=" + boundary + "\n\n"
	}
	for name, message := range map[string]func(size int) string{
		"a long base around all parts": func(size int) string {
			return multipart("http://h/"+path(min(size/2, maxHeader/2)), "b") + strings.Repeat(part, min(size/2/len(part), maxParts/2))
		},
		"bases around each other": func(size int) string {
			var b strings.Builder
			b.WriteString(multipart("http://h/", "x0"))
			for i := range maxDepth - 2 {
				fmt.Fprintf(&b, "--x%d\n%s", i, multipart(path(min(size/2, MaxBase)/maxDepth), fmt.Sprint("x", i+1)))
			}
			fmt.Fprintf(&b, "--x%d\nContent-Type: multipart/mixed; boundary=b\n\n", maxDepth-2)
			return b.String() + strings.Repeat(part, min(size/2/len(part), maxParts/2))
		},
		"a long base in a part": func(size int) string {
			return multipart("http://h/", "b") + "--b\nContent-Type: text/html\nContent-Base: /" + path(size/2) + "\n\n" + strings.Repeat("<a href=x>", size/20)
		},
		"a long location in each part": func(size int) string {
			return multipart("http://h/", "b") + strings.Repeat("--b\nContent-Location: /"+path(1000)+"\n\nhttp://h/\n", min(size/1000, maxParts/2))
		},
	} {
		t.Run(name, func(t *testing.T) {
			for size := 32 << 10; size <= 1<<20; size *= 2 {
				text := message(size)
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				links := 0
				for range MIME(editions.RFC3986, strings.NewReader(text), grammar.Context{}) {
					links++
				}
				runtime.ReadMemStats(&after)
				const most = 1000
				if per := (after.TotalAlloc - before.TotalAlloc) / uint64(len(text)); per > most || links < 20 {
					t.Fatalf("%d bytes, %d links: %d bytes allocated per byte, more than %d", len(text), links, per, most)
				}
			}
		})
	}
}

// TestMIMEReaders: the error of the reader is there, and what was read before
// it; and nothing is read that nobody wants.
func TestMIMEReaders(t *testing.T) {
	broken := errors.New("broken")
	for _, text := range []string{
		"Content-Base: http://h/\n\nhttp://h/ ",
		"Content-Base: http://h/\nContent-Type: text/html\n\n<a href=x>",
		"Content-Type: multipart/mixed; boundary=b\nContent-Base: http://h/\n\n--b\n\nhttp://h/ ",
		"Content-Type: multipart/mixed; boundary=b\nContent-Base: http://h/\n\n--b\nContent-Location: x\n\n--b\nContent-",
		"Content-Base: http://h/\nContent-Location: x\nContent-",
	} {
		links, all := 0, error(nil)
		for _, err := range MIME(editions.RFC3986, io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)), grammar.Context{}) {
			if all = errors.Join(all, err); err == nil {
				links++
			}
		}
		if links != 2 || !errors.Is(all, broken) {
			t.Errorf("%q: %d links, %v", text, links, all)
		}
		n := 0
		for range MIME(editions.RFC3986, strings.NewReader(text), grammar.Context{}) {
			n++
			break
		}
		if n != 1 {
			t.Errorf("%q: %d", text, n)
		}
	}
}

// mimeStreams are messages without end.
var mimeStreams = []struct{ name, begin, repeat string }{
	{"text", "Subject: x\n\n", "see <http://h/>\n"},
	{"html", "Content-Type: text/html\n\n", "<a href=x>"},
	{"base64", "Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n", "PGEgaHJlZj14Pg\n"},
	{"quoted-printable", "Content-Transfer-Encoding: quoted-printable\n\n", "a=3D=\n"},
	{"a quoted line", "Content-Transfer-Encoding: quoted-printable\n\n", "http://"},
	{"a header", "", "X: y\n"},
	{"a field", "X: ", "y"},
	{"folded", "X: ", "\n y"},
	{"no fields", "", "x\n"},
	{"parts", "Content-Type: multipart/mixed; boundary=b\n\n", "\n--b\n\nhttp://h/"},
	{"headers of parts", "Content-Type: multipart/mixed; boundary=b\n\n--b\n", "X: y\n"},
	{"a header of a part", "Content-Type: multipart/mixed; boundary=b\n\n--b\nX: ", "y"},
	{"wrong headers", "Content-Type: multipart/mixed; boundary=b\n\n", "--b\nx\n"},
	{"preamble", "Content-Type: multipart/mixed; boundary=b\n\n", "x"},
	{"multiparts", "", "Content-Type: multipart/mixed; boundary=b\n\n--b\n"},
	{"messages", "", "Content-Type: message/rfc822\n\n"},
}

// TestMIMEMemory: memory does not grow with the message.
func TestMIMEMemory(t *testing.T) {
	for _, s := range mimeStreams {
		const most = 64 << 20 // for the header of a part
		holdMemoryOfLinks(t, s.name, s.begin, s.repeat, most, func(r io.Reader) iter.Seq2[PartLink, error] {
			return MIME(editions.RFC3986, r, retrieved("http://r/"))
		})
	}
}

func FuzzMIME(f *testing.F) {
	for _, files := range messageTests(f) {
		f.Add(files[""])
	}
	for _, s := range mimeStreams {
		f.Add(s.begin + s.repeat + s.repeat)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, e := range []*grammar.Edition{editions.RFC1738, editions.URLSyntax02, editions.RFC3986} {
			found(t, e, text, retrieved("http://h/"))
		}
	})
}
