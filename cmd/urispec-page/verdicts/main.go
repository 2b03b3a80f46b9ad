//go:build js

// Command verdicts is the first WebAssembly module of the static page. It has the matchers of all
// editions and nothing else, so that the verdicts are there before the rest is loaded.
package main

import (
	"bytes"
	"encoding/json"
	"syscall/js"

	"github.com/urispec/urispec/grammar/editions"
)

func main() {
	js.Global().Set("urispec", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(answer([]byte(args[0].String())))
	}))
	js.Global().Call("urispecReady")
	select {}
}

// answer answers questions for verdicts as the command does.
func answer(text []byte) []byte {
	var questions []struct {
		Input       string `json:"input"`
		InputBase64 []byte `json:"input_base64"`
	}
	var replies bytes.Buffer
	if err := json.Unmarshal(text, &questions); err != nil {
		replies.WriteString(`[{"answer":[],"problem":`)
		replies.Write(quoted(err.Error()))
		replies.WriteString("}]")
		return replies.Bytes()
	}
	before := "["
	for _, q := range questions {
		input := q.Input
		if q.InputBase64 != nil {
			input = string(q.InputBase64)
		}
		replies.WriteString(before + `{"answer":[{"text":`)
		replies.Write(quoted(input))
		name := `,"verdicts":{`
		for _, e := range editions.All() {
			replies.WriteString(name + `"` + e.Name() + `":`)
			if e.Valid(input) {
				replies.WriteString("true")
			} else {
				replies.WriteString("false")
			}
			name = ","
		}
		replies.WriteString("}}]}")
		before = ","
	}
	replies.WriteString("]")
	return replies.Bytes()
}

// quoted is a text as JSON.
func quoted(text string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.Encode(text) // which cannot fail
	return bytes.TrimSpace(b.Bytes())
}
