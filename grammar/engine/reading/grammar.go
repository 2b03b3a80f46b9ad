// Package reading makes of an edition's folder the grammar that urispec reads
// by: the published text with its repairs, and the reading, which is what the
// prose of the document decides and its grammar does not (DESIGN: which
// derivations are ruled out, which alternative goes first).
//
//	NAME.bnf, NAME.json  --Read-->  Source  --New-->  Grammar
//
// An edition that amends another one has only what it changes in its folder;
// [Source.Amend] completes it, so that the other's folder stays the one source
// of all the rest.
//
// The LANGUAGE errata of a document are data too, and left out:
// [Source.Corrected] gives the source of the grammar with some of them.
//
// A [Grammar] has its rules as [Rule] with an [Expr], from which package gen
// writes the participle grammar, and gives for each the minimal automaton of
// its strings ([Grammar.Automaton]) and the parser of their derivation
// ([Grammar.Derivation]). The generator and the library read the same folder
// by this one package, so they cannot disagree on what it says.
package reading

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/bnf"
)

// Grammar is an edition's grammar as it is read. It may be used concurrently;
// automata are built when they are first asked for.
type Grammar struct {
	Source *Source
	// BNF is the repaired grammar, with the positions of the published text, and
	// with the definitions of the errata that are applied.
	BNF *bnf.Grammar
	// Amended is the grammar that this one amends, nil for none.
	Amended *Grammar
	// Touched lists for each line of the edition's own text the repairs that
	// touched it.
	Touched map[int][]*Repair
	// Names are the names of all rules in the order of the text, core rules
	// last; a rule's Index is its place here.
	Names []string
	// Rules are the rules under the reading, by Index.
	Rules []*Rule
	// Corrected lists for each rule, by name, the errata that changed it; Replaced
	// has the one whose definition of the rule counts.
	Corrected map[string][]*Erratum
	Replaced  map[string]*Erratum

	index map[string]int   // of each name, by key
	bare  map[string]*Rule // the rules that have a Bare variant
	lazy  map[string]*Rule
	fold  bool // names match in any case

	encoded sync.Map               // of *automaton.Expr: sets of code points, by fmt.Sprint
	atoms   func() []automaton.Set // see Atoms

	mu     sync.Mutex
	dfas   map[*Rule]*automaton.DFA
	parser map[*Rule]*automaton.Parser
}

// New reads and resolves the grammar of src. It takes milliseconds; no
// automaton is built yet.
func New(src *Source) (*Grammar, error) {
	if src.Amends != "" && src.Amended == nil {
		return nil, fmt.Errorf("%s.json: it amends %s, which is not given", src.Name, src.Amends)
	}
	n, err := src.notation()
	if err != nil {
		return nil, err
	}
	text, touched, err := src.Repaired()
	if err != nil {
		return nil, err
	}
	b, err := bnf.Read(src.File(), text, n)
	if err != nil {
		return nil, err
	}
	var amended *Grammar
	if src.Amended != nil {
		if amended, err = New(src.Amended); err != nil {
			return nil, err
		}
		b = amended.BNF.Amend(b)
	}
	g := &Grammar{
		Source: src, BNF: b, Amended: amended, Touched: touched, fold: n == bnf.ABNF,
		index: make(map[string]int),
		bare:  make(map[string]*Rule), lazy: make(map[string]*Rule),
		Corrected: make(map[string][]*Erratum), Replaced: make(map[string]*Erratum),
		dfas: make(map[*Rule]*automaton.DFA), parser: make(map[*Rule]*automaton.Parser),
	}
	g.atoms = sync.OnceValue(g.findAtoms)
	if err := g.correct(); err != nil {
		return nil, err
	}
	r := &resolver{g: g, notation: n, done: make(map[string]*Rule), folded: make(map[string]bool)}
	if err := r.run(); err != nil {
		return nil, err
	}
	return g, nil
}

