package learn

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// loop is a part with which the hypothesis returns to the same state, after a string that
// leads to the state, and before a string that is accepted from there.
type loop struct{ before, again, after string }

// loops returns those of one and of two bytes, for states from which a string is accepted.
func (l *learner) loops() []loop {
	completions, has := l.completions()
	var loops []loop
	for q := range l.states {
		if !has[q] {
			continue
		}
		for _, c := range l.reps {
			next := l.step(q, c)
			if next == unknown {
				continue // it has not been learned
			}
			if next == q {
				loops = append(loops, loop{l.states[q].access, single[c], completions[q]})
				continue
			}
			for _, d := range l.reps {
				if has[next] && l.step(next, d) == q {
					loops = append(loops, loop{l.states[q].access, single[c] + single[d], completions[q]})
				}
			}
		}
	}
	return loops
}

// repetitions repeats each loop until the string is about as long as one may be from which
// something is learned.
func (l *learner) repetitions(try func(p1, p2, p3, p4 string) bool) {
	for _, r := range l.loops() {
		if !try(r.before, strings.Repeat(r.again, MaxLength/len(r.again)), r.after, "") {
			return
		}
	}
}

// findLimits repeats each loop very often. A box that then refuses what the automaton
// accepts has a limit of length. The automaton is left as it is: to learn a limit, it would
// need a state for each length.
func (l *learner) findLimits() error {
	l.stage = "limits of length"
	loops := l.loops()
	var b batch
	// ask reports for loops with as many repetitions whether the box accepts them.
	ask := func(loops []loop, times int) ([]bool, error) {
		b.empty()
		for _, r := range loops {
			b.add(r.before, strings.Repeat(r.again, times), r.after, "")
		}
		err := l.ask(&b)
		return b.answers, err
	}
	const together, most = 64, MaxRepeats
	loops = slices.DeleteFunc(loops, func(r loop) bool { return !whole(r) })
	known := make(map[int]bool)
	for from := 0; from < len(loops); from += together {
		group := loops[from:min(from+together, len(loops))]
		answers, err := ask(group, most)
		if err != nil {
			return err
		}
		var limited []loop
		for i, r := range group {
			if !answers[i] {
				limited = append(limited, r)
			}
		}
		for _, r := range limited {
			var failed error
			times := sort.Search(most, func(n int) bool {
				if failed != nil {
					return true
				}
				answers, err := ask([]loop{r}, n)
				failed = err
				return err == nil && !answers[0]
			})
			if failed != nil {
				return failed
			}
			// A hypothesis that is not finished may be wrong about a loop itself.
			if l.unfinished && len(r.before)+(times-1)*len(r.again)+len(r.after) <= MaxLength {
				continue
			}
			if !known[times] {
				known[times] = true
				l.limits = append(l.limits, Limit{r.before, r.again, r.after, times - 1})
			}
		}
	}
	return nil
}

// whole reports whether the parts of a loop are whole characters, if the loop is.
func whole(r loop) bool {
	return !utf8.ValidString(r.before+r.again+r.after) || utf8.ValidString(r.before) && utf8.ValidString(r.again)
}
