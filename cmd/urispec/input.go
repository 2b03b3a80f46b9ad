package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
)

// input is the flags that say where the references come from, and how many are
// worked on at a time.
type input struct {
	Refs  []string `arg:"" optional:"" name:"ref" sep:"none" help:"References. With none, or for a \"-\", one per line of standard input."`
	Files []string `name:"file" sep:"none" placeholder:"FILE" help:"Read references from the lines of FILE, which may be compressed by gzip or zstd; may be repeated."`
	Null  bool     `name:"null" short:"0" help:"Every record of the input ends with NUL instead of a line end, so that CR and LF are data; so do the results of commands that write one line for each."`
	Jobs  uint     `name:"jobs" short:"j" placeholder:"N" help:"Use N workers (default: one for each processor). The results stay in the order of the input."`
}

// errNoInput is returned where a person would wait for the command, and the
// command for the person.
var errNoInput = errors.New("no references: give some as arguments, with --file, or - for standard input")

// maxJobs is the number of workers up to which each is worth its memory.
const maxJobs = 1024

// each lets workers do the work on all references: the arguments, then the
// files. The work is a loop over the references of one worker, in a session of
// its own; it goes on in several at once. Trouble with a file is reported to s,
// and the next one is read. An error is wrong usage, and no work has been done.
func (in *input) each(s *session, work func(s *session, w *worker)) error {
	jobs := int(in.Jobs)
	switch {
	case in.Jobs > maxJobs:
		return fmt.Errorf("--jobs: %d workers are more than %d", in.Jobs, maxJobs)
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
	b := newBatch(jobs, readSize, in.end())
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
		if !b.arguments(args[from:i]) || !b.stream(arg, b.counted(stdin)) {
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

// file sends the records of a file, of standard input if its name is "-".
func (in *input) file(b *batch, stdin io.Reader, name string) bool {
	r := stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return b.trouble(err)
		}
		defer f.Close()
		r = f
	}
	plain, err := unpack(b.counted(r))
	if err != nil {
		return b.trouble(fmt.Errorf("reading %s: %w", name, err))
	}
	defer plain.Close()
	return b.stream(name, plain)
}

// end is the byte that ends a record.
func (in *input) end() byte {
	if in.Null {
		return 0
	}
	return '\n'
}

// record writes the result of one reference for people, or for a program that
// reads one reference after the other: it ends as the records of the input do.
func (in *input) record(s *session, text string) {
	s.stdout.WriteString(text)
	s.stdout.WriteByte(in.end())
}

// isTerminal reports whether f is a terminal: a character device other than
// the null device, which scripts read from.
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
