package main

import (
	"os"
	"strings"
	"testing"
)

func Example() {
	main()
	// Output:
	// true
	// false
	// 10 pct-encoded 2.1 [HEXDIG]
	// scheme "http"
	// site "h:"
	// hostport "h:"
	// host "h"
	// port ""
	// path "/p"
	// segment "p"
	// query ""
	// fragment "f"
	// http://a/b/g <nil>
	// http://a/~b/c <nil>
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
