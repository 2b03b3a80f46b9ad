package editions_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/bnf"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/engine/reading"
	"github.com/urispec/urispec/grammar/sample"
	"github.com/urispec/urispec/grammar/schemes"
)

// slowDocument returns two slow recognisers of a document of a scheme. One has the grammar
// with all imports that was written by hand; the other one has the rules that the library
// reads, under its names.
func slowDocument(t *testing.T, d *schemes.Document) (byHand, read *slowGrammar) {
	t.Helper()
	src := d.Grammar().Source()
	slow := func(b *bnf.Grammar) *slowGrammar {
		s, err := newSlowGrammar(b, src.Reading, nil, src.UTF8())
		if err != nil {
			t.Fatalf("%s: %v", d, err)
		}
		return s
	}
	text, err := os.ReadFile(filepath.Join("../schemes/documents", d.Name(), "testdata/repaired.bnf"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := bnf.Read("repaired.bnf", text, bnf.ABNF)
	if err != nil {
		t.Fatal(err)
	}
	g, err := reading.New(src)
	if err != nil {
		t.Fatal(err)
	}
	return slow(b), slow(g.BNF)
}

// TestDocuments compares the automata of the schemes' documents with the slow recogniser, on
// short strings, covers and near misses of each rule. TestGeneratedDocuments of package
// schemes compares the participle grammars with the automata.
func TestDocuments(t *testing.T) {
	short, each := effort.Pick(2000, 100, 20), effort.Pick(2000, 30, 10)
	for i, d := range schemes.Documents() {
		if d.Name() == "rfc1738" || i%effort.Pick(1, 4, 10) != 0 {
			continue // an edition, or too many
		}
		byHand, read := slowDocument(t, d)
		strings, members, wrong := 0, 0, 0
		for _, r := range d.Grammar().Rules() {
			l, err := d.Grammar().Conforming(r.Name)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range documentStrings(t, l, short, each) {
				if strings++; l.Valid(s) {
					members++
				}
				if err := agreeOn(l, byHand, read, s); err != "" {
					if wrong++; wrong <= reports {
						t.Errorf("%s: %q: %s", l, s, err)
					}
				}
			}
		}
		t.Logf("%s: %d strings, %d members", d, strings, members)
		if members < strings/100 || members > strings/2 {
			t.Errorf("%s: %d of %d strings are members", d, members, strings)
		}
	}
}

// agreeOn returns where the automaton of a rule and slow recognisers disagree on a string;
// "" if they do not.
func agreeOn(l *grammar.Language, byHand, read *slowGrammar, s string) string {
	got, want := l.Valid(s), read.accepts(l.Rule(), true, s)
	if got != want {
		return "the automaton says " + verdict(got) + ", the slow recogniser " + verdict(want)
	}
	if byHand.bnf.Lookup(l.Rule()) != nil && byHand.accepts(l.Rule(), true, s) != want {
		return "the automaton says " + verdict(got) + ", the grammar by hand does not"
	}
	tree, err := l.Tree(s)
	if (err == nil) != want {
		return "the tree: " + fmt.Sprint(err)
	}
	if err != nil {
		return ""
	}
	derived := read.tree(l.Rule(), true, s)
	if shown := read.shown(derived, s); !equal(tree, shown) {
		return "the automaton's tree is\n\t" + dump(tree, s) + ", the slow recogniser's\n\t" + dump(shown, s)
	}
	chars, err := l.TreeChars(s)
	if err != nil {
		return "no tree with characters: " + err.Error()
	}
	if all := read.withChars(derived); !equal(chars, all) {
		return "the automaton's tree with characters is\n\t" + dump(chars, s) + ", the slow recogniser's\n\t" + dump(all, s)
	}
	return ""
}

// documentStrings returns short strings over the classes of a language, its cover, and its
// near misses, each of them at most so many.
func documentStrings(t *testing.T, l *grammar.Language, short, each int) []string {
	t.Helper()
	var letters []letter
	d, err := l.Characters()
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range d.Classes().Sets() {
		if l.Grammar().Source().UTF8() {
			letters = append(letters, letter{string(set[0].Lo)})
		} else {
			letters = append(letters, letter{string([]byte{byte(set[0].Lo)})})
		}
	}
	var all []string
	for s := range upTo(letters, short) {
		all = append(all, s)
	}
	cover, err := sample.NewCover(l)
	if err != nil {
		t.Fatal(err)
	}
	all = append(all, cover.Strings[:min(each, len(cover.Strings))]...)
	for i, w := range automaton.Cover(l.Automaton()) { // shorter strings
		if i < each {
			all = append(all, text(w))
		}
	}
	misses, err := sample.NearMisses(l)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for near := range misses {
		if n++; n > each {
			break
		}
		all = append(all, near.Text)
	}
	return slices.DeleteFunc(all, func(s string) bool { return len(s) > slowLimit })
}
