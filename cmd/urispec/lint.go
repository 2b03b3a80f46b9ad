package main

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/lint"
)

// lintCmd finds what is wrong, dangerous or unusual in references.
type lintCmd struct {
	editionFlag
	codeFlags
	Explain code `placeholder:"CODE" xor:"codes" help:"Explain a code, with examples, and read no references."`
	Codes   bool `xor:"codes" help:"List all codes, each with the section of the edition on which it rests, and read no references."`
	formatFlag
	summaryFlag
	placeFlag
	input
}

// codeFlags choose what is reported.
type codeFlags struct {
	Severity severity `default:"note" placeholder:"error|warning|note" help:"Report findings of this severity and above (default: note)."`
	Enable   []code   `placeholder:"CODE" help:"Report only findings of these codes."`
	Disable  []code   `placeholder:"CODE" help:"Report no findings of these codes."`
}

// severity is the value of --severity.
type severity struct{ lint.Severity }

// UnmarshalText finds the severity of that name.
func (v *severity) UnmarshalText(text []byte) (err error) {
	v.Severity, err = lint.ParseSeverity(string(text))
	return err
}

// code is a value of --explain, --enable and --disable; nil where it is not given.
type code struct{ *lint.Code }

// UnmarshalText finds the code of that name.
func (c *code) UnmarshalText(text []byte) error {
	found, err := lint.ParseCode(string(text))
	if err != nil {
		return unknown(err)
	}
	c.Code = &found
	return nil
}

// Help is what --help says after the flags.
func (c *lintCmd) Help() string {
	return `An error is a reference that does not conform. A warning is for something that conforms but may do harm: it leaks a secret, misleads a reader, or is read differently by different programs. A note is for something that would be better written differently. Every finding rests on a section of the edition; "urispec lint --codes" lists the codes, and --enable and --disable choose among them.

The output has one line for each reference: "ok" if there are no findings, and "no" otherwise. Each finding follows, with its place in the reference and often with a change that fixes it. "equivalent" marks a change that does not alter the meaning of the reference under the edition; whether to make the others is for you to decide. The exit status is 1 if there are findings. A record of more than 256 KiB is not read, whatever --max-record allows.`
}

func (c *lintCmd) Run(s *session) error {
	if c.Codes || c.Explain.Code != nil {
		if len(c.Refs) > 0 || len(c.Files) > 0 {
			return errors.New("--codes and --explain do not read references")
		}
		c.tell(s)
		return nil
	}
	codes, err := c.chosen()
	if err != nil {
		return err
	}
	if c.Summary && c.onlyProblems() {
		return fmt.Errorf("--format=%s has only problems: leave out --summary", c.Format)
	}
	linter := newLinter(c.Edition.Edition, codes)
	out := c.formatted(c.placed(&c.input, results{end: '\n', most: maxDense}))
	if c.Summary {
		out = results{json: c.json(), aside: true, lines: true, most: maxDense}
	}
	var (
		mu  sync.Mutex
		all = newLintSummary()
	)
	end := c.wrapped(s)
	err = c.each(s, out, func(s *session, w *worker) {
		report := c.reporter(s)
		mine := newLintSummary()
		var found []lint.Finding
		for ref := range w.refs {
			found = linter.Append(found[:0], ref)
			if len(found) > 0 {
				s.no()
			}
			if c.Summary {
				mine.add(w, ref, found)
			} else {
				report(ref, found)
			}
		}
		mu.Lock()
		defer mu.Unlock()
		all.merge(mine)
	})
	if err != nil {
		return err
	}
	end()
	if c.Summary {
		all.write(s, c.Edition.Edition, c.json())
	}
	return nil
}

