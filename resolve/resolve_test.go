package resolve_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/resolve"
)

func TestMain(m *testing.M) { effort.Main(m) }

// rows reads a table of testdata: tab-separated, "#" begins a comment, the
// first row names the columns.
func rows(t testing.TB, file string, columns int) [][]string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var out [][]string
	head := true
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(line, "\t")
		if len(cells) != columns {
			t.Fatalf("%s: %q has %d columns, want %d", file, line, len(cells), columns)
		}
		if !head {
			out = append(out, cells)
		}
		head = false
	}
	return out
}

// shipped is the outcome of Resolve in the words of [literal].
func shipped(a *resolve.Algorithm, base, ref string, o resolve.Options) string {
	b, r := a.Split(base), a.Split(ref)
	target, err := a.Resolve(&b, &r, o)
	var document *resolve.SameDocumentError
	var excess *resolve.ExcessError
	var unwritable *resolve.UnwritableError
	switch {
	case err == nil:
		return target
	case errors.As(err, &document):
		return document.Error()
	case errors.As(err, &excess):
		return "(error)"
	case errors.As(err, &unwritable):
		return "(unwritable) " + unwritable.Literal
	}
	return err.Error()
}

// TestTimeline: what each edition's algorithm makes of the references on which
// the editions differ, and of unusual bases.
func TestTimeline(t *testing.T) {
	n := 0
	for _, c := range rows(t, "timeline.tsv", 5) {
		base, ref, edition, mode, want := c[0], c[1], c[2], c[3], c[4]
		a, ok := resolve.Lookup(edition)
		if !ok {
			t.Fatalf("there is no %s", edition)
		}
		n++
		if edition == "rfc1808" && base == "http://a/b/c/d;p?q" {
			base += "#f" // as the document has it
		}
		if got := shipped(a, base, ref, resolve.Options{Unchecked: true, Loose: mode == "loose"}); got != want {
			t.Errorf("%s: %q + %q: got %q, want %q", edition, base, ref, got, want)
		}
	}
	if want := 156; n != want {
		t.Errorf("%d rows, want %d", n, want)
	}
}

// TestEditorTests: the test pages of the RFCs' editor. Where a page shows what
// an implementation does instead of the steps, the note of the row has what the
// steps give.
func TestEditorTests(t *testing.T) {
	n, departures := 0, 0
	for _, c := range rows(t, "editor-tests.resolve.tsv", 5) {
		a, ok := resolve.Lookup(c[3])
		if !ok {
			t.Fatalf("there is no %s", c[3])
		}
		n++
		want := c[2]
		if _, literal, ok := strings.Cut(c[4], "; literal algorithm gives "); ok {
			departures++
			if want = literal; want == c[2] {
				t.Errorf("%s: %q + %q: the row departs from nothing", c[3], c[0], c[1])
			}
		}
		if got := shipped(a, c[0], c[1], resolve.Options{}); got != want {
			t.Errorf("%s: %q + %q: got %q, want %q", c[3], c[0], c[1], got, want)
		}
	}
	if want := 4; departures != want {
		t.Errorf("%d rows that depart from the steps, want %d", departures, want)
	}
	if want := 176; n != want {
		t.Errorf("%d rows, want %d", n, want)
	}
}

