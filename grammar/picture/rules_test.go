package picture

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/bnf"
	"github.com/urispec/urispec/grammar/engine/effort"
)

// checkTracks holds a diagram to what is true of all: no line goes through a box
// or a text, or on another line from left to right or back, and every line
// begins and ends at another one, a box or an end.
func checkTracks(t testing.TB, f *shown) {
	t.Helper()
	from, to := make(map[point]int), make(map[point]int)
	level := make(map[int][]area) // the level lines
	for _, l := range f.lines {
		from[l[0]]++
		to[l[len(l)-1]]++
		for i := range l[1:] {
			a := area{min(l[i].x, l[i+1].x), min(l[i].y, l[i+1].y), max(l[i].x, l[i+1].x), max(l[i].y, l[i+1].y)}
			if a.top == a.bottom {
				for _, b := range level[a.top] {
					if a.left < b.right && b.left < a.right {
						t.Errorf("%s: a line at %v is on another at %v", f.id, a, b)
					}
				}
				level[a.top] = append(level[a.top], a)
			}
			for _, b := range f.boxes {
				if a.overlaps(b.area) {
					t.Errorf("%s: a line at %v goes through the box %v", f.id, a, b.area)
				}
			}
			for _, text := range f.texts {
				if a.overlaps(text.area) {
					t.Errorf("%s: a line at %v goes through the text %q at %v", f.id, a, text.text, text.area)
				}
			}
		}
	}
	if len(f.ends) != 2 {
		t.Fatalf("%s has %d ends", f.id, len(f.ends))
	}
	to[f.ends[0]]++
	from[f.ends[1]]++
	for _, b := range f.boxes {
		to[b.exit()]++
		from[b.entry()]++
	}
	if diff := cmp.Diff(slices.SortedFunc(maps.Keys(from), compare), slices.SortedFunc(maps.Keys(to), compare), cmp.AllowUnexported(point{})); diff != "" {
		t.Errorf("%s: lines begin, and end, in the open (-begin +end):\n%s", f.id, diff)
	}
}

func compare(a, b point) int {
	if a.x != b.x {
		return a.x - b.x
	}
	return a.y - b.y
}

func (b *shownBox) entry() point { return point{b.left, (b.top + b.bottom) / 2} }
func (b *shownBox) exit() point  { return point{b.right, (b.top + b.bottom) / 2} }

// words is what is in a box.
func (b *shownBox) words() string {
	var words []string
	for _, text := range b.texts {
		words = append(words, text.text)
	}
	return strings.Join(words, " ")
}

// journeys returns the words on the ways from one end of a diagram to the other
// with up to n boxes: its language, as far as it is short.
func (f *shown) journeys(n int) map[string]bool {
	found := make(map[string]bool)
	type place struct {
		at    point
		words string
	}
	next := []place{{at: f.ends[0]}}
	for range n + 1 {
		seen := make(map[place]bool)
		var after []place
		for len(next) > 0 {
			p := next[0]
			next = next[1:]
			if seen[p] {
				continue
			}
			seen[p] = true
			if p.at == f.ends[1] {
				found[p.words] = true
			}
			for _, l := range f.lines {
				if l[0] == p.at {
					next = append(next, place{l[len(l)-1], p.words})
				}
			}
			for _, b := range f.boxes {
				if b.entry() == p.at {
					after = append(after, place{b.exit(), p.words + b.words() + "\n"})
				}
			}
		}
		next = after
	}
	return found
}

