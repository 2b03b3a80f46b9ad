package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPicture: the picture in the README is what the command draws. -update writes it.
func TestPicture(t *testing.T) {
	var out, problems bytes.Buffer
	if status := run([]string{"tree", "--format=svg", "http://user@[::7]:80/a;b/c%7Ed?e=f#g"}, strings.NewReader(""), &out, &problems, noEnv); status != exitYes {
		t.Fatalf("status %d: %s", status, problems.String())
	}
	file := filepath.Join("testdata", "readme", "tree.svg")
	if *update {
		if err := os.WriteFile(file, out.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, out.Bytes()) {
		t.Errorf("%s is stale: go test ./cmd/urispec -run TestPicture -update", file)
	}
}
