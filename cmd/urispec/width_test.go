package main

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rivo/uniseg"

	"github.com/urispec/urispec/grammar/engine/effort"
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

// TestPrintable holds what looks at eight bytes at once to what looks at one.
func TestPrintable(t *testing.T) {
	for n := range 20 {
		for at := range max(n, 1) {
			for c := range 256 {
				text := []byte(strings.Repeat("~ a}", 5)[:n])
				if n > 0 {
					text[at] = byte(c)
				}
				plain := n == 0 || ' ' <= c && c <= '~'
				s := string(text)
				if isPlain(s) != plain || isVisible(s) != (plain && !strings.Contains(s, `\`)) || isLiteral(s) != (plain && !strings.ContainsAny(s, `"\`)) {
					t.Fatalf("%q", s)
				}
			}
		}
	}
}

// TestExcerpt holds the beginnings and endings of strings to their definition, by characters.
func TestExcerpt(t *testing.T) {
	clusters := func(s string) (all []string, widths []int) {
		state := -1
		for rest := visible(s); rest != ""; {
			var cluster string
			var w int
			cluster, rest, w, state = uniseg.FirstGraphemeClusterInString(rest, state)
			all, widths = append(all, cluster), append(widths, w)
		}
		return all, widths
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range effort.Pick(50_000, 5000, 1000) {
		var b strings.Builder
		for range random.IntN(5) {
			if b.WriteString(strings.Repeat("a", random.IntN(5))); random.IntN(3) == 0 {
				b.WriteString([]string{"é", "e\u0301", "\u0301", "漢", "\u202e", `\`, `\x00`, "\x00", "\u0600", "👍🏽", "\xff"}[random.IntN(11)])
			}
		}
		s, n := b.String(), 3+random.IntN(9)
		all, widths := clusters(s)
		sum, from := 0, 0
		for _, w := range widths {
			sum += w
		}
		first, last := strings.Join(all, ""), strings.Join(all, "")
		head := 0
		for i, w := range widths {
			if head += w; head > n {
				first = strings.Join(all[:i], "") + "…"
				break
			}
		}
		if sum > n {
			for ; sum > n; from++ {
				sum -= widths[from]
			}
			last = "…" + strings.Join(all[from:], "")
		}
		if got := beginning(s, n); got != first {
			t.Errorf("%q begins in %d columns with %q, want %q", s, n, got, first)
		}
		if got := ending(s, n); got != last {
			t.Errorf("%q ends in %d columns with %q, want %q", s, n, got, last)
		}
	}
}

// TestColumnsOf holds the columns of a span to those of a ruler.
func TestColumnsOf(t *testing.T) {
	known := 0
	for _, s := range []string{"", "http://a/b c", `a\b`, `a\x1Bb`, `\x`, "a\x00\xff\xe9b", "é\u202eb\x1b", "日b", "e\u0301", "\u0301\xcc"} {
		r := newRuler(s)
		for start := range len(s) + 1 {
			for end := start; end <= len(s); end++ {
				from, to, ok := columnsOf(s, visible(s), start, end)
				if !ok {
					continue
				}
				known++
				if from != r.from[start] || to != r.to[end] {
					t.Errorf("%q: bytes %d to %d have the columns %d to %d, want %d to %d", s, start, end, from, to, r.from[start], r.to[end])
				}
			}
		}
	}
	if known < 150 {
		t.Errorf("only %d spans are known", known)
	}
}
