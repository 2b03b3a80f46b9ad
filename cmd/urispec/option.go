package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
)

// optionFlags choose options of an edition's reading.
type optionFlags struct {
	UTF8Host bool `name:"utf8-host" help:"Demand that octets escaped in a host are UTF-8 (section 3.2.2 of RFC 3986)."`
}

// chosen returns the names of the options.
func (f *optionFlags) chosen() []string {
	if f.UTF8Host {
		return []string{"utf8-host"}
	}
	return nil
}

// choose replaces an edition by the one with the options.
func (f *optionFlags) choose(e *edition) error {
	chosen := f.chosen()
	switch {
	case chosen == nil:
		return nil
	case e.Edition == nil:
		return fmt.Errorf("--%s is for editions", chosen[0])
	}
	with, err := grammar.WithOptions(e.Edition, chosen...)
	if missing, ok := errors.AsType[*grammar.UnknownNameError](err); ok {
		var having []string
		for _, other := range editions.All() {
			if _, err := grammar.WithOptions(other, missing.Name); err == nil {
				having = append(having, other.Name())
			}
		}
		return fmt.Errorf("%s does not demand what --%s asks for; %s do", e.Name(), missing.Name, strings.Join(having, ", "))
	}
	e.Edition = with
	return err
}

// errNoOption is for flags that choose options, where the published rules alone count.
var errNoOption = errors.New("--rule is about the published grammar alone: leave out --utf8-host")
