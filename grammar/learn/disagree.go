package learn

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/automaton"
)

// Disagreement is a way in which an automaton differs from a language.
type Disagreement struct {
	// Accepted reports whether it is the automaton that accepts the string.
	Accepted bool
	// Rule is the rule of the language that the string leaves, if the automaton accepts it.
	// Otherwise it is the innermost rule that derives the byte at which the automaton
	// refuses the string, or the last byte if it refuses that the string ends.
	Rule string
	// Bytes are the bytes that the one accepts there and the other does not, and End
	// reports whether a string may end there for one of them only.
	Bytes automaton.Set
	End   bool
	// Text is a shortest string that shows it.
	Text string
}

// Disagreements returns in how many ways an automaton over bytes differs from a language:
// one for each rule of the language and each side. The shortest strings come first. It is
// empty if and only if there is no difference.
//
// It visits all pairs of states that some string leads to, and for each byte on which one of
// the two leaves its language for good, it explains one string.
func Disagreements(d *automaton.DFA, l *grammar.Language) ([]Disagreement, error) {
	c := contrast{
		mine: newPrior(d), theirs: newPrior(l.Automaton()), language: l,
		found: make(map[place]*Disagreement),
	}
	if err := c.search(); err != nil {
		return nil, err
	}
	var all []Disagreement
	for _, x := range c.found {
		all = append(all, *x)
	}
	slices.SortFunc(all, func(a, b Disagreement) int {
		if n := len(a.Text) - len(b.Text); n != 0 {
			return n
		}
		return strings.Compare(a.Text, b.Text)
	})
	return all, nil
}

// contrast is the search for disagreements.
type contrast struct {
	mine, theirs *prior
	language     *grammar.Language
	found        map[place]*Disagreement
}

// place is what one disagreement is about.
type place struct {
	accepted bool
	rule     string
}

// search visits the pairs of states.
func (c *contrast) search() error {
	type pair struct{ mine, theirs int }
	seen := map[pair]bool{{}: true}
	texts, queue := []string{""}, []pair{{}}
	if !c.mine.live[0] || !c.theirs.live[0] {
		return c.whole()
	}
	for i := 0; i < len(queue); i++ {
		at, text := queue[i], texts[i]
		if mine := c.mine.dfa.Accepting(at.mine); mine != c.theirs.dfa.Accepting(at.theirs) {
			if err := c.add(text, len(text), mine, nil); err != nil {
				return err
			}
		}
		for _, symbols := range c.joint() {
			b := symbols[0].Lo
			to := pair{c.mine.dfa.Step(at.mine, b), c.theirs.dfa.Step(at.theirs, b)}
			mine, theirs := c.mine.live[to.mine], c.theirs.live[to.theirs]
			switch {
			case mine && theirs:
				if !seen[to] {
					seen[to] = true
					texts, queue = append(texts, text+single[b]), append(queue, to)
				}
			case mine:
				if err := c.add(text+single[b]+c.mine.completions[to.mine], len(text), true, symbols); err != nil {
					return err
				}
			case theirs:
				if err := c.add(text+single[b]+c.theirs.completions[to.theirs], len(text), false, symbols); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// whole adds the one disagreement there is if one of the two accepts nothing.
func (c *contrast) whole() error {
	switch {
	case c.mine.live[0]:
		return c.add(c.mine.completions[0], 0, true, nil)
	case c.theirs.live[0]:
		return c.add(c.theirs.completions[0], 0, false, nil)
	}
	return nil
}

// joint returns the classes of bytes of both automata together.
func (c *contrast) joint() []automaton.Set {
	sets := slices.Concat(c.mine.dfa.Classes().Sets(), c.theirs.dfa.Classes().Sets())
	return automaton.Partition(automaton.Between(0, 255), sets)
}

// add adds a string on which the two disagree because of what stands at an offset: bytes, or
// the end of the string.
func (c *contrast) add(text string, offset int, accepted bool, bytes automaton.Set) error {
	at := place{accepted: accepted}
	if accepted {
		var fault *grammar.SyntaxError
		if err := c.language.Check(text); !errors.As(err, &fault) {
			return fmt.Errorf("%s: the automaton and Check do not agree on %q: %v", c.language, text, err)
		}
		at.rule = fault.Rule
	} else {
		tree, err := c.language.Tree(text)
		if err != nil {
			return err
		}
		at.rule = innermost(tree, text, min(offset, len(text)-1))
	}
	x := c.found[at]
	if x == nil {
		x = &Disagreement{Accepted: accepted, Rule: at.rule, Text: text}
		c.found[at] = x
	}
	if len(text) < len(x.Text) {
		x.Text = text
	}
	x.Bytes = x.Bytes.Union(bytes)
	x.End = x.End || bytes == nil
	return nil
}

// innermost returns the innermost rule of a tree that derives the byte at an offset, and is
// not only that of an escaped octet.
func innermost(t *grammar.Tree, text string, offset int) string {
	for {
		i := slices.IndexFunc(t.Children, func(child *grammar.Tree) bool {
			return child.Start <= offset && offset < child.End
		})
		if i < 0 {
			return t.Rule
		}
		child := t.Children[i]
		if len(child.Children) == 0 && child.End-child.Start == len("%XX") && text[child.Start] == '%' {
			return t.Rule
		}
		t = child
	}
}
