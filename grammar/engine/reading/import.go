package reading

import (
	"fmt"
	"maps"
	"slices"
	"unicode"

	"github.com/urispec/urispec/grammar/engine/bnf"
)

// Import is a rule that the text takes from another document. The rules that it
// refers to come with it. All of them mean what they mean there, whatever the text
// defines under their names.
//
// The imported rule gets its own name, or As. If the text has a rule of that name,
// this must be defined by a prose value alone, such as
//
//	host = <host, see [RFC3986], Section 3.2.2>
//
// and the imported rule takes its place. The rules that come with it keep their
// names where these are free; elsewhere they are called "rfc3986:path". A name is
// free if the text does not use it and no rule imported before has it.
//
// The rules are those of the published text with its repairs. The errata of the
// other document and its reading do not count.
type Import struct {
	Rule string `json:"rule"`
	From string `json:"from"` // the name of the other source: "rfc3986"
	As   string `json:"as"`   // the name in this grammar; "" for Rule
	// Prose is the text of the prose values, without their angle brackets, that
	// stand for the rule within definitions; "" if there are none.
	Prose string `json:"prose"`
}

// name returns the name of the rule in the grammar that imports it.
func (x Import) name() string {
	if x.As != "" {
		return x.As
	}
	return x.Rule
}

// Import finds the grammars that Imports name. [New] needs them. Find returns the
// grammar of a source by its name.
func (src *Source) Import(find func(name string) (*Grammar, error)) error {
	p := &Problems{File: src.Name + ".json"}
	src.imported = make(map[string]*Grammar)
	for i, x := range src.Imports {
		if _, ok := src.imported[x.From]; ok {
			continue
		}
		g, err := find(x.From)
		if err != nil {
			p.Fail(fmt.Sprintf("imports[%d].from", i), "%w", err)
		}
		src.imported[x.From] = g
	}
	return p.Err()
}

// Documents returns the names of the documents that rules are imported from, sorted.
func (src *Source) Documents() []string { return slices.Sorted(maps.Keys(src.imported)) }

// origin is where an imported rule is defined: in the text of a source, or in
// RFC 5234 if it is a core rule of ABNF.
type origin struct{ from, rule string }

// core is the from of the core rules of ABNF.
const core = "rfc5234"

// origin returns where a rule is defined that a definition of g refers to.
func (g *Grammar) origin(name string) origin {
	def := g.BNF.Lookup(name)
	if o, ok := g.origins[g.key(def.Name)]; ok {
		return o
	}
	for _, r := range g.BNF.Core {
		if r == def {
			return origin{core, def.Name}
		}
	}
	return origin{g.Source.Name, def.Name}
}

// importer adds the rules that a text imports.
type importer struct {
	*Grammar
	p *Problems
	// from are the grammars in which the rules are defined, by the names of their
	// sources: those that are imported, and those that these import.
	from  map[string]*Grammar
	names map[origin]string // of the imported rules in the importing grammar
	taken map[string]bool   // the names that are not free, by key
	queue []origin          // the imported rules, those that are asked for first
}

// importRules adds what Imports name to the rules of the text.
func (g *Grammar) importRules() error {
	if len(g.Source.Imports) == 0 {
		return nil
	}
	m := &importer{
		Grammar: g, p: &Problems{File: g.Source.Name + ".json"},
		from: make(map[string]*Grammar), names: make(map[origin]string), taken: make(map[string]bool),
	}
	for _, r := range g.BNF.Rules {
		for _, name := range append(r.References(), r.Name) {
			// What only refers to a core rule leaves the name to that rule.
			m.taken[g.key(name)] = true
		}
	}
	for i, x := range g.Source.Imports {
		m.ask(fmt.Sprintf("imports[%d]", i), x)
	}
	if err := m.p.Err(); err != nil {
		return err
	}
	m.follow()
	m.add()
	return m.p.Err()
}

// ask puts a rule that is asked for on the queue, and binds its name.
func (m *importer) ask(key string, x Import) {
	from := m.Source.imported[x.From]
	if from == nil {
		m.p.Fail(key+".from", "%s is not given", x.From)
		return
	}
	if from.Source.UTF8() && !m.Source.UTF8() {
		m.p.Fail(key+".from", "the terminals of %s are characters", x.From)
		return
	}
	r, ok := from.Lookup(x.Rule)
	if !ok {
		m.p.Fail(key+".rule", "%s has no rule %q%s", x.From, x.Rule, from.meant(x.Rule))
		return
	}
	name := x.name()
	if def := m.text(name); def != nil {
		if _, ok := def.Prose(); !ok {
			m.p.Fail(key, "the text defines %s itself", def.Name)
			return
		}
		name = def.Name
	}
	o := from.origin(r.Name)
	if was, ok := m.names[o]; ok {
		m.p.Fail(key, "the rule is imported already, as %s", was)
		return
	}
	for other, was := range m.names {
		if m.key(was) == m.key(name) {
			m.p.Fail(key, "%s is the name of %s of %s already", name, other.rule, other.from)
			return
		}
	}
	if !m.knows(from) {
		m.p.Fail(key+".from", "two documents are called %s", from.Source.Name)
		return
	}
	m.names[o], m.taken[m.key(name)] = name, true
	m.queue = append(m.queue, o)
}

