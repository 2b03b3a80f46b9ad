package automaton_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/engine/reading"
	"github.com/urispec/urispec/grammar/testdata"
	"pgregory.net/rapid"
)

// judge compares an Acceptor and a Matcher, by each way to run them, with a Parser.
type judge struct {
	a      *automaton.Acceptor
	m      *automaton.Matcher
	p      *automaton.Parser
	wanted []automaton.Wanted
	regs   []int32
	texts  map[string]string // of an edition's Acceptor and Matcher

	// Buffers for check.
	open []int
	want [][2]int
}

// newJudge returns a judge for captures of one tag each.
func newJudge(e *automaton.Expr, tags ...int) *judge { return newJudgeOf(e, single(tags)...) }

func newJudgeOf(e *automaton.Expr, wanted ...automaton.Wanted) *judge {
	m := automaton.NewMatcher(e, wanted...)
	return &judge{
		a: automaton.Compile(256, e).Acceptor(), m: m, p: automaton.NewParser(256, e), wanted: wanted,
		regs: make([]int32, m.Registers()), want: make([][2]int, len(wanted)),
	}
}

// tryJudge is newJudgeOf for an expression that was drawn; nil if it has too many
// states for a Matcher.
func tryJudge(e *automaton.Expr, wanted ...automaton.Wanted) (j *judge) {
	defer func() {
		if e := recover(); e != nil && !strings.Contains(fmt.Sprint(e), "too many") {
			panic(e)
		}
	}()
	return newJudgeOf(e, wanted...)
}

// single returns a capture for each tag.
func single(tags []int) []automaton.Wanted {
	wanted := make([]automaton.Wanted, len(tags))
	for i, t := range tags {
		wanted[i] = automaton.Wanted{Tags: []int{t}, Begin: 2 * i, End: 2*i + 1}
	}
	return wanted
}

// mostSingle is how many captures single has registers for.
const mostSingle = automaton.Registers / 2

// absent is the span of a tag that does not occur.
var absent = [2]int{-1, -1}

// check fails unless Matcher and Parser agree on s: for each capture, the span that
// ends last; and what is found in s at once. It reports whether s is in the language.
func (j *judge) check(t tb, s string) bool {
	t.Helper()
	for k := range j.want {
		j.want[k] = absent
	}
	j.open = j.open[:0]
	ok := j.p.Parse(s, func(e automaton.Event, at int) {
		if e.Open {
			j.open = append(j.open, at)
			return
		}
		last := len(j.open) - 1
		for k, w := range j.wanted {
			if slices.Contains(w.Tags, e.Tag) {
				if j.want[k] = [2]int{j.open[last], at}; w.Begin < 0 {
					j.want[k][0] = -1
				}
			}
		}
		j.open = j.open[:last]
	})
	for _, run := range automaton.Runs(j.a, j.m) {
		if got := run.Accepts(s); got != ok {
			t.Fatalf("%s: Accepts(%q) is %v", run.Name, s, got)
		}
		if got := run.Match(s, j.regs); got != ok {
			t.Fatalf("%s: Match(%q) is %v", run.Name, s, got)
		}
		for k := range j.wanted {
			if got := j.span(k); ok && got != j.want[k] {
				t.Fatalf("%s: Match(%q): %v is at %v, want %v", run.Name, s, j.wanted[k], got, j.want[k])
			}
		}
	}
	var at automaton.Parts
	if j.a.Find(s, &at) && !ok || j.m.Find(s, &at) && !ok {
		t.Fatalf("%q is found, which is not in the language", s)
	}
	if !j.m.Find(s, &at) {
		return ok
	}
	j.m.Note(&at, j.regs)
	for k := range j.wanted {
		if got := j.span(k); got != j.want[k] {
			t.Fatalf("Find(%q): %v is at %v, want %v", s, j.wanted[k], got, j.want[k])
		}
	}
	return ok
}

// span returns what Match found for capture k.
func (j *judge) span(k int) [2]int {
	w := j.wanted[k]
	switch end := int(j.regs[w.End]); {
	case end < 0:
		return absent
	case w.Begin < 0:
		return [2]int{-1, end}
	default:
		return [2]int{int(j.regs[w.Begin]), end}
	}
}

