package vocabulary

import (
	"errors"
	"slices"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
)

// Tally is what was counted in some files, in a form that can be kept as JSON and added to
// others.
type Tally struct {
	Valid     int            `json:"valid"`
	Invalid   int            `json:"invalid"`
	Unread    int            `json:"unread,omitempty"` // records that could not be read
	Absent    int            `json:"absent,omitempty"` // records without a reference
	Failures  []FailureCount `json:"failures,omitempty"`
	ByEdition []EditionCount `json:"by_edition,omitempty"` // to which editions the invalid ones conform
}

// FailureCount is a group of failures, with its example.
type FailureCount struct {
	Rule    string `json:"rule"`
	Section string `json:"section"` // as it is cited
	Found   string `json:"found"`
	Count   int    `json:"count"`
	Chunk   int    `json:"chunk"`  // the number of the file
	Record  int    `json:"record"` // the number of the record in it
	File    []byte `json:"file_base64,omitempty"`
	Line    int    `json:"line"`
	Input   []byte `json:"input_base64"`
	Length  int    `json:"length"`
}

// Counter counts the references of one file. It is for one goroutine.
type Counter struct {
	Valid, Invalid, Unread, Absent int

	edition   *grammar.Edition
	chunk     int
	file      string
	number    int // of records
	failures  Summary[Failure]
	elsewhere map[*grammar.Edition]int
}

// NewCounter returns a counter of the file with a number, which decides whose examples are
// first.
func NewCounter(e *grammar.Edition, chunk int, file string) *Counter {
	return &Counter{edition: e, chunk: chunk, file: file, failures: Summary[Failure]{}, elsewhere: map[*grammar.Edition]int{}}
}

// Add counts a reference, which stands on a line. The error says why it does not conform, or
// is nil.
func (c *Counter) Add(line int, ref string, err error) {
	c.number++
	if err == nil {
		c.Valid++
		return
	}
	c.Invalid++
	syntax, ok := errors.AsType[*grammar.SyntaxError](err)
	if !ok {
		return
	}
	c.failures.Add(FailureOf(syntax), Order{c.chunk, c.number}, c.file, line, ref)
	for _, e := range editions.All() {
		if e != c.edition && e.Valid(ref) {
			c.elsewhere[e]++
		}
	}
}

// Tally returns what was counted.
func (c *Counter) Tally() Tally {
	t := Tally{Valid: c.Valid, Invalid: c.Invalid, Unread: c.Unread, Absent: c.Absent, Failures: counts(c.failures)}
	if len(c.elsewhere) > 0 {
		t.ByEdition = ByEdition(c.elsewhere)
	}
	return t
}

// counts are groups of failures, in the order of the failures.
func counts(s Summary[Failure]) []FailureCount {
	var list []FailureCount
	for f, g := range s {
		x := &g.Example
		list = append(list, FailureCount{f.Rule, f.Section, f.Found, g.Count, g.Order.Chunk, g.Order.Record, []byte(x.File), x.Line, []byte(x.Input), x.Length})
	}
	slices.SortFunc(list, func(a, b FailureCount) int { return a.failure().Compare(b.failure()) })
	return list
}

func (f *FailureCount) failure() Failure {
	return Failure{Rule: f.Rule, Section: f.Section, Found: f.Found}
}

// Total is the sum of tallies, in whatever order they are added.
type Total struct {
	Tally
	Failed []FailedFile

	failures  Summary[Failure]
	elsewhere map[string]int
}

// FailedFile is a file that could not be read, and of which nothing is counted.
type FailedFile struct {
	File       string `json:"file,omitempty"`
	FileBase64 []byte `json:"file_base64,omitempty"`
	Error      string `json:"error"`
}

// NewFailedFile says why a file could not be read.
func NewFailedFile(name, why string) FailedFile {
	if utf8.ValidString(name) {
		return FailedFile{File: name, Error: why}
	}
	return FailedFile{FileBase64: []byte(name), Error: why}
}

// Add adds a tally.
func (t *Total) Add(other Tally) {
	if t.failures == nil {
		t.failures, t.elsewhere = Summary[Failure]{}, map[string]int{}
	}
	t.Valid += other.Valid
	t.Invalid += other.Invalid
	t.Unread += other.Unread
	t.Absent += other.Absent
	groups := Summary[Failure]{}
	for _, f := range other.Failures {
		groups[f.failure()] = &Group{f.Count, Order{f.Chunk, f.Record}, Example{string(f.File), f.Line, string(f.Input), f.Length}}
	}
	t.failures.Merge(groups)
	for _, c := range other.ByEdition {
		t.elsewhere[c.Edition] += c.Count
	}
}

// Sum returns the sum as a tally.
func (t *Total) Sum() Tally {
	sum := t.Tally
	sum.Failures, sum.ByEdition = counts(t.failures), t.byEdition()
	return sum
}

func (t *Total) byEdition() []EditionCount {
	list := []EditionCount{}
	for _, e := range editions.All() {
		if n := t.elsewhere[e.Name()]; n > 0 {
			list = append(list, EditionCount{e.Name(), n})
		}
	}
	return list
}

// totalJSON is a sum as it is written.
type totalJSON struct {
	Edition   string `json:"edition"`
	Corrected bool   `json:"corrected,omitempty"`
	Valid     int    `json:"valid"`
	Invalid   int    `json:"invalid"`
	*reasons
	Unread int          `json:"unread,omitempty"`
	Absent int          `json:"absent,omitempty"`
	Failed []FailedFile `json:"failed,omitempty"`
}

// reasons are why references do not conform, and to which editions they do.
type reasons struct {
	ByRule    []RuleCount    `json:"by_rule"`
	ByEdition []EditionCount `json:"by_edition"`
}

// Write returns the sum as a line of JSON, as check --summary writes it, and after that what
// could not be read. The reasons are left out if they have not been counted.
func (t *Total) Write(e *grammar.Edition, withReasons bool) []byte {
	out := totalJSON{e.Name(), e.Grammar().IsCorrected(), t.Valid, t.Invalid, nil, t.Unread, t.Absent, t.Failed}
	if withReasons {
		out.reasons = &reasons{ByRule(t.failures, t.failures.Sorted(Failure.Compare)), t.byEdition()}
	}
	return append(JSON(struct {
		Summary totalJSON `json:"summary"`
	}{out}), '\n')
}
