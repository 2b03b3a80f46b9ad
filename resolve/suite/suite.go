// Package suite makes conformance suites for parsers of references: questions, with the
// answers of an edition. Everything is computed from the edition; nothing is drawn by
// chance, so the same version makes the same suite.
package suite

import "fmt"

// Size is how many cases a suite has.
type Size uint8

// The sizes of suites.
const (
	// Small is for a parser's own tests: some hundred cases of each kind.
	Small Size = iota
	// Full has for each transition of the edition's automaton, and for every byte, what
	// tells the state after it from all others.
	Full
)

// String returns "small" or "full".
func (s Size) String() string {
	if s == Full {
		return "full"
	}
	return "small"
}

// ParseSize returns the size with that name.
func ParseSize(name string) (Size, error) {
	for _, s := range []Size{Small, Full} {
		if s.String() == name {
			return s, nil
		}
	}
	return 0, fmt.Errorf("unknown size %q; the sizes are small and full", name)
}

// Options are what a suite is to have.
type Options struct {
	Size Size
	// Scheme is a scheme, such as "http", whose documents count besides the edition: all
	// inputs are of this scheme. "" for references of every kind.
	Scheme string
}

// Suite is the cases of an edition.
type Suite struct {
	Edition string // the name of the edition
	Options Options
	// Cases are in the order of [Kinds]. Their IDs are different.
	Cases []Case
}
