package editions_test

import (
	"errors"
	"iter"
	"testing"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/effort"
)

// The three engines are
//
//	the automaton            Valid, Check, CheckRule, Parse, TreeChars
//	the participle grammar   Tree, TreeRule
//	the slow recogniser      slow_test.go
//
// They agree on which strings a rule derives and how.

// bounds are numbers of strings for each rule: the slow recogniser takes some
// microseconds for a short string, the participle grammar some tens.
type bounds struct {
	recognised int // by the automaton and the slow recogniser
	derived    int // by all three
}

func ofRules() bounds {
	return effort.Pick(bounds{100_000, 3_000}, bounds{5_000, 200}, bounds{500, 50})
}

// ofReferences are for whole references, which have the most rules below them.
func ofReferences() bounds {
	return effort.Pick(bounds{1_000_000, 30_000}, bounds{100_000, 1_000}, bounds{10_000, 300})
}

// reports is how many disagreements of a kind are worth reading.
const reports = 5

// recognisers compares the automaton with the slow recogniser and returns how
// many strings it took, and how many of them the language has.
func recognisers(t *testing.T, l language, inputs iter.Seq[string]) (n, members int) {
	t.Helper()
	d, wrong := l.dfa(), 0
	for s := range inputs {
		n++
		got, want := d.Accepts(s), l.accepts(s)
		if want {
			members++
		}
		if got != want {
			if wrong++; wrong <= reports {
				t.Errorf("%s: %q: the automaton says %v, the slow recogniser %v", l, s, got, want)
			}
		}
	}
	return n, members
}

// engines compares all three, and the trees of the two that derive with what
// the slow recogniser derives.
func engines(t *testing.T, l language, inputs iter.Seq[string]) (n, members int) {
	t.Helper()
	wrong := 0
	for s := range inputs {
		n++
		if l.accepts(s) {
			members++
		}
		if err := agree(l, s); err != "" {
			if wrong++; wrong <= reports {
				t.Errorf("%s: %q: %s", l, s, err)
			}
		}
	}
	return n, members
}

// agree returns where the engines disagree on a string; "" if they do not.
func agree(l language, s string) string {
	want := l.accepts(s)
	err := l.check(s)
	if (err == nil) != want {
		return "the slow recogniser says " + verdict(want) + ", Check says " + verdict(err == nil)
	}
	if l.read && l.rule == l.start() && l.Valid(s) != want {
		return "the slow recogniser says " + verdict(want) + ", Valid does not"
	}
	if !l.hasTree() {
		return ""
	}
	tree, treeErr := l.tree(s)
	if (treeErr == nil) != want {
		return "the slow recogniser says " + verdict(want) + ", the participle grammar says " + verdict(treeErr == nil)
	}
	if !want {
		// Both report one and the same error.
		var syntax *grammar.SyntaxError
		if !errors.As(treeErr, &syntax) || treeErr.Error() != err.Error() {
			return "Check says " + err.Error() + "; Tree says " + treeErr.Error()
		}
		return ""
	}
	derived := l.slow.tree(l.rule, l.read, s)
	if shown := l.slow.shown(derived, s); !equal(tree, shown) {
		return "the participle grammar's tree is\n\t" + dump(tree, s) + ", the slow recogniser's\n\t" + dump(shown, s)
	}
	chars, err := l.chars(s)
	if err != nil {
		return "no tree with characters: " + err.Error()
	}
	if all := l.slow.withChars(derived); !equal(chars, all) {
		return "the automaton's tree is\n\t" + dump(chars, s) + ", the slow recogniser's\n\t" + dump(all, s)
	}
	return ""
}

func verdict(member bool) string {
	if member {
		return "yes"
	}
	return "no"
}

// equal compares trees, rule by rule and place by place.
func equal(a, b *grammar.Tree) bool {
	if a.Rule != b.Rule || a.Start != b.Start || a.End != b.End || len(a.Children) != len(b.Children) {
		return false
	}
	for i := range a.Children {
		if !equal(a.Children[i], b.Children[i]) {
			return false
		}
	}
	return true
}

// TestShortStrings compares the engines on all short strings over the classes
// of bytes that each rule tells apart.
func TestShortStrings(t *testing.T) {
	systematic(t)
	each(t, func(t *testing.T, f *fixture) {
		for _, l := range f.some() {
			n, members := recognisers(t, l, upTo(l.classes(), ofRules().recognised))
			if len(shortest(l)) <= 1 && members == 0 {
				t.Errorf("%s: none of %d strings is a member", l, n)
			}
			engines(t, l, upTo(l.classes(), ofRules().derived))
		}
	})
}

// TestPieces compares the engines on all short strings over the pieces that the
// definition of each rule is made of: "::", ":", "0", "0:0" for an IPv6 address.
func TestPieces(t *testing.T) {
	systematic(t)
	each(t, func(t *testing.T, f *fixture) {
		for _, l := range f.some() {
			n, members := recognisers(t, l, upTo(l.pieces(), ofRules().recognised))
			if members == 0 && effort.Exhaustive() {
				t.Errorf("%s: none of %d strings of %q is a member", l, n, l.pieces())
			}
			engines(t, l, upTo(l.pieces(), ofRules().derived))
		}
	})
}

// TestPhrases compares the engines on whole references made of the literals
// and the kinds of characters of the grammar: "http://", "a", "@", "%41".
func TestPhrases(t *testing.T) {
	systematic(t)
	each(t, func(t *testing.T, f *fixture) {
		phrases := f.phrases()
		for _, l := range f.languages() {
			if l.rule != f.start() && l.rule != f.Document().Absolute {
				continue
			}
			n, members := recognisers(t, l, upTo(phrases, ofReferences().recognised))
			if members < n/1000 || members == n {
				t.Errorf("%s: %d of %d strings are members", l, members, n)
			}
			engines(t, l, upTo(phrases, ofReferences().derived))
			t.Logf("%s: %d letters, %d strings, %d members", l, len(phrases), n, members)
		}
	})
}

// TestTransitions compares the engines on strings that take every step of each
// rule's automaton.
func TestTransitions(t *testing.T) {
	systematic(t)
	each(t, func(t *testing.T, f *fixture) {
		sum := 0
		for _, l := range f.some() {
			n, members := recognisers(t, l, every(effort.Pick(1, 5, 20), l.cover()))
			if sum += n; members == 0 && n > 4 {
				t.Errorf("%s: none of %d strings is a member", l, n)
			}
			engines(t, l, every(effort.Pick(1, 50, 200), l.cover()))
		}
		t.Logf("%s: %d strings", f, sum)
	})
}

// TestMutations compares the engines on the documents' strings with one byte
// changed, as references and by the rule that they are given for.
func TestMutations(t *testing.T) {
	systematic(t)
	each(t, func(t *testing.T, f *fixture) {
		sum := 0
		for _, x := range f.rows() {
			if len(x.text) > 120 {
				continue // running text, not a reference
			}
			for _, l := range []language{f.reference(), {f, x.rule, false}} {
				near := mutations(x.text, l.classes())
				n, _ := recognisers(t, l, every(effort.Pick(1, 11, 61), near))
				engines(t, l, every(effort.Pick(11, 127, 607), near))
				sum += n
			}
		}
		t.Logf("%s: %d strings", f, sum)
	})
}
