package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"time"
)

// answerCommand is the first argument of a run that answers the questions of the server. Questions
// can be about grammars that take long, and no computation here can be interrupted; a
// process can.
const answerCommand = "__answer"

// writeAnswers answers each line of questions with a line of replies. It returns when there are
// no more, or when there are too many traces of former ones in memory.
func writeAnswers(in io.Reader, out io.Writer) error {
	debug.SetGCPercent(50) // tables are read once and stay; memory counts more than time
	debug.SetMemoryLimit(answerMemory)
	lines := bufio.NewReaderSize(in, 64<<10)
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		replies := answer(line)
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		last := m.HeapAlloc > answerMemory
		mark := byte(goesOn)
		if last {
			mark = ends
		}
		if _, err := out.Write(append(append([]byte{mark}, replies...), '\n')); err != nil || last {
			return err
		}
	}
}

// The first byte of a line of replies says whether the process takes more questions.
const (
	goesOn = '+'
	ends   = '.'
)

// answerMemory is the number of bytes on the heap with which a process still takes questions.
const answerMemory = 24 << 20

// answerers are processes that answer questions. They are started when they are needed.
type answerers struct {
	program string         // this one
	slots   chan *answerer // one for each process there may be; nil if it is not running
}

func newAnswerers(program string, n int) *answerers {
	a := &answerers{program, make(chan *answerer, n)}
	for range n {
		a.slots <- nil
	}
	return a
}

// graceTime is how long a process may go on after nobody waits for its answer. Whoever types
// fast asks again before, and a new process would have to begin with nothing built.
const graceTime = 2 * time.Second

// answer lets a process answer. If the context ends, so does the process, after a moment of
// grace.
func (a *answerers) answer(ctx context.Context, questions []byte) ([]byte, error) {
	var p *answerer
	select {
	case p = <-a.slots:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if p == nil {
		var err error
		if p, err = startAnswerer(a.program); err != nil {
			a.slots <- nil
			return nil, err
		}
	}
	type result struct {
		replies []byte
		err     error
	}
	done := make(chan result, 1)
	go func() {
		replies, err := p.ask(questions)
		done <- result{replies, err}
	}()
	select {
	case r := <-done:
		a.give(p, r.err)
		return r.replies, r.err
	case <-ctx.Done():
		go func() {
			select {
			case r := <-done:
				a.give(p, r.err)
			case <-time.After(graceTime):
				p.stop()
				<-done
				a.slots <- nil
			}
		}()
		return nil, ctx.Err()
	}
}

// give makes a process available again, unless it failed.
func (a *answerers) give(p *answerer, err error) {
	if err != nil || p.ended {
		p.stop()
		p = nil
	}
	a.slots <- p
}

// close ends all processes. No questions may come after it.
func (a *answerers) close() {
	for range cap(a.slots) {
		select {
		case p := <-a.slots:
			if p != nil {
				p.stop()
			}
		case <-time.After(2 * graceTime):
			return
		}
	}
}

// answerer is a process that answers questions, one after the other.
type answerer struct {
	process *exec.Cmd
	in      io.WriteCloser
	pipe    io.Closer // from which out reads
	out     *bufio.Reader
	ended   bool
}

func startAnswerer(program string) (*answerer, error) {
	p := &answerer{process: exec.Command(program, answerCommand)}
	var err error
	if p.in, err = p.process.StdinPipe(); err != nil {
		return nil, err
	}
	// Not StdoutPipe, which Wait closes, although there may be something to be read.
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p.process.Stdout = write
	err = p.process.Start()
	write.Close()
	if err != nil {
		read.Close()
		return nil, err
	}
	p.pipe, p.out = read, bufio.NewReaderSize(read, 64<<10)
	go p.process.Wait() // so that nothing is left of it
	return p, nil
}

// errNoAnswer is returned if the process ends before it answers.
var errNoAnswer = errors.New("the process that answers has ended")

// ask asks questions, which are a line without its end.
func (p *answerer) ask(questions []byte) ([]byte, error) {
	if _, err := p.in.Write(append(questions, '\n')); err != nil {
		return nil, errNoAnswer
	}
	replies, err := p.out.ReadBytes('\n')
	if err != nil {
		return nil, errNoAnswer
	}
	p.ended = replies[0] == ends
	return replies[1:], nil
}

// stop ends the process.
func (p *answerer) stop() {
	p.process.Process.Kill()
	p.in.Close()
	p.pipe.Close()
}
