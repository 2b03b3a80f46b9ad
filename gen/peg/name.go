package peg

import (
	"fmt"
	"strings"
)

// Names are the identifiers that are taken in a scope.
type Names map[string]bool

// Take returns name, with a number if it is taken, and takes it.
func (ns Names) Take(name string) string {
	unique := name
	for n := 2; ns[unique]; n++ {
		unique = fmt.Sprintf("%s_%d", name, n)
	}
	ns[unique] = true
	return unique
}

// GoName writes a rule's name, which begins with a letter, as an exported Go
// name: path-abempty is PathAbempty.
func GoName(rule string) string {
	var b strings.Builder
	for _, w := range Words(rule) {
		b.WriteString(strings.ToUpper(w[:1]) + w[1:])
	}
	return b.String()
}

// Words are the parts of a name between punctuation.
func Words(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("-_+.:", r) })
}

// lower writes an exported Go name as one that is not.
func lower(name string) string { return strings.ToLower(name[:1]) + name[1:] }
