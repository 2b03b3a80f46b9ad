package picture

import (
	"strings"

	"github.com/rivo/uniseg"
)

// Wrap breaks a text between words into lines of at most width columns; a longer
// word has a line to itself. An empty text is one empty line. The command
// uses it for its messages too.
func Wrap(text string, width int) []string {
	var lines []string
	line, length := "", 0
	for _, word := range strings.Fields(text) {
		n := uniseg.StringWidth(word)
		switch {
		case line == "":
			line, length = word, n
		case length+len(" ")+n > width:
			lines = append(lines, line)
			line, length = word, n
		default:
			line += " " + word
			length += len(" ") + n
		}
	}
	return append(lines, line)
}
