package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
)

// cores is how many cores a process may use, if there are that many.
const cores = 2

const (
	grepPeer = "grep -P -x -c, all of RFC 3986"
	scanPeer = "net/url Parse, bufio.Scanner"
	ourCheck = "urispec check --count"
	ourParse = "urispec parse --get '{host}'"
	ourClean = ourParse + ", all lines conform"
)

// others says what other commands do with such lines. They were measured once, on another
// day: to build them here takes a C++ compiler and their sources.
const others = "Of other commands that read URLs a line at a time, adaparse (ada 3.4.4) writes 4.03 million " +
	"normalized URLs a second, or 6.83 million if it only writes those that fail, and trurl 0.16.1 " +
	"0.27 million: one million lines of this kind, on two such processors."

// processes is the group of whole processes that count the conforming lines of a file,
// which is web50k again and again.
func processes(repo, file string, sc scale) (*group, error) {
	lines, err := corpus(file, sc.lines)
	if err != nil {
		return nil, err
	}
	unspoilt, err := readLines(file, sc.lines)
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "urispec-bench")
	if err != nil {
		return nil, err
	}
	g := &group{
		title: fmt.Sprintf("Whole processes, %d lines", sc.process),
		close: func() { os.RemoveAll(dir) },
	}
	input := filepath.Join(dir, "lines.txt")
	hosts := filepath.Join(dir, "hosts.txt")
	clean := filepath.Join(dir, "clean.txt")
	command := filepath.Join(dir, "urispec")
	if err := errors.Join(writeLines(input, lines, sc.process), writeLines(clean, unspoilt, sc.process), build(repo, command)); err != nil {
		g.close()
		return nil, err
	}

	// How often each line of the corpus is in the file.
	times := func(i int) int { return (sc.process - i + len(lines) - 1) / len(lines) }
	conforming, parsed := 0, 0
	for i, s := range lines {
		if rfc3986().MatchString(s) {
			conforming += times(i)
		}
		if _, err := url.Parse(s); err == nil {
			parsed += times(i)
		}
	}
	run := func(name string, accepted int, pass func() tally) {
		p := &peer{name: name, strict: true, pass: func(int, int) tally { return pass() }}
		// To the group a pass is one line, because it cannot be divided.
		l := &lane{
			peer: p, work: process, input: "lines", lines: 1, ops: sc.process,
			bytes: size(lines) * sc.process / len(lines), oracle: []tally{{accepted: accepted}},
		}
		g.lanes = append(g.lanes, l)
		l.base = g.lanes[0]
	}
	add := func(name string, accepted int, args ...string) {
		run(name, accepted, func() tally { return counted(args...) })
	}
	add(scanPeer, parsed, self, "--scan", input)
	if hasGrepP() {
		add(grepPeer, conforming, "grep", "-P", "-x", "-c", uriReference(false), input)
	} else {
		g.note = "grep knows no -P here, so it is not measured. "
	}
	g.note += others
	add(ourCheck, conforming, command, "check", "--count", "--only=valid", "--file", input)
	parse := func(name string, accepted int, file string) {
		run(name, accepted, func() tally { return written(hosts, command, "parse", "--get", "{host}", "--file", file) })
	}
	parse(ourParse, conforming, input)
	parse(ourClean, sc.process, clean)
	return g, nil
}

// writeLines writes n lines, from the first again after the last.
func writeLines(file string, lines []string, n int) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	for i := range n {
		w.WriteString(lines[i%len(lines)])
		w.WriteByte('\n')
	}
	return errors.Join(w.Flush(), f.Close())
}

// build builds urispec, with the tags this program was built with.
func build(repo, output string) error {
	tags := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "-tags" {
				tags = s.Value
			}
		}
	}
	cmd := exec.Command("go", "build", "-tags="+tags, "-o", output, "./cmd/urispec")
	cmd.Dir = repo
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building urispec: %w\n%s", err, out)
	}
	return nil
}

// hasGrepP reports whether there is a grep with Perl's regular expressions.
func hasGrepP() bool {
	cmd := exec.Command("grep", "-P", "-c", `^(?:a)$`)
	cmd.Stdin = strings.NewReader("a\n")
	out, err := cmd.Output()
	return err == nil && string(bytes.TrimSpace(out)) == "1"
}

// counted runs a process that first prints a number.
func counted(args ...string) (t tally) {
	var stdout bytes.Buffer
	if t.err = runProcess(&stdout, args...); t.err == nil {
		_, t.err = fmt.Sscan(stdout.String(), &t.accepted)
	}
	return t
}

// written runs a process that writes a line for each reference that it accepts, into a
// file, and counts the lines.
func written(file string, args ...string) (t tally) {
	f, err := os.Create(file)
	if err != nil {
		return tally{err: err}
	}
	defer f.Close()
	if t.err = runProcess(f, args...); t.err != nil {
		return t
	}
	text, err := os.ReadFile(file)
	return tally{accepted: bytes.Count(text, []byte("\n")), err: err}
}

// runProcess runs a process. Its exit status is 1 if it found lines that do not conform.
func runProcess(stdout io.Writer, args ...string) error {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "LC_ALL=C", fmt.Sprint("GOMAXPROCS=", cores))
	var stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = stdout, &stderr
	err := cmd.Run()
	if exit := new(exec.ExitError); errors.As(err, &exit) && exit.ExitCode() == 1 {
		err = nil
	}
	if err != nil {
		err = fmt.Errorf("%s: %w: %s", args[0], err, stderr.String())
	}
	return err
}

// scan is the program that a Go programmer would write: it prints how many lines of a
// file net/url parses.
func scan(file string, stdout io.Writer) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	n := 0
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if _, err := url.Parse(lines.Text()); err == nil {
			n++
		}
	}
	fmt.Fprintln(stdout, n)
	return lines.Err()
}
