package urispec_test

import (
	"math"
	"testing"
	"time"

	"github.com/urispec/urispec"
	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar/editions/rfc3986"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/resolve/compose"
)

// TestCosts: a value costs little more than what it is made of, and the plain functions of
// package compose little more than what is prepared.
func TestCosts(t *testing.T) {
	if !effort.Exhaustive() {
		t.Skip("measures times, which other work disturbs: run with URISPEC_EXHAUSTIVE=1")
	}
	const s = "http://user@example.com:8080/a/b?x=1#top"
	e := rfc3986.Edition
	var (
		ref    ast.Reference
		parsed urispec.Reference
		text   string
	)
	escaper, err := compose.NewEscaper(e, "query-value")
	if err != nil {
		t.Fatal(err)
	}
	builder := compose.NewBuilder(e)
	changes := []compose.Change{compose.Host("h"), compose.Pair("k", "a&b")}
	_, _ = parsed, text
	for _, test := range []struct {
		name            string
		most            float64
		plain, prepared func() error
	}{
		{"Parse, ParseInto", 1.15,
			func() error { parsed, err = urispec.Parse(s); return err },
			func() error { return e.ParseInto(&ref, s) }},
		{"Encode", 1.5,
			func() error { text, err = compose.Encode(e, "query-value", "fish & chips"); return err },
			func() error { text, err = escaper.Encode("fish & chips"); return err }},
		{"Edit", 1.5,
			func() error { text, err = compose.Edit(e, s, changes...); return err },
			func() error { text, err = builder.Edit(s, changes...); return err }},
	} {
		got := math.Inf(1)
		for range 10 { // what disturbs a measurement makes it larger or smaller, so several count
			if got = min(got, ratio(t, test.plain, test.prepared)); got <= test.most {
				break
			}
		}
		t.Logf("%s: %.3f times", test.name, got)
		if got > test.most {
			t.Errorf("%s takes %.2f times as long as what is prepared; at most %.2f is wanted", test.name, got, test.most)
		}
	}
}

// ratio returns how many times as long f takes as g: the shortest of many short runs of
// each, in turns.
func ratio(t *testing.T, f, g func() error) float64 {
	run := func(h func() error) time.Duration {
		start := time.Now()
		for range 100 {
			if err := h(); err != nil {
				t.Fatal(err)
			}
		}
		return time.Since(start)
	}
	run(f) // what is built at first use
	run(g)
	least := [2]time.Duration{time.Hour, time.Hour}
	for range 300 {
		least[0], least[1] = min(least[0], run(f)), min(least[1], run(g))
	}
	return float64(least[0]) / float64(least[1])
}
