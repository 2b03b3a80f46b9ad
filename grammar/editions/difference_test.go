package editions_test

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/effort"
)

// comparisons are what [comparison] returned.
var comparisons = make(map[[2]*fixture]*grammar.Comparison)

// comparison is what Compare says of two editions. It is made once.
func comparison(a, b *fixture) *grammar.Comparison {
	of := [2]*fixture{a, b}
	c, ok := comparisons[of]
	if !ok {
		var err error
		if c, err = grammar.Compare(a.Grammar(), b.Grammar()); err != nil {
			panic(fmt.Sprintf("%s, %s: %v", a, b, err))
		}
		comparisons[of] = c
	}
	return c
}

// compared yields every two editions, the older first, with what Compare says
// of them; only neighbours and the editions of knownDifferences where the
// bounds are not exhaustive. What it says of them in the other order is the
// mirror image; see TestDifferenceLaws.
func compared() iter.Seq2[[2]*fixture, *grammar.Comparison] {
	return func(yield func([2]*fixture, *grammar.Comparison) bool) {
		for i, a := range fixtures() {
			for j, b := range fixtures()[i+1:] {
				if j > 0 && !known(a, b) && !effort.Exhaustive() {
					continue
				}
				if !yield([2]*fixture{a, b}, comparison(a, b)) {
					return
				}
			}
		}
	}
}

// known reports whether knownDifferences has the editions.
func known(a, b *fixture) bool {
	for _, x := range knownDifferences {
		if x.a == a.Name() && x.b == b.Name() {
			return true
		}
	}
	return false
}

// knownDifferences are strings in which editions are known to differ, the older
// of two being a.
var knownDifferences = []struct {
	a, b         string
	relation     grammar.Relation
	onlyA, onlyB []string // of each, the first is as short as any
}{
	// RFC 1738 has schemes that begin with a digit, and no empty port or host;
	// RFC 3986 has relative references and fragments.
	{"rfc1738", "rfc3986", grammar.Overlapping, []string{"0:", "a://:a"}, []string{"", "A:", "a:#", "ftp://", "ftp://a:"}},
	{"rfc1738", "url-syntax-02", grammar.Overlapping, []string{"a://0", "a://?@a"}, []string{"", "A:", "ftp://a:"}},
	// The draft of 1997 has the authorities of a registry, and a dot after the
	// last label; it has all that the draft of 1996 has.
	{"url-syntax-02", "url-syntax-09", grammar.Subset, nil, []string{"//0", "//a.", "http://a:b:c/"}},
	{"url-syntax-09", "rfc3986", grammar.Overlapping, []string{":", "0:", "//:a"}, []string{"//?", "http://host?q", "//[::]"}},
	{"rfc2396", "rfc3986", grammar.Overlapping, []string{"//:!", "//:a"}, []string{"?", "a:", "//[::]"}},
	{"rfc2396bis-00", "rfc3986", grammar.Overlapping, []string{"a:[", "//:a", "foo:[a]"}, []string{"//[va.a]", "//[a:a:a:a:a:a::]"}},
}

func TestKnownDifferences(t *testing.T) {
	systematic(t)
	for _, test := range knownDifferences {
		a, b := edition(test.a), edition(test.b)
		c := comparison(a, b)
		if c.Whole.Relation != test.relation {
			t.Errorf("%s, %s: %s, want %s", a, b, c.Whole.Relation, test.relation)
		}
		only := func(in, out *fixture, strings []string, w *grammar.Witness) {
			if (w != nil) != (strings != nil) {
				t.Errorf("%s, %s: witness %v", a, b, w)
			} else if w != nil && len(w.Input) != len(strings[0]) {
				t.Errorf("%s, %s: %q is not as short as %q", a, b, w.Input, strings[0])
			}
			for _, s := range strings {
				if !in.Valid(s) || out.Valid(s) {
					t.Errorf("%q: %v in %s, %v in %s", s, in.Valid(s), in, out.Valid(s), out)
				}
			}
		}
		only(a, b, test.onlyA, c.Whole.OnlyA)
		only(b, a, test.onlyB, c.Whole.OnlyB)
	}
}

