// Command urispec-bulk does for archives what urispec does for lines: it checks, sums up and
// parses the references of many files, and finds those in their documents.
//
//	urispec-bulk check   -o DIR [-e EDITION] [--input FORMAT] FILE...
//	urispec-bulk summary -o DIR [-e EDITION] [--input FORMAT] FILE...
//	urispec-bulk parse   -o DIR [-e EDITION] [--input FORMAT] FILE...
//	urispec-bulk extract -o DIR [-e EDITION] [--input FORMAT] FILE...
//
// The input is lines, WARC, CDXJ, N-Quads, CSV or Parquet. All but Parquet may be compressed
// with gzip, zstd or bzip2.
//
// Each file is read by one worker, and has a file of results in DIR, a part. A part
// appears when all of its file has been read, never before. DIR/index.jsonl says which file
// has which part, and what was counted; DIR/summary.json sums it up. After a run that was
// stopped in any way, --resume goes on with the files that are not done, and DIR is then, byte
// for byte, what one run would have made of it.
//
// The JSON is that of urispec. The exit status is 0 if all references conform, 1 if some do
// not, and 2 after wrong usage, if a file or a record could not be read, or if DIR could not
// be written.
//
//	main.go     the command line
//	run.go      the workers
//	index.go    what is done
//	task.go     what is done with the records of a file
//	document.go the references in documents
//	result.go   results
//	json.go     results as JSON Lines
//	columns.go  results as Parquet
//	parquet.go  references in Parquet
//	lock_*.go   one run at a time
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/urispec/urispec/cmd/urispec-bulk/records"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// cli is the command line.
type cli struct {
	Check   checkCmd   `cmd:"" help:"Check whether references conform to an edition: a result for each."`
	Summary summaryCmd `cmd:"" help:"Sum up why references do not conform: one result for all, which is also written to standard output."`
	Parse   parseCmd   `cmd:"" help:"Find the components of references: a result for each."`
	Extract extractCmd `cmd:"" help:"Find the references in documents: the pages and texts of WARC responses, or the text of each record of another format."`
}

// The exit statuses.
const (
	exitYes     = 0
	exitNo      = 1
	exitTrouble = 2
)

type (
	checkCmd struct {
		resultFlags
		runFlags
	}
	summaryCmd struct{ runFlags }
	parseCmd   struct {
		resultFlags
		runFlags
	}
	extractCmd struct {
		resultFlags
		runFlags
	}
)

// resultFlags are for commands that write results.
type resultFlags struct {
	To   string `enum:"jsonl,parquet" default:"jsonl" help:"Write JSON Lines, as urispec --json does, or Parquet with the same names as columns (default: jsonl)."`
	Only string `enum:"valid,invalid,both" default:"both" help:"Write only the results for valid or for invalid references (default: both)."`
}

// runFlags say what is read, and how.
type runFlags struct {
	Edition   edition  `short:"e" default:"rfc3986" placeholder:"EDITION" help:"Use the grammar of this edition (default: rfc3986)."`
	Corrected bool     `help:"Apply the errata that change which references conform."`
	Input     string   `short:"i" enum:"lines,warc,cdxj,nquads,csv,parquet" default:"lines" help:"The format of the files: lines, warc, cdxj, nquads (also N-Triples), csv or parquet (default: lines)."`
	Column    string   `placeholder:"NAME" help:"What has the reference: a column of CSV or Parquet (of CSV also its number, if there is no header), a member of CDXJ's JSON (default: url), a header field of WARC (default: WARC-Target-URI), or subject, predicate, object, graph or datatype in N-Quads (default: all)."`
	Separator string   `placeholder:"CHAR" help:"What separates the columns of CSV, such as ';' or '\\t' (default: a comma)."`
	Kinds     []string `name:"type" placeholder:"TYPE" help:"Read only WARC records of this type, such as response. May be repeated."`
	MaxRecord size     `name:"max-record" default:"1MiB" placeholder:"SIZE" help:"The length of the longest record to read, in bytes, KiB, MiB or GiB (default: 1MiB). A longer one is counted as not read. A worker may take 96 MiB and, beyond the default, 64 times as much; results as Parquet take 256 MiB more."`
	Jobs      int      `short:"j" placeholder:"N" help:"Use N workers (default: one per processor). The results do not depend on it."`
	Out       string   `short:"o" name:"out" required:"" placeholder:"DIR" help:"Write the results to this directory."`
	Resume    bool     `help:"Go on with a run that was stopped. The files and flags must be the same, but for --jobs."`
	List      string   `name:"files-from" placeholder:"LIST" help:"Read the names of more files from LIST, one per line."`
	Files     []string `arg:"" optional:"" name:"file" sep:"none" help:"The files. Their order is that of the results."`
}

// edition is the value of --edition.
type edition struct{ *grammar.Edition }

