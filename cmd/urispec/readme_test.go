package main

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// What the README shows is what the command prints.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	for _, block := range strings.Split(string(readme), "```console\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		for _, session := range strings.Split(block, "$ urispec ")[1:] {
			command, want, _ := strings.Cut(session, "\n")
			command, lastLine := strings.CutSuffix(command, " | tail -1")
			command, head, first := strings.Cut(command, " | head -")
			got, _ := runText(t, "", strings.Fields(strings.ReplaceAll(command, "'", ""))...)
			lines := strings.SplitAfter(got, "\n")
			if lastLine {
				got = lines[len(lines)-2]
			}
			if first {
				n, err := strconv.Atoi(head)
				if err != nil {
					t.Fatal(err)
				}
				got = strings.Join(lines[:n], "")
			}
			if got != want {
				t.Errorf("urispec %s\nprints\n%s\nthe README shows\n%s", command, got, want)
			}
			shown++
		}
	}
	if shown < 4 {
		t.Errorf("the README shows %d commands", shown)
	}
}
