package main

import (
	"os"
	"strings"
	"testing"
)

func Example() {
	main()
	// Output:
	// example.com en
	// http://example.com/search <nil>
	// http://example.com/search?q=fish%20%26%20chips <nil>
	// 10 pct-encoded 2.1 [HEXDIG]
	// true false
	// rfc2396: offset 1: "_" in toplabel (section 3.2.2), expected alphanum, "-", "." or end of input
}

// The README shows this program, without its comment.
func TestREADME(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	_, program, _ := strings.Cut(string(source), "\npackage main\n")
	if !strings.Contains(string(readme), "```go\npackage main\n"+program+"```\n") {
		t.Error("README.md does not show main.go")
	}
}
