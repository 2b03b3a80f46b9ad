package extract

import (
	"bytes"
	"iter"
	"strings"
)

// markdownLine is a line whose beginning is being read. Indentation is counted in columns,
// because a tab goes on to the next column that is a multiple of four.
type markdownLine struct {
	text   []byte // without the line end
	i      int    // what is before has been read
	column int    // of i; more if only a part of a tab has been read
	// next is the first byte from i on that is not a blank, or the end of the line, and
	// nextColumn is its column. They are known if known is true.
	next, nextColumn int
	known            bool
}

// tabStop is the distance between the columns to which tabs go.
const tabStop = 4

// find finds the next byte that is not a blank.
func (l *markdownLine) find() {
	if l.known && l.next >= l.i {
		return
	}
	l.next, l.nextColumn, l.known = l.i, l.column, true
	for ; l.next < len(l.text); l.next++ {
		switch l.text[l.next] {
		case ' ':
			l.nextColumn++
		case '\t':
			l.nextColumn += tabStop - l.nextColumn%tabStop
		default:
			return
		}
	}
}

// indent returns how far the next byte that is not a blank is indented.
func (l *markdownLine) indent() int {
	l.find()
	return l.nextColumn - l.column
}

// isBlank reports whether only blanks are left.
func (l *markdownLine) isBlank() bool {
	l.find()
	return l.next == len(l.text)
}

// rest returns the text after the indentation.
func (l *markdownLine) rest() []byte {
	l.find()
	return l.text[l.next:]
}

// char returns the next byte that is not a blank, or 0 if there is none.
func (l *markdownLine) char() byte {
	if l.isBlank() {
		return 0
	}
	return l.text[l.next]
}

// skip moves on by some columns.
func (l *markdownLine) skip(columns int) {
	for columns > 0 && l.i < len(l.text) {
		width := 1
		if l.text[l.i] == '\t' {
			width = tabStop - l.column%tabStop
		}
		if width > columns {
			l.column += columns
			return
		}
		l.column += width
		columns -= width
		l.i++
	}
}

// skipMark moves on by some columns, and after that over one blank if there is one.
func (l *markdownLine) skipMark(columns int) {
	l.skip(columns)
	if l.i < len(l.text) && isBlank(l.text[l.i]) {
		l.skip(1)
	}
}

// isHeading reports whether a line is a heading that begins with "#".
func isHeading(line []byte) bool {
	text := bytes.TrimLeft(line, "#")
	level := len(line) - len(text)
	return 1 <= level && level <= 6 && (len(text) == 0 || isBlank(text[0]))
}

// fenceOf returns the fence with which a line begins, or nil if there is none.
func fenceOf(line []byte) []byte {
	if line[0] != '`' && line[0] != '~' {
		return nil
	}
	info := bytes.TrimLeft(line, string(line[:1]))
	fence := line[:len(line)-len(info)]
	if len(fence) < 3 || line[0] == '`' && bytes.IndexByte(info, '`') >= 0 {
		return nil
	}
	return fence
}

// isUnderline reports whether a line makes a heading of the paragraph above.
func isUnderline(line []byte) bool {
	line = bytes.TrimRight(line, " \t")
	return (line[0] == '=' || line[0] == '-') && len(bytes.TrimLeft(line, string(line[:1]))) == 0
}

// isRule reports whether a line is a thematic break.
func isRule(line []byte) bool {
	mark := line[0]
	if mark != '*' && mark != '-' && mark != '_' {
		return false
	}
	n := 0
	for _, c := range line {
		switch {
		case c == mark:
			n++
		case !isBlank(c):
			return false
		}
	}
	return n >= 3
}

// listMarker returns the length of the list marker with which a line begins, and its
// number, which is 1 if it has none. The length is 0 if there is no marker.
func listMarker(line []byte) (width, number int) {
	const most = 9 // digits
	digits := 0
	for digits < len(line) && digits <= most && isDigit(line[digits]) {
		number = 10*number + int(line[digits]-'0')
		digits++
	}
	switch {
	case digits > most || digits == len(line):
		return 0, 0
	case digits == 0 && strings.IndexByte("-+*", line[0]) >= 0:
		number = 1
	case digits == 0 || line[digits] != '.' && line[digits] != ')':
		return 0, 0
	}
	width = digits + 1
	if width < len(line) && !isBlank(line[width]) {
		return 0, 0
	}
	return width, number
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// cells yields where the cells in the row of a table begin and end.
func cells(row []byte) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		from, to := 0, len(row)
		for to > 0 && (isBlank(row[to-1]) || row[to-1] == '\n') {
			to--
		}
		for from < to && isBlank(row[from]) {
			from++
		}
		if from < to && row[from] == '|' {
			from++
		}
		for i := from; i < to; i++ {
			switch row[i] {
			case '\\':
				i++
			case '|':
				if !yield(from, i) {
					return
				}
				from = i + 1
			}
		}
		if from < to {
			yield(from, to)
		}
	}
}

// countCells returns the number of cells in a row.
func countCells(row []byte) int {
	n := 0
	for range cells(row) {
		n++
	}
	return n
}

