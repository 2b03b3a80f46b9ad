package main

import (
	"bufio"
	"bytes"
	"testing"

	"github.com/urispec/urispec/grammar/editions"
)

// TestRewriteForPeople: on a terminal the result is made visible, but JSON is the
// same everywhere.
func TestRewriteForPeople(t *testing.T) {
	for _, test := range []struct {
		json, terminal bool
		want           string
	}{
		{false, false, "a\x1Bb\n"},
		{false, true, `a\x1Bb` + "\n"},
		{true, false, `{"input":"a%1Bb","edition":"rfc3986","component":null,"decoded":"a\u001bb"}` + "\n"},
		{true, true, `{"input":"a%1Bb","edition":"rfc3986","component":null,"decoded":"a\u001bb"}` + "\n"},
	} {
		var out bytes.Buffer
		s := &session{stdout: bufio.NewWriter(&out), stderr: t.Output(), terminal: test.terminal}
		c := decodeCmd{formFlags: formFlags{JSON: test.json}}
		c.Edition.Edition, c.Refs = editions.RFC3986, []string{"a%1Bb"}
		if err := c.Run(s); err != nil || s.status != exitYes || out.String() != test.want {
			t.Errorf("%+v: %q, status %d, %v", test, &out, s.status, err)
		}
	}
}
