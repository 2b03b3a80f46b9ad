package grammar

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urispec/urispec/grammar/automaton"
	"github.com/urispec/urispec/grammar/reading"
)

// SyntaxError says why a string does not conform.
type SyntaxError struct {
	Edition string
	// Rule is the innermost rule that is being read at Offset when what stands
	// before it is completed by a shortest string; Section defines it.
	Rule    string
	Section string
	Input   string
	// Offset is the length in bytes of the longest prefix of Input that some
	// conforming string begins with.
	Offset int
	// Expected is what may stand at Offset: character classes by their rule's
	// name (HEXDIG), other characters quoted ("/"), and [EndOfInput]. Together
	// they are exactly the bytes with which the prefix stays viable. Errors share
	// the slice; it must not be changed.
	Expected []string
	// Note is what the edition says of the character at Offset, with its
	// section; mostly empty.
	Note string
}

// EndOfInput stands in [SyntaxError.Expected] if the string may end there.
const EndOfInput = "end of input"

// Error returns one line: where, what was found, in which rule of which
// section, and what was expected.
func (err *SyntaxError) Error() string {
	return fmt.Sprintf("%s: offset %d: %s", err.Edition, err.Offset, err.Message())
}

// Message is [SyntaxError.Error] without edition and offset.
func (err *SyntaxError) Message() string {
	m := fmt.Sprintf("%s in %s (section %s), expected %s", err.Found(), err.Rule, err.Section, err.Expectation())
	if err.Note != "" {
		m += "; " + err.Note
	}
	return m
}

// Found describes what stands at Offset: the character in quotes, the byte if
// it is no printable ASCII, or the end of the input.
func (err *SyntaxError) Found() string {
	if err.Offset == len(err.Input) {
		return EndOfInput
	}
	return quoteByte(err.Input[err.Offset])
}

// Expectation joins Expected as a phrase: `DIGIT, "/" or end of input`.
func (err *SyntaxError) Expectation() string {
	n := len(err.Expected)
	switch n {
	case 0:
		return "nothing"
	case 1:
		return err.Expected[0]
	}
	return strings.Join(err.Expected[:n-1], ", ") + " or " + err.Expected[n-1]
}

func quoteByte(b byte) string {
	if b == '"' {
		return `'"'`
	}
	if b > 0x20 && b < 0x7F {
		return `"` + string(rune(b)) + `"`
	}
	if b == ' ' {
		return "space"
	}
	return fmt.Sprintf("byte 0x%02X", b)
}

// Valid reports whether s conforms to the edition as a reference. It takes one
// table look-up a byte and does not allocate.
func (e *Edition) Valid(s string) bool { return e.valid().Accepts(s) }

// Viable returns the length in bytes of the longest prefix of s that some
// conforming reference begins with: the Offset of the [*SyntaxError] if s does
// not conform, without the cost of explaining it. It does not allocate.
func (e *Edition) Viable(s string) int {
	n, _ := e.start().Viable(s)
	return n
}

// Check returns nil if s conforms to the edition as a reference, else a
// [*SyntaxError]. It takes one or two passes over s. The first error of an
// edition takes some tens of milliseconds more, every other one allocates the
// SyntaxError only.
func (e *Edition) Check(s string) error {
	if e.Valid(s) {
		return nil
	}
	return e.explain().syntaxError(s)
}

// CheckAbsolute is [Edition.Check] for an absolute reference, as a base needs
// to be: the rule url, absoluteURL, absolute-URI-reference or absolute-URI.
func (e *Edition) CheckAbsolute(s string) error {
	g := e.grammar()
	r, _ := g.Lookup(g.Source.Absolute)
	return e.checkRule(r, s)
}

// CheckRule returns nil if the rule derives s by the published grammar alone
// (bare membership: the reading is not applied), a [*SyntaxError] if it does
// not, or an [*UnknownRuleError].
func (e *Edition) CheckRule(rule, s string) error {
	r, err := e.rule(rule)
	if err != nil {
		return err
	}
	return e.checkRule(e.grammar().Membership(r), s)
}

func (e *Edition) checkRule(r *reading.Rule, s string) error {
	if e.grammar().Automaton(r).Accepts(s) {
		return nil
	}
	return e.explainerOf(r).syntaxError(s)
}

// expected names the bytes that may follow in a state: the largest character
// classes of the grammar first, then single characters.
func (e *Edition) expected(d *automaton.DFA, state int) []string {
	live := d.LiveSet(state)
	rest := live
	var out []string
	for {
		var best *reading.Rule
		gain := 1
		for _, r := range e.grammar().Rules {
			if len(r.Class) > 0 && live.Contains(r.Class) {
				if n := r.Class.Intersect(rest).Len(); n > gain {
					best, gain = r, n
				}
			}
		}
		if best == nil {
			break
		}
		out = append(out, best.Name)
		rest = rest.Minus(best.Class)
	}
	for _, r := range rest {
		for b := r.Lo; b <= r.Hi; b++ {
			out = append(out, strconv.Quote(string(rune(b))))
		}
	}
	if d.Accepting(state) {
		out = append(out, EndOfInput)
	}
	return slices.Clip(out)
}
