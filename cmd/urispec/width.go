package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/term"
)

// terminalWidth returns the number of columns of the terminal to which stdout goes, or that the
// variable COLUMNS gives. It is 0 if there is none, as in a pipe: then nothing depends on a
// width, so that output is the same everywhere.
func terminalWidth(stdout io.Writer, getenv func(string) string) int {
	if n, err := strconv.Atoi(getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if f, ok := stdout.(*os.File); ok && isTerminal(f) {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil {
			return width
		}
	}
	return 0
}

// room is the number of columns for text after an indent: most of them, but no more than the
// terminal has.
func (s *session) room(indent, most int) int {
	if s.width == 0 {
		return most
	}
	return max(min(most, s.width-indent), leastRoom)
}

// leastRoom is the number of columns that text has, however narrow the terminal is.
const leastRoom = 16

// line is the number of columns for a string that should stay on one line, after "no" or the
// indent of what is below it.
func (s *session) line() int { return s.room(len("no  "), lineWidth) }

// fitted breaks text that stands after an indent and is too long for the terminal.
func (s *session) fitted(indent int, text string) []string {
	if s.width == 0 || columns(text) <= s.width-indent {
		return []string{text}
	}
	return wrap(text, s.room(indent, len(text)))
}

// writeTable writes rows below a header, in columns. If these are wider than the terminal,
// the last one has several lines; if that would be narrow, or a word in it does not fit, the
// rows become a list: the first cell of each, and below it the others with their headers.
func (s *session) writeTable(header []string, rows [][]string) {
	const (
		gap   = 2
		least = 24 // columns of a cell with several lines
	)
	last := len(header) - 1
	widths := make([]int, len(header))
	word := 0 // the longest of the last column
	lines := append([][]string{header}, rows...)
	for _, row := range lines {
		for i, cell := range row {
			widths[i] = max(widths[i], columns(cell))
		}
		for text := range strings.FieldsSeq(row[last]) {
			word = max(word, columns(text))
		}
	}
	indent := 0 // of the last column
	for _, w := range widths[:last] {
		indent += w + gap
	}
	fits := s.width == 0 || indent+widths[last] <= s.width
	if !fits && s.width-indent < max(least, word) {
		s.writeList(header, rows)
		return
	}
	for _, row := range lines {
		text := []string{row[last]}
		if !fits {
			text = wrap(row[last], s.width-indent)
		}
		blanks := 0
		for i, cell := range row[:last] {
			if cell == "" {
				blanks += widths[i] + gap // but not at the end of the line
				continue
			}
			fmt.Fprintf(s.stdout, "%*s%s", blanks, "", cell)
			blanks = widths[i] - columns(cell) + gap
		}
		for _, line := range text {
			if line == "" {
				blanks = 0
			}
			fmt.Fprintf(s.stdout, "%*s%s\n", blanks, "", line)
			blanks = indent
		}
	}
}

// writeList writes rows, the cells of each below each other.
func (s *session) writeList(header []string, rows [][]string) {
	names := 0
	for _, name := range header[1:] {
		names = max(names, columns(name))
	}
	const indent, gap = 4, 2
	room := s.room(indent+names+gap, lineWidth)
	for i, row := range rows {
		if i > 0 {
			fmt.Fprintln(s.stdout)
		}
		fmt.Fprintln(s.stdout, s.color.name(row[0]))
		for i, cell := range row[1:] {
			name := strings.ToLower(header[i+1])
			for _, line := range wrap(cell, room) {
				fmt.Fprintf(s.stdout, "%*s%s%*s%s\n", indent, "", s.color.dim(fmt.Sprintf("%-*s", names, name)), gap, "", line)
				name = ""
			}
		}
	}
}
