package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/golden"
)

func TestRun(t *testing.T) {
	for name, args := range map[string]string{
		// By name, so that a new edition does not change the table.
		"table": "-edition rfc1738 -edition url-syntax-02 -edition url-syntax-09 -edition rfc2396bis-00 -edition rfc3986",
		"one":   "-edition rfc3986 http://h/~user http://h/{user}",
	} {
		var stdout, stderr bytes.Buffer
		if status := run(strings.Fields(args), &stdout, &stderr); status != 0 || stderr.Len() > 0 {
			t.Errorf("%s: exit status %d: %s", name, status, &stderr)
		}
		golden.Compare(t, "testdata/"+name+".golden", stdout.String())
	}
}

// Without -edition there is a column for each edition.
func TestAll(t *testing.T) {
	var out bytes.Buffer
	if status := run([]string{"x:y"}, &out, &out); status != 0 {
		t.Errorf("exit status %d", status)
	}
	head, row, _ := strings.Cut(out.String(), "\n")
	var names []string
	for _, e := range editions.All() {
		names = append(names, e.Name())
	}
	if diff := cmp.Diff(names, strings.Fields(head)); diff != "" {
		t.Errorf("columns (-want +got):\n%s", diff)
	}
	if got := strings.Count(row, "ok"); got != len(names) {
		t.Errorf("%d verdicts in %q, want %d", got, row, len(names))
	}
}

func TestUnknown(t *testing.T) {
	var stdout, stderr bytes.Buffer
	status := run([]string{"-edition", "rfc9999"}, &stdout, &stderr)
	if status != 2 || stdout.Len() > 0 || !strings.Contains(stderr.String(), "rfc3986") {
		t.Errorf("exit status %d, stdout %q, stderr %q", status, &stdout, &stderr)
	}
}
