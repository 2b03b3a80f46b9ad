package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/extract"
)

// TestForgedMessages uses names that would control a terminal or look like messages of
// their own, wherever a name may stand. Each message stays on its line.
func TestForgedMessages(t *testing.T) {
	const forged = "\x1b[2K\nurispec: forged \u202e\u009b\xff"
	const shown = `\x1B[2K\x0Aurispec: forged \u{202E}\u{9B}\xFF`
	broken := filepath.Join(t.TempDir(), forged)
	if err := os.WriteFile(broken, []byte("\x1F\x8Bbroken"), 0o666); err != nil {
		t.Skipf("needs a file system whose names may have control characters and bytes that are not UTF-8: %v", err)
	}
	for _, args := range [][]string{
		{"check", "--" + forged}, {"check", "-" + forged}, {forged}, {"rules", "URI", forged},
		{"check", "--file", forged}, {"extract", forged}, {"expand", "-e", "rfc2396", "--table", forged, "a"},
		{"check", "--file", broken}, {"extract", broken},
		{"check", "-e", forged, "a"}, {"check", "--rule", forged, "a"}, {"check", "--only", forged, "a"}, {"check", "-j", forged, "a"},
	} {
		var stderr bytes.Buffer
		status := run(args, strings.NewReader(""), &stderr, &stderr, noEnv)
		text := strings.TrimSuffix(stderr.String(), "\n")
		end := strings.LastIndex(text, "\n") + 1
		usage, last := text[:end], text[end:]
		// Kong writes U+FFFD for bytes of a value that are not UTF-8.
		isShown := strings.Contains(last, shown) || strings.Contains(last, strings.Replace(shown, `\xFF`, `\u{FFFD}`, 1)) || strings.Contains(last, `"\x1b[2K\nurispec: forged`) || strings.HasPrefix(last, "urispec: unknown flag -\\x1B")
		if status != exitTrouble || last != legible(last) || !isShown || strings.Contains(usage, "forged") {
			t.Errorf("urispec %q: status %d, %q", args, status, &stderr)
		}
	}
}

// TestLongBase extracts links from a page whose base is too long.
func TestLongBase(t *testing.T) {
	base := "http://h/" + strings.Repeat("a", extract.MaxBase) + "/"
	page := "<a href=x><a href=http://h/y>"
	stdout, stderr, status := runBoth(page, "extract", "--html", "--base", base)
	why := "urispec: -:1:9: no target of \"x\": the base is longer than 8000 bytes\n"
	if stdout != "http://h/y\n" || stderr != why || status != exitNo {
		t.Errorf("status %d, %q, %q", status, stdout, stderr)
	}
	stdout, status = runText(t, page, "extract", "--html", "--json", "--base", base)
	if !strings.Contains(stdout, `"edition":"rfc3986","valid":true,"error":{"in":"base","message":"the base is longer than 8000 bytes"},`) || status != exitNo {
		t.Errorf("status %d, %s", status, stdout)
	}
}
