package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// The commands that read many lines. After a comma stands how many cores they have.
const (
	manyCount   = "urispec check --count"
	manyPiped   = "urispec check --count, from a pipe"
	manyInvalid = "urispec check --only=invalid"
	manyJSON    = "urispec check --json"
	manyHostile = "urispec check --count, hostile lines"

	oneCore  = ", one core"
	twoCores = ", two cores"
)

// hostileLine is the length of a hostile line, which is about that of a line of web50k.
const hostileLine = 66

// consumption is what a process takes, besides time.
type consumption struct {
	cpu      []float64 // seconds, of each pass
	resident float64   // MB of memory at most; 0 if that is not known
}

// manyLines is the group of the processes that read a large file of web50k, again and
// again: as fast as they can, not beside another program.
func manyLines(repo, file string, sc scale) (*group, error) {
	lines, err := corpus(file, sc.lines)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "urispec-bench")
	if err != nil {
		return nil, err
	}
	g := &group{
		title: fmt.Sprintf("Many lines, %d", sc.many),
		note:  "The memory is the largest resident set that /proc showed while the process ran.",
		close: func() { os.RemoveAll(dir) },
	}
	input, command := filepath.Join(dir, "lines.txt"), filepath.Join(dir, "urispec")
	var bad []string
	for _, s := range shapes {
		bad = append(bad, s.make(hostileLine))
	}
	// As many bytes as the other file has.
	hostile, bytes := filepath.Join(dir, "hostile.txt"), (size(lines)+len(lines))*sc.many/len(lines)
	manyBad := bytes * len(bad) / (size(bad) + len(bad))
	if err := errors.Join(writeLines(input, lines, sc.many), writeLines(hostile, bad, manyBad), build(repo, command)); err != nil {
		g.close()
		return nil, err
	}
	conforming := func(lines []string, of int) (n int) {
		for i, s := range lines {
			if rfc3986().MatchString(s) {
				n += (of - i + len(lines) - 1) / len(lines)
			}
		}
		return n
	}
	add := func(name string, cores, accepted int, run func(cores int, used *consumption) tally) {
		used := new(consumption)
		l := &lane{
			peer: &peer{name: name, strict: true, pass: func(int, int) tally { return run(cores, used) }},
			work: many, input: "lines", lines: 1, ops: sc.many, bytes: bytes,
			oracle: []tally{{accepted: accepted}}, used: used,
		}
		l.base = l
		g.lanes = append(g.lanes, l)
	}
	for _, on := range []struct {
		cores  int
		suffix string
	}{{1, oneCore}, {cores, twoCores}} {
		check := func(name string, accepted int, piped string, args ...string) {
			args = append([]string{command, "check"}, args...)
			add(name+on.suffix, on.cores, accepted, func(cores int, used *consumption) tally {
				return consumed(used, cores, accepted > 0, piped, args...)
			})
		}
		valid := conforming(lines, sc.many)
		check(manyCount, valid, "", "--count", "--only=valid", "--file", input)
		check(manyPiped, valid, input, "--count", "--only=valid")
		check(manyHostile, conforming(bad, manyBad), "", "--count", "--only=valid", "--file", hostile)
		// The tests of the command are about what these write.
		check(manyInvalid, 0, "", "--only=invalid", "--file", input)
		check(manyJSON, 0, "", "--json", "--file", input)
	}
	return g, nil
}

// consumed runs a process on so many cores, and notes what it takes. If counts is true, it
// prints a number, which is how many lines it accepts; otherwise nobody reads what it
// writes. If piped is not "", it reads that file from a pipe.
func consumed(used *consumption, cores int, counts bool, piped string, args ...string) (t tally) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), fmt.Sprint("GOMAXPROCS=", cores))
	var stdout, stderr bytes.Buffer
	if cmd.Stderr = &stderr; counts {
		cmd.Stdout = &stdout
	}
	if piped != "" {
		cat := exec.Command("cat", piped)
		from, err := cat.StdoutPipe()
		if err != nil {
			return tally{err: err}
		}
		cmd.Stdin = from
		if err := cat.Start(); err != nil {
			return tally{err: err}
		}
		defer cat.Wait()
	}
	if err := cmd.Start(); err != nil {
		return tally{err: err}
	}
	if c, ok := cmd.Stdin.(io.Closer); ok {
		c.Close() // our end of the pipe
	}
	stop := make(chan struct{})
	resident := make(chan float64)
	go watchMemory(cmd.Process.Pid, stop, resident)
	err := cmd.Wait()
	close(stop)
	used.resident = max(used.resident, <-resident)
	used.cpu = append(used.cpu, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds())
	if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 1 { // there are lines that do not conform
		return tally{err: fmt.Errorf("%s: %v, and not exit status 1: %s", args[0], err, stderr.String())}
	}
	if counts {
		_, t.err = fmt.Sscan(stdout.String(), &t.accepted)
	}
	return t
}

// watchMemory looks at the memory of a process until it is stopped, and then tells the
// largest resident set, in MB; 0 if there is no /proc.
func watchMemory(pid int, stop <-chan struct{}, resident chan<- float64) {
	most := 0.0
	for {
		if text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)); err == nil {
			most = max(most, highWater(string(text)))
		}
		select {
		case <-stop:
			resident <- most
			return
		case <-time.After(2 * time.Millisecond):
		}
	}
}

// highWater returns the largest resident set that the status of a process names, in MB.
func highWater(status string) float64 {
	for line := range strings.Lines(status) {
		if value, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kib, _ := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 64)
			return kib * 1024 / 1e6
		}
	}
	return 0
}
