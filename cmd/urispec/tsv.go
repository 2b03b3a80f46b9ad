package main

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// formFlags choose the form of results.
type formFlags struct {
	JSON bool `name:"json" xor:"form" help:"Write JSON Lines."`
	tsvFlag
}

// tsvFlag is for commands that write tables.
type tsvFlag struct {
	TSV bool `name:"tsv" xor:"form" help:"Write tab-separated values, one line for each reference. In them \\t, \\n, \\r and \\\\ stand for a tab, a line feed, a carriage return and a backslash, and \\N stands for a value that is absent."`
}

// value is a value in a row of a table: a text, or none.
type value struct {
	text    string
	present bool
}

// absent is the value that is none, which is different from an empty text.
var absent value

func some(text string) value { return value{text, true} }

func optional(text string, present bool) value { return value{text, present} }

func number(n int) value { return some(strconv.Itoa(n)) }

func truth(b bool) value { return some(strconv.FormatBool(b)) }

// row writes a row of a table. It begins with the file and the line if results have
// places.
func (s *session) row(values ...value) {
	if s.placed {
		known := s.place.file != ""
		s.value(optional(s.place.file, known))
		s.stdout.WriteByte('\t')
		s.value(optional(strconv.Itoa(s.place.line), known))
		s.stdout.WriteByte('\t')
	}
	for i, v := range values {
		if i > 0 {
			s.stdout.WriteByte('\t')
		}
		s.value(v)
	}
	s.stdout.WriteByte('\n')
}

// value writes a value as COPY of PostgreSQL does. On a terminal, the bytes of what does
// not print are written as in \x1B, which COPY reads too.
func (s *session) value(v value) {
	if !v.present {
		s.stdout.WriteString(`\N`)
		return
	}
	text := v.text
	for {
		i := strings.IndexAny(text, "\t\n\r\\")
		if i < 0 {
			break
		}
		s.printable(text[:i])
		switch text[i] {
		case '\t':
			s.stdout.WriteString(`\t`)
		case '\n':
			s.stdout.WriteString(`\n`)
		case '\r':
			s.stdout.WriteString(`\r`)
		default:
			s.stdout.WriteString(`\\`)
		}
		text = text[i+1:]
	}
	s.printable(text)
}

// printable writes a part of a value.
func (s *session) printable(text string) {
	if !s.terminal || isPlain(text) {
		s.stdout.WriteString(text)
		return
	}
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		if r == utf8.RuneError && n == 1 || !unicode.IsPrint(r) {
			for _, b := range []byte(text[:n]) {
				fmt.Fprintf(s.stdout, `\x%02X`, b)
			}
		} else {
			s.stdout.WriteString(text[:n])
		}
		text = text[n:]
	}
}
