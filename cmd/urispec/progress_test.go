package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestProgress shows the bar only late, and takes it away again.
func TestProgress(t *testing.T) {
	var out bytes.Buffer
	p := startProgress(&out, 1000)
	p.reached(100)
	p.hide()
	if out.Len() > 0 {
		t.Errorf("at once there is %q", &out)
	}
	p.since = p.since.Add(-progressDelay)
	p.reached(250)
	if !strings.Contains(out.String(), "25%") {
		t.Errorf("the bar is %q", &out)
	}
	out.Reset()
	p.hide()
	if text := out.String(); strings.TrimSpace(text) != "" || !strings.HasSuffix(text, "\r") {
		t.Errorf("hidden by %q", text)
	}
	out.Reset()
	p.hide()
	if out.Len() > 0 {
		t.Errorf("hidden twice: %q", &out)
	}
}

// TestProgressOfUnknownSize has no end to compare with.
func TestProgressOfUnknownSize(t *testing.T) {
	var out bytes.Buffer
	p := startProgress(&out, -1)
	p.since = p.since.Add(-progressDelay)
	p.reached(5000)
	if !strings.Contains(out.String(), "kB") || strings.Contains(out.String(), "%") {
		t.Errorf("the bar is %q", &out)
	}
}

// TestNoProgress is for all that is no terminal.
func TestNoProgress(t *testing.T) {
	if p := newProgress(&session{stderr: new(bytes.Buffer)}, []string{"-"}); p != nil {
		t.Error("there is a bar")
	}
	var none *progress
	none.reached(1)
	none.hide()
}

func TestSizeOf(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	if err := os.WriteFile(name, []byte("12345"), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, test := range []struct {
		names []string
		want  int64
	}{
		{nil, 0},
		{[]string{name, name}, 10},
		{[]string{name, "-"}, 10},
		{[]string{name, dir}, -1},
		{[]string{name, filepath.Join(dir, "missing")}, -1},
	} {
		if got := sizeOf(test.names, f); got != test.want {
			t.Errorf("sizeOf(%q) = %d, want %d", test.names, got, test.want)
		}
	}
	if got := sizeOf([]string{"-"}, new(bytes.Buffer)); got != -1 {
		t.Errorf("the size of a stream is %d", got)
	}
}
