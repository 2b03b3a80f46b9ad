package main

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/urispec/urispec/grammar"
)

// schemaCmd prints the JSON Schema of what a command writes with --json.
type schemaCmd struct {
	Command []string `arg:"" optional:"" name:"command" help:"The command. Without one, the commands that have a schema are listed."`
}

// Help is what --help says after the flags.
func (c *schemaCmd) Help() string {
	return `With --json, a command writes JSON Lines: one object on each line. The schema describes every object that a command may write, in JSON Schema (draft 2020-12), with the meaning of each member. It stands alone, and it is strict: there are no other members.

Members come in the order in which the schema lists them. Absent is null and empty is "". A string that is not UTF-8 is in a member whose name ends with "_base64". Offsets count bytes from 0, and lines count from 1.`
}

func (c *schemaCmd) Run(s *session) error {
	names := schemaNames()
	if len(c.Command) == 0 {
		for _, name := range names {
			fmt.Fprintln(s.stdout, name)
		}
		return nil
	}
	name := strings.Join(c.Command, " ")
	if !slices.Contains(names, name) {
		return unknown(&grammar.UnknownNameError{Kind: "schema", Name: name, Known: names})
	}
	schema, err := schemaOf(name)
	if err != nil {
		return err
	}
	s.stdout.Write(schema)
	return nil
}

// schemaFiles has a schema for each command that has --json, named after the command with
// "-" for blanks. They refer to definitions in [sharedSchema].
//
//go:embed schema/*.json
var schemaFiles embed.FS

// sharedSchema has the definitions that several commands share.
const sharedSchema = "defs.json"

// schemaNames lists the commands that have a schema.
func schemaNames() []string {
	entries, _ := schemaFiles.ReadDir("schema") // which cannot fail: it is part of the program
	var names []string
	for _, e := range entries {
		if e.Name() != sharedSchema {
			names = append(names, strings.ReplaceAll(strings.TrimSuffix(e.Name(), ".json"), "-", " "))
		}
	}
	return names
}

// schemaFile is the name of the schema of a command.
func schemaFile(command string) string {
	return path.Join("schema", strings.ReplaceAll(command, " ", "-")+".json")
}

// sharedRef is a reference to a shared definition.
var sharedRef = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`"(?:` + regexp.QuoteMeta(sharedSchema) + `)?#/\$defs/(\w+)"`)
})

// schemaOf returns the schema of a command, together with the definitions that it needs, so
// that it stands alone.
func schemaOf(command string) ([]byte, error) {
	text, err := schemaFiles.ReadFile(schemaFile(command))
	if err != nil {
		return nil, err
	}
	shared, err := schemaFiles.ReadFile(path.Join("schema", sharedSchema))
	if err != nil {
		return nil, err
	}
	var all struct {
		Defs map[string]json.RawMessage `json:"$defs"`
	}
	if err := json.Unmarshal(shared, &all); err != nil {
		return nil, fmt.Errorf("%s: %w", sharedSchema, err)
	}
	needed := make(map[string]json.RawMessage)
	var need func(text []byte) error
	need = func(text []byte) error {
		for _, m := range sharedRef().FindAllSubmatch(text, -1) {
			name := string(m[1])
			def, ok := all.Defs[name]
			if !ok {
				return fmt.Errorf("%s does not define %q", sharedSchema, name)
			}
			if needed[name] == nil {
				needed[name] = def
				if err := need(def); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if err := need(text); err != nil {
		return nil, err
	}

	// The definitions become the last member. They keep the indent that they have.
	var out bytes.Buffer
	out.Write(sharedRef().ReplaceAll(bytes.TrimSuffix(bytes.TrimSpace(text), []byte("\n}")), []byte(`"#/$$defs/$1"`)))
	before := ",\n  \"$defs\": {"
	for _, name := range slices.Sorted(maps.Keys(needed)) {
		fmt.Fprintf(&out, "%s\n    %q: %s", before, name, needed[name])
		before = ","
	}
	if len(needed) > 0 {
		out.WriteString("\n  }")
	}
	out.WriteString("\n}\n")
	return out.Bytes(), nil
}
