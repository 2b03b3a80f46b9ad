package automaton_test

import (
	"slices"
	"testing"

	. "github.com/urispec/urispec/grammar/engine/automaton"
)

// TestSeparators tries the separators of each two states.
func TestSeparators(t *testing.T) {
	digits := Symbol(Between('0', '9'))
	for name, e := range map[string]*Expr{
		"nothing": Alt(),
		"empty":   Cat(),
		"all":     Repeat(Symbol(Between(0, 255)), 0, Unbounded, false),
		"port":    Repeat(digits, 0, 5, false),
		"address": Cat(Repeat(Cat(Repeat(digits, 1, 3, false), Literal(".")), 3, 3, false), Repeat(digits, 1, 3, false)),
		"late":    Cat(Repeat(Symbol(Of('a', 'b')), 0, Unbounded, false), Literal("a"), Repeat(Symbol(Of('a', 'b')), 5, 5, false)),
	} {
		d := Compile(256, e)
		s := d.Separators()
		accepts := func(q int, word []int32) bool {
			for _, symbol := range word {
				q = d.Step(q, symbol)
			}
			return d.Accepting(q)
		}
		for a := range d.States() {
			for b := range a {
				if !slices.ContainsFunc(s.Of[a], func(n int) bool {
					return slices.Contains(s.Of[b], n) && accepts(a, s.Words[n]) != accepts(b, s.Words[n])
				}) {
					t.Errorf("%s: nothing tells the states %d and %d apart", name, a, b)
				}
			}
		}
		if len(s.Words) > d.States() {
			t.Errorf("%s: %d words for %d states", name, len(s.Words), d.States())
		}
	}
}
