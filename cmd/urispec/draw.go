package main

import (
	"fmt"
	"strings"

	"github.com/urispec/urispec/grammar"
)

// drawLimit is the number of columns up to which a reference is drawn. Each rule takes
// a line as wide as the reference, so the size of a drawing grows with its square; and
// a wider drawing would not be legible.
const drawLimit = 400

// draw writes the reference, and below it a line for each rule of its derivation: a
// bar below the bytes that it derives, and its name, indented by its depth. A rule
// that derives the empty string is a caret at its position.
//
//	//h
//	├─┤  URI-reference
//	├─┤    relative-ref
//	...
//	   ^         path-abempty
func draw(s *session, ref string, t *grammar.Tree) {
	text := visible(ref)
	width := columns(text)
	if width > drawLimit {
		outline(s, ref, t)
		return
	}
	// The column of each offset; an escaped byte takes more than one column.
	column := make([]int, len(ref)+1)
	for i := range column {
		column[i] = columns(visible(ref[:i]))
	}
	fmt.Fprintln(s.stdout, text)
	each(t, 0, func(t *grammar.Tree, depth int) {
		bar, from := bar(column[t.End]-column[t.Start]), column[t.Start]
		// One column more than the reference has, because a caret may come after it.
		fmt.Fprintf(s.stdout, "%*s%s%*s%s%s\n", from, "", s.color.line(bar),
			width+1-from-columns(bar)+len(" "), "", strings.Repeat("  ", depth), s.color.name(t.Rule))
	})
}

// bar returns a bar of n columns, or the mark of the empty string.
func bar(n int) string {
	switch n {
	case 0:
		return "^"
	case 1:
		return "│"
	}
	return "├" + strings.Repeat("─", n-2) + "┤"
}

// outline writes the tree with the span of each rule in numbers and the beginning of
// its text, which takes space in proportion to the reference.
func outline(s *session, ref string, t *grammar.Tree) {
	digits := len(fmt.Sprint(len(ref)))
	each(t, 0, func(t *grammar.Tree, depth int) {
		text := beginning(ref[t.Start:t.End], lineWidth/2)
		span := fmt.Sprintf("%*d-%-*d", digits, t.Start, digits, t.End)
		fmt.Fprintf(s.stdout, "%s %s%s \"%s\"\n", s.color.line(span), strings.Repeat("  ", depth), s.color.name(t.Rule), text)
	})
}

// each calls do with every node of the tree and its depth, parents first.
func each(t *grammar.Tree, depth int, do func(t *grammar.Tree, depth int)) {
	do(t, depth)
	for _, c := range t.Children {
		each(c, depth+1, do)
	}
}
