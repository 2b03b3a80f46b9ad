package automaton_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"pgregory.net/rapid"
)

// alphabet is the letters of the strings on which automata are compared: those of the
// expressions, and the least of all other bytes.
const alphabet = "\x00abc"

var (
	probes = stringsOver(alphabet, 4)
	nobody = automaton.Compile(256, automaton.Alt()) // the language without strings
)

// TestCanonical: the automata of expressions and of all operations are
// canonical.
func TestCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawRegex(t, 4).compile(), drawRegex(t, 3).compile()
		for _, d := range []*automaton.DFA{
			a, automaton.Union(a, b), automaton.Intersect(a, b), automaton.Minus(a, b), automaton.Complement(a),
			automaton.Concat(b, b), automaton.Star(b), automaton.Reverse(b),
		} {
			checkCanonical(t, d)
		}
	})
}

// tb is *testing.T or *rapid.T.
type tb interface {
	Helper()
	Fatalf(format string, args ...any)
}

// checkCanonical fails unless d is the canonical automaton of its language. Every
// state is reached, in the order of their numbers. From no two states the same strings
// are accepted. No two classes lead to the same state from everywhere. The classes are
// a partition, in the order of their least symbols.
func checkCanonical(t tb, d *automaton.DFA) {
	t.Helper()
	classes := d.Classes().Sets()
	seen := make(map[int32]bool)
	for i, c := range classes {
		for _, r := range c {
			for s := r.Lo; s <= r.Hi; s++ {
				if seen[s] {
					t.Fatalf("symbol %d is in two classes", s)
				}
				seen[s] = true
			}
		}
		if i > 0 && classes[i-1][0].Lo >= c[0].Lo {
			t.Fatalf("class %d begins with %d, the one before with %d", i, c[0].Lo, classes[i-1][0].Lo)
		}
	}

	n, k := d.States(), len(classes)
	next := make([][]int, n)
	for s := range n {
		for _, c := range classes {
			next[s] = append(next[s], d.Step(s, c[0].Lo))
			// All symbols of a class lead to the same state.
			if last := c[len(c)-1].Hi; d.Step(s, last) != d.Step(s, c[0].Lo) {
				t.Fatalf("state %d: %d and %d are one class", s, c[0].Lo, last)
			}
		}
	}
	// They are numbered as a breadth-first search meets them.
	met := 1
	for s := range n {
		if s >= met {
			t.Fatalf("state %d is not reached", s)
		}
		for _, to := range next[s] {
			if to > met {
				t.Fatalf("state %d is met before %d", to, met)
			}
			met = max(met, to+1)
		}
	}
	// Moore's refinement: blocks by acceptance, then by the blocks of the
	// targets, until nothing is cut.
	block := make([]int, n)
	for s := range n {
		if d.Accepting(s) {
			block[s] = 1
		}
	}
	for blocks := 0; ; {
		known := make(map[string]int)
		cut := make([]int, n)
		for s := range n {
			var sig strings.Builder
			sig.WriteByte(byte(block[s]))
			sig.WriteByte(byte(block[s] >> 8))
			for _, to := range next[s] {
				sig.WriteByte(byte(block[to]))
				sig.WriteByte(byte(block[to] >> 8))
			}
			b, ok := known[sig.String()]
			if !ok {
				b = len(known)
				known[sig.String()] = b
			}
			cut[s] = b
		}
		block = cut
		if len(known) == blocks {
			break
		}
		blocks = len(known)
	}
	if i := slices.Max(block) + 1; i != n {
		t.Fatalf("%d states, %d different ones", n, i)
	}
	for c := range k {
		for e := range c {
			if !slices.ContainsFunc(next, func(to []int) bool { return to[c] != to[e] }) {
				t.Fatalf("classes %v and %v are one", classes[e], classes[c])
			}
		}
	}
	// Live states are those from which a search finds an accepting one.
	for s, live := range d.Live() {
		if _, ok := d.ShortestFrom(s); ok != live {
			t.Fatalf("state %d is live: %v", s, live)
		}
	}
}

