package editions_test

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/resolve"
)

// resolving are the editions that resolve references.
func resolving() []*fixture {
	var all []*fixture
	for _, f := range fixtures() {
		if _, err := f.Algorithm(); err == nil {
			all = append(all, f)
		}
	}
	return all
}

// outcome is what Resolve says, in the documents' words.
func outcome(target string, err error) string {
	var document *resolve.SameDocumentError
	switch {
	case err == nil:
		return target
	case errors.As(err, &document):
		return document.Error()
	}
	return "error: " + err.Error()
}

// TestResolutionExamples: the examples that the documents print. Where one
// contradicts the document's algorithm the algorithm wins, and the note of the
// row says what it gives. One that the document's own grammar does not derive
// is refused, as any other; the algorithm alone gives what the document prints.
func TestResolutionExamples(t *testing.T) {
	contradiction := regexp.MustCompile(`CONTRADICTION: .* => (\S+)\.  `)
	type counts struct{ Rows, Contradictions, Loose, Refused int }
	want := map[string]counts{
		"rfc1738": {}, "rfc1808": {Rows: 40}, "url-syntax-02": {Rows: 44}, "url-syntax-09": {Rows: 44, Contradictions: 2},
		"rfc2396":       {Rows: 44, Loose: 1, Refused: 1}, // ?y
		"rfc2396bis-00": {Rows: 44, Loose: 1}, "rfc3986": {Rows: 43, Loose: 1}, "rfc3987": {},
		"rfc2732": {}, "rfc6874": {}, // the algorithms are those of what they amend
	}
	for _, f := range fixtures() {
		text, err := os.ReadFile(f.testdata("resolve.tsv"))
		if err != nil {
			t.Fatal(err)
		}
		var got counts
		head := true
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "#") {
				continue
			}
			cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
			if len(cells) != 5 {
				t.Fatalf("%s: %q", f, line)
			}
			if head {
				head = false
				continue
			}
			got.Rows++
			base, ref, want, note := cells[0], cells[1], cells[2], cells[4]
			b, err := f.Base(base)
			if err != nil {
				t.Fatal(err)
			}
			var o resolve.Options
			if strings.HasPrefix(note, "for backward") {
				got.Loose++
				o.Loose = true
			}
			if strings.HasPrefix(note, "NOT derivable") {
				got.Refused++
				var syntax *grammar.SyntaxError
				if _, err := b.Resolve(ref, o); !errors.As(err, &syntax) {
					t.Errorf("%s: %q: %v", f, ref, err)
				}
				a, _ := f.Algorithm()
				whole, relative := a.Split(base), a.Split(ref)
				if target := outcome(a.Resolve(&whole, &relative, o)); target != want {
					t.Errorf("%s: %q + %q: the algorithm gives %q, want %q", f, base, ref, target, want)
				}
				continue
			}
			target := outcome(b.Resolve(ref, o))
			if m := contradiction.FindStringSubmatch(note); m != nil {
				got.Contradictions++
				if target == want {
					t.Errorf("%s: %q: the row is no contradiction", f, ref)
				}
				want = m[1]
			}
			if target != want {
				t.Errorf("%s: %q + %q: got %q, want %q", f, base, ref, target, want)
			}
			if direct := outcome(f.Resolve(base, ref)); !o.Loose && direct != target {
				t.Errorf("%s: %q + %q: Edition.Resolve gives %q, Base.Resolve %q", f, base, ref, direct, target)
			}
		}
		if diff := cmp.Diff(want[f.Name()], got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", f, diff)
		}
	}
}

