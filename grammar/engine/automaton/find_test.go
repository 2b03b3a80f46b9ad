package automaton_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/engine/reading"
	"github.com/urispec/urispec/grammar/testdata"
)

// finding holds the routines that find parts to the automaton of the shape.
type finding struct {
	*automaton.Shape
	finders       map[string]func(string, *automaton.Parts) bool
	found, missed map[string]int // of the strings that have the shape, by the routine
}

func newFinding(s *automaton.Shape) *finding {
	return &finding{s, s.Finders(), make(map[string]int), make(map[string]int)}
}

// check fails if a routine finds parts in a string that does not have the shape, finds
// others, or misses those of a string of at most 64 bytes that does not end at a page's end.
func (f *finding) check(t tb, s string) {
	t.Helper()
	if s == "" {
		return
	}
	want, has := f.Find(s)
	for name, find := range f.finders {
		var got automaton.Parts
		ok := find(s, &got)
		if find(s, nil) != ok {
			t.Fatalf("%s on %q: %v, but not if the parts are wanted", name, s, !ok)
		}
		switch {
		case ok && !has:
			t.Fatalf("%s finds %q, which does not have the shape", name, s)
		case ok && got != want:
			t.Fatalf("%s on %q: %v, want %v", name, s, got, want)
		case !ok && has && len(s) <= 64 && !nearPageEnd(s) && name != automaton.ByBytes:
			t.Fatalf("%s does not find %q, which has the shape", name, s)
		case ok:
			f.found[name]++
		case has:
			f.missed[name]++
		}
	}
}

// nearPageEnd reports whether reading 64 bytes from the beginning of s could reach the
// next page.
func nearPageEnd(s string) bool { return uintptr(unsafe.Pointer(unsafe.StringData(s)))%4096 > 4096-64 }

// shapes returns the shapes of an edition: of its references, and of its components.
func shapes(t tb, j *judge) map[string]*finding {
	t.Helper()
	out := make(map[string]*finding)
	for name, text := range j.texts {
		s, err := automaton.ShapeOf(text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if s != nil {
			out[name] = newFinding(s)
			out[name+", settled"] = newFinding(s.Settled())
		}
	}
	return out
}

// TestShapes: every string of a shape is in the language. The editions that have none are
// known.
func TestShapes(t *testing.T) {
	none := map[string]string{"rfc1738": "components references", "rfc2396bis-00": "components"}
	eachEdition(t, func(t *testing.T, g *reading.Grammar, j *judge) {
		found := shapes(t, j)
		for _, name := range []string{"components", "references"} {
			f := found[name]
			if (f == nil) != strings.Contains(none[g.Source.Name], name) {
				t.Errorf("%s has a shape: %v", name, f != nil)
			}
			if f == nil {
				continue
			}
			if s, more := automaton.Shortest(automaton.Minus(f.DFA(), g.Automaton(start(t, g)))); more {
				t.Errorf("%s: %q is not in the language", name, text(s))
			}
		}
	})
}

// needsKernel skips a test where there is no assembly that finds parts.
func needsKernel(t *testing.T) {
	if !automaton.Finds() {
		t.Skip("this processor, or this build, has no routine that finds parts")
	}
}

// TestFindShort: on all short strings over one byte of each class, after what may begin a
// reference, and with what makes them longer than a block.
func TestFindShort(t *testing.T) {
	length := effort.Pick(4, 3, 2)
	eachEdition(t, func(t *testing.T, g *reading.Grammar, j *judge) {
		for name, f := range shapes(t, j) {
			var letters strings.Builder
			for _, c := range g.Automaton(start(t, g)).Classes().Sets() {
				letters.WriteByte(byte(c[0].Lo))
			}
			for _, s := range stringsOver(letters.String(), length) {
				f.check(t, s)
				if len(s) == length {
					continue
				}
				for _, prefix := range []string{"a:", "//", "a://", "http://a", "//h/", "?", "#", "//h?a#", strings.Repeat("a", 57), "//h/" + strings.Repeat("a", 57)} {
					f.check(t, prefix+s)
					f.check(t, prefix+s+"/"+strings.Repeat("b", 60)+"?c")
				}
			}
			t.Logf("%s: found %v, missed %v", name, f.found, f.missed)
		}
	})
}

// TestFind: on strings of all lengths to 300, made of parts that are mostly right, which
// begin and end anywhere, and at the end of a page.
func TestFind(t *testing.T) {
	_, end := readable(t)
	rounds := effort.Pick(200, 20, 4)
	eachEdition(t, func(t *testing.T, g *reading.Grammar, j *judge) {
		for name, f := range shapes(t, j) {
			random := rand.New(rand.NewPCG(7, 8))
			for n := 1; n <= 300; n++ {
				for range rounds {
					s := likely(random, n)
					f.check(t, s)
					b := end[len(end)-n:]
					copy(b, s)
					f.check(t, unsafe.String(unsafe.SliceData(b), n))
					if shift := random.IntN(200); shift+n < len(end) {
						b := end[len(end)-n-shift : len(end)-shift]
						copy(b, s)
						f.check(t, unsafe.String(unsafe.SliceData(b), n))
					}
				}
			}
			for finder, n := range f.found {
				if n < 50 {
					t.Errorf("%s by %s: only %d are found", name, finder, n)
				}
			}
			t.Logf("%s: found %v, missed %v", name, f.found, f.missed)
		}
	})
}

// likely returns a string of n bytes that looks like a reference.
func likely(random *rand.Rand, n int) string {
	var b strings.Builder
	if random.IntN(3) > 0 {
		b.WriteString([]string{"http:", "a+b.c-9:", "x:", "1:", ":", "a%41:"}[min(random.IntN(20), 5)])
	}
	if random.IntN(3) > 0 {
		b.WriteString([]string{"//h", "//", "//example.com", "//a.b-c.d", "//a..b", "//u@h:80", "//1.2.3.4", "//a%41b", "//-a", "//a."}[min(random.IntN(12), 9)])
	}
	const rare = "/?#:%@;=-.~_[]^ \x00\x80\xff\"<"
	usual := 1 << random.IntN(12)
	for b.Len() < n {
		switch x := random.IntN(usual + 4); {
		case x == 0:
			b.WriteByte(rare[random.IntN(len(rare))])
		case x == 1:
			b.WriteString("%4F")
		case x == 2:
			b.WriteByte("/?#"[random.IntN(3)])
		default:
			b.WriteByte("abcxyzABC019-."[random.IntN(14)])
		}
	}
	return b.String()[:n]
}

// TestFindCorpora: most references of the corpora are found, each in the language, and
// with something changed nothing is found that is not.
func TestFindCorpora(t *testing.T) {
	step := effort.Pick(1, 20, 100)
	eachEdition(t, func(t *testing.T, g *reading.Grammar, j *judge) {
		for name, f := range shapes(t, j) {
			random := rand.New(rand.NewPCG(9, 10))
			for _, corpus := range testdata.Corpora {
				lines := testdata.Lines(corpus)
				for i := 0; i < len(lines); i += step {
					f.check(t, lines[i])
					f.check(t, mutate(random, lines[i]))
					for _, more := range []string{"%2", "#", "?", "[", "%41", "%", "#%"} {
						f.check(t, lines[i]+more)
					}
					f.check(t, "x"+lines[i])
					f.check(t, ":"+lines[i])
				}
			}
			t.Logf("%s: found %v, missed %v", name, f.found, f.missed)
		}
	})
}

// TestFindTables: the shapes that are checked in, of every edition, hold: each of their
// strings is in the language; what is found is in it; and a Matcher finds the same.
func TestFindTables(t *testing.T) {
	length := effort.Pick(3, 2, 2)
	var files []string
	for _, pattern := range []string{"../../editions/*/*_gen.txt", "../../editions/*/corrected/*_gen.txt"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	tables := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "\nshape ") {
			continue
		}
		tables++
		t.Run(strings.TrimPrefix(file, "../../editions/"), func(t *testing.T) { checkTable(t, string(text), length) })
	}
	if tables < 60 {
		t.Errorf("only %d tables have a shape", tables)
	}
}