// chosen returns the codes that are reported.
func (f *codeFlags) chosen() ([]lint.Code, error) {
	names := func(list []code, one lint.Code) bool {
		return slices.ContainsFunc(list, func(c code) bool { return *c.Code == one })
	}
	var chosen []lint.Code
	for _, code := range lint.Codes() {
		if code.Severity() >= f.Severity.Severity && (f.Enable == nil || names(f.Enable, code)) && !names(f.Disable, code) {
			chosen = append(chosen, code)
		}
	}
	if chosen == nil {
		return nil, errors.New("no code is left to report: see --severity, --enable and --disable")
	}
	return chosen, nil
}

// newLinter returns a linter for some codes.
func newLinter(e *grammar.Edition, codes []lint.Code) *lint.Linter {
	var others []*grammar.Edition
	if slices.Contains(codes, lint.RefusedElsewhere) {
		others = editions.All()
	}
	return lint.New(e, others...).Only(codes...)
}

// reporter returns a function that writes the findings for one reference.
func (c *lintCmd) reporter(s *session) func(ref string, findings []lint.Finding) {
	switch {
	case c.json():
		return func(ref string, findings []lint.Finding) { s.json(c.result(ref, findings)) }
	case c.onlyProblems():
		report := c.report(s)
		return func(ref string, findings []lint.Finding) {
			for i := range findings {
				f := &findings[i]
				at := s.place.in(ref, int(f.Span.Start), int(f.Span.End))
				report(finding(s.place.file, at, f))
			}
		}
	}
	return func(ref string, findings []lint.Finding) {
		word, at := s.color.good("ok"), 0
		if len(findings) > 0 {
			word, at = s.color.bad("no"), int(findings[0].Span.Start)
		}
		s.begin(at)
		s.stdout.WriteString(word + "  ")
		wide := s.visible(ref) > s.line()
		s.stdout.WriteByte('\n')
		for i := range findings {
			writeFinding(s, ref, wide, &findings[i])
		}
	}
}

// writeFinding writes a finding below the reference, which may be too wide for a line:
//
//	no  ftp://u:secret@h.example/
//	            ^^^^^^
//	    warning  password: the password is in plain text
//	    section  7.5 of rfc3986
//	    instead  ftp://u@h.example/
func writeFinding(s *session, ref string, wide bool, f *lint.Finding) {
	s.point(ref, wide, int(f.Span.Start), int(f.Span.End))
	item := func(paint func(string) string, label, text string) {
		for _, line := range s.fitted(len("    warning  "), text) {
			fmt.Fprintf(s.stdout, "    %s  %s\n", paint(fmt.Sprintf("%-*s", len("warning"), label)), line)
			label = ""
		}
	}
	level := s.color.dim
	if f.Severity() > lint.Note {
		level = s.color.bad
	}
	item(level, f.Severity().String(), s.color.name(f.Code.String())+": "+legible(f.Message()))
	if section := f.Section(); section != "" {
		item(s.color.dim, "section", cited(section, f.Edition()))
	}
	if change, ok := f.Suggestion(); ok {
		text := mended(ref, change, wide, s.line()/3)
		if change.Equivalent {
			text += "  (equivalent)"
		}
		item(s.color.dim, "instead", text)
	}
}

// mended returns the reference with a change, made visible. For a wide reference it
// returns the part around the change, in three parts of a number of columns each.
func mended(ref string, change lint.Suggestion, wide bool, each int) string {
	if !wide {
		return visible(change.Apply(ref))
	}
	return ending(ref[:change.Span.Start], each) + beginning(change.Text, each) + beginning(ref[change.Span.End:], each)
}

// result returns what --json writes for a reference.
func (c *lintCmd) result(ref string, findings []lint.Finding) *object {
	out := new(object)
	out.text("input", ref)
	out.edition(c.Edition.Edition)
	out.add("valid", c.Edition.Valid(ref))
	out.add("findings", findingsJSON(findings))
	return out
}

// findingsJSON are findings in JSON.
func findingsJSON(findings []lint.Finding) []*object {
	all := make([]*object, len(findings))
	for i := range findings {
		all[i] = findingJSON(&findings[i])
	}
	return all
}

