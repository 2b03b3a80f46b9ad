package reading_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/bnf"
	. "github.com/urispec/urispec/grammar/engine/reading"
)

// All rules of an edition, or of a document of a scheme, take an eighth of the steps that
// a grammar may take, or less.
func TestHeadroom(t *testing.T) {
	if testing.Short() {
		t.Skip("takes most of a second; runs without -short")
	}
	const most = 1 << 27 / 8
	check := func(name string, g *Grammar) {
		m := new(automaton.Meter)
		if err := g.BuildOn(m); err != nil || m.Spent() > most {
			t.Errorf("%s: %d steps, more than %d; %v", name, m.Spent(), most, err)
		}
	}
	for _, name := range names {
		check(name, edition(t, name))
	}
	files, err := filepath.Glob("../../schemes/documents/*/testdata/repaired.bnf")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d documents, %v", len(files), err)
	}
	read := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		g, err := Own{Files: []bnf.File{{Name: file, Text: text}}}.Read()
		var syntax *bnf.SyntaxError
		if errors.As(err, &syntax) {
			continue // names with "_" in ABNF, which only the data of the document permit
		}
		if err != nil {
			t.Error(err)
			continue
		}
		read++
		check(file, g)
	}
	if read < 20 {
		t.Errorf("only %d documents could be read", read)
	}
}
