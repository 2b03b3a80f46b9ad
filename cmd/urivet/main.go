// Command urivet finds mistakes in the URLs and URIs of Go code: constants that do not
// conform to the specification, and strings that are written into a URI unescaped.
//
//	urivet [-edition EDITION] [-funcs LIST] [-fix [-diff]] [-json] PACKAGE...
//	go vet -vettool=$(which urivet) [-edition EDITION] [-funcs LIST] PACKAGE...
//
// The README beside it says what is checked, and what is not; package checker is the
// analysis, and package plugin turns it into a module plug-in for golangci-lint.
//
// The exit status is 0 if nothing was found, 3 if something was (1 under go vet), and 1 after
// an error. With -fix or -json it is 0 even if something was found.
package main

import (
	"os"
	"slices"

	"golang.org/x/tools/go/analysis/singlechecker"

	"github.com/urispec/urispec/cmd/urivet/checker"
)

// usage is the help. That of singlechecker lists a dozen flags of all analyses, of which
// few are for people.
const usage = `urivet: ` + checker.Doc + `

Usage:
  urivet [flags] PACKAGE...                           such as ./...
  go vet -vettool=$(which urivet) [flags] PACKAGE...  which keeps results in the build cache

Flags:
  -edition EDITION  the edition to check by (default rfc3986): rfc1738, rfc2396, rfc3987, ...
  -funcs LIST       functions that take URIs too: FUNCTION:PARAMETER[:KIND],...
                    such as example.com/api.Get:addr:http,(*example.com/api.Client).Do:2
  -test=false       leave tests out (only without go vet)
  -fix              apply the suggested fixes; with -diff, print them as a diff
  -json             write JSON

A PARAMETER is a name, or a number from 1. A KIND is one of
  reference  a URI reference, absolute or relative (this is the default)
  uri        a URI, with or without a fragment
  absolute   a URI without a fragment
  target     a request target: a URI without a fragment, an absolute path with a query, or "*"
  http       a URI of the scheme http or https, with a host
  client     the same, or a URI of another scheme with "//"

Exit status: 0 if nothing is found, 3 (with go vet 1) if something is, 1 after an error.
With -fix or -json it is 0 even if something is found.
`

func main() {
	asked := func(arg string) bool { return slices.Contains([]string{"-h", "-help", "--help", "help"}, arg) }
	switch args := os.Args[1:]; {
	case len(args) == 0:
		os.Stderr.WriteString(usage)
		os.Exit(1)
	case asked(args[0]):
		os.Stdout.WriteString(usage)
		return
	}
	singlechecker.Main(checker.New())
}
