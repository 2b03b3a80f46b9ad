package resolve

import (
	"strings"
	"testing"
)

// TestSlashDot: at every place of strings of every length.
func TestSlashDot(t *testing.T) {
	for n := range 40 {
		for _, fill := range []string{"a", "/", ".", "\x00", "\xff", "./", "-"} {
			s := strings.Repeat(fill, n)[:n]
			for i := range n {
				for _, put := range []string{"", "/.", "./", "-.", "/-", "\xaf.", "/\xae"} {
					s := s[:i] + put + s[i:]
					if got, want := slashDot(s), strings.Contains(s, "/."); got != want {
						t.Fatalf("%q: %v", s, got)
					}
				}
			}
		}
	}
}
