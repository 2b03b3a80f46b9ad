package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// completions returns what the words of a command line may become, without the words for
// people. The last is the one to be completed.
func completions(t *testing.T, words ...string) []string {
	t.Helper()
	stdout, status := runText(t, "", append([]string{completeCommand}, words...)...)
	if status != exitYes {
		t.Errorf("status %d", status)
	}
	var list []string
	for line := range strings.Lines(stdout) {
		text, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		list = append(list, text)
	}
	return list
}

// TestCompletions: one of the completions of the words before the colon is the word after
// it, and they are as many as the number says.
func TestCompletions(t *testing.T) {
	for _, test := range []struct {
		words string // separated by blanks
		want  string // one of them
		count int    // -1 for any
	}{
		{"ch", "check", 2},
		{"--v", "--version", 1},
		{"check --on", "--only", 1},
		{"check --only ", "invalid", 3},
		{"check --only=v", "valid", 1},
		{"check --only = v", "valid", 1}, // bash
		{"check --only =", "both", 3},    // bash
		{"check -e rfc39", "rfc3986", 2},
		{"check -e", "", 0},
		{"check --rule pct", "pct-encoded", 1},
		{"check -e 1738 --rule hs", "hsegment", 1},
		{"check -erfc1738 --rule hs", "hsegment", 1},
		{"check -0e rfc1738 --rule hs", "hsegment", 1},
		{"check --edition = rfc1738 --rule hs", "hsegment", 1},
		{"check --rule hs", "", 0},
		{"check --rule=hier", "hier-part", 1},
		{"map -e nonsense --to ", "iri", 2},
		{"rules -e rfc2396 opaque", "opaque_part", 1},
		{"rules opaque", "", 0},
		{"lint --explain default", "default-port", 1},
		{"lint --severity w", "warning", 1},
		{"encode --component ", "segment", -1},
		{"diff rfc1738 rfc18", "rfc1808", 1},
		{"edit --set ho", "host=", 1},
		{"edit -e rfc1808 --unset ho", "", 0},
		{"check --file ", filesAnswer, 1},
		{"check --file=a", filesAnswer, 1},
		{"check -e ./a", filesAnswer, 1},
		{"diff rfc3986 dir/", filesAnswer, 1},
		{"extract --html ", filesAnswer, 1},
		{"check -- --o", "", 0},
		{"check http : //a", "", 0},
		{"help re", "resolve", 2},
		{"completion ", "fish", 3},
		{"nonsense --o", "", 0},
		{"", "check", -1},
	} {
		got := completions(t, strings.Split(test.words, " ")...)
		if test.count >= 0 && len(got) != test.count || test.want != "" && !slices.Contains(got, test.want) {
			t.Errorf("%q: %q", test.words, got)
		}
	}
	if got := completions(t); got != nil {
		t.Errorf("no words: %q", got)
	}
}

// TestValueKinds: of each value of the command line it is known how to complete it, or
// that it can be anything. If this fails for a new flag, give it a placeholder that is
// listed, or list the new one.
func TestValueKinds(t *testing.T) {
	free := []string{"REF", "BASE", "CHARSET", "CHAR", "N", "R=R2", "NAME=COMMAND", "SIZE", "DURATION", "FORMAT", "KEY", "KEY=VALUE", "segment=VALUE", "RULE=EDITION[:RULE]", "SCHEME", "DATA", "TEXT", "TARGET", "ADDR"}
	check := func(command string, has func(name string) bool, name string) {
		if !has(name) && !slices.Contains(free, name) {
			t.Errorf("urispec %s: nothing is known of values named %s", command, name)
		}
	}
	for _, node := range commands(commandLine().Node) {
		known := func(name string) bool {
			_, ok := valueKinds[name]
			return ok || slices.Contains(fileKinds, name) || strings.Contains(name, "|")
		}
		for _, f := range node.Flags {
			if name, _, _ := strings.Cut(f.FormatPlaceHolder(), ","); takesValue(f) {
				check(node.Path(), known, name)
			}
		}
		for _, arg := range node.Positional {
			if arg.Enum == "" {
				check(node.Path(), known, argumentName(arg))
			}
		}
	}
}

// TestShells completes words in the shells that are installed.
func TestShells(t *testing.T) {
	scripts, err := filepath.Abs("completion")
	if err != nil {
		t.Fatal(err)
	}
	for shell, command := range map[string][]string{
		// The functions of readline are there only for people, so the test calls ours.
		"bash": {"bash", "--norc", "--noprofile", "-c", `source "$1/urispec.bash"
			complete -p urispec >&2
			COMP_WORDS=(urispec check -e rfc1738 --rule "$2"); COMP_CWORD=5
			_urispec urispec "$2" --rule
			printf '%s\n' "${COMPREPLY[@]}"`, "bash"},
		"fish": {"fish", "--no-config", "-c", `source "$argv[1]/urispec.fish"
			complete -C "urispec check -e rfc1738 --rule $argv[2]"`},
		"zsh": {"zsh", "-f", "-c", `zmodload zsh/zpty
			zpty z zsh -f -i
			zpty -w z "PS1=; autoload -U compinit; compinit -u -D; source $1/urispec.zsh; echo REA''DY"
			zpty -r z line '*READY*'
			zpty -w -n z "urispec check -e rfc1738 --rule $2"$'\t'
			zpty -r z line "*$3*"
			print -r -- $line
			zpty -d z`, "zsh"},
	} {
		t.Run(shell, func(t *testing.T) {
			path, err := exec.LookPath(shell)
			if err != nil {
				t.Skipf("%s is not installed; its completion is not tested", shell)
			}
			for word, want := range map[string]string{"hse": "hsegment", "ftpt": "ftptype"} {
				// A shell that does not answer is a failure.
				ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
				defer cancel()
				cmd := exec.CommandContext(ctx, path, append(slices.Clone(command[1:]), scripts, word, want)...)
				cmd.Env = append(os.Environ(), "TERM=dumb", "HOME="+t.TempDir())
				out, err := cmd.CombinedOutput()
				if err != nil || !bytes.Contains(out, []byte(want)) {
					t.Errorf("--rule %s: %v\n%s", word, err, out)
				}
			}
		})
	}
}
