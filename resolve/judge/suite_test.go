package judge_test

import (
	"testing"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/resolve/suite"
)

// suites are kept, because it takes a while to make them.
var suites = make(map[*grammar.Edition]*suite.Suite)

// makeSuite returns the small suite of an edition.
func makeSuite(t *testing.T, e *grammar.Edition) *suite.Suite {
	t.Helper()
	if suites[e] == nil {
		s, err := suite.Make(e, suite.Options{Size: suite.Small})
		if err != nil {
			t.Fatal(err)
		}
		suites[e] = s
	}
	return suites[e]
}
