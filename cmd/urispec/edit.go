package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/resolve/compose"
)

// editCmd changes components of each reference.
type editCmd struct {
	editionFlag
	Set        []string `sep:"none" placeholder:"NAME=VALUE" help:"Set the component NAME. Like the other changes, it may be repeated."`
	Unset      []string `sep:"none" placeholder:"NAME" help:"Remove the component NAME."`
	Append     []string `sep:"none" placeholder:"segment=VALUE" help:"Append a segment to the path, in the place of an empty last one; or, with query=KEY=VALUE, a pair to the query."`
	UnsetQuery []string `name:"unset-query" sep:"none" placeholder:"KEY" help:"Remove all pairs with this key from the query, and a query of which nothing is left."`
	Query      []string `sep:"none" placeholder:"KEY=VALUE" help:"Set a pair of the query. It takes the place of all pairs with this key."`
	formFlags
	input
}

// lateHelp is what --help says after the flags.
func (c *editCmd) lateHelp() string {
	return `The result is the reference with its components changed; all others stay as they are, byte for byte. VALUE and KEY are data: whatever the component cannot hold is escaped, and "%" always is. In pairs and in segments delimiters are data too, so "a&b" and "a/b" stay in one piece. A whole path, query or userinfo keeps its delimiters. An authority is not data but text, which is taken as it stands.

The changes are made in this order: --set, --unset, --append, --unset-query, --query.

The result conforms to the edition, and has exactly the components that were meant. If it would be read in another way, there is none: with --unset=scheme, "x:a:b" would have the scheme "a". The reason is on standard error.

The components of each edition:
` + listOfEditions(settable)
}

// setter is a component that can be set, and the change that sets it.
type setter struct {
	name string
	set  func(value string) compose.Change
}

// setters are in the order of a reference, in which they are applied: an authority before
// its parts, a user before the password that needs one.
var setters = []setter{
	{"scheme", compose.Scheme},
	{"authority", func(text string) compose.Change { return compose.Raw("site", text) }},
	{"userinfo", compose.UserInfo},
	{"user", compose.User},
	{"password", compose.Password},
	{"host", compose.Host},
	{"port", compose.Port},
	{"path", compose.WholePath},
	{"query", compose.Query},
	{"fragment", compose.Fragment},
}

// settersOf returns those that the edition has.
func settersOf(e *grammar.Edition) []setter {
	return slices.DeleteFunc(slices.Clone(setters), func(s setter) bool {
		_, err := compose.Build(e, s.set(""))
		_, missing := errors.AsType[*grammar.UnknownNameError](err)
		return missing
	})
}

func settable(e *grammar.Edition) []string {
	var names []string
	for _, s := range settersOf(e) {
		names = append(names, s.name)
	}
	return names
}

// changes returns what the flags ask for.
func (c *editCmd) changes() ([]compose.Change, error) {
	e := c.Edition.Edition
	known := settable(e)
	find := func(flag, name string) error {
		if slices.Contains(known, name) {
			return nil
		}
		err := unknown(&grammar.UnknownNameError{Edition: e.Name(), Kind: "component", Name: name, Known: known})
		return fmt.Errorf("--%s: %w", flag, err)
	}
	// divided returns what precedes and what follows the first "=".
	divided := func(flag, what, arg string) (before, after string, err error) {
		before, after, ok := strings.Cut(arg, "=")
		if !ok {
			err = fmt.Errorf("--%s: %s is not %s", flag, quoted(arg), what)
		}
		return before, after, err
	}
	var changes []compose.Change
	values := make(map[string]string)
	for _, arg := range c.Set {
		name, value, err := divided("set", "NAME=VALUE", arg)
		if err == nil {
			err = find("set", name)
		}
		if _, twice := values[name]; err == nil && twice {
			err = fmt.Errorf("--set: %s is set twice", name)
		}
		if err != nil {
			return nil, err
		}
		values[name] = value
	}
	for _, s := range setters {
		if value, ok := values[s.name]; ok {
			changes = append(changes, s.set(value))
		}
	}
	for _, name := range c.Unset {
		if err := find("unset", name); err != nil {
			return nil, err
		}
		switch name {
		case "host", "path":
			return nil, fmt.Errorf("--unset: the %s cannot be removed by itself", name)
		case "authority":
			name = "site"
		}
		changes = append(changes, compose.Without(name))
	}
	for _, arg := range c.Append {
		const what = "segment=VALUE or query=KEY=VALUE"
		name, value, err := divided("append", what, arg)
		var key string
		if err == nil && name == "query" {
			key, value, err = divided("append", what, value)
		}
		switch {
		case err != nil:
			return nil, err
		case name == "segment":
			changes = append(changes, compose.AppendSegment(value))
		case name == "query":
			changes = append(changes, compose.AppendPair(key, value))
		default:
			return nil, fmt.Errorf("--append: %s is not %s", quoted(arg), what)
		}
	}
	for _, key := range c.UnsetQuery {
		changes = append(changes, compose.WithoutPairs(key))
	}
	for _, arg := range c.Query {
		key, value, err := divided("query", "KEY=VALUE", arg)
		if err != nil {
			return nil, err
		}
		changes = append(changes, compose.Pair(key, value))
	}
	if changes == nil {
		return nil, errors.New("nothing to change: give --set, --unset, --append, --unset-query or --query")
	}
	return changes, nil
}

func (c *editCmd) Run(s *session) error {
	changes, err := c.changes()
	if err != nil {
		return err
	}
	b := compose.NewBuilder(c.Edition.Edition)
	edit := func(ref string) (string, error) { return b.Edit(ref, changes...) }
	return c.rewrite(s, c.formFlags, rewriting{in: "reference", missing: "not edited", make: edit, json: c.result})
}

// result returns what --json writes for a reference.
func (c *editCmd) result(ref, edited string, err error) *object {
	out := new(object)
	out.text("input", ref)
	out.edition(c.Edition.Edition)
	out.add("valid", err == nil || c.Edition.Valid(ref))
	if err != nil {
		out.add("error", newFault("reference", err).json())
		out.add("edited", nil)
		return out
	}
	out.text("edited", edited)
	out.add("changed", edited != ref)
	return out
}
