package reading

import (
	"fmt"
	"path"
	"strings"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/bnf"
)

// Given is the strings of an automaton over bytes, of which nobody knows the rules.
type Given struct{ Automaton *automaton.DFA }

func (*Given) expr() {}

// givenName is the name of a rule that has an automaton: one of a text, or of a rule that
// is imported or unrolled ("rfc3986:path", "x:1").
var givenName = pattern{text: `^[A-Za-z][A-Za-z0-9_+:.-]{0,254}$`}

// namedCore are the core rules by whose names messages call the characters of an
// automaton.
var namedCore = []string{"ALPHA", "DIGIT", "HEXDIG"}

// FromAutomaton returns the grammar of one rule, which derives the strings of a minimal
// automaton over bytes; file is the name of the grammar. The error says that the rule
// cannot have that name.
//
// Besides the rule there are some core rules of ABNF, so that messages have names for
// characters. The characters that the automaton treats alike are classes: "class-0" and
// so on, if some string has them.
func FromAutomaton(file, rule string, d *automaton.DFA) (*Grammar, error) {
	if !givenName.get().MatchString(rule) {
		return nil, fmt.Errorf("%q cannot be the name of a rule", rule)
	}
	given := &bnf.Rule{Name: rule, Elements: &bnf.Alternation{Concatenations: []*bnf.Concatenation{
		{Repetitions: []*bnf.Repetition{{Min: 1, Max: 1, Element: &bnf.ProseVal{Text: "an automaton"}}}},
	}}}
	return New(&Source{
		Files: []bnf.File{{Name: file}}, Name: path.Base(file), Notation: bnf.ABNF.String(), Start: rule,
		Classes: classesOf(d), given: d,
		rewrite: func(*bnf.Grammar) *bnf.Grammar {
			out := &bnf.Grammar{Notation: bnf.ABNF, Rules: []*bnf.Rule{given}}
			for _, name := range namedCore {
				if out.Lookup(name) == nil {
					core := bnf.CoreRule(name).Map(name, func(e bnf.Element) bnf.Element { return e })
					core.Pos, core.EndLine = bnf.Pos{}, 0 // no text has it
					out.Rules = append(out.Rules, core)
				}
			}
			return out
		},
	})
}

// classesOf returns the classes of an automaton from which some string has a character.
func classesOf(d *automaton.DFA) []Class {
	var classes []Class
	live := d.Live()
	for _, set := range d.Classes().Sets() {
		leads := false
		for state := range live {
			leads = leads || live[state] && live[d.Step(state, set[0].Lo)]
		}
		if !leads {
			continue
		}
		var ranges []string
		for _, r := range set {
			ranges = append(ranges, fmt.Sprintf("%02X-%02X", r.Lo, r.Hi))
		}
		classes = append(classes, Class{Name: fmt.Sprintf("class-%d", len(classes)), Bytes: strings.Join(ranges, " ")})
	}
	return classes
}
