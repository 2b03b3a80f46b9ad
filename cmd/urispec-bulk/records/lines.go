package records

import (
	"errors"
	"io"
	"unsafe"

	"github.com/urispec/urispec/cmd/internal/vocabulary"
)

// lines reads a reference from each line. An empty line is the empty reference.
type lines struct{ *scanner }

func newLines(r io.Reader, o Options) *lines { return &lines{newScanner(r, o.Limit)} }

// Next reads a line.
func (l *lines) Next(r *Record) error {
	text, err := l.next()
	return l.record(r, text, err)
}

// Absent is 0.
func (l *lines) Absent() int { return 0 }

// record makes a record of a line.
func (s *scanner) record(r *Record, text []byte, err error) error {
	*r = Record{Line: s.line}
	if _, ok := errors.AsType[*vocabulary.LongError](err); ok {
		r.Err = err
		return nil
	}
	r.Text = unsafe.String(unsafe.SliceData(text), len(text))
	return err
}
