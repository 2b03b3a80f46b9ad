package grammar

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/bnf"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// Options say how a grammar of your own is read. The zero value will do for one that
// refers to no other document.
type Options struct {
	// Start is the start rule; "" for the first rule.
	Start string
	// Notation is "abnf" or "rfc822"; "" for the one in which the text seems to be
	// written.
	Notation string
	// Lists is the document that says what "1#element" is: "rfc822", "rfc2616" or "rfc9110"
	// (see [bnf.Lists]). With "", a text that has it is refused.
	Lists string
	// Imports are rules of other documents. They take the places of names that the
	// grammar does not define, or defines by a prose value.
	Imports []Import
	// Depth is how deep recursion is unrolled, if it is not only at one end of a rule: a
	// rule x becomes x, x:1, x:2 and so on, and the rule at this depth refers to no
	// deeper one. With 0, such recursion is an error.
	Depth int
	// Documents returns the grammars that rules are imported from, by names such as
	// "rfc3986", and false for a name that it does not know. Package editions has one
	// that knows the editions: editions.Grammar.
	Documents func(name string) (*Grammar, bool)
}

// Import is a rule of another document.
type Import struct {
	Rule     string // in the grammar that imports it
	Document string // "rfc3986"
	Of       string // the rule there; "" for the same name
}

// Read reads a grammar of your own: ABNF as in RFC 5234 and RFC 7405, or the notation
// of RFC 822 with "|" between alternatives. name is the name of the text in errors. The
// core rules of ABNF are defined. A prose value that names an RFC, such as
//
//	host = <host, see [RFC3986], Section 3.2.2>
//
// imports a rule of that document.
//
// A rule that refers to itself at one end only, such as list = item [ "," list ], is read
// as a repetition, so its tree has one node for the whole list. So are rules that refer to
// each other, all at their right ends or all at their left ends; the node is that of the
// rule that comes first in the text. Other recursion is unrolled to the depth of the
// options, or refused with the cycle.
//
// No reading is applied: the start rule derives the same strings whether it is judged
// under the reading or by itself. Trees come from the automaton.
//
// The error has a line for everything that is wrong, with file, line and column. It is
// a [*LimitError] if a rule is too large to compile. A text has at most 1 MiB. Read
// compiles all rules, which usually takes milliseconds, and a few seconds at most.
func Read(name, text string, o Options) (*Grammar, error) {
	return read(o, bnf.File{Name: name, Text: []byte(text)})
}

// Load is [Read] for files, which are one grammar together: a rule may refer to rules
// of any of them, and "=/" adds alternatives to a rule of an earlier file.
func Load(fsys fs.FS, o Options, names ...string) (*Grammar, error) {
	files, err := readTexts(fsys, names)
	if err != nil {
		return nil, err
	}
	return read(o, files...)
}

func readTexts(fsys fs.FS, names []string) ([]bnf.File, error) {
	var files []bnf.File
	for _, name := range names {
		text, err := readText(fsys, name)
		if err != nil {
			return nil, err
		}
		files = append(files, bnf.File{Name: name, Text: text})
	}
	return files, nil
}

// readText reads a file up to a little more than what a grammar may have.
func readText(fsys fs.FS, name string) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, 2<<20))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return text, nil
}

// rules reads the rules of texts, without making automata.
func (o Options) rules(files []bnf.File) (*reading.Grammar, error) {
	own, err := o.own(files)
	if err != nil {
		return nil, err
	}
	return own.Read()
}

// own returns what package reading needs.
func (o Options) own(files []bnf.File) (reading.Own, error) {
	lists, err := bnf.ParseLists(o.Lists)
	own := reading.Own{Files: files, Lists: lists, Start: o.Start, Depth: o.Depth, Find: o.find}
	if err != nil {
		return own, err
	}
	switch o.Notation {
	case "":
	case bnf.ABNF.String():
		own.Notation = bnf.ABNF
	case bnf.RFC822.String():
		own.Notation = bnf.RFC822
	default:
		return own, fmt.Errorf("there is no notation %q; choose abnf or rfc822", o.Notation)
	}
	for _, x := range o.Imports {
		in := reading.Import{Rule: x.Of, From: x.Document, As: x.Rule}
		if x.Of == "" {
			in.Rule = x.Rule
		}
		own.Imports = append(own.Imports, in)
	}
	return own, nil
}

func read(o Options, files ...bnf.File) (*Grammar, error) {
	rules, err := o.rules(files)
	if err != nil {
		return nil, err
	}
	g, err := newOwn(rules)
	if err != nil {
		return nil, err
	}
	if err := rules.Barren(g.start.rule()); err != nil {
		return nil, err
	}
	return g, nil
}

// FromAutomaton returns the grammar of one rule, which derives the strings of a minimal
// automaton over bytes, such as package export reads. name is what to call the grammar.
// There are no rules below that one, so a tree has one node, and an error names that rule.
//
// The error says that no rule can have that name, or that the automaton accepts no string,
// or it is a [*LimitError].
func FromAutomaton(name, rule string, d *automaton.DFA) (*Grammar, error) {
	if automaton.Empty(d) {
		return nil, errors.New("the automaton accepts no string")
	}
	rules, err := reading.FromAutomaton(name, rule, d)
	if err != nil {
		return nil, err
	}
	return newOwn(rules)
}

// newOwn returns the grammar of rules that have no errata.
func newOwn(rules *reading.Grammar) (*Grammar, error) {
	g := compiled(rules.Source.Name, startOf(rules), given{rules: rules})
	if err := g.build(); err != nil {
		return nil, err
	}
	return g, nil
}

func (o Options) find(name string) (*reading.Grammar, error) {
	if o.Documents == nil {
		return nil, errors.New("no documents are given to import rules from")
	}
	g, ok := o.Documents(name)
	if !ok {
		return nil, fmt.Errorf("there is no document %q to import rules from", name)
	}
	return g.read(), nil
}
