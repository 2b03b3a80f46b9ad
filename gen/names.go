package main

import (
	"errors"
	"fmt"
	gotoken "go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/urispec/urispec/gen/peg"
)

// plainName writes a name of words in small letters as an exported Go name, with
// some abbreviations in capitals: rfc2396bis-00 is RFC2396bis00.
func plainName(name string) string {
	var b strings.Builder
	for _, w := range peg.Words(name) {
		for _, short := range []string{"RFC", "URL", "URI", "IRI", "IPv"} {
			rest, ok := strings.CutPrefix(w, strings.ToLower(short))
			if ok && (rest == "" || isDigit(rest[0]) || short == "IPv") {
				w = short + peg.GoName(rest)
			}
		}
		b.WriteString(strings.ToUpper(w[:1]) + w[1:])
	}
	return b.String()
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// pkg is the name of the edition's package: its own without punctuation.
func (e edition) pkg() string {
	name := strings.ToLower(strings.Join(peg.Words(e.name), ""))
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
