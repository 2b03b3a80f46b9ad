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
	"github.com/urispec/urispec/grammar/engine/effort"
)

// checkSheet holds a sheet with one derivation to the derivation: each node has
// a box, under the characters that it derives and no others, and under the box
// of its parent; one that is cut has one in each of its bands.
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
	if limit := bandLimit + 500; sc.area.right > limit {
		t.Errorf("%q: the picture has %d pixels in width", s, sc.area.right)
	}
	bands := sc.figures[0].bands
	next := make([]int, len(bands)) // the box that no node has claimed yet
	// under returns the characters that stand over a box of a band.
	under := func(b *shownBand, a area) string {
		var out strings.Builder
		for _, text := range b.input {
			// A box is a pixel narrower than its place, on both sides.
			if a.left-1 <= text.left && text.right <= a.right+1 && text.bottom <= a.top {
				out.WriteString(text.text)
			} else if text.left < a.right && a.left < text.right {
				t.Errorf("%q: the text %q at %v is partly over a box at %v", s, text.text, text.area, a)
			}
		}
		return out.String()
	}
	// claim returns the boxes of a node: from its first band, in bands that
	// follow each other.
	claim := func(n *grammar.Tree) map[int]*shownBox {
		boxes := make(map[int]*shownBox)
		goesOn := false
		for i, band := range bands {
			if len(boxes) > 0 && !goesOn {
				break
			}
			if next[i] == len(band.boxes) {
				continue
			}
			b := band.boxes[next[i]]
			name, continued := strings.CutPrefix(b.texts[0].text, "… ")
			name, cut := strings.CutSuffix(name, " …")
			if len(b.texts) != 1 || name != n.Rule || b.title != span(s, n) || continued != goesOn {
				if goesOn {
					t.Fatalf("%q: %s, %d-%d, ends in band %d", s, n.Rule, n.Start, n.End, i)
				}
				continue
			}
			next[i]++
			boxes[i], goesOn = b, cut
		}
		if len(boxes) == 0 || goesOn {
			t.Fatalf("%q: %s, %d-%d, has %d boxes and goes on: %v", s, n.Rule, n.Start, n.End, len(boxes), goesOn)
		}
		return boxes
	}
	var walk func(n *grammar.Tree, depth int) map[int]*shownBox
	walk = func(n *grammar.Tree, depth int) map[int]*shownBox {
		boxes := claim(n)
		got, right := "", make(map[int]int)
		for i := range bands {
			if b := boxes[i]; b != nil {
				got += under(bands[i], b.area)
				right[i] = b.left
				if (b.class == "empty") != (n.Start == n.End) {
					t.Errorf("%q: the box of %s, %d-%d, is of class %s", s, n.Rule, n.Start, n.End, b.class)
				}
			}
		}
		if want := visible(s[n.Start:n.End]); got != want {
			t.Errorf("%q: over the box of %s, %d-%d, there is %s", s, n.Rule, n.Start, n.End, got)
		}
		if line := "\n" + strings.Repeat("  ", depth) + span(s, n) + "\n"; !strings.Contains("\n"+sc.ids["desc"], line) {
			t.Errorf("%q: the description lacks %s", s, line)
		}
		for _, c := range n.Children {
			for i, child := range walk(c, depth+1) {
				b := boxes[i]
				if b == nil || child.left < right[i] || child.right > b.right || child.top <= b.bottom {
					t.Fatalf("%q: the box of %s is at %v, in that of %s %v", s, c.Rule, child.area, n.Rule, b)
				}
				right[i] = child.right
			}
		}
		return boxes
	}
	if boxes := walk(tree, 0); len(boxes) != len(bands) {
		t.Errorf("%q: the root has a box in %d of %d bands", s, len(boxes), len(bands))
	}
	for i, b := range bands {
		if next[i] != len(b.boxes) {
			t.Errorf("%q: band %d has %d boxes more than nodes", s, i, len(b.boxes)-next[i])
		}
	}
}

// references are some of each edition's references, and others that conform to
// a few.
var references = []string{
	"", "#", "?", "/", "a", "//h", "a:b", "http://a/b;x?q", "http://u@h:/a%20b/?#", "ftp://u:p@h:21/a/b;type=i",
	"http://[2001:db8::7]:80/a;b?c#d", "http://[::ffff:1.2.3.4]/", "../..//", "mailto:a@b", "news:*", "%41%4a",
	"gopher://h/1sel%09search%09plus", "urn:a:b:c", "x://a.b.c.d:1/p?a=1&lt=2&quot;&x'\\", "http://a.b.c-d.e/" + strings.Repeat("//", 40),
	"/" + strings.Repeat("a%FF/", 60), "a:" + strings.Repeat("x", 1000), "http://h/" + strings.Repeat("segment/", 60) + "?" + strings.Repeat("q=1&", 80), "http://例え.jp/\u202e\u00ad?é#\U000E0001",
}

// TestEditions draws references of every edition, with and without the rules of
// single characters.
func TestEditions(t *testing.T) {
	every := effort.Pick(1, 3, 7) // of the references, others in each edition
	for i, e := range editions.All() {
		drawn := 0
		for j, s := range references {
			if !e.Valid(s) {
				continue
			}
			if drawn++; (i+j)%every != 0 {
				continue
			}
			tree := derive(t, e, s)
			checkSheet(t, e, s, tree)
			checkDOT(t, e, s, tree)
			if chars, err := e.References().TreeChars(s); err != nil {
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
		strings.Repeat("a", 1<<17),
		"/" + strings.Repeat("/", 1<<17/16), // each has a segment, which is as wide as its name
	} {
		var size *SizeError
		if err := add(s); !errors.As(err, &size) || size.Height <= SizeLimit {
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
