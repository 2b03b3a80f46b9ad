package picture

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/bnf"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// lineLimit is the width in pixels, of a diagram and of the text above it, from
// which on they are continued in another row.
const lineLimit = 860

// Rules returns a document with a railroad diagram for each of the rules, which are
// some of g.Rules(). It shows the definition as this program reads it, with its
// repairs and its reading in words above. Earlier alternatives are above later ones.
// Alternatives that are single characters share one box, which lists them. A box with
// the name of a rule links to its diagram, if that is in the document; the diagram's
// id is the rule's name.
func Rules(g *grammar.Grammar, rules ...grammar.Rule) string {
	d := &diagrams{source: g.Source(), all: g.Rules(), shown: make(map[string]bool)}
	for _, r := range rules {
		d.shown[r.Name] = true
	}
	var figures []figure
	for _, r := range rules {
		figures = append(figures, d.figure(r))
	}
	desc := fmt.Sprintf("Railroad diagrams of %d rules of %s", len(rules), d.source.Name)
	if d.source.Title != "" {
		desc += ", " + d.source.Title
	}
	return document("The rules of "+d.source.Name, desc, figures)
}

// diagrams draws the diagrams of a document.
type diagrams struct {
	source *reading.Source
	all    []grammar.Rule
	shown  map[string]bool // the rules in the document
}

// The rows of a diagram: the name, the notes, the tracks.
const (
	headingBase = 14
	notesTop    = 20
	noteHeight  = 16
	noteBase    = 12
	trackGap    = 10
	endRadius   = 5
	endLine     = 14 // from an end to the track
)

func (d *diagrams) figure(r grammar.Rule) figure {
	notes, desc := d.notes(r)
	var lines []string
	for _, note := range notes {
		lines = append(lines, Wrap(note, lineLimit/fontNote.width)...)
	}
	t := d.alternation(r.Definition.Elements, lineLimit-2*endLine-4*endRadius)
	trackTop := notesTop + len(lines)*noteHeight + trackGap
	up, low := max(t.up, endRadius), max(t.down, endRadius-t.height)
	f := figure{
		id:     r.Name,
		title:  fmt.Sprintf("The rule %s of %s", r.Name, d.source.Name),
		desc:   desc,
		width:  max(t.width+2*endLine+4*endRadius, fontHeading.of(r.Name)),
		height: trackTop + up + t.height + low,
	}
	for _, line := range lines {
		f.width = max(f.width, fontNote.of(line))
	}
	f.draw = func(p *pen, x, y int) {
		p.text(fontHeading, x, y+headingBase, r.Name)
		for i, line := range lines {
			p.text(fontNote, x, y+notesTop+i*noteHeight+noteBase, line)
		}
		y += trackTop + up
		x += endRadius
		p.printf("<circle cx=\"%d\" cy=\"%d\" r=\"%d\"/>\n", x, y, endRadius)
		p.path(x, y, right(endRadius+endLine))
		x += endRadius + endLine
		t.draw(p, x, y)
		x, y = x+t.width, y+t.height
		p.path(x, y, right(endLine+endRadius))
		p.printf("<circle cx=\"%d\" cy=\"%d\" r=\"%d\"/>\n", x+endLine+endRadius, y, endRadius)
	}
	return f
}

// notes returns the text above a diagram, and the description.
func (d *diagrams) notes(r grammar.Rule) (notes []string, desc string) {
	src := d.source
	var origin []string
	if r.Line > 0 {
		origin = append(origin, fmt.Sprintf("%s:%d", r.File, r.Line))
	}
	if r.Section != "" {
		origin = append(origin, "section "+r.Section)
	}
	read := r.Published
	notes = append(notes, strings.Join(origin, ", "))
	if r.Published == "" {
		read = r.Text + "\n"
	}
	var more strings.Builder
	for _, repair := range r.Repairs {
		note := fmt.Sprintf("repair %s: %s", repair.ID, repair)
		notes = append(notes, note)
		fmt.Fprintf(&more, "%s. %s\n", note, repair.Why)
	}
	for _, decision := range src.Reading {
		if decision.Rule == r.Name {
			note := fmt.Sprintf("reading, section %s: %s", decision.Section, decision)
			notes = append(notes, note)
			fmt.Fprintf(&more, "%s. %s\n", note, decision.Why)
		}
	}
	return notes, read + notes[0] + "\n" + more.String()
}

