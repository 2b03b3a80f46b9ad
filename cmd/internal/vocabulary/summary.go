package vocabulary

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
)

// Summary has groups of what is wrong with many references. How many groups there are does
// not depend on the number of references, and each keeps one example, so that a summary
// takes a fixed amount of memory. Each worker has one; they are merged at the end, and the
// result does not depend on who had which references.
type Summary[K comparable] map[K]*Group

// Group counts what is wrong in one way.
type Group struct {
	Count   int
	Order   Order // of the example
	Example Example
}

// Order is where a reference stands in the input: its chunk or file, and its number there.
type Order struct{ Chunk, Record int }

// Compare returns a negative number if o comes before p, and 0 if they are the same.
func (o Order) Compare(p Order) int { return cmp.Or(o.Chunk-p.Chunk, o.Record-p.Record) }

// Example is the first reference of a group.
type Example struct {
	File   string // "-" for standard input; "" if the place is not known
	Line   int    // from 1
	Input  string // at most ExampleLimit bytes of it
	Length int    // of the reference, in bytes
}

// ExampleLimit is the number of bytes of an example that are kept.
const ExampleLimit = 1 << 10

// Add counts a reference in a group. The place is that of the reference.
func (s Summary[K]) Add(key K, at Order, file string, line int, ref string) {
	g := s[key]
	if g == nil {
		n := min(len(ref), ExampleLimit)
		for n < len(ref) && n > 0 && !utf8.RuneStart(ref[n]) {
			n--
		}
		g = &Group{Order: at, Example: Example{file, line, strings.Clone(ref[:n]), len(ref)}}
		s[key] = g
	}
	g.Count++
}

// Merge adds the groups of another summary, which must not be used after that.
func (s Summary[K]) Merge(other Summary[K]) {
	for key, g := range other {
		mine := s[key]
		if mine == nil {
			s[key] = g
			continue
		}
		mine.Count += g.Count
		if g.Order.Compare(mine.Order) < 0 {
			mine.Order, mine.Example = g.Order, g.Example
		}
	}
}

// Sorted returns the keys, those of the largest groups first. Groups of equal size, and
// those with the same example, are in the order of their examples and of compare.
func (s Summary[K]) Sorted(compare func(a, b K) int) []K {
	return slices.SortedFunc(maps.Keys(s), func(a, b K) int {
		x, y := s[a], s[b]
		return cmp.Or(y.Count-x.Count, x.Order.Compare(y.Order), compare(a, b))
	})
}

// ExampleJSON is an example in JSON.
type ExampleJSON struct {
	File        string `json:"file,omitempty"`
	FileBase64  []byte `json:"file_base64,omitempty"`
	Line        int    `json:"line,omitempty"`
	Input       any    `json:"input,omitempty"` // a string, or nil
	InputBase64 []byte `json:"input_base64,omitempty"`
	Length      int    `json:"length,omitempty"` // if the input is cut
}

// JSON returns the example as it is written.
func (e *Example) JSON() ExampleJSON {
	var out ExampleJSON
	if e.File != "" {
		if utf8.ValidString(e.File) {
			out.File = e.File
		} else {
			out.FileBase64 = []byte(e.File)
		}
		out.Line = e.Line
	}
	if utf8.ValidString(e.Input) {
		out.Input = e.Input
	} else {
		out.InputBase64 = []byte(e.Input)
	}
	if e.Length > len(e.Input) {
		out.Length = e.Length
	}
	return out
}

// Failure is a group of references that do not conform: by the rule, its section and what
// was found instead of what the rule expects.
type Failure struct {
	Rule, Section string
	Found         string // an ASCII character, or what kind of thing it is
	Shown         string // the same for people
}

// What is found besides ASCII characters. Other characters are not told apart: there are
// too many.
const (
	foundOther = "non-ASCII"
	foundBytes = "not UTF-8"
)

// FailureOf returns the group of an error.
func FailureOf(err *grammar.SyntaxError) Failure {
	f := Failure{err.Rule, err.Section, grammar.EndOfInput, grammar.EndOfInput}
	if err.Offset == len(err.Input) {
		return f
	}
	char, ok := err.Char()
	switch {
	case !ok:
		f.Found, f.Shown = foundBytes, foundBytes
	case char < utf8.RuneSelf:
		f.Found, f.Shown = string(char), err.Found()
	default:
		f.Found, f.Shown = foundOther, foundOther
	}
	return f
}

// Compare orders failures.
func (f Failure) Compare(other Failure) int {
	return cmp.Or(strings.Compare(f.Rule, other.Rule), strings.Compare(f.Found, other.Found))
}

// RuleCount is a group of failures in JSON.
type RuleCount struct {
	Rule string `json:"rule"`
	Section
	Found   string      `json:"found"`
	Count   int         `json:"count"`
	Example ExampleJSON `json:"example"`
}

// ByRule returns the groups of failures as they are written, those of failures in this
// order.
func ByRule(s Summary[Failure], failures []Failure) []RuleCount {
	list := []RuleCount{}
	for _, f := range failures {
		g := s[f]
		list = append(list, RuleCount{f.Rule, CitedSection(f.Section), f.Found, g.Count, g.Example.JSON()})
	}
	return list
}

// EditionCount is how often an edition was counted, in JSON.
type EditionCount struct {
	Edition string `json:"edition"`
	Count   int    `json:"count"`
}

// ByEdition returns how often editions were counted, as it is written.
func ByEdition(counts map[*grammar.Edition]int) []EditionCount {
	list := []EditionCount{}
	for _, e := range editions.All() {
		if n := counts[e]; n > 0 {
			list = append(list, EditionCount{e.Name(), n})
		}
	}
	return list
}
