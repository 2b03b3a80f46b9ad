package editions_test

import (
	"testing"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/sample"
)

// TestSeparations: all engines give each of the strings that separate the editions the
// verdicts that the automata give it.
func TestSeparations(t *testing.T) {
	var references []*grammar.Language
	for _, f := range fixtures() {
		references = append(references, f.References())
	}
	all, err := sample.Between(references...)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 36 {
		t.Errorf("there are %d lists of verdicts; the changelog says 36", len(all))
	}
	for _, v := range all {
		for i, f := range fixtures() {
			l := f.reference()
			if got := l.accepts(v.Text); got != v.Valid[i] {
				t.Errorf("%s: %q: the slow recogniser says %v", f, v.Text, got)
			}
			if _, err := l.tree(v.Text); (err == nil) != v.Valid[i] {
				t.Errorf("%s: %q: the participle grammar says %v", f, v.Text, err)
			}
		}
	}
}
