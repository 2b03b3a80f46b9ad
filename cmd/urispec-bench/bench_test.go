package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/editions"
)

// TestMain lets the test program be what os.Executable says: a peer.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "--scan" {
		main()
	}
	os.Exit(m.Run())
}

var small = scale{lines: 1_000, hostile: 3_000, process: 2_500, cold: 3_000, many: 2_500}

const testdata = "../../grammar/testdata/"

// runs calls run with few lines, and one short turn for each peer.
func runs(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	status = run(append(args, "--rounds=1", "--min=1ns"), small, &out, &err)
	return status, out.String(), err.String()
}

// Every group is measured and shown, every strict peer agrees with its oracle,
// every edition takes part, and every bar is for something.
func TestGroups(t *testing.T) {
	c := &cli{Repo: "../.."}
	var rows []*row
	for _, input := range inputs {
		for _, open := range c.groups(input, small) {
			g, err := open()
			if err != nil {
				t.Fatal(err)
			}
			measured, err := g.measure(2, 1)
			if g.close != nil {
				g.close()
			}
			if err != nil {
				t.Fatal(err)
			}
			table := g.table(measured)
			for _, r := range measured {
				if len(r.time) != 2 || len(r.beside) != 2 || r.time[0] <= 0 || r.beside[0] <= 0 {
					t.Errorf("%s, %s: times %v beside %v", g.title, r.name, r.time, r.beside)
				}
				if r.strict && r.wrong != 0 {
					t.Errorf("%s, %s: %d wrong", g.title, r.name, r.wrong)
				}
				if strings.HasPrefix(r.name, "urispec") && !r.strict {
					t.Errorf("%s, %s is not held to the oracle", g.title, r.name)
				}
				if !strings.Contains(table, strings.TrimPrefix(r.name, "urispec ")) {
					t.Errorf("%s is not in the table\n%s", r.name, table)
				}
			}
			rows = append(rows, measured...)
		}
	}
	for _, input := range []string{"web50k", "rel50k"} {
		for _, e := range editions.All() {
			if !slices.ContainsFunc(rows, func(r *row) bool {
				return r.work == verdict && r.input == input && r.name == valid(e.Name())
			}) {
				t.Errorf("Valid of %s is not measured on %s", e, input)
			}
		}
	}
	for _, kernel := range []bool{false, true} {
		for _, r := range judge(bars, rows, kernel) {
			if r.outcome == notRun && !(r.than == grepPeer && !hasGrepP()) && r.quantity != seconds && r.quantity != megabytes {
				t.Errorf("no row is for the bar %+v", r.bar)
			}
		}
	}
}

// Of all lines of the corpora those conform that are not spoilt.
func TestSpoilt(t *testing.T) {
	for _, name := range []string{"web50k", "rel50k"} {
		lines, err := corpus(testdata+name+".txt.gz", full.lines)
		if err != nil {
			t.Fatal(err)
		}
		if len(lines) != full.lines {
			t.Errorf("%s has %d lines", name, len(lines))
		}
		refused := 0
		for i, s := range lines {
			ok := rfc3986().MatchString(s)
			if !ok {
				refused++
			}
			if ok == (i%spoilt == spoilt-1) {
				t.Errorf("%s:%d: %q conforms: %v", name, i+1, s, ok)
			}
			if strings.ContainsAny(s, "\r\n") {
				t.Errorf("%s:%d: %q has a line end", name, i+1, s)
			}
		}
		if refused != len(lines)/100 {
			t.Errorf("%s: %d lines do not conform", name, refused)
		}
	}
	all, err := pairs(testdata+"relpairs20k.tsv.gz", full.lines)
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for _, p := range all {
		if !rfc3986().MatchString(p.ref) {
			refused++
		}
	}
	if len(all) != 20_000 || refused != len(all)/100 {
		t.Errorf("%d pairs, %d references do not conform", len(all), refused)
	}
}

// What the oracles say of a shape's sample holds for the shape.
func TestShapes(t *testing.T) {
	for _, s := range shapes {
		for _, n := range []int{sample, 20 * sample} {
			if got := len(s.make(n)); got < n-200 || got > n+200 {
				t.Errorf("%s: %d bytes, want about %d", s.name, got, n)
			}
		}
		short, long := s.make(sample), s.make(20*sample)
		if rfc3986().MatchString(short) != rfc3986().MatchString(long) {
			t.Errorf("%s: conforms only at some lengths", s.name)
		}
		for _, e := range editions.All() {
			_, errShort := e.Tree(short)
			_, errLong := e.Tree(long)
			if (errShort == nil) != (errLong == nil) {
				t.Errorf("%s: %s has a tree only at some lengths", s.name, e)
			}
		}
		if s.late && (rfc3986().MatchString(short) || editions.RFC3986.References().Viable(short) != len(short)) {
			t.Errorf("%s does not fail at its end", s.name)
		}
	}
}

