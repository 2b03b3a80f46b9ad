package editions_test

import (
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/engine/reading"
	"github.com/urispec/urispec/grammar/testdata"
)

// The library explains by an automaton of its own. Here is what that automaton
// is said to find, by the definitions: the minimal automaton finds the prefix and
// completes it, and the derivation of the whole is walked.

// slowError explains why the language does not have s.
func slowError(l language, s string) *grammar.SyntaxError {
	g := l.fixture.read
	r := l.derives()
	d := g.Automaton(r)
	offset, state := d.Viable(s)
	if whole := g.Source.Whole(s[:offset]); whole < offset {
		offset, state = d.Viable(s[:whole])
	}
	err := &grammar.SyntaxError{
		Edition: l.Edition.String(), Rule: r.Name, Input: s, Offset: offset, Expected: slowExpected(g, d, state),
	}
	for _, n := range g.Source.Notes {
		if offset < len(s) && strings.IndexByte(n.Bytes, s[offset]) >= 0 && !strings.Contains(s[:offset], n.Before) {
			err.Note = `section ` + n.Section + `: "` + n.Text + `"`
		}
	}
	completion, _ := d.ShortestFrom(state)
	inner := slowInnermost{grammar: g, offset: offset}
	g.Derivation(r).Parse(s[:offset]+text(completion), inner.event)
	if rule := inner.rule(); rule != "" && offset > 0 {
		err.Rule = rule
	}
	err.Section = g.Section(err.Rule)
	return err
}

// slowInnermost finds the rule of a derivation that is being read at offset: the
// innermost that begins there and is still empty (the port of "h:"), else the
// innermost that holds the byte before. A character that is complete is not
// being read any more.
type slowInnermost struct {
	grammar *reading.Grammar
	offset  int
	open    []int // the rules that hold the byte before offset
	stack   []int // at offset, the rules that are open
	empty   []int // those that begin and end at offset, inner before outer
	closed  int   // how many rules of open are complete characters
	done    bool
}

func (in *slowInnermost) event(ev automaton.Event, at int) {
	switch {
	case at > in.offset || in.done:
		in.done = true
	case at < in.offset && ev.Open:
		in.open = append(in.open, ev.Tag)
	case at < in.offset:
		in.open = in.open[:len(in.open)-1]
	case ev.Open && len(in.empty) == 0:
		in.stack = append(in.stack, ev.Tag)
	case ev.Open:
		in.done = true
	case len(in.stack) > 0:
		in.empty = append(in.empty, ev.Tag)
		in.stack = in.stack[:len(in.stack)-1]
	case len(in.empty) == 0 && in.grammar.Rules[ev.Tag].Character:
		in.closed++
	default:
		in.done = true
	}
}

// rule returns the rule's name, "" if none but the first is being read.
func (in *slowInnermost) rule() string {
	for _, i := range in.empty {
		if !in.grammar.Rules[i].Empty() {
			return in.grammar.Names[i]
		}
	}
	if n := len(in.open) - in.closed; n > 0 {
		return in.grammar.Names[in.open[n-1]]
	}
	return ""
}

// slowExpected names the characters that may follow in a state: the largest character
// classes of the grammar first, then single characters.
func slowExpected(g *reading.Grammar, d *automaton.DFA, state int) []string {
	live := g.Next(d, state)
	rest := live
	var out []string
	for {
		var best *reading.Rule
		gain := 1
		for _, r := range g.Rules {
			if len(r.Class) > 0 && live.Contains(r.Class) {
				if n := r.Class.Intersect(rest).Len(); n > gain {
					best, gain = r, n
				}
			}
		}
		if best == nil {
			break
		}
		out = append(out, best.Name)
		rest = rest.Minus(best.Class)
	}
	for _, r := range rest {
		for b := r.Lo; b <= min(r.Hi, 0x7F); b++ {
			out = append(out, strconv.Quote(string(rune(b))))
		}
		if r.Hi > 0x7F {
			out = append(out, fmt.Sprintf("%%x%X-%X", max(r.Lo, 0x80), r.Hi))
		}
	}
	if d.Accepting(state) {
		out = append(out, grammar.EndOfInput)
	}
	return out
}

// explained says that the library's error about s, if there is one, is the slow
// one: in all of its fields, and also where Parse finds it.
func explained(l language, s string) string {
	err := l.check(s)
	if err == nil {
		return ""
	}
	var got *grammar.SyntaxError
	if !errors.As(err, &got) {
		return fmt.Sprintf("the error is a %T", err)
	}
	want := slowError(l, s)
	if differ := difference(got, want); differ != "" {
		return differ
	}
	if l != l.reference() {
		return ""
	}
	var ref ast.Reference
	if err := l.ParseInto(&ref, s); !errors.As(err, &got) {
		return fmt.Sprintf("ParseInto: the error is a %T", err)
	}
	return difference(got, want)
}

