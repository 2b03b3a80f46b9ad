package checker

import (
	"errors"
	"slices"
	"strings"

	"github.com/urispec/urispec/grammar"
)

// example is a string that a template makes, and that conforms.
type example struct {
	text string // with the prefix of the language
	ends []int  // of each piece, in text
}

// start returns where the text of a piece begins.
func (x *example) start(piece, prefix int) int {
	if piece == 0 {
		return prefix
	}
	return x.ends[piece-1]
}

// fault is why no string of a template conforms.
type fault struct {
	piece  int
	offset int // in the text of a constant, in bytes

	found, expected string
	where           string // the rule and the section that ask for it
}

// maxExamples is how many examples are kept at a time: more only if the states of the
// automaton tell them apart.
const maxExamples = 32

// attempt is an example that is being made, and the state of the automaton after it.
type attempt struct {
	example
	state int
}

// fill makes a conforming example of a template. The constants stand in it as they are; for
// each hole it tries the hole's samples. Examples that lead the automaton to the same
// state go on alike, so only the first of them is kept, and time is linear.
//
// If there is none, the fault is what ends the longest of them, if that is in a constant; or what
// a verb writes. Both results are nil if the samples do not suffice to tell.
func (l *language) fill(p *pkg, t template) (*example, *fault) {
	if text := l.prefix + t[0].text; len(t) == 1 && l.Valid(text) {
		return &example{text, []int{len(text)}}, nil
	}
	d := l.Automaton()
	live := d.Live()
	n, state := d.Viable(l.prefix)
	if n < len(l.prefix) {
		return nil, nil // an edition whose languages have no such prefix
	}
	tries := []attempt{{example{text: l.prefix}, state}}
	for i, piece := range t {
		samples, exact := []string{piece.text}, true
		if piece.isHole() {
			samples, exact = p.samples(t, i)
		}
		next := extend(d, live, tries, samples)
		if len(next) == 0 && piece.isHole() && exact {
			// Would something else be right there?
			if next = extend(d, live, tries, anySample); len(next) > 0 {
				return nil, l.written(tries[0], i, piece, samples[0])
			}
		}
		if len(next) == 0 {
			if piece.isHole() {
				return nil, nil
			}
			return nil, l.explain(tries, i, piece.text)
		}
		tries = next
	}
	for _, try := range tries {
		if d.Accepting(try.state) {
			return &try.example, nil
		}
	}
	if last := len(t) - 1; !t[last].isHole() {
		return nil, l.ends(tries[0], last, t[last].text)
	}
	return nil, nil
}

// stepper is what extend needs of an automaton.
type stepper interface {
	Step(state int, symbol int32) int
}

// extend appends each sample to each attempt, and keeps those that are still viable: one
// for each state.
func extend(d stepper, live []bool, tries []attempt, samples []string) (next []attempt) {
	seen := make(map[int]bool)
	for _, try := range tries {
		for _, sample := range samples {
			state := try.state
			for i := 0; i < len(sample) && live[state]; i++ {
				state = d.Step(state, int32(sample[i]))
			}
			if !live[state] || seen[state] || len(next) == maxExamples {
				continue
			}
			seen[state] = true
			text := try.text + sample
			next = append(next, attempt{example{text, append(slices.Clip(try.ends), len(text))}, state})
		}
	}
	return next
}

// explain returns why a constant cannot follow any of the attempts: what stops the one that
// gets furthest.
func (l *language) explain(tries []attempt, piece int, text string) (f *fault) {
	for _, try := range tries {
		next := l.fault(try.text+text, piece, len(try.text))
		if next != nil && (f == nil || next.offset > f.offset) {
			f = next
		}
	}
	return f
}

// ends returns why a template cannot end with a constant, after which an attempt stands.
func (l *language) ends(try attempt, piece int, text string) *fault {
	return l.fault(try.text, piece, len(try.text)-len(text))
}

// written returns why a verb cannot write a sample after an attempt.
func (l *language) written(try attempt, piece int, hole piece, sample string) *fault {
	f := l.fault(try.text+sample, piece, len(try.text))
	if f == nil {
		return nil
	}
	f.offset = 0
	return f
}

// fault returns why a string is not in the language, if it shows in a piece that begins at
// start; nil if it shows before.
func (l *language) fault(text string, piece, start int) *fault {
	var syntax *grammar.SyntaxError
	if !errors.As(l.Check(text), &syntax) || syntax.Offset < start {
		return nil
	}
	where := "rule " + syntax.Rule
	if syntax.Section != "" {
		where += ", section " + syntax.Section
	}
	return &fault{
		piece: piece, offset: syntax.Offset - start,
		found: syntax.Found(), expected: syntax.Expectation(),
		where: where + " of " + l.edition.String(),
	}
}

// anySample are samples for a hole of which nothing is known: a word, a number, the
// address in an IP literal, and the octet of an escape. A hole may be empty.
var anySample = []string{"x", "1", "::1", "00", ""}

// samples returns what a hole may be filled with; exact if a verb of package fmt or a
// type says so, and there is nothing else.
func (p *pkg) samples(t template, i int) (samples []string, exact bool) {
	if sample, ok := p.writes(t[i]); ok {
		return []string{sample}, true
	}
	if i > 0 {
		return anySample, false
	}
	// What a string begins with is mostly a URI that the rest is appended to.
	next := ""
	if len(t) > 1 {
		next = t[1].text
	}
	switch {
	case strings.HasPrefix(next, "://"):
		return anySample, false
	case strings.HasPrefix(next, "&"):
		return append([]string{someServer + "/?x"}, anySample...), false
	}
	return append([]string{someServer}, anySample...), false
}
