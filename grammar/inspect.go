package grammar

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/bnf"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// Finding is something that is wrong with a grammar of your own, or that its author
// should look at. [Inspect] finds them.
type Finding struct {
	File         string
	Line, Column int // from 1; the column counts bytes. Both are 0 if nothing in the file can be read
	Character    int // the column, counting characters
	// Error is true if the grammar cannot be used because of it. Otherwise it is a
	// warning.
	Error bool
	// Code is the kind of finding: that of one of [FindingKinds].
	Code    string
	Rule    string // the rule that it is about; "" for none
	Message string
	// Ambiguity is the string with its two trees, of an "ambiguous" rule.
	Ambiguity *Ambiguity
}

// String returns one line in the form that editors understand.
func (f *Finding) String() string {
	severity := "warning"
	if f.Error {
		severity = "error"
	}
	return fmt.Sprintf("%v: %s: %s [%s]", bnf.Pos{File: f.File, Line: f.Line, Column: f.Column}, severity, f.Message, f.Code)
}

// FindingKind is a kind of findings.
type FindingKind struct {
	Code    string
	Error   bool   // it keeps the grammar from being used
	Summary string // what is found, as a clause
}

// FindingKinds returns the kinds of findings, errors first.
func FindingKinds() []FindingKind {
	return []FindingKind{
		{"syntax", true, "a text or a rule cannot be read"},
		{"undefined", true, "a rule is used that is not defined"},
		{"redefined", true, "a rule is defined twice"},
		{"recursive", true, "a rule is defined by itself, and not only at one end of it"},
		{"empty-range", true, "a range or a count goes from more to less"},
		{"prose", true, "prose stands where a program needs a rule"},
		{"import", true, "there is no such rule or document to import from"},
		{"too-large", true, "a rule is too large to be compiled"},
		{"barren", true, "the start rule derives no string"},
		{"unusable", true, "the grammar cannot be used for another reason"},
		{"unrolled", false, "recursion is unrolled, so deeper strings are not derived"},
		{"unused", false, "a rule to which no other rule refers"},
		{"nullable-loop", false, "what is repeated may be empty"},
		{"case", false, "a literal matches in both cases, and does not look as if that were meant"},
		{"superfluous", false, "an alternative adds nothing to those before it"},
		{"same", false, "two rules derive the same strings"},
		{"ambiguous", false, "a rule derives a string in two ways"},
		{"undecided", false, "it would take too long to find out"},
	}
}

// kindCodes are the codes of the problems that package bnf finds.
var kindCodes = map[bnf.Kind]string{
	bnf.Undefined: "undefined", bnf.Redefined: "redefined", bnf.Recursive: "recursive", bnf.EmptyRange: "empty-range",
	bnf.ProseValue: "prose", bnf.Unreferenced: "unused", bnf.NullableLoop: "nullable-loop",
}

// Inspect returns all findings about a grammar in files, which are those of [Load], in
// the order of the files and their lines. What keeps the rules from being read hides the
// other findings. The error says that a file cannot be read at all.
//
// Warnings are about the rules of the files, not about those that they import:
//
//   - A rule is unrolled to the depth of the options.
//   - A rule is not used by another one, and is not the start rule.
//   - A repetition repeats what may be empty.
//   - A literal matches in both cases, and does not look as if that were meant.
//   - An alternative derives only what the alternatives before it derive.
//   - Two rules derive the same strings, and neither is only a name of the other.
//   - A rule derives a string in two ways, which differ in its own definition.
func Inspect(fsys fs.FS, o Options, names ...string) ([]Finding, error) {
	if len(names) == 0 {
		return nil, errors.New("a grammar of no files")
	}
	files, err := readTexts(fsys, names)
	if err != nil {
		return nil, err
	}
	own, err := o.own(files)
	if err != nil {
		return nil, err
	}
	x := &inspector{order: names, files: files}
	g, problems, err := own.Inspect()
	for _, p := range problems {
		x.problem(p)
	}
	if err != nil {
		x.errors(err)
		return x.sorted(), nil
	}
	x.read = g
	if x.grammar, err = newOwn(g); err != nil {
		x.errors(err)
	} else if err := g.Barren(x.grammar.start.rule()); err != nil {
		def := g.Definition(x.grammar.start.rule())
		x.add(def.Pos, true, "barren", def.Name, "%s derives no string", def.Name)
	} else {
		x.rules()
	}
	return x.sorted(), nil
}

// inspector collects findings.
type inspector struct {
	order   []string // the names of the files
	files   []bnf.File
	read    *reading.Grammar
	grammar *Grammar
	asked   int // the steps that questions about rules have taken
	found   []Finding
}

func (x *inspector) add(pos bnf.Pos, isError bool, code, rule, format string, args ...any) *Finding {
	x.found = append(x.found, Finding{
		File: pos.File, Line: pos.Line, Column: pos.Column, Error: isError,
		Code: code, Rule: rule, Message: fmt.Sprintf(format, args...),
	})
	return &x.found[len(x.found)-1]
}

func (x *inspector) problem(p bnf.Problem) {
	warning := p.Kind == bnf.Unreferenced || p.Kind == bnf.NullableLoop
	x.add(p.Pos, !warning, kindCodes[p.Kind], p.Rule, "%s", p.Message)
}

