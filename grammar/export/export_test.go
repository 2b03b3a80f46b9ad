package export_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/engine/reading"
	"github.com/urispec/urispec/grammar/export"
	"github.com/urispec/urispec/grammar/sample"
	"github.com/urispec/urispec/grammar/schemes"
	"github.com/urispec/urispec/grammar/testdata"
)

func language(t testing.TB, edition, rule string) *grammar.Language {
	t.Helper()
	e, ok := editions.Lookup(edition)
	if !ok {
		t.Fatalf("there is no edition %s", edition)
	}
	l, err := e.Language(rule)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// exported are the languages that the engines are tried with.
func exported(t testing.TB) []*grammar.Language {
	all := []*grammar.Language{language(t, "rfc3986", "URI"), language(t, "rfc3986", "IPv6address")}
	names := []string{"rfc3966", "rfc6068"}
	if !testing.Short() {
		all = append(all, language(t, "rfc3986", "URI-reference"))
		names = append(names, "rfc1738", "rfc5870", "rfc7565", "rfc8141")
	}
	for _, d := range schemes.Documents() {
		if slices.Contains(names, d.Name()) {
			all = append(all, d.Grammar().Start())
		}
	}
	return all
}

// subject is a language with strings, each of which is in it or not.
type subject struct {
	*grammar.Language
	strings []string
	valid   []bool
}

// subjects returns the exported languages with covers, near misses, and URLs of the web.
var subjects = sync.OnceValues(func() ([]subject, error) {
	var out []subject
	every := effort.Pick(1, 20, 200)
	for _, l := range exported(&testing.B{}) {
		s := subject{Language: l}
		cover, err := sample.NewCover(l)
		if err != nil {
			return nil, err
		}
		s.strings = append(s.strings, cover.Strings...)
		misses, err := sample.NearMisses(l)
		if err != nil {
			return nil, err
		}
		for near := range misses {
			s.strings = append(s.strings, near.Text)
		}
		for i, url := range testdata.Lines("web50k") {
			if i%every == 0 {
				s.strings = append(s.strings, url)
			}
		}
		for _, x := range s.strings {
			s.valid = append(s.valid, l.Valid(x))
		}
		out = append(out, s)
	}
	return out, nil
})

func allSubjects(t *testing.T) []subject {
	t.Helper()
	list, err := subjects()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestExpressions: every role of every edition can be written in every syntax, or the reason
// says why not. Expression proves each equal to the language.
func TestExpressions(t *testing.T) {
	for _, e := range effort.Pick(editions.All(), []*grammar.Edition{editions.RFC1738, editions.RFC2396, editions.RFC3986, editions.RFC3987}, []*grammar.Edition{editions.RFC1738, editions.RFC3986, editions.RFC3987}) {
		for _, l := range []*grammar.Language{e.References(), e.URIs(), e.Absolute()} {
			for _, s := range export.Syntaxes() {
				text, err := export.Expression(l, s, 16<<10)
				if s == export.POSIX && e == editions.RFC3987 {
					if err == nil || err.Error() != l.String()+": posix cannot write the character U+00A0" {
						t.Errorf("%s, %s: %v", l, s, err)
					}
					continue
				}
				if err != nil {
					t.Errorf("%s: %v", s, err)
				}
				if len(text) > 16<<10 || !utf8.ValidString(text) || strings.Contains(text, "\n") {
					t.Errorf("%s, %s: %s", l, s, text)
				}
			}
		}
	}
}

// TestDocuments: the URIs of every scheme with a document of its own can be written, but for
// octets and characters that a syntax lacks.
func TestDocuments(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second or more; runs without -short")
	}
	for i, d := range schemes.Documents() {
		if i%effort.Pick(1, 2, 8) != 0 {
			continue
		}
		for _, s := range export.Syntaxes() {
			_, err := export.Expression(d.Grammar().Start(), s, 4<<10)
			if err != nil && !strings.Contains(err.Error(), " cannot write the ") {
				t.Error(err)
			}
		}
	}
}

// TestRules: every rule of some editions can be written.
func TestRules(t *testing.T) {
	for _, e := range effort.Pick(editions.All(), []*grammar.Edition{editions.RFC1738, editions.RFC3986, editions.RFC3987}, []*grammar.Edition{editions.RFC3986}) {
		for _, r := range e.Grammar().Rules() {
			l, err := e.Language(r.Name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := export.Expression(l, export.ECMAScript, 0); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestRegexp runs expressions in package regexp.
func TestRegexp(t *testing.T) {
	for _, s := range allSubjects(t) {
		text, err := export.Expression(s.Language, export.RE2, 0)
		if err != nil {
			t.Error(err)
			continue
		}
		re := regexp.MustCompile(text)
		yes := 0
		for i, x := range s.strings {
			if re.MatchString(x) != s.valid[i] {
				t.Errorf("%s: %q is %t", s, x, s.valid[i])
			}
			if s.valid[i] {
				yes++
			}
		}
		if yes == 0 || yes == len(s.strings) {
			t.Errorf("%s: %d of %d strings", s, yes, len(s.strings))
		}
		t.Logf("%s: %d strings, %d of them valid", s, len(s.strings), yes)
	}
}

// engines run an expression, which is the first line of their input, in hexadecimal, on the
// other lines, and print 1 or 0 for each.
var engines = []struct {
	name    string
	syntax  export.Syntax
	command []string
}{
	{"node", export.ECMAScript, []string{"node", "-e", `
		const lines = require("fs").readFileSync(0, "latin1").split("\n").slice(0, -1).map(s => Buffer.from(s, "hex").toString("latin1"));
		const re = new RegExp(lines[0]), unicode = new RegExp(lines[0], "u");
		const out = lines.slice(1).map(s => re.test(s) === unicode.test(s) ? Number(re.test(s)) : "flag");
		console.log(out.join("\n"));`}},
	{"perl", export.PCRE, []string{"perl", "-e", `
		my $re = <STDIN>; chomp $re; $re = pack("H*", $re);
		while (<STDIN>) { chomp; print(pack("H*", $_) =~ /$re/ ? "1\n" : "0\n"); }`}},
	{"python", export.Python, []string{"python3", "-W", "error", "-c", `
import re, sys
lines = [bytes.fromhex(line).decode("latin1") for line in sys.stdin]
re = re.compile(lines[0])
for line in lines[1:]: print(int(re.search(line.encode("latin1").decode("latin1")) is not None))`}},
}

// run gives an engine an expression and strings, and returns its verdicts.
func run(t *testing.T, command []string, expression string, list []string) []bool {
	t.Helper()
	var in bytes.Buffer
	for _, s := range append([]string{expression}, list...) {
		fmt.Fprintln(&in, hex.EncodeToString([]byte(s)))
	}
	cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
	cmd.Stdin = &in
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, &stderr)
	}
	verdicts := strings.Fields(string(out))
	if len(verdicts) != len(list) {
		t.Fatalf("%d answers to %d strings", len(verdicts), len(list))
	}
	var valid []bool
	for i, v := range verdicts {
		if v != "0" && v != "1" {
			t.Fatalf("%q: %s", list[i], v)
		}
		valid = append(valid, v == "1")
	}
	return valid
}

// TestEngines runs expressions in the engines that are installed.
func TestEngines(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second or more; runs without -short")
	}
	for _, engine := range engines {
		t.Run(engine.name, func(t *testing.T) {
			if _, err := exec.LookPath(engine.command[0]); err != nil {
				t.Skipf("%s is not installed, so its expressions are not run", engine.name)
			}
			for _, s := range allSubjects(t) {
				text, err := export.Expression(s.Language, engine.syntax, 0)
				if err != nil {
					t.Error(err)
					continue
				}
				for i, valid := range run(t, engine.command, text, s.strings) {
					if valid != s.valid[i] {
						t.Errorf("%s: %q is %t", s, s.strings[i], s.valid[i])
					}
				}
			}
		})
	}
}

func needsGrep(t *testing.T) {
	if out, err := exec.Command("grep", "-V").Output(); err != nil || !bytes.Contains(out, []byte("GNU")) {
		t.Skip("GNU grep is not installed, so expressions for POSIX are not run")
	}
}

// TestGrep runs expressions in grep -E, which reads lines.
func TestGrep(t *testing.T) {
	needsGrep(t)
	for _, s := range allSubjects(t) {
		text, err := export.Expression(s.Language, export.POSIX, 0)
		if err != nil {
			t.Error(err)
			continue
		}
		file := filepath.Join(t.TempDir(), "expression")
		if err := os.WriteFile(file, []byte(text+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		var in, want bytes.Buffer
		for i, x := range s.strings {
			if strings.ContainsAny(x, "\n\x00") {
				continue
			}
			fmt.Fprintln(&in, x)
			if s.valid[i] {
				fmt.Fprintln(&want, x)
			}
		}
		cmd := exec.CommandContext(t.Context(), "grep", "-a", "-E", "-f", file)
		cmd.Env = append(os.Environ(), "LC_ALL=C")
		cmd.Stdin = &in
		if out, err := cmd.Output(); err != nil || !bytes.Equal(out, want.Bytes()) {
			t.Errorf("%s: %v, %d bytes, want %d", s, err, len(out), want.Len())
		}
	}
}

// scanner is what re2c makes C of: a program that is used as the other engines are.
const scanner = `#include <stdio.h>
#include <string.h>
static unsigned char hex[1 << 20], text[1 << 19];
static int digit(int c) { return c <= '9' ? c - '0' : c - 'a' + 10; }
static int whole(const unsigned char *YYCURSOR, const unsigned char *YYLIMIT) {
	const unsigned char *YYMARKER;
	(void)YYMARKER;
/*!re2c
	re2c:yyfill:enable = 0;
	re2c:define:YYCTYPE = "unsigned char";
	re2c:eof = 0;
	%s { return YYCURSOR == YYLIMIT; }
	* { return 0; }
	$ { return 0; }
*/
}
int main(void) {
	int expression = 1;
	while (fgets((char *)hex, sizeof hex, stdin)) {
		size_t n = strcspn((char *)hex, "\n") / 2;
		if (expression) { expression = 0; continue; }
		for (size_t i = 0; i < n; i++) text[i] = digit(hex[2*i]) << 4 | digit(hex[2*i+1]);
		text[n] = 0;
		puts(whole(text, text + n) ? "1" : "0");
	}
}
`

// TestRe2c compiles expressions for re2c, which match the longest beginning of a string.
func TestRe2c(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles C; runs without -short")
	}
	for _, program := range []string{"re2c", "cc"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not installed, so expressions for re2c are not run", program)
		}
	}
	for _, s := range allSubjects(t) {
		text, err := export.Expression(s.Language, export.RE2C, 0)
		if err != nil {
			t.Error(err)
			continue
		}
		file := filepath.Join(t.TempDir(), "scanner")
		if err := os.WriteFile(file+".re", fmt.Appendf(nil, scanner, text), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, command := range [][]string{{"re2c", "-o", file + ".c", file + ".re"}, {"cc", "-O1", "-o", file, file + ".c"}} {
			if out, err := exec.CommandContext(t.Context(), command[0], command[1:]...).CombinedOutput(); err != nil {
				t.Fatalf("%s: %v: %v\n%s", s, command, err, out)
			}
		}
		for i, valid := range run(t, []string{file}, text, s.strings) {
			// A scanner stops at the end of the input before it looks for an empty string.
			if valid != s.valid[i] && s.strings[i] != "" {
				t.Errorf("%s: %q is %t", s, s.strings[i], s.valid[i])
			}
		}
	}
}

// TestHostile gives the engines long strings that almost match. A quadratic engine would
// take minutes.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	size := effort.Pick(100_000, 2_000, 0)
	var list []string
	for _, begin := range []string{"", "a:", "http://", "http://a@", "http://[", "//", "ftp://a:", "mailto:", "mailto:?a=", "urn:aa:a", "urn:aa:a?+", "tel:1", "geo:1,1;a="} {
		for _, unit := range []string{"a", "%41", "/", ".", ":", "1.", "a:", "@", "a/", "?", "a.", "1", "a-", "::", "&", ";a=1", "?+", "?=", "a=&", "-"} {
			list = append(list, begin+strings.Repeat(unit, size/len(unit))+"\x00")
		}
	}
	for _, engine := range engines {
		t.Run(engine.name, func(t *testing.T) {
			if _, err := exec.LookPath(engine.command[0]); err != nil {
				t.Skipf("%s is not installed, so its expressions are not run", engine.name)
			}
			for _, l := range exported(t) {
				text, err := export.Expression(l, engine.syntax, 0)
				if err != nil {
					t.Fatal(err)
				}
				start := time.Now()
				if verdicts := run(t, engine.command, text, list); slices.Contains(verdicts, true) {
					t.Errorf("%s: NUL is matched", l)
				}
				if took := time.Since(start); took > 30*time.Second {
					t.Errorf("%s takes %v", l, took)
				}
			}
		})
	}
	t.Run("grep", func(t *testing.T) {
		needsGrep(t)
		for _, l := range exported(t) {
			text, err := export.Expression(l, export.POSIX, 0)
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.CommandContext(t.Context(), "grep", "-a", "-c", "-E", "-e", text)
			cmd.Env = append(os.Environ(), "LC_ALL=C")
			cmd.Stdin = strings.NewReader(strings.ReplaceAll(strings.Join(list, "\n"), "\x00", "\x01"))
			start := time.Now()
			if out, err := cmd.Output(); string(out) != "0\n" { // the status is 1 then
				t.Errorf("%s: %v, %s", l, err, out)
			}
			if took := time.Since(start); took > 30*time.Second {
				t.Errorf("%s takes %v", l, took)
			}
		}
	})
	t.Run("re2", func(t *testing.T) {
		for _, l := range exported(t) {
			text, err := export.Expression(l, export.RE2, 0)
			if err != nil {
				t.Fatal(err)
			}
			re := regexp.MustCompile(text)
			start := time.Now()
			for i := 0; i < len(list); i += effort.Pick(5, 20, 20) { // it is slow, if linear
				if re.MatchString(list[i]) {
					t.Errorf("%s: NUL is matched", l)
				}
			}
			if took := time.Since(start); took > 30*time.Second {
				t.Errorf("%s takes %v", l, took)
			}
		}
	})
}

// TestLength: an expression has at most as many bytes as asked.
func TestLength(t *testing.T) {
	l := language(t, "rfc3986", "IPv6address")
	for _, s := range export.Syntaxes() {
		text, err := export.Expression(l, s, 0)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := export.Expression(l, s, len(text)); again != text || err != nil {
			t.Errorf("%s: %v", s, err)
		}
		for _, limit := range []int{1, len(text) - 1} {
			_, err = export.Expression(l, s, limit)
			if long := new(export.LengthError); !errors.As(err, &long) || *long != (export.LengthError{Language: "rfc3986 IPv6address", Limit: limit}) {
				t.Errorf("%s: %v", s, err)
			}
		}
	}
}

// toy returns a rule of a grammar of its own.
func toy(t *testing.T, text, rule string) *grammar.Language {
	t.Helper()
	sections := ""
	for line := range strings.Lines(text) {
		name, _, _ := strings.Cut(line, " ")
		sections += fmt.Sprintf(`,%q: "1"`, name)
	}
	src, err := reading.Read(fstest.MapFS{
		"toy.bnf":  {Data: []byte(text)},
		"toy.json": {Data: []byte(`{"name": "toy", "title": "Toy", "notation": "abnf", "start": "a", "sections": {` + sections[1:] + `}, "reading": [], "ambiguities": []}`)},
	}, "toy")
	if err != nil {
		t.Fatal(err)
	}
	g, err := grammar.NewGrammar(src)
	if err != nil {
		t.Fatal(err)
	}
	l, err := g.Language(rule)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestOctets: octets beyond 7F can be written only where an engine reads octets.
func TestOctets(t *testing.T) {
	l := toy(t, "a = %x61 / %x80-FF\n", "a")
	for s, want := range map[export.Syntax]string{
		export.RE2:        "toy a: re2 cannot write the octet 80",
		export.ECMAScript: "toy a: ecmascript cannot write the octet 80",
		export.POSIX:      "toy a: posix cannot write the octet 80",
		export.PCRE:       `\A[a\x80-\xFF]\z`,
		export.Python:     `\A[a\x80-\xFF]\Z`,
		export.RE2C:       `[a\x80-\xFF]`,
	} {
		got, err := export.Expression(l, s, 0)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %s, want %s", s, got, want)
		}
	}
}

// TestShapes: expressions are as short as a person would write them.
func TestShapes(t *testing.T) {
	for rule, want := range map[string]string{
		"a = \"\"\n":                       "^$",
		"a = *%x61\n":                      "^a*$",
		"a = %x61 *%x61\n":                 "^a+$",
		"a = [%x61] / *3%x61\n":            "^(?:a{0,3}|a)$",
		"a = %x61 %x62 / %x61 %x63\n":      "^a[bc]$",
		"a = %x61.62 / %x63.62 / %x62\n":   "^[ac]?b$",
		"a = 3%x61 [%x61]\n":               "^a{3,4}$",
		"a = *( %x61 / 1*%x62 )\n":         "^(?:b+|a)*$",
		"a = 2( %x61 / %x62.63 )\n":        "^(?:bc|a){2}$",
		"a = %x5C / %x5D\n":                `^[\\\]]$`,
		"a = *( 1*%x61 )\n":                "^a*$",
		"a = %x61 / b\nb = %x62 / %x63.64": "^(?:cd|[ab])$",
	} {
		if got, err := export.Expression(toy(t, strings.TrimSuffix(rule, "\n")+"\n", "a"), export.RE2, 0); got != want || err != nil {
			t.Errorf("%q: %s, %v, want %s", rule, got, err, want)
		}
	}
}

// TestAutomaton: an automaton is read as it was written.
func TestAutomaton(t *testing.T) {
	for _, e := range editions.All() {
		for _, l := range []*grammar.Language{e.References(), e.Absolute()} {
			text := export.WriteAutomaton(l)
			a, err := export.ReadAutomaton(bytes.NewReader(text))
			if err != nil {
				t.Fatalf("%s: %v", l, err)
			}
			if !automaton.Equal(a.DFA, l.Automaton()) || a.Grammar != e.Name() || a.Rule != l.Rule() {
				t.Errorf("%s is not the same again", l)
			}
		}
	}
}

// TestReadAutomaton reads automata that are not as they are written.
func TestReadAutomaton(t *testing.T) {
	const table = `{"version":1,"grammar":"g","rule":"r","start":0,"accepting":[0],"classes":[[[97,97]]],"transitions":[[1],[0]]}`
	for _, test := range []struct{ old, new, want string }{
		{"", "", ""},
		{`[[1],[0]]`, `[[1],[2],[1]]`, ""}, // a state more than it needs
		{`"classes":[[[97,97]]],"transitions":[[1],[0]]`, `"classes":[],"transitions":[[]]`, ""},
		{`[0],"classes":[[[97,97]]],"transitions":[[1],[0]]`, `[],"classes":[],"transitions":[]`, ""},
		{`{"version":1`, ` {"version":1`, ""},
		{`"grammar":"g","rule":"r",`, ``, ""},
		{`"version":1`, `"version":2`, "byte 12: version: it is 2, not 1"},
		{`"version":1`, `"Version":1`, `byte 10: there is no member "Version"`},
		{`"version":1,`, ``, `byte 98: there is no member "version", which an automaton needs`},
		{`"start":0,`, ``, `byte 100: there is no member "start", which an automaton needs`},
		{`"start":0`, `"start":0,"start":1`, `byte 55: the member "start" is there twice`},
		{`"start":0`, `"start":null`, "byte 50: start: found null, expected a number"},
		{`"start":0`, `"start":0.5`, `byte 49: start: "0.5" is not an integer of 32 bits`},
		{`"start":0`, `"start":99999999999`, `byte 57: start: "99999999999" is not an integer of 32 bits`},
		{`"start":0`, `"start":[0]`, "byte 47: start: found [, expected a number"},
		{`"g"`, `7`, "byte 24: grammar: found 7, expected a string"},
		{`"accepting":[0]`, `"accepting":0`, "byte 61: accepting: found 0, expected ["},
		{`"start":0`, `"start":2`, "start: there is no state 2: there are 2"},
		{`"start":0`, `"start":-1`, "start: there is no state -1: there are 2"},
		{`"accepting":[0]`, `"accepting":[9]`, "accepting: there is no state 9: there are 2"},
		{`[97,97]`, `[97,256]`, "byte 84: classes: 97 to 256 is not a range of octets"},
		{`[97,97]`, `[98,97]`, "byte 83: classes: 98 to 97 is not a range of octets"},
		{`[97,97]`, `[97]`, "byte 80: classes: a range is the first and the last octet"},
		{`[97,97]`, `[97,98,99]`, "byte 82: classes: there are more than 2 octets"},
		{`[97,97]`, `null`, "byte 80: classes: found <nil>, expected ["},
		{`[97,97]`, `[97,97],[97,98]`, "octet 97 is in classes 0 and 0"},
		{`[[[97,97]]]`, `[` + strings.Repeat("[],", 300) + `[]]`, "byte 842: classes: there are more than 256 classes"},
		{`[[1],[0]]`, `[[1],[0,1]]`, "state 1 has 2 transitions, but there are 1 classes"},
		{`[[1],[0]]`, `[[1],[7]]`, "state 1: there is no state 7: there are 2"},
		{`[[1],[0]]`, `[[1],[-1]]`, "byte 108: transitions: there is no state -1: there are at most 32766"},
		{`[[1],[0]]`, `[[1],[` + strings.Repeat("0,", 300) + `0]]`, "byte 617: transitions: there are more than 256 transitions"},
		{`[[1],[0]]`, `[[1],[0]`, "byte 108: transitions: invalid character '}' after array element"},
		{`"rule"`, `"rules"`, `byte 34: there is no member "rules"`},
		{`[[1],[0]]}`, `[[1],[0]]}{}`, "byte 111: there is more text after the automaton"},
		{`[[1],[0]]`, `[` + strings.Repeat(`[0],`, 40000) + `[0]]`, "byte 131164: transitions: there are more than 32766 states"},
		{table, ``, "byte 0: unexpected EOF"},
		{table, `[]`, "byte 1: found [, expected {"},
		{table, strings.Repeat("[", 1<<20), "byte 1: found [, expected {"},
		{table, `{"version":1,"transitions":` + strings.Repeat("[", 1<<20), "byte 30: transitions: found [, expected a number"},
	} {
		text := strings.Replace(table, test.old, test.new, 1)
		a, err := export.ReadAutomaton(strings.NewReader(text))
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%.80s: %v", text, err)
		case test.want != "" && (err == nil || strings.TrimPrefix(err.Error(), "the automaton cannot be read: ") != test.want):
			t.Errorf("%.80s: %v, want %s", text, err, test.want)
		case test.old == "" && (!a.DFA.Accepts("aa") || a.DFA.Accepts("a") || a.DFA.Accepts("b")):
			t.Error("the automaton is another one")
		}
	}
}

// TestReadAutomatonLarge: what has 64 MiB, or the most states and classes, is refused or read
// within seconds.
func TestReadAutomatonLarge(t *testing.T) {
	if !effort.Exhaustive() {
		t.Skip("set URISPEC_EXHAUSTIVE: this takes seconds")
	}
	const most = 64 << 20
	blanks := io.MultiReader(strings.NewReader("{"), io.LimitReader(endless(' '), most))
	if _, err := export.ReadAutomaton(blanks); err == nil || err.Error() != "the automaton has more than 67108864 bytes" {
		t.Errorf("blanks: %v", err)
	}
	// Each octet leads from each state to another one.
	var b strings.Builder
	b.WriteString(`{"version":1,"start":0,"accepting":[0],"classes":[`)
	for octet := range 256 {
		if octet > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, "[[%d,%d]]", octet, octet)
	}
	b.WriteString(`],"transitions":[`)
	for state := range automaton.MaxStates {
		if state > 0 {
			b.WriteString(",")
		}
		b.WriteString("[")
		for octet := range 256 {
			if octet > 0 {
				b.WriteString(",")
			}
			fmt.Fprint(&b, (state*7+octet*octet+1)%automaton.MaxStates)
		}
		b.WriteString("]")
	}
	b.WriteString("]}")
	if _, err := export.ReadAutomaton(strings.NewReader(b.String())); err == nil || !strings.HasSuffix(err.Error(), "transitions: there are more than 4194304") {
		t.Errorf("all transitions: %v", err)
	}
}

