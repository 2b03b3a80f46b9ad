package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unsafe"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/urispec/urispec/cmd/internal/vocabulary"
	"github.com/urispec/urispec/cmd/urispec-bulk/records"
)

// parquetColumn reads one column of a Parquet file. The line of a record is the number of
// its row.
type parquetColumn struct {
	pages  parquet.Pages
	page   parquet.Page
	values parquet.ValueReader
	buffer []parquet.Value
	left   []parquet.Value
	row    int
	// The values that the file says there are, and those that were read.
	expected, count int64
	limit           int
	absent          int
}

// newParquet returns a reader of a column of a file. The name of a column in a group is
// GROUP.COLUMN.
func newParquet(r io.ReaderAt, size int64, o records.Options) (p *parquetColumn, err error) {
	defer recoverDamage(&err)
	file, err := parquet.OpenFile(r, size, parquet.SkipBloomFilters(true), parquet.SkipPageIndex(true))
	if err != nil {
		return nil, fmt.Errorf("not Parquet, or damaged: %w", err)
	}
	leaf, err := findColumn(file.Root(), o.Column)
	if err != nil {
		return nil, err
	}
	p = &parquetColumn{buffer: make([]parquet.Value, 1<<10), limit: o.Limit}
	for _, group := range file.Metadata().RowGroups {
		chunk := &group.Columns[leaf.Index()].MetaData
		if chunk.Codec == format.Lz4Raw {
			// parquet-go takes other bytes for those that it has decompressed:
			// https://github.com/parquet-go/parquet-go/issues/608
			return nil, fmt.Errorf("the column %q is compressed with LZ4_RAW, which cannot be read: write the file with another codec", o.Column)
		}
		p.expected += chunk.NumValues
	}
	p.pages = leaf.Pages()
	return p, nil
}

// findColumn finds a column of strings or bytes.
func findColumn(root *parquet.Column, name string) (*parquet.Column, error) {
	var names []string
	var find func(c *parquet.Column) *parquet.Column
	find = func(c *parquet.Column) *parquet.Column {
		if c.Leaf() {
			path := strings.Join(c.Path(), ".")
			names = append(names, path)
			if path == name {
				return c
			}
			return nil
		}
		for _, child := range c.Columns() {
			if found := find(child); found != nil {
				return found
			}
		}
		return nil
	}
	found := find(root)
	switch {
	case found == nil:
		return nil, fmt.Errorf("there is no column %q; the columns are %s", name, strings.Join(names, ", "))
	case !isText(found.Type()):
		return nil, fmt.Errorf("the column %q has the type %s, and not a string or bytes", name, found.Type())
	}
	return found, nil
}

// isText reports whether values of a type are strings or bytes.
func isText(t parquet.Type) bool {
	if t.Kind() != parquet.ByteArray {
		return false
	}
	logical := t.LogicalType()
	if logical == nil {
		return true
	}
	switch logical.Value.(type) {
	case nil, *format.StringType, *format.EnumType, *format.JsonType:
		return true
	}
	return false // a number, for example
}

// Absent is the number of rows in which the column is null or a list without elements.
func (p *parquetColumn) Absent() int { return p.absent }

// Next reads a value.
func (p *parquetColumn) Next(r *records.Record) (err error) {
	for {
		for len(p.left) > 0 {
			v := &p.left[0]
			p.left = p.left[1:]
			if v.RepetitionLevel() == 0 {
				p.row++
			}
			if v.IsNull() {
				p.absent++
				continue
			}
			*r = records.Record{Line: p.row}
			text := v.ByteArray()
			if len(text) > p.limit {
				r.Err = &vocabulary.LongError{Length: int64(len(text)), Limit: int64(p.limit)}
				return nil
			}
			r.Text = unsafe.String(unsafe.SliceData(text), len(text))
			return nil
		}
		if err := p.read(); err != nil {
			return err
		}
	}
}

// read reads more values.
func (p *parquetColumn) read() (err error) {
	defer recoverDamage(&err)
	if p.page == nil {
		if p.page, err = p.pages.ReadPage(); err != nil {
			if err == io.EOF && p.count != p.expected {
				err = fmt.Errorf("%d values instead of %d", p.count, p.expected)
			}
			if err != io.EOF {
				err = fmt.Errorf("after row %d: %w", p.row, err)
			}
			return err
		}
		p.values = p.page.Values()
	}
	n, err := p.values.ReadValues(p.buffer)
	p.left = p.buffer[:n]
	p.count += int64(n)
	switch {
	case err == io.EOF:
		err = nil
		if n == 0 {
			parquet.Release(p.page)
			p.page = nil
		}
	case err != nil:
		err = fmt.Errorf("after row %d: %w", p.row, err)
	}
	return err
}

func (p *parquetColumn) close() {
	if p.page != nil {
		parquet.Release(p.page)
	}
	p.pages.Close()
}

// recoverDamage makes an error of a panic of the library, which meets some damaged files
// with one.
func recoverDamage(err *error) {
	if cause := recover(); cause != nil {
		*err = errors.New(fmt.Sprint("the Parquet data is damaged: ", cause))
	}
}
