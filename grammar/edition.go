// Package grammar reads references by the grammar of one edition of the URL
// and URI specifications. An [Edition] answers three questions about a string:
//
//	Valid, Check, CheckRule   does it conform, and if not, where and why
//	Parse                     which parts are its components (package ast)
//	Tree, TreeRule            how does the grammar derive it, rule by rule
//
// and Ambiguities, AmbiguitiesRule one about the grammar: which strings has it
// several derivations for, and what decides between them. [Edition.Corrected]
// answers with the errata of the document applied.
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
// stand; nothing is decoded, trimmed or repaired first. The characters of IRIs
// (rfc3987) are code points, which stand in a string in UTF-8: the automata read
// its bytes too, and a string that is not UTF-8 does not conform.
//
// [Compare] tells how the languages of two editions differ, by shortest strings
// and by the rules that make the difference.
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
	"sync/atomic"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/bnf"
	"github.com/urispec/urispec/grammar/engine/reading"
	"github.com/urispec/urispec/resolve"
)

// Edition is one published document's grammar. The zero value is no edition;
// package editions has all there are.
type Edition struct {
	name     string
	label    string // the name, and what is applied
	source   func() *reading.Source
	compiled compiled
	deriver  Deriver
	grammar  func() *reading.Grammar
	start    func() *automaton.DFA
	roles    func() []role

	valid     lazy[automaton.Acceptor] // of start
	basis     lazy[basis]
	match     lazy[matcher]
	explain   lazy[explainer]           // of start
	algorithm func() *resolve.Algorithm // nil for none
	corrected func() *Edition
	partial   func() []someErrata

	explainers sync.Map // of func() *explainer, by *reading.Rule
}

// lazy is a value that is made at first use, as by [sync.OnceValue], but without
// a function between: where a nanosecond counts, value is loaded directly.
type lazy[T any] struct {
	value atomic.Pointer[T]
	once  sync.Once
	make  func() *T
}

func (l *lazy[T]) get() *T {
	v := l.value.Load()
	if v == nil {
		v = l.first()
	}
	return v
}

func (l *lazy[T]) first() *T {
	l.once.Do(func() { l.value.Store(l.make()) })
	return l.value.Load()
}

// Deriver is a generated grammar: it builds the derivation of s from the rule
// of that name, under the reading or, where bare is true, by the published
// grammar alone. An error says that it could not.
type Deriver interface {
	Derive(rule string, bare bool, s string) (*Tree, error)
}

// New returns the edition whose NAME.bnf and NAME.json are in folder; corrected
// derives by the grammar with its errata and is nil if none of them changes the
// language. The editions' own packages call it; nothing is read before the first
// use, and a folder that cannot be read is a defect of the program: the first use
// panics.
func New(name string, folder fs.FS, deriver, corrected Deriver) *Edition {
	return published(name, folder, deriver, corrected, func() (*reading.Source, error) { return reading.Read(folder, name) })
}

// NewAmendment is [New] for an edition whose folder has only what it changes in
// another one.
func NewAmendment(amended *Edition, name string, folder fs.FS, deriver, corrected Deriver) *Edition {
	return published(name, folder, deriver, corrected, func() (*reading.Source, error) {
		src, err := reading.Read(folder, name)
		if err == nil {
			err = src.Amend(amended.Source())
		}
		return src, err
	})
}

func published(name string, folder fs.FS, deriver, corrected Deriver, read func() (*reading.Source, error)) *Edition {
	e := newEdition(name, name, compiled{folder, ""}, deriver, func() *reading.Source {
		src, err := read()
		if err != nil {
			panic(fmt.Sprintf("grammar: edition %s: %v", name, err))
		}
		return src
	})
	e.corrected = sync.OnceValue(func() *Edition {
		errata := e.source().Corrections()
		if len(errata) == 0 {
			return e
		}
		c := newEdition(name, name+" corrected", compiled{folder, "corrected/"}, corrected, func() *reading.Source {
			return e.source().Corrected(errata...)
		})
		c.corrected = func() *Edition { return c }
		return c
	})
	return e
}

// mustGrammar returns the grammar of an edition's folder.
func mustGrammar(src *reading.Source) *reading.Grammar {
	g, err := reading.New(src)
	if err != nil {
		panic(fmt.Sprintf("grammar: edition %s: %v", src.Name, err))
	}
	return g
}

func newEdition(name, label string, compiled compiled, deriver Deriver, source func() *reading.Source) *Edition {
	e := &Edition{name: name, label: label, compiled: compiled, deriver: deriver, source: sync.OnceValue(source)}
	e.grammar = sync.OnceValue(func() *reading.Grammar { return mustGrammar(e.source()) })
	e.start = sync.OnceValue(func() *automaton.DFA {
		g := e.grammar()
		r, _ := g.Lookup(g.Source.Start)
		return g.Automaton(r)
	})
	e.valid.make = func() *automaton.Acceptor { return e.acceptor(referencesFile, e.source().Start) }
	e.basis.make = func() *basis { return basisOf(e) }
	e.match.make = e.newMatcher
	e.explain.make = func() *explainer {
		r, _ := e.grammar().Lookup(e.grammar().Source.Start)
		return e.explainerOf(r)
	}
	e.algorithm = sync.OnceValue(func() *resolve.Algorithm { return algorithmOf(e) })
	e.roles = sync.OnceValue(func() []role { return rolesOf(e.grammar()) })
	e.partial = sync.OnceValue(func() []someErrata { return subsets(e.source()) })
	return e
}

// Name returns the edition's name, such as "rfc3986", be it corrected or not.
func (e *Edition) Name() string { return e.name }

// String returns the edition's name, and " corrected" behind it where errata are
// applied.
func (e *Edition) String() string { return e.label }

// Source returns the data of the edition: its document, repairs, reading and
// errata. It must not be changed.
func (e *Edition) Source() *reading.Source { return e.source() }

// Rule is a rule of an edition's grammar as this program reads it.
type Rule struct {
	Name    string // as the repaired text has it
	Section string // of the document
	File    string // NAME.bnf of the edition whose text has it, which may be one that is amended; "" for a core rule of ABNF and one that an erratum adds
	Line    int    // in the published text; 0 where there is no File
	EndLine int
	Text    string             // the definition, in the edition's notation, repairs and errata applied
	Class   bool               // the rule is one character class
	Repairs []*reading.Repair  // that touched it; none of a definition that an erratum replaces
	Errata  []*reading.Erratum // that changed it
	// Definition is what Text prints. It must not be changed.
	Definition *bnf.Rule
	// Published is the lines Line to EndLine of the published text, verbatim; ""
	// where there is no File.
	Published string
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
			Errata: slices.Clone(g.Corrected[r.Name]), Definition: def,
		}
		if slices.Contains(g.BNF.Core, def) {
			continue
		}
		if def.Pos.Line > 0 {
			rules[i].File, rules[i].Line, rules[i].EndLine = def.Pos.File, def.Pos.Line, def.EndLine
			rules[i].Published = g.Published(def)
		}
		if g.Replaced[r.Name] == nil {
			rules[i].Repairs = g.Repairs(def)
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

func (e *Edition) rule(name string) (*reading.Rule, error) {
	g := e.grammar()
	if r, ok := g.Lookup(name); ok {
		return r, nil
	}
	return nil, &UnknownNameError{e.label, "rule", name, slices.Clone(g.Names)}
}
