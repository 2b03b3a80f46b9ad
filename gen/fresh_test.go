package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The files that are checked in are those that the editions' folders give. To
// write them: go generate ./...
func TestGeneratedFilesAreFresh(t *testing.T) {
	if testing.Short() {
		t.Skip("proves all grammars, which takes some ten seconds; runs without -short, as in .ci/run")
	}
	root := ".."
	files, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	generated := make(map[string]bool)
	for _, f := range files {
		generated[filepath.FromSlash(f.name)] = true
		old, err := os.ReadFile(filepath.Join(root, f.name))
		if err != nil {
			t.Error(err)
			continue
		}
		if diff := cmp.Diff(string(old), string(f.code)); diff != "" {
			t.Errorf("%s is stale; run go generate ./...\n%s", f.name, diff)
		}
	}
	// Nothing else calls itself generated.
	for _, folders := range []string{"*", filepath.Join("*", "*")} {
		old, err := filepath.Glob(filepath.Join(root, "grammar", folders, "*_gen.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range old {
			if rel, _ := filepath.Rel(root, name); !generated[rel] {
				t.Errorf("%s is no file that gen writes", rel)
			}
		}
	}
}
