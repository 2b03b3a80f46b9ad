package picture_test

import (
	"fmt"
	"html"
	"log"
	"strings"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/picture"
)

// The boxes of a derivation, by their titles.
func ExampleSheet() {
	e := editions.URLSyntax09
	const ref = "//h:/"
	tree, err := e.Tree(ref)
	if err != nil {
		log.Fatal(err)
	}
	var sheet picture.Sheet
	if err := sheet.Add(e, ref, tree); err != nil {
		log.Fatal(err)
	}
	for line := range strings.Lines(sheet.SVG()) {
		if class, title, ok := strings.Cut(line, "><title>"); ok {
			fmt.Println(strings.TrimPrefix(class, "<g "), html.UnescapeString(strings.TrimSuffix(title, "</title>\n")))
		}
	}
	// Output:
	// class="rule" URL-reference "//h:/", bytes 0 to 5
	// class="rule" relativeURL "//h:/", bytes 0 to 5
	// class="rule" net_path "//h:/", bytes 0 to 5
	// class="rule" site "h:", bytes 2 to 4
	// class="rule" server "h:", bytes 2 to 4
	// class="rule" hostport "h:", bytes 2 to 4
	// class="rule" host "h", bytes 2 to 3
	// class="rule" hostname "h", bytes 2 to 3
	// class="leaf" toplabel "h", bytes 2 to 3
	// class="empty" port, empty, at byte 4
	// class="rule" abs_path "/", bytes 4 to 5
	// class="empty" rel_path, empty, at byte 5
}

func ExampleDOT() {
	e := editions.RFC3986
	const ref = "?a&b"
	tree, err := e.Tree(ref)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(picture.DOT(e, ref, tree))
	// Output:
	// digraph {
	// 	graph [label="rfc3986: ?a&amp;b", labelloc=t, ordering=out, fontname=monospace]
	// 	node [shape=box, fontname=monospace]
	// 	edge [arrowhead=none]
	// 	n1 [label="URI-reference\n0-4"]
	// 	n2 [label="relative-ref\n0-4"]
	// 	n3 [label="relative-part\n0-0"]
	// 	n4 [label="path-empty\n0-0"]
	// 	n3 -> n4
	// 	n2 -> n3
	// 	n5 [label="?", shape=plaintext]
	// 	n2 -> n5
	// 	n6 [label="query\n1-4"]
	// 	n7 [label="a&amp;b", shape=plaintext]
	// 	n6 -> n7
	// 	n2 -> n6
	// 	n1 -> n2
	// }
}

// The boxes of a rule, each leading to the rule of its name.
func ExampleRules() {
	e := editions.RFC1738
	svg := picture.Rules(e.Grammar(), e.Grammar().Rules()...)
	_, svg, _ = strings.Cut(svg, `<g id="hostport"`)
	svg, _, _ = strings.Cut(svg, "<g id=")
	for line := range strings.Lines(svg) {
		if _, box, ok := strings.Cut(line, "<g class="); ok {
			fmt.Print(box)
		}
	}
	// Output:
	// "rule"><title>host, section 3.1</title><a href="#host">
	// "literal">
	// "rule"><title>port, section 3.1</title><a href="#port">
}
