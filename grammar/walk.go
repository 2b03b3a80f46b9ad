package grammar

import (
	"iter"
	"strconv"
)

// This file is about reading trees. The methods change nothing, so any number of
// goroutines may use a tree at the same time. On a nil tree they find nothing.

// All returns the nodes of a tree, each before its children, which are in the order of the
// string.
func (t *Tree) All() iter.Seq[*Tree] {
	return func(yield func(*Tree) bool) {
		more := true
		t.Walk(func(n *Tree, _ int) bool {
			more = more && yield(n)
			return more
		})
	}
}

// Walk calls visit for the node itself, at the depth 0, and for the nodes below, each
// before its children. Where visit returns false, the children are left out.
func (t *Tree) Walk(visit func(n *Tree, depth int) (children bool)) {
	if t == nil {
		return
	}
	type step struct {
		node  *Tree
		depth int
	}
	for open := []step{{t, 0}}; len(open) > 0; {
		s := open[len(open)-1]
		open = open[:len(open)-1]
		if !visit(s.node, s.depth) {
			continue
		}
		for i := len(s.node.Children) - 1; i >= 0; i-- {
			open = append(open, step{s.node.Children[i], s.depth + 1})
		}
	}
}

// Find returns the nodes of a rule, in the order of [Tree.All]: none if the string has no
// part that the rule derives there. The name is that of [Tree.Rule], such as the constant
// rfc3986.RuleHost.
func (t *Tree) Find(rule string) iter.Seq[*Tree] {
	return func(yield func(*Tree) bool) {
		for n := range t.All() {
			if n.Rule == rule && !yield(n) {
				return
			}
		}
	}
}

// First returns the first node of [Tree.Find], nil if there is none.
func (t *Tree) First(rule string) *Tree {
	for n := range t.Find(rule) {
		return n
	}
	return nil
}

// Text returns the part of s that the node derives. s is the string whose tree it is.
func (t *Tree) Text(s string) string {
	if t == nil {
		return ""
	}
	return s[t.Start:t.End]
}

// String returns the tree in one line, each rule with its bytes: "host[7:8](reg-name[7:8])".
func (t *Tree) String() string {
	var out []byte
	depth := -1
	t.Walk(func(n *Tree, at int) bool {
		switch {
		case at == 0:
		case at > depth:
			out = append(out, '(')
		default:
			for ; depth > at; depth-- {
				out = append(out, ')')
			}
			out = append(out, ' ')
		}
		depth = at
		out = append(out, n.Rule...)
		out = append(out, '[')
		out = strconv.AppendInt(out, int64(n.Start), 10)
		out = append(out, ':')
		out = strconv.AppendInt(out, int64(n.End), 10)
		out = append(out, ']')
		return true
	})
	for ; depth > 0; depth-- {
		out = append(out, ')')
	}
	return string(out)
}
