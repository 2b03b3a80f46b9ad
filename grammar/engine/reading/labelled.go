package reading

import (
	"unicode/utf8"

	"github.com/urispec/urispec/grammar/engine/automaton"
)

// Labelled returns the minimal automaton of a rule's derivations over labelled
// characters: the symbol of a character c with the label n is c + n*size, where size is
// the number that is returned with it. The label is that of the innermost rule around
// the character for which label returns one, from 0 up to labels; it is 0 where there is
// no such rule. label returns -1 for a rule without a label.
//
// So each string of the rule is there, once for each way in which its derivations label
// its characters. The rule must not refer to itself.
func (g *Grammar) Labelled(r *Rule, labels int, label func(*Rule) int) (d *automaton.DFA, size int32) {
	l := &labeller{g: g, label: label, labels: int32(labels), size: Limit, known: make(map[labelled]*automaton.DFA)}
	if g.Source.UTF8() {
		l.size = utf8.MaxRune + 1
	}
	return l.rule(r, 0), l.size
}

// labeller makes labelled automata.
type labeller struct {
	g            *Grammar
	label        func(*Rule) int
	labels, size int32
	known        map[labelled]*automaton.DFA
}

// labelled is a rule, and the label of what is in no rule with one.
type labelled struct {
	rule  *Rule
	outer int32
}

func (l *labeller) rule(r *Rule, outer int32) *automaton.DFA {
	if own := l.label(r); own >= 0 {
		outer = int32(own)
	}
	key := labelled{r, outer}
	d, ok := l.known[key]
	if !ok {
		d = automaton.Compile(l.size*l.labels, converter{
			symbols: func(set automaton.Set) *automaton.Expr {
				return automaton.Symbol(shift(set.Intersect(l.g.Source.Characters()), outer*l.size))
			},
			ref: func(in *Rule) *automaton.Expr { return automaton.Language(l.rule(in, outer)) },
			// A prefix is excluded whatever its labels, and octets are UTF-8 with any.
			prefix: l.unlabelled,
			utf8:   l.utf8,
		}.convert(r.Expr))
		l.known[key] = d
	}
	return d
}

// unlabelled returns e over characters with any label.
func (l *labeller) unlabelled(e Expr) *automaton.Expr {
	return converter{
		symbols: l.any,
		ref:     func(in *Rule) *automaton.Expr { return l.unlabelled(in.Expr) },
		prefix:  l.unlabelled,
		utf8:    l.utf8,
	}.convert(e)
}

// utf8 returns the expression of the strings whose escaped octets are UTF-8, over
// characters with any label.
func (l *labeller) utf8() *automaton.Expr { return escapedUTF8(l.g.Source.Characters(), l.any) }

// any returns the expression of one character from a set, with any label.
func (l *labeller) any(set automaton.Set) *automaton.Expr {
	var all automaton.Set
	for n := range l.labels {
		all = append(all, shift(set.Intersect(l.g.Source.Characters()), n*l.size)...)
	}
	return automaton.Symbol(automaton.Set(nil).Union(all))
}
