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
	Edition   edition `short:"e" default:"rfc3986" placeholder:"EDITION" help:"Use the grammar of this edition (default: rfc3986); \"urispec editions\" lists them."`
	Corrected bool    `help:"Apply the errata that change which references conform."`
	optionFlags
}

// AfterApply is called when the flags have their values.
func (f *editionFlag) AfterApply() error {
	if f.Corrected {
		f.Edition.Edition = f.Edition.Edition.Corrected()
	}
	return f.choose(&f.Edition)
}

// edition is the value of --edition.
type edition struct{ *grammar.Edition }

// UnmarshalText finds the edition with that name. The case of letters does not count,
// and the number of an RFC is enough. What has a grammar and is no edition is refused.
func (e *edition) UnmarshalText(text []byte) error {
	*e = edition{}
	if isPath(string(text)) {
		return noEdition(fmt.Sprintf("%q is a file", text))
	}
	name := strings.ToLower(string(text))
	if name != "" && '0' <= name[0] && name[0] <= '9' {
		name = "rfc" + name
	}
	var ok bool
	if e.Edition, ok = editions.Lookup(name); ok {
		return nil
	}
	if d, ok := documentNamed(name); ok {
		return noEdition(d.Name() + " is the document of a scheme")
	}
	var known []string
	for _, e := range editions.All() {
		known = append(known, e.Name())
	}
	missing := &grammar.UnknownNameError{Kind: "edition", Name: string(text), Known: known}
	whole := &grammar.UnknownNameError{Kind: "edition", Name: name, Known: known}
	if _, ok := whole.Nearest(); ok {
		missing = whole
	}
	return unknown(missing)
}

// noEdition says why a grammar cannot stand in the place of an edition.
func noEdition(what string) error {
	return fmt.Errorf("%s, and this command needs an edition: a grammar says which strings conform, but not what their components are, nor how references are resolved and normalized", what)
}

// rule finds a rule of the edition.
func (e *edition) rule(name string) (grammar.Rule, error) {
	r, err := e.Grammar().Rule(name)
	return r, unknown(err)
}

// asked is the language that a command asks about.
type asked struct {
	*grammar.Language
	other func(*grammar.Edition) *grammar.Language // the same language of another edition; nil for a rule
}

// asked returns the language of the rule that a flag names, and sets the flag to the
// name as the grammar has it. If the flag is empty, asked returns the language that
// every returns for an edition.
func (e *edition) asked(rule *string, every func(*grammar.Edition) *grammar.Language) (asked, error) {
	if *rule == "" {
		return asked{every(e.Edition), every}, nil
	}
	r, err := e.rule(*rule)
	if err != nil {
		return asked{}, err
	}
	if len(e.Grammar().Source().Chosen()) > 0 {
		return asked{}, errNoOption
	}
	*rule = r.Name
	l, err := e.Language(r.Name)
	return asked{l, nil}, err
}

// unknown adds to an error about an unknown name the name that was probably meant, and a
// list of the known ones. Any other error stays as it is.
func unknown(err error) error {
	missing, ok := errors.AsType[*grammar.UnknownNameError](err)
	if !ok {
		return err
	}
	meant := ""
	if near, ok := missing.Nearest(); ok {
		meant = fmt.Sprintf(" (did you mean %q?)", near)
	}
	return fmt.Errorf("%w%s; choose from %s", missing, meant, strings.Join(missing.Known, ", "))
}
