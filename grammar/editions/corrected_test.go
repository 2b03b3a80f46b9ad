package editions_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/bnf"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// correctedFixtures are the editions with their errata, those that have some
// which change the language. The slow recogniser is made from
// testdata/corrected.bnf, which does not know the data of the errata.
var correctedFixtures = sync.OnceValue(func() []*fixture {
	var all []*fixture
	for _, f := range fixtures() {
		if f.Corrected() == f.Edition {
			continue
		}
		c, err := newCorrected(f)
		if err != nil {
			panic(fmt.Sprintf("%s: %v", f.Corrected(), err))
		}
		all = append(all, c)
	}
	return all
})

func newCorrected(f *fixture) (*fixture, error) {
	c := &fixture{Edition: f.Corrected(), examples: f.examples, errata: f.errata}
	var err error
	if c.read, err = reading.New(c.Grammar().Source()); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(f.testdata("corrected.bnf"))
	if err != nil {
		return nil, err
	}
	g, err := bnf.Read("corrected.bnf", text, f.slow.bnf.Notation)
	if err != nil {
		return nil, err
	}
	for _, r := range f.slow.bnf.Rules { // those that nothing refers to any more
		if g.Lookup(r.Name) == nil {
			g.Rules = append(g.Rules, r)
		}
	}
	var folded []string
	for _, x := range c.Grammar().Source().Applied() {
		folded = append(folded, x.Fold...)
	}
	if c.slow, err = newSlowGrammar(g, c.Grammar().Source().Reading, folded, c.Grammar().Source().UTF8()); err != nil {
		return nil, err
	}
	return c, c.index()
}

// eachCorrected runs a test for every corrected edition, for several at once as
// each does.
func eachCorrected(t *testing.T, test func(t *testing.T, f *fixture)) {
	if len(correctedFixtures()) < 4 {
		t.Errorf("%d editions have errata that change the language", len(correctedFixtures()))
	}
	for _, f := range correctedFixtures() {
		t.Run(f.Name(), func(t *testing.T) {
			t.Parallel()
			test(t, f)
		})
	}
}

// changed are the languages that the errata change, and the references.
func (f *fixture) changed() []language {
	published := edition(f.Name())
	return slices.DeleteFunc(f.languages(), func(l language) bool {
		_, known := published.read.Lookup(l.rule)
		return !l.read && known && automaton.Equal(l.dfa(), language{published, l.rule, false}.dfa())
	})
}

// TestCorrectedEngines compares the engines on the corrected editions.
func TestCorrectedEngines(t *testing.T) {
	if testing.Short() {
		t.Skip("takes most of a second; runs without -short")
	}
	systematic(t)
	eachCorrected(t, func(t *testing.T, f *fixture) {
		phrases := f.phrases()
		for _, l := range f.changed() {
			recognisers(t, l, upTo(l.classes(), effort.Pick(20_000, 2_000, 500)))
			engines(t, l, upTo(l.classes(), effort.Pick(1_000, 100, 50)))
			recognisers(t, l, every(effort.Pick(1, 6, 20), l.cover()))
			engines(t, l, every(effort.Pick(3, 60, 200), l.cover()))
			if !l.read {
				continue
			}
			n, members := recognisers(t, l, upTo(phrases, effort.Pick(200_000, 20_000, 2_000)))
			if members < n/1000 || members == n {
				t.Errorf("%s: %d of %d strings are members", l, members, n)
			}
			engines(t, l, upTo(phrases, effort.Pick(10_000, 1_000, 500)))
		}
	})
}

// TestCorrectedProperties holds the corrected editions to what holds of every
// string.
func TestCorrectedProperties(t *testing.T) {
	systematic(t)
	eachCorrected(t, func(t *testing.T, f *fixture) {
		wrong, turn := 0, 0
		for s := range f.texts() {
			if len(s) > 120 {
				continue // running text, not a reference
			}
			for m := range every(effort.Pick(31, 151, 601), mutations(s, f.reference().classes())) {
				w := parses(f, m)
				if turn++; w == "" && turn%effort.Pick(10, 20, 40) == 0 {
					w = exact(f.reference(), m)
				}
				if w != "" && wrong < reports {
					t.Errorf("%q: %s", m, w)
					wrong++
				}
			}
		}
	})
}

// correction is a row of EDITION/testdata/corrected.tsv: a string by which the
// description of a defect shows what its correction does.
type correction struct {
	line                                           int
	rule, text, published, corrected, errata, note string
}

func readCorrections(file string) (all []correction, err error) {
	err = readTable(file, 6, func(line int, c []string) error {
		all = append(all, correction{line, c[0], c[1], c[2], c[3], c[4], c[5]})
		return nil
	})
	return all, err
}

