package nearest_test

import (
	"strings"
	"testing"
	"time"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/nearest"
	"github.com/urispec/urispec/grammar/sample"
	"github.com/urispec/urispec/grammar/schemes"
	"github.com/urispec/urispec/grammar/testdata"
)

// BenchmarkFind finds the string nearest to each of a list of at most 100 bytes: near
// misses, lines of the web with characters that do not belong there, and hostile shapes. It
// reports what the slowest of them takes.
func BenchmarkFind(b *testing.B) {
	for _, e := range editions.All() {
		f, err := nearest.NewReferences(e, e.References())
		if err != nil {
			b.Fatal(err)
		}
		b.Run(e.Name(), func(b *testing.B) { slowest(b, f, e.References()) })
	}
	for _, d := range schemes.Documents() {
		for _, scheme := range append(d.Schemes(), "") {
			l, ok := d.Language(scheme)
			if !ok {
				continue
			}
			f, err := nearest.New(l)
			if err != nil {
				b.Fatal(err)
			}
			b.Run(d.Name()+"/"+l.Rule(), func(b *testing.B) { slowest(b, f, l) })
		}
	}
}

func slowest(b *testing.B, f *nearest.Finder, l *grammar.Language) {
	list := invalid(b, l)
	best := make([]time.Duration, len(list)) // of each
	for i := range best {
		best[i] = time.Hour
	}
	for b.Loop() {
		for i, s := range list {
			start := time.Now()
			find(b, f, s, 1)
			best[i] = min(best[i], time.Since(start))
		}
	}
	at := 0
	for i, d := range best {
		if d > best[at] {
			at = i
		}
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(best[at].Microseconds()), "µs/slowest")
	b.Logf("%d strings, the slowest is %q", len(list), list[at])
}

const longest = 100 // bytes of a string of the list

// invalid returns strings that are not in a language.
func invalid(t testing.TB, l *grammar.Language) (list []string) {
	add := func(s string) {
		if s = s[:min(len(s), longest)]; !l.Valid(s) {
			list = append(list, s)
		}
	}
	misses, err := sample.NearMisses(l)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for miss := range misses {
		if n++; n%200 == 0 {
			add(miss.Text)
			add(miss.Text + strings.Repeat("/a:b", longest/4))
		}
	}
	for i, line := range testdata.Lines("web50k") {
		if i%1000 == 0 && line != "" {
			at := i / 1000 * 7 % len(line)
			add(line[:at] + "{" + line[at+1:])
			add(line[:at] + " :" + line)
		}
	}
	for _, start := range []string{"", "//", "http://[", "http://[v", "sip:", "tel:", "urn:x:"} {
		for _, s := range []string{"\x00", "\xff", "%", "%2", "#", "?#", "[", "][", ":", "[:", ":@/", "a:", "1:", "1.", "::", "{", "é", "--"} {
			add(start + strings.Repeat(s, longest))
		}
	}
	return list
}
