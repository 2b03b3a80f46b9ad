// Command urispec-bench measures urispec beside other URL parsers, on the same
// input and in the same run, and prints Markdown. Run it from its folder:
//
//	go run .           prints the tables
//	go run . --check   also checks the bars; exit status 1 if one is missed
//
// It is a module of its own, so that the root module does not depend on the
// other parsers.
//
// A run takes one group of input after the other (cold.go, corpus.go, hostile.go,
// process.go, lines.go). Every peer, one of the parsers, is a function over lines that
// reads what it parsed (peers.go). Before anything is timed, its answer for each
// line is compared with that of slow engines that share nothing with urispec's
// matcher (oracle.go). Then come the rounds (measure.go), the tables (table.go)
// and the bars (bars.go).
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

func main() {
	os.Exit(run(os.Args[1:], full, os.Stdout, os.Stderr))
}

// The exit statuses.
const (
	exitMissed  = 1 // a bar is missed
	exitTrouble = 2 // wrong usage, wrong answers of a peer, or trouble with a file
)

// cli is the command line.
type cli struct {
	Check  bool          `help:"Check the numbers against the bars; exit with 1 if one is missed."`
	Corpus []string      `enum:"${inputs}" default:"${inputs}" placeholder:"NAME" help:"Measure only these inputs: ${inputs}."`
	Rounds int           `default:"5" help:"How many turns every parser gets."`
	Min    time.Duration `default:"100ms" help:"How long a turn takes at least."`
	Repo   string        `default:"../.." type:"existingdir" help:"The root of the repository, from which the corpora and the command are taken."`
	Scan   string        `hidden:"" help:"Act as one of the parsers instead: count the lines of this file that net/url parses."`
}

// inputs are the values of --corpus, in the order of their tables.
var inputs = []string{"cold", "web50k", "rel50k", "relpairs20k", "hostile", "process", "lines"}

// scale is how much of everything a run takes; tests take less.
type scale struct {
	lines   int // of a corpus, at most
	hostile int // bytes of a hostile shape
	process int // lines for whole processes
	cold    int // lines that are read cold
	many    int // lines for processes that are measured alone
}

var full = scale{lines: 50_000, hostile: 10_000_000, process: 1_000_000, cold: 1_000_000, many: 10_000_000}

// run is main without the process: it returns the exit status.
func run(args []string, sc scale, stdout, stderr io.Writer) int {
	var c cli
	helped := false
	parser := kong.Must(&c,
		kong.Name("urispec-bench"),
		kong.Description("Measure urispec beside other URL parsers. Nothing else should run on the machine meanwhile."),
		kong.Vars{"inputs": strings.Join(inputs, ",")},
		kong.Writers(stdout, stderr),
		kong.Exit(func(int) { helped = true }),
	)
	_, err := parser.Parse(args)
	switch {
	case helped:
		return 0
	case err != nil:
	case c.Scan != "":
		err = scan(c.Scan, stdout)
	default:
		err = c.run(sc, stdout)
	}
	switch {
	case errors.Is(err, errMissed):
		return exitMissed
	case err != nil:
		fmt.Fprintf(stderr, "urispec-bench: %v\n", err)
		return exitTrouble
	}
	return 0
}

var errMissed = errors.New("a bar is missed")

// run measures one group after the other. Each is dropped before the next is
// read, because what lives in memory changes how often the garbage collector
// runs, and with it the times of the peers that allocate.
func (c *cli) run(sc scale, stdout io.Writer) error {
	if c.Rounds < 1 {
		return fmt.Errorf("--rounds=%d: at least one is needed", c.Rounds)
	}
	fmt.Fprintln(stdout, headline(c))
	var rows []*row
	for _, input := range inputs {
		if !slices.Contains(c.Corpus, input) {
			continue
		}
		for _, open := range c.groups(input, sc) {
			g, err := open()
			if err != nil {
				return fmt.Errorf("%s: %w", input, err)
			}
			measured, err := g.measure(c.Rounds, c.Min)
			if g.close != nil {
				g.close()
			}
			if err != nil {
				return fmt.Errorf("%s: %w", g.title, err)
			}
			fmt.Fprintf(stdout, "\n%s", g.table(measured))
			rows = append(rows, measured...)
		}
	}
	if !c.Check {
		return nil
	}
	results := judge(bars, rows, vector())
	fmt.Fprintf(stdout, "\n%s", barTable(results, vector()))
	if slices.ContainsFunc(results, func(r result) bool { return r.outcome == fail }) {
		return errMissed
	}
	return nil
}

// groups returns what makes the groups of one input.
func (c *cli) groups(input string, sc scale) []func() (*group, error) {
	file := func(name string) string { return filepath.Join(c.Repo, "grammar", "testdata", name) }
	switch input {
	case "relpairs20k":
		return []func() (*group, error){
			func() (*group, error) { return resolution(file("relpairs20k.tsv.gz"), sc.lines) },
			func() (*group, error) { return parsedResolution(file("relpairs20k.tsv.gz"), sc.lines) },
		}
	case "cold":
		return []func() (*group, error){
			func() (*group, error) { return coldLines("web50k", file("web50k.txt.gz"), sc) },
			func() (*group, error) { return coldLines("rel50k", file("rel50k.txt.gz"), sc) },
			func() (*group, error) { return coldPairs(file("relpairs20k.tsv.gz"), sc) },
		}
	case "hostile":
		return []func() (*group, error){
			func() (*group, error) { return hostile(file("web50k.txt.gz"), sc) },
		}
	case "process":
		return []func() (*group, error){
			func() (*group, error) { return processes(c.Repo, file("web50k.txt.gz"), sc) },
		}
	case "lines":
		return []func() (*group, error){
			func() (*group, error) { return manyLines(c.Repo, file("web50k.txt.gz"), sc) },
		}
	}
	name := file(input + ".txt.gz")
	return []func() (*group, error){
		func() (*group, error) { return verdicts(input, name, sc.lines) },
		func() (*group, error) { return components(input, name, sc.lines) },
	}
}
