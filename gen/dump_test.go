package main

import (
	"strings"
	"testing"
)

// TestDump: all forms are shown, and what is not there is an error.
func TestDump(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second or more; runs without -short")
	}
	var out strings.Builder
	if err := dumpRule(&out, "..", "rfc3986", "scheme"); err != nil {
		t.Fatal(err)
	}
	at := 0
	for _, form := range []string{
		"Rule, section 3.1\n\nscheme", "\nOrdered choice: scheme\n\n  used in  absolute-URI, URI", "\n  tried    *( ", ": as written: exact\n", "\n  reads    ALPHA *", "\nExpression\n\n<scheme: <ALPHA: [A-Za-z]>", "\nNFA: ", "\nDFA: ", "\nOrdered subsets: ",
		"\nTDFA: ", "\nLoops of the Acceptor: 1 sets", "on [+\\-.0-9A-Za-z]", "\nLoops of the Matcher: ",
	} {
		i := strings.Index(out.String()[at:], form)
		if i < 0 {
			t.Fatalf("%q is not in\n%s", form, out.String()[at:])
		}
		at += i
	}
	out.Reset()
	if err := dumpRule(&out, "..", "url-syntax-02", "host"); err != nil || !strings.Contains(out.String(), "hostname, in registers 0, 1") {
		t.Errorf("%v\n%s", err, out.String())
	}
	for _, c := range [][2]string{{"rfc3896", "scheme"}, {"rfc3986", "schema"}} {
		if err := dumpRule(&out, "..", c[0], c[1]); err == nil {
			t.Errorf("%v has forms", c)
		}
	}
}
