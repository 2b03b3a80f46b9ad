package suite_test

import (
	"bytes"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/resolve"
	"github.com/urispec/urispec/resolve/suite"
)

// made returns the suite of an edition. It keeps small ones.
func made(t *testing.T, e *grammar.Edition, o suite.Options) *suite.Suite {
	t.Helper()
	type key struct {
		e *grammar.Edition
		o suite.Options
	}
	if s, ok := kept.Load(key{e, o}); ok {
		return s.(*suite.Suite)
	}
	s, err := suite.Make(e, o)
	if err != nil {
		t.Fatal(err)
	}
	if o.Size == suite.Small {
		kept.Store(key{e, o}, s)
	}
	return s
}

var kept sync.Map

// tested returns the editions whose suites of a size a test makes.
func tested(size suite.Size) []*grammar.Edition {
	if size == suite.Small {
		return effort.Pick(editions.All(), []*grammar.Edition{editions.RFC1738, editions.RFC2396, editions.RFC3987}, []*grammar.Edition{editions.RFC1808})
	}
	return effort.Pick(editions.All(), []*grammar.Edition{editions.RFC2396}, []*grammar.Edition{editions.RFC1808})
}

// TestMake holds all cases to what the edition says, asked in other ways.
func TestMake(t *testing.T) {
	for _, size := range []suite.Size{suite.Small, suite.Full} {
		for _, e := range tested(size) {
			s := made(t, e, suite.Options{Size: size})
			if size == suite.Small && len(s.Cases) >= 2000 {
				t.Errorf("%s: %d cases in a small suite", e, len(s.Cases))
			}
			kinds := make(map[suite.Kind]int)
			ids := make(map[string]bool)
			last := 0
			for _, c := range s.Cases {
				kinds[c.Kind]++
				if ids[c.ID] || c.ID != c.Identity() {
					t.Errorf("%s: the ID of %+v", e, c)
				}
				ids[c.ID] = true
				if at := kindIndex(c.Kind); at < last {
					t.Errorf("%s: %s comes after another kind", e, c.ID)
				} else {
					last = at
				}
				checkCase(t, e, c)
			}
			_, none := e.Algorithm()
			for _, k := range suite.Kinds() {
				if (kinds[k] == 0) != (k == suite.Resolution && none != nil) {
					t.Errorf("%s %s: %d cases of the kind %s", e, size, kinds[k], k)
				}
			}
		}
	}
}

func kindIndex(k suite.Kind) int {
	for i, other := range suite.Kinds() {
		if k == other {
			return i
		}
	}
	return -1
}

// checkCase holds a case to the edition.
func checkCase(t *testing.T, e *grammar.Edition, c suite.Case) {
	t.Helper()
	l := e.References()
	if c.Kind != suite.Verdict && !l.Valid(c.Input) {
		t.Errorf("%s: %s: %q does not conform", e, c.ID, c.Input)
		return
	}
	switch c.Kind {
	case suite.Verdict:
		if l.Valid(c.Input) != c.Valid {
			t.Errorf("%s: %q: %v", e, c.Input, c.Valid)
		}
		if !c.Valid && (c.Offset != l.Viable(c.Input) || c.Rule == "") {
			t.Errorf("%s: %q: offset %d in rule %q", e, c.Input, c.Offset, c.Rule)
		}
	case suite.Parts:
		// The components are what is between the delimiters.
		var b strings.Builder
		part := func(before, name, after string) {
			if text := c.Components[name]; text != nil {
				b.WriteString(before + *text + after)
			}
		}
		part("", "scheme", ":")
		if _, split := c.Components["host"]; !split {
			return // the grammar does not split this site
		}
		if ref, err := e.Parse(c.Input); err != nil {
			t.Error(err)
		} else if ref.Site.Present() {
			b.WriteString("//") // if the site is empty, some editions say that there is no host
		}
		part("", "userinfo", "@")
		part("", "host", "")
		part(":", "port", "")
		part("", "path", "")
		part("?", "query", "")
		part("#", "fragment", "")
		if b.String() != c.Input {
			t.Errorf("%s: the components of %q make %q", e, c.Input, b.String())
		}
	case suite.Resolution:
		target, err := e.Resolve(c.Base, c.Input)
		if same := new(resolve.SameDocumentError); errors.As(err, &same) != c.SameDocument || err == nil && target != c.Target || err != nil && !c.SameDocument {
			t.Errorf("%s: %q + %q: %q, %v; the case has %+v", e, c.Base, c.Input, target, err, c)
		}
	case suite.Normalization:
		if normal, err := e.Normalize(c.Input); err != nil || normal != c.Normalized {
			t.Errorf("%s: %q: %q, %v; the case has %q", e, c.Input, normal, err, c.Normalized)
		}
	case suite.Equivalence:
		a, err1 := e.Normalize(c.Input)
		b, err2 := e.Normalize(c.Other)
		if err1 != nil || err2 != nil || (a == b) != c.Equal {
			t.Errorf("%s: %q and %q: %v", e, c.Input, c.Other, c.Equal)
		}
	}
}