// TestDifferenceTwin: either two automata are equal, with equal keys and no
// difference, or the difference is the least of the shortest strings.
func TestDifferenceTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ra, rb := drawRegex(t, 3), drawRegex(t, 3)
		if rapid.Bool().Draw(t, "alike") {
			rb = re.alt(ra, re.cat(ra, rb)) // likely to differ late, or not at all
		}
		a, b := ra.compile(), rb.compile()
		w, differ := automaton.Difference(a, b)
		if automaton.Equal(a, b) == differ {
			t.Fatalf("%v, %v: Equal is %v, Difference %q, %v", ra, rb, !differ, text(w), differ)
		}
		if (a.Key() == b.Key()) == differ {
			t.Fatalf("%v, %v: equal keys, and they differ in %q", ra, rb, text(w))
		}
		first := slices.IndexFunc(probes, func(s string) bool { return ra.matches(s) != rb.matches(s) })
		switch {
		case !differ:
			if first >= 0 {
				t.Fatalf("%v, %v: no difference; want %q", ra, rb, probes[first])
			}
		case first >= 0:
			if text(w) != probes[first] {
				t.Fatalf("%v, %v: difference %q, want %q", ra, rb, text(w), probes[first])
			}
		case len(w) <= 4 || ra.matches(text(w)) == rb.matches(text(w)):
			t.Fatalf("%v, %v: they do not differ in %q", ra, rb, text(w))
		}
	})
}

// TestShortestTwin: a shortest string from each state.
func TestShortestTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRegex(t, 3)
		d := r.compile()
		if w, ok := automaton.Shortest(d); automaton.Empty(d) == ok || ok && !r.matches(text(w)) {
			t.Fatalf("%v: Shortest is %q, %v; Empty is %v", r, text(w), ok, automaton.Empty(d))
		}
		for _, prefix := range stringsOver(alphabet, 2) {
			state := run(d, 0, symbolsOf(prefix))
			w, ok := d.ShortestFrom(state)
			if ok && !r.matches(prefix+text(w)) {
				t.Fatalf("%v: %q and %q is no string of it", r, prefix, text(w))
			}
			i := slices.IndexFunc(probes, func(s string) bool { return r.matches(prefix + s) })
			if i >= 0 && (!ok || text(w) != probes[i]) {
				t.Fatalf("%v after %q: %q, %v, want %q", r, prefix, text(w), ok, probes[i])
			}
			if i < 0 && ok && len(w) <= 4 {
				t.Fatalf("%v after %q: %q, want a longer one", r, prefix, text(w))
			}
		}
	})
}

// TestCover: together the strings take every transition from a live state, and each is
// accepted unless its last symbol leads to a state that is not live.
func TestCover(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRegex(t, 4)
		checkCover(t, r.compile())
	})
}

func checkCover(t tb, d *automaton.DFA) {
	t.Helper()
	type transition struct {
		from  int
		class int32 // its least symbol
	}
	classes := d.Classes().Sets()
	least := func(symbol int32) int32 {
		i := slices.IndexFunc(classes, func(c automaton.Set) bool { return c.Has(symbol) })
		return classes[i][0].Lo
	}
	taken := make(map[transition]bool)
	for _, w := range automaton.Cover(d) {
		state := 0
		for _, x := range w {
			taken[transition{state, least(x)}] = true
			state = d.Step(state, x)
		}
		if !d.Accepting(state) && (d.Live()[state] || len(w) == 0) {
			t.Fatalf("%q ends where it could go on", text(w))
		}
	}
	for s, live := range d.Live() {
		for _, c := range classes {
			if live != taken[transition{s, c[0].Lo}] {
				t.Fatalf("from state %d (live: %v) by %d: taken: %v", s, live, c[0].Lo, !live)
			}
		}
	}
}

