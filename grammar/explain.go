package grammar

import (
	"fmt"
	"slices"
	"sync/atomic"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// explainer says where a string leaves a language, which rule is being read
// there, and what may stand there.
type explainer struct {
	// leave returns the length of the longest viable prefix of a string, and what is
	// known of the place after it.
	leave func(s string) (offset int, at explanation)
	// source has what the document says of characters, if not more.
	source *reading.Source
}

// explanation is what is known of a place at which a string leaves a language.
type explanation struct {
	rule, section string
	expectations
}

// expectations are what may follow, as values and as names.
type expectations struct {
	values []Expected
	names  []string
}

// newExplainer reads the explainer from a table, if there is one, or else makes it from the
// rules.
func newExplainer(l *Language) *explainer {
	if x := l.grammar.explained.get(l.grammar, readExplanations); x != nil {
		if i := slices.Index(x.languages, l.table); i >= 0 {
			return &explainer{func(s string) (int, explanation) { return x.leave(i, s) }, &x.source}
		}
	}
	x := newRuleExplainer(l.grammar.read(), l.rule())
	return &explainer{x.leave, x.read.Source}
}

// ruleExplainer is an explainer that is made from the rules.
type ruleExplainer struct {
	// locate returns the length of the longest viable prefix of a string, the state
	// after it and the rule that is being read there.
	locate func(s string) (offset, state, rule int)
	read   *reading.Grammar
	rule   *reading.Rule // of the language
	dfa    *automaton.DFA
	known  []atomic.Pointer[expectations] // by state of dfa
}

func newRuleExplainer(g *reading.Grammar, r *reading.Rule) *ruleExplainer {
	d := g.Automaton(r)
	x := &ruleExplainer{
		locate: func(s string) (int, int, int) { return slowly(g, r, s, tagOf(g, r)) },
		read:   g, rule: r, dfa: d, known: make([]atomic.Pointer[expectations], d.States()),
	}
	// In an unusual grammar the locator may be too large.
	automaton.Within(func() { x.locate = newLocator(g, r).Locate })
	return x
}

func newLocator(g *reading.Grammar, r *reading.Rule) *automaton.Locator {
	return automaton.NewLocator(g.Derivation(r), g.Automaton(r), tagOf(g, r))
}

func (x *ruleExplainer) leave(s string) (offset int, at explanation) {
	offset, state, rule := x.locate(s)
	return offset, x.explain(state, rule)
}

// explain returns what is known of a place.
func (x *ruleExplainer) explain(state, rule int) (at explanation) {
	if rule < 0 { // no rule is being read in a language without strings
		rule = x.rule.Index
	}
	at.rule = x.read.Names[rule]
	at.section = x.read.Section(at.rule)
	at.expectations = *x.expected(state)
	return at
}

// tagOf returns what decides which rule is being read; see [automaton.NewLocator].
func tagOf(g *reading.Grammar, r *reading.Rule) func(open []int, events []automaton.Event) int {
	return func(open []int, events []automaton.Event) int {
		if len(open) == 0 {
			return r.Index // at the beginning it is the rule itself
		}
		return innermost(g, open, events)
	}
}

// slowly finds what a [automaton.Locator] finds, from the derivation of the prefix
// with a shortest completion. If that is too much as well, the rule is r.
func slowly(g *reading.Grammar, r *reading.Rule, s string, tag func([]int, []automaton.Event) int) (offset, state, rule int) {
	d := g.Automaton(r)
	offset, state = d.Viable(s)
	if offset < 0 {
		return 0, 0, r.Index
	}
	if offset > deriverLimit {
		return offset, state, r.Index
	}
	rest, _ := d.ShortestFrom(state)
	var open []int
	var events []automaton.Event
	if automaton.Within(func() {
		g.Derivation(r).Parse(s[:offset]+text(rest), func(ev automaton.Event, at int) {
			switch {
			case at == offset:
				events = append(events, ev)
			case at > offset:
			case ev.Open:
				open = append(open, ev.Tag)
			default:
				open = open[:len(open)-1]
			}
		})
	}) != nil {
		return offset, state, r.Index
	}
	return offset, state, tag(open, events)
}

// expected returns what may follow in a state. It is found when it is first asked for.
func (x *ruleExplainer) expected(state int) *expectations {
	known := x.known[state].Load()
	if known == nil {
		// Who does this at the same time finds the same.
		known = new(expectations)
		known.values = expected(x.read, x.read.Next(x.dfa, state))
		if x.dfa.Accepting(state) {
			known.values = append(known.values, Expected{End: true})
		}
		known.values = slices.Clip(known.values)
		known.names = namesOf(known.values)
		x.known[state].Store(known)
	}
	return known
}

// Names returns names for a set of characters, as they stand in
// [SyntaxError.Expected]: the largest character classes of the grammar within it first,
// then single characters in quotes.
func (g *Grammar) Names(set automaton.Set) []string {
	return namesOf(expected(g.read(), set))
}

// expected returns the characters of a set.
func expected(g *reading.Grammar, set automaton.Set) (values []Expected) {
	classes, rest := g.Cover(set)
	for _, r := range classes {
		values = append(values, Expected{Class: r.Name})
	}
	for _, r := range rest {
		for b := r.Lo; b <= min(r.Hi, utf8.RuneSelf-1); b++ {
			values = append(values, Expected{First: b, Last: b})
		}
		if lo := max(r.Lo, utf8.RuneSelf); lo <= r.Hi {
			values = append(values, Expected{First: lo, Last: r.Hi})
		}
	}
	return values
}

// namesOf returns what is expected as it stands in [SyntaxError.Expected].
func namesOf(values []Expected) []string {
	names := make([]string, len(values))
	for i, x := range values {
		switch {
		case x.End:
			names[i] = EndOfInput
		case x.Class != "":
			names[i] = x.Class
		case x.First < utf8.RuneSelf:
			names[i] = Quoted(string(x.First))
		default:
			names[i] = fmt.Sprintf("%%x%X-%X", x.First, x.Last)
		}
	}
	return names
}