// TestNoRelativeForm: "Relative links are not described in this document."
func TestNoRelativeForm(t *testing.T) {
	_, err := editions.RFC1738.Resolve("http://a/b", "c")
	var none *grammar.NotDefinedError
	if !errors.As(err, &none) || none.See != "rfc1808" || none.Section != "2.3" || !strings.Contains(err.Error(), "rfc1808") {
		t.Errorf("Resolve: %v", err)
	}
	if _, err := editions.RFC1738.Base("http://a/b"); !errors.As(err, &none) {
		t.Errorf("Base: %v", err)
	}
	if _, _, err := (grammar.Context{}).EstablishBase(editions.RFC1738); !errors.As(err, &none) {
		t.Errorf("EstablishBase: %v", err)
	}
}

// TestBase: section 5.1 of each edition.
func TestBase(t *testing.T) {
	const (
		scheme   = "the base has no scheme"
		fragment = "the base has a fragment"
		syntax   = "expected"
	)
	type verdict struct {
		message string // what it holds
		offset  int
	}
	var yes verdict
	all := func(v verdict) map[string]verdict { return map[string]verdict{"": v} }
	with := func(m map[string]verdict, v verdict, editions ...string) map[string]verdict {
		for _, name := range editions {
			m[name] = v
		}
		return m
	}
	for _, c := range []struct {
		base string
		want map[string]verdict // by edition, or algorithm; "" is that of the others
	}{
		{"http://a/b", all(yes)},
		{"http://a?q", with(all(yes), verdict{syntax, 8}, "url-syntax-02", "url-syntax-09")},
		{"http://a//b", with(all(yes), verdict{syntax, 9}, "rfc1808")},
		{"a:", with(all(yes), verdict{syntax, 2}, "rfc2396")},
		{"a:b", all(yes)},
		{"a:?[x]", with(all(verdict{syntax, 3}), yes, "rfc2732", "rfc2396bis-00")},
		{"a:?x", all(yes)},
		{"mailto:x@y", all(yes)},
		{"x", all(verdict{scheme, 1})},
		{"//h/x", all(verdict{scheme, 0})},
		{"/x", all(verdict{scheme, 0})},
		{"http://a/b#f", with(all(verdict{fragment, 10}), yes, "rfc1808", "rfc2396bis-00")},
		{"http://a/b#f#", with(all(verdict{syntax, 10}), verdict{syntax, 12}, "rfc1808", "rfc2396bis-00")},
		{"http://a/ b", all(verdict{syntax, 9})},
		{"", with(all(verdict{scheme, 0}), yes, "rfc1808", "url-syntax-02")}, // 3.4, 5.1.4
	} {
		for _, f := range resolving() {
			want := c.want[""]
			for _, name := range []string{f.Document().Resolution.Algorithm, f.Name()} {
				if v, ok := c.want[name]; ok {
					want = v
				}
			}
			b, err := f.Base(c.base)
			if want == yes {
				if err != nil || b.String() != c.base {
					t.Errorf("%s: %q: %v", f, c.base, err)
				}
				continue
			}
			var base *grammar.BaseError
			if !errors.As(err, &base) {
				t.Errorf("%s: %q: %v", f, c.base, err)
			} else if !strings.Contains(base.Message, want.message) || base.Offset != want.offset || base.Section == "" {
				t.Errorf("%s: %q: got %+v, want %s at %d", f, c.base, base, want.message, want.offset)
			}
			if _, err := f.Resolve(c.base, "g:h"); !errors.As(err, &base) {
				t.Errorf("%s: %q: an absolute reference needs no right base: %v", f, c.base, err)
			}
		}
	}
}

// TestEmptyBase: "the base URL is considered to be the empty string and all URL
// references within that document are assumed to be absolute URLs"
// (url-syntax-02 section 5.1.4).
func TestEmptyBase(t *testing.T) {
	b, err := editions.URLSyntax02.Base("")
	if err != nil {
		t.Fatal(err)
	}
	if got := outcome(b.Resolve("g:h", resolve.Options{})); got != "g:h" {
		t.Errorf("g:h gives %q", got)
	}
	for _, ref := range []string{"g", "/g", "//g", "?g", "#g", ""} {
		_, err := b.Resolve(ref, resolve.Options{})
		var base *grammar.BaseError
		if !errors.As(err, &base) || base.Section != "5.1.4" {
			t.Errorf("%q gives %v", ref, err)
		}
	}
	if got, err := b.Relativize("g:h"); got != "g:h" || err != nil {
		t.Errorf("Relativize gives %q, %v", got, err)
	}
}

