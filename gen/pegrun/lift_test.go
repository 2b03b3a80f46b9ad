package pegrun_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	. "github.com/urispec/urispec/gen/pegrun"
	"github.com/urispec/urispec/grammar"
)

// turns has two lists that take turns in the input; the fields are in another
// order.
type turns struct {
	Span `lift:"turns"`
	B    []*b `parser:"( @@"`
	A    []*a `parser:"| @@ )*"`
}

type a struct {
	Span `lift:"a"`
	Text struct{} `parser:"'a'"`
}

type b struct {
	Span  `lift:"b"`
	Turns *inner `parser:"'b' ( 'x' @@ 'y' )?"`
}

type inner struct {
	Span `lift:"turns"`
	B    []*leaf `parser:"( @@"`
	A    []*a    `parser:"| @@ )*"`
}

type leaf struct {
	Span `lift:"b"`
	Text struct{} `parser:"'b'"`
}

// gaps begins and ends with a choice; where it takes nothing, rules of nothing
// stand.
type gaps struct {
	Span `lift:"gaps"`
	A    *a        `parser:"( @@"`
	B    *b        `parser:"| @@ )?" start:"none(nothing) more"`
	Pair *gapsPair `parser:"'-' ( @@" end:"last"`
	C    *c        `parser:"| @@ )?"`
}

// gapsPair is a part of gaps and no node.
type gapsPair struct {
	Span
	Ahead *a   `parser:"(?= @@ )" lift:"-"`
	A     []*a `parser:"@@ @@"`
}

// c is a letter and a choice that may take nothing.
type c struct {
	Span `lift:"c"`
	In   *in `parser:"'c' @@"`
}

type in struct {
	Span `lift:"in" empty:"hollow(e)"`
	A    *a       `parser:"( @@"`
	Text struct{} `parser:"| 'q' )?"`
}

// Each node stands where its struct read, in the order of the input. What is
// absent and what is a lookahead is no node.
func TestLift(t *testing.T) {
	g := &Grammar{Lexer: characters, Rules: map[string]Rule{
		"turns": Struct[turns](""), "gaps": Struct[gaps]("gaps"),
	}}
	for _, c := range []struct{ rule, in, out string }{
		{"turns", "a", "turns[0:1](a[0:1])"},
		{"turns", "abab", "turns[0:4](a[0:1])(b[1:2])(a[2:3])(b[3:4])"},
		{"turns", "aabxbabya", "turns[0:9](a[0:1])(a[1:2])(b[2:8](turns[4:7](b[4:5])(a[5:6])(b[6:7])))(a[8:9])"},
		{"gaps", "a-aa", "gaps[0:4](a[0:1])(a[2:3])(a[3:4])"},
		{"gaps", "b-ca", "gaps[0:4](b[0:1])(c[2:4](in[3:4](a[3:4])))"},
		{"gaps", "b-cq", "gaps[0:4](b[0:1])(c[2:4](in[3:4]))"},
		{"gaps", "b-c", "gaps[0:3](b[0:1])(c[2:3](in[3:3](hollow[3:3](e[3:3]))))"},
		{"gaps", "-aa", "gaps[0:3](none[0:0](nothing[0:0]))(more[0:0])(a[1:2])(a[2:3])"},
		{"gaps", "a-", "gaps[0:2](a[0:1])(last[2:2])"},
		{"gaps", "-", "gaps[0:1](none[0:0](nothing[0:0]))(more[0:0])(last[1:1])"},
		{"gaps", "", "gaps[0:0]"},
	} {
		tree, err := g.Derive(c.rule, false, c.in)
		if err != nil {
			t.Errorf("%s on %q: %v", c.rule, c.in, err)
		} else if got := text(tree); got != c.out {
			t.Errorf("%s on %q: %s, want %s", c.rule, c.in, got, c.out)
		}
	}
}

// Nodes share slices, and none is lost when they are many: every letter a and b
// of the input is a node, in its place.
func TestLiftManyChildren(t *testing.T) {
	g := &Grammar{Lexer: characters, Rules: map[string]Rule{"turns": Struct[turns]("")}}
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a", "b", "bxaby", "bxabaabaybxby"}
	var input strings.Builder
	for range 500 {
		input.WriteString(pieces[random.IntN(len(pieces))])
	}
	tree, err := g.Derive("turns", false, input.String())
	if err != nil {
		t.Fatal(err)
	}
	found := make([]byte, input.Len())
	var walk func(n *grammar.Tree)
	walk = func(n *grammar.Tree) {
		at := n.Start
		for _, c := range n.Children {
			if c.Start < at || c.End > n.End {
				t.Fatalf("%s[%d:%d] in %s[%d:%d] after %d", c.Rule, c.Start, c.End, n.Rule, n.Start, n.End, at)
			}
			at = c.End
			if c.Rule != "turns" {
				found[c.Start] = c.Rule[0]
			}
			walk(c)
		}
	}
	walk(tree)
	for i, letter := range []byte(input.String()) {
		if want := letter == 'a' || letter == 'b'; want != (found[i] == letter) {
			t.Fatalf("the node of the letter %q at %d is %q", letter, i, found[i])
		}
	}
}

// A struct that participle or the plan of its nodes cannot be made for is an
// error each time, not a panic.
func TestBrokenGrammar(t *testing.T) {
	for why, rule := range map[string]Rule{
		"no such token":  Struct[noToken](""),
		"no span":        Struct[noSpan](""),
		"no such trees":  Struct[noTrees](""),
		"open trees":     Struct[openTrees](""),
		"below":          Struct[below](""),
		"no run":         Struct[noRun](""),
		"no derivation":  Empty("a)"),
		"no empty trees": Struct[a]("(a"),
	} {
		g := &Grammar{Lexer: characters, Rules: map[string]Rule{"r": rule}}
		for range 2 {
			_, err := g.Derive("r", false, "a")
			if why == "no empty trees" {
				_, err = g.Derive("r", false, "")
			}
			if err == nil {
				t.Errorf("%s is no error", why)
			}
		}
	}
}

type noToken struct {
	Span
	Text string `parser:"@NoSuchType"`
}

type noSpan struct {
	Text struct{} `parser:"'a'"`
}

type noTrees struct {
	Span `lift:"r" empty:"a) b"`
	Text struct{} `parser:"'a'"`
}

type openTrees struct {
	Span `lift:"r"`
	A    *a `parser:"@@" end:"b(c"`
}

type below struct {
	Span  `lift:"r"`
	Below *noTrees `parser:"@@"`
}

type noRun struct {
	Span `lift:"r"`
	Text string `parser:"@'a'" lift:"octet"`
}
