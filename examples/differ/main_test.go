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
	for golden, args := range map[string][]string{
		"table":    nil,
		"all":      {"-all"},
		"pathless": {"-base", "http://h", "g", "?y", "./g:h", "x y"},
	} {
		var stdout, stderr bytes.Buffer
		if status := run(args, &stdout, &stderr); status != 0 || stderr.Len() > 0 {
			t.Errorf("%s: exit status %d: %s", golden, status, &stderr)
		}
		file := "testdata/" + golden + ".golden"
		if *update {
			if err := os.WriteFile(file, stdout.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), stdout.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", golden, diff)
		}
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
