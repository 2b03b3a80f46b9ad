package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// npm gets the npm packages, or skips the test.
func npm(t *testing.T) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(editorFolder, "node_modules")); err == nil {
		return
	}
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("this test needs npm packages: install npm")
	}
	if err := install(); err != nil {
		t.Skip("this test needs npm packages, which could not be had: ", err)
	}
}

// TestEditorIsFresh: the editor that is checked in is what its source and its packages give.
func TestEditorIsFresh(t *testing.T) {
	npm(t)
	files, err := editorFiles()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(webFolder, name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is stale: go run . editor", name)
		}
	}
}
