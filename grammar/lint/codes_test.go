package lint_test

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/lint"
)

// linters are one for each edition, held against all others.
var linters = func() (all []*lint.Linter) {
	for _, e := range editions.All() {
		all = append(all, lint.New(e, editions.All()...))
	}
	return all
}()

// linter returns that of an edition.
func linter(t testing.TB, edition string) *lint.Linter {
	t.Helper()
	for _, l := range linters {
		if l.Edition().Name() == edition {
			return l
		}
	}
	t.Fatalf("there is no edition %q", edition)
	return nil
}

// finds reports whether a linter finds a code in a string.
func finds(l *lint.Linter, c lint.Code, s string) bool {
	return slices.ContainsFunc(l.Lint(s), func(f lint.Finding) bool { return f.Code == c })
}

// TestExamples: each code is found in its example that triggers it, and not in
// the other one; both conform, but where conformance is what it is about.
func TestExamples(t *testing.T) {
	for _, c := range lint.Codes() {
		x := c.Example()
		l := linter(t, x.Edition)
		if !finds(l, c, x.Triggers) {
			t.Errorf("%s is not found in %s", c, x.Triggers)
		}
		if finds(l, c, x.Clean) {
			t.Errorf("%s is found in %s", c, x.Clean)
		}
		refused := c == lint.NonConforming || c == lint.NonASCII
		if l.Edition().Valid(x.Triggers) == refused || !l.Edition().Valid(x.Clean) {
			t.Errorf("%s: conformance of %s and %s", c, x.Triggers, x.Clean)
		}
	}
}

// elsewhere are references that trigger a code in editions where its example
// does not.
var elsewhere = map[string]map[lint.Code]string{
	"rfc1738": {
		lint.UnneededEscape:   "http://example.com/%41", // "~" is not unreserved there
		lint.RefusedElsewhere: "1x:y",                   // a scheme begins with a letter in RFC 2396 and after
	},
	"rfc1808": {
		lint.UnneededEscape:   "http://example.com/%41", // "~" is not unreserved there
		lint.RefusedElsewhere: "1x:y",                   // a scheme begins with a letter in RFC 2396 and after
	},
	"rfc2396bis-00": {lint.NotDNSName: "http://example.1/"},
}

// TestEveryCodeIsFound: every code that an edition supports is found in some
// reference by that edition.
func TestEveryCodeIsFound(t *testing.T) {
	for _, l := range linters {
		for _, c := range l.Codes() {
			s, ok := elsewhere[l.Edition().Name()][c]
			if !ok {
				s = c.Example().Triggers
			}
			if !finds(l, c, s) {
				t.Errorf("%s: %s is not found in %s", l.Edition(), c, s)
			}
		}
	}
}

// TestSupport: which editions have fewer codes, and that a code is not found
// where it is not supported.
func TestSupport(t *testing.T) {
	for edition, without := range map[string][]lint.Code{
		"rfc1738": {
			lint.MisleadingUserinfo, lint.EmptyHost, lint.OverlongUTF8, lint.HostNotUTF8, lint.NotDNSName, lint.LongHost, lint.PrivateAddress,
			lint.EmptyPath, lint.DotSegments, lint.DeviceName, lint.NotUTF8,
		},
		"url-syntax-02": {
			lint.MisleadingUserinfo, lint.EmptyHost, lint.OverlongUTF8, lint.HostNotUTF8, lint.NotDNSName, lint.LongHost, lint.PrivateAddress,
			lint.EmptyPath, lint.DeviceName, lint.NotUTF8,
		},
		"url-syntax-09": {
			lint.MisleadingUserinfo, lint.EmptyHost, lint.OverlongUTF8, lint.HostNotUTF8, lint.NotDNSName, lint.LongHost, lint.PrivateAddress,
			lint.EmptyPath, lint.DeviceName, lint.NotUTF8,
		},
		"rfc2396bis-00": {
			lint.MisleadingUserinfo, lint.OverlongUTF8, lint.HostNotUTF8, lint.LongHost, lint.PrivateAddress, lint.EmptyPath, lint.DeviceName,
			lint.NotUTF8,
		},
		"rfc3986": nil,
	} {
		l := linter(t, edition)
		for _, c := range lint.Codes() {
			_, supported := c.Quote(l.Edition())
			if absent := slices.Contains(without, c); absent == supported || absent == slices.Contains(l.Codes(), c) {
				t.Errorf("%s: %s is supported: %v", edition, c, supported)
			}
			if slices.Contains(without, c) && finds(l, c, c.Example().Triggers) {
				t.Errorf("%s: %s is found in %s", edition, c, c.Example().Triggers)
			}
		}
	}
	// Without other editions there is nothing to refuse elsewhere.
	if slices.Contains(lint.New(editions.RFC3986).Codes(), lint.RefusedElsewhere) {
		t.Error("a linter without other editions holds a reference against them")
	}
}

