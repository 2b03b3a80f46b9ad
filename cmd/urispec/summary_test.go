package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/urispec/urispec/cmd/internal/vocabulary"
)

// TestSummaryOrder: a summary does not depend on who had which references.
func TestSummaryOrder(t *testing.T) {
	var text strings.Builder
	for i := range 20000 {
		switch i % 7 {
		case 0:
			fmt.Fprintf(&text, "http://a/%d|\n", i)
		case 1, 2:
			fmt.Fprintf(&text, "http://a/%%%d%c\n", i%10, 'g'+i/7%5)
		case 3:
			fmt.Fprintf(&text, "http://EXAMPLE.com:80/%d\n", i)
		default:
			fmt.Fprintf(&text, "a/%d\n", i)
		}
	}
	for _, command := range []string{"check", "lint"} {
		want, _ := runText(t, text.String(), command, "--summary", "--json", "-j", "1")
		for _, jobs := range []string{"2", "3", "9"} {
			if got, _ := runText(t, text.String(), command, "--summary", "--json", "-j", jobs); got != want {
				t.Errorf("%s with %s workers: %s\nwith one: %s", command, jobs, got, want)
			}
		}
	}
}

// TestSummarySize: the number of groups does not depend on what is found, and examples are
// cut.
func TestSummarySize(t *testing.T) {
	var text strings.Builder
	for r := range rune(0x3000) {
		fmt.Fprintf(&text, "http://a/%c%s\x00", r, strings.Repeat("é", 1000))
	}
	stdout, _ := runText(t, text.String(), "check", "--summary", "-e", "rfc3987", "-0", "--rule=IPv4address")
	if n := strings.Count(stdout, "\n"); n > 10 {
		t.Errorf("%d lines", n)
	}
	stdout, _ = runText(t, text.String(), "check", "--summary", "--json", "-0")
	if n := strings.Count(stdout, `"found"`); n < 20 || n > 200 || len(stdout) > n*2*vocabulary.ExampleLimit {
		t.Errorf("%d groups in %d bytes", n, len(stdout))
	}
	if !strings.Contains(stdout, `é","length":2010}`) {
		t.Errorf("the length of an example is missing: %s", stdout)
	}
}
