// Package pegrun runs the participle grammars that gen writes. Only gen and the
// packages that gen writes import it; programs use packages grammar and
// editions.
//
// A generated grammar is a struct type for each rule of an edition that has
// structure. From them, [Grammar.Derive] makes the derivation of a string:
//
//	string --Lexer--> tokens --participle--> structs --lift--> *grammar.Tree
//
// The [Lexer] cuts the string into characters: a token is a byte, or a code
// point where the terminals of the edition are code points, or an escaped octet
// such as %41. participle parses the tokens by the "parser" tags of the structs;
// a repetition of characters is a run ([Star], [Plus], [One]), which reads them
// in one loop. A rule that is a run and nothing else has a struct that embeds the run, and
// reads it without participle's help. The structs become nodes of the tree by their other
// tags:
//
//	lift   on Span: the rule that the struct stands for; without it the struct
//	       is a part of a rule, and what it holds belongs to the enclosing node.
//	       On a run: the rules of each escaped octet, outermost first. On an embedded
//	       run: the rule, and the tag octets has those of each escaped octet.
//	       lift:"-": the field is a lookahead, which is no part of the tree.
//	empty  on Span: the nodes of length 0 that stand in a struct that read
//	       nothing, such as "reg-name" or "relative-part(path-empty)".
//	start  on a field: the nodes of length 0 with which the rule begins if this
//	       field and those before it hold nothing.
//	end    on a field: the nodes of length 0 with which the rule ends if this
//	       field and those after it hold nothing.
//
// A [Grammar] may be used concurrently. A derivation takes about a kilobyte for each
// character. Ordered choice may take more than linear time to refuse a string, so
// package grammar asks for the derivation of a long one only if it conforms.
//
// The zero value of a type is of use only if the comment of the type says so.
package pegrun

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/resolve/escape"
)

// Grammar is a generated grammar. It implements [grammar.Deriver] and may be
// used concurrently.
type Grammar struct {
	Lexer *Lexer
	// Rules are the rules under the edition's reading, by name.
	Rules map[string]Rule
	// Bare are the rules that the published grammar alone defines otherwise.
	Bare map[string]Rule
	// Base is the grammar whose rules count where this one has none: that of the
	// edition, where this one is the same with errata applied.
	Base *Grammar
}

// Rule derives strings: [Struct], [Character] or [Empty].
type Rule interface {
	derive(l *Lexer, rule, s string) (*grammar.Tree, error)
}

// Derive returns the derivation of s from the rule of that name: under the
// reading or, where bare is true, by the published grammar alone.
func (g *Grammar) Derive(rule string, bare bool, s string) (*grammar.Tree, error) {
	for ; g != nil; g = g.Base {
		r, ok := g.Rules[rule]
		if b, isBare := g.Bare[rule]; isBare && bare {
			r, ok = b, true
		}
		if ok {
			return r.derive(g.Lexer, rule, s)
		}
	}
	return nil, fmt.Errorf("the generated grammar has no rule %s", rule)
}

// Span is the first field of every generated struct. participle fills it with
// the tokens that the struct has read.
type Span struct {
	Tokens []lexer.Token
}

// offsets returns where the tokens begin and end in the string.
func (s *Span) offsets() (start, end int) {
	// After all tokens of a struct there is another one, at least the end of the string.
	start = s.Tokens[:1][0].Pos.Offset
	if n := len(s.Tokens); n > 0 {
		last := &s.Tokens[n-1]
		return start, last.Pos.Offset + len(last.Value)
	}
	return start, start
}

// unlimited is participle's lookahead: a branch that fails may be given up
// however many tokens it took.
const unlimited = -1

// structRule is a rule that has a struct. Its parser is one of the type any, of
// which a struct made for the rule is the only member:
//
//	struct { Node *T `parser:"Begin @@"` }
//
// A parser of the type T would be code of its own, some kilobytes for each rule
// of each edition. The token Begin lets T take nothing, which participle does
// not allow a member.
type structRule struct {
	node  reflect.Type // *T
	empty Empty

	once  sync.Once
	parse func(t *lexer.PeekingLexer) (*any, error) // of the parser, whose type is not linked before
	plan  *plan
	err   error
}

// Struct is the rule that the struct T reads. empty is its derivation of the
// empty string, as in [Empty]: the struct may be written for the other strings
// only.
func Struct[T any](empty Empty) Rule {
	return &structRule{node: reflect.TypeFor[*T](), empty: empty}
}

func (r *structRule) derive(l *Lexer, rule, s string) (*grammar.Tree, error) {
	if s == "" {
		return r.empty.derive(l, rule, s)
	}
	r.once.Do(func() { r.err = r.build(l) })
	if r.err != nil {
		return nil, r.err
	}
	t := tapeOf(l, s)
	defer t.free() // the structs have no use for the tokens then
	n, err := r.parse(&t.reader)
	if err != nil {
		return nil, err
	}
	return r.plan.tree(reflect.ValueOf(*n).Field(0).Elem()), nil
}

// build makes the parser of the struct and the plan of its nodes.
func (r *structRule) build(l *Lexer) error {
	member := reflect.Zero(reflect.StructOf([]reflect.StructField{
		{Name: "Node", Type: r.node, Tag: `parser:"` + begin + ` @@"`},
	}))
	parser, err := participle.Build[any](participle.Union(member.Interface()),
		participle.Lexer(l), participle.UseLookahead(unlimited))
	if err != nil {
		return err
	}
	r.parse = func(t *lexer.PeekingLexer) (*any, error) { return parser.ParseFromLexer(t) }
	r.plan, err = planOf(r.node.Elem())
	return err
}

// Empty is a rule that derives only the empty string: by the derivation written
// here, such as "host(reg-name)", which is the rule host with the rule reg-name
// in it. Empty("") derives nothing.
type Empty string

func (r Empty) derive(_ *Lexer, rule, s string) (*grammar.Tree, error) {
	trees, err := parseTrees(string(r))
	if err != nil {
		return nil, err
	}
	if s != "" || len(trees) == 0 {
		return nil, fmt.Errorf("unexpected %q in %s", s, rule)
	}
	return trees[0], nil
}

// Character is a rule whose strings are one character each.
type Character struct {
	Chars string // as in [Class]
	// Octet names the rules from this one down to that of the escaped octets,
	// separated by blanks; "" if the rule has no escaped octets. Except are octets
	// that it does not have.
	Octet  string
	Except []string
}

func (r Character) derive(_ *Lexer, rule, s string) (*grammar.Tree, error) {
	if isOne(s, r.Chars) {
		return &grammar.Tree{Rule: rule, End: len(s)}, nil
	}
	if r.Octet == "" || len(s) != escape.Len || !beginsWithOctet(s) || slices.Contains(r.Except, s) {
		return nil, fmt.Errorf("%q is no %s", s, rule)
	}
	rules := strings.Fields(r.Octet)
	root := &grammar.Tree{Rule: rules[0], End: escape.Len}
	for n, below := root, rules[1:]; len(below) > 0; n, below = n.Children[0], below[1:] {
		n.Children = []*grammar.Tree{{Rule: below[0], End: escape.Len}}
	}
	return root, nil
}
