// Command differ resolves the references of RFC 3986, section 5.4, by every edition that
// describes resolution, and prints a Markdown table of those on which the editions
// differ. With -all it prints all of them. Arguments replace the RFC's references:
//
//	go run ./examples/differ
//	go run ./examples/differ -base http://h g '?y' ./g:h
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve"
)

// standard are the references of RFC 3986, sections 5.4.1 and 5.4.2.
const standard = `
g:h g ./g g/ /g //g ?y g?y #s g#s g?y#s ;x g;x g;x?y#s . ./ .. ../ ../g ../.. ../../ ../../g
../../../g ../../../../g /./g /../g g. .g g.. ..g ./../g ./g/. g/./h g/../h g;x=1/./y g;x=1/../y
g?y/./x g?y/../x g#s/./x g#s/../x http:g`

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run is main without the process: it returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("differ", flag.ContinueOnError)
	flags.SetOutput(stderr)
	base := flags.String("base", "http://a/b/c/d;p?q", "resolve against the base `REF`")
	all := flags.Bool("all", false, "also print the references on which the editions agree")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	refs := append([]string{""}, strings.Fields(standard)...)
	if flags.NArg() > 0 {
		refs = flags.Args()
	}

	columns, err := open(*base)
	if err != nil {
		fmt.Fprintln(stderr, "differ:", err)
		return 2
	}
	head, rule := []string{"reference"}, []string{"---"}
	for _, c := range columns {
		head, rule = append(head, c.Edition().Name()), append(rule, "---")
	}
	row(stdout, head)
	row(stdout, rule)
	for _, ref := range refs {
		strict := outcomes(columns, ref, false)
		if *all || differ(strict) {
			row(stdout, append([]string{name(ref)}, strict...))
		}
		// What a parser may do that is not strict, if its edition permits that.
		if loose := outcomes(columns, ref, true); !slices.Equal(loose, strict) && (*all || differ(loose)) {
			row(stdout, append([]string{name(ref) + " loose"}, loose...))
		}
	}
	return 0
}

// open gives the base to every edition that describes how references are
// resolved.
func open(base string) ([]*grammar.Base, error) {
	var columns []*grammar.Base
	for _, e := range editions.All() {
		b, err := e.Base(base)
		var none *grammar.NotDefinedError
		if errors.As(err, &none) {
			continue
		} else if err != nil {
			return nil, err
		}
		if e.Document().Resolution.Algorithm != e.Name() {
			continue // it resolves like the edition that it amends
		}
		columns = append(columns, b)
	}
	return columns, nil
}

// outcomes is what each edition makes of a reference.
func outcomes(columns []*grammar.Base, ref string, loose bool) []string {
	var list []string
	for _, b := range columns {
		target, err := b.Resolve(ref, resolve.Options{Loose: loose})
		var option *resolve.OptionError
		if errors.As(err, &option) {
			target, err = b.Resolve(ref, resolve.Options{})
		}
		list = append(list, cell(target, err))
	}
	return list
}

// cell is an outcome: a target, the current document, or why there is neither.
func cell(target string, err error) string {
	var document *resolve.SameDocumentError
	var syntax *grammar.SyntaxError
	switch {
	case err == nil:
		return "`" + target + "`"
	case errors.As(err, &document):
		return document.Error()
	case errors.As(err, &syntax):
		return "*does not conform*"
	}
	return "*" + err.Error() + "*"
}

func name(ref string) string {
	if ref == "" {
		return "(empty)"
	}
	return "`" + ref + "`"
}

func differ(outcomes []string) bool {
	return slices.ContainsFunc(outcomes, func(s string) bool { return s != outcomes[0] })
}

func row(w io.Writer, cells []string) { fmt.Fprintln(w, "|", strings.Join(cells, " | "), "|") }
