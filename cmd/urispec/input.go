package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
)

// input has the flags that say where the references come from, and how many are
// processed at a time.
type input struct {
	Refs  []string `arg:"" optional:"" name:"ref" sep:"none" help:"References. Without any, or for \"-\", they are read from standard input, one per line."`
	Files []string `name:"file" sep:"none" placeholder:"FILE" help:"Read references from FILE, one per line. May be repeated."`
	rawFlag
	Null      bool `name:"null" short:"0" help:"Records of the input end with NUL instead of a line end, so CR and LF are data. Results that are one line each end with NUL too."`
	JSONInput bool `name:"json-input" xor:"records" help:"Each record of the input is JSON: a string, or an object with the member \"input\" or \"input_base64\", as in the results of --json. Arguments are references as always."`
	TSVInput  bool `name:"tsv-input" xor:"records" help:"Each record of the input is a value of a table as --tsv, PostgreSQL's COPY and ClickHouse's TabSeparated write it: \\t, \\n, \\r and \\\\ stand for a tab, a line feed, a carriage return and a backslash."`
	MaxRecord size `name:"max-record" default:"64MiB" placeholder:"SIZE" help:"The length of the longest record to read, in bytes, KiB, MiB or GiB (default: 64MiB). A longer one is an error in its place; the records after it are read. Memory is at most 64 MiB plus four times this or, if that is more, 192 MiB for each worker."`
	Quiet     bool `name:"quiet" short:"q" help:"Write no results; only the exit status tells the answer."`
	Jobs      uint `name:"jobs" short:"j" placeholder:"N" help:"Use N workers (default: one per processor). Results keep the order of the input."`
}

// errNoInput is returned if the command would wait for a person to type references,
// because that person probably waits for the command.
var errNoInput = errors.New("no references: give some as arguments, with --file, or - for standard input")

// maxJobs is the greatest number of workers. More would not be worth their memory.
const maxJobs = 1024

// each lets workers do the work on all references: the arguments, then the files.
// The work is a loop over the references of one worker, in a session of its own, and
// runs in several goroutines at once. Trouble with a file is reported to s, and the
// next file is read; r says how to write the results for records that are too long. A
// returned error means wrong usage; then no work has been done.
func (in *input) each(s *session, r results, work func(s *session, w *worker)) error {
	jobs := int(in.Jobs)
	switch {
	case in.Jobs > maxJobs:
		return fmt.Errorf("--jobs: there can be at most %d workers, not %d", maxJobs, in.Jobs)
	case in.Jobs == 0:
		jobs = runtime.GOMAXPROCS(0)
	}
	args := in.Refs
	if len(args) == 0 && len(in.Files) == 0 {
		if isTerminal(s.stdin) {
			return errNoInput
		}
		args = []string{"-"}
	}
	names := slices.Clone(in.Files)
	if slices.Contains(args, "-") {
		names = append(names, "-")
	}
	// In JSON, places are left out only if all references are arguments or lines of
	// standard input, which has no name.
	r.lines = r.lines || r.placed || r.bare || r.columns > 0 || r.json && !r.aside && len(in.Files) > 0
	most := int(in.MaxRecord)
	if r.most > 0 {
		most = min(most, r.most)
	}
	b := newBatch(jobs, readSize, in.end(), most, r)
	b.separate = s.separate
	switch {
	case in.JSONInput:
		b.decode = fromJSON
	case in.TSVInput:
		b.decode = fromTSV
	}
	if in.Quiet {
		s.quiet = true
		s.stdout.Reset(io.Discard)
	}
	b.run(s, jobs, newProgress(s, names), func() { in.read(b, s.stdin, args) }, work)
	return nil
}

// read sends the arguments, then the files to a batch.
func (in *input) read(b *batch, stdin io.Reader, args []string) {
	from := 0
	for i, arg := range args {
		if arg != "-" {
			continue
		}
		if !b.arguments(args[from:i]) || !in.file(b, stdin, arg) {
			return
		}
		from = i + 1
	}
	if !b.arguments(args[from:]) {
		return
	}
	for _, name := range in.Files {
		if !in.file(b, stdin, name) {
			return
		}
	}
}

// file sends the records of a file, or of standard input if its name is "-".
func (in *input) file(b *batch, stdin io.Reader, name string) bool {
	r := stdin
	if name != "-" {
		f, err := openFile(name)
		if err != nil {
			return b.trouble(err)
		}
		defer func() { b.send(&chunk{done: f}) }() // workers may still read it
		r = f
	}
	if f := in.rangesOf(r); f != nil {
		return b.stream(name, f)
	}
	plain, err := in.open(b.counted(r))
	if err != nil {
		return b.trouble(fmt.Errorf("reading %s: %w", name, err))
	}
	defer plain.Close()
	return b.stream(name, plain)
}

// openFile opens a file to be read as a whole.
func openFile(name string) (io.ReadCloser, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	return newWholeFile(f), nil
}

// wholeFile is a file that should not become shorter while it is read.
type wholeFile struct {
	*os.File
	left int64 // bytes that there were at first and that are not read yet
}

func newWholeFile(f *os.File) *wholeFile {
	whole := &wholeFile{File: f}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		begin, _ := f.Seek(0, io.SeekCurrent) // which a regular file can do
		whole.left = max(info.Size()-begin, 0)
	}
	return whole
}

var errShorter = errors.New("the file became shorter while it was read")

func (f *wholeFile) Read(p []byte) (int, error) {
	n, err := f.File.Read(p)
	if f.left -= int64(n); err == io.EOF && f.left > 0 {
		err = errShorter
	}
	return n, err
}

// end is the byte that ends a record.
func (in *input) end() byte {
	if in.Null {
		return 0
	}
	return '\n'
}

// record writes the result for one reference, for people or for programs that read
// one result after the other. It ends like the records of the input.
func (in *input) record(s *session, text string) {
	s.stdout.WriteString(text)
	s.stdout.WriteByte(in.end())
}

// isTerminal reports whether f is a terminal: a character device other than the null
// device, from which scripts read.
func isTerminal(f any) bool {
	file, ok := f.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

// areSeparate reports whether two streams are different files.
func areSeparate(a, b any) bool {
	var infos [2]os.FileInfo
	for i, stream := range []any{a, b} {
		file, ok := stream.(*os.File)
		if !ok {
			return false
		}
		info, err := file.Stat()
		if err != nil {
			return false
		}
		infos[i] = info
	}
	return !os.SameFile(infos[0], infos[1])
}
