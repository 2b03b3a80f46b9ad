package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/export"
	"github.com/urispec/urispec/grammar/schemes"
)

// grammarFlag is the grammar that a command works with: that of an edition or of a
// document of a scheme, or one of the user's own.
type grammarFlag struct {
	Edition   source `short:"e" default:"rfc3986" placeholder:"EDITION" help:"Use the grammar of this edition (default: rfc3986), or of a document of a scheme; \"urispec editions\" and \"urispec schemes\" list them. With a slash or an extension it is a file, as for --grammar."`
	Corrected bool   `help:"Apply the errata that change which references conform."`
	optionFlags
	ownFlags
}

// ownFlags are a grammar of the user's own, and how it is read.
type ownFlags struct {
	Files []string `name:"grammar" short:"g" sep:"none" placeholder:"FILE" help:"Use the ABNF in this file. May be repeated; together, the files are one grammar. A file may also be an automaton, as \"urispec export --to=json\" writes it."`
	readFlags
}

// readFlags say how a grammar of the user's own is read.
type readFlags struct {
	Start   string       `placeholder:"RULE" help:"In a grammar of your own, the rule of whole strings (default: the first rule)."`
	Depth   int          `placeholder:"N" help:"In a grammar of your own, unroll recursion to this depth. (Recursion that is only at one end needs no depth.)"`
	Lists   string       `placeholder:"rfc822|rfc2616|rfc9110" help:"In a grammar of your own, read \"1#element\" as a list, as this document defines it."`
	Imports []importFlag `name:"import" sep:"none" placeholder:"RULE=EDITION[:RULE]" help:"In a grammar of your own, take a rule from an edition or from a document of a scheme. The second RULE may be left out if it has the same name."`
}

// given reports whether any of the flags is there.
func (f *readFlags) given() bool {
	return f.Start != "" || f.Imports != nil || f.Depth != 0 || f.Lists != ""
}

func (f *readFlags) options() grammar.Options {
	o := grammar.Options{Start: f.Start, Depth: f.Depth, Lists: f.Lists, Documents: schemes.Grammar}
	for _, x := range f.Imports {
		o.Imports = append(o.Imports, x.Import)
	}
	return o
}

// importFlag is a value of --import.
type importFlag struct{ grammar.Import }

// UnmarshalText reads RULE=EDITION:RULE; the second rule may be left out if it has the same name.
func (x *importFlag) UnmarshalText(text []byte) error {
	rule, from, ok := strings.Cut(string(text), "=")
	document, of, _ := strings.Cut(from, ":")
	if !ok || rule == "" || document == "" {
		return fmt.Errorf("%s is not RULE=EDITION[:RULE]", quoted(string(text)))
	}
	x.Import = grammar.Import{Rule: rule, Document: document, Of: of}
	return nil
}

// source is what a name stands for where a command needs only a grammar: an edition, a
// document of a scheme, or files.
type source struct {
	edition                    // without an Edition if it is something else
	document *schemes.Document // nil if it is something else
	files    []string          // none if it is something else
	own      *grammar.Grammar  // of the document or, when they are loaded, of the files
	noRules  bool              // the file is an automaton
}

// UnmarshalText finds an edition or a document of a scheme, or notes the name of a file.
func (s *source) UnmarshalText(text []byte) error {
	*s = source{}
	if isPath(string(text)) {
		s.files = []string{string(text)}
		return nil
	}
	err := s.edition.UnmarshalText(text) // the quicker one first
	if err == nil {
		return nil
	}
	if d, ok := documentNamed(string(text)); ok {
		s.document, s.own = d, d.Grammar()
		return nil
	}
	return err
}

// isPath reports whether what stands where the name of an edition may stand is a file.
func isPath(name string) bool { return strings.ContainsRune(name, '/') || filepath.Ext(name) != "" }

// given reports whether there is a name.
func (s *source) given() bool { return s.Edition != nil || s.document != nil || s.files != nil }

// usable returns an error if there are flags for grammars of the user's own, and no file
// among the names.
func (f *readFlags) usable(names ...*source) error {
	if f.given() && !slices.ContainsFunc(names, func(s *source) bool { return s.files != nil }) {
		return errors.New("--start, --import, --lists and --depth are for grammars in files")
	}
	return nil
}

// errNoReferences is for flags that choose references, where the grammar is not that of
// an edition.
var errNoReferences = errors.New("--absolute and --uri are for editions; choose a rule of the grammar with --rule")

// AfterApply is called when the flags have their values.
func (f *grammarFlag) AfterApply() error {
	named := f.Edition.Edition == nil || f.Edition.Name() != editions.RFC3986.Name()
	switch {
	case f.Files != nil && named:
		return errors.New("--edition and --grammar exclude each other")
	case f.Files != nil:
		f.Edition = source{files: f.Files}
	}
	if f.Corrected {
		if err := f.Edition.correct(); err != nil {
			return err
		}
	}
	if err := f.choose(&f.Edition.edition); err != nil {
		return err
	}
	return f.usable(&f.Edition)
}

// correct applies the errata. A file has none.
func (s *source) correct() error {
	switch {
	case s.files != nil:
		return errors.New("--corrected is for editions: a grammar in a file has no errata")
	case s.document != nil:
		s.own = s.own.Corrected()
	default:
		s.Edition = s.Edition.Corrected()
	}
	return nil
}

// load reads the grammar, if it is in files. It reports what is wrong with it, a line
// each, and returns false if there is anything.
func (f *grammarFlag) load(s *session) bool { return f.Edition.load(s, &f.readFlags) }

