// Package grammar reads references by the grammar of one edition of the URL
// and URI specifications. An [Edition] answers three questions about a string:
//
//	Valid, Check, CheckRule   does it conform, and if not, where and why
//	Parse                     which parts are its components (package ast)
//	Tree, TreeRule            how does the grammar derive it, rule by rule
//
// Package editions has the editions:
//
//	e := editions.RFC3986
//	if err := e.Check("http://a/%zz"); err != nil {
//		var syntax *grammar.SyntaxError
//		errors.As(err, &syntax) // syntax.Offset == 10, syntax.Rule == "pct-encoded"
//	}
//
// A string conforms to an edition if its grammar derives it under the
// edition's reading: the published rules, less the derivations that the prose
// of the same document rules out (package reading). Bytes are judged as they
// stand; nothing is decoded, trimmed or repaired first.
//
// Two engines work on one grammar. Valid, Check and Parse use the minimal
// automaton of the rules, Parse with registers for the components, and an error
// with states that know the rule they are in; Tree uses the participle grammar that gen writes
// from them, which does not know the automaton. Tests hold them to each other.
//
// An Edition is built at first use and may be used concurrently.
package grammar

import (
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"github.com/urispec/urispec/grammar/automaton"
	"github.com/urispec/urispec/grammar/reading"
	"github.com/urispec/urispec/resolve"
)

// Edition is one published document's grammar. The zero value is no edition;
// package editions has all there are.
type Edition struct {
	name    string
	deriver Deriver
	grammar func() *reading.Grammar
	start   func() *automaton.DFA
	roles   func() []role

	valid     func() *automaton.Acceptor // of start
	absolute  func() *automaton.Acceptor
	match     func() *matcher
	explain   func() *explainer         // of start
	algorithm func() *resolve.Algorithm // nil for none

	explainers sync.Map // of func() *explainer, by *reading.Rule
}

// Deriver is a generated grammar: it builds the derivation of s from the rule
// of that name, under the reading or, where bare is true, by the published
// grammar alone. An error says that it could not.
type Deriver interface {
	Derive(rule string, bare bool, s string) (*Tree, error)
}

// New returns the edition whose NAME.bnf and NAME.json are in folder. The
// editions' own packages call it; nothing is read before the first use, and a
// folder that cannot be read is a defect of the program: the first use panics.
func New(name string, folder fs.FS, deriver Deriver) *Edition {
	e := &Edition{name: name, deriver: deriver}
	e.grammar = sync.OnceValue(func() *reading.Grammar {
		src, err := reading.Read(folder, name)
		if err == nil {
			var g *reading.Grammar
			if g, err = reading.New(src); err == nil {
				return g
			}
		}
		panic(fmt.Sprintf("grammar: edition %s: %v", name, err))
	})
	e.start = sync.OnceValue(func() *automaton.DFA {
		g := e.grammar()
		r, _ := g.Lookup(g.Source.Start)
		return g.Automaton(r)
	})
	e.valid = sync.OnceValue(func() *automaton.Acceptor { return e.start().Acceptor() })
	e.absolute = sync.OnceValue(func() *automaton.Acceptor {
		g := e.grammar()
		r, _ := g.Lookup(g.Source.Absolute)
		return g.Automaton(r).Acceptor()
	})
	e.match = sync.OnceValue(func() *matcher { return newMatcher(e.grammar(), e.roles()) })
	e.explain = sync.OnceValue(func() *explainer {
		r, _ := e.grammar().Lookup(e.grammar().Source.Start)
		return e.explainerOf(r)
	})
	e.algorithm = sync.OnceValue(func() *resolve.Algorithm { return algorithmOf(e) })
	e.roles = sync.OnceValue(func() []role { return rolesOf(e.grammar()) })
	return e
}

// Name returns the edition's name, such as "rfc3986".
func (e *Edition) Name() string { return e.name }

// String returns the edition's name.
func (e *Edition) String() string { return e.name }

// Source returns the data of the edition: its document, repairs, reading and
// errata. It must not be changed.
func (e *Edition) Source() *reading.Source { return e.grammar().Source }

// Rule is a rule of an edition's grammar as this program reads it.
type Rule struct {
	Name    string // as the repaired text has it
	Section string // of the document
	Line    int    // in the published text; 0 for a core rule of ABNF
	EndLine int
	Text    string            // the definition, in the edition's notation, repairs applied
	Class   bool              // the rule is one character class
	Repairs []*reading.Repair // that touched it
}

// Rules returns the rules of the edition in the order of its text, the core
// rules of ABNF that it uses last.
func (e *Edition) Rules() []Rule {
	g := e.grammar()
	rules := make([]Rule, len(g.Rules))
	for i, r := range g.Rules {
		def := g.Definition(r)
		rules[i] = Rule{
			Name: r.Name, Section: g.Section(r.Name), Text: def.Format(g.BNF.Notation), Class: len(r.Class) > 0,
		}
		if slices.Contains(g.BNF.Core, def) {
			continue
		}
		rules[i].Line, rules[i].EndLine = def.Pos.Line, def.EndLine
		for line := def.Pos.Line; line <= def.EndLine; line++ {
			for _, repair := range g.Touched[line] {
				if !slices.Contains(rules[i].Repairs, repair) {
					rules[i].Repairs = append(rules[i].Repairs, repair)
				}
			}
		}
	}
	return rules
}

// Rule returns the rule of that name, or of the name it was printed with;
// names of ABNF editions match in any case.
func (e *Edition) Rule(name string) (Rule, error) {
	r, err := e.rule(name)
	if err != nil {
		return Rule{}, err
	}
	return e.Rules()[r.Index], nil
}

// UnknownRuleError says that an edition has no rule of a name.
type UnknownRuleError struct {
	Edition, Rule string
	Known         []string // the names of all rules of the edition
}

func (err *UnknownRuleError) Error() string {
	return fmt.Sprintf("%s has no rule %q", err.Edition, err.Rule)
}

func (e *Edition) rule(name string) (*reading.Rule, error) {
	g := e.grammar()
	if r, ok := g.Lookup(name); ok {
		return r, nil
	}
	return nil, &UnknownRuleError{e.name, name, slices.Clone(g.Names)}
}
