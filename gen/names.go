package main

import (
	"errors"
	"fmt"
	gotoken "go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// names are the identifiers that are taken in a scope.
type names map[string]bool

// take returns name, with a number if it is taken, and takes it.
func (ns names) take(name string) string {
	unique := name
	for n := 2; ns[unique]; n++ {
		unique = fmt.Sprintf("%s_%d", name, n)
	}
	ns[unique] = true
	return unique
}

// goName writes a rule's name, which begins with a letter, as an exported Go
// name: path-abempty is PathAbempty.
func goName(rule string) string {
	var b strings.Builder
	for _, w := range words(rule) {
		b.WriteString(strings.ToUpper(w[:1]) + w[1:])
	}
	return b.String()
}

// plainName writes a name of words in small letters as an exported Go name, with
// some abbreviations in capitals: rfc2396bis-00 is RFC2396bis00.
func plainName(name string) string {
	var b strings.Builder
	for _, w := range words(name) {
		for _, short := range []string{"RFC", "URL", "URI", "IRI", "IPv"} {
			rest, ok := strings.CutPrefix(w, strings.ToLower(short))
			if ok && (rest == "" || isDigit(rest[0]) || short == "IPv") {
				w = short + goName(rest)
			}
		}
		b.WriteString(strings.ToUpper(w[:1]) + w[1:])
	}
	return b.String()
}

// words are the parts of a name between punctuation.
func words(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("-_+.", r) })
}

// lower writes an exported Go name as one that is not.
func lower(name string) string { return strings.ToLower(name[:1]) + name[1:] }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// pkg is the name of the edition's package: its own without punctuation.
func (e edition) pkg() string {
	name := strings.ToLower(strings.Join(words(e.name), ""))
	if isDigit(name[0]) || gotoken.IsKeyword(name) || types.Universe.Lookup(name) != nil || slices.Contains(notPackages, name) {
		return "edition" + name
	}
	return name
}

// notPackages are names that generated files use for something else.
var notPackages = []string{"embed", "folder", "grammar", "init", "main", "pegrun"}

// variable is the name of the edition in package editions.
func (e edition) variable() string {
	name := plainName(e.name)
	switch {
	case isDigit(name[0]):
		return "Edition" + name
	case name == "All" || name == "Lookup": // functions of the package
		return name + "Edition"
	}
	return name
}

// editionName is what the name of an edition must look like: it is part of the
// path of a package.
var editionName = regexp.MustCompile(`^[A-Za-z0-9]+([-_][A-Za-z0-9]+)*$`)

// notFolders are folders to which Go gives a meaning of their own.
var notFolders = []string{"internal", "testdata", "vendor"}

// checkNames returns an error for each name of an edition that is no name of a
// Go package, and for two that would be one.
func checkNames(editions []edition) error {
	var errs []error
	taken := make(map[string]string)
	for _, e := range editions {
		if !editionName.MatchString(e.name) || slices.Contains(notFolders, strings.ToLower(e.name)) {
			errs = append(errs, fmt.Errorf("grammar/editions/%s: an edition cannot have this name: letters and digits are needed, with single \"-\" or \"_\" between them, and not %s", e.name, strings.Join(notFolders, ", ")))
			continue
		}
		for _, name := range []string{"package " + e.pkg(), "variable " + e.variable()} {
			if other, ok := taken[name]; ok {
				errs = append(errs, fmt.Errorf("grammar/editions/%s: the edition would have the %s, which %s has", e.name, name, other))
				break
			}
			taken[name] = e.name
		}
	}
	return errors.Join(errs...)
}
