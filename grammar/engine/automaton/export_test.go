package automaton

import (
	"math"
	"strings"
)

// MatcherSize is how large an Acceptor or a Matcher is.
type MatcherSize struct {
	Subsets int // states of the ordered subset construction
	States  int // after minimization
	Storing int // actions that store positions
	Running int // actions that run another program
	Escapes int // actions that read an escape
	Sets    int // of the kernel
	Extra   int // registers besides those of bounds
	Classes int
	Bytes   int // of rows
}

// SizesOf returns the sizes of the Acceptor and the Matcher of e.
func SizesOf(e *Expr, wanted ...Wanted) (acceptor, matcher MatcherSize) {
	s := newSubsets(e, wanted)
	m := s.allocate().minimize()
	size := func(m *tdfa) MatcherSize {
		t := newTable(m)
		s := MatcherSize{States: len(m.states), Classes: len(m.classes.sets), Sets: t.kernel.sets(), Bytes: 1024 * len(t.rows)}
		for _, x := range t.actions[1:] {
			switch x.kind {
			case storing:
				s.Storing++
			case running:
				s.Running++
			case skipping:
				s.Escapes++
			}
		}
		return s
	}
	acceptor, matcher = size(Compile(256, e).tdfa()), size(m)
	matcher.Subsets = len(s.states)
	matcher.Extra = m.registers - Registers
	return acceptor, matcher
}

// MatcherCover returns strings that together take every transition of the
// automaton that Match runs.
func MatcherCover(e *Expr, wanted ...Wanted) [][]int32 {
	d := newSubsets(e, wanted).allocate().minimize().dfa()
	d.live = d.findLive()
	return Cover(d)
}

// Rewrite reads the text of a Matcher and writes it again. It also returns the DFA
// that decides what the Matcher does.
func Rewrite(text string) (again string, d *DFA, err error) {
	m, err := readTDFA(text)
	if err != nil {
		return "", nil, err
	}
	var b strings.Builder
	m.write(&b)
	d = m.dfa()
	d.live = d.findLive()
	return b.String(), d, nil
}

// Run is a way to run an Acceptor and a Matcher.
type Run struct {
	Name    string
	Accepts func(s string) bool
	Match   func(s string, regs []int32) bool
}

// Runs returns the ways to run a and m that there are on this machine.
func Runs(a *Acceptor, m *Matcher) []Run {
	start := func(regs []int32) { *(*[Registers]int32)(regs) = m.initial }
	byBytes := Run{
		"bytes",
		func(s string) bool { return runBytes[accepting](a.table, s, nil) },
		func(s string, regs []int32) bool {
			start(regs)
			return runBytes[matching](m.table, s, regs)
		},
	}
	byBlocks := func(name string, wide bool) Run {
		return Run{
			name,
			func(s string) bool {
				if len(s) < minBlock || a.table.kernel.sets() == 0 {
					return byBytes.Accepts(s)
				}
				return runBlocks[accepting](a.table, s, nil, wide)
			},
			func(s string, regs []int32) bool {
				if len(s) < minBlock || m.table.kernel.sets() == 0 {
					return byBytes.Match(s, regs)
				}
				start(regs)
				return runBlocks[matching](m.table, s, regs, wide)
			},
		}
	}
	runs := []Run{{"as chosen", a.Accepts, m.Match}, byBytes}
	if vector {
		runs = append(runs, byBlocks("blocks", false))
	}
	if wide {
		runs = append(runs, byBlocks("wide blocks", true))
	}
	return runs
}

// LinesRun is a way to read lines.
type LinesRun struct {
	Name  string
	Lines func(text string, end byte) (lines, size int)
}

// LinesRuns returns the ways to read the lines of a that there are on this machine.
func LinesRuns(a *Acceptor) []LinesRun {
	runs := []LinesRun{{"as chosen", a.Lines}}
	add := func(name string, lines func(text string, end byte) (lines, size int)) {
		runs = append(runs, LinesRun{name, lines})
	}
	cut := func(text string, end byte) (lines, size int) { return a.cutLines(text, end, math.MaxInt) }
	add("cut", cut)
	byBytes := cut
	if t := a.table; t.never['\n'] && t.never['\r'] && t.never[0] {
		byBytes = func(text string, end byte) (lines, size int) { return runLineBytes(t, text, end, math.MaxInt) }
		add("bytes", byBytes)
	}
	for name, wide := range map[string]bool{"narrow": false, "wide": wide} {
		if !vector || name == "wide" && !wide {
			continue
		}
		add(name, func(text string, end byte) (lines, size int) { return a.lines(text, end, wide) })
		add(name+" blocks", func(text string, end byte) (lines, size int) {
			if len(text) < minBlock || a.table.kernel.sets() == 0 {
				return byBytes(text, end)
			}
			return a.readLines(text, end, math.MaxInt, wide)
		})
	}
	return runs
}

