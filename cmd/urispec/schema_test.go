package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Everything that a test makes a command write with --json is held to the command's schema:
// scripts and other tests run the command by checkedRun.

// exitUndescribed is the status of a command whose output its schema does not describe. No
// script expects it.
const exitUndescribed = 97

// checkedRun is [run], and checks lines of JSON against the schema.
func checkedRun(args []string, stdin io.Reader, stdout, stderr io.Writer, getenv func(string) string) int {
	command, ok := writesJSON(args)
	if !ok {
		return run(args, stdin, stdout, stderr, getenv)
	}
	lines := &describedLines{Writer: stdout, command: command}
	status := run(args, stdin, lines, stderr, getenv)
	if len(lines.rest) > 0 {
		lines.fail(lines.rest, errors.New("the line has no end"))
	}
	if lines.err != nil {
		fmt.Fprintf(stderr, "urispec %s: %v\n", strings.Join(args, " "), lines.err)
		return exitUndescribed
	}
	return status
}

// writesJSON returns the command that arguments name, if they ask for JSON.
func writesJSON(args []string) (command string, ok bool) {
	if i := slices.Index(args, "--"); i >= 0 {
		args = args[:i]
	}
	asks := false
	for i, arg := range args {
		asks = asks || arg == "--json" || arg == "--format=json" || arg == "--format" && i+1 < len(args) && args[i+1] == "json"
		if arg == "--help" || arg == "-h" {
			return "", false
		}
	}
	if !asks {
		return "", false
	}
	node := commandLine().Node
	for _, arg := range args {
		i := slices.IndexFunc(node.Children, func(n *kong.Node) bool { return n.Name == arg || slices.Contains(n.Aliases, arg) })
		switch {
		case i >= 0:
			node = node.Children[i]
			command += " " + node.Name
		case command != "":
			return command[1:], asks
		}
	}
	return strings.TrimSpace(command), asks && command != ""
}

// commandLine returns the model of the command line.
var commandLine = sync.OnceValue(func() *kong.Application {
	return newParser(new(cli), helpWidth(0), io.Discard, io.Discard, func() {}).Model
})

// describedLines checks each line that is written, and keeps the first error.
type describedLines struct {
	io.Writer
	command string
	rest    []byte // a line without its end
	err     error
}

func (w *describedLines) Write(p []byte) (int, error) {
	w.rest = append(w.rest, p...)
	for w.err == nil {
		line, rest, found := bytes.Cut(w.rest, []byte("\n"))
		if !found {
			break
		}
		w.rest = rest
		if err := checkLine(w.command, line); err != nil {
			w.fail(line, err)
		}
	}
	return w.Writer.Write(p)
}

func (w *describedLines) fail(line []byte, err error) {
	if w.err == nil {
		w.err = fmt.Errorf(`this line of "%s --json" is not as its schema says: %w
%.2000s
New members are described in cmd/urispec/schema/%s (or %s beside it), at the place at which they are written`,
			w.command, err, line, path.Base(schemaFile(w.command)), sharedSchema)
	}
}

// checkLine checks a line of JSON against the schema of a command.
func checkLine(command string, line []byte) error {
	schema, err := compiled(command)
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
	if err != nil {
		return err
	}
	if err := schema.Validate(value); err != nil {
		return err
	}
	return schema.inOrder(schema.text, readOrdered(line))
}

// schema is the schema of a command.
type schema struct {
	*jsonschema.Schema
	text any // in order, as readOrdered returns it
}

var schemas sync.Map // the schemas by command

