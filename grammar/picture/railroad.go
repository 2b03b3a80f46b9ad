package picture

import "fmt"

// track is a piece of a railroad diagram. Its entry is at the left end and its exit at
// the right end, which may be lower. The dimensions follow Tab Atkins'
// railroad-diagrams. Lines are drawn in the direction of travel, and join at their
// ends.
type track struct {
	width  int
	height int // how far the exit is below the entry
	up     int // how far the track reaches above the entry
	down   int // how far the track reaches below the exit
	// draw draws it with its entry at x, y.
	draw func(p *pen, x, y int)
}

const (
	radius    = 8 // of a curve
	turn      = 2 * radius
	gap       = 8  // between tracks above each other
	link      = 12 // of the line between tracks in sequence
	boxSide   = 9  // of a box, left and right of its text
	boxTop    = 4  // above and below it
	boxLine   = 18 // height of a line of text in a box
	boxBase   = 13 // of the base line in a line of text
	signSpace = 15 // above the line that leads back, for the words on it
)

// box returns lines of text in a box with a class, which is as wide as the text needs.
// The title, and the address to which the box links, may be "".
func box(class string, lines []string, title, address string) track {
	t := track{up: len(lines)*boxLine/2 + boxTop}
	t.down = t.up
	for _, line := range lines {
		t.width = max(t.width, fontBox.of(line)+2*boxSide)
	}
	corner := 0
	if class == "literal" {
		corner = 10
	}
	t.draw = func(p *pen, x, y int) {
		p.printf("<g class=\"%s\">", class)
		if title != "" {
			p.printf("<title>%s</title>", text(title))
		}
		if address != "" {
			p.printf("<a href=\"%s\">", text(address))
		}
		p.printf("\n")
		p.rect(x, y-t.up, t.width, t.up+t.down, corner)
		for i, line := range lines {
			p.text(fontBox, x+t.width/2, y-t.up+boxTop+i*boxLine+boxBase, line)
		}
		if address != "" {
			p.printf("</a>")
		}
		p.printf("</g>\n")
	}
	return t
}

// sequence returns tracks one after the other.
func sequence(tracks []track) track {
	if len(tracks) == 1 {
		return tracks[0]
	}
	var t track
	low := 0 // below the entry
	for i, s := range tracks {
		if i > 0 {
			t.width += link
		}
		t.up = max(t.up, s.up-t.height)
		low = max(low, t.height+s.height+s.down)
		t.width += s.width
		t.height += s.height
	}
	t.down = low - t.height
	t.draw = func(p *pen, x, y int) {
		for i, s := range tracks {
			if i > 0 {
				p.path(x, y, right(link))
				x += link
			}
			s.draw(p, x, y)
			x, y = x+s.width, y+s.height
		}
	}
	return t
}

// wrapped returns tracks one after the other, in rows that are at most width wide,
// unless a single track is wider.
func wrapped(tracks []track, width int) track {
	if all := sequence(tracks); all.width <= width {
		return all
	}
	var rows []track
	for len(tracks) > 0 {
		n := 1
		for n < len(tracks) && sequence(tracks[:n+1]).width <= width-2*turn {
			n++
		}
		rows = append(rows, sequence(tracks[:n]))
		tracks = tracks[n:]
	}
	if len(rows) == 1 {
		return rows[0]
	}
	return stack(rows)
}

// stack returns tracks one after the other, each below the one before.
func stack(rows []track) track {
	t := track{up: rows[0].up, down: rows[len(rows)-1].down}
	entry, back := make([]int, len(rows)), make([]int, len(rows)) // below the entry of t
	for i, row := range rows {
		t.width = max(t.width, row.width+2*turn)
		if i > 0 {
			back[i] = t.height + max(rows[i-1].down+gap, turn)
			entry[i] = back[i] + max(row.up+gap, turn)
		}
		t.height = entry[i] + row.height
	}
	t.draw = func(p *pen, x, y int) {
		for i, row := range rows {
			at := y + entry[i]
			if i == 0 {
				p.path(x, at, right(turn))
			}
			row.draw(p, x+turn, at)
			exit := at + row.height
			if i == len(rows)-1 {
				p.path(x+turn+row.width, exit, right(t.width-turn-row.width))
				break
			}
			side := x + t.width
			p.path(x+turn+row.width, exit, right(t.width-2*turn-row.width),
				curve(radius, radius, true), down(y+back[i+1]-radius-(exit+radius)), curve(-radius, radius, true),
				right(-(side - turn - (x + turn))),
				curve(-radius, radius, false), down(entry[i+1]-back[i+1]-turn), curve(radius, radius, false))
		}
	}
	return t
}

