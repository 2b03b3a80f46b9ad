package reading

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/bnf"
)

// binder turns the rules of the text into Rules, in which each name is bound to
// the rule that it refers to. A rule is bound after those that it refers to.
type binder struct {
	g        *Grammar
	notation bnf.Notation
	done     map[string]*Rule     // by key; nil while a rule is being bound
	used     []bool               // the decisions that were applied
	folded   map[string]bool      // the literals that were folded
	elements map[*Decision]string // what each is about, as the notation prints it
	level    int                  // how many rules and brackets are being bound
}

func (b *binder) run() error {
	g := b.g
	for _, rule := range slices.Concat(g.BNF.Rules, g.BNF.Core) {
		g.index[g.key(rule.Name)] = len(g.Names)
		g.Names = append(g.Names, rule.Name)
	}
	g.Rules = make([]*Rule, len(g.Names))
	b.used = make([]bool, len(g.Source.Reading))
	p := &Problems{File: g.Source.Name + ".json"}
	for i, name := range g.Names {
		rule, err := b.rule(name, bnf.Pos{File: g.Source.File()})
		if err != errTold {
			p.Add(err)
		}
		g.Rules[i] = rule
	}
	for i, used := range b.used {
		if d := g.Source.Reading[i]; !used && b.done[g.key(d.Rule)] != failed {
			p.Fail("reading", "rule %s has no %s", d.Rule, d.Element)
		}
	}
	for _, x := range g.Source.applied {
		for _, text := range x.Fold {
			if !b.folded[text] {
				p.Fail("erratum "+x.ID, "no rule has %q", text)
			}
		}
	}
	return p.Err()
}

// failed stands in the binder for a rule that could not be bound. That has been
// reported; the rules that refer to it return errTold.
var (
	failed  = new(Rule)
	errTold = errors.New("reported before")
)

// rule returns the rule of that name, and binds it first if necessary.
func (b *binder) rule(name string, at bnf.Pos) (*Rule, error) {
	key := b.g.key(name)
	if rule, ok := b.done[key]; ok {
		switch rule {
		case nil: // in the prefix of a decision; recursion elsewhere has been reported
			return nil, fmt.Errorf("%s: rule %s is recursive", at, name)
		case failed:
			return nil, errTold
		}
		return rule, nil
	}
	def := b.g.definitions[key]
	if def == nil {
		return nil, fmt.Errorf("%s: rule %s is not defined%s", at, name, b.g.meant(name))
	}
	b.done[key] = nil
	rule, err := b.bind(def)
	if err != nil {
		b.done[key] = failed
		return nil, err
	}
	return rule, nil
}

// bind binds the rule of a definition, and its Bare variant.
func (b *binder) bind(def *bnf.Rule) (*Rule, error) {
	key := b.g.key(def.Name)
	rule := &Rule{Name: def.Name, Index: b.g.Index(def.Name)}
	var decisions []int
	for i, d := range b.g.Source.Reading {
		if b.g.key(d.Rule) == key {
			decisions = append(decisions, i)
		}
	}
	build := &builder{binder: b, in: def.Name, decisions: decisions}
	var err error
	if rule.Expr, err = build.alternation(def.Elements); err != nil {
		return nil, err
	}
	if set, ok := classOf(rule.Expr); ok {
		rule.Class = set
	}
	rule.Character = len(rule.Class) > 0 || isCharacter(rule.Expr)
	rule.width, rule.depth = width(rule.Expr), depth(rule.Expr)
	if rule.depth > maxDepth {
		return nil, tooDeep(def.Pos, def.Name)
	}
	b.done[key] = rule
	// There is a Bare variant if the reading changes this rule or one that it
	// refers to.
	if build.changed {
		bare := &Rule{Name: rule.Name, Variant: Bare, Index: rule.Index}
		build := &builder{binder: b, in: def.Name, decisions: decisions, bare: true}
		if bare.Expr, err = build.alternation(def.Elements); err != nil {
			return nil, err
		}
		bare.width, bare.depth = rule.width, rule.depth
		b.g.bare[rule.Name] = bare
	}
	return rule, nil
}

// Form returns a form of the start rule: a rule with its name that derives only the
// strings of an expression in the grammar's notation, under the reading. An
// example is absoluteURI [ "#" fragment ]. If the expression is the name of a
// rule, Form returns that rule. For the same
// text it returns the same rule each time.
func (g *Grammar) Form(text string) (*Rule, error) {
	if r, ok := g.Lookup(text); ok {
		return r, nil
	}
	if r, ok := g.forms.Load(text); ok {
		return r.(*Rule), nil
	}
	e, err := g.expression(text)
	if err != nil {
		return nil, err
	}
	start, _ := g.Lookup(g.Source.Start)
	r, _ := g.forms.LoadOrStore(text, &Rule{Name: start.Name, Index: start.Index, Expr: e})
	return r.(*Rule), nil
}