// compiled returns the schema of a command, as it is printed.
func compiled(command string) (schema, error) {
	if known, ok := schemas.Load(command); ok {
		return known.(schema), nil
	}
	text, err := schemaOf(command)
	if err != nil {
		return schema{}, fmt.Errorf("%s writes JSON, but has no schema: write cmd/urispec/%s after the model of the others (%w)", command, schemaFile(command), err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return schema{}, fmt.Errorf("%s: %w", schemaFile(command), err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("file:///schema.json", doc); err != nil {
		return schema{}, err
	}
	s, err := c.Compile("file:///schema.json")
	if err != nil {
		return schema{}, fmt.Errorf("%s: %w", schemaFile(command), err)
	}
	schemas.Store(command, schema{s, readOrdered(text)})
	return schema{s, readOrdered(text)}, nil
}

// members is a JSON object that knows the order of its members.
type members struct {
	names  []string
	values map[string]any
}

// readOrdered reads JSON, with objects as *members. The text must be valid.
func readOrdered(text []byte) any {
	dec := json.NewDecoder(bytes.NewReader(text))
	var value func() any
	value = func() any {
		token, err := dec.Token()
		if err != nil {
			panic(err)
		}
		switch token {
		case json.Delim('{'):
			m := &members{values: make(map[string]any)}
			for dec.More() {
				name, _ := dec.Token()
				m.names = append(m.names, name.(string))
				m.values[name.(string)] = value()
			}
			dec.Token()
			return m
		case json.Delim('['):
			list := []any{}
			for dec.More() {
				list = append(list, value())
			}
			dec.Token()
			return list
		}
		return token
	}
	return value()
}

// inOrder says where members of a value that fits a schema are not in the order of the
// schema's properties.
func (s schema) inOrder(of, value any) error {
	is := of.(*members)
	if ref, ok := is.values["$ref"].(string); ok {
		all := s.text.(*members).values["$defs"].(*members)
		return s.inOrder(all.values[strings.TrimPrefix(ref, "#/$defs/")], value)
	}
	for _, choice := range []string{"oneOf", "anyOf"} {
		if alternatives, ok := is.values[choice].([]any); ok {
			var err error
			for _, a := range alternatives {
				switch e := s.inOrder(a, value); {
				case e == nil:
					return nil
				case err == nil || e != errOther:
					err = e
				}
			}
			return err
		}
	}
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			if err := s.inOrder(is.values["items"], item); err != nil {
				return err
			}
		}
	case *members:
		if each, ok := is.values["additionalProperties"].(*members); ok { // names that are data
			for _, name := range v.names {
				if err := s.inOrder(each, v.values[name]); err != nil {
					return err
				}
			}
			return nil
		}
		properties, ok := is.values["properties"].(*members)
		if !ok || slices.ContainsFunc(v.names, func(name string) bool { return !slices.Contains(properties.names, name) }) {
			return errOther
		}
		at := 0
		for _, name := range v.names {
			i := slices.Index(properties.names[at:], name)
			if i < 0 {
				return fmt.Errorf("%q is not in its place: the order is %q", name, properties.names)
			}
			at += i + 1
			if err := s.inOrder(properties.values[name], v.values[name]); err != nil {
				return err
			}
		}
	}
	return nil
}

// errOther says that a schema is that of another object.
var errOther = errors.New("an object has members that are not described")

// TestSchemaForEachCommand: a command has a schema if it has --json, and a schema has a
// command.
func TestSchemaForEachCommand(t *testing.T) {
	var with []string
	for _, node := range commandLine().Leaves(false) {
		if slices.ContainsFunc(node.Flags, func(f *kong.Flag) bool {
			return f.Name == "json" || f.Name == "format" && slices.Contains(f.EnumSlice(), "json")
		}) {
			with = append(with, strings.TrimPrefix(node.FullPath(), commandLine().Name+" "))
		}
	}
	slices.Sort(with)
	have := schemaNames()
	for _, command := range with {
		if !slices.Contains(have, command) {
			t.Errorf("%s has --json, but no schema: write cmd/urispec/%s after the model of the others", command, schemaFile(command))
		}
	}
	for _, command := range have {
		if !slices.Contains(with, command) {
			t.Errorf("%s is the schema of no command with --json", schemaFile(command))
		}
	}
}

// TestSchemas: the schemas can be used, they are strict, every member is described, and the
// members that commands share come first and in one order.
func TestSchemas(t *testing.T) {
	shared, err := schemaFiles.ReadFile(path.Join("schema", sharedSchema))
	if err != nil {
		t.Fatal(err)
	}
	unused := slices.Clone(readOrdered(shared).(*members).values["$defs"].(*members).names)
	for _, command := range schemaNames() {
		s, err := compiled(command)
		if err != nil {
			t.Error(err)
			continue
		}
		var walk func(where string, v any)
		walk = func(where string, v any) {
			switch v := v.(type) {
			case []any:
				for i, item := range v {
					walk(fmt.Sprintf("%s[%d]", where, i), item)
				}
			case *members:
				if ref, ok := v.values["$ref"].(string); ok {
					unused = slices.DeleteFunc(unused, func(name string) bool { return "#/$defs/"+name == ref })
				}
				if properties, ok := v.values["properties"].(*members); ok && v.values["type"] == "object" {
					if v.values["additionalProperties"] != false {
						t.Errorf("%s: %s permits members that are not described", command, where)
					}
					checkFirst(t, command+": "+where, properties.names)
					for _, name := range properties.names {
						if p := properties.values[name].(*members); p.values["description"] == nil && p.values["$ref"] == nil && p.values["const"] == nil && !strings.Contains(where, "url") {
							t.Errorf("%s: %s does not describe %s", command, where, name)
						}
					}
				}
				for _, name := range v.names {
					walk(where+"."+name, v.values[name])
				}
			}
		}
		walk("", s.text)
	}
	if len(unused) > 0 {
		t.Errorf("%s defines %q, which nothing uses", sharedSchema, unused)
	}
}

// checkFirst checks that the [firstMembers] of an object with an input and an edition follow
// each other in order.
func checkFirst(t *testing.T, where string, names []string) {
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return strings.HasSuffix(name, "_base64") })
	start := slices.Index(names, firstMembers[0])
	if start < 0 || !slices.Contains(names, "edition") {
		return
	}
	last := -1
	for i, name := range names[start:] {
		rank := slices.Index(firstMembers, name)
		if rank >= 0 && (rank < last || i > 0 && slices.Index(firstMembers, names[start+i-1]) < 0 && name != "edition") {
			t.Errorf("%s: %q is not in the order of %q", where, name, firstMembers)
		}
		last = max(last, rank)
	}
}

