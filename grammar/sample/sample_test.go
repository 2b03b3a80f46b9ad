package sample_test

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/sample"
)

// language is the language of a rule of an edition, or of its references.
func language(t testing.TB, edition, rule string) *grammar.Language {
	t.Helper()
	e, ok := editions.Lookup(edition)
	if !ok {
		t.Fatalf("there is no edition %s", edition)
	}
	if rule == "" {
		return e.References()
	}
	l, err := e.Language(rule)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func sampler(t testing.TB, l *grammar.Language, longest int) *sample.Sampler {
	t.Helper()
	s, err := sample.NewSampler(l, longest)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestCounts compares the counts with those of all strings, one after the other.
func TestCounts(t *testing.T) {
	for _, e := range editions.All() {
		s := sampler(t, e.References(), 2)
		utf8Encoded := e.Grammar().Source().UTF8()
		var want [3]int64
		most := rune(255)
		if utf8Encoded {
			most = utf8.MaxRune
		}
		encode := func(c rune) string {
			if utf8Encoded {
				return string(c)
			}
			return string([]byte{byte(c)})
		}
		if e.Valid("") {
			want[0]++
		}
		for c := rune(0); c <= most; c++ {
			if (!utf8Encoded || utf8.ValidRune(c)) && e.Valid(encode(c)) {
				want[1]++
			}
		}
		for n, count := range want[:2] {
			if s.Count(n).Cmp(big.NewInt(count)) != 0 {
				t.Errorf("%s: %v strings of length %d, want %d", e, s.Count(n), n, count)
			}
		}
		if utf8Encoded {
			continue // there would be too many
		}
		for c := range rune(256) {
			for d := range rune(256) {
				if e.Valid(encode(c) + encode(d)) {
					want[2]++
				}
			}
		}
		if s.Count(2).Cmp(big.NewInt(want[2])) != 0 {
			t.Errorf("%s: %v strings of length 2, want %d", e, s.Count(2), want[2])
		}
	}
}

// TestUniform draws from small sets of strings and compares how often each comes with
// how often it should, by Pearson's test. The seed is fixed, so the test either always
// passes or never does.
func TestUniform(t *testing.T) {
	for _, x := range []struct {
		edition, rule string
		length        int
	}{
		{"rfc3986", "dec-octet", 3}, {"rfc3986", "scheme", 2}, {"rfc3986", "pct-encoded", 3},
		{"rfc3986", "", 1}, {"rfc3986", "IPv4address", 7}, {"rfc2396", "hostname", 2},
	} {
		l := language(t, x.edition, x.rule)
		s := sampler(t, l, x.length)
		kinds := s.Count(x.length).Int64()
		draws := int(max(10*kinds, 20_000))
		source := rand.NewPCG(1, 2)
		seen := make(map[string]int)
		for range draws {
			str := string(s.Append(nil, source, x.length))
			if !l.Valid(str) || len(str) != x.length {
				t.Fatalf("%s: drew %q", l, str)
			}
			seen[str]++
		}
		expected := float64(draws) / float64(kinds)
		chi := float64(kinds-int64(len(seen))) * expected
		for _, n := range seen {
			chi += (float64(n) - expected) * (float64(n) - expected) / expected
		}
		// With many kinds the sum is about normal, with this mean and deviation.
		mean := float64(kinds - 1)
		if z := (chi - mean) / math.Sqrt(2*mean); math.Abs(z) > 3 {
			t.Errorf("%s, length %d: %d kinds, %d draws: off by %.1f deviations", l, x.length, kinds, draws, z)
		}
	}
}

// TestRepeatable: the strings that a seed gives are the same on every machine.
func TestRepeatable(t *testing.T) {
	s := sampler(t, language(t, "rfc3986", ""), 24)
	source := rand.NewPCG(7, 0)
	lengths := s.Lengths()
	for _, want := range []string{
		"'q~Xw+", "Sh@sjI0R?RK:30#'", "nfnp6VwiB7I", "TA4yUZ:0ynImP(CY3VJ=Cu", "4a1&SPV#27PeE1OL",
		"v!J'+&3xOO1'7yXS?CN5oh", "+ZY;Ip(Q", "",
	} {
		if got := string(s.AppendAny(nil, source, lengths)); got != want {
			t.Errorf("drew %q, want %q", got, want)
		}
	}
}

// TestUndecided makes the first 64 bits of a choice fall on the border between two
// edges, where the bits after them decide.
func TestUndecided(t *testing.T) {
	l := language(t, "rfc3986", "dec-octet")
	s := sampler(t, l, 3)
	seen := make(map[byte]int)
	for first := range sample.Borders(s, 3) {
		for _, then := range []uint64{0, 1 << 62, 1 << 63, math.MaxUint64} {
			str := s.Append(nil, &scripted{[]uint64{first, then}}, 3)
			if !l.Valid(string(str)) {
				t.Errorf("drew %q", str)
			}
			seen[str[0]]++
		}
	}
	// A border lies between "1" and "2"; low bits fall before it, high ones after it.
	if seen['1'] == 0 || seen['2'] == 0 {
		t.Errorf("drew %v", seen)
	}
}

// scripted gives these numbers, and then a fixed one.
type scripted struct{ next []uint64 }

func (s *scripted) Uint64() uint64 {
	if len(s.next) == 0 {
		return 1 << 40
	}
	x := s.next[0]
	s.next = s.next[1:]
	return x
}

// TestAll draws from every edition, which must accept what is drawn.
func TestAll(t *testing.T) {
	draws := effort.Pick(20_000, 2000, 300)
	for _, e := range editions.All() {
		s := sampler(t, e.References(), 40)
		source := rand.NewPCG(3, 4)
		lengths := s.Lengths()
		for range draws {
			str := string(s.AppendAny(nil, source, lengths))
			if err := e.Check(str); err != nil {
				t.Fatalf("%s: %q: %v", e, str, err)
			}
		}
	}
}

func TestSamplerLimits(t *testing.T) {
	l := language(t, "rfc3986", "")
	if _, err := sample.NewSampler(l, sample.MaxLength+1); !errors.As(err, new(*sample.LimitError)) {
		t.Errorf("error %v", err)
	}
	s := sampler(t, language(t, "rfc3986", "pct-encoded"), 5)
	if got := fmt.Sprint(s.Lengths()); got != "[3]" {
		t.Errorf("lengths %s", got)
	}
	if got := s.AppendAny(nil, rand.NewPCG(1, 1), nil); got != nil {
		t.Errorf("drew %q of no length", got)
	}
	if got := sampler(t, l, -1).Lengths(); got != nil {
		t.Errorf("lengths %v", got)
	}
}

func BenchmarkAppend(b *testing.B) {
	for _, n := range []int{10, 30, 100} {
		s := sampler(b, language(b, "rfc3986", ""), n)
		source := rand.NewPCG(1, 1)
		var buf []byte
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				buf = s.Append(buf[:0], source, n)
			}
		})
	}
}

func BenchmarkNewSampler(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				sampler(b, language(b, "rfc3986", ""), n)
			}
		})
	}
}
