// Command judge judges what people read URLs with, and makes the scoreboard. Run it in its folder:
//
//	go run . setup          installs parsers, as far as this machine can, and names what is missing
//	go run . scoreboard     judges all that are there, and writes results/ and SCOREBOARD.md
//	go run . learn          learns what the parsers in Go accept, which takes minutes; into results/
//	go run . serve net/url  a parser in Go as a program, for urispec judge
//	go run . programs       all that are there, as flags of urispec differ, one on each line
//
// Names of parsers after scoreboard and learn restrict them to these parsers. learn with a name also
// learns what a program accepts.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"slices"
	"strings"

	"github.com/urispec/urispec/resolve/judge"
	"github.com/urispec/urispec/resolve/suite"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := command(ctx, os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "judge:", err)
		os.Exit(2)
	}
}

// command does what the arguments say.
func command(ctx context.Context, args []string, in io.Reader, out io.Writer) error {
	all, err := parsers()
	if err != nil {
		return err
	}
	if len(args) == 0 {
		return errors.New("say setup, scoreboard, learn, serve or programs")
	}
	some := all
	if len(args) > 1 {
		some = nil
	}
	for _, name := range args[1:] {
		i := slices.IndexFunc(all, func(p *parser) bool { return p.Name == name })
		if i < 0 {
			return fmt.Errorf("no parser in parsers.json is called %q", name)
		}
		some = append(some, all[i])
	}
	switch args[0] {
	case "setup":
		setup(some, out)
		return nil
	case "scoreboard":
		if err := judgeAll(ctx, some, out); err != nil {
			return err
		}
		return writePage(all)
	case "learn":
		if err := learnAll(ctx, some, out); err != nil {
			return err
		}
		return writePage(all)
	case "serve":
		if len(some) != 1 {
			return errors.New("serve takes one parser")
		}
		return serve(some[0], in, out)
	case "programs":
		for _, p := range some {
			if _, err := p.installed(); err != nil || p.Name == "net/url" { // which differ asks anyway
				continue
			}
			command := p.Command
			if len(command) == 0 {
				command = []string{"go", "run", ".", "serve", p.Name}
			}
			fmt.Fprintf(out, "--program=%s=%s\n", p.file(), strings.Join(command, " "))
		}
		return nil
	}
	return fmt.Errorf("unknown command %q", args[0])
}

// makeSuite makes the suite by which all parsers are judged: the small one. Parsers of absolute URLs
// say little about what has no scheme, and some know the hosts of a few schemes only: so what begins
// with "//" is asked after "http:" too.
func makeSuite() ([]suite.Case, error) {
	s, err := suite.Make(edition, suite.Options{Size: suite.Small})
	if err != nil {
		return nil, err
	}
	cases := s.Cases
	for _, c := range s.Cases {
		if (c.Kind == suite.Verdict || c.Kind == suite.Parts) && strings.HasPrefix(c.Input, "//") {
			cases = append(cases, suite.Case{Kind: suite.Verdict, Input: "http:" + c.Input})
		}
	}
	return cases, nil
}

// judgeAll writes the results of parsers. One that is missing keeps the result it has.
func judgeAll(ctx context.Context, some []*parser, out io.Writer) error {
	cases, err := makeSuite()
	if err != nil {
		return err
	}
	for _, p := range some {
		if _, err := p.installed(); err != nil {
			fmt.Fprintf(out, "missing  %s: %v\n", p.Name, err)
			continue
		}
		r, err := makeResult(ctx, p, cases)
		if err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
		before, err := readResult(p)
		if err == nil {
			r.Learned = before.Learned
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err := writeResult(p, r); err != nil {
			return err
		}
		fmt.Fprintf(out, "judged   %s %s\n", p.Name, r.Version)
	}
	return nil
}

// learnAll adds what parsers in Go accept to their results.
func learnAll(ctx context.Context, some []*parser, out io.Writer) error {
	for _, p := range some {
		if p.Missing != "" || len(some) > 1 && len(p.Command) > 0 {
			continue // a program is slow, and most of them count something, so that it takes hours
		}
		r, err := readResult(p)
		if err != nil {
			return err
		}
		if r.Learned, err = learnParser(ctx, p); err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
		if err := writeResult(p, r); err != nil {
			return err
		}
		fmt.Fprintf(out, "learned  %s: %d states, %d queries %s\n", p.Name, r.Learned.States, r.Learned.Queries, r.Learned.Unfinished)
	}
	return nil
}

func writeResult(p *parser, r *result) error {
	text, err := r.text()
	if err != nil {
		return err
	}
	return os.WriteFile(resultFile(p), text, 0o666)
}

// writePage writes the scoreboard of the results that there are.
func writePage(all []*parser) error {
	text, err := page(all)
	if err != nil {
		return err
	}
	return os.WriteFile("SCOREBOARD.md", []byte(text), 0o666)
}

// serve answers questions, as the other adapters do.
func serve(p *parser, in io.Reader, out io.Writer) error {
	box, ok := inProcess[p.Name]
	if !ok {
		return fmt.Errorf("%s is a program of its own: %s", p.Name, strings.Join(p.Command, " "))
	}
	return judge.Serve(in, out, box.answer)
}