// TestCodes: names are words with hyphens, each given once; the other texts are
// there; codes come from the most severe to the least.
func TestCodes(t *testing.T) {
	name := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	seen := make(map[string]bool)
	last := lint.Error
	for _, c := range lint.Codes() {
		if !name.MatchString(c.String()) || seen[c.String()] {
			t.Errorf("the name %q", c)
		}
		seen[c.String()] = true
		if c.Severity() > last {
			t.Errorf("%s comes after less severe codes", c)
		}
		last = c.Severity()
		if c.Summary() == "" || strings.HasSuffix(c.Summary(), ".") || !strings.HasSuffix(c.Explanation(), ".") {
			t.Errorf("%s: %q, %q", c, c.Summary(), c.Explanation())
		}
		if got, err := lint.ParseCode(c.String()); err != nil || got != c {
			t.Errorf("ParseCode(%s) is %v, %v", c, got, err)
		}
		var back lint.Code
		if text, err := c.MarshalText(); err != nil || back.UnmarshalText(text) != nil || back != c {
			t.Errorf("%s is read back as %s", c, back)
		}
		for _, part := range []string{c.String(), c.Severity().String(), c.Summary(), c.Explanation(), c.Example().Triggers, c.Example().Clean} {
			if !strings.Contains(c.Explain(), part) {
				t.Errorf("Explain of %s does not have %q", c, part)
			}
		}
	}
	_, err := lint.ParseCode("pasword")
	if unknown, ok := errors.AsType[*grammar.UnknownNameError](err); !ok || len(unknown.Known) != len(lint.Codes()) {
		t.Errorf("ParseCode(pasword): %v", err)
	} else if near, _ := unknown.Nearest(); near != "password" || err.Error() != `there is no code "pasword"` {
		t.Errorf("ParseCode(pasword): %v; nearest is %q", err, near)
	}
	if none := lint.Code(255); none.String() != "code(255)" || none.Summary() != "" {
		t.Errorf("code 255 is %s", none)
	}
}

// TestNames: codes and severities keep their names.
func TestNames(t *testing.T) {
	var names []string
	for _, c := range lint.Codes() {
		names = append(names, c.String())
	}
	want := strings.Fields(`
		nonconforming
		password misleading-userinfo reserved-port port-out-of-range empty-host rare-ipv4 look-alike bidi-control
		invisible-character non-ascii overlong-utf8 host-not-utf8 escaped-line-break escaped-nul escaped-control escaped-delimiter
		escaped-dot-segment double-escape
		other-port default-port empty-port uppercase-scheme uppercase-host unqualified-host not-dns-name long-host
		localhost private-address empty-path dot-segments device-name unneeded-escape lowercase-escape not-utf8
		refused-elsewhere`)
	if !slices.Equal(names, want) {
		t.Errorf("the codes are %q", names)
	}
}

func TestSeverities(t *testing.T) {
	if !(lint.Note < lint.Warning && lint.Warning < lint.Error) {
		t.Error("the severities are not in order")
	}
	for _, s := range []lint.Severity{lint.Note, lint.Warning, lint.Error} {
		if got, err := lint.ParseSeverity(s.String()); err != nil || got != s {
			t.Errorf("ParseSeverity(%s) is %v, %v", s, got, err)
		}
		var back lint.Severity
		if text, err := s.MarshalText(); err != nil || back.UnmarshalText(text) != nil || back != s {
			t.Errorf("%s is read back as %s", s, back)
		}
	}
	if _, err := lint.ParseSeverity("fatal"); err == nil || err.Error() != `there is no severity "fatal"; there are note, warning and error` {
		t.Errorf("ParseSeverity(fatal): %v", err)
	}
	if s := lint.Severity(9); s.String() != "severity(9)" {
		t.Errorf("severity 9 is %s", s)
	}
}

// TestQuotes: every quotation stands in its document, in the section that it is
// said to be of. White space does not count: lines are broken and words
// hyphenated.
func TestQuotes(t *testing.T) {
	texts := make(map[string]string)
	for _, c := range lint.Codes() {
		for _, q := range c.Quotes() {
			text, ok := texts[q.Edition]
			if !ok {
				text = document(t, q.Edition)
				texts[q.Edition] = text
			}
			if !strings.Contains(sectionOf(text, q.Section), squeeze(q.Text)) {
				t.Errorf("%s: %s section %s does not say %q", c, q.Edition, q.Section, q.Text)
			}
		}
	}
}

// document returns the lines of an edition's document, without the page breaks
// of text and the marks of XML, whose sections get their numbers.
func document(t *testing.T, edition string) string {
	t.Helper()
	// rfc3986.txt.gz, draft-fielding-url-syntax-02.txt.gz
	names, err := filepath.Glob(filepath.Join("..", "extract", "testdata", "texts", "*"+edition+".*.gz"))
	if err != nil || len(names) != 1 {
		t.Fatalf("the text of %s: %v, %v", edition, names, err)
	}
	file, err := os.Open(names[0])
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(unzipped)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(raw), "\r\n", "\n")
	if strings.HasPrefix(text, "<?xml") {
		return numbered(text)
	}
	page := regexp.MustCompile(`(?m)^\S.*\[Page \d+\]\n(\f?\n?)*(RFC \d+ .*\n|INTERNET-DRAFT.*\n)?`)
	return strings.ReplaceAll(page.ReplaceAllString(text, ""), "\f", "")
}

