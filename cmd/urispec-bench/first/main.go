// Command first measures what a program waits for once: the start of the command, and the
// first verdict, error, tree and components of each edition in a process. It prints
// Markdown. Run it from the folder of its module:
//
//	go run ./first           prints the tables, native and as WebAssembly under node
//	go run ./first --check   also checks the bars; exit status 1 if one is missed
//
// Every measured call is the first of its process. The processes take turns. A number is
// the median of all of them, and the least is beside it in brackets. Program probe, in the
// folder below, is what is measured.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/urispec/urispec/grammar/editions"
)

// cli is the command line.
type cli struct {
	Check bool   `help:"Check the numbers against the bars; exit with 1 if one is missed."`
	Runs  int    `default:"15" help:"How many processes make each call."`
	Repo  string `default:"../.." type:"existingdir" help:"The root of the repository."`
}

var errMissed = errors.New("a bar is missed")

func main() {
	var c cli
	kong.Parse(&c, kong.Description("Measure the start of the command, and first calls of the library."))
	switch err := c.run(os.Stdout); {
	case errors.Is(err, errMissed):
		os.Exit(1)
	case err != nil:
		fmt.Fprintln(os.Stderr, "first:", err)
		os.Exit(2)
	}
}

// The bars. A start is measured beside that of the program true, and a call in its process.
const (
	startBar      = 5 * time.Millisecond
	errorBar      = 3 * time.Millisecond
	errorBytesBar = 2_000_000
	treeBar       = 5 * time.Millisecond
	wasmValidBar  = 10 * time.Millisecond
	wasmErrorBar  = 40 * time.Millisecond
)

// calls are what is measured of each edition, and the bars, 0 for none.
var calls = []struct {
	name         string
	native, wasm time.Duration
}{
	{"valid", 0, wasmValidBar},
	{"error", errorBar, wasmErrorBar},
	{"tree", treeBar, 0},
	{"parse", 0, 0},
}

// others are calls that are not about an edition.
var others = []struct{ of, title string }{
	{"rule", "rule authority of rfc3986 by itself"},
	{"scheme", "mailto by its document"},
	{"own", "a grammar of one rule, read from text"},
}

// run measures and prints all.
func (c *cli) run(stdout io.Writer) error {
	if c.Runs < 1 {
		return fmt.Errorf("--runs=%d: at least one is needed", c.Runs)
	}
	dir, err := os.MkdirTemp("", "urispec-first")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var missed []string
	hold := func(what string, got, limit time.Duration) {
		if limit > 0 && got > limit {
			missed = append(missed, fmt.Sprintf("%s: %s ms, not %s", what, millis(got), millis(limit)))
		}
	}
	fmt.Fprintf(stdout, "%s, %s/%s, %d CPUs, medians of %d processes, and the least\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), c.Runs)

	command := filepath.Join(dir, "urispec")
	if err := build(c.Repo, command, "./cmd/urispec", "CGO_ENABLED=0"); err != nil {
		return err
	}
	starts, err := c.starts(command)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "\n## Start\n\n| command | ms (least) |\n| --- | ---: |\n")
	for _, s := range starts {
		fmt.Fprintf(stdout, "| `%s` | %s |\n", s.title, both(s.times))
	}
	hold("start", median(starts[1].times)-median(starts[0].times), startBar)

	native := filepath.Join(dir, "probe")
	if err := build("first/probe", native, "."); err != nil {
		return err
	}
	platforms := []platform{{"native", []string{native}, false}}
	if node, err := exec.LookPath("node"); err == nil {
		wasm := filepath.Join(dir, "probe.wasm")
		if err := build("first/probe", wasm, ".", "GOOS=js", "GOARCH=wasm"); err != nil {
			return err
		}
		root, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			return fmt.Errorf("go env GOROOT: %w", err)
		}
		run := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js")
		platforms = append(platforms, platform{"js/wasm", []string{node, "--stack-size=65500", run, wasm}, true})
	} else {
		fmt.Fprintln(stdout, "\nThere is no node here, so js/wasm is not measured.")
	}
	for _, p := range platforms {
		if err := c.first(stdout, p, hold, &missed); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	if !c.Check {
		return nil
	}
	for _, m := range missed {
		fmt.Fprintln(stdout, "\nMISSED "+m)
	}
	if missed != nil {
		return errMissed
	}
	fmt.Fprintln(stdout, "\nAll bars are held.")
	return nil
}