// journeys returns what the method of the name should return of an alternation. Bounds of a
// repetition are only words in a diagram: it is taken up to n times here.
func journeys(a *bnf.Alternation, n int) map[string]bool {
	out := make(map[string]bool)
	size := func(s string) int { return strings.Count(s, "\n") }
	join := func(a, b map[string]bool) map[string]bool {
		out := make(map[string]bool)
		for x := range a {
			for y := range b {
				if size(x)+size(y) <= n {
					out[x+y] = true
				}
			}
		}
		return out
	}
	element := func(e bnf.Element) map[string]bool {
		switch e := e.(type) {
		case *bnf.Group:
			return journeys(e.Alternation, n)
		case *bnf.Option:
			s := journeys(e.Alternation, n)
			s[""] = true
			return s
		case *bnf.Rulename:
			return map[string]bool{e.Name + "\n": true}
		case *bnf.ProseVal:
			return map[string]bool{e.Text + "\n": true}
		case *bnf.CharVal:
			switch {
			case e.Text == "":
				return map[string]bool{"": true}
			case e.Text == `"`:
				return map[string]bool{"'\"'\n": true}
			case !e.CaseSensitive && len(e.Text) == 1 && strings.ToLower(e.Text) != strings.ToUpper(e.Text):
				return map[string]bool{fmt.Sprintf("%q %q\n", strings.ToUpper(e.Text), strings.ToLower(e.Text)): true}
			}
			return map[string]bool{`"` + e.Text + "\"\n": true}
		}
		if value := e.(*bnf.NumVal); value.Range {
			return map[string]bool{strings.Join(listed(members(value)), " ") + "\n": true}
		}
		return map[string]bool{e.Format(bnf.ABNF) + "\n": true}
	}
	for i := 0; i < len(a.Concatenations); i++ {
		if _, k := characters(a.Concatenations[i:]); k > 0 {
			// One box for all; TestClasses is about what is in it.
			var set []chars
			for _, c := range a.Concatenations[i : i+k] {
				set = append(set, members(c.Repetitions[0].Element)...)
			}
			out[strings.Join(listed(set), " ")+"\n"] = true
			i += k - 1
			continue
		}
		all := map[string]bool{"": true}
		for _, r := range a.Concatenations[i].Repetitions {
			one := element(r.Element)
			some := maps.Clone(one)
			switch {
			case r.Max == 0:
				some = map[string]bool{"": true}
			case r.Max != 1:
				for range n {
					maps.Copy(some, join(some, one))
				}
			}
			if r.Min == 0 {
				some[""] = true
			}
			all = join(all, some)
		}
		maps.Copy(out, all)
	}
	return out
}

// TestRules draws all rules of all editions, and each alone: the ways through a
// diagram are the words of its rule, and its text is read aloud.
func TestRules(t *testing.T) {
	for _, e := range editions.All() {
		rules := e.Grammar().Rules()
		s := readScene(t, Rules(e.Grammar(), rules...))
		checkScene(t, s)
		if len(s.figures) != len(rules) || s.area.right > lineLimit+2*margin {
			t.Fatalf("%s: %d figures for %d rules, %d pixels wide", e, len(s.figures), len(rules), s.area.right)
		}
		for i, r := range rules {
			checkDiagram(t, e, r, s, s.figures[i])
			alone := readScene(t, Rules(e.Grammar(), r))
			checkScene(t, alone)
			if alone.role != "img" || len(alone.figures) != 1 || alone.ids["title"] != s.ids[r.Name+".title"] || alone.ids["desc"] != s.ids[r.Name+".desc"] {
				t.Errorf("%s %s alone: %+v", e, r.Name, alone)
			}
			checkDiagram(t, e, r, alone, alone.figures[0])
		}
	}
}

func checkDiagram(t *testing.T, e *grammar.Edition, r grammar.Rule, s *scene, f *shown) {
	t.Helper()
	if f.id != r.Name || len(f.texts) < 2 || f.texts[0].text != r.Name || !strings.HasSuffix(f.texts[1].text, "section "+r.Section) {
		t.Fatalf("%s %s: %+v", e, r.Name, f)
	}
	checkTracks(t, f)
	const n = 4
	if diff := cmp.Diff(journeys(r.Definition.Elements, n), f.journeys(n)); diff != "" {
		t.Errorf("%s %s (-rule +diagram):\n%s", e, r.Name, diff)
	}
	for _, b := range f.boxes {
		if _, shown := s.ids[b.words()]; b.class == "rule" && shown != (b.link == "#"+b.words()) {
			t.Errorf("%s %s: the box of %s leads to %q", e, r.Name, b.words(), b.link)
		}
	}
	desc := s.ids[r.Name+".desc"]
	if len(s.figures) == 1 {
		desc = s.ids["desc"]
	}
	if r.Line > 0 && !strings.HasPrefix(desc, r.Published) || r.Line == 0 && !strings.HasPrefix(desc, r.Text) {
		t.Errorf("%s %s: description %q", e, r.Name, desc)
	}
	notes := ""
	for _, text := range f.texts {
		notes += text.text + " "
	}
	for _, repair := range r.Repairs {
		if !strings.Contains(notes, "repair "+repair.ID) || !strings.Contains(desc, repair.Why) {
			t.Errorf("%s %s: repair %s is not told", e, r.Name, repair.ID)
		}
	}
	for _, d := range e.Grammar().Source().Reading {
		if d.Rule == r.Name && (!strings.Contains(notes, d.String()) || !strings.Contains(desc, d.Why)) {
			t.Errorf("%s %s: reading %s is not told", e, r.Name, d)
		}
	}
}