// findingJSON is a [lint.Finding].
func findingJSON(f *lint.Finding) *object {
	out := new(object)
	out.text("code", f.Code.String())
	out.text("severity", f.Severity().String())
	out.add("start", f.Span.Start)
	out.add("end", f.Span.End)
	out.text("edition", f.Edition()) // the edition of the section, which may be another one that refuses
	out.section(f.Section())
	out.text("message", f.Message())
	if refusers := f.Refusers(); refusers != nil {
		out.add("editions", editionNames(refusers))
	}
	change, ok := f.Suggestion()
	if !ok {
		out.add("suggestion", nil)
		return out
	}
	suggestion := new(object)
	suggestion.add("start", change.Span.Start)
	suggestion.add("end", change.Span.End)
	suggestion.text("text", change.Text)
	suggestion.add("equivalent", change.Equivalent)
	out.add("suggestion", suggestion)
	return out
}

// editionNames are the names of editions.
func editionNames(list []*grammar.Edition) []string {
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names
}

// tell writes what --codes or --explain asks for.
func (c *lintCmd) tell(s *session) {
	codes := lint.Codes()
	if c.Explain.Code != nil {
		codes = []lint.Code{*c.Explain.Code}
	}
	switch {
	case c.json():
		for _, code := range codes {
			s.json(newCodeJSON(code))
		}
	case c.Codes:
		c.writeCodes(s, codes)
	default:
		writeCode(s, codes[0])
	}
}

// writeCodes writes a table of codes.
func (c *lintCmd) writeCodes(s *session, codes []lint.Code) {
	var rows [][]string
	for _, code := range codes {
		section := "-"
		if quote, ok := code.Quote(c.Edition.Edition); ok && quote.Section != "" {
			section = quote.Section
		}
		rows = append(rows, []string{code.String(), code.Severity().String(), section, code.Summary()})
	}
	s.writeTable([]string{"CODE", "SEVERITY", "SECTION", "WHAT IS FOUND"}, rows)
}

// writeCode writes everything about a code.
func writeCode(s *session, code lint.Code) {
	fmt.Fprintf(s.stdout, "%s (%s): %s\n\n", s.color.name(code.String()), code.Severity(), code.Summary())
	for _, line := range wrap(code.Explanation(), s.room(0, lineWidth)) {
		fmt.Fprintln(s.stdout, line)
	}
	for _, quote := range code.Quotes() {
		fmt.Fprintf(s.stdout, "\n%s, section %s:\n", quote.Edition, quote.Section)
		for _, line := range wrap(`"`+quote.Text+`"`, s.room(len("    "), lineWidth)) {
			fmt.Fprintf(s.stdout, "    %s\n", line)
		}
	}
	example := code.Example()
	fmt.Fprintf(s.stdout, "\nin %s:\n    found in      %s\n    not found in  %s\n",
		example.Edition, visible(example.Triggers), visible(example.Clean))
}

// codeJSON is a [lint.Code] with everything that is known about it.
type codeJSON struct {
	Code        lint.Code     `json:"code"`
	Severity    lint.Severity `json:"severity"`
	Summary     string        `json:"summary"`
	Explanation string        `json:"explanation"`
	Quotes      []quoteJSON   `json:"quotes"`
	Example     exampleJSON   `json:"example"`
}

type quoteJSON struct {
	Edition string `json:"edition"`
	sectionJSON
	Text string `json:"text"`
}

type exampleJSON struct {
	Edition  string `json:"edition"`
	Triggers string `json:"triggers"`
	Clean    string `json:"clean"`
}

func newCodeJSON(code lint.Code) codeJSON {
	out := codeJSON{
		code, code.Severity(), code.Summary(), code.Explanation(), []quoteJSON{}, exampleJSON(code.Example()),
	}
	for _, quote := range code.Quotes() {
		out.Quotes = append(out.Quotes, quoteJSON{quote.Edition, newSection(quote.Section), quote.Text})
	}
	return out
}
