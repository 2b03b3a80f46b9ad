package extract

import (
	"bytes"
	"html"
	"strings"
)

// opening is a "[" or a "![" that may begin the text of a link: its offset, or the
// complement of the offset for an image.
type opening int32

func (o opening) isImage() bool { return o < 0 }

// inlineMarks are the bytes that inline looks at.
var inlineMarks = func() (marks [256]bool) {
	for _, c := range []byte("\\`<![]hHfF") {
		marks[c] = true
	}
	return marks
}()

// inline finds the references in a part of the text of the block ("Phase 2: inline
// structure" in CommonMark's appendix).
func (m *markdown) inline(from, to int) {
	text := m.text[:to]
	open := m.openings[:0]
	links := 0 // brackets before this one contain a link, so that they begin none
	m.ticks = nil
	missing := missing{}
	for i := from; i < to && !m.stopped; {
		switch c := text[i]; {
		case !inlineMarks[c]:
			i++
		case c == '\\':
			i += 2
		case c == '`':
			i = m.code(i, to)
		case c == '<':
			i = m.angle(text, i, &missing)
		case c == '!' && i+1 < to && text[i+1] == '[':
			open = append(open, opening(^i))
			i += 2
		case c == '[':
			open = append(open, opening(i))
			i++
		case c == ']':
			i++
			if len(open) == 0 {
				break
			}
			n := len(open) - 1
			image := open[n].isImage()
			open = open[:n]
			dead := !image && n < links
			links = min(links, n)
			if dead || i == to || text[i] != '(' {
				break
			}
			d, ok := inlineDestination(text, i+1)
			if !ok {
				if d, ok = spacedDestination(text, i+1, image); !ok {
					break
				}
			}
			syntax := InlineImage
			if !image {
				syntax, links = InlineLink, n
			}
			m.found(d.start, d.end, MarkdownLink{Text: unescaped(text[d.start:d.end]), Syntax: syntax})
			i = d.next
		case len(open) == 0 && (i == from || !isLetter(text[i-1]) && !isDigit(text[i-1])):
			// A URL in the text of a link would be a link in a link.
			i = m.bare(text, i)
		default:
			i++
		}
	}
	m.openings = open
}

// code returns the end of the code that begins with backticks at i, or the end of these if
// they do not begin any.
func (m *markdown) code(i, to int) int {
	text := m.text[:to]
	if m.ticks == nil {
		m.ticks = make(map[int][]int)
		for at := i; at < to; {
			n := bytes.IndexByte(text[at:], '`')
			if n < 0 {
				break
			}
			at += n
			length := runOf(text, at)
			m.ticks[length] = append(m.ticks[length], at)
			at += length
		}
	}
	length := runOf(text, i)
	closing := m.ticks[length]
	for len(closing) > 0 && closing[0] <= i {
		closing = closing[1:]
	}
	m.ticks[length] = closing
	if len(closing) == 0 {
		return i + length
	}
	return closing[0] + length
}

// runOf returns the number of equal bytes from i on.
func runOf(text []byte, i int) int {
	return len(text[i:]) - len(bytes.TrimLeft(text[i:], string(text[i:i+1])))
}

// missing notes which ends of HTML do not come any more, so that they are looked for only
// once.
type missing struct{ comment, instruction, cdata, declaration bool }

// after returns the end of what begins before i and ends with a text, or 0.
func after(text []byte, i int, end string, missing *bool) int {
	if *missing || i > len(text) {
		return 0
	}
	n := bytes.Index(text[i:], []byte(end))
	if n < 0 {
		*missing = true
		return 0
	}
	return i + n + len(end)
}

// angle returns the end of what begins with the "<" at i: an autolink or HTML, in which it
// finds the references.
func (m *markdown) angle(text []byte, i int, missing *missing) int {
	if end, mail := autolink(text, i); end > 0 {
		address := string(text[i+1 : end-1])
		if mail {
			address = "mailto:" + address
		}
		m.found(i+1, end-1, MarkdownLink{Text: address, Syntax: Autolink})
		return end
	}
	if end := markupEnd(text, i, missing); end > 0 {
		return end
	}
	end, isStart := tagEnd(text, i)
	if end == 0 {
		return i + 1
	}
	if isStart {
		m.linksInTag(i, end)
	}
	return end
}

// markupEnd returns the end of the markup other than a tag that begins at i, or 0 if there
// is none: a comment, an instruction, a declaration or a CDATA section.
func markupEnd(text []byte, i int, missing *missing) int {
	rest := text[i:]
	has := func(beginning string) bool { return bytes.HasPrefix(rest, []byte(beginning)) }
	switch {
	case has("<!-->"):
		return i + len("<!-->")
	case has("<!--->"):
		return i + len("<!--->")
	case has(comment):
		return after(text, i+len(comment), "-->", &missing.comment)
	case has("<?"):
		return after(text, i+len("<?"), "?>", &missing.instruction)
	case has(cdata):
		return after(text, i+len(cdata), "]]>", &missing.cdata)
	case has("<!") && len(rest) > 2 && isLetter(rest[2]):
		return after(text, i+len("<!"), ">", &missing.declaration)
	}
	return 0
}

