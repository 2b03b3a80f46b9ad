package judge

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"
)

// process is one run of a program that answers lines.
type process struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     io.ReadCloser
	lines   chan [][]byte // what it writes, several lines at a time; closed at its end
	crlf    atomic.Bool   // a line ended with CRLF
	stop    chan struct{} // closed when nobody reads lines any more
	status  func() error  // waits for the end, and says how it was
}

const (
	// longestLine is how much of a line is kept, in bytes. No protocol needs more.
	longestLine = 1 << 20
	// ending is how long a process may take to end after its input or its output has.
	ending = time.Second
)

// start starts a program. The context ends it.
func start(ctx context.Context, args []string, stderr io.Writer) (*process, error) {
	p := &process{
		command: exec.CommandContext(ctx, args[0], args[1:]...),
		lines:   make(chan [][]byte),
		stop:    make(chan struct{}),
	}
	p.status = sync.OnceValue(p.command.Wait)
	p.command.Stderr = stderr
	p.command.WaitDelay = ending // what it has started may keep stderr open
	inOwnGroup(p.command)        // so that an interrupt from the terminal does not end it before us
	p.command.Cancel = func() error { killGroup(p.command.Process); return nil }
	in, err := p.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.in, p.out = in, out
	if err := p.command.Start(); err != nil {
		return nil, err
	}
	go p.read()
	return p, nil
}

// read reads all that the process writes.
func (p *process) read() {
	defer close(p.lines)
	buffer := bufio.NewReaderSize(p.out, 64<<10)
	var batch [][]byte
	send := func() bool {
		select {
		case p.lines <- batch:
			batch = nil
			return true
		case <-p.stop:
			return false
		}
	}
	for {
		line, err := p.line(buffer)
		if err != nil {
			send()
			return
		}
		batch = append(batch, line)
		rest, _ := buffer.Peek(buffer.Buffered())
		if bytes.IndexByte(rest, '\n') < 0 && !send() {
			return
		}
	}
}

// line reads a line, without its end. What ends without a line end is not one.
func (p *process) line(buffer *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := buffer.ReadSlice('\n')
		if len(line) < longestLine {
			line = append(line, part...)
		}
		switch {
		case err == nil:
			line = bytes.TrimSuffix(line, []byte("\n"))
			if n := len(line); n > 0 && line[n-1] == '\r' {
				p.crlf.Store(true)
				line = line[:n-1]
			}
			return line, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
	}
}

// exchange writes questions, n lines, while it reads an answer to each, because the process may
// wait for either. It returns how many answers there were; each was given to got. If last is
// true, these are the last questions: the input of the process ends after them, and then its
// output has to end as well. Otherwise it waits for a pause, in which no further line may come.
// Each answer may take as long as patience. If all is not as it should be, the failure says
// why; after [Hung] the process still runs.
func (p *process) exchange(ctx context.Context, questions []byte, n int, last bool, patience, pause time.Duration, got func(i int, line []byte)) (int, *Failure) {
	go func() {
		p.in.Write(questions) // if that fails, answers will be missing
		if last {
			p.in.Close()
		}
	}()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for answered := 0; ; {
		if answered == n && !last {
			if pause == 0 {
				return answered, nil
			}
			timer.Reset(pause)
		}
		select {
		case batch, more := <-p.lines:
			for _, line := range batch {
				if answered == n {
					return answered, &Failure{Surplus, "it wrote more lines than it was asked"}
				}
				got(answered, line)
				answered++
			}
			if !more {
				if answered == n {
					return answered, nil
				}
				return answered, p.died(last)
			}
			timer.Reset(patience)
		case <-timer.C:
			if answered == n && !last {
				return answered, nil
			}
			return answered, &Failure{Hung, fmt.Sprintf("it wrote nothing within %v", patience)}
		case <-ctx.Done():
			return answered, &Failure{Interrupted, "interrupted"}
		}
	}
}

// died says how the process ended, whose output has ended. If last is true, its input has too.
func (p *process) died(last bool) *Failure {
	err := p.wait()
	switch {
	case err != nil:
		return &Failure{Died, "it ended: " + err.Error()}
	case last:
		return &Failure{Silent, "it ended without an answer"}
	}
	return &Failure{Died, "it ended"}
}

// wait waits until the process has ended, or ends it. Its output must have been read to the
// end.
func (p *process) wait() error {
	overdue := time.AfterFunc(ending, func() { killGroup(p.command.Process) })
	defer overdue.Stop()
	return p.status()
}

// kill ends the process and what it has started.
func (p *process) kill() {
	killGroup(p.command.Process)
	p.in.Close()
	p.out.Close() // what has left the group may keep it open
	close(p.stop)
	for range p.lines {
	}
	p.status()
}
