package editions_test

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/effort"
)

// all returns the derivations of a text from the rule, one for each way
// through the definitions.
func (l language) all(text string) []*grammar.Tree {
	m, n := l.slow.on(text), l.slow.lookup(l.rule, l.read)
	if !m.ends(n, 0).has(len(text)) {
		return nil
	}
	var out []*grammar.Tree
	for _, forest := range m.all(n, 0, len(text)) {
		out = append(out, forest[0])
	}
	return out
}

// derivations returns the derivations of a text from the rule, each tree once,
// as dump writes them: down to the rules that are a character class.
func (l language) derivations(text string) []string {
	return l.different(text, func(t *grammar.Tree) string { return dump(t, text) })
}

// outlines returns what stands in the definition of the rule in the
// derivations of a text, each once.
func (l language) outlines(text string) []string { return l.different(text, outline) }

// outline writes the children of a tree.
func outline(t *grammar.Tree) string {
	var b strings.Builder
	for _, c := range t.Children {
		fmt.Fprint(&b, c.Rule, c.Start, "-", c.End, " ")
	}
	return b.String()
}

func (l language) different(text string, show func(t *grammar.Tree) string) []string {
	var out []string
	for _, t := range l.all(text) {
		out = append(out, show(l.slow.withChars(t)))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// all returns every derivation of the text from start to end by n: derive, not
// only the first.
func (m *slowMatch) all(n *slowNode, start, end int) (out [][]*grammar.Tree) {
	// pair adds what x makes of the text up to each place and y of the rest.
	pair := func(x, y *slowNode, from int) {
		for e := from; e <= end; e++ {
			if !m.ends(x, start).has(e) || !m.ends(y, e).has(end) {
				continue
			}
			rest := m.all(y, e, end)
			for _, f := range m.all(x, start, e) {
				for _, g := range rest {
					out = append(out, slices.Concat(f, g))
				}
			}
		}
	}
	switch n.kind {
	case slowEmpty, slowChar:
		return [][]*grammar.Tree{nil}
	case slowRule:
		for _, f := range m.all(n.parts[0], start, end) {
			out = append(out, []*grammar.Tree{{Rule: n.rule, Start: start, End: end, Children: f}})
		}
	case slowNot:
		return m.all(n.parts[0], start, end)
	case slowAlt:
		for _, p := range n.parts {
			if m.ends(p, start).has(end) {
				out = append(out, m.all(p, start, end)...)
			}
		}
	case slowSeq:
		pair(n.parts[0], n.parts[1], start)
	case slowTurn:
		if start == end {
			return [][]*grammar.Tree{nil}
		}
		pair(n.parts[0], n.parts[1], start+1) // no empty turn that need not be
	}
	return out
}

// letters are one character of each kind that the definition of the rule, and of
// those below it, tells apart; the automata have no part in them.
func (l language) letters() []string {
	return slowRepresentatives(slowSets(l.slow.lookup(l.rule, l.read)))
}

// ambiguities are what the library finds.
func (l language) ambiguities() []*grammar.Ambiguity {
	found, err := l.language().Ambiguities()
	if err != nil {
		panic(err)
	}
	return found
}

// TestAmbiguity holds the shortest strings with two derivations to all
// derivations of all shorter strings, as far as a number of strings goes, and
// the two trees to all derivations of the string.
func TestAmbiguity(t *testing.T) {
	systematic(t)
	each(t, func(t *testing.T, f *fixture) {
		used := make(map[string]bool)
		for _, l := range f.languages() {
			if !l.hasTree() {
				continue
			}
			// No string of fewer bytes has two derivations, or two that part in
			// the rule itself.
			any, own := longest, longest
			for i, a := range l.ambiguities() {
				trees(t, l, a)
				if a.Settled != nil {
					used[a.Settled.Why] = true
				}
				if i == 0 {
					any = len(a.Text)
				}
				if a.Diverging == l.rule {
					own = len(a.Text)
				} else if i > 0 {
					t.Errorf("%s: the second string diverges in %s", l, a.Diverging)
				}
			}
			for s := range l.members(own, effort.Pick(3_000, 300, 100)) {
				d := l.derivations(s)
				if len(d) > 1 && len(s) < any {
					t.Fatalf("%s: %q has the derivations\n\t%s", l, s, strings.Join(d, "\n\t"))
				}
				if len(d) > 1 && len(l.outlines(s)) > 1 && len(s) < own {
					t.Fatalf("%s: %q has derivations that part there:\n\t%s", l, s, strings.Join(d, "\n\t"))
				}
			}
		}
		for _, a := range f.Grammar().Source().Ambiguities {
			if !used[a.ID+": "+a.Why] {
				t.Errorf("%s settles no string of a rule: %s", a.ID, a.Rule)
			}
		}
	})
}

// members yields the strings of the language over its letters, shorter ones
// first, up to a length, or as long as no more than max prefixes are looked at.
func (l language) members(length, max int) iter.Seq[string] {
	return func(yield func(string) bool) {
		level, letters := []string{""}, l.letters()
		for n := 0; length > 0 && len(level) > 0 && n+len(level) <= max; length-- {
			n += len(level)
			var next []string
			for _, s := range level {
				if l.accepts(s) && !yield(s) {
					return
				}
				for _, x := range letters {
					if l.viable(s + x) {
						next = append(next, s+x)
					}
				}
			}
			level = next
		}
	}
}

// trees checks the two trees of an ambiguity: each is a derivation by the
// rules, they differ, the first is the tree of the string, and they part where
// it is said.
func trees(t *testing.T, l language, a *grammar.Ambiguity) {
	t.Helper()
	want, err := l.tree(a.Text)
	if err != nil {
		t.Fatalf("%s: %q: %v", l, a.Text, err)
	}
	chars, _ := l.chars(a.Text)
	var shown []string // all derivations, with as many nodes as the trees have
	show := func(t *grammar.Tree) string { return dump(t, a.Text) }
	switch {
	case equal(a.Chosen, want):
		for _, d := range l.all(a.Text) {
			shown = append(shown, show(l.slow.shown(d, a.Text)))
		}
	case equal(a.Chosen, chars):
		shown = l.derivations(a.Text)
	default:
		t.Errorf("%s: %q: the tree chosen is\n\t%s, Tree returns\n\t%s", l, a.Text, show(a.Chosen), show(want))
	}
	if equal(a.Chosen, a.Other) || !slices.Contains(shown, show(a.Chosen)) || !slices.Contains(shown, show(a.Other)) {
		t.Errorf("%s: %q: the trees\n\t%s and\n\t%s; the derivations are\n\t%s", l, a.Text, show(a.Chosen), show(a.Other), strings.Join(shown, "\n\t"))
	}
	// Where the reading is said to take the other one away, it does.
	for _, d := range l.Grammar().Source().Reading {
		if a.Settled == nil || a.Settled.Why != d.Why || d.First || d.Lazy {
			continue
		}
		for _, u := range (language{l.fixture, l.rule, true}).all(a.Text) {
			if equal(l.slow.shown(u, a.Text), a.Other) || equal(l.slow.withChars(u), a.Other) {
				t.Errorf("%s: %q has the derivation\n\t%s under the reading too, against section %s", l, a.Text, show(u), d.Section)
			}
		}
	}
	// Both have a node of the rule in one place, with other children.
	nodes := func(t *grammar.Tree) map[string]string {
		all := make(map[string]string)
		var visit func(t *grammar.Tree)
		visit = func(t *grammar.Tree) {
			all[fmt.Sprint(t.Rule, t.Start, t.End)] = outline(t)
			for _, c := range t.Children {
				visit(c)
			}
		}
		visit(t)
		return all
	}
	other, parted := nodes(a.Other), false
	for at, text := range nodes(a.Chosen) {
		u, ok := other[at]
		parted = parted || ok && u != text && strings.HasPrefix(at, a.Diverging)
	}
	if !parted {
		t.Errorf("%s: %q does not diverge in %s", l, a.Text, a.Diverging)
	}
}

// TestAmbiguityEntries holds the rules to the list of what is ambiguous in each
// edition: as many derivations as it says, a string that is no longer, and for
// each item that decides something a place in the edition's data.
func TestAmbiguityEntries(t *testing.T) {
	rows := 0
	err := readTable("testdata/ambiguity.tsv", 6, func(line int, c []string) error {
		e, ok := editions.Lookup(c[0])
		if !ok {
			return nil
		}
		rows++
		id, rule, text := c[1], c[2], c[3]
		want, err := strconv.Atoi(c[4])
		if err != nil {
			return err
		}
		l := language{edition(e.Name()), rule, false}
		if d := l.derivations(text); len(d) != want {
			t.Errorf("ambiguity.tsv:%d: %s: %q has %d derivations, want %d:\n\t%s", line, l, text, len(d), want, strings.Join(d, "\n\t"))
		}
		if want < 2 {
			return nil
		}
		if found := l.ambiguities(); len(found) == 0 || len(found[0].Text) > len(text) {
			t.Errorf("ambiguity.tsv:%d: %s: %q is ambiguous, found are %d strings", line, l, text, len(found))
		}
		known := false
		for _, d := range e.Grammar().Source().Reading {
			known = known || strings.Contains(d.Why, id)
		}
		for _, a := range e.Grammar().Source().Ambiguities {
			known = known || a.ID == id
		}
		if !known {
			t.Errorf("ambiguity.tsv:%d: %s.json says nothing of %s", line, e, id)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if rows < 40 {
		t.Errorf("only %d rows", rows)
	}
}

// TestAmbiguityRules: what is ambiguous in which rules, in which rule the
// derivations part, and what settles it: the section, or the item if no sentence
// does.
func TestAmbiguityRules(t *testing.T) {
	for _, test := range []struct{ edition, rule, want string }{
		{"rfc1738", "schemepart", `"//A" in schemepart by 3.1`},
		{"rfc1738", "otherurl", `"a://A" in schemepart by 3.1`},
		{"rfc1738", "url", `"a://A" in schemepart by 3.1; "news:*" in url by 5`},
		{"rfc1738", "fileurl", `"file://localhost/" in fileurl by 3.10`},
		{"rfc1738", "gopherurl", `"gopher://A/!%09" in gopherurl by 3.4.2`},
		{"rfc1738", "hostname", ``},
		{"rfc1738", "ftpurl", ``},
		{"rfc1738", "as read", `"a://A" in schemepart by 3.1`},
		{"url-syntax-02", "relativeURL", `"/" in relativeURL by 5`},
		{"url-syntax-02", "absoluteURL", `"A:" in absoluteURL by 4.4`},
		{"url-syntax-02", "URL-reference", `"/" in relativeURL by 5; "A:" in URL-reference by 4.4, 5, B`},
		{"url-syntax-02", "path", `"/" in path by nothing`},
		{"url-syntax-02", "server", ``},
		{"url-syntax-02", "as read", ``},
		{"url-syntax-09", "relativeURL", `"/" in relativeURL by 5`},
		{"url-syntax-09", "site", `"" in site by 09-A2`},
		{"url-syntax-09", "as read", `"//" in site by 09-A2`},
		{"rfc2396bis-00", "relative-URI", `"//" in relative-URI by 3, 4.3`},
		{"rfc2396bis-00", "hier-part", `"//" in hier-part by 3, 4.3`},
		{"rfc2396bis-00", "authority", `"0" in authority by bis00-A1`},
		{"rfc2396bis-00", "host", `"0.A" in qualified by bis00-A5; "0.0.0.0" in host by bis00-A1`},
		{"rfc2396bis-00", "absolute-URI", `"A:?" in absolute-URI by bis00-A2`},
		{"rfc2396bis-00", "IPv6address", ``},
		{"rfc2396bis-00", "as read", `"A:?" in absolute-URI by bis00-A2`},
		{"rfc3986", "host", `"0.0.0.0" in host by 3.2.2`},
		{"rfc3986", "path", `"" in path by 3.3`},
		{"rfc3986", "IPv6address", ``},
		{"rfc3986", "as read", `"//0.0.0.0" in host by 3.2.2`},
	} {
		l := language{edition(test.edition), test.rule, test.rule == "as read"}
		var got []string
		for _, a := range l.ambiguities() {
			by := "nothing"
			if a.Settled != nil {
				by = a.Settled.Section
				if by == "" {
					by, _, _ = strings.Cut(a.Settled.Why, ":")
				}
			}
			got = append(got, fmt.Sprintf("%q in %s by %s", a.Text, a.Diverging, by))
		}
		if got := strings.Join(got, "; "); got != test.want {
			t.Errorf("%s: %s, want %s", l, got, test.want)
		}
	}
}