// alternation returns the track for alternatives. It is at most width wide, unless a
// box is wider.
func (d *diagrams) alternation(a *bnf.Alternation, width int) track {
	var tracks []track
	rest := a.Concatenations
	inner := width
	if len(rest) > 1 {
		inner -= 2 * turn
	}
	for len(rest) > 0 {
		class, n := characters(rest)
		if n > 0 {
			tracks = append(tracks, class)
			rest = rest[n:]
			continue
		}
		tracks = append(tracks, d.concatenation(rest[0], inner))
		rest = rest[1:]
	}
	return choice(tracks)
}

func (d *diagrams) concatenation(c *bnf.Concatenation, width int) track {
	tracks := make([]track, len(c.Repetitions))
	for i, r := range c.Repetitions {
		inner := width
		if len(tracks) > 1 {
			inner -= 2 * turn // of the row, in case there are rows
		}
		tracks[i] = d.repetition(r, inner)
	}
	return wrapped(tracks, width)
}

func (d *diagrams) repetition(r *bnf.Repetition, width int) track {
	if r.Min == 1 && r.Max == 1 {
		return d.element(r.Element, width)
	}
	least := max(r.Min, 1)
	var sign string
	switch {
	case r.Max == 0:
		return nothing()
	case r.Max == least:
		sign = fmt.Sprintf("%d times", least)
	case r.Max != bnf.Unbounded:
		sign = fmt.Sprintf("%d to %d times", least, r.Max)
	case least > 1:
		sign = fmt.Sprintf("%d times or more", least)
	}
	if r.Min == 0 {
		width -= 2 * turn
	}
	var t track
	if r.Max == 1 {
		t = d.element(r.Element, width)
	} else {
		t = loop(d.element(r.Element, width-2*turn), sign)
	}
	if r.Min == 0 {
		t = option(t)
	}
	return t
}

func (d *diagrams) element(e bnf.Element, width int) track {
	switch e := e.(type) {
	case *bnf.Rulename:
		return d.reference(e.Name)
	case *bnf.Group:
		return d.alternation(e.Alternation, width)
	case *bnf.Option:
		return option(d.alternation(e.Alternation, width-2*turn))
	case *bnf.CharVal:
		return literal(e)
	case *bnf.NumVal:
		if e.Range {
			return class(members(e))
		}
		return box("literal", []string{e.Format(bnf.ABNF)}, "", "") // the same in both notations
	}
	prose := e.(*bnf.ProseVal)
	return box("prose", Wrap(prose.Text, proseWidth), "", "")
}

// reference returns the box for a rule.
func (d *diagrams) reference(name string) track {
	named := func(r grammar.Rule) bool { return r.Name == name }
	i := slices.IndexFunc(d.all, named)
	if i < 0 { // the case of names does not matter in ABNF
		i = slices.IndexFunc(d.all, func(r grammar.Rule) bool { return strings.EqualFold(r.Name, name) })
	}
	r := d.all[i]
	address := ""
	if d.shown[r.Name] {
		address = "#" + r.Name
	}
	return box("rule", []string{name}, fmt.Sprintf("%s, section %s", r.Name, r.Section), address)
}

