package grammar_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/testdata"
)

// TestSettled: what is seen at a glance to be normalized is what its components say.
func TestSettled(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	lines := append(testdata.Lines("web50k"), testdata.Lines("rel50k")...)
	rounds := effort.Pick(200_000, 5_000, 1_000)
	parts := []string{"%41", "%2F", ".", "/.", "/..", "A", ":", ":80", "@", "//", "/", "?", "#", "file://localhost", "HTTP:", "x:", "[::1]", strings.Repeat("a", 50), strings.Repeat("/b", 31)}
	for _, published := range editions.All() {
		for _, e := range []*grammar.Edition{published, published.Corrected()} {
			n, err := e.Normalizer()
			if err != nil {
				t.Fatal(err)
			}
			settled := 0
			for range rounds {
				s := lines[random.IntN(len(lines))]
				for range random.IntN(3) {
					i := random.IntN(len(s) + 1)
					s = s[:i] + parts[random.IntN(len(parts))] + s[i:]
				}
				got, err := n.Normalize(s)
				want, wrong := grammar.ByComponents(n, s)
				if got != want || (err == nil) != (wrong == nil) {
					t.Fatalf("%s: %q becomes %q (%v), want %q (%v)", e, s, got, err, want, wrong)
				}
				if grammar.IsSettled(n, s) {
					settled++
				}
			}
			// The grammar of RFC 1738 has a form for each scheme.
			if automaton.Vector() && settled < rounds/10 && e.Name() != "rfc1738" {
				t.Errorf("%s: only %d of %d are settled", e, settled, rounds)
			}
		}
	}
}