// show returns the spans that were found, as "1:0-2 3:2-2".
func (j *judge) show() string {
	var out []string
	for k, w := range j.wanted {
		if at := j.span(k); at != absent {
			out = append(out, fmt.Sprintf("%d:%d-%d", w.Tags[0], at[0], at[1]))
		}
	}
	return strings.Join(out, " ")
}

// tagsTo returns the tags 0 to n.
func tagsTo(n int) []int {
	var out []int
	for i := range n + 1 {
		out = append(out, i)
	}
	return out
}

// TestMatch: what Match finds, by hand.
func TestMatch(t *testing.T) {
	a, b := re.symbol("a"), re.symbol("b")
	ab := re.symbol("ab")
	hex := re.symbol("0123456789ABCDEF")
	escape := re.cat(re.symbol("%"), hex, hex)
	for _, c := range []struct {
		why  string
		r    *regex
		s    string
		want string // "-" if s is not in the language
	}{
		{"one", re.cat(re.tag(1, re.star(a)), b), "aab", "1:0-2"},
		{"an empty one", re.cat(re.tag(1, re.star(a)), b), "b", "1:0-0"},
		{"the empty string", re.tag(1, re.star(a)), "", "1:0-0"},
		{"not in the language", re.tag(1, re.star(a)), "ab", "-"},
		{"the empty language", re.tag(1, re.alt()), "", "-"},
		{"an absent one", re.cat(re.option(re.tag(1, a)), re.tag(2, b)), "b", "2:0-1"},
		{"none that is wanted", re.star(re.tag(9, a)), "aaa", ""},
		{"the last iteration", re.star(re.tag(1, ab)), "abab", "1:3-4"},
		{"the last iteration that has one", re.star(re.alt(re.tag(1, a), b)), "ababb", "1:2-3"},
		{"two in an iteration", re.star(re.cat(re.tag(1, re.star(a)), re.tag(2, b))), "aabab", "1:3-4 2:4-5"},
		{"one in itself: the outer one ends last", re.tag(1, re.cat(a, re.tag(1, b))), "ab", "1:0-2"},
		{"one in itself that ends with it", re.tag(1, re.cat(re.tag(1, a), re.tag(2, b))), "ab", "1:0-2 2:1-2"},
		{"one in itself, in iterations", re.star(re.tag(1, re.star(re.tag(1, ab)))), "abab", "1:0-4"},
		{"the earlier alternative", re.alt(re.tag(1, ab), re.tag(2, a)), "a", "1:0-1"},
		{"the earlier alternative, known late", re.alt(re.cat(re.tag(1, re.star(a)), b), re.tag(2, re.star(a))), "aaa", "2:0-3"},
		{"the longer repetition", re.cat(re.tag(1, re.star(a)), re.tag(2, re.star(ab))), "aaba", "1:0-2 2:2-4"},
		{"the shorter repetition where it is lazy", re.cat(re.tag(1, re.lazily(re.star(ab))), re.tag(2, re.star(b))), "abbb", "1:0-1 2:1-4"},
		{"the last but one", re.cat(re.star(ab), re.tag(1, a), re.tag(2, ab)), "abaab", "1:3-4 2:4-5"},
		{"a position that is known only at the end", re.cat(re.tag(1, re.star(a)), re.alt(re.cat(re.tag(2, re.star(a)), b), re.cat(a, re.tag(3, re.symbol("c"))))), "aaac", "1:0-2 3:3-4"},
		{"a position taken back", re.alt(re.cat(re.tag(1, a), re.tag(2, b), re.symbol("c")), re.star(re.tag(3, ab))), "abb", "3:2-3"},
		{"a position taken back, the beginning kept", re.cat(re.option(re.tag(2, a)), re.alt(re.cat(re.tag(1, a), a, b), re.star(a))), "aaaa", "2:0-1"},
		{"escapes", re.cat(re.tag(1, re.star(re.alt(escape, ab))), re.option(re.cat(re.symbol(":"), re.tag(2, re.star(re.alt(a, escape)))))), "a%20b%7E:%FF%00", "1:0-8 2:9-15"},
		{"an escape cut short", re.star(re.tag(1, re.alt(escape, ab))), "a%2", "-"},
		{"an escape of others", re.star(re.tag(1, re.alt(escape, ab))), "a%2a", "-"},
		{"an escape at the end", re.star(re.tag(1, re.alt(escape, ab))), "a%22", "1:1-4"},
		{"escapes first", re.star(re.alt(escape, ab)), "%22a", ""},
	} {
		j := newJudge(c.r.expr(), 1, 2, 3)
		got := "-"
		if j.check(t, c.s) {
			got = j.show()
		}
		if got != c.want {
			t.Errorf("%s: %v on %q: %s, want %s", c.why, c.r, c.s, got, c.want)
		}
	}
}

