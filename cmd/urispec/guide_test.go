package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// commands returns the commands below a node that people can give, and urispec itself.
func commands(node *kong.Node) []*kong.Node {
	all := []*kong.Node{node}
	for _, c := range node.Children {
		if !c.Hidden {
			all = append(all, commands(c)...)
		}
	}
	return all
}

// TestGuides: each command is in a group and has a guide with examples, which print what
// the guide shows. If this fails for a new command, write guides/NAME.txt as the others
// are, leave the output out, and let -update write it.
func TestGuides(t *testing.T) {
	files, err := filepath.Abs("testdata/examples")
	if err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.Abs("guides")
	if err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	unused := make(map[string]bool)
	for _, file := range left {
		unused[file.Name()] = true
	}
	status := regexp.MustCompile(`\A0    [^\n]+(\n1    [^\n]+)?\n\n\$ `)
	for _, node := range commands(commandLine().Node) {
		name := guideName(node) + ".txt"
		delete(unused, name)
		t.Run(name, func(t *testing.T) {
			if node.Type == kong.CommandNode && node.ClosestGroup() == nil {
				t.Error("the command is in no group")
			}
			file := filepath.Join(dir, name)
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !status.Match(text) {
				t.Fatal("a guide begins with a line for status 0, perhaps one for status 1, and an empty line, then examples")
			}
			statuses, examples, _ := strings.Cut(string(text), "\n\n")
			folder := t.TempDir()
			if err := os.CopyFS(folder, os.DirFS(files)); err != nil {
				t.Fatal(err)
			}
			t.Chdir(folder)
			shown := runSession(t, examples)
			if len(shown) < 2 || len(shown) > 3 {
				t.Errorf("%d examples", len(shown))
			}
			got := statuses + "\n\n"
			for _, one := range shown {
				if !strings.Contains(one.command, strings.ReplaceAll(strings.TrimSuffix(name, ".txt"), "-", " ")) {
					t.Errorf("%s is not an example of the command", one.command)
				}
				if one.status > exitNo || one.status == exitNo && !strings.Contains(statuses, "\n") {
					t.Errorf("%s exits with %d, which the guide does not mention", one.command, one.status)
				}
				got += one.String()
			}
			for line := range strings.Lines(got) {
				if n := columns(strings.TrimSuffix(line, "\n")); n > 82 && line[0] != '{' {
					t.Errorf("a line has %d columns: %s", n, line)
				}
			}
			if got == string(text) {
				return
			}
			if !*update {
				t.Errorf("the examples print\n%s\nthe guide has\n%s", got, text)
			} else if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		})
	}
	for name := range unused {
		t.Errorf("%s is the guide of no command", name)
	}
}

// shown is a command that a page shows, and what it printed in this run.
type shown struct {
	comment string // lines before it that begin with "# "
	command string
	output  string
	status  int
}

func (s shown) String() string { return s.comment + "$ " + s.command + "\n" + s.output }

// sessionLines breaks a session into its commands, which begin with "$ ", each with the
// output shown.
func sessionLines(text string) (list []shown) {
	comment := ""
	for line := range strings.Lines(text) {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			list = append(list, shown{comment: comment, command: strings.TrimSuffix(command, "\n")})
			comment = ""
		} else if strings.HasPrefix(line, "# ") {
			comment += line
		} else if len(list) > 0 {
			list[len(list)-1].output += line
		}
	}
	return list
}

// runSession runs the commands of a session in the working directory.
func runSession(t *testing.T, text string) []shown {
	t.Helper()
	list := sessionLines(text)
	for i := range list {
		list[i].output, list[i].status = runShown(t, list[i].command)
	}
	return list
}

// runShown runs a command as a shell does. Those that need no shell run in the process of
// the test.
func runShown(t *testing.T, command string) (output string, status int) {
	t.Helper()
	var out bytes.Buffer
	unquoted := regexp.MustCompile(`'[^']*'`).ReplaceAllString(command, "")
	if line, ok := strings.CutPrefix(command, "urispec "); ok && !strings.ContainsAny(unquoted, "|<>;&$\"\\*`") {
		var args []string
		for _, arg := range regexp.MustCompile(`(?:[^\s']|'[^']*')+`).FindAllString(line, -1) {
			args = append(args, strings.ReplaceAll(arg, "'", ""))
		}
		status = run(args, strings.NewReader(""), &out, &out, noEnv)
		return out.String(), status
	}
	if runtime.GOOS != "linux" {
		t.Skip("other programs may write something else here:", command)
	}
	sh := exec.Command("sh", "-c", command)
	sh.Stdout, sh.Stderr = &out, &out
	if err := sh.Run(); err != nil && sh.ProcessState == nil {
		t.Fatal(err)
	}
	return out.String(), sh.ProcessState.ExitCode()
}
