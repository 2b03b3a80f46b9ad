package main

import (
	"bufio"
	"errors"
	"io"
	"reflect"
	"strings"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/cmd/internal/vocabulary"
	"github.com/urispec/urispec/cmd/urispec-bulk/records"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/resolve"
)

// work is what is done with the records of one file.
type work struct {
	fn      *shardFn
	edition *grammar.Edition
	file    string
	counter *vocabulary.Counter
	w       *bufio.Writer     // for check and resolve
	hosts   map[string]*int64 // for hosts

	line   []byte
	ref    ast.Reference
	last   string // the base of the record before, with resolve
	base   *grammar.Base
	broken error // why that base is none
}

// all does it with all records.
func (t *work) all(r records.Reader) error {
	record := map[string]func(*records.Record) error{"check": t.check, "summary": t.count, "hosts": t.host, "resolve": t.resolve}[t.fn.Task]
	for {
		var rec records.Record
		switch err := r.Next(&rec); err {
		case nil:
		case io.EOF:
			t.counter.Absent += r.Absent()
			return nil
		default:
			return err
		}
		if rec.Err != nil {
			t.counter.Unread++
		}
		if err := record(&rec); err != nil {
			return &outputError{err}
		}
	}
}

// count counts a reference.
func (t *work) count(r *records.Record) error {
	if r.Err == nil {
		t.counter.Add(r.Line, r.Text, t.edition.Check(r.Text))
	}
	return nil
}

// check writes what urispec check --json writes.
func (t *work) check(r *records.Record) error {
	o := vocabulary.Object{Text: append(t.line[:0], '{')}
	o.String("file", t.file)
	o.Number("line", int64(r.Line))
	if r.Err != nil {
		o.Unread(r.Err)
	} else {
		err := t.edition.Check(r.Text)
		t.counter.Add(r.Line, r.Text, err)
		o.Verdict(t.edition, r.Text, err == nil, "", err)
	}
	t.line = append(o.Text, "}\n"...)
	_, err := t.w.Write(t.line)
	return err
}

// host counts the host of a reference.
func (t *work) host(r *records.Record) error {
	if r.Err != nil {
		return nil
	}
	if t.edition.ParseInto(&t.ref, r.Text) != nil {
		t.counter.Invalid++
		return nil
	}
	t.counter.Valid++
	host := t.ref.Site.Server.HostPort.Host.Span
	if !host.Present() {
		return nil
	}
	n := t.hosts[t.ref.Text(host)]
	if n == nil {
		n = new(int64)
		t.hosts[strings.Clone(t.ref.Text(host))] = n // assigning with a known key would replace it
	}
	*n++
	return nil
}

// resolve writes what urispec resolve --pairs --tsv writes.
func (t *work) resolve(r *records.Record) error {
	t.line = t.line[:0]
	base, ref, ok := strings.Cut(r.Text, "\t")
	switch {
	case r.Err != nil:
		t.line = append(t.line, "\\N\t\\N\t\\N\n"...)
	case !ok:
		t.counter.Invalid++
		t.line = append(appendTSV(append(t.line, "\\N\t"...), r.Text), "\t\\N\n"...)
	default:
		target, err := t.target(base, ref)
		t.line = append(appendTSV(append(appendTSV(t.line, base), '\t'), ref), '\t')
		same, isSame := errors.AsType[*resolve.SameDocumentError](err)
		switch {
		case isSame:
			t.counter.Valid++
			t.line = appendTSV(t.line, same.Error())
		case err != nil:
			t.counter.Invalid++
			t.line = append(t.line, `\N`...)
		default:
			t.counter.Valid++
			t.line = appendTSV(t.line, target)
		}
		t.line = append(t.line, '\n')
	}
	_, err := t.w.Write(t.line)
	return err
}

// target resolves a reference. The base is often that of the record before.
func (t *work) target(base, ref string) (string, error) {
	if t.base == nil && t.broken == nil || base != t.last {
		t.last = strings.Clone(base)
		t.base, t.broken = t.edition.Base(t.last)
	}
	if t.broken != nil {
		return "", t.broken
	}
	return t.base.Resolve(ref, resolve.Options{})
}

var tsvEscapes = strings.NewReplacer("\t", `\t`, "\n", `\n`, "\r", `\r`, `\`, `\\`)

// appendTSV appends a value as COPY of PostgreSQL reads it.
func appendTSV(dst []byte, text string) []byte { return append(dst, tsvEscapes.Replace(text)...) }

// beamType is a type that Beam is to know.
func beamType[T any]() reflect.Type { return reflect.TypeFor[T]() }