// TestMatchTwin compares Matchers with Parsers on all short strings.
func TestMatchTwin(t *testing.T) {
	inputs := append(stringsOver("ab", 5), stringsOver(alphabet, 3)...)
	rapid.Check(t, func(t *rapid.T) {
		r := re.tag(10, drawRegex(t, 4))
		j := tryJudge(r.expr(), single(tagsTo(10))...)
		if j == nil {
			return
		}
		for _, s := range inputs {
			j.check(t, s)
		}
	})
}

// TestMatchWanted compares Matchers with Parsers for captures of several tags, or
// without a beginning.
func TestMatchWanted(t *testing.T) {
	inputs := append(stringsOver("ab", 5), stringsOver(alphabet, 3)...)
	rapid.Check(t, func(t *rapid.T) {
		r := re.tag(10, drawRegex(t, 4))
		wanted := make([]automaton.Wanted, rapid.IntRange(1, 4).Draw(t, "wanted"))
		registers := rapid.Permutation(tagsTo(automaton.Registers-1)).Draw(t, "registers")
		for k := range wanted {
			wanted[k].Begin, wanted[k].End = registers[2*k], registers[2*k+1]
			if rapid.Bool().Draw(t, "end only") {
				wanted[k].Begin = automaton.Nowhere
			}
		}
		for _, tag := range tagsTo(10) {
			if k := rapid.IntRange(-1, len(wanted)-1).Draw(t, "of"); k >= 0 {
				wanted[k].Tags = append(wanted[k].Tags, tag)
			}
		}
		j := tryJudge(r.expr(), wanted...)
		if j == nil {
			return
		}
		for _, s := range inputs {
			j.check(t, s)
		}
	})
}

