package automaton_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/testdata"
	"pgregory.net/rapid"
)

// asker compares a Locator, by each way to run it, with what it is made of: a DFA,
// which finds the viable prefix and its completion, and a Parser, which derives the
// two. The function of the Locator tells apart everything that it can see.
type asker struct {
	d      *automaton.DFA
	p      *automaton.Parser
	x      *automaton.Locator
	seen   []string // by number, what the function saw
	number map[string]int

	exits  *automaton.Exits // of x, read from text; nil if the language is empty
	places [][2]int         // by exit, the state and the tag
}

func newAsker(e *automaton.Expr) *asker {
	a := &asker{d: automaton.Compile(256, e), p: automaton.NewParser(256, e), number: make(map[string]int)}
	a.x = automaton.NewLocator(a.p, a.d, func(open []int, at []automaton.Event) int {
		key := fmt.Sprint(open, at)
		n, ok := a.number[key]
		if !ok {
			n = len(a.seen)
			a.number[key] = n
			a.seen = append(a.seen, key)
		}
		return n
	})
	if !automaton.Empty(a.d) {
		a.exits = reread(automaton.NewExits(func(_, state, tag int) int { return a.exit(state, tag) }, a.x))
	}
	return a
}

// exit returns the exit for a place.
func (a *asker) exit(state, tag int) int {
	i := slices.Index(a.places, [2]int{state, tag})
	if i < 0 {
		i = len(a.places)
		a.places = append(a.places, [2]int{state, tag})
	}
	return i
}

// reread returns what the text of x is read as.
func reread(x *automaton.Exits) *automaton.Exits {
	again, err := automaton.ReadExits("# a comment\n" + x.Text())
	if err != nil {
		panic(err)
	}
	return again
}

// want returns what Locate is to find, and what the function is to see there.
func (a *asker) want(s string) (length, state int, seen string) {
	length, state = a.d.Viable(s)
	if length < 0 {
		return 0, 0, ""
	}
	completion, _ := a.d.ShortestFrom(state)
	open, at := []int{}, []automaton.Event{}
	a.p.Parse(s[:length]+text(completion), func(e automaton.Event, i int) {
		switch {
		case i == length:
			at = append(at, e)
		case i > length:
		case e.Open:
			open = append(open, e.Tag)
		default:
			open = open[:len(open)-1]
		}
	})
	return length, state, fmt.Sprint(open, at)
}

func (a *asker) check(t tb, s string) {
	t.Helper()
	length, state, seen := a.want(s)
	runs := automaton.LocatorRuns(a.x)
	if a.exits != nil {
		for _, run := range automaton.ExitsRuns(a.exits) {
			runs = append(runs, automaton.LocatorRun{Name: "exits, " + run.Name, Locate: func(s string) (int, int, int) {
				n, exit := run.Find(0, s)
				return n, a.places[exit][0], a.places[exit][1]
			}})
		}
	}
	for _, run := range runs {
		n, q, tag := run.Locate(s)
		got := ""
		if tag >= 0 {
			got = a.seen[tag]
		}
		if n != length || q != state || got != seen {
			t.Fatalf("%s: Locate(%q): %d bytes, state %d, %s; want %d, %d, %s", run.Name, s, n, q, got, length, state, seen)
		}
	}
}

// TestLocate: what is open, what begins and ends, by hand.
func TestLocate(t *testing.T) {
	a, b, c := re.symbol("a"), re.symbol("b"), re.symbol("c")
	for _, x := range []struct {
		why    string
		r      *regex
		s      string
		length int
		want   string // the tags that are open after the prefix, and the events there
	}{
		{"the beginning", re.tag(1, a), "b", 0, "[] [{1 true}]"},
		{"the beginning of nothing", re.tag(1, re.cat()), "b", 0, "[] [{1 true} {1 false}]"},
		{"inside", re.tag(1, re.cat(a, b)), "aa", 1, "[1] []"},
		{"after the end", re.tag(1, a), "aa", 1, "[1] [{1 false}]"},
		{"between two", re.cat(re.tag(1, a), re.tag(2, b)), "aa", 1, "[1] [{1 false} {2 true}]"},
		{"what is empty", re.cat(re.tag(1, a), re.tag(2, re.star(b)), re.tag(3, c)), "aa", 1, "[1] [{1 false} {2 true} {2 false} {3 true}]"},
		{"the shortest goes on", re.cat(a, re.alt(re.cat(re.tag(1, b), b), re.tag(2, c))), "a", 1, "[] [{2 true}]"},
		{"of the shortest, the first symbol", re.cat(a, re.alt(re.tag(2, c), re.tag(1, b))), "a", 1, "[] [{1 true}]"},
		{"of two derivations, the preferred one", re.alt(re.cat(re.tag(1, a), b), re.cat(re.tag(2, a), b)), "ac", 1, "[1] [{1 false}]"},
		{"not the preferred one, if it does not go on so", re.alt(re.cat(re.tag(1, a), b, b), re.cat(re.tag(2, a), re.option(b))), "ac", 1, "[2] [{2 false}]"},
	} {
		q := newAsker(x.r.expr())
		q.check(t, x.s)
		length, _, tag := q.x.Locate(x.s)
		if length != x.length || q.seen[tag] != x.want {
			t.Errorf("%s: %v on %q: %d, %s; want %d, %s", x.why, x.r, x.s, length, q.seen[tag], x.length, x.want)
		}
	}
	q := newAsker(re.tag(1, re.alt()).expr())
	for _, s := range []string{"", "a", strings.Repeat("a", 100)} {
		if length, state, tag := q.x.Locate(s); length != 0 || state != 0 || tag != -1 {
			t.Errorf("the empty language: Locate(%.3q) is %d, %d, %d", s, length, state, tag)
		}
	}
}