// TestDifferencesExhaustively compares what Compare says with what the slow
// recogniser says of all short strings: over one character of each set that
// the texts of the two grammars do not tell apart. Only strings that begin like a
// string of either language are made longer; the slow recogniser says which do.
// The editions of knownDifferences are compared on more strings.
func TestDifferencesExhaustively(t *testing.T) {
	systematic(t)
	for of, c := range compared() {
		a, b := of[0], of[1]
		references, rules := 3_000, effort.Pick(300, 100, 50)
		if known(a, b) {
			references, rules = effort.Pick(400_000, 40_000, 8_000), effort.Pick(20_000, 2_000, 1_000)
		}
		letters := representatives(a, b)
		length := exhaust(t, c.Whole, a.reference(), b.reference(), letters, references)
		t.Logf("%s, %s: references up to length %d over %d characters", a, b, length, len(letters))
		for _, d := range c.Rules {
			exhaust(t, d, language{a, d.A, false}, language{b, d.B, false}, letters, rules)
		}
	}
}

// representatives are characters, one of each set that no set of the two
// grammars cuts, and one that is in none.
func representatives(a, b *fixture) []string {
	return append(slowRepresentatives(append(a.slow.sets(), b.slow.sets()...)), "\x00")
}

// exhaust asks the slow recogniser about all strings of letters, length by
// length until it was asked about max or there are no more, and holds the
// difference to it. It returns the length.
func exhaust(t *testing.T, d grammar.Difference, a, b language, letters []string, max int) int {
	t.Helper()
	// The lengths of the shortest strings of each kind; -1 for none.
	onlyA, onlyB, both := -1, -1, -1
	length, finished := 0, false
	for asked, these := 0, []string{""}; ; length++ {
		var viable []string
		for _, s := range these {
			asked++
			inA, inB := a.accepts(s), b.accepts(s)
			kind := new(int)
			switch {
			case inA && inB:
				kind = &both
			case inA:
				kind = &onlyA
			case inB:
				kind = &onlyB
			}
			if *kind < 0 || len(s) < *kind {
				*kind = len(s)
			}
			if a.viable(s) || b.viable(s) {
				viable = append(viable, s)
			}
		}
		if finished = len(viable) == 0; finished || length == longest || asked+len(viable)*len(letters) > max {
			break
		}
		these = these[:0:0]
		for _, s := range viable {
			for _, c := range letters {
				these = append(these, s+c)
			}
		}
	}
	for _, kind := range []struct {
		name    string
		length  int
		witness *grammar.Witness
	}{{a.Name(), onlyA, d.OnlyA}, {b.Name(), onlyB, d.OnlyB}} {
		switch w := kind.witness; {
		case w == nil:
			if kind.length >= 0 {
				t.Errorf("%s, %s: there is a string of length %d only in %s", a, b, kind.length, kind.name)
			}
		case kind.length >= 0 && (len(w.Input) > kind.length || len(w.Input) < min(kind.length, length+1)):
			t.Errorf("%s, %s: %q is the shortest only in %s, but there is one of length %d", a, b, w.Input, kind.name, kind.length)
		case kind.length < 0 && (finished || len(w.Input) <= length):
			t.Errorf("%s, %s: %q is only in %s, but no string up to length %d is", a, b, w.Input, kind.name, length)
		}
	}
	// What the strings rule out.
	wrong := false
	switch d.Relation {
	case grammar.Equal:
		wrong = onlyA >= 0 || onlyB >= 0
	case grammar.Subset:
		wrong = onlyA >= 0 || finished && onlyB < 0
	case grammar.Superset:
		wrong = onlyB >= 0 || finished && onlyA < 0
	case grammar.Overlapping:
		wrong = finished && (onlyA < 0 || onlyB < 0 || both < 0)
	case grammar.Disjoint:
		wrong = both >= 0 || finished && (onlyA < 0 || onlyB < 0)
	}
	if wrong {
		t.Errorf("%s, %s: not %s: the shortest strings have lengths %d, %d and, in both, %d", a, b, d.Relation, onlyA, onlyB, both)
	}
	return length
}