// TestOpaqueBase: "relative URI cannot be used within a document that has an
// unsuitable base URI" (section 5 of RFC 2396), one that does not fit hier_part.
// What is no relative URI, steps 2 and 3 of 5.2 decide without the base.
func TestOpaqueBase(t *testing.T) {
	const (
		refused  = "section 5" // by a BaseError
		document = "(current document)"
	)
	for _, c := range []struct {
		base, ref string
		o         resolve.Options
		want      string
	}{
		{"mailto:a", "http://x/y", resolve.Options{}, "http://x/y"},
		{"mailto:a", "mailto:b", resolve.Options{}, "mailto:b"},
		{"mailto:a", "", resolve.Options{}, document},
		{"mailto:a", "#s", resolve.Options{}, document + "#s"},
		{"mailto:a?b", "#s", resolve.Options{NewRequest: true}, "mailto:a?b#s"},
		{"mailto:a", "b", resolve.Options{}, refused},
		{"mailto:a", "./b#s", resolve.Options{NewRequest: true}, refused},
		{"mailto:a", "/b", resolve.Options{}, refused},
		{"mailto:a", "//x/b", resolve.Options{}, refused},
		// The scheme is one of those that do not always have a hierarchy.
		{"mailto:a", "mailto:b", resolve.Options{Loose: true}, "mailto:b"},
		{"mailto:a/b", "mailto:/b", resolve.Options{Loose: true}, "mailto:/b"},
	} {
		for _, e := range []*grammar.Edition{editions.RFC2396, editions.RFC2732, editions.RFC2396bis00} {
			b, err := e.Base(c.base)
			if err != nil {
				t.Fatal(err)
			}
			target, err := b.Resolve(c.ref, c.o)
			got := outcome(target, err)
			var base *grammar.BaseError
			if errors.As(err, &base) {
				got = "section " + strings.TrimSuffix(base.Section, " of RFC 2396")
				if base.Base != c.base || base.Offset != len("mailto:") {
					t.Errorf("%s: %q: the error is %+v", e, c.ref, base)
				}
			}
			if got != c.want {
				t.Errorf("%s: %q and %q give %s, want %s", e, c.base, c.ref, got, c.want)
			}
			appended, err := b.AppendResolve([]byte("x"), c.ref, c.o)
			if string(appended) != "x"+target || (err == nil) != (target != "") {
				t.Errorf("%s: %q and %q: AppendResolve gives %s, %v", e, c.base, c.ref, appended, err)
			}
		}
	}
	// Only rfc2396bis-00 has a "?" where there is a hierarchy and no path, and a
	// reference that is nothing but a query.
	for _, c := range []struct{ base, ref, want string }{
		{"a:?x", "?y", "a:?y"}, {"a:?x", "b", "a:/b"}, {"a:x", "?y", "the base is opaque"},
	} {
		if got, err := editions.RFC2396bis00.Resolve(c.base, c.ref); got != c.want && !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%q and %q give %q, %v", c.base, c.ref, got, err)
		}
	}
	// The way back.
	for _, e := range []*grammar.Edition{editions.RFC2396, editions.RFC2732, editions.RFC2396bis00} {
		b, _ := e.Base("mailto:a/b")
		for _, target := range []string{"mailto:a/c", "mailto:a/b#s", "http://x/y", "mailto:a/b"} {
			if got, err := b.Relativize(target); got != target || err != nil {
				t.Errorf("%s: Relativize(%q) = %q, %v", e, target, got, err)
			}
		}
		var relative *grammar.TargetError
		if _, err := b.Relativize("c"); !errors.As(err, &relative) {
			t.Errorf("%s: Relativize: %v", e, err)
		}
	}
}

