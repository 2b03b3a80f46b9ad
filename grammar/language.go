package grammar

import (
	"unsafe"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// Language is the set of the strings that one rule of a grammar derives. A
// grammar has two kinds: [Grammar.Language] by the published rules alone, and
// [Grammar.Conforming] under the reading. An edition has methods for those
// that matter most: [Edition.References], [Edition.Absolute] and [Edition.URIs].
//
// A Language is meant to be obtained once and kept. It is immutable and may be used
// concurrently; what it needs is built at first use and then kept. The zero value
// is not a language.
type Language struct {
	grammar *Grammar
	name    string // of the rule
	// finder looks the rule up in a grammar; nil if it is the start rule.
	finder func(*reading.Grammar) *reading.Rule
	// acceptor makes what decides the language, from a table or from the rules. It is a
	// function, so that a program with tables only does not link the rest; see [lazy].
	acceptor func(*Language) *automaton.Acceptor

	table string // the name of the table that decides it; "" for none

	found      lazy[reading.Rule, Language]
	accept     lazy[automaton.Acceptor, Language]
	explain    lazy[explainer, Language]
	characters lazy[characters, Language]
}

// languageKey identifies a language of a grammar.
type languageKey struct {
	rule      *reading.Rule
	published bool
}

// rule returns the rule of the language in its own grammar.
func (l *Language) rule() *reading.Rule {
	return l.found.get(l, func(l *Language) *reading.Rule { return l.find(l.grammar.read()) })
}

// find looks the rule up in a grammar, which may have any errata applied.
func (l *Language) find(read *reading.Grammar) *reading.Rule {
	if l.finder != nil {
		return l.finder(read)
	}
	r, _ := read.Lookup(read.Source.Start) // which reading.New has found
	return r
}

// compile makes what decides the language from the rules.
func (l *Language) compile() *automaton.Acceptor { return l.Automaton().Acceptor() }

// Start returns the language of the grammar's start rule under the reading.
func (g *Grammar) Start() *Language { return g.start }

// Language returns the language of the rule of that name by the published rules
// alone: the reading does not count. The name may be the one under
// which the rule was printed, and names in ABNF match in any case. The error is an
// [*UnknownNameError].
func (g *Grammar) Language(rule string) (*Language, error) { return g.language(rule, true) }

// Conforming is [Grammar.Language] under the reading, as the rule is read in a
// whole string of the grammar.
func (g *Grammar) Conforming(rule string) (*Language, error) { return g.language(rule, false) }

func (g *Grammar) language(name string, published bool) (*Language, error) {
	r, err := g.rule(name)
	if err != nil {
		return nil, err
	}
	find := func(read *reading.Grammar) *reading.Rule {
		r, _ := read.Lookup(name) // no erratum removes a rule
		if published {
			r = read.Membership(r)
		}
		return r
	}
	if !published && r == g.start.rule() {
		return g.start, nil
	}
	key := languageKey{r, published}
	if l, ok := g.languages.Load(key); ok {
		return l.(*Language), nil
	}
	l := &Language{grammar: g, name: r.Name, finder: find, acceptor: (*Language).compile}
	g.origin.serve(l, find(g.read()))
	kept, _ := g.languages.LoadOrStore(key, l)
	return kept.(*Language), nil
}

// Grammar returns the grammar that the language belongs to, for programs that are
// given one language and want others.
func (l *Language) Grammar() *Grammar { return l.grammar }

// Rule returns the name of the rule.
func (l *Language) Rule() string { return l.name }

// String returns the grammar's name and the rule's: "rfc3986 host".
func (l *Language) String() string { return l.grammar.label + " " + l.Rule() }

// Valid reports whether s is in the language. It takes at most one table
// look-up per byte and does not allocate. The first call builds the automaton,
// unless generated tables have it; building it takes milliseconds.
func (l *Language) Valid(s string) bool {
	if a := l.accept.value.Load(); a != nil {
		return a.Accepts(s)
	}
	return l.accept.get(l, l.acceptor).Accepts(s)
}

// ValidLines reads text line by line as long as the lines are in the language. It returns
// how many lines that are and how many bytes they have, with their ends. What follows is
// nothing, or begins with a line that is not in the language:
//
//	for len(text) > 0 {
//		lines, size := l.ValidLines(text, '\n')
//		valid += lines
//		if text = text[size:]; len(text) > 0 {
//			_, text, _ = bytes.Cut(text, []byte("\n"))
//			invalid++
//		}
//	}
//
// A line ends with the byte end or where the text ends, and its end is no part of it. If
// the byte is LF, a CR before it is part of the end; a CR anywhere else is data. The text
// should begin with a line and end with one: the rest of a buffer in which the last line is
// cut off belongs before the next one.
//
// The verdicts are those of Valid on the lines, but ValidLines does not look for their
// ends first, and so takes about half the time for lines of some 60 bytes. It is for those who
// have many lines in a buffer. It takes time in proportion to size and to the length of the
// line that is refused, does not allocate, and may be used concurrently, as all methods; the
// first call builds the automaton as that of Valid does.
func (l *Language) ValidLines(text []byte, end byte) (lines, size int) {
	return l.accept.get(l, l.acceptor).Lines(unsafe.String(unsafe.SliceData(text), len(text)), end)
}

// Viable returns the length in bytes of the longest prefix of s that some string
// of the language begins with: the Offset of the [*SyntaxError] if s is not in the
// language, without the cost of explaining it. It does not allocate.
func (l *Language) Viable(s string) int {
	n, _ := l.Automaton().Viable(s)
	return l.grammar.Source().Whole(s[:max(n, 0)]) // -1 in a language without strings
}

// Check returns nil if s is in the language, else a [*SyntaxError]. A string of
// the language costs what Valid costs. An error takes another pass over s up to
// its Offset, and only the error and its Note are allocated. The first error takes
// longer: half a millisecond at most in the references, absolute references and URIs of an
// edition, whose errors are explained by generated tables, and up to some tens of
// milliseconds in another language.
func (l *Language) Check(s string) error {
	if l.Valid(s) {
		return nil
	}
	return l.syntaxError(s)
}

// Automaton returns the minimal automaton of the language, over bytes, for those
// who compute with it.
func (l *Language) Automaton() *automaton.DFA {
	return l.grammar.read().Automaton(l.rule())
}

// characters is what [Language.Characters] returns.
type characters struct {
	dfa *automaton.DFA
	err error
}

// Characters returns the minimal automaton of the language over characters: that of
// Automaton, or if characters are code points one whose symbols are those. The error is
// a [*LimitError] if that would be too large.
func (l *Language) Characters() (*automaton.DFA, error) {
	c := l.characters.get(l, func(l *Language) *characters {
		c := new(characters)
		c.err = l.within(func() { c.dfa = l.grammar.read().Characters(l.Automaton()) })
		return c
	})
	return c.dfa, c.err
}

// Choices returns a parser whose derivations say which rules and which of their
// alternatives a string uses, by the index of the choice. The parser is over bytes. It
// is made anew by each call, in milliseconds. The error is a [*LimitError] if it would
// be too large.
func (l *Language) Choices() (p *automaton.Parser, choices []reading.Choice, err error) {
	err = l.within(func() { p, choices = l.grammar.read().Choices(l.rule()) })
	return p, choices, err
}

// Expression returns the definition of the rule, under the reading if that counts in the
// language. It is for programs that translate rules, such as package export.
func (l *Language) Expression() reading.Expr { return l.rule().Expr }

// Ambiguities returns what is ambiguous in the language: a shortest string with
// two derivations and, if these diverge in a rule below the rule of the language, a
// shortest one whose derivations diverge in the definition of that rule itself.
// If there are none, the automaton proves that each string has at most one
// derivation. In a language by the published rules alone, what the reading settles
// is ambiguous too.
//
// A derivation is a tree of rules, down to those that are one character class.
// An option or repetition that would match the empty string is absent.
//
// The search takes milliseconds; see [automaton.FindAmbiguity]. The error is a
// [*LimitError] if it would take more than seconds.
func (l *Language) Ambiguities() (found []*Ambiguity, err error) {
	err = l.within(func() { found = ambiguities(l.grammar.read(), l.rule()) })
	return found, err
}