// TestDotDot: more ".." than levels.
func TestDotDot(t *testing.T) {
	for _, c := range []struct{ base, ref, retain, remove string }{
		{"http://a/b/c/d;p?q", "../../../g", "http://a/../g", "http://a/g"},
		{"http://a/b/c/d;p?q", "../../../../g", "http://a/../../g", "http://a/g"},
		{"http://a/b/c/d;p?q", "../../../..", "http://a/../..", "http://a/"},
		{"http://a/b/c/d;p?q", "../../../", "http://a/../", "http://a/"},
		{"http://a/b/c/d;p?q", "../../../g/../h", "http://a/../h", "http://a/h"},
		{"http://a/b/c/d;p?q", "../../g", "http://a/g", "http://a/g"},
		{"a:b/c", "../../d", "a:../d", "a:d"},
		{"a:b/c", "../..", "a:..", "a:"},
		{"http://a/../b", "../c", "http://a/../../c", "http://a/c"},
		{"a:b/c", "..//../", "a:/../", "a:/"}, // the slash that is left is the root
	} {
		for _, a := range resolve.Algorithms() {
			get := func(d resolve.DotDot) string { return shipped(a, c.base, c.ref, resolve.Options{DotDot: d}) }
			refuse := c.retain
			if c.retain != c.remove {
				refuse = "(error)"
			}
			switch a {
			case resolve.RFC1808, resolve.URLSyntax02:
				// no step on errors yet
				if got := get(resolve.EditionDotDot); got != c.retain {
					t.Errorf("%s: %q + %q: got %q, want %q", a.Name(), c.base, c.ref, got, c.retain)
				}
			case resolve.RFC3986:
				// The path of a:b/c loses its ".." with a slash of its own (3986-L4).
				want := c.remove
				if rest, ok := strings.CutPrefix(want, "a:"); ok && !strings.HasPrefix(rest, "/") {
					want = "a:/" + rest
				}
				if get(resolve.EditionDotDot) != want || get(resolve.Remove) != want {
					t.Errorf("%s: %q + %q: got %q, want %q", a.Name(), c.base, c.ref, get(resolve.Remove), want)
				}
			default:
				got := []string{get(resolve.EditionDotDot), get(resolve.Retain), get(resolve.Remove), get(resolve.Refuse)}
				if diff := cmp.Diff([]string{c.retain, c.retain, c.remove, refuse}, got); diff != "" {
					t.Errorf("%s: %q + %q (-want +got):\n%s", a.Name(), c.base, c.ref, diff)
				}
			}
		}
	}
}

// TestAllows: options that an edition does not leave open are refused.
func TestAllows(t *testing.T) {
	for _, c := range []struct {
		a    *resolve.Algorithm
		o    resolve.Options
		want string // in the error; "" for none
	}{
		{resolve.RFC1808, resolve.Options{DotDot: resolve.Retain}, ""},
		{resolve.RFC1808, resolve.Options{DotDot: resolve.Remove}, "dot-dot=remove: it permits only retain (4)"},
		{resolve.RFC1808, resolve.Options{Loose: true}, "loose: a reference with a scheme is absolute (4 step 2b)"},
		{resolve.URLSyntax02, resolve.Options{DotDot: resolve.Retain}, ""},
		{resolve.URLSyntax02, resolve.Options{DotDot: resolve.Remove}, "dot-dot=remove: it permits only retain"},
		{resolve.URLSyntax02, resolve.Options{DotDot: resolve.Refuse}, "dot-dot=error"},
		{resolve.URLSyntax02, resolve.Options{Loose: true}, "loose"},
		{resolve.URLSyntax09, resolve.Options{DotDot: resolve.Refuse}, ""},
		{resolve.URLSyntax09, resolve.Options{Loose: true}, "loose"},
		{resolve.RFC2396, resolve.Options{DotDot: resolve.Refuse, Loose: true}, ""},
		{resolve.RFC2396bis00, resolve.Options{DotDot: resolve.Remove, Loose: true}, ""},
		{resolve.RFC3986, resolve.Options{DotDot: resolve.Remove, Loose: true, NewRequest: true}, ""},
		{resolve.RFC3986, resolve.Options{DotDot: resolve.Retain}, "dot-dot=retain: it permits only remove"},
		{resolve.RFC3986, resolve.Options{DotDot: resolve.Refuse}, "dot-dot=error"},
	} {
		b, r := resolve.Split("http://a/b"), resolve.Split("c")
		_, err := c.a.Resolve(&b, &r, c.o)
		var option *resolve.OptionError
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.a.Name(), err)
		case c.want != "" && (!errors.As(err, &option) || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: got %v, want %s", c.a.Name(), err, c.want)
		}
	}
}

