package main

import (
	"fmt"
	"runtime"
	"slices"
	"time"
)

// work is what the peers of a group do.
type work string

const (
	verdict      work = "verdict"               // for each line
	split        work = "components"            // for each line
	target       work = "target"                // for each pair
	parsedTarget work = "target, parsed before" // for each pair
	abuse        work = "hostile"               // hostile input, for each byte
	explanation  work = "explanation"           // why hostile input fails, for each byte
	process      work = "process"               // a whole process, for each line
	many         work = "many lines"            // the same

	coldVerdict work = "cold verdict"       // for each line
	coldSplit   work = "cold components"    // for each line
	coldNormal  work = "cold normalization" // for each line
	coldTarget  work = "cold target"        // for each pair
)

// group has the lanes that are measured together and shown in one table.
type group struct {
	title string
	lanes []*lane
	note  string // below the table; may be empty
	close func() // may be nil
	cold  bool   // a turn is one pass, as a program would make it; see cold.go
}

// lane is a peer on one input.
type lane struct {
	*peer
	work       work
	input      string
	lines      int // how many lines the peer's pass has
	ops, bytes int // of a pass over all lines; what an operation is depends on the work
	oracle     []tally
	base       *lane // the lane that is measured beside this one each time; may be itself

	want  tally // of a pass
	wrong int   // lines whose verdict or result differs from the oracle's
	batch int   // passes between two readings of the clock

	used *consumption // of the processes of many lines; else nil
}

// lanes puts peers on one input, which has as many lines as the oracle. The others are
// compared with the first.
func lanes(w work, input string, bytes int, oracle []tally, peers []*peer) []*lane {
	out := make([]*lane, len(peers))
	for i, p := range peers {
		out[i] = &lane{peer: p, work: w, input: input, lines: len(oracle), ops: len(oracle), bytes: bytes, oracle: oracle}
		if p.oracle != nil {
			out[i].oracle, p.oracle = p.oracle, nil
		}
		out[i].base = out[0]
	}
	return out
}

// row is what was measured of a lane.
type row struct {
	*lane
	time, beside  []float64 // ns per operation in each round; beside is the base's
	allocs, alloc []float64 // allocations per operation, and their bytes
}

// measure holds every lane to its oracle, and then lets each take a turn in
// every round, right after its base. Go runs on one thread then: the collector's
// work is part of what the peers cost who need it, as where all cores are busy.
// The lanes cannot be used again. If the group is cold, a turn is one pass and nothing is
// done before it.
func (g *group) measure(rounds int, least time.Duration) ([]*row, error) {
	var rows []*row
	for _, l := range g.lanes {
		for _, l := range []*lane{l.base, l} {
			if err := l.verify(g.cold); err != nil {
				return nil, err
			}
		}
		rows = append(rows, &row{lane: l})
	}
	for _, l := range g.lanes {
		l.oracle, l.base.oracle = nil, nil
	}
	take := func(l *lane) (turn, error) { return l.turn(least) }
	if g.cold {
		take = (*lane).coldTurn
	} else {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	}
	for range rounds {
		for _, r := range rows {
			beside := turn{}
			var err error
			if r.base != r.lane {
				if beside, err = take(r.base); err != nil {
					return nil, err
				}
			}
			own, err := take(r.lane)
			if err != nil {
				return nil, err
			}
			if r.base == r.lane {
				beside = own
			}
			r.time = append(r.time, own.time)
			r.beside = append(r.beside, beside.time)
			r.allocs = append(r.allocs, own.allocs)
			r.alloc = append(r.alloc, own.alloc)
		}
	}
	for _, l := range g.lanes {
		l.pass, l.base.pass = nil, nil // this also releases the input
	}
	return rows, nil
}

// verify finds out what a pass has to add up to: the sum of the peer's answers for each
// line alone. The answers of a strict peer must be those of the oracle.
func (l *lane) verify(cold bool) error {
	if l.batch > 0 {
		return nil // done
	}
	for i := range l.lines {
		got, want := l.pass(i, i+1), l.oracle[i]
		if got.err != nil {
			return fmt.Errorf("%s: %w", l.name, got.err)
		}
		if l.strict && got != want {
			return fmt.Errorf("%s on %s: line %d gives %+v, want %+v", l.name, l.input, i+1, got, want)
		}
		if got.accepted != want.accepted || got.bytes != want.bytes {
			l.wrong++
		}
		l.want.add(got)
	}
	if cold {
		l.batch = 1 // only to say that this is done
		return nil
	}
	// Reading the clock should not count.
	const tick = time.Millisecond
	for l.batch = 1; ; l.batch *= 2 {
		start := time.Now()
		for range l.batch {
			if err := l.once(); err != nil {
				return err
			}
		}
		if time.Since(start) >= tick {
			return nil
		}
	}
}

// once makes one pass over all lines.
func (l *lane) once() error {
	if got := l.pass(0, l.lines); got != l.want {
		if got.err != nil {
			return fmt.Errorf("%s: %w", l.name, got.err)
		}
		return fmt.Errorf("%s on %s: a pass gives %+v, want %+v", l.name, l.input, got, l.want)
	}
	return nil
}

// turn is what one turn of a lane took, for each operation.
type turn struct{ time, allocs, alloc float64 }

// turn makes passes for at least some time and returns their median.
func (l *lane) turn(least time.Duration) (turn, error) {
	passes := make([]float64, 0, 1+least/time.Millisecond) // not to be counted below
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n := 0
	for total := time.Duration(0); total < least || n == 0; n += l.batch {
		start := time.Now()
		for range l.batch {
			if err := l.once(); err != nil {
				return turn{}, err
			}
		}
		d := time.Since(start)
		passes = append(passes, float64(d)/float64(l.batch))
		total += d
	}
	runtime.ReadMemStats(&after)
	ops := float64(l.ops)
	return turn{
		time:   median(passes) / ops,
		allocs: float64(after.Mallocs-before.Mallocs) / float64(n) / ops,
		alloc:  float64(after.TotalAlloc-before.TotalAlloc) / float64(n) / ops,
	}, nil
}

// coldTurn makes one pass.
func (l *lane) coldTurn() (turn, error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	err := l.once()
	d := time.Since(start)
	runtime.ReadMemStats(&after)
	ops := float64(l.ops)
	return turn{
		time:   float64(d) / ops,
		allocs: float64(after.Mallocs-before.Mallocs) / ops,
		alloc:  float64(after.TotalAlloc-before.TotalAlloc) / ops,
	}, err
}

// faster is how many times as long as r the other took: the median of the
// rounds' ratios.
func faster(r, other []float64) float64 {
	ratios := make([]float64, len(r))
	for i := range r {
		ratios[i] = other[i] / r[i]
	}
	return median(ratios)
}

func median(xs []float64) float64 {
	s := slices.Sorted(slices.Values(xs))
	return (s[(len(s)-1)/2] + s[len(s)/2]) / 2
}
