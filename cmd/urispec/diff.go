package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urispec/urispec/grammar"
)

// diffCmd compares two editions.
type diffCmd struct {
	A source `arg:"" name:"edition" help:"An edition, or a document of a scheme; \"urispec editions\" and \"urispec schemes\" list them. With a slash or an extension it is a file: ABNF, or an automaton as \"urispec export --to=json\" writes it."`
	B source `arg:"" optional:"" name:"edition2" help:"The edition or document to compare it with."`

	Published bool `help:"Compare the edition as published with the same edition with its errata applied."`

	Rule []rulePair `placeholder:"R=R2" sep:"none" help:"Compare the rule R of the first edition with the rule R2 of the second. May be repeated."`
	readFlags
	JSON bool `name:"json" help:"Write JSON Lines."`
}

// Help is what --help says after the flags.
func (c *diffCmd) Help() string {
	return `The answer is computed from the automata of the two grammars, not from samples. Whole references are compared under each edition's reading, and rules by the published grammars alone. Rules with the same name are compared; "_" and "-" count as the same, and case does not matter if one of the editions is in ABNF.

Each witness is as short as possible. "by" gives three things: the innermost rule that makes the difference in a reference, the part that this rule derives in one edition but not in the other, and a replacement with which the reference conforms to both.

The exit status is 1 if the references or any two rules compared are not equal.`
}

// rulePair is a value of --rule.
type rulePair struct{ grammar.Pair }

// UnmarshalText reads R=R2.
func (p *rulePair) UnmarshalText(text []byte) error {
	var found bool
	if p.A, p.B, found = strings.Cut(string(text), "="); !found || p.A == "" || p.B == "" {
		return fmt.Errorf("%s does not name two rules; write R=R2", quoted(string(text)))
	}
	return nil
}

func (c *diffCmd) Run(s *session) error {
	if err := c.usable(&c.A, &c.B); err != nil {
		return err
	}
	switch {
	case c.Published && c.B.given():
		return errors.New("--published compares an edition with itself, but two editions are given")
	case c.Published:
		c.B = c.A
		if err := c.B.correct(); err != nil {
			return errors.New("--published is for editions: a grammar in a file has no errata")
		}
	case !c.B.given():
		return errors.New("give a second edition, or --published")
	case !c.A.load(s, &c.readFlags) || !c.B.load(s, &c.readFlags):
		return nil
	}
	a, b := c.A.Grammar(), c.B.Grammar()
	var pairs []grammar.Pair
	for _, p := range c.Rule {
		if _, err := c.A.rule(p.A); err != nil {
			return err
		}
		if _, err := b.Rule(p.B); err != nil {
			return unknown(err)
		}
		pairs = append(pairs, p.Pair)
	}
	d, err := grammar.Compare(a, b, pairs...)
	if err != nil {
		return err
	}
	if !d.Equal() {
		s.no()
	}
	if c.JSON {
		writeComparisonJSON(s, d)
	} else {
		what := "reference"
		if c.A.document != nil || c.B.document != nil {
			what = "URI"
		}
		if c.A.files != nil || c.B.files != nil {
			what = "string"
		}
		writeComparison(s, d, what)
	}
	return nil
}

