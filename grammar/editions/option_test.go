package editions_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// utf8Host is the option by which escaped octets in a host are UTF-8.
const utf8Host = "utf8-host"

// optionFixtures are the editions with their options, those that have some.
var optionFixtures = sync.OnceValue(func() []*fixture {
	var all []*fixture
	for _, f := range fixtures() {
		options := f.Grammar().Source().Options()
		if len(options) == 0 {
			continue
		}
		w, err := grammar.WithOptions(f.Edition, options...)
		if err != nil {
			panic(err)
		}
		o := &fixture{Edition: w, examples: f.examples, errata: f.errata}
		if o.read, err = reading.New(w.Grammar().Source()); err != nil {
			panic(err)
		}
		if o.slow, err = newSlowGrammar(f.slow.bnf, w.Grammar().Source().Reading, nil, f.slow.utf8); err != nil {
			panic(err)
		}
		if err := o.index(); err != nil {
			panic(err)
		}
		all = append(all, o)
	}
	return all
})

// octetPieces are what hosts with escaped octets are made of: octets at the ends of the
// ranges of UTF-8 and beside them, and what divides runs of them.
func octetPieces(f *fixture) []letter {
	var all []letter
	for _, octet := range []string{"00", "7F", "80", "8f", "90", "9F", "A0", "bF", "C0", "C1", "C2", "dF", "E0", "E1", "EC", "ED", "EE", "EF", "F0", "F1", "F3", "F4", "F5", "FF"} {
		all = append(all, letter{"%" + octet})
	}
	for _, piece := range []string{"a", "%", "%C", ".", "@", ":", "/"} {
		all = append(all, letter{piece})
	}
	if f.slow.utf8 {
		all = append(all, letter{"\u00e9"})
	}
	return all
}

// TestOptionEngines compares the three engines on the editions with their options.
func TestOptionEngines(t *testing.T) {
	systematic(t)
	names := []string{}
	for _, f := range optionFixtures() {
		names = append(names, f.Name())
	}
	if !slices.Equal(names, []string{"rfc3986", "rfc3987", "rfc6874"}) {
		t.Errorf("the editions with options are %v", names)
	}
	for _, f := range optionFixtures() {
		t.Run(f.Name(), func(t *testing.T) {
			t.Parallel()
			l := f.reference()
			begins := []string{"//"}
			for rule := range restrictedRules(f) {
				if l := (language{edition(f.Name()), "IP-literal", false}); rule == "ZoneID" && l.accepts("[::1%25a]") {
					begins = append(begins, "//[::1%25")
				}
			}
			for _, begin := range begins {
				members, n := 0, 0
				for s := range upTo(octetPieces(f), effort.Pick(200_000, 20_000, 1_500)) {
					s = begin + s
					if begin != "//" {
						s += "]"
					}
					n++
					if l.accepts(s) {
						members++
					}
					if got, want := l.Valid(s), l.accepts(s); got != want {
						t.Fatalf("%q: the automaton says %v, the slow recogniser %v", s, got, want)
					}
					if n%effort.Pick(5, 7, 11) == 0 {
						if wrong := agree(l, s); wrong != "" {
							t.Fatalf("%q: %s", s, wrong)
						}
						if wrong := optionExplained(l, s); wrong != "" {
							t.Fatalf("%q: %s", s, wrong)
						}
					}
				}
				if members == 0 || members == n {
					t.Errorf("%s: %d of %d strings are members", begin, members, n)
				}
			}
			recognisers(t, l, upTo(f.phrases(), effort.Pick(100_000, 5_000, 500)))
			recognisers(t, l, every(effort.Pick(1, 5, 20), l.cover()))
			engines(t, l, every(effort.Pick(3, 60, 200), l.cover()))
		})
	}
}

// restrictedRules are the rules whose escaped octets are UTF-8.
func restrictedRules(f *fixture) map[string]bool {
	rules := make(map[string]bool)
	for _, d := range f.Grammar().Source().Optional() {
		rules[d.Rule] = true
	}
	return rules
}

// optionExplained is [explained], where an option's demand is noted exactly if the string
// gets further without the option.
func optionExplained(l language, s string) string {
	var got *grammar.SyntaxError
	if !errors.As(l.check(s), &got) {
		return ""
	}
	for i := range s[:got.Offset] {
		if !l.viable(s[:i]) {
			return fmt.Sprintf("%q is not viable, but the offset is %d", s[:i], got.Offset)
		}
	}
	if got.Offset < len(s) && l.viable(s[:got.Offset+max(got.Size, 1)]) {
		return fmt.Sprintf("more is viable than %d bytes", got.Offset)
	}
	var before *grammar.SyntaxError
	further := !errors.As(edition(l.Name()).Check(s), &before) || before.Offset > got.Offset
	if noted := strings.HasPrefix(got.Note, "section 3.2.2"); noted != further {
		return fmt.Sprintf("the note is %q; without the option %v", got.Note, before)
	}
	want := slowError(l, s)
	want.Note = got.Note
	return difference(got, want)
}

