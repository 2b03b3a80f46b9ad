package grammar_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/testdata"
)

// TestExplanations: the tables of the editions explain errors as the rules do, in strings
// that take every transition of the minimal automaton, with every ASCII character after
// them, and in real references.
func TestExplanations(t *testing.T) {
	every := effort.Pick(1, 20, 200)
	for _, e := range editions.All() {
		for _, e := range slices.Compact([]*grammar.Edition{e, e.Corrected()}) {
			for i, l := range slices.Compact([]*grammar.Language{e.References(), e.Absolute(), e.URIs()}) {
				byTable, byRules := grammar.Explainers(l)
				if byTable == nil {
					t.Errorf("%s, language %d: there is no table", e, i)
					continue
				}
				check := func(s string) {
					if got, want := byTable(s), byRules(s); !reflect.DeepEqual(got, want) {
						t.Fatalf("%s: %q:\n%s", l, s, cmp.Diff(want, got))
					}
				}
				for j, w := range automaton.Cover(l.Automaton()) {
					if j%every != 0 {
						continue
					}
					var b strings.Builder
					for _, c := range w {
						b.WriteByte(byte(c))
					}
					for c := range byte(128) {
						check(b.String() + string(rune(c)))
					}
				}
				lines := testdata.Lines("web50k")
				for j := 0; j < len(lines); j += 10 * every {
					check(lines[j])
					check(lines[j][:len(lines[j])/2] + "%" + lines[j])
				}
			}
		}
	}
}

// TestExplanationsText: what is wrong with a text is said.
func TestExplanationsText(t *testing.T) {
	good := grammar.ExplanationsText(editions.RFC3986)
	if err := grammar.ParseExplanations("# a comment\n" + good); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ old, new, want string }{
		{"automaton\n", "", "there is no line \"automaton\\n\""},
		{"rule\tpct-encoded", "ruler\tpct-encoded", "this is no line of a table"},
		{"rule\tpct-encoded\t2.1", "rule\tpct-encoded", "this is no line of a table"},
		{"%x23", "%xG", "invalid syntax"},
		{"%x23", "%x23-", "invalid syntax"},
		{"exit\t0\t", "exit\t99\t", "there is no 99"},
		{"exit\t0\t", "exit\tx\t", "invalid syntax"},
		{"exit\t0\t", "note\t0\t", "this is no line of a table"},
		{"exit\t0\t", "note\t0\t0\t0\t", "invalid syntax"},
		{"\nstate 0", "\nstate 9999", "there is no exit 9999"},
		{"\nstart 0", "\nstart", "there are 2 languages, and 3 names"},
		{"\nstate 0", "\nfinal 0", "begins no line here"},
	} {
		bad := strings.Replace(good, test.old, test.new, 1)
		if err := grammar.ParseExplanations(bad); bad == good || err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q in place of %q: %v; want %q", test.new, test.old, err, test.want)
		}
	}
}