// key is the name under which a rule is found.
func (g *Grammar) key(name string) string {
	if g.fold {
		return strings.ToLower(name)
	}
	return name
}

// Fold reports whether names match in any case, as in ABNF.
func (g *Grammar) Fold() bool { return g.fold }

// Lookup finds a rule by its name or by the name it was printed with; names of
// ABNF match in any case.
func (g *Grammar) Lookup(name string) (*Rule, bool) {
	if to, ok := g.Source.Aliases[name]; ok {
		name = to
	}
	if i, ok := g.index[g.key(name)]; ok {
		return g.Rules[i], true
	}
	return nil, false
}

// Index returns the place in Names of a name that stands there.
func (g *Grammar) Index(name string) int { return g.index[g.key(name)] }

// Membership returns the variant of a rule that derives by the published
// grammar alone.
func (g *Grammar) Membership(r *Rule) *Rule {
	if b, ok := g.bare[r.Name]; ok {
		return b
	}
	return r
}

// Variants returns every rule with its variants: all of Rules, then the Bare
// and the Lazy ones, each in the order of Names.
func (g *Grammar) Variants() []*Rule {
	out := slices.Clone(g.Rules)
	for _, m := range []map[string]*Rule{g.bare, g.lazy} {
		for _, n := range g.Names {
			if r, ok := m[n]; ok {
				out = append(out, r)
			}
		}
	}
	return out
}

// Definition returns the rule as the repaired text defines it.
func (g *Grammar) Definition(r *Rule) *bnf.Rule { return g.BNF.Lookup(r.Name) }

// Repairs returns the repairs that touched a rule of the text, whichever
// edition's it is.
func (g *Grammar) Repairs(def *bnf.Rule) []*Repair {
	if g.Amended != nil && def.Pos.File != g.Source.File() {
		return g.Amended.Repairs(def)
	}
	var all []*Repair
	for line := def.Pos.Line; line <= def.EndLine; line++ {
		for _, r := range g.Touched[line] {
			if !slices.Contains(all, r) {
				all = append(all, r)
			}
		}
	}
	return all
}

// Published returns the lines of the published text that define a rule,
// whichever edition's it is.
func (g *Grammar) Published(def *bnf.Rule) string {
	if g.Amended != nil && def.Pos.File != g.Source.File() {
		return g.Amended.Published(def)
	}
	lines := strings.SplitAfter(string(g.Source.Text), "\n")
	return strings.Join(lines[def.Pos.Line-1:def.EndLine], "")
}

// Section returns the section of the document that defines the rule.
func (g *Grammar) Section(rule string) string { return g.Source.Sections[rule] }

// Automaton returns the minimal automaton of the rule's strings, over bytes.
func (g *Grammar) Automaton(r *Rule) *automaton.DFA {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.automaton(r)
}

func (g *Grammar) automaton(r *Rule) *automaton.DFA {
	d, ok := g.dfas[r]
	if !ok {
		d = automaton.Compile(Limit, g.language(r.Expr))
		g.dfas[r] = d
	}
	return d
}

// Limit is the number of symbols of the automata: the bytes.
const Limit = 256

// language returns e for an automaton: rules stand as the automata of their
// strings, which keeps the subset construction small.
func (g *Grammar) language(e Expr) *automaton.Expr {
	return g.convert(e, func(r *Rule) *automaton.Expr {
		if len(r.Class) > 0 {
			return g.symbols(r.Class)
		}
		return automaton.Language(g.automaton(r))
	})
}

// Expression returns the definition of a rule as an expression of package
// automaton, in which ref gives what stands for the rules that it refers to; but
// the prefixes that the reading excludes are what they are.
func (g *Grammar) Expression(r *Rule, ref func(*Rule) *automaton.Expr) *automaton.Expr {
	return g.convert(r.Expr, ref)
}

