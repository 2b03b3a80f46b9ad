package automaton_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// five are the editions that these tests use.
var five = []string{"rfc1738", "url-syntax-02", "url-syntax-09", "rfc2396bis-00", "rfc3986"}

// grammars reads editions anew, because a Grammar keeps the automata that it has made.
func grammars(t testing.TB, names ...string) []*reading.Grammar {
	t.Helper()
	out := make([]*reading.Grammar, len(names))
	for i, name := range names {
		src, err := reading.Read(os.DirFS(filepath.Join("../../editions", name)), name)
		if err != nil {
			t.Fatal(err)
		}
		if out[i], err = reading.New(src); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

func start(t testing.TB, g *reading.Grammar) *reading.Rule {
	t.Helper()
	r, ok := g.Lookup(g.Source.Start)
	if !ok {
		t.Fatalf("%s has no rule %s", g.Source.Name, g.Source.Start)
	}
	return r
}

// TestEditionsCanonical: the automata that matter are minimal, and covered by
// strings that take every transition.
func TestEditionsCanonical(t *testing.T) {
	if testing.Short() {
		t.Skip("takes most of a second; runs without -short")
	}
	for _, g := range grammars(t, five...) {
		t.Run(g.Source.Name, func(t *testing.T) {
			for _, r := range g.Variants() {
				d := g.Automaton(r)
				checkCanonical(t, d)
				checkCover(t, d)
			}
		})
	}
}

// TestEditionsDerive: on the strings that cover the automaton of a rule, its parser
// accepts what the automaton does, and prefers the same derivation as the backtracking
// reader.
func TestEditionsDerive(t *testing.T) {
	for _, g := range grammars(t, five...) {
		t.Run(g.Source.Name, func(t *testing.T) {
			if !effort.Exhaustive() && g.Source.Name == "rfc2396bis-00" {
				t.Skip("its covers are long; runs by the exhaustive measure")
			}
			compared, given := 0, 0
			for _, r := range g.Variants() {
				d, p, twin := g.Automaton(r), g.Derivation(r), twinOf(r)
				for _, w := range automaton.Cover(d) {
					s := text(w)
					events, ok := parse(p, s)
					if ok != d.Accepts(s) {
						t.Fatalf("%s derives %q: %v", r.Name, s, ok)
					}
					checkNested(t, s, events)
					if !ok || len(s) > maxTwin {
						continue
					}
					want, found, known := twin.preferred(s)
					if !known {
						given++
						continue
					}
					compared++
					if !found || !slices.Equal(events, want) {
						t.Errorf("%s on %q: %s, want %s", r.Name, s, show(s, events), show(s, want))
					}
				}
			}
			if given > compared/10 {
				t.Errorf("the backtracking reader gave up on %d strings and read only %d", given, compared)
			}
		})
	}
}

// twinOf returns a rule for the backtracking reader, tagged as
// [reading.Grammar.Derivation] tags it.
func twinOf(r *reading.Rule) *regex {
	if len(r.Class) > 0 {
		return re.tag(r.Index, symbolOf(r.Class))
	}
	return re.tag(r.Index, twinOfExpr(r.Expr))
}

func twinOfExpr(e reading.Expr) *regex {
	list := func(es []reading.Expr) []*regex {
		out := make([]*regex, len(es))
		for i, x := range es {
			out[i] = twinOfExpr(x)
		}
		return out
	}
	switch e := e.(type) {
	case *reading.Chars:
		return symbolOf(e.Set)
	case *reading.Ref:
		return twinOf(e.Rule)
	case *reading.Seq:
		return re.cat(list(e.Parts)...)
	case *reading.Alt:
		return re.alt(list(e.Parts)...)
	case *reading.Repeat:
		r := re.repeat(twinOfExpr(e.X), e.Min, e.Max)
		r.lazy = e.Lazy
		return r
	case *reading.Not:
		return re.not(twinOfExpr(e.X), twinOfExpr(e.Prefix))
	}
	panic(e)
}

func symbolOf(s automaton.Set) *regex {
	var b []byte
	for _, r := range s {
		for x := r.Lo; x <= r.Hi; x++ {
			b = append(b, byte(x))
		}
	}
	return re.symbol(string(b))
}

// checkNested fails unless the tags are nested.
func checkNested(t tb, s string, events []event) {
	t.Helper()
	var open []int
	at := 0
	for _, e := range events {
		if e.At < at || e.At > len(s) {
			t.Fatalf("%q: %v", s, events)
		}
		at = e.At
		if e.Open {
			open = append(open, e.Tag)
			continue
		}
		if len(open) == 0 || open[len(open)-1] != e.Tag {
			t.Fatalf("%q: %v", s, events)
		}
		open = open[:len(open)-1]
	}
	if len(open) != 0 {
		t.Fatalf("%q: %v", s, events)
	}
}

// BenchmarkCompile makes the automaton of the start rule of each edition, and those of
// the rules it refers to; "five" makes them for all editions.
func BenchmarkCompile(b *testing.B) {
	for _, names := range cases() {
		b.Run(names[0], func(b *testing.B) {
			b.ReportAllocs()
			states := 0
			for b.Loop() {
				b.StopTimer()
				gs := grammars(b, names[1:]...)
				b.StartTimer()
				states = 0
				for _, g := range gs {
					states += g.Automaton(start(b, g)).States()
				}
			}
			b.ReportMetric(float64(states), "states")
		})
	}
}

// BenchmarkNewParser makes the parser of the start rule of each edition.
func BenchmarkNewParser(b *testing.B) {
	for _, names := range cases() {
		b.Run(names[0], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				gs := grammars(b, names[1:]...)
				b.StartTimer()
				for _, g := range gs {
					g.Derivation(start(b, g))
				}
			}
		})
	}
}

// BenchmarkRead reads the grammars, which the other two benchmarks leave out.
func BenchmarkRead(b *testing.B) {
	for b.Loop() {
		grammars(b, five...)
	}
}

// cases returns the five editions together, and each alone, after a name.
func cases() [][]string {
	out := [][]string{append([]string{"five"}, five...)}
	for _, name := range five {
		out = append(out, []string{name, name})
	}
	return out
}

func BenchmarkAccepts(b *testing.B) {
	g := grammars(b, "rfc3986")[0]
	d := g.Automaton(start(b, g))
	const s = "https://user:pass@example.com:8080/a/b/c?q=1&r=2#frag"
	b.SetBytes(int64(len(s)))
	b.ReportAllocs()
	for b.Loop() {
		if !d.Accepts(s) {
			b.Fatal("refused")
		}
	}
}

func BenchmarkParse(b *testing.B) {
	g := grammars(b, "rfc3986")[0]
	p := g.Derivation(start(b, g))
	const s = "https://user:pass@example.com:8080/a/b/c?q=1&r=2#frag"
	b.SetBytes(int64(len(s)))
	b.ReportAllocs()
	for b.Loop() {
		if !p.Parse(s, func(automaton.Event, int) {}) {
			b.Fatal("refused")
		}
	}
}