// CharSet returns the characters of a character class that is written in the
// grammar's notation and may refer to its rules. There is an error if
// the expression cannot be read or is not a character class.
func (g *Grammar) CharSet(text string) (automaton.Set, error) {
	e, err := g.expression(text)
	if err != nil {
		return nil, err
	}
	set, ok := classOf(e)
	if !ok {
		return nil, fmt.Errorf("%s is not a character class", text)
	}
	return set, nil
}

// expression returns an expression of the data file, which may refer to rules.
func (g *Grammar) expression(text string) (Expr, error) {
	b := g.builder()
	a, err := b.expression(text)
	if err != nil {
		return nil, err
	}
	return b.alternation(a)
}

// builder returns a builder for expressions that refer to the rules.
func (g *Grammar) builder() *builder {
	return &builder{binder: &binder{g: g, notation: g.BNF.Notation, done: g.bound(), folded: make(map[string]bool)}}
}

// builder builds the expression of one rule.
type builder struct {
	*binder
	in        string // the name of the rule; "" for an expression of the data file
	decisions []int  // those about the rule, as indices into Source.Reading
	bare      bool   // ignore what the reading changes
	changed   bool   // the reading changes this rule, or one that it refers to
}

func (b *builder) alternation(a *bnf.Alternation) (Expr, error) {
	if b.level++; b.level > maxDepth {
		return nil, tooDeep(a.Pos, b.in)
	}
	defer func() { b.level-- }()
	var parts, first []Expr
	for _, c := range a.Concatenations {
		x, err := b.concatenation(c)
		if err != nil {
			return nil, err
		}
		text := c.Format(b.notation)
		dropped, goesFirst := false, false
		for _, i := range b.decisions {
			d := &b.g.Source.Reading[i]
			if d.Lazy {
				continue
			}
			element, err := b.elementOf(d)
			if err != nil {
				return nil, b.ofDecision(d, err)
			}
			if element != text {
				continue
			}
			b.used[i] = true
			switch {
			case d.First:
				goesFirst = true
				continue
			case b.bare:
				continue
			case d.Drop:
				dropped = true
			case d.Not != "":
				prefix, err := b.prefix(d.Not)
				if err != nil {
					return nil, b.ofDecision(d, err)
				}
				x = &Not{X: x, Prefix: prefix, Decision: d}
			case d.UTF8:
				x = &UTF8{X: x, Decision: d}
			}
			b.changed = true
		}
		switch {
		case dropped:
		case goesFirst:
			first = append(first, x)
		default:
			parts = append(parts, x)
		}
	}
	parts = append(first, parts...)
	if len(parts) == 1 {
		return parts[0], nil
	}
	return &Alt{Parts: parts}, nil
}

// elementOf returns what a decision is about, as the notation prints it.
func (b *builder) elementOf(d *Decision) (string, error) {
	if text, ok := b.elements[d]; ok {
		return text, nil
	}
	element, err := b.expression(d.Element)
	if err != nil {
		return "", err
	}
	if b.elements == nil {
		b.elements = make(map[*Decision]string)
	}
	b.elements[d] = element.Format(b.notation)
	return b.elements[d], nil
}

// expression reads an expression of the data file. Its positions have no file.
func (b *builder) expression(text string) (*bnf.Alternation, error) {
	return bnf.ReadExpression("", text, b.notation)
}

// prefix reads the prefix that a decision excludes.
func (b *builder) prefix(text string) (Expr, error) {
	a, err := b.expression(text)
	if err != nil {
		return nil, err
	}
	return (&builder{binder: b.binder}).alternation(a)
}

// ofDecision names the decision that an error is about.
func (b *builder) ofDecision(d *Decision, err error) error {
	if err == errTold {
		return err
	}
	return fmt.Errorf("%s.json: reading: rule %s: %w", b.g.Source.Name, d.Rule, err)
}

func (b *builder) concatenation(c *bnf.Concatenation) (Expr, error) {
	if len(c.Repetitions) == 1 {
		return b.repetition(c.Repetitions[0])
	}
	seq := &Seq{}
	for _, r := range c.Repetitions {
		x, err := b.repetition(r)
		if err != nil {
			return nil, err
		}
		seq.Parts = append(seq.Parts, x)
	}
	return seq, nil
}

