package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/urispec/urispec/resolve/judge"
	"github.com/urispec/urispec/resolve/suite"
)

// page is the scoreboard of the results that there are, in Markdown.
func page(all []*parser) (string, error) {
	var list []*result
	var missing []*parser
	for _, p := range all {
		r, err := readResult(p)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			missing = append(missing, p)
		case err != nil:
			return "", err
		default:
			list = append(list, r)
		}
	}
	issues, err := knownIssues()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	w := &markdown{&b}
	w.print(`# Scoreboard: parsers that people read URLs with, judged by RFC 3986

<!-- Made by "go run . scoreboard"; do not edit. -->

Each parser was asked the small suite of %s, as %s writes it. Questions that begin with "//" were asked a second time,
with "http:" before them. Then %s hunted for more. [Adapters](adapters) pass on what the API of each parser says, and repair nothing. Many
of these parsers do not claim to follow RFC 3986: urllib.parse and parse_url say that they do not validate, and those of the URL
Standard follow another document. For these, the table shows how far they are from the RFC, not that they are broken.

`, edition, "`urispec suite`", "`urispec judge`")
	w.scores(list)
	w.print(`The columns from *accepts* to *targets* count wrong answers to the suite. The number after a slash is how many answers there were.
"-" means that the API says nothing about it.

- *verdicts*: how many verdicts the parser gave. If a parser reads only absolute URLs and refuses a string without a scheme, that is no verdict.
- *accepts*, *refuses*: the parser accepts what does not conform, or refuses what does.
- *offsets*: the parser is right to refuse, but reports another offset than the grammar gives.
- *hosts*, *components*: the host or another component is wrong in a way that the next two columns do not count. Wrong hosts are what gets past filters.
  (The parsers of the URL Standard also write every IP address in its own form, which counts as a wrong host.)
- *lost*: an empty host or component is taken for an absent one, or the other way round.
- *rewritten*: a host or component differs only in case, escapes or brackets.
- *targets*: the result of a resolution is wrong.
- *states*: the size of the smallest automaton that accepts what the parser accepts, as learned by %s. "+"
  means that learning did not finish. The automaton of RFC 3986 has %d states.

`, "[package learn](../../grammar/learn)", edition.References().Automaton().States())
	for _, p := range missing {
		w.print("%s is missing. %s.\n\n", p.Name, cmp.Or(p.Missing, "It was not installed where this page was made"))
	}
	w.known(list, issues)
	w.confusions(list)
	w.learned(list)
	w.witnesses(list)
	return b.String(), nil
}

// markdown writes the parts of the page.
type markdown struct{ b *strings.Builder }

func (w *markdown) print(format string, args ...any) { fmt.Fprintf(w.b, format, args...) }

// row writes a row of a table.
func (w *markdown) row(cells ...string) { w.print("| %s |\n", strings.Join(cells, " | ")) }

// head writes the first two rows of a table.
func (w *markdown) head(cells ...string) {
	w.row(cells...)
	w.print("|%s\n", strings.Repeat(" --- |", len(cells)))
}

// scores writes the table of all parsers.
func (w *markdown) scores(list []*result) {
	w.head("parser", "version", "verdicts", "accepts", "refuses", "offsets", "hosts", "components", "lost", "rewritten", "targets", "states")
	for _, r := range list {
		verdicts := "-"
		if n := r.judged(judge.Verdict); n > 0 {
			verdicts = fmt.Sprint(n)
		}
		w.row(
			fmt.Sprintf("[%s](#%s)", r.Parser, anchor(r.Parser)), r.Version, verdicts,
			r.of("", r.wrong([]judge.How{judge.Accepted}, judge.Verdict), judge.Verdict),
			r.of("", r.wrong([]judge.How{judge.Refused}, judge.Verdict), judge.Verdict),
			r.of("/", r.wrong(nil, judge.Offset), judge.Offset),
			r.of("/", r.wrong(worse, "host"), "host"),
			r.of("/", r.wrong(worse, components()...), components()...),
			r.of("", r.wrong(lost, append(components(), "host")...), components()...),
			r.of("", r.wrong(rewritten, append(components(), "host")...), components()...),
			r.of("/", r.wrong(nil, judge.Target), judge.Target),
			r.states(),
		)
	}
	w.print("\n")
}

