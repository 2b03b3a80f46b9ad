package bnf

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Problem is a part of a grammar that can be read but cannot be meant, or that
// its author should look at again.
type Problem struct {
	Pos     Pos
	Kind    Kind
	Rule    string // the rule that contains it, or that it is about
	Message string
}

// String returns one line in the form that editors understand.
func (p Problem) String() string {
	return fmt.Sprintf("%v: %s: %s", p.Pos, p.Rule, p.Message)
}

// Error is String: a problem may be an error.
func (p *Problem) Error() string { return p.String() }

// Kind is the kind of a [Problem].
type Kind int

const (
	_ Kind = iota // the zero value is no kind
	// Undefined is the first use of a name that no rule has, or a start rule that
	// does not exist. In ABNF the core rules are always defined.
	Undefined
	// Unreferenced is a rule that no other rule uses and that is not a start rule.
	Unreferenced
	// Redefined is a second definition of a rule. The first one counts.
	Redefined
	// Recursive is a rule that is defined by itself, directly or through others.
	Recursive
	// EmptyRange is a range of values or of counts whose end is before its
	// beginning.
	EmptyRange
	// NullableLoop is a repetition without an upper bound whose element can be
	// empty.
	NullableLoop
	// ProseValue is a description in angle brackets.
	ProseValue
)

var kindNames = [...]string{
	Undefined:    "undefined",
	Unreferenced: "unreferenced",
	Redefined:    "redefined",
	Recursive:    "recursive",
	EmptyRange:   "empty range",
	NullableLoop: "nullable loop",
	ProseValue:   "prose value",
}

// String returns the kind in words: "undefined", "nullable loop".
func (k Kind) String() string {
	if k <= 0 || int(k) >= len(kindNames) {
		return fmt.Sprintf("Kind(%d)", int(k))
	}
	return kindNames[k]
}

// Verify returns the problems of the grammar in the order of the text. The start
// rules are those that the grammar is for: they must exist, and no other rule has
// to refer to them.
func (g *Grammar) Verify(starts ...string) []Problem {
	v := &verifier{
		Grammar:  g,
		all:      slices.Concat(g.Rules, g.Core),
		defined:  make(map[string]*Rule),
		nullable: make(map[*Rule]bool),
	}
	v.findRedefined()
	v.findUndefined(starts)
	v.findUnreferenced(starts)
	v.findRecursive()
	v.findNullable()
	for _, r := range g.Rules {
		v.checkElements(r)
	}
	slices.SortFunc(v.problems, func(a, b Problem) int {
		return cmp.Or(
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Column, b.Pos.Column),
			cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(a.Message, b.Message),
		)
	})
	return v.problems
}

// verifier collects the problems of a grammar.
type verifier struct {
	*Grammar
	all      []*Rule          // the rules of the text, then the core rules that it uses
	defined  map[string]*Rule // the definition that counts, by key
	nullable map[*Rule]bool   // whether the rule derives the empty string
	problems []Problem

	suggested int // how often a name has been looked for that may be meant
}

// maxSuggested is how often a name is looked for that may be meant, as that looks at all
// names.
const maxSuggested = 50

func (v *verifier) report(pos Pos, kind Kind, rule, format string, args ...any) {
	v.problems = append(v.problems, Problem{pos, kind, rule, fmt.Sprintf(format, args...)})
}

// lookup is [Grammar.Lookup] in constant time. findRedefined prepares it.
func (v *verifier) lookup(name string) *Rule { return v.defined[v.Notation.key(name)] }

func (v *verifier) findRedefined() {
	for _, r := range v.all {
		first := v.lookup(r.Name)
		if first == nil {
			v.defined[v.Notation.key(r.Name)] = r
			continue
		}
		advice := ""
		if v.Notation == ABNF {
			advice = `; "=/" adds alternatives`
		}
		v.report(r.Pos, Redefined, r.Name, "%s is already defined at %v, and that definition counts%s", r.Name, first.Pos, advice)
	}
}

func (v *verifier) findUndefined(starts []string) {
	reported := make(map[string]bool)
	for _, name := range starts {
		if v.lookup(name) == nil {
			pos := Pos{Line: 1, Column: 1}
			if len(v.Rules) > 0 {
				pos.File = v.Rules[0].Pos.File
			}
			v.report(pos, Undefined, name, "the start rule %s is not defined%s", name, v.suggest(name))
		}
	}
	for _, r := range v.all {
		r.Elements.eachReference(func(ref *Rulename) {
			if key := v.Notation.key(ref.Name); v.defined[key] == nil && !reported[key] {
				reported[key] = true
				v.report(ref.Pos, Undefined, r.Name, "%s is not defined%s", ref.Name, v.suggest(ref.Name))
			}
		})
	}
}

// suggest returns the end of the message about a name that is not defined: a guess
// at what was meant.
func (v *verifier) suggest(name string) string {
	if v.suggested++; v.suggested > maxSuggested {
		return ""
	}
	names := make([]string, len(v.all))
	for i, r := range v.all {
		names[i] = r.Name
	}
	best, ok := Nearest(name, names)
	switch {
	case ok:
		return "; did you mean " + best + "?"
	case v.Notation != ABNF && CoreRule(name) != nil:
		return "; it is a core rule of ABNF, and this notation has no core rules"
	}
	return ""
}