// UnmarshalText finds the edition with that name, or with that number of an RFC.
func (e *edition) UnmarshalText(text []byte) error {
	name := strings.ToLower(string(text))
	if name != "" && '0' <= name[0] && name[0] <= '9' {
		name = "rfc" + name
	}
	var ok bool
	if e.Edition, ok = editions.Lookup(name); ok {
		return nil
	}
	var known []string
	for _, e := range editions.All() {
		known = append(known, e.Name())
	}
	return fmt.Errorf("unknown edition %q; choose from %s", text, strings.Join(known, ", "))
}

// size is the value of --max-record, in bytes.
type size int

// UnmarshalText reads a number of bytes, or of KiB, MiB or GiB.
func (n *size) UnmarshalText(text []byte) error {
	number, unit := string(text), 1
	for i, name := range []string{"KiB", "MiB", "GiB"} {
		if before, ok := strings.CutSuffix(number, name); ok {
			number, unit = before, 1<<(10*(i+1))
		}
	}
	count, err := strconv.Atoi(number)
	if err != nil || count < 1 || count > 1<<31/unit {
		return fmt.Errorf("%q is not a size from 1 to 2GiB, such as 1000, 64KiB or 16MiB", text)
	}
	*n = size(count * unit)
	return nil
}

// options are the options of the reader.
func (f *runFlags) options() (records.Options, error) {
	o := records.Options{Column: f.Column, Limit: int(f.MaxRecord), Kinds: f.Kinds}
	switch {
	case f.Separator == `\t`:
		o.Separator = '\t'
	case len(f.Separator) > 1 || f.Separator == `"` || f.Separator == "\n" || f.Separator == "\r":
		return o, fmt.Errorf("--separator: %q is no separator; it must be one ASCII character", f.Separator)
	case f.Separator != "":
		o.Separator = f.Separator[0]
	}
	if f.Input == "parquet" {
		if f.Column == "" || o.Separator != 0 || o.Kinds != nil {
			return o, errors.New("--input=parquet needs --column, and has no --separator and no --type")
		}
		return o, nil
	}
	return o, records.Check(f.Input, o)
}

// files are the names of the files.
func (f *runFlags) files() ([]string, error) {
	names := slices.Clone(f.Files)
	if f.List != "" {
		text, err := os.ReadFile(f.List)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(text)) {
			if name := strings.TrimRight(line, "\r\n"); name != "" {
				names = append(names, name)
			}
		}
	}
	if len(names) == 0 {
		return nil, errors.New("no files: give some as arguments or with --files-from")
	}
	return names, nil
}

// Run checks references.
func (c *checkCmd) Run(s *session) error {
	return c.run(s, "check", &c.resultFlags, newChecker)
}

// Run sums up references.
func (c *summaryCmd) Run(s *session) error {
	return c.run(s, "summary", nil, newChecker)
}

// Run parses references.
func (c *parseCmd) Run(s *session) error {
	return c.run(s, "parse", &c.resultFlags, newParser)
}

// Run finds references in documents.
func (c *extractCmd) Run(s *session) error {
	return c.run(s, "extract", &c.resultFlags, newExtractor)
}

// session is one run of the command.
type session struct {
	stdout, stderr io.Writer
	status         int
}

// trouble reports an error after which the run goes on.
func (s *session) trouble(err error) {
	fmt.Fprintf(s.stderr, "urispec-bulk: %s\n", strings.ToValidUTF8(err.Error(), "\uFFFD"))
	s.status = exitTrouble
}

// run does a task for all files. A returned error is wrong usage.
func (f *runFlags) run(s *session, command string, results *resultFlags, newTask func(*job, int) task) error {
	options, err := f.options()
	if err != nil {
		return err
	}
	files, err := f.files()
	if err != nil {
		return err
	}
	j := &job{session: s, command: command, edition: f.Edition.Edition, input: f.Input, options: options, files: files, dir: f.Out, resume: f.Resume, newTask: newTask, workers: f.Jobs}
	if f.Corrected {
		j.edition = j.edition.Corrected()
	}
	if results != nil {
		j.to, j.only = results.To, results.Only
	}
	if j.workers < 1 {
		j.workers = runtime.GOMAXPROCS(0)
	}
	return j.run()
}

// run is main without the process: it returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	stopped := false
	parser := kong.Must(new(cli),
		kong.Name("urispec-bulk"),
		kong.Description("Read the references of archives by the grammar of one edition of the specification."),
		kong.Writers(stdout, stderr),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Exit(func(int) { stopped = true }),
	)
	s := &session{stdout: stdout, stderr: stderr}
	ctx, err := parser.Parse(args)
	if stopped {
		return exitYes
	}
	if err == nil {
		err = ctx.Run(s)
	}
	if err != nil {
		s.trouble(err)
		fmt.Fprintln(stderr, `Run "urispec-bulk --help" for more information.`)
	}
	return s.status
}