// TestCorrections holds both forms of each edition to the strings that the
// descriptions of its errata give.
func TestCorrections(t *testing.T) {
	eachCorrected(t, func(t *testing.T, c *fixture) {
		published := edition(c.Name())
		rows, err := readCorrections(c.testdata("corrected.tsv"))
		if err != nil {
			t.Fatal(err)
		}
		named := make(map[string]bool)
		for _, x := range rows {
			where := fmt.Sprintf("corrected.tsv:%d: %s %q (%s)", x.line, x.rule, x.text, x.note)
			language := func(f *fixture) *grammar.Language { return rule(f.Edition, x.rule) }
			if x.rule == "-" {
				language = func(f *fixture) *grammar.Language { return f.References() }
			}
			verdict := func(f *fixture) error { return language(f).Check(x.text) }
			tree := func(f *fixture) error { _, err := language(f).Tree(x.text); return err }
			errata := language(published).Errata(x.text)
			if x.rule == "-" {
				if conforms := c.Valid(x.text); conforms != (x.corrected == "yes") {
					t.Errorf("%s: Valid, corrected: %v", where, conforms)
				}
			}
			for f, want := range map[*fixture]string{published: x.published, c: x.corrected} {
				if want != "yes" && want != "no" {
					t.Errorf("%s: %q is no verdict", where, want)
				}
				if err := verdict(f); (err == nil) != (want == "yes") {
					t.Errorf("%s: %s: %v, want %s", where, f.Edition, err, want)
				}
				if err := tree(f); (err == nil) != (want == "yes") {
					t.Errorf("%s: %s: the tree: %v, want %s", where, f.Edition, err, want)
				}
			}
			var ids []string
			for _, e := range errata {
				ids = append(ids, e.ID)
				named[e.ID] = true
			}
			if got := strings.Join(ids, " "); got != strings.TrimPrefix(x.errata, "-") {
				t.Errorf("%s: the errata are %q, want %q", where, got, x.errata)
			}
		}
		for _, e := range c.Grammar().Source().Applied() {
			if !named[e.ID] {
				t.Errorf("no row shows %s", e.ID)
			}
		}
	})
}

// TestErrataAreMinimal: what Errata names gives the corrected verdict, and no
// smaller set of errata does. The grammars of the sets are built here afresh.
func TestErrataAreMinimal(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a grammar for each set of errata")
	}
	eachCorrected(t, func(t *testing.T, c *fixture) {
		f := edition(c.Name())
		all := c.Grammar().Source().Applied()
		sets := make([]*automaton.DFA, 1<<len(all)) // the references with each set
		for mask := range sets {
			g, err := reading.New(f.Grammar().Source().Corrected(choose(all, mask)...))
			if err != nil {
				t.Fatal(err)
			}
			start, _ := g.Lookup(f.start())
			sets[mask] = g.Automaton(start)
		}
		check := func(s string) {
			errata, corrected := f.References().Errata(s), c.Valid(s)
			if (errata != nil) != (f.Valid(s) != corrected) {
				t.Errorf("%q: published %v, corrected %v, errata %d", s, f.Valid(s), corrected, len(errata))
			}
			for mask, d := range sets {
				some := choose(all, mask)
				switch accepts := d.Accepts(s); {
				case slices.Equal(some, errata) && accepts != corrected:
					t.Errorf("%q: with its errata: %v, corrected: %v", s, accepts, corrected)
				case len(some) < len(errata) && accepts == corrected:
					t.Errorf("%q: the %d errata %v do as well", s, len(some), some)
				}
			}
		}
		for s := range f.texts() {
			check(s)
		}
		// A shortest string for each pair of sets that differ.
		for _, a := range sets {
			for _, b := range sets {
				if w, ok := automaton.Shortest(automaton.Minus(a, b)); ok {
					check(text(w))
				}
			}
		}
	})
}

// choose returns the errata whose bits are set.
func choose(all []*reading.Erratum, mask int) []*reading.Erratum {
	var some []*reading.Erratum
	for i, x := range all {
		if mask>>i&1 != 0 {
			some = append(some, x)
		}
	}
	return some
}

// TestCorrectedIsOne: the corrected edition is the same each time, has the
// published one's name and says what it is; an edition without such errata is its
// own.
func TestCorrectedIsOne(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		c := f.Corrected()
		if c != f.Corrected() || c.Corrected() != c || c.Name() != f.Name() {
			t.Errorf("corrected it is %s and %s", c, f.Corrected())
		}
		has := len(f.Grammar().Source().Corrections()) > 0
		label := f.Name()
		if has {
			label += " corrected"
		}
		if (c != f.Edition) != has || c.Grammar().IsCorrected() != has || f.Grammar().IsCorrected() || c.String() != label {
			t.Errorf("%s: corrections: %v, another edition: %v", c, has, c != f.Edition)
		}
		for _, r := range f.Grammar().Rules() {
			if r.Errata != nil {
				t.Errorf("errata touch %s as published", r.Name)
			}
		}
		touched := make(map[string]bool)
		for _, r := range c.Grammar().Rules() {
			for _, x := range r.Errata {
				touched[x.ID] = true
			}
		}
		for _, x := range c.Grammar().Source().Applied() {
			if !touched[x.ID] {
				t.Errorf("%s touches no rule", x.ID)
			}
		}
	})
}