// Without testdata, or with a wrong flag, there is a message and no table.
func TestTrouble(t *testing.T) {
	for _, args := range [][]string{
		{"--corpus=nothing"}, {"--rounds=0"}, {"--repo=" + filepath.Join(t.TempDir(), "none")},
		{"--corpus=web50k", "--repo=" + t.TempDir()}, {"scan"}, {"--scan", "none"},
	} {
		var out, err bytes.Buffer
		if status := run(args, small, &out, &err); status != exitTrouble || !strings.Contains(err.String(), "urispec-bench: ") {
			t.Errorf("%q: status %d, %q", args, status, err.String())
		}
		if strings.Contains(out.String(), "##") {
			t.Errorf("%q: %s", args, out.String())
		}
	}
}

// The program exits with 1 where a bar is missed, and only then.
func TestCheck(t *testing.T) {
	defer func(saved []bar) { bars = saved }(bars)
	reachable := bar{verdict, "rel50k", valid("rfc3986"), timesFaster, beside, 1e-9, 1e-9}
	impossible := bar{split, "rel50k", "urispec Parse rfc3986", timesFaster, beside, 1e9, 1e9}
	elsewhere := bar{verdict, "web50k", valid("rfc3986"), timesFaster, beside, 1e9, 1e9}
	for _, test := range []struct {
		bars   []bar
		args   string
		status int
		want   []string
	}{
		{[]bar{reachable, elsewhere}, "--check", 0, []string{"| pass |", "| not run |"}},
		{[]bar{reachable, impossible}, "--check", exitMissed, []string{"| pass |", "| FAIL |", "≥ 1e+09x net/url"}},
		{[]bar{impossible}, "", 0, nil},
	} {
		bars = test.bars
		args := strings.Fields("--corpus=rel50k " + test.args)
		status, stdout, stderr := runs(t, args...)
		if status != test.status || stderr != "" {
			t.Errorf("%q: status %d, want %d; %s", args, status, test.status, stderr)
		}
		for _, w := range test.want {
			if !strings.Contains(stdout, w) {
				t.Errorf("%q: no %q in\n%s", args, w, stdout)
			}
		}
		if got := strings.Contains(stdout, "Bars"); got != (test.want != nil) {
			t.Errorf("%q: bars are shown: %v", args, got)
		}
	}
}

