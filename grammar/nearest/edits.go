package nearest

import (
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/automaton"
)

// string returns a path as a String.
func (f *Finder) string(in *input, p path) (String, error) {
	out := String{Text: p.text}
	tree, err := f.language.Tree(p.text)
	if err != nil {
		return out, err
	}
	for _, e := range p.edits {
		offset, from := in.place(e)
		x := Edit{Op: e.op, Offset: offset, From: from, To: e.to}
		x.Rule, x.Section = f.rule(tree, e)
		out.Edits = append(out.Edits, x)
	}
	return out, nil
}

// place returns the offset of an edit in the input, and the character that it changes.
func (in *input) place(e edit) (offset int, from string) {
	if e.position == len(in.chars) {
		return len(in.text), ""
	}
	x := in.chars[e.position]
	if e.op == Insert {
		return x.at, ""
	}
	return x.at, in.text[x.at : x.at+x.size]
}

// rule returns the rule that an edit satisfies, and its section.
func (f *Finder) rule(tree *grammar.Tree, e edit) (name, section string) {
	start, end := e.at, e.at+len(e.to)
	component := f.machine.components[e.label]
	best := tree
	isComponent, isAround := false, false // of best
	for todo := []*grammar.Tree{tree}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		r := f.rules[n.Rule]
		// What is deleted stood between bytes, which a rule may be around on one side.
		around := n.Start < start && end < n.End || start < end
		switch {
		case component != "" && r.component == component:
			best, isComponent = n, true
		case isComponent || r.character || isAround && !around:
		default:
			best, isAround = n, around
		}
		for i := len(n.Children) - 1; i >= 0; i-- {
			if c := n.Children[i]; c.Start <= start && end <= c.End {
				todo = append(todo, c)
			}
		}
	}
	return best.Rule, f.rules[best.Rule].section
}

// cause returns the cause that a path shows with its first edit.
func (f *Finder) cause(in *input, p path) (*Cause, error) {
	x, err := f.string(in, p)
	if err != nil {
		return nil, err
	}
	e, first := p.edits[0], x.Edits[0]
	c := &Cause{Offset: first.Offset, Found: first.From, Component: f.machine.components[e.label], Rule: first.Rule, Section: first.Section}
	var expected automaton.Set
	start, edges := f.machine.edgesOf(int(e.state))
	for i, edge := range edges {
		if edge.label == e.label {
			expected = expected.Union(f.machine.chars[start+i])
		}
	}
	c.Expected = f.language.Grammar().Names(expected)
	return c, nil
}
