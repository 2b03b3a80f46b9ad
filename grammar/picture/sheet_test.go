package picture

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
)

// checkSheet holds a sheet with one derivation to the derivation: each node has
// a box, under the characters that it derives and no others, and under the box
// of its parent.
func checkSheet(t testing.TB, e *grammar.Edition, s string, tree *grammar.Tree) {
	t.Helper()
	var sh Sheet
	if err := sh.Add(e, s, tree); err != nil {
		t.Fatal(err)
	}
	sc := readScene(t, sh.SVG())
	checkScene(t, sc)
	if len(sc.figures) != 1 || sc.role != "img" || !strings.Contains(sc.ids["title"], excerpt(s)) {
		t.Fatalf("%q: %d figures, role %q, title %q", s, len(sc.figures), sc.role, sc.ids["title"])
	}
	f := sc.figures[0]
	boxes := f.boxes
	var input []shownText
	for _, text := range f.texts {
		if text.class == "input" {
			input = append(input, text)
		}
	}
	// under returns the characters that stand over a box.
	under := func(a area) string {
		var b strings.Builder
		for _, text := range input {
			// A box is a pixel narrower than its place, on both sides.
			if a.left-1 <= text.left && text.right <= a.right+1 {
				b.WriteString(text.text)
			} else if text.left < a.right && a.left < text.right {
				t.Errorf("%q: the text %q at %v is partly over a box at %v", s, text.text, text.area, a)
			}
		}
		return b.String()
	}
	if got := under(sc.area); got != visible(s) {
		t.Errorf("the picture of %q has the string %s", s, got)
	}
	var walk func(n *grammar.Tree, depth int) area
	walk = func(n *grammar.Tree, depth int) area {
		b := boxes[0]
		boxes = boxes[1:]
		if len(b.texts) != 1 || b.texts[0].text != n.Rule || !strings.HasPrefix(b.title, n.Rule) || (b.class == "empty") != (n.Start == n.End) {
			t.Fatalf("%q: %+v is not the box of %+v", s, b, n)
		}
		if got, want := under(b.area), visible(s[n.Start:n.End]); got != want {
			t.Errorf("%q: over the box of %s, %d-%d, there is %s", s, n.Rule, n.Start, n.End, got)
		}
		if !strings.Contains(sc.ids["desc"], strings.Repeat("  ", depth)+n.Rule+" ") && !strings.Contains(sc.ids["desc"], strings.Repeat("  ", depth)+n.Rule+",") {
			t.Errorf("%q: the description lacks %s", s, n.Rule)
		}
		right := b.left
		for _, c := range n.Children {
			child := walk(c, depth+1)
			if child.left < right || child.right > b.right || child.top <= b.bottom {
				t.Errorf("%q: the box of %s is at %v, in that of %s at %v", s, c.Rule, child, n.Rule, b.area)
			}
			right = child.right
		}
		return b.area
	}
	walk(tree, 0)
	if len(boxes) > 0 {
		t.Errorf("%q: there are %d boxes more than nodes", s, len(boxes))
	}
}

// references are some of each edition's references, and others that conform to
// a few.
var references = []string{
	"", "#", "?", "/", "a", "//h", "a:b", "http://a/b;x?q", "http://u@h:/a%20b/?#", "ftp://u:p@h:21/a/b;type=i",
	"http://[2001:db8::7]:80/a;b?c#d", "http://[::ffff:1.2.3.4]/", "../..//", "mailto:a@b", "news:*", "%41%4a",
	"gopher://h/1sel%09search%09plus", "urn:a:b:c", "x://a.b.c.d:1/p?a=1&lt=2&quot;&x'\\", "http://a.b.c-d.e/" + strings.Repeat("//", 40),
	"/" + strings.Repeat("a%FF/", 60), "http://例え.jp/\u202e\u00ad?é#\U000E0001",
}

// TestEditions draws references of every edition, with and without the rules of
// single characters.
func TestEditions(t *testing.T) {
	for _, e := range editions.All() {
		drawn := 0
		for _, s := range references {
			if !e.Valid(s) {
				continue
			}
			drawn++
			tree := derive(t, e, s)
			checkSheet(t, e, s, tree)
			checkDOT(t, e, s, tree)
			if chars, err := e.TreeChars(s); err != nil {
				t.Error(err)
			} else {
				checkSheet(t, e, s, chars)
				checkDOT(t, e, s, chars)
			}
		}
		if drawn < 3 {
			t.Errorf("%s: only %d references are drawn", e, drawn)
		}
	}
}

