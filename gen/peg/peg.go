// Package peg writes grammars for participle, and proves them. It is for programs that
// generate code: gen, which writes the editions, and the command urispec gen, which writes
// packages for grammars of other people.
//
// Participle has ordered choice: it takes the first alternative that matches and as many
// turns of a repetition as it can, and gives nothing back. The rules of a grammar in BNF
// mean something else. For each rule this package finds a form that participle reads
// exactly as the grammar means it, with the same derivation, in every context in which the
// rule occurs; the proof is by automata. A rule without such a form is a [GrammarError],
// which shows the shortest string that would be lost.
//
// The steps, a file each:
//
//	token.go   characters are tokens, escaped octets too
//	node.go    rules of package reading to expressions with ordered choice,
//	           without alternatives and turns that may be empty
//	lang.go    an algebra of languages
//	wp.go      what an expression with ordered choice accepts
//	form.go    the forms, and the proof that one is exact in every context
//	attempt.go the forms that were tried, for errors and dumps
//	sets.go    sets of tokens by the names of the grammar's classes
//	name.go    Go names
//	kind.go    types of tokens and classes of characters
//	struct.go  the struct of a rule
//	emit.go    the Go code of a grammar
//
// The code runs on package pegrun. No function of this package keeps state between calls.
//
// So all functions may be called concurrently. The zero value of a type is of use only if
// the comment of the type says so.
package peg

import (
	"github.com/urispec/urispec/grammar/engine/reading"
)

// Grammar is a grammar in which every rule has a proved form.
type Grammar struct {
	ls      *languages
	prover  *prover
	emitter *emitter // of the code, once it is written
}

// Prove finds the forms of a grammar. The error is a [*GrammarError] if a rule has none.
// It takes milliseconds for a small grammar, and up to about ten seconds for a large one.
func Prove(g *reading.Grammar) (*Grammar, error) { return prove(g, newLanguages(tokenLimit)) }

func prove(g *reading.Grammar, ls *languages) (*Grammar, error) {
	p, err := newProver(g, ls)
	if err != nil {
		return nil, err
	}
	if err := p.exactly(); err != nil {
		return nil, err
	}
	return &Grammar{ls: ls, prover: p}, nil
}

// Package is the package that the code of a grammar is written for.
type Package struct {
	Name string
	By   string // what writes the code, for the first line: "go run ./gen"
	From string // what it is made from: "x.bnf and x.json"
	// Reserved are the names that other files of the package declare.
	Reserved []string
}

// Code returns a file that declares the variable rules, a [pegrun.Grammar], with a
// struct for each rule that has structure. The rule as published is in the comment above
// its struct.
func (g *Grammar) Code(in Package) ([]byte, error) {
	e, err := g.prover.emit(nil, in.Reserved...)
	if err != nil {
		return nil, err
	}
	g.emitter = e
	return e.published(in)
}

// Corrected proves the same grammar with errata applied, and returns a second file of the
// package of [Grammar.Code], which has to be called first. The file declares the variable
// correctedRules with what the errata change.
func (g *Grammar) Corrected(corrected *reading.Grammar, in Package) ([]byte, error) {
	c, err := prove(corrected, g.ls)
	if err != nil {
		return nil, err
	}
	e, err := c.prover.emit(g.emitter)
	if err != nil {
		return nil, err
	}
	return e.corrected(in)
}

// Dump shows what the prover tried for a rule, and what it found. It returns that also if
// there is an error, because some rule has no form.
func Dump(g *reading.Grammar, r *reading.Rule) (string, error) {
	p, err := newProver(g, newLanguages(tokenLimit))
	if err != nil {
		return "", err
	}
	err = p.exactly()
	return p.dump(r), err
}