func (b *builder) repetition(r *bnf.Repetition) (Expr, error) {
	x, err := b.element(r.Element)
	if err != nil || r.Min == 1 && r.Max == 1 {
		return x, err
	}
	return &Repeat{X: x, Min: r.Min, Max: r.Max}, nil
}

func (b *builder) element(e bnf.Element) (Expr, error) {
	switch e := e.(type) {
	case *bnf.Rulename:
		return b.reference(e)
	case *bnf.Group:
		return b.alternation(e.Alternation)
	case *bnf.Option:
		x, err := b.alternation(e.Alternation)
		if err != nil {
			return nil, err
		}
		return &Repeat{X: x, Min: 0, Max: 1}, nil
	case *bnf.CharVal:
		return b.literal(e), nil
	case *bnf.NumVal:
		return b.value(e)
	case *bnf.ProseVal:
		if d := b.g.Source.given; d != nil {
			return &Given{d}, nil
		}
		return nil, fmt.Errorf("%s: <%s> is prose and needs a repair", e.Pos, e.Text)
	}
	return nil, fmt.Errorf("%s: %T is not an element", e.Position(), e)
}

func (b *builder) reference(e *bnf.Rulename) (Expr, error) {
	rule, err := b.rule(e.Name, e.Pos)
	if err != nil {
		return nil, err
	}
	if bare, ok := b.g.bare[rule.Name]; ok {
		b.changed = true
		if b.bare {
			rule = bare
		}
	}
	for _, i := range b.decisions {
		d := &b.g.Source.Reading[i]
		if !d.Lazy || b.g.key(d.Element) != b.g.key(e.Name) {
			continue
		}
		b.used[i] = true
		lazy, ok := b.g.lazy[rule.Name]
		if !ok {
			body, ok := asShortAsPossible(rule.Expr)
			if !ok {
				return nil, fmt.Errorf("%s.json: reading: rule %s is not a repetition, and does not end with one", b.g.Source.Name, rule.Name)
			}
			lazy = &Rule{Name: rule.Name, Variant: Lazy, Index: rule.Index, Expr: body}
			lazy.width, lazy.depth = rule.width, rule.depth
			b.g.lazy[rule.Name] = lazy
		}
		rule = lazy
	}
	return &Ref{Rule: rule}, nil
}

// asShortAsPossible returns a repetition, or a sequence that ends with one, in which
// the repetition prefers fewer turns.
func asShortAsPossible(e Expr) (lazy Expr, ok bool) {
	switch e := e.(type) {
	case *Repeat:
		return &Repeat{X: e.X, Min: e.Min, Max: e.Max, Lazy: true}, true
	case *Seq:
		if len(e.Parts) == 0 {
			return nil, false
		}
		parts := slices.Clone(e.Parts)
		last := len(parts) - 1
		if parts[last], ok = asShortAsPossible(parts[last]); ok {
			return &Seq{Parts: parts}, true
		}
	}
	return nil, false
}

// literal returns the characters of a quoted string. A letter stands for both
// cases if the literal is not case-sensitive, or if an erratum folds it and the
// rule is read as a part of whole references: see [Erratum].
func (b *builder) literal(e *bnf.CharVal) Expr {
	seq := &Seq{}
	fold := !e.CaseSensitive
	if !b.bare {
		for _, x := range b.g.folds(e.Text) {
			fold, b.changed = true, true
			b.folded[e.Text] = true
			if b.in != "" {
				b.g.touched(b.in, x)
			}
		}
	}
	for i := range len(e.Text) {
		c := e.Text[i : i+1]
		set := automaton.Of(int32(c[0]))
		if fold {
			set = automaton.Of(int32(strings.ToLower(c)[0]), int32(strings.ToUpper(c)[0]))
		}
		seq.Parts = append(seq.Parts, &Chars{Set: set})
	}
	if len(seq.Parts) == 1 {
		return seq.Parts[0]
	}
	return seq
}

func (b *builder) value(e *bnf.NumVal) (Expr, error) {
	every := b.g.Source.Characters()
	for _, v := range e.Values {
		if !every.Has(v) {
			return nil, textError(e.Pos, "the value %d is not a %s", v, b.g.Source.terminal())
		}
	}
	if e.Range {
		return &Chars{Set: every.Intersect(automaton.Between(e.Values[0], e.Values[1]))}, nil
	}
	seq := &Seq{}
	for _, v := range e.Values {
		seq.Parts = append(seq.Parts, &Chars{Set: automaton.Of(v)})
	}
	if len(seq.Parts) == 1 {
		return seq.Parts[0], nil
	}
	return seq, nil
}
