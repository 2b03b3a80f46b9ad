// Package reading turns the folder of an edition into a grammar: the published
// text with its repairs, and the reading. The reading is what the prose of the
// document decides and its grammar leaves open: which derivations do not count,
// and which alternative comes first.
//
//	NAME.bnf, NAME.json  --Read-->  Source  --New-->  Grammar
//
// The folder of an edition that amends another one holds only what it changes.
// [Source.Amend] adds the rest from the folder of the amended edition.
//
// The LANGUAGE errata of a document are data too. A grammar ignores them unless
// it is made from the source that [Source.Corrected] returns.
//
// The rules of a [Grammar] are of the type [Rule] and have an [Expr]. For each
// rule there is the minimal automaton of its strings ([Grammar.Automaton]) and
// the parser of their derivations ([Grammar.Derivation]). The generator and the
// library both read the folder with this package, so they cannot disagree on
// what it says. Programs use package grammar instead, whose Grammar.Source has
// what the folder says.
//
// A grammar may be used concurrently, and a source as long as nobody changes it. To
// read a folder takes milliseconds. An automaton is built when it is first asked
// for, and kept.
//
// The zero value of a type is of use only if the comment of the type says so.
package reading

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/bnf"
)

// Grammar is the grammar of an edition under its reading. It may be used
// concurrently. An automaton is built when it is first asked for.
type Grammar struct {
	Source *Source
	// BNF is the repaired grammar with the definitions of the errata that are
	// applied. Its positions are those of the published text.
	BNF *bnf.Grammar
	// Amended is the grammar that this one amends; nil if there is none.
	Amended *Grammar
	// Touched lists the repairs of each line of the edition's own text, by the
	// number of the line.
	Touched map[int][]*Repair
	// Names are the names of all rules in the order of the text; core rules come
	// last. The Index of a rule is its place in Names.
	Names []string
	// Rules are the rules under the reading, by Index.
	Rules []*Rule
	// Corrected lists the errata that changed a rule, by its name. Replaced has
	// the one among them whose definition the rule now has.
	Corrected map[string][]*Erratum
	Replaced  map[string]*Erratum

	index map[string]int   // the place of a rule in Names, by key
	bare  map[string]*Rule // the Bare variants, by name
	lazy  map[string]*Rule // the Lazy variants, by name
	fold  bool             // names match in any case

	imports map[string]*Grammar // in which imported rules are defined, by name
	origins map[string]origin   // of the imported rules, by key
	defined map[string]*Repair  // that give a definition, by the key of its rule

	definitions map[string]*bnf.Rule    // by key
	bound       func() map[string]*Rule // the rules by key, for expressions that refer to them

	lines   sync.Map               // []string by file, of the texts
	forms   sync.Map               // *Rule by text, see Form
	encoded sync.Map               // *automaton.Expr of sets of code points, by fmt.Sprint
	atoms   func() []automaton.Set // see Atoms
	places  func() map[*Rule]int   // see findPlaces
}

// New reads the text of src and binds its rules. It takes milliseconds: no
// automaton is built yet.
func New(src *Source) (*Grammar, error) {
	if src.Amends != "" && src.Amended == nil {
		return nil, fmt.Errorf("%s.json: it amends %s, which is not given", src.Name, src.Amends)
	}
	n, err := src.notation()
	if err != nil {
		return nil, fmt.Errorf("%s.json: notation: %w", src.Name, err)
	}
	text, touched, err := src.Repaired()
	if err != nil {
		return nil, err
	}
	files := src.Files
	if files == nil {
		files = []bnf.File{{Name: src.File(), Text: text}}
	}
	b, err := bnf.ReadListed(n, src.lists, files...)
	if err != nil {
		return nil, err
	}
	if src.rewrite != nil {
		b = src.rewrite(b)
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
		imports: make(map[string]*Grammar), origins: make(map[string]origin), defined: make(map[string]*Repair),
	}
	if amended != nil {
		maps.Copy(g.imports, amended.imports)
		maps.Copy(g.origins, amended.origins)
	}
	g.atoms = sync.OnceValue(g.findAtoms)
	g.places = sync.OnceValue(g.findPlaces)
	g.bound = sync.OnceValue(func() map[string]*Rule {
		bound := make(map[string]*Rule)
		for _, r := range g.Rules {
			bound[g.key(r.Name)] = r
		}
		return bound
	})
	if err := g.repair(); err != nil {
		return nil, err
	}
	if err := g.importRules(); err != nil {
		return nil, err
	}
	if err := g.correct(); err != nil {
		return nil, err
	}
	if err := g.verify(); err != nil {
		return nil, err
	}
	g.definitions = make(map[string]*bnf.Rule)
	for _, r := range slices.Concat(g.BNF.Rules, g.BNF.Core) {
		if k := g.key(r.Name); g.definitions[k] == nil {
			g.definitions[k] = r
		}
	}
	bind := &binder{g: g, notation: n, done: make(map[string]*Rule), folded: make(map[string]bool)}
	if err := bind.run(); err != nil {
		return nil, err
	}
	return g, nil
}