// TestResolveRefusesReference: a reference that does not conform is no
// reference.
func TestResolveRefusesReference(t *testing.T) {
	for _, f := range resolving() {
		_, err := f.Resolve("http://a/b", "c d")
		var syntax *grammar.SyntaxError
		if !errors.As(err, &syntax) || syntax.Offset != 1 {
			t.Errorf("%s: %v", f, err)
		}
	}
}

// TestResolveAllocates the target and nothing else.
func TestResolveAllocates(t *testing.T) {
	const base = "http://a/b/c/d"
	long := strings.Repeat("long/", 100)
	for _, f := range resolving() {
		e := f.Edition
		b, err := e.Base(base)
		if err != nil {
			t.Fatal(err)
		}
		dst := make([]byte, 0, 1<<10)
		for _, ref := range []string{"g", "../../g/h?q=1#s", "./", "..", "/g", "//h/g", "g:h", "g/../h", long, "/" + long} {
			if n := testing.AllocsPerRun(20, func() { _, err = e.Resolve(base, ref) }); n > 1 || err != nil {
				t.Errorf("%s: Resolve of %.20q: %v allocations, %v", f, ref, n, err)
			}
			if n := testing.AllocsPerRun(20, func() { _, err = b.AppendResolve(dst, ref, resolve.Options{}) }); n != 0 || err != nil {
				t.Errorf("%s: AppendResolve of %.20q: %v allocations, %v", f, ref, n, err)
			}
		}
	}
}

// TestResolveParsed: the components of Parse have the target that those of
// Split have.
func TestResolveParsed(t *testing.T) {
	refs := []string{
		"g", "./g", "../../g/", "..", "../../../g", "g/../h", "/g", "/./g", "//h", "//h/./g", "g:h", "g:/h", "",
		"#s", "?y", "g?y", "g?y/../x", "g#s/../x", "../g;x=1/../y", ".g/..h", "mailto:a", "http://u@h:8/p?q#f",
	}
	bases := []string{"http://a/b/c/d;p?q", "http://a", "http://a/", "http://u@a:8//b/../c", "s:/b/c"}
	for _, f := range resolving() {
		a, _ := f.Algorithm()
		for _, base := range bases {
			for _, ref := range refs {
				b, err := f.Parse(base)
				if err != nil {
					continue
				}
				r, err := f.Parse(ref)
				if err != nil {
					continue
				}
				sb, sr := a.Split(base), a.Split(ref)
				o := resolve.Options{}
				if got, want := outcome(a.Resolve(&b, &r, o)), outcome(a.Resolve(&sb, &sr, o)); got != want {
					t.Errorf("%s: %q + %q: parsed %q, split %q", f, base, ref, got, want)
				}
			}
		}
	}
}

