package grammar

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// Comparison is how the languages of two grammars stand to each other. All of
// it is computed from their automata; nothing is sampled.
type Comparison struct {
	A, B *Grammar
	// Whole compares the languages of the start rules, whatever their names, each
	// grammar under its own reading.
	Whole Difference
	// Rules compares the rules that are paired, by the published rules alone as in
	// [Grammar.Language], in the order of A's text.
	Rules []Difference
	// UnpairedA and UnpairedB are the rules that are in no pair.
	UnpairedA, UnpairedB []string
	// CausesA and CausesB are the rules that make references conform to A only,
	// and to B only, in the order of the edition's text.
	CausesA, CausesB []Cause
	// Classes are the paired character classes that differ.
	Classes []ClassDifference
}

// Equal reports whether the references of the editions and the strings of all
// paired rules are the same. Rules without a pair do not count.
func (c *Comparison) Equal() bool {
	for i := range c.Rules {
		if c.Rules[i].Relation != Equal {
			return false
		}
	}
	return c.Whole.Relation == Equal
}

// Sentence says how the whole strings of the two grammars stand to each other;
// noun is what to call such a string, and in the plural: "reference",
// "references".
func (c *Comparison) Sentence(noun, nouns string) string {
	switch c.Whole.Relation {
	case Equal:
		return fmt.Sprintf("%s and %s have the same %s.", c.A, c.B, nouns)
	case Subset:
		return fmt.Sprintf("Every %s of %s is one of %s, which has more.", noun, c.A, c.B)
	case Superset:
		return fmt.Sprintf("Every %s of %s is one of %s, which has more.", noun, c.B, c.A)
	case Disjoint:
		return fmt.Sprintf("%s and %s have no %s in common.", c.A, c.B, noun)
	}
	return fmt.Sprintf("%s and %s have %s in common, and each has others.", c.A, c.B, nouns)
}

// Difference is how the strings of a rule of A stand to those of a rule of B.
type Difference struct {
	A, B     string // the names of the rules
	Relation Relation
	// OnlyA and OnlyB are shortest strings that only the one rule derives, nil
	// if there is none.
	OnlyA, OnlyB *Witness
}

// Relation is how one language stands to another.
type Relation int

const (
	Equal       Relation = iota // they are the same
	Subset                      // all of A's strings are B's, which has more
	Superset                    // all of B's strings are A's, which has more
	Overlapping                 // they have strings in common, and each has others
	Disjoint                    // they have none in common, and each has some
)

// String returns the relation in one word: "subset".
func (r Relation) String() string {
	return [...]string{"equal", "subset", "superset", "overlapping", "disjoint"}[r]
}

// Witness is a string on which two editions differ. Of the shortest strings
// that will do it is one that is easy to read: letters go before digits, and
// these before other characters.
type Witness struct {
	Input string
	A, B  error // the verdicts: nil, and the [*SyntaxError] of the one that refuses
}

// Cause is a rule that makes references conform to its edition only, which is
// the one that accepts, and a shortest witness of that.
//
// A rule is a cause if it derives, all by itself, strings that its pair in the
// other edition does not, and if that alone decides about some reference. To be
// exact, of two paired rules r and r' call a string of r shared if r' derives it
// too and r has a derivation of it in which each paired rule that is used
// derives a shared string itself; call a string own to r if r has such a
// derivation of it but r' does not derive it. So what is own to a rule is not
// already own to a rule inside it: the cause is the innermost rule. Then r is a
// cause if there are x, y, z and i such that
//
//	the edition of r derives a whole reference x·y·z with y derived by r
//	y is own to r
//	x·y·z does not conform to the other edition
//	i is shared, and x·i·z conforms to both
//
// Input is a shortest such x·y·z, over all of the edition's derivations of it.
// Here rules derive what they do in a whole reference, under the reading. The
// rules of a whole reference are a pair here, whatever their names; so there is
// a cause in every edition that has references of its own and some in common
// with the other. Two paired rules that share nothing are taken as not paired.
type Cause struct {
	Witness
	Rule, Pair string // the rule of the edition that accepts, and of the one that does not
	Start, End int    // the bytes y of Input
	Instead    string // i
}

// Part returns what the rule derives and its pair does not.
func (c *Cause) Part() string { return c.Input[c.Start:c.End] }

