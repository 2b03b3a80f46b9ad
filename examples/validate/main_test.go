package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/engine/golden"
)

func TestRun(t *testing.T) {
	list, err := os.ReadFile("testdata/list.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name   string
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
			t.Errorf("%s: exit status %d, want %d; %s", test.name, status, test.status, &stderr)
		}
		golden.Compare(t, "testdata/"+test.name+".golden", stdout.String())
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
