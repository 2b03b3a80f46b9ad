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
)

// processes is the group of whole processes that count the conforming lines of a file,
// which is web50k again and again.
func processes(repo, file string, sc scale) (*group, error) {
	lines, err := corpus(file, sc.lines)
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
	command := filepath.Join(dir, "urispec")
	if err := errors.Join(writeLines(input, lines, sc.process), build(repo, command)); err != nil {
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
	add := func(name string, accepted int, args ...string) {
		p := &peer{name: name, strict: true, pass: func(int, int) tally { return counted(args...) }}
		// To the group a pass is one line, because it cannot be divided.
		l := &lane{
			peer: p, work: process, input: "lines", lines: 1, ops: sc.process,
			bytes: size(lines) * sc.process / len(lines), oracle: []tally{{accepted: accepted}},
		}
		g.lanes = append(g.lanes, l)
		l.base = g.lanes[0]
	}
	add(scanPeer, parsed, self, "--scan", input)
	if hasGrepP() {
		add(grepPeer, conforming, "grep", "-P", "-x", "-c", uriReference(false), input)
	} else {
		g.note = "grep knows no -P here, so it is not measured."
	}
	add(ourCheck, conforming, command, "check", "--count", "--only=valid", "--file", input)
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

// counted runs a process that first prints a number. Its exit status is 1 if a check
// found lines that do not conform.
func counted(args ...string) (t tally) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "LC_ALL=C", fmt.Sprint("GOMAXPROCS=", cores))
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if exit := new(exec.ExitError); errors.As(err, &exit) && exit.ExitCode() == 1 {
		err = nil
	}
	if err == nil {
		_, err = fmt.Sscan(stdout.String(), &t.accepted)
	}
	if err != nil {
		t.err = fmt.Errorf("%s: %w: %s", args[0], err, stderr.String())
	}
	return t
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