// numbered returns the text of a draft in XML with a heading of its number
// before each section; those after </middle> have letters.
func numbered(xml string) string {
	mark := regexp.MustCompile(`(?s)<section title="([^"]*)">|</section>|</middle>|<!--.*?-->|<[^>]*>`)
	var count []int
	depth, back := 0, false
	text := mark.ReplaceAllStringFunc(xml, func(m string) string {
		switch {
		case strings.HasPrefix(m, "<section "):
			if count = count[:min(depth+1, len(count))]; len(count) == depth {
				count = append(count, 0)
			}
			count[depth]++
			depth++
			var number []string
			for i, n := range count {
				if i == 0 && back {
					number = append(number, string(rune('A'+n-1)))
				} else {
					number = append(number, strconv.Itoa(n))
				}
			}
			return "\n" + strings.Join(number, ".") + ". x\n"
		case m == "</section>":
			depth--
		case m == "</middle>":
			back, count = true, nil
		}
		return ""
	})
	return html.UnescapeString(text)
}

// sectionOf returns the text from the heading of a section to the next heading,
// squeezed. A heading begins a line with its number, and tables of contents are
// left over by taking the last.
func sectionOf(text, section string) string {
	heading := regexp.MustCompile(`(?m)^(?:Appendix )?` + regexp.QuoteMeta(section) + `\.? +\S.*$`)
	all := heading.FindAllStringIndex(text, -1)
	if len(all) == 0 {
		return ""
	}
	text = text[all[len(all)-1][1]:]
	next := regexp.MustCompile(`(?m)^(?:Appendix )?(?:\d+|[A-H])(?:\.\d+)*\.? +\S.*$`)
	if end := next.FindStringIndex(text); end != nil {
		text = text[:end[0]]
	}
	return squeeze(text)
}

// squeeze returns a text without white space.
func squeeze(text string) string { return strings.Join(strings.Fields(text), "") }

// TestHeirs: an edition whose data quote nothing says what the document says that
// it updates.
func TestHeirs(t *testing.T) {
	e := heir(t, "rfc6874", "RFC 3986", map[string]grammar.Quote{})
	if q, ok := lint.Password.Quote(e); !ok || q.Edition != "rfc3986" || q.Section != "7.5" {
		t.Errorf("rfc6874 says of passwords: %v, %v", q, ok)
	}
	e = heir(t, "rfc9999", "RFC 1", map[string]grammar.Quote{})
	if q, ok := lint.MisleadingUserinfo.Quote(e); !ok || q != (lint.Quote{Edition: "rfc9999"}) {
		t.Errorf("rfc9999 says of userinfo: %v, %v", q, ok)
	}
	if l := lint.New(e, editions.RFC3986); len(l.Codes()) != len(lint.Codes()) {
		t.Errorf("rfc9999 has %d codes", len(l.Codes()))
	}
	// One that quotes something says that, and no more.
	e = heir(t, "rfc9999", "RFC 3986", map[string]grammar.Quote{"password": {Section: "1", Text: "Beware."}})
	if q, ok := lint.Password.Quote(e); !ok || q != (lint.Quote{Edition: "rfc9999", Section: "1", Text: "Beware."}) {
		t.Errorf("rfc9999 says of passwords: %v, %v", q, ok)
	}
	if q, ok := lint.EmptyPath.Quote(e); ok {
		t.Errorf("rfc9999 says of empty paths: %v", q)
	}
}

// heir is an edition that is rfc3986 by another name and with other quotes.
func heir(t *testing.T, name, updates string, quotes map[string]grammar.Quote) *grammar.Edition {
	t.Helper()
	folder := make(fstest.MapFS)
	for _, ext := range []string{".bnf", ".json"} {
		text, err := os.ReadFile(filepath.Join("../editions", "rfc3986", "rfc3986"+ext))
		if err != nil {
			t.Fatal(err)
		}
		folder[name+ext] = &fstest.MapFile{Data: text}
	}
	var data map[string]any
	if err := json.Unmarshal(folder[name+".json"].Data, &data); err != nil {
		t.Fatal(err)
	}
	data["name"] = name
	document := data["edition"].(map[string]any)
	document["updates"], document["quotes"] = []string{updates}, quotes
	var err error
	if folder[name+".json"].Data, err = json.Marshal(data); err != nil {
		t.Fatal(err)
	}
	e, err := grammar.New(name, folder, nil)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestMarkdown: the table has a line for each code, with as many cells as its
// head.
func TestMarkdown(t *testing.T) {
	lines := strings.Split(strings.TrimSuffix(lint.Markdown(lint.Codes()), "\n"), "\n")
	if len(lines) != 2+len(lint.Codes()) {
		t.Fatalf("the table has %d lines", len(lines))
	}
	cells := regexp.MustCompile(`[^\\]\|`)
	for _, line := range lines {
		if len(cells.FindAllString(line, -1)) != len(cells.FindAllString(lines[0], -1)) {
			t.Errorf("a line of another shape: %s", line)
		}
	}
}
