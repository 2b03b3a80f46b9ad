package main

import (
	"embed"
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// guides has a file for each command, named as its manual page is, and one for urispec
// itself. The first lines say what the exit statuses mean, but for 2, which always means
// the same. After an empty line come examples: a session in a shell, in a folder with the
// files of testdata/examples. TestGuides runs them, and writes their output with -update.
//
//go:embed guides/*.txt
var guides embed.FS

// guide is what the help of a command says after its flags.
type guide struct {
	statuses string // a line for each exit status
	examples string // lines with commands begin with "$ "
}

// guideOf returns the guide of a command, or of urispec itself.
func guideOf(node *kong.Node) (guide, error) {
	text, err := guides.ReadFile("guides/" + guideName(node) + ".txt")
	if err != nil {
		return guide{}, err
	}
	statuses, examples, _ := strings.Cut(string(text), "\n\n")
	return guide{
		statuses: fmt.Sprintf("%s\n%d    wrong usage, or an I/O error\n", statuses, exitTrouble),
		examples: examples,
	}, nil
}

// guideName is the name of a command's guide: "urispec" or, for example, "check".
func guideName(node *kong.Node) string {
	if node.Type == kong.ApplicationNode {
		return "urispec"
	}
	return strings.ReplaceAll(node.Path(), " ", "-")
}

// indent puts two blanks before each line.
func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line != "\n" {
			b.WriteString("  ")
		}
		b.WriteString(line)
	}
	return b.String()
}
