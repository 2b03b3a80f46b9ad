package editions_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/bnf"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// The tests of this package hold every edition to its documents and its
// engines to each other:
//
//	examples_test      the documents' own examples, and the strings of their errata
//	consequences_test  what follows from the reading, one verdict per edition
//	slow_test          a third recogniser, slow and obvious
//	engines_test       the three engines agree, on strings chosen systematically
//	ambiguity_test     strings with two derivations: the shortest, and those of the lists of defects
//	properties_test    what holds of every string; the fuzz targets search for more
//	errors_test        the messages
//	difference_test    how the editions differ, by exhaustive search
//	robustness_test    no input does harm
//	corpus_test        real input
//	imports_test       who imports whom
//	bench_test         how fast
//
// How many strings the systematic tests take is a matter of [effort].

func TestMain(m *testing.M) { effort.Main(m) }

// fixture is an edition and what the tests know of it.
type fixture struct {
	*grammar.Edition
	// slow is the third engine, made from the repaired text in testdata.
	slow *slowGrammar
	// read is the grammar of the edition, built afresh from its Source: the
	// automata of all rules, for their classes and their transitions.
	read     *reading.Grammar
	examples []example
	errata   []erratum
	alphabet []string // see characters
	rules    map[string]grammar.Rule
	classes  map[string][]string // the alphabet's characters of each rule that is a class
	covers   map[language][]string
}

// fixtures are those of all editions, in the order of publication.
var fixtures = sync.OnceValue(func() []*fixture {
	var all []*fixture
	for _, e := range editions.All() {
		f, err := newFixture(e)
		if err != nil {
			panic(fmt.Sprintf("%s: %v", e, err))
		}
		all = append(all, f)
	}
	return all
})

func newFixture(e *grammar.Edition) (*fixture, error) {
	g, err := reading.New(e.Grammar().Source())
	if err != nil {
		return nil, err
	}
	f := &fixture{Edition: e, read: g}
	text, err := os.ReadFile(f.testdata("repaired.bnf"))
	if err != nil {
		return nil, err
	}
	notation := bnf.RFC822
	if e.Grammar().Source().Notation == "abnf" {
		notation = bnf.ABNF
	}
	repaired, err := bnf.Read("repaired.bnf", text, notation)
	if err != nil {
		return nil, err
	}
	if f.slow, err = newSlowGrammar(repaired, e.Grammar().Source().Reading, nil, e.Grammar().Source().UTF8()); err != nil {
		return nil, err
	}
	if err := f.index(); err != nil {
		return nil, err
	}
	if f.examples, err = readExamples(f.testdata("examples.tsv")); err != nil {
		return nil, err
	}
	f.errata, err = readErrata(f.testdata("errata.tsv"))
	return f, err
}

// index makes what the tests look up often.
func (f *fixture) index() error {
	if absolute := f.Document().Absolute; f.slow.bnf.Lookup(absolute) == nil {
		if err := f.slow.form(f.start(), absolute); err != nil {
			return err
		}
	}
	f.alphabet, f.covers = f.characters(), make(map[language][]string)
	f.rules, f.classes = make(map[string]grammar.Rule), make(map[string][]string)
	for _, r := range f.Grammar().Rules() {
		f.rules[r.Name] = r
		if !r.Class {
			continue
		}
		for _, c := range f.alphabet {
			if f.slow.accepts(r.Name, false, c) {
				f.classes[r.Name] = append(f.classes[r.Name], c)
			}
		}
	}
	return nil
}

// testdata is the path of a file in the testdata of the edition's package.
func (f *fixture) testdata(name string) string {
	return filepath.Join(f.Name(), "testdata", name)
}

// folder is the folder of the edition's package.
func (f *fixture) folder() string { return f.Name() }

// start is the rule of a reference.
func (f *fixture) start() string { return f.Grammar().Source().Start }

// each runs a test for every edition, for several at once. A test must leave
// alone the slow recognisers of the other editions, which have a state.
func each(t *testing.T, test func(t *testing.T, f *fixture)) {
	for _, f := range fixtures() {
		t.Run(f.Name(), func(t *testing.T) {
			t.Parallel()
			test(t, f)
		})
	}
}

// edition returns the fixture of that name.
func edition(name string) *fixture {
	for _, f := range fixtures() {
		if f.Name() == name {
			return f
		}
	}
	panic("no edition " + name)
}

// systematic leaves a test out under the race detector, with which it would take
// minutes: it asks one question after the other, and TestFirstUse is the one
// that asks them at once.
func systematic(t *testing.T) {
	if effort.Race {
		t.Skip("one goroutine cannot race; runs without -race")
	}
}

// dump writes a derivation on one line: a rule with its children in
// parentheses, a rule without children with the text that it derives.
//
//	host(IPv4address(dec-octet"1" dec-octet"2" dec-octet"3" dec-octet"4"))
func dump(t *grammar.Tree, s string) string {
	var b strings.Builder
	var write func(t *grammar.Tree)
	write = func(t *grammar.Tree) {
		b.WriteString(t.Rule)
		if len(t.Children) == 0 {
			fmt.Fprintf(&b, "%q", s[t.Start:t.End])
			return
		}
		b.WriteByte('(')
		for i, c := range t.Children {
			if i > 0 {
				b.WriteByte(' ')
			}
			write(c)
		}
		b.WriteByte(')')
	}
	write(t)
	return b.String()
}