// linksInTag finds the references in a start tag.
func (m *markdown) linksInTag(from, to int) {
	raw := m.text[from:to]
	m.tag.read(tagName(raw, startTag), raw, false)
	for l := range m.tag.links() {
		m.found(from+l.start, from+l.end, MarkdownLink{Text: l.text, Syntax: InTag, Element: m.tag.name, Attribute: l.attribute})
		if m.stopped {
			return
		}
	}
}

// tags finds the references in an HTML block.
func (m *markdown) tags() {
	missing := missing{}
	for i := 0; !m.stopped; {
		n := bytes.IndexByte(m.text[i:], '<')
		if n < 0 {
			return
		}
		i += n
		if end := markupEnd(m.text, i, &missing); end > 0 {
			i = end
			continue
		}
		end, isStart := tagEnd(m.text, i)
		switch {
		case end == 0:
			i++
			continue
		case isStart:
			m.linksInTag(i, end)
		}
		if name := tagName(m.text[i:end], startTag); isStart && rawTexts[name] {
			// What it contains is no HTML.
			n := bytes.Index(m.text[end:], []byte("</"+name))
			if n < 0 {
				return
			}
			end += n
		}
		i = end
	}
}

// autolink returns the end of the autolink that begins with the "<" at i, and reports
// whether it is a mail address. It returns 0 if there is no autolink.
func autolink(text []byte, i int) (end int, mail bool) {
	rest := text[i+1:]
	n := 0
	for n < len(rest) && isSchemeChar(rest[n]) {
		n++
	}
	const shortest, longest = 2, 32 // schemes
	if n < len(rest) && rest[n] == ':' {
		if n < shortest || n > longest || !isLetter(rest[0]) {
			return 0, false
		}
		for ; n < len(rest); n++ {
			switch c := rest[n]; {
			case c == '>':
				return i + 1 + n + 1, false
			case c <= ' ' || c == '<' || c == 0x7F:
				return 0, false
			}
		}
		return 0, false
	}
	if n = mailAddress(rest); n > 0 && n < len(rest) && rest[n] == '>' {
		return i + 1 + n + 1, true
	}
	return 0, false
}

// mailAddress returns the length of the mail address with which a text begins, or 0 if
// there is none. It is the expression of the HTML Standard that CommonMark uses.
func mailAddress(text []byte) int {
	n := 0
	for n < len(text) && (isLetter(text[n]) || isDigit(text[n]) || strings.IndexByte(".!#$%&'*+/=?^_`{|}~-", text[n]) >= 0) {
		n++
	}
	if n == 0 || n == len(text) || text[n] != '@' {
		return 0
	}
	const longest = 63 // labels
	for {
		n++
		from := n
		for n < len(text) && (isLetter(text[n]) || isDigit(text[n]) || text[n] == '-') {
			n++
		}
		if n == from || n-from > longest || text[from] == '-' || text[n-1] == '-' {
			return 0
		}
		if n == len(text) || text[n] != '.' {
			return n
		}
	}
}

// bareSchemes are the schemes of URLs that are links as they stand.
var bareSchemes = []string{"http://", "https://", "ftp://"}

// bare finds the URL that begins at i, and returns its end, or i + 1 if there is none
// ("extended URL autolink" in the specification of GitHub Flavored Markdown).
func (m *markdown) bare(text []byte, i int) int {
	rest := text[i:]
	start := 0
	for _, scheme := range bareSchemes {
		if len(rest) > len(scheme) && bytes.EqualFold(rest[:len(scheme)], []byte(scheme)) {
			start = len(scheme)
		}
	}
	if start == 0 || !isLetter(rest[start]) && !isDigit(rest[start]) {
		return i + 1
	}
	n := start
	for n < len(rest) && rest[n] > ' ' && rest[n] != '<' && rest[n] != 0x7F {
		n++
	}
	url := trim(rest[:n], punctuation+`*_~"`)
	m.found(i, i+len(url), MarkdownLink{Text: string(url), Syntax: BareURL})
	return i + len(url)
}

// destination is the destination of a link: where it begins and ends, and where the link
// ends.
type destination struct{ start, end, next int }

// inlineDestination reads what follows "](" of an inline link.
func inlineDestination(text []byte, i int) (d destination, ok bool) {
	i = skipSpace(text, i)
	if i < len(text) && text[i] == ')' {
		return destination{i, i, i + 1}, true
	}
	if d, ok = readDestination(text, i); !ok {
		return d, false
	}
	i = skipSpace(text, d.next)
	if i > d.next {
		if end := titleEnd(text, i); end > 0 {
			i = skipSpace(text, end)
		}
	}
	if i == len(text) || text[i] != ')' {
		return d, false
	}
	d.next = i + 1
	return d, true
}

