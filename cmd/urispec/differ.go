package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve/judge"
)

// differCmd shows what several parsers take for the components of a reference.
type differCmd struct {
	Programs []programFlag `name:"program" short:"p" sep:"none" placeholder:"NAME=COMMAND" help:"Ask this program too, and call it NAME. The shell runs COMMAND, which must speak the protocol of \"judge --protocol=json\". May be repeated."`
	Wait     time.Duration `default:"10s" placeholder:"DURATION" help:"How long a program may take for an answer (default: 10s)."`
	JSON     bool          `name:"json" help:"Write JSON Lines."`
	placeFlag
	input
}

// killTime is how long it may take to end the programs after an interrupt.
const killTime = 100 * time.Millisecond

// programFlag is a value of --program.
type programFlag struct{ name, command string }

// UnmarshalText reads NAME=COMMAND.
func (p *programFlag) UnmarshalText(text []byte) error {
	name, command, ok := strings.Cut(string(text), "=")
	if !ok || name == "" || command == "" {
		return fmt.Errorf("%s is not NAME=COMMAND", quoted(string(text)))
	}
	*p = programFlag{name, command}
	return nil
}

// Help is what --help says after the flags.
func (c *differCmd) Help() string {
	return `For each reference there is a table with a row for each parser: the editions, net/url of Go, and the programs. It shows whether the parser accepts the reference, and what it takes for the components. "-" is an absent component, and "?" is one of which the parser says nothing. The row of a parser that refuses the reference has no components. Below the table, each host is listed with the parsers that take it for the host, unless they all agree.

The exit status is 1 if two parsers that accept a reference disagree on its host. If a filter uses one of them and a client the other, the filter may check a host that the client never contacts. In this comparison, the case of ASCII letters and the brackets around an address do not count, an absent host is the same as an empty one, and a parser that says nothing of the host disagrees with nobody.

If a program does not answer, an error names it, and the exit status is 2. Records of more than 1 MiB are not read, even if --max-record allows them.`
}

// differColumns are the components that are shown.
var differColumns = []string{"scheme", "userinfo", "host", "port", "path"}

// namedParser is a parser with its name.
type namedParser struct {
	name string
	judge.Parser
}

func (c *differCmd) Run(s *session) error {
	var parsers []namedParser
	for _, e := range editions.All() {
		parsers = append(parsers, namedParser{e.Name(), judge.Edition{Edition: e}})
	}
	parsers = append(parsers, namedParser{"net/url", judge.Func(judge.NetURL)})
	ctx := context.Background()
	if len(c.Programs) > 0 {
		var stop func()
		ctx, stop = signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
		defer stop()
		// Reading cannot be interrupted, so this does not wait for the end of the input.
		defer context.AfterFunc(ctx, func() {
			time.Sleep(killTime)
			os.Exit(exitTrouble)
		})()
	}
	for _, flag := range c.Programs {
		if slices.ContainsFunc(parsers, func(p namedParser) bool { return p.name == flag.name }) {
			return fmt.Errorf("--program: %s is there already; choose another name", flag.name)
		}
		program, err := judge.Start(ctx, shell(flag.command), judge.Options{Protocol: judge.JSON, Patience: c.Wait, Stderr: s.stderr})
		if err != nil {
			s.trouble(err)
			return nil
		}
		defer func() {
			if err := program.Close(); err != nil {
				s.trouble(err)
			}
		}()
		parsers = append(parsers, namedParser{flag.name, program})
	}
	c.Jobs = 1 // programs are asked one question after the other
	return c.each(s, c.placed(&c.input, results{json: c.JSON, end: '\n', apart: true, most: maxWide}), func(s *session, w *worker) {
		for ref := range w.refs {
			r := c.ask(ctx, s, parsers, ref)
			if len(r.hosts) > 1 {
				s.no()
			}
			if c.JSON {
				out := s.object()
				r.add(out)
				s.end(out)
				continue
			}
			if s.preceded {
				fmt.Fprintln(s.stdout)
			}
			r.write(s)
		}
	})
}

// shell returns a command that the shell runs.
func shell(command string) []string {
	if runtime.GOOS == "windows" {
		return []string{"cmd", "/c", command}
	}
	if _, err := exec.LookPath("sh"); err != nil {
		return strings.Fields(command)
	}
	return []string{"sh", "-c", command}
}

// readings is what parsers make of a reference.
type readings struct {
	ref     string
	parsers []namedParser
	answers []judge.Answer
	hosts   []readHost // the different ones; more than one if parsers disagree
}

