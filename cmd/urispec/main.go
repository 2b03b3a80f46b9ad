// Command urispec reads URL and URI references by the grammar of one edition
// of the specification:
//
//	urispec check       does a reference conform, and if not, where and why
//	urispec tree        how the grammar derives it, rule by rule
//	urispec resolve     what it refers to from a base, step by step
//	urispec split       the components of any string
//	urispec normalize   the same for all references that are equivalent
//	urispec relativize  the shortest reference from a base to a target
//	urispec compare     what each edition makes of it, and where they differ
//	urispec map         an IRI as a URI, and back
//	urispec encode      data as the text of one component
//	urispec decode      the text of one component as data
//	urispec describe    what RFC 1738 says of a URL, and a client does with it
//	urispec lint        what is wrong, dangerous or unusual in it
//	urispec expand      what an abbreviated reference may stand for
//	urispec extract     the references in a text, a page or a message
//	urispec wrap        references as they stand in text
//	urispec diff        how the languages of two editions differ
//	urispec editions    the documents whose grammars there are
//	urispec rules       the grammar of an edition as this program reads it
//	urispec chars       the classes of a character, and where it may stand
//
// References are arguments, or lines of standard input or of files; extract reads
// whole documents. There is one result for each, in input order, on standard
// output, which is flushed whenever the input has nothing more to read yet; so a
// program that talks to urispec through pipes gets each answer at once. The exit
// status is 0 if the answer is yes for all of them, 1 if it is no for some, and 2
// after wrong usage or trouble with a file.
//
// Each command is a struct with a Run method in the file of its name; kong
// fills in its flags, and it works on a [session]. The other files have one
// concept each: names.go (names of editions and rules), input.go (where
// references come from), batch.go (the workers, and the order of results),
// unpack.go (compressed files), progress.go (the bar), document.go (where
// documents come from), explain.go (why a reference does not conform), draw.go
// (a tree under the reference), picture.go (trees as pictures), ambiguity.go (two
// trees of one string, for rules), fault.go (why there is no result), trace.go
// (the steps of a resolution), charset.go (text in octets), json.go, ast.go and
// link.go (results for programs), text.go (untrusted text on a line) and
// color.go.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"syscall"

	"github.com/alecthomas/kong"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
}

// cli is the command line.
type cli struct {
	Color string `enum:"auto,always,never" default:"auto" placeholder:"WHEN" help:"Colour the output: auto (on a terminal), always or never. NO_COLOR and CLICOLOR_FORCE count where it is auto."`

	Check      checkCmd      `cmd:"" help:"Check whether references conform to an edition."`
	Tree       treeCmd       `cmd:"" help:"Show how the grammar derives references, rule by rule."`
	Resolve    resolveCmd    `cmd:"" help:"Resolve references against a base by the edition's own algorithm."`
	Split      splitCmd      `cmd:"" help:"Split any string into components."`
	Normalize  normalizeCmd  `cmd:"" help:"Make equivalent references equal, by the steps that the edition licenses."`
	Relativize relativizeCmd `cmd:"" help:"Find the shortest reference to a target from a base."`
	Compare    compareCmd    `cmd:"" help:"Show what each edition makes of references, and where they differ."`
	Map        mapCmd        `cmd:"" help:"Map IRI references to URI references, and back."`
	Encode     encodeCmd     `cmd:"" help:"Escape data for one component."`
	Decode     decodeCmd     `cmd:"" help:"Undo the escapes of one component."`
	Describe   describeCmd   `cmd:"" help:"Tell the parts of a URL of RFC 1738's schemes, and what a client does with it."`
	Lint       lintCmd       `cmd:"" help:"Find what is wrong, dangerous or unusual in references."`
	Expand     expandCmd     `cmd:"" help:"Guess what abbreviated references stand for."`
	Extract    extractCmd    `cmd:"" help:"Find references in text, HTML or messages."`
	Wrap       wrapCmd       `cmd:"" help:"Put references into text as the edition recommends."`
	Diff       diffCmd       `cmd:"" help:"Compare the languages of two editions."`
	Editions   editionsCmd   `cmd:"" help:"List the editions."`
	Rules      rulesCmd      `cmd:"" help:"Print the grammar of an edition as this program reads it."`
	Chars      charsCmd      `cmd:"" help:"Show the classes of characters and the components in which they may stand."`
}

// The exit statuses.
const (
	exitYes     = 0 // the answer is yes for all inputs
	exitNo      = 1 // it is no for some
	exitTrouble = 2 // wrong usage, or trouble with a file
)

// session is one run of the command.
type session struct {
	stdin  io.Reader
	stdout *bufio.Writer // keeps the first error; run reports it
	stderr io.Writer
	color  palette
	// terminal is true if a person reads stdout.
	terminal bool
	status   int
	// preceded is true if there is a result before the one to be written.
	preceded bool
}

// no records that the answer is no for some input.
func (s *session) no() { s.status = max(s.status, exitNo) }

// trouble reports an error after which the run goes on.
func (s *session) trouble(err error) {
	fmt.Fprintf(s.stderr, "urispec: %v\n", err)
	s.status = exitTrouble
}

// run is main without the process: it returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer, getenv func(string) string) int {
	var c cli
	helped := false
	parser := kong.Must(&c,
		kong.Name("urispec"),
		kong.Description("Read URL and URI references by the grammar of one edition of the specification."),
		kong.Writers(stdout, stderr),
		kong.Help(help),
		kong.KindMapper(reflect.String, kong.MapperFunc(setString)),
		kong.Exit(func(int) { helped = true }), // --help asks for it, and parsing goes on
	)
	ctx, err := parser.Parse(args)
	if helped {
		return exitYes
	}
	if err != nil {
		if parse := new(kong.ParseError); errors.As(err, &parse) {
			ctx = parse.Context
		}
		return misused(ctx, stderr, err)
	}
	s := &session{
		stdin:  stdin,
		stdout: bufio.NewWriterSize(stdout, 64<<10),
		stderr: stderr,
		color:  palette{on: colored(c.Color, stdout, getenv)},

		terminal: isTerminal(stdout),
	}
	if err := ctx.Run(s); err != nil {
		return misused(ctx, stderr, err)
	}
	// A reader that has gone away wants to hear no more.
	if err := s.stdout.Flush(); errors.Is(err, syscall.EPIPE) {
		s.status = exitTrouble
	} else if err != nil {
		s.trouble(err)
	}
	return s.status
}

// setString sets a flag or an argument to the bytes that were given. The mapper
// that kong has for strings makes U+FFFD of those that are not UTF-8.
func setString(ctx *kong.DecodeContext, target reflect.Value) error {
	token, err := ctx.Scan.PopValue("string")
	if err == nil {
		target.SetString(token.String())
	}
	return err
}

// help prints --help. kong calls the Help methods of all commands at every
// start; what takes time is in a method lateHelp.
func help(o kong.HelpOptions, ctx *kong.Context) error {
	if node := ctx.Selected(); node != nil && !o.Summary {
		if c, ok := node.Target.Addr().Interface().(interface{ lateHelp() string }); ok {
			node.Detail = c.lateHelp()
		}
	}
	return kong.DefaultHelpPrinter(o, ctx)
}

// misused reports wrong usage, with a short help. It is what the Run methods
// return errors for; other trouble goes to the session.
func misused(ctx *kong.Context, stderr io.Writer, err error) int {
	fmt.Fprintf(stderr, "urispec: %v\n\n", err)
	ctx.Stdout = stderr
	if err := ctx.PrintUsage(true); err != nil {
		fmt.Fprintf(stderr, "urispec: %v\n", err)
	}
	return exitTrouble
}