// TestExploreTwin: Explore gives the minimal automaton of any table.
func TestExploreTwin(t *testing.T) {
	sets := []automaton.Set{automaton.Of('a'), automaton.Of('b'), automaton.Of('b', 'c')}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "states")
		table := make(map[string]string)
		name := func(i int) string { return strings.Repeat("x", i) } // any comparable type will do
		accept := make(map[string]bool)
		for s := range n {
			for i := range len(alphabet) {
				table[name(s)+alphabet[i:i+1]] = name(rapid.IntRange(0, n-1).Draw(t, "to"))
			}
			accept[name(s)] = rapid.Bool().Draw(t, "accept")
		}
		d := automaton.Explore(256, sets, name(0), func(s string, symbol int32) string {
			if symbol > 'c' {
				symbol = 0 // all other symbols are one class
			}
			return table[s+string(rune(symbol))]
		}, func(s string) bool { return accept[s] })
		checkCanonical(t, d)
		for _, w := range probes {
			s := name(0)
			for i := range len(w) {
				s = table[s+w[i:i+1]]
			}
			if d.Accepts(w) != accept[s] {
				t.Fatalf("%q is accepted: %v", w, !accept[s])
			}
		}
	})
}

// TestKey: a language has the same key, however it is written.
func TestKey(t *testing.T) {
	a, b := re.symbol("a"), re.symbol("b")
	for _, same := range [][]*regex{
		{re.alt(), re.symbol(""), re.cat(a, re.alt()), re.not(a, re.cat()), re.not(re.star(a), re.cat()), re.repeat(re.symbol(""), 1, 3), re.cat(re.language(re.alt()), a)},
		{re.cat(), re.star(re.alt()), re.star(re.symbol("")), re.repeat(a, 0, 0), re.option(re.cat()), re.star(re.cat()), re.star(re.star(re.cat())), re.not(re.option(a), a), re.literal("")},
		{re.symbol("ab"), re.alt(a, b), re.alt(b, a, b), re.alt(re.symbol("ab"), a)},
		{re.star(a), re.star(re.star(a)), re.star(re.option(a)), re.option(re.repeat(a, 1, automaton.Unbounded)), re.repeat(re.star(a), 2, 2), re.lazily(re.star(a)), re.not(re.star(re.symbol("ab")), re.cat(re.star(a), b))},
		{re.repeat(a, 2, 4), re.cat(a, a, re.option(a), re.option(a)), re.alt(re.literal("aa"), re.literal("aaa"), re.literal("aaaa")), re.lazily(re.repeat(a, 2, 4))},
		{re.repeat(a, 2, automaton.Unbounded), re.cat(a, a, re.star(a)), re.cat(re.star(a), re.literal("aa"))},
		{re.repeat(re.option(a), 2, 3), re.repeat(a, 0, 3), re.repeat(re.repeat(a, 0, 3), 1, 1)},
		{re.cat(re.tag(1, a), re.tag(2, b)), re.literal("ab"), re.language(re.literal("ab"))},
		{re.star(re.symbol("ab")), re.star(re.alt(a, b)), re.star(re.cat(re.star(a), re.star(b))), re.cat(re.star(a), re.star(re.cat(b, re.star(a))))},
	} {
		want := same[0].compile().Key()
		for _, r := range same {
			d := r.compile()
			if d.Key() != want {
				t.Errorf("%v and %v have different keys", same[0], r)
			}
			if d := automaton.Complement(automaton.Complement(d)); d.Key() != want {
				t.Errorf("%v twice complemented has another key", r)
			}
			if d := automaton.Reverse(automaton.Reverse(d)); d.Key() != want {
				t.Errorf("%v twice reversed has another key", r)
			}
			checkCanonical(t, d)
		}
	}
	if a, b := automaton.Compile(8, automaton.Cat()), automaton.Compile(9, automaton.Cat()); a.Key() == b.Key() {
		t.Error("automata over different symbols have one key")
	}
}

