package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/resolve/judge"
	"github.com/urispec/urispec/resolve/suite"
)

// judgeCmd finds out where a program that reads references is wrong.
type judgeCmd struct {
	editionFlag
	Size     string        `enum:"small,full" default:"small" help:"The size of the suite that is asked: small (the default) or full."`
	Hunt     uint          `default:"10000" placeholder:"N" help:"After the suite, ask N strings that resemble those on which the program was wrong (default: 10000)."`
	Allow    string        `type:"path" placeholder:"FILE" help:"Do not count the disagreements that FILE lists."`
	Update   bool          `help:"Rewrite the file of --allow, with all disagreements that there are now; comments stay."`
	Format   string        `enum:"text,json,html" default:"text" help:"text: for people. json: one object in JSON. html: a page that needs no other file."`
	Protocol string        `enum:"lines,json" default:"lines" help:"What the program reads and writes: lines (the default) or json, as described above."`
	Wait     time.Duration `default:"10s" placeholder:"DURATION" help:"How long an answer may take (default: 10s)."`
	Command  []string      `arg:"" name:"command" help:"The program and its arguments, after \"--\"."`
}

// Help is what --help says after the flags.
func (c *judgeCmd) Help() string {
	return `The program is asked the cases of a conformance suite (see "urispec suite"), and then more. It reads questions from its standard input, one on each line, and writes each answer as a line, in the same order. It should flush its output after each line. It is started once, and again if it ends. If an answer takes longer than --wait, the program is killed and started again.

With --protocol=lines, a question is a reference, and the answer is 1 if the program accepts it and 0 if not. References with a line end, NUL, or bytes that are not UTF-8 are not asked.

With --protocol=json, a question is a JSON object: {"input":"//h/a"}, or {"input_base64":"..."} if the reference is not UTF-8; if a target is asked for, it has "base" or "base_base64" too. The answer is an object with any of valid, offset, scheme, userinfo, host, port, path, query, fragment and target. A key that is missing is not judged, null is absent, and "" is empty. Offsets count bytes. Components are as they stand in the reference; the brackets around an address belong to the host. A string that is not UTF-8 is given in base64, under its key with "_base64" at the end. Other keys are ignored.

For each subject (the verdict, the offset, a component or the target), the report counts how many answers were judged, and how many were right. Then it lists the disagreements: for each way of being wrong and each rule, with a shortest string that shows it. What was not asked or not answered is counted separately, and never as right.

The file of --allow lists known disagreements, each as a line of JSON; lines that begin with "#" are comments. An entry allows what its subject, way, rule and bytes say; its example is there for readers only. Entries that no longer occur are listed. --update writes the file.`
}

