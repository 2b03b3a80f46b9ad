// Command urispec reads URL and URI references by the grammar of one edition of
// the specification:
//
//	urispec check       says whether a reference conforms, and if not, where and why
//	urispec tree        shows how the grammar derives it, rule by rule
//	urispec parse       finds its components
//	urispec resolve     resolves it against a base, step by step
//	urispec split       splits any string into components
//	urispec normalize   makes equivalent references equal
//	urispec relativize  finds the shortest reference from a base to a target
//	urispec edit        changes some of its components
//	urispec compare     shows what each edition makes of it
//	urispec map         maps an IRI to a URI, and back
//	urispec encode      escapes data for one component
//	urispec decode      undoes the escapes of one component
//	urispec describe    says what RFC 1738 says about a URL
//	urispec lint        finds what is wrong, dangerous or unusual in it
//	urispec expand      guesses what an abbreviated reference stands for
//	urispec extract     finds the references in a text, a page or a message
//	urispec wrap        writes references into text
//	urispec diff        compares the languages of two editions
//	urispec nearest     finds conforming references that differ little from it
//	urispec differ      shows what several parsers take for its host, and other components
//	urispec judge       finds out where a program that reads references is wrong
//	urispec learn       finds out what a program accepts, and how that differs from an edition
//	urispec serve       serves a page that shows verdicts, trees and more while you type
//	urispec suite       writes a conformance suite for parsers
//	urispec sample      makes references, by chance or so that they show all of the grammar
//	urispec editions    lists the editions
//	urispec schemes     lists the schemes and their documents
//	urispec rules       prints the grammar of an edition as this program reads it
//	urispec chars       shows the classes of a character, and where it may stand
//	urispec export      writes a rule as a regular expression or an automaton
//	urispec gen         writes a Go package for a grammar of your own
//	urispec grammar     finds what is wrong with a grammar of your own
//	urispec schema      prints the JSON Schema of what a command writes
//	urispec help        prints the help of a command, or its manual page
//	urispec completion  prints a script with which a shell completes words
//
// References are arguments, or lines of standard input or of files; extract reads
// whole documents. There is one result for each, in the order of the input, on
// standard output. Standard output is flushed whenever no more input is ready, so a
// program that talks to urispec through pipes gets each answer at once. The exit
// status is 0 if the answer is yes for all references, 1 if it is no for some, and 2
// after wrong usage or an I/O error.
//
// Each command is a struct with a Run method, in the file with its name. Kong fills
// in its flags, and it works on a [session]. The other files have one concept each:
//
//	args.go       flags and references in any order
//	help.go       what --help says; the ends of it are in guide.go
//	manual.go     the same as manual pages
//	complete.go   what a word of the command line may become, for completion.go
//	names.go      the names of editions and rules
//	own.go        grammars of the user's own, in place of an edition
//	input.go      where references come from
//	stream.go     where records end
//	ranges.go     files that workers read by themselves
//	record.go     records that are too long
//	place.go      the file, line and column of a result
//	jsoninput.go  records that are JSON
//	field.go      components that flags name
//	format.go     text with components in it
//	policy.go     what references have to be beyond the grammar
//	pairs.go      references that come with their base
//	tsv.go        results as tab-separated values
//	tsvinput.go   records that are such values
//	batch.go      the workers, and the order of results
//	rewrite.go    the commands that make a string of a string
//	unpack.go     compressed files
//	progress.go   the progress bar
//	document.go   where documents come from
//	kind.go       what documents are written in
//	summary.go    what is wrong with many references
//	parts.go      the parts of a reference by the document of its scheme
//	problem.go    problems for other programs: annotations
//	sarif.go      and SARIF
//	explain.go    why a reference does not conform
//	draw.go       a tree drawn below its reference
//	picture.go    trees as pictures
//	ambiguity.go  two trees of one string, for rules
//	fault.go      why there is no result
//	trace.go      the steps of a resolution
//	charset.go    text as octets
//	json.go       results for programs; so are ast.go and link.go
//	answer.go     the questions of the page; answerer.go, the processes that answer them
//	process.go    main; process_js.go, main in a browser
//	schema.go     their JSON Schemas, which are in the folder schema
//	text.go       untrusted text on a line
//	width.go      how wide the terminal is; tables that fit
//	color.go      colours
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
)