// TestLoose: a scheme that is the base's is ignored where the edition allows it.
func TestLoose(t *testing.T) {
	for _, c := range []struct{ ref, rfc2396, bis00, rfc3986 string }{
		{"http:g", "http://a/b/c/g", "http://a/b/c/g", "http://a/b/c/g"},
		{"HTTP:g", "http://a/b/c/g", "http://a/b/c/g", "http://a/b/c/g"},
		{"http:", "http://a/b/c/", "(current document)", "http://a/b/c/d;p?q"},
		{"http:#s", "http://a/b/c/#s", "(current document)#s", "http://a/b/c/d;p?q#s"},
		{"http:?y", "http://a/b/c/?y", "http://a/b/c/d;p?y", "http://a/b/c/d;p?y"},
		{"http:/g", "http://a/g", "http://a/g", "http://a/g"},
		{"http://g", "http://g", "http://g", "http://g"},
		{"https:g", "https:g", "https:g", "https:g"},
	} {
		o := resolve.Options{Loose: true}
		if got := shipped(resolve.RFC2396, "http://a/b/c/d;p?q", c.ref, o); got != c.rfc2396 {
			t.Errorf("rfc2396: %q: got %q, want %q", c.ref, got, c.rfc2396)
		}
		if got := shipped(resolve.RFC2396bis00, "http://a/b/c/d;p?q", c.ref, o); got != c.bis00 {
			t.Errorf("rfc2396bis-00: %q: got %q, want %q", c.ref, got, c.bis00)
		}
		if got := shipped(resolve.RFC3986, "http://a/b/c/d;p?q", c.ref, o); got != c.rfc3986 {
			t.Errorf("rfc3986: %q: got %q, want %q", c.ref, got, c.rfc3986)
		}
	}
}

// TestNewRequest: "an empty URL reference represents the base URL of the
// current document" (url-syntax-09 section 3, rfc2396bis-00 section 4.2).
func TestNewRequest(t *testing.T) {
	for _, a := range resolve.Algorithms() {
		for ref, want := range map[string]string{
			"":   "http://a/b/c/d;p?q",
			"#s": "http://a/b/c/d;p?q#s",
			"#":  "http://a/b/c/d;p?q#",
			"g":  "http://a/b/c/g",
		} {
			if a == resolve.RFC1808 && ref == "#" {
				want = "http://a/b/c/d;p?q" // an empty fragment is none
			}
			if got := shipped(a, "http://a/b/c/d;p?q", ref, resolve.Options{NewRequest: true}); got != want {
				t.Errorf("%s: %q: got %q, want %q", a.Name(), ref, got, want)
			}
		}
	}
}

// TestUnwritable: targets whose components written out are others.
func TestUnwritable(t *testing.T) {
	const authority, site = "the path would be read as an authority", "the path would be read as part of the site"
	for _, c := range []struct {
		a                       *resolve.Algorithm
		base, ref, literal, why string // why is "" if the literal is the target
	}{
		{resolve.URLSyntax02, "f:/a", ".//g", "f://g", authority},
		{resolve.URLSyntax09, "f:/a", ".//g", "f://g", authority},
		{resolve.RFC2396, "f:/a", ".//g", "f://g", authority},
		{resolve.RFC2396bis00, "f:/a", ".//g", "f://g", authority},
		{resolve.RFC3986, "f:/a", ".//g", "f://g", authority},
		{resolve.URLSyntax02, "http://h", "g", "http://hg", site},
		{resolve.URLSyntax09, "http://h", "g", "http://hg", site},
		{resolve.RFC2396, "http://h", "g", "http://hg", site},
		{resolve.RFC2396bis00, "http://h", "g", "http://h/g", ""},
		{resolve.RFC3986, "http://h", "g", "http://h/g", ""},
		{resolve.RFC1808, "f:/a", ".//g", "f://g", authority},
		{resolve.RFC1808, "http://h", "g", "http://hg", site},
		{resolve.RFC1808, "http://h", ";x", "http://h;x", site},
		{resolve.RFC1808, "http://h", "?y", "http://h?y", "the query would be read as part of the site"},
		{resolve.RFC1808, "http://h", "#s", "http://h#s", ""},
		{resolve.URLSyntax02, "http://h", ".", "http://h", ""},
		{resolve.URLSyntax02, "http://h", "?y", "http://h?y", ""},
		{resolve.RFC3986, "x:y", "f:/.//g", "f://g", authority},
		{resolve.RFC3986, "x:y", "f:a/..//g", "f://g", authority},
		{resolve.RFC3986, "x:y", "./a:b", "x:a:b", ""},
	} {
		b, r := c.a.Split(c.base), c.a.Split(c.ref)
		got, err := c.a.Resolve(&b, &r, resolve.Options{})
		if c.why == "" {
			if got != c.literal || err != nil {
				t.Errorf("%s: %q + %q: got %q, %v", c.a.Name(), c.base, c.ref, got, err)
			}
			continue
		}
		var unwritable *resolve.UnwritableError
		if !errors.As(err, &unwritable) {
			t.Errorf("%s: %q + %q: got %q, %v", c.a.Name(), c.base, c.ref, got, err)
		} else if *unwritable != (resolve.UnwritableError{Literal: c.literal, Why: c.why}) {
			t.Errorf("%s: %q + %q: got %+v", c.a.Name(), c.base, c.ref, unwritable)
		}
		if got, err := c.a.Resolve(&b, &r, resolve.Options{Unchecked: true}); got != c.literal || err != nil {
			t.Errorf("%s: %q + %q unchecked: got %q, %v", c.a.Name(), c.base, c.ref, got, err)
		}
	}
}