// FoundLines returns how many lines of a text have the shape of a, and how many bytes they
// have; it stops at the first that does not.
func FoundLines(a *Acceptor, text string) (lines, size int) {
	return a.table.finder.lines(text, '\n', wide)
}

// LocatorSize is how large a Locator is.
type LocatorSize struct {
	States int
	Sets   int // of the kernel
	Bytes  int // of the table
}

// Size returns the size of x.
func (x *Locator) Size() LocatorSize {
	return LocatorSize{len(x.outputs), x.kernel.sets(), 4 * len(x.next)}
}

// LocatorCover returns strings that together take every transition of x's
// automaton, of which d is the minimal one.
func LocatorCover(x *Locator, d *DFA) [][]int32 {
	e := &DFA{classes: x.classes, next: x.next}
	for _, out := range x.outputs {
		e.accept, e.live = append(e.accept, d.accept[out.state]), append(e.live, d.live[out.state])
	}
	return Cover(e)
}

// LocatorRun is a way to run a Locator.
type LocatorRun struct {
	Name   string
	Locate func(s string) (length, state, tag int)
}

// LocatorRuns returns the ways to run x that there are on this machine.
func LocatorRuns(x *Locator) []LocatorRun {
	outputOf := func(at int32, length int) (int, int, int) {
		return length, int(x.outputs[at].state), int(x.outputs[at].tag)
	}
	runs := []LocatorRun{
		{"as chosen", x.Locate},
		{"bytes", func(s string) (int, int, int) { return outputOf(x.leaveBytes(s)) }},
	}
	if x.dead == 0 {
		return runs[:1]
	}
	if x.kernel.sets() == 0 {
		return runs
	}
	blocks := func(wide bool) func(s string) (int, int, int) {
		return func(s string) (int, int, int) {
			if len(s) < minBlock {
				return outputOf(x.leaveBytes(s))
			}
			return outputOf(x.leaveBlocks(s, wide))
		}
	}
	if vector {
		runs = append(runs, LocatorRun{"blocks", blocks(false)})
	}
	if wide {
		runs = append(runs, LocatorRun{"wide blocks", blocks(true)})
	}
	return runs
}

// ExitsRuns returns the ways to run x that there are on this machine.
func ExitsRuns(x *Exits) []ExitsRun {
	x.kernels.Do(x.makeKernel)
	runs := []ExitsRun{{"as chosen", x.Find}, {"bytes", x.findBytes}}
	if x.kernel.sets() == 0 {
		return runs
	}
	blocks := func(wide bool) func(language int, s string) (int, int) {
		return func(language int, s string) (int, int) {
			if len(s) < minBlock {
				return x.findBytes(language, s)
			}
			return x.findBlocks(language, s, wide)
		}
	}
	if vector {
		runs = append(runs, ExitsRun{"blocks", blocks(false)})
	}
	if wide {
		runs = append(runs, ExitsRun{"wide blocks", blocks(true)})
	}
	return runs
}

// ExitsRun is a way to run Exits.
type ExitsRun struct {
	Name string
	Find func(language int, s string) (length, exit int)
}

// ExitsStates returns how many states x has.
func ExitsStates(x *Exits) int { return len(x.exits) }

// ExitsDiffer compares a language of x with its Locator in every pair of states to which a
// string leads. It returns a string after which they differ, or none if they are proved
// equal.
func ExitsDiffer(x *Exits, language int, l *Locator, number func(state, tag int) int) (s string, differ bool) {
	type pair struct{ exits, locator int32 }
	type visit struct {
		pair
		before int // the visit before, -1 for none
		symbol byte
	}
	visits := []visit{{pair{int32(x.starts[language]), 0}, -1, 0}}
	seen := map[pair]bool{visits[0].pair: true}
	path := func(i int) string {
		var b []byte
		for ; visits[i].before >= 0; i = visits[i].before {
			b = append([]byte{visits[i].symbol}, b...)
		}
		return string(b)
	}
	for i := 0; i < len(visits); i++ {
		v := visits[i]
		out := l.outputs[v.locator]
		if int(x.exits[v.exits]) != number(int(out.state), int(out.tag)) {
			return path(i), true
		}
		for b := range 256 {
			to := x.next[int(v.exits)*len(x.classes.sets)+int(x.classes.bytes[b])]
			other := l.next[int(v.locator)*len(l.classes.sets)+int(l.classes.bytes[b])]
			if (to == noState) != (other == l.dead) {
				return path(i) + string([]byte{byte(b)}), true
			}
			if p := (pair{int32(to), other}); to != noState && !seen[p] {
				seen[p] = true
				visits = append(visits, visit{p, i, byte(b)})
			}
		}
	}
	return "", false
}