// writeComparison writes the output for people: the editions as a whole, each rule, the
// character classes, and references that conform to only one edition. What is what whole
// strings are called:
//
//	Every reference of url-syntax-02 is one of url-syntax-09, which has more.
//
//	RULE         RELATION  ONLY url-syntax-02  ONLY url-syntax-09
//	(reference)  subset    -                   "//0"
//	...
func writeComparison(s *session, d *grammar.Comparison, what string) {
	fmt.Fprintln(s.stdout, d.Sentence(what, what+"s"))
	fmt.Fprintln(s.stdout)

	var equal []string
	only := []string{"ONLY " + d.A.String(), "ONLY " + d.B.String()}
	rules := [][]string{{"(" + what + ")", d.Whole.Relation.String(), shortest(d.Whole.OnlyA), shortest(d.Whole.OnlyB)}}
	for _, r := range d.Rules {
		if name := ruleNames(r.A, r.B); r.Relation == grammar.Equal {
			equal = append(equal, name)
		} else {
			rules = append(rules, []string{name, r.Relation.String(), shortest(r.OnlyA), shortest(r.OnlyB)})
		}
	}
	s.writeTable(append([]string{"RULE", "RELATION"}, only...), rules)

	fmt.Fprintln(s.stdout)
	names := func(what string, list []string) {
		if list != nil {
			for _, line := range wrap(what+": "+strings.Join(list, ", "), s.room(0, lineWidth)) {
				fmt.Fprintln(s.stdout, line)
			}
		}
	}
	names("equal", equal)
	names("only a rule of "+d.A.String(), d.UnpairedA)
	names("only a rule of "+d.B.String(), d.UnpairedB)

	if d.Classes != nil {
		fmt.Fprintln(s.stdout)
		var classes [][]string
		for _, x := range d.Classes {
			classes = append(classes, []string{ruleNames(x.A, x.B), ranges(x.OnlyA), ranges(x.OnlyB)})
		}
		s.writeTable(append([]string{"CLASS"}, only...), classes)
	}

	writeWitnesses(s, d, d.A, d.Whole.OnlyA, d.CausesA)
	writeWitnesses(s, d, d.B, d.Whole.OnlyB, d.CausesB)
}

// writeWitnesses writes references that conform to only one of the editions: a
// shortest one, and one for each rule that makes a difference, shorter ones first.
func writeWitnesses(s *session, d *grammar.Comparison, only *grammar.Grammar, shortest *grammar.Witness, causes []grammar.Cause) {
	if shortest == nil {
		return
	}
	fmt.Fprintf(s.stdout, "\n%s\n", s.color.name("Conform to "+only.String()+" only"))
	causes = slices.Clone(causes)
	slices.SortStableFunc(causes, func(x, y grammar.Cause) int { return len(x.Input) - len(y.Input) })
	if i := slices.IndexFunc(causes, func(x grammar.Cause) bool { return x.Input == shortest.Input }); i < 0 {
		writeWitness(s, d, shortest)
	} else {
		first := causes[i]
		causes = slices.Insert(slices.Delete(causes, i, i+1), 0, first)
	}
	for i := range causes {
		x := &causes[i]
		writeWitness(s, d, &x.Witness)
		with := x.Input[:x.Start] + x.Instead + x.Input[x.End:]
		writeItem(s, d, "by", fmt.Sprintf("%s: %s; with %s, %s conforms to both", x.Rule, quoted(x.Part()), quoted(x.Instead), quoted(with)))
	}
}

// writeWitness writes a reference and both verdicts.
func writeWitness(s *session, d *grammar.Comparison, w *grammar.Witness) {
	fmt.Fprintf(s.stdout, "  %s\n", quoted(w.Input))
	for _, v := range []struct {
		grammar *grammar.Grammar
		err     error
	}{{d.A, w.A}, {d.B, w.B}} {
		text := s.color.good("ok")
		if syntax := new(grammar.SyntaxError); errors.As(v.err, &syntax) {
			text = fmt.Sprintf("%s, offset %d: %s", s.color.bad("no"), syntax.Offset, syntax.Message())
		}
		writeItem(s, d, v.grammar.String(), text)
	}
}

// writeItem writes a label as wide as the names of the editions, and text on as many
// lines as it needs.
func writeItem(s *session, d *grammar.Comparison, label, text string) {
	width := max(len(d.A.String()), len(d.B.String()))
	for _, line := range wrap(text, s.room(width+len("        "), lineWidth-width)) {
		fmt.Fprintf(s.stdout, "      %s  %s\n", s.color.dim(fmt.Sprintf("%-*s", width, label)), line)
		label = ""
	}
}

