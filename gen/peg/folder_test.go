package peg

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/urispec/urispec/grammar/engine/reading"
)

// editionSource reads the folder of an edition.
func editionSource(t *testing.T, name string) *reading.Source {
	t.Helper()
	src, err := reading.Read(os.DirFS(filepath.Join("../../grammar/editions", name)), name)
	if err == nil && src.Amends != "" {
		err = src.Amend(editionSource(t, src.Amends))
	}
	if err != nil {
		t.Fatal(err)
	}
	return src
}
