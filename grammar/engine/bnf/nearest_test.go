package bnf

import "testing"

func TestNearest(t *testing.T) {
	known := []string{"rfc1738", "rfc3986", "IPv6address", "IPv4address", "url"}
	for name, want := range map[string]string{
		"rfc3896": "rfc3986", "RFC3986": "rfc3986", "ipv4adress": "IPv4address", "uri": "url",
		"whatwg": "", "": "", "x": "",
	} {
		if got, _ := Nearest(name, known); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", name, got, want)
		}
	}
}
