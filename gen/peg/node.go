package peg

import (
	"fmt"
	"slices"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// node is an expression with ordered choice, as participle runs it: a choice
// takes the first alternative that matches, an option and a repetition take
// what they can, and nothing is given back.
type node struct {
	kind kind
	set  automaton.Set // of a token
	subs []*node
	prod *production // of a ref
	lazy bool        // a star takes as little as succeeds

	// truth is the language that the grammar gives the expression.
	truth lang
	// unit is true if truth does not follow from the parts: they were
	// rewritten together.
	unit bool
	// escape is the rules from which a token that is an escaped octet comes,
	// outermost first: pchar, pct-encoded.
	escape []string
	// empty is what the grammar derives where an optional choice finds
	// nothing, because one of its alternatives may be empty.
	empty []*tree
	// In such a choice, beforeEmpty are the alternatives up to the first that may
	// be empty, and afterEmpty those after it: in a / [ b ] / c, a and b, and c.
	beforeEmpty, afterEmpty []*node
}

type kind uint8

const (
	token kind = iota // one token of the set
	seq
	choice
	option
	star
	plus
	ref
	ahead // (?= X): X follows, nothing is taken
	not   // (?! X): X does not follow
	minus // (?! X) Y, where X is a prefix that the reading excludes
)

// tree is a derivation of the empty string.
type tree struct {
	rule     string
	children []*tree
}

// production is a rule to be generated: one struct.
type production struct {
	rule     *reading.Rule
	nonEmpty bool // without the empty string, which the rule derives too
	name     string
	body     *node
	truth    lang // of the rule itself, not of body
	contexts []lang
	caller   *production // of a lazy one: where it stands,
	rest     []*node     // and what follows it there
	forms    []string    // what was rewritten and why
	callers  []*production
	attempts []attempt // what was tried, in order
	shared   bool      // the struct is that of the grammar as published
}

// converter writes the rules of a grammar as nodes.
type converter struct {
	grammar *reading.Grammar
	tokens  *tokens
	alg     *algebra
	prods   map[prodKey]*production
	order   []*production                 // as they were asked for
	roots   map[*reading.Rule]*production // of the rules that a string is derived from
	dfas    map[*reading.Rule]*automaton.DFA
	err     error
}

type prodKey struct {
	rule     *reading.Rule
	nonEmpty bool
}

// production returns the production of a rule and converts it if it is new.
func (c *converter) production(r *reading.Rule, nonEmpty bool) *production {
	key := prodKey{r, nonEmpty}
	if p, ok := c.prods[key]; ok {
		return p
	}
	p := &production{rule: r, nonEmpty: nonEmpty}
	c.prods[key] = p
	p.truth = c.alg.strings(c.language(r))
	if nonEmpty {
		p.truth = c.alg.minus(p.truth, c.alg.empty)
		p.body = c.nonEmpty(r.Expr)
	} else {
		p.body = c.full(r.Expr)
	}
	c.order = append(c.order, p)
	return p
}

// root makes r a rule from which a whole string is derived. The empty string
// is derived without a struct, so either production will do.
func (c *converter) root(r *reading.Rule) {
	q, ok := c.prods[prodKey{r, true}]
	if !ok {
		q = c.production(r, false)
	}
	q.contexts = append(q.contexts, c.alg.empty)
	c.roots[r] = q
}

// language returns the rule's strings as an expression over tokens.
func (c *converter) language(r *reading.Rule) *automaton.Expr {
	if r.Character {
		set, _ := c.characters(&reading.Ref{Rule: r})
		return automaton.Symbol(set)
	}
	d, ok := c.dfas[r]
	if !ok {
		d = automaton.Compile(c.alg.limit, c.expression(r.Expr))
		c.dfas[r] = d
	}
	return automaton.Language(d)
}

func (c *converter) expression(e reading.Expr) *automaton.Expr {
	if set, ok := c.characters(e); ok {
		return automaton.Symbol(set)
	}
	var subs []*automaton.Expr
	for _, x := range reading.Parts(e) {
		subs = append(subs, c.expression(x))
	}
	switch e := e.(type) {
	case *reading.Ref:
		return c.language(e.Rule)
	case *reading.Seq:
		return automaton.Cat(subs...)
	case *reading.Alt:
		return automaton.Alt(subs...)
	case *reading.Repeat:
		return automaton.Repeat(subs[0], e.Min, e.Max, e.Lazy)
	case *reading.Not:
		return automaton.NotPrefix(subs[0], subs[1])
	}
	panic(fmt.Sprintf("gen: %T is no expression", e))
}

// characters returns the tokens of e if every string of e is one token.
func (c *converter) characters(e reading.Expr) (set automaton.Set, ok bool) {
	switch e := e.(type) {
	case *reading.Chars:
		return e.Set, true
	case *reading.Ref:
		switch {
		case len(e.Rule.Class) > 0:
			return e.Rule.Class, true
		case e.Rule == c.tokens.escape:
			return c.tokens.octets(), true
		case c.tokens.some[e.Rule] != nil:
			return c.tokens.some[e.Rule], true
		case e.Rule.Character:
			return c.characters(e.Rule.Expr)
		}
	case *reading.Alt:
		for _, p := range e.Parts {
			s, ok := c.characters(p)
			if !ok {
				return nil, false
			}
			set = set.Union(s)
		}
		return set, true
	case *reading.Seq:
		// A literal such as "%09".
		if c.tokens.escape == nil {
			return nil, false
		}
		octet := ""
		for _, p := range e.Parts {
			if ch, ok := p.(*reading.Chars); ok && ch.Set.Len() == 1 {
				octet += string(rune(ch.Set[0].Lo))
			}
		}
		if len(octet) == 3 && len(e.Parts) == 3 && octet[0] == '%' {
			tok, err := c.tokens.literal(octet)
			if err != nil {
				c.err = err
			}
			return automaton.Of(tok), true
		}
	}
	return nil, false
}

// whole returns an error if a rule takes an escaped octet apart: the lexer would
// never give it the pieces.
func (c *converter) whole() error {
	if c.tokens.escape == nil {
		return nil
	}
	digit := automaton.Between('0', '9').Union(automaton.Between('A', 'F')).Union(automaton.Between('a', 'f'))
	octet := c.alg.prepend(automaton.Of('%'), c.alg.prepend(digit, c.alg.prepend(digit, c.alg.all)))
	apart := c.alg.concat(c.alg.all, octet)
	for _, p := range c.order {
		if w, ok := c.alg.shortest(c.alg.intersect(p.truth, apart)); ok {
			return fmt.Errorf("%s.json: rule %s takes the escaped octet in %q apart", c.grammar.Source.Name, p.rule.Name, c.tokens.text(w))
		}
	}
	return nil
}

// escapeOf returns the rules from e down to the escaped octet.
func (c *converter) escapeOf(e reading.Expr) []string {
	switch e := e.(type) {
	case *reading.Ref:
		if e.Rule == c.tokens.escape || c.tokens.some[e.Rule] != nil {
			return []string{e.Rule.Name}
		}
		if rest := c.escapeOf(e.Rule.Expr); e.Rule.Character && rest != nil {
			return append([]string{e.Rule.Name}, rest...)
		}
	case *reading.Alt:
		for _, p := range e.Parts {
			if rest := c.escapeOf(p); rest != nil {
				return rest
			}
		}
	}
	return nil
}

func nullable(e reading.Expr) bool {
	switch e := e.(type) {
	case *reading.Ref:
		return nullable(e.Rule.Expr)
	case *reading.Seq:
		return !slices.ContainsFunc(e.Parts, func(x reading.Expr) bool { return !nullable(x) })
	case *reading.Alt:
		return slices.ContainsFunc(e.Parts, nullable)
	case *reading.Repeat:
		return e.Min == 0 || nullable(e.X)
	case *reading.Not:
		return nullable(e.X)
	}
	return false
}

// onlyEmpty reports whether e derives nothing but the empty string.
func onlyEmpty(e reading.Expr) bool {
	switch e := e.(type) {
	case *reading.Chars:
		return false
	case *reading.Ref:
		return onlyEmpty(e.Rule.Expr)
	}
	return !slices.ContainsFunc(reading.Parts(e), func(x reading.Expr) bool { return !onlyEmpty(x) })
}

// emptyTrees returns how e derives the empty string.
func emptyTrees(e reading.Expr) []*tree {
	switch e := e.(type) {
	case *reading.Ref:
		return []*tree{{e.Rule.Name, emptyTrees(e.Rule.Expr)}}
	case *reading.Seq:
		var out []*tree
		for _, p := range e.Parts {
			out = append(out, emptyTrees(p)...)
		}
		return out
	case *reading.Alt:
		return emptyTrees(e.Parts[slices.IndexFunc(e.Parts, nullable)])
	case *reading.Not:
		return emptyTrees(e.X)
	}
	return nil // an option or repetition is absent
}

// full converts e; where e may be empty, so may be the node.
func (c *converter) full(e reading.Expr) *node {
	if set, ok := c.characters(e); ok {
		return c.token(set, c.escapeOf(e))
	}
	switch e := e.(type) {
	case *reading.Ref:
		p := c.production(e.Rule, false)
		return &node{kind: ref, prod: p, truth: p.truth}
	case *reading.Seq:
		return c.sequence(c.parts(e.Parts)...)
	case *reading.Alt:
		if !nullable(e) {
			return c.choice(e)
		}
		n := c.optional(c.choice(e))
		n.empty = emptyTrees(e)
		first := slices.IndexFunc(e.Parts, nullable)
		for i, p := range e.Parts {
			switch x := c.nonEmpty(p); {
			case x == nil:
			case i > first:
				n.afterEmpty = append(n.afterEmpty, x)
			default:
				n.beforeEmpty = append(n.beforeEmpty, x)
			}
		}
		return n
	case *reading.Repeat:
		return c.repeat(e)
	case *reading.Not:
		return c.exclude(e, c.full(e.X))
	}
	panic(fmt.Sprintf("gen: %T is no expression", e))
}

// nonEmpty converts e without the empty string; nil if that leaves nothing.
// participle cannot run an alternative, an option or a repetition whose body
// matches nothing.
func (c *converter) nonEmpty(e reading.Expr) *node {
	if !nullable(e) {
		return c.full(e)
	}
	switch e := e.(type) {
	case *reading.Ref:
		if onlyEmpty(e) {
			return nil
		}
		p := c.production(e.Rule, true)
		return &node{kind: ref, prod: p, truth: p.truth}
	case *reading.Seq:
		if len(e.Parts) == 0 {
			return nil
		}
		// Everything may be empty: a token that one of the parts begins with
		// must follow. That the parts then do take something is proved.
		n := c.sequence(c.parts(e.Parts)...)
		truth := c.alg.minus(n.truth, c.alg.empty)
		guard := &node{kind: ahead, subs: []*node{c.token(c.alg.first(truth), nil)}}
		return &node{kind: seq, subs: append([]*node{guard}, n.subs...), truth: truth, unit: true}
	case *reading.Alt:
		return c.choice(e)
	case *reading.Repeat:
		switch {
		case e.Min > 0:
		case e.Max == automaton.Unbounded:
			return c.loop(plus, c.nonEmpty(e.X), e.Lazy)
		default:
			return c.upTo(e.X, e.Max)
		}
	case *reading.Not:
		return c.exclude(e, c.nonEmpty(e.X))
	}
	c.err = fmt.Errorf("no form for %T without the empty string", e)
	return c.token(nil, nil)
}

func (c *converter) token(set automaton.Set, escape []string) *node {
	n := &node{kind: token, set: set, truth: c.alg.prepend(set, c.alg.empty)}
	if len(set.Intersect(c.tokens.octets())) > 1 || set.Has(escapes) {
		n.escape = escape
	}
	return n
}

func (c *converter) sequence(subs ...*node) *node {
	var flat []*node
	for _, n := range subs {
		if n.kind == seq && !n.unit {
			flat = append(flat, n.subs...)
		} else {
			flat = append(flat, n)
		}
	}
	if len(flat) == 1 {
		return flat[0]
	}
	n := &node{kind: seq, subs: flat, truth: c.alg.empty}
	for i := len(flat) - 1; i >= 0; i-- {
		n.truth = c.alg.concat(flat[i].truth, n.truth)
	}
	return n
}

// choice converts the alternatives that are not empty.
func (c *converter) choice(e *reading.Alt) *node {
	n := &node{kind: choice, truth: c.alg.none}
	for _, p := range e.Parts {
		if x := c.nonEmpty(p); x != nil {
			n.subs = append(n.subs, x)
			n.truth = c.alg.union(n.truth, x.truth)
		}
	}
	if len(n.subs) == 1 {
		return n.subs[0]
	}
	return n
}

func (c *converter) optional(x *node) *node {
	return &node{kind: option, subs: []*node{x}, truth: c.alg.union(x.truth, c.alg.empty)}
}

// loop makes a star or a plus of x, which is not empty.
func (c *converter) loop(k kind, x *node, lazy bool) *node {
	n := &node{kind: k, subs: []*node{x}, truth: c.alg.star(x.truth), lazy: lazy}
	if k == plus {
		n.truth = c.alg.concat(x.truth, n.truth)
	}
	return n
}

func (c *converter) repeat(e *reading.Repeat) *node {
	var subs []*node
	for range e.Min {
		subs = append(subs, c.full(e.X))
	}
	switch {
	case e.Max == automaton.Unbounded && e.Min > 0 && !nullable(e.X):
		subs[len(subs)-1] = c.loop(plus, subs[len(subs)-1], e.Lazy)
	case e.Max == automaton.Unbounded:
		subs = append(subs, c.loop(star, c.nonEmpty(e.X), e.Lazy))
	case e.Max > e.Min:
		subs = append(subs, c.optional(c.upTo(e.X, e.Max-e.Min)))
	}
	return c.sequence(subs...)
}

// upTo converts one to n turns of x: nested options.
func (c *converter) upTo(x reading.Expr, n int) *node {
	if n == 1 {
		return c.nonEmpty(x)
	}
	return c.sequence(c.nonEmpty(x), c.optional(c.upTo(x, n-1)))
}

// exclude puts the prefix that the reading excludes before x.
func (c *converter) exclude(e *reading.Not, x *node) *node {
	prefix := c.inline(c.full(e.Prefix))
	return &node{kind: minus, subs: []*node{prefix, x},
		truth: c.alg.minus(x.truth, c.alg.concat(prefix.truth, c.alg.all))}
}

// inline writes the bodies of rules for references to them, so that an
// expression can stand in a lookahead without a struct.
func (c *converter) inline(n *node) *node {
	if n.kind == ref {
		return c.inline(n.prod.body)
	}
	m := *n
	m.escape = nil
	m.subs = make([]*node, len(n.subs))
	for i, x := range n.subs {
		m.subs[i] = c.inline(x)
	}
	return &m
}

// parts converts the parts of a sequence. A run of characters that ends with
// one of a smaller class, *(x / y) x, is taken to pieces together: ordered
// choice would take the last x in the run.
func (c *converter) parts(es []reading.Expr) []*node {
	var out []*node
	for i := 0; i < len(es); i++ {
		if i+1 < len(es) {
			if n := c.run(es[i], es[i+1]); n != nil {
				out = append(out, n)
				i++
				continue
			}
		}
		out = append(out, c.full(es[i]))
	}
	return out
}

// run converts *(x / y) x as ( x+ | y+ x )+; if the run is bounded, what is too
// long is refused before: (?! the longest and one more). It returns nil if e
// and last have not that form.
func (c *converter) run(e, last reading.Expr) *node {
	rep, ok := e.(*reading.Repeat)
	if !ok || rep.Min != 0 || rep.Max == 1 {
		return nil
	}
	both, ok := c.characters(rep.X)
	x, ok2 := c.characters(last)
	if !ok || !ok2 || !both.Contains(x) || len(both.Intersect(c.tokens.octets())) > 0 {
		return nil // an escaped octet is a node of the tree
	}
	turn := c.token(x, nil)
	body := c.loop(plus, turn, false)
	if y := both.Minus(x); len(y) > 0 {
		last := c.sequence(c.loop(plus, c.token(y, nil), false), turn)
		body = &node{kind: choice, subs: []*node{body, last}, truth: c.alg.union(body.truth, last.truth)}
	}
	n := c.loop(plus, body, false)
	n.unit = true
	if rep.Max == automaton.Unbounded {
		return n
	}
	either := c.token(both, nil)
	tooLong := &node{kind: seq}
	longest := c.alg.prepend(x, c.alg.empty)
	all := longest
	for range rep.Max {
		longest = c.alg.prepend(both, longest)
		all = c.alg.union(all, longest)
	}
	for range rep.Max + 2 {
		tooLong.subs = append(tooLong.subs, either)
	}
	return &node{kind: seq, subs: []*node{{kind: not, subs: []*node{tooLong}}, n}, truth: all, unit: true}
}
