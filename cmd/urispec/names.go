package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
)

// editionFlag is the edition that a command works with.
type editionFlag struct {
	Edition edition `short:"e" default:"rfc3986" placeholder:"EDITION" help:"The edition by whose grammar to read (default: rfc3986); \"urispec editions\" lists them."`
}

// edition is the value of --edition.
type edition struct{ *grammar.Edition }

// UnmarshalText finds the edition of that name.
func (e *edition) UnmarshalText(text []byte) error {
	var ok bool
	if e.Edition, ok = editions.Lookup(string(text)); ok {
		return nil
	}
	var known []string
	for _, e := range editions.All() {
		known = append(known, e.Name())
	}
	return unknown(fmt.Sprintf("there is no edition %q", text), string(text), known)
}

// rule finds a rule of the edition.
func (e *edition) rule(name string) (grammar.Rule, error) {
	r, err := e.Rule(name)
	if missing := new(grammar.UnknownRuleError); errors.As(err, &missing) {
		return r, unknown(missing.Error(), name, missing.Known)
	}
	return r, err
}

// unknown returns an error that names what was probably meant, and lists the
// known names.
func unknown(message, name string, known []string) error {
	if near, ok := nearest(name, known); ok {
		message += fmt.Sprintf(" (did you mean %q?)", near)
	}
	return fmt.Errorf("%s; known are %s", message, strings.Join(known, ", "))
}

// nearest returns the name that takes the fewest edits to reach, if they are
// few enough for a slip of the fingers.
func nearest(name string, known []string) (string, bool) {
	best, fewest := "", 1+max(1, len(name)/3)
	for _, k := range known {
		if n := edits(strings.ToLower(name), strings.ToLower(k)); n < fewest {
			best, fewest = k, n
		}
	}
	return best, best != ""
}

// edits returns the number of bytes to insert, delete or replace to make b of
// a (Levenshtein's distance).
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
