package main

import (
	"bufio"
	"bytes"
	"strings"
	"testing"
)

// FuzzRows reads rows of a table back, also those for a terminal.
func FuzzRows(f *testing.F) {
	for _, seed := range []string{"", "a", `\N`, `\\t`, "a\tb\nc\rd\\", "\x00\x1b[m\xff\u202eé", `\x09`} {
		f.Add(seed, "b", true)
		f.Add("a", seed, false)
	}
	f.Fuzz(func(t *testing.T, first, second string, present bool) {
		for _, terminal := range []bool{false, true} {
			var out bytes.Buffer
			s := &session{stdout: bufio.NewWriter(&out), terminal: terminal}
			s.row(some(first), optional(second, present))
			s.stdout.Flush()
			line, ok := strings.CutSuffix(out.String(), "\n")
			a, b, found := strings.Cut(line, "\t")
			if !ok || !found || strings.ContainsAny(a+b, "\t\r\n") || terminal && legible(a+b) != a+b {
				t.Fatalf("%q, %q: %q", first, second, line)
			}
			if a == `\N` || copied(a) != first || present == (b == `\N`) || present && copied(b) != second {
				t.Errorf("%q, %q, %t are written as %q", first, second, present, line)
			}
		}
	})
}

// copied reads a value as COPY of PostgreSQL does.
func copied(cell string) string {
	var out strings.Builder
	for i := 0; i < len(cell); i++ {
		if cell[i] != '\\' {
			out.WriteByte(cell[i])
			continue
		}
		i++
		switch cell[i] {
		case 't':
			out.WriteByte('\t')
		case 'n':
			out.WriteByte('\n')
		case 'r':
			out.WriteByte('\r')
		case 'x':
			const digits = "0123456789ABCDEF"
			out.WriteByte(byte(strings.IndexByte(digits, cell[i+1])<<4 | strings.IndexByte(digits, cell[i+2])))
			i += 2
		default:
			out.WriteByte(cell[i])
		}
	}
	return out.String()
}
