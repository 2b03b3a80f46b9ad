package judge

import (
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/automaton"
)

// Report is what a [Trial] has found.
type Report struct {
	Edition *grammar.Edition
	// Questions is how many different questions the suite has, and Hunted how many the parser
	// was asked besides.
	Questions, Hunted int
	// Tallies has for each subject what came of the questions of the suite, in the order of
	// [Subjects].
	Tallies []Tally
	// Disagreements are all groups of wrong answers, in the order of [Subjects], and then by
	// what is shortest.
	Disagreements []Disagreement
	// Failures says to which questions there was no answer, in the order of [FailureKinds].
	Failures []Missed
	// Unfinished is true if the context was done before the parser was asked everything.
	Unfinished bool
}

// Tally counts the answers about one subject. What a parser leaves out is not judged.
type Tally struct {
	Subject       Subject
	Judged, Right int
}

// Missed counts questions without an answer, for one reason.
type Missed struct {
	Kind FailureKind
	// Count is how many questions of the suite there are: 0 if it happened only in the hunt.
	Count int
	// Question is the first one, and Message says why there was no answer to it.
	Question Question
	Message  string
}

// Disagreement is wrong answers that have one cause.
type Disagreement struct {
	Subject Subject
	How     How
	// Rule is the rule that causes them, and Section defines it. If the parser accepts what
	// does not conform, or is wrong about the offset, it is the rule being read there. If it
	// refuses what conforms, it is a rule that could have derived something else, which the
	// parser would have accepted. If a part is wrong, it derives that part. It is "" if there
	// is none, as for targets.
	Rule, Section string
	// Part is the first component of a target that is wrong: "scheme", "authority", "path",
	// "query" or "fragment"; or "dot segments", if that is the path, and the reference or the
	// base has any. It is "" if it is not about that.
	Part string
	// Bytes are those at which the edition refuses, and End whether it refuses that a string
	// ends, as far as the parser was seen to accept that. They are empty if it is not about
	// that.
	Bytes automaton.Set
	End   bool
	// Count is how many questions of the suite show it: 0 if only the hunt found it.
	Count int
	// Question is a shortest one that shows it; Right is what the edition says of it, and Got
	// what the parser says.
	Question   Question
	Right, Got Answer
	// Allowed is true if it is known; see [Report.Allow].
	Allowed bool
}

// Values returns what the edition and the parser say about the subject in the example: a
// verdict is a bool, an offset an int and a part a string, or nil if it is absent. A parser that
// refuses to find a target says false.
func (d *Disagreement) Values() (right, got any) {
	value := func(a *Answer) any {
		switch {
		case d.Subject == Verdict, d.How == Refused && !*a.Valid:
			return *a.Valid
		case d.Subject == Offset:
			return *a.Offset
		}
		if part := a.Parts[string(d.Subject)]; part != nil {
			return *part
		}
		return nil
	}
	return value(&d.Right), value(&d.Got)
}

// Score returns how many answers there are, over all subjects, and how many are right.
func (r *Report) Score() (judged, right int) {
	for _, t := range r.Tallies {
		judged += t.Judged
		right += t.Right
	}
	return judged, right
}

// Agrees reports whether the parser was asked everything, and answered nothing wrong that is
// not allowed.
func (r *Report) Agrees() bool {
	for _, d := range r.Disagreements {
		if !d.Allowed {
			return false
		}
	}
	return !r.Unfinished
}
