// Package records reads the references of archives and dumps: of lines, WARC, CDXJ,
// N-Quads, N-Triples and CSV. Each reader takes memory for one record, whatever the size
// of the file. What it gives is the bytes that stand there, without the escapes of the
// format; it repairs nothing.
package records

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urispec/urispec/cmd/internal/vocabulary"
)

// Record is a reference in an archive, or the reason why it could not be read.
type Record struct {
	// Line is where the reference stands, from 1: the line on which it or its row begins
	// or, in formats without lines, the number of the record or row.
	Line int
	// Text is the reference. It is valid until the next call of Next.
	Text string
	// Err says why there is no reference, in a record after which others are read.
	Err error
	// Document is what has been captured, in a WARC; or nil. It is to be read before the
	// next call of Next.
	Document *Document
}

// Document is the block of a WARC record.
type Document struct {
	io.Reader        // of Content-Length bytes; an error says that there are fewer
	Kind      string // the type of the record, such as "response"
	Type      string // the Content-Type of the record, such as "application/http; msgtype=response"
	Base      string // the target URI
}

// Reader reads the records of one archive.
type Reader interface {
	// Next reads a record. It returns io.EOF after the last one; any other error says
	// that the archive cannot be read on. Records without a reference are passed over.
	Next(r *Record) error
	// Absent is the number of records that were passed over because they have no
	// reference.
	Absent() int
}

// Options say what is read.
type Options struct {
	// Column names what has the reference: a column of CSV (or its number, from 1, if
	// there is no header), a member of CDXJ's JSON, a field of WARC headers, or a place
	// in N-Quads (subject, predicate, object, graph or datatype). "" is the default of the
	// format.
	Column string
	// Limit is the length of the longest record to read, in bytes.
	Limit int
	// Separator separates the columns of CSV; 0 is a comma.
	Separator byte
	// Kinds are the types of WARC records to read; nil is all.
	Kinds []string
}

// Formats are the names of the formats that [Open] reads.
func Formats() []string { return []string{"lines", "warc", "cdxj", "nquads", "csv"} }

// Open returns a reader of an archive of a format, which is not compressed. The error is
// that of wrong options or, in CSV, of a header without the column.
func Open(format string, r io.Reader, o Options) (Reader, error) {
	if err := Check(format, o); err != nil {
		return nil, err
	}
	switch format {
	case "warc":
		return newWARC(r, o), nil
	case "cdxj":
		return newCDXJ(r, o), nil
	case "nquads":
		return newNQuads(r, o), nil
	case "csv":
		return newCSV(r, o)
	}
	return newLines(r, o), nil
}

// Check returns an error if options do not go with a format.
func Check(format string, o Options) error {
	switch {
	case !slices.Contains(Formats(), format):
		return fmt.Errorf("%q is no format; choose from %s", format, strings.Join(Formats(), ", "))
	case format == "lines" && o.Column != "":
		return fmt.Errorf("lines have no columns")
	case format == "csv" && o.Column == "":
		return fmt.Errorf("CSV needs the name or the number of a column")
	case format == "nquads" && o.Column != "" && !slices.Contains(places, o.Column):
		return fmt.Errorf("%q is no place in N-Quads; choose from %s", o.Column, strings.Join(places, ", "))
	case format != "csv" && o.Separator != 0:
		return fmt.Errorf("only CSV has a separator")
	case format != "warc" && o.Kinds != nil:
		return fmt.Errorf("only WARC has types of records")
	}
	return nil
}

// readSize is the number of bytes to read at a time.
const readSize = 64 << 10

// scanner reads lines. A line that is too long is passed over.
type scanner struct {
	r     *bufio.Reader
	limit int
	line  int  // the number of the current line, from 1
	ended bool // the current line has its end
	long  []byte
}

func newScanner(r io.Reader, limit int) *scanner {
	return &scanner{r: bufio.NewReaderSize(r, readSize), limit: limit}
}

// next returns the next line without its end, LF or CRLF, or a *vocabulary.LongError. The line is valid
// until the next call. The last one may lack its end. A line that an error cuts off is
// not returned.
func (s *scanner) next() ([]byte, error) {
	s.line++
	s.ended = true
	text, err := s.r.ReadSlice('\n')
	if err == nil && len(text) <= s.limit {
		return trimEnd(text), nil
	}
	s.long = s.long[:0]
	length, last := int64(0), byte(0)
	for {
		length += int64(len(text))
		if n := len(text); n > 0 && !(text[n-1] == '\n' && n == 1) {
			last = text[n-1]
			if last == '\n' {
				last = text[n-2]
			}
		}
		if length <= int64(s.limit)+int64(len("\r\n")) {
			s.long = append(s.long, text...)
		}
		if err != bufio.ErrBufferFull {
			break
		}
		text, err = s.r.ReadSlice('\n')
	}
	s.ended = err == nil
	if err != nil && (err != io.EOF || length == 0) {
		return nil, err
	}
	if s.ended {
		length--
		if last == '\r' {
			length--
		}
	}
	if length > int64(s.limit) {
		if cap(s.long) > readSize {
			s.long = nil
		}
		return nil, &vocabulary.LongError{Length: length, Limit: int64(s.limit)}
	}
	if !s.ended {
		return s.long, nil
	}
	return trimEnd(s.long), nil
}

// trimEnd removes LF or CRLF.
func trimEnd(line []byte) []byte {
	line = line[:len(line)-1]
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	return line
}
