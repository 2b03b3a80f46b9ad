package main

import (
	"encoding/json"
	"testing"
	"unicode/utf8"
)

// FuzzFromJSON holds fromJSON to the standard library, which repairs what fromJSON
// refuses, and reads the results of check back.
func FuzzFromJSON(f *testing.F) {
	for _, seed := range []string{
		`"a"`, `"\u0000\ud83d\ude00\/\"\\"`, ` {"a":{"b":["}",{}],"c":1e3},"input":"x" , "d":null} `, `{"input_base64":"Yf8="}`,
		"\"a\xff\"", `"\ud800"`, `{}`, `[`, "", `{"input":"a","input":"b"}`, `{"\u0069nput":"","x":"\\\""}`, "\ufeff\"a\"",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, record string) {
		got, err := fromJSON(record)
		var text string
		var members map[string]any
		switch {
		case err != nil:
		case json.Unmarshal([]byte(record), &text) == nil:
			if got != text {
				t.Errorf("%q is %q, want %q", record, got, text)
			}
		case json.Unmarshal([]byte(record), &members) != nil:
			t.Errorf("%q is %q, but the standard library refuses it", record, got)
		case members["input_base64"] == nil && members["input"] != got:
			t.Errorf("%q is %q, want %q", record, got, members["input"])
		}
		if err == nil && !utf8.ValidString(record) {
			t.Errorf("%q is accepted", record)
		}
		out := new(object)
		out.text("input", record)
		back, err := fromJSON(string(out.open) + "}")
		if err != nil || back != record {
			t.Errorf("%q comes back as %q, %v", record, back, err)
		}
	})
}