// TestPublished: the published text of a rule begins with the name that it is
// printed with.
func TestPublished(t *testing.T) {
	for _, e := range editions.All() {
		core := 0
		for _, r := range e.Grammar().Rules() {
			name := strings.TrimSpace(strings.Split(r.Published, "=")[0])
			if named, err := e.Grammar().Rule(name); r.Line > 0 && (err != nil || named.Name != r.Name) {
				t.Errorf("%s %s: %q", e, r.Name, r.Published)
			}
			if r.Published == "" {
				core++
			}
		}
		if core > 10 {
			t.Errorf("%s: %d rules have no text", e, core)
		}
	}
}

// drawn returns the diagrams of a grammar that is no edition's.
func drawn(t testing.TB, text string, n bnf.Notation) *scene {
	t.Helper()
	g, err := bnf.Read("test", []byte(text), n)
	if err != nil {
		t.Fatal(err)
	}
	d := &diagrams{source: editions.RFC3986.Grammar().Source(), shown: make(map[string]bool)}
	for _, r := range append(slices.Clone(g.Rules), g.Core...) {
		d.all = append(d.all, grammar.Rule{Name: r.Name, Section: "1", Definition: r, Text: r.Format(n)})
	}
	var figures []figure
	for _, r := range g.Rules {
		figures = append(figures, d.figure(grammar.Rule{Name: r.Name, Section: "1", Definition: r, Text: r.Format(n)}))
	}
	return readScene(t, document("a test", "a test", figures))
}

// TestClasses: which alternatives are one box, and what is in it.
func TestClasses(t *testing.T) {
	for _, test := range []struct {
		notation bnf.Notation
		rule     string
		want     string // the boxes from top to bottom
	}{
		{bnf.ABNF, `"a" / "b"`, `"A" "B" "a" "b"`},
		{bnf.RFC822, `"a" | "b"`, `"a", "b"`},
		{bnf.RFC822, `"a" | "b" | "c"`, `"a"-"c"`},
		{bnf.RFC822, `"+" | "-" | "."`, `"+" "-" "."`},
		{bnf.RFC822, `"~" | <"> | "\"`, `'"' "\" "~"`},
		{bnf.RFC822, `"z" | "y" | "-" | "x" | "5" | "6"`, `"-" "5" "6" "x"-"z"`},
		{bnf.RFC822, `"a" | "b" | x | "c" | "d"`, `"a", "b", x, "c", "d"`},
		{bnf.RFC822, `x | "c" | "e" | "g" | "ab" | "i"`, `x, "c" "e" "g", "ab", "i"`},
		{bnf.RFC822, `"a" | "b" | "a"`, `"a" "b"`},
		{bnf.RFC822, `"a" | "b" | *"c"`, `"a", "b", "c"`},
		{bnf.ABNF, `%x30-39`, `"0"-"9"`},
		{bnf.ABNF, `%x30-39 / "-"`, `"-" "0"-"9"`},
		{bnf.ABNF, `"1" 2x / "2" %x30-34 "v" "vw" %s"v"`, `"1", x, "2", "0"-"4", "V" "v", "vw", "v"`},
		{bnf.ABNF, `%x41-46`, `"A"-"F"`},
		{bnf.ABNF, `%x00-2F`, `%x00-20 "!" '"' "#" "$" "%" "&" "'" "(" ")" "*" "+" "," "-" "." "/"`},
		{bnf.ABNF, `%x7E-A0 / %xA1-D7FF / %x10000-1FFFD`, `"~" %x7F-D7FF %x10000-1FFFD`},
		{bnf.ABNF, `%d13.10 / %x22 / ""`, `%d13.10, %x22`},
		{bnf.ABNF, `<some words>`, `some words`},
	} {
		s := drawn(t, "r = "+test.rule+"\nx = \"x\"\n", test.notation)
		checkScene(t, s)
		checkTracks(t, s.figures[0])
		var got []string
		for _, b := range s.figures[0].boxes {
			got = append(got, b.words())
		}
		if strings.Join(got, ", ") != test.want {
			t.Errorf("%s: %s, want %s", test.rule, strings.Join(got, ", "), test.want)
		}
	}
}

