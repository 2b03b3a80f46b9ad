package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/bnf"
)

// editionFlag is the edition that a command works with.
type editionFlag struct {
	Edition   edition `short:"e" default:"rfc3986" placeholder:"EDITION" help:"The edition by whose grammar to read (default: rfc3986); \"urispec editions\" lists them."`
	Corrected bool    `help:"Apply the errata that change the edition's language."`
}

// AfterApply is called when the flags have their values.
func (f *editionFlag) AfterApply() error {
	if f.Corrected {
		f.Edition.Edition = f.Edition.Edition.Corrected()
	}
	return nil
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
	if near, ok := bnf.Nearest(name, known); ok {
		message += fmt.Sprintf(" (did you mean %q?)", near)
	}
	return fmt.Errorf("%s; known are %s", message, strings.Join(known, ", "))
}
