package export

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/automaton"
)

// Automaton is the minimal deterministic automaton of a language over octets, also where the
// grammar has code points. [WriteAutomaton] and [ReadAutomaton] write and read it as JSON:
//
//	{"version":1,"grammar":"rfc3986","rule":"scheme","start":0,"accepting":[1],
//	 "classes":[[[43,43],[45,46],[48,57]],[[65,90],[97,122]]],
//	 "transitions":[[null,1],[1,1]]}
//
// States and classes are numbered from 0. classes lists for each class of octets its ranges,
// first and last; transitions lists for each state where each class leads. Where it is null,
// and for octets that are in no class, there is no string of the language with this
// beginning.
type Automaton struct {
	Grammar string // the name of the grammar: "rfc3986"
	Rule    string // the name of the rule: "scheme"
	DFA     *automaton.DFA
}

// version is the number of this form.
const version = 1

// table is an automaton in JSON.
type table struct {
	Version     int            `json:"version"`
	Grammar     string         `json:"grammar"`
	Rule        string         `json:"rule"`
	Start       int            `json:"start"`
	Accepting   []int          `json:"accepting"`
	Classes     [][]octetRange `json:"classes"`
	Transitions [][]*int       `json:"transitions"`
}

// octetRange is the first and the last octet of a range.
type octetRange [2]int

// tableOf returns the table of an automaton, without the dead state and the octets that lead
// nowhere else.
func tableOf(d *automaton.DFA) table {
	live := d.Live()
	number := make([]int, d.States())
	states := 0
	for s := range number {
		if live[s] {
			number[s] = states
			states++
		}
	}
	t := table{Version: version, Accepting: []int{}, Classes: [][]octetRange{}, Transitions: make([][]*int, states)}
	for s := range number {
		if d.Accepting(s) {
			t.Accepting = append(t.Accepting, number[s])
		}
	}
	for i := range t.Transitions {
		t.Transitions[i] = []*int{}
	}
	for _, class := range d.Classes().Sets() {
		leads := false
		for s := range number {
			leads = leads || live[s] && live[d.Step(s, class[0].Lo)]
		}
		if !leads {
			continue
		}
		var ranges []octetRange
		for _, r := range class {
			ranges = append(ranges, octetRange{int(r.Lo), int(r.Hi)})
		}
		t.Classes = append(t.Classes, ranges)
		for s := range number {
			if !live[s] {
				continue
			}
			var to *int
			if next := d.Step(s, class[0].Lo); live[next] {
				to = &number[next]
			}
			t.Transitions[number[s]] = append(t.Transitions[number[s]], to)
		}
	}
	return t
}

// WriteAutomaton returns the automaton of a language as one line of JSON, without a line end.
func WriteAutomaton(l *grammar.Language) []byte {
	text, _ := (&Automaton{l.Grammar().String(), l.Rule(), l.Automaton()}).MarshalJSON()
	return text
}

// MarshalJSON returns the automaton as one line of JSON, without a line end. The error is
// nil.
func (a *Automaton) MarshalJSON() ([]byte, error) {
	t := tableOf(a.DFA)
	t.Grammar, t.Rule = a.Grammar, a.Rule
	return json.Marshal(t) // numbers and names can always be written
}

// DOT returns the automaton of a language as a graph for Graphviz. Its transitions have the
// octets that take them.
func DOT(l *grammar.Language) string {
	t := tableOf(l.Automaton())
	var b strings.Builder
	fmt.Fprintf(&b, "digraph %s {\n\trankdir=LR\n\tnode [shape=circle, fontname=\"monospace\"]\n\tedge [fontname=\"monospace\"]\n\tstart [shape=point]\n", dotString(l.String()))
	for s := range t.Transitions {
		if slices.Contains(t.Accepting, s) {
			fmt.Fprintf(&b, "\t%d [shape=doublecircle]\n", s)
		} else {
			fmt.Fprintf(&b, "\t%d\n", s)
		}
	}
	if len(t.Transitions) > 0 {
		fmt.Fprintf(&b, "\tstart -> %d\n", t.Start)
	}
	for s, row := range t.Transitions {
		sets := make(map[int]automaton.Set)
		for class, to := range row {
			if to == nil {
				continue
			}
			for _, r := range t.Classes[class] {
				sets[*to] = sets[*to].Union(automaton.Between(int32(r[0]), int32(r[1])))
			}
		}
		for _, to := range sorted(sets) {
			fmt.Fprintf(&b, "\t%d -> %d [label=%s]\n", s, to, dotString(setText(sets[to])))
		}
	}
	b.WriteString("}\n")
	return b.String()
}

// setText writes a set for people: a-z 0-9 %00-%1F.
func setText(set automaton.Set) string {
	char := func(c int32) string {
		if c > ' ' && c <= '~' {
			return string(rune(c))
		}
		return fmt.Sprintf("%%x%02X", c)
	}
	var parts []string
	for _, r := range set {
		switch {
		case r.Lo == r.Hi:
			parts = append(parts, char(r.Lo))
		case r.Hi == r.Lo+1:
			parts = append(parts, char(r.Lo), char(r.Hi))
		default:
			parts = append(parts, char(r.Lo)+"-"+char(r.Hi))
		}
	}
	return strings.Join(parts, " ")
}

// dotString is a string in DOT.
func dotString(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}
