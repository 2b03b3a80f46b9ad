package resolve_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/testdata"
	"github.com/urispec/urispec/resolve"
)

// unsettling is what makes steps necessary, or seems to.
var unsettling = []string{
	"%41", "%2F", "%2f", "%C3%A4", "%7E", "%", ".", "/.", "/..", "/./", "/.a", "..", "A", "Z", "[", "@", ":", ":80", ":", "//", "/", "?", "#",
	"localhost", "file://localhost", "file://LOCALHOST/", "HTTP:", "x:", "x:/..//", "_", "~",
}

// TestSettled: what is settled at a glance is what the steps do not change.
func TestSettled(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	lines := append(testdata.Lines("web50k"), testdata.Lines("rel50k")...)
	rounds := effort.Pick(100_000, 5_000, 1_000)
	for _, e := range editions.All() {
		n := &resolve.Normalizer{}
		for _, step := range e.Document().Normalization {
			if step.Characters != "" {
				step.Beyond = func(c rune) bool { return c%2 == 0 }
			}
			n.Steps = append(n.Steps, step.Equivalence)
		}
		unreserved, err := e.Grammar().Chars(e.Document().Unreserved)
		if err != nil {
			t.Fatal(err)
		}
		n.Unreserved = unreserved.Bytes
		settled, unsettled := 0, 0
		for range rounds {
			s := lines[random.IntN(len(lines))]
			for range random.IntN(3) {
				i := random.IntN(len(s) + 1)
				if random.IntN(2) == 0 {
					i = strings.IndexAny(s+"/", ":/.")
				}
				s = s[:i] + unsettling[random.IntN(len(unsettling))] + s[i:]
			}
			if random.IntN(10) == 0 {
				s = fmt.Sprintf("%s://%s%s", []string{"file", "http", "FTP"}[random.IntN(3)], []string{"localhost", "h:", "h:80", "H", "u@h:021"}[random.IntN(5)], []string{"", "/", "/.", "?"}[random.IntN(4)])
			}
			ref, err := e.Parse(s)
			if err != nil {
				continue
			}
			got := resolve.TakeAll(n, &ref)
			if !resolve.IsSettled(n, &ref) {
				unsettled++
			} else if settled++; got != s {
				t.Fatalf("%s: %q is taken for settled, but becomes %q", e, s, got)
			}
		}
		if settled == 0 || unsettled == 0 {
			t.Errorf("%s: %d are settled, %d are not", e, settled, unsettled)
		}
	}
}