// randomTree returns a derivation of s[start:end] as no grammar makes it.
// Rules begin and end between characters.
func randomTree(r *rand.Rand, s string, start, end, depth int) *grammar.Tree {
	rules := []string{"a", "b-c", "URI-reference", "a-very-long-name-of-a-rule"}
	t := &grammar.Tree{Rule: rules[r.IntN(len(rules))], Start: start, End: end}
	if depth == 0 {
		return t
	}
	between := func(from int) int {
		at := from
		for until := from + r.IntN(end-from+1); at < until; {
			_, size := first(s[at:end])
			at += size
		}
		return at
	}
	for at := start; r.IntN(3) > 0; {
		from := between(at)
		at = between(from)
		t.Children = append(t.Children, randomTree(r, s, from, at, depth-1))
	}
	return t
}

// hostile are strings that mean something to XML, to Graphviz, to a terminal or
// to a person.
var hostile = []string{
	"\x00", "\xff\xfe", "\x1b[2J", "\n\r\t", "]]>", "<!--", "</svg>", "&lt;&#x0;&", `"'`, `\N\G\l\\`, "\u202e\u2066", "\ufeff\ufffe\uffff", "e\u0301", "例",
	"\xed\xa0\x80", "\u0085\u2028", " ", "  ", "<script>alert(1)</script>", "&amp;", "%00", `\x00`,
}

func TestHostile(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for _, s := range hostile {
		checkSheet(t, editions.RFC3986, s, &grammar.Tree{Rule: "any", End: len(s)})
		checkDOT(t, editions.RFC3986, s, &grammar.Tree{Rule: "any", End: len(s)})
	}
	for range 300 {
		var b strings.Builder
		for range r.IntN(8) {
			b.WriteString(hostile[r.IntN(len(hostile))])
		}
		s := b.String()
		tree := randomTree(r, s, 0, len(s), 4)
		checkSheet(t, editions.RFC3986, s, tree)
		checkDOT(t, editions.RFC3986, s, tree)
	}
}

// FuzzDerivation draws random derivations of any bytes.
func FuzzDerivation(f *testing.F) {
	for i, s := range append(hostile, references...) {
		f.Add(s, uint64(i))
	}
	f.Fuzz(func(t *testing.T, s string, seed uint64) {
		if len(s) > 200 {
			return
		}
		tree := randomTree(rand.New(rand.NewPCG(seed, seed)), s, 0, len(s), 3)
		checkSheet(t, editions.RFC3986, s, tree)
		checkDOT(t, editions.RFC3986, s, tree)
	})
}