// TestEmptyLanguages: everything works with languages that have no strings.
func TestEmptyLanguages(t *testing.T) {
	empty := automaton.Compile(256, automaton.Cat())
	for _, c := range []struct {
		name string
		d    *automaton.DFA
		want *automaton.DFA
	}{
		{"Union", automaton.Union(nobody, nobody), nobody},
		{"Intersect", automaton.Intersect(nobody, empty), nobody},
		{"Minus", automaton.Minus(nobody, empty), nobody},
		{"Minus itself", automaton.Minus(empty, empty), nobody},
		{"Concat", automaton.Concat(nobody, empty), nobody},
		{"Concat after", automaton.Concat(empty, nobody), nobody},
		{"Star", automaton.Star(nobody), empty},
		{"Star of the empty string", automaton.Star(empty), empty},
		{"Reverse", automaton.Reverse(nobody), nobody},
		{"Complement", automaton.Complement(automaton.Complement(nobody)), nobody},
	} {
		if c.d.Key() != c.want.Key() {
			w, _ := automaton.Difference(c.d, c.want)
			t.Errorf("%s differs in %q", c.name, text(w))
		}
	}
	if !automaton.Empty(nobody) || nobody.States() != 1 || nobody.Accepts("") || nobody.Accepts("a") {
		t.Error("the language without strings has one")
	}
	if w, ok := automaton.Shortest(nobody); ok || w != nil {
		t.Errorf("its shortest string is %q", text(w))
	}
	if n, state := nobody.Viable("a"); n != -1 || state != 0 {
		t.Errorf("Viable: %d, %d, want -1, 0", n, state)
	}
	if got := nobody.LiveSet(0); len(got) != 0 {
		t.Errorf("LiveSet: %v", got)
	}
	if got := automaton.Cover(nobody); len(got) != 0 {
		t.Errorf("Cover: %q", got)
	}
	if _, differ := automaton.Difference(nobody, nobody); differ || !automaton.Equal(nobody, nobody) {
		t.Error("it differs from itself")
	}
	if n, _ := empty.Viable("a"); n != 0 {
		t.Errorf("Viable of the empty string: %d", n)
	}
	if got := len(automaton.Cover(empty)); got != 1 {
		t.Errorf("Cover of the empty string has %d strings, want one for the one class", got)
	}
	if _, ok := parse(automaton.NewParser(256, automaton.Alt()), ""); ok {
		t.Error("its parser finds a derivation")
	}
	if d := automaton.Explore(4, nil, 0, func(int, int32) int { return 0 }, func(int) bool { return true }); !d.Accepting(0) || d.States() != 1 {
		t.Error("Explore of one state")
	}
}

// TestSymbols: symbols need not be bytes.
func TestSymbols(t *testing.T) {
	const limit = 0x110000
	letters := automaton.Between(0x400, 0x4FF)
	d := automaton.Compile(limit, automaton.Cat(automaton.Symbol(letters), automaton.Symbol(automaton.Between(0x10000, limit-1))))
	checkCanonical(t, automaton.Compile(300, automaton.Symbol(automaton.Between(256, 299))))
	for _, c := range []struct {
		w    []int32
		want bool
	}{
		{[]int32{0x400, 0x10000}, true},
		{[]int32{0x4FF, limit - 1}, true},
		{[]int32{0x500, 0x10000}, false},
		{[]int32{0x400, 0xFFFF}, false},
		{[]int32{0x400}, false},
	} {
		if got := d.Accepting(run(d, 0, c.w)); got != c.want {
			t.Errorf("%x: %v, want %v", c.w, got, c.want)
		}
	}
	if w, ok := automaton.Shortest(d); !ok || !slices.Equal(w, []int32{0x400, 0x10000}) {
		t.Errorf("Shortest: %x", w)
	}
	if d.Accepts("ab") {
		t.Error("bytes are letters")
	}
}

// TestAcceptsNoAllocs: Accepts and Viable do not allocate, as their comments promise.
func TestAcceptsNoAllocs(t *testing.T) {
	d := re.star(re.literal("ab")).compile()
	s := strings.Repeat("ab", 100)
	if n := testing.AllocsPerRun(100, func() { d.Accepts(s); d.Viable(s) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
