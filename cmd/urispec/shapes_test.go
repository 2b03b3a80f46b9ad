package main

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/engine/effort"
)

// Hostile input: what an attacker would send to make a command slow or large. Every
// command gets records of every shape, and every reader of documents gets documents, of
// several sizes. TestShapes measures allocations at small sizes; TestShapesFully measures
// processes.

// shape is a string of any length: a unit that is repeated, between two texts.
type shape struct{ name, before, unit, after string }

// text returns a string of the shape, with about so many bytes between the two texts.
func (h shape) text(size int) string {
	return h.before + strings.Repeat(h.unit, size/len(h.unit)) + h.after
}

// recordShapes are records: none has a line end.
var recordShapes = []shape{
	{name: "letters", unit: "a"},
	{name: "digits", unit: "1"},
	{name: "upper case", before: "HTTP://", unit: "A", after: "/"},
	{name: "escapes", unit: "%41"},
	{name: "escapes of UTF-8", before: "http://a/", unit: "%c3%a9"},
	{name: "escapes of NUL", before: "x:", unit: "%00"},
	{name: "percents", unit: "%"},
	{name: "half an escape at the end", before: "http://a/", unit: "a", after: "%4"},
	{name: "escapes, and one that is none", before: "http://a/", unit: "%4a", after: "%4g"},
	{name: "escaped escapes", before: "http://a/", unit: "%25"},
	{name: "slashes", unit: "/"},
	{name: "slashes after a scheme", before: "http:", unit: "/"},
	{name: "segments", before: "http://a", unit: "/b"},
	{name: "dots", unit: "."},
	{name: "dot segments", before: "http://a", unit: "/."},
	{name: "dot-dot segments", before: "http://a", unit: "/.."},
	{name: "relative dot-dots", unit: "../"},
	{name: "up and down", before: "http://a/", unit: "b/../"},
	{name: "down, then up", before: "http://a" + strings.Repeat("/b", 400), unit: "/.."},
	{name: "empty segments and dots", before: "http://a", unit: "//.."},
	{name: "colons", unit: ":"},
	{name: "schemes", unit: "a:"},
	{name: "a long scheme", unit: "a+", after: ":b"},
	{name: "http and again", unit: "http:"},
	{name: "URLs without space", unit: "http://a/b?c#d"},
	{name: "params", before: "http://a/", unit: "b;c=d/"},
	{name: "semicolons", before: "http://a/b", unit: ";"},
	{name: "commas", unit: ","},
	{name: "left brackets", before: "http://", unit: "["},
	{name: "brackets", unit: "[]"},
	{name: "nested brackets", before: "http://[", unit: "[:", after: "]"},
	{name: "IPv6 without end", before: "http://[", unit: "1:"},
	{name: "IPv6, closed", before: "http://[", unit: "::1", after: "]/"},
	{name: "IPvFuture", before: "http://[v1.", unit: "a:", after: "]"},
	{name: "a zone", before: "http://[fe80::1%25", unit: "e", after: "]/"},
	{name: "IPv4 and on", before: "http://", unit: "1.", after: "1/"},
	{name: "userinfo", before: "ftp://", unit: "u:p", after: "@h/"},
	{name: "at signs", before: "http://", unit: "u@"},
	{name: "a host of many labels", before: "http://", unit: "a.", after: "example/"},
	{name: "a host of hyphens", before: "http://a", unit: "-", after: ".b/"},
	{name: "Punycode", before: "http://", unit: "xn--a.", after: "b/"},
	{name: "one long label of Punycode", before: "http://xn--", unit: "a9", after: "/"},
	{name: "a port", before: "http://h:", unit: "1", after: "/"},
	{name: "questions", unit: "?"},
	{name: "a query", before: "http://h/?", unit: "a=b&"},
	{name: "an escaped query", before: "?", unit: "%26=%3D&"},
	{name: "numbers signs", unit: "#"},
	{name: "a fragment", before: "#", unit: "a/?"},
	{name: "quotation marks", unit: `"`},
	{name: "angle brackets", unit: "<>"},
	{name: "braces", unit: "{}"},
	{name: "wrong at the end", before: "http://a/", unit: "b", after: "{"},
	{name: "wrong at the beginning", before: "{", unit: "b"},
	{name: "wrong every other byte", before: "http://a/", unit: "b^"},
	{name: "backslashes", unit: `\`},
	{name: "what looks like escapes", unit: `\x09\u{202E}`},
	{name: "spaces", unit: " "},
	{name: "tabs", unit: "\t"},
	{name: "CR", unit: "\r\x0b", after: "a"},
	{name: "NUL", unit: "\x00"},
	{name: "escape sequences", unit: "\x1b[31m"},
	{name: "DEL", unit: "\x7f"},
	{name: "bidi marks", before: "http://a/", unit: "\u202e"},
	{name: "bidi marks and letters", before: "http://a/", unit: "אa"},
	{name: "no width", before: "http://a/", unit: "\u200b"},
	{name: "combining marks", before: "http://a/e", unit: "\u0301"},
	{name: "joined emoji", before: "http://a/", unit: "👩\u200d"},
	{name: "Latin beyond ASCII", before: "http://", unit: "é", after: ".b/"},
	{name: "CJK", before: "http://a/", unit: "例え"},
	{name: "beyond the BMP", before: "http://a/", unit: "𝒳"},
	{name: "private use", before: "http://a/?", unit: "\ue000"},
	{name: "line separators", unit: "\u2028"},
	{name: "byte order marks", unit: "\ufeff"},
	{name: "not UTF-8", unit: "\xff"},
	{name: "overlong UTF-8", before: "http://a/", unit: "\xc0\xaf"},
	{name: "truncated UTF-8", before: "http://a/", unit: "\xe4\xbe"},
	{name: "surrogates", unit: "\xed\xa0\x80"},
	{name: "mail", before: "mailto:", unit: "a@b,"},
	{name: "news", before: "news:", unit: "a.", after: "b@c"},
	{name: "directories of FTP", before: "ftp://h/", unit: "a/", after: "b;type=a"},
	{name: "gopher", before: "gopher://h/1", unit: "a%09"},
	{name: "wais", before: "wais://h/", unit: "a/", after: "b/c"},
	{name: "data", before: "data:text/plain;base64,", unit: "QUJD"},
	{name: "JSON, deep", unit: "["},
	{name: "JSON, escapes", before: `"`, unit: `\u0041`, after: `"`},
	{name: "JSON, members", before: "{", unit: `"a":1,`, after: `"input":"a"}`},
}

// shapedCommands are the commands that read records, with results of each kind.
var shapedCommands = []string{
	"check", "check --json", "check --tsv", "check --plain", "check --count", "check --summary", "check --rule=segment", "check -e rfc1738 --json",
	"check -e rfc3987", "check --json-input --json", "check --schemes=http --forbid=password --json",
	"tree", "tree --json", "tree --format=dot", "parse", "parse --json", "parse --tsv", "parse --get={host}{segment:-1}{query:a|decode}",
	"resolve --base=http://a/b", "resolve --base=http://a/b --json", "resolve --base=http://a/b --tsv", "resolve --base=http://a/b --unchecked",
	"resolve --base=http://a/b --trace", "resolve -e rfc2396 --base=http://a/b --trace --json", "resolve -e rfc1808 --base=http://a/b",
	"split", "split --json", "split --tsv", "normalize", "normalize --json", "normalize -e rfc3987", "relativize --base=http://a/b/c", "relativize --base=http://a/b/c --json",
	"edit --set=host=x", "edit --append=segment=x --json", "compare", "compare --json", "compare --base=http://a/b", "differ", "differ --json",
	"map", "map --idna", "map --to=iri", "map --trace --excluded", "encode --component=path", "encode --component=query-value --json", "decode", "decode --component=path --json",
	"describe", "describe --json", "nearest", "nearest --json", "lint", "lint --json", "lint -e rfc3987", "expand -e rfc2396", "wrap", "wrap --json",
}

// documentShapes are documents, for the commands that read them.
var documentShapes = map[string][]shape{
	"extract --text": {
		{name: "URLs", unit: "http://a/b "},
		{name: "one URL", before: "http://a/", unit: "b"},
		{name: "angle brackets", unit: "<"},
		{name: "angle brackets, closed", unit: "<URL:a>"},
		{name: "a URL over lines", before: "<http://a/", unit: "b\n", after: ">"},
		{name: "hyphens at line ends", before: "<http://a/", unit: "b-\n", after: ">"},
		{name: "quotation marks", unit: `"`},
		{name: "colons", unit: "a:"},
		{name: "parentheses", unit: "("},
		{name: "line ends", unit: "\n"},
		{name: "not UTF-8", unit: "\xff"},
		{name: "hosts", unit: "www.a."},
	},
	"extract --html": {
		{name: "links", unit: "<a href=b>"},
		{name: "relative links and a base", before: "<base href=http://h/" + strings.Repeat("a", 700) + "/>", unit: "<a href=b>"},
		{name: "a long base", before: "<base href='http://h/", unit: "a", after: "'><a href=b>"},
		{name: "bases", unit: "<base href=a>"},
		{name: "a late base", unit: "<a href=b>", after: "<base href=http://h/>"},
		{name: "nesting", unit: "<div>"},
		{name: "an attribute without end", before: "<a href='", unit: "b"},
		{name: "attributes", before: "<a ", unit: "b=c "},
		{name: "the same attribute", before: "<a ", unit: "href=c "},
		{name: "entities", before: "<a href='", unit: "&amp;", after: "'>"},
		{name: "entities that are none", before: "<a href='", unit: "&a", after: "'>"},
		{name: "comments", unit: "<!--", after: "-->"},
		{name: "less-than signs", unit: "<"},
		{name: "scripts", unit: "<script>"},
		{name: "srcset", before: "<img srcset='", unit: "a 1x,", after: "'>"},
		{name: "NUL", unit: "\x00<a href=\x00>"},
	},
	"extract --mime": {
		{name: "header fields", unit: "A: b\n", after: "\n\nhttp://a/"},
		{name: "a folded field", before: "Content-Base: http://a/", unit: "\n b", after: "\n\n<a:b>"},
		{name: "bases", unit: "Content-Base: http://a/\n", after: "\n<a:b>"},
		{name: "parts", before: "Content-Type: multipart/mixed; boundary=b\n\n", unit: "--b\n\n<a:b>\n"},
		{name: "parts with bases", before: "Content-Type: multipart/mixed; boundary=b\nContent-Base: http://h/\n\n", unit: "--b\nContent-Base: http://a/\nContent-Location: x\n\n<a:b>\n"},
		{name: "nested parts", unit: "Content-Type: multipart/mixed; boundary=b\n\n--b\n"},
		{name: "nested messages", unit: "Content-Type: message/rfc822\n\n"},
		{name: "parameters", before: "Content-Type: text/plain", unit: "; a=b", after: "\n\n<a:b>"},
		{name: "boundaries that are none", before: "Content-Type: multipart/mixed; boundary=b\n\n--b\n\n", unit: "--\n-\n--bb\n"},
		{name: "base64", before: "Content-Transfer-Encoding: base64\n\n", unit: "PGE6Yj4K\n"},
		{name: "quoted-printable", before: "Content-Transfer-Encoding: quoted-printable\n\n", unit: "=3Ca:b=3E=\n"},
		{name: "encoded words", before: "Subject: ", unit: "=?utf-8?q?=41?= ", after: "\n\n"},
		{name: "comments", before: "Content-Location: ", unit: "(", after: "a\n\n"},
		{name: "line ends", unit: "\r\n"},
	},
	"extract --markdown": {
		{name: "links", unit: "[a](b) "},
		{name: "left brackets", unit: "["},
		{name: "nested links", unit: "[a](", after: ")"},
		{name: "brackets, then parentheses", unit: "[](", after: ")"},
		{name: "definitions", unit: "[a]: b\n"},
		{name: "uses", before: "[a]: b\n\n", unit: "[a] "},
		{name: "images", unit: "![a][b]"},
		{name: "backticks", unit: "`a``"},
		{name: "fences", unit: "```\n"},
		{name: "asterisks", unit: "*a_"},
		{name: "quotes", unit: "> "},
		{name: "lists", unit: "* "},
		{name: "list items", unit: "* a\n"},
		{name: "indents", unit: "  - a\n"},
		{name: "HTML", unit: "<a href=b>"},
		{name: "angle brackets", unit: "<"},
		{name: "autolinks", unit: "<http://a/> "},
		{name: "tables", before: "a|b\n-|-\n", unit: "[a](b)|"},
		{name: "entities", unit: "&amp;"},
		{name: "backslashes", unit: `\[`},
		{name: "line ends", unit: "\n"},
	},
}

