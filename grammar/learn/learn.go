// Package learn finds out which strings a program accepts, by asking it: the program is a
// black box, and the answer is the minimal automaton of its language. That can then be
// compared with the language of a rule, by shortest strings.
//
//	black box --Learn--> automaton.DFA --automaton.Compare--> what only one of them accepts
//
// # The method
//
// Learn keeps a hypothesis and a discrimination tree (Kearns and Vazirani 1994). A leaf of
// the tree is a state, with a string that leads to it; an inner node is a suffix, and the
// states on its two sides are those from which the box accepts the suffix and those from
// which it does not. A string on which the box and the hypothesis disagree divides a state
// (Rivest and Schapire 1993), or it divides a class of bytes that the hypothesis took for
// equal. So no answer is ever guessed, and the number of states only grows.
//
// The box cannot be asked whether the hypothesis is right. Instead, Learn looks for a
// disagreement in stages, until none of them finds one (stages.go). Among them are all
// strings that the W-method needs for an automaton with one state more than the hypothesis.
//
// # What the result is worth
//
// The result is the language of the box, exactly, if three things hold: the language is
// regular; its minimal automaton has at most one state more than the result; and the box
// treats all bytes of a class of the result alike. Beyond that nothing is certain: a word that occurs in nothing that Learn is given, such as the name of a scheme
// that the box treats differently, is not found.
//
// A box that counts has very many states, or is not regular: the longest label of a host is
// an example. Such limits of length are left out of the automaton if they are longer than
// [MaxLength], and are listed in the result.
//
// All functions may be called concurrently. The zero value of a type is of use only if the
// comment of the type says so.
package learn

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/urispec/urispec/grammar/engine/automaton"
)

// MaxLength is the length in bytes of the longest string from which Learn learns. A longer
// one that cannot be made shorter changes nothing; it is in Result.Long, because it shows
// that the box counts.
const MaxLength = 60

// MaxRepeats is how often Learn repeats a part of one or two bytes, to find limits of length.
// A box may have greater ones.
const MaxRepeats = 5000

// Options say what is known of a black box, and how much may be spent on it. The zero value
// knows nothing and has no limit but that of states.
type Options struct {
	// Priors are automata over bytes whose languages may resemble that of the box. Their
	// strings are tried. The classes of the first one are the first classes of bytes.
	Priors []*automaton.DFA
	// Corpus are strings of the kind that the box reads. They are changed in a few places.
	Corpus []string
	// Tokens are words that may mean something to the box: keywords, delimiters.
	Tokens []string
	// Domain is an automaton over bytes, of the strings that the box can be asked. The box
	// counts as refusing all others. nil means all strings.
	Domain *automaton.DFA
	// MaxStates is how many states the automaton may have; 0 means 4096.
	MaxStates int
	// MaxQueries is how many strings the box is asked; 0 means as many as it takes.
	MaxQueries int
	// Seed is where the stages that draw by chance begin.
	Seed uint64
	// Progress is called after every few thousand queries, if it is not nil.
	Progress func(Progress)
}

// Progress is how far Learn has got.
type Progress struct {
	Stage           string // what is tried: "classes of bytes"
	States, Classes int    // of the hypothesis
	Queries         int    // strings asked so far
}

// Result is what Learn has found.
type Result struct {
	// DFA is the minimal automaton over bytes of the language, or of the last hypothesis if
	// it is not finished.
	DFA *automaton.DFA
	// Unfinished says why Learn stopped before its last stage: because of what limit. It is
	// empty if Learn finished.
	Unfinished string
	// Queries is how many strings the box was asked, and Disagreements how many of them
	// changed the hypothesis.
	Queries, Disagreements int
	// Limits are the limits of length that the automaton leaves out: one example for each
	// number, up to [MaxRepeats]. If Learn has not finished, they are those of the last
	// hypothesis.
	Limits []Limit
	// Long are strings of more than MaxLength bytes on which the box and the automaton
	// disagree, but not necessarily all of them. They show that the box counts something.
	Long []string
}

// Limit is a limit of length. The automaton accepts strings that repeat a part any number of
// times; the box accepts them only if they have it at most Most times.
type Limit struct {
	Before, Again, After string
	Most                 int
}

// String returns the limit as text: how often which part may occur, and where.
func (l Limit) String() string {
	return fmt.Sprintf("%q at most %d times between %q and %q", l.Again, l.Most, l.Before, l.After)
}

// Learn learns the language of a box. It ends when no stage finds a string on which the box
// and the automaton disagree, when a limit of the options is reached, or when ctx is done;
// Result.Unfinished says which. The error is that of the box, or it says that the box gives
// two answers to one string.
//
// The box gets in the order of states² · classes² · depth queries, where the depth is that
// of the discrimination tree: several million for a few hundred states. Memory is in the
// order of states · classes.
//
// With the same options, and a box that gives the same answers, the queries and the result
// are the same.
func Learn(ctx context.Context, box Box, options Options) (*Result, error) {
	l := newLearner(ctx, box, options)
	err := l.learnEarly()
	result := &Result{
		DFA: l.automaton(), Queries: l.queries, Disagreements: l.found, Limits: l.limits, Long: l.long,
	}
	var stop *stopError
	if errors.As(err, &stop) {
		result.Unfinished = stop.why
		err = nil
	}
	if err != nil {
		return nil, err
	}
	return result, nil
}

// learnEarly is learn, and looks for limits of length also if a limit of the options is
// reached: a box that counts may have too many states to be learned to the end, and then the
// limits are the reason. A tenth of the time and of the queries is kept for that.
func (l *learner) learnEarly() error {
	ctx, most := l.ctx, l.options.MaxQueries
	l.options.MaxQueries -= most / 10
	if end, ok := ctx.Deadline(); ok {
		early, cancel := context.WithDeadline(ctx, end.Add(-time.Until(end)/10))
		defer cancel()
		l.ctx = early
	}
	err := l.learn()
	l.ctx, l.options.MaxQueries = ctx, most
	if stop := new(stopError); err == nil || errors.As(err, &stop) {
		l.unfinished = err != nil
		if failed := l.findLimits(); failed != nil && !errors.As(failed, &stop) || err == nil {
			return failed
		}
	}
	return err
}

// learn runs all stages until none finds a disagreement.
func (l *learner) learn() error {
	if err := l.begin(); err != nil {
		return err
	}
	for clean := false; !clean; {
		clean = true
		for _, s := range l.stages() {
			for {
				found, err := l.run(s)
				if err != nil {
					return err
				}
				if found == 0 {
					break
				}
				clean = false
				if s.once {
					break
				}
			}
		}
	}
	return nil
}

// stopError says that a limit of the options is reached.
type stopError struct{ why string }

// Error returns why.
func (err *stopError) Error() string { return err.why }

// flakyError says that a box gives two answers to one string.
type flakyError struct{ text string }

// Error has the string.
func (err *flakyError) Error() string {
	return fmt.Sprintf("the black box gives two answers to %q", err.text)
}