func checkTable(t *testing.T, text string, length int) {
	s, err := automaton.ShapeOf(text)
	if err != nil {
		t.Fatal(err)
	}
	_, d, err := automaton.Rewrite(text)
	if err != nil {
		t.Fatal(err)
	}
	if !automaton.ShapeHolds(text) {
		t.Error("a string of the shape is not in the language, or has other captures")
	}
	m, err := automaton.ReadMatcher(text)
	if err != nil {
		t.Fatal(err)
	}
	f := newFinding(s)
	regs, noted := make([]int32, m.Registers()), make([]int32, m.Registers())
	check := func(s string) {
		f.check(t, s)
		var at automaton.Parts
		if !m.Find(s, &at) {
			return
		}
		if !m.Match(s, regs) {
			t.Fatalf("%q is found, and not in the language", s)
		}
		m.Note(&at, noted)
		for r := range automaton.Registers {
			if noted[r] >= 0 && noted[r] != regs[r] {
				t.Fatalf("%q: register %d is %d, want %d", s, r, noted[r], regs[r])
			}
		}
		for _, end := range m.Ends() {
			if noted[end] != regs[end] {
				t.Fatalf("%q: register %d is %d, want %d", s, end, noted[end], regs[end])
			}
		}
	}
	var letters strings.Builder
	for _, c := range d.Classes().Sets() {
		letters.WriteByte(byte(c[0].Lo))
	}
	for _, s := range stringsOver(letters.String(), length) {
		for _, prefix := range []string{"", "a:", "//", "a://h", "a://h.", "//h/", "/?", "a://h/" + strings.Repeat("b", 55)} {
			check(prefix + s)
		}
	}
	random := rand.New(rand.NewPCG(11, 12))
	for range 300 {
		check(likely(random, 1+random.IntN(150)))
	}
	for i := range 100 {
		line := testdata.Lines("web50k")[i*97]
		check(line)
		check(mutate(random, line))
	}
}
