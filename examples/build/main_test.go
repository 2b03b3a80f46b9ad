package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/engine/golden"
)

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
	golden.Compare(t, "testdata/build.golden", got.String())
}