// knows adds a grammar, and those that it imports from, to those in which rules are
// defined. It returns false if another one has the name of one of them.
func (m *importer) knows(g *Grammar) bool {
	all := maps.Clone(g.imports)
	all[g.Source.Name] = g
	for name, g := range all {
		if other, ok := m.from[name]; ok && other != g {
			return false
		}
	}
	maps.Copy(m.from, all)
	return true
}

// text returns the definition of a rule in the text itself, as Lookup does for the
// whole grammar; nil if there is none.
func (m *importer) text(name string) *bnf.Rule {
	for _, r := range m.BNF.Rules {
		if m.key(r.Name) == m.key(name) {
			return r
		}
	}
	return nil
}

// definition returns the rule of an origin.
func (m *importer) definition(o origin) *bnf.Rule {
	if o.from == core {
		return bnf.CoreRule(o.rule)
	}
	return m.from[o.from].BNF.Lookup(o.rule)
}

// follow puts the rules on the queue to which those on it refer, and names them:
// core rules first, since the others may do without their names.
func (m *importer) follow() {
	seen := maps.Clone(m.names)
	for i := 0; i < len(m.queue); i++ {
		for _, name := range m.definition(m.queue[i]).References() {
			o := m.target(m.queue[i], name)
			if _, ok := seen[o]; !ok {
				seen[o] = ""
				m.queue = append(m.queue, o)
			}
		}
	}
	for _, cores := range []bool{true, false} {
		for _, o := range m.queue {
			if _, ok := m.names[o]; !ok && cores == (o.from == core) {
				m.names[o] = m.free(o)
			}
		}
	}
}

// target returns the rule to which a rule refers by a name.
func (m *importer) target(o origin, name string) origin {
	if o.from == core {
		return origin{core, bnf.CoreRule(name).Name}
	}
	return m.from[o.from].origin(name)
}

// free returns a name for a rule that comes with another one.
func (m *importer) free(o origin) string {
	name := o.rule
	if m.taken[m.key(name)] && !m.shared(o) {
		name = o.from + ":" + o.rule
	}
	if m.taken[m.key(name)] && !m.shared(o) {
		m.p.Fail("imports", "two rules have the name %s", name)
	}
	m.taken[m.key(name)] = true
	return name
}

// shared reports whether a rule is the core rule that the text has anyway.
func (m *importer) shared(o origin) bool {
	if o.from != core || m.BNF.Notation != bnf.ABNF || m.text(o.rule) != nil {
		return false
	}
	for asked, name := range m.names {
		if asked.from != core && m.key(name) == m.key(o.rule) {
			return false
		}
	}
	return true
}

// add puts the imported rules among those of the text, in which they take the
// places of prose.
func (m *importer) add() {
	prose := make(map[string]string)
	for _, x := range m.Source.Imports {
		if x.Prose != "" {
			prose[x.Prose] = x.name()
		}
	}
	out := &bnf.Grammar{Notation: m.BNF.Notation}
	place := make(map[string]int) // of the rules of the text, by key
	for i, r := range m.BNF.Rules {
		place[m.key(r.Name)] = i
		out.Rules = append(out.Rules, r.Map(r.Name, func(e bnf.Element) bnf.Element {
			if p, ok := e.(*bnf.ProseVal); ok && prose[p.Text] != "" {
				return &bnf.Rulename{Pos: p.Pos, Name: prose[p.Text]}
			}
			return e
		}))
	}
	for _, o := range m.queue {
		name := m.names[o]
		if m.shared(o) && name == o.rule {
			continue // it is added with the other core rules
		}
		rule := m.definition(o).Map(name, func(e bnf.Element) bnf.Element {
			switch e := e.(type) {
			case *bnf.Rulename:
				return &bnf.Rulename{Pos: e.Pos, Name: m.names[m.target(o, e.Name)]}
			case *bnf.NumVal:
				m.ascii(o, e)
			}
			return e
		})
		if o.from == core {
			rule.Pos, rule.EndLine = bnf.Pos{File: rule.Pos.File}, 0 // it has no line in a document
		}
		m.origins[m.key(name)] = o
		if i, ok := place[m.key(name)]; ok {
			out.Rules[i] = rule
		} else {
			out.Rules = append(out.Rules, rule)
		}
	}
	m.BNF = out.Amend(new(bnf.Grammar)) // with the core rules that it uses now
	maps.Copy(m.imports, m.from)
}

// ascii refuses a value that is a byte where the rule comes from, and would be a
// character of several bytes here.
func (m *importer) ascii(o origin, e *bnf.NumVal) {
	if o.from == core || m.from[o.from].Source.UTF8() == m.Source.UTF8() {
		return
	}
	for _, v := range e.Values {
		if v > unicode.MaxASCII {
			m.p.Fail("imports", "the terminals of %s are bytes, and its rule %s has some beyond ASCII", o.from, o.rule)
			return
		}
	}
}
