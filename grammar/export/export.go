// Package export writes the language of a rule for other programs: as one regular
// expression in the syntax of several engines, as a graph, and as an automaton in JSON.
//
// An expression matches exactly the strings of the language, from the first character to the
// last. It is written after the rules, with every rule in its place, if that says the same;
// else from the automaton. Before it is returned, it is read back by a reader of its syntax
// and compiled to an automaton, which must be that of the language.
//
// Engines that backtrack take linear time for an expression, as far as that is known: a rule
// that matches some strings in ever more ways, such as "a*a*", is written in another form, in
// which each string has one way.
//
// The characters of an expression are those of the grammar: octets, or code points where the
// grammar has those, as RFC 3987 does. An engine then needs to be told to read UTF-8.
//
// All functions may be used concurrently.
//
// The zero value of a type is of use only if the comment of the type says so.
package export

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/automaton"
)

// MaxLength is the length of the longest expression, in bytes, that is written if no other
// limit is given.
const MaxLength = 1 << 20

// LengthError says that an expression is longer than the limit.
type LengthError struct {
	Language string // the grammar and the rule: "rfc3986 URI"
	Limit    int    // in bytes
}

// Error returns one line.
func (err *LengthError) Error() string {
	return fmt.Sprintf("the expression for %s is longer than %d bytes", err.Language, err.Limit)
}

// errLong stands for a [LengthError] where the language is not known.
var errLong = errors.New("the expression is too long")

// Expression returns an anchored expression that matches the strings of a language, and no
// others; this is proved. If it would have more than limit bytes, the error is a [*LengthError];
// a limit of 0 means [MaxLength]. Another error says that the syntax cannot express the
// language, because it lacks a character or the language is empty, or that the rule is too large
// for the proof.
//
// It takes some tens of milliseconds for the rules of the URI specifications. Memory is
// bounded by the limit.
func Expression(l *grammar.Language, to Syntax, limit int) (string, error) {
	if limit == 0 {
		limit = MaxLength
	}
	var text string
	var err error
	if large := automaton.Within(func() { text, err = expression(l, to, limit) }); large != nil {
		err = large
	}
	switch {
	case errors.Is(err, errLong):
		return "", &LengthError{l.String(), limit}
	case err != nil:
		return "", fmt.Errorf("%s: %w", l, err)
	}
	return text, nil
}

func expression(l *grammar.Language, to Syntax, limit int) (string, error) {
	d, err := l.Characters()
	if err != nil {
		return "", err
	}
	wide, characters := l.Grammar().Source().UTF8(), int32(1<<8)
	if wide {
		characters = utf8.MaxRune + 1
	}
	b := newBuilder(characters)
	// Sizes are estimates, so these limits are wider; the writer holds the limit itself.
	n, err := b.structure(l.Expression(), 4*limit)
	if err != nil || n.size > 4*limit || !automaton.Equal(automaton.Compile(b.limit, n.expr()), d) {
		if n = b.eliminate(d, 4*limit); n == nil {
			return "", errLong
		}
	}
	text, err := to.write(n, wide, limit)
	if err != nil {
		return "", err
	}
	again, err := to.read(text)
	if err != nil {
		return "", fmt.Errorf("the expression cannot be read back: %w", err)
	}
	if !automaton.Equal(automaton.Compile(b.limit, again), d) {
		return "", errors.New("the expression does not match the strings of the rule")
	}
	return text, nil
}
