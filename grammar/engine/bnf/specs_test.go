package bnf_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/urispec/urispec/grammar/engine/bnf"
)

// spec is a grammar in testdata.
type spec struct {
	name     string
	notation bnf.Notation
	starts   string // start rules, blank-separated
	want     string // the read error, or the problems that Verify finds
}

// published are the grammars as printed.
var published = []spec{
	{"rfc1738", bnf.RFC822, "url", `
rfc1738.bnf:70:41: gopherurl: found "/", expected an element; in this notation "|" separates alternatives and a slash must be quoted`},
	{"rfc1808", bnf.RFC822, "URL", `
rfc1808.bnf:55:1: national: no other rule refers to national, and it is not a start rule
rfc1808.bnf:57:1: punctuation: no other rule refers to punctuation, and it is not a start rule`},
	{"url-syntax-02", bnf.RFC822, "URL-reference", `
url-syntax-02.bnf:33:1: path: no other rule refers to path, and it is not a start rule`},
	{"url-syntax-09", bnf.RFC822, "URL-reference", `
url-syntax-09.bnf:27:47: server: found "]", expected an element, "|" or the next rule; no "[" is open`},
	{"rfc2396", bnf.RFC822, "URI-reference", `
rfc2396.bnf:46:1: path: no other rule refers to path, and it is not a start rule`},
	{"rfc2732", bnf.RFC822, "host reserved unwise", `
rfc2732.bnf:12:17: host: hostname is not defined
rfc2732.bnf:12:42: host: IPv6reference is not defined; did you mean ipv6reference?
rfc2732.bnf:13:1: ipv6reference: no other rule refers to ipv6reference, and it is not a start rule
rfc2732.bnf:23:18: IPv4address: DIGIT is not defined; it is a core rule of ABNF, and this notation has no core rules
rfc2732.bnf:25:1: IPv6prefix: no other rule refers to IPv6prefix, and it is not a start rule
rfc2732.bnf:29:14: hex4: HEXDIG is not defined; it is a core rule of ABNF, and this notation has no core rules`},
	{"rfc2396bis-00", bnf.ABNF, "URI-reference", `
rfc2396bis-00.bnf:47:43: domainlabel: found "|", expected an element, "/" or ")"; in this notation "/" separates alternatives and a "|" must be quoted
rfc2396bis-00.bnf:48:43: toplabel: found "|", expected an element, "/" or ")"; in this notation "/" separates alternatives and a "|" must be quoted`},
	{"rfc3986", bnf.ABNF, "URI-reference absolute-URI", `
rfc3986.bnf:60:1: path: no other rule refers to path, and it is not a start rule
rfc3986.bnf:70:18: path-empty: <pchar> is prose, which no program can read; the rule is written pchar; 0 times anything is ""
rfc3986.bnf:86:1: reserved: no other rule refers to reserved, and it is not a start rule`},
	{"rfc6874", bnf.ABNF, "IP-literal", `
rfc6874.bnf:9:20: IP-literal: IPv6address is not defined
rfc6874.bnf:9:46: IP-literal: IPvFuture is not defined
rfc6874.bnf:11:14: ZoneID: unreserved is not defined
rfc6874.bnf:11:27: ZoneID: pct-encoded is not defined`},
	{"rfc3987", bnf.ABNF, "IRI-reference absolute-IRI", `
rfc3987.bnf:37:1: ipath: no other rule refers to ipath, and it is not a start rule
rfc3987.bnf:47:19: ipath-empty: <ipchar> is prose, which no program can read; the rule is written ipchar; 0 times anything is ""
rfc3987.bnf:107:1: reserved: no other rule refers to reserved, and it is not a start rule`},
}

