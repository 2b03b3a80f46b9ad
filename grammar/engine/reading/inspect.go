package reading

import (
	"slices"
	"strings"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/bnf"
)

// This file finds what is suspicious in rules that can be compiled. Package grammar
// makes findings of it.

// Inspect is [Own.Read]. It also returns the problems that keep nothing from being
// compiled: rules that are not used, and repetitions of what may be empty. They are
// returned even if there is an error, unless the rules cannot be read at all.
func (o Own) Inspect() (*Grammar, []bnf.Problem, error) {
	w, err := o.prepare()
	if err != nil {
		return nil, nil, err
	}
	problems := slices.DeleteFunc(w.text.Verify(w.src.Start), func(p bnf.Problem) bool { return !warns(p) })
	g, err := w.read()
	return g, problems, err
}

// warns reports whether a problem keeps nothing from being compiled.
func warns(p bnf.Problem) bool { return p.Kind == bnf.Unreferenced || p.Kind == bnf.NullableLoop }

// wrong returns what keeps a grammar of our own from being compiled.
func wrong(g *bnf.Grammar) []*bnf.Problem {
	var out []*bnf.Problem
	for _, p := range g.Verify() {
		if warns(p) {
			continue
		}
		if p.Kind == bnf.Recursive {
			p.Message += compilable
		}
		out = append(out, &p)
	}
	return out
}

// Superfluous is an alternative that matters for no string: the alternatives before it
// derive all that it derives.
type Superfluous struct {
	Alternative *bnf.Concatenation
	// Same is the alternative before it that derives as much, if a single one does.
	Same *bnf.Concatenation
}

// Superfluous returns the superfluous alternatives in the definition of a rule, in the
// order of the text. It panics with a [*LimitError] if that takes too much.
func (g *Grammar) Superfluous(m *automaton.Meter, def *bnf.Rule) []Superfluous {
	var out []Superfluous
	var visit func(a *bnf.Alternation)
	visit = func(a *bnf.Alternation) {
		if len(a.Concatenations) > 1 {
			out = append(out, g.superfluous(m, a)...)
		}
		for _, c := range a.Concatenations {
			for _, r := range c.Repetitions {
				switch e := r.Element.(type) {
				case *bnf.Group:
					visit(e.Alternation)
				case *bnf.Option:
					visit(e.Alternation)
				}
			}
		}
	}
	visit(def.Elements)
	return out
}

func (g *Grammar) superfluous(m *automaton.Meter, a *bnf.Alternation) (out []Superfluous) {
	var parts []*automaton.DFA
	var before *automaton.DFA
	for i, c := range a.Concatenations {
		e, err := g.builder().concatenation(c)
		if err != nil {
			return nil // which New would have told
		}
		d := m.Compile(Limit, g.language(m, e))
		if before != nil && automaton.Empty(m.Minus(d, before)) {
			s := Superfluous{Alternative: c}
			for j, part := range parts {
				if automaton.Empty(m.Minus(d, part)) {
					s.Same = a.Concatenations[j]
					break
				}
			}
			out = append(out, s)
		}
		parts = append(parts, d)
		if before == nil {
			before = d
		} else if i+1 < len(a.Concatenations) {
			before = m.Union(before, d)
		}
	}
	return out
}

// Unrolled returns how deep the recursion of a rule is unrolled; 0 if it is not.
func (g *Grammar) Unrolled(r *Rule) int {
	if g.Source.unrolled[g.key(r.Name)] {
		return g.Source.depth
	}
	return 0
}

// Alias reports whether a rule is only another name of a rule.
func (r *Rule) Alias() bool {
	_, ok := r.Expr.(*Ref)
	return ok
}

// caseMatters finds comments that say so.
var caseMatters = pattern{text: `(?i)\bcase[- ]sensitive`}

// hasLetter reports whether case makes a difference to a text.
func hasLetter(text string) bool { return strings.ToLower(text) != strings.ToUpper(text) }

// CaseDoubt is a literal of ABNF that matches in both cases, although its author seems to
// have meant one.
type CaseDoubt struct {
	Literal *bnf.CharVal
	// Other is a literal beside it that differs in case only; nil if a comment says that
	// case matters.
	Other *bnf.CharVal
}

// CaseDoubts returns such literals in the definition of a rule.
func (g *Grammar) CaseDoubts(def *bnf.Rule) []CaseDoubt {
	if g.BNF.Notation != bnf.ABNF {
		return nil
	}
	var out []CaseDoubt
	seen := make(map[string]*bnf.CharVal)
	comments := comments(g.Published(def))
	def.Map(def.Name, func(e bnf.Element) bnf.Element {
		c, ok := e.(*bnf.CharVal)
		if !ok || c.CaseSensitive || !hasLetter(c.Text) {
			return e
		}
		other := seen[strings.ToLower(c.Text)]
		switch {
		case other == nil:
			seen[strings.ToLower(c.Text)] = c
			if caseMatters.get().MatchString(comments) {
				out = append(out, CaseDoubt{c, nil})
			}
		case other.Text != c.Text:
			out = append(out, CaseDoubt{c, other})
		}
		return e
	})
	return out
}

// comments returns what follows the ";" of each line. A ";" in a literal is taken for
// one, too.
func comments(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		if _, comment, ok := strings.Cut(line, ";"); ok {
			out = append(out, comment)
		}
	}
	return strings.Join(out, " ")
}
