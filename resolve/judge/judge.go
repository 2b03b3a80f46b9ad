// Package judge finds out where a parser of references is wrong: it asks the parser the cases
// of a conformance suite, then hunts for more, and reports the disagreements, grouped by the
// rule of the grammar that causes them, each with a shortest string.
//
//	Start     a program in any language, as a Parser that is talked to in lines
//	Func      a function, as a Parser
//	Edition   an edition, as a Parser: what is right
//	Trial     judges a Parser, and makes a Report
//
// A parser answers as much as it knows. What it leaves out is not judged, and what it does not
// answer is never counted as right.
//
// A [Program] is for one goroutine at a time, and so is a Trial if its Parser is. Functions may
// be called concurrently. The zero value of a type is of use only if the comment of the type
// says so.
package judge

import (
	"context"
	"fmt"

	"github.com/urispec/urispec/resolve/suite"
)

// Parser is what is judged.
type Parser interface {
	// Ask returns an answer to each question, in their order. To the same question it must
	// always give the same answer. The error is that of the context, if it is done before
	// all questions are answered.
	Ask(ctx context.Context, questions []Question) ([]Answer, error)
}

// Question is a string to read, and a base if its target is asked for.
type Question struct {
	Input string
	Base  *string // nil if no target is asked for
}

// Answer is what a parser says of a string. What is nil or not there is not judged.
type Answer struct {
	Valid  *bool
	Offset *int // where the string stops to conform, in bytes, if it is not valid
	Parts  Parts
	// Failure says why there is no answer; nil if there is one.
	Failure *Failure
}

// Parts are the components of a reference by the names of [suite.ComponentNames], and [Target].
// A name that is not there is not judged, and nil is absent.
type Parts map[string]*string

// Target is the name of the target, in [Parts].
const Target = "target"

// PartNames returns the names of parts, in the order of a reference; the last one is [Target].
func PartNames() []string { return append(suite.ComponentNames(), Target) }

// Failure is why there is no answer to a question.
type Failure struct {
	Kind    FailureKind
	Message string // in one line
}

// Error has the message.
func (f *Failure) Error() string { return f.Message }

// FailureKind is a kind of failure.
type FailureKind string

// The kinds of failure.
const (
	NotAsked    FailureKind = "not asked"   // the protocol has no form for the question
	Died        FailureKind = "died"        // the program ended, or the function panicked
	Hung        FailureKind = "hung"        // it did not answer in time
	Silent      FailureKind = "silent"      // it ended when its input did, without an answer
	Garbage     FailureKind = "garbage"     // the answer is not one
	Surplus     FailureKind = "surplus"     // there is more than one answer
	GaveUp      FailureKind = "gave up"     // the program failed too often before
	Interrupted FailureKind = "interrupted" // the context was done
)

// FailureKinds returns all kinds.
func FailureKinds() []FailureKind {
	return []FailureKind{NotAsked, Died, Hung, Silent, Garbage, Surplus, GaveUp, Interrupted}
}

// Func is a parser that is a function. If it panics, there is no answer to the question.
// Nothing ends a call that does not return.
type Func func(Question) Answer

// Ask calls the function for each question.
func (f Func) Ask(ctx context.Context, questions []Question) ([]Answer, error) {
	answers := make([]Answer, len(questions))
	for i, q := range questions {
		if err := ctx.Err(); err != nil {
			return answers, err
		}
		answers[i] = f.answer(q)
	}
	return answers, nil
}

// answer calls the function.
func (f Func) answer(q Question) (a Answer) {
	defer func() {
		if r := recover(); r != nil {
			a = Answer{Failure: &Failure{Died, fmt.Sprintf("panic: %v", r)}}
		}
	}()
	return f(q)
}