// key returns the name by which a rule is stored.
func (g *Grammar) key(name string) string {
	if g.fold {
		return strings.ToLower(name)
	}
	return name
}

// Fold reports whether names match in any case, as in ABNF.
func (g *Grammar) Fold() bool { return g.fold }

// Lookup finds a rule by its name, or by the name that it was printed with. Names
// of ABNF match in any case.
func (g *Grammar) Lookup(name string) (*Rule, bool) {
	if to, ok := g.Source.Aliases[name]; ok {
		name = to
	}
	if i, ok := g.index[g.key(name)]; ok {
		return g.Rules[i], true
	}
	return nil, false
}

// Index returns the place of a rule in Names, which must have it.
func (g *Grammar) Index(name string) int { return g.index[g.key(name)] }

// Membership returns the variant of a rule by the published grammar alone,
// without the reading.
func (g *Grammar) Membership(r *Rule) *Rule {
	if b, ok := g.bare[r.Name]; ok {
		return b
	}
	return r
}

// Variants returns all rules: those of Rules, then the Bare variants, then the
// Lazy ones, each in the order of Names.
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
func (g *Grammar) Definition(r *Rule) *bnf.Rule { return g.definitions[g.key(r.Name)] }

// Repairs returns the repairs of a rule. The rule may be one of the amended edition,
// or one that is imported.
func (g *Grammar) Repairs(def *bnf.Rule) []*Repair {
	g, name := g.owner(def)
	var all []*Repair
	if r := g.defined[g.key(name)]; r != nil {
		all = append(all, r)
	}
	for line := def.Pos.Line; line <= def.EndLine; line++ {
		for _, r := range g.Touched[line] {
			if !slices.Contains(all, r) {
				all = append(all, r)
			}
		}
	}
	return all
}

// owner returns the grammar whose text has a rule, and the name of the rule there.
func (g *Grammar) owner(def *bnf.Rule) (owner *Grammar, name string) {
	name = def.Name
	if o, ok := g.origins[g.key(name)]; ok && g.imports[o.from] != nil {
		g, name = g.imports[o.from], o.rule
	}
	for g.Amended != nil && def.Pos.File != g.Source.File() {
		g = g.Amended
	}
	return g, name
}

// Published returns the lines of the published text that define a rule. The rule
// may be one of the amended edition, or one that is imported.
func (g *Grammar) Published(def *bnf.Rule) string {
	g, _ = g.owner(def)
	lines, ok := g.lines.Load(def.Pos.File)
	if !ok {
		lines, _ = g.lines.LoadOrStore(def.Pos.File, strings.SplitAfter(string(g.Source.text(def.Pos.File)), "\n"))
	}
	return strings.Join(lines.([]string)[def.Pos.Line-1:def.EndLine], "")
}

// Section returns the section of the document that defines a rule. If the rule is
// imported, it is cited with its document: "3.2.2 of RFC 3986".
func (g *Grammar) Section(rule string) string {
	const ofCore = "B.1 of RFC 5234"
	if o, ok := g.origins[g.key(rule)]; ok {
		if from := g.imports[o.from]; from != nil {
			return from.Source.Cite(from.Section(o.rule))
		}
		return ofCore
	}
	if section := g.Source.Sections[rule]; section != "" {
		return section
	}
	if g.Source.Section == "" && len(g.imports) == 0 {
		return ""
	}
	if slices.ContainsFunc(g.BNF.Core, func(r *bnf.Rule) bool { return r.Name == rule }) {
		return ofCore
	}
	return g.Source.Section
}

// Automaton returns the minimal automaton of the rule's strings, over bytes. The
// rule keeps it. It panics with a [*LimitError] if the automaton would be too large;
// after [Grammar.Build] it does not.
func (g *Grammar) Automaton(r *Rule) *automaton.DFA {
	if dfa := r.dfa.Load(); dfa != nil {
		return dfa // without an allocation
	}
	return g.compile(new(automaton.Meter), r, g.alone)
}