func (c *judgeCmd) Run(s *session) error {
	protocol, err := judge.ParseProtocol(c.Protocol)
	if err != nil {
		return err
	}
	size, err := suite.ParseSize(c.Size)
	if err != nil {
		return err
	}
	if c.Update && c.Allow == "" {
		return errors.New("--update writes the file of --allow, which is missing")
	}
	known := new(judge.Allowances)
	if c.Allow != "" {
		if known, err = c.known(); err != nil {
			s.trouble(err)
			return nil
		}
	}
	type key suite.Size
	cases, err := grammar.Derived(c.Edition.Edition, key(size), func() (*suite.Suite, error) {
		return suite.Make(c.Edition.Edition, suite.Options{Size: size})
	})
	if err != nil {
		s.trouble(err)
		return nil
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	program, err := judge.Start(ctx, c.Command, judge.Options{Protocol: protocol, Patience: c.Wait, Stderr: s.stderr})
	if err != nil {
		s.trouble(err)
		return nil
	}
	trial := judge.Trial{Edition: c.Edition.Edition, Cases: cases.Cases, Hunt: int(c.Hunt)}
	if isTerminal(s.stderr) {
		trial.Progress = func(asked int) { fmt.Fprintf(s.stderr, "\r\x1b[K%d questions", asked) }
	}
	report, err := trial.Run(ctx, program)
	if trial.Progress != nil {
		fmt.Fprint(s.stderr, "\r\x1b[K")
	}
	if closed := program.Close(); closed != nil && err == nil {
		s.trouble(fmt.Errorf("%w; nobody knows which answer is which", closed))
		return nil
	}
	if err != nil {
		s.trouble(errors.New("interrupted; the report is about what was asked before"))
	}
	for _, f := range report.Failures {
		if f.Kind != judge.NotAsked && f.Kind != judge.Interrupted {
			s.trouble(fmt.Errorf("%s: asked %s, %s (%d such questions)", program, grammar.Quoted(f.Question.Input), f.Message, f.Count))
		}
	}
	if judged, _ := report.Score(); judged == 0 && s.status != exitTrouble {
		s.trouble(errors.New("nothing was judged: the program says nothing about any question"))
	}
	if c.Update && s.status != exitTrouble {
		if known, err = c.update(report, known); err != nil {
			s.trouble(err)
		}
	}
	unused := report.Allow(known)
	if !report.Agrees() {
		s.no()
	}
	switch c.Format {
	case "json":
		s.json(c.result(program, report, unused))
	case "html":
		report.WriteHTML(s.stdout, program.String(), program.Notes(), unused) // run reports errors of stdout
	default:
		c.write(s, program, report, unused)
	}
	return nil
}

// known reads the file of --allow. With --update it need not exist.
func (c *judgeCmd) known() (*judge.Allowances, error) {
	file, err := os.Open(c.Allow)
	if c.Update && errors.Is(err, fs.ErrNotExist) {
		return &judge.Allowances{Head: []string{"# Disagreements with " + c.Edition.String() + " that are known: urispec judge --allow. Each may have comments before it."}}, nil
	} else if err != nil {
		return nil, err
	}
	defer file.Close()
	known, err := judge.ReadAllowances(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Allow, err)
	}
	return known, nil
}

// update writes the file of --allow anew.
func (c *judgeCmd) update(r *judge.Report, known *judge.Allowances) (*judge.Allowances, error) {
	known = r.Allowances(known)
	var text bytes.Buffer
	known.WriteTo(&text)
	return known, os.WriteFile(c.Allow, text.Bytes(), 0o666)
}

// write writes the report as text.
func (c *judgeCmd) write(s *session, program *judge.Program, r *judge.Report, unused []judge.Allowance) {
	judged, right := r.Score()
	fmt.Fprintf(s.stdout, "%d of %d answers agree with %s (%s)\n", right, judged, c.Edition, percentage(right, judged))
	var rows [][]string
	for _, t := range r.Tallies {
		rows = append(rows, []string{string(t.Subject), strconv.Itoa(t.Judged), strconv.Itoa(t.Right), strconv.Itoa(t.Judged - t.Right)})
	}
	if rows != nil {
		fmt.Fprintln(s.stdout)
		s.writeTable([]string{"SUBJECT", "JUDGED", "RIGHT", "WRONG"}, rows)
	}
	rows = nil
	known := 0
	for i := range r.Disagreements {
		d := &r.Disagreements[i]
		if d.Allowed {
			known++
			continue
		}
		right, got := d.Values()
		text := questionText(d.Question)
		if bytes := judge.BytesText(d.Bytes, d.End); bytes != "" {
			text += "  accepts " + bytes
		}
		rows = append(rows, []string{strconv.Itoa(d.Count), string(d.Subject) + " " + string(d.How), d.Rule + d.Part, ellipsis(valueText(right), longestValue), ellipsis(valueText(got), longestValue), text})
	}
	if rows != nil {
		fmt.Fprintln(s.stdout)
		s.writeTable([]string{"COUNT", "WRONG", "RULE", "EXPECTED", "ANSWERED", "SHORTEST STRING"}, rows)
	}
	if len(r.Failures) > 0 || len(unused) > 0 || known > 0 || len(program.Notes()) > 0 {
		fmt.Fprintln(s.stdout)
	}
	if known > 0 {
		fmt.Fprintf(s.stdout, "known: %d\n", known)
	}
	for _, a := range unused {
		fmt.Fprintf(s.stdout, "known, but not found any more: %s\n", legible(a.String()))
	}
	for _, f := range r.Failures {
		fmt.Fprintf(s.stdout, "%s: %d, first %s: %s\n", f.Kind, f.Count, questionText(f.Question), legible(f.Message))
	}
	for _, note := range program.Notes() {
		fmt.Fprintln(s.stdout, note)
	}
}

