package grammar

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// explanations explain the errors of a few languages of one edition: they are read from a
// table, which takes a tenth of the time of making explainers from the rules, and needs
// neither the rules nor the data. The text of the table has these lines, whose parts are
// separated by tabs:
//
//	characters                             if terminals are code points
//	note      BYTES  SECTION  BEFORE  TEXT a [reading.Note]; each part is quoted as in Go
//	rule      NAME  SECTION                by number from 0
//	expected  HEXDIG  %x2F  %x80-9F  %end  classes, characters, the end; by number from 0
//	exit      3  5                         a rule and what is expected; by number from 0
//	language  NAME                         by number from 0; the name is that of its other table
//	automaton
//
// After the last one there is the text of [automaton.Exits].
type explanations struct {
	exits     *automaton.Exits
	places    []explanation  // by exit
	languages []string       // by number, the name of the table that decides it
	source    reading.Source // which has the notes, and whether terminals are code points
}

// explanationsText returns the text of the table of a few languages of a grammar.
func explanationsText(read *reading.Grammar, languages ...*Language) string {
	var names []string
	var explainers []*ruleExplainer
	var locators []*automaton.Locator
	for _, l := range languages {
		names = append(names, "language\t"+l.table)
		explainers = append(explainers, newRuleExplainer(read, l.rule()))
		locators = append(locators, newLocator(read, l.rule()))
	}
	var rules, expected, places numbered
	exits := automaton.NewExits(func(language, state, tag int) int {
		at := explainers[language].explain(state, tag)
		rule := rules.number("rule\t" + at.rule + "\t" + at.section)
		line := "expected"
		for _, x := range at.values {
			line += "\t" + x.text()
		}
		return places.number(fmt.Sprintf("exit\t%d\t%d", rule, expected.number(line)))
	}, locators...)

	var b strings.Builder
	if read.Source.UTF8() {
		b.WriteString("characters\n")
	}
	for _, n := range read.Source.Notes {
		fmt.Fprintf(&b, "note\t%q\t%q\t%q\t%q\n", n.Bytes, n.Section, n.Before, n.Text)
	}
	for _, lines := range [][]string{rules.lines, expected.lines, places.lines, names} {
		for _, line := range lines {
			b.WriteString(line + "\n")
		}
	}
	return b.String() + automatonLine + exits.Text()
}

const automatonLine = "automaton\n"

// numbered are different lines, numbered from 0.
type numbered struct {
	lines []string
	known map[string]int
}

func (n *numbered) number(line string) int {
	i, ok := n.known[line]
	if !ok {
		if n.known == nil {
			n.known = make(map[string]int)
		}
		i = len(n.lines)
		n.known[line] = i
		n.lines = append(n.lines, line)
	}
	return i
}

// text returns x as a part of a line.
func (x Expected) text() string {
	switch {
	case x.End:
		return "%end"
	case x.Class != "":
		return x.Class
	case x.First == x.Last:
		return fmt.Sprintf("%%x%X", x.First)
	}
	return fmt.Sprintf("%%x%X-%X", x.First, x.Last)
}

// readExplanations reads the table of a grammar; nil if there is none.
func readExplanations(g *Grammar) *explanations {
	text := g.origin.explanations()
	if text == "" {
		return nil
	}
	x, err := parseExplanations(text)
	if err != nil {
		panic(fmt.Sprintf("grammar: %s, run go generate: the table of explanations: %v", g.label, err))
	}
	return x
}

// leave returns the length of the longest prefix of s that is viable in a language, and
// what is known of the place after it.
func (x *explanations) leave(language int, s string) (offset int, at explanation) {
	offset, exit := x.exits.Find(language, s)
	return offset, x.places[exit]
}

func parseExplanations(text string) (*explanations, error) {
	head, automat, found := strings.Cut(text, automatonLine)
	if !found {
		return nil, fmt.Errorf("there is no line %q", automatonLine)
	}
	x := new(explanations)
	var rules [][]string
	var expected []expectations
	for line := range strings.Lines(head) {
		parts := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		var err error
		switch kind := parts[0]; {
		case strings.HasPrefix(kind, "#"):
		case kind == "characters":
			x.source.Terminals = reading.Characters
		case kind == "note" && len(parts) == 5:
			var n reading.Note
			for i, to := range []*string{&n.Bytes, &n.Section, &n.Before, &n.Text} {
				if *to, err = strconv.Unquote(parts[1+i]); err != nil {
					break
				}
			}
			x.source.Notes = append(x.source.Notes, n)
		case kind == "rule" && len(parts) == 3:
			rules = append(rules, parts[1:])
		case kind == "expected":
			values := make([]Expected, len(parts)-1)
			for i := range values {
				if values[i], err = parseExpected(parts[1+i]); err != nil {
					break
				}
			}
			expected = append(expected, expectations{values, namesOf(values)})
		case kind == "exit" && len(parts) == 3:
			var rule, what int
			if rule, err = index(parts[1], len(rules)); err != nil {
				break
			}
			if what, err = index(parts[2], len(expected)); err != nil {
				break
			}
			x.places = append(x.places, explanation{rules[rule][0], rules[rule][1], expected[what]})
		case kind == "language" && len(parts) == 2:
			x.languages = append(x.languages, parts[1])
		default:
			err = errors.New("this is no line of a table")
		}
		if err != nil {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
	}
	var err error
	if x.exits, err = automaton.ReadExits(automat); err != nil {
		return nil, err
	}
	if n := x.exits.Greatest(); n >= len(x.places) {
		return nil, fmt.Errorf("there is no exit %d", n)
	}
	if n := x.exits.Languages(); n != len(x.languages) {
		return nil, fmt.Errorf("there are %d languages, and %d names", n, len(x.languages))
	}
	return x, nil
}

// parseExpected reads what [Expected.text] returns.
func parseExpected(text string) (x Expected, err error) {
	digits, ok := strings.CutPrefix(text, "%x")
	switch {
	case text == "%end":
		x.End = true
	case ok:
		first, last, isRange := strings.Cut(digits, "-")
		if !isRange {
			last = first
		}
		for _, bound := range []struct {
			text string
			to   *rune
		}{{first, &x.First}, {last, &x.Last}} {
			n, err := strconv.ParseUint(bound.text, 16, 31)
			if err != nil {
				return x, err
			}
			*bound.to = rune(n)
		}
	default:
		x.Class = text
	}
	return x, nil
}

// index reads a number below n.
func index(text string, n int) (int, error) {
	i, err := strconv.Atoi(text)
	if err == nil && (i < 0 || i >= n) {
		err = fmt.Errorf("there is no %d", i)
	}
	return i, err
}
