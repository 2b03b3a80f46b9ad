package reading

import (
	"fmt"

	"github.com/urispec/urispec/grammar/engine/automaton"
)

// Choice is a rule, or an alternative in the definition of one. An alternative of
// character classes does not count, because its characters are alike.
type Choice struct {
	Rule string
	// Alternative is the number of the alternative, and Group that of its group in
	// the definition, both from 1; 0 for the rule itself.
	Group, Alternative int
}

// String names the choice: "host", "host, alternative 2" or, in a further group,
// "host, group 2, alternative 1".
func (c Choice) String() string {
	switch {
	case c.Alternative == 0:
		return c.Rule
	case c.Group == 1:
		return fmt.Sprintf("%s, alternative %d", c.Rule, c.Alternative)
	}
	return fmt.Sprintf("%s, group %d, alternative %d", c.Rule, c.Group, c.Alternative)
}

// Choices returns a parser like that of [Grammar.Derivation], whose tags are indices
// of the choices that are returned with it: all that occur in derivations of the rule.
// It panics with a [*automaton.LimitError] if the parser would be too large.
func (g *Grammar) Choices(r *Rule) (*automaton.Parser, []Choice) {
	c := &choices{g: g, rules: make(map[string]int), exprs: make(map[*Rule]*automaton.Expr)}
	return automaton.NewParser(Limit, c.rule(r)), c.all
}

// choices numbers choices.
type choices struct {
	g     *Grammar
	all   []Choice
	rules map[string]int // the tags of rules
	exprs map[*Rule]*automaton.Expr
}

func (c *choices) rule(r *Rule) *automaton.Expr {
	if e, ok := c.exprs[r]; ok {
		return e
	}
	tag, ok := c.rules[r.Name] // of another variant
	if !ok {
		tag = len(c.all)
		c.rules[r.Name] = tag
		c.all = append(c.all, Choice{Rule: r.Name})
	}
	var e *automaton.Expr
	if len(r.Class) > 0 {
		e = c.g.symbols(r.Class)
	} else {
		groups := 0
		e = c.g.convert(c.marked(r, r.Expr, &groups), c.rule)
	}
	c.exprs[r] = automaton.Tag(tag, e)
	return c.exprs[r]
}

// mark is an expression that is an alternative.
type mark struct {
	x   Expr
	tag int
}

func (*mark) expr() {}

// marked returns e with its alternatives marked.
func (c *choices) marked(r *Rule, e Expr, groups *int) Expr {
	list := func(es []Expr) []Expr {
		out := make([]Expr, len(es))
		for i, x := range es {
			out[i] = c.marked(r, x, groups)
		}
		return out
	}
	if _, ok := classOf(e); ok {
		return e
	}
	switch e := e.(type) {
	case *Seq:
		return &Seq{list(e.Parts)}
	case *Alt:
		*groups++
		group := *groups
		parts := make([]Expr, len(e.Parts))
		for i, x := range e.Parts {
			tag := len(c.all)
			c.all = append(c.all, Choice{r.Name, group, i + 1})
			parts[i] = &mark{c.marked(r, x, groups), tag}
		}
		return &Alt{parts}
	case *Repeat:
		return &Repeat{c.marked(r, e.X, groups), e.Min, e.Max, e.Lazy}
	case *Not:
		return &Not{c.marked(r, e.X, groups), e.Prefix, e.Decision}
	case *UTF8:
		return &UTF8{c.marked(r, e.X, groups), e.Decision}
	}
	return e
}
