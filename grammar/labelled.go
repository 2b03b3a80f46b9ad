package grammar

import (
	"fmt"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// Labelled is a language in which each character has a label: the component that it
// belongs to. It is returned by [Label], for programs that compute with
// automata.
type Labelled struct {
	// Automaton is the minimal automaton over symbols that are pairs of a character and
	// a label: the character + Size * label.
	Automaton *automaton.DFA
	Size      int32
	// Components are the names of the labels, in the words of [Edition.Components];
	// the first is "", for characters that no component has which is a rule: the
	// delimiters, and in most editions the path.
	Components []string
}

// LabelOf returns the component that a rule of an edition is, or a form of which it is, as
// [Label] has it; "" if it is none.
func LabelOf(e *Edition, rule string) string {
	r, err := e.grammar.rule(rule)
	if err != nil {
		return ""
	}
	return e.label(e.roles()[r.Index])
}

// label is the component that a rule of the role labels its characters with.
func (e *Edition) label(r role) string {
	switch name := r.component(); name {
	case "user", "password":
		return "userinfo"
	case "opaque":
		return ""
	case "scheme":
		if e.document().ByScheme {
			return "" // most schemes are literals there, and no rule
		}
		return name
	default:
		return name
	}
}

// Label returns a language of an edition with the component of each character. A
// character belongs to the innermost component; "user" and "password" are part of
// "userinfo", and "opaque" is a path.
//
// Making it takes some ten milliseconds. It is not kept.
func Label(e *Edition, l *Language) (*Labelled, error) {
	if l.grammar != e.grammar {
		return nil, fmt.Errorf("grammar: %s is not a language of %s", l, e)
	}
	x := &Labelled{Components: []string{""}}
	number := make(map[string]int)
	byRule := make([]int, len(e.roles()))
	for i, r := range e.roles() {
		name := e.label(r)
		byRule[i] = -1
		if name == "" {
			continue
		}
		if _, ok := number[name]; !ok {
			number[name] = len(x.Components)
			x.Components = append(x.Components, name)
		}
		byRule[i] = number[name]
	}
	x.Automaton, x.Size = e.grammar.read().Labelled(l.rule(), len(x.Components), func(r *reading.Rule) int { return byRule[r.Index] })
	return x, nil
}
