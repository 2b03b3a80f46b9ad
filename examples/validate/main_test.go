package main

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files")

func TestRun(t *testing.T) {
	list, err := os.ReadFile("testdata/list.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		golden string
		args   []string
		stdin  string
		status int // 1 if a reference fails
	}{
		{"rfc3986", []string{"testdata/list.txt"}, "", 1},
		{"rfc3986", nil, string(list), 1},
		{"rfc1738", []string{"-edition", "rfc1738", "testdata/list.txt"}, "", 1},
		{"good", nil, "http://h/\r\n\nx", 0}, // the second is the empty reference
		{"long", nil, "data:," + strings.Repeat("x", 1<<20), 0},
	} {
		var stdout, stderr bytes.Buffer
		if status := run(test.args, strings.NewReader(test.stdin), &stdout, &stderr); status != test.status {
			t.Errorf("%s: exit status %d, want %d; %s", test.golden, status, test.status, &stderr)
		}
		compare(t, test.golden, stdout.Bytes())
	}
}

func TestTrouble(t *testing.T) {
	for _, args := range [][]string{
		{"-edition", "rfc9999"}, {"testdata/missing.txt"}, {"a", "b"}, {"testdata"},
	} {
		var stdout, stderr bytes.Buffer
		status := run(args, strings.NewReader(""), &stdout, &stderr)
		if status != 2 || stdout.Len() > 0 || stderr.Len() == 0 {
			t.Errorf("%q: exit status %d, stdout %q, stderr %q", args, status, &stdout, &stderr)
		}
	}
}

// compare holds an output to the golden file of that name; -update writes it.
func compare(t *testing.T, golden string, got []byte) {
	t.Helper()
	file := "testdata/" + golden + ".golden"
	if *update {
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}