// TestEstablishBase: 5.1.1 to 5.1.4.
func TestEstablishBase(t *testing.T) {
	fallback := "http://default/"
	html := grammar.Entity{Embedded: []string{"http://base/element"}}
	plain := grammar.Entity{}
	for name, c := range map[string]struct {
		context grammar.Context
		want    string // origin and base
	}{
		"embedded":                    {grammar.Context{Entities: []grammar.Entity{html}, Retrieval: []string{"http://r/"}, Default: &fallback}, "5.1.1 http://base/element"},
		"the first one embedded":      {grammar.Context{Entities: []grammar.Entity{{Embedded: []string{"http://content-base/", "http://content-location/"}}}}, "5.1.1 http://content-base/"},
		"relative, embedded":          {grammar.Context{Entities: []grammar.Entity{{Embedded: []string{"../x"}}}, Retrieval: []string{"http://r/a/b/c"}}, "5.1.1 http://r/a/x"},
		"encapsulating":               {grammar.Context{Entities: []grammar.Entity{plain, html}, Retrieval: []string{"http://r/"}}, "5.1.2 http://base/element"},
		"encapsulating, further out":  {grammar.Context{Entities: []grammar.Entity{plain, plain, html}}, "5.1.2 http://base/element"},
		"relative in an encapsulated": {grammar.Context{Entities: []grammar.Entity{plain, {Embedded: []string{"y"}}, html}}, "5.1.2 http://base/y"},
		"retrieval":                   {grammar.Context{Entities: []grammar.Entity{plain, plain}, Retrieval: []string{"http://r/1", "http://r/2"}}, "5.1.3 http://r/2"},
		"retrieval with a fragment":   {grammar.Context{Retrieval: []string{"http://r/1#f"}}, "5.1.3 http://r/1"},
		"no entity":                   {grammar.Context{Retrieval: []string{"http://r/1"}, Default: &fallback}, "5.1.3 http://r/1"},
		"default":                     {grammar.Context{Entities: []grammar.Entity{plain}, Default: &fallback}, "5.1.4 http://default/"},
		"embedded with a fragment":    {grammar.Context{Entities: []grammar.Entity{{Embedded: []string{"http://b/#f"}}}}, "5.1.1 http://b/"},
		"embedded, bad retrieval":     {grammar.Context{Entities: []grammar.Entity{html}, Retrieval: []string{"r r"}}, "5.1.1 http://base/element"},
	} {
		for _, f := range resolving() {
			b, origin, err := c.context.EstablishBase(f.Edition)
			if err != nil {
				t.Errorf("%s: %s: %v", f, name, err)
			} else if got := string(origin) + " " + b.String(); got != c.want {
				t.Errorf("%s: %s: got %s, want %s", f, name, got, c.want)
			}
		}
	}
	// Without any, rfc1808 and url-syntax-02 have a default of their own.
	for _, f := range resolving() {
		b, origin, err := grammar.Context{}.EstablishBase(f.Edition)
		var none *grammar.NoBaseError
		if f.Document().Resolution.EmptyBase != "" {
			if err != nil || origin != grammar.FromDefault || b.String() != "" {
				t.Errorf("%s: %v, %v, %v", f, b, origin, err)
			}
		} else if !errors.As(err, &none) {
			t.Errorf("%s: %v", f, err)
		}
		var base *grammar.BaseError
		if _, _, err := (grammar.Context{Retrieval: []string{"r r"}}).EstablishBase(f.Edition); !errors.As(err, &base) {
			t.Errorf("%s: a retrieval by %q gives %v", f, "r r", err)
		}
	}
}

// splitLaw: on references that conform, Split finds the components of Parse. An
// opaque path holds what Appendix B takes for a query, and in rfc1738, which has
// no such expression, what it takes for a site too.
func splitLaw(e *grammar.Edition, s string) string {
	ref, err := e.Parse(s)
	if err != nil {
		return ""
	}
	split := e.Split(s)
	switch {
	case ref.Path.Kind != ast.Opaque:
		if split.Path.Kind != ref.Path.Kind {
			return "the path is " + ref.Path.Kind.String() + " or " + split.Path.Kind.String()
		}
	case e.Name() == "rfc1738":
		split.Site.Span, split.Query.Span = ast.Absent, ast.Absent
		split.Path.Span = ast.Span{Start: split.Scheme.End + 1, End: int32(len(s))}
	case split.Query.Present():
		split.Path.End, split.Query.Span = split.Query.End, ast.Absent
	}
	type spans struct{ Scheme, Site, Path, Query, Fragment ast.Span }
	get := func(r *ast.Reference) spans {
		return spans{r.Scheme.Span, r.Site.Span, r.Path.Span, r.Query.Span, r.Fragment.Span}
	}
	return cmp.Diff(get(&ref), get(&split))
}