func difference(got, want *grammar.SyntaxError) string {
	if got.Size == 0 && got.Offset < len(got.Input) {
		want.Note = got.Note // on what is no UTF-8, which other tests are about
	}
	if got.Edition == want.Edition && got.Rule == want.Rule && got.Section == want.Section && got.Input == want.Input &&
		got.Offset == want.Offset && slices.Equal(got.Expected, want.Expected) && got.Note == want.Note {
		return ""
	}
	return fmt.Sprintf("the error is\n\t%v, section %s; want\n\t%v, section %s", got, got.Section, want, want.Section)
}

// explanations holds the errors about inputs to the slow ones, and returns how
// many there were.
func explanations(t *testing.T, l language, inputs iter.Seq[string]) (n int) {
	t.Helper()
	wrong := 0
	for s := range inputs {
		n++
		if differ := explained(l, s); differ != "" {
			if wrong++; wrong <= reports {
				t.Errorf("%s: %q: %s", l, s, differ)
			}
		}
	}
	return n
}

// prefixes yields the prefixes of s, and after each a byte of every letter.
func prefixes(s string, letters []letter) iter.Seq[string] {
	return func(yield func(string) bool) {
		turn := 0
		for i := range len(s) + 1 {
			if !yield(s[:i]) {
				return
			}
			for _, x := range letters {
				turn++
				if !yield(s[:i] + x[turn%len(x)]) {
					return
				}
			}
		}
	}
}

// TestErrorsOfRules: on all short strings over the classes of bytes of each rule
// and over the pieces that its definition is made of, and on strings that take
// every step of its automaton.
func TestErrorsOfRules(t *testing.T) {
	systematic(t)
	each(t, func(t *testing.T, f *fixture) {
		sum := 0
		most := effort.Pick(3_000, 300, 50) // a slow error takes some microseconds
		for _, l := range f.some() {
			sum += explanations(t, l, upTo(l.classes(), most))
			sum += explanations(t, l, upTo(l.pieces(), most))
			sum += explanations(t, l, every(effort.Pick(1, 20, 100), l.cover()))
		}
		t.Logf("%s: %d strings", f, sum)
	})
}

// TestErrorsOfExamples: on every prefix of the documents' strings, as references
// and by the rule that they are given for, and what may or may not stand after
// it.
func TestErrorsOfExamples(t *testing.T) {
	systematic(t)
	each(t, func(t *testing.T, f *fixture) {
		sum := 0
		for s := range f.texts() {
			sum += explanations(t, f.reference(), every(effort.Pick(1, 7, 29), prefixes(s, f.reference().classes())))
		}
		for _, x := range f.rows() {
			l := language{f, x.rule, false}
			sum += explanations(t, l, every(effort.Pick(7, 31, 101), prefixes(x.text, l.classes())))
		}
		sum += explanations(t, f.reference(), upTo(f.phrases(), effort.Pick(100_000, 2_000, 1_000)))
		t.Logf("%s: %d strings", f, sum)
	})
}

// TestErrorsOfCorpora: on real references in which bytes are changed, and on long
// ones that are wrong at their end.
func TestErrorsOfCorpora(t *testing.T) {
	systematic(t)
	each(t, func(t *testing.T, f *fixture) {
		random := rand.New(rand.NewPCG(7, 8))
		l := f.reference()
		letters := l.classes()
		b := func() string {
			x := letters[random.IntN(len(letters))]
			return x[random.IntN(len(x))]
		}
		for _, corpus := range testdata.Corpora {
			lines := testdata.Lines(corpus)
			for i := 0; i < len(lines); i += effort.Pick(10, 200, 1_000) {
				s := lines[i]
				at := random.IntN(len(s) + 1)
				inserted := s[:at] + b() + s[at:]
				at = random.IntN(len(inserted))
				explanations(t, l, slices.Values([]string{inserted, inserted[:at] + b() + inserted[at+1:], s[:min(at, len(s))] + b()}))
			}
		}
		for name, of := range long {
			for _, end := range []string{"\x00", "%", "%4", "#%zz"} {
				if differ := explained(l, of(20_000)+end); differ != "" {
					t.Errorf("%s, a long %s with %q after it: %.300s", f, name, end, differ)
				}
			}
		}
	})
}

// TestErrorsAllocateThemselves: an error that has no note takes one object, and
// finding out takes none.
func TestErrorsAllocateThemselves(t *testing.T) {
	if effort.Race {
		t.Skip("counts differ under the race detector")
	}
	for _, e := range editions.All() {
		var ref ast.Reference
		for _, s := range []string{"http://a/%zz", "x:" + strings.Repeat("a", 1000) + "\x00", "http://[::1"} {
			for name, check := range map[string]func() error{
				"Check":     func() error { return e.Check(s) },
				"ParseInto": func() error { return e.ParseInto(&ref, s) },
			} {
				if check() == nil {
					t.Errorf("%s: %.20q conforms", e, s)
				}
				if n := testing.AllocsPerRun(100, func() { check() }); n != 1 {
					t.Errorf("%s: %s(%.20q) allocates %v objects", e, name, s, n)
				}
			}
		}
	}
}
