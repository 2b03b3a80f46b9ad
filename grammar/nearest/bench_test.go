package nearest_test

import (
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/nearest"
)

// BenchmarkFind finds the string nearest to 100 bytes.
func BenchmarkFind(b *testing.B) {
	for _, e := range editions.All() {
		f, err := nearest.NewReferences(e, e.References())
		if err != nil {
			b.Fatal(err)
		}
		for name, s := range map[string]string{
			"one":     "http://www.example.com/" + strings.Repeat("a/b;c=d", 10) + " {}",
			"many":    strings.Repeat("{\x00", 50),
			"bracket": "http://[" + strings.Repeat("1:", 46),
		} {
			b.Run(e.Name()+"/"+name, func(b *testing.B) {
				for b.Loop() {
					if _, err := f.Find(s, 1); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
