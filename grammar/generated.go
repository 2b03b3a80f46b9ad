package grammar

import (
	"fmt"
	"io/fs"
	"slices"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// Generated is what gen writes for an edition. Only generated packages make one.
type Generated struct {
	Name    string
	Start   string   // the start rule
	Folder  fs.FS    // NAME.bnf, NAME.json and the tables, *_gen.txt
	Rules   Deriver  // the participle grammar
	Amended *Edition // the edition that this one amends, nil for none
	// Corrected is the participle grammar with the errata applied, nil if none of
	// them changes the language. Its tables are in the folder "corrected".
	Corrected Deriver
	// Explanations has the tables that explain errors.
	Explanations Explanations
}

// Explanations are the tables of an edition that explain errors, for its references,
// absolute references and URIs. It is an interface, so that the linker leaves them out of a
// program that asks for no error.
type Explanations interface {
	Published() string // without errata
	Corrected() string // with the errata applied; "" if none of them changes the language
}

// FromGenerated returns the edition of a generated package. Nothing is read before
// the first use. gen has verified the data; if they were changed since, so that
// they cannot be read, the first use panics. Other callers use [New].
func FromGenerated(code Generated) *Edition {
	e := &Edition{name: code.Name, code: code, tables: tables{code.Folder, ""}}
	e.init(code.Name, code.Start, code.Rules)
	e.references.acceptor = e.tables.acceptor(referencesTable)
	return e
}

// must panics if the data of a generated package cannot be read.
func (code *Generated) must(err error) {
	if err != nil {
		panic(fmt.Sprintf("grammar: %s, run go generate: %v", code.Name, err))
	}
}

func (code *Generated) rules() *reading.Grammar {
	src, err := reading.Read(code.Folder, code.Name)
	code.must(err)
	if code.Amended != nil {
		code.must(src.Amend(code.Amended.grammar.Source()))
	}
	g, err := reading.New(src)
	code.must(err)
	if start := startOf(g); start != code.Start {
		code.must(fmt.Errorf("the start rule is %s, not %s", start, code.Start))
	}
	return g
}

func (code *Generated) document(src *reading.Source) *Document {
	var of *Document
	if code.Amended != nil {
		of = code.Amended.document()
	}
	d, err := readDocument(src, of)
	code.must(err)
	return d
}

// The tables that gen writes beside an edition's text: the automata that run over
// references. Building them from the rules at first use would take tens of
// milliseconds, and up to 200.
const (
	referencesTable = "references_gen.txt" // decides [Edition.References]
	absoluteTable   = "absolute_gen.txt"   // decides [Edition.Absolute]
	urisTable       = "uris_gen.txt"       // decides [Edition.URIs]
	componentsTable = "components_gen.txt" // finds the components of references

	explanationsTable = "errors/explanations_gen.txt" // explains errors in these languages
)

// GeneratedTables returns the tables of the edition by the names of their files,
// made anew from the rules. Only gen calls it.
func GeneratedTables(e *Edition) map[string]string {
	texts := map[string]string{
		referencesTable: automaton.AcceptorText(e.references.Automaton()),
		componentsTable: e.grammar.read().MatcherText(e.references.rule(), wanted(e.roles())...),
	}
	languages := []*Language{e.References()}
	if l := e.Absolute(); l != e.References() {
		texts[absoluteTable] = automaton.AcceptorText(l.Automaton())
		languages = append(languages, l)
	}
	if l := e.URIs(); l != e.References() && l != e.Absolute() {
		texts[urisTable] = automaton.AcceptorText(l.Automaton())
		languages = append(languages, l)
	}
	texts[explanationsTable] = explanationsText(e.grammar.read(), languages...)
	return texts
}

// matcher finds the components of a reference.
type matcher struct {
	*automaton.Matcher
	form  form
	plain plain
}

func (e *Edition) newMatcher() *matcher {
	m := &matcher{form: formOf(e)}
	text, ok := e.tables.read(componentsTable)
	if !ok {
		m.Matcher = e.grammar.read().Matcher(e.references.rule(), wanted(e.roles())...)
		return m
	}
	var err error
	if m.Matcher, err = automaton.ReadMatcher(text); err != nil {
		panic(fmt.Sprintf("grammar: %s: %s: %v", e, componentsTable, err))
	}
	m.plain = newPlain(m.Matcher, m.form)
	return m
}

// wanted is what a matcher is to find, by the role of each rule.
func wanted(roles []role) []automaton.Wanted {
	var wanted []automaton.Wanted
	for r := noRole + 1; r < allRoles; r++ {
		w := automaton.Wanted{Begin: r.begin(), End: r.end()}
		if r >= firstKind {
			w.Begin = automaton.Nowhere
		}
		for i, x := range roles {
			if x == r {
				w.Tags = append(w.Tags, i)
			}
		}
		if w.Tags != nil {
			wanted = append(wanted, w)
		}
	}
	return slices.Clip(wanted)
}
