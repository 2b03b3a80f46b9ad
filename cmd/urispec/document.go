package main

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/urispec/urispec/grammar/extract"
)

// document is the reader of one document.
type document struct {
	name string // "-" for standard input
	r    io.Reader
	raw  rawFlag
	s    *session
	read int64 // bytes
	// unread is true if reading ended early because the output could not be written.
	unread bool
}

// errNoDocument is like [errNoInput], for commands that read documents.
var errNoDocument = errors.New("no documents: name some files, or - for standard input")

// documents returns the named documents in order, or standard input if there are no
// names. A file that cannot be opened is reported to the session, and the next one
// is opened. The sequence ends early if the output can no longer be written.
func documents(s *session, names []string, raw rawFlag) (iter.Seq[*document], error) {
	if len(names) == 0 {
		if isTerminal(s.stdin) {
			return nil, errNoDocument
		}
		names = []string{"-"}
	}
	return func(yield func(*document) bool) {
		for _, name := range names {
			doc := &document{name: name, r: s.stdin, raw: raw, s: s}
			if !doc.open(yield) || s.stdout.Flush() != nil {
				return
			}
		}
	}, nil
}

// open yields the document while its file is open. It returns false if the
// sequence is to end.
func (d *document) open(yield func(*document) bool) bool {
	if d.name != "-" {
		f, err := openFile(d.name)
		if err != nil {
			d.s.trouble(err)
			return true
		}
		defer f.Close()
		d.r = f
	}
	plain, err := d.raw.open(d.r)
	if err != nil {
		d.broken(err)
		return true
	}
	defer plain.Close()
	d.r = plain
	return yield(d)
}

// Read flushes the results so far and then reads on, because that may take long. If
// flushing fails, it ends the document.
func (d *document) Read(p []byte) (int, error) {
	if d.s.stdout.Flush() != nil {
		d.unread = true
		return 0, io.EOF
	}
	n, err := d.r.Read(p)
	d.read += int64(n)
	return n, err
}

// broken reports an error in the document, with its position.
func (d *document) broken(err error) {
	if d.unread {
		return
	}
	var (
		unfinished *extract.UnfinishedError
		part       *extract.PartError
	)
	if d.read > 0 && !errors.As(err, &unfinished) && !errors.As(err, &part) { // these two have a position
		err = fmt.Errorf("after %d bytes: %w", d.read, err)
	}
	d.s.trouble(fmt.Errorf("reading %s: %w", d.name, err))
}
