package export

import (
	"errors"
	"fmt"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// errRecursive says that the rules cannot be written out because they refer to themselves.
var errRecursive = errors.New("the rule is recursive")

// structure returns the definition of a rule with all rules written out, but for rules that
// match some strings in ever more ways; these become expressions by [builder.linear]. What the reading
// excludes has no counterpart in the syntaxes; such a part becomes an expression by
// [builder.eliminate], and nil if that is longer than limit.
func (b *builder) structure(x reading.Expr, limit int) (*node, error) {
	known := make(map[*reading.Rule]*node)
	open := make(map[*reading.Rule]bool)
	var of func(x reading.Expr) (*node, error)
	list := func(items []reading.Expr, join func(...*node) *node) (*node, error) {
		var parts []*node
		for _, item := range items {
			n, err := of(item)
			if err != nil {
				return nil, err
			}
			parts = append(parts, n)
		}
		return join(parts...), nil
	}
	eliminate := func(e *automaton.Expr) (*node, error) {
		n := b.eliminate(automaton.Compile(b.limit, e), limit)
		if n == nil {
			return nil, errLong
		}
		return n, nil
	}
	of = func(x reading.Expr) (*node, error) {
		switch x := x.(type) {
		case *reading.Chars:
			return b.set(x.Set), nil
		case *reading.Seq:
			return list(x.Parts, b.cat)
		case *reading.Alt:
			return list(x.Parts, b.alt)
		case *reading.Repeat:
			n, err := of(x.X)
			if err != nil {
				return nil, err
			}
			return b.repeat(n, x.Min, x.Max), nil
		case *reading.Not:
			n, err := of(x.X)
			if err != nil {
				return nil, err
			}
			prefix, err := of(x.Prefix)
			if err != nil {
				return nil, err
			}
			return eliminate(automaton.NotPrefix(n.expr(), prefix.expr()))
		case *reading.UTF8:
			n, err := of(x.X)
			if err != nil {
				return nil, err
			}
			return eliminate(automaton.Both(n.expr(), reading.EscapedUTF8(automaton.Between(0, b.limit-1))))
		case *reading.Ref:
			if n, ok := known[x.Rule]; ok {
				return n, nil
			}
			if open[x.Rule] {
				return nil, errRecursive
			}
			open[x.Rule] = true
			n, err := of(x.Rule.Expr)
			if err != nil {
				return nil, err
			}
			n = b.linear(n, limit)
			known[x.Rule] = n
			delete(open, x.Rule)
			return n, nil
		}
		return nil, fmt.Errorf("an expression of type %T", x)
	}
	n, err := of(x)
	if err != nil {
		return nil, err
	}
	return b.linear(n, limit), nil
}

// linear returns an expression of the same strings that takes linear time in an engine that
// backtracks: the expression itself, or one by [builder.eliminate], which matches each string
// in one way because the automaton is deterministic. If that is much longer, the expression
// stays as it is.
func (b *builder) linear(n *node, limit int) *node {
	if n.size > limit || n.bounded() {
		return n
	}
	if single := b.eliminate(automaton.Compile(b.limit, n.expr()), min(limit, 2*n.size+500)); single != nil {
		return single
	}
	return n
}