// longestValue is how many bytes of a value a table shows.
const longestValue = 24

// ellipsis cuts text that has more than a number of bytes. It is printable, so each byte is at most
// a column.
func ellipsis(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most-len("...")], "") + "..."
}

// percentage is a part of a whole, in percent.
func percentage(part, whole int) string {
	if whole == 0 {
		return "nothing was judged"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}

// questionText is a question for people.
func questionText(q judge.Question) string {
	if q.Base == nil {
		return quoted(q.Input)
	}
	return quoted(q.Input) + " against " + quoted(*q.Base)
}

// valueText is what an edition or a program says, for people.
func valueText(value any) string {
	switch v := value.(type) {
	case nil:
		return "absent"
	case bool:
		if v {
			return "valid"
		}
		return "not valid"
	case string:
		return quoted(v)
	}
	return fmt.Sprint(value)
}

// result is what --format=json writes.
func (c *judgeCmd) result(program *judge.Program, r *judge.Report, unused []judge.Allowance) *object {
	out := new(object)
	out.text("command", program.String())
	out.edition(c.Edition.Edition)
	out.text("protocol", c.Protocol)
	out.text("size", c.Size)
	out.add("finished", !r.Unfinished)
	out.add("agrees", r.Agrees())
	out.add("questions", r.Questions)
	out.add("hunted", r.Hunted)
	out.list("subjects", len(r.Tallies), func(o *object, i int) {
		t := r.Tallies[i]
		o.text("subject", string(t.Subject))
		o.add("judged", t.Judged)
		o.add("right", t.Right)
	})
	out.list("disagreements", len(r.Disagreements), func(o *object, i int) {
		d := &r.Disagreements[i]
		o.text("subject", string(d.Subject))
		o.text("how", string(d.How))
		o.optional("rule", d.Rule, d.Rule != "")
		o.section(d.Section)
		o.optional("part", d.Part, d.Part != "")
		bytes := [][2]int32{}
		for _, r := range d.Bytes {
			bytes = append(bytes, [2]int32{r.Lo, r.Hi})
		}
		o.add("bytes", bytes)
		o.add("end", d.End)
		o.add("count", d.Count)
		o.add("allowed", d.Allowed)
		o.question(d.Question)
		right, got := d.Values()
		o.value("expected", right)
		o.value("answered", got)
	})
	out.list("failures", len(r.Failures), func(o *object, i int) {
		f := r.Failures[i]
		o.text("kind", string(f.Kind))
		o.add("count", f.Count)
		o.question(f.Question)
		o.text("message", f.Message)
	})
	out.add("notes", list(program.Notes()))
	out.list("unused", len(unused), func(o *object, i int) {
		a := unused[i]
		o.text("subject", string(a.Subject))
		o.text("how", string(a.How))
		o.optional("rule", a.Rule, a.Rule != "")
		o.optional("part", a.Part, a.Part != "")
	})
	return out
}

// question adds what a parser is asked.
func (o *object) question(q judge.Question) {
	o.text("input", q.Input)
	if q.Base == nil {
		o.add("base", nil)
		return
	}
	o.text("base", *q.Base)
}

// value adds what an edition or a program says: a string, or another value.
func (o *object) value(name string, value any) {
	if text, ok := value.(string); ok {
		o.text(name, text)
		return
	}
	o.add(name, value)
}
