package picture

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/urispec/urispec/grammar"
)

// SizeLimit is the longest side of a [Sheet] in pixels. Programs that show SVG do
// not accept longer ones.
const SizeLimit = 32767

// SizeError says that a picture would be too large to be seen.
type SizeError struct {
	Width, Height int // in pixels
}

// Error has the size and the limit.
func (err *SizeError) Error() string {
	return fmt.Sprintf("the picture would be %d by %d pixels; the limit is %d each way", err.Width, err.Height, SizeLimit)
}

// Sheet is a picture of derivations below each other. The first row of each is the
// string. Every rule is a box below the characters that it derives, with the boxes
// of the rules in its definition below it. A rule that derives the empty string is a
// dashed box between two characters. Characters of different rules are set as far
// apart as the names of the rules need. Long strings are continued in further bands;
// a box that is continued has "…" beside its name in both bands.
//
// The zero value is an empty sheet.
type Sheet struct {
	figures       []figure
	width, height int
}

// Add puts a derivation on the sheet. Tree t is what a method of e, or of one of its
// languages, returns for s. If the picture would become too large, the error is
// a [*SizeError] and the sheet stays as it was. Add takes time and space in proportion
// to the number of nodes and the depth of the tree.
func (sh *Sheet) Add(e Named, s string, t *grammar.Tree) error {
	l := newLayout(s, t)
	f := figure{width: max(l.width, fontNote.of(e.Name())), height: captionHeight + l.height}
	width, height := max(sh.width, f.width+2*margin), sh.height+spacing+f.height
	if sh.Empty() {
		height = f.height + 2*margin
	}
	if width > SizeLimit || height > SizeLimit {
		return &SizeError{width, height}
	}
	f.id = fmt.Sprintf("derivation-%d", len(sh.figures)+1)
	f.title = fmt.Sprintf("\"%s\" derived by %s of %s", excerpt(s), t.Rule, e.Name())
	f.desc = outline(s, t)
	f.draw = func(p *pen, x, y int) {
		p.text(fontNote, x, y+captionBase, e.Name())
		l.draw(p, x, y+captionHeight)
	}
	sh.figures, sh.width, sh.height = append(sh.figures, f), width, height
	return nil
}

// Empty reports whether the sheet has no derivations.
func (sh *Sheet) Empty() bool { return len(sh.figures) == 0 }

// SVG returns the picture as a complete SVG document.
func (sh *Sheet) SVG() string {
	return document("Derivations", fmt.Sprintf("%d derivations, each with its rules as boxes under the characters that they derive", len(sh.figures)), sh.figures)
}

// outline describes the derivation in words, with a line for each node.
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

// span describes a node: `scheme "http", bytes 0 to 4`.
func span(s string, t *grammar.Tree) string {
	if t.Start == t.End {
		return fmt.Sprintf("%s, empty, at byte %d", t.Rule, t.Start)
	}
	return fmt.Sprintf("%s \"%s\", bytes %d to %d", t.Rule, excerpt(s[t.Start:t.End]), t.Start, t.End)
}

// A derivation has a caption and bands. A band has a row for the string, and rows of
// boxes.
const (
	captionBase   = 10
	captionHeight = 20
	inputBase     = 14
	boxesTop      = 24
	rowHeight     = 22
	rowGap        = 4
	bandGap       = 14
	labelBase     = 13 // in a box
	padding       = 4  // of a box, left and right of its text; 1 of it is outside
	slotGap       = 4  // between parts of the string

	bandLimit = 1000 // pixels; slightly more where boxes are cut
	slotLimit = 100  // characters
)

// layout has the positions of everything in a derivation.
type layout struct {
	input         string
	slots         []slot
	bars          []bar // every node, parents first
	bands         []band
	width, height int
}

// slot is a part of the row with the string: characters between which no rule begins
// or ends, or no characters where a rule derives the empty string. So every node has
// at least one slot, and the slots of siblings follow each other.
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

// band is a range of slots, with the boxes below them.
type band struct {
	from, to  int
	pieces    []piece
	y, height int
}

