// Command tree shows how an edition of the specification reads a reference: first its
// components, which are typed values of package ast, and then its derivation, rule by
// rule. The reference is its argument:
//
//	go run ./examples/tree -edition url-syntax-09 'http://u@h:1/a;p1;p2/b?q#f'
//
// Each line has a name, a span and the text there: [7:12] are the bytes from offset 7 up
// to but not including 12. An absent component is marked as absent, and an empty one has a
// span and the text "". Rules that are one character are shown only with -chars.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run is main without the process: it returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	edition := editions.RFC3986
	flags := flag.NewFlagSet("tree", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Func("edition", "parse by the edition `NAME` (default rfc3986)", func(name string) error {
		var ok bool
		if edition, ok = editions.Lookup(name); !ok {
			return fmt.Errorf("the editions are %v", editions.All())
		}
		return nil
	})
	chars := flags.Bool("chars", false, "derive every character too")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if flags.NArg() != 1 {
		fmt.Fprintln(stderr, "tree: need one reference")
		return 2
	}

	s := flags.Arg(0)
	ref, err := edition.Parse(s)
	if err != nil { // a *grammar.SyntaxError, which example validate takes apart
		fmt.Fprintln(stderr, "tree:", err)
		return 1
	}
	derive := edition.Tree
	if *chars {
		derive = edition.References().TreeChars
	}
	tree, err := derive(s)
	if err != nil {
		fmt.Fprintln(stderr, "tree:", err)
		return 1
	}

	w := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s by %s\n\n", s, edition)
	components(w, &ref)
	fmt.Fprintln(w)
	derivation(w, tree, s)
	if err := w.Flush(); err != nil {
		fmt.Fprintln(stderr, "tree:", err)
		return 2
	}
	return 0
}

// components writes the typed tree.
func components(w io.Writer, ref *ast.Reference) {
	line := func(name string, span ast.Span) {
		if span.Present() {
			fmt.Fprintf(w, "%s\t[%d:%d]\t%q\n", name, span.Start, span.End, ref.Text(span))
		} else {
			fmt.Fprintf(w, "%s\t\tabsent\n", name)
		}
	}
	line("Scheme", ref.Scheme.Span)
	line("Site "+ref.Site.Kind.String(), ref.Site.Span)
	if ref.Site.Kind == ast.ByServer { // the name of a registry has no parts
		user, host := ref.Site.Server.UserInfo, ref.Site.Server.HostPort
		line("  UserInfo", user.Span)
		if user.User.Present() { // only some editions split the userinfo
			line("    User", user.User)
			line("    Password", user.Password)
		}
		line("  Host "+host.Host.Kind.String(), host.Host.Span)
		line("  Port", host.Port.Span)
	}
	line("Path "+ref.Path.Kind.String(), ref.Path.Span)
	for segment := range ref.Segments() {
		line("  Segment", segment.Span)
		for param := range ref.Params(segment) {
			line("    Param", param.Span)
		}
	}
	line("Query", ref.Query.Span)
	line("Fragment", ref.Fragment.Span)
}

// derivation writes the tree of rules, indented by their depth.
func derivation(w io.Writer, t *grammar.Tree, s string) {
	t.Walk(func(n *grammar.Tree, depth int) bool {
		fmt.Fprintf(w, "%s%s\t[%d:%d]\t%q\n", strings.Repeat("  ", depth), n.Rule, n.Start, n.End, n.Text(s))
		return true
	})
}
