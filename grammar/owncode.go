package grammar

import (
	"fmt"
	"io/fs"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// GeneratedOwn is what the command "urispec gen" writes for a grammar of your own. Only
// generated packages make one.
type GeneratedOwn struct {
	Start   string   // the start rule
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
	return newGrammar(code.Files[0], &code, code.Rules, &Language{name: code.Start, acceptor: code.acceptor})
}

func (code *GeneratedOwn) must(err error) {
	if err != nil {
		panic(fmt.Sprintf("grammar: generate the package again: %v", err))
	}
}

func (code *GeneratedOwn) read() *reading.Grammar {
	files, err := readTexts(code.Folder, code.Files)
	code.must(err)
	rules, err := code.Options.rules(files)
	code.must(err)
	if start := startOf(rules); start != code.Start {
		code.must(fmt.Errorf("the start rule is %s, not %s", start, code.Start))
	}
	return rules
}

func (code *GeneratedOwn) correct(g *Grammar) *Grammar { return g } // it has no errata

func (code *GeneratedOwn) serve(*Language, *reading.Rule) {}

// acceptor reads the table.
func (code *GeneratedOwn) acceptor(*Language) *automaton.Acceptor {
	text, err := fs.ReadFile(code.Folder, code.Table)
	code.must(err)
	a, err := automaton.ReadAcceptor(string(text))
	code.must(err)
	return a
}

// TableOf returns the text of the table of a generated package: the automaton of the start
// rule. Only the generator calls it.
func TableOf(g *Grammar) string { return RuleTable(g.start) }

func (code *GeneratedOwn) explanations() string { return "" }
