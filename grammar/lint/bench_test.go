package lint_test

import (
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/lint"
	"github.com/urispec/urispec/grammar/testdata"
)

// BenchmarkLint: all findings of 50,000 real references, by rfc3986 alone and
// held against the four other editions; one turn is the whole corpus.
func BenchmarkLint(b *testing.B) {
	for _, name := range testdata.Corpora {
		lines := testdata.Lines(name)
		for _, x := range []struct {
			name string
			l    *lint.Linter
		}{
			{"rfc3986", lint.New(editions.RFC3986)},
			{"rfc3986-and-others", lint.New(editions.RFC3986, editions.All()...)},
		} {
			x.l.Lint("http://a/") // not the first use
			b.Run(name+"/"+x.name, func(b *testing.B) {
				b.ReportAllocs()
				var found []lint.Finding
				n := 0
				for b.Loop() {
					n = 0
					for _, s := range lines {
						found = x.l.Append(found[:0], s)
						n += len(found)
					}
				}
				perTurn := b.Elapsed().Seconds() / float64(b.N)
				b.ReportMetric(perTurn*1e9/float64(len(lines)), "ns/ref")
				b.ReportMetric(float64(len(lines))/perTurn, "refs/s")
				b.ReportMetric(float64(n)/float64(len(lines)), "findings/ref")
			})
		}
	}
}

// BenchmarkLong: references in which everything is found, and ones 10 and 100
// times as long; with the messages and suggestions of all findings too. The time
// for a byte stays the same.
func BenchmarkLong(b *testing.B) {
	const hostile = "/%2e/a%2525%41%00p%D0%B0y%E2%80%AE%C0%AFaux/../"
	l := lint.New(editions.RFC3986)
	for _, x := range []struct {
		name  string
		times int
	}{{"1x", 100}, {"10x", 1000}, {"100x", 10000}} {
		s := "http://a:b@c:1" + strings.Repeat(hostile, x.times)
		perByte := func(b *testing.B) {
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(s)), "ns/byte")
		}
		b.Run("findings/"+x.name, func(b *testing.B) {
			var found []lint.Finding
			for b.Loop() {
				found = l.Append(found[:0], s)
			}
			perByte(b)
		})
		b.Run("told/"+x.name, func(b *testing.B) {
			for b.Loop() {
				for _, f := range l.Lint(s) {
					if f.Message() == "" {
						b.Fatal("no message")
					}
					f.Suggestion()
				}
			}
			perByte(b)
		})
	}
}