// A peer that answers wrongly, or not always the same, or not at all is
// nobody's number.
func TestVerify(t *testing.T) {
	oracle := []tally{{accepted: 1}, {}, {accepted: 1}}
	calls := 0
	for _, test := range []struct {
		name   string
		strict bool
		pass   func(from, to int) tally
		want   string // the error
		wrong  int
	}{
		{"right", true, func(from, to int) (t tally) {
			for i := range to - from {
				t.add(oracle[from+i])
			}
			return t
		}, "", 0},
		{"accepts all", false, func(from, to int) tally { return tally{accepted: to - from} }, "", 1},
		{"strict accepts all", true, func(from, to int) tally { return tally{accepted: to - from} }, "line 2 gives", 0},
		{"other parts", true, func(from, to int) tally { return tally{accepted: 1, parts: parts{path: 1}} }, "line 1 gives", 0},
		{"skips lines", false, func(from, to int) tally { return tally{accepted: 1} }, "a pass gives", 0},
		{"unsteady", false, func(from, to int) tally { calls++; return tally{bytes: calls} }, "a pass gives", 0},
		{"broken", false, func(from, to int) tally { return tally{err: os.ErrNotExist} }, "does not exist", 0},
	} {
		p := &peer{name: test.name, pass: test.pass, strict: test.strict}
		g := &group{lanes: lanes(verdict, "input", 3, slices.Clone(oracle), []*peer{p})}
		rows, err := g.measure(1, 1)
		if test.want == "" {
			if err != nil || rows[0].wrong != test.wrong {
				t.Errorf("%s: %v, wrong %d, want %d", test.name, err, rows[0].wrong, test.wrong)
			}
		} else if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}

func TestFaster(t *testing.T) {
	for _, test := range []struct {
		own, other []float64
		want       float64
	}{
		{[]float64{10}, []float64{30}, 3},
		{[]float64{10, 20, 10}, []float64{20, 20, 50}, 2}, // 2, 1, 5
		{[]float64{10, 10}, []float64{10, 30}, 2},
		{[]float64{1, 100}, []float64{2, 400}, 3}, // ratios by round, not of medians
	} {
		if got := faster(test.own, test.other); got != test.want {
			t.Errorf("faster(%v, %v) = %v, want %v", test.own, test.other, got, test.want)
		}
	}
}

func rowOf(w work, input, name string, ops int, time, beside float64) *row {
	return &row{
		lane: &lane{peer: &peer{name: name}, work: w, input: input, ops: ops, bytes: 60 * ops, want: tally{accepted: 99}},
		time: []float64{time}, beside: []float64{beside}, allocs: []float64{1.5}, alloc: []float64{48},
	}
}

func TestJudge(t *testing.T) {
	rows := []*row{
		rowOf(verdict, "web", "a", 100, 10, 40),
		rowOf(verdict, "web", "b", 100, 20, 40),
		rowOf(verdict, "web", "c", 100, 15, 40),
		rowOf(verdict, "rel", "a", 100, 1, 40),
		rowOf(process, "lines", "p", 1_000_000, 100, 400), // 0.1 s
	}
	for _, test := range []struct {
		bar    bar
		kernel bool
		want   string // outcome, needed, got, name of the worst row, number of rows
	}{
		{bar{verdict, "web", "a", timesFaster, beside, 4, 6}, false, "pass 4 4 a 1"},
		{bar{verdict, "web", "a", timesFaster, beside, 4, 6}, true, "FAIL 6 4 a 1"},
		{bar{verdict, "web", "*", timesFaster, beside, 2.1, 0}, false, "FAIL 2.1 2 b 3"},
		{bar{verdict, "*", "a", timesFaster, beside, 4, 0}, false, "pass 4 4 a 2"},
		{bar{verdict, "web", "*", timesSlower, "a", 1.5, 0}, false, "FAIL 1.5 2 b 2"},
		{bar{verdict, "web", "c", timesSlower, "a", 1.5, 0}, false, "pass 1.5 1.5 c 1"},
		{bar{verdict, "web", "b", timesSlower, beside, 0.4, 0}, false, "FAIL 0.4 0.5 b 1"},
		{bar{verdict, "web", "a", timesFaster, "b", 2, 0}, false, "pass 2 2 a 1"},
		{bar{verdict, "web", "a", timesFaster, "z", 1, 0}, false, "not run"},
		{bar{split, "web", "a", timesFaster, beside, 1, 0}, false, "not run"},
		{bar{process, "lines", "p", seconds, beside, 0, 0.1}, false, ""},
		{bar{process, "lines", "p", seconds, beside, 0, 0.1}, true, "pass 0.1 0.1 p 1"},
		{bar{process, "lines", "p", seconds, beside, 0, 0.08}, true, "FAIL 0.08 0.1 p 1"},
	} {
		got := ""
		for _, r := range judge([]bar{test.bar}, rows, test.kernel) {
			got = string(r.outcome)
			if r.worst != nil {
				got += fmt.Sprintf(" %g %g %s %d", r.needed, r.got, r.worst.name, r.of)
			}
		}
		if got != test.want {
			t.Errorf("%+v, kernel %v: %q, want %q", test.bar, test.kernel, got, test.want)
		}
	}
}

func TestTables(t *testing.T) {
	web := &lane{input: "web"}
	abused := rowOf(abuse, "long", "urispec Valid", 1000, 0.5, 0.25)
	abused.base = web
	for _, test := range []struct {
		got, want string
	}{
		{(&group{title: "Verdict", note: "A note."}).table([]*row{
			rowOf(verdict, "web", "net/url", 100, 240, 240), rowOf(verdict, "web", "ours", 100, 30, 240),
		}), `## Verdict

| peer | ns/op | x net/url | GB/s | allocs/op | B/op | accepted | wrong |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| net/url | 240 | 1.00 | 0.25 | 1.50 | 48 | 99 | 0 |
| ours | 30.0 | 8.00 | 2.00 | 1.50 | 48 | 99 | 0 |

A note.
`},
		{(&group{title: "Processes"}).table([]*row{rowOf(process, "lines", "ours", 1_000_000, 100, 400)}), `## Processes

| process | s | x net/url | million lines/s | GB/s | accepted |
| --- | ---: | ---: | ---: | ---: | ---: |
| ours | 0.100 | 4.00 | 10.0 | 0.60 | 99 |
`},
		{(&group{title: "Hostile"}).table([]*row{abused}), `## Hostile

| ns/byte (x web50k's), accepted | Valid |
| --- | ---: |
| web | 0.25 |
| long | 0.50 (2.00) yes |
`},
		{barTable(judge([]bar{
			{verdict, "web", "*", timesFaster, beside, 1, 9},
			{verdict, "web", "b", timesSlower, "a", 1, 1.5},
			{abuse, "web", "b", timesSlower, beside, 1, 3},
			{process, "web", "b", seconds, beside, 1, 0.08},
		}, []*row{rowOf(verdict, "web", "a", 1, 10, 100), rowOf(verdict, "web", "b", 1, 20, 100)}, true), true), `## Bars, with the vector kernel

| bar | needed | got | result |
| --- | --- | --- | --- |
| verdict, web: * | ≥ 9x net/url | 5.00 (worst of 2: b, web) | FAIL |
| verdict, web: b | ≤ 1.5x the time of a | 2.00 | FAIL |
| hostile, web: b | ≤ 3x its time on web50k |  | not run |
| process, web: b | ≤ 0.08 s |  | not run |
`},
	} {
		if test.got != test.want {
			t.Errorf("got\n%s\nwant\n%s", test.got, test.want)
		}
	}
}
