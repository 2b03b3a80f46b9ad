package pegrun_test

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/alecthomas/participle/v2/lexer"

	. "github.com/urispec/urispec/gen/pegrun"
	"github.com/urispec/urispec/grammar"
)

// puppet matches anything and lifts what the test wants.
type puppet struct {
	Span
	Text []string `parser:"@( Octet | Other | Letter )*"`
}

var pull func(l *Lifter)

func (*puppet) Lift(l *Lifter) { pull(l) }

func lifted(t *testing.T, lift func(l *Lifter)) string {
	t.Helper()
	pull = lift
	g := &Grammar{Lexer: characters, Rules: map[string]Rule{"puppet": Struct[puppet](nil)}}
	tree, err := g.Derive("puppet", false, "abc")
	if err != nil {
		t.Fatal(err)
	}
	return text(tree)
}

// node opens a node, lifts its parts and closes it.
func node(l *Lifter, rule string, from, to int, parts ...func()) {
	l.Open(rule, Span{Pos: lexer.Position{Offset: from}, EndPos: lexer.Position{Offset: to}})
	for _, p := range parts {
		p()
	}
	l.Close()
}

// Nodes stand in the order of the input, however the fields of a struct are
// ordered; those that begin at one place in the order of the fields.
func TestLiftOrder(t *testing.T) {
	for _, c := range []struct {
		why  string
		lift func(l *Lifter)
		want string
	}{
		{"no children", func(l *Lifter) { node(l, "s", 0, 9) }, "s[0:9]"},
		{"two fields that take turns", func(l *Lifter) {
			node(l, "s", 0, 9, func() {
				node(l, "a", 0, 1)
				node(l, "a", 4, 5)
				node(l, "b", 1, 4)
				node(l, "b", 5, 9)
			})
		}, "s[0:9](a[0:1])(b[1:4])(a[4:5])(b[5:9])"},
		{"empty nodes at one place", func(l *Lifter) {
			node(l, "s", 0, 9, func() {
				node(l, "a", 2, 2)
				node(l, "b", 2, 2)
				node(l, "c", 0, 2)
				node(l, "d", 2, 9)
			})
		}, "s[0:9](c[0:2])(a[2:2])(b[2:2])(d[2:9])"},
		{"inside one another", func(l *Lifter) {
			node(l, "s", 0, 9, func() {
				node(l, "b", 5, 9, func() { node(l, "y", 8, 9); node(l, "x", 5, 8) })
				node(l, "a", 0, 5, func() { node(l, "z", 1, 2) })
			})
		}, "s[0:9](a[0:5](z[1:2]))(b[5:9](x[5:8])(y[8:9]))"},
		{"nothing, and a tree of nothing", func(l *Lifter) {
			node(l, "s", 0, 9, func() {
				l.Empty(3)
				l.Empty(3, &grammar.Tree{Rule: "e", Children: []*grammar.Tree{{Rule: "f"}}}, &grammar.Tree{Rule: "g"})
			})
		}, "s[0:9](e[3:3](f[3:3]))(g[3:3])"},
	} {
		if got := lifted(t, c.lift); got != c.want {
			t.Errorf("%s: %s, want %s", c.why, got, c.want)
		}
	}
}

// A node keeps its children when others are lifted: they share slices.
func TestLiftManyChildren(t *testing.T) {
	const fields, each = 3, 100 // more than the Lifter makes at a time
	got := lifted(t, func(l *Lifter) {
		node(l, "s", 0, fields*each, func() {
			for f := range fields {
				for i := range each {
					at := i*fields + f
					node(l, "p", at, at+1, func() {
						for range rand.IntN(3) {
							node(l, "q", at, at+1)
						}
					})
				}
			}
		})
	})
	next := 0
	for _, part := range strings.Split(got, "(p[")[1:] {
		var from, to int
		if _, err := fmt.Sscanf(part, "%d:%d", &from, &to); err != nil || from != next || to != next+1 {
			t.Fatalf("%q behind %d nodes", part, next)
		}
		next++
	}
	if next != fields*each {
		t.Errorf("%d children", next)
	}
}

// One and All lift what is there.
func TestOneAndAll(t *testing.T) {
	l := &Lifter{}
	One[word](l, nil)
	All[word](l, nil)
}

// A run takes between its bounds, and stops before what is not of the class.
func TestRun(t *testing.T) {
	ab, withOctets := NewClass("ab", false), NewClass("ab", true)
	withSome, withOne := NewClass("ab", true).But("%41", "%0a"), NewClass("ab", false).But("%41")
	for _, c := range []struct {
		class    *Class
		min, max int
		in       string
		taken    int // tokens; -1 for no match
	}{
		{ab, 0, -1, "", 0},
		{ab, 1, -1, "", -1},
		{ab, 0, -1, "abbac", 4},
		{ab, 0, 3, "abbac", 3},
		{ab, 2, 2, "abb", 2},
		{ab, 2, 2, "ac", -1},
		{ab, 0, 0, "ab", 0},
		{ab, 0, -1, "a%41", 1}, // an octet is no byte
		{ab, 0, -1, "%", 0},
		{withOctets, 0, -1, "a%41b%zz", 3},
		{withOctets, 3, -1, "a%41", -1},
		{withSome, 0, -1, "a%42%0Ab%0a", 4},
		{withSome, 0, -1, "%41", 0},
		{withOne, 0, -1, "%41%41%42", 2},
		{NewClass("\x00\xff", false), 0, -1, "\xff\x00a", 2},
	} {
		lex, err := characters.LexString("", c.in)
		if err != nil {
			t.Fatal(err)
		}
		peeking, err := lexer.Upgrade(lex)
		if err != nil {
			t.Fatal(err)
		}
		err = new(Run).Read(peeking, c.class, c.min, c.max)
		if taken := peeking.RawCursor(); err == nil && int(taken) != c.taken || (err != nil) != (c.taken < 0) {
			t.Errorf("%d to %d of %q: %d, %v, want %d", c.min, c.max, c.in, taken, err, c.taken)
		}
	}
}

// The lexer as a lexer.Definition: types begin at 1, because participle's own
// are negative and zero is none.
func TestDefinition(t *testing.T) {
	symbols := characters.Symbols()
	for name, want := range map[string]lexer.TokenType{"EOF": lexer.EOF, "Octet": 1, "Other": 2, "Letter": 3} {
		if symbols[name] != want {
			t.Errorf("%s is %d, want %d", name, symbols[name], want)
		}
	}
	if len(symbols) != 4 {
		t.Errorf("%d types", len(symbols))
	}
	lex, err := characters.Lex("", strings.NewReader("a%41"))
	if err != nil {
		t.Fatal(err)
	}
	if tokens, err := lexer.ConsumeAll(lex); err != nil || len(tokens) != 3 || tokens[1].Value != "%41" {
		t.Errorf("%v, %v", tokens, err)
	}
	if tok, err := lex.Next(); err != nil || !tok.EOF() {
		t.Errorf("behind the end: %v, %v", tok, err)
	}
	broken := errors.New("broken")
	if _, err := characters.Lex("", io.MultiReader(strings.NewReader("a"), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Errorf("a reader that fails: %v", err)
	}
}

// A grammar that participle refuses is an error each time, not a panic.
func TestBrokenGrammar(t *testing.T) {
	g := &Grammar{Lexer: characters, Rules: map[string]Rule{"r": Struct[wrong](nil)}}
	for range 2 {
		if _, err := g.Derive("r", false, "a"); err == nil {
			t.Error("no error")
		}
	}
}

type wrong struct {
	Text string `parser:"@NoSuchType"`
}

func (*wrong) Lift(*Lifter) {}
