package compose_test

import (
	"errors"
	"testing"

	"github.com/urispec/urispec/grammar/editions"
	. "github.com/urispec/urispec/resolve/compose"
)

// FuzzEncode: in every edition and component the data is what Decode makes of
// the text that Encode makes of it; as text it is decoded or refused; and a
// reference that is built of it conforms.
func FuzzEncode(f *testing.F) {
	for _, s := range []string{
		"", "a", "a b", "%", "%4", "%41", "%2F", "%zz", "a/b;c?d#e", "//a", "a:b", "u:p@h:80",
		"[::1]", "%5B::1%5D", "[v1.a]", "1.2.3.4", "h.", "..", "\x00\x80\xff",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, e := range editions.All() {
			p := prepared()[e]
			for component, escaper := range p.escapers {
				if text, err := escaper.Encode(s); err == nil {
					if back, err := escaper.Decode(text); err != nil || back != s {
						t.Errorf("%s: %s %q is encoded as %q and decoded as %q, %v", e, component, s, text, back, err)
					}
				} else if err.Error() == "" {
					t.Errorf("%s: %s %q: an error without words", e, component, s)
				}
				if _, err := escaper.Decode(s); err != nil && err.Error() == "" {
					t.Errorf("%s: %s %q: an error without words", e, component, s)
				}
			}
			for _, changes := range [][]Change{
				{Scheme("x"), Host("h"), Segments(true, s, s), Query(s), Fragment(s)},
				{Scheme("x"), Raw("site", s), Raw("path", s), Raw("query", s)},
				{Segments(false, s, s)}, {Segments(true, s)}, {Raw("path", s)},
				{Scheme("x"), Segments(false, s)}, {Scheme("x"), Opaque(s)},
				{Scheme(s), Host(s)}, {Registry(s)}, {Scheme("x"), WholePath(s)}, {Scheme("x"), Raw("site", "h"), AppendSegment(s), AppendSegment(s)},
				{Scheme("x"), Host("h"), Query(s), Pair(s, s), AppendPair(s, s), WithoutPairs(s)},
				{Scheme("x"), UserInfo(s), Host("h"), Port(s)}, {Scheme("x"), User(s), Password(s), Host("h")},
			} {
				checked(t, e.Valid, s)(p.builder.Build(changes...))
				if e.Valid(s) {
					checked(t, e.Valid, s)(p.builder.Edit(s, changes...))
				}
			}
			if got, err := p.builder.Edit(s); e.Valid(s) != (err == nil) || err == nil && got != s {
				t.Errorf("%s: %q becomes %q, %v", e, s, got, err)
			}
		}
	})
}

// checked takes what Build returns.
func checked(t *testing.T, valid func(string) bool, s string) func(string, error) {
	return func(got string, err error) {
		t.Helper()
		var build *BuildError
		switch {
		case err == nil && !valid(got):
			t.Errorf("%q is written with %q, which does not conform", s, got)
		case err != nil && !errors.As(err, &build):
			t.Errorf("%q: the error is a %T", s, err)
		case err != nil && build.Guarded != "" && !valid(build.Guarded):
			t.Errorf("%q is guarded as %q, which does not conform", s, build.Guarded)
		}
	}
}