// ClassDifference is what two paired rules that are character classes do not
// have in common. [Comparison] has them.
type ClassDifference struct {
	A, B         string // the names of the rules
	OnlyA, OnlyB []CharRange
}

// CharRange is the characters from First to Last, both included.
type CharRange struct{ First, Last rune }

// String returns the characters in quotes: `"a"-"z"`, or `"!"` for one.
func (r CharRange) String() string {
	if r.First == r.Last {
		return Quoted(string(r.First))
	}
	return Quoted(string(r.First)) + "-" + Quoted(string(r.Last))
}

// Pair is a rule of A and a rule of B that are to be compared.
type Pair struct{ A, B string }

// PairError says that a rule was given in more than one [Pair]. It is returned by
// [Compare].
type PairError struct {
	Edition, Rule string // the rule, and the grammar of the two that it belongs to
}

// Error names the rule and its grammar.
func (err *PairError) Error() string {
	return fmt.Sprintf("rule %s of %s is in more than one pair", err.Rule, err.Edition)
}

// Compare compares two grammars: the languages of their start rules, and rule by
// rule. It pairs the rules given, and of the others those that have one name: "_"
// and "-" are taken as the same, and case does not count if one of the grammars is
// in ABNF, whose names match in any case. The error is an [*UnknownNameError] or a
// [*PairError], or a [*LimitError] if the comparison would take more than seconds.
//
// Compare builds the automata of all rules, which the grammars keep, and walks
// the pairs of states of each two of them; what makes the differences of whole
// strings takes a walk over triples of states for each cause. That is some
// tens of milliseconds the first time for the smaller grammars, and some hundred
// for the largest. It needs some megabytes and keeps nothing.
func Compare(a, b *Grammar, pairs ...Pair) (*Comparison, error) {
	p, err := pairRules(a, b, pairs)
	if err != nil {
		return nil, err
	}
	var c *Comparison
	if limit := a.start.within(func() { c, err = compare(new(automaton.Meter), a, b, p) }); limit != nil {
		err = fmt.Errorf("comparing %s with %s: %w", a, b, limit)
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

func compare(m *automaton.Meter, a, b *Grammar, p *pairing) (*Comparison, error) {
	c := &Comparison{A: a, B: b, Whole: *a.start.compare(m, b.start)}
	ga, gb := a.read(), b.read()
	for i, j := range p.b {
		ra := ga.Rules[i]
		if j < 0 {
			c.UnpairedA = append(c.UnpairedA, ra.Name)
			continue
		}
		rb := gb.Rules[j]
		la, err := a.Language(ra.Name)
		if err != nil {
			return nil, err
		}
		lb, err := b.Language(rb.Name)
		if err != nil {
			return nil, err
		}
		c.Rules = append(c.Rules, *la.compare(m, lb))
		if len(ra.Class) > 0 && len(rb.Class) > 0 && !ra.Class.Equal(rb.Class) {
			c.Classes = append(c.Classes, ClassDifference{
				ra.Name, rb.Name, charRanges(ra.Class.Minus(rb.Class)), charRanges(rb.Class.Minus(ra.Class)),
			})
		}
	}
	for j, i := range p.a {
		if i < 0 {
			c.UnpairedB = append(c.UnpairedB, gb.Rules[j].Name)
		}
	}
	startA, startB := a.start.rule().Index, b.start.rule().Index
	p.b[startA], p.a[startB] = startB, startA
	both := m.Intersect(a.start.Automaton(), b.start.Automaton())
	for cause := range causes(m, ga, gb, p.b, both) {
		cause.B = b.start.Check(cause.Input)
		c.CausesA = append(c.CausesA, cause)
	}
	for cause := range causes(m, gb, ga, p.a, both) {
		cause.A = a.start.Check(cause.Input)
		c.CausesB = append(c.CausesB, cause)
	}
	return c, nil
}

// pairing gives for the index of each rule of one edition that of its pair in
// the other, -1 if it has none.
type pairing struct{ a, b []int } // a by the rules of B, b by those of A

func pairRules(a, b *Grammar, given []Pair) (*pairing, error) {
	ga, gb := a.read(), b.read()
	p := &pairing{a: make([]int, len(gb.Rules)), b: make([]int, len(ga.Rules))}
	for j := range p.a {
		p.a[j] = -1
	}
	for i := range p.b {
		p.b[i] = -1
	}
	for _, pair := range given {
		ra, err := a.rule(pair.A)
		if err != nil {
			return nil, err
		}
		rb, err := b.rule(pair.B)
		if err != nil {
			return nil, err
		}
		switch {
		case p.b[ra.Index] == rb.Index:
		case p.b[ra.Index] >= 0:
			return nil, &PairError{a.label, ra.Name}
		case p.a[rb.Index] >= 0:
			return nil, &PairError{b.label, rb.Name}
		}
		p.b[ra.Index], p.a[rb.Index] = rb.Index, ra.Index
	}
	key := func(name string) string {
		name = strings.ReplaceAll(name, "_", "-")
		if ga.Fold() || gb.Fold() {
			name = strings.ToLower(name)
		}
		return name
	}
	free := make(map[string]int)
	for j, name := range gb.Names {
		if p.a[j] < 0 {
			free[key(name)] = j
		}
	}
	for i, name := range ga.Names {
		if j, ok := free[key(name)]; ok && p.b[i] < 0 && p.a[j] < 0 {
			p.b[i], p.a[j] = j, i
		}
	}
	return p, nil
}

// Compare compares two languages, of one grammar or of two; [Compare] does so for
// all rules of two grammars. It builds both automata and walks their pairs of
// states. The error is a [*LimitError] if these are too many.
func (l *Language) Compare(m *Language) (d *Difference, err error) {
	if err := l.within(func() { d = l.compare(new(automaton.Meter), m) }); err != nil {
		return nil, fmt.Errorf("comparing %s with %s: %w", l, m, err)
	}
	return d, nil
}

func (l *Language) compare(meter *automaton.Meter, m *Language) *Difference {
	d := &Difference{A: l.Rule(), B: m.Rule()}
	c := meter.Compare(l.Automaton(), m.Automaton(), readable)
	if c.OnlyA != nil {
		s := text(c.OnlyA)
		d.OnlyA = &Witness{Input: s, B: m.Check(s)}
	}
	if c.OnlyB != nil {
		s := text(c.OnlyB)
		d.OnlyB = &Witness{Input: s, A: l.Check(s)}
	}
	switch {
	case c.OnlyA == nil && c.OnlyB == nil:
		d.Relation = Equal
	case c.OnlyA == nil:
		d.Relation = Subset
	case c.OnlyB == nil:
		d.Relation = Superset
	case c.Both != nil:
		d.Relation = Overlapping
	default:
		d.Relation = Disjoint
	}
	return d
}

// readable ranks bytes by how easily they are read: letters, digits, the other
// printable characters, those that begin and continue "é" in UTF-8, and the
// rest.
func readable(symbol int32) int { return readableRanks[symbol] }

// Readable returns a rank of the symbols of [Language.Automaton], or if characters is
// true of those of [Language.Characters]: the more easily a character is read, the
// lower. Searches for strings take it, so that their results are readable.
func (g *Grammar) Readable(characters bool) automaton.Rank {
	if characters && g.Source().UTF8() {
		return readableCharacter
	}
	return readable
}

// readableCharacter is readable for code points. After US-ASCII come the letters with
// accents, from "à" on.
func readableCharacter(symbol int32) int {
	switch {
	case symbol < utf8.RuneSelf:
		return readableRanks[symbol]
	case symbol >= 'à':
		return 3*reading.Limit + int(symbol)
	}
	return 3*reading.Limit + utf8.MaxRune + int(symbol)
}

var readableRanks = func() (ranks [reading.Limit]int) {
	const first = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ/.-_~:@?#%"
	for b := range ranks {
		switch i := strings.IndexByte(first, byte(b)); {
		case i >= 0:
			ranks[b] = i
		case b > ' ' && b <= '~':
			ranks[b] = len(first) + b
		case strings.IndexByte("é", byte(b)) >= 0:
			ranks[b] = reading.Limit + strings.IndexByte("é", byte(b))
		case b >= utf8.RuneSelf:
			ranks[b] = reading.Limit + b
		default:
			ranks[b] = 2*reading.Limit + b
		}
	}
	return ranks
}()

// text makes a string of symbols that are bytes.
func text(symbols []int32) string {
	b := make([]byte, len(symbols))
	for i, s := range symbols {
		b[i] = byte(s)
	}
	return string(b)
}

func charRanges(set automaton.Set) []CharRange {
	var out []CharRange
	for _, r := range set {
		out = append(out, CharRange{r.Lo, r.Hi})
	}
	return out
}
