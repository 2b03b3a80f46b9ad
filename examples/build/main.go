// Command build writes a reference from the data of its components, escaped as an
// edition's grammar requires, or changes components of a reference:
//
//	go run ./examples/build -scheme http -host example.org -segment docs -segment '50% a/b' -query 'q=ä'
//	go run ./examples/build -edit 'http://example.org:8080/a?b#c' -port '' -without fragment
//
// It does not write a reference that would parse into other components; if a guard before
// the path helps, it says which.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve/compose"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run is main without the process: it returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("build", flag.ContinueOnError)
	flags.SetOutput(stderr)
	edition := flags.String("edition", "rfc3986", "the `NAME` of the edition")
	edit := flags.String("edit", "", "change the reference `REF` instead of making a new one")
	relative := flags.Bool("relative", false, `the path does not begin with "/"`)

	var changes []compose.Change
	change := func(name, usage string, f func(string) compose.Change) {
		flags.Func(name, usage, func(s string) error {
			changes = append(changes, f(s))
			return nil
		})
	}
	change("scheme", "the scheme", compose.Scheme)
	change("userinfo", "the user information, where the edition does not split it", compose.UserInfo)
	change("user", "the user, where it does", compose.User)
	change("password", "the password, where it does", compose.Password)
	change("host", "the host", compose.Host)
	change("port", "the port", compose.Port)
	change("query", "the query", compose.Query)
	change("fragment", "the fragment", compose.Fragment)
	change("without", "remove the component `NAME`", compose.Without)
	var segments []string
	flags.Func("segment", "a segment of the path; again for each", func(s string) error {
		segments = append(segments, s)
		return nil
	})
	if err := flags.Parse(args); err != nil {
		return 2
	}
	e, ok := editions.Lookup(*edition)
	if !ok {
		fmt.Fprintf(stderr, "build: there is no edition %s\n", *edition)
		return 2
	}
	if segments != nil {
		changes = append(changes, compose.Segments(!*relative, segments...))
	}

	ref, err := compose.Edit(e, *edit, changes...)
	if *edit == "" {
		ref, err = compose.Build(e, changes...)
	}
	if err != nil { // a *compose.BuildError, whose Guarded is the guarded reference
		fmt.Fprintln(stderr, "build:", err)
		return 1
	}
	fmt.Fprintln(stdout, ref)
	return 0
}