// TestMatchLoopsTwin is [TestMatchTwin] on loops in loops, and on expressions that
// have each tag once.
func TestMatchLoopsTwin(t *testing.T) {
	inputs := stringsOver("ab", 6)
	rapid.Check(t, func(t *rapid.T) {
		tags := 0
		var loop func(depth int) *regex
		loop = func(depth int) *regex {
			x := rapid.SampledFrom([]*regex{re.symbol("a"), re.symbol("b"), re.symbol("ab"), re.cat(), re.alt(re.cat(), re.symbol("a"))}).Draw(t, "x")
			if depth > 0 {
				parts := make([]*regex, rapid.IntRange(1, 3).Draw(t, "parts"))
				for i := range parts {
					parts[i] = loop(depth - 1)
				}
				x = re.cat(parts...)
				if rapid.IntRange(0, 2).Draw(t, "join") == 0 {
					x = re.alt(parts...)
				}
			}
			tags++
			bounds := rapid.SampledFrom([][2]int{{0, automaton.Unbounded}, {0, 1}, {1, automaton.Unbounded}, {1, 2}, {2, 3}}).Draw(t, "bounds")
			r := re.repeat(re.tag(tags, x), bounds[0], bounds[1])
			r.lazy = rapid.Bool().Draw(t, "lazy")
			return r
		}
		r := loop(rapid.IntRange(1, 3).Draw(t, "depth"))
		// Any of the tags, but not so many that there are many states.
		const most = 5
		wanted := rapid.Permutation(tagsTo(tags)).Draw(t, "tags")
		j := tryJudge(r.expr(), single(wanted[:min(len(wanted), most)])...)
		if j == nil {
			return
		}
		for _, s := range inputs {
			j.check(t, s)
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		p := expressions(t, 4)
		j := tryJudge(p.expr, single(tagsTo(mostSingle-1))...)
		if j == nil {
			return
		}
		for _, s := range short(5) {
			j.check(t, s)
		}
	})
}

// TestMatchMany: automata of many states.
func TestMatchMany(t *testing.T) {
	const length = 400
	long := strings.Repeat("ab", length/2)
	inputs := stringsOver("ab", 4)
	random := rand.New(rand.NewPCG(1, 2))
	input := func() string { return inputs[random.IntN(len(inputs))] }
	d := re.symbol("d")
	draw := rapid.Custom(func(t *rapid.T) *regex { return drawRegex(t, 3) })
	for _, chain := range []*regex{
		re.literal(long),
		re.repeat(re.tag(7, re.symbol("ab")), length, length),
		re.repeat(re.alt(re.tag(8, re.symbol("a")), re.tag(9, re.symbol("b"))), length-2, automaton.Unbounded),
		re.repeat(re.cat(re.symbol("a"), re.option(re.tag(7, re.symbol("b")))), length/3, length/2),
	} {
		for seed := range effort.Pick(4, 2, 1) {
			r := re.cat(re.tag(1, draw.Example(seed)), d, chain, d, re.tag(2, draw.Example(seed+10)), d, re.star(re.tag(3, draw.Example(seed+20))))
			j := newJudge(r.expr(), tagsTo(9)...)
			for range 100 {
				j.check(t, input()+"d"+long+"d"+input()+"d"+input())
				j.check(t, input()+"d"+long[random.IntN(length):]+"d"+input()+"d"+input())
			}
		}
	}
}

// editionsMatchers has a judge for the components of each of the five editions.
var editionsMatchers = sync.OnceValue(func() map[string]*judge {
	out := make(map[string]*judge)
	for _, name := range five {
		src, err := reading.Read(os.DirFS("../../editions/"+name), name)
		if err != nil {
			panic(err)
		}
		g, err := reading.New(src)
		if err != nil {
			panic(err)
		}
		r, _ := g.Lookup(src.Start)
		j := newJudge(exprOf(r), components(g)...)
		j.texts = map[string]string{"references": automaton.AcceptorText(g.Automaton(r)), "components": automaton.MatcherText(exprOf(r), j.wanted...)}
		if j.a, err = automaton.ReadAcceptor(j.texts["references"]); err != nil {
			panic(err)
		}
		if j.m, err = automaton.ReadMatcher(j.texts["components"]); err != nil {
			panic(err)
		}
		out[name] = j
	}
	return out
})

// components returns the tags of the rules that are components of a reference.
func components(g *reading.Grammar) []int {
	var edition struct{ Components map[string]string }
	if err := json.Unmarshal(g.Source.Edition, &edition); err != nil {
		panic(err)
	}
	var tags []int
	for name := range edition.Components {
		r, _ := g.Lookup(name)
		tags = append(tags, r.Index)
	}
	slices.Sort(tags)
	return tags
}

// exprOf returns a rule as an expression, tagged as [reading.Grammar.Derivation]
// tags it.
func exprOf(r *reading.Rule) *automaton.Expr { return twinOf(r).expr() }

// eachEdition runs f for each of the five editions, with its grammar and the judge of
// its components.
func eachEdition(t *testing.T, f func(t *testing.T, g *reading.Grammar, j *judge)) {
	for _, g := range grammars(t, five...) {
		t.Run(g.Source.Name, func(t *testing.T) { f(t, g, editionsMatchers()[g.Source.Name]) })
	}
}

// TestMatchEditions: on strings that take every transition of the Acceptor, and of
// the Matcher.
func TestMatchEditions(t *testing.T) {
	eachEdition(t, func(t *testing.T, g *reading.Grammar, j *judge) {
		r := start(t, g)
		for _, cover := range [][][]int32{automaton.Cover(g.Automaton(r)), automaton.MatcherCover(exprOf(r), j.wanted...)} {
			accepted := 0
			for _, w := range cover {
				s := text(w)
				if j.check(t, s) != g.Automaton(r).Accepts(s) {
					t.Fatalf("%q is in the language of the one and not of the other", s)
				}
				if g.Automaton(r).Accepts(s) {
					accepted++
				}
			}
			t.Logf("%d strings, %d in the language", len(cover), accepted)
		}
	})
}

// TestMatchShort: on all short strings over one byte of each class, after what may
// begin a reference.
func TestMatchShort(t *testing.T) {
	length := effort.Pick(3, 2, 2)
	eachEdition(t, func(t *testing.T, g *reading.Grammar, j *judge) {
		var letters strings.Builder
		for _, c := range g.Automaton(start(t, g)).Classes().Sets() {
			letters.WriteByte(byte(c[0].Lo))
		}
		for _, prefix := range []string{"", "//", "a://", "http://a", "//1.2.3.", "//[::1", "//a@b:1"} {
			n := length
			if prefix != "" && letters.Len() > 30 {
				n--
			}
			for _, s := range stringsOver(letters.String(), n) {
				j.check(t, prefix+s)
			}
		}
	})
}

// TestMatchWalks: on the strings of random walks, and on mutations of them.
func TestMatchWalks(t *testing.T) {
	walks := effort.Pick(3000, 500, 100)
	eachEdition(t, func(t *testing.T, g *reading.Grammar, j *judge) {
		d := g.Automaton(start(t, g))
		random := rand.New(rand.NewPCG(3, 4))
		classes := d.Classes().Sets()
		for range walks {
			var b []byte
			state := 0
			for range random.IntN(60) {
				set := classes[random.IntN(len(classes))]
				r := set[random.IntN(len(set))]
				x := r.Lo + random.Int32N(r.Hi-r.Lo+1)
				if to := d.Step(state, x); d.Live()[to] {
					state = to
					b = append(b, byte(x))
				}
			}
			rest, _ := d.ShortestFrom(state)
			s := string(b) + text(rest)
			if !j.check(t, s) {
				t.Fatalf("%q is refused", s)
			}
			for range 4 {
				j.check(t, mutate(random, s))
			}
		}
	})
}

// mutate returns s with something changed, removed, added or repeated.
func mutate(random *rand.Rand, s string) string {
	i, k := random.IntN(len(s)+1), random.IntN(len(s)+1)
	i, k = min(i, k), max(i, k)
	const bytes = "/:?#@%[].;=-a1F~\x00\xff"
	b := string(bytes[random.IntN(len(bytes))])
	switch random.IntN(5) {
	case 0:
		return s[:i] + b + s[i:]
	case 1:
		return s[:i] + s[k:]
	case 2:
		return s[:k] + s[i:]
	case 3:
		return s[:i] + s[k:] + s[i:k]
	}
	return s[:i] + b + s[min(i+1, len(s)):]
}

// TestMatchTags finds all rules of each edition, as many at a time as there are
// registers for. Many of them occur several times, and in one another.
func TestMatchTags(t *testing.T) {
	eachEdition(t, func(t *testing.T, g *reading.Grammar, _ *judge) {
		if !effort.Exhaustive() && g.Source.Name != "url-syntax-09" {
			t.Skip("there are many matchers to make; runs by the exhaustive measure")
		}
		e := exprOf(start(t, g))
		cover := automaton.Cover(g.Automaton(start(t, g)))
		made := 0
		for tags := range slices.Chunk(tagsTo(len(g.Names)-1), mostSingle) {
			// Some of these matchers, which no edition has, are too large.
			if err := automaton.Within(func() {
				_, size := automaton.SizesOf(e, single(tags)...)
				t.Logf("tags %v: %+v", tags, size)
				j := newJudge(e, tags...)
				for _, w := range cover {
					j.check(t, text(w))
				}
				made++
			}); err != nil {
				t.Logf("tags %v: %v", tags, err)
			}
		}
		if made == 0 {
			t.Error("no matcher is small enough")
		}
	})
}

// TestMatchCorpora: on the corpora.
func TestMatchCorpora(t *testing.T) {
	step := effort.Pick(1, 20, 100)
	for _, corpus := range testdata.Corpora {
		lines := testdata.Lines(corpus)
		eachEdition(t, func(t *testing.T, g *reading.Grammar, j *judge) {
			accepted := 0
			for i := 0; i < len(lines); i += step {
				if j.check(t, lines[i]) {
					accepted++
				}
			}
			t.Logf("%d of %s", accepted, corpus)
		})
	}
}

// hostile returns strings of about n bytes that repeat one part, by its name.
func hostile(n int) map[string]string {
	out := make(map[string]string)
	for name, part := range map[string]string{
		"percent": "%", "escapes": "%41", "bracket": "[", "a-colon": "a:", "dots": "../", "labels": "a.", "letters": "a", "slashes": "/",
		"octets": "1.", "colons": "::", "at": "@", "query": "?", "fragment": "#", "a-at": "a@", "long-labels": strings.Repeat("a", 64) + ".",
	} {
		out[name] = strings.Repeat(part, n/len(part))
		out["http-"+name] = "http://" + out[name]
	}
	return out
}

// TestMatchLong: on long and hostile strings.
func TestMatchLong(t *testing.T) {
	if testing.Short() {
		t.Skip("takes most of a second; runs without -short")
	}
	eachEdition(t, func(t *testing.T, _ *reading.Grammar, j *judge) {
		for _, s := range hostile(20_000) {
			for _, prefix := range []string{"", "http://[", "mailto:", "//", "?"} {
				j.check(t, prefix+s)
			}
		}
	})
}

// TestMatcherSizes: no edition needs more than one register for a bound. The log says
// how large the tables are.
func TestMatcherSizes(t *testing.T) {
	if testing.Short() {
		t.Skip("takes most of a second; runs without -short")
	}
	eachEdition(t, func(t *testing.T, g *reading.Grammar, j *judge) {
		acceptor, matcher := automaton.SizesOf(exprOf(start(t, g)), j.wanted...)
		t.Logf("Acceptor: %+v", acceptor)
		t.Logf("Matcher:  %+v", matcher)
		if d := g.Automaton(start(t, g)); acceptor.States != d.States() || acceptor.Classes != len(d.Classes().Sets()) {
			t.Errorf("the automaton that decides has %d states, the minimal one %d", acceptor.States, d.States())
		}
		if matcher.Extra > 0 {
			t.Errorf("%d registers besides those of the bounds", matcher.Extra)
		}
	})
}

// TestMatcherNoAllocs: Accepts and Match do not allocate, as their comments promise.
func TestMatcherNoAllocs(t *testing.T) {
	eachEdition(t, func(t *testing.T, _ *reading.Grammar, j *judge) {
		long := "http://" + strings.Repeat("a", 70) + ".b/%41/c?d" // leaves the first page
		if n := testing.AllocsPerRun(100, func() {
			for _, s := range []string{"http://a.example:80/b?c", "//[::1]/", long} {
				j.a.Accepts(s)
				j.m.Match(s, j.regs)
			}
		}); n != 0 {
			t.Errorf("%v allocations", n)
		}
	})
}

// TestMatcherLimits: what NewMatcher and Match refuse.
func TestMatcherLimits(t *testing.T) {
	panics := func(f func()) (did bool) {
		defer func() { did = recover() != nil }()
		f()
		return false
	}
	e := re.star(re.tag(1, re.symbol("a"))).expr()
	if automaton.NewMatcher(e, single(tagsTo(mostSingle-1))...); !panics(func() { automaton.NewMatcher(e, single(tagsTo(mostSingle))...) }) {
		t.Error("too many tags are taken")
	}
	m := automaton.NewMatcher(e, single([]int{1})...)
	if !panics(func() { m.Match("a", make([]int32, m.Registers()-1)) }) {
		t.Error("too few registers are taken")
	}
	// Longer ones are no harm.
	regs := make([]int32, m.Registers()+1)
	if !m.Match("aa", regs) || regs[0] != 1 || regs[1] != 2 {
		t.Errorf("%v", regs)
	}
}

// FuzzMatch compares the Matchers of the editions with their Parsers.
func FuzzMatch(f *testing.F) {
	for _, s := range []string{
		"http://user:pw@www.example.com:8080/a/b;c?d=e#f", "//1.2.3.4:80", "//[1:2::3.4.5.6]/", "mailto:a@b.c", "../a%20b/./c?d",
		"gopher://a/00%09b%09c", "prospero://a/b;c=d", "file:///a", "wais://a/b/c/d", "news:a@b", "//-a.b-/", "//a..b:/",
	} {
		f.Add(s)
	}
	matchers := editionsMatchers()
	var mu sync.Mutex
	f.Fuzz(func(t *testing.T, s string) {
		mu.Lock()
		defer mu.Unlock()
		for _, name := range five {
			matchers[name].check(t, s)
		}
	})
}
