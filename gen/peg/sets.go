package peg

import (
	"fmt"
	"strings"

	"github.com/urispec/urispec/grammar/engine/automaton"
)

// setText writes a set of tokens with the names of the grammar's classes, and
// with a conjunction before the last.
func (c *converter) setText(set automaton.Set, conjunction string) string {
	every := automaton.Between(0, c.alg.limit-1)
	if set.Equal(every) {
		return "anything"
	}
	if every.Minus(set).Len() < 12 {
		return "anything but " + c.setText(every.Minus(set), "and")
	}
	names := c.setNames(set)
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " " + conjunction + " " + names[last]
}

// setNames covers a set of tokens with classes of the grammar and single
// characters.
func (c *converter) setNames(set automaton.Set) []string {
	var names []string
	classes, rest := c.grammar.Cover(set)
	for _, r := range classes {
		names = append(names, r.Name)
	}
	if octets := rest.Intersect(c.tokens.octets()); len(octets) > 0 {
		name := c.tokens.escape.Name
		for _, r := range c.grammar.Rules {
			if some, ok := c.tokens.some[r]; ok && octets.Equal(some) {
				name = r.Name
			}
		}
		names = append(names, name)
		rest = rest.Minus(c.tokens.octets())
	}
	for _, r := range rest {
		for b := max(r.Lo, 0x21); b <= min(r.Hi, 0x7E); b++ {
			names = append(names, fmt.Sprintf("%q", string(rune(b))))
		}
		switch {
		case r.Lo > 0x7E && r.Hi < escapes && c.tokens.source.UTF8():
			names = append(names, fmt.Sprintf("%%x%X-%X", r.Lo, r.Hi))
		case r.Hi >= 0x7F || r.Lo <= 0x20:
			names = append(names, "other bytes")
		}
	}
	return names
}
