package automaton_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"pgregory.net/rapid"
)

// TestExits: joined and read from text, they are in each language what its Locator is,
// after every string. TestLocate and the tests after it hold the ways to run them to the
// definition.
func TestExits(t *testing.T) {
	check := func(t tb, askers ...*asker) *automaton.Exits {
		// Two places are the same exit only if all is the same.
		places := make(map[string]int)
		exit := func(language, state, tag int) int {
			at := fmt.Sprint(language == 0, state, askers[language].seen[tag])
			if _, ok := places[at]; !ok {
				places[at] = len(places)
			}
			return places[at]
		}
		var of []*automaton.Locator
		for _, a := range askers {
			of = append(of, a.x)
		}
		x := reread(automaton.NewExits(exit, of...))
		for i, a := range askers {
			if s, differ := automaton.ExitsDiffer(x, i, a.x, func(state, tag int) int { return exit(i, state, tag) }); differ {
				t.Fatalf("language %d of %d: after %q they differ", i, len(askers), s)
			}
		}
		return x
	}
	rapid.Check(t, func(t *rapid.T) {
		var askers []*asker
		for range rapid.IntRange(1, 3).Draw(t, "languages") {
			if a := newAsker(re.tag(10, drawRegex(t, 4)).expr()); a.exits != nil {
				askers = append(askers, a)
			}
		}
		if len(askers) > 0 {
			check(t, askers...)
		}
	})
	for _, g := range grammars(t, five...) {
		a := newAsker(exprOf(start(t, g)))
		x := check(t, a)
		t.Logf("%s: %d states, %d bytes of text", g.Source.Name, automaton.ExitsStates(x), len(x.Text()))
		if n := automaton.ExitsStates(check(t, a, a)); n > 2*automaton.ExitsStates(x) {
			t.Errorf("%s: %d states twice", g.Source.Name, n)
		}
	}
}

// TestExitsText: the text, and what is wrong with any other.
func TestExitsText(t *testing.T) {
	a := newAsker(re.tag(1, re.cat(re.star(re.symbol("a")), re.symbol("b"))).expr())
	const good = "class 00-60 63-FF\nclass 61\nclass 62\nstart 0\nstate 0 - 1 2\nstate 1 - = 2\nstate 2\n"
	if text := a.exits.Text(); text != good {
		t.Errorf("%s\nwant\n%s", text, good)
	}
	for _, test := range []struct{ old, new, want string }{
		{"class 61", "class 60", "byte 60 is in two classes"},
		{"class 61\n", "", "byte 61 is in no class"},
		{"start 0", "begin 0", "\"begin\" stands where the starts should"},
		{"start 0", "start", "there is no language"},
		{"start 0", "start 9", "there are"},
		{"start 0", "start 65535", "65535 is not from 0 to 65534"},
		{"state 0", "final 0", "begins no line here"},
		{"state 0", "state x", "begins no line here"},
		{"state 0", "state 65535", "begins no line here"},
		{" =", " 99", "none with the number 99"},
		{" =", " =*9", "is wrong, or too much"},
		{" =", " =*0", "is wrong, or too much"},
		{" =", " ", "is wrong, or too much"},
		{" =", " x", "is wrong, or too much"},
		{" =", "=", "is wrong, or too much"},
		{" =", " 99999999999999999999", "is wrong, or too much"},
	} {
		bad := strings.Replace(good, test.old, test.new, 1)
		if _, err := automaton.ReadExits(bad); bad == good || err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q in place of %q: %v; want %q", test.new, test.old, err, test.want)
		}
	}
	if _, err := automaton.ReadExits(good + strings.Repeat("state 0\n", 1<<16)); err == nil || !strings.Contains(err.Error(), "too many") {
		t.Errorf("many states: %v", err)
	}
}

// FuzzReadExits: whatever is read can be run and written.
func FuzzReadExits(f *testing.F) {
	a := newAsker(re.tag(1, re.cat(re.star(re.symbol("a")), re.symbol("b"))).expr())
	f.Add(a.exits.Text(), "aab")
	f.Fuzz(func(t *testing.T, text, s string) {
		x, err := automaton.ReadExits(text)
		if err != nil {
			return
		}
		for i := range x.Languages() {
			length, exit := x.Find(i, s)
			if length < 0 || length > len(s) || exit > x.Greatest() {
				t.Fatalf("Find(%d, %q) is %d, %d", i, s, length, exit)
			}
			for _, run := range automaton.ExitsRuns(x) {
				if n, e := run.Find(i, s); n != length || e != exit {
					t.Fatalf("%s: Find(%d, %q) is %d, %d; want %d, %d", run.Name, i, s, n, e, length, exit)
				}
			}
		}
		if again := reread(x).Text(); again != x.Text() {
			t.Fatalf("%q is written, read, and written as %q", x.Text(), again)
		}
	})
}