// Derivation returns the parser of the derivation of the rule's strings. Its
// tags are the Index of each rule; rules that are one character class are
// leaves.
func (g *Grammar) Derivation(r *Rule) *automaton.Parser {
	g.mu.Lock()
	defer g.mu.Unlock()
	p, ok := g.parser[r]
	if !ok {
		p = automaton.NewParser(Limit, g.derivation(r))
		g.parser[r] = p
	}
	return p
}

// Matcher returns the matcher of the rule's strings that finds what is wanted;
// its tags are those of Derivation.
func (g *Grammar) Matcher(r *Rule, wanted ...automaton.Wanted) *automaton.Matcher {
	return automaton.NewMatcher(g.derivation(r), wanted...)
}

// MatcherText returns the text of what Matcher returns.
func (g *Grammar) MatcherText(r *Rule, wanted ...automaton.Wanted) string {
	return automaton.MatcherText(g.derivation(r), wanted...)
}

// Dump returns the forms of a rule that [automaton.Dump] shows.
func (g *Grammar) Dump(r *Rule, wanted ...automaton.Wanted) string {
	return automaton.Dump(g.derivation(r), func(tag int) string { return g.Names[tag] }, wanted...)
}

// Ambiguity returns a shortest string of the rule with two derivations, with
// the tags of [Grammar.Derivation]; false if there is none.
func (g *Grammar) Ambiguity(r *Rule) (*automaton.Ambiguity, bool) {
	return automaton.FindAmbiguity(Limit, g.derivation(r), func(int) bool { return true })
}

// OwnAmbiguity is [Grammar.Ambiguity] for derivations that part in the
// definition of the rule itself: other rules stand in it, or in other places.
func (g *Grammar) OwnAmbiguity(r *Rule) (*automaton.Ambiguity, bool) {
	if len(r.Class) > 0 {
		return nil, false
	}
	// The tags of the rules below those that the definition refers to are
	// greater by n, and tell nothing.
	n := len(g.Names)
	var below func(r *Rule) *automaton.Expr
	below = func(r *Rule) *automaton.Expr { return g.tagged(r, n, below) }
	child := func(r *Rule) *automaton.Expr { return g.tagged(r, 0, below) }
	found, ok := automaton.FindAmbiguity(Limit, g.tagged(r, 0, child), func(tag int) bool { return tag < n })
	if ok {
		for _, marks := range [][]automaton.Mark{found.Chosen, found.Other} {
			for i := range marks {
				marks[i].Tag %= n
			}
		}
	}
	return found, ok
}

func (g *Grammar) derivation(r *Rule) *automaton.Expr { return g.tagged(r, 0, g.derivation) }

// tagged returns the rule with the tag from+Index around it; below writes the
// rules that it refers to.
func (g *Grammar) tagged(r *Rule, from int, below func(*Rule) *automaton.Expr) *automaton.Expr {
	if len(r.Class) > 0 {
		return automaton.Tag(from+r.Index, g.symbols(r.Class))
	}
	return automaton.Tag(from+r.Index, g.convert(r.Expr, below))
}

// convert writes e as an expression of package automaton.
func (g *Grammar) convert(e Expr, ref func(*Rule) *automaton.Expr) *automaton.Expr {
	list := func(es []Expr) []*automaton.Expr {
		out := make([]*automaton.Expr, len(es))
		for i, x := range es {
			out[i] = g.convert(x, ref)
		}
		return out
	}
	switch e := e.(type) {
	case *Chars:
		return g.symbols(e.Set)
	case *Ref:
		return ref(e.Rule)
	case *Seq:
		return automaton.Cat(list(e.Parts)...)
	case *Alt:
		return automaton.Alt(list(e.Parts)...)
	case *Repeat:
		return automaton.Repeat(g.convert(e.X, ref), e.Min, e.Max, e.Lazy)
	case *Not:
		// A prefix is all that it derives, and in it tags do not count.
		return automaton.NotPrefix(g.convert(e.X, ref), g.convert(e.Prefix, g.derivation))
	}
	panic(fmt.Sprintf("reading: %T is no expression", e))
}