// TestUndescribed: what a schema does not describe is found.
func TestUndescribed(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{`{"input":"a","edition":"rfc3986","valid":true}`, ""},
		{`{"input":"a","edition":"rfc3986","valid":true,"new":1}`, "additional properties 'new' not allowed"},
		{`{"edition":"rfc3986","input":"a","valid":true}`, `"input" is not in its place`},
		{`{"input":"a","input_base64":"YQ==","edition":"rfc3986","valid":true}`, "oneOf"},
		{`{"input":"a","edition":"rfc3986","valid":false}`, "missing property 'error'"},
		{`{"input":"a","edition":"rfc3986","valid":false,"error":{"offset":0,"message":"x","rule":"r"}}`, `"rule" is not in its place`},
		{`{"input":"a","edition":"rfc3986","valid":false,"error":{"offset":0,"section":"3 of RFC 1","message":"x"}}`, "does not match pattern"},
		{`ok  a`, "invalid character"},
	} {
		var stdout bytes.Buffer
		lines := &describedLines{Writer: &stdout, command: "check"}
		fmt.Fprintln(lines, test.line)
		if stdout.String() != test.line+"\n" {
			t.Errorf("%s is written as %s", test.line, &stdout)
		}
		switch {
		case test.want == "" && lines.err != nil:
			t.Error(lines.err)
		case test.want != "" && (lines.err == nil || !strings.Contains(lines.err.Error(), test.want) || !strings.Contains(lines.err.Error(), "schema/check.json")):
			t.Errorf("%s: %v, want %s", test.line, lines.err, test.want)
		}
	}
	if err := checkLine("completion", []byte("{}")); err == nil || !strings.Contains(err.Error(), "schema/completion.json") {
		t.Errorf("without a schema: %v", err)
	}
}

// TestFileNames: a file whose name is not UTF-8 is described, too.
func TestFileNames(t *testing.T) {
	t.Chdir(t.TempDir())
	const name = "a\xFF"
	if err := os.WriteFile(name, []byte("http://a/\n"), 0o666); err != nil {
		t.Skipf("there can be no file with such a name: %v", err)
	}
	for _, args := range [][]string{{"extract", "--json", "--text", name}, {"check", "--json", "--file", name}} {
		if stdout, status := runText(t, "", args...); status != exitYes || !strings.HasPrefix(stdout, `{"file_base64":"Yf8=","line":1,`) {
			t.Errorf("urispec %q: status %d, %s", args, status, stdout)
		}
	}
}
