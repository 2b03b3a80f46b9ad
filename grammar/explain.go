package grammar

import (
	"fmt"
	"slices"
	"strconv"
	"sync/atomic"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// explainer says where a string leaves a language, which rule is being read
// there, and what may stand there.
type explainer struct {
	*automaton.Locator
	read  *reading.Grammar
	dfa   *automaton.DFA
	known []atomic.Pointer[[]string] // what is expected, by state of dfa
}

func newExplainer(l *Language) *explainer {
	g, r := l.grammar.read(), l.rule()
	d := g.Automaton(r)
	tag := func(open []int, events []automaton.Event) int {
		if len(open) == 0 {
			return r.Index // at the beginning it is the rule itself
		}
		return innermost(g, open, events)
	}
	return &explainer{
		Locator: automaton.NewLocator(g.Derivation(r), d, tag),
		read:    g, dfa: d, known: make([]atomic.Pointer[[]string], d.States()),
	}
}

// expected names the characters that may follow in a state. They are found when it is first asked for.
func (x *explainer) expected(state int) []string {
	names := x.known[state].Load()
	if names == nil {
		// Who does this at the same time finds the same.
		found := expected(x.read, x.dfa, state)
		names = &found
		x.known[state].Store(names)
	}
	return *names
}

// expected names the characters that may follow in a state: the largest
// character classes of the grammar first, then single characters.
func expected(g *reading.Grammar, d *automaton.DFA, state int) []string {
	classes, rest := g.Cover(g.Next(d, state))
	var out []string
	for _, r := range classes {
		out = append(out, r.Name)
	}
	for _, r := range rest {
		for b := r.Lo; b <= min(r.Hi, utf8.RuneSelf-1); b++ {
			out = append(out, strconv.Quote(string(rune(b))))
		}
		if lo := max(r.Lo, utf8.RuneSelf); lo <= r.Hi {
			out = append(out, fmt.Sprintf("%%x%X-%X", lo, r.Hi))
		}
	}
	if d.Accepting(state) {
		out = append(out, EndOfInput)
	}
	return slices.Clip(out)
}
