package grammar

import (
	"maps"
	"slices"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// DataRule is what the grammar says of characters in a component: which of them
// may stand there as themselves. It is made by [Edition.DataRule].
type DataRule struct {
	Component string // as asked for
	Rule      string // of the grammar, from which the rest is taken
	Section   string // that defines the rule
	// First are the characters that may be the first of the component, Rest
	// those that may follow; "%" is in neither.
	First, Rest *Chars
	// Escapes is true if an octet may stand there escaped, as "%" and two
	// hexadecimal digits.
	Escapes bool

	many     bool // the component is any number of characters of the rule
	language *Language
	dfa      *automaton.DFA // of language
}

// DataRule returns what may stand in a component: a word of package ast
// (scheme, userinfo, user, password, host, port, path, query, fragment), or
// segment, param, registry or opaque, as the edition has them; or the name of
// one of the edition's rules. In a segment of an edition with params, ";" may
// not stand as itself, because it would begin one. The error is an
// [*UnknownNameError]. The answer is read off the rule's automaton.
func (e *Edition) DataRule(component string) (*DataRule, error) {
	g := e.grammar.read()
	name, ok := e.Document().Data[component]
	if !ok {
		name = component
	}
	r, ok := g.Lookup(name)
	if !ok {
		return nil, &UnknownNameError{e.String(), "component", component, e.dataComponents()}
	}
	l, err := e.grammar.Language(r.Name)
	if err != nil {
		return nil, err
	}
	d := &DataRule{
		Component: component, Rule: r.Name, Section: g.Section(r.Name),
		many: r.Character || len(r.Class) > 0, language: l, dfa: l.Automaton(),
	}
	d.read(g)
	return d, nil
}

// dataComponents returns the names of the components that data is written
// into.
func (e *Edition) dataComponents() []string {
	return slices.Sorted(maps.Keys(e.Document().Data))
}

// read finds the characters by the automaton: c may come first if it is a string of the
// rule, and may follow if it and a character before it are one.
func (d *DataRule) read(g *reading.Grammar) {
	escape := d.dfa.Step(d.dfa.Step(d.dfa.Step(0, '%'), '4'), '1')
	d.Escapes = d.dfa.Accepting(escape)
	var first, rest automaton.Set
	for _, atom := range g.Atoms() {
		after := g.Step(d.dfa, 0, atom[0].Lo)
		if atom.Has('%') || !d.dfa.Accepting(after) {
			continue
		}
		first = first.Union(atom)
		for _, next := range g.Atoms() {
			if !next.Has('%') && d.dfa.Accepting(g.Step(d.dfa, after, next[0].Lo)) {
				rest = rest.Union(next)
			}
		}
	}
	if d.many {
		rest = first
	}
	d.First, d.Rest = newChars(g.Source, first), newChars(g.Source, rest)
}

// Language returns the strings of the rule.
func (d *DataRule) Language() *Language { return d.language }

// Accepts reports whether the component may be text, escapes included.
func (d *DataRule) Accepts(text string) bool {
	if !d.many {
		return d.dfa.Accepts(text)
	}
	state := 0
	for i := range len(text) {
		if state = d.dfa.Step(state, int32(text[i])); d.dfa.Accepting(state) {
			state = 0
		}
	}
	return state == 0
}
