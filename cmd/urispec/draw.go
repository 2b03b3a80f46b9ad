package main

import (
	"fmt"
	"strings"

	"github.com/urispec/urispec/grammar"
)

// drawLimit is the number of columns up to which a reference is drawn, if it fits on the
// terminal. Each rule takes a line as wide as the reference, so the size of a drawing grows
// with its square; and a wider drawing would not be legible.
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
	names := 0 // the width of the names with their indentation
	each(t, 0, func(t *grammar.Tree, depth int) { names = max(names, 2*depth+len(t.Rule)) })
	// There is a column more than the reference has, because a caret may come after it.
	if width > drawLimit || s.width > 0 && width+len("^ ")+names > s.width {
		outline(s, ref, t)
		return
	}
	r := newRuler(ref)
	fmt.Fprintln(s.stdout, text)
	each(t, 0, func(t *grammar.Tree, depth int) {
		from, bar := r.from[t.Start], "^"
		if t.Start < t.End {
			bar = barOf(r.to[t.End] - from)
		}
		fmt.Fprintf(s.stdout, "%*s%s%*s%s%s\n", from, "", s.color.line(bar),
			width+len("^ ")-from-columns(bar), "", strings.Repeat("  ", depth), s.color.name(t.Rule))
	})
}

// barOf returns a bar of n columns, but of one at least.
func barOf(n int) string {
	if n < 2 {
		return "│"
	}
	return "├" + strings.Repeat("─", n-2) + "┤"
}

// outline writes the tree with the span of each rule in numbers and the beginning of
// its text, which takes space in proportion to the reference.
func outline(s *session, ref string, t *grammar.Tree) {
	digits := len(fmt.Sprint(len(ref)))
	each(t, 0, func(t *grammar.Tree, depth int) {
		const most, least = lineWidth / 2, 8
		room := most
		if s.width > 0 {
			room = s.width - 2*digits - 2*depth - len(t.Rule) - columns(`-  "…"`)
		}
		text := beginning(ref[t.Start:t.End], max(least, min(room, most)))
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
