package urispec_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestSize: a program that only asks whether strings conform is small, and participle is
// linked only where a tree is asked for, and what explains errors only where one is.
//
// Participle's package variables remain in each program, because the generated structs are
// in the package of the edition. Its parser does not.
func TestSize(t *testing.T) {
	if testing.Short() {
		t.Skip("links four programs, which takes seconds: run without -short")
	}
	const (
		bound  = 1_200_000 // bytes more than the program with net/url
		parser = "github.com/alecthomas/participle/v2.(*group).Parse"
	)
	dir := t.TempDir()
	programs := make(map[string][]byte)
	for _, name := range []string{"neturl", "valid", "parse", "tree"} {
		file := filepath.Join(dir, name)
		build := exec.Command("go", "build", "-ldflags=-s -w", "-o", file, "./grammar/testdata/size/"+name)
		build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64")
		out, err := build.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if programs[name], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	more := len(programs["valid"]) - len(programs["neturl"])
	t.Logf("Valid takes %d bytes more than net/url", more)
	if more > bound {
		t.Errorf("a program that uses Valid has %d bytes more than one that uses net/url; at most %d are wanted", more, bound)
	}
	// The table that explains errors is in the programs that ask for some.
	const explained = "\nrule\tpct-encoded\t2.1\n"
	for name, wanted := range map[string]bool{"neturl": false, "valid": false, "parse": true, "tree": true} {
		if got := bytes.Contains(programs[name], []byte(explained)); got != wanted {
			t.Errorf("%s: the table that explains errors is linked: %t, want %t", name, got, wanted)
		}
	}
	for name, wanted := range map[string]bool{"neturl": false, "valid": false, "parse": false, "tree": true} {
		// The names of functions are in stripped programs, too.
		if got := bytes.Contains(programs[name], []byte(parser)); got != wanted {
			t.Errorf("%s: participle's parser is linked: %t, want %t", name, got, wanted)
		}
	}
}
