package main

import (
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/sample"
)

// sampleCmd makes strings of a language.
type sampleCmd struct {
	grammarFlag
	Rule      string   `placeholder:"RULE" help:"Strings of RULE by the published grammar alone (default: references)."`
	N         *uint    `name:"n" short:"n" placeholder:"N" help:"Write N strings (default: 10, or all with --cover, --invalid and --between)."`
	Length    *uint    `xor:"length" placeholder:"N" help:"Strings of N characters."`
	MaxLength *uint    `xor:"length" placeholder:"N" help:"Strings of up to N characters (default: 32)."`
	Seed      *uint64  `placeholder:"N" help:"The same number gives the same strings on every machine (default: any number)."`
	Cover     bool     `xor:"what" help:"Strings that together use every transition of the automaton, every rule and every alternative."`
	Invalid   bool     `xor:"what" help:"Strings that do not conform, one for each way to leave the language."`
	Between   []source `xor:"what" sep:"none" placeholder:"EDITION" help:"Strings that separate editions: a shortest one for each list of verdicts that the editions give on any string. May be repeated."`
	JSON      bool     `name:"json" help:"Write JSON Lines."`
	Null      bool     `name:"null" short:"0" help:"Each string ends with NUL instead of a line end."`
}

// Help is what --help says after the flags.
func (c *sampleCmd) Help() string {
	return `All strings of one length are equally likely, because they are counted exactly. With --max-length, the length is chosen first; all lengths that occur are equally likely. A length is a number of characters. These are bytes, or code points in an edition whose terminals are code points (rfc3987).

With --cover, the strings for the transitions are as few as possible; standard error says how many there are, and how many were added for rules and alternatives. A transition is a state of the minimal automaton and a character class.

With --invalid, there is a string for each state and each character class that leaves the language there, and one for each state in which a string must not end. --json has the offset of the error.

With --between, every possible combination of verdicts is listed: if one is missing, no string has it.`
}

// maxSample is the default of --max-length.
const maxSample = 32

func (c *sampleCmd) Run(s *session) error {
	if !c.load(s) {
		return nil
	}
	asked, err := c.Edition.asked(&c.Rule, (*grammar.Edition).References)
	if err != nil {
		return err
	}
	if random := c.Length != nil || c.MaxLength != nil || c.Seed != nil; random && (c.Cover || c.Invalid || c.Between != nil) {
		return errors.New("--length, --max-length and --seed are for strings by chance: leave out --cover, --invalid and --between")
	}
	switch {
	case c.Between != nil:
		return c.between(s, asked)
	case c.Cover:
		return c.cover(s, asked.Language)
	case c.Invalid:
		return c.invalid(s, asked.Language)
	}
	return c.chance(s, asked.Language)
}

// chance writes strings by chance.
func (c *sampleCmd) chance(s *session, l *grammar.Language) error {
	longest := uint(maxSample)
	switch {
	case c.Length != nil:
		longest = *c.Length
	case c.MaxLength != nil:
		longest = *c.MaxLength
	}
	if longest > sample.MaxLength {
		return fmt.Errorf("a string can have at most %d characters, not %d", sample.MaxLength, longest)
	}
	sampler, err := sample.NewSampler(l, int(longest))
	if err != nil {
		s.trouble(err)
		return nil
	}
	lengths := sampler.Lengths()
	what := fmt.Sprintf("of up to %d characters", longest)
	if c.Length != nil {
		what = fmt.Sprintf("of %d characters", longest)
		lengths = slices.DeleteFunc(lengths, func(n int) bool { return n != int(longest) })
	}
	if len(lengths) == 0 {
		s.no()
		report(s.stderr, fmt.Errorf("%s has no string %s", l, what))
		return nil
	}
	seed := rand.Uint64()
	if c.Seed != nil {
		seed = *c.Seed
	}
	source := rand.NewPCG(seed, 0)
	var text []byte
	for range c.count(10) {
		text = sampler.AppendAny(text[:0], source, lengths)
		if !c.write(s, string(text), true, 0) {
			break
		}
	}
	return nil
}

// count is how many strings to write; by default, as many as are given.
func (c *sampleCmd) count(all int) int {
	if c.N == nil {
		return all
	}
	return int(min(*c.N, 1<<62))
}