// TestWitnesses asks all three engines about every witness.
func TestWitnesses(t *testing.T) {
	systematic(t)
	for of, c := range compared() {
		a, b := of[0], of[1]
		differ(t, c.Whole, a.reference(), b.reference())
		for _, d := range c.Rules {
			differ(t, d, language{a, d.A, false}, language{b, d.B, false})
		}
		for _, x := range c.CausesA {
			cause(t, x, a, b, x.A, x.B)
		}
		for _, x := range c.CausesB {
			cause(t, x, b, a, x.B, x.A)
		}
		// Who has references of its own has a reason.
		if (c.Whole.OnlyA != nil) != (c.CausesA != nil) || (c.Whole.OnlyB != nil) != (c.CausesB != nil) {
			t.Errorf("%s, %s: %s, but %d and %d causes", a, b, c.Whole.Relation, len(c.CausesA), len(c.CausesB))
		}
	}
}

// differ checks the witnesses of a difference.
func differ(t *testing.T, d grammar.Difference, a, b language) {
	t.Helper()
	if d.A != a.rule || d.B != b.rule {
		t.Errorf("%s, %s: the rules are %s and %s", a, b, d.A, d.B)
	}
	if w := d.OnlyA; w != nil {
		verdicts(t, w.Input, a, b, w.A, w.B)
	}
	if w := d.OnlyB; w != nil {
		verdicts(t, w.Input, b, a, w.B, w.A)
	}
	if want := (d.OnlyA == nil) == (d.Relation == grammar.Equal || d.Relation == grammar.Subset) &&
		(d.OnlyB == nil) == (d.Relation == grammar.Equal || d.Relation == grammar.Superset); !want {
		t.Errorf("%s, %s: %s with the witnesses %v and %v", a, b, d.Relation, d.OnlyA, d.OnlyB)
	}
}

// verdicts checks that all engines say of a string that it is in one language
// and not in another, and that the verdicts given are theirs.
func verdicts(t *testing.T, s string, in, out language, verdictIn, verdictOut error) {
	t.Helper()
	for _, l := range []language{in, out} {
		if wrong := agree(l, s); wrong != "" {
			t.Errorf("%s: %q: %s", l, s, wrong)
		}
	}
	if !in.accepts(s) || verdictIn != nil {
		t.Errorf("%q is no string of %s: %v", s, in, verdictIn)
	}
	var syntax *grammar.SyntaxError
	if out.accepts(s) || !errors.As(verdictOut, &syntax) || syntax.Edition != out.Name() || syntax.Input != s {
		t.Errorf("%q is a string of %s: %v", s, out, verdictOut)
	} else if want := out.check(s); want == nil || want.Error() != verdictOut.Error() {
		t.Errorf("%s: %q: %v, want %v", out, s, verdictOut, want)
	}
}

// cause checks what can be said of a cause without all derivations: the string
// and its part are its edition's only, and what may stand instead is both's.
func cause(t *testing.T, x grammar.Cause, in, out *fixture, verdictIn, verdictOut error) {
	t.Helper()
	verdicts(t, x.Input, in.reference(), out.reference(), verdictIn, verdictOut)
	pair := language{out, x.Pair, true}
	if x.Rule == in.start() && x.Pair != out.start() {
		t.Errorf("the pair of %s is %s", x.Rule, x.Pair)
	}
	own := language{in, x.Rule, true}
	if !own.accepts(x.Part()) || pair.accepts(x.Part()) {
		t.Errorf("%s, %s: %+v: the part %q is not the one's only", own, pair, x, x.Part())
	}
	if !own.accepts(x.Instead) || !pair.accepts(x.Instead) {
		t.Errorf("%s, %s: %+v: %q is not both's", own, pair, x, x.Instead)
	}
	with := x.Input[:x.Start] + x.Instead + x.Input[x.End:]
	for _, f := range []*fixture{in, out} {
		if wrong := agree(f.reference(), with); wrong != "" || !f.Valid(with) {
			t.Errorf("%s: %+v: %q does not conform: %s", f, x, with, wrong)
		}
	}
}