// readHost is a host, and which parsers accept the reference and take that for the host.
type readHost struct {
	host    string
	parsers []string
}

// ask asks all parsers. What does not answer is reported.
func (c *differCmd) ask(ctx context.Context, s *session, parsers []namedParser, ref string) *readings {
	r := &readings{ref: ref, parsers: parsers}
	for _, p := range parsers {
		answers, _ := p.Ask(ctx, []judge.Question{{Input: ref}})
		a := answers[0]
		if a.Failure != nil {
			s.trouble(fmt.Errorf("%s: asked %s, %w", p.name, quoted(ref), a.Failure))
		}
		r.answers = append(r.answers, a)
		host, said := a.Parts["host"]
		if !said || refuses(a) {
			continue
		}
		text := ""
		if host != nil {
			text = *host
		}
		i := slices.IndexFunc(r.hosts, func(h readHost) bool { return sameHost(h.host, text) })
		if i < 0 {
			i = len(r.hosts)
			r.hosts = append(r.hosts, readHost{host: text})
		}
		r.hosts[i].parsers = append(r.hosts[i].parsers, p.name)
	}
	return r
}

// refuses reports whether a parser does not accept the reference.
func refuses(a judge.Answer) bool { return a.Valid != nil && !*a.Valid }

// sameHost reports whether two hosts are the same but for the case of ASCII letters and the
// brackets around an address.
func sameHost(a, b string) bool {
	plain := func(host string) string {
		if inner, ok := strings.CutPrefix(host, "["); ok {
			host = strings.TrimSuffix(inner, "]")
		}
		return strings.Map(func(c rune) rune {
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			return c
		}, host)
	}
	return a == b || plain(a) == plain(b)
}

// write writes the table.
func (r *readings) write(s *session) {
	s.visible(r.ref)
	fmt.Fprintln(s.stdout)
	header := []string{"PARSER", "ACCEPTS"}
	for _, name := range differColumns {
		header = append(header, strings.ToUpper(name))
	}
	var rows [][]string
	for i, p := range r.parsers {
		a := &r.answers[i]
		row := []string{p.name}
		switch {
		case a.Failure != nil:
			row = append(row, string(a.Failure.Kind))
		case a.Valid == nil:
			row = append(row, "?")
		case *a.Valid:
			row = append(row, "yes")
		default:
			row = append(row, "no")
		}
		for _, name := range differColumns {
			part, said := a.Parts[name]
			switch {
			case refuses(*a) || a.Failure != nil:
				row = append(row, "")
			case !said:
				row = append(row, "?")
			case part == nil:
				row = append(row, "-")
			default:
				row = append(row, quoted(*part))
			}
		}
		rows = append(rows, row)
	}
	s.writeTable(header, rows)
	if len(r.hosts) > 1 {
		fmt.Fprintln(s.stdout)
		for _, h := range r.hosts {
			fmt.Fprintf(s.stdout, "host %s: %s\n", s.color.bad(quoted(h.host)), legible(strings.Join(inShort(h.parsers), ", ")))
		}
	}
}

// inShort returns names of parsers, of three or more editions after each other the first and the
// last.
func inShort(names []string) []string {
	var all []string
	rank := func(name string) int {
		return slices.IndexFunc(editions.All(), func(e *grammar.Edition) bool { return e.Name() == name })
	}
	for i := 0; i < len(names); {
		end := i + 1
		for end < len(names) && rank(names[i]) >= 0 && rank(names[end]) == rank(names[i])+end-i {
			end++
		}
		if end-i >= 3 {
			all = append(all, names[i]+" to "+names[end-1])
		} else {
			all = append(all, names[i:end]...)
		}
		i = end
	}
	return all
}

// add adds what --json writes.
func (r *readings) add(out *object) {
	out.text("input", r.ref)
	out.add("agree", len(r.hosts) <= 1)
	out.list("hosts", len(r.hosts), func(o *object, i int) {
		o.text("host", r.hosts[i].host)
		o.add("parsers", r.hosts[i].parsers)
	})
	out.list("parsers", len(r.parsers), func(o *object, i int) {
		a := &r.answers[i]
		o.text("parser", r.parsers[i].name)
		if a.Failure != nil {
			o.text("failure", a.Failure.Message)
			return
		}
		if a.Valid != nil {
			o.add("valid", *a.Valid)
		}
		if refuses(*a) {
			return
		}
		for _, name := range differColumns {
			if part, said := a.Parts[name]; said && part != nil {
				o.text(name, *part)
			} else if said {
				o.add(name, nil)
			}
		}
	})
}
