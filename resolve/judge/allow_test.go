package judge_test

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/resolve/judge"
)

// TestAllowances: a file that allows everything is read as it was written, keeps its comments,
// and allows nothing more.
func TestAllowances(t *testing.T) {
	accepting := func(more string) *judge.Report {
		return trial(t, editions.RFC3986, 0, judge.Func(func(q judge.Question) judge.Answer {
			a := judge.Edition{Edition: editions.RFC3986}.Answer(q)
			if strings.ContainsAny(q.Input, more) || strings.HasSuffix(q.Input, "%") {
				a.Valid = new(true)
			}
			return a
		}))
	}
	report := accepting("|\x01\x02")
	known := report.Allowances(&judge.Allowances{Head: []string{"# Known."}})
	known.List[0].Comments = []string{"# First.", "# Second."}
	var file bytes.Buffer
	if _, err := known.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	text := file.String()
	if !strings.HasPrefix(text, "# Known.\n\n# First.\n# Second.\n{") || !strings.Contains(text, `"bytes":"%x01-02 |"`) || !strings.Contains(text, `end"`) {
		t.Errorf("written\n%s", text)
	}
	read, err := judge.ReadAllowances(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if unused := report.Allow(read); len(unused) > 0 || !report.Agrees() {
		t.Errorf("unused %v", unused)
	}
	var again bytes.Buffer
	if report.Allowances(read).WriteTo(&again); again.String() != text {
		t.Errorf("written again\n%s\nfrom\n%s", again.String(), text)
	}

	// One byte more is not allowed, and a fault that is gone is unused.
	if more := accepting("|\x01\x02^"); len(more.Allow(read)) > 0 || more.Agrees() {
		t.Error("more than is known is allowed")
	}
	gone := judge.Allowance{Subject: "host", How: judge.Invented, Rule: "host"}
	read.List = append(read.List, gone)
	if unused := report.Allow(read); len(unused) != 1 || unused[0].String() != "host invented host" {
		t.Errorf("unused %v", unused)
	}
}

func TestAllowanceErrors(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{`{`, "unexpected EOF"},
		{`{"subject":"verdict","how":"accepted"} {}`, "more than one"},
		{`{"subject":"colour","how":"accepted"}`, `unknown subject "colour"`},
		{`{"subject":"verdict","how":"loved"}`, `unknown way "loved"`},
		{`{"subject":"verdict","how":"accepted","size":1}`, "unknown field"},
		{`{"subject":"verdict","how":"accepted","bytes":"ab"}`, `"ab" is neither`},
		{`{"subject":"verdict","how":"accepted","bytes":"%x1"}`, `"%x1" is neither`},
		{`{"subject":"verdict","how":"accepted","bytes":"%x20-10"}`, `"%x20-10" is neither`},
	} {
		_, err := judge.ReadAllowances(strings.NewReader("# a comment\n\n" + test.line + "\n"))
		if err == nil || !strings.HasPrefix(err.Error(), "line 3: ") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.line, err)
		}
	}
}

// TestBytesText: every set of two ranges is read as it is written.
func TestBytesText(t *testing.T) {
	for lo := range int32(256) {
		for _, size := range []int32{1, 2, 3, 40, 200} {
			set := automaton.Between(lo, min(lo+size, 256)-1).Union(automaton.Of('%', 'x', (lo*7)%256))
			text := judge.BytesText(set, lo%2 == 0)
			a, err := judge.ReadAllowances(strings.NewReader(`{"subject":"verdict","how":"accepted","bytes":` + strconv.Quote(text) + "}"))
			if err != nil || !a.List[0].Bytes.Equal(set) || a.List[0].End != (lo%2 == 0) {
				t.Fatalf("%v is %q, which is read as %+v, %v", set, text, a, err)
			}
		}
	}
}