// literal returns the box for a literal, quoted as in the notations.
func literal(e *bnf.CharVal) track {
	switch {
	case e.Text == "":
		return nothing()
	case len(e.Text) == 1 && len(members(e)) > 1:
		return class(members(e))
	}
	title := ""
	if !e.CaseSensitive && strings.ToLower(e.Text) != strings.ToUpper(e.Text) {
		title = "in either case"
	}
	return box("literal", []string{quoted(e.Text)}, title, "")
}

// quoted returns text in quotes.
func quoted(text string) string {
	if text == `"` {
		return `'"'`
	}
	return `"` + text + `"`
}

const (
	classFrom  = 3  // from this many characters on, a set is a class
	classWidth = 32 // in columns, of a line in its box
	proseWidth = 40
)

// chars are the characters from the first to the last.
type chars struct{ first, last rune }

// characters returns one box for those of the first alternatives that are single
// characters, and how many alternatives these are, or 0 if they are too few for a
// class.
func characters(alternatives []*bnf.Concatenation) (t track, n int) {
	var set []chars
	size := 0
	for _, c := range alternatives {
		r := c.Repetitions[0]
		if len(c.Repetitions) > 1 || r.Min != 1 || r.Max != 1 {
			break
		}
		more := members(r.Element)
		if more == nil {
			break
		}
		for _, c := range more {
			size += int(c.last-c.first) + 1
		}
		set = append(set, more...)
		n++
	}
	if size < classFrom {
		return track{}, 0
	}
	return class(set), n
}

// members returns the characters that an element stands for if it derives one
// character, and nil otherwise.
func members(e bnf.Element) []chars {
	switch e := e.(type) {
	case *bnf.CharVal:
		if len(e.Text) != 1 {
			break
		}
		r := rune(e.Text[0])
		if lower, upper := rune(strings.ToLower(e.Text)[0]), rune(strings.ToUpper(e.Text)[0]); !e.CaseSensitive && lower != upper {
			return []chars{{upper, upper}, {lower, lower}}
		}
		return []chars{{r, r}}
	case *bnf.NumVal:
		switch {
		case e.Range:
			return []chars{{e.Values[0], e.Values[1]}}
		case len(e.Values) == 1:
			return []chars{{e.Values[0], e.Values[0]}}
		}
	}
	return nil
}

// class returns the box for a set of characters.
func class(set []chars) track {
	return box("class", Wrap(strings.Join(listed(set), " "), classWidth), "one of these characters", "")
}

// listed returns the characters in order: printable ones as literals, letters and
// digits as ranges, and others by their numbers.
func listed(set []chars) []string {
	slices.SortFunc(set, func(a, b chars) int { return int(a.first) - int(b.first) })
	var merged []chars
	for _, c := range set {
		if n := len(merged); n > 0 && c.first <= merged[n-1].last+1 {
			merged[n-1].last = max(merged[n-1].last, c.last)
			continue
		}
		merged = append(merged, c)
	}
	var out []string
	for _, c := range merged {
		for c.first <= c.last {
			end := min(c.last, runEnd(c.first))
			if end == c.first+1 {
				end = c.first // two characters are not written as a range
			}
			out = append(out, spelled(c.first, end))
			c.first = end + 1
		}
	}
	return out
}

// runs are the runs of characters that may be written as a range. Characters between
// them stand alone.
var runs = []chars{{0, ' '}, {'0', '9'}, {'A', 'Z'}, {'a', 'z'}, {'\x7F', 0x10FFFF}}

func runEnd(r rune) rune {
	for _, run := range runs {
		if run.first <= r && r <= run.last {
			return run.last
		}
	}
	return r
}

// spelled returns the characters from first to last, as literals or as values.
func spelled(first, last rune) string {
	printable := ' ' < first && first <= '~'
	switch {
	case printable && first == last:
		return quoted(string(first))
	case printable:
		return quoted(string(first)) + "-" + quoted(string(last))
	case first == last:
		return fmt.Sprintf("%%x%02X", first)
	}
	return fmt.Sprintf("%%x%02X-%02X", first, last)
}
