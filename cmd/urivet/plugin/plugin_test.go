package plugin_test

import (
	"path/filepath"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis/analysistest"

	_ "github.com/urispec/urispec/cmd/urivet/plugin"
)

// TestPlugin makes the linter as golangci-lint does, and runs it.
func TestPlugin(t *testing.T) {
	make, err := register.GetPlugin("urivet")
	if err != nil {
		t.Fatal(err)
	}
	linter, err := make(map[string]any{"edition": "rfc2396", "funcs": []string{"example.com/api.Get:1"}})
	if err != nil {
		t.Fatal(err)
	}
	if mode := linter.GetLoadMode(); mode != register.LoadModeTypesInfo {
		t.Errorf("the load mode is %q", mode)
	}
	analyzers, err := linter.BuildAnalyzers()
	if err != nil || len(analyzers) != 1 {
		t.Fatal(analyzers, err)
	}
	testdata, err := filepath.Abs("../checker/testdata")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, testdata, analyzers[0], "old")
}

func TestSettings(t *testing.T) {
	make, err := register.GetPlugin("urivet")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := make(nil); err != nil {
		t.Errorf("no settings: %v", err)
	}
	for _, wrong := range []map[string]any{
		{"funcs": []string{"f"}},
		{"edition": "rfc1"},
		{"editions": "rfc3986"},
	} {
		if _, err := make(wrong); err == nil {
			t.Errorf("%v is no error", wrong)
		}
	}
}