// TestSigns: the bounds of a repetition are told in words.
func TestSigns(t *testing.T) {
	for prefix, want := range map[string]string{
		"": "", "*": "", "1*": "", "*1": "", "0*1": "", "1*1": "", "0": "",
		"2": "2 times", "2*2": "2 times", "*5": "1 to 5 times", "1*4": "1 to 4 times", "2*4": "2 to 4 times", "3*": "3 times or more",
	} {
		s := drawn(t, fmt.Sprintf("r = %sx\nx = \"-\"\n", prefix), bnf.ABNF)
		checkScene(t, s)
		got := ""
		for _, text := range s.figures[0].texts {
			if text.class == fontSmall.class {
				got += text.text
			}
		}
		if got != want {
			t.Errorf("%sx: %q, want %q", prefix, got, want)
		}
	}
}

// randomRule returns the right side of a rule.
func randomRule(r *rand.Rand, depth int) string {
	names := []string{"a", "b1", "long-rule-name", "ALPHA", "a-rule-with-quite-a-long-name"}
	var alternatives []string
	for range 1 + r.IntN(4)*r.IntN(2) {
		var c []string
		for range 1 + r.IntN(9)*r.IntN(2) {
			prefix := []string{"", "", "", "*", "1*", "*3", "2*4", "3", "5*", "*1", "0"}[r.IntN(11)]
			var e string
			switch r.IntN(8) {
			case 0:
				e = `"` + []string{"", "x", "-", "http://", "a-literal-that-is-long"}[r.IntN(5)] + `"`
			case 1:
				e = []string{"%x30-39", "%x00", "%d13.10", "<prose of some words>", "%x21-7E"}[r.IntN(5)]
			case 2, 3, 4:
				if depth > 0 {
					bracket := []string{"()", "[]"}[r.IntN(2)]
					e = bracket[:1] + randomRule(r, depth-1) + bracket[1:]
					break
				}
				fallthrough
			default:
				e = names[r.IntN(len(names))]
			}
			c = append(c, prefix+e)
		}
		alternatives = append(alternatives, strings.Join(c, " "))
	}
	return strings.Join(alternatives, " / ")
}

// TestNothing draws alternatives that are the empty string, beside which there
// is little space for curves; many in a row need several rows.
func TestNothing(t *testing.T) {
	many := strings.Repeat(`"" `, 60)
	for _, rule := range []string{`""`, `"" / ""`, `x / "" / x / ""`, `"" / x / ""`, `[""]`, `*""`, `*["" / ""]`, many, many + `/ ""`, `"" / ` + many + ` / ""`, `3(` + many + ` / x)`} {
		s := drawn(t, "r = "+rule+"\nx = \"-\"\n", bnf.ABNF)
		checkScene(t, s)
		f := s.figures[0]
		checkTracks(t, f)
		if got := f.journeys(1); !got[""] {
			t.Errorf("%s: no way leads past all boxes: %v", rule, got)
		}
	}
}

// TestRandomRules draws random rules, many of which need several rows.
func TestRandomRules(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	rounds := effort.Pick(100, 50, 20)
	rest := ""
	for _, name := range []string{"a", "b1", "long-rule-name", "a-rule-with-quite-a-long-name"} {
		rest += "\n" + name + ` = "-"`
	}
	wide := 0
	for range rounds {
		rule := "r = " + randomRule(r, 3)
		s := drawn(t, rule+rest+"\n", bnf.ABNF)
		checkScene(t, s)
		f := s.figures[0]
		checkTracks(t, f)
		g, err := bnf.Read("test", []byte(rule), bnf.ABNF)
		if err != nil {
			t.Fatal(err)
		}
		n := 2
		if diff := cmp.Diff(journeys(g.Rules[0].Elements, n), f.journeys(n)); diff != "" {
			t.Errorf("%s (-rule +diagram):\n%s", rule, diff)
		}
		if s.area.right > lineLimit+2*margin {
			wide++
		}
		if t.Failed() {
			t.Fatal(rule)
		}
	}
	if wide > rounds/10 {
		t.Errorf("%d of %d diagrams are too wide", wide, rounds)
	}
}

// TestWrap: no word is lost or cut, and no line can take the word after it.
func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  []string
	}{
		{"", 5, []string{""}},
		{" a  b\n", 5, []string{"a b"}},
		{"one two three", 7, []string{"one two", "three"}},
		{"one two three", 6, []string{"one", "two", "three"}},
		{"characters äöü ß", 8, []string{"characters", "äöü ß"}},
		{"äöü ß", 5, []string{"äöü ß"}},
	} {
		if got := Wrap(c.text, c.width); !slices.Equal(got, c.want) {
			t.Errorf("Wrap(%q, %d) = %q, want %q", c.text, c.width, got, c.want)
		}
	}
}
