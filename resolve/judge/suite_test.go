package judge_test

import (
	"testing"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/sample"
	"github.com/urispec/urispec/resolve/suite"
)

func makeSuite(t *testing.T, e *grammar.Edition) *suite.Suite {
	l := e.References()
	cover, err := sample.NewCover(l)
	if err != nil {
		t.Fatal(err)
	}
	misses, err := sample.NearMisses(l)
	if err != nil {
		t.Fatal(err)
	}
	var cases []suite.Case
	for _, text := range cover.Strings {
		cases = append(cases, suite.Case{Kind: suite.Verdict, Input: text, Valid: true, Origin: suite.Cover})
	}
	for miss := range misses {
		cases = append(cases, suite.Case{Kind: suite.Verdict, Input: miss.Text, Offset: miss.Offset, Origin: suite.NearMiss})
	}
	for _, text := range cover.Strings {
		cases = append(cases, suite.Case{Kind: suite.Resolution, Input: text, Base: "http://a/b/c/d;p?q", Origin: suite.Cover})
	}
	return &suite.Suite{Cases: cases}
}