// build builds a program of the module in a folder.
func build(dir, output, pkg string, env ...string) error {
	cmd := exec.Command("go", "build", "-o", output, pkg)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building %s: %w\n%s", pkg, err, out)
	}
	return nil
}

// start is a program that is started again and again.
type start struct {
	title string
	args  []string
	times []time.Duration
}

// starts measures how long processes take, from their start to their end.
func (c *cli) starts(command string) ([]*start, error) {
	all := []*start{
		{title: "true", args: []string{"true"}},
		{title: "urispec check x", args: []string{command, "check", "x"}},
		{title: "urispec check --json http://a/%zz", args: []string{command, "check", "--json", "http://a/%zz"}},
		{title: "urispec check http://a/%zz", args: []string{command, "check", "http://a/%zz"}},
		{title: "urispec tree http://a/b", args: []string{command, "tree", "http://a/b"}},
	}
	for range 3 * c.Runs {
		for _, s := range all {
			cmd := exec.Command(s.args[0], s.args[1:]...)
			began := time.Now()
			err := cmd.Run()
			s.times = append(s.times, time.Since(began))
			if exit := new(exec.ExitError); err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
				return nil, fmt.Errorf("%s: %w", s.title, err)
			}
		}
	}
	return all, nil
}

// platform is a way to run the probe.
type platform struct {
	name string
	args []string
	wasm bool
}

// measured is what one call took, in all processes.
type measured struct {
	times []time.Duration
	bytes []int
}

// probe starts a process, and adds what it measured.
func (m *measured) probe(p platform, of, what string) error {
	cmd := exec.Command(p.args[0], append(slices.Clone(p.args[1:]), of, what)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s %s: %w: %s", of, what, err, stderr.String())
	}
	var ns, allocated int
	if _, err := fmt.Sscan(string(out), &ns, &allocated); err != nil {
		return fmt.Errorf("%s %s: %q: %w", of, what, out, err)
	}
	m.times, m.bytes = append(m.times, time.Duration(ns)), append(m.bytes, allocated)
	return nil
}

// first measures first calls on a platform.
func (c *cli) first(stdout io.Writer, p platform, hold func(string, time.Duration, time.Duration), missed *[]string) error {
	all := editions.All()
	table := make([][]measured, len(all))
	for i := range table {
		table[i] = make([]measured, len(calls))
	}
	more := make([]measured, len(others))
	for range c.Runs {
		for i, e := range all {
			for j, call := range calls {
				if err := table[i][j].probe(p, e.Name(), call.name); err != nil {
					return err
				}
			}
		}
		for i, o := range others {
			if err := more[i].probe(p, o.of, "error"); err != nil {
				return err
			}
		}
	}
	fmt.Fprintf(stdout, "\n## First calls, %s\n\n| ms, KB | Valid | Check, an error | its KB | Tree | Parse |\n| --- | ---: | ---: | ---: | ---: | ---: |\n", p.name)
	for i, e := range all {
		cells := []string{e.Name()}
		for j, call := range calls {
			m := table[i][j]
			cells = append(cells, both(m.times))
			limit := call.native
			if p.wasm {
				limit = call.wasm
			}
			hold(p.name+", "+e.Name()+", "+call.name, median(m.times), limit)
			if call.name == "error" {
				n := median(m.bytes)
				cells = append(cells, fmt.Sprint((n+500)/1000))
				if n > errorBytesBar && !p.wasm {
					*missed = append(*missed, fmt.Sprintf("%s, error: %d bytes, not %d", e, n, errorBytesBar))
				}
			}
		}
		fmt.Fprintf(stdout, "| %s |\n", strings.Join(cells, " | "))
	}
	for i, o := range others {
		fmt.Fprintf(stdout, "| %s | | %s | %d | | |\n", o.title, both(more[i].times), (median(more[i].bytes)+500)/1000)
	}
	return nil
}

func median[T time.Duration | int](values []T) T {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

// both writes the median and the least.
func both(times []time.Duration) string {
	return fmt.Sprintf("%s (%s)", millis(median(times)), millis(slices.Min(times)))
}

// millis writes milliseconds.
func millis(d time.Duration) string { return fmt.Sprintf("%.2f", d.Seconds()*1e3) }
