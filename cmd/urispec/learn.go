package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/export"
	"github.com/urispec/urispec/grammar/learn"
	"github.com/urispec/urispec/grammar/schemes"
	"github.com/urispec/urispec/resolve/judge"
)

// learnCmd learns which strings a program accepts.
type learnCmd struct {
	editionFlag
	Rule      string        `placeholder:"RULE" help:"The program reads RULE, by the published grammar alone (default: references)."`
	Output    string        `short:"o" type:"path" placeholder:"FILE" help:"Write the automaton to FILE, in the form of \"export --to json\". Commands that have the flag -g read it."`
	Time      time.Duration `placeholder:"DURATION" help:"Stop after DURATION, such as 90s or 10m (default: no limit)."`
	MaxStates uint          `name:"max-states" default:"4096" placeholder:"N" help:"Stop when the automaton has N states (default: 4096; at most 32766)."`
	Wait      time.Duration `default:"10s" placeholder:"DURATION" help:"How long an answer may take (default: 10s)."`
	Tokens    []string      `name:"token" sep:"none" placeholder:"TEXT" help:"A word that may mean something to the program. The names of schemes are tried too, unless --rule is given. May be repeated."`
	JSON      bool          `name:"json" help:"Write one object in JSON."`
	Command   []string      `arg:"" name:"command" help:"The program and its arguments, after \"--\"."`
}

// Help is what --help says after the flags.
func (c *learnCmd) Help() string {
	return `The program reads strings from its standard input, one on each line, and must answer each at once with a line of its own: 1 if it accepts the string, 0 if not. It may be asked millions of strings, a few thousand at a time. Its answers must not depend on what it was asked before. Strings with a line end, NUL, or bytes that are not UTF-8 are not asked; they count as refused.

The result is the smallest automaton that accepts what the program accepts. It is compared with the edition, and the comparison is exact: for each rule and each side, the output has a shortest string that shows the difference, and the characters that cause it.

If the program treats a certain word specially, that may not be found. The words that are tried are those of --token and, without --rule, the names of schemes and what the grammars of the editions spell out. If the program limits a length, such as that of a label, and the limit is more than ` + strconv.Itoa(learn.MaxLength) + ` bytes, the limit is listed, and is not part of the automaton. (To find limits, parts are repeated up to ` + strconv.Itoa(learn.MaxRepeats) + ` times.) A program that counts in other ways may have too many states to be learned to the end; the output then says "not finished", with the reason. After Ctrl-C, it says so too.`
}

func (c *learnCmd) Run(s *session) error {
	asked, err := c.Edition.asked(&c.Rule, (*grammar.Edition).References)
	if err != nil {
		return err
	}
	if c.MaxStates > automaton.MaxStates {
		return fmt.Errorf("--max-states: an automaton has at most %d states", automaton.MaxStates)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if c.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.Time)
		defer cancel()
	}
	running, end := context.WithCancel(context.Background())
	defer end()
	f, err := judge.Start(running, c.Command, judge.Options{Patience: c.Wait, Stderr: s.stderr})
	if err != nil {
		s.trouble(err)
		return nil
	}
	defer f.Close()
	defer context.AfterFunc(ctx, end)() // nothing waits for an answer after that
	options := learn.Options{
		Priors:    []*automaton.DFA{asked.Automaton()},
		Tokens:    slices.Clone(c.Tokens),
		Domain:    lineDomain(),
		MaxStates: int(c.MaxStates),
	}
	if c.Rule == "" {
		for _, e := range editions.All() {
			if e != c.Edition.Edition {
				options.Priors = append(options.Priors, e.References().Automaton())
			}
		}
		for _, scheme := range schemes.Schemes() {
			options.Tokens = append(options.Tokens, scheme+":")
		}
	}
	if isTerminal(s.stderr) {
		options.Progress = func(p learn.Progress) {
			fmt.Fprintf(s.stderr, "\r\x1b[K%d states, %d queries: %s", p.States, p.Queries, p.Stage)
		}
	}
	r, err := learn.Learn(ctx, f, options)
	if options.Progress != nil {
		fmt.Fprint(s.stderr, "\r\x1b[K")
	}
	if err != nil {
		s.trouble(err)
		return nil
	}
	if c.Output != "" {
		learned := &export.Automaton{Grammar: f.String(), Rule: "accepted", DFA: r.DFA}
		text, err := learned.MarshalJSON()
		if err == nil {
			err = os.WriteFile(c.Output, append(text, '\n'), 0o666)
		}
		if err != nil {
			s.trouble(err)
		}
	}
	all, err := learn.Disagreements(r.DFA, asked.Language)
	if err != nil {
		s.trouble(err)
		return nil
	}
	if r.Unfinished != "" || len(all) > 0 || len(r.Limits)+len(r.Long) > 0 {
		s.no()
	}
	if c.JSON {
		s.json(c.result(f, r, all))
		return nil
	}
	c.write(s, asked.Language, r, all)
	return nil
}

