package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// runMain in the environment makes the test binary the command.
const runMain = "URIVET_TEST_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(runMain) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// run runs a program in a folder, in which urivet is this test binary.
func run(t *testing.T, dir, program string, args ...string) (output string, status int) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), runMain+"=1", "GOWORK=off", "GOFLAGS=")
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// TestProcess runs urivet by itself and under go vet.
func TestProcess(t *testing.T) {
	urivet, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":   "module m\n\ngo 1.26\n",
		"a/a.go":   "package a\n\nimport \"net/url\"\n\nfunc Parse(s string) { url.Parse(s) }\n",
		"b/b.go":   "package b\n\nimport \"m/a\"\n\nfunc b() { a.Parse(\"a b\") }\n",
		"ok/ok.go": "package ok\n\nimport \"net/url\"\n\nvar _, _ = url.Parse(\"http://[::1]/\")\n",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const finding = `b.go:5:22: "a b" is not a URI reference: found space at offset 1`

	for _, test := range []struct {
		program string
		args    string
		status  int
		want    string
	}{
		{urivet, "", 1, "Usage:"},
		{urivet, "-h", 0, "Usage:"},
		{urivet, "-edition=rfc1 ./...", 2, "none of rfc1738"},
		{urivet, "./...", 3, finding},
		{urivet, "./ok", 0, ""},
		{urivet, "-edition=2396 ./ok", 3, "of rfc2396"},
		{"go", "vet -vettool=" + urivet + " ./...", 1, finding},
	} {
		if test.program == "go" && testing.Short() {
			continue // it runs urivet for each package that net/url needs
		}
		out, status := run(t, dir, test.program, strings.Fields(test.args)...)
		if status != test.status || !strings.Contains(out, test.want) || test.want == "" && out != "" {
			t.Errorf("%s %s: status %d, want %d and %q:\n%s", filepath.Base(test.program), test.args, status, test.status, test.want, out)
		}
	}
}