// TestOption: what the option means, by hand.
func TestOption(t *testing.T) {
	zone, strict := editions.RFC6874, must(t, editions.RFC6874)
	for _, test := range []struct {
		ref    string
		offset int // with the option; -1 if the reference conforms
	}{
		{"http://%C3%A9/", -1},
		{"http://%c3%a9.%E2%82%AC:80", -1},
		{"http://%41%2F", -1},
		{"http://%F0%9F%98%80", -1},
		{"http://%C3%28/", 13}, // as a userinfo it could go on
		{"http://%C3", 10},
		{"http://a%ED%A0%80", 17}, // a surrogate
		{"http://%C0%AF", 13},     // overlong
		{"http://%F4%90%80%80", 19},
		{"http://%C3a%A9", 14}, // not one run
		{"http://%FF@h/%FF?%FF#%FF", -1},
		{"http://u@%C3%28/", 13}, // after "@" there is only a host
		{"http://u@%C3.", 12},
		{"http://u@%C3:80", 12},
		{"http://[::1%25%C3%A9]/", -1},
		{"http://[::1%25%C3x]/", 17},
		{"%FF", -1},
	} {
		if err := zone.Check(test.ref); err != nil {
			t.Errorf("%q does not conform without the option: %v", test.ref, err)
		}
		err := strict.Check(test.ref)
		offset := -1
		var syntax *grammar.SyntaxError
		if errors.As(err, &syntax) {
			offset = syntax.Offset
			if want := `section 3.2.2 of RFC 3986: "URI producing applications must not use percent-encoding in host`; !strings.HasPrefix(syntax.Note, want) {
				t.Errorf("%q: the note is %q", test.ref, syntax.Note)
			}
		}
		if offset != test.offset {
			t.Errorf("%q: offset %d, want %d: %v", test.ref, offset, test.offset, err)
		}
		if ref, err := strict.Parse(test.ref); (err == nil) != (offset < 0) {
			t.Errorf("%q: Parse: %v, %v", test.ref, ref, err)
		}
	}
	if l, _ := strict.Language("reg-name"); l.Check("%C3") != nil {
		t.Error("the option counts by the published rules alone")
	}
	if l, _ := strict.Grammar().Conforming("reg-name"); l.Check("%C3") == nil {
		t.Error("the option does not count under the reading")
	}
	// The choice is kept, chosen twice is chosen once, and no option is the edition itself.
	if again := must(t, strict); again != strict || must(t, zone) != strict {
		t.Error("an edition with its options is not the same one each time")
	}
	if same, err := grammar.WithOptions(zone); same != zone || err != nil {
		t.Errorf("WithOptions(zone) is %v, %v", same, err)
	}
	if strict.Corrected() != strict || strict.Name() != zone.Name() || strict.String() != "rfc6874 utf8-host" {
		t.Errorf("%s, %s", strict.Corrected(), strict)
	}
	var unknown *grammar.UnknownNameError
	if _, err := grammar.WithOptions(zone, "utf8"); !errors.As(err, &unknown) || !slices.Equal(unknown.Known, []string{utf8Host}) {
		t.Errorf("an unknown option: %v", err)
	}
	if _, err := grammar.WithOptions(editions.RFC2396, utf8Host); !errors.As(err, &unknown) || len(unknown.Known) > 0 {
		t.Errorf("an edition without options: %v", err)
	}
}

// FuzzUTF8Host: a reference conforms with the option if it conforms without, and the host
// that it has, unescaped, is UTF-8.
func FuzzUTF8Host(f *testing.F) {
	for _, s := range []string{
		"http://%C3%A9/", "//%C3%28", "//u%FF@%c3.:80", "//[::1%25%e2%82%ac]", "//[::1%25%E2%82]/", "//[v1.%C3]", "//%41%F4%8F%BF%BF?%FF", "//\u00e9%C3%A9", "",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, e := range []*grammar.Edition{editions.RFC3986, editions.RFC3987, editions.RFC6874} {
			want := e.Valid(s)
			if ref, err := e.Parse(s); err == nil {
				octets, rest := slowOctets(ref.Text(ref.Site.Server.HostPort.Host.Span))
				want = rest == "" && utf8.ValidString(octets)
			}
			w := must(t, e)
			if got := w.Valid(s); got != want {
				t.Errorf("%s: %q: %v, want %v", w, s, got, want)
			}
			if tree, err := w.Tree(s); len(s) <= grammar.TreeLimit && (err == nil) != want {
				t.Errorf("%s: %q: the tree is %v, %v", w, s, tree, err)
			}
		}
	})
}

func must(t *testing.T, e *grammar.Edition) *grammar.Edition {
	t.Helper()
	w, err := grammar.WithOptions(e, utf8Host)
	if err != nil {
		t.Fatal(err)
	}
	return w
}
