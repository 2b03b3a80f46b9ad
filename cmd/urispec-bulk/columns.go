package main

import (
	"encoding/base64"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/cmd/internal/vocabulary"
)

// The rows of Parquet have the names of JSON as columns; components are columns of their
// own. Absent is null. A string that is not UTF-8 is in a column whose name ends with
// _base64.
type (
	checkRow struct {
		File        string   `parquet:"file,dict"`
		Line        int64    `parquet:"line,delta"`
		Input       *string  `parquet:"input,optional"`
		InputBase64 *string  `parquet:"input_base64,optional"`
		Edition     string   `parquet:"edition,dict"`
		Valid       *bool    `parquet:"valid,optional"` // null if the record could not be read
		Offset      *int32   `parquet:"offset,optional"`
		Expected    []string `parquet:"expected,list"`
		Rule        *string  `parquet:"rule,optional,dict"`
		Section     *string  `parquet:"section,optional,dict"`
		Document    *string  `parquet:"section_document,optional,dict"`
		Message     *string  `parquet:"message,optional"`
	}
	parseRow struct {
		checkRow
		Scheme   *string `parquet:"scheme,optional,dict"`
		Userinfo *string `parquet:"userinfo,optional"`
		Host     *string `parquet:"host,optional"`
		HostKind *string `parquet:"host_kind,optional,dict"`
		Port     *string `parquet:"port,optional,dict"`
		Path     *string `parquet:"path,optional"`
		Query    *string `parquet:"query,optional"`
		Fragment *string `parquet:"fragment,optional"`
	}
	linkRow struct {
		checkRow
		Start        int64   `parquet:"start"`
		End          int64   `parquet:"end"`
		From         *string `parquet:"document,optional,dict"`
		Element      *string `parquet:"element,optional,dict"`
		Attribute    *string `parquet:"attribute,optional,dict"`
		Kind         *string `parquet:"kind,optional,dict"`
		Base         *string `parquet:"base,optional,dict"`
		Target       *string `parquet:"target,optional"`
		SameDocument *bool   `parquet:"same_document,optional"`
	}
)

// groupSize is the number of bytes of references after which a group of rows ends. It bounds
// the memory.
const groupSize = 8 << 20

// batchSize is the number of rows that are handed over at a time.
const batchSize = 1 << 10

// columns writes results as Parquet.
type columns[Row any] struct {
	w       *parquet.GenericWriter[Row]
	row     func(r *result) Row
	rows    []Row
	pending int // bytes in the group
}

func newColumns(j *job, w io.Writer) sink {
	edition := j.edition.Name()
	switch j.command {
	case "parse":
		return newColumnsOf(w, func(r *result) parseRow { return newParseRow(r, edition) })
	case "extract":
		return newColumnsOf(w, func(r *result) linkRow { return newLinkRow(r, edition) })
	}
	return newColumnsOf(w, func(r *result) checkRow { return newCheckRow(r, edition) })
}

func newColumnsOf[Row any](w io.Writer, row func(*result) Row) *columns[Row] {
	return &columns[Row]{w: parquet.NewGenericWriter[Row](w, parquet.Compression(&zstd.Codec{}), parquet.CreatedBy("urispec-bulk", "1", "")), row: row}
}

func (c *columns[Row]) write(r *result) error {
	r.input = strings.Clone(r.input) // which is kept
	c.rows = append(c.rows, c.row(r))
	c.pending += len(r.input)
	if len(c.rows) == batchSize || c.pending > groupSize {
		return c.flush()
	}
	return nil
}

// flush hands the rows over, and ends the group if it is large.
func (c *columns[Row]) flush() error {
	_, err := c.w.Write(c.rows)
	c.rows = c.rows[:0]
	if err == nil && c.pending > groupSize {
		c.pending = 0
		err = c.w.Flush()
	}
	return err
}

func (c *columns[Row]) close() error {
	if err := c.flush(); err != nil {
		return err
	}
	return c.w.Close()
}

// newCheckRow is the row of a result, as check has it.
func newCheckRow(r *result, edition string) checkRow {
	row := checkRow{File: strings.ToValidUTF8(r.file, "\uFFFD"), Line: int64(r.line), Edition: edition}
	var f vocabulary.Fault
	switch {
	case r.unread != nil:
		f = vocabulary.NewUnread(r.unread)
	default:
		row.Valid = &r.valid
		row.Input, row.InputBase64 = texts(r.input)
		if r.err != nil {
			f = vocabulary.NewFault("", r.err)
		}
	}
	if f.Message == "" {
		return row
	}
	row.Message, row.Expected = &f.Message, f.Expected
	if f.Offset != nil {
		offset := int32(*f.Offset)
		row.Offset = &offset
	}
	row.Rule = some(f.Rule)
	cited := vocabulary.CitedSection(f.Section)
	row.Section, row.Document = cited.Section, some(cited.Document)
	return row
}

// texts are the columns of a string.
func texts(s string) (text, base *string) {
	if utf8.ValidString(s) {
		return &s, nil
	}
	encoded := base64.StdEncoding.EncodeToString([]byte(s))
	return nil, &encoded
}

// some is a string, or null if it is empty.
func some(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// newParseRow is the row of a result of parse.
func newParseRow(r *result, edition string) parseRow {
	row := parseRow{checkRow: newCheckRow(r, edition)}
	if r.ref == nil {
		return row
	}
	span := func(s ast.Span) *string {
		if !s.Present() {
			return nil
		}
		text := r.input[s.Start:s.End]
		return &text
	}
	server := &r.ref.Site.Server
	row.Scheme, row.Userinfo = span(r.ref.Scheme.Span), span(server.UserInfo.Span)
	row.Host, row.Port = span(server.HostPort.Host.Span), span(server.HostPort.Port.Span)
	if row.Host != nil {
		row.HostKind = some(server.HostPort.Host.Kind.String())
	}
	row.Path, row.Query, row.Fragment = span(r.ref.Path.Span), span(r.ref.Query.Span), span(r.ref.Fragment.Span)
	return row
}

// newLinkRow is the row of a result of extract.
func newLinkRow(r *result, edition string) linkRow {
	row := linkRow{checkRow: newCheckRow(r, edition)}
	if l := r.link; l != nil {
		row.Start, row.End, row.From = l.Start, l.End, some(l.document)
		row.Element, row.Attribute = some(l.Element), some(l.Attribute)
		if l.resolved {
			kind := l.Kind.String()
			row.Kind, row.SameDocument = &kind, &l.Current
		}
		row.Base, row.Target = some(l.Base), some(l.Target)
	}
	return row
}
