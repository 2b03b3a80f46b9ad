package grammar

import (
	"fmt"

	"github.com/urispec/urispec/grammar/engine/bnf"
)

// UnknownNameError says that there is nothing of the name that was given: no
// rule, component or step of normalization of an edition, or no code of package
// lint. It is returned where a name is looked up, such as by [Grammar.Language].
type UnknownNameError struct {
	Edition string // where it was looked up; "" if the name belongs to no edition
	Kind    string // what it should name: "rule", "component", "normalization" or "code"
	Name    string
	Known   []string // the names that exist
}

// Error says what kind of name is unknown, and where.
func (err *UnknownNameError) Error() string {
	if err.Edition == "" {
		return fmt.Sprintf("there is no %s %s", err.Kind, Quoted(err.Name))
	}
	return fmt.Sprintf("%s has no %s %s", err.Edition, err.Kind, Quoted(err.Name))
}

// Nearest returns the known name that was probably meant: one that is a
// misspelling away from Name.
func (err *UnknownNameError) Nearest() (name string, ok bool) {
	return bnf.Nearest(err.Name, err.Known)
}

// NotDefinedError says that an edition does not define what an operation needs.
// It is returned by [Edition.Algorithm] and by all that resolves references
// (rfc1738 has no relative ones), by expand.Expand and by iri.New.
type NotDefinedError struct {
	Edition string
	What    string // "relative form", "abbreviated references"
	Section string // of the edition that says so; "" if none does
	Text    string // the words of that section
	See     string // the first edition that defines it; "" if it is not known
}

// Error says what the edition does not define, in its own words, and which edition
// is the first that does.
func (err *NotDefinedError) Error() string {
	m := err.Edition + " defines no " + err.What
	if err.Section != "" {
		m += fmt.Sprintf(" (section %s: %q)", err.Section, err.Text)
	}
	if err.See != "" {
		m += "; " + err.See + " does"
	}
	return m
}
