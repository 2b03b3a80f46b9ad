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
	const refs = "../g\n?y\n#s\n\n.//g\nx y\nhttp:g\n"
	for golden, args := range map[string]string{
		"rfc3986":       "-retrieved http://a/b/c/d;p?q",
		"url-syntax-09": "-edition url-syntax-09 -retrieved http://a/b/c/d;p?q",
		"redirected":    "-retrieved http://a/ -retrieved f:/a#old",
		"embedded":      "-embedded ../z/ -retrieved http://a/b/c/d",
	} {
		var stdout, stderr bytes.Buffer
		if status := run(strings.Fields(args), strings.NewReader(refs), &stdout, &stderr); status != 1 || stderr.Len() > 0 {
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

func TestTrouble(t *testing.T) {
	for _, args := range []string{"", "-edition rfc9999", "-edition rfc1738 -retrieved http://a/", "-retrieved x", "-nonsense"} {
		var stdout, stderr bytes.Buffer
		if status := run(strings.Fields(args), strings.NewReader("g\n"), &stdout, &stderr); status != 2 || stderr.Len() == 0 || stdout.Len() > 0 {
			t.Errorf("%q: exit status %d, %q, %q", args, status, &stdout, &stderr)
		}
	}
}