// references draws references and bases that mean something to resolution;
// most conform to most editions.
func references(absolute bool) *rapid.Generator[string] {
	pick := func(t *rapid.T, label string, from ...string) string { return rapid.SampledFrom(from).Draw(t, label) }
	return rapid.Custom(func(t *rapid.T) string {
		var s strings.Builder
		site := pick(t, "site", "", "", "//h", "//H.com:80", "//u@h:", "//", "//a_b", "//localhost", "//%41")
		if absolute || rapid.IntRange(0, 5).Draw(t, "scheme?") == 0 {
			s.WriteString(pick(t, "scheme", "http:", "HTTP:", "f:", "file:", "a-b.c+d:"))
		}
		s.WriteString(site)
		path := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{
			"", ".", "..", "a", "b;c", "d:e", "%2e", "%2E%2e", ".%2E", "%7e", "%41", "%2f", "..;p", "...", "~x",
		}), 0, 8).Draw(t, "segments"), "/")
		if site != "" && path != "" || rapid.Bool().Draw(t, "rooted") && site == "" {
			s.WriteByte('/')
		}
		s.WriteString(path)
		s.WriteString(pick(t, "query", "", "", "?", "?q", "?a/../b", "?a/./b/%2e%2E/c", "?%7e"))
		s.WriteString(pick(t, "fragment", "", "", "", "#", "#f/../g", "#%41"))
		return s.String()
	})
}

// TestResolutionLaws: what holds of all bases and references.
func TestResolutionLaws(t *testing.T) {
	for _, f := range resolving() {
		t.Run(f.Name(), func(t *testing.T) {
			all, err := f.Normalizer()
			if err != nil {
				t.Fatal(err)
			}
			rapid.Check(t, func(t *rapid.T) {
				base, ref := references(true).Draw(t, "base"), references(false).Draw(t, "ref")
				if w := splitLaw(f.Edition, ref); w != "" {
					t.Fatalf("%q: Split is not Parse: %s", ref, w)
				}
				b, err := f.Base(base)
				if err != nil || !f.Valid(ref) {
					return
				}
				target, err := b.Resolve(ref, resolve.Options{})

				// Normalizing the reference before it is resolved changes nothing.
				normal := normalize(t, f, all, ref)
				normalTarget, normalErr := b.Resolve(normal, resolve.Options{})
				switch {
				case err != nil:
					var unwritable *resolve.UnwritableError
					if outcome(target, err) != outcome(normalTarget, normalErr) && !errors.As(err, &unwritable) {
						var document *resolve.SameDocumentError
						if !errors.As(normalErr, &document) || !errors.As(err, &document) {
							t.Fatalf("%q + %q: %v, but with %q: %v", base, ref, err, normal, normalErr)
						}
					}
					return
				case normalErr != nil:
					t.Fatalf("%q + %q: %q, but with %q: %v", base, ref, target, normal, normalErr)
				case !f.Valid(target):
					// Only a query directly after the site is known to do this.
					split := resolve.Split(target)
					if !split.Site.Present() || split.Path.Kind != ast.Empty || !split.Query.Present() {
						t.Fatalf("%q + %q: %q does not conform", base, ref, target)
					}
					return
				}
				if got, want := normalize(t, f, all, normalTarget), normalize(t, f, all, target); got != want {
					t.Fatalf("%q + %q: normalized %q, but with %q: %q", base, ref, want, normal, got)
				}

				// What was resolved can be made relative again.
				back, err := b.Relativize(target)
				if err != nil {
					t.Fatalf("%q + %q = %q: %v", base, ref, target, err)
				}
				if got, err := b.Resolve(back, resolve.Options{}); got != target || err != nil {
					t.Fatalf("%q + %q = %q, not %q (%v)", base, back, got, target, err)
				}
				if len(back) > len(ref) {
					t.Fatalf("%q: %q is longer than %q", base, back, ref)
				}
			})
		})
	}
}

