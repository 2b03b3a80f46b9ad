package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/cmd/internal/vocabulary"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// explainer tells people why references do not conform to an edition. It is safe for
// concurrent use.
type explainer struct {
	source *source
	// language returns the language in question, of any edition. It is nil if the
	// question is about a rule of this edition.
	language func(e *grammar.Edition) *grammar.Language
	// errata returns the errata that change the verdict on a reference. It is nil if
	// they are not wanted.
	errata func(ref string) []*reading.Erratum
	// nearest finds the strings nearest to a reference. It is nil if they are not wanted.
	nearest *nearestFinder

	rules   func() map[string]explainedRule
	classes func() []grammar.CharClass
}

// explainedRule is a rule with the lines of its text.
type explainedRule struct {
	grammar.Rule
	lines []string
}

func newExplainer(e *source, language func(*grammar.Edition) *grammar.Language) *explainer {
	return &explainer{
		source: e, language: language,
		rules: sync.OnceValue(func() map[string]explainedRule {
			rules := make(map[string]explainedRule)
			for _, r := range e.Grammar().Rules() {
				rules[r.Name] = explainedRule{r, strings.Split(r.Text, "\n")}
			}
			return rules
		}),
		classes: sync.OnceValue(e.Grammar().CharClasses),
	}
}

// explain writes the reference on a line that begins with "no", and below it where and
// why it fails:
//
//	no  http://a/{b}
//	             ^
//	    found        "{" at offset 9
//	    expected     ...
func (x *explainer) explain(s *session, err *grammar.SyntaxError) {
	s.begin(err.Offset)
	s.stdout.WriteString(s.color.bad("no") + "  ")
	width := s.visible(err.Input)
	s.stdout.WriteByte('\n')
	s.point(err.Input, width > s.line(), err.Offset, err.Offset)

	s.item("found", err.Found()+" at offset "+strconv.Itoa(err.Offset))
	s.item("expected", err.Expectation())
	rule, known := x.rules()[err.Rule]
	if !known {
		rule.lines = []string{""}
	}
	s.item("rule", rule.lines...)
	switch {
	case err.Section != "":
		s.item("section", cited(err.Section, x.source.String()))
	case rule.Line > 0:
		s.item("line", fmt.Sprintf("%s:%d", visible(rule.File), rule.Line))
	}
	if char, ok := err.Char(); ok {
		for _, c := range x.classes() {
			if c.Why != "" && c.Has(char) {
				s.item("because", wrap(fmt.Sprintf("%s is %s, %s: %s", err.Found(), c.Name, c.Section, c.Why), lineWidth-labelWidth)...)
			}
		}
	}
	if err.Note != "" {
		s.item("note", wrap(err.Note, lineWidth-labelWidth)...)
	}
	if mark := vocabulary.ByteOrderMark(err.Input); mark != "" {
		s.item("note", mark)
	}
	if x.errata != nil {
		x.corrected(s, x.errata(err.Input))
	}
	if x.language != nil {
		s.item("conforms to", x.others(err.Input))
	}
	if x.nearest != nil {
		x.nearest.suggest(s, err.Input)
	}
}

// corrected writes which errata make a reference conform.
func (x *explainer) corrected(s *session, errata []*reading.Erratum) {
	if errata == nil {
		return
	}
	s.item("corrected", "accepted with "+strings.Join(errataIDs(errata), ", "))
	for _, e := range errata {
		s.item(e.ID, wrap(fmt.Sprintf("section %s: %s", e.Section, e.Summary), lineWidth-labelWidth)...)
	}
}

// fail is explain for errors of any kind. An error that is not a syntax error means that
// there is no answer, for example because the reference is too long.
func (x *explainer) fail(s *session, ref string, err error) {
	if syntax := new(grammar.SyntaxError); errors.As(err, &syntax) {
		x.explain(s, syntax)
		return
	}
	fmt.Fprintf(s.stdout, "%s  %s\n    %v\n", s.color.bad("??"), beginning(ref, lineWidth/2), err)
}