// TestSameDocument: an empty fragment is not an absent one.
func TestSameDocument(t *testing.T) {
	b := resolve.Split("http://a/b")
	for ref, want := range map[string]resolve.SameDocumentError{
		"": {}, "#": {HasFragment: true}, "#s": {Fragment: "s", HasFragment: true},
	} {
		r := resolve.Split(ref)
		for _, a := range resolve.Algorithms() {
			_, err := a.Resolve(&b, &r, resolve.Options{})
			if a == resolve.RFC1808 || a == resolve.RFC3986 {
				if err != nil {
					t.Errorf("%s: %q: %v", a.Name(), ref, err)
				}
				continue
			}
			var got *resolve.SameDocumentError
			if !errors.As(err, &got) || *got != want {
				t.Errorf("%s: %q: got %#v, want %#v", a.Name(), ref, err, want)
			}
		}
	}
}

// TestAppendResolve: what stands in dst stays, with an error too.
func TestAppendResolve(t *testing.T) {
	b, r := resolve.Split("f:/a"), resolve.Split(".//g")
	got, err := resolve.RFC3986.AppendResolve([]byte("<"), &b, &r, resolve.Options{})
	if string(got) != "<" || err == nil {
		t.Errorf("got %q, %v", got, err)
	}
	r = resolve.Split("g")
	got, err = resolve.RFC3986.AppendResolve([]byte("<"), &b, &r, resolve.Options{})
	if string(got) != "<f:/g" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if n := testing.AllocsPerRun(100, func() {
		got, err = resolve.RFC3986.AppendResolve(got[:0], &b, &r, resolve.Options{})
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// agree compares the implementations: what is shipped, its steps, and the
// literal ones.
func agree(t interface{ Fatalf(string, ...any) }, base, ref string) {
	for _, a := range resolve.Algorithms() {
		for _, d := range []resolve.DotDot{resolve.EditionDotDot, resolve.Retain, resolve.Remove, resolve.Refuse} {
			for flags := range 8 {
				o := resolve.Options{DotDot: d, Loose: flags&1 > 0, NewRequest: flags&2 > 0, Unchecked: flags&4 > 0}
				if a.Allows(o) != nil {
					continue
				}
				want := literal(a.Name(), base, ref, o)
				if got := shipped(a, base, ref, o); got != want {
					t.Fatalf("%s: %q + %q, %+v:\ngot  %q\nwant %q", a.Name(), base, ref, o, got, want)
				}
				if flags > 0 {
					continue
				}
				o.Trace = func(resolve.Step) {} // so that all steps are taken
				if got := shipped(a, base, ref, o); got != want {
					t.Fatalf("%s: %q + %q, traced, %+v:\ngot  %q\nwant %q", a.Name(), base, ref, o, got, want)
				}
			}
		}
	}
}

// splitsAlike compares Split and SplitPrinted with the regular expressions.
func splitsAlike(t interface{ Fatalf(string, ...any) }, s string) {
	get := func(ref ast.Reference) parts {
		part := func(span ast.Span) *string {
			if !span.Present() {
				return nil
			}
			text := ref.Text(span)
			return &text
		}
		if got := resolve.Recompose(&ref); got != s {
			t.Fatalf("Recompose(Split(%q)) = %q", s, got)
		}
		kind := ast.Rootless
		switch path := ref.Text(ref.Path.Span); {
		case path == "":
			kind = ast.Empty
		case path[0] == '/':
			kind = ast.Absolute
		}
		if ref.Path.Kind != kind || (ref.Site.Kind == ast.Unsplit) != ref.Site.Present() {
			t.Fatalf("Split(%q): path %s, site %s", s, ref.Path.Kind, ref.Site.Kind)
		}
		return parts{part(ref.Scheme.Span), part(ref.Site.Span), ref.Text(ref.Path.Span), part(ref.Query.Span), part(ref.Fragment.Span)}
	}
	if got, want := get(resolve.Split(s)), literalSplit(appendixB, s); !got.equal(want) {
		t.Fatalf("Split(%q):\n%s", s, cmp.Diff(want, got, cmp.AllowUnexported(parts{})))
	}
	if got, want := get(resolve.SplitPrinted(s)), literalSplit(appendixB02, s); !got.equal(want) {
		t.Fatalf("SplitPrinted(%q):\n%s", s, cmp.Diff(want, got, cmp.AllowUnexported(parts{})))
	}
}

// upTo yields every string of at most n of the letters.
func upTo(letters string, n int) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		list := []string{""}
		for ; n >= 0; n-- {
			var longer []string
			for _, s := range list {
				if !yield(s) {
					return
				}
				for _, b := range []byte(letters) {
					longer = append(longer, s+string(rune(b)))
				}
			}
			list = longer
		}
	}
}

// bases are of every form that the algorithms tell apart.
var bases = []string{
	"", "a", "/a", "//h", "a:", "a:b", "a:b/c", "a:/b", "a:/b/c/", "a://h", "a://h/", "a://h/b", "a://h/b/c?q/../r#f",
	"a://h?q", "a:?q", "a://h//", "a://h//b", "a://h/b//c", "a://h/b/../c/d", "a:../b", "a:..", "a://h/..", "a://h/../../b",
	"a:./b/.", "a://", "a:///b",
}

func TestAgreeExhaustively(t *testing.T) {
	length := effort.Pick(6, 5, 4)
	for _, base := range bases {
		for ref := range upTo("./b", length) {
			agree(t, base, ref)
		}
		for ref := range upTo("a./?#:", length-3) {
			agree(t, base, ref)
		}
	}
	for s := range upTo("a:/?#\n", length) {
		splitsAlike(t, s)
	}
}

// TestAgreeOnSegments: longer paths, of dot segments and empty ones.
func TestAgreeOnSegments(t *testing.T) {
	length := effort.Pick(8, 7, 6)
	for _, base := range []string{"a:b/c", "a://h", "a:b/../c"} {
		for ref := range upTo("./a", length) {
			for _, a := range resolve.Algorithms() {
				o := resolve.Options{Unchecked: true}
				if got, want := shipped(a, base, ref, o), literal(a.Name(), base, ref, o); got != want {
					t.Fatalf("%s: %q + %q:\ngot  %q\nwant %q", a.Name(), base, ref, got, want)
				}
			}
		}
	}
}

// reference draws strings of pieces that mean something to an algorithm.
func reference() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{"/", "//", ".", "..", "../", "./", "/..", "/.", "a", "b;c=1", "g:", "A:", "?", "#", "%2e", "@", "\xff", "é", "...", ".a"})
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(piece, 0, 24).Draw(t, "pieces"), "")
	})
}

func TestAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := reference().Draw(t, "base")
		if rapid.Bool().Draw(t, "absolute") {
			base = rapid.SampledFrom([]string{"a:", "a:/", "a://h", "a://h/"}).Draw(t, "scheme") + base
		}
		ref := reference().Draw(t, "ref")
		agree(t, base, ref)
		splitsAlike(t, ref)
	})
}

func FuzzAgree(f *testing.F) {
	for _, ref := range []string{"../g", "g?y/../x", "a:b", "//g/./x", ".//g", "#s", "/a/../../b"} {
		for _, base := range bases {
			f.Add(base, ref)
		}
	}
	f.Fuzz(func(t *testing.T, base, ref string) {
		// The literal steps take far more than linear time.
		if len(base)+len(ref) < 1<<10 {
			agree(t, base, ref)
			splitsAlike(t, ref)
		}
	})
}

// TestLong: paths whose removal would take quadratic time if the search for the
// leftmost pattern, or for the last segment, began anew each time. It asserts
// results; that the time is linear is for the benchmark to show.
func TestLong(t *testing.T) {
	const n = 100_000
	long := strings.Repeat("x", 1<<16)
	for _, a := range resolve.Algorithms() {
		for name, c := range map[string]struct{ ref, want string }{
			"up and down":  {strings.Repeat("../a/", n) + "g", "f://h/a/g"},
			"down and up":  {strings.Repeat("a/../", n) + "g", "f://h/b/g"},
			"down, up":     {strings.Repeat("a/", n) + strings.Repeat("../", n) + "g", "f://h/b/g"},
			"long segment": {long + "/" + strings.Repeat("a/../", n) + "g", "f://h/b/" + long + "/g"},
			"dots":         {strings.Repeat("./", n) + "g", "f://h/b/g"},
		} {
			if got := shipped(a, "f://h/b/c", c.ref, resolve.Options{}); got != c.want {
				t.Errorf("%s: %s: %d bytes: %.80q", a.Name(), name, len(got), got)
			}
		}
	}
}

