package main

import (
	"strings"
	"testing"
)

// TestFromTSV reads what PostgreSQL's COPY and ClickHouse write.
func TestFromTSV(t *testing.T) {
	for record, want := range map[string]string{
		"": "", "http://a/b": "http://a/b", `\t\n\r\\`: "\t\n\r\\", `a\b\f\v`: "a\b\f\v", `\0\'x`: "\x00'x", `\101\x41\x4g\xg`: "AA\x04gxg",
		`\`: `\`, `a\\N`: `a\N`, `\777`: "\xff", `\N\N`: "NN",
	} {
		if got, err := fromTSV(record); got != want || err != nil {
			t.Errorf("%q is %q, %v; want %q", record, got, err, want)
		}
	}
	for record, want := range map[string]error{`\N`: errNoValue, "a\tb": errColumns} {
		if _, err := fromTSV(record); err != want {
			t.Errorf("%q: %v", record, err)
		}
	}
}

// FuzzTSV: values come back as they were, one row for each.
func FuzzTSV(f *testing.F) {
	f.Add("a\tb\\N\r\n\x00\xff")
	f.Add("http://a/b")
	f.Fuzz(func(t *testing.T, ref string) {
		row, _ := runText(t, ref, "split", "--tsv", "-0")
		first, _, _ := strings.Cut(row, "\t")
		if strings.Contains(ref, "\x00") || row == "" {
			return
		}
		if got, err := fromTSV(first); got != ref || err != nil {
			t.Errorf("%q comes back as %q, %v", ref, got, err)
		}
		again, _ := runText(t, first+"\n", "split", "--tsv", "--tsv-input")
		if again != row {
			t.Errorf("%q gives %q, want %q", first, again, row)
		}
	})
}
