package main

import (
	"fmt"
	"strings"

	"github.com/urispec/urispec/grammar/automaton"
)

// setText writes a set of tokens with the names of the grammar's classes.
func (c *converter) setText(set automaton.Set) string {
	every := automaton.Between(0, c.alg.limit-1)
	if set.Equal(every) {
		return "anything"
	}
	if every.Minus(set).Len() < 12 {
		return "anything but " + c.setText(every.Minus(set))
	}
	var names []string
	rest := set
	for {
		var best automaton.Set
		name := ""
		for _, r := range c.grammar.Rules {
			if n := r.Class.Intersect(rest).Len(); n > 1 && set.Contains(r.Class) && n > best.Intersect(rest).Len() {
				best, name = r.Class, r.Name
			}
		}
		if name == "" {
			break
		}
		names = append(names, name)
		rest = rest.Minus(best)
	}
	if len(rest.Intersect(c.tokens.octets())) > 0 {
		names = append(names, c.tokens.escape.Name)
		rest = rest.Minus(c.tokens.octets())
	}
	for _, r := range rest {
		for b := r.Lo; b <= r.Hi; b++ {
			if b > 0x20 && b < 0x7F {
				names = append(names, fmt.Sprintf("%q", string(rune(b))))
			}
		}
		if r.Hi >= 0x7F || r.Lo <= 0x20 {
			names = append(names, "other bytes")
		}
	}
	return strings.Join(names, ", ")
}