// cli is the command line.
type cli struct {
	Color   string      `enum:"auto,always,never" default:"auto" help:"Colour the output: auto (on a terminal), always or never. With auto, the variables NO_COLOR and CLICOLOR_FORCE count too."`
	Version versionFlag `help:"Print the version, and the revision that it was built from."`

	Check      checkCmd      `cmd:"" group:"read" help:"Check whether references conform to an edition."`
	Tree       treeCmd       `cmd:"" group:"read" help:"Show how the grammar derives references, rule by rule."`
	Parse      parseCmd      `cmd:"" group:"read" help:"Find the components of references, and write those that a format asks for."`
	Resolve    resolveCmd    `cmd:"" group:"write" help:"Resolve references against a base by the edition's own algorithm."`
	Split      splitCmd      `cmd:"" group:"read" help:"Split any string into components."`
	Normalize  normalizeCmd  `cmd:"" group:"write" help:"Make equivalent references equal, by the steps that the edition permits."`
	Relativize relativizeCmd `cmd:"" group:"write" help:"Find the shortest reference from a base to a target."`
	Edit       editCmd       `cmd:"" group:"write" help:"Set, append and remove components of references."`
	Compare    compareCmd    `cmd:"" group:"editions" help:"Show what each edition makes of references, and where editions differ."`
	Map        mapCmd        `cmd:"" group:"write" help:"Map IRI references to URI references, and back."`
	Encode     encodeCmd     `cmd:"" group:"write" help:"Escape data for one component."`
	Decode     decodeCmd     `cmd:"" group:"write" help:"Undo the escapes of one component."`
	Describe   describeCmd   `cmd:"" group:"read" help:"Show the parts of a URL by RFC 1738, and what a client does with it; or by its scheme's document."`
	Lint       lintCmd       `cmd:"" group:"read" help:"Find what is wrong, dangerous or unusual in references."`
	Expand     expandCmd     `cmd:"" group:"write" help:"Guess what abbreviated references stand for."`
	Extract    extractCmd    `cmd:"" group:"read" help:"Find references in text, Markdown, HTML or messages."`
	Wrap       wrapCmd       `cmd:"" group:"write" help:"Write references into text as the edition recommends."`
	Diff       diffCmd       `cmd:"" group:"editions" help:"Compare the languages of two editions."`
	Nearest    nearestCmd    `cmd:"" group:"read" help:"Find the conforming references with the least number of edits."`
	Sample     sampleCmd     `cmd:"" group:"editions" help:"Make strings of a grammar: by chance, a cover, near misses, or what separates editions."`
	Differ     differCmd     `cmd:"" group:"parsers" help:"Show what editions and programs take for the host and other components of references."`
	Judge      judgeCmd      `cmd:"" group:"parsers" help:"Find out where a program that reads references is wrong."`
	Learn      learnCmd      `cmd:"" group:"parsers" help:"Find out what a program accepts, and how that differs from an edition."`
	Suite      suiteCmd      `cmd:"" group:"parsers" help:"Write a conformance suite: questions for a parser, with the answers of an edition."`
	Editions   editionsCmd   `cmd:"" group:"editions" help:"List the editions."`
	Schemes    schemesCmd    `cmd:"" group:"editions" help:"List the schemes and the documents that define them."`
	Rules      rulesCmd      `cmd:"" group:"editions" help:"Print the grammar of an edition as this program reads it."`
	Chars      charsCmd      `cmd:"" group:"editions" help:"Show the classes of characters and the components in which they may stand."`
	Export     exportCmd     `cmd:"" group:"editions" help:"Write a rule as a regular expression or an automaton, for other programs."`
	Gen        genCmd        `cmd:"" group:"editions" help:"Write a Go package for a grammar of your own."`
	Grammar    grammarCmd    `cmd:"" group:"editions" help:"Work with a grammar of your own."`
	Serve      serveCmd      `cmd:"" group:"read" help:"Serve a page that shows verdicts, trees and more while you type."`

	Helper     helpCmd       `cmd:"" name:"help" group:"about" help:"Print the help of a command."`
	Schema     schemaCmd     `cmd:"" group:"about" help:"Print the JSON Schema of what a command writes with --json."`
	Completion completionCmd `cmd:"" group:"about" help:"Print a script with which a shell completes commands, flags and their values."`
}

// The exit statuses.
const (
	exitYes     = 0 // the answer is yes for all inputs
	exitNo      = 1 // it is no for some
	exitTrouble = 2 // wrong usage, or an I/O error
)

// session is one run of the command.
type session struct {
	stdin  io.Reader
	stdout *bufio.Writer // keeps the first error, which run reports
	stderr io.Writer
	color  palette
	// terminal is true if a person reads stdout.
	terminal bool
	// width is the number of columns of the terminal, or 0.
	width int
	// separate is true if stderr is a file, and not the one that stdout is.
	separate bool
	// quiet is true if nobody wants the results, nor the reasons why there are none.
	quiet  bool
	status int
	// scratch is kept between results; see [session.object].
	scratch []byte
	// preceded is true if another result has been written before.
	preceded bool
	// place is where the current record stands, and placed says whether results in
	// text begin with it. The place of the current one takes margin columns.
	place  place
	placed bool
	margin int
}

// no records that the answer is no for some input.
func (s *session) no() { s.status = max(s.status, exitNo) }

// trouble reports an error after which the run goes on.
func (s *session) trouble(err error) {
	report(s.stderr, err)
	s.status = exitTrouble
}

