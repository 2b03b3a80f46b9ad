package lint_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/lint"
	"github.com/urispec/urispec/grammar/testdata"
)

func TestMain(m *testing.M) { effort.Main(m) }

// What holds of the findings of every string. Each law returns the first thing
// that is wrong, "" if nothing is.

// laws are all of them.
var laws = []func(l *lint.Linter, s string) string{wellFormed, refusals, suggestions, appended}

// wellFormed: findings are in order, inside the input, of codes that the linter
// has, and say what they mean without repeating what is dangerous to show.
func wellFormed(l *lint.Linter, s string) string {
	found := l.Lint(s)
	for i, f := range found {
		if f.Span.Start < 0 || f.Span.Start > f.Span.End || int(f.Span.End) > len(s) {
			return fmt.Sprintf("%s at %d-%d of %d", f.Code, f.Span.Start, f.Span.End, len(s))
		}
		if i > 0 && (found[i-1].Span.Start > f.Span.Start ||
			found[i-1].Span.Start == f.Span.Start && found[i-1].Span.End > f.Span.End) {
			return fmt.Sprintf("%s before %s", found[i-1], f)
		}
		if i > 0 && found[i-1].Code == f.Code && found[i-1].Span == f.Span && f.Err() == nil {
			return fmt.Sprintf("%s twice", f)
		}
		if !slices.Contains(l.Codes(), f.Code) {
			return fmt.Sprintf("%s is not among the codes of %s", f.Code, l.Edition())
		}
		if f.Text() != s[f.Span.Start:f.Span.End] || f.Severity() != f.Code.Severity() || f.Edition() == "" || f.Section() == "" {
			return fmt.Sprintf("%s: %q, %s, %q, %q", f, f.Text(), f.Severity(), f.Edition(), f.Section())
		}
		message := f.Message()
		if message == "" || strings.ContainsFunc(message, func(r rune) bool { return r < ' ' || r > '~' }) || len(message) > 600 {
			return fmt.Sprintf("the message %q", message)
		}
	}
	// No message repeats a password, as those that have "secret" in them show.
	if at := slices.IndexFunc(found, func(f lint.Finding) bool { return f.Code == lint.Password }); at >= 0 {
		password := found[at].Text()
		for _, f := range found {
			if message := f.Message(); strings.Contains(password, "secret") && strings.Contains(message, "secret") {
				return fmt.Sprintf("%s repeats %q", f, password)
			}
		}
	}
	return ""
}

// refusals: there is one error for what does not conform and none for what does. A
// conforming reference has one finding that names all other editions that refuse it. Each
// says what the Check of its edition says, and the latter that of the edition that refuses
// first.
func refusals(l *lint.Linter, s string) string {
	e := l.Edition()
	found := l.Lint(s)
	split := e.Split(s)
	absolute := split.Scheme.Present()
	var refusers []*grammar.Edition
	first := len(s) + 1
	for _, o := range editions.All() {
		if o != e && e.Valid(s) && !o.Valid(s) && (absolute || o.Absolute() != o.References()) {
			refusers = append(refusers, o)
			first = min(first, o.References().Viable(s))
		}
	}
	errors, elsewhere := 0, 0
	for _, f := range found {
		switch f.Code {
		case lint.NonConforming:
			errors++
			if f.Edition() != e.Name() || f.Refusers() != nil {
				return fmt.Sprintf("%s is about %s and %s", f, f.Edition(), f.Refusers())
			}
		case lint.RefusedElsewhere:
			elsewhere++
			if !slices.Equal(f.Refusers(), refusers) || int(f.Span.Start) != first {
				return fmt.Sprintf("%s names %s, want %s", f, f.Refusers(), refusers)
			}
		default:
			continue
		}
		o, _ := editions.Lookup(f.Edition())
		if err := o.Check(s); err == nil || err.Error() != f.Err().Error() || int(f.Span.Start) != f.Err().Offset || f.Section() != f.Err().Section {
			return fmt.Sprintf("%s: %s, but Check says %v", o, f, err)
		}
	}
	if (errors == 1) == e.Valid(s) || errors > 1 || elsewhere > 1 || (elsewhere == 1) != (refusers != nil) {
		return fmt.Sprintf("%d errors, %d findings that others refuse it", errors, elsewhere)
	}
	return ""
}

