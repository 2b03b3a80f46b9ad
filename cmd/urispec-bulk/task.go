package main

import (
	"errors"
	"io"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/cmd/internal/vocabulary"
	"github.com/urispec/urispec/cmd/urispec-bulk/records"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
)

// results writes the results for a file, and counts them.
type results struct {
	job  *job
	sink sink // nil if there are only counts
	file string

	valid, invalid, unread int
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

// newResults returns the results for a file of the job.
func newResults(j *job, file string) *results { return &results{job: j, file: file} }

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
	r.file = rs.file
	shown := true
	switch {
	case r.unread != nil:
		rs.unread++
	case r.valid:
		rs.valid++
		shown = rs.job.only != "invalid"
	default:
		rs.invalid++
		shown = rs.job.only != "valid"
	}
	if rs.sink == nil || !shown {
		return nil
	}
	return rs.sink.write(r)
}

// end completes an entry, and writes what is left.
func (rs *results) end(e *entry) error {
	e.Valid, e.Invalid, e.Unread = rs.valid, rs.invalid, rs.unread
	if rs.sink == nil {
		return nil
	}
	return rs.sink.close()
}

// checker is the task of check and summary.
type checker struct {
	*results
	language  *grammar.Language
	failures  vocabulary.Summary[vocabulary.Failure]
	elsewhere map[*grammar.Edition]int // how many of the invalid ones conform to other editions
	number    int                      // of records
}

func newChecker(j *job, file string) task {
	return &checker{newResults(j, file), j.edition.References(), vocabulary.Summary[vocabulary.Failure]{}, map[*grammar.Edition]int{}, 0}
}

func (c *checker) record(r *records.Record) error {
	c.number++
	if r.Err != nil {
		return c.add(&result{line: r.Line, unread: r.Err})
	}
	err := c.language.Check(r.Text)
	if err == nil && c.sink == nil {
		c.valid++
		return nil
	}
	if syntax, ok := errors.AsType[*grammar.SyntaxError](err); ok {
		c.failures.Add(vocabulary.FailureOf(syntax), vocabulary.Order{Record: c.number}, c.file, r.Line, r.Text)
		for _, e := range editions.All() {
			if e != c.job.edition && e.Valid(r.Text) {
				c.elsewhere[e]++
			}
		}
	}
	return c.add(&result{line: r.Line, input: r.Text, valid: err == nil, err: err})
}

func (c *checker) end(e *entry) error {
	e.setFailures(c.failures, c.elsewhere)
	return c.results.end(e)
}

// parser is the task of parse.
type parser struct {
	*results
	ref ast.Reference
}

func newParser(j *job, file string) task { return &parser{newResults(j, file), ast.New("")} }

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
