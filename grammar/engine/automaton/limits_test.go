package automaton_test

import (
	"errors"
	"runtime"
	"testing"
	"time"

	. "github.com/urispec/urispec/grammar/engine/automaton"
)

// a, b and ab are single symbols; star repeats.
var (
	a  = Symbol(Of('a'))
	b  = Symbol(Of('b'))
	ab = Symbol(Of('a', 'b'))
)

func times(x *Expr, n int) *Expr { return Repeat(x, n, n, false) }
func star(x *Expr) *Expr         { return Repeat(x, 0, Unbounded, false) }
func option(x *Expr) *Expr       { return Repeat(x, 0, 1, false) }

// doubled returns an expression of 2^n copies of x, of which only n+1 nodes are in
// memory.
func doubled(x *Expr, n int) *Expr {
	for range n {
		x = Cat(x, x)
	}
	return x
}

// nested repeats x again and again, n levels deep.
func nested(x *Expr, n int) *Expr {
	for range n {
		x = star(option(Cat(x, option(x))))
	}
	return x
}

// options are n optional symbols, one after the other.
func options(n int) *Expr {
	parts := make([]*Expr, n)
	for i := range parts {
		parts[i] = option(Tag(i, a))
	}
	return Cat(parts...)
}

// What would be too large is given up within seconds and some 100 MB, and says what
// there was too much of.
func TestLimits(t *testing.T) {
	if testing.Short() {
		t.Skip("takes most of a second; runs without -short")
	}
	everything := func(int) bool { return true }
	far := Cat(star(ab), a, times(ab, 40)) // 2^41 states
	near := Compile(256, Cat(star(ab), a, times(ab, 15)))
	compile := func(e *Expr) func() { return func() { Compile(256, e) } }
	tests := []struct {
		name string
		make func()
		what string
	}{
		{"a count", compile(times(Alt(a, b), 1_000_000)), "nodes"},
		{"the greatest count", compile(times(a, 1<<31-1)), "nodes"},
		{"the greatest count of nothing", compile(times(times(Cat(), 1<<31-1), 1<<31-1)), "steps"},
		{"nested counts", compile(times(times(times(a, 1000), 1000), 1000)), "nodes"},
		{"nested repetitions", compile(nested(a, 200)), "nodes"},
		{"many copies", compile(doubled(a, 60)), "nodes"},
		{"copies of nothing", compile(doubled(Cat(), 60)), "steps"},
		{"exponential subsets", compile(far), "states"},
		{"a prefix with exponential subsets", compile(NotPrefix(star(ab), far)), "states"},
		{"options, which follow each other in all ways", compile(star(options(20_000))), "steps"},
		{"an acceptor of too many states", func() { near.Acceptor() }, "states"},
		{"reversed", func() { Reverse(Compile(256, Cat(times(ab, 40), a, star(ab)))) }, "states"},
		{"one after the other", func() { Concat(Compile(256, star(ab)), Compile(256, Cat(a, times(ab, 40)))) }, "states"},
		{"pairs of states", func() {
			Intersect(Compile(256, star(times(a, 5003))), Compile(256, star(times(a, 4999))))
		}, "steps"},
		{"pairs of states to compare", func() {
			x, y := Cat(a, star(times(a, 5003))), Cat(a, a, star(times(a, 4999)))
			Compare(Compile(256, x), Compile(256, y), func(s int32) int { return int(s) })
		}, "steps"},
		{"ways of a parser", func() { NewParser(256, star(options(20_000))) }, "steps"},
		{"copies in a parser", func() { NewParser(256, doubled(Tag(1, a), 60)) }, "nodes"},
		{"a string with too many states", func() {
			NewParser(256, Cat(times(ab, 50_000), a, star(ab))).Parse(far40(100_000), func(Event, int) {})
		}, "steps"},
		{"a locator", func() {
			e := Cat(star(ab), Tag(1, a), times(Tag(2, ab), 40))
			NewLocator(NewParser(256, e), Compile(256, star(ab)), func(open []int, _ []Event) int { return len(open) })
		}, "states"},
		{"a matcher", func() {
			NewMatcher(Cat(star(ab), Tag(1, a), times(ab, 40)), Wanted{[]int{1}, 0, 1})
		}, "states"},
		{"copies in a matcher", func() { NewMatcher(doubled(Tag(1, a), 60), Wanted{[]int{1}, 0, 1}) }, "steps"},
		{"pairs of paths", func() { FindAmbiguity(256, Cat(star(Tag(1, a)), times(Tag(2, a), 20_000), b), everything) }, "steps"},
		{"the empty string in many ways", func() { FindAmbiguity(256, nested(options(8), 12), everything) }, "steps"},
		{"a swap", func() {
			d := Compile(256, star(times(a, 1009)))
			ShortestSwap(Cat(star(a), Tag(1, b), star(a)), d, Compile(256, star(times(a, 1013))), Compile(256, star(times(a, 1019))), func(s int32) int { return int(s) })
		}, ""},
	}
	for i, test := range tests {
		if testing.Short() && i%4 > 0 {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			begin := time.Now()
			err := Within(test.make)
			took := time.Since(begin)
			runtime.ReadMemStats(&after)
			if used := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 10*time.Second || used > 1500 {
				t.Errorf("took %v and allocated %d MB in all", took, used)
			}
			if test.what == "" {
				return
			}
			var limit *LimitError
			if !errors.As(err, &limit) || limit.What != test.what {
				t.Errorf("%v, want too many %s", err, test.what)
			}
		})
	}
}

// far40 is a string of n symbols.
func far40(n int) string {
	s := make([]byte, n)
	for i := range s {
		s[i] = "ab"[i*i%7%2]
	}
	return string(s)
}

// Within lets through what is no limit.
func TestWithin(t *testing.T) {
	defer func() {
		if r := recover(); r != "other" {
			t.Errorf("recovered %v", r)
		}
	}()
	if err := Within(func() {}); err != nil {
		t.Error(err)
	}
	Within(func() { panic("other") })
}
