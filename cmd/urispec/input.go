package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"
)

// input is the flags that say where the references come from.
type input struct {
	Refs  []string `arg:"" optional:"" name:"ref" sep:"none" help:"References. With none, or for a \"-\", one per line of standard input."`
	Files []string `name:"file" sep:"none" placeholder:"FILE" help:"Read references from the lines of FILE; may be repeated."`
	Null  bool     `name:"null" short:"0" help:"Every record of the input ends with NUL instead of a line end, so that CR and LF are data; so do the results of commands that write one line for each."`
}

// errNoInput is returned where a person would wait for the command, and the
// command for the person.
var errNoInput = errors.New("no references: give some as arguments, with --file, or - for standard input")

// refs returns the references in order: the arguments, then the files. Trouble
// with a file is reported to the session, and the next one is read. The
// sequence ends early when the output cannot be written any more.
func (in *input) refs(s *session) (iter.Seq[string], error) {
	args := in.Refs
	if len(args) == 0 && len(in.Files) == 0 {
		if isTerminal(s.stdin) {
			return nil, errNoInput
		}
		args = []string{"-"}
	}
	return func(yield func(string) bool) {
		for _, ref := range args {
			if ref == "-" {
				if !in.read("-", s, yield) {
					return
				}
			} else if !yield(ref) {
				return
			}
		}
		for _, name := range in.Files {
			if !in.read(name, s, yield) {
				return
			}
		}
	}, nil
}

// read yields the records of a file, of standard input if its name is "-". It
// returns false if the sequence is to end.
func (in *input) read(name string, s *session, yield func(string) bool) bool {
	r := s.stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			s.trouble(err)
			return true
		}
		defer f.Close()
		r = f
	}
	end := in.end()
	more := true
	for chunk, err := range chunks(r, end) {
		if err != nil {
			s.trouble(fmt.Errorf("reading %s: %w", name, err))
			return true
		}
		for chunk != "" && more {
			record, rest, ended := strings.Cut(chunk, string(end))
			if ended && !in.Null {
				record = strings.TrimSuffix(record, "\r")
			}
			more = yield(record)
			chunk = rest
		}
		// Reading on may take long: the answers so far are not held back.
		if !more || s.stdout.Flush() != nil {
			return false
		}
	}
	return true
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

// chunks yields what can be read without waiting, cut after the last record
// that is complete; at the end of the input also a record that lacks its end
// byte. A record may have any length.
//
// The chunks are strings, so that the references cut out of them need no copy
// and may be kept: one allocation for each read, none for each line.
func chunks(r io.Reader, end byte) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		buf := make([]byte, 0, 256<<10)
		for {
			if len(buf) == cap(buf) {
				buf = slices.Grow(buf, cap(buf))
			}
			n, err := r.Read(buf[len(buf):cap(buf)])
			fresh := buf[len(buf) : len(buf)+n]
			complete := bytes.LastIndexByte(fresh, end) + 1
			if complete > 0 {
				complete += len(buf)
			}
			buf = buf[:len(buf)+n]
			if err == io.EOF {
				complete = len(buf)
			}
			if complete > 0 {
				if !yield(string(buf[:complete]), nil) {
					return
				}
				buf = append(buf[:0], buf[complete:]...)
			}
			if err != nil {
				if err != io.EOF {
					yield("", err)
				}
				return
			}
		}
	}
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
