package main

import "fmt"

// placeFlag is for commands whose results say where they are about.
type placeFlag struct {
	Lines bool `name:"line-number" short:"n" help:"Begin each result from a file or standard input with its place, as in \"refs.txt:12:5: \": the file, the line, and the column of what is wrong. Columns are bytes of the line, from 1. This is the default if there are several files."`
}

// placed adds to r that results begin with their places, if the flag or the number of
// files says so.
func (f placeFlag) placed(in *input, r results) results {
	r.placed = f.Lines || len(in.Files) > 1
	return r
}

// place is where a record stands. It is zero for an argument, and where lines are not
// counted.
type place struct {
	file string // "-" for standard input
	line int    // from 1; with --null, records are counted
}

// at returns the place of a byte of the record, as it begins a line of text:
// "refs.txt:12:5".
func (p place) at(offset int) string {
	return fmt.Sprintf("%s:%d:%d", visible(p.file), p.line, offset+1)
}

// begin begins a result in text with the place of a byte of the current record, if
// results have places.
func (s *session) begin(offset int) {
	s.margin = 0
	if !s.placed || s.place.file == "" {
		return
	}
	at := s.place.at(offset)
	s.margin = columns(at) + len(": ")
	s.stdout.WriteString(s.color.line(at) + ": ")
}

// object begins a JSON object with the place.
func (p place) object() *object {
	out := new(object)
	p.add(out)
	return out
}

// add adds the place to an object, as its first members.
func (p place) add(out *object) {
	out.text("file", p.file)
	out.add("line", p.line)
}