// readDestination reads the destination at i. Its end is d.next.
func readDestination(text []byte, i int) (d destination, ok bool) {
	if i < len(text) && text[i] == '<' {
		for end := i + 1; end < len(text); end++ {
			switch text[end] {
			case '>':
				return destination{i + 1, end, end + 1}, true
			case '\n', '<':
				return d, false
			case '\\':
				if end+1 < len(text) && text[end+1] != '\n' {
					end++
				}
			}
		}
		return d, false
	}
	const most = 32 // parentheses in each other, as in cmark
	depth, end := 0, i
	for ; end < len(text); end++ {
		c := text[end]
		switch {
		case c <= ' ' || c == 0x7F:
		case c == '\\' && end+1 < len(text) && isPunctuation(text[end+1]):
			end++
			continue
		case c == '(':
			if depth++; depth > most {
				return d, false
			}
			continue
		case c == ')' && depth > 0:
			depth--
			continue
		case c != ')':
			continue
		}
		break
	}
	return destination{i, end, end}, end > i && depth == 0
}

// titleEnd returns the end of the title of a link at i, or 0 if there is none.
func titleEnd(text []byte, i int) int {
	if i == len(text) || strings.IndexByte(`"'(`, text[i]) < 0 {
		return 0
	}
	closing := text[i]
	if closing == '(' {
		closing = ')'
	}
	for end := i + 1; end < len(text); end++ {
		switch text[end] {
		case closing:
			return end + 1
		case '\\':
			end++
		case '(':
			if closing == ')' {
				return 0
			}
		}
	}
	return 0
}

// spacedDestination reads what follows "](" and is no destination only because it has
// blanks. A person who writes this means a link, unless it looks like other text.
func spacedDestination(text []byte, i int, image bool) (d destination, ok bool) {
	depth, end := 0, i
	for ; end < len(text) && (text[end] != ')' || depth > 0); end++ {
		switch text[end] {
		case '\n', '[', ']', '<', '>', '`':
			return d, false
		case '(':
			depth++
		case ')':
			depth--
		}
	}
	inside := bytes.Trim(text[i:end], " \t")
	if end == len(text) || bytes.IndexAny(inside, " \t") < 0 {
		return d, false
	}
	if !image && bytes.IndexByte(inside, '/') < 0 && inside[0] != '.' && inside[0] != '#' {
		return d, false
	}
	for isBlank(text[i]) {
		i++
	}
	return destination{i, i + len(inside), end + 1}, true
}

// definitions finds the definitions of link references with which a paragraph begins, and
// returns where they end.
func (m *markdown) definitions() int {
	i := 0
	for !m.stopped {
		d, ok := readDefinition(m.text, i)
		if !ok {
			return i
		}
		m.found(d.start, d.end, MarkdownLink{Text: unescaped(m.text[d.start:d.end]), Syntax: Definition})
		i = d.next
	}
	return i
}

// readDefinition reads the definition of a link reference at i.
func readDefinition(text []byte, i int) (d destination, ok bool) {
	if i == len(text) || text[i] != '[' {
		return d, false
	}
	const longest = 999 // characters of a label
	end := i + 1
	for ; end < len(text) && text[end] != ']'; end++ {
		if text[end] == '[' || end-i > 4*longest {
			return d, false
		}
		if text[end] == '\\' {
			end++
		}
	}
	if end+1 >= len(text) || text[end+1] != ':' {
		return d, false
	}
	label := bytes.TrimSpace(text[i+1 : end])
	if len(label) == 0 || label[0] == '^' || characters(text[i+1:end]) > longest {
		return d, false
	}
	if d, ok = readDestination(text, skipSpace(text, end+2)); !ok {
		return d, false
	}
	// A title that is not alone in the rest of its line is none.
	if at := skipSpace(text, d.next); at > d.next {
		if end := titleEnd(text, at); end > 0 {
			if next, ok := lineEnd(text, end); ok {
				d.next = next
				return d, true
			}
		}
	}
	d.next, ok = lineEnd(text, d.next)
	return d, ok
}

// lineEnd returns the beginning of the line after i, if only blanks come before it.
func lineEnd(text []byte, i int) (next int, ok bool) {
	for i < len(text) && isBlank(text[i]) {
		i++
	}
	if i == len(text) {
		return i, true
	}
	return i + 1, text[i] == '\n'
}

// skipSpace returns the end of the white space at i.
func skipSpace(text []byte, i int) int {
	for i < len(text) && (isBlank(text[i]) || text[i] == '\n' || text[i] == '\r') {
		i++
	}
	return i
}

func isPunctuation(c byte) bool {
	return '!' <= c && c <= '/' || ':' <= c && c <= '@' || '[' <= c && c <= '`' || '{' <= c && c <= '~'
}

// unescaped returns a destination without its backslash escapes and with its character
// references replaced.
func unescaped(text []byte) string {
	if bytes.IndexByte(text, '\\') < 0 && bytes.IndexByte(text, '&') < 0 {
		return string(text)
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text) && isPunctuation(text[i+1]):
			i++
		case text[i] == '&':
			const longest = 40 // no name of a character is longer
			if n := bytes.IndexByte(text[i:min(len(text), i+longest)], ';'); n > 1 {
				reference := string(text[i : i+n+1])
				if character := html.UnescapeString(reference); !strings.HasSuffix(character, ";") || character == ";" {
					b.WriteString(character)
					i += n
					continue
				}
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
