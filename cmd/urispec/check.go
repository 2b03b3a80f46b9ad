package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"unsafe"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/reading"
	"github.com/urispec/urispec/grammar/lint"
)

// checkCmd says of each reference whether it conforms.
type checkCmd struct {
	grammarFlag
	Rule     string     `placeholder:"RULE" xor:"what" help:"Check whether each string is derived by RULE, by the published grammar alone."`
	Absolute bool       `xor:"what" help:"Check conformance as an absolute reference, which a base has to be."`
	URI      bool       `name:"uri" xor:"what" help:"Check conformance as a URI: an absolute reference, with or without a fragment."`
	Scheme   schemeFlag `placeholder:"DOCUMENT" help:"Check conformance to the document of the scheme too: the current one, or DOCUMENT as in --scheme=rfc2368."`
	policyFlags
	formatFlag
	tsvFlag
	Only    string  `enum:"valid,invalid,both" default:"both" help:"Write only the results for valid or for invalid references."`
	Plain   bool    `xor:"form" help:"Write only the references, as they are; --only says which."`
	Count   bool    `help:"Write only how many references are valid and how many are not."`
	Nearest howMany `name:"nearest" help:"With --json, add the conforming strings that are nearest to a reference that does not conform: one, or up to N with --nearest=N."`
	Fix     bool    `help:"Write each reference as it is if it conforms, or else the conforming string nearest to it. With --json, add that string."`
	summaryFlag
	placeFlag
	input
	judge *schemeJudge // with --scheme
}

// Help is what --help says after the flags.
func (c *checkCmd) Help() string {
	return "The output has one line for each reference, with \"ok\" or \"no\" and the reference. After a \"no\" come the place and the reason. If applying the errata (--corrected) would change the verdict, the output names the errata that make the difference: the smallest set of them. Characters that do not print are escaped, as in \\x00.\n\nThe last line after a \"no\" has the conforming string that is nearest to the reference; \"urispec nearest\" has more. " + suggestionLimits + "\n\n" + schemeHelp + "\n\n" + policyHelp + "\n\nWith --tsv, each row has the reference, \"true\" or \"false\", and the offset, rule, section and message of the error. If places are written, they come first."
}

