package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync/atomic"
	"time"

	"github.com/urispec/urispec/grammar/engine/automaton"
)

// filter is a program that reads a string on each line and writes a line for each: 1 if it
// accepts the string, 0 if not. It runs until it is closed.
type filter struct {
	name    string // as it was given
	patient time.Duration
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	pipe    io.Closer // of out
}

// filterDomain is the automaton of the strings that a filter can be asked: UTF-8 without LF,
// CR and NUL. (Programs of many languages read lines as text.)
func filterDomain() *automaton.DFA {
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

// startFilter starts a program. What it writes to standard error goes to stderr.
func startFilter(args []string, patient time.Duration, stderr io.Writer) (*filter, error) {
	f := &filter{name: strings.Join(args, " "), patient: patient, command: exec.Command(args[0], args[1:]...)}
	f.command.Stderr = stderr
	f.command.WaitDelay = time.Second // what it has started may keep stderr open
	inOwnGroup(f.command)             // so that an interrupt from the terminal does not end it before us
	in, err := f.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := f.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	f.in, f.out, f.pipe = in, bufio.NewReaderSize(out, 64<<10), out
	return f, f.command.Start()
}

// close ends the program.
func (f *filter) close() {
	f.in.Close()
	f.kill()
	f.command.Wait()
}

// kill ends the program and what it has started. Reading from it then fails.
func (f *filter) kill() {
	killGroup(f.command.Process)
	f.pipe.Close()
}

// Accepts asks the program. It writes all lines while it reads the answers, because the
// program may wait for either.
func (f *filter) Accepts(texts []string, answers []bool) error {
	if len(texts) == 0 {
		return nil
	}
	// A program that does not answer is ended, and then reading fails.
	var slow atomic.Bool
	watch := time.AfterFunc(f.patient, func() {
		slow.Store(true)
		f.kill()
	})
	defer watch.Stop()
	written := make(chan error, 1)
	go func() {
		var lines strings.Builder
		for _, text := range texts {
			lines.WriteString(text)
			lines.WriteByte('\n')
		}
		_, err := io.WriteString(f.in, lines.String())
		written <- err
	}()
	for i, text := range texts {
		line, err := f.answer()
		if err != nil {
			watch.Stop()
			return f.failed(err, slow.Load(), text)
		}
		watch.Reset(f.patient)
		switch line {
		case "0", "1":
			answers[i] = line == "1"
		default:
			return fmt.Errorf("%s: the answer to %q is %.80q, not 0 or 1", f.name, text, line)
		}
	}
	if err := <-written; err != nil {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	if f.out.Buffered() > 0 {
		return fmt.Errorf("%s: it wrote more answers than it was asked, after that to %q", f.name, texts[len(texts)-1])
	}
	return nil
}

// answer reads a line, without its end.
func (f *filter) answer() (string, error) {
	line, err := f.out.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		return string(line), nil
	}
	if err != nil {
		return "", err
	}
	return strings.TrimSuffix(strings.TrimSuffix(string(line), "\n"), "\r"), nil
}

// failed says why there is no answer.
func (f *filter) failed(err error, slow bool, text string) error {
	waited := f.command.Wait()
	switch {
	case slow:
		return fmt.Errorf("%s: no answer to %q within %v; it must write each answer at once", f.name, text, f.patient)
	case waited != nil:
		return fmt.Errorf("%s: it ended before its answer to %q: %w", f.name, text, waited)
	case errors.Is(err, io.EOF):
		return fmt.Errorf("%s: it ended before its answer to %q", f.name, text)
	}
	return fmt.Errorf("%s: %w", f.name, err)
}
