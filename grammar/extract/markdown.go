package extract

import (
	"bufio"
	"bytes"
	"io"
	"iter"
	"slices"

	"github.com/urispec/urispec/grammar"
)

// MarkdownLink is a reference that was found in Markdown.
type MarkdownLink struct {
	// Text is the reference without what Markdown adds to it: angle brackets around it
	// are left out, and backslashes before punctuation and character references are
	// replaced by what they stand for.
	Text string
	// Start and End are the byte offsets between which the reference stands as it is
	// written.
	Start, End int64
	// Line, Column and Character are where the reference starts: the line, and the byte
	// and the character in this line, all counted from 1.
	Line, Column, Character int
	// Syntax is what makes the text a reference.
	Syntax Syntax
	// Element and Attribute are the names of the HTML element and the attribute in
	// which the reference stands. They are empty outside of HTML.
	Element, Attribute string
	// Err is nil if Text conforms to the edition, else a [*grammar.SyntaxError].
	Err error
}

// Syntax is what makes a text in Markdown a reference.
type Syntax int

const (
	InlineLink  Syntax = iota // [text](reference)
	InlineImage               // ![text](reference)
	Definition                // [label]: reference
	Autolink                  // <reference>
	BareURL                   // http://...
	InTag                     // <a href="reference">
)

var syntaxNames = [...]string{"link", "image", "definition", "autolink", "bare", "html"}

// String returns "link", "image", "definition", "autolink", "bare" or "html".
func (s Syntax) String() string { return syntaxNames[s] }

const (
	// maxPiece is how many bytes of a line are read at a time.
	maxPiece = 64 << 10
	// maxBlock and maxBlockLines limit the paragraph, or the other block, that is held
	// until it is complete.
	maxBlock      = 4 << 20
	maxBlockLines = 64 << 10
)

// Markdown yields the references in a Markdown document, in the order of the document:
// the destinations of links and images, of definitions of link references, autolinks,
// and what [HTML] would find in HTML tags. It follows CommonMark 0.31.2, with two
// extensions of GitHub: URLs that stand in the text as they are, with the scheme http,
// https or ftp, are links; and a vertical bar ends a cell of a table, so that no link
// goes on after it. Code is not searched. An autolink with a mail address is yielded
// with the scheme mailto that it stands for.
//
// These are differences to CommonMark:
//
//   - Where a destination has spaces and is not in angle brackets, CommonMark sees no
//     link at all: ![plan](img/a plan.png). It is yielded all the same if it belongs to
//     an image, has a slash, or begins with "." or "#"; its error is that of the space.
//   - Labels are not looked up among the definitions. A link whose text contains a link
//     by its label only is yielded too, and so is what follows two labels in
//     parentheses, though CommonMark takes them for text.
//   - A definition of a footnote is text.
//   - Only LF and CRLF end a line.
//
// Markdown takes time linear in the document and a limited amount of memory, some tens of
// megabytes at most. Therefore only the first 100 of quotations and lists in each other
// count, and a block of more than 4 MiB or 65536 lines is read in parts; a link that
// begins in one part and ends in the next is not found. An error from the reader is
// yielded last, with the zero MarkdownLink.
func Markdown(e *grammar.Edition, r io.Reader) iter.Seq2[MarkdownLink, error] {
	return func(yield func(MarkdownLink, error) bool) {
		m := &markdown{in: bufio.NewReaderSize(r, maxPiece), edition: e, yield: yield, next: place{line: 1}}
		err := m.read()
		m.end()
		if err != io.EOF && !m.stopped {
			yield(MarkdownLink{}, err)
		}
	}
}

// markdown is a document that is being read: line by line into blocks ("Phase 1: block
// structure" in CommonMark's appendix), whose text is searched when they end.
type markdown struct {
	in      *bufio.Reader
	edition *grammar.Edition
	yield   func(MarkdownLink, error) bool
	stopped bool // the caller wants no more

	next   place // of what is read next
	inside bool  // of a line, of which a part has been read

	open  []container // quotations and list items, the outer ones first
	leaf  leaf        // the open block in them
	fence []byte      // that a code block began with
	html  htmlKind    // of an HTML block
	cut   bool        // a part of the block has been searched already

	text  []byte // of the block, without the marks of containers
	lines []textLine

	tag  tag
	last struct { // the place that was asked for last
		line, at, chars int
	}
	openings []opening
	ticks    map[int][]int
}

// container is an open block that contains blocks: a quotation, or the item of a list.
type container struct {
	indent int  // of the text of an item, in columns; 0 for a quotation
	empty  bool // nothing has come in the item yet
}

// leaf is a kind of block that contains text.
type leaf int