// TestTrace: the table that 5.2.4 of RFC 3986 prints.
func TestTrace(t *testing.T) {
	for _, c := range []struct{ base, ref, want string }{
		{"x:", "/a/b/c/./../../g", `
 1 :                         /a/b/c/./../../g
 2E:   /a                    /b/c/./../../g
 2E:   /a/b                  /c/./../../g
 2E:   /a/b/c                /./../../g
 2B:   /a/b/c                /../../g
 2C:   /a/b                  /../g
 2C:   /a                    /g
 2E:   /a/g
`},
		{"x:", "mid/content=5/../6", `
 1 :                         mid/content=5/../6
 2E:   mid                   /content=5/../6
 2E:   mid/content=5         /../6
 2C:   mid                   /6
 2E:   mid/6
`},
	} {
		var out strings.Builder
		out.WriteByte('\n')
		b, r := resolve.Split(c.base), resolve.Split(c.ref)
		_, err := resolve.RFC3986.Resolve(&b, &r, resolve.Options{Trace: func(s resolve.Step) {
			if number, ok := strings.CutPrefix(s.Number, "5.2.4 "); ok {
				fmt.Fprintln(&out, strings.TrimRight(fmt.Sprintf(" %-2s:   %-21s %s", number, s.After, s.InputAfter), " "))
			}
		}})
		if err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(c.want, out.String()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// TestTraceTellsAll: the buffers of a trace follow from each other, the last
// step writes the target, and tracing changes no result.
func TestTraceTellsAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base, ref := "a://h/"+reference().Draw(t, "base"), reference().Draw(t, "ref")
		for _, a := range resolve.Algorithms() {
			var steps []resolve.Step
			o := resolve.Options{Unchecked: true, Trace: func(s resolve.Step) { steps = append(steps, s) }}
			got := shipped(a, base, ref, o)
			if want := shipped(a, base, ref, resolve.Options{Unchecked: true}); got != want {
				t.Fatalf("%s: %q + %q: %q with a trace, %q without", a.Name(), base, ref, got, want)
			}
			if len(steps) == 0 {
				t.Fatalf("%s: %q + %q: no steps", a.Name(), base, ref)
			}
			var buffer, input []byte
			for i, s := range steps {
				if s.Number == "" || s.What == "" {
					t.Fatalf("%s: step %d: %+v", a.Name(), i, s)
				}
				if !s.Buffer || i == len(steps)-1 {
					continue
				}
				if s.Before != "" && !bytes.Equal(buffer, []byte(s.Before)) && !s.Input {
					// 5.2.3 and 5.2.4 begin with the path as it is.
					if a != resolve.RFC3986 {
						t.Fatalf("%s: %q + %q: step %s begins with %q, not %q", a.Name(), base, ref, s.Number, s.Before, buffer)
					}
				}
				if s.Input && s.InputBefore != "" && string(input) != s.InputBefore {
					t.Fatalf("%s: step %s begins with the input %q, not %q", a.Name(), s.Number, s.InputBefore, input)
				}
				buffer, input = []byte(s.After), []byte(s.InputAfter)
			}
			if last := steps[len(steps)-1]; !strings.HasPrefix(got, "(current document)") && last.After != got {
				t.Fatalf("%s: %q + %q: the last step writes %q, the target is %q", a.Name(), base, ref, last.After, got)
			}
		}
	})
}
