package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/resolve/expand"
)

// expandCmd completes abbreviated references.
type expandCmd struct {
	editionFlag
	Table string `placeholder:"FILE" help:"Use the heuristics in FILE, which is JSON, instead of the default ones."`
	formFlags
	input
}

// lateHelp is what --help says after the flags.
func (c *expandCmd) lateHelp() string {
	var b strings.Builder
	b.WriteString(`Each REF is an abbreviated reference, such as www.w3.org/Addressing/. People write them, but no grammar derives them. The output has one line for each: the reference for which it probably stands. If there is no guess, standard error says why. A record of more than 256 KiB is not read, whatever --max-record allows.

The first heuristic with a pattern that matches the whole host gives the prefix. An empty prefix means that REF is not an abbreviated reference at all. In a pattern, "*" matches any characters, "?" one character, and "[a-z]" one of a range; the host is matched in lower case. These are the default heuristics, in the format that --table expects:
`)
	for _, line := range tableLines(expand.DefaultTable()) {
		b.WriteString("\n\t" + line)
	}
	return b.String()
}

// tableLines returns a table in JSON, with one rule on each line.
func tableLines(table expand.Table) []string {
	lines := []string{"["}
	for i, rule := range table {
		line := " " + string(jsonOf(rule))
		if i < len(table)-1 {
			line += ","
		}
		lines = append(lines, line)
	}
	return append(lines, "]")
}

func (c *expandCmd) Run(s *session) error {
	if c.Edition.Document().Abbreviated == "" {
		return fmt.Errorf("%s does not describe abbreviated references; url-syntax-09 is the first edition that does (Appendix F)", c.Edition.Name())
	}
	table := expand.DefaultTable()
	if c.Table != "" {
		var err error
		if table, err = readTable(c.Table); err != nil {
			s.trouble(err)
			return nil
		}
	}
	out := c.strings(c.formFlags)
	out.most = maxDense
	return c.each(s, out, func(s *session, w *worker) {
		for ref := range w.refs {
			guess, err := expand.Expand(c.Edition.Edition, ref, table)
			var f *fault
			if err != nil {
				s.no()
				f = guessFault(err)
			}
			if c.JSON {
				s.json(c.result(ref, guess, err))
			} else {
				out.write(s, ref, out.shown(s, guess.Reference), "not expanded", f)
			}
		}
	})
}

// readTable reads a table of heuristics. It refuses mistakes that would otherwise show
// only as missing guesses.
func readTable(name string) (expand.Table, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var table expand.Table
	dec := json.NewDecoder(f)
	dec.DisallowUnknownFields()
	if err := dec.Decode(&table); err != nil {
		return nil, fmt.Errorf("reading the table %s: %w", name, err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("reading the table %s: there is more text after it", name)
	}
	for i, rule := range table {
		if rule.Name == "" || len(rule.Hosts) == 0 {
			return nil, fmt.Errorf("reading the table %s: rule %d needs a name and hosts", name, i+1)
		}
		for _, pattern := range rule.Hosts {
			if _, err := path.Match(pattern, ""); err != nil {
				return nil, fmt.Errorf("reading the table %s: rule %q: pattern %q: %w", name, rule.Name, pattern, err)
			}
		}
	}
	return table, nil
}

// guessFault says why there is no guess. A string that does not conform is the guess.
func guessFault(err error) *fault {
	in := ""
	if syntax := new(grammar.SyntaxError); errors.As(err, &syntax) {
		in = "result"
	}
	return newFault(in, err)
}

// result returns what --json writes for a reference.
func (c *expandCmd) result(ref string, guess expand.Guess, err error) *object {
	out := new(object)
	out.text("input", ref)
	out.edition(c.Edition.Edition)
	if err != nil {
		out.add("error", guessFault(err).json())
		out.add("expanded", nil)
		return out
	}
	out.text("expanded", guess.Reference)
	out.add("guess", true)
	out.text("heuristic", guess.Rule.Name)
	out.section(guess.Section)
	return out
}
