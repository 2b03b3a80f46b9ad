package lint_test

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispec/urispec/grammar/lint"
)

var update = flag.Bool("update", false, "write CODES.md")

// TestTable: CODES.md, to which the README links, lists all codes.
func TestTable(t *testing.T) {
	got := "# The codes of `urispec lint`\n\nWritten by `go test ./grammar/lint -run TestTable -update`; do not edit.\n\n" + lint.Markdown(lint.Codes())
	if *update {
		if err := os.WriteFile("CODES.md", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("CODES.md")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("CODES.md (-want +got):\n%s", diff)
	}
}
