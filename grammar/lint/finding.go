package lint

import (
	"errors"
	"fmt"
	"slices"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
)

// Finding is one thing found in a reference. Only a [Linter] creates findings.
type Finding struct {
	Code Code
	// Component is where the finding begins; Whole if that is between components.
	Component Component
	// Span is the part of the input that the finding is about, in bytes. It is
	// empty where something is missing.
	Span ast.Span
	// More is the number of further places in the component with the same code.
	// Codes that have suggestions have a finding for each place instead.
	More int

	secret     bool             // the span includes part of the password
	equivalent bool             // the suggestion gives an equivalent reference
	refuser    *grammar.Edition // the edition whose reason for refusing the input is given
	linter     *Linter
	input      string
}

// Component is a part of a reference, as package ast names it.
type Component uint8

// The components.
const (
	Whole Component = iota // the reference, or something between components
	Scheme
	Userinfo
	Host
	Port
	Path
	Query
	Fragment
)

// String returns the word of package ast: "scheme", "userinfo" and so on; ""
// for the whole.
func (c Component) String() string {
	names := [...]string{"", "scheme", "userinfo", "host", "port", "path", "query", "fragment"}
	if int(c) < len(names) {
		return names[c]
	}
	return fmt.Sprintf("component(%d)", uint8(c))
}

// inSite reports whether the component is a part of the site.
func (c Component) inSite() bool { return c == Userinfo || c == Host }

// Severity returns the severity of the code.
func (f *Finding) Severity() Severity { return f.Code.Severity() }

// Err returns, for the codes [NonConforming] and [RefusedElsewhere], why
// [Finding.Edition] refuses the input, with its rule and what it expected; for other
// codes it returns nil. It asks the edition each time, which takes longer than linting.
func (f *Finding) Err() *grammar.SyntaxError {
	if f.refuser == nil {
		return nil
	}
	err, _ := errors.AsType[*grammar.SyntaxError](f.refuser.Check(f.input))
	return err
}

// Refusers returns, for the code [RefusedElsewhere], all editions that refuse the input,
// in the order in which the linter was given them; for other codes it returns nil. It
// asks the editions each time.
func (f *Finding) Refusers() []*grammar.Edition {
	if f.Code != RefusedElsewhere || f.linter == nil {
		return nil
	}
	return slices.Collect(f.linter.refusers(f.input))
}

// Text returns the part of the input that the finding is about.
func (f *Finding) Text() string { return f.input[f.Span.Start:f.Span.End] }

// Edition returns the name of the edition to which [Finding.Section] belongs:
// for [RefusedElsewhere] the one that refuses the input first (the earliest one, if
// several do so at the same offset), and otherwise mostly the linter's.
func (f *Finding) Edition() string {
	if f.refuser != nil {
		return f.refuser.Name()
	}
	if f.linter == nil {
		return ""
	}
	return f.linter.quotes[f.Code].Edition
}

// Section returns the section that the finding rests on: the section of the rule
// that refuses the input, or that of [Code.Quote]. It is "" if none is known.
func (f *Finding) Section() string {
	if err := f.Err(); err != nil {
		return err.Section
	}
	if f.linter == nil {
		return ""
	}
	return f.linter.quotes[f.Code].Section
}

// String returns one line: `note: empty-port at 11-12: the port is empty
// (rfc3986 section 3.2.3)`.
func (f Finding) String() string {
	where := f.Edition()
	if section := f.Section(); section != "" {
		where += " section " + section
	}
	return fmt.Sprintf("%s: %s at %d-%d: %s (%s)", f.Severity(), f.Code, f.Span.Start, f.Span.End, f.Message(), where)
}

// quoteLimit is how many bytes of the input a message quotes at most.
const quoteLimit = 48

// quote is [grammar.Quoted] without the middle of a long text.
func quote(text string) string {
	if len(text) > quoteLimit {
		const half = quoteLimit / 2
		return grammar.Quoted(text[:half]) + " ... " + grammar.Quoted(text[len(text)-half:])
	}
	return grammar.Quoted(text)
}
