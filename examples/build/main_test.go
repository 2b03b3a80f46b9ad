package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden file")

// TestRun holds what the program prints to the golden file, where it stands
// below the arguments.
func TestRun(t *testing.T) {
	var got strings.Builder
	for _, args := range [][]string{
		{"-scheme", "http", "-host", "example.org", "-segment", "docs", "-segment", "50% a/b", "-query", "q=ä"},
		{"-edition", "url-syntax-09", "-scheme", "http", "-host", "example.org", "-segment", "a;b"},
		{"-edit", "http://example.org:8080/a?b#c", "-port", "", "-without", "fragment"},
		{"-edit", "http://example.org:8080/a?b#c", "-host", "[::1]", "-without", "port", "-query", "x#y"},
		{"-edition", "url-syntax-02", "-edit", "ftp://h/", "-user", "a:b", "-password", ""},
		{"-edition", "url-syntax-09", "-edit", "http://h", "-query", "q"},
		{"-relative", "-segment", "this:that"},
		{"-segment", "", "-segment", "x"},
		{"-edition", "url-syntax-02", "-scheme", "http", "-host", "a_b"},
		{"-edition", "rfc9999"},
		{"-nonsense"},
	} {
		var stdout, stderr bytes.Buffer
		status := run(args, &stdout, &stderr)
		message, _, _ := strings.Cut(stderr.String(), "Usage")
		fmt.Fprintf(&got, "$ build %q\n%s%s", args, &stdout, message)
		if status != 0 {
			fmt.Fprintf(&got, "exit status %d\n", status)
		}
	}
	const file = "testdata/build.golden"
	if *update {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