// endless is a byte again and again.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

// FuzzReadAutomaton: what is read is a grammar of one rule, and is written as one that is
// read as the same.
func FuzzReadAutomaton(f *testing.F) {
	f.Add([]byte(`{"version":1,"grammar":"g","rule":"r","start":0,"accepting":[0],"classes":[[[97,97]]],"transitions":[[1],[0]]}`))
	f.Add(export.WriteAutomaton(editions.RFC3986.References()))
	f.Fuzz(func(t *testing.T, text []byte) {
		a, err := export.ReadAutomaton(bytes.NewReader(text))
		if err != nil {
			return
		}
		g, err := grammar.FromAutomaton("fuzz", "rule", a.DFA)
		if empty := automaton.Empty(a.DFA); empty != (err != nil) {
			t.Fatal(err)
		}
		if err != nil {
			return
		}
		l := g.Start()
		again, err := export.ReadAutomaton(bytes.NewReader(export.WriteAutomaton(l)))
		if err != nil || !automaton.Equal(again.DFA, a.DFA) {
			t.Errorf("it is written as another one: %v", err)
		}
		for _, s := range []string{"", "a", "http://a/", string(text)} {
			if l.Valid(s) != (l.Check(s) == nil) || l.Valid(s) != a.DFA.Accepts(s) {
				t.Errorf("%.100q: the verdicts differ", s)
			}
		}
		g.CharClasses()
	})
}

// TestDOT: Graphviz reads the graph, if it is installed.
func TestDOT(t *testing.T) {
	graph := export.DOT(language(t, "rfc3986", "IPv4address"))
	if !strings.HasPrefix(graph, "digraph \"rfc3986 IPv4address\" {\n") || strings.Count(graph, " -> ") < 20 {
		t.Error(graph)
	}
	if _, err := exec.LookPath("dot"); err != nil {
		t.Skip("Graphviz is not installed, so the graph is not read")
	}
	cmd := exec.Command("dot", "-Tcanon")
	cmd.Stdin = strings.NewReader(graph)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
