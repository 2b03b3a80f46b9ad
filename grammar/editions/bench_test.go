package editions_test

import (
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
	"github.com/urispec/urispec/grammar/testdata"
)

// bytesIn is the length of all lines together, without line ends.
func bytesIn(lines []string) (n int64) {
	for _, s := range lines {
		n += int64(len(s))
	}
	return n
}

// overCorpora measures a function on all references of each corpus; one turn is
// the whole corpus.
func overCorpora(b *testing.B, name string, f func(s string)) {
	for _, corpus := range testdata.Corpora {
		lines := testdata.Lines(corpus)
		b.Run(corpus+"/"+name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(bytesIn(lines))
			for b.Loop() {
				for _, s := range lines {
					f(s)
				}
			}
		})
	}
}

// BenchmarkValid: conformance of real references, and what net/url does to them.
func BenchmarkValid(b *testing.B) {
	for _, e := range editions.All() {
		e.Valid("") // not the first use
		overCorpora(b, e.Name(), func(s string) { e.Valid(s) })
	}
	overCorpora(b, "net-url-Parse", func(s string) { url.Parse(s) })
}

// BenchmarkLanguages: a rule by itself, and the other roles, beside references. Each
// gets the lines of the corpus that are in its language, so that the lines are
// the same as long as all of them are URIs without a fragment.
func BenchmarkLanguages(b *testing.B) {
	lines := testdata.Lines("web50k")
	for _, e := range []*grammar.Edition{editions.RFC2396, editions.RFC3986, editions.RFC3987} {
		var all []string
		for _, s := range lines {
			if e.Absolute().Valid(s) {
				all = append(all, s)
			}
		}
		uri := rule(e, e.URIs().Rule())
		for _, f := range []struct {
			name string
			of   func(s string) bool
		}{
			{"Edition.Valid", e.Valid},
			{"URIs.Valid", e.URIs().Valid},
			{"Absolute.Check", func(s string) bool { return e.Absolute().Check(s) == nil }},
			{uri.Rule() + ".Valid", uri.Valid},
			{uri.Rule() + ".Check", func(s string) bool { return uri.Check(s) == nil }},
		} {
			f.of("") // not the first use
			b.Run(e.Name()+"/"+f.name, func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(bytesIn(all))
				for b.Loop() {
					for _, s := range all {
						if !f.of(s) {
							b.Fatalf("%q", s)
						}
					}
				}
			})
		}
	}
}

// BenchmarkParse: the components of real references.
func BenchmarkParse(b *testing.B) {
	for _, e := range editions.All() {
		e.Parse("") // not the first use
		overCorpora(b, e.Name(), func(s string) { e.Parse(s) })
	}
	var ref ast.Reference
	overCorpora(b, "ParseInto-rfc3986", func(s string) { editions.RFC3986.ParseInto(&ref, s) })
	overCorpora(b, "net-url-Parse", func(s string) { url.Parse(s) })
}

// BenchmarkCheckInvalid: what a message costs.
func BenchmarkCheckInvalid(b *testing.B) {
	for _, e := range editions.All() {
		b.Run(e.Name(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if e.Check("http://www.example.com:8080/over/there/%zz") == nil {
					b.Fatal("it conforms")
				}
			}
		})
	}
}

// BenchmarkCheckLong: what it costs that the last of 10 MB is wrong, beside Valid,
// which stops there too.
func BenchmarkCheckLong(b *testing.B) {
	for _, e := range editions.All() {
		for name, of := range long {
			s := of(10_000_000) + "\x00"
			for what, f := range map[string]func(){"Valid": func() { e.Valid(s) }, "Check": func() { e.Check(s) }} {
				b.Run(e.Name()+"/"+name+"/"+what, func(b *testing.B) {
					b.SetBytes(int64(len(s)))
					for b.Loop() {
						f()
					}
				})
			}
		}
	}
}

// reference70 is a reference of 70 bytes that conforms to all editions.
const reference70 = "http://www.example.com:8080/over/there/and/back/index.html?name=ferret"

// BenchmarkTree: the participle grammar on a reference of 70 bytes and on ones
// 10 and 100 times as long, by longer paths. The time for a byte stays the same.
func BenchmarkTree(b *testing.B) {
	for _, e := range editions.All() {
		for _, times := range []struct {
			name string
			n    int
		}{{"1x", 1}, {"10x", 10}, {"100x", 100}} {
			more := len(reference70) * (times.n - 1)
			s := strings.Replace(reference70, "/over", strings.Repeat("/through", more/len("/through"))+"/over", 1)
			b.Run(e.Name()+"/"+times.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := e.Tree(s); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(s)), "ns/byte")
			})
		}
	}
}

// fresh is the edition made anew from its folder, without a participle grammar.
func (f *fixture) fresh() *grammar.Edition {
	code := grammar.Generated{Name: f.Name(), Folder: os.DirFS(f.folder())}
	if amended := f.Grammar().Source().Amends; amended != "" {
		code.Amended = edition(amended).fresh()
	}
	return grammar.FromGenerated(code)
}

// BenchmarkFirstUse: an edition from its folder to the first answer. Valid needs
// one automaton, Parse the matcher of the components besides, and Check, of what
// does not conform, the explainer.
func BenchmarkFirstUse(b *testing.B) {
	for _, f := range fixtures() {
		b.Run("Valid/"+f.Name(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if !f.fresh().Valid(reference70) {
					b.Fatal("it does not conform")
				}
			}
		})
		b.Run("Parse/"+f.Name(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := f.fresh().Parse(reference70); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("Check/"+f.Name(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if f.fresh().Check(reference70+"%zz") == nil {
					b.Fatal("it conforms")
				}
			}
		})
	}
}

// BenchmarkCompile: the minimal automata of references of all editions, from
// their rules.
func BenchmarkCompile(b *testing.B) {
	b.ReportAllocs()
	states := 0
	for b.Loop() {
		states = 0
		for _, f := range fixtures() {
			g, err := reading.New(f.Grammar().Source())
			if err != nil {
				b.Fatal(err)
			}
			r, _ := g.Lookup(f.start())
			d := g.Automaton(r)
			if automaton.Empty(d) {
				b.Fatal("the language is empty")
			}
			states += d.States()
		}
	}
	b.ReportMetric(float64(states), "states")
}

// The benchmarks measure what they say: the long references conform, and a
// fresh edition answers as the registered one does.
func TestBenchmarks(t *testing.T) {
	if len(reference70) != 70 {
		t.Errorf("reference70 has %d bytes", len(reference70))
	}
	each(t, func(t *testing.T, f *fixture) {
		fresh := f.fresh()
		for s := range f.texts() {
			if fresh.Valid(s) != f.Valid(s) {
				t.Errorf("%q: read from its folder, the edition says %v", s, fresh.Valid(s))
			}
		}
		if !f.Valid(reference70) {
			t.Error("reference70 does not conform")
		}
	})
}
