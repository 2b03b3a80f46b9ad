package records

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unsafe"

	"github.com/urispec/urispec/cmd/internal/vocabulary"
)

// csvRows reads one column of comma-separated values: RFC 4180, with LF as well as CRLF
// after a row. Empty lines are no rows. Only a field that begins with a quotation mark is
// quoted; in other fields a quotation mark is data, as in most programs. Unlike
// encoding/csv, it takes memory for one field only, even if a quotation mark is never
// closed.
type csvRows struct {
	r         *bufio.Reader
	separator byte
	column    int // from 0
	limit     int
	line      int // the number of the next line
	absent    int

	field  []byte
	length int64 // of the field, of which at most limit bytes are kept
}

func newCSV(r io.Reader, o Options) (*csvRows, error) {
	c := &csvRows{r: bufio.NewReaderSize(r, readSize), separator: o.Separator, limit: o.Limit, line: 1}
	if c.separator == 0 {
		c.separator = ','
	}
	if n, err := strconv.Atoi(o.Column); err == nil {
		if n < 1 {
			return nil, fmt.Errorf("columns are counted from 1, so there is no column %d", n)
		}
		c.column = n - 1
		return c, nil
	}
	if mark, _ := c.r.Peek(3); string(mark) == "\xEF\xBB\xBF" {
		c.r.Discard(len(mark))
	}
	c.column = -1
	var names []string
	err := c.row(func(i int) {
		name := string(c.field)
		if names = append(names, name); name == o.Column && c.column < 0 {
			c.column = i
		}
	})
	if err != nil && err != io.EOF {
		return nil, err
	}
	if c.column < 0 {
		return nil, fmt.Errorf("the header has no column %q; it has %s", o.Column, strings.Join(names, ", "))
	}
	return c, nil
}

// Absent is 0: a row without the column is an error.
func (c *csvRows) Absent() int { return c.absent }

// Next reads a row.
func (c *csvRows) Next(r *Record) error {
	if err := c.passEmpty(); err != nil {
		return err
	}
	*r = Record{Line: c.line}
	fields, found, long := 0, false, int64(0)
	text := []byte(nil)
	err := c.row(func(i int) {
		if fields++; i != c.column {
			return
		}
		found = true
		if text = c.field; c.length > int64(c.limit) {
			long = c.length
		}
		c.field = nil // the next one must not overwrite it
	})
	if text != nil {
		c.field = text[:0]
	}
	unreadable, ok := err.(*rowError)
	switch {
	case ok:
		r.Err = unreadable
	case err != nil:
		return err
	case !found:
		r.Err = fmt.Errorf("the row has %d fields, and no field %d", fields, c.column+1)
	case long > 0:
		r.Err = &vocabulary.LongError{Length: long, Limit: int64(c.limit)}
	default:
		r.Text = unsafe.String(unsafe.SliceData(text), len(text))
	}
	return nil
}

// passEmpty reads empty lines.
func (c *csvRows) passEmpty() error {
	for {
		b, err := c.r.ReadByte()
		if err != nil {
			return err
		}
		if b == '\r' {
			if next, _ := c.r.Peek(1); len(next) == 0 || next[0] != '\n' {
				return c.r.UnreadByte()
			}
			continue
		}
		if b != '\n' {
			return c.r.UnreadByte()
		}
		c.line++
	}
}

// rowError says what is wrong with a row. The next one can be read.
type rowError struct{ message string }

func (err *rowError) Error() string { return err.message }

// row reads a row, and calls each with the number of every field in it, which is in
// c.field. The error is io.EOF if there is no row.
func (c *csvRows) row(each func(i int)) error {
	first := c.line
	for i := 0; ; i++ {
		end, err := c.next(i)
		switch {
		case err != nil && err != io.EOF:
			return err
		case err == io.EOF && end == unclosed:
			return fmt.Errorf("the quotation mark of a field of the row on line %d is not closed", first)
		case err == io.EOF && i == 0 && c.length == 0 && end != quoted:
			return io.EOF
		case end == broken:
			if err := c.pass(); err != nil && err != io.EOF {
				return err
			}
			return &rowError{fmt.Sprintf("field %d goes on after its closing quotation mark", i+1)}
		}
		each(i)
		if end == rowEnd || err == io.EOF {
			return nil
		}
	}
}

// The ways in which a field ends.
const (
	fieldEnd = iota // another one follows
	rowEnd
	quoted   // at the end of the file, after a quotation mark
	unclosed // at the end of the file, before its quotation mark
	broken   // something stands after the closing quotation mark
)

// next reads a field.
func (c *csvRows) next(i int) (end int, err error) {
	c.field, c.length = c.field[:0], 0
	b, err := c.r.ReadByte()
	if err != nil {
		return rowEnd, err
	}
	if b != '"' {
		for {
			switch b {
			case c.separator:
				return fieldEnd, nil
			case '\n':
				c.line++
				if n := len(c.field); n > 0 && int64(n) == c.length && c.field[n-1] == '\r' {
					c.field = c.field[:n-1]
					c.length--
				}
				return rowEnd, nil
			}
			c.add(b)
			if b, err = c.r.ReadByte(); err != nil {
				return rowEnd, err
			}
		}
	}
	for {
		if b, err = c.r.ReadByte(); err != nil {
			return unclosed, err
		}
		if b == '\n' {
			c.line++
		}
		if b != '"' {
			c.add(b)
			continue
		}
		if b, err = c.r.ReadByte(); err != nil {
			return quoted, err
		}
		switch b {
		case '"':
			c.add(b)
		case c.separator:
			return fieldEnd, nil
		case '\n':
			c.line++
			return rowEnd, nil
		case '\r':
			if next, _ := c.r.Peek(1); len(next) > 0 && next[0] == '\n' {
				c.r.Discard(1)
				c.line++
				return rowEnd, nil
			}
			return broken, nil
		default:
			return broken, nil
		}
	}
}

// add appends a byte to the field.
func (c *csvRows) add(b byte) {
	if c.length++; c.length <= int64(c.limit)+1 { // with the CR of a line end
		c.field = append(c.field, b)
	}
}

// pass reads to the end of the line.
func (c *csvRows) pass() error {
	for {
		b, err := c.r.ReadByte()
		if err != nil {
			return err
		}
		if b == '\n' {
			c.line++
			return nil
		}
	}
}
