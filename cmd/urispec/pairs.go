package main

import (
	"errors"
	"strings"
)

// baseFlags say against which base a command works.
type baseFlags struct {
	Base  *string `xor:"base" placeholder:"BASE" help:"The base: an absolute reference."`
	Pairs bool    `xor:"base" help:"Each reference comes with its own base: the base, a TAB, the reference."`
}

// check returns an error if there is no base.
func (f *baseFlags) check() error {
	if f.Base == nil && !f.Pairs {
		return errors.New("missing flags: --base=BASE or --pairs")
	}
	return nil
}

// errNoPair says that a record of --pairs is not a pair.
var errNoPair = errors.New("there is no TAB between a base and a reference")

// cut returns the base and the reference of a record. The error is errNoPair.
func (f *baseFlags) cut(record string) (base, ref string, err error) {
	if !f.Pairs {
		return *f.Base, record, nil
	}
	base, ref, ok := strings.Cut(record, "\t")
	if !ok {
		err = errNoPair
	}
	return base, ref, err
}

// locate says where a fault is in the record, if that is a pair.
func (f *baseFlags) locate(base string, fault *fault) {
	if !f.Pairs {
		return
	}
	fault.at = 0
	if fault.Offset != nil && fault.In != "result" {
		fault.at = *fault.Offset
	}
	if fault.In == "reference" || fault.In == "target" {
		fault.at += len(base) + len("\t")
	}
}

// notPair writes that a record is not a pair; missing names the result that there is not.
func (r results) notPair(s *session, e *edition, record, missing string) {
	s.no()
	f := newFault("input", errNoPair)
	if !r.json {
		r.first = []value{absent}
		r.write(s, record, "", missing, f)
		return
	}
	out := new(object)
	out.text("input", record)
	out.edition(e.Edition)
	out.add("error", f.json())
	s.json(out)
}

// of returns r for rows that begin with a base.
func (r results) of(base string) results {
	if r.columns > 0 {
		r.first = []value{some(base)}
	}
	return r
}

// bases prepares bases, and keeps the last one, because pairs often have the base of the
// pair before. It is for one worker.
type bases[T any] struct {
	prepare  func(base string) T
	any      bool // there is a last one
	last     string
	prepared T
}

// of returns what is prepared for a base.
func (b *bases[T]) of(base string) T {
	if !b.any || b.last != base {
		b.any, b.last = true, strings.Clone(base) // the record is overwritten
		b.prepared = b.prepare(b.last)
	}
	return b.prepared
}
