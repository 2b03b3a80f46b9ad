package main

import (
	"io"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/cmd/internal/vocabulary"
	"github.com/urispec/urispec/cmd/urispec-bulk/records"
	"github.com/urispec/urispec/grammar"
)

// results writes the results for a file, and counts them.
type results struct {
	job     *job
	sink    sink // nil if there are only counts
	file    string
	counter *vocabulary.Counter
}

// sink is what results are written to.
type sink interface {
	write(r *result) error
	close() error
}

// result is the result for one reference.
type result struct {
	file   string
	line   int
	input  string
	unread error // the record could not be read, and there is nothing else
	valid  bool
	err    error // why it is not valid, or has no target

	ref  *ast.Reference // with parse, if it is valid
	link *link          // with extract
}

// newResults returns the results for the file with a number.
func newResults(j *job, n int) *results {
	return &results{job: j, file: j.files[n], counter: vocabulary.NewCounter(j.edition, n, j.files[n])}
}

// to makes results be written.
func (rs *results) to(w io.Writer) {
	if rs.job.to == "parquet" {
		rs.sink = newColumns(rs.job, w)
		return
	}
	rs.sink = newJSONLines(rs.job, w)
}

// add counts and writes a result.
func (rs *results) add(r *result) error {
	switch {
	case r.unread != nil:
		rs.counter.Unread++
	case r.valid:
		rs.counter.Valid++
	default:
		rs.counter.Invalid++
	}
	return rs.write(r)
}

// write writes a result if somebody wants it.
func (rs *results) write(r *result) error {
	if rs.sink == nil || r.unread == nil && rs.job.only == unwanted[r.valid] {
		return nil
	}
	r.file = rs.file
	return rs.sink.write(r)
}

// unwanted is the value of --only that does not want valid or invalid results.
var unwanted = map[bool]string{true: "invalid", false: "valid"}

// end completes an entry, and writes what is left.
func (rs *results) end(e *entry) error {
	e.Tally = rs.counter.Tally()
	if rs.sink == nil {
		return nil
	}
	return rs.sink.close()
}

// checker is the task of check and summary.
type checker struct {
	*results
	language *grammar.Language
}

func newChecker(j *job, n int) task { return &checker{newResults(j, n), j.edition.References()} }

func (c *checker) record(r *records.Record) error {
	if r.Err != nil {
		return c.add(&result{line: r.Line, unread: r.Err})
	}
	err := c.language.Check(r.Text)
	c.counter.Add(r.Line, r.Text, err)
	if c.sink == nil {
		return nil
	}
	return c.write(&result{line: r.Line, input: r.Text, valid: err == nil, err: err})
}

// parser is the task of parse.
type parser struct {
	*results
	ref ast.Reference
}

func newParser(j *job, n int) task { return &parser{newResults(j, n), ast.New("")} }

func (p *parser) record(r *records.Record) error {
	if r.Err != nil {
		return p.add(&result{line: r.Line, unread: r.Err})
	}
	out := result{line: r.Line, input: r.Text}
	if out.err = p.job.edition.ParseInto(&p.ref, r.Text); out.err == nil {
		out.valid, out.ref = true, &p.ref
	}
	return p.add(&out)
}