// lineDomain is the automaton of the strings that a program can be asked: UTF-8 without LF,
// CR and NUL. (Programs of many languages read lines as text.)
func lineDomain() *automaton.DFA {
	between := func(lo, hi int32) *automaton.Expr { return automaton.Symbol(automaton.Between(lo, hi)) }
	tail := between(0x80, 0xBF)
	plain := automaton.Between(1, 0x7F).Minus(automaton.Of('\n', '\r'))
	return automaton.Compile(256, automaton.Repeat(automaton.Alt(
		automaton.Symbol(plain),
		automaton.Cat(between(0xC2, 0xDF), tail),
		automaton.Cat(between(0xE0, 0xE0), between(0xA0, 0xBF), tail),
		automaton.Cat(between(0xE1, 0xEC), tail, tail),
		automaton.Cat(between(0xED, 0xED), between(0x80, 0x9F), tail),
		automaton.Cat(between(0xEE, 0xEF), tail, tail),
		automaton.Cat(between(0xF0, 0xF0), between(0x90, 0xBF), tail, tail),
		automaton.Cat(between(0xF1, 0xF3), tail, tail, tail),
		automaton.Cat(between(0xF4, 0xF4), between(0x80, 0x8F), tail, tail),
	), 0, automaton.Unbounded, false))
}

// write writes the result as text.
func (c *learnCmd) write(s *session, l *grammar.Language, r *learn.Result, all []learn.Disagreement) {
	state := "learned"
	if r.Unfinished != "" {
		state = s.color.bad("not finished: " + r.Unfinished)
	}
	fmt.Fprintf(s.stdout, "%s; states: %d, queries: %d\n", state, r.DFA.States(), r.Queries)
	for _, l := range r.Limits {
		fmt.Fprintf(s.stdout, "limit: %s\n", legible(l.String()))
	}
	for _, text := range r.Long {
		fmt.Fprintf(s.stdout, "left out, because it is long: %s\n", visible(text))
	}
	switch {
	case len(all) > 0:
	case r.Unfinished != "":
		fmt.Fprintf(s.stdout, "So far, no difference from %s was found.\n", l)
		return
	case len(r.Limits)+len(r.Long) > 0:
		fmt.Fprintf(s.stdout, "Apart from that, the program accepts what %s does.\n", l)
		return
	default:
		fmt.Fprintf(s.stdout, "The program accepts what %s does.\n", l)
		return
	}
	fmt.Fprintln(s.stdout)
	var rows [][]string
	for _, x := range all {
		by := c.Edition.Name()
		if x.Accepted {
			by = "program"
		}
		rows = append(rows, []string{quoted(x.Text), by, x.Rule, stands(x)})
	}
	s.writeTable([]string{"STRING", "ONLY ACCEPTED BY", "RULE", "WHAT STANDS THERE"}, rows)
}

// stands lists what only one side accepts at a place.
func stands(x learn.Disagreement) string {
	var parts []string
	if len(x.Bytes) > 0 {
		ranges := make([]string, len(x.Bytes))
		for i, r := range x.Bytes {
			ranges[i] = byteName(r.Lo)
			if r.Hi > r.Lo {
				ranges[i] += "-" + byteName(r.Hi)
			}
		}
		parts = append(parts, strings.Join(ranges, " "))
	}
	if x.End {
		parts = append(parts, grammar.EndOfInput)
	}
	return strings.Join(parts, ", ")
}

// byteName is a byte as ABNF has it, or as itself if it prints.
func byteName(b int32) string {
	if b > ' ' && b < 0x7F {
		return string(rune(b))
	}
	return fmt.Sprintf("%%x%02X", b)
}

// result is what --json writes.
func (c *learnCmd) result(f *judge.Program, r *learn.Result, all []learn.Disagreement) *object {
	out := new(object)
	out.text("command", f.String())
	out.edition(c.Edition.Edition)
	if c.Rule != "" {
		out.text("rule", c.Rule)
	}
	out.add("finished", r.Unfinished == "")
	out.optional("reason", r.Unfinished, r.Unfinished != "")
	out.add("states", r.DFA.States())
	out.add("queries", r.Queries)
	disagreements := make([]*object, len(all))
	for i, x := range all {
		o := new(object)
		o.text("text", x.Text)
		o.add("accepted", x.Accepted)
		o.text("rule", x.Rule)
		bytes := [][2]int32{}
		for _, r := range x.Bytes {
			bytes = append(bytes, [2]int32{r.Lo, r.Hi})
		}
		o.add("bytes", bytes)
		o.add("end", x.End)
		disagreements[i] = o
	}
	out.add("disagreements", disagreements)
	limits := make([]*object, len(r.Limits))
	for i, l := range r.Limits {
		o := new(object)
		o.text("before", l.Before)
		o.text("again", l.Again)
		o.text("after", l.After)
		o.add("most", l.Most)
		limits[i] = o
	}
	out.add("limits", limits)
	long := make([]*object, len(r.Long))
	for i, text := range r.Long {
		long[i] = new(object)
		long[i].text("text", text)
	}
	out.add("long", long)
	return out
}
