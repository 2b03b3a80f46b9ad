package judge_test

import (
	"context"
	"fmt"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve/judge"
	"github.com/urispec/urispec/resolve/suite"
)

// Net/url is asked about two references, and then the judge looks for the causes of what is wrong.
// Most programs ask all cases of a suite.
func Example() {
	trial := judge.Trial{
		Edition: editions.RFC3986,
		Cases: []suite.Case{
			{Kind: suite.Verdict, Input: "http://%41.example.com/"},
			{Kind: suite.Verdict, Input: "http://example.com/a|b"},
			{Kind: suite.Verdict, Input: "http://example.com/#"},
		},
	}
	report, err := trial.Run(context.Background(), judge.Func(judge.NetURL))
	if err != nil {
		fmt.Println(err)
	}
	for _, d := range report.Disagreements {
		if d.Count > 0 {
			right, got := d.Values()
			fmt.Printf("%s %s, %s: %q is %#v, not %#v\n", d.Subject, d.How, d.Rule, d.Question.Input, right, got)
		}
	}
	// Output:
	// verdict accepted, segment: "a/\"" is false, not true
	// verdict refused, pct-encoded: "//%0a" is true, not false
	// fragment lost, fragment: "#" is "", not <nil>
}