// suggestions: what a suggestion makes of a conforming reference conforms, its
// finding is gone from it, and it is equivalent if it says so.
func suggestions(l *lint.Linter, s string) string {
	e := l.Edition()
	conforms := e.Valid(s)
	found := l.Lint(s)
	for _, f := range found {
		change, ok := f.Suggestion()
		if !ok {
			continue
		}
		if change.Span.Start > f.Span.Start || change.Span.End < f.Span.End || change.Span.Start < 0 || int(change.Span.End) > len(s) {
			return fmt.Sprintf("%s: the suggestion is for %v", f, change.Span)
		}
		made := change.Apply(s)
		if made == s {
			return fmt.Sprintf("%s: the suggestion changes nothing", f)
		}
		if (conforms || f.Code == lint.NonConforming) && !e.Valid(made) {
			return fmt.Sprintf("%s: the suggestion makes %q, which does not conform", f, made)
		}
		// Another finding of the code may stand beside it.
		if left := count(l.Lint(made), f.Code); left >= count(found, f.Code) {
			return fmt.Sprintf("%s: the suggestion makes %q, which has %d", f, made, left)
		}
		if change.Equivalent {
			n, err := e.Normalizer()
			if err != nil {
				return err.Error()
			}
			if _, same, err := n.Equivalent(s, made); !same || err != nil {
				return fmt.Sprintf("%s: the suggestion makes %q, which is not equivalent (%v)", f, made, err)
			}
		}
	}
	return ""
}

func count(found []lint.Finding, c lint.Code) (n int) {
	for _, f := range found {
		if f.Code == c {
			n++
		}
	}
	return n
}

// appended: Append leaves what it appends to as it is.
func appended(l *lint.Linter, s string) string {
	before := l.Lint("http://EXAMPLE.com:80/%7e")
	both := l.Append(slices.Clone(before), s)
	if len(both) < len(before) || !slices.Equal(texts(both[:len(before)]), texts(before)) {
		return "Append changes the findings before"
	}
	if !slices.Equal(texts(both[len(before):]), texts(l.Lint(s))) {
		return "Append and Lint differ"
	}
	return ""
}

func texts(found []lint.Finding) (all []string) {
	for _, f := range found {
		all = append(all, f.String())
	}
	return all
}

// normal: by rfc3986, taking one equivalent suggestion after another ends in the
// normal form. (The other editions have steps of normalization that no document
// advises, and limits to them.) The exception is a normal form that itself has a
// dot segment, to keep a path from being read as a site: no suggestion makes it.
func normal(l *lint.Linter, s string) string {
	e := l.Edition()
	want, err := e.Normalize(s)
	if err != nil || e != editions.RFC3986 || strings.Contains(want, ":/.//") {
		return ""
	}
	for range len(s) + 10 {
		next := s
		for _, f := range l.Lint(s) {
			if change, ok := f.Suggestion(); ok && change.Equivalent {
				next = change.Apply(s)
				break
			}
		}
		if next == s {
			break
		}
		s = next
	}
	if s != want {
		return fmt.Sprintf("the suggestions end in %q, the normal form is %q", s, want)
	}
	return ""
}

// parts: the site is split where the edition's tree splits it, so far as
// findings tell: each is in its component.
func parts(l *lint.Linter, s string) string {
	ref, err := l.Edition().Parse(s)
	if err != nil || ref.Site.Kind != ast.ByServer {
		return ""
	}
	u, h := ref.Site.Server.UserInfo, ref.Site.Server.HostPort
	for _, f := range l.Lint(s) {
		var in ast.Span
		switch f.Component {
		case lint.Userinfo:
			in = u.Span
		case lint.Host:
			if in = h.Host.Span; !in.Present() { // an empty site of the older editions
				in = ref.Site.Span
			}
		case lint.Port:
			in = ast.Span{Start: h.Port.Start - 1, End: h.Port.End} // with its colon
		default:
			continue
		}
		if f.Err() == nil && (f.Span.Start < in.Start || f.Span.End > in.End) {
			return fmt.Sprintf("%s is outside of the %s %q", f, f.Component, ref.Text(in))
		}
	}
	return ""
}

// check holds a string to all laws under all editions.
func check(t interface {
	Helper()
	Errorf(string, ...any)
}, s string) {
	t.Helper()
	for _, l := range linters {
		for _, law := range append(laws[:len(laws):len(laws)], normal, parts) {
			if wrong := law(l, s); wrong != "" {
				t.Errorf("%s: %q: %s", l.Edition(), s, wrong)
			}
		}
	}
}

