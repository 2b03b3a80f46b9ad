package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/rivo/uniseg"
)

// TestRuler: a byte begins and ends at columns that the text before it takes.
func TestRuler(t *testing.T) {
	for _, x := range []struct {
		text     string
		from, to []int
	}{
		{"", []int{0}, []int{0}},
		{"ab", []int{0, 1, 2}, []int{0, 1, 2}},
		{"a\x00b", []int{0, 1, 5, 6}, []int{0, 1, 5, 6}},
		{"日b", []int{0, 0, 0, 2, 3}, []int{0, 2, 2, 2, 3}},
		{"e\u0301b", []int{0, 0, 0, 1, 2}, []int{0, 1, 1, 1, 2}},
		{"\u202Eb", []int{0, 0, 0, 8, 9}, []int{0, 0, 0, 8, 9}},
	} {
		if r := newRuler(x.text); !slices.Equal(r.from, x.from) || !slices.Equal(r.to, x.to) {
			t.Errorf("%q: %v, %v; want %v, %v", x.text, r.from, r.to, x.from, x.to)
		}
	}
}

// FuzzRuler holds columns and excerpts to the width of the text.
func FuzzRuler(f *testing.F) {
	for _, s := range []string{"", "a\x00\xFF", "日é\u202E", "👩\u200D👩\u200D👧🇩🇪", strings.Repeat("\u0301", 200), strings.Repeat("本", 100)} {
		f.Add(s, 10)
	}
	f.Fuzz(func(t *testing.T, s string, n int) {
		r := newRuler(s)
		width := columns(visible(s))
		if !slices.IsSorted(r.from) || r.from[len(s)] != width || r.to[len(s)] != width {
			t.Errorf("%q: %v, want %d at the end", s, r.from, width)
		}
		for i := range r.from {
			if r.to[i] < r.from[i] || r.to[i] > width {
				t.Errorf("%q: byte %d begins at %d and ends at %d of %d", s, i, r.from[i], r.to[i], width)
			}
		}
		n = 1 + max(n, -n)%100
		for _, part := range []string{beginning(s, n), ending(s, n)} {
			text := strings.TrimSuffix(strings.TrimPrefix(part, "…"), "…")
			if got := uniseg.StringWidth(text); got > n || got > width {
				t.Errorf("%q: %q has %d of %d columns", s, part, got, n)
			}
		}
	})
}

// TestHelpFits: help has the same words for every width, in lines that fit unless they are
// one word, or code.
func TestHelpFits(t *testing.T) {
	for _, node := range commands(commandLine().Node) {
		detail(node)
		words := func(width int) []string {
			text := helpText{width: width}
			text.node(node)
			for line := range strings.Lines(text.String()) {
				code := strings.Contains(node.Detail, "\n\t"+strings.Trim(strings.TrimPrefix(line, "    "), "\n"))
				if n := columns(line) - 1; n > max(width, 30) && len(strings.Fields(line)) > 1 && !code {
					t.Errorf("%s, width %d: a line has %d columns: %s", node.FullPath(), width, n, line)
				}
			}
			return strings.Fields(text.String())
		}
		usual := words(helpWidth(0))
		for _, width := range []int{1, 30, 40, 60, 200} {
			if got := words(helpWidth(width)); !slices.Equal(got, usual) {
				t.Errorf("%s, width %d: %q; want %q", node.FullPath(), width, got, usual)
			}
		}
	}
}
