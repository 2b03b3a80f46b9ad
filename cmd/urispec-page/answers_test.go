package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/editions"
)

// TestAnswers: what the page gets in a browser is the command's JSON for the same input, on
// 500 strings.
func TestAnswers(t *testing.T) { long(t); transports(t, testAnswers) }

func testAnswers(t *testing.T, base string) {
	path, err := command()
	if err != nil {
		t.Fatal(err)
	}
	// lines are the lines of JSON that the command writes.
	lines := func(input string, args ...string) []string {
		cmd := exec.Command(path, args...)
		cmd.Stdin = strings.NewReader(input)
		out, err := cmd.Output()
		if err != nil && cmd.ProcessState.ExitCode() != 1 {
			t.Fatalf("%q: %v", args, err)
		}
		return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	}
	b := newBrowser(t, 1280, 900)
	b.open(base)
	b.until(`document.querySelector(".result")`)
	count := 0
	for _, e := range editions.All() {
		e := e.Name()
		var inputs []string // objects with input or input_base64
		for _, how := range []string{"--cover", "--invalid"} {
			for _, line := range lines("", "sample", "--json", "-n25", how, "-e", e) {
				inputs = append(inputs, strings.Replace(line, `{"text`, `{"input`, 1))
			}
		}
		count += len(inputs)
		for _, ask := range []struct{ question, command string }{
			{`"ask":"check","edition":"` + e + `","n":2`, "check --nearest=2 -e " + e},
			{`"ask":"tree","edition":"` + e + `"`, "tree -e " + e},
			{`"ask":"lint","edition":"` + e + `"`, "lint -e " + e},
			{`"ask":"compare"`, "compare"},
		} {
			want := lines(strings.Join(inputs, "\n")+"\n", append(strings.Fields(ask.command), "--json", "--json-input")...)
			var questions []json.RawMessage
			for _, input := range inputs {
				var given map[string]any
				if err := json.Unmarshal([]byte(input), &given); err != nil {
					t.Fatal(err)
				}
				delete(given, "valid")
				delete(given, "offset")
				text, err := json.Marshal(given)
				if err != nil {
					t.Fatal(err)
				}
				questions = append(questions, json.RawMessage("{"+ask.question+","+string(text[1:])))
			}
			text, err := json.Marshal(questions)
			if err != nil {
				t.Fatal(err)
			}
			got := eval[string](b, fmt.Sprintf(`import("./ask.js").then((m) => m.ask(%s)).then((replies) => replies.map((r) => JSON.stringify(r.answer[0])).join("\n"))`, text))
			for i, line := range strings.Split(got, "\n") {
				if !equalJSON(line, want[i]) {
					t.Fatalf("%s\nthe page gets\n%s\nthe command writes\n%s", questions[i], line, want[i])
				}
			}
			if n := strings.Count(got, "\n") + 1; n != len(want) {
				t.Errorf("%s: %d answers, and %d lines", ask.command, n, len(want))
			}
		}
		// The verdicts come from another module.
		verdicts := eval[string](b, fmt.Sprintf(`import("./ask.js").then((m) => m.ask([%s].map(({ input, input_base64 }) => ({ ask: "verdicts", input, input_base64 })))).then((replies) => replies.map((r) => Number(r.answer[0].verdicts[%q])).join(""))`, strings.Join(inputs, ","), e))
		if want := strings.Repeat("1", strings.Count(strings.Join(inputs, ""), `"valid":true`)) + strings.Repeat("0", strings.Count(strings.Join(inputs, ""), `"valid":false`)); verdicts != want {
			t.Errorf("%s: the verdicts are %s, not %s", e, verdicts, want)
		}
	}
	if count < 450 {
		t.Errorf("only %d strings", count)
	}
	b.quiet()
}

// equalJSON reports whether two texts are the same JSON, with its members in the same order.
func equalJSON(a, b string) bool {
	tokens := func(text string) (list []json.Token) {
		dec := json.NewDecoder(bytes.NewReader([]byte(text)))
		dec.UseNumber()
		for {
			token, err := dec.Token()
			if err != nil {
				return list
			}
			list = append(list, token)
		}
	}
	return reflect.DeepEqual(tokens(a), tokens(b))
}
