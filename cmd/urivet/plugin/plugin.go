// Package plugin makes urivet a module plug-in of golangci-lint. To import it registers
// the linter "urivet", whose settings are the flags of the command:
//
//	linters:
//	  enable: [urivet]
//	  settings:
//	    custom:
//	      urivet:
//	        type: module
//	        settings:
//	          edition: rfc3986
//	          funcs: ["example.com/api.Get:addr:http"]
//
// It is a module of its own, so that urispec does not depend on golangci-lint's registry.
package plugin

import (
	"fmt"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/urispec/urispec/cmd/urivet/checker"
)

func init() { register.Plugin("urivet", New) }

// settings are the settings of the linter.
type settings struct {
	Edition string   `json:"edition"` // the edition to check by; "" for the default
	Funcs   []string `json:"funcs"`   // functions that take URIs, as -funcs has them
}

// linter is the plug-in.
type linter struct{ analyzer *analysis.Analyzer }

// New returns the linter with settings as golangci-lint reads them. The error names the
// setting that is unknown or wrong.
func New(conf any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[settings](conf)
	if err != nil {
		return nil, err
	}
	a := checker.New()
	if s.Edition != "" {
		if err := a.Flags.Set("edition", s.Edition); err != nil {
			return nil, fmt.Errorf("edition: %w", err)
		}
	}
	for _, f := range s.Funcs {
		if err := a.Flags.Set("funcs", f); err != nil {
			return nil, fmt.Errorf("funcs: %w", err)
		}
	}
	return &linter{a}, nil
}

// BuildAnalyzers implements register.LinterPlugin.
func (l *linter) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return []*analysis.Analyzer{l.analyzer}, nil
}

// GetLoadMode implements register.LinterPlugin: the analysis needs types.
func (l *linter) GetLoadMode() string { return register.LoadModeTypesInfo }
