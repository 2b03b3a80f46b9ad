// Package picture draws derivations and grammars:
//
//	Sheet   derivations as SVG, with the rules as boxes under their characters
//	DOT     a derivation as a graph for Graphviz
//	Rules   the rules of an edition as railroad diagrams, in SVG
//
// An SVG picture is self-contained: it needs no script, font or other file. It
// paints its own background, light or dark as the reader's system prefers
// (prefers-color-scheme). Every figure has a title and a description, so that it
// can be read aloud. The description of a derivation has its rules with their
// spans; that of a rule has its published text.
//
// The strings that are drawn may be hostile. Their characters appear as they are if they
// print, of any script, and from left to right in the order in which they stand.
// Everything else is escaped, as \x0A for a byte and \u{202E} for a code point, so that
// nothing changes the direction of writing, is invisible, or breaks the XML. The size of a
// picture is bounded.
//
// Boxes are sized for text in a monospaced font, in which the characters of Chinese,
// Japanese and Korean, and emoji, are twice as wide as the others.
//
// The functions are safe for concurrent use. A [Sheet] is not: use it from one
// goroutine at a time. Derivations take time and space in proportion to the nodes
// and the depth of the tree.
//
// The zero value of a type is of use only if the comment of the type says so.
package picture

import (
	"encoding/xml"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// figure is a part of a document: a picture with a title of its own.
type figure struct {
	id, title, desc string
	width, height   int
	draw            func(p *pen, x, y int)
}

const (
	margin  = 16 // around a document
	spacing = 28 // between the figures of a document
)

// document returns a document with figures below each other. If there is only one,
// its title is that of the document.
func document(title, desc string, figures []figure) string {
	width, height := 0, -spacing
	for _, f := range figures {
		width = max(width, f.width)
		height += f.height + spacing
	}
	width, height = width+2*margin, height+2*margin
	p := new(pen)
	if len(figures) == 1 {
		title, desc = figures[0].title, figures[0].desc
		p.printf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" lang="en" role="img" aria-labelledby="title desc">`, width, height)
	} else {
		// The figures are the images, because what is inside an image is not read
		// aloud.
		p.printf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" lang="en" role="graphics-document document" aria-labelledby="title desc">`, width, height)
	}
	p.printf("\n<title id=\"title\">%s</title>\n<desc id=\"desc\">%s</desc>\n<style>%s</style>\n", text(title), text(desc), style)
	p.printf("<rect class=\"page\" width=\"%d\" height=\"%d\"/>\n", width, height)
	y := margin
	for _, f := range figures {
		if len(figures) == 1 {
			p.printf("<g id=\"%s\">\n", text(f.id))
		} else {
			p.printf("<g id=\"%[1]s\" role=\"img\" aria-labelledby=\"%[1]s.title %[1]s.desc\">\n<title id=\"%[1]s.title\">%[2]s</title>\n<desc id=\"%[1]s.desc\">%[3]s</desc>\n",
				text(f.id), text(f.title), text(f.desc))
		}
		f.draw(p, margin, y)
		p.printf("</g>\n")
		y += f.height + spacing
	}
	p.printf("</svg>\n")
	return p.String()
}

// font is a class of text in the style, with the width of one character. In
// monospaced fonts that is 0.55 to 0.61 of the size.
type font struct {
	class string
	width int
}

var (
	fontInput   = font{"input", 9}   // 14.5px
	fontHeading = font{"heading", 9} // 14.5px
	fontBox     = font{"box", 8}     // 13px
	fontSmall   = font{"small", 7}   // 11.5px
	fontNote    = font{"note", 7}    // 11.5px, faint
)

// of returns the width of a line of text in the font.
func (f font) of(line string) int { return f.width * uniseg.StringWidth(line) }

// style is the style sheet of all pictures. The contrast with the background is at
// least 3 to 1 for lines, and 7 to 1 for text.
const style = `
text{font-family:"DejaVu Sans Mono",Menlo,Consolas,"Liberation Mono",monospace;fill:#1f2328;white-space:pre}
.input,.heading{font-size:14.5px}
.heading{font-weight:bold}
.box{font-size:13px}
.small,.note{font-size:11.5px}
.input,.box,.small,.label{text-anchor:middle}
.note{fill:#444c56}
.page{fill:#ffffff}
path{fill:none;stroke:#57606a;stroke-width:1.5}
circle{fill:#57606a}
rect{stroke-width:1}
.rule rect{fill:#e3eefb;stroke:#4a76a8}
.leaf rect,.class rect{fill:#fdf1cf;stroke:#94701a}
.empty rect{fill:none;stroke:#94701a;stroke-dasharray:3 2}
.literal rect{fill:#dff3e4;stroke:#38824f}
.prose rect{fill:none;stroke:#57606a;stroke-dasharray:3 2}
a:hover rect,a:focus rect{stroke-width:2.5}
@media (prefers-color-scheme:dark){
text{fill:#e6edf3}
.note{fill:#b4bdc7}
.page{fill:#0d1117}
path{stroke:#9aa4af}
circle{fill:#9aa4af}
.rule rect{fill:#182a41;stroke:#5b8fc9}
.leaf rect,.class rect{fill:#352a0c;stroke:#b88f2e}
.empty rect{fill:none;stroke:#b88f2e}
.literal rect{fill:#12301c;stroke:#4b9e65}
.prose rect{fill:none;stroke:#9aa4af}
}
`

// pen writes the elements of a document.
type pen struct{ strings.Builder }

func (p *pen) printf(format string, args ...any) { fmt.Fprintf(p, format, args...) }

// text writes a line of text with its base line at y. It begins at x or is centred
// there, depending on the class.
func (p *pen) text(f font, x, y int, line string) {
	order := ""
	if f == fontInput && len(line) != utf8.RuneCountInString(line) {
		// Boxes are below the characters that they derive, of scripts that are written from
		// right to left too.
		order = ` direction="ltr" unicode-bidi="bidi-override"`
	}
	p.printf("<text class=\"%s\" x=\"%d\" y=\"%d\"%s>%s</text>\n", f.class, x, y, order, text(line))
}

// rect writes a rectangle with rounded corners.
func (p *pen) rect(x, y, width, height, radius int) {
	p.printf("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\"/>\n", x, y, width, height, radius)
}

// text returns s as character data or as the value of an attribute. Characters that
// XML does not allow become U+FFFD.
func text(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(s)) // a Builder returns no error
	return b.String()
}

// first returns the first character of s as it is drawn, and its length in s in
// bytes.
func first(s string) (char string, size int) {
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case r == utf8.RuneError && size == 1, size == 1 && !unicode.IsPrint(r):
		return fmt.Sprintf(`\x%02X`, s[0]), 1
	case unicode.IsPrint(r):
		return s[:size], size
	}
	return fmt.Sprintf(`\u{%X}`, r), size
}

// excerptLimit is the greatest width of a string in a description, in columns.
const excerptLimit = 60

// excerpt returns the beginning of s as it is drawn; "..." stands for the rest.
func excerpt(s string) string {
	var b strings.Builder
	for n := 0; len(s) > 0; {
		char, size := first(s)
		// A mark that is combined with the character before it counts too, so that there
		// cannot be very many.
		if n += max(uniseg.StringWidth(char), 1); n > excerptLimit {
			return b.String() + "..."
		}
		b.WriteString(char)
		s = s[size:]
	}
	return b.String()
}
