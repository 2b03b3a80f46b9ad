// Command validate checks a list of references, one on each line, against an edition of
// the specification. For each one that fails it says where, in which rule, and what was
// expected there. It reads a file or standard input:
//
//	go run ./examples/validate -edition rfc3986 examples/validate/testdata/list.txt
//
// The exit status is 0 if all references conform, 1 if some do not, and 2 after wrong
// usage or an I/O error.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is main without the process: it returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	edition := editions.RFC3986
	flags := flag.NewFlagSet("validate", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Func("edition", "check against the edition `NAME` (default rfc3986)", func(name string) error {
		var ok bool
		if edition, ok = editions.Lookup(name); !ok {
			return fmt.Errorf("the editions are %v", editions.All())
		}
		return nil
	})
	if err := flags.Parse(args); err != nil {
		return 2
	}

	input := stdin
	switch flags.NArg() {
	case 0:
	case 1:
		file, err := os.Open(flags.Arg(0))
		if err != nil {
			fmt.Fprintln(stderr, "validate:", err)
			return 2
		}
		defer file.Close()
		input = file
	default:
		fmt.Fprintln(stderr, "validate: more than one file")
		return 2
	}

	total, failed, err := validate(edition, input, stdout)
	if err != nil {
		fmt.Fprintln(stderr, "validate:", err)
		return 2
	}
	fmt.Fprintf(stdout, "%d of %d references conform to %s\n", total-failed, total, edition)
	if failed > 0 {
		return 1
	}
	return 0
}

// validate reports each line of the input that does not conform, and returns
// the number of lines and how many of them fail. An empty line is the empty
// reference.
//
// An offset is the end of the longest prefix with which some conforming
// reference begins. So "http://h:80a/" fails at its last slash, not at the "a":
// "http://h:80a@example.com/" has a userinfo.
func validate(edition *grammar.Edition, input io.Reader, report io.Writer) (total, failed int, err error) {
	lines := bufio.NewScanner(input)
	lines.Buffer(nil, math.MaxInt32) // a data: URL may be longer than the usual limit, 64 KB
	for lines.Scan() {
		total++
		err := edition.Check(lines.Text())
		if err == nil {
			continue
		}
		var syntax *grammar.SyntaxError
		if !errors.As(err, &syntax) {
			return total, failed, err
		}
		failed++
		fmt.Fprintf(report, "line %d: %q\n", total, syntax.Input)
		fmt.Fprintf(report, "    offset    %d, at %s\n", syntax.Offset, syntax.Found())
		fmt.Fprintf(report, "    in        %s, section %s\n", syntax.Rule, syntax.Section)
		fmt.Fprintf(report, "    expected  %s\n", syntax.Expectation())
	}
	return total, failed, lines.Err()
}
