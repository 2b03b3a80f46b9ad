// Command gen writes what is derived from the editions' folders:
//
//	grammar/editions/EDITION/edition_gen.go    the edition, with its folder embedded
//	grammar/editions/EDITION/grammar_gen.go    the participle grammar
//	grammar/editions/EDITION/corrected_gen.go  what the errata change in that grammar
//	grammar/editions/EDITION/*_gen.txt         the automata
//	grammar/editions/EDITION/errors/           what explains errors
//	grammar/editions/EDITION/corrected/        the same of the grammar with the errata
//	grammar/editions/EDITION/README.md         a page on the edition, for people
//	grammar/editions/README.md                 a page on all of them
//	grammar/editions/editions_gen.go           the registry of editions
//	grammar/lint/quotes_gen.go                 what the documents say of what lint finds
//
// An edition is a folder of grammar/editions with NAME.bnf and NAME.json, and nothing
// else needs to be written by hand. Package gen/peg writes the participle grammars, and
// proves them. The files:
//
//	files.go     the editions, and the files of each
//	names.go     the names of editions in Go
//	quotes.go    what package lint quotes
//	page.go      the page of an edition
//	timeline.go  the page on all editions
//	markdown.go  what both are written in
//	dump.go      -dump
//
// The usage is what -help prints.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

//go:generate go run . ..

const usage = `usage: gen [-only EDITION] [ROOT]
       gen -dump EDITION RULE

gen writes what is derived from the folders of editions below ROOT, the root of
the module (default: the current folder). It validates the data of all editions,
proves the participle grammar of each, and writes the files that changed.

  -only EDITION   prove and write one edition only: its package, its tables and its
                  page. The files that are made of all editions are written as
                  well (the registry, the page on all, the quotations); the pages of
                  its neighbours, which compare themselves with it, are not
  -dump EDITION RULE
                  write nothing, but show how a rule is compiled: what the
                  prover tried, and each form of its automata
`

func main() {
	flag.Usage = func() { fmt.Fprint(flag.CommandLine.Output(), usage) }
	dump := flag.Bool("dump", false, "")
	only := flag.String("only", "", "")
	flag.Parse()
	root := "."
	var err error
	switch {
	case *dump && *only == "" && flag.NArg() == 2:
		err = dumpRule(os.Stdout, root, flag.Arg(0), flag.Arg(1))
	case *dump || flag.NArg() > 1:
		flag.Usage()
		os.Exit(2)
	default:
		if flag.NArg() == 1 {
			root = flag.Arg(0)
		}
		err = write(root, *only)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// write generates the files, all of them or those of one edition only, and writes
// those that changed. If there is an error it writes none.
func write(root, only string) error {
	files, err := generate(root, only)
	if err != nil {
		return err
	}
	for _, f := range files {
		name := filepath.Join(root, f.name)
		if old, err := os.ReadFile(name); err == nil && string(old) == string(f.code) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.code, 0o666); err != nil {
			return err
		}
		fmt.Println(f.name)
	}
	return nil
}
