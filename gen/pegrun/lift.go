package pegrun

import "github.com/urispec/urispec/grammar"

// Lifter builds the tree of a struct. Each struct opens a node, lifts what it
// holds, and closes the node.
type Lifter struct {
	root  *grammar.Tree
	open  []frame
	kids  []*grammar.Tree // the children, so far, of all open nodes
	nodes []grammar.Tree  // not used yet
	lists []*grammar.Tree // likewise
}

type frame struct {
	node  *grammar.Tree
	first int // where its children begin in kids
}

// Open begins a node.
func (l *Lifter) Open(rule string, s Span) { l.begin(rule, s.Pos.Offset, s.EndPos.Offset) }

func (l *Lifter) begin(rule string, start, end int) {
	if len(l.nodes) == 0 {
		l.nodes = make([]grammar.Tree, 32)
	}
	n := &l.nodes[0]
	l.nodes = l.nodes[1:]
	n.Rule, n.Start, n.End = rule, start, end
	l.open = append(l.open, frame{n, len(l.kids)})
}

// Close ends the node that was opened last.
func (l *Lifter) Close() {
	f := l.open[len(l.open)-1]
	l.open = l.open[:len(l.open)-1]
	if kids := l.kids[f.first:]; len(kids) > 0 {
		sortByStart(kids)
		if len(l.lists) < len(kids) {
			l.lists = make([]*grammar.Tree, max(32, len(kids)))
		}
		n := copy(l.lists, kids)
		f.node.Children, l.lists = l.lists[:n:n], l.lists[n:]
	}
	l.kids = l.kids[:f.first]
	if len(l.open) == 0 {
		l.root = f.node
		return
	}
	l.kids = append(l.kids, f.node)
}

// sortByStart puts nodes of several fields in the order of the input. They are
// nearly so already, and nodes that begin at one place are in the order of the
// fields.
func sortByStart(ts []*grammar.Tree) {
	for i := 1; i < len(ts); i++ {
		for j := i; j > 0 && ts[j].Start < ts[j-1].Start; j-- {
			ts[j], ts[j-1] = ts[j-1], ts[j]
		}
	}
}

// Empty adds a derivation of the empty string that no struct stands for.
func (l *Lifter) Empty(at int, trees ...*grammar.Tree) {
	for _, t := range trees {
		l.kids = append(l.kids, copyTree(t, at))
	}
}

func copyTree(t *grammar.Tree, at int) *grammar.Tree {
	n := &grammar.Tree{Rule: t.Rule, Start: at, End: at}
	for _, c := range t.Children {
		n.Children = append(n.Children, copyTree(c, at))
	}
	return n
}

// One lifts a field that may be nil.
func One[T any, P interface {
	*T
	Lifted
}](l *Lifter, p P) {
	if p != nil {
		p.Lift(l)
	}
}

// All lifts a field that is a list.
func All[T any, P interface {
	*T
	Lifted
}](l *Lifter, ps []P) {
	for _, p := range ps {
		p.Lift(l)
	}
}

// Octets adds the escaped octets of a run, each inside nodes of the rules that
// it comes from, outermost first.
func (l *Lifter) Octets(r Run, rules ...string) {
	for _, at := range r.octets {
		for _, rule := range rules {
			l.begin(rule, at, at+octetLen)
		}
		for range rules {
			l.Close()
		}
	}
}
