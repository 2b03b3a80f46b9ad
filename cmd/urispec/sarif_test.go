package main

import (
	"bytes"
	_ "embed"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

//go:embed testdata/sarif-schema-2.1.0.json
var sarifText []byte

// sarifSchema is the schema of OASIS.
var sarifSchema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(sarifText))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat() // the names of files have to be references
	if err := c.AddResource("file:///sarif.json", doc); err != nil {
		return nil, err
	}
	return c.Compile("file:///sarif.json")
})

// checkSARIF holds a file to the schema of SARIF: sarif stdout
func checkSARIF(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: sarif file")
	}
	schema, err := sarifSchema()
	ts.Check(err)
	log, err := jsonschema.UnmarshalJSON(strings.NewReader(ts.ReadFile(args[0])))
	ts.Check(err)
	ts.Check(schema.Validate(log))
}
