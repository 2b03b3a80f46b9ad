package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve/judge"
)

// serveParser is a program for scripts: parser EDITION [FAULT]... answers as the edition does,
// by the JSON protocol, but for these faults.
func serveParser() {
	e, ok := editions.Lookup(os.Args[1])
	if !ok {
		panic("unknown edition " + os.Args[1])
	}
	err := judge.Serve(os.Stdin, os.Stdout, func(q judge.Question) judge.Answer {
		a := judge.Edition{Edition: e}.Answer(q)
		for _, fault := range os.Args[2:] {
			host := a.Parts["host"]
			switch fault {
			case "bars": // "|" is accepted
				if !*a.Valid && e.Valid(strings.ReplaceAll(q.Input, "|", "a")) {
					a = judge.Answer{Valid: new(true)}
				}
			case "lower": // hosts are in lower case
				if host != nil {
					a.Parts["host"] = new(strings.ToLower(*host))
				}
			case "script": // a host that looks like HTML
				if host != nil && *host == "a" {
					a.Parts["host"] = new("<script>alert(1)</script>\u202e\xff")
				}
			case "silent": // it says nothing
				a = judge.Answer{}
			case "dies": // at mail
				if strings.HasPrefix(q.Input, "mailto:") {
					os.Exit(3)
				}
			}
		}
		return a
	})
	if err != nil {
		panic(err)
	}
}

// TestJudgeInterrupted: after an interrupt the program is gone, with all that it has started.
func TestJudgeInterrupted(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /proc")
	}
	pid := filepath.Join(t.TempDir(), "pid")
	cmd := exec.Command("unchecked-urispec", "judge", "--", "sh", "-c", `sleep 60 & echo $! >"$0.new"; mv "$0.new" "$0"; wait`, pid)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var text []byte
	for range 600 {
		time.Sleep(50 * time.Millisecond)
		if text, _ = os.ReadFile(pid); len(text) > 0 {
			break
		}
	}
	child, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	cmd.Process.Signal(os.Interrupt)
	cmd.Wait()
	if status := cmd.ProcessState.ExitCode(); status != exitTrouble || !strings.Contains(stderr.String(), "urispec: interrupted; ") {
		t.Errorf("status %d, %s", status, stderr.String())
	}
	// The child is gone, or is a zombie whose new parent has not looked yet.
	state, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(child), "stat"))
	if _, after, _ := strings.Cut(string(state), ") "); err == nil && !strings.HasPrefix(after, "Z") {
		t.Errorf("what the program started still runs: %s", state)
	}
}

// TestInterrupted: a command that asks programs ends after an interrupt, although its input goes on
// and the program is slow.
func TestInterrupted(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs interrupts and sh")
	}
	slow := "echo $$ >&2; exec sleep 60"
	for _, args := range [][]string{
		{"differ"},
		{"differ", "--program=x=" + slow},
		{"learn", "--wait=60s", "--", "sh", "-c", slow},
	} {
		cmd := exec.Command("unchecked-urispec", args...)
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		stderr, err := cmd.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if len(args) > 1 {
			bufio.NewReader(stderr).ReadString('\n') // the program runs
		} else {
			time.Sleep(100 * time.Millisecond)
		}
		begin := time.Now()
		cmd.Process.Signal(os.Interrupt)
		overdue := time.AfterFunc(20*time.Second, func() { cmd.Process.Kill() })
		cmd.Wait()
		if !overdue.Stop() {
			t.Errorf("%q still runs %v after an interrupt", args, time.Since(begin))
		}
	}
}