// automaton makes the automata of the rules that r refers to, too.
func (g *Grammar) automaton(m *automaton.Meter, r *Rule) *automaton.DFA {
	return g.compile(m, r, g.language)
}

func (g *Grammar) compile(m *automaton.Meter, r *Rule, language func(*automaton.Meter, Expr) *automaton.Expr) *automaton.DFA {
	r.compile.Do(func() {
		r.noDFA = g.within(r, func() { r.dfa.Store(m.Compile(Limit, language(m, r.Expr))) })
	})
	if r.noDFA != nil {
		panic(r.noDFA)
	}
	return r.dfa.Load()
}

// Limit is the number of symbols of the automata: one for each byte.
const Limit = 256

// language returns e as an expression for an automaton. Each rule that it refers
// to is replaced by the automaton of that rule, which keeps the subset
// construction small.
func (g *Grammar) language(m *automaton.Meter, e Expr) *automaton.Expr {
	return g.convert(e, func(r *Rule) *automaton.Expr {
		if len(r.Class) > 0 {
			return g.symbols(r.Class)
		}
		return automaton.Language(g.automaton(m, r))
	})
}

// alone is language where only one rule is asked for. A rule that stands in one place is
// then compiled with the one around it, and not before, which takes less.
func (g *Grammar) alone(m *automaton.Meter, e Expr) *automaton.Expr {
	return g.convert(e, func(r *Rule) *automaton.Expr {
		switch {
		case len(r.Class) > 0:
			return g.symbols(r.Class)
		case r.dfa.Load() == nil && g.places()[r] == 1:
			return g.alone(m, r.Expr)
		}
		return automaton.Language(g.compile(m, r, g.alone))
	})
}

// findPlaces returns in how many places each rule stands, where a repetition is as many
// places as its automaton has copies of what it repeats.
func (g *Grammar) findPlaces() map[*Rule]int {
	places := make(map[*Rule]int)
	var count func(e Expr, copies int)
	count = func(e Expr, copies int) {
		switch e := e.(type) {
		case *Ref:
			places[e.Rule] += copies
		case *Repeat:
			if e.Max > 1 || e.Max == automaton.Unbounded && e.Min > 0 {
				copies = 2 // or more
			}
		}
		for _, x := range Parts(e) {
			count(x, copies)
		}
	}
	for _, r := range g.Variants() {
		count(r.Expr, 1)
	}
	return places
}

// Expression returns the definition of a rule as an expression of package
// automaton. Each rule that the definition refers to is replaced by what ref
// returns for it, except in the prefixes that the reading excludes.
func (g *Grammar) Expression(r *Rule, ref func(*Rule) *automaton.Expr) *automaton.Expr {
	return g.convert(r.Expr, ref)
}

// Derivation returns the parser that finds the derivation of a string of the
// rule, which keeps the parser. The tag of a rule is its Index. A rule that is one
// character class is a leaf. Derivation panics with a [*LimitError] if the parser would
// be too large.
func (g *Grammar) Derivation(r *Rule) *automaton.Parser {
	r.derive.Do(func() {
		r.noParser = g.within(r, func() { r.parser = automaton.NewParser(Limit, g.derivation(r)) })
	})
	if r.noParser != nil {
		panic(r.noParser)
	}
	return r.parser
}

// Matcher returns the matcher that accepts the strings of the rule and finds what
// is wanted in them. Its tags are those of [Grammar.Derivation].
func (g *Grammar) Matcher(r *Rule, wanted ...automaton.Wanted) *automaton.Matcher {
	return automaton.NewMatcher(g.derivation(r), wanted...)
}

// MatcherText returns the text of the matcher that [Grammar.Matcher] returns, as
// generated packages embed it.
func (g *Grammar) MatcherText(r *Rule, wanted ...automaton.Wanted) string {
	return automaton.MatcherText(g.derivation(r), wanted...)
}

// Dump shows how a rule is compiled; see [automaton.Dump].
func (g *Grammar) Dump(r *Rule, wanted ...automaton.Wanted) string {
	return automaton.Dump(g.derivation(r), func(tag int) string { return g.Names[tag] }, wanted...)
}

