package picture

import (
	"fmt"
	"strings"

	"github.com/urispec/urispec/grammar"
)

// SizeLimit is the longest side of a [Sheet] in pixels: longer ones are more
// than programs take that show SVG.
const SizeLimit = 32767

// SizeError says that a picture would be too large to be seen.
type SizeError struct {
	Width, Height int // at least, in pixels
}

func (err *SizeError) Error() string {
	return fmt.Sprintf("the picture would be %d by %d pixels or more; the limit is %d each way", err.Width, err.Height, SizeLimit)
}

// Sheet is a picture of derivations below each other. Of each there is the
// string in its first row; below it stands for every rule a box under the
// characters that it derives, and under that the boxes of the rules in its
// definition. A rule that derives the empty string has a box of broken lines,
// between the characters between which it stands. Characters that belong to
// different rules are set as far apart as the names of the rules need.
//
// The zero value is an empty sheet.
type Sheet struct {
	figures       []figure
	width, height int
}

// Add puts a derivation on the sheet: t is what e.Tree(s) returns, or another
// method of e that returns trees. The error is a [*SizeError], and the sheet as
// it was, if the picture became too large. It takes time and space in
// proportion to the nodes of the tree.
func (sh *Sheet) Add(e *grammar.Edition, s string, t *grammar.Tree) error {
	// A byte takes one column at least: what is far too long is not laid out.
	if width := len(s)*fontInput.width + 2*margin; width > SizeLimit {
		return &SizeError{width, sh.height}
	}
	l := &layout{input: s}
	l.add(t, 0)
	l.fit()
	f := figure{
		id:     fmt.Sprintf("derivation-%d", len(sh.figures)+1),
		title:  fmt.Sprintf("\"%s\" derived by %s of %s", excerpt(s), t.Rule, e.Name()),
		desc:   outline(s, t),
		width:  l.width(),
		height: boxesTop + (l.depth+1)*rowHeight - rowGap,
	}
	caption := e.Name()
	f.width = max(f.width, fontNote.of(caption))
	f.draw = func(p *pen, x, y int) {
		p.text(fontNote, x, y+captionBase, caption)
		l.draw(p, x, y)
	}
	width, height := max(sh.width, f.width+2*margin), sh.height+f.height+spacing
	if sh.figures == nil {
		height = f.height + 2*margin
	}
	if width > SizeLimit || height > SizeLimit {
		return &SizeError{width, height}
	}
	sh.figures, sh.width, sh.height = append(sh.figures, f), width, height
	return nil
}

// Empty reports whether nothing is on the sheet.
func (sh *Sheet) Empty() bool { return len(sh.figures) == 0 }

// SVG returns the picture as a document of its own.
func (sh *Sheet) SVG() string {
	return document("Derivations", fmt.Sprintf("%d derivations, each of them rules as boxes under the characters that they derive", len(sh.figures)), sh.figures)
}

// outline tells the derivation in words, a line for each node.
func outline(s string, t *grammar.Tree) string {
	var b strings.Builder
	var walk func(t *grammar.Tree, depth int)
	walk = func(t *grammar.Tree, depth int) {
		fmt.Fprintf(&b, "%s%s\n", strings.Repeat("  ", depth), span(s, t))
		for _, c := range t.Children {
			walk(c, depth+1)
		}
	}
	walk(t, 0)
	return b.String()
}

// span says what a node is: `scheme "http", bytes 0 to 4`.
func span(s string, t *grammar.Tree) string {
	if t.Start == t.End {
		return fmt.Sprintf("%s, empty, at byte %d", t.Rule, t.Start)
	}
	return fmt.Sprintf("%s \"%s\", bytes %d to %d", t.Rule, excerpt(s[t.Start:t.End]), t.Start, t.End)
}

// The rows of a derivation: the caption, the string, the boxes.
const (
	captionBase = 10
	inputBase   = 34
	boxesTop    = 44
	rowHeight   = 22
	rowGap      = 4
	labelBase   = 13 // in a box
	padding     = 4  // of a box, left and right of its text, and outside 1 of it
	slotGap     = 4  // between parts of the string
)

// layout is the places of a derivation.
type layout struct {
	input string
	slots []slot
	bars  []bar // every node, parents first
	depth int   // of the deepest
}

// slot is a place in the row of the string: characters between which no rule
// begins or ends, or none where a rule derives the empty string. So every node
// has one slot at least, and those of siblings follow each other.
type slot struct {
	text     string
	x, width int
}

// bar is a node and its slots.
type bar struct {
	*grammar.Tree
	depth    int
	from, to int
}

// add lays out a node: the text of its own between its children, and them.
func (l *layout) add(t *grammar.Tree, depth int) {
	index, from := len(l.bars), len(l.slots)
	l.bars = append(l.bars, bar{Tree: t, depth: depth, from: from})
	l.depth = max(l.depth, depth)
	at := t.Start
	for _, c := range t.Children {
		l.text(l.input[at:c.Start])
		l.add(c, depth+1)
		at = c.End
	}
	l.text(l.input[at:t.End])
	if len(l.slots) == from {
		l.slots = append(l.slots, slot{})
	}
	l.bars[index].to = len(l.slots)
}

func (l *layout) text(s string) {
	if s != "" {
		s = visible(s)
		l.slots = append(l.slots, slot{text: s, width: fontInput.of(s) + slotGap})
	}
}

// fit widens the slots, so that each box is as wide as the name in it: the boxes
// inside first, and all slots of a box by the same.
func (l *layout) fit() {
	for i := len(l.bars) - 1; i >= 0; i-- {
		b := l.bars[i]
		missing := fontSmall.of(b.Rule) + 2*padding
		slots := l.slots[b.from:b.to]
		for _, s := range slots {
			missing -= s.width
		}
		for i := range slots {
			if missing > 0 {
				share := (missing + len(slots) - i - 1) / (len(slots) - i)
				slots[i].width += share
				missing -= share
			}
		}
	}
	x := 0
	for i := range l.slots {
		l.slots[i].x = x
		x += l.slots[i].width
	}
}

// width is that of all slots.
func (l *layout) width() int {
	last := l.slots[len(l.slots)-1]
	return last.x + last.width
}

func (l *layout) draw(p *pen, x, y int) {
	for _, s := range l.slots {
		if s.text != "" {
			p.text(fontInput, x+s.x+s.width/2, y+inputBase, s.text)
		}
	}
	for _, b := range l.bars {
		class := "rule"
		switch {
		case b.Start == b.End:
			class = "empty"
		case len(b.Children) == 0:
			class = "leaf"
		}
		left, last := l.slots[b.from].x, l.slots[b.to-1]
		width, top := last.x+last.width-left, y+boxesTop+b.depth*rowHeight
		p.printf("<g class=\"%s\"><title>%s</title>\n", class, text(span(l.input, b.Tree)))
		p.rect(x+left+1, top, width-2, rowHeight-rowGap, 3)
		p.text(fontSmall, x+left+width/2, top+labelBase, b.Rule)
		p.printf("</g>\n")
	}
}