// anchor is the name of a heading in a link.
func anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			return r
		}
		return -1
	}, strings.ToLower(heading))
}

// components are the subjects that are components, without the host.
func components() []judge.Subject {
	var list []judge.Subject
	for _, name := range suite.ComponentNames() {
		if name != "host" {
			list = append(list, judge.Subject(name))
		}
	}
	return list
}

// How components are wrong: an empty one is taken for one that is absent, or an absent one for one
// that is empty; or only the case, escapes or brackets differ; or else.
var (
	lost      = []judge.How{judge.Lost, judge.Emptied}
	rewritten = []judge.How{judge.Rewritten}
	worse     = []judge.How{judge.Different, judge.Invented, judge.Missing}
)

// wrong is how many answers about subjects are wrong in one of these ways; nil stands for all.
func (r *result) wrong(how []judge.How, subjects ...judge.Subject) int {
	sum := 0
	for _, d := range r.Disagreements {
		if slices.Contains(subjects, d.Subject) && (how == nil || slices.Contains(how, d.How)) {
			sum += d.Count
		}
	}
	return sum
}

// judged is how many answers about subjects were judged.
func (r *result) judged(subjects ...judge.Subject) int {
	sum := 0
	for _, t := range r.Tallies {
		if slices.Contains(subjects, t.Subject) {
			sum += t.Judged
		}
	}
	return sum
}

// of is a number of wrong answers and, after between, of how many; "-" if none was judged.
func (r *result) of(between string, wrong int, subjects ...judge.Subject) string {
	judged := r.judged(subjects...)
	switch {
	case judged == 0:
		return "-"
	case between == "":
		return fmt.Sprint(wrong)
	}
	return fmt.Sprint(wrong, between, judged)
}

// states is what is known of the automaton.
func (r *result) states() string {
	switch {
	case r.Learned == nil:
		return "-"
	case r.Learned.Unfinished != "":
		return fmt.Sprintf("%d+", r.Learned.States)
	}
	return fmt.Sprint(r.Learned.States)
}

// known writes what the issue trackers know, and what the judge says of it.
func (w *markdown) known(list []*result, issues []known) {
	w.print(`## Known to the issue trackers

Each parser was asked the string of the issue, and its answer is still wrong. The judge also looks for the same fault without
knowing the issue. If the suite or the hunt found a disagreement of the same kind, about the same rule or part, the last column has its string.

`)
	w.head("issue", "string", "RFC 3986", "parser", "found without it")
	for _, k := range issues {
		for _, r := range list {
			for _, f := range r.Known {
				if f.Issue != k.Issue || r.Parser != k.Parser {
					continue
				}
				alone := "no"
				if f.Alone != "" {
					alone = against(f.Alone, f.AloneBase)
				}
				w.row(fmt.Sprintf("%s, [%s](%s): %s", k.Parser, k.Issue, k.URL, k.Says), against(f.Input, f.Base),
					string(f.Subject)+" "+code(f.Right), code(f.Got), alone)
			}
		}
	}
	w.print("\n")
}

// confusions writes what the parsers take for the host of the confusing strings.
func (w *markdown) confusions(list []*result) {
	w.print(`## Five classes of confusion

One string of each class, and what each parser takes for its host. If a filter reads a URL with one parser and the client
behind it with another, the filter may check a host that the client never contacts. %s shows the same for any string.

`, "`urispec differ`")
	head := []string{"parser"}
	for _, c := range confusions {
		head = append(head, fmt.Sprintf("%s: %s", c.class, code(c.input)))
	}
	w.head(head...)
	right := []string{"**RFC 3986**"}
	for _, c := range confusions {
		a := judge.Edition{Edition: edition}.Answer(judge.Question{Input: c.input})
		s := reading{Verdict: value(judge.Verdict, &a)}
		if host, ok := a.Parts["host"]; ok {
			s.Host = part(host)
		}
		right = append(right, s.cell())
	}
	w.row(right...)
	for _, r := range list {
		cells := []string{r.Parser}
		for _, s := range r.Confusions {
			cells = append(cells, s.cell())
		}
		w.row(cells...)
	}
	w.print("\n")
	for _, c := range confusions {
		w.print("- *%s*: %s.\n", c.class, c.what)
	}
	w.print("\n")
}

