package automaton

// MatcherSize is how large a Matcher is.
type MatcherSize struct {
	Lists   int // states of the tagged automaton
	States  int // after minimization
	Noting  int // specials that note positions
	Running int // that run another program
	Escapes int
	Sets    int // of the kernel
	Extra   int // registers besides those of bounds
	Classes int
	Bytes   int // of rows
}

// SizesOf returns the sizes of the matcher of e: for deciding and for finding.
func SizesOf(e *Expr, wanted ...Wanted) (plain, tagged MatcherSize) {
	t := newTagged(e, wanted)
	m := t.allot().minimize()
	size := func(m *machine) MatcherSize {
		t := newTable(m)
		s := MatcherSize{States: len(m.states), Classes: len(m.classes.sets), Sets: t.kernel.inUse(), Bytes: 1024 * len(t.rows)}
		for _, x := range t.actions[1:] {
			switch x.what {
			case noting:
				s.Noting++
			case running:
				s.Running++
			case skipping:
				s.Escapes++
			}
		}
		return s
	}
	plain, tagged = size(Compile(256, e).machine()), size(m)
	tagged.Lists = len(t.states)
	tagged.Extra = m.registers - Registers
	return plain, tagged
}

// TaggedCover returns strings that together take every transition of the
// automaton that Match runs.
func TaggedCover(e *Expr, wanted ...Wanted) [][]int32 {
	d := newTagged(e, wanted).allot().minimize().dfa()
	d.live = d.findLive()
	return Cover(d)
}

// Run is a way to run a Matcher.
type Run struct {
	Name    string
	Accepts func(s string) bool
	Match   func(s string, regs []int32) bool
}

// Runs returns the ways to run a and m that there are on this machine.
func Runs(a *Acceptor, m *Matcher) []Run {
	start := func(regs []int32) { *(*[Registers]int32)(regs) = m.initial }
	runs := []Run{
		{"as chosen", a.Accepts, m.Match},
		{"bytes", a.table.acceptsBytes, func(s string, regs []int32) bool {
			start(regs)
			return m.table.matchBytes(s, regs)
		}},
	}
	for _, k := range []struct {
		name     string
		use, can bool
	}{{"blocks", false, vector}, {"wide blocks", true, wide}} {
		if !k.can {
			continue
		}
		runs = append(runs, Run{
			k.name,
			func(s string) bool {
				if len(s) < minBlock || a.table.kernel.inUse() == 0 {
					return a.table.acceptsBytes(s)
				}
				return a.table.acceptsBlocks(s, k.use)
			},
			func(s string, regs []int32) bool {
				start(regs)
				if len(s) < minBlock || m.table.kernel.inUse() == 0 {
					return m.table.matchBytes(s, regs)
				}
				return m.table.matchBlocks(s, regs, k.use)
			},
		})
	}
	return runs
}

// ExplainerSize is how large an Explainer is.
type ExplainerSize struct {
	States int
	Sets   int // of the kernel
	Bytes  int // of the table
}

// Size returns the size of x.
func (x *Explainer) Size() ExplainerSize {
	return ExplainerSize{len(x.labels), x.kernel.inUse(), 4 * len(x.next)}
}

// ExplainerCover returns strings that together take every transition of x's
// automaton, of which d is the minimal one.
func ExplainerCover(x *Explainer, d *DFA) [][]int32 {
	e := &DFA{classes: x.classes, next: x.next}
	for _, label := range x.labels {
		e.accept, e.live = append(e.accept, d.accept[label.state]), append(e.live, d.live[label.state])
	}
	return Cover(e)
}

// ExplainRun is a way to run an Explainer.
type ExplainRun struct {
	Name    string
	Explain func(s string) (length, state, tag int)
}

// ExplainRuns returns the ways to run x that there are on this machine.
func ExplainRuns(x *Explainer) []ExplainRun {
	labelled := func(at int32, length int) (int, int, int) {
		return length, int(x.labels[at].state), int(x.labels[at].tag)
	}
	runs := []ExplainRun{
		{"as chosen", x.Explain},
		{"bytes", func(s string) (int, int, int) { return labelled(x.leaveBytes(s)) }},
	}
	if x.dead == 0 {
		return runs[:1]
	}
	if x.kernel.inUse() == 0 {
		return runs
	}
	blocks := func(wide bool) func(s string) (int, int, int) {
		return func(s string) (int, int, int) {
			if len(s) < minBlock {
				return labelled(x.leaveBytes(s))
			}
			return labelled(x.leaveBlocks(s, wide))
		}
	}
	if vector {
		runs = append(runs, ExplainRun{"blocks", blocks(false)})
	}
	if wide {
		runs = append(runs, ExplainRun{"wide blocks", blocks(true)})
	}
	return runs
}
