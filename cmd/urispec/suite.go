package main

import (
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/urispec/urispec/resolve/suite"
)

// suiteCmd writes a conformance suite.
type suiteCmd struct {
	editionFlag
	Scheme string `placeholder:"SCHEME" help:"Ask only about URIs of SCHEME, by the edition and by the scheme's own document."`
	Size   string `enum:"small,full" default:"small" help:"How many cases: small (fewer than 2,000; the default) or full (every byte in every state of the automaton: up to half a million)."`
	Form   string `enum:"jsonl,json-schema,tsv,go,python,js" default:"jsonl" help:"The form of the files: jsonl (the default), json-schema (as in the JSON-Schema-Test-Suite), tsv, or tests in go, python or js."`
	Out    string `name:"output" short:"o" xor:"to" placeholder:"DIR" help:"The folder of the suite. It is made if it does not exist."`
	JSON   bool   `name:"json" xor:"to" help:"Write the cases to standard output as JSON Lines, and no folder."`
}

// Help is what --help says after the flags.
func (c *suiteCmd) Help() string {
	return `The suite has verdicts with the offset of the error, components (absent and empty are different), targets of references, normal forms, and pairs of references that are equivalent or not. All are computed from the edition. The verdicts of a full suite try every byte in every state of the edition's automaton; a small suite keeps those that find the most faults. The examples that the document prints are among the cases. The same version of urispec always writes the same files.

In the folder, README.md explains the suite, its fields, how to run it and what it does not cover; suite.json records the edition, the options and the files. The forms go, python and js are tests that are ready to run; one of their files is for you, and connects them to your parser.

A folder that has files but no suite is refused. A suite that is there already is replaced, except for the file with your parser.

The form json-schema is only for the editions rfc3986 and rfc3987, which define the formats uri, uri-reference, iri and iri-reference. The edition rfc1738 has no relative references, so its suite asks nothing about resolution.

The output lists the files that were written.`
}

func (c *suiteCmd) Run(s *session) error {
	e := c.Edition.Edition
	form := suite.Form(c.Form)
	if err := suite.CheckForm(e, form); err != nil {
		return err
	}
	if c.Out == "" && !c.JSON {
		return errors.New("--output: name the folder of the suite; or ask for --json")
	}
	size, err := suite.ParseSize(c.Size)
	if err != nil {
		return err
	}
	if c.JSON && form != suite.JSONLines {
		return fmt.Errorf("--json writes JSON Lines: leave out --form=%s", form)
	}
	made, err := suite.Make(e, suite.Options{Size: size, Scheme: c.Scheme})
	if unknown := new(suite.SchemeError); errors.As(err, &unknown) {
		return fmt.Errorf(`--scheme: %w; "urispec schemes" lists the schemes`, err)
	}
	if err != nil {
		s.trouble(err)
		return nil
	}
	if c.JSON {
		return suite.WriteCases(s.stdout, made.Cases)
	}
	schema, err := schemaOf("suite")
	if err != nil {
		return err
	}
	info, _ := debug.ReadBuildInfo()
	written, err := made.Write(c.Out, e, suite.WriteOptions{Form: form, Program: "urispec " + version(info), Schema: schema})
	if err != nil {
		s.trouble(err)
		return nil
	}
	for _, name := range written {
		fmt.Fprintln(s.stdout, visible(name))
	}
	return nil
}
