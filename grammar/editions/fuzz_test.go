package editions_test

import "testing"

// The fuzz targets search for strings that break what the other tests hold to
// strings of their own:
//
//	go test -fuzz FuzzCheck ./grammar/editions
//
// What they find is kept in testdata/fuzz and is a test from then on.

// fuzzLimit is the longest string in bytes for the targets that ask the slow
// recogniser about each of the 256 bytes that may follow.
const fuzzLimit = 100

// seed gives a target the strings of all documents, each once.
func seed(f *testing.F) {
	seen := make(map[string]bool)
	for _, e := range fixtures() {
		for s := range e.texts() {
			if !seen[s] {
				seen[s] = true
				f.Add(s)
			}
		}
	}
}

// FuzzCheck: in every edition the three engines agree on whether the string
// conforms and how it is derived, and the error says exactly where it ends to
// conform and what could go on there.
func FuzzCheck(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > fuzzLimit {
			t.Skip("too long for the slow recogniser")
		}
		for _, e := range fixtures() {
			if wrong := agree(e.reference(), s); wrong != "" {
				t.Errorf("%s: %q: %s", e, s, wrong)
			}
			if wrong := exact(e.reference(), s); wrong != "" {
				t.Errorf("%s: %q: %s", e, s, wrong)
			}
		}
	})
}

// FuzzTree: the tree is a derivation; Parse gives the components of the tree,
// those of Appendix B; and they give the string back. This one takes strings of
// any length.
func FuzzTree(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) {
		for _, e := range fixtures() {
			if wrong := parses(e, s); wrong != "" {
				t.Errorf("%s: %q: %s", e, s, wrong)
			}
		}
	})
}

// FuzzRule is FuzzCheck for the rules by themselves. The numbers choose an
// edition and one of its rules.
func FuzzRule(f *testing.F) {
	for i, e := range fixtures() {
		for _, x := range e.rows() {
			if r, ok := e.read.Lookup(x.rule); ok && len(x.text) <= fuzzLimit {
				f.Add(uint8(i), uint8(r.Index), x.text)
			}
		}
	}
	f.Fuzz(func(t *testing.T, i, rule uint8, s string) {
		if len(s) > fuzzLimit {
			t.Skip("too long for the slow recogniser")
		}
		e := fixtures()[int(i)%len(fixtures())]
		l := language{e, e.read.Names[int(rule)%len(e.read.Names)], false}
		if wrong := agree(l, s); wrong != "" {
			t.Errorf("%s: %q: %s", l, s, wrong)
		}
		if wrong := exact(l, s); wrong != "" {
			t.Errorf("%s: %q: %s", l, s, wrong)
		}
		if tree, err := l.tree(s); err == nil {
			if wrong := derives(e, false, tree, s); wrong != "" {
				t.Errorf("%s: %q: %s", l, s, wrong)
			}
		}
	})
}

// FuzzErrors: the errors of all editions are those that the definitions give, for
// references and for a rule of each, which the number chooses. This one takes
// strings of any length.
func FuzzErrors(f *testing.F) {
	for _, e := range fixtures() {
		for _, x := range e.rows() {
			if r, ok := e.read.Lookup(x.rule); ok {
				f.Add(uint8(r.Index), x.text)
			}
		}
	}
	f.Fuzz(func(t *testing.T, rule uint8, s string) {
		for _, e := range fixtures() {
			for _, l := range []language{e.reference(), {e, e.read.Names[int(rule)%len(e.read.Names)], false}} {
				if wrong := explained(l, s); wrong != "" {
					t.Errorf("%s: %q: %s", l, s, wrong)
				}
			}
		}
	})
}
