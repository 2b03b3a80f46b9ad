package main

import (
	"bufio"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/effort"
)

// TestParseAllocates: --get allocates nothing for a reference that conforms.
func TestParseAllocates(t *testing.T) {
	if effort.Race {
		t.Skip("the race detector allocates")
	}
	mallocs := func(lines int) uint64 {
		input := strings.Repeat("http://user:word@example.com:8042/over/there?name=ferret&x=%41#nose\n", lines)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		args := []string{"parse", "-j1", "--get", `{host}\t{user}\t{password}\t{segment:-1}\t{query:x}\t{port?80}\t{path|decode}`}
		if status := run(args, strings.NewReader(input), io.Discard, io.Discard, noEnv); status != exitYes {
			t.Fatalf("status %d", status)
		}
		runtime.ReadMemStats(&after)
		return after.Mallocs - before.Mallocs
	}
	mallocs(10) // builds the edition
	const more = 20_000
	few, many := mallocs(1000), mallocs(1000+more)
	if each := float64(many-min(few, many)) / more; each > 0.05 {
		t.Errorf("%.2f allocations for each reference", each)
	}
}

// TestFormats compiles all short formats. What compiles can be written, and a format
// without braces and escapes is written as it is.
func TestFormats(t *testing.T) {
	e := &edition{editions.RFC3986}
	ref := ast.New("")
	if err := e.ParseInto(&ref, "//h"); err != nil {
		t.Fatal(err)
	}
	s := &session{stdout: bufio.NewWriter(io.Discard)}
	compiled := 0
	var try func(text string, more int)
	try = func(text string, more int) {
		f, err := parseFormat(e, text, true)
		if err == nil {
			compiled++
			got, err := f.append(nil, &ref, s)
			if err != nil || !strings.ContainsAny(text, `{\`) && string(got) != text {
				t.Errorf("%q writes %q, %v", text, got, err)
			}
		}
		if more == 0 {
			return
		}
		for _, next := range []string{"{", "}", `\`, "|", "?", "t", "port", "decode", "query:", "\xff"} {
			try(text+next, more-1)
		}
	}
	try("", 4)
	if compiled < 1000 {
		t.Errorf("%d formats compile", compiled)
	}
}