const (
	noLeaf leaf = iota
	paragraph
	heading   // with "#"; it ends with the line
	row       // of a table, after its head; it ends with the line
	table     // between two rows
	codeBlock // in fences
	noText    // indented code, a fence or a rule; it ends with the line
	htmlBlock
)

// textLine is a line, or a piece of one, in the text of a block.
type textLine struct {
	at int // where it begins in the text
	place
}

// read reads the document. It returns the error of the reader, which may be io.EOF.
func (m *markdown) read() error {
	byteOrderMark := []byte("\uFEFF")
	if start, _ := m.in.Peek(len(byteOrderMark)); bytes.Equal(start, byteOrderMark) {
		_, _ = m.in.Discard(len(byteOrderMark))
		m.next = m.next.after(byteOrderMark)
	}
	for !m.stopped {
		piece, err := m.in.ReadSlice('\n')
		if len(piece) > 0 {
			text, ended := bytes.CutSuffix(piece, []byte("\n"))
			text = bytes.TrimSuffix(text, []byte("\r"))
			if m.inside {
				m.goOn(text)
			} else {
				m.line(text)
			}
			if m.inside = !ended; ended {
				m.endLine()
			}
			m.next = m.next.after(piece)
		}
		if err != nil && err != bufio.ErrBufferFull {
			return err
		}
	}
	return io.EOF
}

// goOn handles a further piece of a line.
func (m *markdown) goOn(text []byte) {
	switch m.leaf {
	case paragraph, heading, row, htmlBlock:
		m.text = bytes.TrimSuffix(m.text, []byte("\n"))
		m.add(text, m.next)
	}
}

// endLine ends the blocks that end with their line.
func (m *markdown) endLine() {
	switch m.leaf {
	case heading, noText:
		m.end()
	case row:
		m.end()
		m.leaf = table
	}
}

// line handles a line, or its first piece.
func (m *markdown) line(text []byte) {
	l := &markdownLine{text: text}
	matched := m.match(l)
	if matched == len(m.open) {
		switch m.leaf {
		case codeBlock:
			if m.closesFence(l) {
				m.start(matched, noText)
			}
			return
		case htmlBlock:
			if l.isBlank() && m.html.endsAtBlank() {
				m.end()
			} else {
				m.addHTML(l)
			}
			return
		}
	}
	if matched < len(m.open) && m.leaf != paragraph {
		m.start(matched, noLeaf) // only a paragraph may go on without the marks
	}
	for {
		isContainer, isLeaf := m.begins(l, &matched)
		if isLeaf {
			return
		}
		if !isContainer {
			break
		}
	}
	rest := l.rest()
	switch {
	case l.isBlank():
		m.start(matched, noLeaf)
	case m.leaf == table && matched == len(m.open):
		m.leaf = row
		m.add(rest, m.next.after(text[:l.next]))
	case m.leaf == paragraph:
		if isDelimiterRow(rest) && matched == len(m.open) && m.endsWithHead(countCells(rest)) {
			m.beginTable()
			return
		}
		m.add(rest, m.next.after(text[:l.next]))
	default:
		m.start(matched, paragraph)
		m.add(rest, m.next.after(text[:l.next]))
	}
}

// match returns how many of the open containers go on in a line, and moves on after their
// marks.
func (m *markdown) match(l *markdownLine) int {
	for n := range m.open {
		c := &m.open[n]
		indent := l.indent()
		switch {
		case c.indent == 0:
			if indent >= codeIndent || l.char() != '>' {
				return n
			}
			l.skipMark(indent + 1)
		case l.isBlank():
			if c.empty {
				return n
			}
		case indent >= c.indent:
			c.empty = false
			l.skip(c.indent)
		default:
			return n
		}
	}
	return len(m.open)
}

// codeIndent is the indentation of code, in columns.
const codeIndent = 4

// begins begins the container or the leaf that begins at a place of a line, if any does.
// The first containers have matched.
func (m *markdown) begins(l *markdownLine, matched *int) (isContainer, isLeaf bool) {
	if l.isBlank() {
		return false, false
	}
	indent, rest := l.indent(), l.rest()
	// A paragraph that goes on is interrupted only by some blocks.
	goesOn := m.leaf == paragraph && *matched == len(m.open)
	switch {
	case indent >= codeIndent:
		if m.leaf == paragraph {
			return false, false
		}
		m.start(*matched, noText)
		return false, true
	case rest[0] == '>' && *matched < maxNesting:
		m.enter(matched, container{})
		l.skipMark(indent + 1)
		return true, false
	case isHeading(rest):
		m.start(*matched, heading)
		m.add(rest, m.next.after(l.text[:l.next]))
		return false, true
	case fenceOf(rest) != nil:
		m.start(*matched, codeBlock)
		m.fence = slices.Clone(fenceOf(rest))
		return false, true
	case goesOn && isUnderline(rest), isRule(rest):
		m.start(*matched, noText)
		return false, true
	}
	if html := htmlKindOf(rest, goesOn); html != noHTML {
		m.start(*matched, htmlBlock)
		m.html = html
		m.addHTML(l)
		return false, true
	}
	width, number := listMarker(rest)
	if width == 0 || *matched >= maxNesting || goesOn && (number > 1 || len(bytes.TrimSpace(rest[width:])) == 0) {
		return false, false
	}
	l.skip(indent + width)
	item := container{indent: indent + width + 1, empty: l.isBlank()}
	if spaces := l.indent(); !item.empty && spaces <= codeIndent {
		item.indent = indent + width + spaces
		l.skip(spaces)
	} else {
		l.skip(1)
	}
	m.enter(matched, item)
	return true, false
}

