package judge_test

import (
	"context"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve/judge"
)

// TestMain is a program to be asked, if the arguments say so: see [misbehave] and [serving].
func TestMain(m *testing.M) {
	if len(os.Args) != 3 || os.Args[1] != "behave" {
		os.Exit(m.Run())
	}
	how := os.Args[2]
	if !strings.HasPrefix(how, "serve ") {
		misbehave(how, os.Stdin, os.Stdout)
	} else if err := judge.Serve(os.Stdin, os.Stdout, serving(how)); err != nil {
		panic(err)
	}
}

// program starts this test as a program that behaves in some way. If it waits for what does not
// come, that takes two seconds, which is more than a busy machine needs for what does.
func program(t *testing.T, how string, o judge.Options) *judge.Program {
	t.Helper()
	if o.Patience == 0 {
		o.Patience = 2 * time.Second
	}
	p, err := judge.Start(t.Context(), []string{os.Args[0], "behave", how}, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// many are questions; the program misbehaves at "bad".
func many(n int, bad ...int) []judge.Question {
	questions := make([]judge.Question, n)
	for i := range questions {
		questions[i].Input = strings.Repeat("a", i%3)
	}
	for _, i := range bad {
		questions[i].Input = "bad"
	}
	return questions
}

// TestPrograms: what programs do wrong is named and counted, and the other answers are
// right: a string is accepted if it is not empty.
func TestPrograms(t *testing.T) {
	const n = 5000 // more than are asked at a time
	for _, test := range []struct {
		how      string
		bad      []int
		failures map[judge.FailureKind]int
		message  string
		notes    string
		closing  string
	}{
		{how: "well"},
		{how: "crlf", notes: "CRLF"},
		{how: "waits for the end", notes: "only when its input ends"},
		{how: "dies", bad: []int{0, 7, 4500}, failures: map[judge.FailureKind]int{judge.Died: 3}, message: "it ended: exit status 3", notes: "was started 6 times"},
		{how: "dies with answers", bad: []int{4321}, failures: map[judge.FailureKind]int{judge.Died: 1}, message: "exit status 3"},
		{how: "hangs", bad: []int{2}, failures: map[judge.FailureKind]int{judge.Hung: 1}, message: "it wrote nothing within 2s"},
		{how: "garbage", bad: []int{5, 6}, failures: map[judge.FailureKind]int{judge.Garbage: 2}, message: `it wrote "bad", which is not 0 or 1`},
		{how: "too many", bad: []int{4321}, failures: map[judge.FailureKind]int{judge.Surplus: 1}, message: "it wrote more lines than it was asked"},
		{how: "too few", bad: []int{99}, failures: map[judge.FailureKind]int{judge.Silent: 1}, message: "it ended without an answer"},
		{how: "is mute", failures: map[judge.FailureKind]int{judge.Died: 1, judge.Silent: 7, judge.GaveUp: n - 8}, message: "it ended"},
		{how: "a line at the end", closing: "asked everything, it wrote more lines than it was asked"},
	} {
		t.Run(test.how, func(t *testing.T) {
			t.Parallel()
			p := program(t, test.how, judge.Options{})
			questions := many(n, test.bad...)
			answers, err := p.Ask(t.Context(), questions)
			if err != nil {
				t.Fatal(err)
			}
			got := make(map[judge.FailureKind]int)
			for i, a := range answers {
				input := questions[i].Input
				if a.Failure != nil {
					got[a.Failure.Kind]++
					if a.Failure.Kind != judge.GaveUp && !strings.Contains(a.Failure.Message, test.message) {
						t.Errorf("%d: %s", i, a.Failure)
					}
					if test.bad != nil && input != "bad" {
						t.Errorf("%d: %q has no answer: %s", i, input, a.Failure)
					}
				} else if a.Valid == nil || *a.Valid != (input != "") {
					t.Fatalf("%d: the answer to %q is wrong", i, input)
				}
			}
			for kind, count := range test.failures {
				if got[kind] != count {
					t.Errorf("%s: %d, want %d", kind, got[kind], count)
				}
			}
			if len(got) != len(test.failures) {
				t.Errorf("failures %v", got)
			}
			if notes := strings.Join(p.Notes(), " "); !strings.Contains(notes, test.notes) || test.notes == "" && test.failures == nil && notes != "" {
				t.Errorf("notes: %s", notes)
			}
			if err := p.Close(); (err != nil) != (test.closing != "") || err != nil && !strings.Contains(err.Error(), test.closing) {
				t.Errorf("Close: %v", err)
			}
		})
	}
}

// TestInterrupt: when the context is done, the program ends, and what is not answered has a
// failure.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	p := program(t, "hangs", judge.Options{Patience: time.Minute})
	defer p.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	answers, err := p.Ask(ctx, many(10, 5))
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	for i, a := range answers {
		if done := a.Failure == nil; done != (i < 5) || !done && a.Failure.Kind != judge.Interrupted {
			t.Errorf("%d: %+v", i, a)
		}
	}
}

// TestUnaskable: strings that a protocol cannot hold are not asked.
func TestUnaskable(t *testing.T) {
	for _, test := range []struct {
		protocol judge.Protocol
		asked    int
	}{{judge.Lines, 1}, {judge.JSON, 5}} {
		p := program(t, "well", judge.Options{Protocol: test.protocol})
		answers, err := p.Ask(t.Context(), []judge.Question{{Input: "a\nb"}, {Input: "\x00"}, {Input: "\xff"}, {Input: "a", Base: new("b")}, {Input: "é"}})
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		for _, a := range answers {
			if a.Failure == nil || a.Failure.Kind != judge.NotAsked {
				asked++
			}
		}
		if asked != test.asked {
			t.Errorf("%s: %d asked, want %d", test.protocol, asked, test.asked)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestStart(t *testing.T) {
	if _, err := judge.Start(t.Context(), []string{"no-such-program"}, judge.Options{}); err == nil {
		t.Error("a program that does not exist was started")
	}
	if _, err := judge.Start(t.Context(), nil, judge.Options{}); err == nil {
		t.Error("nothing was started")
	}
}

// TestServe: what is served is answered as the function answers, whatever the bytes.
func TestServe(t *testing.T) {
	questions := []judge.Question{{}, {Input: "//u@h:1/p?q#f"}, {Input: "%zz"}, {Input: "\xff\n\r\x00\"\\<>"}, {Input: "../g", Base: new("http://a/b/c/d;p?q")}, {Input: "a", Base: new("\xff")}}
	for _, how := range []string{"serve " + editions.RFC3986.Name(), "serve back"} {
		p := program(t, how, judge.Options{Protocol: judge.JSON})
		got, err := p.Ask(t.Context(), questions)
		if err != nil {
			t.Fatal(err)
		}
		want, err := serving(how).Ask(t.Context(), questions)
		if err != nil {
			t.Fatal(err)
		}
		for i := range got {
			if !reflect.DeepEqual(got[i], want[i]) {
				t.Errorf("%s: %q: %+v, want %+v", how, questions[i].Input, got[i], want[i])
			}
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
	var out strings.Builder
	if err := judge.Serve(strings.NewReader("{}\n{\n[]\n"), &out, serving("serve back")); err != nil || out.String() != "{}\n{}\n{}\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
}

// TestAnswers: what is no answer of the protocol is garbage, and is taken for nothing else.
func TestAnswers(t *testing.T) {
	for _, test := range []struct {
		line  string
		parts judge.Parts // nil if the line is garbage
	}{
		{`{"host":null,"path":""}`, judge.Parts{"host": nil, "path": new("")}},
		{`{"host_base64":null}`, judge.Parts{"host": nil}},
		{`{"host_base64":"/w=="}`, judge.Parts{"host": new("\xff")}},
		{`{"host_base64":[97]}`, nil},
		{`{"host_base64":"/x=="}`, nil},
		{`{"host_base64":"/w==\n"}`, nil},
		{`{"host_base64":"/w==","host":"a"}`, nil},
		{`{"host":["a"]}`, nil},
		{`{"host":"` + strings.Repeat("a", 10_000) + `"}`, judge.Parts{"host": new(strings.Repeat("a", 10_000))}},
		{`{"host":"` + strings.Repeat("a", 100_000) + `"}`, nil},
	} {
		p := program(t, "says "+test.line, judge.Options{Protocol: judge.JSON})
		answers, err := p.Ask(t.Context(), []judge.Question{{Input: "a"}})
		if err != nil {
			t.Fatal(err)
		}
		a := answers[0]
		if garbage := a.Failure != nil && a.Failure.Kind == judge.Garbage; garbage != (test.parts == nil) || !reflect.DeepEqual(a.Parts, test.parts) {
			t.Errorf("%.40s: %+v", test.line, a)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestNoAnswerThenDeath: if a program leaves out an answer and dies at a later question, no question
// gets the answer of another one.
func TestNoAnswerThenDeath(t *testing.T) {
	p := program(t, "too few, then dies", judge.Options{})
	defer p.Close()
	questions := many(5000, 99)
	questions[3000].Input = "worse"
	answers, err := p.Ask(t.Context(), questions)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range answers {
		input := questions[i].Input
		switch {
		case i == 99:
			if a.Failure == nil || a.Failure.Kind != judge.Silent {
				t.Errorf("%d: %+v", i, a)
			}
		case i == 3000:
			if a.Failure == nil || a.Failure.Kind != judge.Died {
				t.Errorf("%d: %+v", i, a)
			}
		case a.Failure != nil || *a.Valid != (input != ""):
			t.Fatalf("%d: the answer to %q is wrong: %+v", i, input, a)
		}
	}
}