func (v *verifier) findUnreferenced(starts []string) {
	used := make(map[*Rule]bool)
	for _, name := range starts {
		used[v.lookup(name)] = true
	}
	for _, r := range v.all {
		for _, target := range v.targets(r) {
			if target != v.lookup(r.Name) {
				used[target] = true
			}
		}
	}
	for _, r := range v.Rules {
		if r == v.lookup(r.Name) && !used[r] {
			v.report(r.Pos, Unreferenced, r.Name, "no other rule refers to %s, and it is not a start rule", r.Name)
		}
	}
}

// findRecursive reports each cycle that a depth-first search finds, at the rule
// through which it entered the cycle. The search keeps its own stack, because a
// chain of rules may be long.
func (v *verifier) findRecursive() {
	type visit struct {
		rule *Rule
		left []*Rule // still to be visited from here
	}
	var path []visit
	const done = -1
	place := make(map[*Rule]int) // in path, from 1; or done
	enter := func(r *Rule) {
		path = append(path, visit{r, v.targets(r)})
		place[r] = len(path)
	}
	for _, r := range v.all {
		if place[r] == 0 {
			enter(r)
		}
		for len(path) > 0 {
			top := &path[len(path)-1]
			if len(top.left) == 0 {
				place[top.rule] = done
				path = path[:len(path)-1]
				continue
			}
			next := top.left[0]
			top.left = top.left[1:]
			switch place[next] {
			case done:
			case 0:
				enter(next)
			default:
				cycle := path[place[next]-1:]
				name := func(i int) string { return cycle[i].rule.Name }
				v.report(next.Pos, Recursive, next.Name, "%[1]s is defined by itself: %[2]s -> %[1]s", next.Name, chain(len(cycle), name))
			}
		}
	}
}

// chain joins n names with arrows. It leaves out the middle of a long chain.
func chain(n int, name func(int) string) string {
	const shown = 4 // at each end
	var names []string
	for i := 0; i < n; i++ {
		if i == shown && n > 2*shown {
			names = append(names, "...")
			i = n - shown
		}
		names = append(names, name(i))
	}
	return strings.Join(names, " -> ")
}

// targets returns the rules that r refers to, without repetition.
func (v *verifier) targets(r *Rule) []*Rule {
	var targets []*Rule
	seen := make(map[*Rule]bool)
	r.Elements.eachReference(func(ref *Rulename) {
		if t := v.lookup(ref.Name); t != nil && !seen[t] {
			seen[t] = true
			targets = append(targets, t)
		}
	})
	return targets
}

// findNullable finds the rules that derive the empty string. It looks at a rule
// again whenever one that the rule refers to turns out to be nullable.
func (v *verifier) findNullable() {
	users := make(map[*Rule][]*Rule)
	for _, r := range v.all {
		for _, t := range v.targets(r) {
			users[t] = append(users[t], r)
		}
	}
	for queue := slices.Clone(v.all); len(queue) > 0; {
		r := queue[0]
		queue = queue[1:]
		if !v.nullable[r] && v.canBeEmpty(r.Elements) {
			v.nullable[r] = true
			queue = append(queue, users[r]...)
		}
	}
}

// canBeEmpty reports whether a is known to derive the empty string.
func (v *verifier) canBeEmpty(a *Alternation) bool {
	return slices.ContainsFunc(a.Concatenations, func(c *Concatenation) bool {
		return !slices.ContainsFunc(c.Repetitions, func(r *Repetition) bool {
			return r.Min > 0 && !v.elementCanBeEmpty(r.Element)
		})
	})
}

func (v *verifier) elementCanBeEmpty(e Element) bool {
	switch e := e.(type) {
	case *Rulename:
		return v.nullable[v.lookup(e.Name)]
	case *Group:
		return v.canBeEmpty(e.Alternation)
	case *Option:
		return true
	case *CharVal:
		return e.Text == ""
	}
	return false
}

// checkElements reports the problems inside one rule.
func (v *verifier) checkElements(rule *Rule) {
	rule.Elements.each(func(r *Repetition) {
		if r.Max != Unbounded && r.Min > r.Max {
			v.report(r.Pos, EmptyRange, rule.Name, "no count is at least %d and at most %d", r.Min, r.Max)
		}
		if r.Max == Unbounded && v.elementCanBeEmpty(r.Element) {
			v.report(r.Pos, NullableLoop, rule.Name, "%s", v.loopMessage(r))
		}
		switch e := r.Element.(type) {
		case *NumVal:
			if e.Range && e.Values[0] > e.Values[1] {
				turned := &NumVal{Base: e.Base, Values: []rune{e.Values[1], e.Values[0]}, Range: true}
				v.report(e.Pos, EmptyRange, rule.Name, "the range %s is empty; did you mean %s?", e.Format(v.Notation), turned.Format(v.Notation))
			}
		case *ProseVal:
			v.report(e.Pos, ProseValue, rule.Name, "%s", v.proseMessage(e, r))
		}
	})
}

func (v *verifier) loopMessage(r *Repetition) string {
	message := fmt.Sprintf("what %s repeats can be empty, so a string has infinitely many derivations, and a parser may not terminate", r.prefix())
	if _, ok := r.Element.(*Option); ok && v.Notation == RFC822 {
		message += fmt.Sprintf("; in RFC 1738 section 5, %[1]s[ ... ] means %[1]s( ... )", r.prefix())
	}
	return message
}

func (v *verifier) proseMessage(e *ProseVal, r *Repetition) string {
	message := e.Format(v.Notation) + " is prose, which no program can read"
	if v.lookup(e.Text) != nil {
		message += "; the rule is written " + e.Text
	}
	if r.Max == 0 {
		message += `; 0 times anything is ""`
	}
	return message
}
