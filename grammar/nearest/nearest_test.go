package nearest_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/nearest"
	"github.com/urispec/urispec/grammar/sample"
)

func edition(t testing.TB, name string) *grammar.Edition {
	t.Helper()
	e, ok := editions.Lookup(name)
	if !ok {
		t.Fatalf("there is no edition %s", name)
	}
	return e
}

func finder(t testing.TB, name string) *nearest.Finder {
	t.Helper()
	e := edition(t, name)
	f, err := nearest.NewReferences(e, e.References())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func find(t testing.TB, f *nearest.Finder, s string, n int) *nearest.Result {
	t.Helper()
	r, err := f.Find(s, n)
	if err != nil {
		t.Fatalf("%q: %v", s, err)
	}
	return r
}

// text is an edit in short: what it does, where, and the rule.
func text(e nearest.Edit) string {
	return fmt.Sprintf("%s %d %q %q %s %s", e.Op, e.Offset, e.From, e.To, e.Rule, e.Section)
}

// TestNearest has the strings nearest to others, with their edits and the cause.
func TestNearest(t *testing.T) {
	for _, x := range []struct {
		edition, in string
		want        string // the nearest string
		edits       []string
		cause       string // offset, character, component, rule, section, expected
	}{
		// What the longest viable prefix hides.
		{"url-syntax-02", "http://a_b.com/x", "http://a-b.com/x", []string{`replace 8 "_" "-" hostname 4.3.1`},
			`8 "_" host hostname 4.3.1 [alphanum "-" "."]`},
		{"rfc3986", "https://example.com:port/", "https://example.com:/port/", []string{`insert 20 "" "/" path-abempty 3.3`},
			`20 "p" port port 3.2.3 [DIGIT]`},
		{"rfc3986", "http://[::1/", "http://[::1]/", []string{`insert 11 "" "]" host 3.2.2`},
			`11 "" host host 3.2.2 [HEXDIG "." ":" "]"]`},
		{"rfc3986", "1http://a", "http://a", []string{`delete 0 "1" "" scheme 3.1`}, `0 "1" scheme scheme 3.1 [ALPHA]`},

		// A character that may be escaped is.
		{"rfc3986", "http://a/b c", "http://a/b%20c", []string{`escape 10 " " "%20" segment 3.3`},
			`10 " "  segment 3.3 [unreserved sub-delims "#" "%" "/" ":" "?" "@"]`},
		{"rfc3986", "http://a/%zz", "http://a/%25zz", []string{`escape 9 "%" "%25" segment 3.3`},
			`9 "%"  segment 3.3 [unreserved sub-delims "#" "%" "/" ":" "?" "@"]`},
		{"rfc3986", "#a#b", "#a%23b", []string{`escape 2 "#" "%23" fragment 3.5`},
			`2 "#" fragment fragment 3.5 [unreserved sub-delims "%" "/" ":" "?" "@"]`},
		{"rfc3987", "/\xff", "/%FF", []string{`escape 1 "\xff" "%FF" isegment-nz 2.2`},
			`1 "\xff"  isegment-nz 2.2 [iunreserved sub-delims "#" "%" "/" ":" "?" "@"]`},
		// Otherwise it is replaced by one of its kind, or deleted.
		{"rfc2396bis-00", "http://a b/", "http://ab/", []string{`delete 8 " " "" hostname 3.2.2`},
			`8 " " host hostname 3.2.2 [alphanum "-" "."]`},
		{"rfc3986", "http://h:8x0/", "http://h:80/", []string{`delete 10 "x" "" port 3.2.3`}, `10 "x" port port 3.2.3 [DIGIT]`},
		// Not "http://u@h/", though the place is the same.
		{"rfc2396", "http://u{h/", "http://u-h/", []string{`replace 8 "{" "-" hostname 3.2.2`},
			`8 "{" host hostname 3.2.2 [alphanum "-" "."]`},

		// The case of a letter is a letter of the same kind.
		{"rfc1738", "fTp://h/", "ftp://h/", []string{`replace 1 "T" "t" ftpurl 3.2`}, `1 "T"  ftpurl 3.2 [lowalpha digit "+" "-" "." ":"]`},
		// Several edits.
		{"rfc3986", "http://a b/c d#e#f", "http://a%20b/c%20d#e%23f", []string{
			`escape 8 " " "%20" reg-name 3.2.2`, `escape 12 " " "%20" segment 3.3`, `escape 16 "#" "%23" fragment 3.5`,
		}, `8 " " host reg-name 3.2.2 [unreserved sub-delims "%"]`},
		// At the end.
		{"rfc3986", "%4", "%254", []string{`escape 0 "%" "%25" segment-nz-nc 3.3`},
			`0 "%"  segment-nz-nc 3.3 [unreserved sub-delims "#" "%" "/" "?" "@"]`},
		// What conforms is nearest to itself.
		{"rfc3986", "//h", "//h", nil, ""},
	} {
		r := find(t, finder(t, x.edition), x.in, 1)
		if len(r.Nearest) != 1 {
			t.Errorf("%s: %q: %d strings", x.edition, x.in, len(r.Nearest))
			continue
		}
		var edits []string
		for _, e := range r.Nearest[0].Edits {
			edits = append(edits, text(e))
		}
		cause := ""
		if c := r.Cause; c != nil {
			cause = fmt.Sprintf("%d %q %s %s %s %v", c.Offset, c.Found, c.Component, c.Rule, c.Section, c.Expected)
		}
		if r.Nearest[0].Text != x.want || !slices.Equal(edits, x.edits) || cause != x.cause {
			t.Errorf("%s: %q:\n got %q\n     %q\n     %s\nwant %q\n     %q\n     %s",
				x.edition, x.in, r.Nearest[0].Text, edits, cause, x.want, x.edits, x.cause)
		}
	}
}

// TestOrder has all strings that are equally near, or the first of them.
func TestOrder(t *testing.T) {
	for _, x := range []struct {
		edition, in string
		want        []string
	}{
		{"url-syntax-02", "http://a_b.com/x", []string{
			"http://a-b.com/x", "http://a.b.com/x", "http://ab.com/x", // nothing moves
			"http://aab.com/x",                      // "_" becomes a letter
			"http://a@b.com/x",                      // "a" becomes a userinfo, and "_" another component
			"http://a_@b.com/x",                     // so does "_"
			"http://a_b@com/x", "http://a_b.@com/x", // and so on
		}},
		{"rfc3986", "1http://a", []string{"http://a", "a1http://a", "ahttp://a"}},
		{"rfc3986", "http://[::1/", []string{"http://[::1]/", "http://[::]/"}},
		{"rfc3986", "http://a/b c", []string{"http://a/b%20c", "http://a/bc", "http://a/b-c", "http://a/b?c", "http://a/b#c"}},
		{"rfc3986", "%", []string{"%25", "-", "/", "?", "#", ""}},
	} {
		r := find(t, finder(t, x.edition), x.in, len(x.want))
		var got []string
		for _, s := range r.Nearest {
			got = append(got, s.Text)
		}
		if !slices.Equal(got, x.want) {
			t.Errorf("%s: %q:\n got %q\nwant %q", x.edition, x.in, got, x.want)
		}
	}
}

// apply makes the edits.
func apply(s string, edits []nearest.Edit) string {
	var b strings.Builder
	at := 0
	for _, e := range edits {
		b.WriteString(s[at:e.Offset])
		b.WriteString(e.To)
		at = e.Offset + len(e.From)
	}
	b.WriteString(s[at:])
	return b.String()
}

// reference computes distances in another way: by the sets of states of the automaton
// that are reached with a number of edits.
type reference struct {
	l       *grammar.Language
	d       *automaton.DFA
	symbols []int32 // one of each class
}

func newReference(t *testing.T, l *grammar.Language) *reference {
	t.Helper()
	d, err := l.Characters()
	if err != nil {
		t.Fatal(err)
	}
	return &reference{l, d, d.Classes().Representatives(nil)}
}

func (r *reference) chars(s string) []string {
	if !r.l.Grammar().Source().UTF8() {
		return strings.Split(latin(s), "")
	}
	return strings.Split(s, "")
}

// latin makes a character of each byte.
func latin(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

func (r *reference) distance(s string) int {
	type place struct{ position, state int }
	chars := r.chars(s)
	escaped := func(state int, c string) int {
		bytes := c
		if !r.l.Grammar().Source().UTF8() {
			bytes = string([]byte{byte([]rune(c)[0])})
		}
		for i := range len(bytes) {
			for _, x := range fmt.Sprintf("%%%02X", bytes[i]) {
				state = r.d.Step(state, x)
			}
		}
		return state
	}
	reached := map[place]bool{{}: true}
	for n := 0; ; n++ {
		for work := keys(reached); len(work) > 0; {
			p := work[len(work)-1]
			work = work[:len(work)-1]
			if p.position == len(chars) {
				if r.d.Accepting(p.state) {
					return n
				}
				continue
			}
			to := place{p.position + 1, r.d.Step(p.state, []rune(chars[p.position])[0])}
			if !reached[to] {
				reached[to] = true
				work = append(work, to)
			}
		}
		next := make(map[place]bool)
		for p := range reached {
			next[p] = true
			for _, c := range r.symbols {
				next[place{p.position, r.d.Step(p.state, c)}] = true
			}
			if p.position < len(chars) {
				next[place{p.position + 1, p.state}] = true
				next[place{p.position + 1, escaped(p.state, chars[p.position])}] = true
				for _, c := range r.symbols {
					next[place{p.position + 1, r.d.Step(p.state, c)}] = true
				}
			}
		}
		reached = next
	}
}

func keys[K comparable](m map[K]bool) []K {
	var all []K
	for k := range m {
		all = append(all, k)
	}
	return all
}

// neighbours are the strings that are one edit away from s, each with what it is when
// the new character is masked. Which character is proposed may be a matter of taste.
func (r *reference) neighbours(s string) map[string]string {
	encode := func(c int32) string {
		if r.l.Grammar().Source().UTF8() {
			return string(c)
		}
		return string([]byte{byte(c)})
	}
	all := make(map[string]string)
	for i := range len(s) + 1 {
		for _, c := range r.symbols {
			all[s[:i]+encode(c)+s[i:]] = mask(s, i, 0)
			if i < len(s) {
				all[s[:i]+encode(c)+s[i+1:]] = mask(s, i, 1)
			}
		}
		if i < len(s) {
			all[s[:i]+s[i+1:]] = ""
			all[s[:i]+fmt.Sprintf("%%%02X", s[i])+s[i+1:]] = ""
		}
	}
	return all
}

// mask returns s with a mask in place of n bytes at an offset.
func mask(s string, at, n int) string { return s[:at] + "\xFFmask" + s[at+n:] }

// TestBruteForce compares Find with all strings over the classes of characters: the
// distance with the one that is computed in another way; where it is 1, all strings that are
// nearest with all that are one edit away; and where it is 2, none of these conforms.
func TestBruteForce(t *testing.T) {
	longest := effort.Pick(4, 3, 2)
	for _, name := range []string{"url-syntax-02", "rfc1808", "rfc2396", "rfc3986"} {
		e, f := edition(t, name), finder(t, name)
		r := newReference(t, e.References())
		compared := 0
		var extend func(s string, n int)
		extend = func(s string, n int) {
			compared++
			want := r.distance(s)
			wanted := 1
			if want == 1 {
				wanted = 1 << 20
			}
			got := find(t, f, s, wanted)
			texts, masked := make(map[string]bool), make(map[string]bool)
			for _, x := range got.Nearest {
				if len(x.Edits) != want || apply(s, x.Edits) != x.Text || !e.Valid(x.Text) {
					t.Errorf("%s: %q: %q by %v, want %d edits", e, s, x.Text, x.Edits, want)
				}
				if texts[x.Text] {
					t.Errorf("%s: %q: %q comes twice", e, s, x.Text)
				}
				texts[x.Text] = true
				if want == 1 {
					masked[mask(s, x.Edits[0].Offset, len(x.Edits[0].From))] = true
				}
			}
			if want == 1 || want == 2 {
				for x, edit := range r.neighbours(s) {
					switch {
					case !e.Valid(x):
					case want == 2:
						t.Errorf("%s: %q: %q is one edit away", e, s, x)
					case !texts[x] && !masked[edit]:
						t.Errorf("%s: %q: %q is missing", e, s, x)
					}
				}
			}
			if n == 0 {
				return
			}
			for _, c := range r.symbols {
				extend(s+string([]byte{byte(c)}), n-1)
			}
		}
		extend("", longest)
		t.Logf("%s: %d strings", e, compared)
	}
}

// TestNearMisses finds what is nearest to strings that leave the language in every way.
func TestNearMisses(t *testing.T) {
	every := effort.Pick(1, 10, 50)
	for _, e := range editions.All() {
		f := finder(t, e.Name())
		i := 0
		misses, err := sample.NearMisses(e.References())
		if err != nil {
			t.Fatal(err)
		}
		for miss := range misses {
			if i++; i%every != 0 {
				continue
			}
			r := find(t, f, miss.Text, 3)
			if len(r.Nearest) == 0 || r.Cause == nil {
				t.Errorf("%s: nothing is near %q", e, miss.Text)
				continue
			}
			for _, x := range r.Nearest {
				if !e.Valid(x.Text) || apply(miss.Text, x.Edits) != x.Text || len(x.Edits) != len(r.Nearest[0].Edits) {
					t.Errorf("%s: %q: %q by %v", e, miss.Text, x.Text, x.Edits)
				}
				for _, edit := range x.Edits {
					if edit.Rule == "" || edit.Section == "" {
						t.Errorf("%s: %q: %q: no rule of %v", e, miss.Text, x.Text, edit)
					}
				}
			}
		}
	}
}

// TestRule finds strings of rules, which have no components.
func TestRule(t *testing.T) {
	for _, x := range []struct{ edition, rule, in, want string }{
		{"rfc3986", "IPv4address", "1.2.3.256", "1.2.3.156"},
		{"rfc3986", "scheme", "", "a"},
		{"rfc3986", "dec-octet", "999", "199"},
		{"rfc3987", "ireg-name", "é\u202ea b", "é\u202ea%20b"},
	} {
		l, err := edition(t, x.edition).Language(x.rule)
		if err != nil {
			t.Fatal(err)
		}
		f, err := nearest.New(l)
		if err != nil {
			t.Fatal(err)
		}
		if r := find(t, f, x.in, 1); len(r.Nearest) != 1 || r.Nearest[0].Text != x.want {
			t.Errorf("%s: nearest to %q: %v", l, x.in, r.Nearest)
		}
	}
}

// TestLong: the longest input takes bounded time, and one that is longer is an error.
func TestLong(t *testing.T) {
	f := finder(t, "rfc3986")
	if f.Limit() != nearest.MaxLength {
		t.Errorf("limit %d", f.Limit())
	}
	r := find(t, f, strings.Repeat("{", nearest.MaxLength), 2)
	if got := len(r.Nearest[0].Edits); got != nearest.MaxLength {
		t.Errorf("%d edits", got)
	}
	long := new(grammar.TooLongError)
	if _, err := f.Find(strings.Repeat("a", nearest.MaxLength+1), 1); !errors.As(err, &long) || long.Limit != nearest.MaxLength {
		t.Errorf("error %v", err)
	}
}

// TestForeign: a language belongs to one edition.
func TestForeign(t *testing.T) {
	if _, err := nearest.NewReferences(editions.RFC3986, editions.RFC2396.References()); err == nil {
		t.Error("no error")
	}
}