// documentCommands are the commands that read documents of a kind.
func documentCommands(kind string) []string {
	return []string{kind, kind + " --json", kind + " --check", kind + " --lint"}
}

// TestShapedCommands holds the list to the command line.
func TestShapedCommands(t *testing.T) {
	commands := reflect.TypeFor[cli]()
	for i := range commands.NumField() {
		field := commands.Field(i)
		if field.Type.Kind() != reflect.Struct {
			continue
		}
		if in, ok := field.Type.FieldByName("input"); !ok || !in.Anonymous {
			continue
		}
		name := strings.ToLower(field.Name)
		if !slices.ContainsFunc(shapedCommands, func(args string) bool { return strings.Fields(args)[0] == name }) {
			t.Errorf("%s has no hostile input", name)
		}
	}
	if len(recordShapes) < 50 {
		t.Errorf("there are only %d shapes", len(recordShapes))
	}
}

// TestShapes measures what commands allocate for hostile input that grows: no more, in
// proportion, where it is long than where it is short.
func TestShapes(t *testing.T) {
	if effort.Race {
		t.Skip("more is allocated under the race detector")
	}
	const (
		short  = 1 << 10
		factor = 8
		slack  = 1 << 20 // what the buffers of a process need
	)
	step := effort.Pick(4, 20, 100) // a part of the shapes, but others for each command
	number := 0
	try := func(t *testing.T, args []string, h shape, end string) {
		if number++; number%step != 0 {
			return
		}
		measure := func(size int) int64 {
			in := h.text(size) + end
			return allocated(func() {
				run(args, strings.NewReader(in), &bytes.Buffer{}, &bytes.Buffer{}, noEnv)
			})
		}
		measure(short) // what is made once
		from := measure(2*short) - measure(short)
		to := measure(2*factor*short) - measure(factor*short)
		if to > 3*factor*max(from, 0)+slack {
			t.Errorf("%s, %s: from %d to %d bytes it allocates %d more; from %d to %d bytes, %d more",
				strings.Join(args, " "), h.name, short, 2*short, from, factor*short, 2*factor*short, to)
		}
	}
	for _, command := range shapedCommands {
		args := append(strings.Fields(command), "-j", "1", "--raw")
		for _, h := range recordShapes {
			try(t, args, h, "\n")
		}
	}
	for kind, shapes := range documentShapes {
		for _, command := range documentCommands(kind) {
			args := append(strings.Fields(command), "--raw")
			for _, h := range shapes {
				try(t, args, h, "")
			}
		}
	}
}
