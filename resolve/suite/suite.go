// Package suite makes conformance suites for parsers of references: questions, with the
// answers of an edition.
//
//	Make         computes the cases of a suite
//	Suite.Write  writes a folder with them: in one of several forms, with a page that explains it
//	WriteCases   writes cases as JSON Lines, and ReadCases reads them
//
// Everything is computed from the edition. Nothing is drawn by chance, so the same version of
// this module makes the same suite. The cases of each kind come from the edition's automata
// and algorithms:
//
//	verdict        every transition of the automaton, by strings that tell the state after it
//	               from all others; the near misses; a cover; the document's examples
//	components     the same transitions, each in a shortest reference; every combination of
//	               components that are absent, empty and not empty
//	resolution     the document's examples; every way through the algorithm; what other
//	               editions resolve differently
//	normalization  every combination of steps, in every component; every escaped octet
//	equivalence    references with the same normal form, and others that look alike
//
// How good the suites are is measured by mutation: see SCORE.md beside this package.
//
// All functions are safe for concurrent use.
//
// The zero value of a type is of use only if the comment of the type says so.
package suite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
	"github.com/urispec/urispec/grammar/schemes"
)

// Size is how many cases a suite has.
type Size uint8

// The sizes of suites.
const (
	// Small is for a parser's own tests: fewer than 2,000 cases.
	Small Size = iota
	// Full has for each transition of the edition's automaton, and for every byte, what
	// tells the state after it from all others: 20,000 to 450,000 cases.
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

// Options are what a suite is to have. The zero value asks for a small suite of references
// of every kind.
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

// SchemeError says that no document of a scheme is known.
type SchemeError struct{ Scheme string }

// Error names the scheme.
func (err *SchemeError) Error() string {
	return fmt.Sprintf("no document of the scheme %q is known", err.Scheme)
}

// Make computes the suite of an edition. A small one takes about a second, and a full one up to
// five seconds and 300 MB. The error is a [*SchemeError], a [*grammar.LimitError] or a
// [*sample.LimitError].
func Make(e *grammar.Edition, o Options) (*Suite, error) {
	o.Scheme = strings.ToLower(o.Scheme)
	m := &maker{edition: e, language: e.References(), options: o, seen: make(map[string]bool)}
	if o.Scheme != "" {
		if err := m.readScheme(); err != nil {
			return nil, err
		}
	}
	s := newStates(m.language.Automaton(), e.Grammar().Readable(false))
	if err := m.verdicts(s); err != nil {
		return nil, err
	}
	m.parts(s)
	m.resolutions()
	if err := m.normalizations(); err != nil {
		return nil, err
	}
	slices.SortStableFunc(m.cases, func(a, b Case) int { return slices.Index(Kinds(), a.Kind) - slices.Index(Kinds(), b.Kind) })
	return &Suite{Edition: e.Name(), Options: o, Cases: m.cases}, nil
}

// maker makes a suite.
type maker struct {
	edition *grammar.Edition
	options Options
	// language is what conforms: the references of the edition or, if there is a scheme, those
	// of its URIs by document that are among them.
	language *grammar.Language
	document *schemes.Document
	cases    []Case
	seen     map[string]bool // the IDs of cases
}

// readScheme finds the document of the scheme, and the language. As section 4.3 of RFC 3986
// says, a fragment is left to the edition unless the document speaks of it.
func (m *maker) readScheme() error {
	d, ok := schemes.CurrentDocument(m.options.Scheme)
	if !ok {
		return &SchemeError{m.options.Scheme}
	}
	m.document = d
	uris, _ := d.Language(m.options.Scheme) // the document is one of the scheme
	var both *automaton.DFA
	err := automaton.Within(func() {
		allowed := uris.Automaton()
		if !d.ForbidsFragment() {
			any := automaton.Repeat(automaton.Symbol(automaton.Between(0, reading.Limit-1)), 0, automaton.Unbounded, false)
			mark := automaton.Symbol(automaton.Of('#'))
			before := automaton.Minus(allowed, automaton.Compile(reading.Limit, automaton.Cat(any, mark, any)))
			with := automaton.Compile(reading.Limit, automaton.Cat(automaton.Language(before), mark, any))
			allowed = automaton.Union(allowed, with)
		}
		both = automaton.Intersect(m.edition.References().Automaton(), allowed)
	})
	if err != nil {
		return err
	}
	g, err := grammar.FromAutomaton(m.options.Scheme, "accepted", both)
	if err != nil {
		return fmt.Errorf("URIs of the scheme %s by %s that conform to %s: %w", m.options.Scheme, d, m.edition, err)
	}
	m.language = g.Start()
	return nil
}

// asked reports whether the suite asks about a string: if it is about a scheme, whether that
// is what the string begins with.
func (m *maker) asked(text string) bool {
	n := len(m.options.Scheme)
	return n == 0 || len(text) > n && text[n] == ':' && strings.EqualFold(text[:n], m.options.Scheme)
}

// conforms reports whether a string conforms, and the suite asks about it.
func (m *maker) conforms(text string) bool { return m.asked(text) && m.language.Valid(text) }

// add adds a case, unless its question is there already.
func (m *maker) add(c Case) {
	if c.ID = c.Identity(); !m.seen[c.ID] {
		m.seen[c.ID] = true
		m.cases = append(m.cases, c)
	}
}
