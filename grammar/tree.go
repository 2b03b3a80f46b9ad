package grammar

import (
	"fmt"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// Tree is a derivation: a rule, the bytes from Start up to End that it
// derives, and the derivations of the rules in its definition, in order.
//
// A character is a node only where it is escaped (a pct-encoded octet); in the
// trees of [Language.TreeChars] every character is one, down to the rules that
// are one character class. A rule that derives the empty string where it must
// stand is a node of length 0; an option or repetition that would match the empty
// string is absent.
type Tree struct {
	Rule       string
	Start, End int
	Children   []*Tree
}

// TreeLimit is the length in bytes of the longest string that is derived. A tree takes 64
// bytes of memory for each node, and deriving a string of more than 128 KiB takes about as
// much again for a moment. In the editions there are hardly more nodes than bytes.
const TreeLimit = 1 << 24

// deriverLimit is the length in bytes of the longest string that the participle grammar
// derives. It keeps about a kilobyte for each character.
const deriverLimit = 1 << 17

// deriveFirst is the longest input that the participle grammar judges by
// itself. A longer one must be known to conform, because ordered choice may
// take more than linear time to refuse a string.
const deriveFirst = 96

// Tree returns the derivation of s: by the generated participle grammar where
// there is one, else, or if s has more than 128 KiB, by the automaton. Both build the same
// tree, in time linear in s. The error is a [*SyntaxError] if s is not in the language, a
// [*TooLongError] if s is longer than [TreeLimit], and a [*LimitError] if the rule is too
// large for that, or if the tree would have more than 2^24 nodes.
func (l *Language) Tree(s string) (*Tree, error) {
	rule, bare, ok := l.derivable()
	if !ok || len(s) > deriverLimit {
		return l.derivation(s, false)
	}
	if len(s) > deriveFirst {
		if err := l.Check(s); err != nil {
			return nil, err
		}
	}
	t, err := l.grammar.deriver.Derive(rule, bare, s)
	if err == nil {
		return t, nil
	}
	// The participle grammar refuses; the automaton says where and why.
	if syntax := l.Check(s); syntax != nil {
		return nil, syntax
	}
	return nil, fmt.Errorf("%s: the two engines disagree on %.80q: %w", l.grammar.label, s, err)
}

// derivable returns how a generated grammar names the rule; false if there is
// no such grammar, or if it has no struct for the language. It has one for the
// start rule under the reading, and one for each rule by the published rules alone.
func (l *Language) derivable() (rule string, bare, ok bool) {
	if l.grammar.deriver == nil {
		return "", false, false
	}
	if l == l.grammar.start {
		return l.name, false, true // without reading the rules
	}
	read, r := l.grammar.read(), l.rule()
	return r.Name, true, r == read.Membership(read.Rules[r.Index])
}

// TreeChars is [Language.Tree] with a node for every character, down to the rules
// that are one character class. The rules of the characters come from the
// automaton, because characters are the tokens of the participle grammar.
func (l *Language) TreeChars(s string) (*Tree, error) {
	if len(s) <= deriverLimit {
		if _, err := l.Tree(s); err != nil {
			return nil, err
		}
	}
	return l.derivation(s, true)
}

// derivation returns the derivation that the automaton finds.
func (l *Language) derivation(s string, chars bool) (*Tree, error) {
	if len(s) > TreeLimit {
		return nil, &TooLongError{Length: len(s), Limit: TreeLimit}
	}
	if err := l.Check(s); err != nil {
		return nil, err
	}
	read := l.grammar.read()
	var t *Tree
	err := l.within(func() {
		t = treeOf(read, s, chars, func(report func(ev automaton.Event, at int)) {
			read.Derivation(l.rule()).Parse(s, report)
		})
	})
	return t, err
}

// maxTree is how many nodes a tree may have.
const maxTree = 1 << 24

// treeOf returns the tree of what is reported of s, nil if that is nothing. It panics
// with a [*automaton.LimitError] if the tree would have too many nodes.
func treeOf(g *reading.Grammar, s string, chars bool, events func(report func(ev automaton.Event, at int))) *Tree {
	var b treeBuilder
	type begun struct{ start, kids int }
	var open []begun
	events(func(ev automaton.Event, at int) {
		if ev.Open {
			open = append(open, begun{at, len(b.kids)})
			return
		}
		n := open[len(open)-1]
		open = open[:len(open)-1]
		if !chars && len(open) > 0 && g.Rules[ev.Tag].Character && (at-n.start == 1 || s[n.start] >= utf8.RuneSelf) {
			b.kids = b.kids[:n.kids]
			return
		}
		b.close(g.Names[ev.Tag], n.start, at, n.kids)
	})
	if len(b.kids) == 0 {
		return nil
	}
	return b.kids[0]
}

// treeBuilder makes nodes, and allocates many at once.
type treeBuilder struct {
	kids  []*Tree // the nodes that are nobody's children yet
	nodes []Tree  // not used yet
	lists []*Tree // likewise
	count int
}

// slab is how many nodes are allocated at once, and at most how many children.
const slab = 32

// close makes a node, whose children are the nodes from first on.
func (b *treeBuilder) close(rule string, start, end, first int) {
	if b.count++; b.count > maxTree {
		panic(&automaton.LimitError{What: "nodes of a tree", Limit: maxTree})
	}
	if len(b.nodes) == 0 {
		b.nodes = make([]Tree, slab)
	}
	n := &b.nodes[0]
	b.nodes = b.nodes[1:]
	n.Rule, n.Start, n.End = rule, start, end
	if count := len(b.kids) - first; count > 0 {
		if len(b.lists) < count {
			b.lists = make([]*Tree, max(slab, count))
		}
		copy(b.lists, b.kids[first:])
		n.Children, b.lists = b.lists[:count:count], b.lists[count:]
	}
	b.kids = append(b.kids[:first], n)
}

// postorder yields the nodes, children before their parent.
func (t *Tree) postorder() func(yield func(*Tree) bool) {
	var walk func(t *Tree, yield func(*Tree) bool) bool
	walk = func(t *Tree, yield func(*Tree) bool) bool {
		for _, c := range t.Children {
			if !walk(c, yield) {
				return false
			}
		}
		return yield(t)
	}
	return func(yield func(*Tree) bool) { walk(t, yield) }
}

// TooLongError says that an input is longer than a function takes: 2^31-1 bytes
// where spans are returned, [TreeLimit] for a tree.
type TooLongError struct {
	Length, Limit int // in bytes: of the input, and the most that it may have
}

// Error has both lengths.
func (err *TooLongError) Error() string {
	return fmt.Sprintf("the input has %d bytes; the limit is %d", err.Length, err.Limit)
}