// ruleNames names two rules, or one if they have the same name.
func ruleNames(a, b string) string {
	if a == b {
		return a
	}
	return a + " = " + b
}

// shortest is a witness in a table, shortened if it is long.
func shortest(w *grammar.Witness) string {
	const most = 20
	switch {
	case w == nil:
		return "-"
	case len(w.Input) <= most:
		return quoted(w.Input)
	}
	return fmt.Sprintf("\"%s\" (%d bytes)", beginning(w.Input, most/2), len(w.Input))
}

// ranges writes characters: "!" "#"-"%".
func ranges(list []grammar.CharRange) string {
	if list == nil {
		return "-"
	}
	var out []string
	for _, r := range list {
		out = append(out, r.String())
	}
	return strings.Join(out, " ")
}

// writeComparisonJSON writes an object for whole references, one for each pair of
// rules, and one for each pair of character classes that differ.
func writeComparisonJSON(s *session, d *grammar.Comparison) {
	whole := differenceJSON("reference", d, &d.Whole)
	whole.add("causes_a", causesJSON(d.CausesA))
	whole.add("causes_b", causesJSON(d.CausesB))
	whole.add("unpaired_a", list(d.UnpairedA))
	whole.add("unpaired_b", list(d.UnpairedB))
	s.json(whole)
	for i := range d.Rules {
		s.json(differenceJSON("rule", d, &d.Rules[i]))
	}
	for _, x := range d.Classes {
		s.json(classDifferenceJSON{"class", d.A.String(), d.B.String(), x.A, x.B, rangesJSON(x.OnlyA), rangesJSON(x.OnlyB)})
	}
}

func differenceJSON(what string, d *grammar.Comparison, x *grammar.Difference) *object {
	o := new(object)
	o.text("what", what)
	o.text("a", d.A.String())
	o.text("b", d.B.String())
	o.text("rule_a", x.A)
	o.text("rule_b", x.B)
	o.text("relation", x.Relation.String())
	o.add("only_a", onlyJSON(x.OnlyA))
	o.add("only_b", onlyJSON(x.OnlyB))
	return o
}

// onlyJSON returns a list, because in the object of a class there may be several ranges.
func onlyJSON(w *grammar.Witness) []*object {
	if w == nil {
		return []*object{}
	}
	return []*object{witnessJSON(w)}
}

func witnessJSON(w *grammar.Witness) *object {
	o := new(object)
	o.text("input", w.Input)
	o.add("a", verdictJSON(w.A))
	o.add("b", verdictJSON(w.B))
	return o
}

func causesJSON(causes []grammar.Cause) []*object {
	out := []*object{}
	for i := range causes {
		x := &causes[i]
		o := witnessJSON(&x.Witness)
		o.text("rule", x.Rule)
		o.text("pair", x.Pair)
		o.add("start", x.Start)
		o.add("end", x.End)
		o.text("instead", x.Instead)
		out = append(out, o)
	}
	return out
}

// verdictJSON returns the verdict of one edition.
func verdictJSON(err error) *object {
	o := new(object)
	o.verdict(err == nil, err)
	return o
}

// classDifferenceJSON has the characters that are in only one of two classes.
type classDifferenceJSON struct {
	What  string      `json:"what"`
	A     string      `json:"a"`
	B     string      `json:"b"`
	RuleA string      `json:"rule_a"`
	RuleB string      `json:"rule_b"`
	OnlyA []rangeJSON `json:"only_a"`
	OnlyB []rangeJSON `json:"only_b"`
}

// rangeJSON is a range of characters.
type rangeJSON struct {
	First string `json:"first"`
	Last  string `json:"last"`
}

func rangesJSON(list []grammar.CharRange) []rangeJSON {
	out := []rangeJSON{}
	for _, r := range list {
		out = append(out, rangeJSON{string(r.First), string(r.Last)})
	}
	return out
}
