package grammar

import (
	"fmt"
	"unicode/utf8"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// Tree is a derivation: a rule, the bytes from Start up to End that it
// derives, and the derivations of the rules in its definition, in order.
//
// A character is a node only where it is escaped (a pct-encoded octet); in the
// trees of [Edition.TreeChars] and [Edition.TreeRuleChars] every character is
// one, down to the rules that are one character class. A rule that derives the empty string where it must stand is
// a node of length 0; an option or repetition that would match the empty
// string is absent.
type Tree struct {
	Rule       string
	Start, End int
	Children   []*Tree
}

// TreeLimit is the longest input in bytes that Tree and TreeRule take: the
// participle grammar keeps about a kilobyte for each token of it.
const TreeLimit = 1 << 17

// deriveFirst is the longest input that the participle grammar judges by
// itself. A longer one must be known to conform, because ordered choice may
// take more than linear time to refuse a string.
const deriveFirst = 96

// Tree returns the derivation of s as a reference, by the generated
// participle grammar. The error is a [*SyntaxError] if s does not conform and a
// [*TooLongError] if s is longer than [TreeLimit].
func (e *Edition) Tree(s string) (*Tree, error) {
	return e.derive(e.Source().Start, false, s, e.Check)
}

// TreeRule returns the derivation of s from a rule, by the published grammar
// alone as in [Edition.CheckRule], whose errors it returns.
func (e *Edition) TreeRule(rule, s string) (*Tree, error) {
	r, err := e.rule(rule)
	if err != nil {
		return nil, err
	}
	return e.derive(r.Name, true, s, func(s string) error { return e.CheckRule(rule, s) })
}

func (e *Edition) derive(rule string, bare bool, s string, check func(string) error) (*Tree, error) {
	if len(s) > TreeLimit {
		return nil, &TooLongError{Length: len(s), Limit: TreeLimit}
	}
	if len(s) > deriveFirst {
		if err := check(s); err != nil {
			return nil, err
		}
	}
	t, err := e.deriver.Derive(rule, bare, s)
	if err == nil {
		return t, nil
	}
	// The participle grammar refuses; the automaton says where and why.
	if syntax := check(s); syntax != nil {
		return nil, syntax
	}
	return nil, fmt.Errorf("%s: the two engines disagree on %.80q: %w", e.label, s, err)
}

// TreeChars returns what [Edition.Tree] returns, with a node for every
// character. The rules of the characters come from the automaton, because the
// participle grammar's tokens are characters already.
func (e *Edition) TreeChars(s string) (*Tree, error) {
	if _, err := e.Tree(s); err != nil {
		return nil, err
	}
	r, _ := e.grammar().Lookup(e.Source().Start)
	return e.derivation(r, s, true), nil
}

// TreeRuleChars returns what [Edition.TreeRule] returns, with a node for every
// character.
func (e *Edition) TreeRuleChars(rule, s string) (*Tree, error) {
	if _, err := e.TreeRule(rule, s); err != nil {
		return nil, err
	}
	r, _ := e.grammar().Lookup(rule)
	return e.derivation(e.grammar().Membership(r), s, true), nil
}

// derivation returns the derivation of s that the automaton finds, nil if s is
// not in the language.
func (e *Edition) derivation(r *reading.Rule, s string, chars bool) *Tree {
	g := e.grammar()
	return treeOf(g, s, chars, func(report func(ev automaton.Event, at int)) { g.Derivation(r).Parse(s, report) })
}

// treeOf returns the tree of what is reported of s, nil if that is nothing.
func treeOf(g *reading.Grammar, s string, chars bool, events func(report func(ev automaton.Event, at int))) *Tree {
	root := &Tree{}
	open := []*Tree{root}
	events(func(ev automaton.Event, at int) {
		if ev.Open {
			open = append(open, &Tree{Rule: g.Names[ev.Tag], Start: at})
			return
		}
		n := open[len(open)-1]
		n.End = at
		open = open[:len(open)-1]
		if !chars && len(open) > 1 && g.Rules[ev.Tag].Character && (n.End-n.Start == 1 || s[n.Start] >= utf8.RuneSelf) {
			return
		}
		parent := open[len(open)-1]
		parent.Children = append(parent.Children, n)
	})
	if len(root.Children) == 0 {
		return nil
	}
	return root.Children[0]
}

// Reference returns the components of s from its derivation: what
// [Edition.Parse] returns, by the other engine.
func (e *Edition) Reference(t *Tree, s string) *ast.Reference {
	ref := ast.New(s)
	c, roles := components{ref: &ref}, e.roles()
	g := e.grammar()
	for n := range t.postorder() {
		c.add(roles[g.Index(n.Rule)], ast.Span{Start: int32(n.Start), End: int32(n.End)})
	}
	formOf(g.Source).finish(&ref, c.file)
	return &ref
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
