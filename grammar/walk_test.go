package grammar_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/editions/rfc3986"
)

func ExampleTree_Find() {
	s := "http://a.example/b/c%41"
	t, err := editions.RFC3986.Tree(s)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(t.First(rfc3986.RuleHost).Text(s))
	for n := range t.Find(rfc3986.RuleSegment) {
		fmt.Printf("%s %q\n", n, n.Text(s))
	}
	// Output:
	// a.example
	// segment[17:18] "b"
	// segment[19:23](pchar[20:23](pct-encoded[20:23])) "c%41"
}

// TestWalk: the nodes in order, with their depths, as the tree has them.
func TestWalk(t *testing.T) {
	for _, s := range []string{"", "a", "http://u@h:1/a/%41?b#c", "//[::1]/"} {
		tree, err := editions.RFC3986.Tree(s)
		if err != nil {
			t.Fatal(err)
		}
		type node struct {
			*grammar.Tree
			depth int
		}
		var want []node
		var collect func(n *grammar.Tree, depth int)
		collect = func(n *grammar.Tree, depth int) {
			want = append(want, node{n, depth})
			for _, c := range n.Children {
				collect(c, depth+1)
			}
		}
		collect(tree, 0)
		var got []node
		tree.Walk(func(n *grammar.Tree, depth int) bool {
			got = append(got, node{n, depth})
			return true
		})
		if !slices.Equal(got, want) {
			t.Errorf("%q: other nodes", s)
		}
		all := slices.Collect(tree.All())
		if len(all) != len(want) {
			t.Errorf("%q: %d nodes, want %d", s, len(all), len(want))
		}
		for i, n := range all {
			if n != want[i].Tree || n.Text(s) != s[n.Start:n.End] {
				t.Errorf("%q: node %d is %v", s, i, n)
			}
		}
		for range tree.All() {
			break // who stops early gets no more
		}
		// Each node is in the text once, and the brackets close.
		text := tree.String()
		if strings.Count(text, "[") != len(want) || strings.Count(text, "(") != strings.Count(text, ")") || strings.Contains(text, "\n") {
			t.Errorf("%q: %s", s, text)
		}
	}
	tree, err := editions.RFC3986.Tree("a:b/c")
	if err != nil {
		t.Fatal(err)
	}
	const want = "URI-reference[0:5](URI[0:5](scheme[0:1] hier-part[2:5](path-rootless[2:5](segment-nz[2:3] segment[4:5]))))"
	if got := tree.String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	top := 0
	tree.Walk(func(n *grammar.Tree, depth int) bool { top++; return depth < 1 })
	if top != 2 {
		t.Errorf("%d nodes down to depth 1", top)
	}
	if tree.First("query") != nil || slices.Collect(tree.Find("segment"))[0].Text("a:b/c") != "c" {
		t.Error("Find")
	}
	var none *grammar.Tree
	if none.String() != "" || none.First("a") != nil || none.Text("a") != "" || len(slices.Collect(none.All())) != 0 {
		t.Error("a nil tree has something")
	}
}

// TestDeepTree: a tree takes no stack for its depth.
func TestDeepTree(t *testing.T) {
	root := &grammar.Tree{Rule: "x", End: 1}
	for n, i := root, 0; i < 1_000_000; i++ {
		n.Children = []*grammar.Tree{{Rule: "x", End: 1}}
		n = n.Children[0]
	}
	n := 0
	for range root.All() {
		n++
	}
	if n != 1_000_001 || len(root.String()) != n*len("x[0:1]()")-2 {
		t.Errorf("%d nodes", n)
	}
}
