package grammar

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/urispec/urispec/grammar/engine/automaton"
)

// ruleTable, after the name of a rule, is the name of the table that decides the rule under
// the reading.
const ruleTable = "_gen.txt"

// RuleTable returns the text of a table for [FromVerified]: the automaton of a language.
func RuleTable(l *Language) string { return automaton.AcceptorText(l.Automaton()) }

// tables are files of a folder whose names begin with prefix.
type tables struct {
	folder fs.FS // nil for none
	prefix string
}

// read returns the text of a table, false if there is none.
func (t tables) read(name string) (string, bool) {
	if t.folder == nil {
		return "", false
	}
	text, err := fs.ReadFile(t.folder, t.prefix+name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", false
	}
	if err != nil {
		panic(fmt.Sprintf("grammar: %v", err))
	}
	return string(text), true
}

// acceptor returns a function that reads the automaton of a language from a table.
func (t tables) acceptor(name string) func(*Language) *automaton.Acceptor {
	return func(l *Language) *automaton.Acceptor {
		text, ok := t.read(name)
		if !ok {
			panic(fmt.Sprintf("grammar: %s, run go generate: there is no %s", l.grammar.label, name))
		}
		a, err := automaton.ReadAcceptor(text)
		if err != nil {
			panic(fmt.Sprintf("grammar: %s: %s: %v", l.grammar.label, name, err))
		}
		return a
	}
}

// serve makes a language take its automaton from a table, if there is one.
func (t tables) serve(l *Language, name string) {
	l.table = name
	l.acceptor = func(l *Language) *automaton.Acceptor {
		if _, ok := t.read(name); !ok {
			return l.compile()
		}
		return t.acceptor(name)(l)
	}
}