// Ambiguity returns a shortest string of the rule that has two derivations, with
// the tags of [Grammar.Derivation]. It returns false if there is none.
func (g *Grammar) Ambiguity(r *Rule) (*automaton.Ambiguity, bool) {
	return automaton.FindAmbiguity(Limit, g.derivation(r), func(int) bool { return true })
}

// OwnAmbiguity is [Grammar.Ambiguity] for derivations that differ in the
// definition of the rule itself: in which rules it uses, or where.
func (g *Grammar) OwnAmbiguity(r *Rule) (*automaton.Ambiguity, bool) {
	return g.OwnAmbiguityOn(new(automaton.Meter), r)
}

// OwnAmbiguityOn is [Grammar.OwnAmbiguity] on a meter.
func (g *Grammar) OwnAmbiguityOn(m *automaton.Meter, r *Rule) (*automaton.Ambiguity, bool) {
	if len(r.Class) > 0 {
		return nil, false
	}
	// Rules two levels down and deeper have tags that are greater by n. They do
	// not count as a difference.
	n := len(g.Names)
	below := g.inline(n)
	child := func(r *Rule) *automaton.Expr { return g.tagged(r, 0, below) }
	found, ok := m.FindAmbiguity(Limit, g.tagged(r, 0, child), func(tag int) bool { return tag < n })
	if ok {
		for _, marks := range [][]automaton.Mark{found.Chosen, found.Other} {
			for i := range marks {
				marks[i].Tag %= n
			}
		}
	}
	return found, ok
}

func (g *Grammar) derivation(r *Rule) *automaton.Expr { return g.inline(0)(r) }

// inline returns a function that returns the expression of a rule, with the rules that
// it refers to in place of their names. Each has the tag from+Index around it. What a
// rule stands for is made once, so an expression is no larger than the grammar.
func (g *Grammar) inline(from int) func(*Rule) *automaton.Expr {
	made := make(map[*Rule]*automaton.Expr)
	var expr func(r *Rule) *automaton.Expr
	expr = func(r *Rule) *automaton.Expr {
		e, ok := made[r]
		if !ok {
			e = g.tagged(r, from, expr)
			made[r] = e
		}
		return e
	}
	return expr
}

// tagged returns the expression of a rule with the tag from+Index around it. The
// rules that it refers to are replaced by what below returns.
func (g *Grammar) tagged(r *Rule, from int, below func(*Rule) *automaton.Expr) *automaton.Expr {
	if len(r.Class) > 0 {
		return automaton.Tag(from+r.Index, g.symbols(r.Class))
	}
	return automaton.Tag(from+r.Index, g.convert(r.Expr, below))
}

// convert returns e as an expression of package automaton. The rules that it
// refers to are replaced by what ref returns.
func (g *Grammar) convert(e Expr, ref func(*Rule) *automaton.Expr) *automaton.Expr {
	return converter{g.symbols, ref, func(prefix Expr) *automaton.Expr {
		// The prefix is all strings that it derives. Tags do not count in it.
		return g.language(new(automaton.Meter), prefix)
	}, g.escapedUTF8}.convert(e)
}

// converter makes expressions of package automaton: of sets of characters, of rules
// that are referred to, of prefixes that are excluded, and of strings whose escaped
// octets are UTF-8.
type converter struct {
	symbols func(automaton.Set) *automaton.Expr
	ref     func(*Rule) *automaton.Expr
	prefix  func(Expr) *automaton.Expr
	utf8    func() *automaton.Expr
}

func (c converter) convert(e Expr) *automaton.Expr {
	list := func(es []Expr) []*automaton.Expr {
		out := make([]*automaton.Expr, len(es))
		for i, x := range es {
			out[i] = c.convert(x)
		}
		return out
	}
	switch e := e.(type) {
	case *Chars:
		return c.symbols(e.Set)
	case *Ref:
		return c.ref(e.Rule)
	case *Seq:
		return automaton.Cat(list(e.Parts)...)
	case *Alt:
		return automaton.Alt(list(e.Parts)...)
	case *mark:
		return automaton.Tag(e.tag, c.convert(e.x))
	case *Repeat:
		return automaton.Repeat(c.convert(e.X), e.Min, e.Max, e.Lazy)
	case *Not:
		return automaton.NotPrefix(c.convert(e.X), c.prefix(e.Prefix))
	case *UTF8:
		return automaton.Both(c.convert(e.X), c.utf8())
	case *Given:
		return automaton.Language(e.Automaton)
	}
	panic(fmt.Sprintf("reading: %T is no expression", e))
}
