package main

import (
	"bytes"
	"testing"

	"github.com/urispec/urispec/grammar/engine/golden"
)

func TestRun(t *testing.T) {
	for name, args := range map[string][]string{
		"rfc3986":       {"http://[2001:db8::7]:80/a;b?c#d"},
		"rfc1738":       {"-edition", "rfc1738", "ftp://u:p@h/a/b;type=i"},
		"rfc1738-chars": {"-edition", "rfc1738", "-chars", "ftp://u:p@h/a/b;type=i"},
		"url-syntax-09": {"-edition", "url-syntax-09", "http://u@h:1/a;p1;p2/b?q#f"},
		"empty":         {"//u@h:?#"},                              // all that can be empty is; there is no scheme
		"parts":         {"-edition", "url-syntax-02", "//u@h/;/"}, // no password; an empty parameter and segment
		"registry":      {"-edition", "rfc2396bis-00", "http://a:b:c/"},
		"opaque":        {"-edition", "rfc2396bis-00", "mailto:a?b"},
	} {
		var stdout, stderr bytes.Buffer
		if status := run(args, &stdout, &stderr); status != 0 || stderr.Len() > 0 {
			t.Errorf("%s: exit status %d: %s", name, status, &stderr)
		}
		golden.Compare(t, "testdata/"+name+".golden", stdout.String())
	}
}

func TestTrouble(t *testing.T) {
	for _, test := range []struct {
		args   []string
		status int
	}{
		{[]string{"http://a b/"}, 1},
		{[]string{"-edition", "rfc9999", "x"}, 2},
		{nil, 2},
		{[]string{"a", "b"}, 2},
	} {
		var stdout, stderr bytes.Buffer
		status := run(test.args, &stdout, &stderr)
		if status != test.status || stdout.Len() > 0 || stderr.Len() == 0 {
			t.Errorf("%q: exit status %d, want %d; stdout %q, stderr %q", test.args, status, test.status, &stdout, &stderr)
		}
	}
}