// normalize normalizes, and checks that the result conforms, is normal, and is
// equivalent to what it was made of.
func normalize(t *rapid.T, f *fixture, n *grammar.Normalizer, s string) string {
	normal, err := n.Normalize(s)
	if err != nil {
		t.Fatalf("%q: %v", s, err)
	}
	if err := f.Check(normal); err != nil {
		t.Fatalf("%q is normalized to %q: %v", s, normal, err)
	}
	if again, err := n.Normalize(normal); again != normal || err != nil {
		t.Fatalf("%q is normalized to %q, and that to %q (%v)", s, normal, again, err)
	}
	steps, ok, err := n.Equivalent(s, normal)
	if !ok || err != nil {
		t.Fatalf("%q is not equivalent to %q (%v)", s, normal, err)
	}
	if (len(steps) == 0) != (s == normal) {
		t.Fatalf("%q is equivalent to %q by %q", s, normal, steps)
	}
	return normal
}

// TestRelativizeTargets: targets that nobody resolved: what Relativize gives
// resolves to the target, and if it gives nothing then the target itself does
// not either.
func TestRelativizeTargets(t *testing.T) {
	for _, f := range resolving() {
		t.Run(f.Name(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				base, target := references(true).Draw(t, "base"), references(true).Draw(t, "target")
				b, err := f.Base(base)
				if err != nil || !f.Valid(target) {
					return
				}
				ref, err := b.Relativize(target)
				var unreachable *resolve.UnreachableError
				switch {
				case errors.As(err, &unreachable):
					if self, err := b.Resolve(target, resolve.Options{}); err == nil && self == target {
						t.Fatalf("%q: %q is unreachable, but resolves to itself", base, target)
					}
				case err != nil:
					t.Fatal(err)
				default:
					if got, err := b.Resolve(ref, resolve.Options{}); got != target || err != nil {
						t.Fatalf("%q + %q = %q, not %q (%v)", base, ref, got, target, err)
					}
				}
			})
		})
	}
}

// TestRelativizeIsShortest: no reference of up to five characters that resolves
// to a target is shorter than what Relativize gives for it.
func TestRelativizeIsShortest(t *testing.T) {
	most := effort.Pick(10_000, 2_000, 300) // of up to five, four and three characters
	letters := []letter{{"a"}, {"."}, {"/"}, {"?"}, {"#"}, {":"}}
	for _, f := range resolving() {
		reached := 0
		for _, base := range []string{
			"a:", "a:/", "a:a", "a:a/", "a:/a", "a:/a/", "a:/a/a", "a:?a", "a://a", "a://a/", "a://a/a", "a://a/a/a?a", "a://a//", "a://a//a",
			"a://a/../a/a", "a://a/a/../a/", "a:/a/a/a", "a://", "a:///a",
		} {
			b, err := f.Base(base)
			if err != nil {
				continue
			}
			shortest := make(map[string]string)
			for ref := range upTo(letters, most) {
				if target, err := b.Resolve(ref, resolve.Options{}); err == nil && f.Valid(target) {
					if old, ok := shortest[target]; !ok || len(ref) < len(old) {
						shortest[target] = ref
					}
				}
			}
			for target, ref := range shortest {
				reached++
				got, err := b.Relativize(target)
				if err != nil || len(got) != len(ref) {
					t.Errorf("%s: from %q to %q: got %q, %v; %q is the shortest", f, base, target, got, err, ref)
				}
			}
		}
		if reached < 10_000 && effort.Exhaustive() {
			t.Errorf("%s: only %d targets", f, reached)
		}
	}
}

