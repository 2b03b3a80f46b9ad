package grammar

import (
	"fmt"
	"io/fs"
	"sync"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// GeneratedOwn is what the command "urispec gen" writes for a grammar of your own. Only
// generated packages make one.
type GeneratedOwn struct {
	Folder  fs.FS    // the texts and the table
	Files   []string // the texts, as for [Load]
	Options Options
	Rules   Deriver // the participle grammar
	Table   string  // the file with the automaton of the start rule
}

// FromGeneratedOwn returns the grammar of a generated package. Nothing is read before the
// first use. The generator has read the texts; if they were changed since, so that they
// cannot be read, the first use panics. Other callers use [Load].
func FromGeneratedOwn(code GeneratedOwn) *Grammar {
	must := func(err error) {
		if err != nil {
			panic(fmt.Sprintf("grammar: generate the package again: %v", err))
		}
	}
	g := newGrammar(code.Files[0], sync.OnceValue(func() *reading.Grammar {
		files, err := readTexts(code.Folder, code.Files)
		must(err)
		rules, err := code.Options.rules(files)
		must(err)
		return rules
	}), code.Rules, new(Language))
	g.corrected = func() *Grammar { return g }
	g.start.accept.make = func() *automaton.Acceptor {
		text, err := fs.ReadFile(code.Folder, code.Table)
		must(err)
		a, err := automaton.ReadAcceptor(string(text))
		must(err)
		return a
	}
	return g
}

// TableOf returns the text of the table of a generated package: the automaton of the start
// rule. Only the generator calls it.
func TableOf(g *Grammar) string { return automaton.AcceptorText(g.start.Automaton()) }