// TestSame: the same suite each time, as JSON too.
func TestSame(t *testing.T) {
	e := effort.Pick(editions.RFC3986, editions.RFC2396, editions.RFC1808)
	var texts [2]bytes.Buffer
	for i := range texts {
		s, err := suite.Make(e, suite.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := suite.WriteCases(&texts[i], s.Cases); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(texts[0].Bytes(), texts[1].Bytes()) {
		t.Error("two suites differ")
	}
	n := 0
	for c, err := range suite.ReadCases(&texts[0]) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; c.ID != c.Identity() {
			t.Errorf("%+v", c)
		}
	}
	if n == 0 {
		t.Error("no cases")
	}
}

// TestSmallInFull: a full suite has the questions of the small one, but for some of those
// that a small one makes to measure.
func TestSmallInFull(t *testing.T) {
	e := effort.Pick(editions.RFC3986, editions.RFC2396, editions.RFC1808)
	full := make(map[string]bool)
	for _, c := range made(t, e, suite.Options{Size: suite.Full}).Cases {
		full[c.ID] = true
	}
	all, missing := 0, 0
	for _, c := range made(t, e, suite.Options{}).Cases {
		if all++; !full[c.ID] {
			missing++
		}
	}
	if missing*4 > all {
		t.Errorf("%d of %d cases of the small suite are not in the full one", missing, all)
	}
}

// TestOthersFail: the algorithm of another edition fails some case, if it ever gives another
// target.
func TestOthersFail(t *testing.T) {
	same := map[string]string{"url-syntax-09": "rfc2396"} // they have the same steps
	for _, e := range effort.Pick(editions.All(), []*grammar.Edition{editions.RFC2396, editions.RFC3986}, []*grammar.Edition{editions.RFC1808}) {
		own, err := e.Algorithm()
		if err != nil {
			continue
		}
		cases := made(t, e, suite.Options{}).Cases
		for _, a := range resolve.Algorithms() {
			if a == own || same[a.Name()] == own.Name() || same[own.Name()] == a.Name() {
				continue
			}
			failed := false
			for _, c := range cases {
				if c.Kind == suite.Resolution {
					base, ref := a.Split(c.Base), a.Split(c.Input)
					target, err := a.Resolve(&base, &ref, resolve.Options{})
					failed = failed || target != c.Target || (err != nil) != c.SameDocument
				}
			}
			if !failed {
				t.Errorf("%s: the algorithm of %s passes", e, a.Name())
			}
		}
	}
}

// TestScheme: all questions are about the scheme, and its document counts.
func TestScheme(t *testing.T) {
	s := made(t, editions.RFC3986, suite.Options{Scheme: "HTTP"})
	if s.Options.Scheme != "http" {
		t.Errorf("scheme %q", s.Options.Scheme)
	}
	byDocument := 0
	for _, c := range s.Cases {
		text := c.Input
		if c.Kind == suite.Resolution {
			text = c.Base
		}
		if len(text) < 5 || !strings.EqualFold(text[:5], "http:") {
			t.Errorf("%+v", c)
		}
		if c.Kind == suite.Verdict && !c.Valid && editions.RFC3986.Valid(c.Input) {
			byDocument++
			if !strings.Contains(c.Section, " of RFC 9110") {
				t.Errorf("%q: section %q", c.Input, c.Section)
			}
		}
	}
	if byDocument == 0 {
		t.Error("the document counts nowhere")
	}
	_, err := suite.Make(editions.RFC3986, suite.Options{Scheme: "nonsense"})
	var unknown *suite.SchemeError
	if !errors.As(err, &unknown) || unknown.Scheme != "nonsense" {
		t.Errorf("an unknown scheme: %v", err)
	}
}

func TestSize(t *testing.T) {
	for _, size := range []suite.Size{suite.Small, suite.Full} {
		if got, err := suite.ParseSize(size.String()); got != size || err != nil {
			t.Errorf("%s: %v, %v", size, got, err)
		}
	}
	if _, err := suite.ParseSize("huge"); err == nil {
		t.Error("huge is a size")
	}
}
