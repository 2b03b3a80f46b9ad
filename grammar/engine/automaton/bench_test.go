package automaton_test

import (
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/testdata"
)

// BenchmarkMatcher runs Accepts and Match over the corpora and, alternating with
// them, net/url.Parse over the same references, so that the load of the machine
// disturbs both. It reports nanoseconds for each reference and, as x, the median over
// all rounds of the ratio of net/url's time to ours.
//
// The loops over rows are so short that it matters whether the linker places one
// across two cache lines. That makes a difference of up to a fifth, and changes with
// any change to the package. Believe a difference only if several builds show it.
func BenchmarkMatcher(b *testing.B) {
	for _, corpus := range testdata.Corpora {
		lines := testdata.Lines(corpus)
		for _, name := range five {
			j := editionsMatchers()[name]
			for _, run := range automaton.Runs(j.a, j.m)[1:] {
				beside(b, corpus+"/"+name+"/Accepts/"+run.Name, lines, run.Accepts)
				beside(b, corpus+"/"+name+"/Match/"+run.Name, lines, func(s string) bool { return run.Match(s, j.regs) })
			}
		}
		d := grammars(b, "rfc3986")[0]
		plain := d.Automaton(start(b, d))
		beside(b, corpus+"/rfc3986/DFA.Accepts", lines, plain.Accepts)
	}
}

// beside measures f and net/url.Parse on all lines, alternating.
func beside(b *testing.B, name string, lines []string, f func(s string) bool) {
	b.Run(name, func(b *testing.B) {
		var ours, theirs, ratios []float64
		sink := 0
		perLine := func(f func(s string) bool) float64 {
			begin := time.Now()
			for _, s := range lines {
				if f(s) {
					sink++
				}
			}
			return float64(time.Since(begin).Nanoseconds()) / float64(len(lines))
		}
		for b.Loop() {
			x, y := perLine(f), perLine(func(s string) bool { _, err := url.Parse(s); return err == nil })
			ours, theirs, ratios = append(ours, x), append(theirs, y), append(ratios, y/x)
		}
		median := func(xs []float64) float64 { slices.Sort(xs); return xs[len(xs)/2] }
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(median(ours), "ns/ref")
		b.ReportMetric(median(theirs), "neturl-ns/ref")
		b.ReportMetric(median(ratios), "x")
	})
}

// BenchmarkMatchHostile runs Match over strings of 1 MB in which one part repeats.
func BenchmarkMatchHostile(b *testing.B) {
	for _, name := range five {
		j := editionsMatchers()[name]
		for part, s := range hostile(1 << 20) {
			b.Run(name+"/"+part, func(b *testing.B) {
				b.SetBytes(int64(len(s)))
				for b.Loop() {
					j.m.Match(s, j.regs)
				}
			})
		}
	}
}

// BenchmarkNewMatcher makes the matcher of each edition's references, for their
// components.
func BenchmarkNewMatcher(b *testing.B) {
	for _, g := range grammars(b, five...) {
		e, wanted := exprOf(start(b, g)), single(components(g))
		b.Run(g.Source.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				automaton.NewMatcher(e, wanted...)
			}
		})
	}
}