// isDelimiterRow reports whether a line is the second row of a table, as in "|:--|--:|".
func isDelimiterRow(line []byte) bool {
	if bytes.IndexByte(line, '|') < 0 || bytes.IndexByte(line, '-') < 0 {
		return false
	}
	for _, c := range line {
		if !isBlank(c) && c != '|' && c != ':' && c != '-' {
			return false
		}
	}
	for from, to := range cells(line) {
		cell := bytes.Trim(line[from:to], " \t")
		cell = bytes.TrimSuffix(bytes.TrimPrefix(cell, []byte(":")), []byte(":"))
		if len(cell) == 0 || len(bytes.Trim(cell, "-")) > 0 {
			return false
		}
	}
	return true
}

// htmlKind is a kind of HTML block, which begins and ends in a way of its own. The numbers
// are those of CommonMark.
type htmlKind int

const (
	noHTML          htmlKind = iota
	htmlText                 // pre, script, style or textarea
	htmlComment              // <!--
	htmlInstruction          // <?
	htmlDeclaration          // <!
	htmlCDATA                // <![CDATA[
	htmlElement              // an element that is a block
	htmlTag                  // any other tag that is alone on its line
)

// htmlTexts are the elements of a block of the first kind, and htmlElements those of the
// sixth.
var (
	htmlTexts    = set("pre script style textarea")
	htmlElements = set(`address article aside base basefont blockquote body caption center col colgroup dd details
		dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html
		iframe legend li link main menu menuitem nav noframes ol optgroup option p param search section summary table
		tbody td tfoot th thead title tr track ul`)
)

// htmlKindOf returns the kind of the HTML block that begins with a line. If it would
// interrupt a paragraph, not every kind may begin.
func htmlKindOf(line []byte, interrupts bool) htmlKind {
	if line[0] != '<' {
		return noHTML
	}
	switch {
	case bytes.HasPrefix(line, []byte(comment)):
		return htmlComment
	case bytes.HasPrefix(line, []byte("<?")):
		return htmlInstruction
	case bytes.HasPrefix(line, []byte(cdata)):
		return htmlCDATA
	case len(line) > 2 && line[1] == '!' && isLetter(line[2]):
		return htmlDeclaration
	}
	name, closes := line[1:], false
	if name, closes = bytes.CutPrefix(name, []byte("/")); len(name) == 0 || !isLetter(name[0]) {
		return noHTML
	}
	n := 0
	for n < len(name) && (isLetter(name[n]) || isDigit(name[n]) || name[n] == '-') {
		n++
	}
	after := name[n:]
	const longest = 16 // no longer name is in the lists
	known := string(lower(name[:min(n, longest)]))
	ends := len(after) == 0 || isBlank(after[0]) || after[0] == '>'
	switch {
	case htmlTexts[known] && !closes:
		if ends {
			return htmlText
		}
		return noHTML
	case htmlElements[known] && (ends || bytes.HasPrefix(after, []byte("/>"))):
		return htmlElement
	case interrupts || htmlTexts[known]:
		return noHTML
	}
	if end, _ := tagEnd(line, 0); end > 0 && len(bytes.Trim(line[end:], " \t")) == 0 {
		return htmlTag
	}
	return noHTML
}

// endsAtBlank reports whether a blank line ends a block of the kind.
func (k htmlKind) endsAtBlank() bool { return k == htmlElement || k == htmlTag }

// endsWith reports whether a line is the last of a block of the kind.
func (k htmlKind) endsWith(line []byte) bool {
	has := func(end string) bool { return bytes.Contains(line, []byte(end)) }
	switch k {
	case htmlText:
		line = bytes.ToLower(line)
		return has("</pre>") || has("</script>") || has("</style>") || has("</textarea>")
	case htmlComment:
		return has("-->")
	case htmlInstruction:
		return has("?>")
	case htmlDeclaration:
		return has(">")
	case htmlCDATA:
		return has("]]>")
	}
	return false
}

// tagEnd returns the end of the tag that begins with "<" at a place of a text, and
// reports whether it is a start tag ("open tag" and "closing tag" in CommonMark). It
// returns 0 if there is no tag.
func tagEnd(text []byte, i int) (end int, isStart bool) {
	at := func(i int) byte {
		if i < len(text) {
			return text[i]
		}
		return 0
	}
	space := func(i int) int {
		for isHTMLSpace(at(i)) {
			i++
		}
		return i
	}
	i++
	closes := at(i) == '/'
	if closes {
		i++
	}
	if !isLetter(at(i)) {
		return 0, false
	}
	for isLetter(at(i)) || isDigit(at(i)) || at(i) == '-' {
		i++
	}
	if closes {
		if i = space(i); at(i) == '>' {
			return i + 1, false
		}
		return 0, false
	}
	for {
		next := space(i)
		switch c := at(next); {
		case c == '>':
			return next + 1, true
		case c == '/' && at(next+1) == '>':
			return next + 2, true
		case next == i || !isLetter(c) && c != '_' && c != ':':
			return 0, false
		}
		for i = next; isLetter(at(i)) || isDigit(at(i)) || at(i) != 0 && strings.IndexByte("_.:-", at(i)) >= 0; {
			i++
		}
		equals := space(i)
		if at(equals) != '=' {
			continue
		}
		i = space(equals + 1)
		switch c := at(i); {
		case i >= len(text):
			return 0, false
		case c == '"' || c == '\'':
			n := bytes.IndexByte(text[i+1:], c)
			if n < 0 {
				return 0, false
			}
			i += n + 2
		default:
			from := i
			for i < len(text) && !isHTMLSpace(text[i]) && strings.IndexByte("\"'=<>`", text[i]) < 0 {
				i++
			}
			if i == from {
				return 0, false
			}
		}
	}
}
