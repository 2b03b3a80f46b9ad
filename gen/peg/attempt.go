package peg

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// attempt is a form that was tried for a part of a rule.
type attempt struct {
	part  *node
	form  string // "as written", `stop, if no ":" follows`
	taken bool
	lost  func() lang // what it loses; only asked if it was not taken
}

// try records an attempt.
func (f *finder) try(part *node, form string, taken bool, lost func() lang) {
	f.prod.attempts = append(f.prod.attempts, attempt{part, form, taken, lost})
}

// GrammarError says that no form fits a part of a rule.
type GrammarError struct {
	File    string // of the text that has the rule
	Line    int    // of the rule there; 0 for a rule that an erratum adds
	Rule    string
	Section string // "" where there are no sections
	Text    string // the rule as it is read
	Part    string // what has no form, in the grammar's notation
	What    string // and what it is: "repetition", "alternative 2 of the choice"
	Lost    string // a shortest string that ordered choice would lose
	Callers []string
	Context string // what may follow the part
	Tried   []string
}

// Error names the place and the rule, and has a line for each of the other
// fields:
//
//	x.bnf:2: rule r, section 1: no form of the repetition *"a" keeps "a"
//	    rule     r = *"a"
//	    used in  s
//	    context  "a" may follow
//	    tried    as written: loses "a"
func (err *GrammarError) Error() string {
	var b strings.Builder
	section := ""
	if err.Section != "" {
		section = ", section " + err.Section
	}
	fmt.Fprintf(&b, "%s:%d: rule %s%s: no form of the %s %s keeps %q", err.File, err.Line, err.Rule, section, err.What, err.Part, err.Lost)
	item := func(label string, lines ...string) {
		for _, line := range lines {
			fmt.Fprintf(&b, "\n    %-9s%s", label, line)
			label = ""
		}
	}
	item("rule", strings.Split(err.Text, "\n")...)
	item("used in", strings.Join(err.Callers, ", "))
	item("context", err.Context)
	item("tried", err.Tried...)
	return b.String()
}

// fail returns the error for a part that should read the strings want in one of
// the contexts and reads got.
func (f *finder) fail(what string, part *node, ks []lang, want, got lang) error {
	w, ok := f.alg.shortest(f.alg.minus(want, got))
	if !ok {
		w, _ = f.alg.shortest(f.alg.minus(got, want))
	}
	def := f.grammar.Definition(f.prod.rule)
	err := &GrammarError{
		File: def.Pos.File, Line: def.Pos.Line, Rule: f.prod.rule.Name, Section: f.grammar.Section(f.prod.rule.Name),
		Text: strings.TrimSpace(def.Format(f.grammar.BNF.Notation)),
		Part: f.nodeText(part), What: what, Lost: f.tokens.text(w), Callers: f.prod.callerNames(), Context: f.contextText(ks),
	}
	for _, a := range f.prod.attempts {
		if a.part == part || f.nodeText(a.part) == err.Part {
			err.Tried = append(err.Tried, f.attemptText(a))
		}
	}
	return err
}

// attemptText says what was tried, and what came of it.
func (p *prover) attemptText(a attempt) string {
	if a.taken {
		return a.form + ": exact"
	}
	if w, ok := p.alg.shortest(a.lost()); ok {
		return fmt.Sprintf("%s: loses %q", a.form, p.tokens.text(w))
	}
	return a.form + ": keeps all strings, but not their derivations"
}

// callerNames names the rules that refer to a production.
func (q *production) callerNames() []string {
	var names []string
	for _, c := range q.callers {
		if !slices.Contains(names, c.rule.Name) {
			names = append(names, c.rule.Name)
		}
	}
	if names == nil {
		return []string{"no other rule"}
	}
	return names
}

// contextText says what may follow in the contexts.
func (p *prover) contextText(ks []lang) string {
	var first automaton.Set
	end := false
	for _, k := range ks {
		first = first.Union(p.alg.first(k))
		end = end || p.alg.hasEmpty(k)
	}
	switch {
	case len(first) == 0:
		return "the string ends there"
	case end:
		return p.setText(first, "or") + " may follow, or the string ends there"
	}
	return p.setText(first, "or") + " follows"
}

// nodeText writes an expression in the notation of ABNF, with (?= ) and (?! ) for
// what looks ahead.
func (c *converter) nodeText(n *node) string {
	list := func(between string) string {
		var parts []string
		for _, x := range n.subs {
			text := c.nodeText(x)
			if n.kind == seq && x.kind == choice {
				text = "( " + text + " )"
			}
			parts = append(parts, text)
		}
		return strings.Join(parts, between)
	}
	group := func(x *node) string {
		if text := c.nodeText(x); x.kind == choice || x.kind == seq || x.kind == token && strings.Contains(text, " / ") {
			return "( " + text + " )"
		} else {
			return text
		}
	}
	switch n.kind {
	case token:
		return strings.Join(c.setNames(n.set), " / ")
	case seq:
		return list(" ")
	case choice:
		return list(" / ")
	case option:
		return "[ " + c.nodeText(n.subs[0]) + " ]"
	case star:
		return "*" + group(n.subs[0])
	case plus:
		return "1*" + group(n.subs[0])
	case ref:
		return n.prod.rule.Name
	case ahead:
		return "(?= " + c.nodeText(n.subs[0]) + " )"
	case not:
		return "(?! " + c.nodeText(n.subs[0]) + " )"
	}
	return "(?! " + c.nodeText(n.subs[0]) + " ) " + c.nodeText(n.subs[1])
}

// dump shows what the prover made of a rule: for each production, where it is
// used, what was tried and what it reads in the end.
func (p *prover) dump(r *reading.Rule) string {
	var b strings.Builder
	for _, q := range p.order {
		if q.rule.Name != r.Name {
			continue
		}
		name := q.rule.Name
		if q.rule.Variant != reading.Plain {
			name += ", " + strings.ToLower(q.rule.Variant.String())
		}
		if q.nonEmpty {
			name += ", not empty"
		}
		fmt.Fprintf(&b, "Ordered choice: %s\n\n  used in  %s\n  context  %s\n", name, strings.Join(q.callerNames(), ", "), p.contextText(q.contexts))
		for _, a := range q.attempts {
			fmt.Fprintf(&b, "  tried    %s: %s\n", p.nodeText(a.part), p.attemptText(a))
		}
		fmt.Fprintf(&b, "  reads    %s\n\n", p.nodeText(q.body))
	}
	return b.String()
}