// cell is a reading in the table: the host, or why there is none.
func (s reading) cell() string {
	switch {
	case s.Verdict == "no":
		return "refused"
	case s.Host == "" && s.Verdict == "":
		return "-"
	case s.Host == "":
		return "accepted"
	case s.Host == "absent":
		return "no host"
	}
	return code(s.Host)
}

// learned writes what the parsers in Go accept.
func (w *markdown) learned(list []*result) {
	w.print(`## What they accept, exactly

%s asks a parser until it knows the smallest automaton of its language, and compares that with the automaton of
RFC 3986. For each rule, the tables have a shortest string that only one of the two accepts. "go run . learn" does this for the parsers
in Go, and "go run . learn NAME" for another one; it takes minutes. It may not finish with parsers that count something, such as the
bytes of a host.

`, "[Package learn](../../grammar/learn)")
	for _, r := range list {
		l := r.Learned
		if l == nil {
			continue
		}
		w.print("### %s: learned\n\n", r.Parser)
		if l.Unfinished != "" {
			w.print("Not finished: %s, after %d queries, with %d states. The limits and strings below are those of the automaton so far.\n", l.Unfinished, l.Queries, l.States)
		} else {
			w.print("%d states, after %d queries.\n", l.States, l.Queries)
		}
		if len(l.Differences) == 0 && l.Unfinished == "" && l.Limits == nil && l.Long == nil {
			w.print("It accepts exactly what the rule %s of %s does.\n\n", l.Than, edition)
			continue
		}
		for _, limit := range l.Limits {
			w.print("- limit: %s\n", limit)
		}
		for _, text := range l.Long {
			w.print("- a longer string about which the automaton is wrong: %s\n", code(text))
		}
		w.print("\n")
		w.head("accepted only by", "rule", "shortest strings")
		w.differences(r.Parser, l, true)
		w.differences(edition.Name()+" "+l.Than, l, false)
		w.print("\n")
	}
}

// differences writes a row for each rule of one side.
func (w *markdown) differences(name string, l *learned, accepted bool) {
	for _, d := range l.Differences {
		if d.Accepted == accepted {
			w.row(name, d.Rule, code(d.Text))
		}
	}
}

// witnesses writes the disagreements of each parser.
func (w *markdown) witnesses(list []*result) {
	w.print("## Shortest strings\n\nEvery way in which a parser disagrees, with a shortest string; what matters most for security comes first. *Lost*: an empty\ncomponent is taken for an absent one; *emptied*: the other way round. *Missing*: a component that is there is taken for absent;\n*invented*: the other way round. *Rewritten*: only case, escapes or brackets differ. A count of 0: only the hunt found it.\n\n")
	for _, r := range list {
		w.print("### %s\n\nVersion %s; %d questions of the suite, and %d of the hunt.", r.Parser, r.Version, r.Questions, r.Hunted)
		for _, m := range r.Failures {
			w.print(" It gave no answer (%s) to %s.", m.Kind, code(m.Input))
		}
		w.print("\n\n")
		if len(r.Disagreements) == 0 {
			w.print("No disagreement.\n\n")
			continue
		}
		w.head("about", "how", "rule or part", "count", "string", "RFC 3986", "parser")
		for _, d := range r.Disagreements {
			w.row(string(d.Subject), string(d.How), d.Rule+d.Part, fmt.Sprint(d.Count), against(d.Input, d.Base), code(d.Right), code(d.Got))
		}
		w.print("\n")
	}
}

// against is a question: a string, and the base against which it is resolved, if there is one.
func against(input, base string) string {
	if base == "" {
		return code(input)
	}
	return code(input) + " against " + code(base)
}

// code is text as code in a table.
func code(text string) string {
	if text == "absent" {
		return text
	}
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		text = " " + text + " "
	}
	return fence + strings.ReplaceAll(text, "|", `\|`) + fence
}
