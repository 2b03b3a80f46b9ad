package main

import (
	"fmt"
	"runtime"
	"strings"
)

// quantity is what a bar is a limit of.
type quantity uint8

const (
	timesFaster quantity = iota // the other's time by ours: at least
	timesSlower                 // our time by the other's: at most
	seconds                     // of a pass, on two cores: at most
	megabytes                   // of memory: at most
)

// bar is a limit for some rows.
type bar struct {
	work        work
	input, peer string // which rows; "*" at the end stands for any text
	quantity    quantity
	than        string // another peer of the same work and input, or beside
	// pure counts where only Go code runs, kernel where the vector kernel does; 0
	// means that there is no bar.
	pure, kernel float64
}

// beside stands for the peer that is measured beside each other one: net/url, or for
// hostile input the same function on web50k.
const beside = ""

// bars are what --check asks for. They catch regressions. Those against net/url are for
// cold reading. They are at least a tenth below what a quiet machine measures, because
// these ratios vary from run to run: net/url's garbage collection is part of them.
var bars = []bar{
	{coldVerdict, "web50k", "urispec Valid rfc3986", timesFaster, beside, 4.5, 8},
	{coldVerdict, "rel50k", "urispec Valid rfc3986", timesFaster, beside, 3, 11},
	{coldVerdict, "web50k", "urispec Valid *", timesFaster, beside, 3, 5},
	{coldSplit, "web50k", "urispec ParseInto rfc3986", timesFaster, beside, 3, 5.5},
	{coldSplit, "web50k", "urispec Parse rfc3986", timesFaster, beside, 2.5, 4.5},
	{coldTarget, "relpairs20k", "urispec Resolve rfc3986", timesFaster, beside, 5, 6.5},
	{coldNormal, "web50k", "urispec Normalize rfc3986", timesFaster, beside, 0, 5},
	{abuse, "*", "urispec Valid *", timesSlower, beside, 3, 3},
	{abuse, "*", "urispec Check *", timesSlower, beside, 3, 3},
	{abuse, "*", "urispec ParseInto *", timesSlower, beside, 3, 3},
	{process, "lines", ourCheck, timesFaster, grepPeer, 1, 1},
	{process, "lines", ourCheck, timesFaster, scanPeer, 4, 4},
	{process, "lines", ourCheck, seconds, beside, 0, 0.08},
	{process, "lines", ourClean, seconds, beside, 0, 0.125}, // 8 million lines a second
	// 60 million lines a second; 30 from a pipe; 40 with the reasons for one in a hundred; 3
	// with a result for each.
	{many, "lines", manyCount + twoCores, seconds, beside, 0, 0.167},
	{many, "lines", manyPiped + twoCores, seconds, beside, 0, 0.333},
	{many, "lines", manyInvalid + twoCores, seconds, beside, 0, 0.25},
	{many, "lines", manyJSON + twoCores, seconds, beside, 0, 3.33},
	{many, "lines", manyHostile + twoCores, timesSlower, manyCount + twoCores, 3, 3},
	{many, "lines", "*", megabytes, beside, 64, 64},
}

// outcome is how a bar ends.
type outcome string

const (
	pass   outcome = "pass"
	fail   outcome = "FAIL"
	notRun outcome = "not run" // none of its rows was measured
)

// result is a bar with the worst of its rows: the one that comes nearest to missing it,
// or misses it most.
type result struct {
	bar
	needed  float64
	worst   *row
	got     float64
	of      int // rows
	outcome outcome
}

// judge checks rows against one column of the bars.
func judge(bars []bar, rows []*row, kernel bool) []result {
	var out []result
	for _, b := range bars {
		r := result{bar: b, needed: b.pure, outcome: notRun}
		if kernel {
			r.needed = b.kernel
		}
		if r.needed == 0 {
			continue
		}
		for _, row := range rows {
			if got, ok := b.measured(row, rows); ok {
				r.of++
				if r.worst == nil || b.reaches(r.got, got) {
					r.worst, r.got = row, got
				}
			}
		}
		switch {
		case r.worst == nil:
		case b.reaches(r.got, r.needed):
			r.outcome = pass
		default:
			r.outcome = fail
		}
		out = append(out, r)
	}
	return out
}

// reaches reports whether got is good enough if limit is needed.
func (b *bar) reaches(got, limit float64) bool {
	if b.quantity == timesFaster {
		return got >= limit
	}
	return got <= limit
}

// measured returns the value of a row that the bar limits. It returns false if the bar is
// not for this row, or if the value was not measured.
func (b *bar) measured(r *row, rows []*row) (float64, bool) {
	if r.work != b.work || !matches(b.input, r.input) || !matches(b.peer, r.name) {
		return 0, false
	}
	switch b.quantity {
	case seconds:
		return r.seconds(), runtime.NumCPU() >= cores
	case megabytes:
		return r.used.resident, r.used.resident > 0
	}
	other := r.beside
	if b.than != beside {
		other = nil
		for _, o := range rows {
			if o != r && o.work == r.work && o.input == r.input && o.name == b.than {
				other = o.time
			}
		}
	}
	switch {
	case other == nil:
		return 0, false
	case b.quantity == timesSlower:
		return faster(other, r.time), true
	}
	return faster(r.time, other), true
}

func matches(pattern, text string) bool {
	if prefix, ok := strings.CutSuffix(pattern, "*"); ok {
		return strings.HasPrefix(text, prefix)
	}
	return text == pattern
}

// barTable shows the results.
func barTable(results []result, kernel bool) string {
	title := "## Bars, pure Go\n\n"
	if kernel {
		title = "## Bars, with the vector kernel\n\n"
	}
	lines := [][]string{{"bar", "needed", "got", "result"}}
	for _, r := range results {
		got := ""
		if r.worst != nil {
			got = number(r.got)
			if r.of > 1 {
				got += fmt.Sprintf(" (worst of %d: %s, %s)", r.of, r.worst.name, r.worst.input)
			}
		}
		bar := string(r.work) + ", " + r.input + ": " + r.peer
		lines = append(lines, []string{bar, r.limit(r.needed), got, string(r.outcome)})
	}
	return title + markdown(lines)
}

// limit writes a number as what it is a limit of.
func (r *result) limit(x float64) string {
	switch {
	case r.quantity == seconds:
		return fmt.Sprintf("≤ %g s", x)
	case r.quantity == megabytes:
		return fmt.Sprintf("≤ %g MB", x)
	case r.work == abuse:
		return fmt.Sprintf("≤ %gx its time on web50k", x)
	case r.quantity == timesSlower:
		return fmt.Sprintf("≤ %gx the time of %s", x, r.than)
	case r.than == beside:
		return fmt.Sprintf("≥ %gx net/url", x)
	}
	return fmt.Sprintf("≥ %gx %s", x, r.than)
}
