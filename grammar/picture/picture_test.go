package picture

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rivo/uniseg"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/golden"
)

// scene is what a document shows, as a program reads it that knows only SVG.
type scene struct {
	area    area
	role    string
	figures []*shown
	ids     map[string]string // the text in the element of each id, if there is nothing else in it
	labels  []string          // the ids of aria-labelledby
	links   []string
}

// shown is a figure.
type shown struct {
	id, role string
	boxes    []*shownBox
	bands    []*shownBand
	texts    []shownText // outside of boxes
	lines    []line
	ends     []point
}

type shownBox struct {
	class, title, link string
	area
	texts []shownText
}

// shownBand is a band of a derivation.
type shownBand struct {
	boxes []*shownBox
	input []shownText
}

type shownText struct {
	area
	class, text string
}

type area struct{ left, top, right, bottom int }

func (a area) within(b area) bool {
	return b.left <= a.left && a.right <= b.right && b.top <= a.top && a.bottom <= b.bottom
}

func (a area) overlaps(b area) bool {
	return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

type point struct{ x, y int }

// line is a path: the points at which its parts meet.
type line []point

// fonts are what texts are measured by: the size above and below the base line
// and the width of a character, and whether they begin at their place or have
// their middle there.
var fonts = map[string]struct {
	font
	up, down int
	middle   bool
}{
	"input": {fontInput, 11, 4, true}, "heading": {fontHeading, 11, 4, false}, "box": {fontBox, 10, 4, true},
	"small": {fontSmall, 9, 3, true}, "note": {fontNote, 9, 3, false},
}

// readScene reads a document; it has to be well formed, and every element one
// of those that the package says it writes.
func readScene(t testing.TB, svg string) *scene {
	t.Helper()
	s := &scene{ids: make(map[string]string)}
	dec := xml.NewDecoder(strings.NewReader(svg))
	var (
		open   []xml.StartElement
		figure *shown
		box    *shownBox
		text   strings.Builder
	)
	for {
		token, err := dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
		switch token := token.(type) {
		case xml.CharData:
			text.Write(token)
		case xml.StartElement:
			text.Reset()
			open = append(open, token.Copy())
			s.labels = append(s.labels, strings.Fields(attribute(token, "aria-labelledby"))...)
			switch class := attribute(token, "class"); {
			case token.Name.Local == "svg":
				if token.Name.Space != "http://www.w3.org/2000/svg" {
					t.Errorf("namespace %q", token.Name.Space)
				}
				s.area = area{0, 0, number(t, token, "width"), number(t, token, "height")}
				s.role = attribute(token, "role")
			case token.Name.Local == "g" && class == "band":
				figure.bands = append(figure.bands, new(shownBand))
			case token.Name.Local == "g" && class == "":
				figure = &shown{id: attribute(token, "id"), role: attribute(token, "role")}
				s.figures = append(s.figures, figure)
				if _, ok := s.ids[figure.id]; ok {
					t.Errorf("two elements have the id %q", figure.id)
				}
				s.ids[figure.id] = ""
			case token.Name.Local == "g":
				box = &shownBox{class: class}
				figure.boxes = append(figure.boxes, box)
				if n := len(figure.bands); n > 0 {
					figure.bands[n-1].boxes = append(figure.bands[n-1].boxes, box)
				}
			case token.Name.Local == "a":
				box.link = attribute(token, "href")
				s.links = append(s.links, box.link)
			case token.Name.Local == "rect" && class == "page":
			case token.Name.Local == "rect":
				x, y := number(t, token, "x"), number(t, token, "y")
				box.area = area{x, y, x + number(t, token, "width"), y + number(t, token, "height")}
			case token.Name.Local == "path":
				figure.lines = append(figure.lines, readPath(t, attribute(token, "d")))
			case token.Name.Local == "circle":
				figure.ends = append(figure.ends, point{number(t, token, "cx"), number(t, token, "cy")})
			}
		case xml.EndElement:
			start := open[len(open)-1]
			open = open[:len(open)-1]
			id := attribute(start, "id")
			switch start.Name.Local {
			case "g":
				box = nil
			case "title", "desc":
				if id == "" {
					box.title = text.String()
					break
				}
				if _, ok := s.ids[id]; ok {
					t.Errorf("two elements have the id %q", id)
				}
				s.ids[id] = text.String()
			case "text":
				f, ok := fonts[attribute(start, "class")]
				if !ok {
					t.Fatalf("text of class %q", attribute(start, "class"))
				}
				got := shownText{class: f.class, text: text.String()}
				x, y := number(t, start, "x"), number(t, start, "y")
				width := f.width * uniseg.StringWidth(got.text)
				if f.middle {
					x -= width / 2
				}
				got.area = area{x, y - f.up, x + width, y + f.down}
				if box != nil {
					box.texts = append(box.texts, got)
				} else {
					figure.texts = append(figure.texts, got)
				}
				if n := len(figure.bands); n > 0 && got.class == fontInput.class {
					figure.bands[n-1].input = append(figure.bands[n-1].input, got)
				}
			case "svg", "style", "a", "rect", "path", "circle":
			default:
				t.Fatalf("element %s", start.Name.Local)
			}
		}
	}
	return s
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func number(t testing.TB, e xml.StartElement, name string) int {
	t.Helper()
	n, err := strconv.Atoi(attribute(e, name))
	if err != nil {
		t.Fatalf("%s of %s: %v", name, e.Name.Local, err)
	}
	return n
}

var command = regexp.MustCompile(`^(?:M(-?\d+) (-?\d+)|H(-?\d+)|V(-?\d+)|A8 8 0 0 ([01]) (-?\d+) (-?\d+))`)

// readPath reads a path. Curves are quarters of a circle of radius 8, and the
// path has no corner.
func readPath(t testing.TB, d string) line {
	t.Helper()
	var (
		l       line
		heading point // of travel, one step
	)
	for rest := d; rest != ""; {
		m := command.FindStringSubmatch(rest)
		if m == nil {
			t.Fatalf("path %q", d)
		}
		rest = rest[len(m[0]):]
		at := func(i int) int {
			n, _ := strconv.Atoi(m[i])
			return n
		}
		if m[0][0] == 'M' {
			l = append(l, point{at(1), at(2)})
			continue
		}
		from := l[len(l)-1]
		to, enters := from, point{}
		switch m[0][0] {
		case 'H':
			to.x = at(3)
		case 'V':
			to.y = at(4)
		case 'A':
			to = point{at(6), at(7)}
		}
		dx, dy := to.x-from.x, to.y-from.y
		enters = point{sign(dx), sign(dy)}
		leaves := enters
		if m[0][0] == 'A' {
			if dx*dx != 64 || dy*dy != 64 {
				t.Errorf("path %q has a curve by %d, %d", d, dx, dy)
			}
			// Clockwise, what is headed right turns down, what is headed down turns
			// left, and so on.
			if (dx*dy > 0) == (at(5) == 1) {
				enters.y, leaves.x = 0, 0
			} else {
				enters.x, leaves.y = 0, 0
			}
		}
		if heading != (point{}) && enters != heading {
			t.Errorf("path %q has a corner at %v", d, from)
		}
		l, heading = append(l, to), leaves
	}
	return l
}

func sign(n int) int { return max(-1, min(n, 1)) }

// checkScene holds a document to what is true of all: what it shows lies in it,
// texts lie in their boxes and not on each other, what labels is there, and what
// is led to.
func checkScene(t testing.TB, s *scene) {
	t.Helper()
	if s.role != "img" && s.role != "graphics-document document" {
		t.Errorf("role %q", s.role)
	}
	for _, id := range s.labels {
		if strings.TrimSpace(s.ids[id]) == "" {
			t.Errorf("the label %q is not there", id)
		}
	}
	for _, to := range s.links {
		if _, ok := s.ids[strings.TrimPrefix(to, "#")]; !ok {
			t.Errorf("the link %q leads nowhere", to)
		}
	}
	above := 0 // the lowest that the figure before shows
	for _, f := range s.figures {
		if len(s.figures) > 1 && (f.role != "img" || !slices.Contains(s.labels, f.id+".title") || !slices.Contains(s.labels, f.id+".desc")) {
			t.Errorf("%s has role %q and labels %q", f.id, f.role, s.labels)
		}
		var all []area
		for _, b := range f.boxes {
			all = append(all, b.area)
			for i, text := range b.texts {
				if !text.within(b.area) {
					t.Errorf("%s: the text %q at %v is not in its box %v", f.id, text.text, text.area, b.area)
				}
				if i > 0 && text.overlaps(b.texts[i-1].area) {
					t.Errorf("%s: the text %q is on another", f.id, text.text)
				}
			}
		}
		for _, text := range f.texts {
			all = append(all, text.area)
		}
		for i, a := range all {
			if !a.within(s.area) {
				t.Errorf("%s: %v is not in the picture %v", f.id, a, s.area)
			}
			if a.top < above {
				t.Errorf("%s: %v is above %d, in the figure before", f.id, a, above)
			}
			for _, b := range all[:i] {
				if a.overlaps(b) {
					t.Errorf("%s: %v overlaps %v", f.id, a, b)
				}
			}
		}
		for _, l := range f.lines {
			for _, p := range l {
				a := area{p.x, p.y, p.x, p.y}
				if all = append(all, a); !a.within(s.area) {
					t.Errorf("%s: a line goes out of the picture at %v", f.id, p)
				}
			}
		}
		for _, a := range all {
			above = max(above, a.bottom)
		}
	}
}

// TestVisible: what is drawn is printable.
func TestVisible(t *testing.T) {
	for s, want := range map[string]string{
		"":                        "",
		"http://a/%7E~\"<&'>":     "http://a/%7E~\"<&'>",
		"a\x00\t\n\x1b[31m\x7f":   `a\x00\x09\x0A\x1B[31m\x7F`,
		"\xff\xe4\xbe":            `\xFF\xE4\xBE`,
		"é例\u202e\ufeff\uffff":    `é例\u{202E}\u{FEFF}\u{FFFF}`,
		"\u200b\U0010ffff\ufffd.": "\\u{200B}\\u{10FFFF}\uFFFD.",
	} {
		if got := visible(s); got != want {
			t.Errorf("visible(%q) = %s, want %s", s, got, want)
		}
	}
}

// visible returns s as it is drawn, in printable characters.
func visible(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		char, size := first(s)
		b.WriteString(char)
		s = s[size:]
	}
	return b.String()
}

func TestExcerpt(t *testing.T) {
	for _, char := range []string{"a", "é", "例", "\x00", "\xff", "\U0010ffff"} {
		n := excerptLimit / uniseg.StringWidth(visible(char))
		whole := strings.Repeat(char, n)
		if got := excerpt(whole); got != visible(whole) {
			t.Errorf("excerpt(%q) = %s", whole, got)
		}
		if got, want := excerpt(strings.Repeat(char, 1000)), visible(whole)+"..."; got != want {
			t.Errorf("excerpt(%q...) = %s, want %s", char, got, want)
		}
	}
}

// TestScripts draws references in other scripts: wide characters have wide slots, and
// what is written from right to left is drawn in the order in which it stands.
func TestScripts(t *testing.T) {
	const s = "http://例.h/שלום/e\u0301"
	tree, err := editions.RFC3987.Language("IRI-reference")
	if err != nil {
		t.Fatal(err)
	}
	chars, err := tree.TreeChars(s)
	if err != nil {
		t.Fatal(err)
	}
	var sheet Sheet
	if err := sheet.Add(editions.RFC3987, s, chars); err != nil {
		t.Fatal(err)
	}
	svg := sheet.SVG()
	for _, want := range []string{">例</text>", `direction="ltr" unicode-bidi="bidi-override">ש</text>`, `derived by IRI-reference of rfc3987`} {
		if !strings.Contains(svg, want) {
			t.Errorf("%s is missing in %s", want, svg)
		}
	}
	if width := fontInput.of("例e\u0301"); width != 3*fontInput.width {
		t.Errorf("the width is %d", width)
	}
}

// TestFonts: a character of the usual fonts is not wider than it is said to be.
// Of those, the widest have 0.602 of the size.
func TestFonts(t *testing.T) {
	for name, f := range fonts {
		size := regexp.MustCompile(`\.` + name + `[^{}]*\{[^{}]*font-size:([\d.]+)px`).FindStringSubmatch(style)
		if size == nil {
			t.Errorf("%s has no size", name)
			continue
		}
		if px, err := strconv.ParseFloat(size[1], 64); err != nil || px*0.602 > float64(f.width) {
			t.Errorf("%s: %v px, %v", name, px, err)
		}
	}
}

// TestContrast computes the contrasts of WCAG 2 in both schemes.
func TestContrast(t *testing.T) {
	bright, dark, ok := strings.Cut(style, "@media (prefers-color-scheme:dark){")
	if !ok {
		t.Fatal("there is no dark scheme")
	}
	rule := regexp.MustCompile(`([^{}]+)\{([^{}]*)\}`)
	property := regexp.MustCompile(`(fill|stroke):(#[0-9a-f]{6})`)
	for name, sheet := range map[string]string{"bright": bright, "dark": dark} {
		colours := make(map[string]string) // ".rule rect stroke"
		for _, m := range rule.FindAllStringSubmatch(sheet, -1) {
			for _, selector := range strings.Split(strings.TrimSpace(m[1]), ",") {
				for _, p := range property.FindAllStringSubmatch(m[2], -1) {
					colours[selector+" "+p[1]] = p[2]
				}
			}
		}
		page := colours[".page fill"]
		for _, test := range []struct {
			above, ground string
			least         float64
		}{
			{"text fill", page, 7}, {".note fill", page, 7}, {"path stroke", page, 4.5}, {"circle fill", page, 4.5},
			{"text fill", colours[".rule rect fill"], 7}, {"text fill", colours[".leaf rect fill"], 7},
			{"text fill", colours[".class rect fill"], 7}, {"text fill", colours[".literal rect fill"], 7},
			{".rule rect stroke", page, 3}, {".leaf rect stroke", page, 3}, {".class rect stroke", page, 3},
			{".empty rect stroke", page, 3}, {".literal rect stroke", page, 3}, {".prose rect stroke", page, 3},
		} {
			if got := contrast(t, colours[test.above], test.ground); got < test.least {
				t.Errorf("%s: %s on %s: contrast %.1f", name, test.above, test.ground, got)
			}
		}
	}
}

func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	luminance := func(colour string) float64 {
		var channels [3]uint8
		if _, err := fmt.Sscanf(colour, "#%02x%02x%02x", &channels[0], &channels[1], &channels[2]); err != nil {
			t.Fatalf("colour %q: %v", colour, err)
		}
		sum := 0.0
		for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
			c := float64(channels[i]) / 255
			if c <= 0.04045 {
				c /= 12.92
			} else {
				c = math.Pow((c+0.055)/1.055, 2.4)
			}
			sum += weight * c
		}
		return sum
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// TestGolden holds some pictures to what has been looked at.
func TestGolden(t *testing.T) {
	sheet := func(e *grammar.Edition, refs ...string) string {
		var sh Sheet
		for _, s := range refs {
			if err := sh.Add(e, s, derive(t, e, s)); err != nil {
				t.Fatal(err)
			}
		}
		return sh.SVG()
	}
	rule := func(e *grammar.Edition, name string) string {
		r, err := e.Grammar().Rule(name)
		if err != nil {
			t.Fatal(err)
		}
		return Rules(e.Grammar(), r)
	}
	const ref = "http://u@h:/a%20b/?#"
	for file, got := range map[string]string{
		"rfc3986-tree.svg":      sheet(editions.RFC3986, ref),
		"rfc3986-tree.dot":      DOT(editions.RFC3986, ref, derive(t, editions.RFC3986, ref)),
		"url-syntax-09-two.svg": sheet(editions.URLSyntax09, "", "a/b;x?q"),
		"rfc1738-gopherurl.svg": rule(editions.RFC1738, "gopherurl"),
		"rfc3986-h16.svg":       rule(editions.RFC3986, "h16"),
		"rfc3986-HEXDIG.svg":    rule(editions.RFC3986, "hexdig"),
	} {
		golden.Compare(t, "testdata/"+file, got)
	}
}

// derive is e.Tree.
func derive(t testing.TB, e *grammar.Edition, s string) *grammar.Tree {
	t.Helper()
	tree, err := e.Tree(s)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}
