package main

import (
	"bytes"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// TestManual gives all manual pages to the programs that format them. They say what the
// help says.
func TestManual(t *testing.T) {
	var pages bytes.Buffer
	for _, node := range commands(commandLine().Node) {
		page, err := manual(node)
		if err != nil {
			t.Fatal(err)
		}
		guide, err := guideOf(node)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range append(strings.Split(guide.examples, "\n"), node.Help) {
			if line != "" && !strings.Contains(page, "\n"+roff(line)+"\n") {
				t.Errorf("%s does not have the line %q", pageName(node), line)
			}
		}
		for _, f := range node.Flags {
			if !strings.Contains(page, `\fB\-\-`+roff(f.Name)+`\fR`) {
				t.Errorf("%s does not have --%s", pageName(node), f.Name)
			}
		}
		pages.WriteString(page)
	}
	text := pages.Bytes()
	for line := range bytes.Lines(text) {
		if line[0] == '\'' || line[0] == '.' && !regexp.MustCompile(`^\.(TH|SH|SS|B|TP|PP|nf|fi)( "[^"\n]*")*\n$`).Match(line) {
			t.Errorf("a strange request: %s", line)
		}
	}
	for _, command := range [][]string{
		{"groff", "-man", "-ww", "-z", "-K", "utf8", "-T", "utf8"},
		{"mandoc", "-T", "lint", "-W", "warning"},
	} {
		cmd := exec.Command(command[0], command[1:]...)
		if cmd.Err != nil {
			t.Logf("%s is not installed; it does not check the pages", command[0])
			continue
		}
		cmd.Stdin = bytes.NewReader(text)
		out, err := cmd.CombinedOutput()
		// A page has a date only if the go command knew the revision.
		out = regexp.MustCompile(`.*missing date, using "": TH\n`).ReplaceAll(out, nil)
		if len(out) > 0 {
			t.Errorf("%s: %v\n%s", command[0], err, out)
		}
	}
}

func TestRoff(t *testing.T) {
	for text, want := range map[string]string{
		"a b":       "a b",
		".TH":       `\&.TH`,
		"'a'":       `\(aqa\(aq`,
		`\n--x ^~`:  `\en\-\-x \(ha\(ti`,
		"a.b\"c\"`": "a.b\"c\"\\(ga",
	} {
		if got := roff(text); got != want {
			t.Errorf("roff(%q) = %q, want %q", text, got, want)
		}
	}
}