// errors adds what errors say that are joined.
func (x *inspector) errors(err error) {
	if all, ok := err.(interface{ Unwrap() []error }); ok {
		for _, err := range all.Unwrap() {
			x.errors(err)
		}
		return
	}
	var (
		problem *bnf.Problem
		syntax  *bnf.SyntaxError
		limit   *LimitError
		text    *reading.TextError
	)
	switch {
	case errors.As(err, &problem):
		x.problem(*problem)
	case errors.As(err, &syntax):
		message := strings.TrimPrefix(syntax.Error(), syntax.Pos.String()+": ")
		x.add(syntax.Pos, true, "syntax", syntax.Rule, "%s", message)
	case errors.As(err, &limit):
		x.add(limit.Pos, true, "too-large", limit.Rule, "rule %s: %v", limit.Rule, limit.Err)
	case errors.As(err, &text):
		code := "syntax"
		if text.Import {
			code = "import"
		}
		x.add(text.Pos, true, code, "", "%v", text.Err)
	default:
		x.add(bnf.Pos{File: x.order[0], Line: 1, Column: 1}, true, "unusable", "", "%v", err)
	}
}

// sorted returns the findings in the order of the files.
func (x *inspector) sorted() []Finding {
	lines := make(map[string][][]byte)
	for _, f := range x.files {
		lines[f.Name] = bytes.SplitAfter(f.Text, []byte("\n"))
	}
	for i := range x.found {
		f := &x.found[i]
		f.Character = f.Column
		if text := lines[f.File]; 1 <= f.Line && f.Line <= len(text) {
			before := text[f.Line-1]
			f.Character = 1 + utf8.RuneCount(before[:min(max(f.Column-1, 0), len(before))])
		}
	}
	slices.SortStableFunc(x.found, func(a, b Finding) int {
		return cmp.Or(
			cmp.Compare(slices.Index(x.order, a.File), slices.Index(x.order, b.File)),
			cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Code, b.Code),
		)
	})
	return x.found
}

// maxAsked bounds the steps of all questions about one grammar. A single one is bounded by
// its [automaton.Meter].
const maxAsked = 1 << 29

// rules adds the warnings about the rules of the files. What would take too long is not
// decided, and that is a warning as well. The rules with the smallest automata come first,
// so that a large one leaves no other one undecided.
func (x *inspector) rules() {
	var own []*reading.Rule
	same := make(map[string]*bnf.Rule)
	for _, r := range x.read.Rules {
		def := x.read.Definition(r)
		if def.Pos.Line == 0 || !slices.Contains(x.order, def.Pos.File) || strings.Contains(r.Name, ":") {
			continue // a core rule, one that is imported, or a copy of a recursive one
		}
		own = append(own, r)
		if depth := x.read.Unrolled(r); depth > 0 {
			x.add(def.Pos, false, "unrolled", r.Name, "%s is unrolled to a depth of %d: what is nested deeper, it does not derive", r.Name, depth)
		}
		for _, c := range x.read.CaseDoubts(def) {
			if c.Other != nil {
				x.add(c.Literal.Pos, false, "case", r.Name, "%q stands for both cases, and so does %q beside it; %%s\"...\" is for one case", c.Literal.Text, c.Other.Text)
			} else {
				x.add(c.Literal.Pos, false, "case", r.Name, "%q stands for both cases, but the comment says that case matters; %%s%q is for one case", c.Literal.Text, c.Literal.Text)
			}
		}
		if !r.Alias() {
			key := x.read.Automaton(r).Key()
			if other := same[key]; other != nil {
				x.add(def.Pos, false, "same", r.Name, "%s derives the same strings as %s in %v", r.Name, other.Name, other.Pos)
			} else {
				same[key] = def
			}
		}
	}
	slices.SortStableFunc(own, func(a, b *reading.Rule) int {
		return cmp.Compare(x.read.Automaton(a).States(), x.read.Automaton(b).States())
	})
	for _, r := range own {
		x.superfluous(r)
		if !r.Alias() {
			x.ambiguous(r)
		}
	}
}

func (x *inspector) superfluous(r *reading.Rule) {
	def := x.read.Definition(r)
	x.ask(r, "alternatives of "+r.Name+" are superfluous", func(m *automaton.Meter) {
		for _, s := range x.read.Superfluous(m, def) {
			text := s.Alternative.Format(x.read.BNF.Notation)
			if s.Same != nil {
				x.add(s.Alternative.Pos, false, "superfluous", r.Name, "%s adds nothing to %s before it", text, s.Same.Format(x.read.BNF.Notation))
			} else {
				x.add(s.Alternative.Pos, false, "superfluous", r.Name, "%s adds nothing to the alternatives before it", text)
			}
		}
	})
}

func (x *inspector) ambiguous(r *reading.Rule) {
	x.ask(r, r.Name+" derives a string in two ways", func(m *automaton.Meter) {
		if found, ok := x.read.OwnAmbiguityOn(m, r); ok {
			a := newAmbiguity(x.read, r, found)
			x.add(x.read.Definition(r).Pos, false, "ambiguous", r.Name, "%s derives %q in two ways", r.Name, a.Text).Ambiguity = a
		}
	})
}

// ask answers a question about a rule, or adds that it is not decided.
func (x *inspector) ask(r *reading.Rule, whether string, answer func(*automaton.Meter)) {
	why := "the other rules take too long"
	if x.asked <= maxAsked {
		m := new(automaton.Meter)
		err := automaton.Within(func() { answer(m) })
		x.asked += m.Spent()
		limit, ok := errors.AsType[*automaton.LimitError](err)
		if !ok {
			return
		}
		why = fmt.Sprintf("that takes more than %d %s", limit.Limit, limit.What)
	}
	x.add(x.read.Definition(r).Pos, false, "undecided", r.Name, "whether %s is not decided: %s", whether, why)
}
