package main

import (
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/extract"
)

// TestLongBase extracts links from a page whose base is too long.
func TestLongBase(t *testing.T) {
	base := "http://h/" + strings.Repeat("a", extract.MaxBase) + "/"
	page := "<a href=x><a href=http://h/y>"
	stdout, status := runText(t, page, "extract", "--html", "--base", base)
	if want := "(no target of \"x\": the base is longer than 8000 bytes)\nhttp://h/y\n"; stdout != want || status != exitNo {
		t.Errorf("status %d, %q", status, stdout)
	}
	stdout, status = runText(t, page, "extract", "--html", "--json", "--base", base)
	if !strings.Contains(stdout, `"target":null,"same_document":false,"edition":"rfc3986","valid":true,"error":{"in":"base","message":"the base is longer than 8000 bytes"}}`) || status != exitNo {
		t.Errorf("status %d, %s", status, stdout)
	}
}