// choice returns alternative tracks below each other. The first is on the line.
func choice(tracks []track) track {
	if len(tracks) == 1 {
		return tracks[0]
	}
	t := track{height: tracks[0].height, up: tracks[0].up}
	entry := make([]int, len(tracks))
	widest, low := 0, 0
	for i, s := range tracks {
		widest = max(widest, s.width)
		if i > 0 {
			// The curves need room on both sides.
			entry[i] = max(low+gap+s.up, turn, t.height+turn-s.height)
		}
		low = entry[i] + s.height + s.down
	}
	t.width, t.down = widest+2*turn, low-t.height
	t.draw = func(p *pen, x, y int) {
		for i, s := range tracks {
			at := y + entry[i]
			exit := at + s.height
			after := right(widest - s.width)
			if i == 0 {
				p.path(x, at, right(turn))
				p.path(x+turn+s.width, exit, right(widest-s.width+turn))
			} else {
				p.path(x, y, curve(radius, radius, true), down(entry[i]-turn), curve(radius, radius, false))
				p.path(x+turn+s.width, exit, after, curve(radius, -radius, false),
					down(y+t.height-exit+turn), curve(radius, -radius, true))
			}
			s.draw(p, x+turn, at)
		}
	}
	return t
}

// option returns a track with a bypass above it.
func option(s track) track {
	past := max(s.up+gap, turn)
	return track{
		width: s.width + 2*turn, height: s.height, up: past, down: s.down,
		draw: func(p *pen, x, y int) {
			p.path(x, y, right(turn))
			s.draw(p, x+turn, y)
			p.path(x+turn+s.width, y+s.height, right(turn))
			p.path(x, y, curve(radius, -radius, false), down(turn-past), curve(radius, -radius, true),
				right(s.width), curve(radius, radius, true), down(past+s.height-turn), curve(radius, radius, false))
		},
	}
}

// loop returns a track with a line below it that leads back. The sign on that line
// may be "".
func loop(s track, sign string) track {
	back := max(s.down+gap, turn)
	if sign != "" {
		back = max(s.down+gap+signSpace, turn)
	}
	inner := max(s.width, fontSmall.of(sign))
	return track{
		width: inner + 2*turn, height: s.height, up: s.up, down: back,
		draw: func(p *pen, x, y int) {
			p.path(x, y, right(turn))
			s.draw(p, x+turn, y)
			exit := y + s.height
			p.path(x+turn+s.width, exit, right(inner-s.width))
			p.path(x+turn+inner, exit, right(turn))
			p.path(x+turn+inner, exit, curve(radius, radius, true), down(back-turn), curve(-radius, radius, true),
				right(-inner), curve(-radius, -radius, true), down(turn-back-s.height), curve(radius, -radius, true))
			if sign != "" {
				p.text(fontSmall, x+turn+inner/2, exit+back-4, sign)
			}
		},
	}
}

// nothing returns the track that derives the empty string.
func nothing() track {
	return track{width: 2 * turn, draw: func(p *pen, x, y int) { p.path(x, y, right(2*turn)) }}
}

// step is a part of a line: where it leads, and how.
type step struct {
	dx, dy int
	curved bool
	sweep  bool // it curves to the right
}

func right(n int) step { return step{dx: n} }
func down(n int) step  { return step{dy: n} }

// curve is a quarter of a circle.
func curve(dx, dy int, clockwise bool) step { return step{dx, dy, true, clockwise} }

// path writes a line from x, y.
func (p *pen) path(x, y int, steps ...step) {
	d := fmt.Sprintf("M%d %d", x, y)
	drawn := false
	for _, s := range steps {
		x, y = x+s.dx, y+s.dy
		switch {
		case s.curved && s.sweep:
			d += fmt.Sprintf("A%d %[1]d 0 0 1 %d %d", radius, x, y)
		case s.curved:
			d += fmt.Sprintf("A%d %[1]d 0 0 0 %d %d", radius, x, y)
		case s.dx != 0:
			d += fmt.Sprintf("H%d", x)
		case s.dy != 0:
			d += fmt.Sprintf("V%d", y)
		default:
			continue
		}
		drawn = true
	}
	if drawn {
		p.printf("<path d=\"%s\"/>\n", d)
	}
}
