package main

import (
	"errors"
	"fmt"
	"slices"
)

// errTracedTable refuses --trace with --tsv.
var errTracedTable = errors.New("--trace has several lines for each reference, so it cannot go into a table: use --json")

// rewriting is the work of the commands that make one string of each reference.
type rewriting struct {
	in      string // what is at fault if nothing else is, see [newFault]: "reference"
	missing string // what is said where there is no result: "not normalized"
	make    func(ref string) (string, error)
	json    func(ref, made string, err error) *object // what --json writes
	most    int                                       // as in [results]
	first   []value                                   // what a row of --tsv begins with, before the reference and the result
}

// rewrite does this work on all references, and writes the results. The reasons why
// there is none go to standard error.
func (in *input) rewrite(s *session, form formFlags, r rewriting) error {
	out := in.strings(form, r.first...)
	out.most = r.most
	return in.each(s, out, func(s *session, w *worker) {
		for ref := range w.refs {
			made, err := r.make(ref)
			var f *fault
			if err != nil {
				s.no()
				f = newFault(r.in, err)
			}
			if form.JSON {
				s.json(r.json(ref, made, err))
			} else {
				out.write(s, ref, out.shown(s, made), r.missing, f)
			}
		}
	})
}

// strings is for commands whose results are one string for each reference. In a table,
// rows have the values first, the reference, and its result.
func (in *input) strings(form formFlags, first ...value) results {
	r := results{json: form.JSON, end: in.end()}
	if !form.JSON {
		r.bare = true
	}
	if form.TSV {
		r.first, r.columns = first, len(first)+2
	}
	return r
}

// write writes the string that was made of a reference. If f is not nil, there is none.
func (r results) write(s *session, ref, made, missing string, f *fault) {
	if f != nil {
		r.none(s, ref, missing, f)
	}
	switch {
	case r.columns > 0:
		s.row(append(slices.Clip(r.first), some(ref), optional(made, f == nil))...)
	case f == nil:
		s.stdout.WriteString(made)
		s.stdout.WriteByte(r.end)
	}
}

// shown returns a result for [results.write]. Tables escape it themselves.
func (r results) shown(s *session, made string) string {
	if r.columns > 0 {
		return made
	}
	return s.shown(made)
}

// none says on standard error why a reference has no result; missing names the result, as
// in "no target". With --null, an empty record is written in its place. Rows of a table
// are left to the caller.
func (r results) none(s *session, ref, missing string, f *fault) {
	where := `"` + beginning(ref, lineWidth/2) + `"`
	if s.place.file != "" {
		where = s.place.at(f.at)
	}
	if !s.quiet {
		fmt.Fprintf(s.stderr, "urispec: %s: %s: %s\n", where, missing, legible(f.forPeople()))
	}
	if r.end == 0 && r.columns == 0 {
		s.stdout.WriteByte(0)
	}
}
