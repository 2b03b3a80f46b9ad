package editions_test

import (
	"testing"

	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/resolve/suite"
)

// TestSuite holds the verdicts of conformance suites, with their offsets, to the slow
// recogniser: those of the small suites, and with the exhaustive bounds of the full ones.
func TestSuite(t *testing.T) {
	every := effort.Pick(1, 1, 7)
	for i, f := range fixtures() {
		if i%effort.Pick(1, 3, 5) != 0 {
			continue
		}
		o := suite.Options{Size: effort.Pick(suite.Full, suite.Small, suite.Small)}
		s, err := suite.Make(f.Edition, o)
		if err != nil {
			t.Fatal(err)
		}
		start := f.References().Rule()
		for i, c := range s.Cases {
			if c.Kind != suite.Verdict || len(c.Input) > slowLimit || i%every != 0 {
				continue
			}
			if got := f.slow.accepts(start, true, c.Input); got != c.Valid {
				t.Errorf("%s: %q: the suite says %v, the slow recogniser %v", f, c.Input, c.Valid, got)
			}
			if !c.Valid {
				if !f.slow.viable(start, true, c.Input[:c.Offset]) {
					t.Errorf("%s: %q: no string begins with %q", f, c.Input, c.Input[:c.Offset])
				}
				if c.Offset == len(c.Input) {
					continue
				}
				if _, size := f.slow.first(c.Input[c.Offset:]); f.slow.viable(start, true, c.Input[:c.Offset+size]) {
					t.Errorf("%s: %q: some string begins with %q, so offset %d is too small", f, c.Input, c.Input[:c.Offset+size], c.Offset)
				}
			}
		}
	}
}
