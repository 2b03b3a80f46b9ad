package grammar

import (
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/bnf"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// Grammar is a set of rules under a reading: the published rules, less the
// derivations that the prose of the same document rules out. It knows nothing of
// references; an [Edition] does. Each of its rules is available as a [Language].
//
// Automata are built when they are first asked for, and kept. A Grammar may be
// used concurrently. The zero value is not a grammar.
type Grammar struct {
	label   string // the name, and what is applied
	origin  origin
	deriver Deriver // nil: trees come from the automaton
	start   *Language

	languages sync.Map // of *Language, by languageKey
	without   *Grammar // the same grammar without the options that were chosen last; nil if none are
	rules     lazy[reading.Grammar, Grammar]
	corrected lazy[Grammar, Grammar]
	partial   lazy[[]someErrata, Grammar]
	explained lazy[explanations, Grammar]
}

// origin is where a grammar comes from. It is an interface, because the linker leaves out
// those of its methods that a program does not call; see [lazy].
type origin interface {
	// read reads the rules. It is called once.
	read() *reading.Grammar
	// correct returns the grammar with its errata applied, or g itself if there are
	// none. It is called once.
	correct(g *Grammar) *Grammar
	// serve attaches to a new language, before it is returned to anyone, the table that
	// decides it, if there is one.
	serve(l *Language, r *reading.Rule)
	// explanations returns the text of the table that explains errors, "" if there is none.
	explanations() string
}

// given is the origin of a grammar whose rules have been read.
type given struct {
	rules  *reading.Grammar
	tables tables
}

func (o given) read() *reading.Grammar { return o.rules }

func (o given) correct(g *Grammar) *Grammar {
	if g.IsCorrected() || len(g.Source().Corrections()) == 0 {
		return g
	}
	return compiled(g.label+correctedLabel, g.start.name, correctedOf{g})
}

func (o given) serve(l *Language, r *reading.Rule) {
	if r.Variant == reading.Plain {
		o.tables.serve(l, r.Name+ruleTable)
	}
}

func (o given) explanations() string { return "" }

// correctedOf is the origin of a grammar with its errata applied.
type correctedOf struct{ published *Grammar }

func (o correctedOf) read() *reading.Grammar {
	src := o.published.Source()
	return mustRead(src.Corrected(src.Corrections()...))
}

func (o correctedOf) correct(g *Grammar) *Grammar { return g }

func (o correctedOf) serve(*Language, *reading.Rule) {}

func (o correctedOf) explanations() string { return "" }

const correctedLabel = " corrected"

// Deriver is a generated grammar. It is implemented by package pegrun, on which the
// packages written by gen run; nobody else needs to.
type Deriver interface {
	// Derive returns the derivation of s from the rule of that name, under the
	// reading or, where bare is true, by the published rules alone. The error says
	// that there is none, not why.
	Derive(rule string, bare bool, s string) (*Tree, error)
}

// NewGrammar returns the grammar of a source, for programs that bring a grammar of
// their own. Its trees come from the automaton, as it has no generated code. The
// error names the file, and the line or the key, of what cannot be read; it is a
// [*LimitError] if a rule is too large to compile. NewGrammar compiles all rules, which
// takes up to some hundred milliseconds.
func NewGrammar(src *reading.Source) (*Grammar, error) {
	g, err := FromVerified(src, nil)
	if err != nil {
		return nil, err
	}
	if err := g.build(); err != nil {
		return nil, err
	}
	if errata := src.Corrections(); len(errata) > 0 {
		corrected, err := reading.New(src.Corrected(errata...))
		if err == nil {
			_, err = charClasses(corrected)
		}
		if err == nil {
			err = g.Corrected().build()
		}
		if err != nil {
			return nil, fmt.Errorf("with its errata: %w", err)
		}
	}
	return g, nil
}

// FromVerified is [NewGrammar] for a source that is a part of the program, and that
// NewGrammar has accepted in a test. It makes no automaton, so it takes a few
// milliseconds; what a method needs is built at its first use. If the source is not what
// was tested, that use may panic.
//
// The folder has tables of rules whose automata take long to build: files with the name
// of the rule and the ending "_gen.txt", with the text that [RuleTable] returns. It is nil
// if there are none.
func FromVerified(src *reading.Source, folder fs.FS) (*Grammar, error) {
	read, err := reading.New(src)
	if err != nil {
		return nil, err
	}
	if _, err := charClasses(read); err != nil {
		return nil, err
	}
	g := compiled(src.Name, startOf(read), given{read, tables{folder, ""}})
	g.origin.serve(g.start, g.start.rule())
	return g, nil
}

// build makes the automata of all rules, and what else could turn out to be too large
// where no error can be returned.
func (g *Grammar) build() error {
	if err := g.read().Build(); err != nil {
		return err
	}
	return automaton.Within(func() { g.CharRanges() })
}

// newGrammar returns a grammar. The language of its start rule is made in start, which has,
// or is given, an acceptor, and a name.
func newGrammar(label string, from origin, deriver Deriver, start *Language) *Grammar {
	g := &Grammar{label: label, origin: from, deriver: deriver, start: start}
	start.grammar = g
	return g
}

// startOf returns the name of the start rule.
func startOf(read *reading.Grammar) string {
	r, _ := read.Lookup(read.Source.Start) // which reading.New has found
	return r.Name
}

// compiled returns a grammar without generated code.
func compiled(label, start string, from origin) *Grammar {
	return newGrammar(label, from, nil, &Language{name: start, acceptor: (*Language).compile})
}

// read returns the rules.
func (g *Grammar) read() *reading.Grammar {
	return g.rules.get(g, func(g *Grammar) *reading.Grammar { return g.origin.read() })
}

// mustRead returns the grammar of a source that gen or New has found to be one.
func mustRead(src *reading.Source) *reading.Grammar {
	g, err := reading.New(src)
	if err != nil {
		panic(fmt.Sprintf("grammar: %s: %v", src.Name, err))
	}
	return g
}

// String returns the name, such as "rfc3986", followed by " corrected" where
// errata are applied.
func (g *Grammar) String() string { return g.label }

// Source returns what the grammar is read from: the text, the repairs, the
// reading and the errata. It must not be changed.
func (g *Grammar) Source() *reading.Source { return g.read().Source }

// Corrected returns the grammar with the errata that change the language applied
// ([reading.Source.Corrections]), or the grammar itself if there are none or if they
// are applied already. It is the same one each time. It is for programs
// that have no edition, as [Edition.Corrected] is for those that have one.
func (g *Grammar) Corrected() *Grammar {
	return g.corrected.get(g, func(g *Grammar) *Grammar { return g.origin.correct(g) })
}

// IsCorrected reports whether errata are applied.
func (g *Grammar) IsCorrected() bool { return len(g.Source().Applied()) > 0 }

// Rule is a rule of a grammar as this program reads it.
type Rule struct {
	Name    string // as the repaired text has it
	Section string // of the document
	File    string // the NAME.bnf that contains the rule, possibly that of an amended grammar; "" for a core rule of ABNF and one that an erratum adds
	Line    int    // in the published text; 0 where there is no File
	EndLine int
	Text    string // the definition, in the grammar's notation, repairs and errata applied
	Class   bool   // the rule is one character class
	// Character is true if each string of the rule is one character: a byte, a code
	// point, or an escaped octet such as %41.
	Character bool
	Repairs   []*reading.Repair  // that touched it; none of a definition that an erratum replaces
	Errata    []*reading.Erratum // that changed it
	// Definition is what Text prints. It must not be changed.
	Definition *bnf.Rule
	// Published is the lines Line to EndLine of the published text, verbatim; ""
	// where there is no File.
	Published string
}

// Rules returns the rules in the order of the text, the core rules of ABNF that
// it uses last.
func (g *Grammar) Rules() []Rule {
	read := g.read()
	rules := make([]Rule, len(read.Rules))
	for i, r := range read.Rules {
		def := read.Definition(r)
		rules[i] = Rule{
			Name: r.Name, Section: read.Section(r.Name), Text: def.Format(read.BNF.Notation), Class: len(r.Class) > 0, Character: r.Character,
			Errata: slices.Clone(read.Corrected[r.Name]), Definition: def,
		}
		if slices.Contains(read.BNF.Core, def) {
			continue
		}
		if def.Pos.Line > 0 {
			rules[i].File, rules[i].Line, rules[i].EndLine = def.Pos.File, def.Pos.Line, def.EndLine
			rules[i].Published = read.Published(def)
		}
		if read.Replaced[r.Name] == nil {
			rules[i].Repairs = read.Repairs(def)
		}
	}
	return rules
}

// Rule returns the rule of that name, or of the name it was printed with; names
// of ABNF match in any case. The error is an [*UnknownNameError].
func (g *Grammar) Rule(name string) (Rule, error) {
	r, err := g.rule(name)
	if err != nil {
		return Rule{}, err
	}
	return g.Rules()[r.Index], nil
}

func (g *Grammar) rule(name string) (*reading.Rule, error) {
	read := g.read()
	if r, ok := read.Lookup(name); ok {
		return r, nil
	}
	return nil, &UnknownNameError{g.label, "rule", name, slices.Clone(read.Names)}
}