// TestSplitCharacter: a rule that begins inside of a character is under bytes.
func TestSplitCharacter(t *testing.T) {
	var sh Sheet
	s := "aéb"
	if err := sh.Add(editions.RFC3986, s, &grammar.Tree{Rule: "r", End: len(s), Children: []*grammar.Tree{{Rule: "q", Start: 2, End: len(s)}}}); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, text := range readScene(t, sh.SVG()).figures[0].texts {
		got = append(got, text.text)
	}
	if want := []string{"rfc3986", `a\xC3`, `\xA9b`}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestSizeLimit: what is too large is refused, and the sheet stays as it was.
func TestSizeLimit(t *testing.T) {
	e := editions.RFC3986
	var sh Sheet
	add := func(s string) error { return sh.Add(e, s, derive(t, e, s)) }
	if err := add("a"); err != nil {
		t.Fatal(err)
	}
	before := sh.SVG()
	for _, s := range []string{
		strings.Repeat("a", grammar.TreeLimit),
		strings.Repeat("a", SizeLimit/fontInput.width),
		"/" + strings.Repeat("/", 1000), // each has a segment, which is as wide as its name
	} {
		var size *SizeError
		if err := add(s); !errors.As(err, &size) || size.Width <= SizeLimit {
			t.Errorf("%.10q..., %d bytes: %v", s, len(s), err)
		}
	}
	if sh.SVG() != before {
		t.Error("the sheet is another one")
	}
	n := 1
	var size *SizeError
	for ; n < 1000; n++ {
		if err := add("http://a/"); err != nil {
			if !errors.As(err, &size) || size.Height <= SizeLimit {
				t.Error(err)
			}
			break
		}
	}
	if s := readScene(t, sh.SVG()); s.area.bottom > SizeLimit || s.area.bottom != sh.height || s.area.right != sh.width || len(s.figures) != n {
		t.Errorf("%d derivations in %d by %d pixels, said to be %d by %d", n, s.area.right, s.area.bottom, sh.width, sh.height)
	}
}

// dotLine is a line between the braces of a graph: a node or an edge. The quoted
// string ends at the first quote without a backslash before it.
var dotLine = regexp.MustCompile(`^\tn(\d+) (?:\[label="((?:[^"\\]|\\.)*)"(, shape=plaintext)?\]|-> n(\d+))$`)

// unlabel reads a label as Graphviz does.
func unlabel(t testing.TB, label string) string {
	t.Helper()
	var b strings.Builder
	for label != "" {
		switch {
		case strings.HasPrefix(label, `\n`):
			b.WriteByte('\n')
			label = label[2:]
		case label[0] == '\\':
			if label[1] != '\\' && label[1] != '"' {
				t.Errorf("an escape in %s", label)
			}
			b.WriteByte(label[1])
			label = label[2:]
		case strings.HasPrefix(label, "&amp;"):
			b.WriteByte('&')
			label = label[len("&amp;"):]
		case label[0] == '&':
			t.Errorf("an entity in %s", label)
			label = label[1:]
		default:
			b.WriteByte(label[0])
			label = label[1:]
		}
	}
	return b.String()
}

// checkDOT reads a graph back: its boxes and edges are the derivation.
func checkDOT(t testing.TB, e *grammar.Edition, s string, tree *grammar.Tree) {
	t.Helper()
	dot := DOT(e, s, tree)
	lines := strings.Split(strings.TrimSuffix(dot, "\n"), "\n")
	if len(lines) < 6 || lines[0] != "digraph {" || lines[len(lines)-1] != "}" {
		t.Fatalf("%q: %s", s, dot)
	}
	labels := make(map[string]string)
	plain := make(map[string]bool)
	children := make(map[string][]string)
	for _, l := range lines[4 : len(lines)-1] {
		m := dotLine.FindStringSubmatch(l)
		if m == nil {
			t.Fatalf("%q: line %q", s, l)
		}
		if to := m[4]; to != "" {
			children[m[1]] = append(children[m[1]], to)
			continue
		}
		labels[m[1]], plain[m[1]] = unlabel(t, m[2]), m[3] != ""
	}
	var walk func(id string, n *grammar.Tree)
	walk = func(id string, n *grammar.Tree) {
		if want := fmt.Sprintf("%s\n%d-%d", n.Rule, n.Start, n.End); labels[id] != want || plain[id] {
			t.Errorf("%q: node %s is %q, want %q", s, id, labels[id], want)
		}
		at, rest := n.Start, n.Children
		for _, c := range children[id] {
			if !plain[c] {
				walk(c, rest[0])
				at, rest = rest[0].End, rest[1:]
				continue
			}
			next := n.End
			if len(rest) > 0 {
				next = rest[0].Start
			}
			if labels[c] != excerpt(s[at:next]) {
				t.Errorf("%q: text %q, want %q", s, labels[c], s[at:next])
			}
			at = next
		}
		if at != n.End || len(rest) > 0 {
			t.Errorf("%q: the children of %s end at %d of %d", s, n.Rule, at, n.End)
		}
	}
	walk("1", tree)
	edges := 0
	for _, c := range children {
		edges += len(c)
	}
	if edges != len(labels)-1 {
		t.Errorf("%q: %d nodes, %d edges", s, len(labels), edges)
	}
}

// TestGraphviz gives graphs to Graphviz, and reads the labels in its picture.
func TestGraphviz(t *testing.T) {
	program, err := exec.LookPath("dot")
	if err != nil {
		t.Skip("Graphviz is not there")
	}
	title := regexp.MustCompile(`<text [^>]*>([^<]*)</text>`)
	entity := regexp.MustCompile(`&#(\d+);`)
	for _, s := range append(hostile, `a"b\c&lt;d`, `x\`) {
		run := exec.Command(program, "-Tsvg")
		run.Stdin = strings.NewReader(DOT(editions.RFC3986, s, &grammar.Tree{Rule: "any", End: len(s)}))
		var errs strings.Builder
		run.Stderr = &errs
		out, err := run.Output()
		if err != nil || errs.Len() > 0 && !strings.Contains(errs.String(), "font") {
			t.Errorf("%q: %v, %s", s, err, &errs)
			continue
		}
		found := false
		for _, m := range title.FindAllStringSubmatch(string(out), -1) {
			text := strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&amp;", "&").Replace(entity.ReplaceAllStringFunc(m[1], func(e string) string {
				n, _ := strconv.Atoi(e[2 : len(e)-1])
				return string(rune(n))
			}))
			found = found || strings.ReplaceAll(text, "\u00a0", " ") == visible(s)
		}
		if !found {
			t.Errorf("%q is not in the picture:\n%s", s, out)
		}
	}
}