// cover writes the strings of a cover.
func (c *sampleCmd) cover(s *session, l *grammar.Language) error {
	cover, err := sample.NewCover(l)
	if err != nil {
		s.trouble(err)
		return nil
	}
	texts := cover.Strings
	for _, text := range texts[:min(c.count(len(texts)), len(texts))] {
		if !c.write(s, text, true, 0) {
			break
		}
	}
	said := fmt.Sprintf("%d strings take all %d transitions, and fewer cannot", cover.Needed, cover.Transitions)
	if more := len(texts) - cover.Needed; more > 0 {
		said += fmt.Sprintf("; for rules and alternatives there are more: %d", more)
	}
	for i, x := range cover.Unused {
		if i == 0 {
			said += "; no derivation uses "
		} else {
			said += ", "
		}
		said += x.String()
	}
	if !cover.Complete {
		said += "; other rules and alternatives are perhaps not used, which would take too long to find out"
	}
	report(s.stderr, errors.New(said))
	return nil
}

// invalid writes strings that do not conform.
func (c *sampleCmd) invalid(s *session, l *grammar.Language) error {
	all, err := sample.NearMisses(l)
	if err != nil {
		s.trouble(err)
		return nil
	}
	if c.N != nil {
		all = first(int(min(*c.N, 1<<62)), all)
	}
	for miss := range all {
		if !c.write(s, miss.Text, false, miss.Offset) {
			break
		}
	}
	return nil
}

// first yields the first n values.
func first[T any](n int, all iter.Seq[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		left := n
		if left == 0 {
			return
		}
		for x := range all {
			if left--; !yield(x) || left == 0 {
				return
			}
		}
	}
}

// write writes a string. It returns false if nothing more can be written.
func (c *sampleCmd) write(s *session, text string, valid bool, offset int) bool {
	if c.JSON {
		out := new(object)
		out.text("text", text)
		out.add("valid", valid)
		if !valid {
			out.add("offset", offset)
		}
		s.json(out)
	} else if !c.Null && strings.ContainsAny(text, "\r\n") {
		s.no()
		report(s.stderr, fmt.Errorf("%q is not written, because it has a line end: use --null or --json", text))
		return true
	} else {
		s.stdout.WriteString(s.shown(text))
		s.stdout.WriteByte(c.end())
	}
	_, err := s.stdout.Write(nil)
	return err == nil
}

// end is the byte after a string.
func (c *sampleCmd) end() byte {
	if c.Null {
		return 0
	}
	return '\n'
}

// between writes the strings that separate editions.
func (c *sampleCmd) between(s *session, asked asked) error {
	editions := []*source{&c.Edition}
	languages := []*grammar.Language{asked.Language}
	for i := range c.Between {
		e := &c.Between[i]
		if !e.load(s, &readFlags{Depth: c.Depth, Lists: c.Lists, Imports: c.Imports}) {
			return nil
		}
		if c.Corrected {
			if err := e.correct(); err != nil {
				return err
			}
		}
		if slices.ContainsFunc(editions, func(other *source) bool { return other.String() == e.String() }) {
			return fmt.Errorf("--between: %s is given twice", e)
		}
		rule := c.Rule
		other, err := e.asked(&rule, (*grammar.Edition).References)
		if err != nil {
			return err
		}
		editions, languages = append(editions, e), append(languages, other.Language)
	}
	all, err := sample.Between(languages...)
	if err != nil {
		s.trouble(err)
		return nil
	}
	all = all[:min(c.count(len(all)), len(all))]
	switch {
	case c.JSON:
		for _, v := range all {
			out, verdicts := new(object), new(object)
			out.text("text", v.Text)
			for i, e := range editions {
				verdicts.add(e.Name(), v.Valid[i])
			}
			out.add("verdicts", verdicts)
			s.json(out)
		}
		return nil
	case c.Null:
		for _, v := range all {
			s.stdout.WriteString(v.Text)
			s.stdout.WriteByte(0)
		}
		return nil
	}
	header := []string{"STRING"}
	for _, e := range editions {
		header = append(header, e.String())
	}
	var rows [][]string
	for _, v := range all {
		row := []string{quoted(v.Text)}
		for _, valid := range v.Valid {
			row = append(row, map[bool]string{true: "yes", false: "no"}[valid])
		}
		rows = append(rows, row)
	}
	s.writeTable(header, rows)
	return nil
}
