package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/engine/golden"
)

func TestRun(t *testing.T) {
	for name, args := range map[string][]string{
		"table":    nil,
		"all":      {"-all"},
		"pathless": {"-base", "http://h", "g", "?y", "./g:h", "x y"},
	} {
		var stdout, stderr bytes.Buffer
		if status := run(args, &stdout, &stderr); status != 0 || stderr.Len() > 0 {
			t.Errorf("%s: exit status %d: %s", name, status, &stderr)
		}
		golden.Compare(t, "testdata/"+name+".golden", stdout.String())
	}
}

// TestREADME: the table in the README of the examples is what the program prints.
func TestREADME(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var table bytes.Buffer
	run(nil, &table, &table)
	if !strings.Contains(string(readme), table.String()) {
		t.Errorf("examples/README.md does not hold this table:\n%s", &table)
	}
}

func TestTrouble(t *testing.T) {
	for _, args := range [][]string{{"-base", "x"}, {"-nonsense"}} {
		var stdout, stderr bytes.Buffer
		if status := run(args, &stdout, &stderr); status != 2 || stderr.Len() == 0 || stdout.Len() > 0 {
			t.Errorf("%q: exit status %d, %q, %q", args, status, &stdout, &stderr)
		}
	}
}
