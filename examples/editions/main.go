// Command editions checks the same references against several editions of the
// specification, and prints a table of the verdicts: ok, or the offset at which the
// reference fails. Without arguments it takes references on which the editions differ.
// Without -edition, which may be repeated, it takes all editions:
//
//	go run ./examples/editions -edition rfc1738 -edition rfc3986 'http://h/~user' '?y'
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
)

// differ are references on which the editions differ.
var differ = []string{
	"http://host?q",             // a query needs a path before it until RFC 2396
	"http://h/a?b/c",            // no "/" in a search of RFC 1738
	"http://h/~user",            // "~" must be encoded in RFC 1738
	"HTTP://h/",                 // schemes are in lower case in RFC 1738
	"http://user@h/",            // no user in the http of RFC 1738
	"http://h:/",                // no empty port in RFC 1738
	"http://a..b/",              // not a hostname, but a registry name from url-syntax-09 on
	"http://a./",                // no dot at the end before url-syntax-09
	"http://a:b:c/",             // a registry name, where that may have colons
	"http://[::1]/",             // IPv6 from RFC 2732 on
	"http://[1:2:3:4:5:6:7::]/", // "::" comes too late for rfc2396bis-00
	"http://[1::2:]/",           // a mistake in rfc2396bis-00
	"mailto:a?b",                // conforms to all, but "b" is a query only in some
	"foo:[a]",                   // brackets in the opaque part of rfc2396bis-00
	"1:2",                       // a scheme begins with a letter from RFC 2396 on
	"1a_b:c",                    // never a scheme or a path; RFC 1738 refuses it earlier
	":foo",                      // a path in the drafts before RFC 2396
	"?y",                        // RFC 1738 has no relative references,
	"#f",                        // no fragments
	"",                          // and no empty reference
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run is main without the process: it returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	var chosen []*grammar.Edition
	flags := flag.NewFlagSet("editions", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Func("edition", "add the edition `NAME` to the table (default all)", func(name string) error {
		edition, ok := editions.Lookup(name)
		if !ok {
			return fmt.Errorf("the editions are %v", editions.All())
		}
		chosen = append(chosen, edition)
		return nil
	})
	if err := flags.Parse(args); err != nil {
		return 2
	}
	refs := flags.Args()
	if len(refs) == 0 {
		refs = differ
	}
	if len(chosen) == 0 {
		chosen = editions.All()
	}

	w := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	for _, edition := range chosen {
		fmt.Fprintf(w, "\t%s", edition)
	}
	fmt.Fprintln(w)
	for _, ref := range refs {
		fmt.Fprintf(w, "%q", ref)
		for _, edition := range chosen {
			fmt.Fprintf(w, "\t%s", verdict(edition, ref))
		}
		fmt.Fprintln(w)
	}
	if err := w.Flush(); err != nil {
		fmt.Fprintln(stderr, "editions:", err)
		return 2
	}
	return 0
}

// verdict returns "ok" if ref conforms, and otherwise where it fails.
func verdict(edition *grammar.Edition, ref string) string {
	err := edition.Check(ref)
	var syntax *grammar.SyntaxError
	switch {
	case err == nil:
		return "ok"
	case errors.As(err, &syntax):
		return fmt.Sprintf("at %d", syntax.Offset)
	}
	return err.Error()
}
