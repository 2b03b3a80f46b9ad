package effort_test

import (
	"flag"
	"testing"

	"github.com/urispec/urispec/grammar/engine/effort"
)

// TestPick sets the measure in all ways. -short wins over the variable, so that
// the variable can be exported for all steps of .ci/run.
func TestPick(t *testing.T) {
	for _, test := range []struct{ variable, short, want string }{
		{"", "false", "usual"},
		{"", "true", "short"},
		{"1", "false", "exhaustive"},
		{"1", "true", "short"},
	} {
		t.Setenv("URISPEC_EXHAUSTIVE", test.variable)
		before := flag.Lookup("test.short").Value.String()
		if err := flag.Set("test.short", test.short); err != nil {
			t.Fatal(err)
		}
		got, all := effort.Pick("exhaustive", "usual", "short"), effort.Exhaustive()
		if err := flag.Set("test.short", before); err != nil {
			t.Fatal(err)
		}
		if got != test.want || all != (test.want == "exhaustive") {
			t.Errorf("URISPEC_EXHAUSTIVE=%s, -short=%s: %s, exhaustive %v", test.variable, test.short, got, all)
		}
	}
}