// repaired are the grammars after the repairs of their errata.
var repaired = []spec{
	{"rfc1738", bnf.RFC822, "url", `
rfc1738.bnf:121:1: national: no other rule refers to national, and it is not a start rule
rfc1738.bnf:122:1: punctuation: no other rule refers to punctuation, and it is not a start rule`},
	{"rfc1808", bnf.RFC822, "URL", `
rfc1808.bnf:47:1: national: no other rule refers to national, and it is not a start rule
rfc1808.bnf:49:1: punctuation: no other rule refers to punctuation, and it is not a start rule`},
	{"url-syntax-02", bnf.RFC822, "URL-reference", `
url-syntax-02.bnf:25:1: path: no other rule refers to path, and it is not a start rule`},
	{"url-syntax-09", bnf.RFC822, "URL-reference", `
url-syntax-09.bnf:30:1: path: no other rule refers to path, and it is not a start rule`},
	{"rfc2396", bnf.RFC822, "URI-reference", `
rfc2396.bnf:38:1: path: no other rule refers to path, and it is not a start rule`},
	// The names that RFC 2732 spells otherwise than RFC 2396 are not repaired
	// here: 2732-N1 and 2732-N2.
	{"rfc2396+rfc2732", bnf.RFC822, "URI-reference", `
rfc2396+rfc2732.bnf:31:42: host: IPv6reference is not defined; did you mean ipv6reference?
rfc2396+rfc2732.bnf:32:1: ipv6reference: no other rule refers to ipv6reference, and it is not a start rule
rfc2396+rfc2732.bnf:36:20: IPv4address: DIGIT is not defined; did you mean digit?
rfc2396+rfc2732.bnf:39:1: path: no other rule refers to path, and it is not a start rule
rfc2396+rfc2732.bnf:76:14: hex4: HEXDIG is not defined; it is a core rule of ABNF, and this notation has no core rules`},
	{"rfc2396bis-00", bnf.ABNF, "URI-reference absolute-URI-reference", `
rfc2396bis-00.bnf:66:1: path: no other rule refers to path, and it is not a start rule`},
	{"rfc3986", bnf.ABNF, "URI-reference absolute-URI", `
rfc3986.bnf:53:1: path: no other rule refers to path, and it is not a start rule
rfc3986.bnf:79:1: reserved: no other rule refers to reserved, and it is not a start rule`},
	{"rfc3986+rfc6874", bnf.ABNF, "URI-reference absolute-URI", `
rfc3986+rfc6874.bnf:55:1: path: no other rule refers to path, and it is not a start rule
rfc3986+rfc6874.bnf:81:1: reserved: no other rule refers to reserved, and it is not a start rule`},
	{"rfc3987", bnf.ABNF, "IRI-reference absolute-IRI", `
rfc3987.bnf:28:1: ipath: no other rule refers to ipath, and it is not a start rule
rfc3987.bnf:96:1: reserved: no other rule refers to reserved, and it is not a start rule`},
}

func (s spec) text(t testing.TB, folder string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", folder, s.name+".bnf"))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// report reads and verifies a grammar and returns what is to be said about it.
func (s spec) report(text []byte) string {
	g, err := bnf.Read(s.name+".bnf", text, s.notation)
	if err != nil {
		return "\n" + err.Error()
	}
	var b strings.Builder
	for _, p := range g.Verify(strings.Fields(s.starts)...) {
		b.WriteString("\n" + p.String())
	}
	return b.String()
}

func TestPublished(t *testing.T) {
	for _, s := range published {
		if diff := cmp.Diff(s.want, s.report(s.text(t, "published"))); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", s.name, diff)
		}
	}
}

func TestRepaired(t *testing.T) {
	for _, s := range repaired {
		if diff := cmp.Diff(s.want, s.report(s.text(t, "repaired"))); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", s.name, diff)
		}
	}
}

// TestPublishedRFC1738 shows what is left after the one slash is quoted:
// gopher+_string reads as it stands, and *[ x ] is not what it says.
func TestPublishedRFC1738(t *testing.T) {
	s := published[0]
	text := strings.Replace(string(s.text(t, "published")), "[ / [", `["/"[`, 1)
	g, err := bnf.Read("rfc1738.bnf", []byte(text), s.notation)
	if err != nil {
		t.Fatal(err)
	}
	if r := g.Lookup("gopher+_string"); r == nil || r.Pos.Line != 74 {
		t.Errorf("gopher+_string: %v", r)
	}
	var loops []string
	for _, p := range g.Verify("url") {
		if p.Kind == bnf.NullableLoop {
			loops = append(loops, p.Rule)
		}
	}
	// The list of 1738-N1.
	want := strings.Fields(`scheme hostname domainlabel toplabel user password fpath fsegment hpath
		hsegment search group article prosperourl ppath psegment fieldname fieldvalue`)
	if diff := cmp.Diff(want, loops); diff != "" {
		t.Errorf("rules with *[ x ]: (-want +got)\n%s", diff)
	}
}

// TestPublishedEqualsRepaired: nothing but the repaired rules may differ, so
// layout, comments and line breaks make no difference.
func TestPublishedEqualsRepaired(t *testing.T) {
	for _, name := range []string{"rfc1808", "url-syntax-02", "rfc2396"} {
		s := spec{name: name, notation: bnf.RFC822}
		a, err := bnf.Read(name, s.text(t, "published"), s.notation)
		if err != nil {
			t.Fatal(err)
		}
		b, err := bnf.Read(name, s.text(t, "repaired"), s.notation)
		if err != nil {
			t.Fatal(err)
		}
		if !bnf.Equal(a, b) {
			t.Errorf("%s: %s", name, cmp.Diff(a.String(), b.String()))
		}
	}
}