// pieces are what references are drawn from: each is of some interest to a code.
var pieces = struct{ schemes, userinfos, hosts, ports, texts []string }{
	schemes: []string{"", "", "http:", "HTTP:", "https:", "ftp:", "file:", "foo:", "gopher:", "mailto:", "news:", "1x:", "h%74tp:", ":"},
	userinfos: []string{
		"", "", "u@", "u:@", "u:pass@", ":@", "cnn.example.com&x@", "www%2Eexample%2ecom:80@", "u:%2fsecret%41%0A%2541%00secret%e2%80%ae@", "u:secr\u0435tsecret@", "192.0.2.1@", "%41:p%2Fq@", "a@b:c@", "\u0430@",
	},
	hosts: []string{
		"", "h", "example.com", "Ex.COM", "com.", "127.0.0.1", "0x7f.1", "010.0.0.1", "09.1", "1.2.3.999", "4294967296", "1.2.3.4.5", "10.1.",
		"[::1]", "[::FFFF:10.0.0.1]", "[v1.A]", "[fe80::1%25eth0]", "[::", "localhost", "LOCALHOST", "a.localhost.", "a_b.c", "a..b", "-a.b", "a.1",
		"%41", "%e9", "p%D0%B0y", "p\u0430y.com", "\u0440\u0430\u0443.com", "a%EF%BC%8Fb", "a\uff0fb", "xn--80ak6aa92e.com", "xn--p1acf", "xn--a", "xn--99999999999",
		"a%2Fb", "a%40b", "a:b", "A%zb", "\u202ea",
	},
	ports: []string{"", "", ":", ":80", ":0080", ":443", ":25", ":0", ":8080", ":65536", ":99999999999999999999", ":x", "::80"},
	texts: []string{
		"/", "/", "a", "b41", ".", "..", "%2E", "%2e", "%41", "%7e", "~", "%25", "%2541", "%25252e", "25", "41", "%00", "%0D%0A", "%09", "%7F", "%2F", "%5c", "%3a%3A%3b",
		"%", "%4", "\\", " ", "é", "\xff", "\xe2\x80", "%C3%A9", "%C3\xa9", "%e2%80%ae", "\u202e", "%E2%80%8B", "\u00a0", "%C2%AD", "%E2%80%8D", "%C0%AF", "%E0%80%AF", "%F0%80%80%AF",
		"%80", "%E2", "%80%AE", "\x80\xae", "pay%D0%B0l", "\u0430bc", "%EF%BC%8F", "%E2%81%84", "k\u0131r", "\u5b57", ";x=1", ":", "@", "aux", "COM1.txt", "...", "nul", "[", "|", "<", "*",
	},
}

// reference draws a reference, or what is nearly one.
func reference(t *rapid.T) string {
	text := func(name string, most int) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces.texts), 0, most).Draw(t, name), "")
	}
	s := rapid.SampledFrom(pieces.schemes).Draw(t, "scheme")
	if rapid.Bool().Draw(t, "site") {
		s += "//" + rapid.SampledFrom(pieces.userinfos).Draw(t, "userinfo") +
			rapid.SampledFrom(pieces.hosts).Draw(t, "host") + rapid.SampledFrom(pieces.ports).Draw(t, "port")
	}
	if rapid.Bool().Draw(t, "absolute") {
		s += "/"
	}
	s += text("path", 8)
	if rapid.Bool().Draw(t, "query") {
		s += "?" + text("query", 4)
	}
	if rapid.Bool().Draw(t, "fragment") {
		s += "#" + text("fragment", 4)
	}
	return s
}

func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { check(t, reference(t)) })
}

// TestLawsOfExamples: the laws hold of the codes' examples and of each piece.
func TestLawsOfExamples(t *testing.T) {
	for _, c := range lint.Codes() {
		check(t, c.Example().Triggers)
		check(t, c.Example().Clean)
	}
	check(t, "")
	if testing.Short() {
		t.Skip("the pieces one by one: TestLaws draws from them")
	}
	for _, text := range pieces.texts {
		for _, before := range []string{"", "/", "http://h/", "foo:", "http://h?", "#"} {
			check(t, before+text)
		}
	}
	for _, scheme := range pieces.schemes {
		for _, host := range pieces.hosts {
			check(t, scheme+"//"+host)
			check(t, scheme+"//u:pass@"+host+":80/")
		}
	}
}

// TestLawsOfRealReferences: they hold of some of the corpora.
func TestLawsOfRealReferences(t *testing.T) {
	every := effort.Pick(97, 499, 997)
	for _, name := range testdata.Corpora {
		for i, s := range testdata.Lines(name) {
			if i%every == 0 {
				check(t, s)
			}
		}
	}
}

// FuzzLint: the laws hold of every string.
func FuzzLint(f *testing.F) {
	for _, c := range lint.Codes() {
		f.Add(c.Example().Triggers)
	}
	for _, host := range pieces.hosts {
		f.Add("http://u:p@" + host + ":25/a/../%2e%2E/%2541?%0D%0A#\u202e")
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 300 {
			t.Skip("too long for laws that look at each finding by itself")
		}
		check(t, s)
	})
}