// start closes all containers but the first ones, and begins a block in the last of
// these.
func (m *markdown) start(containers int, kind leaf) {
	m.end()
	m.open, m.leaf = m.open[:containers], kind
}

// enter begins a container.
func (m *markdown) enter(matched *int, c container) {
	m.start(*matched, noLeaf)
	m.open = append(m.open, c)
	*matched++
}

// end ends the open block.
func (m *markdown) end() {
	m.search()
	m.leaf, m.cut = noLeaf, false
}

// add adds text from a place to the block.
func (m *markdown) add(text []byte, from place) {
	if len(m.text)+len(text) > maxBlock || len(m.lines) == maxBlockLines {
		m.search()
		m.cut = true
	}
	m.lines = append(m.lines, textLine{len(m.text), from})
	m.text = append(append(m.text, text...), '\n')
}

// addHTML adds the rest of a line to an HTML block, and ends the block if the line does.
func (m *markdown) addHTML(l *markdownLine) {
	m.add(l.text[l.i:], m.next.after(l.text[:l.i]))
	if m.html.endsWith(l.text[l.i:]) {
		m.start(len(m.open), noLeaf)
	}
}

// search finds the references in the text of the block so far.
func (m *markdown) search() {
	end := len(m.text)
	switch m.leaf {
	case paragraph:
		from := 0
		if !m.cut {
			from = m.definitions()
		}
		m.inline(from, end)
	case heading:
		m.inline(0, end)
	case row:
		for from, to := range cells(m.text) {
			m.inline(from, to)
		}
	case htmlBlock:
		m.tags()
	}
	m.text, m.lines, m.last.at = m.text[:0], m.lines[:0], 0
	m.last.line = -1
}

// endsWithHead reports whether the last line of the paragraph may be the head of a table
// with a number of columns.
func (m *markdown) endsWithHead(columns int) bool {
	last := len(m.lines) - 1
	if last > 0 && m.lines[last-1].line == m.lines[last].line {
		return false // the line is too long
	}
	return countCells(m.text[m.lines[last].at:]) == columns
}

// beginTable ends the paragraph before its last line, and makes this line the head of a
// table.
func (m *markdown) beginTable() {
	last := m.lines[len(m.lines)-1]
	head := bytes.Clone(m.text[last.at:])
	m.text, m.lines = m.text[:last.at], m.lines[:len(m.lines)-1]
	m.search()
	m.leaf = row
	m.add(bytes.TrimSuffix(head, []byte("\n")), last.place)
	m.end()
	m.leaf = table
}

// closesFence reports whether a line is the fence that ends the code block.
func (m *markdown) closesFence(l *markdownLine) bool {
	rest := bytes.TrimRight(l.rest(), " \t")
	return l.indent() < codeIndent && len(rest) >= len(m.fence) && len(bytes.Trim(rest, string(m.fence[:1]))) == 0
}

// placeOf returns the place of a byte of the text of the block.
func (m *markdown) placeOf(at int) place {
	i, found := slices.BinarySearchFunc(m.lines, at, func(l textLine, at int) int { return l.at - at })
	if !found {
		i--
	}
	l := m.lines[i]
	if m.last.line != i || m.last.at > at {
		m.last.line, m.last.at, m.last.chars = i, l.at, l.chars
	}
	m.last.chars += characters(m.text[m.last.at:at])
	m.last.at = at
	return place{off: l.off + int64(at-l.at), line: l.line, column: l.column + at - l.at, chars: m.last.chars}
}

// found yields a reference between two places of the text of the block.
func (m *markdown) found(start, end int, link MarkdownLink) {
	if m.stopped {
		return
	}
	from := m.placeOf(start)
	link.Start, link.Line, link.Column, link.Character = from.off, from.line, from.column+1, from.chars+1
	link.End = link.Start + int64(end-start)
	if link.Syntax == InTag {
		link.End = m.placeOf(end).off // an attribute may have line ends
	}
	link.Err = m.edition.Check(link.Text)
	m.stopped = !m.yield(link, nil)
}
