package editions_test

import (
	"testing"

	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/testdata"
	"github.com/urispec/urispec/resolve"
)

// conforming is how many of the 50,000 references of a corpus conform to an
// edition. RFC 3986 is how they were chosen. RFC 1738 knows neither relative
// references nor fragments nor "~".
var conforming = map[string]map[string]int{
	"web50k": {
		"rfc1738": 46_348, "rfc1808": 47_511, "url-syntax-02": 49_962, "url-syntax-09": 49_995, "rfc2396": 50_000,
		"rfc2732": 50_000, "rfc2396bis-00": 50_000, "rfc3986": 50_000, "rfc3987": 50_000, "rfc6874": 50_000,
	},
	"rel50k": {
		"rfc1738": 0, "rfc1808": 50_000, "url-syntax-02": 50_000, "url-syntax-09": 50_000, "rfc2396": 50_000,
		"rfc2732": 50_000, "rfc2396bis-00": 50_000, "rfc3986": 50_000, "rfc3987": 50_000, "rfc6874": 50_000,
	},
}

// TestCorpora holds every edition to the number of real references that conform
// to it, and shows the first that do not.
func TestCorpora(t *testing.T) {
	const shown = 20
	for _, corpus := range testdata.Corpora {
		lines := testdata.Lines(corpus)
		if len(lines) != 50_000 {
			t.Errorf("%s has %d lines", corpus, len(lines))
		}
		for _, f := range fixtures() {
			n, failures := 0, 0
			for i, s := range lines {
				if f.Valid(s) {
					n++
					continue
				}
				if failures++; failures <= shown && n > 0 {
					t.Logf("%s:%d: %q: %v", corpus, i+1, s, f.Check(s))
				}
			}
			if want, ok := conforming[corpus][f.Name()]; !ok {
				t.Logf("%s: no number for %s: %d of %d conform", f, corpus, n, len(lines))
			} else if n != want {
				t.Errorf("%s: %d of %s conform, want %d", f, n, corpus, want)
			}
		}
	}
}

// TestCorporaProperties holds real references to the properties of strings:
// what conforms is written back as it was, and some of them to all properties
// and engines.
func TestCorporaProperties(t *testing.T) {
	systematic(t)
	// All engines together take a good part of a millisecond for each.
	step := effort.Pick(50, 500, 2_000)
	for _, corpus := range testdata.Corpora {
		lines := testdata.Lines(corpus)
		for _, f := range fixtures() {
			wrong := 0
			for i, s := range lines {
				ref, err := f.Parse(s)
				if (err == nil) != f.Valid(s) {
					t.Errorf("%s: %s:%d: %q: Parse: %v", f, corpus, i+1, s, err)
				}
				if err == nil && resolve.Recompose(&ref) != s {
					t.Errorf("%s: %s:%d: %q is written back as %q", f, corpus, i+1, s, resolve.Recompose(&ref))
				}
				if i%step != 0 {
					continue
				}
				w := parses(f, s)
				if w == "" && len(s) <= slowLimit {
					w = agree(f.reference(), s)
				}
				if w != "" && wrong < reports {
					t.Errorf("%s: %s:%d: %q: %s", f, corpus, i+1, s, w)
					wrong++
				}
			}
		}
	}
}
