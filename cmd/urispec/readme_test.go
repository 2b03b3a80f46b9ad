package main

import (
	"os"
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
			got, _ := runText(t, "", strings.Fields(strings.ReplaceAll(command, "'", ""))...)
			if lines := strings.SplitAfter(got, "\n"); lastLine {
				got = lines[len(lines)-2]
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