// piece is the box of a node in a band.
type piece struct {
	*bar
	from, to int
	name     string
}

func newLayout(s string, t *grammar.Tree) *layout {
	l := &layout{input: s}
	l.add(t, 0)
	// First find out how wide the slots are without bands.
	whole := make([]piece, len(l.bars))
	for i := range l.bars {
		whole[i] = l.piece(&l.bars[i], 0, len(l.slots))
	}
	l.fit(whole)
	number := make([]int, len(l.slots)) // of the band of each slot
	width := 0
	for i, s := range l.slots {
		if width += s.width; i == 0 || width > bandLimit {
			l.bands = append(l.bands, band{from: i})
			width = s.width
		}
		number[i] = len(l.bands) - 1
		l.bands[number[i]].to = i + 1
	}
	for i := range l.bars {
		for n := number[l.bars[i].from]; n <= number[l.bars[i].to-1]; n++ {
			b := &l.bands[n]
			b.pieces = append(b.pieces, l.piece(&l.bars[i], b.from, b.to))
		}
	}
	for i := range l.bands {
		b := &l.bands[i]
		l.fit(b.pieces)
		x, depth := 0, 0
		for i := b.from; i < b.to; i++ {
			l.slots[i].x = x
			x += l.slots[i].width
		}
		for _, p := range b.pieces {
			depth = max(depth, p.depth)
		}
		b.y, b.height = l.height, boxesTop+(depth+1)*rowHeight-rowGap
		l.width = max(l.width, x)
		l.height += b.height + bandGap
	}
	l.height -= bandGap
	return l
}

// add lays out a node: its children, and its own text between them.
func (l *layout) add(t *grammar.Tree, depth int) {
	index, from := len(l.bars), len(l.slots)
	l.bars = append(l.bars, bar{Tree: t, depth: depth, from: from})
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

// text lays out characters, in several slots if there are many.
func (l *layout) text(s string) {
	for len(s) > 0 {
		part := ""
		for n := 0; len(s) > 0; {
			char, size := first(s)
			if n += max(uniseg.StringWidth(char), 1); n > slotLimit {
				break
			}
			part += char
			s = s[size:]
		}
		l.slots = append(l.slots, slot{text: part, width: fontInput.of(part) + slotGap})
	}
}

// piece returns the box of a node among the slots from one to another.
func (l *layout) piece(b *bar, from, to int) piece {
	p := piece{b, max(b.from, from), min(b.to, to), b.Rule}
	if b.from < from {
		p.name = "… " + p.name
	}
	if b.to > to {
		p.name += " …"
	}
	return p
}

// fit widens the slots until each box is wide enough for its name. Inner boxes come
// first, and all slots of a box are widened equally.
func (l *layout) fit(pieces []piece) {
	for _, p := range slices.Backward(pieces) {
		missing := fontSmall.of(p.name) + 2*padding
		slots := l.slots[p.from:p.to]
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
}

func (l *layout) draw(p *pen, x, y int) {
	for _, b := range l.bands {
		y := y + b.y
		p.printf("<g class=\"band\">\n")
		for _, s := range l.slots[b.from:b.to] {
			if s.text != "" {
				p.text(fontInput, x+s.x+s.width/2, y+inputBase, s.text)
			}
		}
		for _, piece := range b.pieces {
			class := "rule"
			switch {
			case piece.Start == piece.End:
				class = "empty"
			case len(piece.Children) == 0:
				class = "leaf"
			}
			left, last := l.slots[piece.from].x, l.slots[piece.to-1]
			width, top := last.x+last.width-left, y+boxesTop+piece.depth*rowHeight
			p.printf("<g class=\"%s\"><title>%s</title>\n", class, text(span(l.input, piece.Tree)))
			p.rect(x+left+1, top, width-2, rowHeight-rowGap, 3)
			p.text(fontSmall, x+left+width/2, top+labelBase, piece.name)
			p.printf("</g>\n")
		}
		p.printf("</g>\n")
	}
}

// Named is what a picture names as the origin of a tree: an edition, or a grammar.
type Named interface {
	// Name returns what the picture calls it, such as "rfc3986".
	Name() string
}
