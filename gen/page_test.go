package main

import (
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// checkedIn returns the pages that are checked in, by their names, and the
// editions. That they are those that gen writes is another test.
func checkedIn(t *testing.T) (map[string]string, []edition) {
	t.Helper()
	all, err := editionsOf("..")
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"grammar/editions/README.md"}
	for _, e := range all {
		names = append(names, path.Join("grammar", "editions", e.name, "README.md"))
	}
	pages := make(map[string]string)
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		pages[name] = string(text)
	}
	return pages, all
}

// A page tells everything that the data list by a number, and every rule.
func TestPagesAreComplete(t *testing.T) {
	if testing.Short() {
		t.Skip("takes most of a second; runs without -short")
	}
	pages, all := checkedIn(t)
	for _, e := range all {
		page, src, doc := pages[path.Join("grammar", "editions", e.name, "README.md")], e.source, e.whole.Document()
		want := []string{src.Title, doc.Date}
		for _, r := range src.AllRepairs() {
			want = append(want, "**"+r.ID+"**", code(r.What), prose(r.Why))
		}
		for _, x := range src.Errata {
			want = append(want, "**"+x.ID+"**", prose(x.Summary), prose(x.RFCEditor))
			for _, c := range x.Rules {
				want = append(want, code(c.Rule+" = "+c.With))
			}
		}
		for _, d := range src.Reading {
			want = append(want, code(d.Element), prose(d.Why))
		}
		for _, a := range src.Ambiguities {
			want = append(want, a.ID+": "+prose(a.Why))
		}
		for _, n := range doc.Normalization {
			want = append(want, code(n.Step)+" | "+n.Section)
		}
		for rule, word := range doc.Components {
			want = append(want, "| "+code(rule)+" | "+word+" |")
		}
		for rule := range src.Sections {
			want = append(want, "\n"+rule+" ")
		}
		for _, text := range want {
			if !strings.Contains(page, text) {
				t.Errorf("the page of %s has no %q", e.name, text)
			}
		}
	}
}

// Links lead to files, and a row has as many cells as its header.
func TestPagesAreWellFormed(t *testing.T) {
	if testing.Short() {
		t.Skip("takes most of a second; runs without -short")
	}
	pages, _ := checkedIn(t)
	links, bars := regexp.MustCompile(`\]\(([^)]*)\)`), regexp.MustCompile(`(^|[^\\])\|`)
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		followed, rows, cells, fenced := 0, 0, 0, false
		for line := range strings.Lines(pages[name]) {
			if strings.HasPrefix(line, "```") {
				fenced = !fenced
			}
			if fenced {
				continue
			}
			for _, link := range links.FindAllStringSubmatch(line, -1) {
				followed++
				if _, err := os.Stat(filepath.Join("..", path.Dir(name), link[1])); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
			if !strings.HasPrefix(line, "|") {
				cells = 0
				continue
			}
			n := len(bars.FindAllString(line, -1))
			if rows++; cells == 0 {
				cells = n
			}
			if n != cells {
				t.Errorf("%s: %d bars where the header has %d: %s", name, n, cells, line)
			}
		}
		if followed < 3 || rows < 10 || fenced {
			t.Errorf("%s: %d links, %d rows of tables, an open fence: %v", name, followed, rows, fenced)
		}
	}
}

// Text of any kind stays what it is in Markdown.
func TestMarkdown(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{code("a|b"), "`a|b`"},
		{code("a`b"), "``a`b``"},
		{code("`"), "`` ` ``"},
		{code(" a "), "`  a  `"},
		{quoted(""), "`\"\"`"},
		{quoted("a\x00\n\u202e\xff`é"), "``\"a\\x00\\n\\u202e\\xff`é\"``"},
		{quoted(strings.Repeat("é", 40)), "`\"" + strings.Repeat("é", 40) + "\"`"},
		{quoted(strings.Repeat("é", 41)), "`\"" + strings.Repeat("é", 20) + "\"…` (82 bytes)"},
		{prose("see *rel_path* at\n  <http://h> or www.h, `[a](b)` \\"), "see \\*rel\\_path\\* at \\<http:\\//h\\> or www\\.h, \\`\\[a\\](b)\\` \\\\"},
	} {
		if c.got != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
	m := new(markdown)
	m.table([]string{"a", "b"}, [][]string{{code("|"), prose(`\|`)}})
	m.table([]string{"no", "rows"}, nil)
	m.fence("a\n```\n")
	const want = "\n| a | b |\n| --- | --- |\n| `\\|` | \\\\\\| |\n\n````\na\n```\n````\n"
	if m.String() != want {
		t.Errorf("%q, want %q", m, want)
	}
}
