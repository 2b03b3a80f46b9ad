package main

import (
	"encoding"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/urispec/urispec/cmd/internal/vocabulary"
)

// size is the value of --max-record, in bytes.
type size int64

// maxSize is the largest size that can be asked for. Spans of longer references could
// not be numbered.
const maxSize = math.MaxInt32

var _ encoding.TextUnmarshaler = (*size)(nil)

// UnmarshalText reads a number of bytes, or of KiB, MiB or GiB.
func (n *size) UnmarshalText(text []byte) error {
	number, shift := string(text), 0
	for i, unit := range []string{"K", "M", "G"} {
		if before, ok := strings.CutSuffix(strings.TrimSuffix(strings.ToUpper(number), "IB"), unit); ok {
			number, shift = before, 10*(i+1)
		}
	}
	count, err := strconv.ParseUint(number, 10, 31)
	if *n = size(count) << shift; err != nil || *n < 1 || *n > maxSize {
		return fmt.Errorf("%s is not a size from 1 to %d bytes, such as 1000, 64KiB or 16MiB", quoted(string(text)), maxSize)
	}
	return nil
}

// What some commands do with a reference takes many times its length in memory. They
// read records of these lengths at most, in bytes.
const (
	maxLong  = 16 << 20
	maxWide  = 1 << 20   // for many results from one record
	maxDense = 256 << 10 // for results about every byte, or much time for each
)

// unreadError says that a record was not read.
type unreadError struct {
	name   string // of the file
	offset int64  // where the record begins in it, in bytes, after decompression
	err    error
}

func (err *unreadError) Error() string { return err.err.Error() }

// longError says that a record is too long.
type longError = vocabulary.LongError

// results says how a command writes its results, for records that it does not get.
type results struct {
	json  bool // as JSON Lines
	end   byte // of a result in text
	apart bool // with an empty line between two of them
	aside bool // not one for each record; then what is missing is told on standard error
	bare  bool // as strings alone; then too
	// columns is the number of values in a row of a table, or 0 for other results. The
	// first ones may be the same in all rows.
	columns int
	first   []value

	most int // bytes in a record, if that is less than --max-record; or 0

	lines  bool // the lines of the input are counted, so that there are places
	placed bool // results in text begin with their places; this implies lines
}

// unread writes the result for a record that was not read.
func (r results) unread(s *session, err *unreadError) {
	s.status = exitTrouble
	fault := newFault("input", err)
	if long := new(longError); errors.As(err.err, &long) {
		fault.Length = long.Length
	}
	switch {
	case r.aside, s.quiet:
		s.trouble(fmt.Errorf("reading %s, at byte %d: %w", err.name, err.offset, err))
	case r.json:
		out := new(object)
		out.add("input", nil)
		out.add("error", fault.json())
		s.json(out)
	case r.bare, r.columns > 0:
		r.none(s, "", "not read", fault)
		if r.columns > 0 {
			s.row(make([]value, r.columns)...)
		}
	default:
		if r.apart && s.preceded {
			s.stdout.WriteByte('\n')
		}
		s.begin(0)
		s.stdout.WriteString(fault.line(s, "not read"))
		s.stdout.WriteByte(r.end)
	}
}
