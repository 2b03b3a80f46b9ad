package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
)

// headline says what was measured where.
func headline(c *cli) string {
	facts := []string{
		runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH, cpuModel(), fmt.Sprintf("%d CPUs", runtime.NumCPU()),
		"vector kernel: " + yesNo(vector()),
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			switch m.Path {
			case "github.com/fredbi/uri", "github.com/nlnwa/whatwg-url":
				facts = append(facts, strings.TrimPrefix(m.Path, "github.com/")+" "+m.Version)
			}
		}
	}
	facts = append(facts, fmt.Sprintf("medians of %d rounds, which are one pass in the cold tables and at least %v in the others, which are hot", c.Rounds, c.Min))
	return strings.Join(facts, ", ")
}

// cpuModel is the name of the processor, if /proc has it.
func cpuModel() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err == nil {
		for line := range strings.Lines(string(text)) {
			if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
				return strings.TrimSpace(value)
			}
		}
	}
	return "CPU unknown"
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// table is the group's heading and table.
func (g *group) table(rows []*row) string {
	var lines [][]string
	switch rows[0].work {
	case abuse:
		lines = abuseTable(rows)
	case process:
		lines = [][]string{{"process", "s", "x net/url", "million lines/s", "GB/s", "accepted"}}
		for _, r := range rows {
			lines = append(lines, []string{
				r.name, fmt.Sprintf("%.3f", r.seconds()), number(faster(r.time, r.beside)),
				number(1e3 / median(r.time)), r.throughput(), fmt.Sprint(r.want.accepted),
			})
		}
	case many:
		lines = [][]string{{"process", "s", "million lines/s", "GB/s", "s of CPU", "MB"}}
		for _, r := range rows {
			lines = append(lines, []string{
				r.name, fmt.Sprintf("%.3f", r.seconds()), number(1e3 / median(r.time)), r.throughput(),
				fmt.Sprintf("%.3f", median(r.used.cpu)), fmt.Sprintf("%.0f", r.used.resident),
			})
		}
	default:
		lines = [][]string{{"peer", "ns/op", "x net/url", "GB/s", "allocs/op", "B/op", "accepted", "wrong"}}
		for _, r := range rows {
			lines = append(lines, []string{
				r.name, number(median(r.time)), number(faster(r.time, r.beside)), r.throughput(),
				fmt.Sprintf("%.2f", median(r.allocs)), fmt.Sprintf("%.0f", median(r.alloc)),
				fmt.Sprint(r.want.accepted), fmt.Sprint(r.wrong),
			})
		}
	}
	out := "## " + g.title + "\n\n" + markdown(lines)
	if g.note != "" {
		out += "\n" + g.note + "\n"
	}
	return out
}

// abuseTable has a column for each peer and a line for each input.
func abuseTable(rows []*row) [][]string {
	lines := [][]string{{"ns/byte (x web50k's), accepted"}}
	add := func(input, cell string) {
		for i := range lines {
			if lines[i][0] == input {
				lines[i] = append(lines[i], cell)
				return
			}
		}
		lines = append(lines, []string{input, cell})
	}
	peer := ""
	for _, r := range rows {
		if r.name != peer {
			peer = r.name
			lines[0] = append(lines[0], strings.TrimPrefix(peer, "urispec "))
			add(r.base.input, number(median(r.beside)))
		}
		add(r.input, fmt.Sprintf("%s (%s) %s", number(median(r.time)), number(faster(r.beside, r.time)), yesNo(r.want.accepted > 0)))
	}
	return lines
}

// seconds is what a pass takes.
func (r *row) seconds() float64 { return median(r.time) * float64(r.ops) / 1e9 }

// throughput is in GB/s, which is bytes a nanosecond.
func (r *row) throughput() string {
	return number(float64(r.bytes) / float64(r.ops) / median(r.time))
}

// number has three significant digits, or two decimals.
func number(x float64) string {
	switch {
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

// markdown writes a table, the header first. Columns of numbers are right-aligned.
func markdown(lines [][]string) string {
	var b strings.Builder
	write := func(cells []string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	write(lines[0])
	rule := make([]string, len(lines[0]))
	for i := range rule {
		rule[i] = "---"
		if len(lines) > 1 && lines[1][i] != "" && strings.Trim(lines[1][i], "0123456789.") == "" {
			rule[i] = "---:"
		}
	}
	write(rule)
	for _, cells := range lines[1:] {
		write(cells)
	}
	return b.String()
}