// TestRelativize: what a reader expects.
func TestRelativize(t *testing.T) {
	const base = "http://a/b/c/d;p?q"
	algorithms := []string{"rfc1808", "url-syntax-02", "url-syntax-09", "rfc2396", "rfc2396bis-00", "rfc3986"}
	for _, c := range []struct {
		target string
		want   [6]string // by algorithm
	}{
		{"http://a/b/c/d;p?q", [6]string{"", "d;p?q", "d;p?q", "d;p?q", "?q", ""}},
		{"http://a/b/c/d;p?q#f", [6]string{"#f", "d;p?q#f", "d;p?q#f", "d;p?q#f", "?q#f", "#f"}},
		{"http://a/b/c/d;p?y", [6]string{"?y", "d;p?y", "d;p?y", "d;p?y", "?y", "?y"}},
		{"http://a/b/c/d;p", [6]string{";p", "d;p", "d;p", "d;p", "d;p", "d;p"}},
		{"http://a/b/c/?y", [6]string{".?y", "?y", "?y", ".?y", ".?y", ".?y"}}, // rfc2396 derives no "?y"
		{"http://a/b/c/", [6]string{".", ".", ".", ".", ".", "."}},
		{"http://a/b/c/g", [6]string{"g", "g", "g", "g", "g", "g"}},
		{"http://a/b/g", [6]string{"../g", "../g", "../g", "../g", "../g", "../g"}},
		{"http://a/b/", [6]string{"..", "..", "..", "..", "..", ".."}},
		{"http://a/", [6]string{"/", "/", "/", "/", "/", "/"}},
		{"http://a/b/c/g:h", [6]string{"./g:h", "./g:h", "./g:h", "./g:h", "./g:h", "./g:h"}},
		{"http://a/b/c//g", [6]string{".//g", ".//g", ".//g", ".//g", ".//g", ".//g"}},
		{"http://a//g", [6]string{"../..//g", "//a//g", "//a//g", "//a//g", "//a//g", "/.//g"}},
		{"http://a", [6]string{"//a", "//a", "//a", "//a", "//a", "//a"}},
		{"http://z/b", [6]string{"//z/b", "//z/b", "//z/b", "//z/b", "//z/b", "//z/b"}},
		{"https://a/b", [6]string{"https://a/b", "https://a/b", "https://a/b", "https://a/b", "https://a/b", "https://a/b"}},
		{"http://a/b/../c", [6]string{"/b/../c", "/b/../c", "/b/../c", "/b/../c", "/b/../c", "none"}},
		{"http://a/b/./c", [6]string{"/b/./c", "/b/./c", "/b/./c", "/b/./c", "/b/./c", "none"}},
		{"http://a/../g", [6]string{"/../g", "/../g", "/../g", "/../g", "/../g", "none"}},
		{"http://a/b/c/g?y/../x", [6]string{"g?y/../x", "/b/c/g?y/../x", "g?y/../x", "g?y/../x", "g?y/../x", "g?y/../x"}},
	} {
		for _, f := range resolving() {
			want := c.want[slices.Index(algorithms, f.Document().Resolution.Algorithm)]
			b, err := f.Base(base)
			if err != nil {
				t.Fatal(err)
			}
			got, err := b.Relativize(c.target)
			var unreachable *resolve.UnreachableError
			if errors.As(err, &unreachable) {
				got, err = "none", nil
			}
			if got != want || err != nil {
				t.Errorf("%s: %q: got %q, %v, want %q", f, c.target, got, err, want)
			}
		}
	}
	b, _ := editions.RFC3986.Base(base)
	var target *grammar.TargetError
	if _, err := b.Relativize("g"); !errors.As(err, &target) {
		t.Errorf("a relative target: %v", err)
	}
	var syntax *grammar.SyntaxError
	if _, err := b.Relativize("g h"); !errors.As(err, &syntax) {
		t.Errorf("a target that does not conform: %v", err)
	}
}

// FuzzLaws: splitting, and the normal form.
func FuzzLaws(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) {
		for _, e := range fixtures() {
			if w := splitLaw(e.Edition, s); w != "" {
				t.Errorf("%s: %q: %s", e, s, w)
			}
			normal, err := e.Normalize(s)
			if err != nil {
				continue
			}
			if again, err := e.Normalize(normal); again != normal || err != nil {
				t.Errorf("%s: %q is normalized to %q, and that to %q (%v)", e, s, normal, again, err)
			}
		}
	})
}