// load is [grammarFlag.load] for what a name stands for.
func (s *source) load(to *session, flags *readFlags) bool {
	if s.files == nil || s.own != nil {
		return true
	}
	fsys, automaton, err := openFiles(s.files)
	if err == nil && automaton {
		s.noRules = true
		s.own, err = loadAutomaton(fsys, s.files, flags)
	} else if err == nil {
		s.own, err = grammar.Load(fsys, flags.options(), s.files...)
	}
	if err != nil {
		to.troubles(err)
	}
	return err == nil
}

// loadAutomaton returns the grammar of an automaton, which is a file by itself.
func loadAutomaton(fsys fs.FS, files []string, flags *readFlags) (*grammar.Grammar, error) {
	name := files[0]
	switch {
	case len(files) > 1:
		return nil, fmt.Errorf("%s: an automaton is a whole grammar; leave out the other files", name)
	case flags.given():
		return nil, fmt.Errorf("%s: --start, --import, --lists and --depth are for rules, and an automaton has none", name)
	}
	file, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	a, err := export.ReadAutomaton(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if a.Rule == "" {
		a.Rule = "automaton"
	}
	g, err := grammar.FromAutomaton(name, a.Rule, a.DFA)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return g, nil
}

// needRules returns an error if the grammar is an automaton, and loaded.
func (s *source) needRules() error {
	if !s.noRules {
		return nil
	}
	return errNoRules(s.files[0])
}

// errNoRules says that a file is an automaton, which will not do.
func errNoRules(file string) error {
	return fmt.Errorf("%s is an automaton, which has no rules; this needs the grammar that it was made from", file)
}

// openFiles opens the files of a grammar. It reports whether the first one is an
// automaton, that is, whether it begins with a brace as JSON does, and ABNF does not.
func openFiles(names []string) (files fs.FS, automaton bool, err error) {
	first, err := os.Open(names[0])
	if err != nil {
		return nil, false, err
	}
	// A file may be a pipe, which can be opened only once.
	peeked := &peekedFile{first, bufio.NewReader(first)}
	begin, _ := peeked.Reader.Peek(peekSize) // an error comes again
	return &ownFiles{names[0], peeked}, bytes.HasPrefix(bytes.TrimLeft(begin, " \t\r\n"), []byte("{")), nil
}

// peekSize is how much of a file is looked at.
const peekSize = 512

// peekedFile is a file of which the beginning has been looked at.
type peekedFile struct {
	fs.File
	*bufio.Reader
}

func (f *peekedFile) Read(p []byte) (int, error) { return f.Reader.Read(p) }

// ownFiles opens the files of the system, by any path; one of them is open already.
type ownFiles struct {
	name   string
	opened fs.File
}

func (f *ownFiles) Open(name string) (fs.File, error) {
	if name == f.name && f.opened != nil {
		defer func() { f.opened = nil }()
		return f.opened, nil
	}
	return os.Open(name)
}

// troubles reports an error with a line for each thing that is wrong.
func (s *session) troubles(err error) {
	for line := range strings.SplitSeq(err.Error(), "\n") {
		s.trouble(fmt.Errorf("%s", line))
	}
}

// Name returns the name of the edition or of the document, or the files as they were
// given.
func (s *source) Name() string {
	switch {
	case s.document != nil:
		return s.document.Name()
	case s.files != nil:
		return strings.Join(s.files, " ")
	}
	return s.edition.Name()
}

// String is Name, with "corrected" if errata are applied.
func (s *source) String() string {
	switch {
	case s.document != nil:
		return s.own.String()
	case s.files != nil:
		return s.Name()
	}
	return s.edition.String()
}

// Grammar returns the grammar.
func (s *source) Grammar() *grammar.Grammar {
	if s.own != nil {
		return s.own
	}
	return s.edition.Grammar()
}

// Language returns the language of a rule by the published rules alone.
func (s *source) Language(rule string) (*grammar.Language, error) { return s.Grammar().Language(rule) }

// rule finds a rule.
func (s *source) rule(name string) (grammar.Rule, error) {
	r, err := s.Grammar().Rule(name)
	return r, unknown(err)
}

// asked is [edition.asked]. If there is no edition, whole strings are those of the start
// rule.
func (s *source) asked(rule *string, every func(*grammar.Edition) *grammar.Language) (asked, error) {
	if s.own == nil {
		return s.edition.asked(rule, every)
	}
	if *rule == "" {
		return asked{s.own.Start(), nil}, nil
	}
	r, err := s.rule(*rule)
	if err != nil {
		return asked{}, err
	}
	*rule = r.Name
	l, err := s.Language(r.Name)
	return asked{l, nil}, err
}

// source adds the name of an edition or of what stands in its place.
func (o *object) source(s *source) {
	if s.own == nil {
		o.edition(s.edition.Edition)
		return
	}
	o.text("edition", s.Name())
	if s.own.IsCorrected() {
		o.add("corrected", true)
	}
}

// documentNamed finds a document of a scheme by its name in any case, or by the number
// of its RFC.
func documentNamed(name string) (*schemes.Document, bool) {
	name = strings.ToLower(name)
	if name != "" && '0' <= name[0] && name[0] <= '9' {
		name = "rfc" + name
	}
	i := slices.IndexFunc(schemes.Documents(), func(d *schemes.Document) bool { return strings.ToLower(d.Name()) == name })
	if i < 0 {
		return nil, false
	}
	return schemes.Documents()[i], true
}
