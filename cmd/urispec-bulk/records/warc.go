package records

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/urispec/urispec/cmd/internal/vocabulary"
)

// warc reads the header fields of the records of a web archive: ISO 28500, of which
// https://iipc.github.io/warc-specifications/ has the text. Blocks are passed over unless
// somebody reads them.
type warc struct {
	scanner *scanner // of header lines
	r       *bufio.Reader
	field   string // in lower case
	kinds   []string
	number  int // of the current record, from 1
	absent  int
	block   *block // of the record before, or nil
	text    []byte
}

func newWARC(r io.Reader, o Options) *warc {
	field := o.Column
	if field == "" {
		field = "WARC-Target-URI"
	}
	s := newScanner(r, o.Limit)
	return &warc{scanner: s, r: s.r, field: strings.ToLower(field), kinds: o.Kinds}
}

// maxFields is the length of the header of a record, in bytes, besides a value that is a
// reference.
const maxFields = 1 << 20

// Absent is the number of records without the field, of the types that are read.
func (w *warc) Absent() int { return w.absent }

// Next reads a record.
func (w *warc) Next(r *Record) error {
	for {
		if err := w.pass(); err != nil {
			return err
		}
		h, err := w.header()
		if err != nil {
			return err
		}
		w.block = &block{w.r, h.length, h.length}
		switch {
		case w.kinds != nil && !slices.Contains(w.kinds, h.kind):
			continue
		case !h.found:
			w.absent++
			continue
		}
		*r = Record{Line: w.number, Err: h.err}
		if h.err == nil {
			r.Text = unsafe.String(unsafe.SliceData(w.text), len(w.text))
			r.Document = &Document{w.block, h.kind, h.media, r.Text}
		}
		return nil
	}
}

// pass reads to the next record.
func (w *warc) pass() error {
	if w.block != nil {
		if _, err := io.Copy(io.Discard, w.block); err != nil {
			return fmt.Errorf("record %d: %w", w.number, err)
		}
		w.block = nil
	}
	for {
		b, err := w.r.ReadByte()
		if err != nil {
			return err
		}
		if b != '\r' && b != '\n' {
			return w.r.UnreadByte()
		}
	}
}

// fields are what is wanted of a header.
type fields struct {
	length int64
	kind   string // WARC-Type
	media  string // Content-Type
	found  bool   // the reference, whose bytes are in w.text
	err    error  // why it is not there
}

var errCut = errors.New("the data ends within the record")

// header reads a header, with the empty line after it.
func (w *warc) header() (fields, error) {
	w.number++
	h := fields{length: -1}
	broken := func(format string, args ...any) (fields, error) {
		return h, fmt.Errorf("record %d: %w", w.number, fmt.Errorf(format, args...))
	}
	size := 0
	name := ""
	for first := true; ; first = false {
		line, err := w.scanner.next()
		long, isLong := errors.AsType[*vocabulary.LongError](err)
		switch {
		case err == io.EOF, err == nil && !w.scanner.ended:
			return broken("%w", errCut)
		case isLong && first:
			return broken(`no WARC: the record does not begin with "WARC/"`)
		case isLong: // which can only be a reference
			h.found, h.err = true, &vocabulary.LongError{Length: long.Length, Limit: long.Limit}
			continue
		case err != nil:
			return h, err
		case first:
			version, ok := bytes.CutPrefix(line, []byte("WARC/"))
			if !ok || len(version) == 0 || version[0] < '0' || version[0] > '9' {
				return broken(`no WARC: the record does not begin with "WARC/" and a number`)
			}
			continue
		case len(line) == 0:
			if h.length < 0 {
				return broken("it has no Content-Length")
			}
			return h, nil
		}
		if size += len(line); size > maxFields+w.scanner.limit {
			return broken("its header has more than %d bytes", maxFields)
		}
		value := line
		if line[0] == ' ' || line[0] == '\t' { // goes on
			value = bytes.Trim(line, " \t")
			if name == w.field && h.found && len(value) > 0 {
				w.text = append(append(w.text, ' '), value...)
			}
			continue
		}
		before, value, ok := bytes.Cut(line, []byte(":"))
		if !ok {
			return broken("a line of its header has no colon")
		}
		name = strings.ToLower(strings.TrimRight(string(before[:min(len(before), 256)]), " \t"))
		value = bytes.Trim(value, " \t")
		switch name {
		case "content-length":
			n, err := strconv.ParseUint(string(value), 10, 63)
			if err != nil || h.length >= 0 && h.length != int64(n) {
				return broken("its Content-Length is %q", value[:min(len(value), 256)])
			}
			h.length = int64(n)
		case "warc-type":
			h.kind = string(value)
		case "content-type":
			h.media = string(value)
		}
		if name == w.field && !h.found {
			h.found = true
			w.text = append(w.text[:0], value...)
			// The grammar of WARC/1.0 has angle brackets, which some programs write.
			if n := len(w.text); n >= 2 && w.text[0] == '<' && w.text[n-1] == '>' {
				w.text = w.text[1 : n-1]
			}
		}
	}
}

// block reads the block of a record.
type block struct {
	r            io.Reader
	length, left int64
}

func (b *block) Read(p []byte) (int, error) {
	if b.left == 0 {
		return 0, io.EOF
	}
	n, err := b.r.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	if err == io.EOF && b.left > 0 {
		err = fmt.Errorf("%w: its block has %d of %d bytes", errCut, b.length-b.left, b.length)
	}
	return n, err
}
