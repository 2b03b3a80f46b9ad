package judge_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/resolve/judge"
)

// trial judges a parser by an edition.
func trial(t *testing.T, e *grammar.Edition, hunt int, p judge.Parser) *judge.Report {
	t.Helper()
	s := makeSuite(t, e)
	r, err := (&judge.Trial{Edition: e, Cases: s.Cases, Hunt: hunt}).Run(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestEditions: an edition agrees with itself, in everything that its suite asks.
func TestEditions(t *testing.T) {
	for _, e := range effort.Pick(editions.All(), []*grammar.Edition{editions.RFC2396, editions.RFC3986}, []*grammar.Edition{editions.RFC3986}) {
		r := trial(t, e, 1000, judge.Edition{Edition: e})
		judged, right := r.Score()
		if judged == 0 || right != judged || !r.Agrees() || len(r.Failures)+len(r.Disagreements) > 0 || r.Hunted == 0 {
			t.Errorf("%s: %d of %d, %d hunted, %+v %+v", e, right, judged, r.Hunted, r.Disagreements, r.Failures)
		}
		if len(r.Tallies) < len(judge.Subjects())-3 {
			t.Errorf("%s: only %v", e, r.Tallies)
		}
	}
}

// TestFaults: faults that are planted in a parser come back, each with its rule and a
// shortest string, and nothing else does.
func TestFaults(t *testing.T) {
	right := judge.Edition{Edition: editions.RFC3986}
	port := regexp.MustCompile(`^(?:[^/?#]*:)?//[^/?#]*:(\d+)`)
	for _, test := range []struct {
		name  string
		fault func(q judge.Question, a *judge.Answer)
		want  []string
	}{
		{"a vertical bar in a path", func(q judge.Question, a *judge.Answer) {
			if !*a.Valid && right.Valid(strings.ReplaceAll(q.Input, "|", "a")) && !strings.ContainsAny(q.Input, "?#[@%") {
				*a = judge.Answer{Valid: new(true)}
			}
		}, []string{
			`verdict accepted URI-reference "|"`,
			`verdict accepted hier-part "a:|"`,
			`verdict accepted path-absolute "/|"`,
			`verdict accepted reg-name "//|"`,
			`verdict accepted segment "a/|"`,
			`verdict accepted segment-nz "/a|"`,
			`verdict accepted segment-nz-nc "a|"`,
		}},
		{"a port of five digits", func(q judge.Question, a *judge.Answer) {
			if m := port.FindStringSubmatch(q.Input); *a.Valid && m != nil && len(m[1]) > 4 {
				*a = judge.Answer{Valid: new(false)}
			}
		}, []string{`verdict refused port "//:00000"`}},
		{"no IPvFuture", func(q judge.Question, a *judge.Answer) {
			if *a.Valid && strings.Contains(q.Input, "//[v") {
				*a = judge.Answer{Valid: new(false)}
			}
		}, []string{`verdict refused IPvFuture "//[va.a]"`}},
		{"no userinfo", func(q judge.Question, a *judge.Answer) {
			if a.Parts["userinfo"] != nil {
				*a = judge.Answer{Valid: new(false)}
			}
		}, []string{`verdict refused userinfo "//@"`}},
		{"neither of them", func(q judge.Question, a *judge.Answer) {
			if a.Parts["userinfo"] != nil || *a.Valid && strings.Contains(q.Input, "//[v") {
				*a = judge.Answer{Valid: new(false)}
			}
		}, []string{`verdict refused IPvFuture "//[va.a]"`, `verdict refused userinfo "//@"`}},
		{"nothing", func(q judge.Question, a *judge.Answer) {
			*a = judge.Answer{Valid: new(false)}
		}, []string{`verdict refused URI-reference ""`}},
		{"relative references", func(q judge.Question, a *judge.Answer) {
			if *a.Valid && !right.URIs().Valid(q.Input) {
				*a = judge.Answer{Valid: new(false)}
			}
		}, []string{`verdict refused relative-ref ""`}},
		{"hosts in lower case", func(_ judge.Question, a *judge.Answer) {
			if h := a.Parts["host"]; h != nil {
				a.Parts["host"] = new(strings.ToLower(*h))
			}
		}, []string{`host rewritten IP-literal "//[vA.a]"`, `host rewritten reg-name "//A"`}},
		{"the last at sign ends the userinfo, even in a path", func(q judge.Question, a *judge.Answer) {
			if at := strings.LastIndex(q.Input, "@"); *a.Valid && strings.HasPrefix(q.Input, "//") && at > 0 {
				host, _, _ := strings.Cut(q.Input[at+1:], "/")
				if a.Parts["host"] != nil && strings.Contains(q.Input[2:at], "/") {
					a.Parts["host"] = &host
				}
			}
		}, []string{`host different IP-literal "//[::]/@"`, `host different IPv4address "//0.0.0.0/@"`, `host different reg-name "//a/@"`}},
		{"an empty userinfo is absent", func(q judge.Question, a *judge.Answer) {
			if u := a.Parts["userinfo"]; u != nil && *u == "" {
				a.Parts["userinfo"] = nil
			}
		}, []string{`userinfo lost userinfo "//@"`}},
		{"an offset that is one too far", func(q judge.Question, a *judge.Answer) {
			if a.Offset != nil && *a.Offset == len(q.Input) && strings.HasSuffix(q.Input, "%") {
				a.Offset = new(*a.Offset + 1)
			}
		}, []string{`offset different pct-encoded "%"`}},
		{"an empty query is lost", func(q judge.Question, a *judge.Answer) {
			if target := a.Parts[judge.Target]; target != nil && strings.HasSuffix(*target, "?") && !strings.Contains(*target, "#") {
				a.Parts[judge.Target] = new(strings.TrimSuffix(*target, "?"))
			}
		}, []string{`target different query "?"`}},
		{"network-path references have no target", func(q judge.Question, a *judge.Answer) {
			if q.Base != nil && strings.HasPrefix(q.Input, "//") {
				*a = judge.Answer{Valid: new(false)}
			}
		}, []string{`target refused "//"`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := trial(t, editions.RFC3986, 500, judge.Func(func(q judge.Question) judge.Answer {
				a := right.Answer(q)
				test.fault(q, &a)
				return a
			}))
			var got []string
			for _, d := range r.Disagreements {
				got = append(got, strings.Join(slices.DeleteFunc([]string{string(d.Subject), string(d.How), d.Rule, d.Part, grammar.Quoted(d.Question.Input)}, func(s string) bool { return s == "" }), " "))
			}
			slices.Sort(got)
			slices.Sort(test.want)
			if !slices.Equal(got, test.want) {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}