// TestLocateTwin: on all short strings.
func TestLocateTwin(t *testing.T) {
	inputs := append(stringsOver("ab", 5), stringsOver(alphabet, 3)...)
	rapid.Check(t, func(t *rapid.T) {
		q := newAsker(re.tag(10, drawRegex(t, 4)).expr())
		for _, s := range inputs {
			q.check(t, s)
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		q := newAsker(expressions(t, 4).expr)
		for _, s := range short(5) {
			q.check(t, s)
		}
	})
}

// TestLocateBlocks: loops that the kernel runs, which end in any way at any byte of a
// block.
func TestLocateBlocks(t *testing.T) {
	var printable []byte
	for x := byte('!'); x < 0x7F; x++ {
		if x != '%' && x != '#' {
			printable = append(printable, x)
		}
	}
	digit := re.symbol("0123456789ABCDEF")
	var askers []*asker
	for _, escape := range []*regex{
		re.cat(re.symbol("%"), digit, digit), // has no tags, so it does not leave the loop
		re.tag(2, re.cat(re.symbol("%"), re.tag(3, digit), re.tag(4, digit))),
	} {
		part := re.star(re.alt(re.symbol(string(printable)), escape))
		q := newAsker(re.tag(1, re.cat(re.tag(5, part), re.repeat(re.cat(re.symbol("#"), re.tag(6, part)), 0, 3))).expr())
		if q.x.Size().Sets == 0 {
			t.Fatal("there is no loop for the kernel")
		}
		askers = append(askers, q)
	}
	units := []string{"a", "%41", "a%4Fb", "abcdefghijklm#", "ab#%00"}
	ends := []string{"", "\x00", "%", "%4", "%G1", "%4g", "#\x80", "%41\n", "####"}
	step := effort.Pick(1, 2, 5)
	for _, unit := range units {
		for n := 0; n < 200; n += step {
			s := strings.Repeat(unit, n/len(unit)+1)[:n]
			for _, end := range ends {
				for _, q := range askers {
					q.check(t, s+end)
					q.check(t, s+end+"and more, as long as a block: "+strings.Repeat("x", 40))
				}
			}
		}
	}
}

// TestLocateEditions: on strings that take every transition of the minimal automaton
// and of the Locator, and on mutations of these and of real references.
func TestLocateEditions(t *testing.T) {
	every, mutations := effort.Pick(1, 5, 20), effort.Pick(4, 2, 1)
	for _, g := range grammars(t, five...) {
		t.Run(g.Source.Name, func(t *testing.T) {
			q := newAsker(exprOf(start(t, g)))
			random := rand.New(rand.NewPCG(5, 6))
			own := automaton.LocatorCover(q.x, q.d)
			n := 0
			for i, w := range slices.Concat(own, automaton.Cover(q.d)) {
				if i%every == 0 {
					q.check(t, text(w))
					n++
				}
			}
			for _, corpus := range testdata.Corpora {
				lines := testdata.Lines(corpus)
				for i := 0; i < len(lines); i += 50 * every {
					for range mutations {
						q.check(t, mutate(random, lines[i]))
						n++
					}
				}
			}
			for _, s := range hostile(10_000) {
				q.check(t, s)
			}
			t.Logf("%d strings; %d transitions", n, len(own))
		})
	}
}

// TestLocatorSizes: the Locators of references, for the innermost rule that is not a
// character, are small, and the kernel runs their loops.
func TestLocatorSizes(t *testing.T) {
	for _, g := range grammars(t, five...) {
		r := start(t, g)
		x := automaton.NewLocator(g.Derivation(r), g.Automaton(r), func(open []int, _ []automaton.Event) int {
			for i := len(open) - 1; i >= 0; i-- {
				if !g.Rules[open[i]].Character {
					return open[i]
				}
			}
			return r.Index
		})
		size := x.Size()
		t.Logf("%s: %+v", g.Source.Name, size)
		if size.Bytes > 1<<19 || size.Sets == 0 {
			t.Errorf("%s: %+v", g.Source.Name, size)
		}
	}
}

// TestLocateNoAllocs: Locate does not allocate, as its comment promises.
func TestLocateNoAllocs(t *testing.T) {
	q := newAsker(re.star(re.tag(1, re.symbol("ab"))).expr())
	for _, s := range []string{"", "c", "abc", strings.Repeat("ab", 500) + "c"} {
		if n := testing.AllocsPerRun(100, func() { q.x.Locate(s) }); n != 0 {
			t.Errorf("Locate(%.9q) allocates %v objects", s, n)
		}
		if n := testing.AllocsPerRun(100, func() { q.exits.Find(0, s) }); n != 0 {
			t.Errorf("Find(%.9q) allocates %v objects", s, n)
		}
	}
}

// FuzzLocate compares the Locators of the editions with what they are made of.
func FuzzLocate(f *testing.F) {
	var askers []*asker
	for _, g := range grammars(f, five...) {
		q := newAsker(exprOf(start(f, g)))
		askers = append(askers, q)
		for i, w := range automaton.Cover(q.d) {
			if i%100 == 0 {
				f.Add(text(w))
			}
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, q := range askers {
			q.check(t, s)
		}
	})
}
