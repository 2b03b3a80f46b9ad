// Command resolve makes the references of a page absolute. It reads references from
// standard input, one on each line, resolves them against the base by an edition's own
// algorithm, and prints their targets. The base is found as section 5.1 describes, from
// the page and from its retrieval:
//
//	printf '../g\n#s\n' | go run ./examples/resolve -edition url-syntax-09 -retrieved http://a/b/c/d
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run is main without the process: it returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var page grammar.Entity
	var context grammar.Context
	flags := flag.NewFlagSet("resolve", flag.ContinueOnError)
	flags.SetOutput(stderr)
	edition := flags.String("edition", "rfc3986", "the `NAME` of the edition")
	flags.Func("embedded", "the base that the page itself gives, as `REF` of its BASE element", func(s string) error {
		page.Embedded = append(page.Embedded, s)
		return nil
	})
	flags.Func("retrieved", "the `REF` by which the page was retrieved; again for each redirection", func(s string) error {
		context.Retrieval = append(context.Retrieval, s)
		return nil
	})
	if err := flags.Parse(args); err != nil {
		return 2
	}
	e, ok := editions.Lookup(*edition)
	if !ok {
		fmt.Fprintf(stderr, "resolve: there is no edition %s\n", *edition)
		return 2
	}
	context.Entities = []grammar.Entity{page}
	base, origin, err := context.EstablishBase(e)
	if err != nil {
		fmt.Fprintln(stderr, "resolve:", err)
		return 2
	}
	fmt.Fprintf(stdout, "base %s (section %s)\n", base, origin)

	status := 0
	lines := bufio.NewScanner(stdin)
	for lines.Scan() {
		target, err := base.Resolve(lines.Text(), resolve.Options{})
		var document *resolve.SameDocumentError
		var unwritable *resolve.UnwritableError
		switch {
		case err == nil:
			fmt.Fprintf(stdout, "%s -> %s\n", lines.Text(), target)
		case errors.As(err, &document):
			// Not an error: nothing is to be retrieved.
			fmt.Fprintf(stdout, "%s -> this page, at %q\n", lines.Text(), document.Fragment)
		case errors.As(err, &unwritable):
			fmt.Fprintf(stdout, "%s -> no reference: in %s %s\n", lines.Text(), unwritable.Literal, unwritable.Why)
			status = 1
		default: // a *grammar.SyntaxError, most often
			fmt.Fprintf(stdout, "%s -> %v\n", lines.Text(), err)
			status = 1
		}
	}
	if err := lines.Err(); err != nil {
		fmt.Fprintln(stderr, "resolve:", err)
		return 2
	}
	return status
}
