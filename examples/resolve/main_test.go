package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/engine/golden"
)

func TestRun(t *testing.T) {
	const refs = "../g\n?y\n#s\n\n.//g\nx y\nhttp:g\n"
	for name, args := range map[string]string{
		"rfc3986":       "-retrieved http://a/b/c/d;p?q",
		"url-syntax-09": "-edition url-syntax-09 -retrieved http://a/b/c/d;p?q",
		"redirected":    "-retrieved http://a/ -retrieved f:/a#old",
		"embedded":      "-embedded ../z/ -retrieved http://a/b/c/d",
	} {
		var stdout, stderr bytes.Buffer
		if status := run(strings.Fields(args), strings.NewReader(refs), &stdout, &stderr); status != 1 || stderr.Len() > 0 {
			t.Errorf("%s: exit status %d: %s", name, status, &stderr)
		}
		golden.Compare(t, "testdata/"+name+".golden", stdout.String())
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
