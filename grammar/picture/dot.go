package picture

import (
	"fmt"
	"strings"

	"github.com/urispec/urispec/grammar"
)

// DOT returns a derivation as a graph in the language of Graphviz. There is a box
// for each rule with its span in bytes, and plain text for what the rule derives
// itself, all in order from left to right. Tree t is what a method of e, or of one of
// its languages, returns for s. Long text is cut. DOT takes time and space
// in proportion to the number of nodes.
func DOT(e Named, s string, t *grammar.Tree) string {
	g := &graph{input: s}
	g.printf("digraph {\n")
	g.printf("\tgraph [label=\"%s\", labelloc=t, ordering=out, fontname=monospace]\n", label(fmt.Sprintf("%s: %s", e.Name(), excerpt(s))))
	g.printf("\tnode [shape=box, fontname=monospace]\n")
	g.printf("\tedge [arrowhead=none]\n")
	g.add(t)
	g.printf("}\n")
	return g.String()
}

// graph is a graph that is being written.
type graph struct {
	strings.Builder
	input string
	nodes int
}

func (g *graph) printf(format string, args ...any) { fmt.Fprintf(g, format, args...) }

// add writes a node with everything below it, and returns its number.
func (g *graph) add(t *grammar.Tree) int {
	n := g.node(fmt.Sprintf(`label="%s\n%d-%d"`, label(t.Rule), t.Start, t.End))
	at := t.Start
	for _, c := range t.Children {
		g.text(n, g.input[at:c.Start])
		g.edge(n, g.add(c))
		at = c.End
	}
	g.text(n, g.input[at:t.End])
	return n
}

// text writes a node for text, unless it is empty.
func (g *graph) text(parent int, s string) {
	if s != "" {
		g.edge(parent, g.node(fmt.Sprintf(`label="%s", shape=plaintext`, label(excerpt(s)))))
	}
}

func (g *graph) node(attributes string) int {
	g.nodes++
	g.printf("\tn%d [%s]\n", g.nodes, attributes)
	return g.nodes
}

func (g *graph) edge(from, to int) { g.printf("\tn%d -> n%d\n", from, to) }

// label returns text, which is in printable ASCII, for a label in quotes.
func label(text string) string { return escapes.Replace(text) }

// escapes replaces the characters that have a meaning in a label: "&" begins an
// entity, as in HTML.
var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, `&`, `&amp;`)
