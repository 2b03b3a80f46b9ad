package lint_test

import (
	"testing"

	"github.com/urispec/urispec/grammar/engine/golden"
	"github.com/urispec/urispec/grammar/lint"
)

// TestTable: CODES.md, to which the README links, lists all codes.
func TestTable(t *testing.T) {
	got := "# The codes of `urispec lint`\n\nWritten by `go test ./grammar/lint -run TestTable -update`; do not edit.\n\n" + lint.Markdown(lint.Codes())
	golden.Compare(t, "CODES.md", got)
}
