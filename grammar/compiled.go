package grammar

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/urispec/urispec/grammar/engine/automaton"
)

// The automata that run over references are made from the rules by gen, which
// writes them beside the edition's text. To make them anew at first use would
// take some 10 milliseconds, and up to 200.
const (
	referencesFile = "references_gen.txt" // decides the start rule
	absoluteFile   = "absolute_gen.txt"   // decides the absolute rule
	componentsFile = "components_gen.txt" // finds the components of the start rule
)

// compiled is where the automata are kept: files of a folder with names that
// begin so.
type compiled struct {
	folder fs.FS
	prefix string
}

// read returns the text of a file, false if there is none.
func (c compiled) read(name string) (string, bool) {
	if c.folder == nil {
		return "", false
	}
	text, err := fs.ReadFile(c.folder, c.prefix+name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", false
	}
	if err != nil {
		panic(fmt.Sprintf("grammar: %v", err))
	}
	return string(text), true
}

// Compiled returns the automata that gen writes beside the edition's text, by the
// names of their files, made anew from the rules.
func (e *Edition) Compiled() map[string]string {
	g := e.grammar()
	absolute, _ := g.Lookup(g.Source.Absolute)
	start, _ := g.Lookup(g.Source.Start)
	return map[string]string{
		referencesFile: automaton.AcceptorText(e.start()),
		absoluteFile:   automaton.AcceptorText(g.Automaton(absolute)),
		componentsFile: g.MatcherText(start, wanted(e.roles())...),
	}
}

// acceptor returns what decides a rule.
func (e *Edition) acceptor(file, rule string) *automaton.Acceptor {
	text, ok := e.compiled.read(file)
	if !ok {
		g := e.grammar()
		r, _ := g.Lookup(rule)
		return g.Automaton(r).Acceptor()
	}
	a, err := automaton.ReadAcceptor(text)
	if err != nil {
		panic(fmt.Sprintf("grammar: %s: %s: %v", e.label, file, err))
	}
	return a
}

// matcher finds the components of a reference.
type matcher struct {
	*automaton.Matcher
	form form
}

func (e *Edition) newMatcher() *matcher {
	m := &matcher{form: formOf(e.source())}
	text, ok := e.compiled.read(componentsFile)
	if !ok {
		g := e.grammar()
		start, _ := g.Lookup(g.Source.Start)
		m.Matcher = g.Matcher(start, wanted(e.roles())...)
		return m
	}
	var err error
	if m.Matcher, err = automaton.ReadMatcher(text); err != nil {
		panic(fmt.Sprintf("grammar: %s: %s: %v", e.label, componentsFile, err))
	}
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
	return wanted
}
