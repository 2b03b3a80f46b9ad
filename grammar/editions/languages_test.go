package editions_test

import (
	"testing"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/automaton"
)

// TestRoles: an absolute reference is a reference, and a URI is one that has a
// scheme; with the form that a base has it shares what has no fragment.
func TestRoles(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		for _, e := range []*grammar.Edition{f.Edition, f.Corrected()} {
			if d := automaton.Minus(e.URIs().Automaton(), e.References().Automaton()); !automaton.Empty(d) {
				w, _ := automaton.Shortest(d)
				t.Errorf("%s: %q is a URI and no reference", e, text(w))
			}
			if d := automaton.Minus(e.Absolute().Automaton(), e.URIs().Automaton()); !automaton.Empty(d) {
				w, _ := automaton.Shortest(d)
				t.Errorf("%s: %q is absolute and no URI", e, text(w))
			}
			for s := range f.reference().cover() {
				ref, err := e.Parse(s)
				if err != nil {
					continue
				}
				if got, want := e.URIs().Valid(s), ref.Scheme.Present(); got != want {
					t.Errorf("%s: %q is a URI: %t, it has a scheme: %t", e, s, got, want)
				}
			}
		}
	})
}

// TestRolesOfExamples shows what the roles are in the editions, and which rule an
// error names in them.
func TestRolesOfExamples(t *testing.T) {
	type verdicts struct{ reference, absolute, uri bool }
	for _, c := range []struct {
		text string
		want map[string]verdicts
	}{
		{"http://h/#f", map[string]verdicts{
			"rfc1738": {}, "rfc1808": {true, true, true}, "url-syntax-02": {true, false, true}, "url-syntax-09": {true, false, true},
			"rfc2396": {true, false, true}, "rfc2732": {true, false, true}, "rfc2396bis-00": {true, true, true},
			"rfc3986": {true, false, true}, "rfc3987": {true, false, true}, "rfc6874": {true, false, true},
		}},
		// The base that section 5 of RFC 1808 prints; one that does not fit generic-RL.
		{"http://a/b/c/d;p?q#f", map[string]verdicts{"rfc1808": {true, true, true}, "rfc3986": {true, false, true}}},
		{"http://a//b#f", map[string]verdicts{"rfc1808": {true, false, true}}},
		{"http://h/", map[string]verdicts{"rfc1738": {true, true, true}, "rfc2396": {true, true, true}, "rfc3986": {true, true, true}}},
		{"//h/#f", map[string]verdicts{"rfc1738": {}, "rfc2396": {true, false, false}, "rfc3986": {true, false, false}}},
		{"", map[string]verdicts{"rfc1738": {}, "rfc2396": {true, false, false}, "rfc3986": {true, false, false}}},
	} {
		for name, want := range c.want {
			e, _ := editions.Lookup(name)
			if got := (verdicts{e.Valid(c.text), e.Absolute().Valid(c.text), e.URIs().Valid(c.text)}); got != want {
				t.Errorf("%s: %q: %+v, want %+v", e, c.text, got, want)
			}
		}
	}
	for name, want := range map[string]string{
		"rfc2396": `rfc2396: offset 0: "#" in URI-reference (section 4), expected alpha`,
		"rfc3986": `rfc3986: offset 0: "#" in URI (section 3), expected ALPHA`,
	} {
		e, _ := editions.Lookup(name)
		if err := e.URIs().Check("#f"); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", e, err, want)
		}
	}
}

// TestTreesOfRoles: a tree by the automaton where the participle grammar has no
// struct is the tree of the same string as a reference, from the rule of the role.
func TestTreesOfRoles(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		for s := range f.reference().cover() {
			for _, l := range []*grammar.Language{f.URIs(), f.Absolute()} {
				tree, err := l.Tree(s)
				if (err == nil) != l.Valid(s) {
					t.Fatalf("%s: %q: %v", l, s, err)
				}
				if err != nil {
					continue
				}
				whole, err := f.Tree(s)
				if err != nil {
					t.Fatalf("%s: %q: %v", f, s, err)
				}
				got, within := dump(tree, s), dump(whole, s)
				if tree.Rule != l.Rule() || tree.Rule == whole.Rule && got != within {
					t.Errorf("%s: %q:\n got %s\nwant %s", l, s, got, within)
				}
			}
		}
	})
}

// TestViableCostsNothing: the place of an error is found without an allocation.
func TestViableCostsNothing(t *testing.T) {
	for _, f := range fixtures() {
		l := f.References()
		if n := testing.AllocsPerRun(10, func() { l.Viable("http://[::1]:80/|") }); n > 0 {
			t.Errorf("%s: Viable allocates %v times", f, n)
		}
	}
}
