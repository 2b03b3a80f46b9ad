package effort_test

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
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

// unseeded are the functions of math/rand that draw from a source seeded by
// chance.
var unseeded = regexp.MustCompile(`\brand\.(Int|Uint|Float|Norm|Exp|Perm|Shuffle|N\b)`)

// TestSeeded: no test of the module draws otherwise each time. That is read off
// the text of the tests, by folder.
func TestSeeded(t *testing.T) {
	const root = "../../.."
	rapid, main := make(map[string]bool), make(map[string]bool)
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		code, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		text, folder := string(code), filepath.Dir(name)
		rapid[folder] = rapid[folder] || strings.Contains(text, "rapid.Check(")
		main[folder] = main[folder] || strings.Contains(text, "effort.Main(m)")
		if draw := unseeded.FindString(text); draw != "" && strings.Contains(text, `"math/rand`) {
			t.Errorf("%s: %s draws from a source without a seed; take rand.New", name, draw)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	users := 0
	for folder, uses := range rapid {
		if !uses {
			continue
		}
		if users++; !main[folder] {
			t.Errorf("%s: rapid has no seed; TestMain calls effort.Main", folder)
		}
	}
	if users < 10 {
		t.Errorf("only %d folders use rapid", users)
	}
}