// failed records that there is no answer for a reference, either because of the
// reference itself or because of trouble.
func (s *session) failed(err error) {
	if _, ok := errors.AsType[ast.FaultError](err); ok {
		s.no()
	} else {
		s.status = exitTrouble
	}
}

// point writes carets below a span of an input, which is on the line before, indented by
// the margin and four columns. An empty span has one caret. If the input is wide, or is
// with the margin, point first writes the part around the span.
func (s *session) point(input string, wide bool, start, end int) {
	wide = wide || len(input) > lineWidth*bytesPerColumn
	if !wide { // a wide input is not looked at as a whole for each of its spans
		if text := visible(input); s.margin+columns(text) <= s.line() {
			from, to, ok := columnsOf(input, text, start, end)
			if !ok {
				r := newRuler(input)
				from, to = r.from[start], r.to[end]
			}
			s.carets(s.margin+from, to-from)
			return
		}
	}
	before, after := excerpt(input, start, s.line())
	s.blanks(len("    "))
	s.stdout.WriteString(before)
	s.stdout.WriteString(after)
	s.stdout.WriteByte('\n')
	s.carets(columns(before), min(columns(after), columns(beginning(input[start:end], s.line()))))
}

// columnsOf returns the columns at which a span of an input begins and ends when it is shown
// as text, if that is ASCII, of which each character takes a column. It leaves a span that
// begins or ends within a character to a ruler.
func columnsOf(input, text string, start, end int) (from, to int, ok bool) {
	if !isPlain(text) {
		return 0, 0, false
	}
	if text == input {
		return start, end, true
	}
	var shown []byte
	for i, at := range []int{start, end} {
		var n int
		if shown, n = appendVisible(shown[:0], input, at, true); n != at {
			return 0, 0, false
		}
		if to = len(shown); i == 0 {
			from = to
		}
	}
	return from, to, true
}

// carets writes carets in n columns, but at least one.
func (s *session) carets(column, n int) {
	s.blanks(len("    ") + column)
	s.stdout.WriteString(s.color.mark(strings.Repeat("^", max(n, 1))))
	s.stdout.WriteByte('\n')
}

// spaces are some.
const spaces = "                                                                "

// blanks writes n spaces.
func (s *session) blanks(n int) {
	for ; n > len(spaces); n -= len(spaces) {
		s.stdout.WriteString(spaces)
	}
	s.stdout.WriteString(spaces[:max(n, 0)])
}

// labelWidth is the width of a label with the space after it.
const labelWidth = len("conforms to  ")

// cited names a section with its document. An amendment already cites the sections that
// it does not change with their document: "3.2.2 of RFC 2396".
func cited(section, edition string) string {
	if strings.Contains(section, " of ") {
		return section
	}
	return section + " of " + edition
}

// item writes a label, and lines of text beside it.
func (s *session) item(label string, lines ...string) {
	for _, line := range lines {
		if s.width == 0 && !s.color.on { // nothing depends on the width, as in a pipe
			s.blanks(len("    "))
			s.stdout.WriteString(label)
			s.blanks(labelWidth - len(label))
			s.stdout.WriteString(line)
			s.stdout.WriteByte('\n')
			label = ""
			continue
		}
		for _, part := range s.fitted(len("    ")+labelWidth, line) {
			fmt.Fprintf(s.stdout, "    %s%s\n", s.color.dim(fmt.Sprintf("%-*s", labelWidth, label)), part)
			label = ""
		}
	}
}

// others names the other editions to which a reference conforms.
func (x *explainer) others(ref string) string {
	var names []string
	for _, e := range editions.All() {
		if e != x.source.Edition && x.language(e).Valid(ref) {
			names = append(names, e.Name())
		}
	}
	if names == nil {
		return "no other edition"
	}
	return strings.Join(names, ", ")
}

// excerpt returns as much of s before and after an offset as fits into a number of columns,
// made visible; "…" stands for the rest.
func excerpt(s string, offset, width int) (before, after string) {
	each := width/2 - len(" ")
	return ending(s[:offset], each), beginning(s[offset:], each)
}