// TestDifferenceLaws: an edition is equal to itself, and what is said of two
// editions does not depend on which of them comes first.
func TestDifferenceLaws(t *testing.T) {
	systematic(t)
	for _, f := range fixtures() {
		c := comparison(f, f)
		if !c.Equal() || len(c.Rules) != len(f.Grammar().Rules()) || c.CausesA != nil || c.CausesB != nil || c.Classes != nil {
			t.Errorf("%s is not itself: %+v", f, c)
		}
		if err := mirrored(c, c); err != "" {
			t.Errorf("%s, itself: %s", f, err)
		}
	}
	for of, c := range compared() {
		if err := mirrored(c, comparison(of[1], of[0])); err != "" {
			t.Errorf("%s, %s: %s", of[0], of[1], err)
		}
	}
}

// mirrored returns in what two comparisons are not each other's mirror image.
func mirrored(c, m *grammar.Comparison) string {
	mirror := func(d grammar.Difference) string {
		relation := d.Relation
		switch relation {
		case grammar.Subset:
			relation = grammar.Superset
		case grammar.Superset:
			relation = grammar.Subset
		}
		return show(grammar.Difference{A: d.B, B: d.A, Relation: relation, OnlyA: flip(d.OnlyB), OnlyB: flip(d.OnlyA)})
	}
	if c.A != m.B || c.B != m.A || c.Equal() != m.Equal() || show(c.Whole) != mirror(m.Whole) {
		return show(c.Whole) + ", mirrored " + mirror(m.Whole)
	}
	// The rules are in the order of A's text.
	var rules, images []string
	for i := range c.Rules {
		rules, images = append(rules, show(c.Rules[i])), append(images, mirror(m.Rules[i]))
	}
	for i := range c.Classes {
		x, y := c.Classes[i], m.Classes[i]
		rules = append(rules, fmt.Sprint(x.A, x.B, x.OnlyA, x.OnlyB))
		images = append(images, fmt.Sprint(y.B, y.A, y.OnlyB, y.OnlyA))
	}
	slices.Sort(rules)
	slices.Sort(images)
	if !slices.Equal(rules, images) {
		return fmt.Sprint(rules, ", mirrored ", images)
	}
	if !slices.Equal(c.UnpairedA, m.UnpairedB) || !slices.Equal(c.UnpairedB, m.UnpairedA) {
		return fmt.Sprint(c.UnpairedA, c.UnpairedB, ", mirrored ", m.UnpairedB, m.UnpairedA)
	}
	for _, x := range [][2][]grammar.Cause{{c.CausesA, m.CausesB}, {c.CausesB, m.CausesA}} {
		var here, there []string
		for _, cause := range x[0] {
			here = append(here, fmt.Sprintf("%s %+v", show(cause.Witness), cause))
		}
		for _, cause := range x[1] {
			cause.Witness = *flip(&cause.Witness)
			there = append(there, fmt.Sprintf("%s %+v", show(cause.Witness), cause))
		}
		if !slices.Equal(here, there) {
			return fmt.Sprint(here, ", mirrored ", there)
		}
	}
	return ""
}

// flip is a witness from the other side.
func flip(w *grammar.Witness) *grammar.Witness {
	if w == nil {
		return nil
	}
	return &grammar.Witness{Input: w.Input, A: w.B, B: w.A}
}

// show writes a difference or a witness with all that is in it.
func show(x any) string {
	switch x := x.(type) {
	case grammar.Difference:
		return fmt.Sprint(x.A, " ", x.B, " ", x.Relation, " ", show(x.OnlyA), " ", show(x.OnlyB))
	case *grammar.Witness:
		if x != nil {
			return show(*x)
		}
	case grammar.Witness:
		return fmt.Sprintf("%q: %v; %v", x.Input, x.A, x.B)
	}
	return "none"
}
