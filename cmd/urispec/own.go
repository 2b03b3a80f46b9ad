package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
)

// grammarFlag is the grammar that a command works with: that of an edition, or one of
// the user's own.
type grammarFlag struct {
	Edition   source `short:"e" default:"rfc3986" placeholder:"EDITION" help:"Use the grammar of this edition (default: rfc3986), or of a document of a scheme; \"urispec editions\" and \"urispec schemes\" list them. With a slash or an extension it is a file, as for --grammar."`
	Corrected bool   `help:"Apply the errata that change which references conform."`
	ownFlags
}

// ownFlags say how a grammar of the user's own is read.
type ownFlags struct {
	Files   []string     `name:"grammar" short:"g" sep:"none" placeholder:"FILE" help:"Use the ABNF in this file. Repeated, the files are one grammar together."`
	Start   string       `placeholder:"RULE" help:"With --grammar, the rule of whole strings (default: the first rule)."`
	Depth   int          `placeholder:"N" help:"With --grammar, unroll recursion to this depth. (A rule that refers to itself at one end only needs no depth.)"`
	Imports []importFlag `name:"import" sep:"none" placeholder:"RULE=EDITION[:RULE]" help:"With --grammar, take a rule from an edition. The second RULE may be left out if it has the same name."`
}

// importFlag is a value of --import.
type importFlag struct{ grammar.Import }

// UnmarshalText reads RULE=EDITION:RULE; the second rule may be left out if it has the same name.
func (x *importFlag) UnmarshalText(text []byte) error {
	rule, from, ok := strings.Cut(string(text), "=")
	document, of, _ := strings.Cut(from, ":")
	if !ok || rule == "" || document == "" {
		return fmt.Errorf("%q is not RULE=EDITION[:RULE]", text)
	}
	x.Import = grammar.Import{Rule: rule, Document: document, Of: of}
	return nil
}

// source is a value of --edition where a file may stand as well.
type source struct {
	edition
	path string           // the file that is named; "" for an edition
	own  *grammar.Grammar // the grammar that is read, if it is not that of the edition
}

// isPath reports whether what stands where the name of an edition may stand is a file.
func isPath(name string) bool { return strings.ContainsRune(name, '/') || filepath.Ext(name) != "" }

// errNoReferences is for flags that choose references, where the grammar is the user's
// own.
var errNoReferences = errors.New("--absolute and --uri are for editions; choose a rule of the grammar with --rule or --start")

// UnmarshalText finds an edition or a document of a scheme, or notes the path of a file.
func (s *source) UnmarshalText(text []byte) error {
	*s = source{}
	if isPath(string(text)) {
		s.path = string(text)
		return nil
	}
	err := s.edition.UnmarshalText(text)
	if err == nil {
		return nil
	}
	if d, ok := documentNamed(string(text)); ok {
		*s = source{path: d.Name(), own: d.Grammar()}
		return nil
	}
	return err
}

// AfterApply is called when the flags have their values.
func (f *grammarFlag) AfterApply() error {
	if f.Edition.own != nil { // a document of a scheme
		switch {
		case f.Files != nil:
			return fmt.Errorf("--edition and --grammar exclude each other")
		case f.Start != "" || f.Imports != nil:
			return fmt.Errorf("--start and --import are for --grammar")
		case f.Corrected:
			f.Edition.own = f.Edition.own.Corrected()
		}
		return nil
	}
	switch isOwn := f.Files != nil || f.Edition.path != ""; {
	case isOwn && f.Corrected:
		return fmt.Errorf("--corrected is for editions: a grammar in a file has no errata")
	case !isOwn && (f.Start != "" || f.Imports != nil || f.Depth != 0):
		return fmt.Errorf("--start, --import and --depth are for --grammar")
	case f.Files != nil && f.Edition.Edition != nil && f.Edition.Name() != editions.RFC3986.Name():
		return fmt.Errorf("--edition and --grammar exclude each other")
	case f.Corrected:
		f.Edition.edition.Edition = f.Edition.edition.Edition.Corrected()
	}
	return nil
}

// load reads the grammar, if it is not that of an edition. It reports what is wrong with
// it, a line each, and returns false if there is anything.
func (f *grammarFlag) load(s *session) bool {
	files := slices.Clone(f.Files)
	if f.Edition.own != nil {
		return true
	}
	if f.Edition.path != "" {
		files = slices.Insert(files, 0, f.Edition.path)
	}
	if files == nil {
		return true
	}
	g, err := grammar.Load(osFiles{}, f.options(), files...)
	if err != nil {
		s.troubles(err)
		return false
	}
	f.Edition = source{path: strings.Join(files, " "), own: g}
	return true
}

func (f *ownFlags) options() grammar.Options {
	o := grammar.Options{Start: f.Start, Depth: f.Depth, Documents: grammarNamed}
	for _, x := range f.Imports {
		o.Imports = append(o.Imports, x.Import)
	}
	return o
}

// troubles reports an error with a line for each thing that is wrong.
func (s *session) troubles(err error) {
	for line := range strings.SplitSeq(err.Error(), "\n") {
		s.trouble(fmt.Errorf("%s", line))
	}
}

// osFiles opens the files of the system, by any path.
type osFiles struct{}

func (osFiles) Open(name string) (fs.File, error) { return os.Open(name) }

// Name returns the name of the edition, or the files as they were given.
func (s *source) Name() string {
	if s.own != nil {
		return s.path
	}
	return s.edition.Name()
}

// String is Name, with "corrected" if errata are applied.
func (s *source) String() string {
	if s.own != nil {
		return s.path
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

// asked is [edition.asked]. Of a grammar of the user's own, whole strings are those of
// the start rule.
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

// source adds the name of an edition or a file.
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
