package editions_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/testdata"
	"github.com/urispec/urispec/resolve"
)

// pair is a base and a reference of a page of the real web.
type pair struct{ base, ref string }

func pairs(t testing.TB) []pair {
	t.Helper()
	var out []pair
	for _, line := range testdata.Pairs() {
		base, ref, ok := strings.Cut(line, "\t")
		if !ok {
			t.Fatalf("%q is no pair", line)
		}
		out = append(out, pair{base, ref})
	}
	return out
}

// BenchmarkResolve: from two strings to a string, over the pairs; one turn is
// all of them.
func BenchmarkResolve(b *testing.B) {
	all := pairs(b)
	var size int64
	for _, p := range all {
		size += int64(len(p.base) + len(p.ref))
	}
	run := func(name string, f func(p pair)) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(size)
			f(all[0]) // an edition is built at first use
			for b.Loop() {
				for _, p := range all {
					f(p)
				}
			}
		})
	}
	for _, e := range editions.All() {
		if _, err := e.Algorithm(); err == nil {
			run(e.Name(), func(p pair) { e.Resolve(p.base, p.ref) })
		}
	}
	run("unchecked-rfc3986", func(p pair) {
		base, ref := resolve.Split(p.base), resolve.Split(p.ref)
		resolve.RFC3986.Resolve(&base, &ref, resolve.Options{Unchecked: true})
	})
	run("net-url", func(p pair) {
		if base, err := url.Parse(p.base); err == nil {
			if ref, err := url.Parse(p.ref); err == nil {
				_ = base.ResolveReference(ref).String()
			}
		}
	})
}

// BenchmarkResolveLong: time for each segment does not grow with their number.
func BenchmarkResolveLong(b *testing.B) {
	for _, e := range editions.All() {
		base, err := e.Base("http://h/b/c")
		if err != nil {
			continue // no relative form
		}
		for _, n := range []int{1_000, 100_000} {
			for name, turn := range map[string]string{"up-down": "../a/", "down-up": "a/../"} {
				ref := strings.Repeat(turn, n)
				b.Run(e.Name()+"/"+name+"/"+map[int]string{1_000: "1k", 100_000: "100k"}[n], func(b *testing.B) {
					var dst []byte
					for b.Loop() {
						dst, err = base.AppendResolve(dst[:0], ref, resolve.Options{})
						if err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/segment")
				})
			}
		}
	}
}