// aside writes a line to standard error, after the results that came before it.
func (s *session) aside(line string) {
	if s.quiet {
		return
	}
	if !s.separate {
		s.stdout.Flush() // if this fails, so does the last one
	}
	report(s.stderr, errors.New(line))
}

// report writes an error on a line of its own. Errors quote names of files and flags,
// which may come from anybody.
func report(stderr io.Writer, err error) {
	fmt.Fprintf(stderr, "urispec: %s\n", legible(err.Error()))
}

// run is main without the process: it returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer, getenv func(string) string) int {
	if len(args) > 0 && args[0] == answerCommand {
		if err := writeAnswers(stdin, stdout); err != nil {
			return unwritten(stderr, err)
		}
		return exitYes
	}
	var c cli
	helped := false
	line := c.only(args)
	width := terminalWidth(stdout, getenv)
	parser := newParser(line, helpWidth(width), stdout, stderr, func() { helped = true })
	if len(args) > 0 && args[0] == completeCommand {
		if err := writeCompletion(stdout, parser.Model, args[1:]); err != nil {
			return unwritten(stderr, err)
		}
		return exitYes
	}
	ordered, err := inOrder(parser.Model, args)
	if err != nil {
		ctx, _ := kong.Trace(parser, args)
		return misused(ctx, stderr, err)
	}
	ctx, err := parser.Parse(ordered)
	failed := new(writeError)
	if errors.As(err, &failed) {
		return unwritten(stderr, failed.err)
	}
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
		color:  palette{on: colored(reflect.ValueOf(line).Elem().FieldByName("Color").String(), stdout, getenv)},

		terminal: isTerminal(stdout),
		width:    width,
		separate: areSeparate(stdout, stderr),
	}
	if err := ctx.Run(s); errors.As(err, &failed) {
		return unwritten(stderr, failed.err)
	} else if err != nil {
		return misused(ctx, stderr, err)
	}
	if err := s.stdout.Flush(); err != nil {
		return unwritten(stderr, err)
	}
	return s.status
}

// only returns the part of the command line that the arguments need: if they begin with a
// command, that command and the flags of all. Kong takes milliseconds to prepare the rest.
// It returns c if they begin otherwise.
func (c *cli) only(args []string) any {
	var fields []reflect.StructField
	found := false
	for _, f := range reflect.VisibleFields(reflect.TypeOf(*c)) {
		if _, isCommand := f.Tag.Lookup("cmd"); isCommand {
			if len(args) == 0 || strings.ToLower(f.Name) != args[0] || f.Tag.Get("name") != "" {
				continue
			}
			found = true
		}
		fields = append(fields, f)
	}
	if !found {
		return c
	}
	return reflect.New(reflect.StructOf(fields)).Interface()
}

// newParser returns a parser of the command line, which is what [cli.only] returns. Lines of
// help have up to width columns. The parser calls stop after --help and --version; parsing
// goes on.
func newParser(c any, width int, stdout, stderr io.Writer, stop func()) *kong.Kong {
	parser := kong.Must(c,
		kong.Name("urispec"),
		kong.Description("Read URL and URI references by the grammar of one edition of the specification."),
		kong.Writers(stdout, stderr),
		kong.Help(help(width)),
		kong.ExplicitGroups(groups),
		kong.KindMapper(reflect.String, kong.MapperFunc(setString)),
		kong.Exit(func(int) { stop() }),
	)
	showEnums(parser.Model.Node)
	nameInput(parser.Model.Node)
	return parser
}

// unwritten reports that standard output could not be written. If its reader has gone
// away, nobody wants a message. If it is closed from the beginning, as by ">&-" in a shell,
// writing does not fail: the Go runtime opens the null device in its place, for reading
// and writing, as many programs do for their children, so it cannot be told that it was
// closed.
func unwritten(stderr io.Writer, err error) int {
	if !errors.Is(err, syscall.EPIPE) {
		report(stderr, err)
	}
	return exitTrouble
}

// setString sets a flag or an argument to the bytes that were given. Kong's own
// mapper for strings replaces bytes that are not UTF-8 by U+FFFD.
func setString(ctx *kong.DecodeContext, target reflect.Value) error {
	token, err := ctx.Scan.PopValue("string")
	if err == nil {
		target.SetString(token.String())
	}
	return err
}

// misused reports wrong usage: what usage would be right, and last the error, where
// people look. Run methods return an error only for wrong usage; other trouble goes to
// the session.
func misused(ctx *kong.Context, stderr io.Writer, err error) int {
	command, usage := "urispec", "urispec"+ctx.Model.Summary()
	if node := ctx.Selected(); node != nil {
		command = node.FullPath()
		usage = "urispec " + node.Summary()
	}
	fmt.Fprintf(stderr, "Usage: %s\nRun \"%s --help\" for more information.\n\n", usage, command)
	report(stderr, err)
	return exitTrouble
}