func (c *checkCmd) Run(s *session) error {
	if err := c.usage(); err != nil {
		return err
	}
	if !c.load(s) {
		return nil
	}
	every := (*grammar.Edition).References
	switch {
	case c.Edition.own != nil && (c.Absolute || c.URI):
		return errNoReferences
	case c.Absolute:
		every = (*grammar.Edition).Absolute
	case c.URI:
		every = (*grammar.Edition).URIs
	}
	asked, err := c.Edition.asked(&c.Rule, every)
	if err != nil {
		return err
	}
	check := asked.Check
	quick := !c.Summary && (c.Count || c.Plain || c.Quiet || !c.shows(false))
	if quick {
		// Nobody wants to know why.
		check = func(ref string) error {
			if !asked.Valid(ref) {
				return errInvalid
			}
			return nil
		}
	}
	if c.Scheme.asked {
		switch {
		case c.Edition.own != nil:
			return errors.New("--scheme is for editions: this grammar has no schemes")
		case c.Rule != "":
			return errors.New("--rule is about strings that need not be references: leave out --scheme")
		}
		c.judge = &schemeJudge{schemeFlag: c.Scheme, edition: c.Edition.Edition, corrected: c.Corrected, quick: quick}
		check = c.judge.after(check)
	}
	if c.Edition.own != nil && c.policyFlags.given() {
		return errors.New("--schemes, --require and --forbid are for editions: a grammar in a file has no components")
	}
	policies, err := c.policies(&c.Edition.edition)
	if err != nil {
		return err
	}
	if policies != nil {
		if c.Rule != "" {
			return errors.New("--rule is about strings that need not be references: leave out --schemes, --require and --forbid")
		}
		check = policies.after(check)
	}
	alone := c.judge == nil && policies == nil // the language decides
	finder := newNearest(c.Edition.Edition, asked)
	switch {
	case c.Nearest > 0 && !c.json():
		return errors.New("--nearest is for --json; otherwise there is always one string")
	case c.Fix && c.onlyProblems():
		return errors.New("--fix writes references: leave out --format")
	case c.Fix && !c.json():
		return c.fix(s, asked, check, finder)
	}
	explain := newExplainer(&c.Edition, asked.other)
	explain.errata = asked.Errata
	explain.nearest = finder
	var (
		mu  sync.Mutex
		all = newCheckSummary()
	)
	out := results{json: c.json(), end: '\n', aside: c.Count || c.Summary, lines: c.Summary}
	switch {
	case c.Count, c.Summary:
	case c.Plain:
		out = results{end: c.end(), bare: true, placed: c.Lines}
	default:
		out = c.formatted(c.placed(&c.input, out))
		out.lines = out.lines || !c.json() // which bound the suggestions
	}
	if c.TSV {
		out.columns = checkColumns
	}
	end := c.wrapped(s)
	err = c.each(s, out, func(s *session, w *worker) {
		report := c.reporter(s, explain, out)
		mine := newCheckSummary()
		if alone && (c.Count || c.Summary || c.Quiet || !c.shows(true)) {
			w.pass = func(text string) (records, size int) {
				records, size = asked.ValidLines(unsafe.Slice(unsafe.StringData(text), len(text)), c.end())
				mine.valid += records
				return records, size
			}
		}
		for ref := range w.refs {
			err := errInvalid
			if !w.judged || !quick {
				err = check(ref)
			}
			if err == nil {
				mine.valid++
			} else {
				mine.invalid++
			}
			switch {
			case c.Summary && err != nil:
				mine.add(w, ref, err, asked.other, c.Edition.Edition)
			case c.Summary, c.Count:
			case c.shows(err == nil):
				report(ref, err)
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
	switch {
	case c.Summary:
		all.write(s, &c.Edition, c.Rule, c.json())
	case c.Count:
		c.writeCounts(s, all.checkCounts)
	}
	if all.invalid > 0 {
		s.no()
	}
	return nil
}

// usage returns an error if flags do not go together.
func (c *checkCmd) usage() error {
	switch {
	case c.Count && (c.TSV || c.Plain):
		return errors.New("--count has no references to write: leave out --tsv and --plain")
	case c.Summary && (c.TSV || c.Plain || c.Count):
		return errors.New("--summary is text or JSON: leave out --tsv, --plain and --count")
	case c.Summary && (c.Fix || c.Nearest > 0):
		return errors.New("--summary has no references to mend: leave out --fix and --nearest")
	case c.Summary && c.Only != "both":
		return errors.New("--summary is about all references: leave out --only")
	case c.onlyProblems() && (c.TSV || c.Plain || c.Count || c.Summary):
		return fmt.Errorf("--format=%s has only problems: leave out --tsv, --plain, --count and --summary", c.Format)
	}
	return nil
}

// shows reports whether --only permits valid or invalid results.
func (c *checkCmd) shows(valid bool) bool { return shows(c.Only, valid) }

// shows reports whether a value of --only permits valid or invalid results.
func shows(only string, valid bool) bool {
	return only == "both" || valid == (only == "valid")
}

// errInvalid says that a reference does not conform, without the reason.
var errInvalid = errors.New("does not conform")

// reporter returns a function that writes the result for one reference; err is nil, a
// *grammar.SyntaxError, a *schemeError or a *policyError.
func (c *checkCmd) reporter(s *session, x *explainer, out results) func(ref string, err error) {
	errata := x.errata
	switch {
	case c.json():
		return func(ref string, err error) {
			out := s.object()
			c.result(out, ref, err, errata(ref), x.nearest)
			s.end(out)
		}
	case c.TSV:
		return func(ref string, err error) { s.row(checkRow(ref, err)...) }
	case c.Plain:
		return func(ref string, _ error) {
			if !c.Null && strings.ContainsAny(ref, "\r\n") {
				s.no()
				out.none(s, ref, "not written", newFault("", errLineEnd))
				return
			}
			s.begin(0)
			c.record(s, s.shown(ref))
		}
	case c.onlyProblems():
		report := c.report(s)
		return func(ref string, err error) {
			if syntax, ok := errors.AsType[*grammar.SyntaxError](err); ok {
				at := s.place.in(ref, syntax.Offset, syntax.Offset+syntax.Size)
				report(refusal(s.place.file, at, syntax.Edition, ref, err))
			}
			if broken, ok := errors.AsType[*policyError](err); ok {
				for _, b := range broken.broken {
					at := s.place.in(ref, 0, 0)
					if b.span.Present() {
						at = s.place.in(ref, int(b.span.Start), int(b.span.End))
					}
					report(&problem{s.place.file, at, policyRule, lint.Error, b.message})
				}
			}
		}
	}
	return func(ref string, err error) {
		if syntax, ok := errors.AsType[*grammar.SyntaxError](err); ok {
			x.explain(s, syntax)
			return
		}
		if refused := new(schemeError); errors.As(err, &refused) {
			c.judge.explain(s, refused)
			return
		}
		if broken := new(policyError); errors.As(err, &broken) {
			s.explainPolicies(broken)
			return
		}
		corrected := ""
		if list := errata(ref); list != nil {
			corrected = s.color.dim(fmt.Sprintf("  (refused with %s)", strings.Join(errataIDs(list), ", ")))
		}
		if c.judge != nil {
			corrected = s.color.dim(c.judge.note(ref)) + corrected
		}
		s.begin(0)
		s.stdout.WriteString(s.color.good("ok") + "  ")
		s.visible(ref)
		s.stdout.WriteString(corrected + "\n")
	}
}

// checkColumns is the number of values in a [checkRow].
const checkColumns = 6

// checkRow is what --tsv writes: the reference, whether it conforms, and the offset, the
// rule, the section and the message of the error.
func checkRow(ref string, err error) []value {
	row := []value{some(ref), truth(err == nil), absent, absent, absent, absent}
	if syntax := new(grammar.SyntaxError); errors.As(err, &syntax) {
		row = append(row[:2], number(syntax.Offset), some(syntax.Rule), some(syntax.Section), some(newFault("", err).Message))
	} else if refused := new(schemeError); errors.As(err, &refused) {
		f := refused.Fault()
		row = append(row[:2], number(f.Offset), some(f.Rule), some(f.Section), some(f.Message))
	} else if broken := new(policyError); errors.As(err, &broken) {
		if at := broken.Fault().Offset; at >= 0 {
			row[2] = number(at)
		}
		row[checkColumns-1] = some(broken.Error())
	} else if err != nil {
		row[checkColumns-1] = some(err.Error())
	}
	return row
}

// errataIDs are the names of errata.
func errataIDs(errata []*reading.Erratum) []string {
	var ids []string
	for _, x := range errata {
		ids = append(ids, x.ID)
	}
	return ids
}

// result adds what --json writes for a reference. The errata are those that change the
// verdict.
func (c *checkCmd) result(out *object, ref string, err error, errata []*reading.Erratum, finder *nearestFinder) {
	out.text("input", ref)
	out.source(&c.Edition)
	if c.Rule != "" {
		out.text("rule", c.Rule)
	}
	out.verdict(err == nil, err)
	if c.judge != nil {
		c.judge.addTo(out, ref, err)
	}
	if broken := policiesJSON(err); broken != nil {
		out.add("policies", broken)
	}
	if errata != nil {
		out.add("errata", errataIDs(errata))
	}
	if n := c.suggestions(); n > 0 {
		syntax, refused := new(grammar.SyntaxError), new(schemeError)
		switch {
		case errors.As(err, &refused):
			finder, ref = c.judge.explainer(refused).nearest, refused.syntax.Input
		case !errors.As(err, &syntax):
			return
		}
		if found, err := finder.find(ref, n); err == nil && found.Cause != nil {
			if refused.document != nil {
				refused.cite(found)
			}
			addNearest(out, found)
		}
	}
}

// suggestions is how many nearest strings --json has for a reference.
func (c *checkCmd) suggestions() int {
	if c.Fix {
		return max(int(c.Nearest), 1)
	}
	return int(c.Nearest)
}

// fix writes the references, and instead of those that do not conform the strings that are
// nearest to them.
func (c *checkCmd) fix(s *session, asked asked, check func(ref string) error, finder *nearestFinder) error {
	if c.Count || c.Plain {
		return errors.New("--fix writes references: leave out --count and --plain")
	}
	out := c.strings(formFlags{tsvFlag: c.tsvFlag})
	return c.each(s, out, func(s *session, w *worker) {
		for ref := range w.refs {
			err := check(ref)
			if err != nil {
				s.no()
			}
			if !c.shows(err == nil) {
				continue
			}
			fixed := ref
			if refused := new(schemeError); errors.As(err, &refused) {
				fixed, err = c.judge.fix(refused)
			} else if err != nil && !asked.Valid(ref) {
				fixed, err = finder.fix(ref)
			}
			if err == nil && !c.Null && !c.TSV && strings.ContainsAny(fixed, "\r\n") {
				err = errLineEnd
			}
			var f *fault
			if err != nil {
				f = newFault("", err)
			}
			out.write(s, ref, out.shown(s, fixed), "not fixed", f)
		}
	})
}

// checkCounts is the answer to --count.
type checkCounts struct{ valid, invalid int }

func (c *checkCmd) writeCounts(s *session, counts checkCounts) {
	if c.json() {
		out := struct {
			Edition   string   `json:"edition"`
			Corrected bool     `json:"corrected,omitempty"`
			Options   []string `json:"options,omitempty"`
			Rule      string   `json:"rule,omitempty"`
			Valid     *int     `json:"valid,omitempty"`
			Invalid   *int     `json:"invalid,omitempty"`
		}{Edition: c.Edition.Name(), Corrected: c.Edition.Grammar().IsCorrected(), Options: c.Edition.Grammar().Source().Chosen(), Rule: c.Rule}
		if c.shows(true) {
			out.Valid = &counts.valid
		}
		if c.shows(false) {
			out.Invalid = &counts.invalid
		}
		s.json(out)
		return
	}
	if c.shows(true) {
		fmt.Fprintf(s.stdout, "%d valid\n", counts.valid)
	}
	if c.shows(false) {
		fmt.Fprintf(s.stdout, "%d invalid\n", counts.invalid)
	}
}
